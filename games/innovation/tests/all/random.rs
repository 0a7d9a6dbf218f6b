//! Whole games of random players (IN-157), and their statistics.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Game;
use croupier_kit::matches::{Match, Setup};
use croupier_kit::save::{Metadata, Save};
use innovation::events::What;
use innovation::set::CardSet;
use innovation::{Action, Card, Event, Innovation};

/// Statistics of some games.
#[derive(Default)]
struct Seen {
    turns: Vec<u32>,
    actions: usize,
    choices: usize,
    endings: BTreeMap<String, usize>,
    activated: CardSet,
}

impl Seen {
    /// Plays a game to its end.
    fn play(&mut self, number: u64, seats: usize, checked: bool) {
        let setup = Setup::<Innovation>::new(seats, Seed::from_number(number));
        let mut game =
            if checked { Match::new(setup).unwrap() } else { Match::unrecorded(&setup).unwrap() };
        let mut dice = Dice::new(Seed::from_number(number + 1_000_000));
        while let Some(seat) = game.to_act().lowest() {
            let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
            match action {
                Action::Answer { .. } => self.choices += 1,
                Action::Dogma { card } => {
                    self.activated.insert(card.card().unwrap());
                    self.actions += 1;
                }
                _ => self.actions += 1,
            }
            if let Err(refused) = game.act(seat, action.clone()) {
                panic!("game {number} of {seats}: {action:?} is refused: {refused}");
            }
            if let (true, Err(broken)) = (checked, Innovation::invariants(game.position())) {
                panic!("game {number} of {seats}: after {action:?}: {broken}");
            }
            // IN-115: in tests, a failing effect is an error.
            let failed = |event: &Event| matches!(event.what, What::EffectFailed { .. });
            assert!(!game.take_events().iter().any(failed), "game {number} of {seats}: {action:?}");
            assert!(game.state().turns() <= 1000, "game {number} of {seats} does not end");
        }
        self.turns.push(game.state().turns());
        let reason = game.outcome().unwrap().reason.into_owned();
        *self.endings.entry(reason).or_default() += 1;
    }

    fn share(&self, reason: &str) -> usize {
        100 * self.endings.get(reason).copied().unwrap_or(0) / self.turns.len()
    }

    fn median(&mut self) -> u32 {
        self.turns.sort_unstable();
        self.turns[self.turns.len() / 2]
    }
}

/// The reference figures of IN-157, with a tolerance because the random games differ. Every card is
/// activated.
#[test]
fn in_157_random_games_look_like_the_reference() {
    for (seats, median, endings) in
        [(2, 68, [65, 25, 11]), (3, 61, [35, 59, 6]), (4, 55, [26, 71, 4])]
    {
        let mut seen = Seen::default();
        (0..400).for_each(|number| seen.play(number, seats, false));
        let found = seen.median();
        assert!(found.abs_diff(median) <= 4, "{seats} players: a median of {found} turns");
        let shares = ["achievements", "score", "effect"].map(|reason| seen.share(reason));
        for (found, expected) in shares.into_iter().zip(endings) {
            assert!(found.abs_diff(expected) <= 8, "{seats} players: {shares:?}, not {endings:?}");
        }
        assert_eq!(seen.activated.len(), Card::all().len(), "{:?}", !seen.activated);
        if seats == 2 {
            assert!((seen.actions / 400).abs_diff(137) <= 10, "{} actions", seen.actions / 400);
            assert!((seen.choices / 400).abs_diff(56) <= 8, "{} choices", seen.choices / 400);
        }
    }
}

/// Some games with invariants and log checked after every input; the conformance suite plays a
/// thousand more.
#[test]
fn in_115_no_effect_fails_in_random_games() {
    let mut seen = Seen::default();
    (0..60).for_each(|number| {
        seen.play(7_000 + number, [2, 3, 4][usize::try_from(number % 3).unwrap()], true);
    });
}

/// The nightly run: 10,000 games, with the invariants after every input.
#[test]
#[ignore = "takes minutes; `cargo xtask soak` runs it"]
fn in_157_ten_thousand_random_games_end() {
    let mut seen = Seen::default();
    (0..10_000).for_each(|number| {
        seen.play(number, [2, 3, 4][usize::try_from(number % 3).unwrap()], true);
    });
    assert_eq!(seen.activated.len(), Card::all().len());
}

/// IN-154: whole games for all player counts, saved and loaded after every input.
#[test]
fn in_154_a_save_after_every_input_is_exact() {
    for seats in 2..=4 {
        let setup = Setup::<Innovation>::new(seats, Seed::from_number(seats as u64));
        let mut game = Match::new(setup).unwrap();
        let mut dice = Dice::new(Seed::from_number(seats as u64));
        let mut copy: Match<Innovation> = game.fork();
        while let Some(seat) = game.to_act().lowest() {
            let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action.clone()).unwrap();
            copy.act(seat, action).unwrap();
            assert_eq!(copy.state(), game.state());
            let save = game.save(UnixMillis::EPOCH, Metadata::default()).unwrap();
            copy = Match::load(&Save::read(&save.to_json()).unwrap()).unwrap();
            assert_eq!(copy.hash(), game.hash());
        }
    }
}

/// IN-162: a random player picks uniformly, so every legal action comes up about equally often.
#[test]
fn in_162_random_play_is_uniform_over_what_is_legal() {
    let mut game = Match::<Innovation>::unrecorded(&Setup::new(2, Seed::from_number(3))).unwrap();
    let mut dice = Dice::new(Seed::from_number(4));
    while game.state().turns() < 12 {
        let seat = game.to_act().lowest().unwrap();
        let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
    }
    let seat = game.to_act().lowest().unwrap();
    let legal = game.legal_actions(seat);
    let mut counts = vec![0_usize; legal.len()];
    for _ in 0..400 * legal.len() {
        let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
        counts[legal.iter().position(|other| *other == action).unwrap()] += 1;
    }
    assert!(counts.iter().all(|count| count.abs_diff(400) < 100), "{counts:?}");
}
