//! A match as the person at it may know it: this is all that a screen or a script gets to see.

use std::path::{Path, PathBuf};

use croupier_catalog::{AnyGame, AnyTable, Thought};
use croupier_kit::{
    Board, Choice, Error, Filled, Form, Millis, Outcome, Prompt, Seat, SeatSet, TextLine, Viewer,
};
use serde_json::Value;

use super::milliseconds;
use crate::fault::CliError;
use crate::file::{self, FoundSave};
use crate::words::capitalised;

/// Nothing but waiting so many times in a row means that the match does not go on.
const MOST_WAITS: usize = 100_000;

pub(super) struct Session {
    pub(super) game: &'static str,
    id: &'static str,
    table: Box<dyn AnyTable>,
    me: Seat,
    path: Option<PathBuf>,
    /// Whether the file holds the match as it stands.
    is_saved: bool,
}

/// What the person is asked now.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Question {
    pub(super) text: TextLine,
    /// The choices, and what the forms suggest.
    pub(super) choices: Vec<Choice<Value>>,
    pub(super) forms: Vec<Form>,
    /// When the match answers by itself.
    pub(super) deadline: Option<Millis>,
}

impl Question {
    /// How many answers there are to choose from: the choices, and then the forms.
    pub(super) fn len(&self) -> usize {
        self.choices.len() + self.forms.len()
    }

    /// What an answer is called.
    pub(super) fn label(&self, at: usize) -> TextLine {
        match at.checked_sub(self.choices.len()) {
            None => self.choices[at].label.clone(),
            Some(form) => {
                let form = self.forms.get(form);
                form.map(|it| TextLine::of(&it.label).text(" …")).unwrap_or_default()
            }
        }
    }
}

impl Session {
    /// Sits down. What can be saved must be known to be so before anybody plays for an hour.
    pub(super) fn new(
        game: &dyn AnyGame,
        table: Box<dyn AnyTable>,
        path: Option<PathBuf>,
    ) -> Result<Self, CliError> {
        let nobody = || CliError::misuse("nobody_sits", "no person sits at this table");
        let me = table.people().iter().next().ok_or_else(nobody)?;
        if let Some(path) = path.as_deref().filter(|path| path.exists()) {
            // Only a save may be replaced; whatever else is there stays.
            FoundSave::read(path)?;
        }
        Ok(Self { game: game.name(), id: game.id(), table, me, path, is_saved: false })
    }

    pub(super) fn names(&self) -> &[String] {
        self.table.names()
    }

    pub(super) fn name_of(&self, seat: Seat) -> &str {
        self.table.names().get(seat.at()).map_or("somebody", String::as_str)
    }

