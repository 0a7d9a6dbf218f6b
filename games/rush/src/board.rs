//! How a table of Rush looks in characters.

use croupier_kit::{Board, Line, Show, Span, Tone, Viewer, name_of};

use crate::flow::Phase;
use crate::{Event, PlayerSeen, Rush, View};

impl Show for Rush {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        let (minutes, seconds) = (view.game_timer / 60, view.game_timer % 60);
        let tone = if view.game_timer <= 30 { Tone::Bad } else { Tone::Strong };
        let clock = Line::new().say(format!("{minutes}:{seconds:02}"), tone);
        board.row("clock", clock.say(format!("  play {}", view.plays), Tone::Quiet));
        let top = Line::new().cards(view.discard.last());
        let under = view.discard.iter().rev().skip(1).take(8);
        let left = format!("   ({} not dealt)", view.undealt);
        board.row(
            "top card",
            top.say("   under it ", Tone::Quiet).cards(under).say(left, Tone::Quiet),
        );
        for player in &view.players {
            let is_next = view.phase == Phase::PlayerTurn && view.current == player.seat;
            let Span { text, tone } = name_of(names, player.seat, viewer);
            let mark = if is_next { "▶ " } else { "  " };
            board.add(Span::new(format!("{mark}{text}"), tone), [hand(player, view)]);
        }
        for score in &view.final_scores {
            let name = name_of(names, score.player, viewer);
            let line = format!("{} with {} points", name.text, score.total);
            board.row(&format!("place {}", score.place), Line::new().say(line, Tone::Strong));
        }
        board
    }

    /// Seconds and selections are not worth a line.
    fn told(event: &Event, names: &[String]) -> Option<String> {
        let name = |seat: &croupier_kit::Seat| names.get(seat.at()).cloned().unwrap_or_default();
        Some(match event {
            Event::CardsPlayed { seat, cards, left, .. } => {
                let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
                format!("{} played {} ({left} left)", name(seat), cards.join(" "))
            }
            Event::TurnSkipped { seat, .. } => format!("{} cannot play", name(seat)),
            Event::CardFlipped { card } => format!("{card} was turned over"),
            Event::EndVote { seat } => format!("{} wants to end the game", name(seat)),
            Event::CardsDealt { first, .. } => format!("The cards are dealt; {first} is turned up"),
            Event::GameEnding { reason, .. } => {
                format!("The game ends: {}", reason.as_str().replace('_', " "))
            }
            _ => return None,
        })
    }
}

fn hand(player: &PlayerSeen, view: &View) -> Line {
    let count = Line::new().say(format!("{:>2} cards  ", player.cards), Tone::Quiet);
    match &player.hand {
        Some(hand) => {
            let mut line = count.cards(hand);
            if let Some(total) = player.total {
                line = line.say(format!("   {total} points"), Tone::Quiet);
            }
            if !view.selected.is_empty() {
                line = line.say("   selected ", Tone::Quiet).cards(&view.selected);
            }
            line
        }
        None => count.say("▒".repeat(player.cards), Tone::Quiet),
    }
}
