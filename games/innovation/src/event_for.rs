//! Events as viewers may see them (IN-84).

use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, Viewer};

use crate::events::{Event, What};
use crate::zones::Location;

/// An event as a viewer may see it. All events are public, but not always the cards in them.
pub(crate) fn event_for(event: &Event, viewer: Viewer) -> Event {
    let mut heard = event.clone();
    match &mut heard.what {
        What::GameStarted { decks, origin } => {
            (*decks, *origin) = (Private::Hidden, Private::Hidden);
        }
        What::StartingHandDealt { seat, cards } => {
            *cards = cards.map(|card| card.shown(viewer.is(*seat)));
        }
        What::Drew { seat, card, to } => {
            let open =
                matches!(to, crate::events::Destination::Meld | crate::events::Destination::Tuck);
            *card = card.shown(open || viewer.is(*seat));
        }
        What::Scored { seat, card, from, .. } => {
            *card = card.shown(is_open(*from) || viewer.is(*seat));
        }
        What::Returned { card, from, .. } => *card = card.shown(knows(viewer, *from)),
        What::Transferred { card, from, to, .. } => {
            *card = card.shown(knows(viewer, *from) || knows(viewer, *to));
        }
        What::Exchanged { one, other, given, taken } => {
            let open = knows(viewer, *one) || knows(viewer, *other);
            for card in given.iter_mut().chain(taken) {
                *card = card.shown(open);
            }
        }
        What::ChoiceRequested { player, choice, slots, .. } => {
            let mine = viewer.is(*player);
            *choice = match choice {
                Private::Known(asked) if mine => Private::Known(asked.without_hidden_cards()),
                _ => Private::Hidden,
            };
            if !mine {
                slots.clear();
            }
        }
        What::ChoiceAnswered { player, reply, hidden, .. } if *hidden || !viewer.is(*player) => {
            *reply = Private::Hidden;
        }
        What::EffectFailed { back, .. } => {
            for put in back {
                let known = knows(viewer, put.from) || knows(viewer, put.to);
                put.card = put.card.shown(known);
            }
        }
        What::CardsRemoved { hidden, .. } => {
            for (owner, card) in hidden {
                *card = card.shown(viewer.is(*owner));
            }
        }
        _ => {}
    }
    heard
}

fn is_open(place: Location) -> bool {
    matches!(place, Location::Board(_))
}

/// Whether a viewer may know the cards of a place: those on boards are public, the others are known
/// to their owner.
fn knows(viewer: Viewer, place: Location) -> bool {
    let mine = |seat: Seat| viewer.is(seat);
    is_open(place) || place.owner().is_some_and(mine)
}
