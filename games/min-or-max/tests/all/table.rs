//! Rules of the table: options, the stream of the dice, turns, commands and refusals, the log.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Dice, Seed};
use croupier_kit::game::{Game, Viewer};
use croupier_kit::room::RoomOptions;
use min_or_max::{
    Action, Angle, Band, DeclaredEffect, Event, FlowState, MinOrMax, Options, Played, Reason,
    fresh_deck,
};
use serde_json::json;

use crate::common::{P1, P2, arranged, card, cards, choose, code, dealt, here, play_to_end};

#[test]
fn mm_02b_what_is_due_happens_before_a_command_of_the_same_instant() {
    let mut game = arranged(&Options::default(), 2, json!({"hands": [["9D", "3H", "4H", "5H"]]}));
    // At 30000 the clock acts first, so it is not Ann's turn any more.
    let late = croupier_kit::matches::Input::of(Millis(30_000), P1, choose("9D"));
    assert_eq!(code(game.input(late)), "not_your_turn");
    assert_eq!((game.now(), game.state().current), (Millis(30_000), P2));
}

/// Predicts all random draws, in order, from a second stream with the same seed.
struct Oracle {
    dice: Dice,
}

impl Oracle {
    fn shuffled(&mut self, mut cards: Vec<Card>) -> Vec<Card> {
        for last in (1..cards.len()).rev() {
            let other = self.dice.int(0, i32::try_from(last).unwrap());
            cards.swap(last, usize::try_from(other).unwrap());
        }
        cards
    }

    /// Predicts every event that involves chance.
    fn watch(&mut self, events: &[Event], pile: &mut Vec<Card>) {
        for event in events {
            match *event {
                Event::DeckShuffled { deck, .. } => {
                    let expected = self.shuffled(fresh_deck().collect());
                    assert_eq!(deck.inside().as_slice(), expected);
                }
                Event::ThresholdsSet { min, max } => {
                    assert_eq!(min.map(i32::from), Some(self.dice.int(-20, -10)));
                    assert_eq!(i32::from(max), self.dice.int(30, 50));
                }
                Event::WheelSpinStarted { force_milli, from, degrees, .. } => {
                    let (low, high) = Band::of(force_milli).degrees();
                    let drawn = self.dice.int(low.into(), high.into());
                    assert_eq!(i32::from(degrees), drawn);
                    assert!(from.degrees() < 360);
                }
                Event::PileReshuffled { order, count } => {
                    let top = pile.pop().unwrap();
                    let expected = self.shuffled(std::mem::take(pile));
                    assert_eq!(order.inside().as_slice(), expected);
                    assert_eq!(usize::from(count), expected.len());
                    pile.push(top);
                }
                Event::FirstCardPlayed { card, .. } | Event::CardPlayed { card, .. } => {
                    pile.push(card);
                }
                _ => {}
            }
        }
    }
}

/// MM-3 and MM-85 item 7: one draw per spin, n - 1 per reshuffle, nothing else.
#[test]
fn mm_03_the_order_of_draws() {
    let mut chance = Dice::new(Seed::from_number(3));
    let mut reshuffles = 0;
    // Far thresholds make long games, and long games reshuffle.
    let far = Options { hand_size: 7, ..Options::bench() };
    for (options, seats) in [(Options::bench(), 2), (far, 4)] {
        for seed in 0..400 {
            let mut game = dealt(&options, seats, seed);
            let mut oracle = Oracle { dice: Dice::new(Seed::from_number(seed)) };
            let mut pile = vec![];
            while game.outcome().is_none() {
                let events = game.take_events();
                let turned = |event: &&Event| matches!(event, Event::PileReshuffled { .. });
                reshuffles += events.iter().filter(turned).count();
                oracle.watch(&events, &mut pile);
                assert_eq!(game.dice().position(), oracle.dice.position());
                let seat = game.state().current;
                let action = MinOrMax::random_action(game.position(), seat, &mut chance).unwrap();
                game.act(seat, action).unwrap();
            }
        }
    }
    assert!(reshuffles > 0, "no game was long enough");
}

