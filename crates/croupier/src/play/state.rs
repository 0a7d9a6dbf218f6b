//! The state of the screen, and what keys and clicks do.

use croupier_kit::game::{Choice, Filled};
use croupier_kit::text::TextLine;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use serde_json::Value;

use super::composer::Composer;
use super::session::OpenPrompt;

/// How many lines of the log are kept.
const KEPT: usize = 1_000;

/// By how many lines a page key scrolls.
const PAGE: usize = 8;

/// The box that is drawn over the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Overlay {
    #[default]
    None,
    Help,
    Log,
    Board,
    Offers,
    Paused,
    Quit,
    Over,
}

/// What the person asks for with a key or a click.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    Nothing,
    Act(Value),
    Compose(Filled),
    Undo,
    Save,
    Hint,
    /// Pauses the match, or resumes it.
    Pause(bool),
    /// Another match in the same room.
    PlayAgain,
    /// Leaves. A match that has a file is saved.
    Leave,
    /// Leaves, after saving.
    SaveAndLeave,
    /// Ctrl-C.
    Interrupt,
}

/// A list drawn in columns, each from top to bottom. It tells what a click hits, and how far the
/// left and right keys move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Grid {
    pub(super) area: Rect,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cell: usize,
    /// The index of the item at the top left.
    pub(super) first: usize,
}

impl Grid {
    /// A grid for `count` items of width `cell`, on the page of the chosen one.
    pub(super) fn new(area: Rect, count: usize, cell: usize, chosen: usize) -> Self {
        let rows = usize::from(area.height).max(1);
        let cell = cell.clamp(1, usize::from(area.width).max(1));
        let columns = (usize::from(area.width) / cell).clamp(1, count.div_ceil(rows).max(1));
        let page = rows * columns;
        Self { area, rows, columns, cell, first: chosen / page * page }
    }

    pub(super) fn page(&self) -> usize {
        (self.rows * self.columns).max(1)
    }

    /// The area of an item.
    pub(super) fn place(&self, at: usize) -> Rect {
        let number = |it: usize| u16::try_from(it).unwrap_or(u16::MAX);
        let at = at - self.first;
        let (column, row) = (at / self.rows.max(1), at % self.rows.max(1));
        let x = self.area.x.saturating_add(number(column * self.cell));
        let wide = if self.columns == 1 { self.area.width } else { number(self.cell) };
        Rect::new(x, self.area.y.saturating_add(number(row)), wide, 1).intersection(self.area)
    }

    /// The index of the item at a position. It may be beyond the last item.
    pub(super) fn hit(&self, at: Position) -> Option<usize> {
        if !self.area.contains(at) {
            return None;
        }
        let column = usize::from(at.x - self.area.x) / self.cell.max(1);
        let row = usize::from(at.y - self.area.y);
        let column = if self.columns == 1 { 0 } else { column };
        (column < self.columns && row < self.rows).then(|| self.first + column * self.rows + row)
    }
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) log: Vec<String>,
    /// By how many lines the log is scrolled back.
    pub(super) log_back: usize,
    pub(super) notice: Option<String>,
    pub(super) overlay: Overlay,
    /// By how many lines the overlay is scrolled.
    pub(super) scroll: usize,
    pub(super) composer: Option<Composer>,
    pub(super) is_over: bool,
    /// What the person may do without being asked.
    pub(super) offers: Vec<Choice<Value>>,
    /// Which of the offers is chosen.
    pub(super) offer: usize,
    pub(super) filter: String,
    pub(super) is_filtering: bool,
    /// Which of the visible answers is chosen.
    pub(super) chosen: usize,
    /// Where the answers were drawn.
    pub(super) list: Grid,
    /// Where the pieces of the composer were drawn.
    pub(super) pieces: Grid,
    /// Where the log was drawn.
    pub(super) log_area: Rect,
    digits: String,
    labels: Vec<TextLine>,
}

