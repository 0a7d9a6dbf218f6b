//! What is hidden from whom. The tests of the server search for it too.

use croupier_kit::game::{Game, Position, Viewer};
use innovation::choice::Ask;
use innovation::events::{Cause, What};
use innovation::set::CardSet;
use innovation::zones::Location;
use innovation::{Card, Event, Innovation};

/// IN-81: other hands and score piles, the decks, the cards under achievements, and what was
/// removed unseen. Titles are searched as JSON strings, for some are ordinary words.
pub(crate) fn out_of_sight(
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
    // Everybody has seen whose dogma is resolved; an effect of it may have put the card away.
    let resolved = Innovation::view(at, Viewer::Public).dogma.map(|dogma| dogma.card);
    let hidden = |card: &Card| hidden(card) && Some(*card) != resolved;
    (!offered).iter().filter(hidden).map(|card| format!("\"{card}\"")).collect()
}

/// IN-84, IN-85: what is revealed is heard by everybody, though it stays in the hand. IN-119: every
/// event names its cause, and a card whose effect runs may have gone to a score pile by then.
pub(crate) fn revealed(event: &Event) -> Vec<String> {
    let cause = match event.cause {
        Cause::Effect(source) => Some(source.card),
        _ => None,
    };
    let shown = match &event.what {
        What::Revealed { card, .. } | What::EffectStarted { card, .. } => vec![*card],
        What::HandRevealed { cards, .. } => cards.iter().copied().collect(),
        _ => vec![],
    };
    shown.into_iter().chain(cause).map(|card| format!("\"{card}\"")).collect()
}
