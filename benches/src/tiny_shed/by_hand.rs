//! Tiny shed without an engine: the lower bound.

use super::{Luck, Move, Shed, State};

/// The cards, and a list that is reused.
pub struct ByHand {
    state: State,
    moves: Vec<Move>,
}

impl Shed for ByHand {
    const NAME: &'static str = "by hand";

    fn new() -> Self {
        Self { state: State::default(), moves: Vec::with_capacity(64) }
    }

    fn deal(&mut self, seed: u64) {
        let mut luck = Luck::new(seed);
        let mut deck = std::array::from_fn(|card| u8::try_from(card).unwrap_or(0));
        for last in (1..52).rev() {
            deck.swap(last, luck.below(last + 1));
        }
        self.state = State::dealt(deck);
    }

    fn take_over(&mut self, state: &State) {
        self.state = state.clone();
    }

    #[inline]
    fn step(&mut self, luck: &mut Luck) -> usize {
        if self.state.is_over() {
            return 0;
        }
        self.moves.clear();
        self.state.list(&mut self.moves, |it| it);
        self.state.apply(self.moves[luck.below(self.moves.len())]);
        self.moves.len()
    }

    fn state(&self) -> &State {
        &self.state
    }
}
