//! The room of a scenario, before its first step.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Arrange;
use crate::cards::Seed;
use crate::game::{Game, merge};
use crate::matches::{Match, Setup};
use crate::room::{Call, Handled, PlayerId, Room, RoomOptions};

/// The room of a scenario. With it the scenario is played in a room, which the server and the terminal
/// use too.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoomSetup {
    /// A named set of room options to begin with: `table` if it is left out.
    pub preset: Option<String>,
    /// Room options that differ from it.
    pub options: Map<String, Value>,
    /// The number whose seed names and paces the bots, and deals where nothing else says how.
    pub seed: u64,
    /// The persons of the scenario. Their numbers in the room are 1, 2, 3, …
    pub people: Vec<String>,
    /// Who plays when the first step comes, in seat order: persons by name and bots by level. They
    /// have sat down, were ready, and the match has begun at instant 0. Without anybody the room is
    /// an empty lobby.
    pub playing: Vec<String>,
}

impl RoomSetup {
    /// The number of a person.
    pub(super) fn id(&self, name: &str) -> Result<PlayerId, String> {
        let at = self.people.iter().position(|it| it == name);
        let number = at.and_then(|at| u32::try_from(at + 1).ok());
        number.map(PlayerId).ok_or_else(|| format!("who is {name:?}? `people` does not say"))
    }

    /// The room of the first step. `setup` is the position in which its match begins.
    pub(super) fn room<G: Arrange>(
        &self,
        options: G::Options,
        setup: &Value,
    ) -> Result<Room<G>, String> {
        let settings = self.settings()?;
        let seed = Seed::from_number(self.seed);
        let mut room = Room::new(settings, options, seed).map_err(|why| why.to_string())?;
        if self.playing.is_empty() {
            return match setup {
                Value::Null => Ok(room),
                _ => Err("a position needs somebody who is `playing`".to_owned()),
            };
        }
        let host = self.sit_down(&mut room)?;
        if !setup.is_null() {
            room.begin_with(arranged(&room, setup)?);
        }
        say(&mut room, host, &json!("start_game"))?;
        Ok(room)
    }

    fn settings(&self) -> Result<RoomOptions, String> {
        let name = self.preset.as_deref().unwrap_or("table");
        let preset = RoomOptions::preset(name);
        let preset = preset.ok_or_else(|| format!("there is no room preset {name:?}"))?;
        let mut settings = serde_json::to_value(preset).map_err(|why| why.to_string())?;
        merge(&mut settings, &Value::Object(self.options.clone()));
        RoomOptions::deserialize(settings).map_err(|why| why.to_string())
    }

    /// Everybody who plays takes a seat and is ready. Gives the host.
    fn sit_down<G: Game>(&self, room: &mut Room<G>) -> Result<PlayerId, String> {
        let mut host = None;
        for name in &self.playing {
            let (by, command) = match (self.id(name), host) {
                (Ok(id), _) => (id, json!({"join": {"name": name}})),
                (Err(_), Some(host)) => (host, json!({"add_bot": {"level": name}})),
                (Err(_), None) => return Err("a person is the first to sit down".to_owned()),
            };
            host.get_or_insert(by);
            say(room, by, &command)?;
        }
        let persons: Vec<_> = room.persons().collect();
        for id in persons {
            let is_ready = room.players().iter().any(|it| it.id == id && it.ready);
            if !is_ready {
                say(room, id, &json!("ready"))?;
            }
        }
        host.ok_or_else(|| "nobody sits down".to_owned())
    }
}

/// A person speaks: read and judged as what a client sends.
pub(super) fn speak<G: Game>(room: &mut Room<G>, id: PlayerId, command: &Value) -> Handled<G> {
    let now = room.now();
    match room.read(command, id) {
        Ok(command) => room.handle(Call::Person { id, command }, now),
        Err(why) => Handled { effects: vec![], answer: Err(why), changed: false },
    }
}

fn say<G: Game>(room: &mut Room<G>, id: PlayerId, command: &Value) -> Result<(), String> {
    speak(room, id, command).answer.map_err(|why| format!("{command}: {why}"))
}

/// The match in the position of `setup`, for those who sit in the room.
fn arranged<G: Arrange>(room: &Room<G>, setup: &Value) -> Result<Match<G>, String> {
    let seats = room.party.kinds();
    let options = G::served(room.options.clone(), &seats);
    let undo = room.party.options.undo;
    let made = Setup::<G> { options, seats, seed: Seed::from_number(0), undo };
    made.check().map_err(|why| why.to_string())?;
    let position = G::arrange(setup, &made.options, &made.seats).map_err(|why| why.to_string())?;
    position.start_recorded(made).map_err(|why| why.to_string())
}
