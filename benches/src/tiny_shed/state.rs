//! The cards of tiny shed and its rules, without any engine.

use serde::{Deserialize, Serialize};

/// A possible move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Move {
    /// Puts a card on the pile.
    Play(u8),
    /// Takes one from the stock.
    Draw,
    /// Does nothing, because nothing else is possible.
    Pass,
}

/// The cards: hands are sets of bits, the stock is a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(super) hands: [u64; 2],
    #[serde(with = "list")]
    pub(super) stock: [u8; 52],
    pub(super) left: u8,
    pub(super) top: u8,
    pub(super) turn: u8,
    pub(super) passes: u8,
    pub(super) turns: u32,
}

/// A mask for all cards of a suit, and one for a rank in all suits.
const SUIT: u64 = 0x1fff;
const RANK: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;

impl Default for State {
    fn default() -> Self {
        Self { hands: [0; 2], stock: [0; 52], left: 0, top: 0, turn: 0, passes: 0, turns: 0 }
    }
}

impl State {
    /// Deals seven cards each from a shuffled deck, and turns one up.
    pub fn dealt(deck: [u8; 52]) -> Self {
        let hand = |cards: &[u8]| cards.iter().fold(0, |hand, card| hand | 1 << card);
        let hands = [hand(&deck[..7]), hand(&deck[7..14])];
        let mut stock = [0; 52];
        stock[..37].copy_from_slice(&deck[15..]);
        Self { hands, stock, left: 37, top: deck[14], ..Self::default() }
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// The cards of the current player that fit the pile.
    #[inline]
    fn fitting(&self) -> u64 {
        let (suit, rank) = (self.top / 13, self.top % 13);
        self.hands[usize::from(self.turn)] & (SUIT << (suit * 13) | RANK << rank)
    }

    /// Lists the possible moves.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // There are 52 cards.
    pub fn list<A>(&self, moves: &mut Vec<A>, of: impl Fn(Move) -> A) {
        let mut fitting = self.fitting();
        if fitting == 0 {
            moves.push(of(if self.left > 0 { Move::Draw } else { Move::Pass }));
        }
        while fitting != 0 {
            moves.push(of(Move::Play(fitting.trailing_zeros() as u8)));
            fitting &= fitting - 1;
        }
    }

    /// A random possible move, for engines whose random players need no list. `below` draws a
    /// number.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // There are 52 cards.
    pub fn any(&self, below: impl FnOnce(u32) -> u32) -> Move {
        let mut fitting = self.fitting();
        if fitting == 0 {
            return if self.left > 0 { Move::Draw } else { Move::Pass };
        }
        let count = fitting.count_ones();
        for _ in 0..if count > 1 { below(count) } else { 0 } {
            fitting &= fitting - 1;
        }
        Move::Play(fitting.trailing_zeros() as u8)
    }

    /// Whether a move is possible.
    #[inline]
    pub fn allows(&self, it: Move) -> bool {
        let fitting = self.fitting();
        match it {
            Move::Play(card) => card < 52 && fitting >> card & 1 == 1,
            Move::Draw => fitting == 0 && self.left > 0,
            Move::Pass => fitting == 0 && self.left == 0,
        }
    }

    /// Makes a move.
    #[inline]
    pub fn apply(&mut self, it: Move) {
        let hand = &mut self.hands[usize::from(self.turn & 1)];
        match it {
            Move::Play(card) => {
                *hand &= !(1 << card);
                self.top = card;
                self.passes = 0;
            }
            Move::Draw => {
                self.left -= 1;
                *hand |= 1 << self.stock[usize::from(self.left)];
                self.passes = 0;
            }
            Move::Pass => self.passes += 1,
        }
        self.turns += 1;
        self.turn ^= 1;
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.hands[0] == 0 || self.hands[1] == 0 || self.passes >= 4 || self.turns >= 500
    }

    /// The seat that is out of cards, if any.
    pub fn winner(&self) -> Option<u8> {
        (0..2).find(|seat| self.hands[usize::from(*seat)] == 0)
    }
}

/// Serde's derives only support arrays up to 32 elements.
mod list {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(list: &[u8; 52], to: S) -> Result<S::Ok, S::Error> {
        list.as_slice().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 52], D::Error> {
        let list = Vec::<u8>::deserialize(from)?;
        list.try_into().map_err(|_| D::Error::custom("not 52 cards"))
    }
}
