//! Statecharts and virtual time.

mod actor;
mod callback;
mod chart;
mod child;
mod compile;
mod definition;
mod error;
pub mod export;
mod fault;
pub mod graph;
mod hash;
mod lint;
mod machine;
mod observe;
mod runner;
mod saved;
mod scope;
mod set;
mod shape;
mod step;
mod suggest;
mod tables;
mod timer;

pub use actor::{Actor, Snapshot, Tag};
pub use callback::{
    Action, Call, Computed, Delay, Guard, IntoAction, IntoDelay, IntoGuard, Name, action, all, any,
    delay, guard, in_state, not,
};
pub use chart::Chart;
pub use child::{Child, ChildDef, Relay, Slot, Take, Wiring};
pub use definition::{
    Definition, DoneTrigger, Handler, IntoTransitions, KindOf, Output, Selection, Semantics,
    StateDef, StateKind, Transition, When, Wildcards, deep_history, history, last, parallel, state,
    stay, to, to_all,
};
pub use error::{Answer, Refusal, Runaway, UnknownState};
pub use fault::{Fault, Faults};
pub use lint::{LintKind, LintReport};
pub use machine::{Machine, Never, Trigger, TriggerKind};
pub use observe::{Happening, Moment, Observer};
pub use runner::Runner;
pub use saved::{RestoreError, Saved, SavedActor, SavedTimer};
pub use scope::{Env, Look, Scope};
pub use set::{MAX_STATES, StateId};
pub use timer::TimerId;
