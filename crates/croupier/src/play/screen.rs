//! Draws the screen: the board on top, then the log, the prompt and the keys.

use croupier_kit::text::{Board, TextLine, Tone};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::overlay;
use super::paint::{Paint, clipped, fitted};
use super::session::OpenPrompt;
use super::state::{Grid, Overlay, State};

/// The smallest screen on which a match can be shown.
pub(super) const SMALLEST: (u16, u16) = (80, 24);

/// From this width on, the log is beside the board.
const WIDE: u16 = 120;

/// The fewest rows of answers.
const ANSWERS: usize = 3;

const KEYS: &str =
    " ↑↓ enter chooses · / find · h hint · u undo · s save · l log · ? help · q quit";
const KEYS_WITH_FORM: &str =
    " ↑↓ enter · / find · c compose · h hint · u undo · s save · ? help · q quit";
const KEYS_WITH_OFFERS: &str =
    " ↑↓ enter · / find · o offers · h hint · u undo · s save · ? help · q quit";
const KEYS_WITH_BOTH: &str =
    " ↑↓ enter · / find · c compose · o offers · h hint · u undo · ? help · q quit";
const KEYS_WHEN_OVER: &str = " r play again · u undo · s save · l log · b board · ? help · q quit";
const FEW_KEYS: &str = " · / find · h hint · ? help · q quit";
const KEYS_OF_COMPOSER: &str =
    " space marks · tab next group · < > digits order · enter confirms · esc leaves";

/// What the screen shows.
pub(super) struct Scene<'a> {
    pub(super) game: &'a str,
    pub(super) names: &'a [String],
    pub(super) board: &'a Board,
    pub(super) prompt: Option<&'a OpenPrompt>,
    /// What the chosen answer means.
    pub(super) detail: Option<String>,
    /// Who is to act, or what the match waits for.
    pub(super) status: String,
    pub(super) primer: &'a [&'a str],
    /// The file in which the match is saved automatically.
    pub(super) place: Option<String>,
    /// The result, if the match is over.
    pub(super) verdict: Option<Vec<String>>,
    pub(super) paint: Paint,
}

pub(super) fn is_too_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

pub(super) fn draw(frame: &mut Frame, scene: &Scene, state: &mut State) {
    let area = frame.area();
    if is_too_small(area) {
        return draw_apology(frame);
    }
    let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
    let [head, body, foot] = Layout::vertical(rows).areas(area);
    draw_heading(frame, head, scene);
    draw_body(frame, body, scene, state);
    draw_keys(frame, foot, scene, state);
    overlay::draw(frame, scene, state);
}

fn draw_apology(frame: &mut Frame) {
    let (area, (width, height)) = (frame.area(), SMALLEST);
    let text = [
        format!("A table needs {width} by {height} characters,"),
        format!("but this window has {} by {}.", area.width, area.height),
        "Please enlarge the window; the game waits.".to_owned(),
        "Ctrl-C twice leaves. --plain needs no space.".to_owned(),
    ];
    let lines: Vec<Line> = text.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center), area);
}

fn draw_heading(frame: &mut Frame, area: Rect, scene: &Scene) {
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    let left = format!(" {} · {}", scene.game, scene.names.join(", "));
    let right = format!("{} ", scene.status);
    let width = usize::from(area.width);
    let room = width.saturating_sub(right.chars().count() + 1);
    let left: String = left.chars().take(room).collect();
    let gap = " ".repeat(width.saturating_sub(left.chars().count() + right.chars().count()));
    frame.render_widget(Line::styled(format!("{left}{gap}{right}"), bar), area);
}

fn draw_body(frame: &mut Frame, area: Rect, scene: &Scene, state: &mut State) {
    let (area, beside) = if area.width >= WIDE {
        let [table, log] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(44)]).areas(area);
        (table, Some(log))
    } else {
        (area, None)
    };
    let width = usize::from(area.width) - 1;
    let board = fitted(scene.board.lines(), width);
    let text = match scene.prompt {
        Some(prompt) => clipped(&prompt.text.to_string(), width, 3),
        None => scene.verdict.clone().unwrap_or_else(|| vec![scene.status.clone()]),
    };
    let details = scene.detail.as_ref().map_or(vec![], |it| clipped(it, width - 2, 3));
    let labels: Vec<(usize, TextLine)> = match scene.prompt {
        Some(prompt) => {
            let visible = state.visible(prompt);
            visible.into_iter().map(|at| (at, prompt.label(at))).collect()
        }
        None => vec![],
    };
    let cell = labels.iter().map(|(_, it)| it.width() + 7).max();
    let cell = cell.unwrap_or(width).max(16);
    let columns = (width / cell).max(1);
    let needed = labels.len().div_ceil(columns);
    let whole = usize::from(area.height).saturating_sub(text.len() + details.len());
    // The answers get all the rows they need, as long as the board and some log lines fit as well.
    let spare = whole.saturating_sub(board.len() + if beside.is_some() { 0 } else { 3 });
    let list = needed.min(spare.max(ANSWERS).min(whole));
    let shown = board.len().min(whole - list);
    let height = |lines: usize| Constraint::Length(u16::try_from(lines).unwrap_or(u16::MAX));
    let rows = [
        height(shown),
        Constraint::Fill(1),
        height(text.len()),
        height(list),
        height(details.len()),
    ];
    let [top, log, title, list, bottom] = Layout::vertical(rows).areas(area);
    draw_board(frame, top, board, scene.paint);
    draw_log(frame, beside.unwrap_or(log), state, scene.paint);
    draw_prompt(frame, title, &text, state, scene.paint);
    state.list = Grid::new(list, labels.len(), cell, state.chosen);
    draw_answers(frame, &labels, state, scene.paint);
    let quiet = |line: String| Line::styled(format!("  {line}"), scene.paint.style(Tone::Quiet));
    frame.render_widget(Paragraph::new(details.into_iter().map(quiet).collect::<Vec<_>>()), bottom);
}

