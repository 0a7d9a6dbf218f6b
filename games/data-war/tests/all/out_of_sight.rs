//! What is hidden from whom. The server's tests also search for it.

use croupier_kit::game::{Position, Viewer};
use data_war::memory::Spot;
use data_war::state::SEATS;
use data_war::{CardId, DataWar, Memory};

/// DW-150, DW-152, DW-153: both decks except the viewer's own offer, and all face-down cards, but
/// not what a seat remembers (DW-156).
pub(crate) fn out_of_sight(
    at: Position<'_, DataWar>,
    viewer: Viewer,
    memory: &Memory,
) -> Vec<String> {
    let decks = SEATS.into_iter().flat_map(|seat| {
        let side = at.state.side(seat);
        let offered = side.offered.filter(|_| viewer.is(seat)).unwrap_or(0);
        side.deck.iter().skip(usize::from(offered))
    });
    let pile = at.state.pile.iter().filter(|entry| entry.is_down() && !entry.is_gone());
    let places = memory.decks.iter().flatten().chain(memory.pile.iter().flatten());
    let mut known: Vec<CardId> = memory.groups.iter().flatten().copied().collect();
    known.extend(places.filter_map(|spot| match spot {
        Spot::Card(card) => Some(*card),
        Spot::Unknown | Spot::Among(_) => None,
    }));
    let hidden = decks.chain(pile.map(|entry| entry.card)).filter(|card| !known.contains(card));
    hidden.map(|card| format!("\"{card}\"")).collect()
}