#[test]
fn mm_03_same_seed_and_same_commands_give_the_same_log() {
    let log = || {
        let mut game = dealt(&Options::default(), 3, 33);
        play_to_end(&mut game, &mut Dice::new(Seed::from_number(34)));
        serde_json::to_string(&game.take_events()).unwrap()
    };
    assert_eq!(log(), log());
}

#[test]
fn mm_04c_presets_and_refused_options() {
    let presets = MinOrMax::presets();
    let names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["classic", "court-cards", "bench"]);
    let classic = Options::default;
    assert_eq!(presets[0].options, classic());
    let Options { hand_size, min_range, max_range, start_angle, setup_force, .. } = classic();
    assert_eq!((hand_size, min_range, max_range), (3, (-20, -10), (30, 50)));
    assert_eq!((start_angle, setup_force), (90, 800));
    let Options { setup_step_ms, spin_ms, turn_ms, .. } = classic();
    assert_eq!(
        (setup_step_ms, spin_ms, turn_ms),
        (Millis(600), Millis(1500), Some(Millis(30_000)))
    );
    let Options { setup_step_ms, spin_ms, turn_ms, .. } = presets[2].options;
    assert_eq!((setup_step_ms, spin_ms, turn_ms), (Millis::ZERO, Millis::ZERO, None));
    assert_eq!(MinOrMax::BOT_PACE, None, "bots keep to the room's `bot_delay_ms`");
    assert_eq!(RoomOptions::default().bot_delay_ms, Millis(900));
    for preset in &presets {
        assert!((2..=4).all(|seats| MinOrMax::check_options(&preset.options, seats).is_ok()));
        assert!(MinOrMax::check_options(&preset.options, 1).is_err());
        assert!(MinOrMax::check_options(&preset.options, 5).is_err());
    }
    for wrong in [
        Options { min_players: 1, ..classic() },
        Options { max_players: 5, ..classic() },
        Options { min_players: 4, max_players: 3, ..classic() },
        Options { min_players: 3, ..classic() },
        Options { hand_size: 0, ..classic() },
        Options { hand_size: 8, ..classic() },
        Options { min_range: (-20, -9), ..classic() },
        Options { min_range: (-10, -20), ..classic() },
        Options { max_range: (11, 50), ..classic() },
        Options { max_range: (50, 30), ..classic() },
        Options { start_angle: 360, ..classic() },
        Options { setup_force: 1001, ..classic() },
        Options { turn_ms: Some(Millis::ZERO), ..classic() },
        Options { turn_ms: Some(Millis(3_600_001)), ..classic() },
        Options { setup_step_ms: Millis(u64::MAX), ..classic() },
        Options { spin_ms: Millis(3_600_001), ..classic() },
    ] {
        assert!(MinOrMax::check_options(&wrong, 2).is_err(), "{wrong:?}");
    }
    for right in [
        Options { hand_size: 7, min_range: (-10, -10), max_range: (12, 12), ..classic() },
        Options { start_angle: 359, setup_force: 1000, turn_ms: None, ..classic() },
        Options { min_range: (i16::MIN, -10), max_range: (12, i16::MAX), ..classic() },
    ] {
        assert!(MinOrMax::check_options(&right, 2).is_ok(), "{right:?}");
        play_to_end(&mut dealt(&right, 2, 4), &mut Dice::new(Seed::from_number(4)));
    }
}

#[test]
fn mm_06_the_seats_take_turns_in_order() {
    for seats in 2..=4 {
        let mut dice = Dice::new(Seed::from_number(6));
        for seed in 0..40 {
            let mut game = dealt(&Options::bench(), seats, seed);
            play_to_end(&mut game, &mut dice);
            let events = game.take_events();
            let turns = events.iter().filter_map(|event| match event {
                Event::TurnStarted { seat, turn_seq, .. } => Some((*seat, *turn_seq)),
                _ => None,
            });
            for (before, (seat, turn_seq)) in turns.enumerate() {
                assert_eq!((seat.at(), turn_seq as usize), (before % seats, before + 1));
            }
        }
    }
}