    pub(super) fn primer(&self) -> &'static [&'static str] {
        self.table.primer()
    }

    pub(super) fn question(&self) -> Option<Question> {
        if self.is_over() || !self.table.to_act().contains(self.me) {
            return None;
        }
        let Prompt { sentence: text, forms, deadline, .. } = self.table.prompt(self.me)?;
        let mut choices = self.table.choices(self.me);
        for choice in &mut choices {
            if let Some(first) = choice.label.0.first_mut() {
                first.text = capitalised(&first.text);
            }
        }
        Some(Question { text, choices, forms, deadline })
    }

    /// An action of the person in words.
    pub(super) fn describe(&self, action: &Value) -> Option<Choice<Value>> {
        self.table.describe(self.me, action).ok()
    }

    pub(super) fn board(&self) -> Board {
        self.table.board(Viewer::Seat(self.me))
    }

    pub(super) fn heard(&mut self) -> Vec<String> {
        self.table.heard(self.me)
    }

    pub(super) fn is_over(&self) -> bool {
        self.table.outcome().is_some()
    }

    pub(super) fn now(&self) -> Millis {
        self.table.now()
    }

    pub(super) fn next_due(&self) -> Option<Millis> {
        self.table.next_due()
    }

    pub(super) fn advance_to(&mut self, instant: Millis) -> Result<(), Error> {
        if self.table.next_due().is_some_and(|due| due <= instant) {
            self.is_saved = false;
        }
        self.table.advance_to(instant)
    }

    pub(super) fn act(&mut self, action: &Value) -> Result<(), Error> {
        self.table.act(self.me, action)?;
        self.is_saved = false;
        Ok(())
    }

    /// Does what a filled-in form means.
    pub(super) fn compose(&mut self, filled: &Filled) -> Result<(), Error> {
        let Choice { action, .. } = self.table.compose(self.me, filled)?;
        self.act(&action)
    }

    pub(super) fn undo(&mut self) -> Result<(), Error> {
        self.table.undo(self.me)?;
        self.is_saved = false;
        Ok(())
    }

    /// The bots that are asked, each with the number of its question.
    pub(super) fn asked_bots(&self) -> Vec<(Seat, u64)> {
        let asked: SeatSet = self.table.to_act().iter().filter(|seat| *seat != self.me).collect();
        let id = |seat: Seat| self.table.prompt(seat).map_or(0, |prompt| prompt.id);
        asked.iter().map(|seat| (seat, id(seat))).collect()
    }

    pub(super) fn is_anybody_asked(&self) -> bool {
        !self.table.to_act().is_empty()
    }

    pub(super) fn bot_pace(&self) -> (Millis, Millis) {
        self.table.bot_pace()
    }

    pub(super) fn ponder(&mut self, seat: Seat) -> Option<Box<dyn Thought>> {
        self.table.ponder(seat)
    }

    pub(super) fn conclude(&mut self, thought: Box<dyn Thought>) -> Result<bool, Error> {
        let done = self.table.conclude(thought)?;
        self.is_saved &= !done;
        Ok(done)
    }

    pub(super) fn advise(&mut self) -> Option<Box<dyn Thought>> {
        self.table.advise(self.me)
    }

    /// Something happens without the person: a bot acts, or time passes. False if nothing can.
    pub(super) fn go_on(&mut self) -> Result<bool, Error> {
        self.is_saved = false;
        if self.table.let_bot_act()?.is_some() {
            return Ok(true);
        }
        match self.table.next_due() {
            Some(due) => self.table.advance_to(due.max(self.table.now())).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes on until the person is asked or the match is over. Where others are asked too, each of
    /// them gets one chance before the person gets the next.
    pub(super) fn settle(&mut self) -> Result<(), Error> {
        for (seat, _) in self.asked_bots() {
            if let Some(mut thought) = self.table.ponder(seat) {
                thought.think();
                self.conclude(thought)?;
            }
        }
        for _ in 0..MOST_WAITS {
            if self.is_over() || self.table.to_act().contains(self.me) || !self.go_on()? {
                break;
            }
        }
        Ok(())
    }

    /// Where the match is saved by itself, if it is.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Saves the match: where it was told to, or under a new name in this folder, which is then its
    /// place.
    pub(super) fn save(&mut self) -> Result<PathBuf, CliError> {
        let timestamp = milliseconds();
        let save = self.table.save(timestamp).map_err(CliError::found)?;
        let path = if let Some(path) = &self.path {
            let is_compressed = path.extension().is_some_and(|extension| extension == "zst");
            file::write(path, &if is_compressed { save.to_zstd() } else { save.to_json() })?;
            path.clone()
        } else {
            let path = PathBuf::from(format!("{}-{timestamp}.json", save.game));
            file::write_new(&path, &save)?;
            path
        };
        self.is_saved = true;
        self.path = Some(path.clone());
        Ok(path)
    }

    /// Saves the match if it has a place and does not stand there already, and says so.
    pub(super) fn keep(&mut self) -> Result<Option<String>, CliError> {
        if self.path.is_none() {
            return Ok(None);
        }
        if !self.is_saved {
            self.save()?;
        }
        Ok(self.path.as_ref().map(|path| {
            let path = path.display();
            if self.is_over() {
                format!("Saved as {path}.")
            } else {
                format!("Saved as {path}; go on with: croupier play {} --load {path}", self.id)
            }
        }))
    }

    /// How it ended, a line for every place.
    pub(super) fn verdict(&self) -> Option<Vec<String>> {
        let outcome = self.table.outcome()?;
        let Outcome { reason, winners, scores, .. } = &outcome;
        let names: Vec<&str> = winners.iter().map(|seat| self.name_of(seat)).collect();
        let who = match names.as_slice() {
            [] => "Nobody won".to_owned(),
            names => format!("{} won", names.join(" and ")),
        };
        let mut lines = vec![format!("{who}: {}.", reason.replace('_', " "))];
        if scores.iter().any(|score| *score != 0) {
            let seats = Seat::first(scores.len()).zip(scores);
            let said = seats.map(|(seat, score)| format!("{} {score}", self.name_of(seat)));
            lines.push(format!("Scores: {}.", said.collect::<Vec<_>>().join(", ")));
        }
        Some(lines)
    }
}
