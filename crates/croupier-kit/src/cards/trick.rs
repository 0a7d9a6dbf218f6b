//! Tricks: everybody plays one card, and the best card wins.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, Pile, Suit};
use crate::game::{MAX_SEATS, Seat};

/// A trick on the table: who led, and the cards in the order in which they were played.
///
/// ```
/// use croupier_kit::cards::{Card, Rank, Suit, Trick};
/// use croupier_kit::game::Seat;
///
/// let mut trick = Trick::led_by(Seat(2));
/// trick.play(Card::of(Rank::TEN, Suit::Spades));
/// trick.play(Card::of(Rank::ACE, Suit::Spades));
/// trick.play(Card::of(Rank::KING, Suit::Hearts));
/// assert_eq!(trick.next_seat(4), Seat(1));
/// trick.play(Card::of(Rank::TWO, Suit::Clubs));
///
/// // The ace is the highest card of the suit that was led; clubs win if they are trumps.
/// assert_eq!(trick.winner(4), Some(Seat(3)));
/// assert_eq!(trick.winner_with_trumps(4, Suit::Clubs), Some(Seat(1)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trick {
    leader: Seat,
    cards: Pile<Card, MAX_SEATS>,
}

impl Trick {
    /// A trick to which nobody has played yet.
    pub fn led_by(leader: Seat) -> Self {
        Self { leader, cards: Pile::new() }
    }

    /// The seat that plays the first card.
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards, in the order in which they were played.
    pub fn cards(&self) -> &[Card] {
        self.cards.as_slice()
    }

    /// The cards as a set.
    pub fn set(&self) -> CardSet {
        self.cards.iter().collect()
    }

    /// Adds the next card.
    pub fn play(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// The suit that was led, which the others have to follow.
    pub fn suit(&self) -> Option<Suit> {
        self.cards.first().map(Card::suit)
    }

    /// The seat that plays next; the leader again once everybody has played.
    pub fn next_seat(&self, seats: usize) -> Seat {
        self.leader.offset(self.cards.len(), seats)
    }

    /// Whether everybody has played.
    pub fn is_complete(&self, seats: usize) -> bool {
        self.cards.len() >= seats
    }

    /// The suit that is led once this card is played: its own suit if it is the first card.
    pub fn led_with(&self, card: Card) -> Suit {
        self.suit().unwrap_or(card.suit())
    }

    /// Whether a card would be the best so far, by the rules of [`winner`](Self::winner).
    pub fn would_win(&self, card: Card) -> bool {
        let beats = |other: &Card| card.rank().ace_high() > other.rank().ace_high();
        let led = self.led_with(card);
        card.suit() == led && self.cards().iter().filter(|other| other.suit() == led).all(beats)
    }

    /// The cards, each with the seat that played it.
    pub fn plays(&self, seats: usize) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.leader.and_following(seats).zip(&self.cards)
    }

    /// The seat with the best card so far: the highest of the suit that was led, ace high.
    pub fn winner(&self, seats: usize) -> Option<Seat> {
        let led = self.suit()?;
        self.winner_by(seats, |card| (card.suit() == led, card.rank().ace_high()))
    }

    /// The seat that takes the trick, once everybody has played.
    pub fn taker(&self, seats: usize) -> Option<Seat> {
        self.winner(seats).filter(|_| self.is_complete(seats))
    }

    /// Like [`winner`](Self::winner), but any card of the trump suit beats the others.
    pub fn winner_with_trumps(&self, seats: usize, trumps: Suit) -> Option<Seat> {
        let led = self.suit()?;
        self.winner_by(seats, |card| {
            (card.suit() == trumps, card.suit() == led, card.rank().ace_high())
        })
    }

    /// The seat with the best card so far, the first of equals. For games with their own card
    /// order.
    pub fn winner_by<K: Ord>(&self, seats: usize, value: impl Fn(Card) -> K) -> Option<Seat> {
        // `max_by_key` returns the last of equals, so iterate from the end.
        let best = self.cards.iter().enumerate().rev().max_by_key(|(_, card)| value(*card))?.0;
        Some(self.leader.offset(best, seats))
    }

