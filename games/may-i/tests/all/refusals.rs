//! Refusals of ids and seats that do not exist.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{InputError, Seat};
use croupier_kit::matches::{Match, Setup};
use may_i::{Action, FlowState, MayI, MeldKind, Options, PredefinedState, flow_state};
use serde_json::json;

use crate::common::{P0, P1, arranged, arrangement, card, f0, list, step};

fn code(answer: Result<(), InputError<MayI>>) -> &'static str {
    answer.err().map_or("taken", |refused| refused.code())
}

/// MI-162: commands with names of cards and melds that do not exist.
#[test]
fn mi_162b_to_d_ids_that_do_not_exist_are_in_no_hand_and_on_no_table() {
    let table = vec![may_i::PredefinedMeld {
        kind: MeldKind::Run,
        cards: list("5S JK1 7S 8S"),
        owner_id: P1,
    }];
    let there = |down: bool| PredefinedState {
        player_down_status: vec![down, true, false],
        table: table.clone(),
        ..arrangement(&["9C 9D 9H KC KD 9S", "6D", "3C"], "QH 7D", "8C 4S")
    };
    let sent = |game: &mut Match<MayI>, text: serde_json::Value| {
        let action: Action = serde_json::from_value(text).unwrap();
        let (before, answer) = (game.hash(), code(game.act(P0, action)));
        assert_eq!(game.hash(), before, "MI-160");
        answer
    };
    // Not down: laydowns and swaps. Down: lay-offs.
    let mut game = arranged(there(false), 1, Options::default());
    game.act(P0, Action::DrawFromDiscard).unwrap();
    for id in ["card-500", "JK9", "9S#7", "", "the queen", "9s"] {
        let laid = json!({"lay_down": {"melds": [{"type": "set", "cards": ["9C", "9D", id]}]}});
        assert_eq!(sent(&mut game, laid), "card_not_in_hand", "{id}");
        let order = json!(["9C", "9D", "9H", "KC", "KD", "9S", id]);
        let reorder = json!({"reorder_hand": {"cards": order}});
        assert_eq!(sent(&mut game, reorder), "card_not_in_hand", "{id}");
        let run = "meld-player-1-0";
        let swap = json!({"swap_joker": {"meld": run, "joker": "JK1", "card": id}});
        assert_eq!(sent(&mut game, swap), "card_not_in_hand", "{id}");
        let swap = json!({"swap_joker": {"meld": run, "joker": id, "card": "9S"}});
        assert_eq!(sent(&mut game, swap), "joker_not_in_meld", "{id}");
    }
    for id in ["meld-player-9-0", "meld-player-0-999", "A", ""] {
        let swap = json!({"swap_joker": {"meld": id, "joker": "JK1", "card": "9S"}});
        assert_eq!(sent(&mut game, swap), "meld_not_found", "{id}");
    }
    game.act(P0, Action::SkipLayDown).unwrap();
    assert_eq!(sent(&mut game, json!({"discard": {"card": "card-500"}})), "card_not_in_hand");
    let mut game = arranged(there(true), 1, Options::default());
    game.act(P0, Action::DrawFromStock).unwrap();
    if flow_state(game.position()) == FlowState::MayIWindow {
        game.act(P0, Action::DrawFromStock).unwrap();
    }
    let off = json!({"lay_off": {"card": "card-500", "meld": "A"}});
    assert_eq!(sent(&mut game, off), "card_not_in_hand", "the card is looked for first");
    let off = json!({"lay_off": {"card": "9S", "meld": "A"}});
    assert_eq!(sent(&mut game, off), "meld_not_found");
    // A value of the wrong type is not a command at all (MI-164).
    assert!(serde_json::from_value::<Action>(json!({"discard": {"card": 7}})).is_err());
    assert!(serde_json::from_value::<Action>(json!({"discard": {}})).is_err());
}

/// MI-161: the check for unknown players comes after the lifecycle and before everything else.
#[test]
fn mi_161_a_seat_that_does_not_exist_is_an_unknown_player() {
    let stranger = Seat(7);
    let mut game = arranged(f0(), 1, Options::default());
    let before = game.hash();
    for action in [
        Action::DrawFromStock,
        Action::Discard { card: card("AS").into() },
        Action::CallMayI,
        Action::ReorderHand { cards: vec![] },
    ] {
        assert_eq!(code(game.act(stranger, action.clone())), "unknown_player", "{action:?}");
    }
    assert_eq!(code(game.act(stranger, Action::StartGame)), "already_started");
    assert_eq!(game.hash(), before);
    let options = Options { starting_round: 6, ..Options::bench() };
    let mut over = Match::new(Setup { options, ..Setup::new(3, Seed::from_number(161)) }).unwrap();
    let mut dice = Dice::new(Seed::from_number(161));
    while over.outcome().is_none() {
        step(&mut over, &mut dice);
    }
    assert_eq!(code(over.act(stranger, Action::DrawFromStock)), "game_over");
}
