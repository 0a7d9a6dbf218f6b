//! Checks that worlds resampled for a seat can be played to the end.

use crate::game::{By, Game, Seat};
use crate::matches::Match;
use crate::testing::Suite;
use crate::testing::secrecy::another_world;
use crate::testing::trial::Trial;

/// Plays a world that fits what a random seat knows now. Returns the number of steps.
pub(super) fn play_to_the_end<G: Game>(trial: &mut Trial<G>, suite: &Suite<G>) -> usize {
    let seats: Vec<Seat> = trial.seats().collect();
    let Some(seat) = trial.dice.pick(&seats).copied() else { return 0 };
    let mut world = another_world(trial, seat);
    for step in 0..suite.moves {
        if world.outcome().is_some() {
            return step;
        }
        if let Err(why) = go_on(trial, &mut world) {
            panic!("a world resampled for {seat} cannot be played on: after {step} steps {why}");
        }
    }
    panic!("a world resampled for {seat} does not end");
}

/// A seat acts in the world, or time passes.
fn go_on<G: Game>(trial: &mut Trial<G>, world: &mut Match<G>) -> Result<(), String> {
    let mut asked: Vec<Seat> = world.to_act().iter().collect();
    trial.dice.shuffle(&mut asked);
    let mut chosen = None;
    for seat in asked {
        let listed = world.legal_actions(seat);
        for action in &listed {
            if let Err(why) = G::check(world.position(), By::Seat(seat), action) {
                return Err(format!("{seat} is offered {action:?}, which is refused: {why}"));
            }
        }
        let random = G::random_action(world.position(), seat, &mut trial.dice);
        let action = random.or_else(|| trial.dice.pick(&listed).cloned());
        chosen = chosen.or(action.map(|action| (seat, action)));
    }
    let went = match chosen {
        Some((seat, action)) => world.act(seat, action),
        None => match world.next_due() {
            Some(due) => world.advance_to(due),
            None => return Err("nobody can act, nothing is due, and it is not over".to_owned()),
        },
    };
    went.map_err(|refused| refused.to_string())?;
    G::invariants(world.position()).map_err(|broken| format!("an invariant is broken: {broken}"))
}
