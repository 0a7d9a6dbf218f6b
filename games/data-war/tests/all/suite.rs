//! What every game must keep, from the kit. The lists are not complete: conceding and flow events
//! that shorten a wait are possible at any time.

use croupier_kit::game::{Position, Viewer};
use croupier_kit::testing::Suite;
use data_war::{CardId, DataWar, Memory, SEATS, Spot};

/// DW-150, DW-152, DW-153: both decks but one's own offer, and what lies face down; but not what a
/// seat remembers (DW-156).
fn out_of_sight(at: Position<'_, DataWar>, viewer: Viewer, memory: &Memory) -> Vec<String> {
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

// What was grabbed is remembered until the scramble closes: only then do the cards go to the decks.
// Until then the view shows it.
croupier_kit::conformance!(
    DataWar,
    Suite::new()
        .houses()
        .shows_in_passing()
        .hidden_words(out_of_sight)
        .resample_ignores(&["taken"])
);
