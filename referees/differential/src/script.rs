//! Runs a chart step by step and records what it does.

use croupier_chart::prelude::*;
use croupier_chart::run::{Moment, RunawayError, SavedTimer, TraceEvent};
use serde::{Deserialize, Serialize};

use crate::machine::{Desk, PRESSES, Sketched};
use crate::random::Random;

/// An initial state of the guards, and the steps that follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// The bits that guards see at the start.
    pub start: u32,
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The bits that guards see during this step.
    pub bits: u32,
    /// What happens.
    #[serde(flatten)]
    pub what: What,
}

/// What happens in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// A trigger is sent, by its number.
    Send(usize),
    /// This many milliseconds pass.
    Wait(u64),
}

/// What a chart did in one step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// The active leaves afterwards, in document order.
    pub leaves: Vec<String>,
    /// The actions that ran, in order.
    pub log: Vec<String>,
    /// The chart did not come to rest; then there is nothing else to report.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
}

/// A microstep, as seen by an observer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Micro {
    /// The transitions taken, as indices into [`Chart::transitions`]; none at the start.
    pub taken: Vec<usize>,
    /// The actions that ran.
    pub log: Vec<String>,
    closed: bool,
}

/// A running chart.
pub struct Player<'c> {
    chart: &'c Chart<Sketched>,
    snapshot: Option<Snapshot<Sketched>>,
    desk: Desk,
    /// The bits with which the chart last came to rest.
    at_rest: u32,
    /// Whether the last step did anything: a trigger was taken, or a timer fired.
    moved: bool,
}

impl<'c> Player<'c> {
    /// Starts a chart.
    pub fn start(chart: &'c Chart<Sketched>, bits: u32) -> (Self, Beat) {
        let mut player = Self::unstarted(chart, bits);
        let started = chart.start((), &mut Env::new(&mut player.desk));
        let beat = player.begin(started);
        (player, beat)
    }

    /// The same, returning the microsteps.
    pub fn start_watched(chart: &'c Chart<Sketched>, bits: u32) -> (Self, Vec<Micro>) {
        let mut player = Self::unstarted(chart, bits);
        let mut seen = vec![Micro::default()];
        let mut watch = |moment: Moment<'_>| note(&mut seen, moment);
        let mut env = Env::new(&mut player.desk).observed_by(&mut watch);
        let started = chart.start((), &mut env);
        player.begin(started);
        (player, seen)
    }

    fn unstarted(chart: &'c Chart<Sketched>, bits: u32) -> Self {
        let desk = Desk { bits, log: vec![] };
        Self { chart, snapshot: None, desk, at_rest: bits, moved: true }
    }

    fn begin(&mut self, started: Result<Snapshot<Sketched>, RunawayError>) -> Beat {
        self.snapshot = started.ok();
        self.finish(self.snapshot.is_some())
    }

    /// Takes a step. After an endless one there are no more.
    pub fn step(&mut self, step: Step) -> Beat {
        self.take(step, None)
    }

    /// The same, returning the microsteps. Charts take another code path when they are observed, so
    /// comparisons run without an observer.
    pub fn step_watched(&mut self, step: Step) -> Vec<Micro> {
        let mut seen = vec![];
        let mut watch = |moment: Moment<'_>| note(&mut seen, moment);
        self.take(step, Some(&mut watch));
        seen
    }

