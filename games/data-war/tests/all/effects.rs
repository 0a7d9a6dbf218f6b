//! Effects, endings and their log entries (DW-84 to DW-148).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::game::{Game, Position, Seat};
use data_war::cards::{CardEffect, CardType, TABLE};
use data_war::events::{Idle, Lost};
use data_war::rules::ending::{Condition, Detail};
use data_war::rules::verdict::{Verdict, judge};
use data_war::{DataWar, Event, Options};

use crate::common::{self, exact, one_turn, preset};

const P1: Seat = Seat(0);
const P2: Seat = Seat(1);

fn turn(p1: &str, p2: &str) -> Vec<Event> {
    one_turn(&mut exact(p1, p2, preset("bench")))
}

fn count(events: &[Event], wanted: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| wanted(event)).count()
}

#[test]
fn dw_84_the_judge_never_settles_a_tie() {
    let mut game = exact("C4 C1 C1 C1 C5 C2", "C4 C2 C2 C2 C3 C3", preset("headless"));
    for seat in [P1, P2] {
        game.act(seat, data_war::Action::Tap).unwrap();
    }
    assert!(matches!(judge(game.state(), &preset("headless")), Verdict::War(_)));
}

#[test]
fn dw_90_every_effect_has_its_time() {
    let instant = ["FE", "TS", "HT"];
    for row in &TABLE {
        let queued = row.effect.is_some_and(CardEffect::is_queued);
        assert_eq!(queued, row.effect.is_some() && !instant.contains(&row.code), "{}", row.code);
    }
    // Instant effects are never queued, all others are.
    let events = turn("FE C1", "T2 C3 C4 C1");
    assert_eq!(count(&events, |event| matches!(event, Event::DecksSwapped { by: P1, .. })), 1);
    let queued = |event: &Event| matches!(event, Event::EffectQueued { effect, .. } if *effect == CardEffect::Tracker);
    assert_eq!(count(&events, queued), 1);
    assert_eq!(count(&events, |event| matches!(event, Event::EffectQueued { .. })), 1);
}

#[test]
fn dw_91_only_five_effects_can_be_smacked() {
    let smacked: Vec<_> = TABLE
        .iter()
        .filter(|row| row.effect.is_some_and(CardEffect::can_be_smacked))
        .map(|row| row.code)
        .collect();
    assert_eq!(smacked, ["T1", "T2", "T3", "B1", "B2", "LB", "TT", "PT"]);
    let events = turn("PT C1 C1 C1 C5 C1", "TS C2 C2 C2 C3 C4");
    let blocked = |event: &Event| {
        matches!(event, Event::EffectBlocked { seat: P1, effect: CardEffect::PatentTheft, .. })
    };
    assert_eq!(count(&events, blocked), 1);
}

#[test]
fn dw_67_another_play_is_lost_for_three_reasons() {
    let lost = |events: Vec<Event>| {
        let reasons = events.into_iter().filter_map(|event| match event {
            Event::AnotherPlayLost { reason, .. } => Some(reason),
            _ => None,
        });
        reasons.collect::<Vec<_>>()
    };
    assert_eq!(lost(turn("T2 C1", "TS C1 C2")), [Lost::Smacked]);
    assert_eq!(lost(turn("L1 C1 C1 C1 C1 C2", "HT C1")), [Lost::Takeover]);
    assert_eq!(lost(turn("T2", "C1 C5")), [Lost::NoCards]);
}

#[test]
fn dw_92_effects_come_in_play_order_and_idle_ones_say_why() {
    let idle = |events: Vec<Event>| {
        let reasons = events.into_iter().filter_map(|event| match event {
            Event::EffectIdle { effect, reason, .. } => Some((effect, reason)),
            _ => None,
        });
        reasons.collect::<Vec<_>>()
    };
    assert_eq!(idle(turn("PT C1", "C5 C2")), [(CardEffect::PatentTheft, Idle::NothingThere)]);
    assert_eq!(idle(turn("TT C1", "C5 C2")), [(CardEffect::TemperTantrum, Idle::TurnWon)]);
    assert_eq!(idle(turn("MR C1", "T3 C5 C2")), [(CardEffect::MandatoryRecall, Idle::TurnLost)]);
    assert_eq!(idle(turn("LB C1", "C5")), [(CardEffect::LeveragedBuyout, Idle::NothingThere)]);
}

