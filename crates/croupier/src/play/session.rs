//! The room as the person at the terminal may see it. The screen and the line mode have no other
//! access to it.

use std::path::{Path, PathBuf};

use croupier_bots::{LEVELS, Skill};
use croupier_catalog::{AnyCall, AnyEffect, AnyEntry, AnyGame, AnyRoom, BotTask};
use croupier_kit::cards::{Seed, fingerprint};
use croupier_kit::game::{Choice, Error, ErrorKind, Filled, Form, Outcome, Prompt, Seat};
use croupier_kit::room::{Attempt, BotRequest, Phase, PlayerId, SavedRoom};
use croupier_kit::text::{Board, TextLine};
use croupier_kit::{Millis, UnixMillis};
use serde_json::{Value, json};

use super::seating::OwnRoom;
use super::wall_clock;
use crate::error::CliError;
use crate::file;
use crate::words::{capitalised, on_one_line};

/// The level of the bot that gives hints.
const ADVISER: &str = "easy";

pub(super) struct Session {
    pub(super) game: &'static str,
    id: &'static str,
    primer: &'static [&'static str],
    room: Box<dyn AnyRoom>,
    me: PlayerId,
    seat: Seat,
    names: Vec<String>,
    /// Who sits where, as a save names them.
    players: Vec<String>,
    /// The log of the person, and how many of its lines were taken with `take_log`.
    log: Vec<String>,
    read: usize,
    /// The length of the log before each action of the person that can be undone.
    marks: Vec<usize>,
    /// The seed for the decisions of bots.
    seed: u64,
    place: Option<MatchFile>,
    /// Whether the file has the current state of the match.
    is_saved: bool,
    /// Why the match was saved under another name.
    aside: Option<String>,
    /// The room before the person's last action, because a room has no undo once a match is over.
    before: Option<SavedRoom>,
}

/// The file of the match.
pub(super) struct MatchFile {
    pub(super) path: PathBuf,
    /// The contents of the file as last read or written. None if there is no file yet.
    pub(super) known: Option<Vec<u8>>,
}

/// What the person is asked now.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OpenPrompt {
    pub(super) text: TextLine,
    /// The choices, and the suggestions of the forms.
    pub(super) choices: Vec<Choice<Value>>,
    pub(super) forms: Vec<Form>,
    /// When the match goes on without an answer.
    pub(super) deadline: Option<Millis>,
}

impl OpenPrompt {
    /// The number of answers: the choices, and then the forms.
    pub(super) fn len(&self) -> usize {
        self.choices.len() + self.forms.len()
    }

    /// The label of an answer.
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

/// A log entry as a line, if it has a text.
pub(super) fn sentence(entry: AnyEntry) -> Option<String> {
    Some(on_one_line(&entry.told.text?.codes()))
}

/// Removes control characters: names may come from a file and contain terminal escapes.
fn printable(mut line: TextLine) -> TextLine {
    for span in &mut line.0 {
        span.text = on_one_line(&span.text).into();
    }
    line
}

fn with_capital(mut choice: Choice<Value>) -> Choice<Value> {
    choice.label = printable(choice.label);
    choice.detail = choice.detail.map(printable);
    if let Some(first) = choice.label.0.first_mut() {
        first.text = capitalised(&first.text).into();
    }
    choice
}

impl Session {
    pub(super) fn new(
        game: &dyn AnyGame,
        own: OwnRoom,
        place: Option<MatchFile>,
    ) -> Result<Self, CliError> {
        let OwnRoom { room, me, players, log, marks, seed, .. } = own;
        let nobody = || CliError::misuse("nobody_sits", "no person plays in this match");
        let views = room.players();
        let seat = views.iter().find(|player| player.id == me).ok_or_else(nobody)?.seat;
        let names = views.into_iter().map(|player| on_one_line(&player.name)).collect();
        Ok(Self {
            game: game.name(),
            id: game.id(),
            primer: game.primer(),
            room,
            me,
            seat,
            names,
            players,
            log,
            read: 0,
            marks,
            seed,
            place,
            is_saved: false,
            aside: None,
            before: None,
        })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn name_of(&self, seat: Seat) -> &str {
        self.names.get(seat.at()).map_or("somebody", String::as_str)
    }

    pub(super) fn primer(&self) -> &'static [&'static str] {
        self.primer
    }

    pub(super) fn open_prompt(&self) -> Option<OpenPrompt> {
        let Prompt { sentence: text, mut choices, forms, deadline, .. } =
            self.room.prompt(self.me)?;
        for (form, it) in forms.iter().enumerate() {
            for suggestion in &it.suggestions {
                let filled = Filled { form, groups: suggestion.groups.clone() };
                let choice = self.room.dry_run(self.me, &Attempt::Form(filled));
                let label = suggestion.label.clone();
                choices.extend(choice.map(|choice| Choice { label, ..choice }));
            }
        }
        let choices = choices.into_iter().map(with_capital).collect();
        Some(OpenPrompt { text: printable(text), choices, forms, deadline })
    }

