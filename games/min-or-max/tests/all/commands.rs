//! Commands and refusals, the log, the lists, and the value of an ending (MM-77 to MM-81, MM-88).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::matches::Match;
use min_or_max::{Action, Band, DeclaredEffect, Event, FlowState, MinOrMax, Options, Reject};
use serde_json::json;

use crate::common::{
    P1, P2, P3, action, arranged, choose, code, dealt, heard, here, host, play_to_end,
};

#[test]
fn mm_77_the_log() {
    let mut dice = Dice::new(Seed::from_number(77));
    let mut game = dealt(&Options::bench(), 3, 0);
    play_to_end(&mut game, &mut dice);
    let events = game.take_events();
    assert!(matches!(events[0], Event::DeckShuffled { .. }));
    let public = heard(&events, Viewer::Public);
    assert_eq!(public.len(), events.len() - 1, "only the deck is nobody's to hear");
    let names: Vec<String> = public.iter().take(7).map(name).collect();
    let setup = [
        "cards_dealt",
        "thresholds_set",
        "wheel_spin_started",
        "wheel_spun",
        "first_card_played",
        "setup_complete",
        "turn_started",
    ];
    assert_eq!(names, setup);
    assert_eq!(name(public.last().unwrap()), "game_over");
    for viewer in [P1, P2, P3] {
        let own = heard(&events, Viewer::Seat(viewer));
        assert_eq!(own.len(), public.len());
        for (mine, theirs) in own.iter().zip(&public) {
            match mine {
                Event::CardsDealt { counts, cards } => {
                    assert_eq!(*counts, [3, 3, 3, 0]);
                    for (seat, hand) in Seat::first(3).zip(cards) {
                        assert_eq!(hand.open().is_some(), seat == viewer);
                    }
                }
                Event::CardDrawn { seat, card, .. } => {
                    assert_eq!(card.open().is_some(), *seat == viewer);
                }
                _ => assert_eq!(mine, theirs),
            }
        }
    }
    let draws = public.iter().filter(|event| matches!(event, Event::CardDrawn { .. }));
    assert_eq!(draws.count(), game.state().stats.turns as usize);
}

fn name(event: &Event) -> String {
    match serde_json::to_value(event).unwrap() {
        serde_json::Value::Object(fields) => fields.into_iter().next().unwrap().0,
        other => other.as_str().unwrap().to_owned(),
    }
}

