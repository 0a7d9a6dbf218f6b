//! Laws that every chart obeys, for use in your tests.
//!
//! - A restored save continues in the same way.
//! - One long wait equals many short ones.
//! - An observer changes nothing, and neither does a trigger that is refused.
//!
//! The engine guarantees them; a chart can still break them, with a context that is not saved
//! completely or a callback that keeps state outside of context and rules. So each step is taken in
//! several ways, all of which must result in the same snapshot and the same rules.
//!
//! [`walk`] checks them in one line, along random paths; [`send`] and [`wait`] check them along the
//! path of a test about something else.
//!
//! ```
//! use croupier_chart::check::laws;
//! use croupier_chart::run::RunawayError;
//! use croupier_chart::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! triggers! {
//!     #[derive(Debug, Clone, Serialize, Deserialize)]
//!     pub enum Press: PressKind { Toggle => "TOGGLE" }
//! }
//! struct Lamp;
//! impl Machine for Lamp {
//!     type Trigger = Press;
//!     type Context = ();
//!     type Children = ();
//!     type Rules = ();
//!     type Emit = ();
//!     type Output = ();
//! }
//! let lamp = Definition::<Lamp>::new(
//!     "lamp",
//!     state("lamp")
//!         .initial("off")
//!         .child(state("off").on(PressKind::Toggle, "on"))
//!         .child(state("on").on(PressKind::Toggle, "off").after(Millis(60_000), "off")),
//! );
//! let lamp = assert_sound(lamp.compile());
//!
//! let walk = laws::walk(&lamp, (), (), |_, _| vec![Press::Toggle]);
//! assert!(walk.taken > 0 && walk.fired > 0);
//! ```

mod play;

use std::fmt::Debug;
use std::sync::Arc;

use crate::Millis;
use crate::define::Machine;
use crate::run::{Answer, Chart, RunawayError, Runner, Snapshot};
use play::Play;

/// How many steps a [`walk`] takes.
pub const STEPS: u32 = 500;

/// What happened in a [`walk`], so that a test can verify that it exercised something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Walk {
    /// How often the chart was started: again whenever it had ended or nothing could move it.
    pub starts: u32,
    /// How many triggers were taken.
    pub taken: u32,
    /// How many triggers were refused.
    pub refused: u32,
    /// How many timers fired.
    pub fired: u32,
}

/// Walks at random for [`STEPS`] steps and checks every step against the laws. Whenever the chart
/// is at rest, one of these triggers is sent, or time passes: exactly until the next timer, or
/// less, or more. The walk is deterministic for a given chart.
///
/// # Panics
/// If a law is broken, if the chart does not come to rest, and if nothing ever moves it.
#[track_caller]
#[allow(clippy::needless_pass_by_value)] // The same signature as `graph::cover`.
pub fn walk<M: Machine>(
    chart: &Chart<M>,
    context: M::Context,
    rules: M::Rules,
    triggers: impl Fn(&Snapshot<M>, &M::Rules) -> Vec<M::Trigger>,
) -> Walk
where
    M::Rules: Clone + Debug + PartialEq,
{
    let start = || rested(Play::start(chart, context.clone(), rules.clone()));
    let mut play = start();
    let mut chance = Chance(0);
    let mut walk = Walk { starts: 1, ..Walk::default() };
    for _ in 0..STEPS {
        let offered = triggers(&play.snapshot, &play.rules);
        let due = chart.next_due(&play.snapshot);
        if play.snapshot.is_done() || (offered.is_empty() && due.is_none()) {
            play = start();
            walk.starts += 1;
        } else if let Some(trigger) = chance.pick(&offered) {
            match rested(play.send(trigger)) {
                Answer::Taken => walk.taken += 1,
                Answer::Refused(_) => walk.refused += 1,
            }
        } else {
            let left = due.map_or(Millis(1_000), |due| due - play.snapshot.now());
            walk.fired += rested(play.wait(chance.wait(left)));
        }
    }
    assert!(walk.taken + walk.fired > 0, "nothing ever moved chart {}", chart.id());
    walk
}

/// Sends a trigger, and checks the step against the laws.
///
/// # Panics
/// If a law is broken.
#[track_caller]
pub fn send<M: Machine>(
    runner: &mut Runner<M>,
    trigger: &M::Trigger,
) -> Result<Answer, RunawayError>
where
    M::Rules: Clone + Debug + PartialEq,
{
    let chart = Arc::clone(runner.chart());
    let mut play = Play::of(&chart, runner);
    let answer = play.send(trigger)?;
    play.give_to(runner);
    Ok(answer)
}

/// Lets time pass, and checks that against the laws. Returns how many timers fired.
///
/// # Panics
/// If a law is broken.
#[track_caller]
pub fn wait<M: Machine>(runner: &mut Runner<M>, span: Millis) -> Result<u32, RunawayError>
where
    M::Rules: Clone + Debug + PartialEq,
{
    let chart = Arc::clone(runner.chart());
    let mut play = Play::of(&chart, runner);
    let fired = play.wait(span)?;
    play.give_to(runner);
    Ok(fired)
}

#[track_caller]
fn rested<R>(result: Result<R, RunawayError>) -> R {
    result.unwrap_or_else(|runaway| panic!("{runaway}"))
}

/// A deterministic pseudo-random number generator.
struct Chance(u64);

impl Chance {
    /// Picks one of these, or `None`, which means to wait.
    fn pick<'t, T>(&mut self, offered: &'t [T]) -> Option<&'t T> {
        // Waiting has the weight of two triggers, however many there are.
        let pick = self.below(offered.len() as u64 + 2);
        offered.get(usize::try_from(pick).unwrap_or(usize::MAX))
    }

    /// Exactly the time until the next timer, or anything up to twice that.
    fn wait(&mut self, left: Millis) -> Millis {
        if self.below(2) == 0 { left } else { Millis(self.below((left + left).get().max(2))) }
    }

    /// A number below `n`, which must not be 0.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }
}
