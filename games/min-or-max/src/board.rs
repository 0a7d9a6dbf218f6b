//! A match of Min or Max as text.

use croupier_kit::game::{CardMove, Outcome, Seat, Viewer};
use croupier_kit::text::{Board, Show, TextLine, Tone, count, name_of};

use crate::flow::FlowState;
use crate::wheel::Mode;
use crate::{Event, MinOrMax, View, log};

/// The width of the scale from threshold to threshold, in characters.
const SCALE: i32 = 41;

impl Show for MinOrMax {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        board.row("wheel", wheel(view));
        board.row("score", score(view));
        board.row("", scale(view));
        let mut played = TextLine::new();
        for (at, card) in view.discard.iter().rev().take(8).enumerate() {
            let value = format!(" {:+}  ", card.value());
            played = played.cards([card.card]).say(value, Tone::Quiet);
            if at == 0 {
                played = played.say("│ ", Tone::Quiet);
            }
        }
        board.row("top card", played);
        let mut left = TextLine::new().say(count(view.draw, "card", "cards"), Tone::Plain);
        if !view.slain.is_empty() {
            left = left.say("   slain ", Tone::Quiet).cards(&view.slain);
        }
        board.row("draw pile", left);
        for player in &view.players {
            let is_next = view.place != FlowState::Finished && view.current == player.seat;
            let mark = if is_next { "▶ " } else { "  " };
            let line = if let Some(hand) = &player.hand {
                TextLine::new().cards(hand)
            } else {
                let backs = vec!["▒▒"; player.cards].join(" ");
                TextLine::new().say(backs, Tone::Quiet)
            };
            board.add(name_of(names, player.seat, viewer).behind(mark), [line]);
        }
        if let Some(result) = &view.result {
            let name = |seat: Seat| name_of(names, seat, viewer).text;
            let who = match result.winner {
                Some(seat) => format!("{} won", name(seat)),
                None => "nobody won".to_owned(),
            };
            board.row("result", TextLine::new().say(who, Tone::Strong));
        }
        board
    }

    fn primer() -> &'static [&'static str] {
        &[
            "Land the score exactly on a threshold and you win; push it past one and you lose. Whoever \
             can play nothing, even after a spin, loses.",
            "On your turn you draw a card and must play one that beats the top card: on MAX equal or \
             higher, which is added; on MIN equal or lower, which is taken off. Once a turn, before or \
             after your card, you may spin the wheel: the harder, the farther it goes. An ace goes on \
             anything, and anything on an ace; it counts 1 or 11.",
        ]
    }

    fn describe_event(event: &Event, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        log::describe_event(event, viewer, names)
    }

    fn describe_outcome(outcome: &Outcome, viewer: Viewer, names: &[String]) -> Option<TextLine> {
        log::describe_outcome(outcome, viewer, names)
    }

    fn card_moves(event: &Event) -> Vec<CardMove> {
        log::card_moves(event)
    }
}

fn wheel(view: &View) -> TextLine {
    let (word, means) = match view.mode {
        Mode::Min => (" MIN ", "equal or lower goes, and is subtracted"),
        Mode::Max => (" MAX ", "equal or higher goes, and is added"),
    };
    let tone = if view.mode == Mode::Max { Tone::Red } else { Tone::Blue };
    // Eight arrows for eight directions. Max is the right half of the wheel.
    let arrows = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];
    let arrow = arrows[usize::from(view.angle.degrees() / 45) % 8];
    let line = TextLine::new()
        .say(format!("({arrow})"), Tone::Strong)
        .say(word, tone)
        .say(format!("{:>3}°  {means}", view.angle.degrees()), Tone::Quiet);
    if view.pending_spin.is_some() { line.say("  turning …", Tone::Strong) } else { line }
}

fn score(view: &View) -> TextLine {
    let low = view.min_threshold.map_or_else(|| "none".to_owned(), |low| low.to_string());
    let high = view.max_threshold.map_or_else(|| "not drawn".to_owned(), |high| high.to_string());
    TextLine::new()
        .say(view.score.to_string(), Tone::Strong)
        .say(format!("   lower threshold {low}, upper threshold {high}"), Tone::Quiet)
}

/// Draws the score on a scale between its thresholds.
fn scale(view: &View) -> TextLine {
    let Some(high) = view.max_threshold.map(i32::from) else { return TextLine::new() };
    let low = view.min_threshold.map_or(0, i32::from).min(view.score);
    let high = high.max(view.score).max(low + 1);
    let place = (view.score - low) * (SCALE - 1) / (high - low);
    let dashes = |count: i32| "─".repeat(usize::try_from(count).unwrap_or(0));
    TextLine::new()
        .say(format!("{low:>4} ├"), Tone::Blue)
        .say(dashes(place), Tone::Quiet)
        .say("●", Tone::Strong)
        .say(dashes(SCALE - 1 - place), Tone::Quiet)
        .say(format!("┤ {high}"), Tone::Red)
}
