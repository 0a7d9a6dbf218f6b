//! 14.4 and 14.5: the decisions of the heuristic, and its results.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};
use may_i::meld::End;
use may_i::{
    Action, MayI, MeldId, MeldKind, Memory, Options, PredefinedMeld, PredefinedState,
    heuristic_action,
};

use crate::common::{P0, P1, P2, arranged, arrangement, card, list};

fn classic(cards: PredefinedState, round: u8) -> Match<MayI> {
    arranged(cards, round, Options::default())
}

fn advice(game: &Match<MayI>, seat: Seat, memory: &Memory) -> Option<Action> {
    let view = game.view(Viewer::Seat(seat));
    heuristic_action(game.position().observed_by(seat, &view, memory))
}

fn says(game: &Match<MayI>, seat: Seat) -> Option<Action> {
    advice(game, seat, &Memory::default())
}

fn meld(kind: MeldKind, text: &str) -> PredefinedMeld {
    PredefinedMeld { kind, cards: list(text), owner_id: P1 }
}

const HAND: &str = "9C 9D 4S 4H KD QS 7C 5H 3D JC 10H";

#[test]
fn it_draws_a_wild_or_a_card_that_helps_and_else_from_the_stock() {
    for (top, takes) in [("JK1", true), ("2C", true), ("9H", true), ("KS", false), ("6C", false)] {
        let game = classic(arrangement(&[HAND, "6D", "3C"], "AH AS", top), 1);
        let expected = if takes { Action::DrawFromDiscard } else { Action::DrawFromStock };
        assert_eq!(says(&game, P0), Some(expected), "{top}");
    }
    let down = PredefinedState {
        player_down_status: vec![true, false, false],
        ..arrangement(&["9C", "6D", "3C"], "AH AS", "JK1")
    };
    assert_eq!(says(&classic(down, 1), P0), Some(Action::DrawFromStock));
}

#[test]
fn it_calls_for_what_helps_in_turn_and_waits_until_it_is_asked() {
    let mut game = classic(arrangement(&["6D 3C", HAND, HAND_2], "AH AS 3S 5D", "9H"), 1);
    game.act(P0, Action::DrawFromStock).unwrap();
    assert_eq!(says(&game, P2), None, "P1 is asked first");
    assert_eq!(says(&game, P0), None);
    assert_eq!(says(&game, P1), Some(Action::CallMayI));
    game.act(P1, Action::PassMayI).unwrap();
    assert_eq!(says(&game, P2), Some(Action::PassMayI), "two aces do not want a nine");
    game.act(P2, Action::PassMayI).unwrap();
    assert_eq!(says(&game, P0), Some(Action::DrawFromStock));
}

const HAND_2: &str = "AC AD 3H 6S 8S QD 10C JH KC 7D 5S";

#[test]
fn it_does_not_call_when_somebody_is_about_to_go_out() {
    let threat = |cards: &str| PredefinedState {
        player_down_status: vec![true, false, false],
        table: vec![meld(MeldKind::Set, "6C 6D 6H"), meld(MeldKind::Set, "8C 8D 8H")],
        ..arrangement(&[cards, HAND, HAND_2], "AH AS 3S 5D", "9H")
    };
    for (hand, calls) in [("6S#2", false), ("6S#2 8S#2 10C#2 JC#2 3S#2", true)] {
        let mut game = classic(threat(hand), 1);
        game.act(P0, Action::DrawFromStock).unwrap();
        let expected = if calls { Action::CallMayI } else { Action::PassMayI };
        assert_eq!(says(&game, P1), Some(expected), "{hand}");
    }
}

/// MI-96 applies when a single card is missing.
#[test]
fn it_takes_the_offered_card_too_if_that_completes_the_contract() {
    let hand = "9C 9D 9S 4S 4H KD QS 7C 5H 3D JC";
    for (top, takes) in [("4C", true), ("6C", false)] {
        let mut game = classic(arrangement(&[hand, "6D", "3C"], "AH AS", top), 1);
        game.act(P0, Action::DrawFromStock).unwrap();
        game.act(P1, Action::PassMayI).unwrap();
        game.act(P2, Action::PassMayI).unwrap();
        let expected = if takes { Action::DrawFromDiscard } else { Action::DrawFromStock };
        assert_eq!(says(&game, P0), Some(expected), "{top}");
    }
}

#[test]
fn it_lays_down_as_soon_as_it_can() {
    let hand = "9C 9D 9S 4S 4H 4C 3S";
    let mut game = classic(arrangement(&[hand, "6D", "3C"], "AH AS", "KD"), 1);
    game.act(P0, Action::DrawFromDiscard).unwrap();
    let action = says(&game, P0).unwrap();
    assert!(matches!(action, Action::LayDown { .. }));
    game.act(P0, action).unwrap();
    assert_eq!(says(&game, P0), Some(Action::Discard { card: card("KD").into() }));
}

#[test]
fn it_swaps_for_a_joker_that_helps() {
    let cards = PredefinedState {
        table: vec![meld(MeldKind::Run, "5S JK1 7S 8S")],
        ..arrangement(&["6S KC KD 9H 10H JH QH 4D", "6D", "3C"], "AH AS", "3S")
    };
    let mut game = classic(cards, 2);
    game.act(P0, Action::DrawFromDiscard).unwrap();
    let swap = says(&game, P0).unwrap();
    assert!(matches!(swap, Action::SwapJoker { .. }), "{swap:?}");
    game.act(P0, swap).unwrap();
    assert!(matches!(says(&game, P0), Some(Action::LayDown { .. })));
}

