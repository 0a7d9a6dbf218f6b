//! What is hidden from whom. The server's tests also search for it.

use croupier_kit::game::{Game, Position, Seat, Viewer};
use min_or_max::{FlowState, MinOrMax, flow_state};

/// MM-75: other hands until the end, and the draw pile.
pub(crate) fn out_of_sight(
    at: Position<'_, MinOrMax>,
    viewer: Viewer,
    _: &<MinOrMax as Game>::Memory,
) -> Vec<String> {
    let state = at.state;
    let here = flow_state(at.flow);
    let open = here == FlowState::Finished;
    let committed = state.chosen_card.filter(|_| here == FlowState::ChoosingCardEffect);
    let queen = committed.is_some_and(|card| card.rank() == croupier_kit::cards::Rank::QUEEN);
    let looks = queen && viewer.is(state.current);
    let others = Seat::first(at.seats.len()).filter(|seat| !open && !viewer.is(*seat) && !looks);
    let hands = others.flat_map(|seat| state.hand(seat).iter().copied());
    let hidden = hands.filter(|card| Some(*card) != committed).chain(state.draw.iter());
    hidden.map(|card| format!("\"{card}\"")).collect()
}
