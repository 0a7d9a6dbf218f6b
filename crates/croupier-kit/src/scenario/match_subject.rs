//! Plays a scenario on a match without a room.

use std::mem;

use serde_json::{Value, json};

use super::run::Subject;
use super::step::StepKind;
use super::{Arrange, dice_complaint};
use crate::cards::{Dice, Seed};
use crate::game::{By, Error, ErrorKind, Game, Seat, Viewer};
use crate::matches::{Act, Input, Match};
use crate::save::{Metadata, Save, SaveError};
use crate::text::LogText;
use crate::{Millis, UnixMillis};

/// A match, and its events since the log was cleared.
pub(super) struct MatchSubject<G: Game> {
    game: Match<G>,
    told: Vec<(Millis, G::Event)>,
}

impl<G: Arrange> MatchSubject<G> {
    pub(super) fn new(game: Match<G>) -> Self {
        let mut new = Self { game, told: vec![] };
        new.listen();
        new
    }

    fn listen(&mut self) {
        let now = self.game.now();
        self.told.extend(self.game.take_events().into_iter().map(|event| (now, event)));
    }

    fn act(&mut self, by: By, action: &Value) -> Result<(), Error> {
        let action = read_action::<G>(action)?;
        self.game.input(Input { at: self.game.now(), by, act: Act::Do(action) })?;
        Ok(())
    }

    fn views(&self) -> Vec<Value> {
        let seats = Seat::first(self.game.seats().len()).map(Viewer::Seat);
        let viewers = std::iter::once(Viewer::Public).chain(seats);
        viewers.map(|viewer| seen(&self.game, viewer)).collect()
    }
}

/// Everything in a match, including its dice: what a refused input must not change.
pub fn contents<G: Game>(game: &Match<G>) -> Result<(Save, Dice), SaveError> {
    Ok((game.save(UnixMillis::EPOCH, Metadata::default())?, game.dice().clone()))
}

impl<G: Arrange> Subject for MatchSubject<G> {
    type Contents = (Save, Dice, usize);

    fn now(&self) -> Millis {
        self.game.now()
    }

    fn pass_to(&mut self, instant: Millis) -> Result<(), String> {
        // One timer at a time, so that each event gets its own instant in the log.
        while let Some(due) = self.game.next_due().filter(|due| *due < instant) {
            self.game.advance_to(due.max(self.game.now())).map_err(|why| why.to_string())?;
            self.listen();
        }
        self.game.advance_to(instant).map_err(|why| why.to_string())?;
        self.listen();
        Ok(())
    }

    fn perform(&mut self, kind: StepKind<'_>) -> Result<Result<(), Error>, String> {
        let StepKind::Do { by, action } = kind else {
            return Err("there is no room in this scenario".to_owned());
        };
        let by = parse_by(by).ok_or_else(|| format!("unknown author {by:?}"))?;
        let answer = self.act(by, action);
        self.listen();
        Ok(answer)
    }

    fn contents(&self) -> Result<Self::Contents, String> {
        let (save, dice) = contents(&self.game).map_err(|why| why.to_string())?;
        Ok((save, dice, self.told.len()))
    }

