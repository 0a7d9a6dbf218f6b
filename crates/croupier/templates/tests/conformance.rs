//! The conformance suite, with two promises: actions that a player is not offered are refused, and
//! nobody is told the names of cards that are hidden from them.

use croupier_kit::prelude::*;
use croupier_kit::testing::Suite;

use your_game::YourGame;

/// The stock, and the hands of the other seats, until these are shown at the end.
fn out_of_sight(
    at: Position<'_, YourGame>,
    viewer: Viewer,
    _: &<YourGame as Game>::Memory,
) -> Vec<String> {
    at.state.hidden_from(viewer, at.flow.is_done()).iter().map(Card::to_string).collect()
}

croupier_kit::conformance!(YourGame, Suite::new().complete().hidden_words(out_of_sight));
