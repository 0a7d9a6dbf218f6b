//! The invariants of section 15 detect their violations. That they hold is shown by every random
//! game, here and in the suite.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed, fingerprint};
use croupier_kit::game::{Game, Position, Seat, SeatSet};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::save::{Metadata, Save};
use may_i::{Action, EndedBy, MayI, Options, RoundRecord, Settling, State, Window};
use serde_json::Value;

use crate::common::{P0, P1, P2, step};

fn dealt(options: Options) -> Match<MayI> {
    let setup = Setup { options, ..Setup::new(4, Seed::from_number(15)) };
    Match::new(setup).unwrap()
}

/// The rule that a state violates at this point of a match.
fn broken(game: &Match<MayI>, state: &State) -> String {
    MayI::invariants(game.position()).unwrap();
    let at = Position { state, ..game.position() };
    let why = MayI::invariants(at).expect_err("something is wrong");
    why.to_string().split(':').next().unwrap().to_owned()
}

/// A state after an edit of its saved form.
fn rewritten(game: &Match<MayI>, change: impl Fn(&mut Value)) -> State {
    let mut value = serde_json::to_value(game.state()).unwrap();
    change(&mut value);
    serde_json::from_value(value).unwrap()
}

fn list<'a>(value: &'a mut Value, path: &str) -> &'a mut Vec<Value> {
    value.pointer_mut(path).unwrap().as_array_mut().unwrap()
}

fn carry(value: &mut Value, from: &str, to: &str) {
    let card = list(value, from).remove(0);
    list(value, to).push(card);
}

#[test]
fn mi_220_a_card_that_is_gone_is_missed() {
    let game = dealt(Options::default());
    let state = rewritten(&game, |value| drop(list(value, "/stock").pop()));
    assert_eq!(broken(&game, &state), "MI-220");
}

#[test]
fn mi_221_an_empty_stock_has_at_most_one_discard_beside_it() {
    let game = dealt(Options::default());
    let state = rewritten(&game, |value| {
        let mut stock = std::mem::take(list(value, "/stock"));
        list(value, "/discard").append(&mut stock);
    });
    assert_eq!(broken(&game, &state), "MI-221");
}

#[test]
fn mi_222_hands_and_table_add_up() {
    let game = dealt(Options::default());
    let state = rewritten(&game, |value| carry(value, "/stock", "/hands/1"));
    assert_eq!(broken(&game, &state), "MI-222");
    let mut state = game.state().clone();
    state.grown.wins = 1;
    assert_eq!(broken(&game, &state), "MI-222");
}

#[test]
fn mi_223_nobody_who_is_not_down_has_fewer_than_eleven_cards() {
    let game = dealt(Options::default());
    let state = rewritten(&game, |value| carry(value, "/hands/2", "/hands/1"));
    assert_eq!(broken(&game, &state), "MI-223");
}

/// The match as soon as there are melds on the table.
fn with_melds() -> Match<MayI> {
    let mut game = dealt(Options::default());
    let mut dice = Dice::new(Seed::from_number(1));
    while game.state().melds.is_empty() {
        step(&mut game, &mut dice);
    }
    game
}

#[test]
fn mi_224_a_meld_stays_a_meld() {
    let game = with_melds();
    let state = rewritten(&game, |value| {
        // Cards of the stock replace a whole meld except its first natural.
        let count = list(value, "/table/0/cards").len();
        for _ in 0..count {
            carry(value, "/table/0/cards", "/stock");
            carry(value, "/stock", "/table/0/cards");
        }
    });
    assert_eq!(broken(&game, &state), "MI-224");
}

#[test]
fn mi_225_whoever_is_down_owns_the_contracts_melds() {
    let game = dealt(Options::default());
    let mut state = game.state().clone();
    state.down.insert(P1);
    assert_eq!(broken(&game, &state), "MI-225");
    let game = with_melds();
    let mut state = game.state().clone();
    state.down = Seat::first(4).filter(|seat| !game.state().is_down(*seat)).collect();
    assert_eq!(broken(&game, &state), "MI-225");
}

#[test]
fn mi_226_in_round_six_nobody_is_down() {
    let game = dealt(Options { starting_round: 6, ..Options::default() });
    let mut state = game.state().clone();
    state.down.insert(P2);
    assert_eq!(broken(&game, &state), "MI-226");
}

#[test]
fn mi_227_the_previous_player_discarded() {
    let game = dealt(Options::default());
    let mut state = game.state().clone();
    state.discarder = Some(P2);
    assert_eq!(broken(&game, &state), "MI-227");
}

#[test]
fn mi_228_a_window_is_open_only_between_draw_and_action_phase() {
    let game = dealt(Options::default());
    let mut state = game.state().clone();
    state.window = Some(Window::default());
    assert_eq!(broken(&game, &state), "MI-228");
}

