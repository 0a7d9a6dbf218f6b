//! The suite, and what this game promises beyond it.

use crazy_eights::CrazyEights;
use croupier_kit::testing::Suite;
use croupier_kit::{Position, Seat, Viewer};

/// All cards of the other hands, until they are laid open at the end, and of the stock.
fn out_of_sight(at: Position<'_, CrazyEights>, viewer: Viewer) -> Vec<String> {
    let hidden = |seat: &Seat| !at.flow.is_done() && !viewer.is(*seat);
    let others = Seat::first(at.seats.len()).filter(hidden);
    let hands = others.flat_map(|seat| &at.state.hands[seat]);
    hands.chain(&at.state.stock).map(|card| card.to_string()).collect()
}

croupier_kit::conformance!(CrazyEights, Suite::new().complete().hidden_words(out_of_sight));
