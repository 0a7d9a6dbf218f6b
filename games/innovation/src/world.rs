//! The part of the state that effects can change: cards, splays, achievements and counters.

use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::cards::{CARDS, Card, Colour, FACES, Icon};
use crate::set::{CardSet, Colours};
use crate::zones::{End, Location, PLAYERS, Zone, Zones};

/// How a pile is fanned (IN-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Splay {
    /// The right edge of covered cards shows.
    Left,
    /// The left edge of covered cards shows.
    Right,
    /// The lower edge of covered cards shows.
    Up,
}

/// The achievements that are no cards (IN-71), in the order in which they are tested (IN-73).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Special {
    /// Six cards tucked, or six scored, in one turn.
    Monument,
    /// Three icons of each kind.
    Empire,
    /// Twelve clocks.
    World,
    /// Five colours splayed right or up.
    Wonder,
    /// Five top cards of value 8 or more.
    Universe,
}

impl Special {
    /// All five.
    pub const ALL: [Self; 5] =
        [Self::Monument, Self::Empire, Self::World, Self::Wonder, Self::Universe];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["Monument", "Empire", "World", "Wonder", "Universe"][self as usize]
    }

    /// What it takes, in a sentence.
    pub fn needs(self) -> &'static str {
        match self {
            Self::Monument => "Tuck six cards, or score six, in one turn.",
            Self::Empire => "Show three or more of all six icons.",
            Self::World => "Show twelve or more clocks.",
            Self::Wonder => "Have five colours, each splayed right or up.",
            Self::Universe => "Have five top cards of value 8 or more.",
        }
    }
}

/// An achievement of either sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Achievement {
    /// That of an age from 1 to 9.
    Age(u8),
    /// A special one.
    Special(Special),
}

/// The number of age achievements.
pub const AGE_ACHIEVEMENTS: usize = 9;

/// IN-70: the points that an age achievement requires, besides a top card of its value.
#[inline]
pub const fn points_required(age: u8) -> u16 {
    5 * age as u16
}

/// The six icon counts, one byte each, so that they can be added and compared all at once. There
/// are at most 67 icons of a kind, so no count reaches 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Icons(u64);

impl Icons {
    /// The number of icons of a kind.
    #[inline]
    pub fn of(self, icon: Icon) -> u8 {
        #[allow(clippy::cast_possible_truncation)] // Truncation selects the byte.
        let count = (self.0 >> (8 * icon as u32)) as u8;
        count
    }

    /// Whether there are at least this many of each kind, up to 128.
    #[inline]
    fn each_at_least(self, count: u8) -> bool {
        const ONES: u64 = 0x0101_0101_0101;
        const HIGH: u64 = ONES << 7;
        (self.0 + ONES * u64::from(128 - count)) & HIGH == HIGH
    }
}

/// The visible icons of every card: uncovered, and covered under each splay (IN-29).
static SHOWN: [[u64; CARDS]; 4] = {
    // The visible slots: top left, bottom left, bottom middle, bottom right.
    const SLOTS: [[bool; 4]; 4] = [
        [false, false, false, true],
        [true, true, false, false],
        [false, true, true, true],
        [true, true, true, true],
    ];
    let (mut shown, mut way) = ([[0; CARDS]; 4], 0);
    while way < 4 {
        let mut card = 0;
        while card < CARDS {
            let mut slot = 0;
            while slot < 4 {
                if let Some(icon) = FACES[card].slots[slot]
                    && SLOTS[way][slot]
                {
                    shown[way][card] += 1 << (8 * icon as u32);
                }
                slot += 1;
            }
            card += 1;
        }
        way += 1;
    }
    shown
};
const WHOLE: usize = 3;