impl State {
    /// Replaces the log. After an undo it is shorter than before.
    pub(super) fn set_log(&mut self, log: &[String]) {
        let log = &log[log.len().saturating_sub(KEPT)..];
        if self.log != log {
            self.log_back = 0;
            self.log = log.to_vec();
        }
    }

    /// For a new prompt, selects the first answer. For the same prompt, keeps the selection.
    pub(super) fn look_at(&mut self, prompt: Option<&OpenPrompt>) {
        let labels = |prompt: &OpenPrompt| (0..prompt.len()).map(|at| prompt.label(at)).collect();
        let labels: Vec<TextLine> = prompt.map(labels).unwrap_or_default();
        let forms = prompt.map_or(&[][..], |prompt| &prompt.forms);
        if self.composer.as_ref().is_some_and(|composer| !forms.contains(&composer.form)) {
            self.composer = None;
        }
        if labels != self.labels {
            self.labels = labels;
            self.chosen = 0;
            self.filter.clear();
            self.digits.clear();
            self.is_filtering = false;
        }
    }

    /// The indices of the answers that match the filter.
    pub(super) fn visible(&self, prompt: &OpenPrompt) -> Vec<usize> {
        let wanted = self.filter.to_lowercase();
        (0..prompt.len())
            .filter(|at| prompt.label(*at).to_string().to_lowercase().contains(&wanted))
            .collect()
    }

    /// The index of the chosen answer.
    pub(super) fn choice(&self, prompt: &OpenPrompt) -> Option<usize> {
        self.visible(prompt).get(self.chosen).copied()
    }

    /// Chooses an answer by its action, if it is listed.
    pub(super) fn point_at(&mut self, action: &Value, prompt: &OpenPrompt) {
        if let Some(at) = prompt.choices.iter().position(|choice| choice.action == *action) {
            self.filter.clear();
            self.chosen = at;
        }
    }

    pub(super) fn open(&mut self, overlay: Overlay) {
        (self.overlay, self.scroll) = (overlay, 0);
    }