    fn save_and_load(&mut self) -> Result<(), String> {
        let dice = set_aside(&mut self.game);
        let loaded = read_again(&self.game).map_err(|why| format!("save and load: {why}"))?;
        if loaded.save(UnixMillis::EPOCH, Metadata::default())
            != self.game.save(UnixMillis::EPOCH, Metadata::default())
        {
            return Err("the match differs after a save and a load".to_owned());
        }
        let views = self.views();
        self.game = loaded;
        put_back(&mut self.game, dice);
        if self.views() != views {
            return Err("a viewer sees something else after a save and a load".to_owned());
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        G::invariants(self.game.position()).map_err(|why| why.to_string())?;
        dice_complaint(&self.game)
    }

    fn position(&self) -> Result<Value, String> {
        Ok(G::describe(self.game.position()))
    }

    fn seen_by(&self, viewer: &str) -> Result<Value, String> {
        let viewer = parse_viewer(viewer, self.game.seats().len())?;
        Ok(seen(&self.game, viewer))
    }

    fn log_of(&self, reader: &str) -> Result<Vec<Value>, String> {
        let seats = self.game.seats().len();
        let reader = parse_viewer(reader, seats)?;
        let names: Vec<String> = Seat::first(seats).map(|seat| seat.to_string()).collect();
        let entry = |(at, event): &(Millis, G::Event)| {
            let event = G::event_for(event, reader)?;
            let told = LogText::of_event::<G>(&event, reader, &names);
            Some(entry_json(*at, &json!({ "game": event }), &told))
        };
        Ok(self.told.iter().filter_map(entry).collect())
    }

    fn clear_log(&mut self) {
        self.told.clear();
    }
}

/// The view of a match for a viewer, and for a seat also its prompt and offers.
fn seen<G: Game>(game: &Match<G>, viewer: Viewer) -> Value {
    let (prompt, offers) = match viewer {
        Viewer::Public => (None, vec![]),
        Viewer::Seat(seat) => {
            let offers = game.offers(seat).into_iter();
            let offers = offers.map(|action| game.describe_action(seat, action)).collect();
            (game.prompt(seat), offers)
        }
    };
    json!({"game": game.view(viewer), "prompt": prompt, "offers": offers})
}

/// A log entry as JSON. Cards in the sentence are written as codes.
pub(super) fn entry_json(at: Millis, event: &Value, told: &LogText) -> Value {
    let text = told.text.as_ref().map(crate::text::TextLine::codes);
    json!({"at": at, "event": event, "text": text, "moves": told.moves})
}

pub(super) fn read_action<G: Game>(action: &Value) -> Result<G::Action, Error> {
    serde_json::from_value(action.clone())
        .map_err(|why| Error::new(ErrorKind::SerializationError, "malformed", why.to_string()))
}

/// Replaces scripted dice, which cannot be saved, by others that are never used.
pub(super) fn set_aside<G: Game>(game: &mut Match<G>) -> Option<Dice> {
    let is_scripted = game.dice().seed().is_none();
    let others = Dice::new(Seed::from_number(0));
    is_scripted.then(|| mem::replace(&mut game.rules.dice, others))
}

pub(super) fn put_back<G: Game>(game: &mut Match<G>, dice: Option<Dice>) {
    if let Some(dice) = dice {
        game.rules.dice = dice;
    }
}

fn read_again<G: Game>(game: &Match<G>) -> Result<Match<G>, SaveError> {
    let bytes = game.save(UnixMillis::EPOCH, Metadata::default())?.to_json();
    Match::load(&Save::read(&bytes)?)
}

/// `P1` is the first seat. So is `player-0`, because some specifications count from 0.
pub(super) fn parse_seat(text: &str) -> Option<Seat> {
    let seat = match text.strip_prefix("player-") {
        Some(number) => number.parse().ok()?,
        None => text.strip_prefix('P')?.parse::<u8>().ok()?.checked_sub(1)?,
    };
    Some(Seat(seat))
}

fn parse_by(text: &str) -> Option<By> {
    if text == "host" { Some(By::Host) } else { parse_seat(text).map(By::Seat) }
}

fn parse_viewer(text: &str, seats: usize) -> Result<Viewer, String> {
    if text == "public" {
        return Ok(Viewer::Public);
    }
    let seat = parse_seat(text).filter(|seat| seat.at() < seats);
    seat.map(Viewer::Seat).ok_or_else(|| format!("unknown viewer {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_counted_from_one_for_people() {
        assert_eq!(parse_by("P1"), Some(By::Seat(Seat(0))));
        assert_eq!(parse_by("player-0"), Some(By::Seat(Seat(0))));
        assert_eq!(parse_by("host"), Some(By::Host));
        assert_eq!(parse_by("P0"), None);
        assert_eq!(parse_by("Ann"), None);
        assert_eq!(parse_viewer("public", 2), Ok(Viewer::Public));
        assert_eq!(parse_viewer("P2", 2), Ok(Viewer::Seat(Seat(1))));
        assert!(parse_viewer("P3", 2).is_err());
    }
}
