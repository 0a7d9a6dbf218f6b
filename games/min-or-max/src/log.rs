//! Events in words, and the cards they moved.

use croupier_kit::{CardMove, PileId, Private, Seat, Sentence, TextLine, Viewer};

use crate::effect::{DeclaredEffect, Slay};
use crate::ending::{Ending, Reason};
use crate::events::Event;
use crate::wheel::Mode;

/// What a log tells of an event.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match *event {
        Event::ThresholdsSet { min: Some(min), max } => {
            say.text(&format!("The thresholds are {min} and {max}"))
        }
        Event::ThresholdsSet { min: None, max } => say.text(&format!("The threshold is {max}")),
        Event::WheelSpinStarted { seat: Some(seat), .. } => say.does(seat, "spin the wheel"),
        Event::WheelSpun { mode: Mode::Max, .. } => say.text("The wheel says Max"),
        Event::WheelSpun { mode: Mode::Min, .. } => say.text("The wheel says Min"),
        Event::FirstCardPlayed { card, played_value, .. } => {
            say.text("The first card is").card(card).text(&format!("({played_value:+})"))
        }
        Event::CardDrawn { seat, card: Private::Known(card), .. } => {
            say.does(seat, "draw").card(card)
        }
        Event::CardDrawn { seat, .. } => say.does(seat, "draw a card"),
        Event::EffectChosen { seat, effect, .. } => declared(say, seat, effect)?,
        Event::CardFound { seat, rank, found: false, .. } => {
            say.does(seat, "find").text(&format!("no {rank}"))
        }
        Event::CardFound { seat, card: Private::Known(card), .. } => {
            say.does(seat, "find").card(card)
        }
        Event::CardFound { seat, rank, .. } => say.does(seat, "find").text(&format!("a {rank}")),
        Event::CardSlain { seat, victim, card } => {
            say.does(seat, "slay").card(card).text("of").who(victim)
        }
        Event::BodyguardPlayed { seat, card, played_value, score } => say
            .does(seat, "send")
            .card(card)
            .text(&format!("ahead ({played_value:+}), score {score}")),
        Event::CardPlayed { seat, card, played_value, score, .. } => {
            say.does(seat, "play").card(card).text(&format!("({played_value:+}), score {score}"))
        }
        Event::CardForfeited { seat, card } => say.does(seat, "forfeit").card(card),
        Event::TimedOut { seat } => say.does(seat, "run out of time"),
        Event::PileReshuffled { .. } => say.text("The discards are shuffled"),
        Event::GameOver { ending } => ended(say, ending),
        _ => return None,
    };
    Some(told.done())
}

/// What is declared with a card, unless another event tells it.
fn declared(say: Sentence<'_>, seat: Seat, effect: DeclaredEffect) -> Option<Sentence<'_>> {
    match effect {
        DeclaredEffect::AceValue(value) => {
            Some(say.does(seat, "count").text(&format!("the ace as {value}")))
        }
        DeclaredEffect::FindRank(rank) => {
            Some(say.does(seat, "look for").text(&format!("a {rank}")))
        }
        DeclaredEffect::Slay(Slay { .. })
        | DeclaredEffect::Bodyguard(_)
        | DeclaredEffect::Unclear => None,
    }
}

fn ended(say: Sentence<'_>, ending: Ending) -> Sentence<'_> {
    let Ending { winner, losers, reason, .. } = ending;
    let why = match reason {
        Reason::ExactThreshold => "exactly on a threshold",
        Reason::ExceededThreshold => "past a threshold",
        Reason::CannotBeat => "no card beats the top card",
        Reason::Surrendered => "by surrender",
        Reason::Stalemate => "everybody passed and there is nothing to draw",
    };
    let loser = losers.lowest().filter(|_| losers.len() == 1);
    match (reason, winner, loser) {
        (Reason::ExactThreshold, Some(seat), _) => say.does(seat, "win").text(":").text(why),
        (_, _, Some(loser)) => {
            let say = say.does(loser, "lose").text(":").text(why);
            match winner {
                Some(seat) => say.text(", and").does(seat, "win"),
                None => say,
            }
        }
        _ => say.text("Nobody wins:").text(why),
    }
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    let (draw, discard) = (PileId::shared("draw"), PileId::shared("discard"));
    let hand = |seat| PileId::of(seat, "hand");
    let moved = match *event {
        Event::CardsDealt { seat, cards: Private::Known(cards), .. } => {
            CardMove::open(&cards, draw, hand(seat))
        }
        Event::CardsDealt { seat, count, .. } => {
            CardMove::closed(usize::from(count), draw, hand(seat))
        }
        Event::FirstCardPlayed { card, .. } => CardMove::open([card], draw, discard),
        Event::PileReshuffled { count, .. } => CardMove::closed(usize::from(count), discard, draw),
        Event::CardDrawn { seat, card, .. } | Event::CardFound { seat, found: true, card, .. } => {
            CardMove::seen([card.open().copied()], draw, hand(seat))
        }
        Event::CardSlain { victim, card, .. } => {
            CardMove::open([card], hand(victim), PileId::shared("slain"))
        }
        Event::BodyguardPlayed { seat, card, .. }
        | Event::CardPlayed { seat, card, .. }
        | Event::CardForfeited { seat, card } => CardMove::open([card], hand(seat), discard),
        _ => return vec![],
    };
    vec![moved]
}
