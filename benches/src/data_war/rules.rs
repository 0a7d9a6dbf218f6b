use super::{RESET, TURN_COUNTED};

/// The comparisons of one pass; after that they repeat.
const COMPARISONS: u8 = 6;

/// What the guards read and the actions change: it stands for the decks on the table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rules {
    sum: u64,
    tooltip: u64,
    turn: u64,
    comparison: u8,
    won: bool,
}

impl Rules {
    /// The checksum so far.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    pub(super) fn show(&mut self, tooltip: u64) {
        self.tooltip = tooltip;
        self.sum = self.sum.wrapping_add(tooltip);
    }

    /// Compares the next pair of cards: the first is a plain win, the second a tie that the third
    /// decides, the fourth has an effect, the fifth is won with "open what you want", and the sixth
    /// is what was then chosen.
    pub(super) fn compare(&mut self) {
        self.comparison = if self.comparison == COMPARISONS { 1 } else { self.comparison + 1 };
    }

    pub(super) fn count_turn(&mut self) {
        self.turn += 1;
        self.sum = self.sum.wrapping_add(TURN_COUNTED);
    }

    pub(super) fn reset(&mut self) {
        self.turn = 0;
        self.sum = self.sum.wrapping_add(RESET);
    }

    pub(super) fn has_win_condition(&self) -> bool {
        self.won
    }

    pub(super) fn is_data_war(&self) -> bool {
        self.comparison == 2
    }

    pub(super) fn has_special_effects(&self) -> bool {
        self.comparison == 4
    }

    pub(super) fn has_pre_reveal_effects(&self) -> bool {
        self.comparison == 5
    }
}
