//! All zones of the table in a single array of bytes.

use std::fmt;

use crate::{Card, SEATS};

/// The maximum number of melds: three per player.
pub(crate) const MOST_MELDS: usize = 3 * SEATS;

const STOCK: usize = SEATS;
const DISCARD: usize = SEATS + 1;
const MELDS: usize = SEATS + 2;
const ZONES: usize = MELDS + MOST_MELDS;

/// A place for cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zone {
    /// The hand of a seat.
    Hand(usize),
    /// The stock, top first.
    Stock,
    /// The discard pile, top first.
    Discard,
    /// A meld.
    Meld(usize),
}

impl Zone {
    #[inline]
    fn number(self) -> usize {
        match self {
            Self::Hand(seat) => seat,
            Self::Stock => STOCK,
            Self::Discard => DISCARD,
            Self::Meld(index) => MELDS + index,
        }
    }
}

/// All cards of a round, one zone after the other. Moving a card shifts those in between, so no
/// card can be lost or duplicated, and copying all of it copies only two hundred bytes.
#[derive(Clone, Copy)]
pub(crate) struct Shelf {
    cards: [Card; Card::COUNT],
    /// Where each zone ends and the next begins.
    ends: [u8; ZONES],
}

impl Shelf {
    /// Without any cards.
    pub(crate) fn new() -> Self {
        Self { cards: [Card::default(); Card::COUNT], ends: [0; ZONES] }
    }

    /// With these cards as the stock.
    pub(crate) fn of_stock(cards: &[Card]) -> Self {
        let mut shelf = Self::new();
        for card in cards {
            shelf.push(Zone::Stock, *card);
        }
        shelf
    }

    #[inline]
    fn start(&self, zone: usize) -> usize {
        if zone == 0 { 0 } else { usize::from(self.ends[zone - 1]) }
    }

    /// The cards of a zone.
    #[inline]
    pub(crate) fn zone(&self, zone: Zone) -> &[Card] {
        let number = zone.number();
        &self.cards[self.start(number)..usize::from(self.ends[number])]
    }

    /// The number of all cards.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.ends[ZONES - 1])
    }

    /// All cards of all zones.
    pub(crate) fn all(&self) -> &[Card] {
        &self.cards[..self.len()]
    }

    /// Adds a card at the end of a zone. Panics if there are too many, which is an error in the
    /// caller.
    pub(crate) fn push(&mut self, zone: Zone, card: Card) {
        let number = zone.number();
        let (at, len) = (usize::from(self.ends[number]), self.len());
        self.cards.copy_within(at..len, at + 1);
        self.cards[at] = card;
        self.ends[number..].iter_mut().for_each(|end| *end += 1);
    }

    /// Moves the card at a place of one zone to a place of another or the same.
    #[inline]
    pub(crate) fn carry(&mut self, from: Zone, at: usize, to: Zone, before: usize) {
        let (from, to) = (from.number(), to.number());
        let source = self.start(from) + at;
        let card = self.cards[source];
        let before = self.start(to) + before;
        // The final position of the card, after those in between have shifted.
        let target = if source < before { before - 1 } else { before };
        if source < target {
            self.cards.copy_within(source + 1..=target, source);
        } else {
            self.cards.copy_within(target..source, target + 1);
        }
        self.cards[target] = card;
        if from < to {
            self.ends[from..to].iter_mut().for_each(|end| *end -= 1);
        } else {
            self.ends[to..from].iter_mut().for_each(|end| *end += 1);
        }
    }

    /// Moves a card from one zone to the end of another.
    #[inline]
    pub(crate) fn carry_card(&mut self, from: Zone, card: Card, to: Zone) {
        if let Some(at) = self.place_of(from, card) {
            let before = self.zone(to).len();
            self.carry(from, at, to, before);
        }
    }

    /// The place of a card in a zone.
    #[inline]
    pub(crate) fn position(&self, zone: Zone, card: Card) -> Option<usize> {
        self.zone(zone).iter().position(|other| *other == card)
    }

    /// The place of a card that is about to leave a zone. The rules never move a card that is not
    /// there.
    #[inline]
    pub(crate) fn place_of(&self, zone: Zone, card: Card) -> Option<usize> {
        let place = self.position(zone, card);
        debug_assert!(place.is_some(), "{card} is not in {zone:?}");
        place
    }

    /// Swaps two cards of different zones.
    pub(crate) fn exchange(&mut self, one: (Zone, usize), other: (Zone, usize)) {
        let place = |(zone, at): (Zone, usize)| self.start(zone.number()) + at;
        let (one, other) = (place(one), place(other));
        self.cards.swap(one, other);
    }

    /// Reorders the cards of a zone, which stay the same cards (MI-30).
    pub(crate) fn reorder(&mut self, zone: Zone, cards: &[Card]) {
        let number = zone.number();
        let place = self.start(number)..usize::from(self.ends[number]);
        debug_assert_eq!(place.len(), cards.len(), "the same cards in another order");
        if place.len() == cards.len() {
            self.cards[place].copy_from_slice(cards);
        }
    }

    /// MI-121: all discards except the top one become the stock, in this order.
    pub(crate) fn replenish(&mut self, order: &[Card]) {
        let (start, end) = (self.start(DISCARD), usize::from(self.ends[DISCARD]));
        if start == end || order.len() != end - start - 1 || !self.zone(Zone::Stock).is_empty() {
            return;
        }
        let top = self.cards[start];
        self.cards[start..end - 1].copy_from_slice(order);
        self.cards[end - 1] = top;
        self.ends[STOCK] = self.ends[DISCARD] - 1;
    }
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = (0..SEATS).map(Zone::Hand).chain([Zone::Stock, Zone::Discard]);
        let zones =
            seats.chain((0..MOST_MELDS).map(Zone::Meld)).map(|zone| (zone, self.zone(zone)));
        f.debug_map().entries(zones.filter(|(_, cards)| !cards.is_empty())).finish()
    }
}

