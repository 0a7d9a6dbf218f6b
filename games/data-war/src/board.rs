//! A match of Data War as text.

use croupier_kit::game::{CardMove, Outcome, Seat, Viewer};
use croupier_kit::text::{Board, Show, TextLine, Tone, name_of};

use crate::cards::CardId;
use crate::view::{PileView, View};
use crate::{DataWar, Event, log};

/// How many of the latest cards in play are shown.
const SHOWN: usize = 6;

impl Show for DataWar {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        let turn = TextLine::new().say(format!("{}", view.current_turn), Tone::Strong);
        board.row("turn", turn.say(format!("   {}", view.tooltip), Tone::Plain));
        for (seat, side) in Seat::first(2).zip(&view.sides) {
            let stacks: Vec<&str> = side.stacks.iter().map(|card| card.row().code).collect();
            let value = format!("value {:<3}", side.value);
            let mut first = TextLine::new()
                .say(value, Tone::Strong)
                .say(format!("  deck {:<3}", side.deck), Tone::Plain)
                .say(format!("  launch stacks {} {}", stacks.len(), stacks.join(" ")), Tone::Good);
            if view.smackers.contains(seat) {
                first = first.say("  tracker smacker", Tone::Bad);
            }
            if view.owed.contains(seat) {
                first = first.say("  owes a play", Tone::Bad);
            }
            let mut lines = vec![first];
            let laid: Vec<&PileView> =
                view.pile.iter().filter(|card| card.owner == seat && !card.gone).collect();
            let hidden = laid.len().saturating_sub(SHOWN);
            if hidden > 0 {
                lines.push(TextLine::new().say(format!("… {hidden} more below"), Tone::Quiet));
            }
            lines.extend(laid[hidden..].iter().map(|card| face(**card)));
            if let Some(offer) = &side.offer {
                let names: Vec<String> = offer.iter().map(|card| spelled(*card)).collect();
                lines.push(
                    TextLine::new().say(format!("on offer: {}", names.join(", ")), Tone::Mine),
                );
            }
            board.add(name_of(names, seat, viewer), lines);
        }
        if view.depth > 0 {
            board.row(
                "war",
                TextLine::new().say(format!("number {} of this turn", view.depth), Tone::Bad),
            );
        }
        board
    }

    fn primer() -> &'static [&'static str] {
        &[
            "Both turn over their top card; the higher value takes everything in play. A tie is a data \
             war: three cards face down, then one face up.",
            "Trackers and blockers change the values and ask for another card; firewalls and moves bend \
             the rules, and say how. Collect three launch stacks, or all cards, to win.",
        ]
    }

    fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        log::describe_event(event, viewer, names)
    }

    /// None: the last event in the log already announces the outcome.
    fn describe_outcome(_: &Outcome, _: Viewer, _: &[String]) -> Option<TextLine> {
        None
    }

    fn card_moves(event: &Event) -> Vec<CardMove> {
        log::card_moves(event)
    }
}

fn spelled(card: CardId) -> String {
    let row = card.row();
    format!("{} ({})", row.name, row.value)
}

fn face(card: PileView) -> TextLine {
    match card.card {
        None => TextLine::new().say("▒ face down", Tone::Quiet),
        Some(id) => {
            let row = id.row();
            let value = TextLine::new().say(format!("{} ", row.value), Tone::Strong);
            let tone = if card.pending.is_some() { Tone::Purple } else { Tone::Plain };
            value.say(row.name, tone).say(format!("  {}", row.short), Tone::Quiet)
        }
    }
}
