//! Checks that one long wait has the same result as many short ones.

use crate::Millis;
use crate::cards::Dice;
use crate::game::Game;
use crate::matches::Match;
use crate::testing::agreement::replayed;
use crate::testing::continuation::Continuation;
use crate::testing::trial::Trial;

/// Plays a finished match again twice: once as it was, once with every wait split up.
pub(super) fn check<G: Game>(trial: &mut Trial<G>) {
    let mut whole = replayed(&trial.case.setup, &[], Millis::ZERO);
    let mut sliced = replayed(&trial.case.setup, &[], Millis::ZERO);
    for input in trial.game.inputs() {
        cut(&mut sliced, input.at, &mut trial.dice);
        for game in [&mut whole, &mut sliced] {
            if let Err(refused) = game.input(input.clone()) {
                panic!("with split waits, {input:?} is refused: {refused}");
            }
        }
        Continuation::of(&sliced).must_be(&Continuation::of(&whole), "split waits and whole waits");
    }
    let end = trial.game.now();
    cut(&mut sliced, end, &mut trial.dice);
    wait(&mut whole, end);
    Continuation::of(&sliced).must_be(&Continuation::of(&whole), "split waits and whole waits");
    Continuation::of(&sliced)
        .must_be(&Continuation::of(&trial.game), "split waits and the match as it was played");
}

/// Waits in slices: a few milliseconds, until the next due instant, one millisecond less, or half
/// of the rest.
fn cut<G: Game>(game: &mut Match<G>, until: Millis, dice: &mut Dice) {
    while game.now() < until {
        let (now, rest) = (game.now(), until - game.now());
        let due = game.next_due().unwrap_or(until) - now;
        let slice = match dice.below(4) {
            0 => Millis(u64::from(dice.between(1, 20))),
            1 => due,
            2 => due - Millis(1),
            _ => Millis(rest.get() / 2),
        };
        wait(game, now + slice.clamp(Millis(1), rest));
    }
    // Even if no time is left to wait, something may be due at this very instant.
    wait(game, until);
}

fn wait<G: Game>(game: &mut Match<G>, until: Millis) {
    if let Err(refused) = game.advance_to(until) {
        panic!("time could not pass to {until}: {refused}");
    }
}
