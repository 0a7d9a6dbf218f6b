//! Section 15: every invariant detects its violation. States are corrupted by editing a save.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::matches::Match;
use innovation::invariants::validate;
use innovation::{Innovation, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{dealt, play_until};

/// A state in the middle of a game, at rest.
fn middle() -> Match<Innovation> {
    let mut game = dealt(2, 30);
    let mut dice = Dice::new(Seed::from_number(30));
    let at_rest = |game: &mut Match<Innovation>| {
        game.state().turns() > 20 && game.state().choices().next().is_none()
    };
    assert!(play_until(&mut game, &mut dice, at_rest));
    game
}

/// One in the middle of an effect.
fn asking() -> Match<Innovation> {
    let mut game = dealt(2, 31);
    let mut dice = Dice::new(Seed::from_number(31));
    assert!(play_until(&mut game, &mut dice, |game| game.state().dogma().is_some()));
    game
}

/// The rules a state violates after its text was changed; none if it cannot even be read.
fn broken(game: &Match<Innovation>, change: impl FnOnce(&mut Value)) -> Option<Vec<u16>> {
    let mut text = serde_json::to_value(game.state()).unwrap();
    change(&mut text);
    let state = State::deserialize(&text).ok()?;
    Some(validate(&state).into_iter().map(|broken| broken.rule).collect())
}

fn list<'v>(text: &'v mut Value, path: &str) -> &'v mut Vec<Value> {
    text.pointer_mut(path).unwrap().as_array_mut().unwrap()
}

#[test]
fn in_136_a_card_that_is_missing_or_twice_is_not_even_read() {
    let game = middle();
    assert_eq!(broken(&game, |_| {}), Some(vec![]));
    assert_eq!(
        broken(&game, |text| {
            list(text, "/decks/9").pop();
        }),
        None
    );
    assert_eq!(broken(&game, |text| list(text, "/decks/9").push(json!(1))), None);
}

#[test]
fn in_137_cards_lie_where_they_belong() {
    let game = middle();
    let other_deck = broken(&game, |text| {
        let card = list(text, "/decks/9").pop().unwrap();
        list(text, "/decks/8").push(card);
    });
    assert_eq!(other_deck, Some(vec![137]));
    let other_pile = broken(&game, |text| {
        let red = json!(90); // Fission
        for path in ["/decks/8", "/hands/0", "/hands/1", "/scores/0", "/scores/1"] {
            list(text, path).retain(|card| *card != red);
        }
        let under = text.pointer_mut("/achievementCards").unwrap().as_object_mut().unwrap();
        assert_ne!(under["9"], red, "another seed is needed");
        list(text, "/boards/0/blue/cards").insert(0, red);
    });
    assert!(other_pile.unwrap().contains(&137));
}

#[test]
fn in_138_a_single_card_is_not_splayed() {
    let game = middle();
    let found = broken(&game, |text| {
        let boards = text["boards"].as_array_mut().unwrap();
        let piles = boards.iter_mut().flat_map(|board| board.as_object_mut().unwrap().values_mut());
        let single = piles.into_iter().find(|pile| pile["cards"].as_array().unwrap().len() < 2);
        single.unwrap()["splay"] = json!("left");
    });
    assert_eq!(found, Some(vec![138]));
}

#[test]
fn in_139_an_achievement_is_in_one_place() {
    let game = middle();
    assert_eq!(broken(&game, |text| list(text, "/availableAchievements").push(json!(9))), None);
    assert_eq!(
        broken(&game, |text| {
            list(text, "/availableAchievements").pop();
        }),
        None
    );
    assert_eq!(
        broken(&game, |text| {
            list(text, "/availableSpecialAchievements").pop();
        }),
        None
    );
}

#[test]
fn in_140_whoever_has_enough_achievements_has_won() {
    let game = middle();
    let found = broken(&game, |text| {
        let ages: Vec<Value> = (1..=9).map(|age| json!(age)).collect();
        text["availableAchievements"] = json!([]);
        text["achievements"] = json!([ages, []]);
    });
    assert_eq!(found, Some(vec![140]));
}

