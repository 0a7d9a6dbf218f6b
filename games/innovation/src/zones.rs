//! The location and order of all cards (IN-4).
//!
//! The forty lists are linked lists stored in arrays indexed by card, so a card is always in
//! exactly one list, no list can overflow, and copying is copying bytes.

use croupier_kit::game::Seat;

use crate::cards::{CARDS, Card, Colour};
use crate::set::CardSet;

/// The maximum number of players.
pub const PLAYERS: usize = 4;

/// One of the lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Zone(u8);

const HANDS: u8 = 12;
const SCORES: u8 = 16;
const PILES: u8 = 20;
/// The number of lists.
pub(crate) const ZONES: usize = 40;

impl Zone {
    /// The cards of the nine age achievements, in order of age.
    pub const ACHIEVEMENTS: Self = Self(10);
    /// Out of the game (IN-43).
    pub const REMOVED: Self = Self(11);

    /// All lists.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..40).map(Self)
    }

    /// Its index among all lists.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The deck of an age from 1 to 10; its first card is its top.
    #[inline]
    pub fn deck(age: u8) -> Self {
        Self(age.clamp(1, 10) - 1)
    }

    /// A hand, in order of arrival.
    #[inline]
    pub fn hand(seat: Seat) -> Self {
        Self(HANDS + seat.0 % 4)
    }

    /// A score pile, in order of arrival.
    #[inline]
    pub fn score(seat: Seat) -> Self {
        Self(SCORES + seat.0 % 4)
    }

    /// A pile of a board; its last card is its top.
    #[inline]
    pub fn pile(seat: Seat, colour: Colour) -> Self {
        Self(PILES + seat.0 % 4 * 5 + colour as u8)
    }

    /// Owner and colour, if it is a pile of a board.
    #[inline]
    pub fn as_pile(self) -> Option<(Seat, Colour)> {
        let at = self.0.checked_sub(PILES)?;
        Some((Seat(at / 5), Colour::ALL[usize::from(at % 5)]))
    }

    /// The location it represents.
    pub fn place(self) -> Location {
        match self.0 {
            at if at >= PILES => Location::Board(Seat((at - PILES) / 5)),
            at if at >= SCORES => Location::Score(Seat(at - SCORES)),
            at if at >= HANDS => Location::Hand(Seat(at - HANDS)),
            11 => Location::Removed,
            10 => Location::Achievements,
            _ => Location::Deck,
        }
    }

    /// The index of its set, for hands and score piles, whose cards are also kept as sets.
    #[inline]
    fn as_set(self) -> Option<usize> {
        (HANDS..PILES).contains(&self.0).then(|| usize::from(self.0 - HANDS))
    }
}

/// Where a card is, as far as everybody can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// The deck of its age.
    Deck,
    /// A player's hand.
    Hand(Seat),
    /// The pile of its colour on a player's board.
    Board(Seat),
    /// A player's score pile.
    Score(Seat),
    /// Under an age achievement.
    Achievements,
    /// Out of the game.
    Removed,
}

impl Location {
    /// The list that holds a card at this location.
    #[inline]
    pub fn zone(self, card: Card) -> Zone {
        match self {
            Self::Deck => Zone::deck(card.age()),
            Self::Hand(seat) => Zone::hand(seat),
            Self::Board(seat) => Zone::pile(seat, card.colour()),
            Self::Score(seat) => Zone::score(seat),
            Self::Achievements => Zone::ACHIEVEMENTS,
            Self::Removed => Zone::REMOVED,
        }
    }

    /// The owner, if it has one.
    pub fn owner(self) -> Option<Seat> {
        match self {
            Self::Hand(seat) | Self::Board(seat) | Self::Score(seat) => Some(seat),
            Self::Deck | Self::Achievements | Self::Removed => None,
        }
    }
}

/// The end of a list at which a card arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Before all others: the bottom of a pile, the top of a deck.
    First,
    /// After all others: the top of a pile, the bottom of a deck.
    Last,
}

