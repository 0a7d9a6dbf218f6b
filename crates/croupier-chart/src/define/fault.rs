//! The faults of a definition. All of them are reported at once.

use std::fmt;

use crate::run::error::hint;

/// All faults of a definition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct DefinitionError {
    /// The id of the chart whose definition has them.
    pub chart: String,
    /// The faults, in document order.
    pub faults: Vec<Fault>,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.faults.len();
        let plural = if count == 1 { "fault" } else { "faults" };
        write!(f, "chart {} has {count} {plural}:", self.chart)?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

/// A fault of a definition. States are named by their full path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Fault {
    /// More states than a chart can hold.
    #[error("{count} states; a chart holds at most {limit}")]
    TooManyStates {
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// More transitions, actions or table rows than can be numbered.
    #[error("the chart is too large: more than 65535 rows in one table")]
    TooLarge,
    /// Two children of one state with the same key.
    #[error("two states are called {state:?}")]
    DuplicateState {
        /// Their common path.
        state: String,
    },
    /// A key that cannot be part of a path.
    #[error("state key {key:?} is empty or contains '.', '#', '/' or white space")]
    BadKey { key: String },
    /// A compound state without an initial state.
    #[error("state {state:?} has children but no initial state")]
    MissingInitial { state: String },
    /// A state that is not compound but has an initial state.
    #[error("state {state:?} has an initial state but no children")]
    NeedlessInitial { state: String },
    /// An initial or default target that does not lie inside the state.
    #[error("state {state:?} starts at {target:?}, which does not lie inside it")]
    InitialOutside {
        state: String,
        /// The target outside the state.
        target: String,
    },
    /// An initial transition with a guard, which might not be taken.
    #[error("the initial transition of {state:?} has a guard")]
    GuardedInitial { state: String },
    /// A history state that leads to a history state, or to itself through its parent.
    #[error("history state {state:?} leads to a history state by default")]
    HistoryLoop { state: String },
    /// A target that names no state.
    #[error("{place} leads to unknown state {target:?}{}", hint(suggestion.as_deref()))]
    UnknownTarget {
        /// The transition or guard with the target.
        place: String,
        /// The target as written.
        target: String,
        /// The most similar name that exists.
        suggestion: Option<String>,
    },
    /// A callback that takes the data of a trigger that cannot lead to it.
    #[error("{place}: {callback:?} takes the data of {takes}")]
    WrongTrigger {
        /// The state the callback belongs to.
        place: String,
        /// The action or guard.
        callback: String,
        /// The names of the triggers that carry this data.
        takes: String,
    },
    /// A precondition on a transition that is not caused by a trigger.
    #[error("{place} has a precondition, and no trigger to which it could apply")]
    NeedlessPrecondition {
        /// Which transition, in words for a sentence.
        place: String,
    },
    /// Several targets that cannot be active together.
    #[error("{place} leads to {first:?} and {second:?}, which cannot be active together")]
    ConflictingTargets {
        /// Which transition, in words for a sentence.
        place: String,
        /// One of the targets.
        first: String,
        /// The target that conflicts with it.
        second: String,
    },
    /// A final or history state with children, or a root that is one.
    #[error("state {state:?} is final or a history state and so can be neither root nor parent")]
    NotAContainer { state: String },
    /// A final or history state with transitions, timers or invoked charts of its own.
    #[error("state {state:?} is final or a history state and so cannot have {what}")]
    TooBusy {
        state: String,
        /// What it must not have.
        what: &'static str,
    },
    /// An output on a state that does not end the chart.
    #[error("state {state:?} has an output but is not a final state at the top")]
    MisplacedOutput { state: String },
    /// A chart of which one final state gives an output and another does not.
    #[error("final state {state:?} has no output, while another end of the chart has one")]
    MissingOutput {
        /// The final state without an output.
        state: String,
    },
    /// Two charts invoked under the same name.
    #[error("two charts are invoked as {id:?}")]
    DuplicateChild {
        /// The name that both have.
        id: String,
    },
    /// A parent that takes its child's output although not every end of the child gives one.
    #[error("the output of {id:?} is taken, but not every end of that chart gives one")]
    ChildWithoutOutput {
        /// The name under which it is invoked.
        id: String,
    },
}
