//! Draws the overlays: help, the log, the board, offers, questions about leaving, and the composer.

use croupier_kit::game::Group;
use croupier_kit::text::{TextLine, Tone};
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::composer::Composer;
use super::paint::{Paint, fitted, wrapped};
use super::plain::wanted;
use super::screen::Scene;
use super::state::{Grid, Overlay, State};

const KEYS: [&str; 14] = [
    "↑ ↓ ← → or j k   go through the answers; the wheel does too",
    "enter or space   take the answer; a click does too",
    "1 2 3 …          take the answer of that number",
    "/                shorten the list to what contains a text; esc ends it",
    "c                compose an answer: space marks a card, tab goes to",
    "                 the next group, < > or a digit move it, enter confirms",
    "o                what else you may do, such as sorting your hand",
    "h                what a bot would do in your place",
    "u                undo your last action and everything after it",
    "s, p             save the match; pause it",
    "l, b             the whole log, the whole board",
    "q                leave the table; Ctrl-C leaves at once",
    "",
    "Any other key closes this. The match is paused meanwhile.",
];

pub(super) fn draw(frame: &mut Frame, scene: &Scene, state: &mut State) {
    let plain = |lines: Vec<String>| lines.into_iter().map(Line::from).collect::<Vec<_>>();
    let width = usize::from(frame.area().width) - 6;
    match state.overlay {
        Overlay::None => {
            if let Some(composer) = state.composer.clone() {
                draw_composer(frame, &composer, state, scene.paint);
            }
        }
        Overlay::Help => {
            let mut lines = vec![];
            for paragraph in scene.primer {
                lines.extend(wrapped(paragraph, 72));
            }
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(KEYS.map(str::to_owned));
            let title = format!(" {} ", scene.game);
            draw_box(frame, &title, plain(lines), &mut state.scroll);
        }
        Overlay::Log => {
            let lines = state.log.iter().flat_map(|line| wrapped(line, width));
            let lines = lines.map(|line| scene.paint.text(&line, Tone::Plain)).collect();
            draw_box(frame, " log ", lines, &mut state.scroll);
        }
        Overlay::Board => {
            let rows = fitted(scene.board.lines(), width).into_iter();
            let lines = rows.map(|row| scene.paint.row(row)).collect();
            draw_box(frame, " board ", lines, &mut state.scroll);
        }
        Overlay::Offers => {
            let mut lines: Vec<Line> = vec![];
            for (at, offer) in state.offers.iter().enumerate() {
                let row = TextLine::new().say(format!("{:>3} ", at + 1), Tone::Quiet);
                let line = scene.paint.row(row.line(offer.label.clone()));
                let is_chosen = at == state.offer;
                lines.push(if is_chosen { line.patch_style(Modifier::REVERSED) } else { line });
            }
            lines.push(Line::default());
            lines.push(Line::from("enter or a number does it · esc closes"));
            draw_box(frame, " you may also ", lines, &mut state.scroll);
        }
        Overlay::Paused => {
            let lines = vec!["The match is paused. Any key continues.".to_owned()];
            draw_box(frame, " paused ", plain(lines), &mut state.scroll);
        }
        Overlay::Quit => {
            let lines = match &scene.place {
                Some(place) => vec![
                    format!("Leave the table? The match is saved as {place}."),
                    "enter leaves · esc stays".to_owned(),
                ],
                None => vec![
                    "Leave the table?".to_owned(),
                    "s saves the match in this folder and leaves".to_owned(),
                    "n leaves it unsaved · esc stays".to_owned(),
                ],
            };
            draw_box(frame, " leave ", plain(lines), &mut state.scroll);
        }
        Overlay::Over => {
            let mut lines = scene.verdict.clone().unwrap_or_default();
            lines = lines.iter().flat_map(|line| wrapped(line, width)).collect();
            lines.push(String::new());
            lines.push("enter leaves · r plays again · s saves · u undoes".to_owned());
            lines.push("esc shows the table".to_owned());
            draw_box(frame, " the match is over ", plain(lines), &mut state.scroll);
        }
    }
}

fn number(it: usize) -> u16 {
    u16::try_from(it).unwrap_or(u16::MAX)
}