#[test]
fn in_141_a_choice_belongs_to_the_effect_that_runs() {
    let game = asking();
    assert_eq!(broken(&game, |_| {}), Some(vec![]));
    let optional = game.state().choices().next().is_some_and(|choice| choice.optional);
    let id = broken(&game, |text| text["pendingChoice"]["optional"] = json!(!optional));
    assert_eq!(id, Some(vec![141]));
    let answers = broken(&game, |text| {
        let frames = list(text, "/activeEffects");
        let outer = frames.last_mut().unwrap();
        outer["effectState"]["answers"].as_array_mut().unwrap().push(json!({"value": 3}));
    });
    assert_eq!(answers, Some(vec![141]));
}

#[test]
fn in_142_no_effect_is_active_at_rest() {
    let game = asking();
    let dropped = broken(&game, |text| text["activeEffects"] = json!([]));
    assert!(dropped.unwrap().contains(&142));
}

#[test]
fn in_143_actions_and_short_turns() {
    let game = middle();
    assert_eq!(broken(&game, |text| text["actionsRemaining"] = json!(0)), Some(vec![143]));
    assert_eq!(broken(&game, |text| text["actionsRemaining"] = json!(3)), Some(vec![143]));
    assert_eq!(broken(&game, |text| text["oneActionTurnsLeft"] = json!(1)), Some(vec![143]));
}

/// No match reaches these counts, which leaves room to count on.
#[test]
fn in_143_turns_choices_and_events_are_counted_within_reach() {
    for most in [1_u32 << 30 | 1, 1 << 31, u32::MAX] {
        for game in [middle(), asking()] {
            for (name, rule) in [("turnCount", 143), ("nextChoiceId", 141), ("nextEvent", 143)] {
                let found = broken(&game, |text| text[name] = json!(most)).unwrap();
                assert!(found.contains(&rule), "{name} {most}: {found:?}");
            }
        }
        let found = broken(&asking(), |text| text["pendingChoice"]["id"] = json!(most)).unwrap();
        assert!(found.contains(&141), "a choice numbered {most}: {found:?}");
    }
}

/// IN-96: an effect that asks too often fails, so no save can wait for its answers.
#[test]
fn in_96_the_calls_of_an_action_are_within_their_limit() {
    for calls in [10_001, u16::MAX] {
        let found = broken(&asking(), |text| {
            list(text, "/activeEffects").last_mut().unwrap()["calls"] = json!(calls);
        });
        assert_eq!(found, Some(vec![96]), "{calls}");
    }
}

#[test]
fn in_144_a_condition_that_is_met_is_claimed() {
    let game = middle();
    let found = broken(&game, |text| text["turnCounters"]["scored"] = json!([6, 0]));
    assert_eq!(found, Some(vec![144, 145]));
}

#[test]
fn in_145_counters_stay_below_six_while_monument_is_free() {
    let game = middle();
    let found = broken(&game, |text| text["turnCounters"]["tucked"] = json!([0, 7]));
    assert_eq!(found, Some(vec![144, 145]));
}

#[test]
fn in_146_only_fission_removes_cards() {
    let game = middle();
    let found = broken(&game, |text| {
        let card = list(text, "/decks/9").pop().unwrap();
        list(text, "/removed").push(card);
    });
    assert_eq!(found, Some(vec![146]));
}

#[test]
fn in_147_the_frame_is_consistent() {
    let game = asking();
    let found = broken(&game, |text| {
        let outer = list(text, "/activeEffects").last_mut().unwrap();
        let swapped = (outer["victims"].clone(), outer["sharers"].clone());
        (outer["sharers"], outer["victims"]) = swapped;
    });
    assert!(found.unwrap().contains(&147));
}

/// IN-148, IN-149: caches are rebuilt when a state is read; `events.rs` checks the numbers.
#[test]
fn in_148_cached_icons_are_those_that_show() {
    let game = middle();
    assert!(game.state().world().is_counted_right());
    let text = serde_json::to_value(game.state()).unwrap();
    assert!(State::deserialize(&text).unwrap().world().is_counted_right());
}

/// IN-149.
#[test]
fn in_149_the_state_counts_the_events() {
    let mut game = dealt(2, 8);
    let mut dice = Dice::new(Seed::from_number(8));
    let mut told = 0;
    play_until(&mut game, &mut dice, |game| {
        told += u32::try_from(game.take_events().len()).unwrap();
        let view = game.view(croupier_kit::game::Viewer::Public);
        assert_eq!(view.events, told);
        false
    });
}