fn draw_board(frame: &mut Frame, area: Rect, board: Vec<TextLine>, paint: Paint) {
    let (all, height) = (board.len(), usize::from(area.height));
    let mut rows: Vec<Line> = board.into_iter().take(height).map(|row| paint.row(row)).collect();
    if all > height
        && let Some(last) = rows.last_mut()
    {
        let more = format!("… {} more lines; b shows all", all + 1 - height);
        *last = Line::styled(more, paint.style(Tone::Quiet));
    }
    frame.render_widget(Paragraph::new(rows), area);
}

fn draw_log(frame: &mut Frame, area: Rect, state: &mut State, paint: Paint) {
    state.log_area = area;
    let quiet = paint.style(Tone::Quiet);
    let title = if state.log_back > 0 { " earlier " } else { " log " };
    let block = Block::new().borders(Borders::TOP).border_style(quiet).title(title);
    let inside = block.inner(area);
    if area.height < 2 {
        return;
    }
    frame.render_widget(block, area);
    let width = usize::from(inside.width).saturating_sub(1);
    let kept = state.log.len().saturating_sub(state.log_back);
    let mut rows: Vec<Line> = vec![];
    for line in state.log[..kept].iter().rev() {
        if rows.len() >= usize::from(inside.height) {
            break;
        }
        let pieces = clipped(line, width, 3);
        rows.extend(pieces.iter().rev().map(|piece| paint.text(&format!(" {piece}"), Tone::Plain)));
    }
    rows.truncate(usize::from(inside.height));
    rows.reverse();
    frame.render_widget(Paragraph::new(rows), inside);
}

fn draw_prompt(frame: &mut Frame, area: Rect, text: &[String], state: &State, paint: Paint) {
    let strong = paint.style(Tone::Strong);
    let mut lines: Vec<Line> =
        text.iter().map(|line| Line::styled(format!(" {line}"), strong)).collect();
    let mut marks = String::new();
    if state.is_filtering || !state.filter.is_empty() {
        let cursor = if state.is_filtering { "_" } else { "" };
        marks = format!("  /{}{cursor}", state.filter);
    }
    if let Some(last) = lines.last_mut() {
        last.push_span(ratatui::text::Span::styled(marks, paint.style(Tone::Mine)));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_answers(frame: &mut Frame, labels: &[(usize, TextLine)], state: &mut State, paint: Paint) {
    state.chosen = state.chosen.min(labels.len().saturating_sub(1));
    let grid = state.list;
    let shown = labels.iter().enumerate().skip(grid.first).take(grid.page());
    for (place, (number, label)) in shown {
        let is_chosen = place == state.chosen;
        let mark = if is_chosen { '▶' } else { ' ' };
        let row = TextLine::new().say(format!(" {mark}{:>3} ", number + 1), Tone::Quiet);
        let mut line = paint.row(row.line(label.clone()));
        if is_chosen {
            line = line.patch_style(Modifier::REVERSED);
        }
        frame.render_widget(line, grid.place(place));
    }
}

fn draw_keys(frame: &mut Frame, area: Rect, scene: &Scene, state: &State) {
    let has_form = scene.prompt.is_some_and(|prompt| !prompt.forms.is_empty());
    let keys = match (&state.composer, has_form, !state.offers.is_empty()) {
        _ if scene.verdict.is_some() => KEYS_WHEN_OVER,
        (Some(_), _, _) => KEYS_OF_COMPOSER,
        (None, true, true) => KEYS_WITH_BOTH,
        (None, true, false) => KEYS_WITH_FORM,
        (None, false, true) => KEYS_WITH_OFFERS,
        (None, false, false) => KEYS,
    };
    let page = scene.prompt.map_or(0, |prompt| state.visible(prompt).len());
    let line = match &state.notice {
        Some(notice) => scene.paint.text(&format!(" {notice}"), Tone::Mine),
        None if page > state.list.page() && state.overlay == Overlay::None => {
            let (first, last) = (state.list.first + 1, state.list.first + state.list.page());
            let place = format!(" {first} to {} of {page}, PgDn for more", last.min(page));
            Line::styled(format!("{place}{FEW_KEYS}"), scene.paint.style(Tone::Quiet))
        }
        None => Line::styled(keys, scene.paint.style(Tone::Quiet)),
    };
    frame.render_widget(line, area);
}

#[cfg(test)]
#[path = "screen/tests.rs"]
mod tests;