#[test]
fn mm_79_the_order_of_the_reasons() {
    // Before play.
    let mut game = dealt(&Options::default(), 2, 1);
    let spin = action(r#"{"spin_wheel": {"force": 7}}"#);
    assert_eq!(code(game.act(P2, Action::PlayCard)), "internal_event");
    assert_eq!(host(&mut game, spin), "not_seated");
    assert_eq!(code(game.act(P2, spin)), "wrong_phase");
    assert_eq!(code(game.act(Seat(2), spin)), "no_such_seat");
    assert_eq!(host(&mut game, Action::Timeout { turn_seq: 0 }), "stale_timeout");
    // In a turn: first whose turn it is, then the step, then the content of the command.
    let position = json!({"hands": [["9D", "3H", "4H", "AH"], ["2S", "KS", "3C"]], "rng": [15]});
    let mut game = arranged(&Options::default(), 2, position);
    assert_eq!(code(game.act(P2, spin)), "not_your_turn");
    assert_eq!(code(game.act(P2, Action::SkipSpin)), "not_your_turn");
    assert_eq!(code(game.act(P1, Action::ChooseCardEffect(DeclaredEffect::Unclear))), "wrong_step");
    assert_eq!(code(game.act(P1, choose("2S"))), "card_not_in_hand");
    assert_eq!(code(game.act(P1, choose("3H"))), "card_does_not_beat");
    assert_eq!(code(game.act(P1, spin)), "invalid_force");
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    assert_eq!(code(game.act(P1, choose("2S"))), "wrong_step");
    game.skip_waits().unwrap();
    assert_eq!(code(game.act(P1, spin)), "already_spun", "before what is wrong with the force");
    // After the end.
    game.act(P1, choose("9D")).unwrap();
    play_to_end(&mut game, &mut Dice::new(Seed::from_number(79)));
    for seat in [P1, P2] {
        assert_eq!(code(game.act(seat, Action::SkipSpin)), "wrong_phase");
    }
    assert_eq!(host(&mut game, Action::Timeout { turn_seq: 1 }), "stale_timeout");
    // Malformed: commands that cannot even be parsed.
    for text in [
        r#""deal_again""#,
        r#"{"choose_card": {"card": "1X"}}"#,
        r#"{"choose_card": {"card": "7H", "player": 0}}"#,
        r#"{"choose_card_effect": {"ace_value": 1, "wish": 2}}"#,
        r#"{"timeout": {"turn_seq": -1}}"#,
    ] {
        assert!(serde_json::from_str::<Action>(text).is_err(), "{text}");
    }
}

#[test]
fn mm_79_codes_are_part_of_the_wire_format() {
    let expected = "malformed internal_event not_seated wrong_phase not_your_turn wrong_step \
        stale_timeout already_spun invalid_force card_not_in_hand card_does_not_beat \
        invalid_effect invalid_target";
    assert!(Reject::CODES.iter().copied().eq(expected.split_whitespace()));
}

#[test]
fn mm_80_the_legal_list() {
    let spins = Band::ALL.map(Action::spin);
    let forces = spins.map(|spin| serde_json::to_value(spin).unwrap());
    let milli = |force| json!({"spin_wheel": {"force_milli": force}});
    assert_eq!(forces, [50, 300, 800, 1000].map(milli));
    let position = json!({"hands": [["9D", "3H", "4H", "AH"]], "rng": [15]});
    let mut game = arranged(&Options::default(), 2, position);
    let listed = |game: &Match<MinOrMax>| game.legal_actions(P1);
    assert_eq!(listed(&game), [&[choose("9D"), choose("AH")][..], &spins].concat());
    assert!(game.legal_actions(P2).is_empty() && game.prompt(P2).is_none());
    game.act(P1, choose("AH")).unwrap();
    let values = [1, 11].map(|value| Action::ChooseCardEffect(DeclaredEffect::AceValue(value)));
    assert_eq!(listed(&game), values);
    game.act(P1, values[0]).unwrap();
    assert_eq!(listed(&game), [&[Action::SkipSpin][..], &spins].concat());
    game.act(P1, spins[0]).unwrap();
    assert!(listed(&game).is_empty(), "nobody can do anything while the wheel turns");
}

/// MM-22: the deadline in prompts and views is the time at which the clock acts.
#[test]
fn mm_22_the_deadline_is_public() {
    let position = json!({"hands": [["9D", "3H", "4H", "5H"]], "rng": [15]});
    let mut game = arranged(&Options::default(), 2, position);
    game.advance_to(Millis(4000)).unwrap();
    let deadline = |game: &Match<MinOrMax>| game.view(Viewer::Public).turn.unwrap().deadline;
    assert_eq!(
        (game.prompt(P1).unwrap().deadline, deadline(&game)),
        (Some(Millis(30_000)), Some(Millis(30_000)))
    );
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    assert_eq!((game.prompt(P1), deadline(&game)), (None, None));
    game.advance_to(Millis(5500)).unwrap();
    assert_eq!(
        (game.prompt(P1).unwrap().deadline, deadline(&game)),
        (Some(Millis(31_500)), Some(Millis(31_500)))
    );
    assert_eq!(game.next_due(), Some(Millis(31_500)));
    let free = Options { turn_ms: None, ..Options::default() };
    let game = arranged(&free, 2, json!({"hands": []}));
    assert_eq!((deadline(&game), game.next_due()), (None, None), "no clock, no limit");
}

/// MM-81: the value of an ending for a search.
#[test]
fn mm_81_utilities() {
    let values_of = |seats: usize, position| {
        let mut game = arranged(&Options::bench(), seats, position);
        game.act(P1, choose("KD")).unwrap();
        let outcome = game.outcome().unwrap();
        let values: Vec<f64> = Seat::first(seats).map(|seat| outcome.value_for(seat)).collect();
        (values, outcome.scores.to_vec(), outcome.reason.into_owned())
    };
    let bust = || json!({"hands": [["KD"]], "score": 35});
    let exact = || json!({"hands": [["KD"]], "score": 30});
    let (values, scores, reason) = values_of(3, bust());
    assert_eq!((values, scores), (vec![0.0, 0.5, 0.5], vec![-1, 0, 0]));
    assert_eq!(reason, "exceeded_threshold");
    assert_eq!(values_of(2, bust()).0, [0.0, 1.0]);
    let (values, scores, reason) = values_of(4, exact());
    assert_eq!((values, scores), (vec![1.0, 0.0, 0.0, 0.0], vec![1, -1, -1, -1]));
    assert_eq!(reason, "exact_threshold");
}

/// MM-88: a table by rank tells which cards ask for a declaration, and declarations are tagged.
#[test]
fn mm_88_only_aces_have_an_effect_in_the_base_game() {
    for (text, court) in [("AH", true), ("JH", true), ("QH", true), ("KH", true), ("10H", false)] {
        for options in [Options::bench(), Options { court_effects: true, ..Options::bench() }] {
            let position = json!({"hands": [["2D", "3D", "4D", text], ["5D", "6D", "8D"]]});
            let mut game = arranged(&options, 2, position);
            game.act(P1, choose(text)).unwrap();
            let asks = here(&game) == FlowState::ChoosingCardEffect;
            assert_eq!(asks, text == "AH" || options.court_effects && court, "{text}");
        }
    }
    let tagged = action(r#"{"choose_card_effect": {"ace_value": 11}}"#);
    assert_eq!(tagged, Action::ChooseCardEffect(DeclaredEffect::AceValue(11)));
    assert!(serde_json::from_str::<Action>(r#"{"choose_card_effect": {"joker": 1}}"#).is_err());
}
