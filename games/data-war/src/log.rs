//! Events in words, and the cards they moved.

use croupier_kit::{CardMove, PileId, Seat, Sentence, TextLine, TextSpan, Tone, Viewer};

use crate::cards::CardId;
use crate::ending::Ending;
use crate::events::Event;
use crate::prompt::{named, piles};
use crate::state::{SEATS, other};

/// What a log tells of an event. The bookkeeping of a turn is left out.
pub(crate) fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
    let say = Sentence::new(viewer, names);
    let told = match event {
        Event::CardRevealed { seat, card, .. } => say.does(*seat, "turn over").span(named(*card)),
        Event::FaceDownLaid { seat, count: 1, .. } => say.does(*seat, "lay a card face down"),
        Event::FaceDownLaid { seat, count, .. } => {
            say.does(*seat, "lay").text(&format!("{count} cards face down"))
        }
        Event::DecksSwapped { by } => say.does(*by, "swap the decks"),
        Event::WarBegan { depth, .. } => say.text(&format!("War number {depth} of this turn")),
        Event::TurnWon { seat, values } => {
            let (mine, theirs) = (values[seat.at()], values[other(*seat).at()]);
            say.does(*seat, "win the turn").text(&format!(", {mine} against {theirs}"))
        }
        Event::StackCollected { seat, total, .. } => {
            say.does(*seat, "collect").text(&format!("launch stack number {total}"))
        }
        Event::StackStolen { from, to, .. } => {
            say.does(*to, "steal a launch stack from").who(*from)
        }
        Event::StacksRecalled { seat, cards, .. } => {
            let count = cards.len();
            let stacks = if count == 1 { "launch stack" } else { "launch stacks" };
            say.does(*seat, "shuffle").text(&format!("{count} {stacks} back into the deck"))
        }
        Event::TakeoverDeclared { by, .. } => say.does(*by, "declare a takeover"),
        Event::EffectBlocked { seat, .. } => say.whose(*seat, "effect is blocked"),
        Event::TantrumTaken { seat, cards, .. } => {
            let say = say.does(*seat, "take");
            cards.iter().enumerate().fold(say, |say, (at, card)| {
                let say = if at > 0 { say.text("and") } else { say };
                say.span(face(*card))
            })
        }
        Event::PileSplit { by, .. } => say.text("The pile is shared out, first to").who(*by),
        Event::CardGrabbed { seat, card, missed: false, .. } => {
            say.does(*seat, "grab").span(face(*card))
        }
        Event::CardGrabbed { seat, card, missed: true, .. } => {
            say.does(*seat, "get").span(face(*card)).text(", which nobody grabbed")
        }
        Event::GameOver { ending: Ending { winner: Some(seat), .. } } => {
            say.text("The game is over:").does(*seat, "win")
        }
        Event::GameOver { .. } => say.text("The game is over: nobody wins"),
        _ => return None,
    };
    Some(told.done())
}

/// DW-179: a back says no more than that it is one.
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
        // DW-131: dealt one by one, the first to whoever played the card.
        Event::PileSplit { by, cards, .. } => {
            let seats = [*by, other(*by)].into_iter().cycle();
            cards.iter().zip(seats).map(|(card, seat)| handed_over(*card, seat)).collect()
        }
        Event::CardGrabbed { seat, card, .. } => vec![handed_over(*card, *seat)],
        Event::StackCollected { seat, card, .. } => vec![handed_over(Some(*card), *seat)],
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

/// A card in play goes to a seat: an open Launch Stack to its collection, all else to its deck.
fn handed_over(card: Option<CardId>, seat: Seat) -> CardMove {
    let is_stack = card.is_some_and(CardId::is_launch_stack);
    let to = if is_stack { piles::stacks(seat) } else { piles::deck(seat) };
    CardMove::seen([card], piles::pile(), to)
}
