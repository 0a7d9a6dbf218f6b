//! What a viewer cannot see makes no difference to it.

use crate::cards::Dice;
use crate::game::{Game, Seat, Viewer};
use crate::matches::{Input, Match};
use crate::testing::Suite;
use crate::testing::hearing;
use crate::testing::knowledge::Knowledge;
use crate::testing::trial::Trial;

/// Compares the match with one other world for every seat, and tells how many that were.
pub(super) fn check<G: Game>(
    trial: &mut Trial<G>,
    suite: &Suite<G>,
    knowledge: &mut Knowledge,
) -> usize {
    let mut worlds = 0;
    for seat in trial.seats() {
        worlds += 1;
        let mut world = another_world(trial, seat);
        compare_worlds(&trial.table, &world, seat);
        knowledge.check(trial, seat, world.state(), suite);
        if !suite.passing {
            compare_steps(trial, &mut world, seat);
        }
    }
    hearing::check(trial, suite);
    worlds
}

/// The match as it might be for all that a seat knows.
pub(super) fn another_world<G: Game>(trial: &mut Trial<G>, seat: Seat) -> Match<G> {
    let view = trial.table.view(Viewer::Seat(seat));
    let mut chance = Dice::new(trial.dice.split());
    let memory = &trial.memories[seat];
    let known = trial.table.position().observed_by(seat, &view, memory);
    let mut world = trial.table.fork();
    world.table.state = G::resample(known, &mut chance);
    world.table.dice = Dice::new(chance.split());
    if let Err(broken) = G::invariants(world.position()) {
        panic!("a world resampled for {seat} breaks an invariant: {broken}");
    }
    world
}

fn compare_worlds<G: Game>(table: &Match<G>, world: &Match<G>, seat: Seat) {
    for viewer in [Viewer::Seat(seat), Viewer::Public] {
        let (real, other) = (table.view(viewer), world.view(viewer));
        assert_eq!(real, other, "{viewer:?} sees a difference in a world resampled for {seat}");
    }
    assert_eq!(table.prompt(seat), world.prompt(seat), "{seat} is asked otherwise in its world");
    assert_eq!(
        table.legal_actions(seat),
        world.legal_actions(seat),
        "{seat} is offered otherwise in its world"
    );
    assert_eq!(
        table.offers(seat),
        world.offers(seat),
        "{seat} may do other things unasked in its world"
    );
    let [real, other] = [table, world].map(|table| table.search_actions(seat, 8));
    assert_eq!(real, other, "{seat} is given other moves to think about in its world");
    assert_eq!(table.to_act(), world.to_act(), "others are asked in a world resampled for {seat}");
    assert_eq!(table.outcome(), world.outcome(), "another outcome in a world for {seat}");
}

/// The same action in both worlds: if a viewer sees the same afterwards, it heard the same.
fn compare_steps<G: Game>(trial: &mut Trial<G>, world: &mut Match<G>, seat: Seat) {
    let asked: Vec<_> = trial.table.to_act().iter().collect();
    let Some(actor) = trial.dice.pick(&asked).copied() else { return };
    let action = G::random_action(trial.table.position(), actor, &mut trial.dice);
    let Some(action) = action else { return };
    let mut real = trial.table.fork();
    let input = Input::of(real.now(), actor, action);
    for table in [&mut real, &mut *world] {
        table.table.recorder = Some(vec![]);
        if table.input(input.clone()).is_err() {
            return; // The other world has other cards: what is possible here need not be there.
        }
    }
    let viewer = Viewer::Seat(seat);
    if real.view(viewer) == world.view(viewer) {
        let hear = |events: Vec<G::Event>| -> Vec<G::Event> {
            events.iter().filter_map(|event| G::event_for(event, viewer)).collect()
        };
        trial.trying = Some(input);
        assert_eq!(
            hear(real.take_events()),
            hear(world.take_events()),
            "{seat} sees no difference between two worlds but hears one; if the game may show \
             something in passing, say so with `shows_in_passing`"
        );
        trial.trying = None;
    }
}
