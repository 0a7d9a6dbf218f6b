//! Building the position of a scenario.

use std::collections::BTreeMap;

use croupier_kit::game::Seat;
use serde::Deserialize;

use crate::Options;
use crate::cards::{Card, Colour};
use crate::set::CardSet;
use crate::state::State;
use crate::world::{Achievement, Splay};
use crate::zones::{End, PLAYERS, Zone};

/// The `setup` of a scenario: where cards are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    #[serde(default)]
    turn: u8,
    #[serde(default = "two")]
    actions: u8,
    #[serde(default)]
    seats: Vec<SeatLayout>,
    #[serde(default)]
    decks: BTreeMap<u8, Vec<Card>>,
    #[serde(default)]
    counters: Counters,
    #[serde(default)]
    setup: Option<Dealt>,
}

fn two() -> u8 {
    2
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SeatLayout {
    hand: Vec<Card>,
    board: BTreeMap<Colour, PileLayout>,
    score: Vec<Card>,
    ach: Vec<Achievement>,
}

/// A pile, bottom to top.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum PileLayout {
    Plain(Vec<Card>),
    Splayed {
        cards: Vec<Card>,
        #[serde(default)]
        splay: Option<Splay>,
    },
}

impl PileLayout {
    pub(super) fn parts(&self) -> (&[Card], Option<Splay>) {
        match self {
            Self::Plain(cards) => (cards, None),
            Self::Splayed { cards, splay } => (cards, *splay),
        }
    }
}

/// Monument counters by seat.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Counters {
    scored: Vec<u8>,
    tucked: Vec<u8>,
}

/// The hands dealt at the start of a match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dealt {
    dealt: Vec<Vec<Card>>,
}

/// Places cards and rejects duplicates.
struct Layer {
    state: State,
    placed: CardSet,
}

impl Layer {
    fn put(&mut self, card: Card, zone: Zone) -> Result<(), String> {
        if self.placed.contains(card) {
            return Err(format!("{card} lies in two places"));
        }
        self.placed.insert(card);
        self.state.world.put(card, zone, End::Last);
        Ok(())
    }

    fn put_all(&mut self, cards: &[Card], zone: Zone) -> Result<(), String> {
        cards.iter().try_for_each(|card| self.put(*card, zone))
    }
}

impl Layout {
    pub(super) fn state(&self, options: &Options, players: usize) -> Result<State, String> {
        let mut layer = Layer { state: State::new(options, players), placed: CardSet::EMPTY };
        layer.state.arranged = true;
        if let Some(setup) = &self.setup {
            if setup.dealt.len() != players || setup.dealt.iter().any(|hand| hand.len() != 2) {
                return Err(format!("{players} players get two cards each"));
            }
            for (seat, hand) in layer.state.seats().zip(&setup.dealt) {
                layer.put_all(hand, Zone::hand(seat))?;
            }
            layer.state.next_choice = u32::from(layer.state.seats);
        } else {
            self.begin_turn(&mut layer.state, players)?;
        }
        if self.seats.len() > players {
            return Err(format!("{} seats for {players} players", self.seats.len()));
        }
        for (seat, layout) in layer.state.seats().zip(&self.seats) {
            seat_layout(&mut layer, seat, layout)?;
        }
        self.lay_decks(&mut layer)?;
        Ok(layer.state)
    }

    /// Sets up the middle of a game, where no turn is limited to one action.
    fn begin_turn(&self, state: &mut State, players: usize) -> Result<(), String> {
        if usize::from(self.turn) >= players || !(1..=2).contains(&self.actions) {
            return Err("turn is a seat, and actions are 1 or 2".to_owned());
        }
        (state.turn, state.actions) = (Seat(self.turn), self.actions);
        (state.turns, state.next_choice) = (3, u32::from(state.seats));
        let fill = |given: &[u8]| -> Result<[u8; PLAYERS], String> {
            if given.len() > players {
                return Err(format!("{} counters for {players} players", given.len()));
            }
            let mut counters = [0; PLAYERS];
            counters.iter_mut().zip(given).for_each(|(counter, given)| *counter = *given);
            Ok(counters)
        };
        state.world.scored = fill(&self.counters.scored)?;
        state.world.tucked = fill(&self.counters.tucked)?;
        Ok(())
    }

    /// Listed decks are complete; the highest remaining id of each age is under its achievement;
    /// the remaining cards of a listed age are out of the game.
    fn lay_decks(&self, layer: &mut Layer) -> Result<(), String> {
        for (age, cards) in &self.decks {
            if !(1..=10).contains(age) || cards.iter().any(|card| card.age() != *age) {
                return Err(format!("deck {age} holds cards of another age"));
            }
            layer.put_all(cards, Zone::deck(*age))?;
        }
        for age in 1..=10 {
            let mut left = CardSet::all().of_value(age) - layer.placed;
            if age < 10 {
                let last = left.last().ok_or_else(|| format!("no card of age {age} is left"))?;
                layer.put(last, Zone::ACHIEVEMENTS)?;
                left.remove(last);
            }
            let zone = if self.decks.contains_key(&age) { Zone::REMOVED } else { Zone::deck(age) };
            for card in left {
                layer.put(card, zone)?;
            }
        }
        Ok(())
    }
}

fn seat_layout(layer: &mut Layer, seat: Seat, layout: &SeatLayout) -> Result<(), String> {
    layer.put_all(&layout.hand, Zone::hand(seat))?;
    layer.put_all(&layout.score, Zone::score(seat))?;
    for (colour, pile) in &layout.board {
        let (cards, splay) = pile.parts();
        if let Some(other) = cards.iter().find(|card| card.colour() != *colour) {
            return Err(format!("{other} is not {}", colour.name()));
        }
        layer.put_all(cards, Zone::pile(seat, *colour))?;
        if splay.is_some() && cards.len() < 2 {
            return Err("a pile of fewer than two cards is not splayed".to_owned());
        }
        layer.state.world.set_splay(seat, *colour, splay);
    }
    for achievement in &layout.ach {
        let owner = match *achievement {
            Achievement::Age(age) => {
                let owner = layer.state.world.ages.get_mut(usize::from(age).wrapping_sub(1));
                owner.ok_or_else(|| format!("there is no achievement {age}"))?
            }
            Achievement::Special(special) => &mut layer.state.world.specials[special as usize],
        };
        if owner.replace(seat).is_some() {
            return Err(format!("{achievement:?} has two owners"));
        }
    }
    Ok(())
}
