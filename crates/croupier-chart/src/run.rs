//! Running a chart: snapshots, steps, timers, children, and observers.

pub(crate) mod actor;
mod any_chart;
mod chart;
pub(crate) mod error;
mod observe;
mod runner;
pub(crate) mod saved;
pub(crate) mod scope;
pub(crate) mod step;
pub(crate) mod timer;

pub use self::actor::{Actor, Snapshot, Tag};
pub use self::any_chart::AnyChart;
pub use self::chart::Chart;
pub use self::error::{Answer, Refusal, RunawayError, UnknownMachineError, UnknownStateError};
pub use self::observe::{Moment, Observer, TraceEvent};
pub use self::runner::Runner;
pub use self::saved::{RestoreError, Saved, SavedActor, SavedTimer};
pub use self::scope::{Env, Look, Scope};
pub use self::timer::TimerId;
