//! A match of Innovation as text.

use croupier_kit::game::{CardMove, Outcome, Viewer};
use croupier_kit::text::{Board, Show, TextLine, TextSpan, Tone, count, name_of};

use crate::cards::{Card, Icon};
use crate::events::Seen;
use crate::view::{PileSeen, PlayerSeen, View};
use crate::world::Splay;
use crate::{Event, Innovation, log, prompt};

impl Show for Innovation {
    fn board(view: &View, viewer: Viewer, names: &[String]) -> Board {
        let mut board = Board::new();
        let mut decks = TextLine::new();
        for (age, count) in (1..).zip(&view.decks) {
            let tone = if *count == 0 { Tone::Bad } else { Tone::Plain };
            decks = decks.say(format!("{age}:"), Tone::Quiet).say(format!("{count} "), tone);
        }
        let free = (1..).zip(&view.achievements).filter(|(_, owner)| owner.is_none());
        let free: Vec<String> = free.map(|(age, _): (u8, _)| age.to_string()).collect();
        board.row("decks", decks);
        let free = TextLine::new().say(free.join(" "), Tone::Good);
        board.row("to achieve", free.say("   for five points a step", Tone::Quiet));
        for player in &view.players {
            let is_next = view.turn == player.seat && view.turns > 0;
            let mark = if is_next { "▶ " } else { "  " };
            let mut lines = vec![standing(player, view)];
            lines.extend(piles(&player.board));
            board.add(name_of(names, player.seat, viewer).behind(mark), lines);
        }
        if let Some(mine) = view.players.iter().find(|player| viewer.is(player.seat)) {
            board.row("hand", seen(&mine.hand));
            if !mine.score.is_empty() {
                board.row("score", seen(&mine.score));
            }
        }
        if let Some(dogma) = &view.dogma {
            let by = name_of(names, dogma.activator, viewer).text;
            let counts: Vec<String> = dogma.counts.iter().map(u8::to_string).collect();
            let (effect, icon) = (dogma.effect, dogma.icon.name());
            let line = format!("{by}, effect {effect}; {icon} icons {}", counts.join(" "));
            board.row(
                "dogma",
                named(TextLine::new(), dogma.card).say(format!("  {line}"), Tone::Quiet),
            );
        }
        board
    }

    fn primer() -> &'static [&'static str] {
        &[
            "Build a civilization through ten ages; claim achievements before the others. The game also \
             ends when a player must draw beyond age ten: most points win.",
            "A turn has two actions: draw; meld a card onto its colour's pile; achieve (an age you have \
             reached, for five points a step); or activate a top card's dogma. Others who show as many \
             of its icon share the effect first, and give you a card for it; demands strike those who \
             show fewer. Splayed piles show the icons beneath.",
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

/// A card with its age.
fn named(line: TextLine, card: Card) -> TextLine {
    let TextSpan { text, .. } = prompt::named(card);
    let text = format!("{text} {}", card.age());
    line.span(TextSpan { text: text.into(), ..prompt::named(card) })
}

fn seen(cards: &[Seen]) -> TextLine {
    if cards.is_empty() {
        return TextLine::new().say("–", Tone::Quiet);
    }
    cards.iter().enumerate().fold(TextLine::new(), |line, (at, seen)| {
        let line = if at > 0 { line.say(", ", Tone::Quiet) } else { line };
        match seen.card {
            Some(card) => named(line, card),
            None => line.say(format!("▒{}", seen.age), Tone::Quiet),
        }
    })
}

/// Points, achievements, hand and icons of a player.
fn standing(player: &PlayerSeen, view: &View) -> TextLine {
    let claimed = player.achievements.len() + player.specials.len();
    let mut line = TextLine::new()
        .say(count(player.points, "point", "points"), Tone::Strong)
        .say(format!("  achieved {claimed}/{}", view.achievements_to_win), Tone::Good)
        .say(format!("  hand {} ", player.hand.len()), Tone::Plain);
    for shown in &player.icons {
        let letter = match shown.icon {
            Icon::Castle => "♜",
            Icon::Crown => "♛",
            Icon::Leaf => "♣",
            Icon::Bulb => "☼",
            Icon::Factory => "⚙",
            Icon::Clock => "◷",
        };
        let tone = if shown.count > 0 { Tone::Plain } else { Tone::Quiet };
        line = line.say(format!(" {letter}{}", shown.count), tone);
    }
    line
}

/// The top cards of the non-empty piles, with what is under them; at most two lines.
fn piles(board: &[PileSeen]) -> Vec<TextLine> {
    let there: Vec<&PileSeen> = board.iter().filter(|pile| !pile.cards.is_empty()).collect();
    let line = |piles: &[&PileSeen]| {
        piles.iter().fold(TextLine::new(), |line, pile| {
            let Some(top) = pile.cards.last() else { return line };
            let way = match pile.splay {
                None => "",
                Some(Splay::Left) => "←",
                Some(Splay::Right) => "→",
                Some(Splay::Up) => "↑",
            };
            let under = match pile.cards.len() - 1 {
                0 => String::new(),
                more => format!("+{more}"),
            };
            named(line, *top).say(format!("{under}{way}  "), Tone::Plain)
        })
    };
    there.chunks(3).map(line).collect()
}
