//! Events as text, and the cards they moved.

use croupier_kit::game::{CardMove, PileId, Seat, Viewer};
use croupier_kit::text::{Sentence, TextLine, TextSpan, Tone, count};

use crate::cards::{CardEffect, CardId};
use crate::events::{Blocked, Event};
use crate::prompt::{named, piles};
use crate::rules::ending::{Condition, Detail, Ending};
use crate::state::{SEATS, other};

/// An event as a line of the log. The bookkeeping of a turn is left out.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match event {
        Event::CardRevealed { seat, card, .. } => say.does(*seat, "turn over").span(named(*card)),
        Event::FaceDownLaid { seat, count: 1, .. } => say.does(*seat, "lay a card face down"),
        Event::FaceDownLaid { seat, count, .. } => {
            say.does(*seat, "lay").text(&format!("{count} cards face down"))
        }
        Event::DecksSwapped { by, .. } => say.does(*by, "swap the decks"),
        Event::WarBegan { depth: 1, .. } => say.text("War!"),
        Event::WarBegan { depth, .. } => say.text(&format!("War number {depth} of this turn!")),
        Event::WarShortage { seats, .. } => match seats.lowest() {
            Some(seat) if seats.len() == 1 => say.does(seat, "have too few cards for a war"),
            _ => say.text("Both players have too few cards for a war"),
        },
        Event::TurnWon { seat, values } => {
            let (winner, loser) = (values[seat.at()], values[other(*seat).at()]);
            say.does(*seat, "win the turn").text(&format!(", {winner} to {loser}"))
        }
        Event::StackCollected { seat, card, total, .. } => {
            let stacks = count(*total, "launch stack", "launch stacks");
            let say = say.does(*seat, "collect").span(named(*card)).text(",");
            say.text(&format!("{stacks} so far"))
        }
        Event::StackStolen { from, to, card, .. } => {
            say.does(*to, "steal").span(named(*card)).text("from").who(*from)
        }
        Event::StacksRecalled { seat, cards, .. } => {
            let stacks = count(cards.len(), "launch stack", "launch stacks");
            say.does(*seat, "shuffle").text(&format!("{stacks} back into the deck"))
        }
        Event::TakeoverDeclared { by, attacked, .. } => {
            let say = say.does(*by, "declare a hostile takeover").text(":");
            say.does(*attacked, "must fight a war alone")
        }
        Event::EffectBlocked { seat, effect, reason: Blocked::Smacked, .. } => {
            say.whose(*seat, effect.name()).text("is blocked by the Tracker Smacker")
        }
        Event::EffectApplied {
            seat, effect: CardEffect::LeveragedBuyout, count: taken, ..
        } => {
            let cards = count(*taken, "card", "cards");
            say.does(*seat, "take")
                .text(&format!("{cards} from the top of"))
                .whose(other(*seat), "deck")
        }
        Event::OpenPicked { seat, count, .. } => {
            say.does(*seat, "choose").text(&format!("the next card from the top {count}"))
        }
        Event::TantrumTaken { seat, cards, .. } => {
            let say = say.does(*seat, "take");
            let say = cards.iter().enumerate().fold(say, |say, (at, card)| {
                let say = if at > 0 { say.text("and") } else { say };
                say.span(face(*card))
            });
            say.text(if cards.is_empty() { "nothing" } else { "in a tantrum" })
        }
        Event::PileSplit { by, .. } => {
            say.text("The pile is dealt out to both players,").who(*by).text("first")
        }
        Event::GrabOpened { .. } => say.text("The pile is up for grabs"),
        Event::CardGrabbed { seat, card, missed: false, .. } => {
            say.does(*seat, "grab").span(face(*card))
        }
        Event::CardGrabbed { seat, card, missed: true, .. } => {
            say.does(*seat, "get").span(face(*card)).text(", which nobody grabbed")
        }
        Event::CardsCollected { seat, cards } => {
            say.does(*seat, "collect").text(&count(cards.len(), "card", "cards"))
        }
        Event::GameOver { ending } => ended(say, *ending),
        _ => return None,
    };
    Some(told.done())
}