#[test]
fn dw_116_collections_are_ordered_oldest_first_and_public() {
    let mut game = exact("L2 C4 L1 C5 C1", "C3 C2 C1", preset("bench"));
    one_turn(&mut game);
    one_turn(&mut game);
    for viewer in [croupier_kit::game::Viewer::Public, croupier_kit::game::Viewer::Seat(P2)] {
        let stacks = game.view(viewer).sides[0].stacks.clone();
        let codes: Vec<_> = stacks.iter().map(|card| card.row().code).collect();
        assert_eq!(codes, ["L2", "L1"]);
    }
}

#[test]
fn dw_117_a_recall_shuffles_the_whole_deck() {
    let decks = data_war::exact::Exact {
        p1: data_war::exact::Codes::parse("MR C1").unwrap(),
        p2: data_war::exact::Codes::parse("C5 C1 C1 C2 C2 C3 C3 C4 C4").unwrap(),
        p2_stacks: data_war::exact::Codes::parse("L1 L2").unwrap(),
        ..data_war::exact::Exact::default()
    };
    let options = Options { exact: Some(Box::new(decks)), ..preset("bench") };
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let setup = common::setup(options.clone(), common::bots(), seed);
        let mut game = croupier_kit::matches::Match::<DataWar>::new(setup).unwrap();
        one_turn(&mut game);
        let side = game.state().side(P2);
        assert!(side.stacks.is_empty());
        let mut cards: Vec<CardType> = side.deck.iter().map(data_war::CardId::kind).collect();
        orders.insert(cards.clone());
        cards.sort_unstable();
        let codes: Vec<_> = cards.iter().map(|kind| kind.row().code).collect();
        assert_eq!(codes.join(" "), "C1 C1 C2 C2 C3 C3 C4 C4 L1 L2");
    }
    assert!(orders.len() > 15, "in any order");
}

#[test]
fn dw_131_the_seat_that_played_the_grab_gets_the_odd_card() {
    for seed in 0..20 {
        let decks = data_war::exact::Exact {
            p1: data_war::exact::Codes::parse("L1 DG C2").unwrap(),
            p2: data_war::exact::Codes::parse("C3 C4 C5").unwrap(),
            ..data_war::exact::Exact::default()
        };
        let options = Options { exact: Some(Box::new(decks)), ..preset("bench") };
        let setup = common::setup(options, common::bots(), seed);
        let mut game = croupier_kit::matches::Match::<DataWar>::new(setup).unwrap();
        one_turn(&mut game);
        let got = |seat| game.state().side(seat).deck.len() + game.state().side(seat).stacks.len();
        assert_eq!((got(P1), got(P2)), (3, 3), "two of three to P1, one to P2");
    }
}

#[test]
fn dw_140_stacks_are_checked_before_empty_decks() {
    // P1 wins the turn, collects the stack and takes P2's last card with it.
    let options = Options { launch_stacks_to_win: 1, ..preset("bench") };
    let mut game = exact("L1 C5 C1", "C2", options);
    one_turn(&mut game);
    let ending = game.state().ending.unwrap();
    assert_eq!((ending.winner, ending.condition), (Some(P1), Condition::LaunchStacks));
}

#[test]
fn dw_141_with_both_launched_more_stacks_win_and_else_the_turns_winner() {
    let mut game = exact("C5 C1", "C3 C4", preset("bench"));
    let end = |game: &mut croupier_kit::matches::Match<DataWar>| one_turn(game);
    assert!(!end(&mut game).iter().any(|event| matches!(event, Event::GameOver { .. })));
    // A split gives one stack to each seat, and one is enough to win: the winner of the turn wins.
    let options = Options { launch_stacks_to_win: 1, ..preset("bench") };
    let mut game = exact("L1 DG C1", "L2 C4 C2", options);
    one_turn(&mut game);
    let ending = game.state().ending.unwrap();
    assert_eq!(ending.condition, Condition::LaunchStacks);
    assert_eq!(ending.stacks.iter().sum::<u8>(), 2);
    let expected =
        if ending.stacks[0] >= ending.stacks[1] && ending.stacks != [1, 1] { P1 } else { P2 };
    assert_eq!(ending.winner, Some(expected));
}

