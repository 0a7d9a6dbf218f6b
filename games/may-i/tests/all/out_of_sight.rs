//! What is hidden from whom. The server's tests also search for it.

use croupier_kit::game::{Position, Seat, Viewer};
use may_i::{Card, FlowState, MayI, Memory, flow_state};

/// MI-171: other hands until the end, and the stock; but not the card a player was just seen to win
/// (MI-172), nor cards that everybody saw going into a hand.
pub(crate) fn out_of_sight(at: Position<'_, MayI>, viewer: Viewer, memory: &Memory) -> Vec<String> {
    let state = at.state;
    let open = flow_state(at) == FlowState::GameEnd;
    let others = state.seats().filter(|seat| !open && !viewer.is(*seat));
    let hands = others.flat_map(|seat: Seat| state.hand(seat).iter());
    let seen = state.may_i.map(|result| result.offered);
    let is_known = |card: &Card| memory.known.iter().any(|hand| hand.contains(card));
    let hidden = hands.chain(state.stock()).filter(|card| Some(**card) != seen && !is_known(card));
    hidden.map(|card| format!("\"{card}\"")).collect()
}