    /// The cards of a hand that may be played: those of the suit that was led, or any if there are
    /// none.
    ///
    /// ```
    /// use croupier_kit::cards::{Card, CardSet, Rank, Suit, Trick};
    /// use croupier_kit::game::Seat;
    ///
    /// let hand = CardSet::of_rank(Rank::KING) - CardSet::of_suit(Suit::Clubs);
    /// let mut trick = Trick::led_by(Seat(0));
    /// assert_eq!(trick.playable(hand), hand);
    /// trick.play(Card::of(Rank::TWO, Suit::Hearts));
    /// assert_eq!(trick.playable(hand).len(), 1);
    ///
    /// let mut trick = Trick::led_by(Seat(0));
    /// trick.play(Card::of(Rank::TWO, Suit::Clubs));
    /// assert_eq!(trick.playable(hand), hand);
    /// ```
    pub fn playable(&self, hand: CardSet) -> CardSet {
        let of_suit = self.suit().map_or(hand, |led| hand & CardSet::of_suit(led));
        if of_suit.is_empty() { hand } else { of_suit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trick(leader: u8, cards: &[&str]) -> Trick {
        let mut trick = Trick::led_by(Seat(leader));
        for card in cards {
            trick.play(card.parse().unwrap());
        }
        trick
    }

    #[test]
    fn the_highest_card_of_the_suit_that_was_led_wins() {
        assert_eq!(trick(1, &["10H", "KH", "AH", "QH"]).winner(4), Some(Seat(3)));
        assert_eq!(trick(1, &["2H", "KS", "AS", "QS"]).winner(4), Some(Seat(1)));
        assert_eq!(trick(3, &["2H", "3H"]).winner(4), Some(Seat(0)), "so far");
        assert_eq!(trick(0, &[]).winner(4), None);
    }

    #[test]
    fn only_a_higher_card_of_that_suit_would_win() {
        let played = trick(1, &["10H", "AS", "QH"]);
        assert_eq!(
            ["KH", "AH", "JH", "2H", "KS"].map(|card| played.would_win(card.parse().unwrap())),
            [true, true, false, false, false]
        );
        assert!(trick(1, &[]).would_win("2C".parse().unwrap()), "who leads is ahead");
        assert_eq!((played.taker(4), played.taker(3)), (None, Some(Seat(0))));
    }

    #[test]
    fn trumps_beat_the_suit_that_was_led() {
        let spades = |cards: &[&str]| trick(0, cards).winner_with_trumps(3, Suit::Spades);
        assert_eq!(spades(&["AH", "2S", "3S"]), Some(Seat(2)));
        assert_eq!(spades(&["2H", "AD", "AC"]), Some(Seat(0)));
    }

    #[test]
    fn the_first_of_equals_wins() {
        assert_eq!(trick(2, &["7H", "7S", "8C"]).winner_by(3, |_| 0), Some(Seat(2)));
    }

    #[test]
    fn everybody_plays_once_in_turn_order() {
        let full = trick(2, &["7H", "8H", "9H"]);
        let seats: Vec<_> = full.plays(3).map(|(seat, card)| format!("{seat} {card}")).collect();
        assert_eq!(seats, ["P3 7H", "P1 8H", "P2 9H"]);
        assert!(full.is_complete(3) && !full.is_complete(4));
        assert_eq!(full.next_seat(3), Seat(2));
    }

    #[test]
    fn a_trick_survives_json() {
        let trick = trick(1, &["7H", "8H"]);
        let json = serde_json::to_string(&trick).unwrap();
        assert_eq!(json, r#"{"leader":1,"cards":["7H","8H"]}"#);
        assert_eq!(serde_json::from_str::<Trick>(&json).unwrap(), trick);
    }
}
