//! The rules data: cards and hands. It knows nothing about states, triggers or time.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The players in seat order. The person at the terminal is the first.
pub(crate) const NAMES: [&str; 3] = ["Ann", "Bob", "Cleo"];
/// The seat of the person.
pub(crate) const ANN: usize = 0;
const HAND: usize = 4;

/// The deck, top card first. It is fixed, because this example has no source of randomness.
const DECK: &str = "4♠ J♦ 9♣ 7♥ J♣ 2♦ K♠ 9♥ 5♣ Q♥ 7♣ 3♦ 9♦ 7♦ 4♦ Q♠ 6♥ 5♦ 3♠ K♦ 6♣ 2♥ 8♣ 10♦ 5♥ \
                    A♠ 10♥ Q♦ 6♦ A♣ 3♥ 8♥ J♠ 2♠ 8♠ 4♥ K♣ 10♠ A♥ 6♠ 9♠ Q♣ 3♣ 5♠ A♦ 8♦ J♥ 4♣ 2♣ 7♠ \
                    K♥ 10♣";

/// A card in its written form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Card(String);

impl Card {
    /// The card without its suit.
    fn rank(&self) -> &str {
        self.0.trim_end_matches(['♠', '♥', '♦', '♣'])
    }

    fn pairs_with(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// All cards on the table and in the hands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Felt {
    /// Top card last.
    pub(crate) stock: Vec<Card>,
    /// Top card last.
    pub(crate) pile: Vec<Card>,
    pub(crate) hands: [Vec<Card>; 3],
    /// Whether a bot sits in for Ann. The other players are bots anyway.
    pub(crate) has_stand_in: bool,
}

impl Felt {
    pub(crate) fn deal(&mut self) {
        self.stock = DECK.split_whitespace().rev().map(|card| Card(card.to_owned())).collect();
        self.hands = Default::default();
        for _ in 0..HAND {
            for seat in 0..NAMES.len() {
                self.draw(seat);
            }
        }
        self.pile = self.stock.pop().into_iter().collect();
    }

    pub(crate) fn is_bot(&self, seat: usize) -> bool {
        seat != ANN || self.has_stand_in
    }

    /// Draws from the stock; if it is empty, the pile is turned over first.
    pub(crate) fn draw(&mut self, seat: usize) -> Option<Card> {
        if self.stock.is_empty() {
            let top = self.pile.pop();
            self.stock = self.pile.drain(..).rev().collect();
            self.pile.extend(top);
        }
        let card = self.stock.pop()?;
        self.hands[seat].push(card.clone());
        Some(card)
    }

    /// Takes the top of the pile.
    pub(crate) fn take(&mut self, seat: usize) -> Option<Card> {
        let card = self.pile.pop()?;
        self.hands[seat].push(card.clone());
        Some(card)
    }

    /// Puts a card of the hand on the pile.
    pub(crate) fn discard(&mut self, seat: usize, place: usize) -> Option<Card> {
        let hand = &mut self.hands[seat];
        let card = (place < hand.len()).then(|| hand.remove(place))?;
        self.pile.push(card.clone());
        Some(card)
    }

    /// The first pair in a hand, by positions.
    pub(crate) fn pair(&self, seat: usize) -> Option<(usize, usize)> {
        let hand = &self.hands[seat];
        let partner = |at: usize| {
            let other = hand[at + 1..].iter().position(|card| card.pairs_with(&hand[at]))?;
            Some((at, at + 1 + other))
        };
        (0..hand.len()).find_map(partner)
    }

    /// Puts down the first pair.
    pub(crate) fn meld(&mut self, seat: usize) -> Option<(Card, Card)> {
        let (first, second) = self.pair(seat)?;
        let second = self.hands[seat].remove(second);
        Some((self.hands[seat].remove(first), second))
    }

    /// The card to discard: the first that has no partner.
    pub(crate) fn worst(&self, seat: usize) -> usize {
        let hand = &self.hands[seat];
        let is_alone =
            |card: &Card| hand.iter().filter(|other| other.pairs_with(card)).count() == 1;
        hand.iter().position(is_alone).unwrap_or(0)
    }

    /// Whether the top of the pile would make a pair.
    pub(crate) fn wants_top(&self, seat: usize) -> bool {
        let top = self.pile.last();
        top.is_some_and(|top| self.hands[seat].iter().any(|card| card.pairs_with(top)))
    }
}
