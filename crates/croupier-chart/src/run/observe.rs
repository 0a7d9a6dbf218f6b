//! Observers see every microstep, guard, action and timer, for traces and inspectors.

use crate::Millis;
use std::fmt;

/// Sees everything that a chart and its children do. Without an observer this costs nothing.
pub trait Observer {
    /// Called for each moment, while the step is still in progress.
    fn see(&mut self, moment: Moment<'_>);
}

impl<F: FnMut(Moment<'_>)> Observer for F {
    fn see(&mut self, moment: Moment<'_>) {
        self(moment);
    }
}

/// Something that just happened, and in which chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment<'a> {
    /// The chart's id: that of the root or of an invoked chart.
    pub chart: &'a str,
    /// The instant at which it happened, in virtual time.
    pub now: Millis,
    /// What happened, in the order of execution.
    pub what: TraceEvent<'a>,
}

/// What an observer can see. States are named by their full path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceEvent<'a> {
    /// A trigger came from outside, from an action, or from a timer.
    Triggered(&'a str),
    /// A timed transition of this state fell due.
    TimerFired(&'a str),
    /// A state is done: a final child was entered, or all its regions are done.
    Done(&'a str),
    /// A guard was evaluated.
    GuardAsked {
        /// The guard, as [`Guard::describe`](crate::define::Guard::describe) writes it.
        guard: &'a str,
        /// Whether it lets the transition be taken.
        passed: bool,
    },
    /// A transition was selected.
    TransitionTaken {
        /// The state it starts from.
        source: &'a str,
        /// Its index among all transitions of the chart, in document order; see
        /// [`Chart::transitions`](crate::run::Chart::transitions).
        number: usize,
    },
    /// A state was left.
    Exited(&'a str),
    /// An action has run, by its name.
    Acted(&'a str),
    /// A state was entered.
    Entered(&'a str),
    /// A state's timed transition was armed.
    TimerStarted {
        /// The state that the timer belongs to, by its path.
        state: &'a str,
        /// When it falls due.
        due: Millis,
    },
    /// A state was left before its timed transitions fell due.
    TimersCancelled(&'a str),
    /// No transition takes this trigger now.
    Refused(&'a str),
    /// An invoked chart began.
    ChildStarted(&'a str),
    /// An invoked chart was stopped before its end.
    ChildStopped(&'a str),
    /// An invoked chart reached its end.
    ChildDone(&'a str),
    /// The chart reached its end and takes no more triggers.
    Ended,
    /// The step is over; the chart is at rest.
    Rested,
}

impl fmt::Display for Moment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.now.get(), self.chart, self.what)
    }
}

impl fmt::Display for TraceEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The root's path is empty.
        let named =
            |path: &'_ str| if path.is_empty() { "the root".to_owned() } else { path.to_owned() };
        match self {
            Self::Triggered(name) => write!(f, "trigger {name}"),
            Self::TimerFired(state) => write!(f, "timer of {}", named(state)),
            Self::Done(state) => write!(f, "done {}", named(state)),
            Self::GuardAsked { guard, passed } => {
                write!(f, "guard {guard} {}", if *passed { "holds" } else { "fails" })
            }
            Self::TransitionTaken { source, number } => {
                write!(f, "transition {number} of {}", named(source))
            }
            Self::Exited(state) => write!(f, "exit {}", named(state)),
            Self::Acted(name) => write!(f, "action {name}"),
            Self::Entered(state) => write!(f, "enter {}", named(state)),
            Self::TimerStarted { state, due } => {
                write!(f, "timer of {} due at {}", named(state), due.get())
            }
            Self::TimersCancelled(state) => write!(f, "timers of {} cancelled", named(state)),
            Self::Refused(name) => write!(f, "refused {name}"),
            Self::ChildStarted(id) => write!(f, "child {id} started"),
            Self::ChildStopped(id) => write!(f, "child {id} stopped"),
            Self::ChildDone(id) => write!(f, "child {id} done"),
            Self::Ended => f.write_str("ended"),
            Self::Rested => f.write_str("at rest"),
        }
    }
}