    /// What the person may do without being asked.
    pub(super) fn offers(&self) -> Vec<Choice<Value>> {
        self.room.offers(self.me).into_iter().map(with_capital).collect()
    }

    /// An action of the person in words, or why it cannot be done.
    pub(super) fn describe(&self, action: &Value) -> Result<Choice<Value>, Error> {
        self.room.dry_run(self.me, &Attempt::Action(action.clone()))
    }

    pub(super) fn board(&self) -> Board {
        let mut board = self.room.board(Some(self.me)).unwrap_or_default();
        for section in &mut board.sections {
            section.title.text = on_one_line(&section.title.text).into();
            for line in &mut section.lines {
                *line = printable(std::mem::take(line));
            }
        }
        board
    }

    /// The log of the person, without what was undone.
    pub(super) fn log(&self) -> &[String] {
        &self.log
    }

    /// The log lines since the last call.
    pub(super) fn take_log(&mut self) -> Vec<String> {
        let new = self.log[self.read..].to_vec();
        self.read = self.log.len();
        new
    }

    /// Removes the log lines after the person's last action.
    fn cut_log(&mut self) {
        self.log.truncate(self.marks.pop().unwrap_or(0));
        self.read = self.read.min(self.log.len());
    }

    pub(super) fn is_over(&self) -> bool {
        self.room.phase() != Phase::Playing
    }

    pub(super) fn now(&self) -> Millis {
        self.room.now()
    }

    pub(super) fn next_due(&self) -> Option<Millis> {
        self.room.next_due()
    }

    fn call(&mut self, call: &AnyCall, at: Millis) -> Result<(), Error> {
        let handled = self.room.handle(call, at);
        self.is_saved &= !handled.changed;
        if handled.effects.iter().any(|effect| matches!(effect, AnyEffect::Undone { .. })) {
            self.cut_log();
        }
        self.log.extend(handled.entries_for(Some(self.me)).filter_map(sentence));
        if self.room.phase() == Phase::Lobby {
            let message = "the match has failed because of a fault in the game";
            return Err(Error::new(ErrorKind::CorruptState, "broken", message));
        }
        handled.answer
    }

    fn say(&mut self, command: Value) -> Result<(), Error> {
        let now = self.room.now();
        self.call(&AnyCall::Person { id: self.me, command }, now)
    }

    pub(super) fn advance_to(&mut self, instant: Millis) -> Result<(), Error> {
        self.call(&AnyCall::Wake, instant)
    }

    pub(super) fn act(&mut self, action: &Value) -> Result<(), Error> {
        // Its error is more exact than that of the command.
        self.describe(action)?;
        let (before, mark) = (self.room.save()?, self.log.len());
        self.say(json!({"act": {"action": action}}))?;
        self.before = Some(before);
        self.marks.push(mark);
        Ok(())
    }

    /// Takes the action of a filled-in form.
    pub(super) fn compose(&mut self, filled: &Filled) -> Result<(), Error> {
        let Choice { action, .. } = self.room.dry_run(self.me, &Attempt::Form(filled.clone()))?;
        self.act(&action)
    }

    pub(super) fn undo(&mut self) -> Result<(), Error> {
        if !self.is_over() {
            return self.say(json!("undo"));
        }
        let Some(before) = self.before.take() else {
            let message = "there is nothing to undo";
            return Err(Error::new(ErrorKind::IllegalAction, "nothing_to_undo", message));
        };
        self.room.restore(&before)?;
        self.cut_log();
        self.is_saved = false;
        Ok(())
    }

    /// Pauses the match, or resumes it.
    pub(super) fn pause(&mut self, is_paused: bool) -> Result<(), Error> {
        self.say(json!(if is_paused { "pause" } else { "resume" }))
    }

    /// Plays another match in the same room.
    pub(super) fn play_again(&mut self) -> Result<(), Error> {
        self.before = None;
        self.marks.clear();
        self.say(json!("play_again"))
    }

    /// The bots that have to decide.
    pub(super) fn bots_owed(&self) -> Vec<BotRequest> {
        self.room.bots_owed()
    }

    /// The task of a bot. None if the bot is no longer asked.
    pub(super) fn task(&self, request: &BotRequest) -> Option<Box<dyn BotTask>> {
        self.room.bot_task(request, self.seed_for(request.seat, request.prompt))
    }

    /// The same prompt of a seat always gets the same seed.
    fn seed_for(&self, seat: Seat, prompt: u64) -> Seed {
        Seed::from_number(fingerprint(&(self.seed, seat, prompt)))
    }

