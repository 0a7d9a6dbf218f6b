//! Snapshots as plain data: state ids, absolute instants, nested children.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Millis;
use crate::compile::set::{Ix, StateSet};
use crate::compile::tables::{Candidate, InvokeRow};
use crate::define::{Machine, Trigger, TriggerKind};
use crate::run::Chart;
use crate::run::actor::{Actor, Snapshot};
use crate::run::timer::{Clock, Own, Timer, TimerId, Timers, What};

/// A snapshot in a form that can be stored. A restored snapshot continues exactly where it was
/// taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The instant that the run had reached.
    pub now: Millis,
    /// How many timers the tree has armed so far.
    pub seq: u64,
    /// The outermost chart.
    pub root: SavedActor,
}

/// One running chart in a save.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedActor {
    /// The id of the chart that was run; another one cannot continue it.
    pub chart: String,
    /// Its fingerprint, in hexadecimal.
    pub hash: String,
    /// Whether it has ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// The active states without active children, by their paths.
    pub active: Vec<String>,
    /// What each history state remembers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub history: BTreeMap<String, Vec<String>>,
    /// The pending timers, in the order in which they fall due.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timers: Vec<SavedTimer>,
    /// The data that belongs to the flow.
    pub context: Value,
    /// Invoked charts, by the name under which they are invoked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub children: BTreeMap<String, SavedActor>,
}

/// A timer in a save.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum SavedTimer {
    /// A timed transition of an active state.
    After {
        state: String,
        /// Its index among the state's delays.
        delay: usize,
        /// The instant at which it fires.
        due: Millis,
        /// Its sequence number, which orders the timers of one instant.
        seq: u64,
    },
    /// A timer that the chart started itself.
    Own {
        id: TimerId,
        /// The trigger that it raises when it fires.
        trigger: Value,
        /// The instant at which it fires, or the remaining wait if it is suspended.
        due: Millis,
        /// Its sequence number, which orders the timers of one instant.
        seq: u64,
        /// The period, if it repeats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        every: Option<Millis>,
        /// Whether it is suspended.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        suspended: bool,
    },
}

impl SavedActor {
    /// The highest sequence number of any timer of the tree.
    fn latest(&self) -> u64 {
        let own = self.timers.iter().map(|timer| match timer {
            SavedTimer::After { seq, .. } | SavedTimer::Own { seq, .. } => *seq,
        });
        let children = self.children.values().map(Self::latest);
        own.chain(children).max().unwrap_or(0)
    }

    /// Renames states to what they are called in a newer chart: the core of a migration. States for
    /// which `rename` returns `None` keep their names. The caller then sets [`hash`](Self::hash) to
    /// the newer chart's [`fingerprint`](Chart::fingerprint), to confirm that the save fits that
    /// chart.
    pub fn rename_states(&mut self, rename: impl Fn(&str) -> Option<String>) {
        let change = |path: &mut String| {
            if let Some(new) = rename(path) {
                *path = new;
            }
        };
        self.active.iter_mut().for_each(change);
        for timer in &mut self.timers {
            if let SavedTimer::After { state, .. } = timer {
                change(state);
            }
        }
        self.history = std::mem::take(&mut self.history)
            .into_iter()
            .map(|(mut state, mut past)| {
                change(&mut state);
                past.iter_mut().for_each(change);
                (state, past)
            })
            .collect();
    }
}

