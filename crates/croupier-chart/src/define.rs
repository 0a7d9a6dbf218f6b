//! The building blocks of a chart (states, transitions, callbacks, invoked children) and its
//! faults.

pub(crate) mod callback;
mod carries;
pub(crate) mod child;
mod definition;
mod fault;
mod machine;
pub(crate) mod shape;
pub(crate) mod suggest;

pub use self::callback::{
    Action, Call, Computed, Delay, Guard, IntoAction, IntoDelay, IntoGuard, Name, action, all, any,
    delay, guard, in_state, not,
};
pub use self::carries::{Carries, action_with, guard_with};
pub use self::child::{Child, ChildDef, Relay, Slot, Take, Wiring};
pub use self::definition::{
    Definition, DoneTrigger, Handler, IntoTransitions, KindOf, Output, Selection, Semantics,
    StateDef, StateKind, Transition, When, Wildcards, deep_history, final_state, history, internal,
    parallel, state, to, to_all,
};
pub use self::fault::{DefinitionError, Fault};
pub use self::machine::{Machine, Never, Trigger, TriggerKind};
