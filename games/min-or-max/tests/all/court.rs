//! The variant "court cards" (section 9).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Private, Rank, Seed};
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::Match;
use min_or_max::{
    ACE_VALUES, Action, Band, DeclaredEffect, Event, FlowState, MinOrMax, Options, Reason, Slay,
};
use serde_json::json;

use crate::common::{
    P1, P2, P3, arranged, card, cards, choose, code, dealt, heard, here, play_to_end,
};

fn declare(effect: DeclaredEffect) -> Action {
    Action::ChooseCardEffect(effect)
}

fn effects() -> Options {
    Options { court_effects: true, ..Options::default() }
}

#[test]
fn mm_c2_every_card_adds_and_there_is_no_min() {
    let options = Options { one_way_tally: true, ..Options::bench() };
    let (mut lowest, mut highest) = (i16::MAX, i16::MIN);
    for seed in 0..400 {
        let game = dealt(&options, 2, seed);
        let state = game.state();
        assert_eq!(state.min_threshold, None);
        let max = state.max_threshold.unwrap();
        (lowest, highest) = (lowest.min(max), highest.max(max));
        assert!((1..=10).contains(&state.score), "a first-card ace counts 1");
        // Only one threshold is drawn, so the next draw is the degrees of the spin.
        let mut dice = Dice::new(Seed::from_number(seed));
        dice.shuffle(&mut [0; 52]);
        assert_eq!(i32::from(max), dice.int(40, 60));
        let degrees = dice.int(90, 360);
        assert_eq!(i32::from(state.angle.degrees()), (90 + degrees) % 360);
    }
    assert_eq!((lowest, highest), (40, 60));
    let position = json!({"hands": [["2D", "3H", "4H", "5H"]], "angle": 200, "score": 20});
    let mut game = arranged(&options, 2, position);
    game.act(P1, choose("5H")).unwrap();
    assert_eq!(game.state().score, 25, "on Min it is added too");
}

#[test]
fn mm_c3_one_choice_that_fits_and_is_not_optional() {
    let position = json!({"hands": [["2D", "3H", "4H", "JH"], ["5H", "AS"]]});
    let mut game = arranged(&effects(), 2, position);
    game.act(P1, choose("JH")).unwrap();
    assert_eq!(code(game.act(P1, Action::SkipSpin)), "wrong_step");
    let slay = Slay { seat: P2, card: card("AS") };
    for wrong in [
        DeclaredEffect::AceValue(1),
        DeclaredEffect::Slay(slay),
        DeclaredEffect::Bodyguard(card("2D")),
        DeclaredEffect::FindRank(Rank::ACE),
        DeclaredEffect::Unclear,
    ] {
        assert_eq!(code(game.act(P1, declare(wrong))), "invalid_effect", "{wrong:?}");
    }
    game.take_events();
    game.act(P1, declare(DeclaredEffect::FindRank(Rank::KING))).unwrap();
    // The effect comes first, then the card.
    let order: Vec<_> = game.take_events();
    assert!(matches!(order[0], Event::EffectChosen { auto: false, .. }));
    assert!(matches!(order[1], Event::CardFound { found: true, .. }));
    assert!(matches!(order[2], Event::CardPlayed { .. }));
    assert_eq!(order.len(), 3);
}

/// MM-C3: the first card of the setup has no effect.
#[test]
fn mm_c3_the_first_card_does_nothing() {
    let deck = json!({"deck": ["2H", "3H", "4H", "5H", "6H", "7H", "JD"], "rng": [-15, 40, 360]});
    let mut game = arranged(
        &Options { setup_step_ms: Millis::ZERO, spin_ms: Millis::ZERO, ..effects() },
        2,
        deck,
    );
    assert_eq!((here(&game), game.state().score), (FlowState::AwaitingAction, 10));
    assert!(!game.take_events().iter().any(|event| matches!(event, Event::CardFound { .. })));
}

#[test]
fn mm_c4_the_suit_is_the_finders_secret() {
    let position = json!({"hands": [["2D", "3H", "4H", "JH"], ["5H"]], "draw": ["9D", "KS", "KD"]});
    let mut game = arranged(&effects(), 2, position);
    game.act(P1, choose("JH")).unwrap();
    game.take_events();
    game.act(P1, declare(DeclaredEffect::FindRank(Rank::KING))).unwrap();
    assert_eq!(game.state().hand(P1), cards("2D 3H 4H KS"));
    let events = game.take_events();
    let found = |viewer| {
        let heard = heard(&events, viewer);
        heard.into_iter().find(|event| matches!(event, Event::CardFound { .. })).unwrap()
    };
    let told = |card| Event::CardFound { seat: P1, rank: Rank::KING, found: true, card };
    assert_eq!(found(Viewer::Seat(P1)), told(Private::Known(card("KS"))));
    assert_eq!(found(Viewer::Seat(P2)), told(Private::Hidden));
    assert_eq!(found(Viewer::Public), told(Private::Hidden));
}

