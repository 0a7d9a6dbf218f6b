//! Saves edited by hand, with their hash corrected: positions that no game reaches are refused.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed, fingerprint};
use croupier_kit::matches::Match;
use croupier_kit::save::{Metadata, Save};
use data_war::{DataWar, Options, State};
use serde::Deserialize;
use serde_json::json;

use crate::common::{bots, play, setup};

/// A match in which both seats have to tap.
fn ready() -> Match<DataWar> {
    let mut game = Match::new(setup(Options::default(), bots(), 7)).unwrap();
    play(&mut game, &mut Dice::new(Seed::from_number(1)), 0);
    game
}

/// Why an edited save cannot be loaded; empty if it can.
fn refused(game: &Match<DataWar>, change: impl FnOnce(&mut Save)) -> String {
    let mut save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    change(&mut save);
    let state = State::deserialize(&save.snapshot.state).unwrap();
    save.snapshot.hash = fingerprint(&state);
    Match::<DataWar>::load(&save).err().map_or_else(String::new, |why| why.to_string())
}

#[test]
fn dw_24_a_save_stands_where_its_cards_can_be() {
    let game = ready();
    assert_eq!(refused(&game, |save| assert_eq!(save.snapshot.flow.root.active, ["ready"])), "");
    // Both decks are full, nothing is laid, and nobody has won.
    for (place, rule) in [
        ("revealing", "DW-24"),
        ("comparing", "DW-24"),
        ("data_war.animating", "DW-24"),
        ("data_war.reveal_face_down", "DW-24"),
        ("data_war.reveal_face_up.tapping", "DW-24"),
        ("data_war.reveal_face_up.owyw_selecting", "DW-125"),
        ("special_effect.showing", "DW-24"),
        ("special_effect.processing", "DW-24"),
        ("resolving", "DW-80"),
        ("pre_reveal.selecting", "DW-125"),
        ("data_grab.takeover", "DW-134"),
        ("data_grab.playing", "DW-134"),
    ] {
        let why = refused(&game, |save| {
            save.snapshot.flow.root.active = vec![place.to_owned()];
            save.snapshot.flow.root.timers.clear();
        });
        assert!(why.contains(rule), "{place}: {why}");
    }
}

#[test]
fn dw_8_nobody_plays_without_cards() {
    let why = refused(&ready(), |save| {
        let empty = State::new(&bots());
        save.snapshot.state = serde_json::to_value(empty).unwrap();
    });
    assert!(why.contains("DW-8"), "{why}");
}

#[test]
fn dw_125_nothing_is_on_offer_while_nobody_picks() {
    let why = refused(&ready(), |save| save.snapshot.state["sides"][1]["offered"] = json!(3));
    assert!(why.contains("DW-125"), "{why}");
}

/// Triggers of timers are not checked like actions, so a save must not smuggle in actions as
/// timers.
#[test]
fn dw_135_no_timer_grabs() {
    let why = refused(&ready(), |save| {
        let flow = &mut save.snapshot.flow;
        flow.seq += 1;
        let timer = json!({"own": {
            "id": 2, "trigger": {"Grab": {"seat": 0, "slot": 200}}, "due": 5, "seq": flow.seq,
        }});
        flow.root.timers.push(serde_json::from_value(timer).unwrap());
    });
    assert!(why.contains("does not raise GRAB"), "{why}");
}