#[test]
fn mm_07_hands_keep_the_order_of_receipt() {
    let position = json!({"hands": [["KD", "8H", "9C", "2S"], ["3D", "3H", "3S"]], "draw": ["5D"]});
    let mut game = arranged(&Options::bench(), 2, position);
    assert_eq!(game.state().hand(P1), cards("KD 8H 9C 2S"));
    game.act(P1, choose("8H")).unwrap();
    assert_eq!(game.state().hand(P1), cards("KD 9C 2S"));
    assert_eq!(game.state().top(), Some(card("8H")), "the card played last is the one to beat");
    game.act(P1, Action::SkipSpin).unwrap();
    assert_eq!(game.state().hand(P2), cards("3D 3H 3S 5D"), "the drawn card is the last one");
}

#[test]
fn mm_10_score_and_thresholds_are_public() {
    let mut game = dealt(&Options::default(), 2, 10);
    assert_eq!(game.view(Viewer::Public).max_threshold, None);
    game.advance_to(Millis(3300)).unwrap();
    for viewer in [Viewer::Public, Viewer::Seat(P1), Viewer::Seat(P2)] {
        let (view, state) = (game.view(viewer), game.state());
        assert_eq!(view.score, state.score);
        assert_eq!(view.min_threshold, state.min_threshold);
        assert_eq!(view.max_threshold, state.max_threshold);
        let (min, max) = (view.min_threshold.unwrap(), view.max_threshold.unwrap());
        assert!((-20..=-10).contains(&min) && (30..=50).contains(&max));
    }
}

/// MM-16: after the setup the score is in -10..=-1 or in 2..=11.
#[test]
fn mm_16_the_score_after_the_setup() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..2000 {
        seen.insert(dealt(&Options::bench(), 2, seed).state().score);
    }
    let possible: Vec<i32> = (-10..=-1).chain(2..=11).collect();
    assert!(seen.into_iter().eq(possible));
}

#[test]
fn mm_17_setup_never_ends_the_game() {
    let options = Options { min_range: (-10, -10), max_range: (12, 12), ..Options::bench() };
    let mut on_min = 0;
    for seed in 0..300 {
        let game = dealt(&options, 2, seed);
        assert_eq!(here(&game), FlowState::AwaitingAction);
        on_min += u32::from(game.state().score == -10);
    }
    assert!(on_min > 10, "{on_min}");
}

#[test]
fn mm_23_there_is_no_pass_and_a_turn_knows_no_undo_or_pause() {
    let mut game = arranged(&Options::default(), 2, json!({"hands": [["9D", "3H", "4H", "5H"]]}));
    assert_eq!(code(game.act(P1, Action::SkipSpin)), "wrong_step");
    assert_eq!(code(game.act(P1, Action::EndTurn)), "internal_event");
    assert_eq!(code(game.act(P1, Action::Surrender)), "malformed");
    for word in ["pass", "undo", "pause", "draw_card"] {
        assert!(serde_json::from_value::<Action>(json!(word)).is_err());
    }
}

/// MM-26: a turn ends with a card, or the game ends.
#[test]
fn mm_26_whoever_does_not_play_loses() {
    let position = json!({"hands": [["2D", "5H", "7C", "9S"]], "pile": ["KS"], "rng": [15]});
    let mut game = arranged(&Options::bench(), 3, position);
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    let ending = game.state().ending.unwrap();
    assert_eq!((ending.reason, ending.winner), (Reason::CannotBeat, None));
    assert!(ending.losers.contains(P1) && ending.losers.len() == 1);
    let events = game.take_events();
    assert!(!events.iter().any(|event| matches!(event, Event::TurnEnded { .. })));
    let lost =
        Event::PlayerLost { seat: P1, score: 0, reason: Reason::CannotBeat, timed_out: false };
    assert!(events.contains(&lost));
}

#[test]
fn mm_28_no_spin_while_an_ace_waits_or_the_wheel_turns() {
    let position = json!({"hands": [["9D", "3H", "4H", "AD"]]});
    let mut game = arranged(&Options::default(), 2, position);
    game.act(P1, choose("AD")).unwrap();
    assert_eq!(code(game.act(P1, Action::spin(Band::Soft))), "wrong_step");
    game.act(P1, Action::ChooseCardEffect(DeclaredEffect::AceValue(1))).unwrap();
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    for any in [Action::spin(Band::Soft), choose("9D"), Action::SkipSpin] {
        assert_eq!(code(game.act(P1, any)), "wrong_step");
    }
}

