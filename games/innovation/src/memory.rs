//! What a seat remembers beyond its view (IN-166): where a card can be.

use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::events::{Destination, Event, Seen, What};
use crate::set::CardSet;
use crate::zones::{Location, PLAYERS};

/// Where a card can be, as a set of places.
pub(crate) type Places = u16;

/// In a deck, above all cards returned to it.
pub(crate) const UPPER: Places = 1;
/// In a deck, at the place of an unknown returned card.
pub(crate) const LOWER: Places = 1 << 1;
/// In a deck, at a known place.
pub(crate) const PINNED: Places = 1 << 2;
/// Under an age achievement.
pub(crate) const UNDER: Places = 1 << 3;
/// Out of the game.
pub(crate) const REMOVED: Places = 1 << 4;
/// On a board, where everybody sees it.
const OPEN: Places = 1 << 5;

/// In a player's hand.
pub(crate) fn in_hand(seat: Seat) -> Places {
    1 << (6 + seat.0 % 4)
}

/// In a player's score pile.
pub(crate) fn in_score(seat: Seat) -> Places {
    1 << (10 + seat.0 % 4)
}

/// The memory of a seat.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Where every card can be, by id. Empty before the deal.
    places: Vec<Places>,
    /// The decks by age.
    decks: Vec<Deck>,
    /// The number of cards of each age in every hand, then in every score pile.
    held: Vec<[u8; 10]>,
    /// The events since the current execution began.
    pub(crate) current: Vec<Event>,
}

/// What is known about a deck.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deck {
    /// The number of cards above the returned ones.
    upper: u8,
    /// The cards returned to it, the bottom one last.
    lower: Vec<Option<Card>>,
}

impl Memory {
    /// Updates the memory with an event as this seat saw it.
    pub(crate) fn remember(&mut self, event: &Event) {
        match &event.what {
            What::GameStarted { .. } => self.begin(),
            What::EffectStarted { .. }
            | What::PhaseChanged { phase: crate::state::Phase::CheckingWinConditions } => {
                self.current.clear();
                return;
            }
            _ => {}
        }
        if self.is_blank() {
            return;
        }
        self.note(&event.what);
        if !matches!(event.what, What::PhaseChanged { .. }) {
            self.current.push(event.clone());
        }
    }

    /// Whether the memory is empty because the seat has not followed the match.
    pub(crate) fn is_blank(&self) -> bool {
        self.places.is_empty()
    }

    fn begin(&mut self) {
        *self = Self {
            places: vec![UPPER | UNDER; crate::cards::CARDS],
            decks: (1..=10)
                .map(|age| Deck { upper: CardSet::all().of_value(age).count(), lower: vec![] })
                .collect(),
            held: vec![[0; 10]; 2 * PLAYERS],
            current: vec![],
        };
        for deck in &mut self.decks[..9] {
            deck.upper -= 1;
        }
        for card in CardSet::all().of_value(10) {
            self.places[card.index()] = UPPER;
        }
    }

    fn note(&mut self, what: &What) {
        match what {
            What::StartingHandDealt { seat, cards } => {
                for card in cards {
                    self.moved(*card, Location::Deck, Location::Hand(*seat));
                }
            }
            What::StartingCardsPlaced { cards } => {
                for (seat, card) in (0..).map(Seat).zip(cards) {
                    self.moved((*card).into(), Location::Hand(seat), Location::Board(seat));
                }
            }
            What::Drew { seat, card, to: Destination::Hand } => {
                self.moved(*card, Location::Deck, Location::Hand(*seat));
            }
            What::Melded { seat, card, from, .. } | What::Tucked { seat, card, from, .. } => {
                self.moved((*card).into(), *from, Location::Board(*seat));
            }
            What::Scored { seat, card, from, .. } => {
                self.moved(*card, *from, Location::Score(*seat));
            }
            What::Returned { card, from, .. } => self.moved(*card, *from, Location::Deck),
            What::Transferred { card, from, to, .. } => self.moved(*card, *from, *to),
            What::Exchanged { one, other, given, taken } => {
                for card in given {
                    self.moved(*card, *one, *other);
                }
                for card in taken {
                    self.moved(*card, *other, *one);
                }
            }
            What::Revealed { seat, card } => self.shown(*card, in_hand(*seat)),
            What::HandRevealed { seat, cards } => {
                for card in cards {
                    self.shown(*card, in_hand(*seat));
                }
            }
            What::CardsRemoved { open, hidden, .. } => {
                for card in open {
                    self.places[card.index()] = REMOVED;
                }
                for (_, card) in hidden {
                    self.removed(*card);
                }
                self.held = vec![[0; 10]; 2 * PLAYERS];
            }
            _ => {}
        }
    }

