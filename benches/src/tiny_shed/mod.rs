//! Tiny shed, a minimal card game, on three engines.
//!
//! 52 cards, two seats, seven cards each. A player must match the suit or the rank of the pile,
//! otherwise draw a card, or pass if there is none. The game ends with an empty hand, after four
//! passes in a row, or after 500 turns.
//!
//! All three keep the cards in the same [`State`] and ask it the same questions, so that only the
//! engine around it differs.

mod by_hand;
mod ours;
pub mod search;
mod search_ismcts;
mod search_view;
mod state;
mod turnbase;

pub use self::by_hand::ByHand;
pub use self::ours::{Ours, TinyShed};
pub use self::search_view::Seen;
pub use self::state::{Move, State};
pub use self::turnbase::Turnbase;

/// One engine playing tiny shed.
pub trait Shed {
    /// Its name in a report.
    const NAME: &'static str;

    /// Creates an engine with its lists allocated.
    fn new() -> Self;

    /// Deals a game with the engine's own dice.
    fn deal(&mut self, seed: u64);

    /// Continues a game that was dealt elsewhere.
    fn take_over(&mut self, state: &State);

    /// Lists the possible moves, makes one, and returns how many there were; 0 if the game is over.
    fn step(&mut self, luck: &mut Luck) -> usize;

    /// The cards now.
    fn state(&self) -> &State;

    /// Plays one game at random. Returns the number of actions.
    fn play(&mut self, luck: &mut Luck) -> u64 {
        self.deal(luck.draw());
        let mut actions = 0;
        while self.step(luck) > 0 {
            actions += 1;
        }
        actions
    }
}

/// The random player, the same for all engines and part of none: xorshift.
#[derive(Debug, Clone)]
pub struct Luck(u64);

impl Luck {
    /// Creates a generator from a number; 0 counts as 1.
    pub fn new(number: u64) -> Self {
        Self(number.max(1))
    }

    /// The next number.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `n`, almost uniform.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // The high half of a product below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.draw()) * n as u128) >> 64) as usize
    }
}
