//! What compiles but is probably a mistake.
//!
//! A lint never guesses what a guard says: it reports only what no guard can change. Each can be
//! allowed with a reason, on the state it is reported at or on one around it.

mod allowance;
mod cycle;
mod reach;
mod shadow;

use std::fmt;

use crate::compile::{Draft, drafts};
use crate::tables::Tables;
use crate::{Chart, Definition, Faults, Machine, Trigger, TriggerKind, When};

/// A sort of suspicion. A definition can allow one, with a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LintKind {
    /// No transition leads here.
    UnreachableState,
    /// A state that is not final and that nothing leads out of.
    TrapState,
    /// A transition behind an unguarded one for the same trigger.
    ShadowedTransition,
    /// Eventless transitions without guards that lead in a circle.
    EventlessCycle,
    /// An invoked chart that can never end although somebody waits for it.
    EndlessChild,
    /// A trigger that no state reacts to.
    UnhandledTrigger,
    /// An allowance that allows nothing.
    StaleAllowance,
}

impl LintKind {
    /// The name in messages: `trap-state`.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnreachableState => "unreachable-state",
            Self::TrapState => "trap-state",
            Self::ShadowedTransition => "shadowed-transition",
            Self::EventlessCycle => "eventless-cycle",
            Self::EndlessChild => "endless-child",
            Self::UnhandledTrigger => "unhandled-trigger",
            Self::StaleAllowance => "stale-allowance",
        }
    }
}

/// One suspicion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintReport {
    /// What sort.
    pub kind: LintKind,
    /// Which state, by its full path; the root's is empty.
    pub state: String,
    /// What exactly.
    pub message: String,
}

/// `trap-state: state "lost" is not final, and nothing leads out of it`.
impl fmt::Display for LintReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)
    }
}

/// Unwraps a chart that has neither faults nor lints. For tests, and for charts that are built
/// once at start-up, where a mistake in the definition should stop everything.
///
/// # Panics
/// With every fault, or every lint, in one message.
#[track_caller]
pub fn assert_sound<M: Machine>(compiled: Result<Chart<M>, Faults>) -> Chart<M> {
    match compiled {
        Err(faults) => panic!("{faults}"),
        Ok(chart) if chart.lints().is_empty() => chart,
        Ok(chart) => {
            let count = chart.lints().len();
            let plural = if count == 1 { "lint" } else { "lints" };
            let lines: Vec<_> = chart.lints().iter().map(|lint| format!("\n  {lint}")).collect();
            panic!("chart {} has {count} {plural}:{}", chart.id(), lines.concat());
        }
    }
}

/// A suspicion before it is known whether it is allowed.
struct Suspicion {
    kind: LintKind,
    /// The state's number in document order.
    at: usize,
    message: String,
}

/// A chart as lints look at it.
struct Subject<'l, M: Machine> {
    definition: &'l Definition<M>,
    drafts: Vec<Draft<'l, M>>,
    tables: &'l Tables<M>,
}

/// Everything suspicious that the definition does not allow, in document order.
pub(crate) fn lint<M: Machine>(definition: &Definition<M>, tables: &Tables<M>) -> Vec<LintReport> {
    let subject = Subject { definition, drafts: drafts(definition), tables };
    let shadow::Shadows { mut suspicions, dead } = subject.shadows();
    let reached = subject.reached(&dead);
    suspicions.extend(subject.unreachable(reached));
    suspicions.extend(subject.traps(reached, &dead));
    suspicions.extend(subject.eventless_cycles());
    suspicions.extend(subject.endless_children());
    suspicions.extend(subject.unhandled_triggers());
    suspicions.sort_by_key(|suspicion| suspicion.at);
    subject.judge(suspicions)
}

impl<M: Machine> Subject<'_, M> {
    /// A state as messages name it.
    fn name(&self, at: usize) -> String {
        match self.drafts[at].path.as_str() {
            "" => format!("the root of {:?}", self.definition.id),
            path => format!("state {path:?}"),
        }
    }

    fn endless_children(&self) -> Vec<Suspicion> {
        let invokes = self.drafts.iter().enumerate();
        let invokes = invokes
            .flat_map(|(at, draft)| draft.def.invokes.iter().map(move |child| (at, child)))
            .filter(|(_, child)| !child.on_done.is_empty() && !child.can_finish());
        let report = |(at, child): (usize, &crate::Child<M>)| Suspicion {
            kind: LintKind::EndlessChild,
            at,
            message: format!(
                "{} waits for {:?} to end, but chart {:?} has no final state at its top",
                self.name(at),
                child.id(),
                child.chart_id()
            ),
        };
        invokes.map(report).collect()
    }

    /// What a chart does not handle may be meant for a chart it invokes.
    fn unhandled_triggers(&self) -> Vec<Suspicion> {
        let handlers = || self.drafts.iter().flat_map(|draft| &draft.def.handlers);
        let has_any = handlers().any(|handler| matches!(handler.when, When::OnAny));
        if has_any || !self.tables.invokes.is_empty() {
            return vec![];
        }
        let is_handled = |kind| {
            handlers().any(|handler| match &handler.when {
                When::On(kinds) => kinds.contains(kind),
                _ => false,
            })
        };
        let kinds = <M::Trigger as Trigger>::Kind::all().iter();
        kinds
            .filter(|kind| !is_handled(*kind))
            .map(|kind| Suspicion {
                kind: LintKind::UnhandledTrigger,
                at: 0,
                message: format!("no state reacts to trigger {:?}", kind.name()),
            })
            .collect()
    }
}
