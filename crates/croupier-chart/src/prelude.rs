//! What a file with a chart imports: `use croupier_chart::prelude::*;`.
//!
//! The names that nearly every chart uses, and the macros. [`Action`](crate::define::Action) and
//! [`Trigger`](crate::define::Trigger) are left out because most programs have their own types with
//! these names.

pub use crate::check::assert_sound;
pub use crate::compile::StateId;
pub use crate::define::{
    Carries, ChildDef, Definition, Guard, Machine, Relay, StateDef, Transition, Wiring, action,
    action_with, all, any, deep_history, delay, final_state, guard, guard_with, history, in_state,
    internal, not, parallel, state, to, to_all,
};
pub use crate::run::{Actor, Answer, Chart, Env, Look, Refusal, Runner, Scope, Snapshot, TimerId};
pub use crate::{Millis, slot, triggers};