fn record(scores: [u16; 4], winner: Option<Seat>) -> RoundRecord {
    let ended_by = if winner.is_some() { EndedBy::WentOut } else { EndedBy::Exhausted };
    RoundRecord { round: 1, scores: scores.into_iter().collect(), winner, ended_by }
}

#[test]
fn mi_229_a_winner_has_nothing_and_everybody_else_something() {
    let game = dealt(Options::default());
    for wrong in [
        record([5, 10, 20, 30], Some(P0)),
        record([0, 0, 20, 30], Some(P0)),
        record([0, 10, 20, 30], None),
        RoundRecord { ended_by: EndedBy::TurnCap, ..record([0, 10, 20, 30], Some(P0)) },
    ] {
        let mut state = game.state().clone();
        state.history.push(wrong);
        assert_eq!(broken(&game, &state), "MI-229", "{wrong:?}");
    }
}

#[test]
fn mi_230_a_finished_game_has_all_its_records() {
    let mut game = dealt(Options { starting_round: 5, ..Options::bench() });
    let mut dice = Dice::new(Seed::from_number(2));
    while game.outcome().is_none() {
        step(&mut game, &mut dice);
    }
    assert_eq!(game.state().history.len(), 2);
    let sum = |seat: Seat| game.state().history.iter().map(|it| it.scores[seat.at()]).sum::<u16>();
    let totals: Vec<u16> = Seat::first(4).map(sum).collect();
    assert_eq!(game.state().totals().as_slice(), totals);
    let mut state = game.state().clone();
    state.history.pop();
    assert_eq!(broken(&game, &state), "MI-230");
}

/// MI-1: a save whose flow refers to a seat that is not at the table is refused, in each of the
/// four machines.
#[test]
fn mi_1_the_flow_of_a_save_knows_only_seats_of_the_match() {
    let mut game = dealt(Options::default());
    let asked = game.to_act().lowest().unwrap();
    game.act(asked, Action::DrawFromStock).unwrap();
    let saved = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let saved = serde_json::to_value(saved).unwrap();
    let root = "/snapshot/flow/root";
    let round = format!("{root}/children/round");
    let turn = format!("{round}/children/turn");
    let window = format!("{turn}/children/mayIWindow");
    for place in [
        format!("{root}/context/dealer"),
        format!("{round}/context/dealer"),
        format!("{round}/context/current"),
        format!("{turn}/context/player"),
        format!("{window}/context/current"),
    ] {
        for seat in [4, 161, 255] {
            let mut forged = saved.clone();
            *forged.pointer_mut(&place).unwrap_or_else(|| panic!("no {place}")) = seat.into();
            let save = serde_json::from_value(forged).unwrap();
            let error = Match::<MayI>::load(&save).map(|_| ()).unwrap_err();
            assert_eq!(error.code(), "save_broken_invariant", "{place}: {error}");
        }
    }
}

/// MI-29, MI-302: a save whose flow and cards refer to different turns or calls is refused.
#[test]
fn mi_29_and_302_the_flow_of_a_save_fits_its_cards() {
    let mut game = dealt(Options::default());
    let asked = game.to_act().lowest().unwrap();
    game.act(asked, Action::DrawFromStock).unwrap();
    let saved = serde_json::to_value(game.save(UnixMillis::EPOCH, Metadata::default()).unwrap());
    let saved = saved.unwrap();
    let round = "/snapshot/flow/root/children/round";
    for place in [
        format!("{round}/context/current"),
        format!("{round}/children/turn/context/player"),
        format!("{round}/children/turn/children/mayIWindow/context/current"),
    ] {
        let mut forged = saved.clone();
        let other = asked.next(4).0;
        *forged.pointer_mut(&place).unwrap_or_else(|| panic!("no {place}")) = other.into();
        let save = serde_json::from_value(forged).unwrap();
        let error = Match::<MayI>::load(&save).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("MI-29"), "{place}: {error}");
    }
    let game = dealt(Options::exposed());
    let caller = game.state().current.next(4);
    let mut state = game.state().clone();
    state.settling = Some(Settling { caller, asked: Some(caller), allowed: SeatSet::NOBODY });
    assert_eq!(broken(&game, &state), "MI-302");
}

/// MI-300: only an existing card can be called for. A save that says otherwise is refused.
#[test]
fn mi_300_nothing_is_exposed_where_no_discard_is() {
    let mut game = dealt(Options::exposed());
    let current = game.state().current;
    game.act(current, Action::DrawFromDiscard).unwrap();
    assert!(game.state().discard().is_empty() && !game.state().exposed);
    let saved = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let mut forged = serde_json::to_value(saved).unwrap();
    forged["snapshot"]["state"]["exposed"] = true.into();
    let mut forged: Save = serde_json::from_value(forged).unwrap();
    let state = rewritten(&game, |state| state["exposed"] = true.into());
    assert_eq!(broken(&game, &state), "MI-300");
    forged.snapshot.hash = fingerprint(&state);
    let error = Match::<MayI>::load(&forged).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), "save_broken_invariant", "{error}");
}
