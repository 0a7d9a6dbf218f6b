//! A room of any game, as commands and servers use it.

use std::any::Any;
use std::fmt;

use croupier_bots::Skill;
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{Choice, Error, Outcome, Prompt, Seat, Standing};
use croupier_kit::room::{
    Attempt, BotRequest, Occupant, OpenCommand, Phase, PlayerId, PlayerView, RoomOptions,
    SavedRoom, Waiting,
};
use croupier_kit::save::Save;
use croupier_kit::text::{Board, LogText};
use serde::ser::{SerializeStruct as _, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{AnyView, OptionChoice, OptionParts, SharedParts, ViewParts};

/// An empty room. The plan and the records together determine the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomPlan {
    /// The options of the first match.
    pub choice: OptionChoice,
    /// The settings of the room.
    pub settings: RoomOptions,
    /// The seed of the room's own randomness: names and pace of bots, and deals if no one else
    /// provides a seed.
    pub seed: Seed,
    /// When the room's time begins.
    #[serde(default)]
    pub start: Millis,
}

/// How a saved room or a saved match is continued.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadPlan {
    /// The settings of the room around a saved match. A saved room has its own.
    pub settings: RoomOptions,
    /// Who takes the seats of a saved match. `None` leaves it to [`Occupant::of_save`].
    pub occupants: Option<Vec<Occupant>>,
    /// The seed of a room around a saved match.
    pub seed: Seed,
    /// When the time of a room around a saved match begins.
    pub start: Millis,
}

impl Default for LoadPlan {
    /// Enough for a saved room. A saved match gets a room with the preset `table`.
    fn default() -> Self {
        let settings = RoomOptions::default();
        Self { settings, occupants: None, seed: Seed([0; 32]), start: Millis::ZERO }
    }
}

/// An input of a room: [`Call`](croupier_kit::room::Call) without the types of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum AnyCall {
    /// A person gives a command.
    Person {
        /// Who it is. The server knows this from the connection, never from the message.
        id: PlayerId,
        /// The command, as a client sends it.
        command: Value,
    },
    /// A person's last connection is lost.
    Lost {
        /// Who it is, as the server has authenticated them.
        id: PlayerId,
    },
    /// A bot has decided.
    Bot {
        /// The seat it plays.
        seat: Seat,
        /// The prompt it answers.
        prompt: u64,
        /// Its action. `None` waits.
        action: Option<Value>,
    },
    /// The seed of the next match.
    Seed(Seed),
    /// The program that runs the room was restarted.
    Restarted,
    /// Only time passes.
    Wake,
}

/// A call and its time: what is stored to keep a room. Handling the same records from the same
/// start, or from a save made in between, gives the same room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnyRecord {
    /// When the room received it, in the room's time.
    pub at: Millis,
    /// What the room was told.
    pub call: AnyCall,
}

/// The result of a call.
#[derive(Debug)]
#[non_exhaustive]
pub struct AnyHandled {
    /// What to do and to tell, in order. Even a refused call can have effects, because time passes
    /// before it is handled.
    pub effects: Vec<AnyEffect>,
    /// Whether the call was accepted.
    pub answer: Result<(), Error>,
    /// Whether the room may have changed. If so, the call must be recorded, even if it was refused.
    pub changed: bool,
}

impl AnyHandled {
    /// The log entries for a reader, in order. Without a player, those for the public.
    pub fn entries_for(&self, player: Option<PlayerId>) -> impl Iterator<Item = AnyEntry> + '_ {
        self.effects.iter().filter_map(move |effect| match effect {
            AnyEffect::Log(record) => record.entry_for(player),
            _ => None,
        })
    }
}

/// Something that a room wants to be done or told.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyEffect {
    /// Something happened.
    Log(Box<dyn AnyLogRecord>),
    /// Show everyone a reaction.
    Reacted {
        /// The seat that reacts.
        seat: Seat,
        /// `emoji`.
        kind: String,
        /// Which one: one of those that the room allows.
        value: String,
    },
    /// Let a bot decide: [`AnyRoom::bot_task`].
    AskBot(BotRequest),
    /// A seat has taken actions back: clients must redraw the match from the view.
    Undone {
        /// The seat that asked for it.
        seat: Seat,
    },
    /// A match has ended. The save contains everything, including all cards and the seed.
    MatchEnded {
        /// An error is a bug in the game.
        save: Result<Box<Save>, Error>,
    },
    /// A match cannot continue because of a bug in its game. The message is for operators, not for
    /// players: it may name hidden cards.
    MatchFailed {
        /// What failed, in a sentence for the operator.
        why: String,
    },
    /// The room is closed.
    Closed,
    /// An effect of a newer kit, which this catalog does not know.
    Unknown,
}

