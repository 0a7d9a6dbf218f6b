//! Plays a scenario in a room.

use serde_json::{Value, json};

use super::match_subject::{entry_json, parse_seat, put_back, read_action, set_aside};
use super::room_setup::{RoomSetup, speak};
use super::run::Subject;
use super::step::StepKind;
use super::{Arrange, dice_complaint};
use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{Error, Game};
use crate::matches::Match;
use crate::room::{Call, PlayerId, Room, RoomEffect, SavedRoom};
use crate::save::SaveError;

/// A room, its people, and its effects since the log was cleared.
pub(super) struct RoomSubject<'s, G: Game> {
    room: Room<G>,
    setup: &'s RoomSetup,
    effects: Vec<RoomEffect<G>>,
}

impl<'s, G: Arrange> RoomSubject<'s, G> {
    pub(super) fn new(
        setup: &'s RoomSetup,
        options: G::Options,
        position: &Value,
    ) -> Result<Self, String> {
        Ok(Self { room: setup.room(options, position)?, setup, effects: vec![] })
    }

    fn handle(&mut self, call: Call<G>, now: Millis) -> Result<(), Error> {
        let handled = self.room.handle(call, now);
        self.effects.extend(handled.effects);
        Ok(handled.answer?)
    }

    fn say(&mut self, id: PlayerId, command: &Value) -> Result<(), Error> {
        let handled = speak(&mut self.room, id, command);
        self.effects.extend(handled.effects);
        Ok(handled.answer?)
    }

    /// Lets the bot of a seat act. Fails if the bot is not asked.
    fn decide(&mut self, seat: &str, action: &Value) -> Result<Result<(), Error>, String> {
        let seat = parse_seat(seat).ok_or_else(|| format!("unknown seat {seat:?}"))?;
        let owed = self.room.bots_owed().into_iter().find(|it| it.seat == seat);
        let prompt = owed.ok_or_else(|| format!("no bot is asked at {seat}"))?.prompt;
        Ok(read_action::<G>(action).and_then(|action| {
            let action = Some(action);
            self.handle(Call::Bot { seat, prompt, action }, self.room.now())
        }))
    }

    fn game(&self) -> Option<&Match<G>> {
        self.room.playing.as_ref().map(|playing| &playing.game)
    }

    fn game_mut(&mut self) -> Option<&mut Match<G>> {
        self.room.playing.as_mut().map(|playing| &mut playing.game)
    }

    fn written(&self) -> Result<Vec<u8>, String> {
        let saved = self.room.save().map_err(|why| why.to_string())?;
        Ok(saved.to_json())
    }

    fn views(&self) -> Result<Vec<Value>, String> {
        let people = self.setup.people.iter().map(String::as_str);
        people.chain(["public"]).map(|viewer| self.seen_by(viewer)).collect()
    }

    fn reader(&self, name: &str) -> Result<Option<PlayerId>, String> {
        if name == "public" { Ok(None) } else { self.setup.id(name).map(Some) }
    }
}

impl<G: Arrange> Subject for RoomSubject<'_, G> {
    type Contents = (Vec<u8>, Option<Dice>, usize);

    fn now(&self) -> Millis {
        self.room.now()
    }

    fn pass_to(&mut self, instant: Millis) -> Result<(), String> {
        // After a long time, a single call does not fire everything that is due.
        while let Some(due) = self.room.next_due().filter(|due| *due < instant) {
            self.handle(Call::Wake, due).map_err(|why| why.to_string())?;
        }
        self.handle(Call::Wake, instant).map_err(|why| why.to_string())?;
        if self.room.now() < instant {
            return Err("that instant is more than a year away".to_owned());
        }
        Ok(())
    }

    fn perform(&mut self, kind: StepKind<'_>) -> Result<Result<(), Error>, String> {
        let now = self.room.now();
        Ok(match kind {
            StepKind::Do { by, action } => match by.strip_prefix("bot ") {
                Some(seat) => self.decide(seat, action)?,
                None => self.say(self.setup.id(by)?, &json!({"act": {"action": action}})),
            },
            StepKind::Say { by, command } => self.say(self.setup.id(by)?, command),
            StepKind::Lost(name) => {
                let id = self.setup.id(name)?;
                self.handle(Call::Lost { id }, now)
            }
            StepKind::Restarted => self.handle(Call::Restarted, now),
            StepKind::Seed(number) => self.handle(Call::Seed(Seed::from_number(number)), now),
            StepKind::Nothing | StepKind::SaveAndLoad => Ok(()),
        })
    }

    fn contents(&self) -> Result<Self::Contents, String> {
        let dice = self.game().map(|game| game.dice().clone());
        Ok((self.written()?, dice, self.effects.len()))
    }

    fn save_and_load(&mut self) -> Result<(), String> {
        let views = self.views()?;
        let dice = self.game_mut().and_then(set_aside);
        let before = self.written()?;
        self.room = read_again(&before).map_err(|why| format!("save and load: {why}"))?;
        if self.written()? != before {
            return Err("the room differs after a save and a load".to_owned());
        }
        if let Some(game) = self.game_mut() {
            put_back(game, dice);
        }
        if self.views()? != views {
            return Err("a viewer sees something else after a save and a load".to_owned());
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        self.room.invariants().map_err(|why| why.to_string())?;
        let Some(game) = self.game() else { return Ok(()) };
        G::invariants(game.position()).map_err(|why| why.to_string())?;
        dice_complaint(game)
    }

    fn position(&self) -> Result<Value, String> {
        let game = self.game().ok_or("there is no match, so there is no position")?;
        Ok(G::describe(game.position()))
    }

    fn seen_by(&self, viewer: &str) -> Result<Value, String> {
        let view = self.room.view(self.reader(viewer)?);
        serde_json::to_value(view).map_err(|why| why.to_string())
    }

    fn log_of(&self, reader: &str) -> Result<Vec<Value>, String> {
        let reader = self.reader(reader)?;
        let entry = |effect: &RoomEffect<G>| {
            let RoomEffect::Log(record) = effect else { return None };
            let entry = record.entry_for(reader)?;
            let told = entry.describe(record.viewer(reader), record.names());
            let event = serde_json::to_value(&entry.event).unwrap_or_default();
            let mut json = entry_json(entry.at, &event, &told);
            json["number"] = entry.number.into();
            Some(json)
        };
        Ok(self.effects.iter().filter_map(entry).collect())
    }

    fn clear_log(&mut self) {
        self.effects.clear();
    }
}

fn read_again<G: Game>(bytes: &[u8]) -> Result<Room<G>, SaveError> {
    Room::load(&SavedRoom::read(bytes)?)
}
