//! The room of a scenario, before its first step.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Arrange;
use crate::cards::Seed;
use crate::game::{Game, merge};
use crate::matches::{Match, Setup};
use crate::room::{Call, Handled, PlayerId, Room, RoomOptions};

/// The room of a scenario. A scenario that has one is played in a room, as on the server and in the
/// terminal; without it, on a match alone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoomSetup {
    /// A preset of room options. Default: `table`.
    pub preset: Option<String>,
    /// Room options that differ from the preset.
    pub options: Map<String, Value>,
    /// A seed, as a number. It determines the names and delays of bots, and deals a match that has
    /// no other seed or position.
    pub seed: u64,
    /// The people of the scenario. Their ids in the room are 1, 2, 3, …
    pub people: Vec<String>,
    /// Who plays before the first step, in seat order: people by name and bots by level. They have
    /// joined and are ready, and the match has started at instant 0. If the list is empty, the room
    /// is an empty lobby.
    pub playing: Vec<String>,
}

impl RoomSetup {
    /// The id of a person.
    pub(super) fn id(&self, name: &str) -> Result<PlayerId, String> {
        let at = self.people.iter().position(|it| it == name);
        let number = at.and_then(|at| u32::try_from(at + 1).ok());
        number.map(PlayerId).ok_or_else(|| format!("{name:?} is not listed in `people`"))
    }

    /// The room before the first step. `setup` is the position in which its match starts.
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

    /// Lets all players join and get ready. Returns the host.
    fn sit_down<G: Game>(&self, room: &mut Room<G>) -> Result<PlayerId, String> {
        let mut host = None;
        for name in &self.playing {
            let (by, command) = match (self.id(name), host) {
                (Ok(id), _) => (id, json!({"join": {"name": name}})),
                (Err(_), Some(host)) => (host, json!({"add_bot": {"level": name}})),
                (Err(_), None) => return Err("the first to sit down must be a person".to_owned()),
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
        host.ok_or_else(|| "nobody is seated".to_owned())
    }
}

/// Sends a person's command. It is parsed and checked like a client's message.
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

/// The match in the position of `setup`, with the players of the room.
fn arranged<G: Arrange>(room: &Room<G>, setup: &Value) -> Result<Match<G>, String> {
    let seats = room.party.kinds();
    let options = G::served(room.options.clone(), &seats);
    let undo = room.party.options.undo;
    let made = Setup::<G> { options, seats, seed: Seed::from_number(0), undo };
    made.check().map_err(|why| why.to_string())?;
    let position = G::arrange(setup, &made.options, &made.seats).map_err(|why| why.to_string())?;
    position.start_recorded(made).map_err(|why| why.to_string())
}
