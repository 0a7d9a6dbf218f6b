//! The suite, and what this game promises beyond it.

use croupier_kit::prelude::*;
use croupier_kit::testing::Suite;
use hearts::rules::SEATS;
use hearts::{Hearts, Memory};

/// The other hands, but for what a seat has passed itself.
fn out_of_sight(at: Position<'_, Hearts>, viewer: Viewer, memory: &Memory) -> Vec<String> {
    let others = Seat::first(SEATS).filter(|seat| !viewer.is(*seat));
    let hands = others.fold(CardSet::EMPTY, |all, seat| all | at.state.hands[seat.at()]);
    (hands - memory.given).iter().map(|card: Card| card.to_string()).collect()
}

// With the last card of a round the next one is dealt: that card is shown and is hidden again.
croupier_kit::conformance!(
    Hearts,
    Suite::new().games(200).thorough(6).complete().shows_in_passing().hidden_words(out_of_sight)
);