/// A centred box, as large as its lines or as the screen allows. Gives the area inside.
fn open_box(frame: &mut Frame, title: &str, width: usize, height: usize) -> Rect {
    let whole = frame.area();
    let (width, height) =
        (number(width + 4).min(whole.width), number(height + 2).min(whole.height));
    let area = whole.centered(Constraint::Length(width), Constraint::Length(height));
    let block = Block::bordered().title(title);
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

fn draw_box(frame: &mut Frame, title: &str, lines: Vec<Line>, scroll: &mut usize) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count());
    let inside = open_box(frame, title, widest, lines.len());
    let hidden = lines.len().saturating_sub(usize::from(inside.height));
    *scroll = (*scroll).min(hidden);
    frame.render_widget(Paragraph::new(lines).scroll((number(*scroll), 0)), inside);
    if *scroll < hidden {
        let border = Rect { y: inside.bottom(), height: 1, ..inside };
        frame.render_widget(Line::from(" ↓ more ").right_aligned(), border);
    }
}

/// The groups on top, and below them the pieces, each with its group.
fn draw_composer(frame: &mut Frame, composer: &Composer, state: &mut State, paint: Paint) {
    let form = &composer.form;
    let mut lines = vec![];
    for (at, (group, filled)) in form.groups.iter().zip(&composer.groups).enumerate() {
        lines.push(group_line(composer, at, group, filled, paint));
    }
    lines.push(Line::default());
    let count = form.pieces.len();
    let widest = form.pieces.iter().map(|it| it.label.width()).max();
    let cell = widest.unwrap_or(0) + 9;
    let width = usize::from(frame.area().width) - 6;
    let rows = if composer.is_order() { count } else { count.div_ceil((width / cell).max(1)) };
    let most = usize::from(frame.area().height).saturating_sub(lines.len() + 5);
    let rows = rows.clamp(count.div_ceil(4).min(most), most.max(1)).max(1);
    let title = format!(" {} ", form.label);
    let inside = open_box(frame, &title, width, lines.len() + rows + 1);
    let top = number(lines.len());
    let middle = Rect { y: inside.y + top, height: number(rows), ..inside };
    let bottom = Rect { y: middle.bottom(), height: 1, ..inside };
    frame.render_widget(Paragraph::new(lines), inside);
    state.pieces = Grid::new(middle, count, cell, composer.cursor);
    let grid = state.pieces;
    let shown = composer.shown();
    for (at, piece) in shown.iter().enumerate().skip(grid.first).take(grid.page()) {
        let place = composer.place_of(*piece).filter(|_| !composer.is_order());
        let mark = match place {
            _ if composer.is_order() => format!("{:>3}. ", at + 1),
            None => "  ·  ".to_owned(),
            Some((group, at)) if form.groups[group].ordered => {
                if form.groups.len() == 1 {
                    format!("[{:>2}] ", at + 1)
                } else {
                    format!("{}·{:<2} ", group + 1, at + 1)
                }
            }
            Some((group, _)) => format!(" [{}] ", group + 1),
        };
        let tone = if place.is_some() { Tone::Mine } else { Tone::Plain };
        let row = TextLine::new().say(mark, tone).line(form.pieces[*piece].label.clone());
        let mut line = paint.row(row);
        if at == composer.cursor {
            line = line.patch_style(Modifier::REVERSED);
        }
        frame.render_widget(line, grid.place(at));
    }
    let said = match (&composer.refused, composer.missing()) {
        (Some(why), _) => paint.text(why, Tone::Bad),
        (None, Some(why)) => paint.text(&why.to_string(), Tone::Quiet),
        (None, None) => paint.text("enter confirms", Tone::Good),
    };
    frame.render_widget(said, bottom);
}

fn group_line(
    composer: &Composer,
    at: usize,
    group: &Group,
    filled: &[usize],
    paint: Paint,
) -> Line<'static> {
    let (mark, tone) =
        if at == composer.group { ("▶ ", Tone::Strong) } else { ("  ", Tone::Plain) };
    let row = TextLine::new().say(format!("{mark}{}: ", wanted(group)), tone);
    paint.row(if filled.is_empty() {
        row.say("–", Tone::Quiet)
    } else {
        filled.iter().enumerate().fold(row, |row, (at, piece)| {
            let row = if at > 0 { row.text(" ") } else { row };
            row.line(composer.form.pieces[*piece].label.clone())
        })
    })
}