#[test]
fn dw_143_a_shortage_is_reported_as_all_cards() {
    let events = turn("C3 C1 C1 C1", "C3 C2 C2 C2 C2");
    let Some(Event::GameOver { ending }) = events.last() else { panic!("{events:?}") };
    assert_eq!((ending.condition, ending.detail), (Condition::AllCards, Some(Detail::WarShortage)));
    assert!(!events.iter().any(|event| matches!(event, Event::WarBegan { .. })));
    assert_eq!(ending.turns_completed, 0, "the unfinished turn does not count");
}

#[test]
fn dw_148_the_outcome_says_everything_and_so_does_the_chart() {
    let mut game = exact("LB C1", "C5 C2", preset("bench"));
    one_turn(&mut game);
    let ending = game.state().ending.unwrap();
    assert_eq!(
        (ending.winner, ending.condition, ending.detail),
        (Some(P1), Condition::AllCards, None)
    );
    assert_eq!((ending.turns_completed, ending.decks, ending.stacks), (1, [4, 0], [0, 0]));
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.reason.as_ref(), outcome.winners.lowest()), ("all_cards", Some(P1)));
    let json = serde_json::to_value(ending).unwrap();
    assert_eq!(json["condition"], "all_cards");
}

/// DW-180 to DW-187: a state that breaks a rule is reported with the rule's name.
fn complaint(change: impl Fn(&mut data_war::State)) -> String {
    let mut game = exact("C4 L1 C1 C1 C5 C2", "C4 C2 C2 C2 C3 C3", preset("headless"));
    for seat in [P1, P2] {
        game.act(seat, data_war::Action::Tap).unwrap();
    }
    let mut state = *game.state();
    change(&mut state);
    let at = game.position();
    let changed = Position { state: &state, ..at };
    DataWar::invariants(changed).expect_err("a broken rule").to_string()
}

#[test]
fn dw_180_a_card_in_two_zones_is_noticed() {
    assert!(complaint(|state| state.sides[0].deck = state.sides[1].deck).starts_with("DW-180"));
    assert!(complaint(|state| state.sides[0].deck.truncate(3)).starts_with("DW-180"));
}

#[test]
fn dw_181_a_collection_of_something_else_is_noticed() {
    let steal = |state: &mut data_war::State| {
        let card = state.sides[0].deck.pop().unwrap();
        state.sides[0].stacks.push(card);
    };
    assert!(complaint(steal).starts_with("DW-181"));
}

#[test]
fn dw_182_a_sequence_behind_the_pile_is_noticed() {
    assert!(complaint(|state| state.sides[0].sequence_from = 9).starts_with("DW-182"));
}

#[test]
fn dw_183_something_left_of_the_last_turn_is_noticed() {
    let mut game = exact("C5 C1 C2", "C3 C4 C4", preset("bench"));
    let mut state = *game.state();
    state.owed.insert(P1);
    let at = game.position();
    let changed = Position { state: &state, ..at };
    assert!(DataWar::invariants(changed).unwrap_err().to_string().starts_with("DW-183"));
    one_turn(&mut game);
    assert_eq!(DataWar::invariants(game.position()), Ok(()));
}

#[test]
fn dw_186_a_face_down_card_is_never_pending() {
    let mut game = exact("C4 L1 T1 FE C5 C2", "C4 DG TT C2 C3 C3", preset("bench"));
    let events = one_turn(&mut game);
    assert_eq!(count(&events, |event| matches!(event, Event::FaceDownLaid { .. })), 2);
    assert_eq!(count(&events, |event| matches!(event, Event::EffectQueued { .. })), 0);
}

#[test]
fn dw_187c_after_the_outcome_nothing_is_accepted() {
    let mut game = exact("LB C1", "C5 C2", preset("bench"));
    one_turn(&mut game);
    let before = game.hash();
    for action in
        [data_war::Action::Tap, data_war::Action::Concede, data_war::Action::Grab { slot: 0 }]
    {
        let refused = game.act(P1, action).unwrap_err();
        assert_eq!(refused.code(), "game_over");
    }
    assert_eq!(game.hash(), before);
    assert!(complaint(|state| state.ending = Some(ending())).starts_with("DW-187"));
}

fn ending() -> data_war::rules::ending::Ending {
    let mut game = exact("LB C1", "C5 C2", preset("bench"));
    one_turn(&mut game);
    game.state().ending.unwrap()
}
