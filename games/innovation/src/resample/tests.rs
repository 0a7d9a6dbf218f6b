//! Memories are true, and worlds that fit them are found.

use std::collections::BTreeMap;

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};

use super::*;
use crate::memory::{LOWER, Memory, PINNED, REMOVED, UNDER, UPPER, in_hand, in_score};
use crate::zones::{Location, Zone};

/// A match with the memories of all seats.
struct Watched {
    game: Match<Innovation>,
    memories: Memories<Innovation>,
}

impl Watched {
    fn new(seats: usize, seed: u64) -> Self {
        let game = Match::new(Setup::new(seats, Seed::from_number(seed))).unwrap();
        let mut watched = Self { game, memories: Memories::new(seats) };
        watched.memories.follow(&mut watched.game);
        watched
    }

    fn step(&mut self, dice: &mut Dice) -> bool {
        let asked: Vec<_> = self.game.to_act().iter().collect();
        let Some(seat) = dice.pick(&asked).copied() else { return false };
        let action = Innovation::random_action(self.game.position(), seat, dice).unwrap();
        self.game.act(seat, action).unwrap();
        self.memories.follow(&mut self.game);
        true
    }

    /// Every card is at a place the seat considers possible.
    fn is_true(&self, seat: Seat) {
        let world = self.game.state().world();
        let memory = &self.memories[seat];
        for age in 1..=10 {
            let bottom = memory.bottom(age);
            let deck: Vec<_> = world.zones().cards(Zone::deck(age)).collect();
            assert!(bottom.len() <= deck.len());
            let upper = deck.len() - bottom.len();
            for (at, card) in deck.into_iter().enumerate() {
                let place = match at.checked_sub(upper).map(|at| bottom[at]) {
                    None => UPPER,
                    Some(None) => LOWER,
                    Some(Some(known)) => {
                        assert_eq!(known, card, "{seat} is wrong about the bottom of deck {age}");
                        PINNED
                    }
                };
                assert!(memory.allows(card, place), "{seat} is wrong about {card} in its deck");
            }
        }
        for card in crate::Card::all() {
            let place = match world.place(card) {
                Location::Hand(owner) => in_hand(owner),
                Location::Score(owner) => in_score(owner),
                Location::Achievements => UNDER,
                Location::Removed => REMOVED,
                Location::Deck | Location::Board(_) => continue,
            };
            let owner = world.place(card).owner();
            assert!(memory.allows(card, place), "{seat} is wrong about {card} of {owner:?}");
        }
    }
}

#[test]
fn in_167_what_is_remembered_is_true() {
    let mut dice = Dice::new(Seed::from_number(1));
    for game in 0..60 {
        let mut watched = Watched::new(2 + game % 3, game as u64);
        while watched.step(&mut dice) {
            Seat::first(watched.game.seats().len()).for_each(|seat| watched.is_true(seat));
        }
    }
}

#[test]
fn in_166_a_world_is_found_in_the_middle_of_every_effect() {
    let mut dice = Dice::new(Seed::from_number(2));
    let mut missed: BTreeMap<String, usize> = BTreeMap::new();
    let mut asked = 0;
    for game in 0..150 {
        let seats = 2 + game % 3;
        let mut watched = Watched::new(seats, 1000 + game as u64);
        while watched.step(&mut dice) {
            let Some(dogma) = watched.game.state().dogma() else { continue };
            let card = dogma.card;
            let source = watched.game.state().choices().next().unwrap();
            for seat in Seat::first(seats) {
                let at = watched.game.position();
                let view = watched.game.view(Viewer::Seat(seat));
                let observation = at.observed_by(seat, &view, &watched.memories[seat]);
                let state = resample(observation, &mut dice);
                asked += 1;
                if !crate::invariants::validate(&state).is_empty() {
                    let name = format!("{card} {:?} seen by {seat}", source.source);
                    *missed.entry(name).or_default() += 1;
                }
            }
        }
    }
    assert!(missed.is_empty(), "of {asked}: {missed:#?}");
}

/// A seat that has not followed the match still gets a world, and play can go on in it.
#[test]
fn in_166_a_seat_that_heard_nothing_can_think_on() {
    let mut dice = Dice::new(Seed::from_number(3));
    let blank = Memory::default();
    let mut asked = 0;
    for game in 0..6 {
        let mut watched = Watched::new(2 + game % 3, 2000 + game as u64);
        while watched.step(&mut dice) {
            let Some(seat) = watched.game.to_act().lowest() else { break };
            let view = watched.game.view(Viewer::Seat(seat));
            let observation = watched.game.position().observed_by(seat, &view, &blank);
            let mut world = Match::determinize(observation, &mut dice);
            for _ in 0..10 {
                let Some(seat) = world.to_act().lowest() else { break };
                let action = Innovation::random_action(world.position(), seat, &mut dice).unwrap();
                world.act(seat, action).unwrap();
                asked += 1;
            }
        }
    }
    assert!(asked > 1000);
}
