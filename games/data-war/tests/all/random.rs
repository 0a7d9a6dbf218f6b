//! Random games: what holds after every input (DW-180 to DW-189), and statistics (DW-146).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, SeatKind};
use croupier_kit::matches::Match;
use data_war::exact::{Codes, Exact};
use data_war::options::{DataGrab, WarShortage};
use data_war::rules::ending::{Condition, Detail};
use data_war::strategy::Strategy;
use data_war::{DataWar, Event, Options, State};

use crate::common::{self, play, preset, setup};

const KINDS: [SeatKind; 3] = [SeatKind::Person, SeatKind::Bot, SeatKind::House];

fn some_deck(dice: &mut Dice) -> Codes {
    // Any number of special cards, in combinations that the standard deck never produces.
    let codes = [
        "C1", "C3", "C5", "T1", "T3", "B1", "B2", "FE", "OW", "MR", "TS", "LB", "HT", "TT", "PT",
        "L1", "L2", "L3", "DG",
    ];
    let count = 3 + dice.below(22);
    let text: Vec<_> = (0..count).map(|_| *dice.pick(&codes).unwrap()).collect();
    Codes::parse(&text.join(" ")).unwrap()
}

fn some_options(dice: &mut Dice) -> Options {
    let mut options =
        preset(["bench", "headless", "network", "classic", "release"][dice.below(5) as usize]);
    let strategies =
        [Strategy::Random, Strategy::SpecialFirst, Strategy::OwywFirst, Strategy::LaunchStackFirst];
    options.p1_strategy = *dice.pick(&strategies).unwrap();
    options.mirror_decks = dice.below(4) == 0;
    options.owyw_in_war = dice.below(2) == 0;
    options.max_turns = dice.pick(&[500, 500, 20]).copied();
    if dice.below(3) == 0 {
        options.data_grab = DataGrab::Scramble;
    }
    if dice.below(3) == 0 {
        options.war_shortage = WarShortage::Mercy;
    }
    if dice.below(2) == 0 {
        let exact =
            Exact { p1: some_deck(dice), p2: some_deck(dice), opens: [0, 1], ..Exact::default() };
        if exact.check(3).is_ok() {
            options.exact = Some(Box::new(exact));
        }
    }
    options
}

#[test]
fn dw_180_to_186_and_187a_hold_after_every_input_of_1500_games() {
    for number in 0..1500 {
        let mut dice = Dice::new(Seed::from_number(number));
        let options = some_options(&mut dice);
        let seats = vec![*dice.pick(&KINDS).unwrap(), *dice.pick(&KINDS).unwrap()];
        let mut game = Match::<DataWar>::unrecorded(&setup(options, seats, number)).unwrap();
        let (mut turns, mut moves) = (0, 0);
        while game.outcome().is_none() {
            moves += 1;
            assert!(moves < 40_000, "game {number} does not end");
            game.skip_waits().unwrap();
            DataWar::invariants(game.position()).unwrap_or_else(|why| panic!("{number}: {why}"));
            let asked: Vec<Seat> = game.to_act().iter().collect();
            if let Some(seat) = dice.pick(&asked) {
                let action = DataWar::random_action(game.position(), *seat, &mut dice).unwrap();
                game.act(*seat, action).unwrap();
            }
            let now = game.state().turns_completed;
            assert!(now >= turns || !game.state().is_dealt(), "DW-187: turns never fall");
            turns = now;
        }
    }
}

