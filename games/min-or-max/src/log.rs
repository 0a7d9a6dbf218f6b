//! Events as text, and the cards they moved.

use std::borrow::Cow;

use croupier_kit::cards::{Private, Rank};
use croupier_kit::game::{CardMove, Outcome, PileId, Seat, SeatSet, Viewer};
use croupier_kit::text::{Sentence, TextLine};

use crate::PLAYERS;
use crate::effect::{DeclaredEffect, Slay};
use crate::ending::{Ending, Reason};
use crate::events::Event;
use crate::wheel::Mode;

/// An event as a line of the log.
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
            say.does(seat, "find no").text(&rank_name(rank))
        }
        Event::CardFound { seat, card: Private::Known(card), .. } => {
            say.does(seat, "find").card(card)
        }
        Event::CardFound { seat, rank, .. } => say.does(seat, "find").text(&a_rank(rank)),
        Event::CardSlain { seat, victim, card } => {
            say.does(seat, "slay").whose(victim, "").card(card)
        }
        Event::BodyguardPlayed { seat, card, played_value, score } => say
            .does(seat, "send")
            .card(card)
            .text(&format!("ahead as a bodyguard ({played_value:+}), score {score}")),
        Event::CardPlayed { seat, card, played_value, score, auto } => {
            let say = if auto { say.text("Time is up:") } else { say };
            say.does(seat, "play").card(card).text(&format!("({played_value:+}), score {score}"))
        }
        Event::CardForfeited { seat, card } => {
            say.text("Time is up:").does(seat, "forfeit").card(card)
        }
        Event::PileReshuffled { .. } => say.text("The discards are shuffled into a new draw pile"),
        Event::SpinSkipped { seat, .. } => say.does(seat, "do not spin the wheel"),
        Event::HandShown { to, seat, cards } => {
            let say = match to {
                Some(to) => say.does(to, "see").whose(seat, "hand:"),
                None => say.whose(seat, "hand:"),
            };
            if cards.is_empty() { say.text("no cards") } else { say.cards(&cards) }
        }
        Event::PlayerWon { seat, reason, .. } => say.does(seat, "win").text(":").text(why(reason)),
        Event::PlayerLost { seat, reason: Reason::Surrendered, .. } => say.does(seat, "give up"),
        Event::PlayerLost { seat, reason, .. } => {
            say.does(seat, "lose").text(":").text(why(reason))
        }
        Event::GameOver { ending: Ending { reason, winner, .. } } => {
            ended(say, reason, winner.map_or(SeatSet::NOBODY, SeatSet::of))?
        }
        _ => return None,
    };
    Some(told.done())
}

/// The end as a line of a room's log, where [`Event::GameOver`] has no entry of its own (MM-77).
pub(crate) fn describe_outcome(
    outcome: &Outcome,
    viewer: Viewer,
    names: &[String],
) -> Option<TextLine> {
    let reason = Reason::ALL.into_iter().find(|reason| reason.as_str() == outcome.reason)?;
    let say = Sentence::new(viewer, names);
    ended(say, reason, outcome.winners).map(Sentence::done)
}

/// What is declared with a card, unless another event says it.
fn declared(say: Sentence<'_>, seat: Seat, effect: DeclaredEffect) -> Option<Sentence<'_>> {
    match effect {
        DeclaredEffect::AceValue(value) => {
            Some(say.does(seat, "count").text(&format!("the ace as {value}")))
        }
        DeclaredEffect::FindRank(rank) => Some(say.does(seat, "look for").text(&a_rank(rank))),
        DeclaredEffect::Slay(Slay { .. })
        | DeclaredEffect::Bodyguard(_)
        | DeclaredEffect::Unclear => None,
    }
}

/// A rank in a sentence: "an ace", "a 7".
pub(crate) fn a_rank(rank: Rank) -> String {
    let article = if rank == Rank::ACE || rank.number() == 8 { "an" } else { "a" };
    format!("{article} {}", rank_name(rank))
}

fn rank_name(rank: Rank) -> Cow<'static, str> {
    match rank {
        Rank::ACE => "ace".into(),
        Rank::JACK => "jack".into(),
        Rank::QUEEN => "queen".into(),
        Rank::KING => "king".into(),
        number => number.to_string().into(),
    }
}

fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::ExactThreshold => "the score is exactly on a threshold",
        Reason::ExceededThreshold => "the score is past a threshold",
        Reason::CannotBeat => "no card beats the top card",
        Reason::Surrendered => "another player gave up",
        Reason::Stalemate => "everybody passed and there is nothing to draw",
    }
}

/// What `PlayerWon` and `PlayerLost` have not said: who wins because another player lost.
fn ended(say: Sentence<'_>, reason: Reason, winners: SeatSet) -> Option<Sentence<'_>> {
    match (reason, winners.lowest()) {
        (Reason::ExactThreshold, _) => None,
        (_, Some(seat)) => Some(say.does(seat, "win the game")),
        (Reason::Stalemate, None) => Some(say.text("Nobody wins:").text(why(reason))),
        (_, None) => Some(say.text("The others survive")),
    }
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    let (draw, discard) = (PileId::shared("draw"), PileId::shared("discard"));
    let hand = |seat| PileId::of(seat, "hand");
    let moved = match *event {
        Event::CardsDealt { counts, cards } => {
            let dealt = Seat::first(PLAYERS).zip(counts).zip(cards);
            let dealt = dealt.filter(|((_, count), _)| *count > 0);
            let moved = dealt.map(|((seat, count), cards)| match cards {
                Private::Known(cards) => CardMove::open(&cards, draw.clone(), hand(seat)),
                Private::Hidden => CardMove::closed(usize::from(count), draw.clone(), hand(seat)),
            });
            return moved.collect();
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