/// The forty lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zones {
    at: [Zone; CARDS],
    next: [Option<Card>; CARDS],
    prev: [Option<Card>; CARDS],
    first: [Option<Card>; ZONES],
    last: [Option<Card>; ZONES],
    len: [u8; ZONES],
    /// The four hands and the four score piles as sets.
    sets: [CardSet; 2 * PLAYERS],
}

impl Zones {
    /// All cards in their decks, by id.
    pub fn new() -> Self {
        let mut zones = Self {
            at: [Zone(0); CARDS],
            next: [None; CARDS],
            prev: [None; CARDS],
            first: [None; ZONES],
            last: [None; ZONES],
            len: [0; ZONES],
            sets: [CardSet::EMPTY; 2 * PLAYERS],
        };
        for card in Card::all() {
            zones.link(card, Zone::deck(card.age()), End::Last);
        }
        zones
    }

    /// The list a card is in.
    #[inline]
    pub fn at(&self, card: Card) -> Zone {
        self.at[card.index()]
    }

    /// The number of cards in a list.
    #[inline]
    pub fn len(&self, zone: Zone) -> usize {
        usize::from(self.len[usize::from(zone.0)])
    }

    /// The first card of a list.
    #[inline]
    pub fn first(&self, zone: Zone) -> Option<Card> {
        self.first[usize::from(zone.0)]
    }

    /// The last card of a list.
    #[inline]
    pub fn last(&self, zone: Zone) -> Option<Card> {
        self.last[usize::from(zone.0)]
    }

    /// The card directly before another in its list, which in a pile is the one beneath it.
    #[inline]
    pub fn before(&self, card: Card) -> Option<Card> {
        self.prev[card.index()]
    }

    /// The cards of a list in order.
    #[inline]
    pub fn cards(&self, zone: Zone) -> impl Iterator<Item = Card> + '_ {
        std::iter::successors(self.first(zone), |card| self.next[card.index()])
    }

    /// The cards of a list as a set.
    #[inline]
    pub fn set(&self, zone: Zone) -> CardSet {
        match zone.as_set() {
            Some(at) => self.sets[at],
            None => self.cards(zone).collect(),
        }
    }

    /// Moves a card to one end of a list.
    #[inline]
    pub fn put(&mut self, card: Card, zone: Zone, end: End) {
        self.unlink(card);
        self.link(card, zone, end);
    }

    /// Moves a card to an index of a list.
    pub fn insert(&mut self, card: Card, zone: Zone, index: usize) {
        self.unlink(card);
        let behind: Vec<Card> = self.cards(zone).skip(index).collect();
        self.link(card, zone, End::Last);
        for card in behind {
            self.put(card, zone, End::Last);
        }
    }

    #[inline]
    fn unlink(&mut self, card: Card) {
        let zone = self.at(card);
        let (prev, next) = (self.prev[card.index()], self.next[card.index()]);
        match prev {
            Some(prev) => self.next[prev.index()] = next,
            None => self.first[usize::from(zone.0)] = next,
        }
        match next {
            Some(next) => self.prev[next.index()] = prev,
            None => self.last[usize::from(zone.0)] = prev,
        }
        self.len[usize::from(zone.0)] -= 1;
        if let Some(at) = zone.as_set() {
            self.sets[at].remove(card);
        }
    }

    #[inline]
    fn link(&mut self, card: Card, zone: Zone, end: End) {
        let list = usize::from(zone.0);
        let (prev, next) = match end {
            End::First => (None, self.first[list]),
            End::Last => (self.last[list], None),
        };
        match prev {
            Some(prev) => self.next[prev.index()] = Some(card),
            None => self.first[list] = Some(card),
        }
        match next {
            Some(next) => self.prev[next.index()] = Some(card),
            None => self.last[list] = Some(card),
        }
        (self.prev[card.index()], self.next[card.index()]) = (prev, next);
        self.at[card.index()] = zone;
        self.len[list] += 1;
        if let Some(at) = zone.as_set() {
            self.sets[at].insert(card);
        }
    }
}

impl Default for Zones {
    fn default() -> Self {
        Self::new()
    }
}