    /// A bot has decided.
    pub(super) fn decided(
        &mut self,
        request: &BotRequest,
        action: Option<Value>,
    ) -> Result<(), Error> {
        let BotRequest { seat, prompt, due, .. } = *request;
        let at = due.max(self.room.now());
        match self.call(&AnyCall::Bot { seat, prompt, action }, at) {
            // The prompt is no longer open.
            Err(why) if why.is_recoverable() => Ok(()),
            answer => answer,
        }
    }

    /// The task of a bot that decides in the person's place.
    pub(super) fn hint(&self) -> Result<Box<dyn BotTask>, Error> {
        let level = LEVELS.iter().find(|level| level.name == ADVISER);
        let skill = level.map_or(Skill::Greedy, |level| level.skill);
        let prompt = self.room.prompt(self.me).map_or(0, |prompt| prompt.id);
        self.room.hint(self.me, skill, self.seed_for(self.seat, !prompt))
    }

    /// The seats that are asked for something.
    pub(super) fn asked(&self) -> Vec<Seat> {
        self.room.waiting().into_iter().map(|waiting| waiting.seat).collect()
    }

    /// Whether the person is asked for something.
    pub(super) fn is_asked(&self) -> bool {
        self.asked().contains(&self.seat)
    }

    /// The bots that have to decide. None if no seat but the person's is asked.
    pub(super) fn bots_beside(&self) -> Option<Vec<BotRequest>> {
        let is_beside = !self.is_over() && self.asked().iter().any(|seat| *seat != self.seat);
        is_beside.then(|| self.bots_owed())
    }

    /// The file in which the match is saved automatically, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.place.as_ref().map(|place| place.path.as_path())
    }

    /// Saves the match in its file. Without one, creates a file in the current folder, which is
    /// then the file of the match. If another program has changed the file, that file stays, and
    /// the match is saved under a new name in the same folder.
    pub(super) fn save(&mut self) -> Result<PathBuf, CliError> {
        let none = || CliError::check("nothing_to_save", "there is no match to save");
        let mut save = self.room.match_save().ok_or_else(none)?.map_err(CliError::found)?;
        let timestamp = wall_clock();
        save.timestamp = timestamp;
        save.metadata.match_id = format!("{}-{timestamp}", self.id);
        save.metadata.players.clone_from(&self.players);
        let mut path = match self.path() {
            Some(path) => path.to_owned(),
            None => PathBuf::from(format!("{}-{timestamp}.json", self.id)),
        };
        let bytes = file::bytes_for(&path, &save);
        let written = match self.place.as_ref().and_then(|place| place.known.as_ref()) {
            Some(known) => file::replace(&path, known, &bytes),
            None => file::create(&path, &bytes),
        };
        match written {
            Err(why) if ["file_exists", "file_changed", "file_missing"].contains(&&*why.code) => {
                path = beside(&path, timestamp);
                file::create(&path, &bytes)?;
                self.aside = Some(why.sentence);
            }
            written => written?,
        }
        self.is_saved = true;
        self.place = Some(MatchFile { path: path.clone(), known: Some(bytes) });
        Ok(path)
    }

    /// Saves the match if it has a file and has changed since. Gives a sentence for the person.
    pub(super) fn keep(&mut self) -> Result<Option<String>, CliError> {
        if self.place.is_none() {
            return Ok(None);
        }
        if !self.is_saved {
            self.save()?;
        }
        Ok(self.path().map(|path| {
            let path = path.display();
            let why = self.aside.as_ref().map_or(String::new(), |why| format!(", for {why}"));
            if self.is_over() {
                format!("Saved as {path}{why}.")
            } else {
                format!("Saved as {path}{why}; go on with: croupier play {} --load {path}", self.id)
            }
        }))
    }

    /// The result in words: who won, and the scores if people have a use for them. The log
    /// has told why.
    pub(super) fn verdict(&self) -> Option<Vec<String>> {
        let outcome = self.room.result().filter(|_| self.is_over())?;
        let Outcome { winners, scores, .. } = &outcome;
        let names: Vec<&str> = winners.iter().map(|seat| self.name_of(seat)).collect();
        let who = match names.as_slice() {
            [] => "Nobody won".to_owned(),
            names => format!("{} won", names.join(" and ")),
        };
        let mut lines = vec![format!("{who}.")];
        if let Some(counted) = self.room.standing().and_then(|standing| standing.score) {
            let seats = Seat::first(scores.len()).zip(scores);
            let said = seats.map(|(seat, score)| format!("{} {score}", self.name_of(seat)));
            lines.push(format!("{counted}: {}.", said.collect::<Vec<_>>().join(", ")));
        }
        Some(lines)
    }
}

/// Another name in the same folder: `evening-1700000000000.json` for `evening.json`.
fn beside(path: &Path, timestamp: UnixMillis) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, rest) = name.find('.').map_or((&*name, ""), |dot| name.split_at(dot));
    path.with_file_name(format!("{stem}-{timestamp}{rest}"))
}