    fn take(&mut self, step: Step, watch: Option<&mut dyn FnMut(Moment<'_>)>) -> Beat {
        let Some(mut snapshot) = self.snapshot.take() else { return self.finish(true) };
        self.desk.bits = step.bits;
        let mut observer = watch;
        let mut env = Env::new(&mut self.desk);
        if let Some(watch) = &mut observer {
            env = env.observed_by(watch);
        }
        let moved: Result<bool, RunawayError> = match step.what {
            What::Send(number) => {
                self.chart.send(&mut snapshot, &mut env, &PRESSES[number]).map(Answer::is_taken)
            }
            What::Wait(ms) => {
                let instant = snapshot.now() + Millis(ms);
                self.chart.advance_to(&mut snapshot, &mut env, instant).map(|fired| fired > 0)
            }
        };
        self.moved = !matches!(moved, Ok(false));
        if self.moved {
            self.at_rest = step.bits;
        }
        self.snapshot = Some(snapshot);
        self.finish(moved.is_ok())
    }

    fn finish(&mut self, came_to_rest: bool) -> Beat {
        let log = std::mem::take(&mut self.desk.log);
        if !came_to_rest {
            self.snapshot = None;
            return Beat { endless: true, ..Beat::default() };
        }
        let leaves = self.snapshot.as_ref().map(|snapshot| self.chart.leaves(snapshot));
        Beat { leaves: leaves.unwrap_or_default(), log, endless: false }
    }

    /// The snapshot; none after an endless step.
    pub fn snapshot(&self) -> Option<&Snapshot<Sketched>> {
        self.snapshot.as_ref()
    }

    /// Continues from another snapshot of the same chart.
    pub fn replace(&mut self, snapshot: Snapshot<Sketched>) {
        self.snapshot = Some(snapshot);
    }

    /// Chooses what to do next.
    fn think(&self, random: &mut Random) -> What {
        match self.next_wait() {
            NextWait::Alone(ms) if random.percent(45) => What::Wait(ms),
            NextWait::Alone(ms) if ms > 1 && random.percent(10) => {
                let ms = usize::try_from(ms).expect("delays are short");
                What::Wait(random.between(1, ms - 1).try_into().expect("delays are short"))
            }
            NextWait::None if random.percent(5) => What::Wait(100),
            NextWait::Tied | NextWait::None | NextWait::Alone(_) => {
                What::Send(random.below(PRESSES.len()))
            }
        }
    }

    /// The time until the next timer falls due, if it is the only one at its instant. The order in
    /// which XState fires two timers of one instant depends on how its sort treats equal elements.
    fn next_wait(&self) -> NextWait {
        let Some(snapshot) = &self.snapshot else { return NextWait::None };
        let timers = self.chart.save(snapshot).root.timers;
        let mut due: Vec<Millis> = timers
            .iter()
            .map(|timer| match timer {
                SavedTimer::After { due, .. } | SavedTimer::Own { due, .. } => *due,
            })
            .collect();
        due.sort_unstable();
        match due[..] {
            [] => NextWait::None,
            [first, second, ..] if first == second => NextWait::Tied,
            [first, ..] => NextWait::Alone((first - snapshot.now()).get()),
        }
    }
}

fn note(seen: &mut Vec<Micro>, moment: Moment<'_>) {
    match (moment.what, seen.last_mut()) {
        (TraceEvent::TransitionTaken { number, .. }, Some(now)) if is_open(now) => {
            now.taken.push(number);
        }
        (TraceEvent::TransitionTaken { number, .. }, _) => {
            seen.push(Micro { taken: vec![number], ..Micro::default() });
        }
        (TraceEvent::Acted(name), Some(now)) => now.log.push(name.to_owned()),
        // By now, all transitions of this microstep have been reported.
        (_, Some(now)) => now.closed = true,
        _ => {}
    }
}

fn is_open(micro: &Micro) -> bool {
    !micro.closed && micro.log.is_empty() && !micro.taken.is_empty()
}

enum NextWait {
    None,
    Tied,
    Alone(u64),
}

/// Runs a script.
pub fn play(chart: &Chart<Sketched>, script: &Script) -> Vec<Beat> {
    let (mut player, first) = Player::start(chart, script.start);
    let mut beats = vec![first];
    for step in &script.steps {
        if player.snapshot.is_none() {
            break;
        }
        beats.push(player.step(*step));
    }
    beats
}

/// Whether the two sides can agree on a script: no wait skips over a timer's instant, and the bits
/// do not change at a trigger that is refused.
pub fn is_fair(chart: &Chart<Sketched>, script: &Script) -> bool {
    let (mut player, _) = Player::start(chart, script.start);
    script.steps.iter().all(|step| {
        let fair = match (step.what, player.next_wait()) {
            (What::Send(_), _) | (What::Wait(_), NextWait::None) => true,
            (What::Wait(_), NextWait::Tied) => false,
            (What::Wait(ms), NextWait::Alone(due)) => ms <= due,
        };
        let at_rest = player.at_rest;
        player.step(*step);
        let refused = matches!(step.what, What::Send(_)) && !player.moved;
        fair && (!refused || step.bits == at_rest)
    })
}

/// The microsteps of one step of a script, where step 0 is the start, and the snapshot before it.
pub fn watch_step(
    chart: &Chart<Sketched>,
    script: &Script,
    at: usize,
) -> (Vec<Micro>, Option<Snapshot<Sketched>>) {
    let (mut player, mut seen) = Player::start_watched(chart, script.start);
    let mut before = None;
    for step in &script.steps[..at] {
        before.clone_from(&player.snapshot);
        seen = player.step_watched(*step);
    }
    (seen, before)
}

/// Generates a script while running it: random triggers, and waits that never skip over a timer's
/// instant, because XState's clock jumps first and fires later.
pub fn improvise(
    chart: &Chart<Sketched>,
    random: &mut Random,
    length: usize,
) -> (Script, Vec<Beat>) {
    let mut start = bits(random);
    let (mut player, mut first) = Player::start(chart, start);
    while first.endless && random.percent(80) {
        start = bits(random);
        (player, first) = Player::start(chart, start);
    }
    let (mut beats, mut steps) = (vec![first], vec![]);
    while steps.len() < length && player.snapshot.as_ref().is_some_and(|now| !now.is_done()) {
        let mut step = Step { bits: bits(random), what: player.think(random) };
        let (before, at_rest) = (player.snapshot.clone(), player.at_rest);
        let mut beat = player.step(step);
        if beat.endless && random.percent(85) {
            // Such a step would end the script; usually another step is tried instead.
            (player.snapshot, player.at_rest) = (before, at_rest);
            continue;
        }
        if !player.moved {
            // XState checks eventless transitions even after a trigger that no state takes; in ours
            // a refusal changes nothing. With the bits of the last rest, none of them is enabled.
            (player.snapshot, player.at_rest) = (before, at_rest);
            step.bits = at_rest;
            beat = player.step(step);
        }
        beats.push(beat);
        steps.push(step);
    }
    (Script { start, steps }, beats)
}

fn bits(random: &mut Random) -> u32 {
    u32::try_from(random.bits() >> 32).expect("32 bits are left")
}