/// Something that happened in a room, including secrets.
pub trait AnyLogRecord: fmt::Debug + Send {
    /// The entry as a player may read it, if they may know of it at all. Someone who was not at the
    /// table reads what the public may.
    fn entry_for(&self, player: Option<PlayerId>) -> Option<AnyEntry>;

    /// The same as JSON for several readers. For each reader who may know of it, calls `write` with
    /// the reader's index, the entry's number and the text. Most readers see the same, and what
    /// they share is serialized once.
    fn write_entries(
        &self,
        readers: &mut dyn Iterator<Item = Option<PlayerId>>,
        write: &mut dyn FnMut(usize, u64, &str),
    );
}

/// An entry of the log, as one reader sees it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Entry", bound = ""))]
#[non_exhaustive]
pub struct AnyEntry<E = Value> {
    /// Counted for this reader, without gaps.
    pub number: u64,
    /// When it happened, in the room's time.
    pub at: Millis,
    /// What happened, as data.
    #[cfg_attr(feature = "schema", schemars(with = "croupier_kit::schema::AnyLogEvent"))]
    pub event: E,
    /// What happened, in words addressed to the reader, and which cards moved.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub told: LogText,
}

/// Written by hand, because a flattened field costs as much as all others together.
impl<E: Serialize> Serialize for AnyEntry<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { number, at, event, told: LogText { text, moves, .. } } = self;
        let mut entry = serializer.serialize_struct("Entry", 5)?;
        entry.serialize_field("number", number)?;
        entry.serialize_field("at", at)?;
        entry.serialize_field("event", event)?;
        if let Some(text) = text {
            entry.serialize_field("text", text)?;
        }
        if !moves.is_empty() {
            entry.serialize_field("moves", moves)?;
        }
        entry.end()
    }
}

impl AnyEntry {
    /// Whether it is about the match, as opposed to the people in the room.
    pub fn is_of_match(&self) -> bool {
        self.event.get("game").is_some()
    }
}

/// A decision that a bot has to make. It contains only what one seat knows, and can be moved to
/// another thread.
pub trait BotTask: fmt::Debug + Send {
    /// The seat to decide for.
    fn seat(&self) -> Seat;

    /// The prompt to answer.
    fn prompt(&self) -> u64;

    /// Reduces the search to `1 / times` of its iterations, for when many bots are waiting. A bot
    /// that does not search is not affected.
    fn hurry(&mut self, times: u32);

    /// Decides, which may take a while. `None` waits. The same task always gives the same decision.
    fn decide(&self) -> Option<Value>;
}

/// A room without its types: [`Room`](croupier_kit::room::Room) with actions,
/// events, views and options as JSON.
pub trait AnyRoom: fmt::Debug + Send {
    /// The id of the game.
    fn game_id(&self) -> &'static str;

    /// The instant that the room has reached: that of the last call it handled.
    fn now(&self) -> Millis;

    /// When something will happen without a call.
    fn next_due(&self) -> Option<Millis>;

    /// When the next player will have kept the table waiting too long, so that the others can vote.
    fn next_late(&self) -> Option<Millis>;

    /// The phase of the room.
    fn phase(&self) -> Phase;

    /// Handles a call at an instant: first time passes up to it, then the call takes effect.
    fn handle(&mut self, call: &AnyCall, now: Millis) -> AnyHandled;

    /// Everyone at the table, in turn order.
    fn players(&self) -> Vec<PlayerView>;

    /// The persons at the table, in turn order: those who are present or expected back. A stand-in
    /// looks like a person in [`players`](Self::players), but is not included here.
    fn persons(&self) -> Vec<PlayerId>;

