//! What a player of tiny shed knows, and worlds that fit it. All searches use the same code.

use serde::{Deserialize, Serialize};

use super::state::State;

/// The state as one player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The viewer's seat; `None` for a spectator.
    seat: Option<u8>,
    /// The viewer's own hand.
    hand: u64,
    /// All cards that are neither in that hand nor on the pile.
    unseen: u64,
    /// How many of these the other seats hold, by seat.
    held: [u8; 2],
    left: u8,
    top: u8,
    turn: u8,
    passes: u8,
    turns: u32,
}

impl Seen {
    /// What a viewer sees.
    #[allow(clippy::cast_possible_truncation)] // At most 52 cards.
    pub fn of(state: &State, seat: Option<u8>) -> Self {
        let State { hands, stock, left, top, turn, passes, turns } = state;
        let hand = seat.map_or(0, |seat| hands[usize::from(seat)]);
        let stocked = stock[..usize::from(*left)].iter().fold(0, |set, card| set | 1 << card);
        let unseen = (hands[0] | hands[1] | stocked) & !hand;
        let held = hands.map(|hand| hand.count_ones() as u8);
        let (left, top, turn, passes, turns) = (*left, *top, *turn, *passes, *turns);
        Self { seat, hand, unseen, held, left, top, turn, passes, turns }
    }

    /// A state that looks like this, with the unseen cards in a random order.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // There are 52 cards.
    pub fn dealt(&self, shuffle: impl FnOnce(&mut [u8])) -> State {
        let mut cards = [0; 52];
        let (mut unseen, mut count) = (self.unseen, 0);
        while unseen != 0 {
            cards[count] = unseen.trailing_zeros() as u8;
            unseen &= unseen - 1;
            count += 1;
        }
        shuffle(&mut cards[..count]);
        let mut hands = [0; 2];
        let mut end = count;
        for (seat, hand) in (0_u8..).zip(&mut hands) {
            if self.seat == Some(seat) {
                *hand = self.hand;
            } else {
                let begin = end - usize::from(self.held[usize::from(seat)]);
                *hand = cards[begin..end].iter().fold(0, |set, card| set | 1 << card);
                end = begin;
            }
        }
        let Self { left, top, turn, passes, turns, .. } = *self;
        State { hands, stock: cards, left, top, turn, passes, turns }
    }
}
