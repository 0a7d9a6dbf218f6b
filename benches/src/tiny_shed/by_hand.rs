//! Tiny shed without an engine: the lower bound.

use super::{Luck, Move, Shed, Table};

/// The cards, and a list that is reused.
pub struct ByHand {
    table: Table,
    moves: Vec<Move>,
}

impl Shed for ByHand {
    const NAME: &'static str = "by hand";

    fn new() -> Self {
        Self { table: Table::default(), moves: Vec::with_capacity(64) }
    }

    fn deal(&mut self, seed: u64) {
        let mut luck = Luck::new(seed);
        let mut deck = std::array::from_fn(|card| u8::try_from(card).unwrap_or(0));
        for last in (1..52).rev() {
            deck.swap(last, luck.below(last + 1));
        }
        self.table = Table::dealt(deck);
    }

    fn take_over(&mut self, table: &Table) {
        self.table = table.clone();
    }

    #[inline]
    fn step(&mut self, luck: &mut Luck) -> usize {
        if self.table.is_over() {
            return 0;
        }
        self.moves.clear();
        self.table.list(&mut self.moves, |it| it);
        self.table.apply(self.moves[luck.below(self.moves.len())]);
        self.moves.len()
    }

    fn table(&self) -> &Table {
        &self.table
    }
}