#[test]
fn mm_c5_whoever_plays_a_queen_sees_all_hands_until_the_choice() {
    let position = json!({"hands": [["2D", "3H", "4H", "QH"], ["5H", "AS"], ["6H"]]});
    let mut game = arranged(&effects(), 3, position);
    let sees = |game: &Match<MinOrMax>, viewer, seat: Seat| {
        game.view(viewer).players[seat.at()].hand.is_some()
    };
    let (ann, ben) = (Viewer::Seat(P1), Viewer::Seat(P2));
    assert!(!sees(&game, ann, P2));
    game.take_events();
    game.act(P1, choose("QH")).unwrap();
    assert!(sees(&game, ann, P2) && sees(&game, ann, P3));
    assert!(!sees(&game, ben, P3) && !sees(&game, ben, P1) && !sees(&game, Viewer::Public, P2));
    let events = game.take_events();
    let shown = |viewer| {
        heard(&events, viewer)
            .iter()
            .filter(|event| matches!(event, Event::HandShown { .. }))
            .count()
    };
    assert_eq!((shown(ann), shown(ben), shown(Viewer::Public)), (2, 0, 0));
    game.act(P1, declare(DeclaredEffect::Slay(Slay { seat: P3, card: card("6H") }))).unwrap();
    assert!(!sees(&game, ann, P2));
    assert_eq!(game.view(Viewer::Public).slain, cards("6H"));
    assert!(game.state().hand(P3).is_empty());
}

/// MM-C5: removed cards never come back.
#[test]
fn mm_c5_what_is_slain_is_not_reshuffled() {
    let options = Options { court_effects: true, may_pass: true, ..Options::bench() };
    let mut dice = Dice::new(Seed::from_number(5));
    let (mut reshuffles, mut slain) = (0, 0);
    for seed in 0..300 {
        let far = Options { min_range: (-300, -290), max_range: (290, 300), ..options.clone() };
        let mut game = dealt(&far, 4, seed);
        play_to_end(&mut game, &mut dice);
        let mut gone = vec![];
        for event in game.take_events() {
            match event {
                Event::CardSlain { card, .. } => gone.push(card),
                Event::PileReshuffled { order, .. } => {
                    reshuffles += usize::from(!gone.is_empty());
                    assert!(order.inside().iter().all(|card| !gone.contains(&card)));
                }
                _ => {}
            }
        }
        slain += gone.len();
        assert_eq!(game.state().slain.len(), gone.len());
    }
    assert!(reshuffles > 10 && slain > 100, "{reshuffles} {slain}");
}

#[test]
fn mm_c6_only_the_final_score_is_judged() {
    // On Min: the 5 alone would lead to exactly -15; with the King it is -25, which is too low.
    let position = json!({
        "hands": [["KH", "5D", "8C", "2S"], ["3D"]], "score": -10, "angle": 200, "pile": ["KC"],
    });
    let mut game = arranged(&effects(), 2, position);
    game.act(P1, choose("KH")).unwrap();
    for wrong in ["KH", "3D", "QS"] {
        let guard = declare(DeclaredEffect::Bodyguard(card(wrong)));
        assert_eq!(code(game.act(P1, guard)), "invalid_target", "{wrong}");
    }
    game.take_events();
    game.act(P1, declare(DeclaredEffect::Bodyguard(card("5D")))).unwrap();
    let guard = Event::BodyguardPlayed { seat: P1, card: card("5D"), played_value: -5, score: -15 };
    assert!(game.take_events().contains(&guard));
    let ending = game.state().ending.unwrap();
    assert_eq!((ending.reason, game.state().score), (Reason::ExceededThreshold, -25));
    assert_eq!(game.state().stats.seats[0].cards_played, 2);
}

#[test]
fn mm_c7_what_the_clock_declares() {
    let auto = |hands: serde_json::Value, chosen: &str| {
        let mut game = arranged(&effects(), 3, json!({"hands": hands}));
        game.act(P1, choose(chosen)).unwrap();
        game.advance_to(Millis(30_000)).unwrap();
        let events = game.take_events();
        events.into_iter().find_map(|event| match event {
            Event::EffectChosen { effect, auto: true, .. } => Some(effect),
            _ => None,
        })
    };
    let jack = json!([["2D", "3H", "4H", "JH"], ["5H"], ["6H"]]);
    assert_eq!(auto(jack, "JH"), Some(DeclaredEffect::FindRank(Rank::QUEEN)));
    let queen = json!([["2D", "3H", "4H", "QH"], [], ["6H", "AS"]]);
    let first = Slay { seat: P3, card: card("6H") };
    assert_eq!(
        auto(queen, "QH"),
        Some(DeclaredEffect::Slay(first)),
        "the next seat that has a card"
    );
    let king = json!([["9D", "3H", "3S", "AD", "KH"], ["5H"], ["6H"]]);
    assert_eq!(
        auto(king, "KH"),
        Some(DeclaredEffect::Bodyguard(card("3H"))),
        "the first of the lowest"
    );
}