/// S-27: a wild at the lower end opens a place for the three.
#[test]
fn it_places_a_wild_where_it_opens_a_place() {
    let cards = PredefinedState {
        table: vec![meld(MeldKind::Run, "5S 6S 7S 8S")],
        player_down_status: vec![true, false, false],
        ..arrangement(&["2C 3S 6H", "6D", "9H"], "KD 7D JC", "8C")
    };
    let mut game = classic(cards, 2);
    game.act(P0, Action::DrawFromStock).unwrap();
    game.act(P0, Action::DrawFromStock).unwrap();
    let place = MeldId { owner: P1, index: 0 };
    let wild =
        Action::LayOff { card: card("2C").into(), meld: place.into(), end: Some(End::Start) };
    assert_eq!(says(&game, P0), Some(wild.clone()));
    game.act(P0, wild).unwrap();
    assert_eq!(
        says(&game, P0),
        Some(Action::LayOff { card: card("3S").into(), meld: place.into(), end: None })
    );
}

/// Among equally useless cards it discards one that helps nobody, and among those the one with the
/// most points.
#[test]
fn it_discards_by_danger_and_points() {
    let hand = "9C 9D 9S 4S 4H KD 3H";
    let mut game = classic(arrangement(&[hand, "6D", "3C"], "AH AS", "QC"), 1);
    game.act(P0, Action::DrawFromDiscard).unwrap();
    game.act(P0, Action::SkipLayDown).unwrap();
    let mut memory = Memory { known: vec![vec![]; 3], ..Memory::default() };
    assert_eq!(advice(&game, P0, &memory), Some(Action::Discard { card: card("KD").into() }));
    memory.known[1] = vec![card("KC")];
    assert_eq!(advice(&game, P0, &memory), Some(Action::Discard { card: card("QC").into() }));
    memory.known[2] = vec![card("QC#2")];
    assert_eq!(advice(&game, P0, &memory), Some(Action::Discard { card: card("3H").into() }));
}

/// Giving up: another player is about to go out and the contract is far away.
#[test]
fn it_throws_the_highest_points_when_all_is_lost() {
    let cards = PredefinedState {
        table: vec![meld(MeldKind::Set, "6C 6D 6H"), meld(MeldKind::Set, "8C 8D 8H")],
        player_down_status: vec![false, true, false],
        ..arrangement(&["3C 5D 7H 9S JC KD JK1", "6S", "3D"], "AH AS", "10C")
    };
    let mut game = classic(cards, 4);
    game.act(P0, Action::DrawFromDiscard).unwrap();
    game.act(P0, Action::SkipLayDown).unwrap();
    assert_eq!(says(&game, P0), Some(Action::Discard { card: card("JK1").into() }));
}

/// A game in which the heuristic plays some seats and random players the others. Its advice is
/// always followed.
fn play(setup: Setup<MayI>, thinks: impl Fn(Seat) -> bool) -> Match<MayI> {
    let seats = setup.seats.len();
    let mut dice = Dice::new(Seed(setup.seed.0.map(|byte| !byte)));
    let mut game = Match::new(setup).unwrap();
    let mut memories = Memories::new(seats);
    while game.outcome().is_none() {
        memories.follow(&mut game);
        let chosen = game.to_act().iter().find_map(|seat| {
            let action = if thinks(seat) {
                advice(&game, seat, &memories[seat])
            } else {
                MayI::random_action(game.position(), seat, &mut dice)
            };
            action.map(|action| (seat, action))
        });
        match chosen {
            Some((seat, action)) => game.act(seat, action).unwrap(),
            None => game.advance_to(game.next_due().unwrap()).unwrap(),
        }
    }
    game
}

/// 14.5. More games and the whole table: `cargo run --release -p may-i --example calibrate`.
#[test]
fn it_beats_three_random_players() {
    let won = (0..100_u64).filter(|number| {
        let seat = Seat(u8::try_from(number % 4).unwrap());
        let setup =
            Setup { options: Options::bench(), ..Setup::new(4, Seed::from_number(*number)) };
        play(setup, |other| other == seat).outcome().unwrap().winners.contains(seat)
    });
    let won = won.count();
    assert!(won >= 95, "it won {won} of 100");
}

/// 14.5: the averages of four such bots, within a third.
#[test]
fn its_games_look_like_those_of_the_prototype() {
    let games: Vec<_> = (0..8_u64)
        .map(|number| play(Setup::new(4, Seed::from_number(100 + number)), |_| true))
        .collect();
    let totals = games.iter().flat_map(|game| game.state().totals().iter().collect::<Vec<_>>());
    let mean = totals.map(u32::from).sum::<u32>() / 32;
    assert!((147..=293).contains(&mean), "a mean total of {mean}");
    let turns = games.iter().map(|game| game.state().turns).sum::<u32>() / 8;
    // 32.3 turns per player in six rounds.
    assert!((86..=172).contains(&turns), "{turns} turns in a game");
    let ended = games.iter().flat_map(|game| game.state().history.iter().collect::<Vec<_>>());
    assert!({ ended }.all(|record| record.winner.is_some()));
}

/// Under all options the advice is accepted and games end.
#[test]
fn its_advice_is_sound_under_all_presets() {
    for (number, preset) in (0..).zip(MayI::presets()) {
        for seats in [3, 8] {
            let options = Options {
                starting_round: 3 + u8::try_from(number % 4).unwrap(),
                max_turns_per_round: Some(60),
                ..preset.options.clone()
            };
            let setup = Setup { options, ..Setup::new(seats, Seed::from_number(number)) };
            play(setup, |seat| seat.0 % 2 == 0);
        }
    }
}