impl PartialEq for Shelf {
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends && self.all() == other.all()
    }
}
impl Eq for Shelf {}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    fn shelf() -> Shelf {
        let mut shelf = Shelf::new();
        let zones = [
            (Zone::Meld(1), "5S 6S"),
            (Zone::Hand(2), "3C 4C"),
            (Zone::Stock, "QH KH"),
            (Zone::Hand(0), "7D 8D 9D"),
            (Zone::Discard, "AC 2C 3H"),
        ];
        for (zone, text) in zones {
            for card in cards(text) {
                shelf.push(zone, card);
            }
        }
        shelf
    }

    #[test]
    fn cards_move_between_zones_and_all_others_stay() {
        let mut shelf = shelf();
        shelf.carry(Zone::Stock, 0, Zone::Hand(0), 3);
        shelf.carry(Zone::Hand(0), 1, Zone::Discard, 0);
        shelf.carry(Zone::Hand(2), 1, Zone::Meld(1), 0);
        shelf.carry_card(Zone::Discard, "3H".parse().unwrap(), Zone::Meld(0));
        assert_eq!(shelf.zone(Zone::Hand(0)), cards("7D 9D QH"));
        assert_eq!(shelf.zone(Zone::Hand(1)), []);
        assert_eq!(shelf.zone(Zone::Hand(2)), cards("3C"));
        assert_eq!(shelf.zone(Zone::Stock), cards("KH"));
        assert_eq!(shelf.zone(Zone::Discard), cards("8D AC 2C"));
        assert_eq!(shelf.zone(Zone::Meld(0)), cards("3H"));
        assert_eq!(shelf.zone(Zone::Meld(1)), cards("4C 5S 6S"));
        assert_eq!(shelf.len(), 12);
    }

    #[test]
    fn cards_move_inside_a_zone() {
        let mut shelf = shelf();
        shelf.carry(Zone::Hand(0), 0, Zone::Hand(0), 3);
        assert_eq!(shelf.zone(Zone::Hand(0)), cards("8D 9D 7D"));
        shelf.carry(Zone::Hand(0), 2, Zone::Hand(0), 1);
        assert_eq!(shelf.zone(Zone::Hand(0)), cards("8D 7D 9D"));
        shelf.exchange((Zone::Hand(0), 0), (Zone::Meld(1), 1));
        assert_eq!(shelf.zone(Zone::Hand(0)), cards("6S 7D 9D"));
        assert_eq!(shelf.zone(Zone::Meld(1)), cards("5S 8D"));
    }

    #[test]
    fn mi_121_the_top_card_of_the_discard_pile_stays() {
        let mut shelf = shelf();
        shelf.replenish(&cards("3H 2C"));
        assert_eq!(shelf.zone(Zone::Stock), cards("QH KH"), "only an empty stock is replenished");
        shelf.carry(Zone::Stock, 0, Zone::Hand(7), 0);
        shelf.carry(Zone::Stock, 0, Zone::Hand(7), 1);
        shelf.replenish(&cards("3H 2C"));
        assert_eq!(shelf.zone(Zone::Stock), cards("3H 2C"));
        assert_eq!(shelf.zone(Zone::Discard), cards("AC"));
        assert_eq!(shelf.zone(Zone::Meld(1)), cards("5S 6S"));
    }

    #[test]
    fn what_is_gone_does_not_count() {
        let (mut one, mut other) = (Shelf::new(), shelf());
        other = Shelf { ends: [0; ZONES], ..other };
        assert_eq!(one, other);
        one.push(Zone::Stock, Card::default());
        assert_ne!(one, other);
    }
}