/// Why a save cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum RestoreError {
    /// A save of another chart, or of another version of this one.
    #[error("the save is of chart {found} ({found_hash}), not of {expected} ({expected_hash})")]
    OtherChart {
        /// The chart that was asked to restore it.
        expected: String,
        expected_hash: String,
        /// The chart that wrote it.
        found: String,
        found_hash: String,
    },
    /// A state that the chart does not have.
    #[error("chart {chart} has no state {state:?}")]
    UnknownState { chart: String, state: String },
    /// Active states that cannot be active together.
    #[error("the active states of chart {chart} do not fit together: {}", states.join(", "))]
    NotAConfiguration {
        chart: String,
        /// The leaves of the save.
        states: Vec<String>,
    },
    /// Remembered states that the history state cannot have remembered.
    #[error("history state {state:?} of chart {chart} cannot have this saved history")]
    BadHistory { chart: String, state: String },
    /// A timer that the chart cannot have, such as one of a state that is not active.
    #[error("chart {chart} cannot have this timer: {why}")]
    BadTimer {
        chart: String,
        /// What is wrong with it.
        why: String,
    },
    /// A child that should not be running, or one that is missing.
    #[error("chart {chart} and its child {id:?} do not fit together")]
    BadChild {
        chart: String,
        /// The name of the child.
        id: String,
    },
    /// Flow data or a trigger that cannot be deserialized.
    #[error("the {what} of chart {chart} cannot be read: {why}")]
    BadData {
        chart: String,
        what: &'static str,
        /// The deserializer's message.
        why: String,
    },
}

impl<M: Machine> Chart<M> {
    /// Saves a snapshot.
    pub fn save(&self, snapshot: &Snapshot<M>) -> Saved {
        let Clock { now, seq } = snapshot.clock;
        Saved { now, seq, root: self.save_actor(&snapshot.root) }
    }

    /// Restores a snapshot. One that another chart wrote, or that is inconsistent, is rejected as a
    /// whole.
    pub fn restore(&self, saved: &Saved) -> Result<Snapshot<M>, RestoreError> {
        let clock = Clock { now: saved.now, seq: saved.seq };
        if saved.root.latest() > saved.seq {
            let why = "it was armed after the last timer that the save counts".to_owned();
            return Err(RestoreError::BadTimer { chart: saved.root.chart.clone(), why });
        }
        let root = self.restore_actor(&saved.root)?;
        let mut restored = Snapshot { clock, root, children_due: None };
        self.look_ahead(&mut restored);
        Ok(restored)
    }

    pub(crate) fn save_actor(&self, actor: &Actor<M>) -> SavedActor {
        let paths = |set: StateSet| set.iter().map(|ix| self.tables.path(ix).to_owned()).collect();
        let histories = self.tables.shape.histories.iter().zip(&actor.progress.past);
        let invokes = self.tables.invokes.iter();
        SavedActor {
            chart: self.definition.id.to_string(),
            hash: self.fingerprint(),
            done: actor.progress.done,
            active: paths(actor.progress.active & self.tables.shape.atomic),
            history: histories
                .filter(|(_, past)| !past.is_empty())
                .map(|(row, past)| (self.tables.path(row.state).to_owned(), paths(*past)))
                .collect(),
            timers: actor.progress.timers.rows().iter().map(|it| self.save_timer(it)).collect(),
            context: to_value(&actor.context),
            children: invokes
                .filter_map(|row| {
                    let saved = row.child.save(&actor.progress.children)?;
                    Some((row.child.id().to_owned(), saved))
                })
                .collect(),
        }
    }

