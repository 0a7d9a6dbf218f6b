//! What a chart answers, and what can go wrong while it runs.

/// The answer to a trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a refused trigger changed nothing, and somebody may want to know"]
pub enum Answer {
    /// A transition was taken, and the chart is at rest again.
    Taken,
    /// Nothing changed, not one bit.
    Refused(Refusal),
}

impl Answer {
    /// Whether a transition was taken.
    pub fn is_taken(self) -> bool {
        self == Self::Taken
    }
}

/// Why nothing happened. [`Chart::expected`](crate::run::Chart::expected) lists what would be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No active state has a transition for it.
    #[error("no active state reacts to this trigger")]
    NotHere,
    /// Active states have transitions for it, and every guard said no.
    #[error("a guard does not let this trigger pass now")]
    Guarded,
    /// The chart has ended.
    #[error("the chart has ended")]
    Finished,
}

/// A chart that does not come to rest: its eventless transitions, raised triggers or timers of
/// length 0 go on for ever. A fault of the definition; the snapshot is left in the middle of the
/// step and must be thrown away.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("chart {} does not come to rest; active now: {}", self.chart(), self.states().join(", "))]
pub struct RunawayError(Box<Stopped>);

/// Boxed, because an answer that is one word long is what every step returns.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stopped {
    chart: String,
    states: Vec<String>,
}

impl RunawayError {
    pub(crate) fn new(chart: String, states: Vec<String>) -> Self {
        Self(Box::new(Stopped { chart, states }))
    }

    /// The chart's id.
    pub fn chart(&self) -> &str {
        &self.0.chart
    }

    /// The leaves that were active when it was stopped.
    pub fn states(&self) -> &[String] {
        &self.0.states
    }
}

/// A path that names no state of the chart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("chart {chart} has no state {path:?}{}", hint(suggestion.as_deref()))]
pub struct UnknownStateError {
    /// The chart's id.
    pub chart: String,
    /// What was asked for.
    pub path: String,
    /// The nearest path there is.
    pub suggestion: Option<String>,
}

/// An id that names neither a chart nor one that runs inside it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("chart {chart} runs no machine {machine:?}{}", hint(suggestion.as_deref()))]
pub struct UnknownMachineError {
    /// The id of the outermost chart.
    pub chart: String,
    /// What was asked for.
    pub machine: String,
    /// The nearest id there is.
    pub suggestion: Option<String>,
}

pub(crate) fn hint(suggestion: Option<&str>) -> String {
    suggestion.map(|text| format!("; did you mean {text:?}?")).unwrap_or_default()
}
