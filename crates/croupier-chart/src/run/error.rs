//! The answer to a trigger, and the errors of a run.

/// The answer to a trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a refused trigger changed nothing, and somebody may want to know"]
pub enum Answer {
    /// A transition was taken, and the chart is at rest again.
    Taken,
    /// Nothing changed at all.
    Refused(Refusal),
}

impl Answer {
    /// Whether a transition was taken.
    pub fn is_taken(self) -> bool {
        self == Self::Taken
    }
}

/// Why a trigger was refused. [`Chart::expected`](crate::run::Chart::expected) lists the triggers
/// that could be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No active state has a transition for it.
    #[error("no active state reacts to this trigger")]
    NotHere,
    /// Active states have transitions for it, but no guard holds.
    #[error("a guard rejects this trigger now")]
    Guarded,
    /// The chart has ended.
    #[error("the chart has ended")]
    Finished,
}

/// A chart that does not come to rest: its eventless transitions, raised triggers or zero-length
/// timers go on forever. This is a mistake in the definition; the snapshot is left in the middle of
/// the step and must be discarded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("chart {} does not come to rest; active now: {}", self.chart(), self.states().join(", "))]
pub struct RunawayError(Box<Stopped>);

/// Boxed to keep the result of every step one word long.
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
    /// The most similar path that exists.
    pub suggestion: Option<String>,
}

/// An id that is neither the chart's own nor that of a chart inside it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("chart {chart} runs no machine {machine:?}{}", hint(suggestion.as_deref()))]
pub struct UnknownMachineError {
    /// The id of the outermost chart.
    pub chart: String,
    /// What was asked for.
    pub machine: String,
    /// The most similar id that exists.
    pub suggestion: Option<String>,
}

pub(crate) fn hint(suggestion: Option<&str>) -> String {
    suggestion.map(|text| format!("; did you mean {text:?}?")).unwrap_or_default()
}