#[test]
fn dw_146_games_are_as_long_as_the_specification_says() {
    let mut dice = Dice::new(Seed::from_number(146));
    let (mut lengths, mut ends) = (vec![], [0_u32; 4]);
    let mut wins = [0_u32; 2];
    for number in 0..4000 {
        let setup = setup(preset("bench"), common::bots(), number);
        let mut game = Match::<DataWar>::unrecorded(&setup).unwrap();
        play(&mut game, &mut dice, usize::MAX);
        let ending = game.state().ending.unwrap();
        lengths.push(game.state().turns_completed);
        let end = match (ending.condition, ending.detail) {
            (Condition::LaunchStacks, _) => 0,
            (_, Some(Detail::WarShortage)) => 1,
            (Condition::AllCards, _) => 2,
            _ => 3,
        };
        ends[end] += 1;
        if let Some(winner) = ending.winner {
            wins[winner.at()] += 1;
        }
    }
    lengths.sort_unstable();
    let mean = f64::from(lengths.iter().sum::<u32>()) / 4000.0;
    assert!((mean - 19.9).abs() < 0.9, "mean {mean}");
    assert!((16..=18).contains(&lengths[2000]), "median {}", lengths[2000]);
    assert!((54..=70).contains(&lengths[3960]), "99th percentile {}", lengths[3960]);
    let share = |count: u32| f64::from(count) / 40.0;
    assert!((share(ends[0]) - 96.9).abs() < 1.2, "{ends:?}");
    assert!((share(ends[1]) - 2.2).abs() < 1.0, "{ends:?}");
    assert!((share(ends[2]) - 0.9).abs() < 0.8, "{ends:?}");
    assert!((share(wins[0]) - 50.0).abs() < 3.5, "each seat wins half: {wins:?}");
}

/// The zones before and after an event that moves cards.
fn fold_all(events: &[Event], seats: &[SeatKind], mut look: impl FnMut(&State, &Event)) {
    let mut state = State::new(seats);
    for event in events {
        look(&state, event);
        DataWar::fold(&mut state, event);
    }
}

#[test]
fn dw_185_every_card_enters_play_from_the_top_of_its_deck() {
    let mut dice = Dice::new(Seed::from_number(185));
    for number in 0..100 {
        let setup = setup(some_options(&mut dice), common::bots(), number);
        let mut game = Match::<DataWar>::new(setup).unwrap();
        let events = play(&mut game, &mut dice, usize::MAX);
        fold_all(&events, &common::bots(), |state, event| match event {
            Event::CardRevealed { seat, card, .. } => {
                assert_eq!(state.side(*seat).deck.first(), Some(*card));
            }
            Event::FaceDownLaid { seat, cards, .. } => {
                let cards = cards.open().unwrap();
                assert_eq!(&state.side(*seat).deck.as_slice()[..cards.len()], &cards[..]);
            }
            _ => {}
        });
    }
}

#[test]
fn dw_184_a_settled_turn_has_different_values() {
    let mut dice = Dice::new(Seed::from_number(184));
    let mut game = Match::<DataWar>::new(setup(preset("bench"), common::bots(), 184)).unwrap();
    for event in play(&mut game, &mut dice, usize::MAX) {
        if let Event::TurnWon { values, seat } = event {
            assert!(values[seat.at()] > values[1 - seat.at()], "DW-84: no settled tie");
        }
    }
}

#[test]
fn dw_188_pacing_and_delays_never_change_a_game() {
    for number in 0..40 {
        let play_with = |name: &str, seats: [SeatKind; 2]| {
            let mut game =
                Match::<DataWar>::new(setup(preset(name), seats.to_vec(), number)).unwrap();
            // The same choices in the same order, regardless of who has to tap or dismiss.
            let mut events = vec![];
            while game.outcome().is_none() {
                game.skip_waits().unwrap();
                events.append(&mut game.take_events());
                if let Some(seat) = game.to_act().lowest() {
                    let action = DataWar::default_action(game.position(), seat).unwrap();
                    game.act(seat, action).unwrap();
                }
            }
            events.append(&mut game.take_events());
            // Taps may come in another order, and characters are not part of the game.
            events.retain(|event| {
                !matches!(event, Event::Tapped { .. } | Event::CharacterChosen { .. })
            });
            (events, game.state().ending)
        };
        let persons = [SeatKind::Person; 2];
        let bench = play_with("bench", [SeatKind::Bot; 2]);
        assert_eq!(play_with("headless", persons), bench, "game {number}");
        assert_eq!(play_with("network", persons), bench, "game {number}");
        assert_eq!(play_with("classic", persons), bench, "game {number}");
        assert_eq!(play_with("classic", [SeatKind::Bot, SeatKind::Person]), bench, "game {number}");
    }
}
