//! What is hidden from whom. The server's tests also search for it.

use croupier_kit::cards::Card;
use croupier_kit::game::{Game, Position, Viewer};
use rush::{FlowState, Rush, flow_state};

/// RU-71: other hands until the end, and the undealt cards.
pub(crate) fn out_of_sight(
    at: Position<'_, Rush>,
    viewer: Viewer,
    _: &<Rush as Game>::Memory,
) -> Vec<String> {
    let state = at.state;
    let open = matches!(flow_state(at.flow), FlowState::GameEnding | FlowState::GameOver);
    let others = state.players.seats().filter(|seat| !open && !viewer.is(*seat));
    let hands = others.flat_map(|seat| state.hand(seat).iter());
    // During the deal a card may already be in a hand and still in the deck.
    let own = |card: &&Card| {
        state.players.seats().any(|seat| viewer.is(seat) && state.hand(seat).contains(card))
    };
    let hidden = hands.chain(state.deck.as_slice()).filter(|card| !own(card));
    hidden.map(|card| format!("\"{card}\"")).collect()
}
