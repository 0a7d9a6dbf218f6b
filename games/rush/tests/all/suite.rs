//! What every game must keep, from the kit. The lists are not complete: selecting, ending by hand
//! and other orders of a listed set are commands too (RU-75).

use croupier_kit::testing::Suite;
use croupier_kit::{Position, Viewer};
use rush::{Phase, Rush, phase};

/// RU-71: other hands until the end, and the undealt cards.
fn out_of_sight(at: Position<'_, Rush>, viewer: Viewer) -> Vec<String> {
    let state = at.state;
    let open = matches!(phase(at.flow), Phase::GameEnding | Phase::GameOver);
    let others = state.players.seats().filter(|seat| !open && !viewer.is(*seat));
    let hands = others.flat_map(|seat| state.hand(seat).iter());
    hands.chain(state.deck.as_slice()).map(|card| format!("\"{card}\"")).collect()
}

croupier_kit::conformance!(Rush, Suite::new().hidden_words(out_of_sight));