#[test]
fn mm_34_the_mode_that_counts_is_the_one_when_the_card_is_chosen() {
    // The mode is Max at first, so the 9 is valid and the 3 is not; after the spin it is the other
    // way round.
    let position = json!({"hands": [["9D", "3H", "4H", "5H"]], "angle": 179, "rng": [15]});
    let mut game = arranged(&Options::bench(), 2, position);
    assert_eq!(code(game.fork().act(P1, choose("9D"))), "taken");
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    assert_eq!(game.state().angle, Angle::new(194));
    assert_eq!(code(game.act(P1, choose("9D"))), "card_does_not_beat");
    game.act(P1, choose("3H")).unwrap();
    assert_eq!(game.state().score, -3);
}

#[test]
fn mm_37_spinning_rescales_nothing() {
    let position = json!({"hands": [["9D", "3H", "4H", "5H"]], "score": 4, "rng": [90]});
    let mut game = arranged(&Options::bench(), 2, position);
    game.act(P1, choose("9D")).unwrap();
    let before: Vec<i8> = game.state().discard.iter().map(Played::value).collect();
    game.act(P1, Action::spin(Band::Hard)).unwrap();
    let after: Vec<i8> = game.state().discard.iter().map(Played::value).collect();
    assert_eq!((before, game.state().score), (after, 13));
}

#[test]
fn mm_43_a_player_with_a_valid_card_is_never_stuck() {
    // The only valid card loses. A player who has spun must still play it.
    let position = json!({
        "hands": [["KD", "3S", "4S", "5S"]], "pile": ["8C"], "score": 35, "rng": [15],
    });
    let mut game = arranged(&Options::bench(), 2, position);
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    assert_eq!(here(&game), FlowState::AwaitingAction);
    assert_eq!(game.legal_actions(P1), [choose("KD")]);
    game.act(P1, choose("KD")).unwrap();
    assert_eq!(game.state().ending.unwrap().reason, Reason::ExceededThreshold);
}

/// MM-46 and MM-48: actions of the clock are marked.
#[test]
fn mm_46_what_the_clock_does_is_marked_auto() {
    let position = json!({"hands": [["KD", "9H", "AC", "2C"]], "pile": ["8C"], "score": 33});
    let mut game = arranged(&Options::default(), 2, position);
    game.take_events();
    game.advance_to(Millis(30_000)).unwrap();
    let (seat, card) = (P1, card("AC"));
    let expected = [
        Event::TimedOut { seat },
        Event::CardChosen { seat, card, auto: true },
        Event::EffectChosen { seat, effect: DeclaredEffect::AceValue(1), auto: true },
        Event::CardPlayed { seat, card, played_value: 1, score: 34, auto: true },
        Event::SpinSkipped { seat, auto: true },
        Event::TurnEnded { seat, next: P2 },
    ];
    assert_eq!(game.take_events()[..6], expected);
}

#[test]
fn mm_47_a_forfeit_never_wins() {
    // With the 3 counted, the score would land on Max; a forfeit counts nothing.
    let position =
        json!({"hands": [["3D", "5H", "7C", "9S"]], "pile": ["KS"], "max": 40, "score": 37});
    let mut game = arranged(&Options::default(), 2, position);
    game.take_events();
    game.advance_to(Millis(30_000)).unwrap();
    let ending = game.state().ending.unwrap();
    assert_eq!(
        (ending.winner, ending.reason, ending.timed_out),
        (Some(P2), Reason::CannotBeat, true)
    );
    assert_eq!(game.state().score, 37);
    let events = game.take_events();
    assert!(events.contains(&Event::CardForfeited { seat: P1, card: card("3D") }));
    assert!(!events.iter().any(|event| matches!(event, Event::CardPlayed { .. })));
}

