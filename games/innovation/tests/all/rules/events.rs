//! Section 13: events, their names and numbers, and that only events change a state.

use std::collections::BTreeSet;

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat};
use croupier_kit::matches::{Match, Setup, replay};
use croupier_kit::save::Metadata;
use innovation::events::{Cause, What};
use innovation::fold::fold;
use innovation::{Card, Innovation, State};

use super::{arranged, dealt, dogma, play_until};

/// IN-119, IN-149: numbers from 0 without gaps; every event has a cause.
#[test]
fn in_119_events_are_numbered_without_gaps() {
    for players in 2..=4 {
        let mut game = dealt(players, 6);
        let mut dice = Dice::new(Seed::from_number(6));
        let mut next = 0;
        play_until(&mut game, &mut dice, |game| {
            for event in game.take_events() {
                assert_eq!(event.seq, next);
                next += 1;
            }
            false
        });
        assert!(next > 500);
    }
}

/// Only events change a state: folding the log from the beginning reproduces every moment, even in
/// the middle of effects.
#[test]
fn in_119_the_log_folds_to_the_state() {
    for number in 0..30 {
        let players = 2 + usize::try_from(number % 3).unwrap();
        let mut game = dealt(players, number);
        let mut state = State::new(game.position().options, players);
        let mut dice = Dice::new(Seed::from_number(number));
        play_until(&mut game, &mut dice, |game| {
            for event in game.take_events() {
                fold(&mut state, &event);
            }
            assert_eq!(&state, game.state());
            false
        });
    }
}

/// IN-120: all names occur, and no others.
#[test]
fn in_120_the_names_are_those_of_the_list() {
    const NAMES: &str = "game_started starting_hand_dealt starting_cards_placed first_player \
        turn_started phase_changed action_taken drew melded tucked scored returned transferred \
        exchanged revealed hand_revealed splayed unsplayed rearranged dogma_activated \
        effect_started effect_skipped effect_failed choice_requested choice_answered \
        nested_execution sharing_bonus achievement_claimed cards_removed dogma_stopped turn_ended \
        game_ended";
    let mut seen = BTreeSet::new();
    for number in 0..150 {
        let mut game = dealt(2 + usize::try_from(number % 3).unwrap(), number);
        let mut dice = Dice::new(Seed::from_number(number));
        play_until(&mut game, &mut dice, |game| {
            for event in game.take_events() {
                let name = match serde_json::to_value(&event.what).unwrap() {
                    serde_json::Value::String(name) => name,
                    value => value.as_object().unwrap().keys().next().unwrap().clone(),
                };
                seen.insert(name);
            }
            false
        });
    }
    let names: BTreeSet<_> = NAMES.split_whitespace().map(str::to_owned).collect();
    assert!(seen.is_subset(&names), "{seen:?}");
    let missing: Vec<_> = names.difference(&seen).collect();
    // Effects do not fail in play (IN-115); see `in_115_…`.
    assert_eq!(missing, ["effect_failed"]);
}

#[test]
fn in_121_draw_and_meld_are_two_events_and_one_step() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"green":["Sailing"]}},{"board":{"red":["Archery"]}}],"decks":{"1":["Tools"]}}"#,
    );
    game.act(Seat(0), dogma(Card::Sailing)).unwrap();
    let events = game.take_events();
    let drew = events.iter().position(|event| matches!(event.what, What::Drew { .. })).unwrap();
    assert!(matches!(events[drew + 1].what, What::Melded { card: Card::Tools, .. }));
    let source = |cause| matches!(cause, Cause::Effect(source) if source.card == Card::Sailing);
    assert!(source(events[drew].cause) && source(events[drew + 1].cause));
}

/// IN-91: the phases passed through appear as events.
#[test]
fn in_91_phases_are_told() {
    let mut game =
        arranged(2, r#"{"seats":[{"board":{"green":["Sailing"]}},{"board":{"red":["Archery"]}}]}"#);
    game.act(Seat(0), dogma(Card::Sailing)).unwrap();
    let phases: Vec<String> = game
        .take_events()
        .iter()
        .filter_map(|event| match event.what {
            What::PhaseChanged { phase } => Some(format!("{phase:?}")),
            _ => None,
        })
        .collect();
    assert_eq!(phases, ["ResolvingDogma", "CheckingWinConditions", "AwaitingAction"]);
}

/// IN-122: seed, options and accepted inputs reproduce events and hash; refused inputs have no
/// influence.
#[test]
fn in_122_a_replay_is_exact() {
    let mut game: Match<Innovation> = Match::new(Setup::new(3, Seed::from_number(12))).unwrap();
    let mut dice = Dice::new(Seed::from_number(12));
    let mut told = vec![];
    play_until(&mut game, &mut dice, |game| {
        let nonsense = innovation::Action::Meld { card: innovation::action::CardId(0) };
        assert!(game.act(Seat(0), nonsense).is_err());
        told.extend(game.take_events());
        false
    });
    let save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let replayed = replay::<Innovation>(&save).unwrap();
    assert!(replayed.verified);
    assert_eq!(replayed.hash, game.hash());
    let mut again: Match<Innovation> = Match::new(Setup::new(3, Seed::from_number(12))).unwrap();
    for input in game.inputs() {
        again.input(input.clone()).unwrap();
    }
    assert_eq!(again.take_events(), told);
    assert_eq!(Innovation::outcome(again.position()), game.outcome());
}