    pub(super) fn press(&mut self, key: KeyEvent, prompt: Option<&OpenPrompt>) -> Command {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Command::Interrupt,
                _ => Command::Nothing,
            };
        }
        self.notice = None;
        match self.overlay {
            Overlay::None => {}
            Overlay::Quit => return self.answer_quit(key.code),
            Overlay::Over => return self.answer_over(key.code),
            Overlay::Offers => return self.choose_offer(key.code),
            Overlay::Paused => return Command::Pause(false),
            Overlay::Help | Overlay::Log | Overlay::Board => {
                self.leaf(key.code);
                return Command::Nothing;
            }
        }
        if self.composer.is_some() {
            return self.put_together(key);
        }
        if self.is_filtering {
            self.type_filter(key.code);
            return Command::Nothing;
        }
        self.command(key.code, prompt)
    }

    fn answer_quit(&mut self, code: KeyCode) -> Command {
        match code {
            KeyCode::Char('s' | 'y') | KeyCode::Enter => return Command::SaveAndLeave,
            KeyCode::Char('n') => return Command::Leave,
            _ => self.overlay = Overlay::None,
        }
        Command::Nothing
    }

    fn answer_over(&mut self, code: KeyCode) -> Command {
        match code {
            KeyCode::Char('s') => return Command::Save,
            KeyCode::Char('u') => return Command::Undo,
            KeyCode::Char('r') => return Command::PlayAgain,
            KeyCode::Char('q') | KeyCode::Enter => return Command::Leave,
            _ => self.overlay = Overlay::None,
        }
        Command::Nothing
    }

    /// Keys of the list of offers: select and take one. Any other key closes the list.
    fn choose_offer(&mut self, code: KeyCode) -> Command {
        let last = self.offers.len().saturating_sub(1);
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.offer = self.offer.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.offer = (self.offer + 1).min(last),
            KeyCode::Enter | KeyCode::Char(' ') => return self.take_offer(self.offer),
            KeyCode::Char(digit @ '1'..='9') => {
                return self.take_offer(digit.to_digit(10).map_or(0, |digit| digit as usize - 1));
            }
            _ => self.overlay = Overlay::None,
        }
        Command::Nothing
    }

    fn take_offer(&mut self, at: usize) -> Command {
        match self.offers.get(at) {
            Some(offer) => {
                self.overlay = Overlay::None;
                Command::Act(offer.action.clone())
            }
            None => Command::Nothing,
        }
    }

    fn show_offers(&mut self) {
        if self.offers.is_empty() {
            self.notice = Some("There is nothing else you may do now".to_owned());
        } else {
            self.offer = 0;
            self.open(Overlay::Offers);
        }
    }

    /// Keys of an overlay that scrolls. Any other key closes it.
    fn leaf(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll += 1,
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll += PAGE,
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll = usize::MAX / 2,
            _ => self.overlay = Overlay::None,
        }
    }

    fn put_together(&mut self, key: KeyEvent) -> Command {
        let rows = self.pieces.rows.max(1).cast_signed();
        let Some(composer) = &mut self.composer else { return Command::Nothing };
        let moves = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => self.composer = None,
            KeyCode::Char('?') => self.open(Overlay::Help),
            KeyCode::Up | KeyCode::Left if moves => composer.shift(false),
            KeyCode::Down | KeyCode::Right if moves => composer.shift(true),
            KeyCode::Char('-' | '<' | 'K') => composer.shift(false),
            KeyCode::Char('+' | '>' | 'J') => composer.shift(true),
            KeyCode::Up | KeyCode::Char('k') => composer.move_by(-1),
            KeyCode::Down | KeyCode::Char('j') => composer.move_by(1),
            KeyCode::Left => composer.move_by(-rows),
            KeyCode::Right => composer.move_by(rows),
            KeyCode::Char(' ') => composer.toggle(),
            KeyCode::Tab => composer.turn_group(true),
            KeyCode::BackTab => composer.turn_group(false),
            KeyCode::Char(digit @ '1'..='9') => {
                composer.put_at(digit.to_digit(10).map_or(0, |digit| digit as usize - 1));
            }
            KeyCode::Enter => match composer.missing() {
                None => return Command::Compose(composer.filled()),
                Some(why) => composer.refused = Some(why.to_string()),
            },
            _ => {}
        }
        Command::Nothing
    }

    fn type_filter(&mut self, code: KeyCode) {
        match code {
            KeyCode::Esc => {
                self.filter.clear();
                self.is_filtering = false;
            }
            KeyCode::Enter | KeyCode::Down | KeyCode::Up => self.is_filtering = false,
            KeyCode::Backspace => drop(self.filter.pop()),
            KeyCode::Char(letter) => self.filter.push(letter),
            _ => {}
        }
        self.chosen = 0;
    }

    fn command(&mut self, code: KeyCode, prompt: Option<&OpenPrompt>) -> Command {
        let count = prompt.map_or(0, |prompt| self.visible(prompt).len());
        let (rows, page) = (self.list.rows.max(1), self.list.page());
        if let KeyCode::Char(digit @ '0'..='9') = code {
            return prompt.map_or(Command::Nothing, |prompt| self.dial(digit, prompt));
        }
        self.digits.clear();
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.chosen += 1,
            KeyCode::Left => self.chosen = self.chosen.saturating_sub(rows),
            KeyCode::Right => self.chosen += rows,
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(page),
            KeyCode::PageDown => self.chosen += page,
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = count,
            KeyCode::Char('/') => self.is_filtering = prompt.is_some(),
            KeyCode::Esc => self.filter.clear(),
            KeyCode::Char('u') => return Command::Undo,
            KeyCode::Char('s') => return Command::Save,
            KeyCode::Char('r') if self.is_over => return Command::PlayAgain,
            KeyCode::Char('c' | 'h' | 'o' | 'p') if self.is_over => {
                self.notice = Some("The match is over".to_owned());
            }
            KeyCode::Enter if self.is_over => self.open(Overlay::Over),
            KeyCode::Char('c') => self.compose(0, prompt),
            KeyCode::Char('h') => return Command::Hint,
            KeyCode::Char('o') => self.show_offers(),
            KeyCode::Char('p') => return Command::Pause(true),
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Overlay::Help),
            KeyCode::Char('l') => {
                self.open(Overlay::Log);
                self.scroll = usize::MAX / 2;
            }
            KeyCode::Char('b') => self.open(Overlay::Board),
            KeyCode::Char('q') => self.open(Overlay::Quit),
            KeyCode::Enter | KeyCode::Char(' ') => {
                return prompt.map_or(Command::Nothing, |prompt| self.take(prompt));
            }
            _ => {}
        }
        self.chosen = self.chosen.min(count.saturating_sub(1));
        Command::Nothing
    }

    fn compose(&mut self, form: usize, prompt: Option<&OpenPrompt>) {
        let form = prompt.and_then(|prompt| Some((form, prompt.forms.get(form)?)));
        match form {
            Some((at, form)) => self.composer = Some(Composer::new(at, form.clone())),
            None => self.notice = Some("There is nothing to compose now".to_owned()),
        }
    }

    /// A typed number selects an answer. It is taken as soon as a further digit is impossible.
    fn dial(&mut self, digit: char, prompt: &OpenPrompt) -> Command {
        self.digits.push(digit);
        let number: usize = self.digits.parse().unwrap_or(0);
        let visible = self.visible(prompt);
        let Some(place) = visible.iter().position(|at| at + 1 == number) else {
            self.digits.clear();
            return Command::Nothing;
        };
        self.chosen = place;
        if number * 10 > prompt.len() { self.take(prompt) } else { Command::Nothing }
    }

    fn take(&mut self, prompt: &OpenPrompt) -> Command {
        self.digits.clear();
        let Some(at) = self.choice(prompt) else { return Command::Nothing };
        if let Some(choice) = prompt.choices.get(at) {
            return Command::Act(choice.action.clone());
        }
        self.compose(at - prompt.choices.len(), Some(prompt));
        Command::Nothing
    }

    /// A click takes the answer under it, toggles a piece of the composer, or closes an overlay.
    pub(super) fn click(&mut self, at: Position, prompt: Option<&OpenPrompt>) -> Command {
        match self.overlay {
            Overlay::None => {}
            Overlay::Quit | Overlay::Over => return Command::Nothing,
            Overlay::Paused => return Command::Pause(false),
            Overlay::Help | Overlay::Log | Overlay::Board | Overlay::Offers => {
                self.overlay = Overlay::None;
                return Command::Nothing;
            }
        }
        if let Some(composer) = &mut self.composer {
            if let Some(piece) = self.pieces.hit(at).filter(|it| *it < composer.form.pieces.len()) {
                composer.point_at(piece);
                composer.toggle();
            }
            return Command::Nothing;
        }
        let Some(prompt) = prompt else { return Command::Nothing };
        match self.list.hit(at).filter(|place| *place < self.visible(prompt).len()) {
            None => Command::Nothing,
            Some(place) => {
                self.chosen = place;
                self.take(prompt)
            }
        }
    }

    /// The wheel scrolls what is under it.
    pub(super) fn wheel(&mut self, down: bool, at: Position, prompt: Option<&OpenPrompt>) {
        if self.overlay != Overlay::None {
            if matches!(self.overlay, Overlay::Help | Overlay::Log | Overlay::Board) {
                self.leaf(if down { KeyCode::Down } else { KeyCode::Up });
            }
        } else if let Some(composer) = &mut self.composer {
            composer.move_by(if down { 1 } else { -1 });
        } else if self.log_area.contains(at) {
            let back = if down { self.log_back.saturating_sub(1) } else { self.log_back + 1 };
            self.log_back = back.min(self.log.len().saturating_sub(1));
        } else {
            let _ = self.command(if down { KeyCode::Down } else { KeyCode::Up }, prompt);
        }
    }
}

#[cfg(test)]
#[path = "state/tests.rs"]
mod tests;
