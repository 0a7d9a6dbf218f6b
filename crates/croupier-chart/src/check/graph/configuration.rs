//! The active states of a tree of charts, without its data.

use std::fmt;

use crate::Millis;
use crate::define::Machine;
use crate::run::{Chart, SavedActor, SavedTimer, Snapshot};

/// The active states of a tree of charts: everything that determines which transitions and timers
/// are possible next, apart from context, rules and instants.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Configuration {
    /// The active leaves; those of children follow as `state/invoked as/state`.
    pub active: Vec<String>,
    /// What history states remember, as `history state: remembered states`.
    pub remembered: Vec<String>,
    /// The pending timers in the order in which they fall due, without their instants.
    pub pending: Vec<String>,
    /// The suspended timers.
    pub held: Vec<String>,
}

impl Configuration {
    /// The configuration of a snapshot.
    pub fn of<M: Machine>(chart: &Chart<M>, snapshot: &Snapshot<M>) -> Self {
        Self::with_waits(chart, snapshot).0
    }

    /// The same, with the remaining wait of each pending timer.
    pub(crate) fn with_waits<M: Machine>(
        chart: &Chart<M>,
        snapshot: &Snapshot<M>,
    ) -> (Self, Vec<Millis>) {
        let mut drawn = Drawn::default();
        drawn.add(&chart.save(snapshot).root, "");
        let Drawn { mut timers, mut held, remembered } = drawn;
        timers.sort();
        held.sort();
        let waits = timers.iter().map(|(due, ..)| *due - snapshot.now()).collect();
        let pending = timers.into_iter().map(|(_, _, name)| name).collect();
        (Self { active: chart.leaves(snapshot), remembered, pending, held }, waits)
    }
}

/// `on.dim, turn/window/open; waiting for on.dim`.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.active.join(", "))?;
        let parts = [
            ("remembering", &self.remembered),
            ("waiting for", &self.pending),
            ("holding", &self.held),
        ];
        let parts = parts.iter().filter(|(_, list)| !list.is_empty());
        parts.into_iter().try_for_each(|(word, list)| write!(f, "; {word} {}", list.join(", ")))
    }
}

#[derive(Default)]
struct Drawn {
    /// Instant, sequence number, name.
    timers: Vec<(Millis, u64, String)>,
    held: Vec<String>,
    remembered: Vec<String>,
}

impl Drawn {
    fn add(&mut self, actor: &SavedActor, prefix: &str) {
        for (history, states) in &actor.history {
            self.remembered.push(format!("{prefix}{history}: {}", states.join(" ")));
        }
        for timer in &actor.timers {
            match timer {
                SavedTimer::After { state, delay, due, seq } => {
                    let nth = if *delay == 0 { String::new() } else { format!(" #{delay}") };
                    self.timers.push((*due, *seq, format!("{prefix}{state}{nth}")));
                }
                SavedTimer::Own { id, suspended: true, .. } => {
                    self.held.push(format!("{prefix}timer {}", id.0));
                }
                SavedTimer::Own { id, due, seq, .. } => {
                    self.timers.push((*due, *seq, format!("{prefix}timer {}", id.0)));
                }
            }
        }
        for (id, child) in &actor.children {
            self.add(child, &format!("{prefix}{id}/"));
        }
    }
}
