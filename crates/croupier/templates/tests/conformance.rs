//! The suite that every game must pass, and two promises: what a player is not offered is refused,
//! and the names of hidden cards reach nobody who does not see them.

use croupier_kit::prelude::*;
use croupier_kit::testing::Suite;

use your_game::YourGame;

/// The other hands, until they are laid open at the end, and the stock.
fn out_of_sight(
    at: Position<'_, YourGame>,
    viewer: Viewer,
    _: &<YourGame as Game>::Memory,
) -> Vec<String> {
    at.state.hidden_from(viewer, at.flow.is_done()).iter().map(Card::to_string).collect()
}

croupier_kit::conformance!(YourGame, Suite::new().complete().hidden_words(out_of_sight));
