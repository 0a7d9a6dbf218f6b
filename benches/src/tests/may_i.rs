//! The tree of charts does what its script says.

use crate::contest::Contestant;
use crate::may_i::Ours;

/// Each turn adds the seat that draws, and the caller's seat twice: for the call and for the card.
#[test]
fn the_turn_passes_from_seat_to_seat() {
    let mut game = Ours::fresh();
    let mut sum = game.checksum();
    for seat in [0, 1, 2, 3, 0, 1] {
        game.pass();
        assert_eq!(game.checksum() - sum, seat + 2 + 2, "seat {seat}");
        sum = game.checksum();
    }
}