/// The part of the state that effects can change. It is copied whenever an execution begins, so it
/// is kept small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct World {
    pub(crate) zones: Zones,
    splays: [[Option<Splay>; 5]; PLAYERS],
    /// The visible icons of every seat, updated by every move (IN-30, IN-148).
    icons: [Icons; PLAYERS],
    /// Who owns the age achievements.
    pub(crate) ages: [Option<Seat>; AGE_ACHIEVEMENTS],
    /// Who owns the special achievements.
    pub(crate) specials: [Option<Seat>; 5],
    /// Cards scored by keyword this turn (IN-74).
    pub(crate) scored: [u8; PLAYERS],
    /// Cards tucked this turn.
    pub(crate) tucked: [u8; PLAYERS],
    /// Whether the demand of this activation moved a card (IN-64).
    pub(crate) hit: bool,
    /// Whether another player changed something while sharing (IN-65).
    pub(crate) shared: bool,
    /// Cards returned by Democracy during this dogma action.
    pub(crate) returned: [u8; PLAYERS],
    /// The removed cards that were face up (IN-81).
    pub(crate) open_removed: CardSet,
}

impl World {
    /// The world with all cards in their decks.
    pub fn new() -> Self {
        Self {
            zones: Zones::new(),
            splays: [[None; 5]; PLAYERS],
            icons: [Icons::default(); PLAYERS],
            ages: [None; AGE_ACHIEVEMENTS],
            specials: [None; 5],
            scored: [0; PLAYERS],
            tucked: [0; PLAYERS],
            hit: false,
            shared: false,
            returned: [0; PLAYERS],
            open_removed: CardSet::EMPTY,
        }
    }

    /// The lists of cards.
    pub fn zones(&self) -> &Zones {
        &self.zones
    }

    /// Where a card is.
    pub fn place(&self, card: Card) -> Location {
        self.zones.at(card).place()
    }

