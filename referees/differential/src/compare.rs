//! Compares our steps with XState's, and recognises known differences.

use std::collections::BTreeSet;

use croupier_chart::define::Selection;
use croupier_chart::run::Chart;
use serde::{Deserialize, Serialize};

use crate::machine::{Sketched, compile};
use crate::referee::XStateStep;
use crate::script::{Beat, Micro, Script, play, watch_step};
use crate::sketch::{Kind, Move, Sketch, State, key};

/// The known differences. Each has its own chart and test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// XState derives what a transition exits from the states that a history state leads to, so it
    /// can enter a state that it never exited. Ours treats a history state as lying in its parent.
    History,
    /// XState omits the initial actions of a region that is entered because its sibling is the
    /// target, and of states that are entered through a history state.
    InitialActions,
    /// XState tries eventless transitions in the order in which the leaves were entered, ours in
    /// document order.
    EventlessOrder,
    /// XState tries a parallel state and its ancestors only if no region took the trigger.
    SelectionRule,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How many steps were compared, including the start.
    pub steps: usize,
    /// How many of them were identical.
    pub identical: usize,
    /// Which known differences occurred.
    pub known: BTreeSet<Known>,
    /// Whether it ended in a step that never comes to rest, in which XState also looped or gave up
    /// at an eventless transition that changes nothing.
    pub endless: bool,
    /// Whether it ended at a step that looked the same but exited different states because of
    /// history.
    pub cut: bool,
    /// The first step with an unexplained difference.
    pub failed_at: Option<usize>,
}

impl Outcome {
    /// Whether there was no difference at all.
    pub fn is_identical(&self) -> bool {
        self.failed_at.is_none() && self.known.is_empty()
    }
}

/// Runs the chart and compares it with what XState did.
///
/// Comparing stops at a known difference after which the two are in different states.
pub fn compare(
    sketch: &Sketch,
    selection: Selection,
    script: &Script,
    theirs: &[XStateStep],
) -> Outcome {
    let chart = compile(sketch, selection).expect("only sound sketches are compared");
    let ours = play(&chart, script);
    let mut outcome = Outcome {
        steps: 0,
        identical: 0,
        known: BTreeSet::new(),
        endless: false,
        cut: false,
        failed_at: None,
    };
    for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        outcome.steps += 1;
        if ours.endless {
            outcome.endless = true;
            let stuck = theirs.idle || theirs.error.as_ref().is_some_and(|e| e.contains("loop"));
            if !stuck {
                outcome.failed_at = Some(at);
            }
            break;
        }
        if theirs.error.is_none() && ours.leaves == theirs.leaves && ours.log == theirs.log {
            outcome.identical += 1;
            if theirs.past {
                // No visible difference, but the two have exited different states and so remember
                // different histories; XState may even have a state active without its parent.
                outcome.cut = true;
                break;
            }
            continue;
        }
        let step = Differing { sketch, chart: &chart, script, at, ours, theirs };
        let Some(known) = step.explain() else {
            outcome.failed_at = Some(at);
            break;
        };
        outcome.known.insert(known);
        if known == Known::History {
            break;
        }
    }
    outcome
}

/// A step in which the two differ.
struct Differing<'d> {
    sketch: &'d Sketch,
    chart: &'d Chart<Sketched>,
    script: &'d Script,
    at: usize,
    ours: &'d Beat,
    theirs: &'d XStateStep,
}

impl Differing<'_> {
    fn explain(&self) -> Option<Known> {
        if self.theirs.past {
            return Some(Known::History);
        }
        let same_leaves = self.theirs.error.is_none() && self.ours.leaves == self.theirs.leaves;
        (same_leaves && self.lacks_only_initial_actions()).then_some(Known::InitialActions)
    }

    /// Whether XState's log is ours minus some initial actions that XState is known to omit.
    fn lacks_only_initial_actions(&self) -> bool {
        let (seen, before) = watch_step(self.chart, self.script, self.at);
        if seen.iter().flat_map(|micro| &micro.log).ne(&self.ours.log) {
            // Observing must not change anything; if it does, that is the difference.
            return false;
        }
        let past = before.map(|before| self.chart.save(&before).root.history).unwrap_or_default();
        let had_past = |history: u16| past.contains_key(&self.sketch.path(history));
        let mut theirs = self.theirs.log.iter().peekable();
        for micro in &seen {
            for name in &micro.log {
                if theirs.peek() == Some(&name) {
                    theirs.next();
                } else if !self.may_lack(name, micro, had_past) {
                    return false;
                }
            }
        }
        theirs.next().is_none()
    }

    /// Whether this is the initial action of a state that was entered by default in this microstep,
    /// as SCXML requires, in a way in which XState omits it.
    fn may_lack(&self, name: &str, micro: &Micro, had_past: impl Fn(u16) -> bool) -> bool {
        let states = self.sketch.states();
        let Some(state) = states.iter().find(|state| format!(">{}", key(state.id)) == name) else {
            return false;
        };
        let moves = self.sketch.moves();
        // A transition from a leaf to itself enters nothing, and may be taken along with one that
        // does.
        let enters =
            |(source, step): &&(&State, &Move)| step.reenter || step.targets != [source.id];
        let taken = micro.taken.iter().filter_map(|number| moves.get(*number)).filter(enters);
        let targets: Vec<&State> =
            taken.flat_map(|(_, step)| &step.targets).filter_map(|id| self.state(*id)).collect();
        let ancestors = self.sketch.ancestors(state.id);
        let parent = ancestors.first().and_then(|id| self.state(*id));
        let inside = |target: &&State| self.sketch.ancestors(target.id).contains(&state.id);
        if targets.iter().filter(|target| !target.kind.is_history()).any(inside) {
            return false;
        }
        let is_region = parent.is_some_and(|parent| parent.kind == Kind::Parallel);
        let histories = || targets.iter().filter(|target| target.kind.is_history());
        let restores = |history: &&State| {
            let around = self.sketch.parent(history.id).map(|outer| outer.id);
            history.kind == Kind::Deep
                && had_past(history.id)
                && around.is_some_and(|outer| ancestors.contains(&outer))
        };
        let leads_here = |history: &&State| {
            let outer = self.sketch.parent(history.id);
            let default = history.initial.or(outer.and_then(|outer| outer.initial));
            let is_child = outer.map(|outer| outer.id) == parent.map(|parent| parent.id);
            default == Some(state.id) || history.kind == Kind::Shallow && is_child
        };
        !histories().any(restores) && (is_region || histories().any(leads_here))
    }

    fn state(&self, id: u16) -> Option<&State> {
        self.sketch.root.find(id)
    }
}
