//! A room of any game: what the command and the server sit in.

use std::any::Any;
use std::fmt;

use croupier_bots::Skill;
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{Choice, Error, Outcome, Prompt, Seat};
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

/// An empty room. Plan and records together are the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomPlan {
    /// What the first match is played with.
    pub choice: OptionChoice,
    /// How the room treats its people.
    pub settings: RoomOptions,
    /// Where the room's own chance comes from: names and pace of bots, and deals where no one else
    /// gives a seed.
    pub seed: Seed,
    /// The instant at which the room's time begins.
    #[serde(default)]
    pub start: Millis,
}

/// How a saved room or a saved match is continued.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadPlan {
    /// How the room around a saved match treats its people. A saved room has its own settings.
    pub settings: RoomOptions,
    /// Who takes the seats of a saved match. None leaves it to [`Occupant::of_save`].
    pub occupants: Option<Vec<Occupant>>,
    /// Where the chance of a room around a saved match comes from.
    pub seed: Seed,
    /// The instant at which the time of a room around a saved match begins.
    pub start: Millis,
}

impl Default for LoadPlan {
    /// What a saved room needs. Around a saved match it makes a room of the preset `table`.
    fn default() -> Self {
        let settings = RoomOptions::default();
        Self { settings, occupants: None, seed: Seed([0; 32]), start: Millis::ZERO }
    }
}

/// What a room is told: [`Call`](croupier_kit::room::Call) without the types of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum AnyCall {
    /// A person says something.
    Person {
        /// Who it is. The server finds that out from the connection, never from the message.
        id: PlayerId,
        /// The words, as a client sends them.
        command: Value,
    },
    /// The last connection of a person is gone.
    Lost {
        /// The person.
        id: PlayerId,
    },
    /// A bot has decided.
    Bot {
        /// The seat it plays.
        seat: Seat,
        /// The prompt it answers.
        prompt: u64,
        /// What it does. None waits.
        action: Option<Value>,
    },
    /// The seed of the next match.
    Seed(Seed),
    /// The program that runs the room was restarted.
    Restarted,
    /// Only time passes.
    Wake,
}

/// A call and its instant: what is written down to keep a room. A room that handles the same records
/// from the same beginning, or from a save that was made in between, is the same room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnyRecord {
    /// When the room was told, in its own time.
    pub at: Millis,
    /// What it was told.
    pub call: AnyCall,
}

/// What came of a call.
#[derive(Debug)]
pub struct AnyHandled {
    /// What is to be done and told, in order. There can be effects of a call that was refused: time
    /// may have brought them.
    pub effects: Vec<AnyEffect>,
    /// Whether the call was accepted.
    pub answer: Result<(), Error>,
    /// Whether the room may have changed. If so, the call belongs into its records, even if it was
    /// refused.
    pub changed: bool,
}

impl AnyHandled {
    /// What a reader is told by the call, in order. Without a player, what the public is told.
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
    /// Everybody is shown a reaction.
    Reacted {
        /// The seat that reacts.
        seat: Seat,
        /// `emoji`.
        kind: String,
        /// The reaction.
        value: String,
    },
    /// A bot is to decide: [`AnyRoom::bot_task`].
    AskBot(BotRequest),
    /// A seat has taken actions back: what was shown of the match is drawn again from the view.
    Undone {
        /// The seat.
        seat: Seat,
    },
    /// A match has ended. The save holds all of it, with every card and the seed.
    MatchEnded {
        /// An error is a fault of the game.
        save: Result<Box<Save>, Error>,
    },
    /// A match could not continue: a fault of its game, for whoever runs the room. It may name hidden
    /// cards, so it is not for players.
    MatchFailed {
        /// What has failed.
        why: String,
    },
    /// The room is closed.
    Closed,
    /// An effect of a newer kit, which this catalog cannot pass on.
    Unknown,
}

/// Something that happened in a room, secrets included.
pub trait AnyLogRecord: fmt::Debug + Send {
    /// The entry as a player may read it, if they may know of it at all. Whoever did not sit at the
    /// table reads what the public may.
    fn entry_for(&self, player: Option<PlayerId>) -> Option<AnyEntry>;

    /// The same as JSON for several readers. For each of them who may know of it `write` is given the
    /// reader's place among them, the entry's number and the text. Most readers see the same, and what
    /// they share is written once.
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
pub struct AnyEntry<E = Value> {
    /// Counted for this reader, without gaps.
    pub number: u64,
    /// The room's instant.
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
    /// Whether it tells of the match, and not of the people in the room.
    pub fn is_of_match(&self) -> bool {
        self.event.get("game").is_some()
    }
}

/// A decision that a bot has to make. It holds what one seat knows and nothing else, and can be taken
/// to another thread.
pub trait BotTask: fmt::Debug + Send {
    /// The seat for which is decided.
    fn seat(&self) -> Seat;

    /// The prompt that is answered.
    fn prompt(&self) -> u64;

    /// Lets it search a part as long, one in so many iterations, where there are many bots to wait
    /// for. One that does not search decides as before.
    fn hurry(&mut self, times: u32);

