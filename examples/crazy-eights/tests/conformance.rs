//! The conformance suite, with this game's own settings.
#![allow(clippy::trivially_copy_pass_by_ref)] // This game has no memory: its type is `()`.

use crazy_eights::CrazyEights;
use croupier_kit::prelude::*;
use croupier_kit::testing::Suite;

/// The other hands, until they are revealed at the end, and the stock.
fn out_of_sight(at: Position<'_, CrazyEights>, viewer: Viewer, (): &()) -> Vec<String> {
    at.state.hidden_from(viewer, at.flow.is_done()).iter().map(Card::to_string).collect()
}

croupier_kit::conformance!(
    CrazyEights,
    Suite::new().complete().turns_of_many_actions().hidden_words(out_of_sight)
);
