//! The conformance suite, with this game's own settings.

use croupier_kit::prelude::*;
use croupier_kit::testing::Suite;
use hearts::rules::SEATS;
use hearts::{Hearts, Memory};

/// The other hands, except for the cards a seat has passed itself.
fn out_of_sight(at: Position<'_, Hearts>, viewer: Viewer, memory: &Memory) -> Vec<String> {
    let others = Seat::first(SEATS).filter(|seat| !viewer.is(*seat));
    let hands = others.fold(CardSet::EMPTY, |all, seat| all | at.state.hands[seat.at()]);
    (hands - memory.given).iter().map(|card: Card| card.to_string()).collect()
}

// The last card of a round is followed at once by the next deal, so it is shown and then hidden
// again.
croupier_kit::conformance!(
    Hearts,
    Suite::new().games(200).thorough(6).complete().shows_in_passing().hidden_words(out_of_sight)
);
