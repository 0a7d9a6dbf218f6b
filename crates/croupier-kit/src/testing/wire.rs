//! Checks that what is sent is equal after it is written as JSON and read back.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::Game;
use crate::testing::trial::Trial;

pub(super) fn check<G: Game>(trial: &mut Trial<G>) {
    must_survive(&trial.case.setup.options);
    must_survive(trial.game.state());
    for viewer in trial.viewers() {
        must_survive(&trial.game.view(viewer));
        for event in &trial.events {
            must_survive(&G::event_for(event, viewer));
        }
    }
    for event in &trial.events {
        must_survive(event);
    }
    for seat in trial.seats() {
        must_survive(&trial.game.prompt(seat));
        must_survive(&trial.game.legal_actions(seat));
        must_survive(&trial.memories[seat]);
    }
    let outcome = trial.game.outcome();
    must_survive(&outcome);
    if let Some(outcome) = outcome {
        let standing = G::standing(&outcome);
        must_survive(&standing);
        let places = standing.places.len();
        assert!(places == 0 || places == trial.seats().count(), "{places} places");
    }
}

fn must_survive<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: &T) {
    let json = serde_json::to_string(value)
        .unwrap_or_else(|error| panic!("{value:?} cannot be written: {error}"));
    let back: T = serde_json::from_str(&json)
        .unwrap_or_else(|error| panic!("{json} cannot be read back: {error}"));
    assert_eq!(&back, value, "{json} reads back as something else");
}
