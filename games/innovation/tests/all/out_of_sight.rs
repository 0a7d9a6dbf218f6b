//! What is hidden from whom. The server's tests also search for it.

use croupier_kit::game::{Game, Position, Viewer};
use innovation::choice::Ask;
use innovation::events::{Cause, What};
use innovation::set::CardSet;
use innovation::zones::Location;
use innovation::{Card, Event, Innovation};

/// IN-81: other hands and score piles, the decks, the cards under achievements, and cards removed
/// unseen. Titles are searched as JSON strings, because some are ordinary words.
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
    // Collaboration lets the activator choose among revealed cards.
    let own = at.state.choices().find(|choice| viewer.is(choice.player));
    let offered = match own.map(|choice| choice.ask) {
        Some(Ask::SelectCards { candidates, hidden: false, .. }) => candidates,
        _ => CardSet::EMPTY,
    };
    // The card whose dogma is being resolved is public, even if one of its effects has moved it out
    // of sight.
    let resolved = Innovation::view(at, Viewer::Public).dogma.map(|dogma| dogma.card);
    let hidden = |card: &Card| hidden(card) && Some(*card) != resolved;
    (!offered).iter().filter(hidden).map(|card| format!("\"{card}\"")).collect()
}

/// IN-84, IN-85: revealed cards are public although they stay in the hand. IN-119: every event
/// names its cause, and by then the card of a running effect may be in a score pile.
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