    /// [`hash`](Self::hash) in the form used in saves.
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", self.hash)
    }

    fn save_timer(&self, timer: &Timer<M::Trigger>) -> SavedTimer {
        let Timer { due, seq, what } = timer;
        match what {
            What::After(number) => {
                let row = &self.tables.delays[usize::from(*number)];
                let first = self.tables.states[row.state.at()].delays.start;
                SavedTimer::After {
                    state: self.tables.path(row.state).to_owned(),
                    delay: usize::from(number - first),
                    due: *due,
                    seq: *seq,
                }
            }
            What::Own(Own { id, trigger, every, suspended }) => SavedTimer::Own {
                id: *id,
                trigger: to_value(trigger),
                due: *due,
                seq: *seq,
                every: *every,
                suspended: *suspended,
            },
        }
    }

    pub(crate) fn restore_actor(&self, saved: &SavedActor) -> Result<Actor<M>, RestoreError> {
        let chart = || self.definition.id.to_string();
        let is_known = saved.hash == self.fingerprint()
            || self.definition.earlier.iter().any(|hash| *hash == saved.hash);
        if saved.chart != self.definition.id || !is_known {
            return Err(RestoreError::OtherChart {
                expected: chart(),
                expected_hash: self.fingerprint(),
                found: saved.chart.clone(),
                found_hash: saved.hash.clone(),
            });
        }
        let active = self.restore_active(&saved.active)?;
        let bad = |what, why: serde_json::Error| RestoreError::BadData {
            chart: chart(),
            what,
            why: why.to_string(),
        };
        let context = M::Context::deserialize(&saved.context).map_err(|why| bad("context", why))?;
        let mut actor = self.unstarted(context);
        actor.progress.active = active;
        actor.progress.done = saved.done;
        // A stopped chart is done whatever was active; one whose root is done cannot still be
        // running.
        if !saved.done && self.tables.shape.is_done(Ix::ROOT, active) {
            let states = saved.active.clone();
            return Err(RestoreError::NotAConfiguration { chart: chart(), states });
        }
        self.restore_history(&mut actor, saved)?;
        let timers = saved.timers.iter().map(|timer| self.restore_timer(&actor, timer));
        let timers: Vec<_> = timers.collect::<Result<_, _>>()?;
        self.check_timers(&actor, &timers)?;
        actor.progress.timers = Timers::from_rows(timers);
        self.restore_children(&mut actor, saved)?;
        Ok(actor)
    }

    fn find(&self, path: &str) -> Result<Ix, RestoreError> {
        let found = self.tables.paths.iter().position(|known| known == path).map(Ix::new);
        found.ok_or_else(|| RestoreError::UnknownState {
            chart: self.definition.id.to_string(),
            state: path.to_owned(),
        })
    }

    fn restore_active(&self, leaves: &[String]) -> Result<StateSet, RestoreError> {
        let shape = &self.tables.shape;
        let mut active = StateSet::EMPTY;
        for leaf in leaves {
            let ix = self.find(leaf)?;
            active.insert(ix);
            shape.ancestors(ix).for_each(|up| active.insert(up));
        }
        if shape.is_configuration(active) {
            return Ok(active);
        }
        let chart = self.definition.id.to_string();
        Err(RestoreError::NotAConfiguration { chart, states: leaves.to_vec() })
    }

    fn restore_history(
        &self,
        actor: &mut Actor<M>,
        saved: &SavedActor,
    ) -> Result<(), RestoreError> {
        let shape = &self.tables.shape;
        for (path, remembered) in &saved.history {
            let state = self.find(path)?;
            let bad = || RestoreError::BadHistory {
                chart: self.definition.id.to_string(),
                state: path.clone(),
            };
            let number = shape.histories.iter().position(|row| row.state == state);
            let number = number.ok_or_else(bad)?;
            let row = &shape.histories[number];
            let past: StateSet =
                remembered.iter().map(|path| self.find(path)).collect::<Result<_, _>>()?;
            // A history state must remember something that exiting its parent can actually leave
            // behind.
            let entry = shape.entry(&[state], Some(row.parent), &self.past_of(number, past));
            let inside = shape.row(row.parent).descendants;
            let fits = shape.remember(row, entry.enter) == past
                && entry.enter.is_subset_of(inside)
                && shape.is_configuration_below(row.parent, entry.enter);
            if past.is_empty() || !fits {
                return Err(bad());
            }
            actor.progress.past[number] = past;
        }
        Ok(())
    }

    fn past_of(&self, number: usize, past: StateSet) -> Vec<StateSet> {
        let mut all = vec![StateSet::EMPTY; self.tables.shape.histories.len()];
        all[number] = past;
        all
    }

    fn restore_timer(
        &self,
        actor: &Actor<M>,
        saved: &SavedTimer,
    ) -> Result<Timer<M::Trigger>, RestoreError> {
        let chart = || self.definition.id.to_string();
        match saved {
            SavedTimer::After { state, delay, due, seq } => {
                let ix = self.find(state)?;
                let row = self.tables.states[ix.at()].delays;
                let bad = |why: String| RestoreError::BadTimer { chart: chart(), why };
                if !actor.progress.active.contains(ix) {
                    return Err(bad(format!("state {state:?} is not active")));
                }
                let delay = u16::try_from(*delay).ok().filter(|delay| *delay < row.len);
                let delay = delay.ok_or_else(|| bad(format!("{state:?} has no such delay")))?;
                Ok(Timer { due: *due, seq: *seq, what: What::After(row.start + delay) })
            }
            SavedTimer::Own { id, trigger, due, seq, every, suspended } => {
                let trigger = M::Trigger::deserialize(trigger).map_err(|why| {
                    let (what, why) = ("trigger of a timer", why.to_string());
                    RestoreError::BadData { chart: chart(), what, why }
                })?;
                if !M::raises(*id, &trigger) {
                    let why = format!("timer {} does not raise {}", id.0, trigger.kind().name());
                    return Err(RestoreError::BadTimer { chart: chart(), why });
                }
                let own = Own { id: *id, trigger, every: *every, suspended: *suspended };
                Ok(Timer { due: *due, seq: *seq, what: What::Own(own) })
            }
        }
    }

    /// Rejects duplicate timers, and timers in a chart that has ended.
    fn check_timers(
        &self,
        actor: &Actor<M>,
        timers: &[Timer<M::Trigger>],
    ) -> Result<(), RestoreError> {
        let same = |one: &What<M::Trigger>, other: &What<M::Trigger>| match (one, other) {
            (What::After(one), What::After(other)) => one == other,
            (What::Own(one), What::Own(other)) => one.id == other.id,
            _ => false,
        };
        let twice = timers
            .iter()
            .enumerate()
            .any(|(at, timer)| timers[at + 1..].iter().any(|other| same(&timer.what, &other.what)));
        let why = match (twice, actor.progress.done && !timers.is_empty()) {
            (true, _) => "it is there twice",
            (_, true) => "the chart has ended",
            _ => return Ok(()),
        };
        let chart = self.definition.id.to_string();
        Err(RestoreError::BadTimer { chart, why: why.to_owned() })
    }

    /// Requires exactly the children of the active states, each of them valid.
    fn restore_children(
        &self,
        actor: &mut Actor<M>,
        saved: &SavedActor,
    ) -> Result<(), RestoreError> {
        let bad = |id: &str| RestoreError::BadChild {
            chart: self.definition.id.to_string(),
            id: id.to_owned(),
        };
        for id in saved.children.keys() {
            let known = self.tables.invokes.iter().find(|row| row.child.id() == id);
            let row = known.ok_or_else(|| bad(id))?;
            if actor.progress.done || !actor.progress.active.contains(row.state) {
                return Err(bad(id));
            }
        }
        for row in &self.tables.invokes {
            let id = row.child.id();
            if let Some(child) = saved.children.get(id) {
                row.child.restore(&mut actor.progress.children, child)?;
                if row.child.is_done(&actor.progress.children) {
                    return Err(bad(id));
                }
            } else if !actor.progress.done
                && actor.progress.active.contains(row.state)
                && self.leaves_when_done(row)
            {
                // A child may be missing only if it ended and its parent stayed in the state.
                return Err(bad(id));
            }
        }
        Ok(())
    }

    /// Whether the state of a child is always left as soon as the child has ended, whatever the
    /// guards say.
    fn leaves_when_done(&self, row: &InvokeRow<M>) -> bool {
        let candidates = &self.tables.candidates[row.candidates.range()];
        let Some(last) = candidates.iter().position(|it| it.guard.is_none()) else { return false };
        let leaves = |it: &Candidate| self.tables.transition(it.row).exit.contains(row.state);
        candidates[..=last].iter().all(leaves)
    }
}

/// Context and triggers are plain data; the one thing that cannot be written is a map whose keys
/// are not strings.
fn to_value<T: Serialize>(data: &T) -> Value {
    serde_json::to_value(data).unwrap_or(Value::Null)
}