    /// The seat of a person. `None` for bots and for those without a seat.
    fn seat_of(&self, person: PlayerId) -> Option<Seat>;

    /// Whether a person was kicked for good.
    fn is_banned(&self, person: PlayerId) -> bool;

    /// Whether the room remembers a person. For any other it makes no difference who they were.
    fn knows(&self, person: PlayerId) -> bool;

    /// Whether strangers may be sent here: the room allows it, and a seat is free.
    fn is_listed(&self) -> bool;

    /// Whether someone who has the code can take a seat.
    fn is_joinable(&self) -> bool;

    /// The paths of the active states of the room's own machines. They reveal secrets, such as who
    /// is a stand-in, so clients must not get them while a match runs.
    fn states(&self) -> Vec<String>;

    /// Writes the active states of the game's machines that a viewer may know of, as JSON:
    /// `[{"machine": "rush", "states": ["PLAYER_TURN"]}]`. While no match runs, those of the room's
    /// own machines follow. Machines are named as in
    /// [`AnyGame::machines`](crate::AnyGame::machines).
    fn write_states(&self, viewer: Option<PlayerId>, text: &mut String);

    /// Everything that a client shows this person.
    fn view(&self, viewer: Option<PlayerId>) -> AnyView;

    /// The parts of the view that are the same for everyone, as JSON: players, waiting.
    fn write_shared(&self, parts: &mut SharedParts);

    /// A number that changes whenever settings or options may have changed.
    fn options_no(&self) -> u64;

    /// More parts that are the same for everyone, as JSON: settings, options.
    fn write_options(&self, parts: &mut OptionParts);

    /// The parts that are specific to a viewer, as JSON: all others.
    fn write_view(&self, viewer: Option<PlayerId>, parts: &mut ViewParts);

    /// Frees what is cached for building views. Call it when everyone has been sent theirs.
    fn forget_prompts(&mut self);

    /// How many matches have been started.
    fn match_no(&self) -> u32;

    /// Who the host is.
    fn host(&self) -> Option<PlayerId>;

    /// The maximum number of players under the current options.
    fn most_players(&self) -> usize;

    /// The match as text. `None` if there is none.
    fn board(&self, viewer: Option<PlayerId>) -> Option<Board>;

    /// The prompt of a person.
    fn prompt(&self, person: PlayerId) -> Option<Prompt<Value>>;

    /// What a person may do in the match without being asked.
    fn offers(&self, person: PlayerId) -> Vec<Choice<Value>>;

    /// The commands that this person may give.
    fn commands(&self, person: PlayerId) -> Vec<OpenCommand>;

    /// Who the table is waiting for.
    fn waiting(&self) -> Vec<Waiting>;

    /// How the last match ended, until the next one begins.
    fn result(&self) -> Option<Outcome>;

    /// The places in that result, and what its scores count; none if the match was abandoned.
    fn standing(&self) -> Option<Standing>;

    /// What this answer of a person would do, or exactly why it is refused. Nothing changes.
    fn dry_run(&self, person: PlayerId, attempt: &Attempt<Value>) -> Result<Choice<Value>, Error>;

    /// The bots that have been asked and have not answered. After loading a room, ask them again.
    fn bots_owed(&self) -> Vec<BotRequest>;

    /// The decision that a bot has to make, with randomness from this seed. `None` if the request
    /// is obsolete. Pass the result back to the room as [`AnyCall::Bot`].
    fn bot_task(&self, request: &BotRequest, seed: Seed) -> Option<Box<dyn BotTask>>;

    /// What a bot would decide for a person, if the room allows hints.
    fn hint(&self, person: PlayerId, skill: Skill, seed: Seed) -> Result<Box<dyn BotTask>, Error>;

    /// The saved room. It contains the seed, so clients must not get it.
    fn save(&self) -> Result<SavedRoom, Error>;

    /// Restores a saved room of this game. If that fails nothing changes.
    fn restore(&mut self, saved: &SavedRoom) -> Result<(), Error>;

    /// The match as a save of its own, if there is one. It reveals every card.
    fn match_save(&self) -> Option<Result<Save, Error>>;

    /// The typed [`Room`](croupier_kit::room::Room), for tests that know the game.
    fn typed(&self) -> &dyn Any;
}
