//! Saves edited by hand, with their hash corrected.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::fingerprint;
use croupier_kit::game::{By, Game as _};
use croupier_kit::matches::{Act, Input, Match};
use croupier_kit::save::{Metadata, Save};
use croupier_kit::{Millis, UnixMillis};
use min_or_max::{Angle, FlowState, MinOrMax, Options, Spin, State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{action, dealt, here};

/// Why a match cannot be loaded after its state was edited; "loaded" if it can.
fn loaded(game: &Match<MinOrMax>, change: impl FnOnce(&mut Value)) -> &'static str {
    let mut save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    change(&mut save.snapshot.state);
    if let Ok(state) = State::deserialize(&save.snapshot.state) {
        save.snapshot.hash = fingerprint(&state);
    }
    load(&save)
}

fn load(save: &Save) -> &'static str {
    Match::<MinOrMax>::load(save).err().map_or("loaded", |why| why.code())
}

/// A match with the wheel turning.
fn spinning() -> Match<MinOrMax> {
    let mut game = dealt(&Options::default(), 2, 3);
    game.skip_waits().unwrap();
    game.act(game.state().current, action(r#"{"spin_wheel": {"force": 0.3}}"#)).unwrap();
    assert_eq!(here(&game), FlowState::SpinningWheel);
    game
}

#[test]
fn mm_38_a_saved_spin_is_one_that_its_force_can_make() {
    let game = spinning();
    assert_eq!(loaded(&game, |_| {}), "loaded");
    // From 101 to 500 per mille: 45 to 180 degrees.
    for degrees in [45, 180] {
        let found = loaded(&game, |state| state["pending_spin"]["degrees"] = json!(degrees));
        assert_eq!(found, "loaded", "{degrees}");
    }
    for degrees in [0, 44, 181, 2880, 65_176, 65_535] {
        let found = loaded(&game, |state| state["pending_spin"]["degrees"] = json!(degrees));
        assert_eq!(found, "save_broken_invariant", "{degrees}");
    }
    for force in [50, 1_000, 1_001, 65_535] {
        let found = loaded(&game, |state| state["pending_spin"]["force_milli"] = json!(force));
        assert_eq!(found, "save_broken_invariant", "{force}");
    }
    let beside = game.state().angle.turned(1);
    let found = loaded(&game, |state| state["pending_spin"]["from"] = json!(beside));
    assert_eq!(found, "save_broken_invariant", "it begins where the wheel stands");
}

/// The initial spin is saved as well (MM-14).
#[test]
fn mm_14_the_first_spin_is_the_one_of_the_setup() {
    let mut game = dealt(&Options::default(), 2, 1);
    while here(&game) != FlowState::SpinningInitialWheel {
        game.advance_to(game.next_due().unwrap()).unwrap();
    }
    assert_eq!(loaded(&game, |_| {}), "loaded");
    for degrees in [89, 361, 65_535] {
        let found = loaded(&game, |state| state["pending_spin"]["degrees"] = json!(degrees));
        assert_eq!(found, "save_broken_invariant", "{degrees}");
    }
}

#[test]
fn mm_09_an_angle_turns_by_any_number_of_degrees() {
    let spin = Spin { from: Angle::new(359), degrees: u16::MAX, force_milli: 0 };
    assert_eq!(spin.to(), Angle::new(14), "65535 degrees are 182 times round and 15 more");
}

#[test]
fn mm_85_the_score_of_a_save_is_what_its_cards_counted() {
    let at = [Millis(0), Millis(600), Millis(20_000)].map(|now| {
        let mut game = dealt(&Options::default(), 2, 3);
        game.advance_to(now).unwrap();
        game
    });
    assert_eq!(at.each_ref().map(here)[2], FlowState::AwaitingAction);
    for game in at {
        assert_eq!(loaded(&game, |_| {}), "loaded");
        for forgotten in [1, -1, i32::MAX, i32::MIN] {
            let found = loaded(&game, |state| state["forgotten"] = json!(forgotten));
            assert_eq!(found, "save_broken_invariant", "{forgotten} in {:?}", here(&game));
            // With the score adjusted to fit.
            let found = loaded(&game, |state| {
                let score = state["score"].as_i64().unwrap() + i64::from(forgotten);
                state["forgotten"] = json!(forgotten);
                state["score"] = json!(score.clamp(i32::MIN.into(), i32::MAX.into()));
            });
            let playing = here(&game) == FlowState::AwaitingAction;
            let may_be = playing && forgotten.unsigned_abs() == 1;
            assert_eq!(found == "loaded", may_be, "{forgotten} in {:?}", here(&game));
        }
    }
}

/// MM-15: a save in the setup still has a card to play first.
#[test]
fn mm_12_hands_are_dealt_before_the_first_turn() {
    let mut game = dealt(&Options::default(), 2, 1);
    while here(&game) != FlowState::SpinningInitialWheel {
        game.advance_to(game.next_due().unwrap()).unwrap();
    }
    let found = loaded(&game, |state| {
        let mut draw = std::mem::take(state["draw"].as_array_mut().unwrap());
        state["hands"][0].as_array_mut().unwrap().append(&mut draw);
    });
    assert_eq!(found, "save_broken_invariant");
}

/// MM-C3: a declaration needs a card. A save with a declaration alone is refused.
#[test]
fn mm_c3_nothing_is_declared_before_a_card_is_chosen() {
    let mut game = dealt(&Options::court_cards(), 2, 3);
    game.skip_waits().unwrap();
    assert_eq!(here(&game), FlowState::AwaitingAction);
    let found = loaded(&game, |state| {
        state["chosen_effect"] = json!({"slay": {"seat": 200, "card": "7H"}});
    });
    assert_eq!(found, "save_broken_invariant");
}

/// Triggers of timers are not checked like actions, so a save must not smuggle in actions as
/// timers.
#[test]
fn mm_79_no_timer_acts_for_a_player() {
    let mut save = spinning().save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let flow = &mut save.snapshot.flow;
    flow.seq += 1;
    let timer = json!({"own": {
        "id": 1, "trigger": {"SkipSpin": {"by": 0}}, "due": 5, "seq": flow.seq,
    }});
    let playing = flow.root.children.get_mut("playing").unwrap();
    playing.timers.push(serde_json::from_value(timer).unwrap());
    assert_eq!(load(&save), "save_bad_flow");
}

/// MM-47, MM-25: where Queens remove cards, a player may have no card and none to draw. There is
/// nothing to forfeit then, and the player still loses.
#[test]
fn mm_47_an_empty_hand_forfeits_nothing() {
    let options = Options { court_effects: true, ..Options::default() };
    let mut game = dealt(&options, 2, 3);
    game.skip_waits().unwrap();
    assert_eq!(here(&game), FlowState::AwaitingAction);
    let mut save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let current = game.state().current.at();
    let state = &mut save.snapshot.state;
    let mut gone = std::mem::take(state["draw"].as_array_mut().unwrap());
    gone.append(state["hands"][current].as_array_mut().unwrap());
    state["slain"].as_array_mut().unwrap().append(&mut gone);
    save.snapshot.hash = fingerprint(&State::deserialize(&save.snapshot.state).unwrap());
    let playing = save.snapshot.flow.root.children.get_mut("playing").unwrap();
    playing.context["drew"] = json!(false);
    let mut game = Match::<MinOrMax>::load(&save).unwrap();
    let timeout = MinOrMax::default_action(game.position(), game.state().current).unwrap();
    let at = game.now();
    game.input(Input { at, by: By::Host, act: Act::Do(timeout) }).unwrap();
    assert_eq!(game.outcome().unwrap().reason, "cannot_beat");
}
