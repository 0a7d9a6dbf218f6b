//! Saves edited by hand, with their hash corrected: positions that no game reaches are refused.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Seed, fingerprint};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::save::{Metadata, Save};
use rush::{Rush, State};
use serde::Deserialize;
use serde_json::{Value, json};

/// A save of the first turn with a decision to make.
fn saved() -> Save {
    let mut game = Match::<Rush>::new(Setup::new(3, Seed::from_number(7))).unwrap();
    game.skip_waits().unwrap();
    let save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    assert_eq!(save.snapshot.flow.root.active, ["PLAYER_TURN"]);
    save
}

/// Why an edited save cannot be loaded; "loaded" if it can.
fn loaded(change: impl FnOnce(&mut Save)) -> &'static str {
    let mut save = saved();
    change(&mut save);
    save.snapshot.hash = fingerprint(&State::deserialize(&save.snapshot.state).unwrap());
    Match::<Rush>::load(&save).err().map_or("loaded", |why| why.code())
}

#[test]
fn ru_15_the_countdown_of_a_save_goes_on() {
    assert_eq!(loaded(|_| {}), "loaded");
    assert_eq!(loaded(|save| save.snapshot.flow.root.timers.clear()), "save_broken_invariant");
    let found = loaded(|save| save.snapshot.state["clock_start"] = Value::Null);
    assert_eq!(found, "save_broken_invariant");
}

#[test]
fn ru_31_a_turn_passes_from_a_player_to_a_player() {
    let waits = |save: &mut Save| {
        save.snapshot.flow.root.active = vec!["WAITING_FOR_TURN".to_owned()];
        save.snapshot.state["last_actor"] = json!(0);
    };
    assert_eq!(loaded(waits), "loaded");
    let nobody = |save: &mut Save| {
        waits(save);
        save.snapshot.state["last_actor"] = Value::Null;
    };
    assert_eq!(loaded(nobody), "save_broken_invariant");
}

/// Triggers of timers are not checked like actions, so a save must not smuggle in actions as
/// timers.
#[test]
fn ru_30_no_timer_plays() {
    let found = loaded(|save| {
        let flow = &mut save.snapshot.flow;
        flow.seq += 1;
        let timer = json!({"own": {
            "id": 2, "trigger": {"EndGame": {"player": 0}}, "due": 5, "seq": flow.seq,
        }});
        flow.root.timers.push(serde_json::from_value(timer).unwrap());
    });
    assert_eq!(found, "save_bad_flow");
}