/// MM-48: a spin counts as skipped if and only if a turn ends with a card and an unspun wheel.
#[test]
fn mm_48_skipped_spins_are_told() {
    let mut dice = Dice::new(Seed::from_number(48));
    for seed in 0..200 {
        let mut game = dealt(&Options::bench(), 2, seed);
        play_to_end(&mut game, &mut dice);
        let (mut spun, mut played, mut skipped) = (false, false, false);
        for event in game.take_events() {
            match event {
                Event::TurnStarted { .. } => (spun, played, skipped) = (false, false, false),
                Event::WheelSpinStarted { .. } => spun = true,
                Event::CardPlayed { .. } => played = true,
                Event::SpinSkipped { auto, .. } => {
                    assert!(!auto && played);
                    skipped = true;
                }
                Event::TurnEnded { .. } => assert!(played && skipped != spun),
                _ => {}
            }
        }
    }
}

/// MM-49: nobody loses a seat for being silent.
#[test]
fn mm_49_timeouts_are_no_offence() {
    let options = Options { min_range: (-99, -90), max_range: (190, 200), ..Options::default() };
    let mut timeouts = 0;
    for seed in 0..30 {
        let mut game = dealt(&options, 2, seed);
        while game.outcome().is_none() {
            game.advance_to(game.next_due().unwrap()).unwrap();
        }
        let events = game.take_events();
        timeouts += events.iter().filter(|event| matches!(event, Event::TimedOut { .. })).count();
        let counted = game.state().stats.seats.iter().map(|seat| usize::from(seat.timeouts));
        let told = events.iter().filter(|event| matches!(event, Event::TimedOut { .. })).count();
        assert_eq!(counted.sum::<usize>(), told);
    }
    assert!(timeouts > 60, "{timeouts}");
}

#[test]
fn mm_50_there_is_no_turn_limit() {
    // With thresholds out of reach, aces and spins keep a game going indefinitely.
    let far = Options { min_range: (-999, -990), max_range: (990, 999), ..Options::bench() };
    let mut dice = Dice::new(Seed::from_number(50));
    let mut longest = 0;
    for seed in 0..300 {
        let mut game = dealt(&far, 2, seed);
        play_to_end(&mut game, &mut dice);
        longest = longest.max(game.state().stats.turns);
        assert_eq!(MinOrMax::length(game.position()), Some(game.state().stats.turns));
    }
    assert!(longest > 20, "{longest}");
}

#[test]
fn mm_51_results_and_statistics() {
    let position = json!({
        "hands": [["9D", "3H", "4H", "AH"], ["2S", "KS", "3C"]], "score": 5, "max": 35,
        "draw": ["2H", "10C"], "rng": [15],
    });
    let mut game = arranged(&Options::default(), 2, position);
    assert_eq!(game.view(Viewer::Public).result, None);
    game.advance_to(Millis(1000)).unwrap();
    game.act(P1, choose("AH")).unwrap();
    game.act(P1, Action::ChooseCardEffect(DeclaredEffect::AceValue(11))).unwrap(); // 16
    game.act(P1, Action::spin(Band::Soft)).unwrap();
    game.skip_waits().unwrap();
    game.advance_to(Millis(32_500)).unwrap(); // Ben is silent: 2S, 18.
    game.act(P1, choose("9D")).unwrap(); // 27
    game.act(P1, Action::SkipSpin).unwrap();
    game.act(P2, choose("KS")).unwrap(); // 37 > 35
    let public = game.view(Viewer::Public);
    let result = public.result.unwrap();
    assert_eq!((result.winner, result.reason), (Some(P1), Reason::ExceededThreshold));
    assert!(result.losers.contains(P2) && result.survivors.is_empty());
    assert_eq!((result.turns, result.duration), (4, Millis(32_500)));
    assert_eq!((result.highest, result.lowest), (37, 5));
    let [ann, ben] = result.stats[..] else { panic!("two players") };
    assert_eq!(
        (ann.cards_played, ann.spins, ann.aces_played, ann.timeouts, ann.total),
        (2, 1, 1, 0, 20)
    );
    assert_eq!(
        (ben.cards_played, ben.spins, ben.aces_played, ben.timeouts, ben.total),
        (2, 0, 0, 1, 12)
    );
    // All hands are revealed now.
    let hands: Vec<_> = public.players.iter().map(|player| player.hand.clone().unwrap()).collect();
    assert_eq!(hands, [game.state().hand(P1), game.state().hand(P2)]);
    assert_eq!(public.place, FlowState::Finished);
}