    /// A card was revealed where it is.
    fn shown(&mut self, card: Card, at: Places) {
        self.places[card.index()] = at;
    }

    /// Everything that anybody held is removed from the game.
    fn removed(&mut self, seen: Seen) {
        let held = (0..4).map(Seat).fold(0, |set, seat| set | in_hand(seat) | in_score(seat));
        match seen.card {
            Some(card) => self.places[card.index()] = REMOVED,
            None => {
                for card in CardSet::all().of_value(seen.age) {
                    let places = &mut self.places[card.index()];
                    if *places & held != 0 {
                        *places = *places & !held | REMOVED;
                    }
                }
            }
        }
    }

    fn count(&mut self, place: Location, age: u8) -> Option<&mut u8> {
        let list = match place {
            Location::Hand(seat) => seat.at(),
            Location::Score(seat) => PLAYERS + seat.at(),
            _ => return None,
        };
        self.held.get_mut(list)?.get_mut(usize::from(age).wrapping_sub(1))
    }

    /// A card moved. If its identity is unknown, every card that could have been there can now be
    /// at the new place.
    fn moved(&mut self, seen: Seen, from: Location, to: Location) {
        let Some(deck) = self.decks.get_mut(usize::from(seen.age).wrapping_sub(1)) else { return };
        let mut card = seen.card;
        let left = if from == Location::Deck {
            if deck.upper > 0 {
                deck.upper -= 1;
                UPPER
            } else if deck.lower.is_empty() {
                UPPER
            } else {
                // The first returned card has reached the top.
                let drawn = deck.lower.remove(0);
                let place = if drawn.is_some() { PINNED } else { LOWER };
                card = card.or(drawn);
                place
            }
        } else {
            place_of(from)
        };
        if let Some(count) = self.count(from, seen.age) {
            *count = count.saturating_sub(1);
        }
        card = card.or_else(|| self.only_card(seen.age, from, left));
        let arrived = if to == Location::Deck {
            let deck = &mut self.decks[usize::from(seen.age) - 1];
            deck.lower.push(card);
            if card.is_some() { PINNED } else { LOWER }
        } else {
            place_of(to)
        };
        if let Some(count) = self.count(to, seen.age) {
            *count = count.saturating_add(1);
        }
        match card {
            Some(card) => self.places[card.index()] = arrived,
            None => {
                for card in CardSet::all().of_value(seen.age) {
                    let places = &mut self.places[card.index()];
                    if *places & left != 0 {
                        *places |= arrived;
                    }
                }
            }
        }
        if self.is_empty(seen.age, from, left) {
            for card in CardSet::all().of_value(seen.age) {
                let places = &mut self.places[card.index()];
                if *places & !left != 0 {
                    *places &= !left;
                }
            }
        }
    }

    /// The card that was there, if it was the only one of its age and its identity is known.
    fn only_card(&mut self, age: u8, from: Location, left: Places) -> Option<Card> {
        if self.count(from, age).is_none_or(|count| *count > 0) {
            return None;
        }
        let mut there =
            CardSet::all().of_value(age).iter().filter(|card| self.places[card.index()] == left);
        there.next().filter(|_| there.next().is_none())
    }

    /// Whether no card of this age is left at a place.
    fn is_empty(&mut self, age: u8, from: Location, left: Places) -> bool {
        if let Some(count) = self.count(from, age) {
            return *count == 0;
        }
        let deck = &self.decks[usize::from(age) - 1];
        match left {
            UPPER => deck.upper == 0,
            LOWER => deck.lower.iter().all(Option::is_some),
            _ => false,
        }
    }

    /// Whether a card can be at one of these places.
    pub(crate) fn allows(&self, card: Card, places: Places) -> bool {
        self.places.get(card.index()).is_none_or(|allowed| *allowed & places != 0)
    }

    /// Whether a card can be at every one of these places.
    pub(crate) fn allows_all(&self, card: Card, places: Places) -> bool {
        self.places.get(card.index()).is_none_or(|allowed| places & !*allowed == 0)
    }

    /// The returned cards at the bottom of a deck, the bottom one last.
    pub(crate) fn bottom(&self, age: u8) -> &[Option<Card>] {
        self.decks.get(usize::from(age).wrapping_sub(1)).map_or(&[], |deck| &deck.lower)
    }
}

fn place_of(place: Location) -> Places {
    match place {
        Location::Deck => UPPER,
        Location::Hand(seat) => in_hand(seat),
        Location::Score(seat) => in_score(seat),
        Location::Board(_) => OPEN,
        Location::Achievements => UNDER,
        Location::Removed => REMOVED,
    }
}
