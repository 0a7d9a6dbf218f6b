//! Events in words, and the cards they moved.

use croupier_kit::cards::Private;
use croupier_kit::game::{CardMove, PileId, Viewer};
use croupier_kit::text::{Sentence, TextLine};

use crate::events::{Auto, EndReason, Event};

/// An event as a line of the log. Ticks and selections are left out.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match event {
        Event::CardsDealt { first, .. } => {
            say.text("The cards are dealt;").card(first).text("is turned up")
        }
        Event::CardsPlayed { seat, cards, left, auto, .. } => {
            let say = say.does(*seat, "play").cards(cards).text(&format!("({left} left)"));
            match auto {
                Auto::None => say,
                Auto::Single => say.text(": the only possible play"),
                Auto::ShotClock => say.text(", out of time"),
            }
        }
        Event::TurnSkipped { seat, .. } => say.does(*seat, "cannot play"),
        Event::CardFlipped { card } => say.card(card).text("is turned over"),
        Event::EndVote { seat } => say.does(*seat, "ask to end the game"),
        Event::GameEnding { reason, winners, .. } => {
            let say = say.text(match reason {
                EndReason::TimerExpired => "Time is up:",
                EndReason::NoValidMoves => "Nobody can play:",
                EndReason::ManualEnd => "The players ended the game:",
                EndReason::PlayerWon => "A hand is empty:",
            });
            match winners.lowest() {
                Some(seat) if winners.len() == 1 => say.does(seat, "win"),
                Some(_) => say.players(*winners).text("win together"),
                None => say.text("nobody wins"),
            }
        }
        _ => return None,
    };
    Some(told.done())
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    let (undealt, discard) = (PileId::shared("undealt"), PileId::shared("discard"));
    let hand = |seat| PileId::of(seat, "hand");
    match event {
        Event::HandDealt { seat, cards: Private::Known(cards), .. } => {
            vec![CardMove::open(cards, undealt, hand(*seat))]
        }
        Event::HandDealt { seat, count, .. } => {
            vec![CardMove::closed(usize::from(*count), undealt, hand(*seat))]
        }
        Event::CardsDealt { first, .. } => vec![CardMove::open([first], undealt, discard)],
        Event::CardsPlayed { seat, cards, .. } => {
            vec![CardMove::open(cards, hand(*seat), discard)]
        }
        Event::CardFlipped { card } => vec![CardMove::open([card], undealt, discard)],
        _ => vec![],
    }
}
