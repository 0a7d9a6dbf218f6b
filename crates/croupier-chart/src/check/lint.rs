//! What compiles but is probably a mistake.
//!
//! A lint never guesses the result of a guard: it reports only what holds whatever the guards say.
//! Each lint can be allowed with a reason, on the state it is reported for or on one around it.

mod allowance;
mod cycle;
mod reach;
mod shadow;

use std::collections::BTreeMap;
use std::fmt;

use crate::compile::tables::Tables;
use crate::compile::{Draft, drafts};
use crate::define::{Child, Definition, DefinitionError, Machine, Trigger, TriggerKind};
use crate::run::Chart;

/// The kinds of lints. A definition can allow one, with a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LintKind {
    /// No transition leads here.
    UnreachableState,
    /// A non-final state that nothing leads out of.
    TrapState,
    /// A transition that comes after an unguarded one for the same trigger.
    ShadowedTransition,
    /// A cycle of eventless transitions without guards.
    EventlessCycle,
    /// An invoked chart that can never end although a transition waits for its end.
    EndlessChild,
    /// Two different charts of one tree that have the same id.
    AmbiguousChart,
    /// A trigger that no state reacts to, here or in an invoked chart. Not reported for a part of a
    /// larger chart that declares [`shares_triggers`](crate::define::Definition::shares_triggers).
    UnhandledTrigger,
    /// An allowance that suppresses nothing.
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
            Self::AmbiguousChart => "ambiguous-chart",
            Self::UnhandledTrigger => "unhandled-trigger",
            Self::StaleAllowance => "stale-allowance",
        }
    }
}

/// A lint that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintReport {
    /// The kind of lint.
    pub kind: LintKind,
    /// Which state, by its full path; the root's is empty.
    pub state: String,
    /// What is suspicious, in a sentence that names the state.
    pub message: String,
}

/// `trap-state: state "lost" is not final, and nothing leads out of it`.
impl fmt::Display for LintReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)
    }
}

/// Unwraps a chart that has neither faults nor lints. For tests, and for charts built once at
/// start-up, where a mistake in the definition should stop the program.
///
/// # Panics
/// With all faults or all lints in one message.
#[track_caller]
pub fn assert_sound<M: Machine>(compiled: Result<Chart<M>, DefinitionError>) -> Chart<M> {
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

/// A possible lint, before allowances are applied.
struct Suspicion {
    kind: LintKind,
    /// The state's number in document order.
    at: usize,
    message: String,
}

/// The chart being linted.
struct Subject<'l, M: Machine> {
    definition: &'l Definition<M>,
    drafts: Vec<Draft<'l, M>>,
    tables: &'l Tables<M>,
    hash: u64,
}

/// Everything suspicious that the definition does not allow, in document order.
pub(crate) fn lint<M: Machine>(
    definition: &Definition<M>,
    tables: &Tables<M>,
    hash: u64,
) -> Vec<LintReport> {
    let subject = Subject { definition, drafts: drafts(definition), tables, hash };
    let shadow::Shadows { mut suspicions, dead } = subject.shadows();
    let reached = subject.reached(&dead);
    suspicions.extend(subject.unreachable(reached));
    suspicions.extend(subject.traps(reached, &dead));
    suspicions.extend(subject.eventless_cycles());
    suspicions.extend(subject.endless_children());
    suspicions.extend(subject.ambiguous_charts());
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

    /// Every invoked chart, with the number of the state that invokes it.
    fn invokes(&self) -> impl Iterator<Item = (usize, &Child<M>)> {
        let states = self.drafts.iter().enumerate();
        states.flat_map(|(at, draft)| draft.def.invokes.iter().map(move |child| (at, child)))
    }

    fn endless_children(&self) -> Vec<Suspicion> {
        let waited_for =
            |(_, child): &(_, &Child<M>)| !child.on_done.is_empty() && !child.chart().can_finish();
        let report = |(at, child): (usize, &Child<M>)| Suspicion {
            kind: LintKind::EndlessChild,
            at,
            message: format!(
                "{} waits for {:?} to end, but chart {:?} has no final state at its top",
                self.name(at),
                child.id(),
                child.chart().id()
            ),
        };
        self.invokes().filter(waited_for).map(report).collect()
    }

    /// Charts with the same id cannot be told apart in traces or looked up by id. Ambiguities
    /// inside a single child were reported when the child was compiled.
    fn ambiguous_charts(&self) -> Vec<Suspicion> {
        let mut known = BTreeMap::from([(self.definition.id.as_ref(), self.hash)]);
        let mut suspicions = vec![];
        for (at, child) in self.invokes() {
            let mut inside = BTreeMap::new();
            for chart in child.chart().machines() {
                inside.entry(chart.id()).or_insert(chart.hash());
            }
            for (id, hash) in inside {
                if *known.entry(id).or_insert(hash) != hash {
                    let message = format!("{} runs a second chart called {id:?}", self.name(at));
                    suspicions.push(Suspicion { kind: LintKind::AmbiguousChart, at, message });
                }
            }
        }
        suspicions
    }

    /// A trigger that a chart does not handle may be meant for a chart it invokes, or for one that
    /// invokes it.
    fn unhandled_triggers(&self) -> Vec<Suspicion> {
        if self.definition.shares_triggers {
            return vec![];
        }
        let kinds = <M::Trigger as Trigger>::Kind::all().iter();
        kinds
            .filter(|kind| !self.tables.may_react(kind.index()))
            .map(|kind| Suspicion {
                kind: LintKind::UnhandledTrigger,
                at: 0,
                message: format!("no state reacts to trigger {:?}", kind.name()),
            })
            .collect()
    }
}
