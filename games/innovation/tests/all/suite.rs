//! What every game must keep, from the kit. The lists are not complete: other orders of the same
//! cards are answers too (IN-107).

use croupier_kit::testing::Suite;
use croupier_kit::{Game, Position, Viewer};
use innovation::{Ask, Card, CardSet, Innovation, Location};

/// IN-81: other hands and score piles, the decks, the cards under achievements, and what was
/// removed unseen. Titles are searched as JSON strings, for some are ordinary words.
fn out_of_sight(
    at: Position<'_, Innovation>,
    viewer: Viewer,
    _: &<Innovation as Game>::Memory,
) -> Vec<String> {
    let world = at.state.world();
    let hidden = |card: &Card| match world.place(*card) {
        Location::Hand(owner) | Location::Score(owner) => !viewer.is(owner),
        Location::Deck | Location::Achievements => true,
        Location::Board(_) | Location::Removed => false,
    };
    // Collaboration lets the activator choose among cards that were revealed.
    let own = at.state.choices().find(|choice| viewer.is(choice.player));
    let offered = match own.map(|choice| choice.ask) {
        Some(Ask::SelectCards { candidates, hidden: false, .. }) => candidates,
        _ => CardSet::EMPTY,
    };
    (!offered).iter().filter(hidden).map(|card| format!("\"{card}\"")).collect()
}

croupier_kit::conformance!(
    Innovation,
    Suite::new().games(1000).thorough(12).shows_in_passing().hidden_words(out_of_sight)
);
