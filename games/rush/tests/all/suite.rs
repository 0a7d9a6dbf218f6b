//! What every game must keep, from the kit. The lists are not complete: selecting, ending by hand
//! and other orders of a listed set are commands too (RU-75).

use croupier_kit::cards::Card;
use croupier_kit::game::{Game, Position, Viewer};
use croupier_kit::testing::Suite;
use rush::{Phase, Rush, phase};

/// RU-71: other hands until the end, and the undealt cards.
fn out_of_sight(at: Position<'_, Rush>, viewer: Viewer, _: &<Rush as Game>::Memory) -> Vec<String> {
    let state = at.state;
    let open = matches!(phase(at.flow), Phase::GameEnding | Phase::GameOver);
    let others = state.players.seats().filter(|seat| !open && !viewer.is(*seat));
    let hands = others.flat_map(|seat| state.hand(seat).iter());
    // In the middle of the deal a card may be in a hand and not yet out of the deck.
    let own = |card: &&Card| {
        state.players.seats().any(|seat| viewer.is(seat) && state.hand(seat).contains(card))
    };
    let hidden = hands.chain(state.deck.as_slice()).filter(|card| !own(card));
    hidden.map(|card| format!("\"{card}\"")).collect()
}

// The top and who plays are remembered so that turns are noted with them; a world is made from the
// turns, and the top is in the view.
croupier_kit::conformance!(
    Rush,
    Suite::new().hidden_words(out_of_sight).resample_ignores(&["players", "top"])
);