/// MM-C7: a King is evaluated together with its bodyguard.
#[test]
fn mm_c7_the_clock_judges_a_king_with_his_bodyguard() {
    let position = json!({"hands": [["KH", "9D", "2S", "3S"], ["5H"]], "score": 29, "max": 40});
    let mut game = arranged(&effects(), 2, position);
    game.advance_to(Millis(30_000)).unwrap();
    // 29 + 10 would be 39; with the 2 it is 41. So the 9 is played.
    assert_eq!((game.state().score, game.state().top()), (38, Some(card("9D"))));
}

#[test]
fn mm_c8_passing() {
    let options = Options { may_pass: true, ..Options::bench() };
    let position = json!({"hands": [["2D", "5H", "7C", "9S"], ["3D", "4D", "6D"]], "pile": ["KS"], "rng": [15]});
    let mut game = arranged(&options, 2, position);
    assert!(game.legal_actions(P1).contains(&Action::EndTurn));
    assert_eq!(code(game.act(P2, Action::EndTurn)), "not_your_turn");
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    assert_eq!(here(&game), FlowState::AwaitingAction, "nobody is stuck who may pass");
    game.take_events();
    game.act(P1, Action::EndTurn).unwrap();
    assert_eq!(game.state().hand(P1).len(), 4);
    let events = game.take_events();
    assert_eq!(events[0], Event::TurnEnded { seat: P1, next: P2 });
    assert!(!events.iter().any(|event| matches!(event, Event::SpinSkipped { .. })));
}

/// MM-C9 without MM-C10: like any other loss.
#[test]
fn mm_c9_giving_up() {
    let options = Options { surrender: true, ..Options::default() };
    let give_up = |seats| {
        let mut game = arranged(&options, seats, json!({"hands": []}));
        assert_eq!(code(game.act(P2, Action::Surrender)), "not_your_turn");
        assert!(game.legal_actions(P1).contains(&Action::Surrender));
        game.act(P1, Action::Surrender).unwrap();
        game.state().ending.unwrap()
    };
    let two = give_up(2);
    assert_eq!((two.winner, two.reason), (Some(P2), Reason::Surrendered));
    let three = give_up(3);
    assert_eq!((three.winner, three.survivors(3).len()), (None, 2));
    let mut game = arranged(&options, 2, json!({"hands": [["9D", "3H", "4H", "5H"]]}));
    game.act(P1, choose("9D")).unwrap();
    assert_eq!(code(game.act(P1, Action::Surrender)), "wrong_step");
}

#[test]
fn mm_c10_the_seat_before_wins() {
    let options = Options { previous_wins: true, ..Options::bench() };
    for (seats, current, winner) in [(2, 0, 1), (3, 0, 2), (4, 2, 1)] {
        let mut hands = vec![json!([]); seats];
        hands[current] = json!(["KD"]);
        let position = json!({"hands": hands, "current": current, "score": 35});
        let mut game = arranged(&options, seats, position);
        game.act(Seat(u8::try_from(current).unwrap()), choose("KD")).unwrap();
        let ending = game.state().ending.unwrap();
        assert_eq!(ending.winner, Some(Seat(winner)));
        assert_eq!((ending.losers.len(), ending.survivors(seats).len()), (seats - 1, 0));
        assert_eq!(ending.reason, Reason::ExceededThreshold);
    }
}

#[test]
fn mm_c15_the_choices_of_the_court() {
    let position = json!({
        "hands": [["JS", "2D", "QS", "7H", "KS", "AS", "QD"], ["5H", "AC"], ["6H"]], "max": 90,
    });
    let listed = |chosen: &str| -> Vec<DeclaredEffect> {
        let mut game = arranged(&effects(), 3, position.clone());
        game.act(P1, choose(chosen)).unwrap();
        let effect = |action| match action {
            Action::ChooseCardEffect(effect) => effect,
            other => panic!("{other:?}"),
        };
        let list: Vec<_> = game.legal_actions(P1).into_iter().map(effect).collect();
        for effect in &list {
            let told = serde_json::to_value(declare(*effect)).unwrap();
            let tags = told["choose_card_effect"].as_object().unwrap();
            assert_eq!(tags.len(), 1, "the tag and its value: {told}");
            let mut fork = game.fork();
            fork.act(P1, declare(*effect)).unwrap();
        }
        list
    };
    let slay = |seat, text| DeclaredEffect::Slay(Slay { seat, card: card(text) });
    assert_eq!(listed("AS"), ACE_VALUES.map(DeclaredEffect::AceValue));
    let ranks = [Rank::JACK, Rank::QUEEN, Rank::KING];
    assert_eq!(listed("JS"), ranks.map(DeclaredEffect::FindRank));
    assert_eq!(listed("QS"), [slay(P2, "5H"), slay(P2, "AC"), slay(P3, "6H")]);
    assert_eq!(
        listed("KS"),
        [DeclaredEffect::Bodyguard(card("2D")), DeclaredEffect::Bodyguard(card("7H"))]
    );
    assert!(MinOrMax::presets()[1].options.court_effects);
}
