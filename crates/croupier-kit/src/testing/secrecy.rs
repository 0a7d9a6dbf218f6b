//! Checks that what a viewer cannot see makes no difference to it.

use crate::cards::Dice;
use crate::game::{Game, Seat, Viewer};
use crate::matches::{Input, Match, ShownStates};
use crate::testing::Suite;
use crate::testing::knowledge::Knowledge;
use crate::testing::leaks;
use crate::testing::trial::Trial;

/// Compares the match with one resampled world for every seat. Returns the number of worlds.
pub(super) fn check<G: Game>(
    trial: &mut Trial<G>,
    suite: &Suite<G>,
    knowledge: &mut Knowledge,
) -> usize {
    let mut worlds = 0;
    for seat in trial.seats() {
        worlds += 1;
        let mut world = another_world(trial, seat);
        compare_worlds(&trial.game, &world, seat);
        knowledge.check(trial, seat, world.state(), suite);
        if !suite.passing {
            compare_steps(trial, &mut world, seat);
        }
    }
    leaks::check(trial, suite);
    check_states(&trial.game);
    worlds
}

/// A match in a world that was resampled from what a seat knows.
pub(super) fn another_world<G: Game>(trial: &mut Trial<G>, seat: Seat) -> Match<G> {
    let view = trial.game.view(Viewer::Seat(seat));
    let mut chance = Dice::new(trial.dice.split());
    let memory = &trial.memories[seat];
    let observation = trial.game.position().observed_by(seat, &view, memory);
    let mut world = trial.game.fork();
    world.rules.state = G::resample(observation, &mut chance);
    world.rules.dice = Dice::new(chance.split());
    if let Err(broken) = G::invariants(world.position()) {
        panic!("a world resampled for {seat} breaks an invariant: {broken}");
    }
    world
}

fn compare_worlds<G: Game>(game: &Match<G>, world: &Match<G>, seat: Seat) {
    for viewer in [Viewer::Seat(seat), Viewer::Public] {
        let (real, other) = (game.view(viewer), world.view(viewer));
        assert_eq!(real, other, "{viewer:?} sees a difference in a world resampled for {seat}");
        let [real, other] = [game, world].map(|game| game.shown_states(viewer));
        assert_eq!(real, other, "{viewer:?} is shown other states in a world resampled for {seat}");
    }
    assert_eq!(game.prompt(seat), world.prompt(seat), "{seat} has another prompt in its world");
    assert_eq!(
        game.legal_actions(seat),
        world.legal_actions(seat),
        "{seat} has other legal actions in its world"
    );
    assert_eq!(game.offers(seat), world.offers(seat), "{seat} has other offers in its world");
    let [real, other] = [game, world].map(|game| game.search_actions(seat, 8));
    assert_eq!(real, other, "{seat} is given other moves to think about in its world");
    assert_eq!(
        game.to_act(),
        world.to_act(),
        "other seats are asked in a world resampled for {seat}"
    );
    assert_eq!(game.outcome(), world.outcome(), "another outcome in a world for {seat}");
}

/// A state that is shown to a viewer must be active.
fn check_states<G: Game>(game: &Match<G>) {
    let seats = Seat::first(game.seats().len()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Public]) {
        for ShownStates { machine, states } in game.shown_states(viewer) {
            for state in states {
                let mut is_active = false;
                game.chart.each_leaf(&game.flow, &mut |chart, path| {
                    let rest = path.strip_prefix(state).filter(|_| chart == machine);
                    is_active |= rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
                });
                assert!(
                    is_active,
                    "{viewer:?} is shown {state:?} of {machine}, which is not active"
                );
            }
        }
    }
}

/// Takes the same action in both worlds: a seat that then sees no difference must be told the same.
fn compare_steps<G: Game>(trial: &mut Trial<G>, world: &mut Match<G>, seat: Seat) {
    let asked: Vec<_> = trial.game.to_act().iter().collect();
    let Some(actor) = trial.dice.pick(&asked).copied() else { return };
    let action = G::random_action(trial.game.position(), actor, &mut trial.dice);
    let Some(action) = action else { return };
    let mut real = trial.game.fork();
    let input = Input::of(real.now(), actor, action);
    for game in [&mut real, &mut *world] {
        game.rules.recorder = Some(vec![]);
        if game.input(input.clone()).is_err() {
            return; // The action may be illegal with the cards of the other world.
        }
    }
    let viewer = Viewer::Seat(seat);
    if real.view(viewer) == world.view(viewer) {
        let told = |events: Vec<G::Event>| -> Vec<G::Event> {
            events.iter().filter_map(|event| G::event_for(event, viewer)).collect()
        };
        trial.trying = Some(input);
        assert_eq!(
            told(real.take_events()),
            told(world.take_events()),
            "{seat} sees no difference between two worlds but is told one; if the game may show \
             something in passing, say so with `shows_in_passing`"
        );
        trial.trying = None;
    }
}
