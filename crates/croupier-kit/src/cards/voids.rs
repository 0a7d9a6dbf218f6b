//! What tricks reveal about hands: which seats have no card of which suit.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, Suit};
use crate::game::{MAX_SEATS, Seat};

/// The cards that seats cannot have because they did not follow suit. Part of the
/// [`Memory`](crate::game::Game::Memory) of most trick-taking games.
///
/// ```
/// use croupier_kit::cards::{Card, Rank, Suit, Voids};
/// use croupier_kit::game::Seat;
///
/// let mut voids = Voids::default();
/// voids.note(Seat(1), Card::of(Rank::TWO, Suit::Hearts), Suit::Spades);
/// assert!(!voids.may_hold(Seat(1), Card::of(Rank::ACE, Suit::Spades)));
/// assert!(voids.may_hold(Seat(1), Card::of(Rank::ACE, Suit::Hearts)));
/// assert!(voids.may_hold(Seat(0), Card::of(Rank::ACE, Suit::Spades)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Voids([CardSet; MAX_SEATS]);

impl Voids {
    /// Notes that a seat played `card` when the suit `led` was led.
    pub fn note(&mut self, seat: Seat, card: Card, led: Suit) {
        if card.suit() != led {
            self.0[seat.at()] |= CardSet::of_suit(led);
        }
    }

    /// Whether a seat may have a card, as far as tricks have shown.
    pub fn may_hold(&self, seat: Seat, card: Card) -> bool {
        !self.0[seat.at()].contains(card)
    }
}