    /// Decides; it may take a while. None waits. The same task always decides the same.
    fn decide(&self) -> Option<Value>;
}

/// A room without its types: [`Room`](croupier_kit::room::Room) with actions,
/// events, views and options as JSON.
pub trait AnyRoom: fmt::Debug + Send {
    /// The id of the game.
    fn game_id(&self) -> &'static str;

    /// The virtual time.
    fn now(&self) -> Millis;

    /// When something happens without a call.
    fn next_due(&self) -> Option<Millis>;

    /// Where the room stands.
    fn phase(&self) -> Phase;

    /// Takes a call at an instant: first time passes up to it, then the call counts.
    fn handle(&mut self, call: &AnyCall, now: Millis) -> AnyHandled;

    /// Everybody at the table, in turn order.
    fn players(&self) -> Vec<PlayerView>;

    /// The persons at the table, in turn order: those who are there or expected back. A stand-in
    /// looks like a person in [`players`](Self::players), but is none.
    fn persons(&self) -> Vec<PlayerId>;

    /// The seat of a person. None for those who do not sit here, and for bots.
    fn seat_of(&self, person: PlayerId) -> Option<Seat>;

    /// Whether a person was sent away for good.
    fn is_banned(&self, person: PlayerId) -> bool;

    /// Whether strangers may be sent here: the room wants them, and there is a seat left.
    fn is_listed(&self) -> bool;

    /// Whether whoever has the code can take a seat.
    fn is_joinable(&self) -> bool;

    /// The paths of the states that the room's own machines are in. They tell what is hidden, such
    /// as who is a stand-in, so they are nothing for clients while a match runs.
    fn states(&self) -> Vec<String>;

    /// Writes the active states of the game's machines that a viewer may know of, as JSON:
    /// `[{"machine": "rush", "states": ["PLAYER_TURN"]}]`. While no match runs, those of the room's own
    /// machines follow. Machines go by the names of
    /// [`AnyGame::machines`](crate::AnyGame::machines).
    fn write_states(&self, viewer: Option<PlayerId>, text: &mut String);

    /// Everything that a client draws for this person.
    fn view(&self, viewer: Option<PlayerId>) -> AnyView;

    /// What everybody sees the same of that, as JSON texts: players, waiting.
    fn write_shared(&self, parts: &mut SharedParts);

    /// Another number whenever settings or options may have changed.
    fn options_no(&self) -> u64;

    /// What everybody sees the same of that too, as JSON texts: settings, options.
    fn write_options(&self, parts: &mut OptionParts);

    /// What a viewer sees with their own eyes of it, as JSON texts: all other parts.
    fn write_view(&self, viewer: Option<PlayerId>, parts: &mut ViewParts);

    /// Lets go of what is only at hand for views: to be told when everybody was shown theirs.
    fn forget_prompts(&mut self);

    /// How many matches were begun.
    fn match_no(&self) -> u32;

    /// Who the host is.
    fn host(&self) -> Option<PlayerId>;

    /// The most players that the present options allow.
    fn most_players(&self) -> usize;

    /// The match in characters. None while there is none.
    fn board(&self, viewer: Option<PlayerId>) -> Option<Board>;

    /// What a person is asked.
    fn prompt(&self, person: PlayerId) -> Option<Prompt<Value>>;

    /// What a person may do in the match without being asked.
    fn offers(&self, person: PlayerId) -> Vec<Choice<Value>>;

    /// The commands that this person may give.
    fn commands(&self, person: PlayerId) -> Vec<OpenCommand>;

    /// Whom the table waits for.
    fn waiting(&self) -> Vec<Waiting>;

    /// How the last match ended, until the next one begins.
    fn result(&self) -> Option<Outcome>;

    /// What a person would do with this answer, or exactly why not. Nothing changes.
    fn dry_run(&self, person: PlayerId, attempt: &Attempt<Value>) -> Result<Choice<Value>, Error>;

    /// The bots that have been asked and have not answered. After a load they are to be asked again.
    fn bots_owed(&self) -> Vec<BotRequest>;

    /// What a bot has to decide, with chance from this seed. None if the question is not asked any
    /// more. Its decision goes back to the room with [`AnyCall::Bot`].
    fn bot_task(&self, request: &BotRequest, seed: Seed) -> Option<Box<dyn BotTask>>;

    /// What a bot would decide in a person's place, where the room allows hints.
    fn hint(&self, person: PlayerId, skill: Skill, seed: Seed) -> Result<Box<dyn BotTask>, Error>;

    /// The room written down. It holds the seed, so it is nothing for clients.
    fn save(&self) -> Result<SavedRoom, Error>;

    /// Goes back to how a room of this game was saved. If that fails nothing changes.
    fn restore(&mut self, saved: &SavedRoom) -> Result<(), Error>;

    /// The match as a save of its own, while there is one. It gives every card away.
    fn match_save(&self) -> Option<Result<Save, Error>>;

    /// The room with its types: a [`Room`](croupier_kit::room::Room) of its game, for tests that know it.
    fn typed(&self) -> &dyn Any;
}