/// DW-148: who won, and why.
fn ended(say: Sentence<'_>, ending: Ending) -> Sentence<'_> {
    let Some(winner) = ending.winner else { return say.text("The game ends in a draw") };
    let loser = other(winner);
    let say = say.does(winner, "win the game");
    if ending.condition == Condition::LaunchStacks {
        return say.text(&format!("with {} launch stacks", ending.stacks[winner.at()]));
    }
    let say = say.text(":");
    match ending.condition {
        Condition::AllCards if ending.detail == Some(Detail::WarShortage) => {
            say.does(loser, "have too few cards for a war")
        }
        Condition::AllCards if ending.detail == Some(Detail::BothEmpty) => {
            let say = say.text("both decks are empty, and");
            say.does(winner, "have").text("more launch stacks")
        }
        Condition::AllCards => say.does(loser, "have no cards left"),
        Condition::TurnCap => say.text("the turns are used up"),
        Condition::Concede => say.does(loser, "concede"),
        Condition::LaunchStacks | Condition::Draw => say,
    }
}

/// DW-179: a face-down card reveals nothing else.
fn face(card: Option<CardId>) -> TextSpan {
    card.map_or_else(|| TextSpan::new("a face-down card", Tone::Plain), named)
}

/// The cards that an event moved.
pub(crate) fn card_moves(event: &Event) -> Vec<CardMove> {
    match event {
        Event::GameStarted { sizes, .. } => {
            let dealt = SEATS.into_iter().zip(sizes);
            let dealt = dealt.map(|(seat, size)| {
                CardMove::closed(usize::from(*size), PileId::shared("box"), piles::deck(seat))
            });
            dealt.collect()
        }
        Event::CardRevealed { seat, card, .. } => {
            vec![CardMove::open([card], piles::deck(*seat), piles::pile())]
        }
        Event::FaceDownLaid { seat, count, .. } => {
            vec![CardMove::closed(usize::from(*count), piles::deck(*seat), piles::pile())]
        }
        Event::TantrumTaken { seat, cards, .. } => {
            cards.iter().map(|card| handed_over(*card, *seat)).collect()
        }
        // DW-131: dealt alternately, starting with the player of the card.
        Event::PileSplit { by, cards, .. } => {
            let seats = [*by, other(*by)].into_iter().cycle();
            cards.iter().zip(seats).map(|(card, seat)| handed_over(*card, seat)).collect()
        }
        // A face-up Launch Stack is moved by `StackCollected`.
        Event::CardGrabbed { card: Some(card), .. } if card.is_launch_stack() => vec![],
        Event::CardGrabbed { seat, card, .. } => vec![handed_over(*card, *seat)],
        Event::EffectApplied { seat, effect: CardEffect::LeveragedBuyout, count, .. } => {
            let from = piles::deck(other(*seat));
            vec![CardMove::closed(usize::from(*count), from, piles::deck(*seat))]
        }
        Event::StackCollected { seat, card, .. } => vec![handed_over(Some(*card), *seat)],
        // DW-96: the decks swap places, whatever their sizes.
        Event::DecksSwapped { sizes, .. } => {
            let moved = SEATS.into_iter().zip(sizes).filter(|(_, size)| **size > 0);
            let moved = moved.map(|(seat, size)| {
                let to = piles::deck(other(seat));
                CardMove::closed(usize::from(*size), piles::deck(seat), to)
            });
            moved.collect()
        }
        Event::StackStolen { from, to, card, .. } => {
            vec![CardMove::open([card], piles::stacks(*from), piles::stacks(*to))]
        }
        Event::StacksRecalled { seat, cards, .. } => {
            vec![CardMove::open(cards, piles::stacks(*seat), piles::deck(*seat))]
        }
        Event::CardsCollected { seat, cards } => {
            vec![CardMove::seen(cards.iter().copied(), piles::pile(), piles::deck(*seat))]
        }
        _ => vec![],
    }
}

/// A card in play goes to a seat: a face-up Launch Stack to its collection, any other card to its
/// deck.
fn handed_over(card: Option<CardId>, seat: Seat) -> CardMove {
    let is_stack = card.is_some_and(CardId::is_launch_stack);
    let to = if is_stack { piles::stacks(seat) } else { piles::deck(seat) };
    CardMove::seen([card], piles::pile(), to)
}
