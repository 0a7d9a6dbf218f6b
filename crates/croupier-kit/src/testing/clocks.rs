//! Checks that turn clocks run for the seats that are asked, restart with every decision, and end a
//! match in which nobody acts.

use crate::game::{Game, TurnClock, TurnClocks};
use crate::testing::Suite;
use crate::testing::trial::Trial;

/// The maximum number of steps before all seats stop acting.
const TALK: u32 = 60;

/// Plays a match in which all seats stop acting after a while, or never act. Returns the number of
/// steps.
pub(super) fn play<G: Game>(trial: &mut Trial<G>, suite: &Suite<G>) -> usize {
    let mut steps = 0;
    let mut timed = None;
    let talk = if trial.dice.below(4) == 0 { 0 } else { trial.dice.below(TALK) };
    while timed.is_none() || steps < talk as usize {
        let before = clocks(trial);
        if timed.is_none() && !trial.game.to_act().is_empty() {
            timed = Some(!before.is_empty());
            continue;
        }
        if !trial.step() {
            return steps;
        }
        steps += 1;
        check_running(trial);
        check_renewed(trial, &before, suite);
    }
    // Without a turn clock, a match waits for its players forever.
    if timed != Some(true) {
        return steps;
    }
    while trial.step_in_silence() {
        steps += 1;
        check_running(trial);
    }
    assert!(
        trial.game.outcome().is_some(),
        "nobody acts, no clock runs, and the match is not over: it had a turn clock at first"
    );
    steps
}

fn clocks<G: Game>(trial: &Trial<G>) -> Vec<TurnClock> {
    let TurnClocks { first, more } = G::turn_clocks(trial.game.position());
    first.into_iter().chain(more).collect()
}

fn check_running<G: Game>(trial: &Trial<G>) {
    let asked = trial.game.to_act();
    for TurnClock { seat, held, .. } in clocks(trial) {
        let runs = !held && trial.game.outcome().is_none();
        assert!(!runs || asked.contains(seat), "the clock of {seat} runs, but {asked:?} are asked");
    }
}

/// A seat that has acted and is asked again has a new decision to make, so its clock restarts.
fn check_renewed<G: Game>(trial: &Trial<G>, before: &[TurnClock], suite: &Suite<G>) {
    let Some(actor) = trial.actor.filter(|actor| trial.game.to_act().contains(*actor)) else {
        return;
    };
    let turn_of = |clocks: &[TurnClock]| {
        clocks.iter().find(|clock| clock.seat == actor).map(|clock| clock.turn)
    };
    let (earlier, now) = (turn_of(before), turn_of(&clocks(trial)));
    assert!(
        suite.long_turns || earlier.is_none() || earlier != now,
        "{actor} has acted and is asked again, but its clock runs on: count `TurnClock::turn` up \
         with every decision, or say `turns_of_many_actions`"
    );
}
