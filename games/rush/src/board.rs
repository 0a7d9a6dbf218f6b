//! A match of Rush as text.

use croupier_kit::game::{CardMove, Outcome, Viewer};
use croupier_kit::text::{Board, Show, TextLine, Tone, count, name_of};

use crate::flow::FlowState;
use crate::{Event, PlayerSeen, Rush, View, log};

impl Show for Rush {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        let (minutes, seconds) = (view.game_timer / 60, view.game_timer % 60);
        let tone = if view.game_timer <= 30 { Tone::Bad } else { Tone::Strong };
        let clock = TextLine::new().say(format!("{minutes}:{seconds:02}"), tone);
        board.row("clock", clock.say(format!("  play {}", view.plays), Tone::Quiet));
        let top = TextLine::new().cards(view.discard.last());
        let under = view.discard.iter().rev().skip(1).take(8);
        let left = format!("   ({} not dealt)", view.undealt);
        board.row(
            "top card",
            top.say("   under it ", Tone::Quiet).cards(under).say(left, Tone::Quiet),
        );
        for player in &view.players {
            let is_next = view.phase == FlowState::PlayerTurn && view.current == player.seat;
            let mark = if is_next { "▶ " } else { "  " };
            board.add(name_of(names, player.seat, viewer).behind(mark), [hand(player, view)]);
        }
        for score in &view.final_scores {
            let name = name_of(names, score.player, viewer);
            let line = format!("{} with {}", name.text, count(score.total, "point", "points"));
            board.row(&format!("place {}", score.place), TextLine::new().say(line, Tone::Strong));
        }
        board
    }

    fn primer() -> &'static [&'static str] {
        &[
            "Get rid of your cards, high ones first, before the clock runs out. Nobody draws, and \
             what is left in the hand counts against you.",
            "Play one card of the top card's value or the next higher one; an ace follows a king. Or \
             several at once: all of one fitting value, all fitting one by one, or two and more that \
             add up to the top card's value. The last one you name lies on top. Your only possible \
             single card is played for you, and a player without a legal play is skipped.",
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

fn hand(player: &PlayerSeen, view: &View) -> TextLine {
    let cards = count(player.cards, "card", "cards");
    let held = TextLine::new().say(format!("{cards:>8}  "), Tone::Quiet);
    match &player.hand {
        Some(hand) => {
            let mut line = held.cards(hand);
            if let Some(total) = player.total {
                line = line.say(format!("   {}", count(total, "point", "points")), Tone::Quiet);
            }
            if !view.selected.is_empty() {
                line = line.say("   selected ", Tone::Quiet).cards(&view.selected);
            }
            line
        }
        None => held.say("▒".repeat(player.cards), Tone::Quiet),
    }
}
