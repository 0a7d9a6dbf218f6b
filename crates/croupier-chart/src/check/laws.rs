//! Laws that every chart keeps, for the tests of yours.
//!
//! - A save that is read back continues in the same way.
//! - One long wait equals many short ones.
//! - An observer changes nothing, and neither does a trigger that is refused.
//!
//! The engine keeps them; a chart can still break them, with a context that is not written down
//! whole or a callback that remembers something outside of context and rules. So each step is taken
//! in several ways, which must give the same snapshot and the same rules.
//!
//! [`walk`] does it in one line, along random paths; [`send`] and [`wait`] do it along the path of
//! a test that has something else to show.
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

/// What a [`walk`] met with, so that a test can see that it met with something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Walk {
    /// How often the chart was started: again when it had ended or nothing could move it.
    pub starts: u32,
    /// How many triggers were taken.
    pub taken: u32,
    /// How many triggers were refused.
    pub refused: u32,
    /// How many timers fired.
    pub fired: u32,
}

/// Walks at random for [`STEPS`] steps and holds every step against the laws. Where the chart is at
/// rest, one of these triggers is sent, or time passes: until the next timer, not so far, or
/// further. The same chart is always walked in the same way.
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

/// Sends a trigger, and holds the step against the laws.
///
/// # Panics
/// If one is broken.
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

/// Lets time pass, and holds that against the laws. Tells how many timers fired.
///
/// # Panics
/// If one is broken.
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

/// Numbers that look random and are always the same.
struct Chance(u64);

impl Chance {
    /// One of these, or none: then it is time to wait.
    fn pick<'t, T>(&mut self, offered: &'t [T]) -> Option<&'t T> {
        // Two chances of waiting, however many triggers there are.
        let pick = self.below(offered.len() as u64 + 2);
        offered.get(usize::try_from(pick).unwrap_or(usize::MAX))
    }

    /// Exactly as long as it takes to the next timer, or something up to twice as long.
    fn wait(&mut self, left: Millis) -> Millis {
        if self.below(2) == 0 { left } else { Millis(self.below((left + left).get().max(2))) }
    }

    /// A number below `n`, which is not 0.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }
}