    /// The cards in a hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.zones.set(Zone::hand(seat))
    }

    /// The cards in a score pile.
    #[inline]
    pub fn score(&self, seat: Seat) -> CardSet {
        self.zones.set(Zone::score(seat))
    }

    /// The points of a seat (IN-38).
    pub fn points(&self, seat: Seat) -> u16 {
        self.score(seat).sum()
    }

    /// A pile of a board, bottom to top.
    pub fn pile(&self, seat: Seat, colour: Colour) -> impl Iterator<Item = Card> + '_ {
        self.zones.cards(Zone::pile(seat, colour))
    }

    /// The number of cards in a pile.
    #[inline]
    pub fn pile_len(&self, seat: Seat, colour: Colour) -> usize {
        self.zones.len(Zone::pile(seat, colour))
    }

    /// The top card of a pile (IN-26).
    #[inline]
    pub fn top(&self, seat: Seat, colour: Colour) -> Option<Card> {
        self.zones.last(Zone::pile(seat, colour))
    }

    /// All top cards of a board.
    #[inline]
    pub fn tops(&self, seat: Seat) -> CardSet {
        let tops = Colour::ALL.into_iter().filter_map(|colour| self.top(seat, colour));
        tops.collect()
    }

    /// The colours of a seat's piles.
    pub fn colours(&self, seat: Seat) -> Colours {
        Colour::ALL.into_iter().filter(|colour| self.top(seat, *colour).is_some()).collect()
    }

    /// How a pile is splayed.
    #[inline]
    pub fn splay(&self, seat: Seat, colour: Colour) -> Option<Splay> {
        self.splays[seat.at() % PLAYERS][colour as usize]
    }

    /// IN-30: the number of visible icons of a kind.
    #[inline]
    pub fn icons(&self, seat: Seat, icon: Icon) -> u8 {
        self.icons[seat.at() % PLAYERS].of(icon)
    }

    /// The icons of a whole board, counted from scratch.
    pub fn recount(&self, seat: Seat) -> Icons {
        let piles = Colour::ALL.into_iter().map(|colour| self.pile_icons(seat, colour));
        Icons(piles.sum())
    }

    /// Whether the cached icons are correct (IN-148).
    pub fn is_counted_right(&self) -> bool {
        Seat::first(PLAYERS).all(|seat| self.icons[seat.at()] == self.recount(seat))
    }

    /// The number of achievements a seat owns.
    pub fn achievements(&self, seat: Seat) -> usize {
        let mine = |owner: &&Option<Seat>| **owner == Some(seat);
        self.ages.iter().filter(mine).count() + self.specials.iter().filter(mine).count()
    }

    /// Who owns an achievement. Also none if it does not exist.
    pub fn owner(&self, achievement: Achievement) -> Option<Seat> {
        match achievement {
            Achievement::Age(age) => {
                self.ages.get(usize::from(age).wrapping_sub(1)).copied().flatten()
            }
            Achievement::Special(special) => self.specials[special as usize],
        }
    }

    /// IN-21, IN-22: the top card of the deck of this value or, if it is empty, of the next higher
    /// one that has cards.
    #[inline]
    pub fn to_draw(&self, value: u8) -> Option<Card> {
        (value.max(1)..=10).find_map(|age| self.zones.first(Zone::deck(age)))
    }

    /// IN-71: whether a seat meets the condition of a special achievement.
    #[inline]
    pub fn meets(&self, seat: Seat, special: Special) -> bool {
        let at = seat.at() % PLAYERS;
        match special {
            Special::Monument => self.scored[at] >= 6 || self.tucked[at] >= 6,
            Special::Empire => self.icons[at].each_at_least(3),
            Special::World => self.icons[at].of(Icon::Clock) >= 12,
            Special::Wonder => {
                let wide = |splay: &Option<Splay>| matches!(splay, Some(Splay::Right | Splay::Up));
                self.splays[at].iter().all(wide)
            }
            Special::Universe => {
                let high = |colour| self.top(seat, colour).is_some_and(|top| top.age() >= 8);
                Colour::ALL.into_iter().all(high)
            }
        }
    }

    #[inline]
    fn pile_icons(&self, seat: Seat, colour: Colour) -> u64 {
        let zone = Zone::pile(seat, colour);
        let Some(top) = self.zones.last(zone) else { return 0 };
        let whole = SHOWN[WHOLE][top.index()];
        let Some(splay) = self.splay(seat, colour) else { return whole };
        let mut sum = whole;
        let mut below = self.zones.before(top);
        while let Some(card) = below {
            sum += SHOWN[splay as usize][card.index()];
            below = self.zones.before(card);
        }
        sum
    }

    /// Moves a card. A pile with fewer than two cards loses its splay (IN-32); returns whether that
    /// happened.
    #[inline]
    pub(crate) fn put(&mut self, card: Card, zone: Zone, end: End) -> bool {
        let from = self.zones.at(card).as_pile();
        let to = zone.as_pile();
        self.count_out(from);
        if to != from {
            self.count_out(to);
        }
        self.zones.put(card, zone, end);
        let mut unsplayed = false;
        if let Some((seat, colour)) = from
            && self.pile_len(seat, colour) < 2
        {
            let splay = &mut self.splays[seat.at() % PLAYERS][colour as usize];
            unsplayed = splay.take().is_some();
        }
        self.count_in(from);
        if to != from {
            self.count_in(to);
        }
        unsplayed
    }

    /// Inserts a card into a pile at this height.
    pub(crate) fn insert(&mut self, card: Card, seat: Seat, index: usize) {
        self.put(card, Zone::pile(seat, card.colour()), End::Last);
        self.count_out(Some((seat, card.colour())));
        self.zones.insert(card, Zone::pile(seat, card.colour()), index);
        self.count_in(Some((seat, card.colour())));
    }

    #[inline]
    pub(crate) fn set_splay(&mut self, seat: Seat, colour: Colour, splay: Option<Splay>) {
        self.count_out(Some((seat, colour)));
        self.splays[seat.at() % PLAYERS][colour as usize] = splay;
        self.count_in(Some((seat, colour)));
    }

    /// Reorders a pile, bottom to top. Cards not listed end up at the bottom.
    pub(crate) fn rearrange(
        &mut self,
        seat: Seat,
        colour: Colour,
        order: impl IntoIterator<Item = Card>,
    ) {
        self.count_out(Some((seat, colour)));
        for card in order {
            self.zones.put(card, Zone::pile(seat, colour), End::Last);
        }
        self.count_in(Some((seat, colour)));
    }

    #[inline]
    fn count_out(&mut self, pile: Option<(Seat, Colour)>) {
        if let Some((seat, colour)) = pile {
            self.icons[seat.at()].0 -= self.pile_icons(seat, colour);
        }
    }

    #[inline]
    fn count_in(&mut self, pile: Option<(Seat, Colour)>) {
        if let Some((seat, colour)) = pile {
            self.icons[seat.at()].0 += self.pile_icons(seat, colour);
        }
    }
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}
