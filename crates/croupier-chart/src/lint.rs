//! What compiles but is probably a mistake.

use std::fmt;

use crate::tables::Tables;
use crate::{Definition, Machine};

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

impl fmt::Display for LintReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {:?}: {}", self.kind, self.state, self.message)
    }
}

pub(crate) fn lint<M: Machine>(_: &Definition<M>, _: &Tables<M>) -> Vec<LintReport> {
    vec![]
}
