//! Saved rooms, which can be continued on any machine.

use std::collections::VecDeque;

use croupier_chart::run::Saved;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Room;
use super::armed::ArmedTimers;
use super::bots::Bots;
use super::flow;
use super::live_match::{LiveMatch, PromptState};
use super::options::seat_limits;
use super::party::Party;
use super::quiet_inputs::{QuietInputs, SavedQuietInputs};
use super::undo::{MOST_PRIVATE, PastAction, PastActions};
use super::update::bring_forward;
use crate::cards::Seed;
use crate::game::{Game, MAX_SEATS, Seat};
use crate::matches::{Match, Memories};
use crate::save::{Chain, Container, check_time, written};
use crate::save::{Metadata, Save, SaveError, UpdateError};
use crate::{Millis, UnixMillis};

/// The version of the rules for rooms. Increment it with every change after which old records would
/// produce a different room.
///
/// | Rules | Change |
/// |---|---|
/// | 1 | initial version |
/// | 2 | stand-ins vote one by one; secret actions do not affect the room's timers |
/// | 3 | private actions are not moves and cannot be undone |
/// | 4 | votes follow people; idle inputs are dropped; 5000 undos; no commands while behind |
pub const ROOM_RULES: u32 = 4;

/// A saved room of any game, including its match but not its log: a returning person is shown the
/// whole view instead. It contains the seed, so it must never leave the server.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRoom {
    /// The version of the [rules for rooms](ROOM_RULES) under which it was saved.
    pub room_rules: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub game_rules: u32,
    /// The snapshot of the room's charts, with their timers and the virtual time.
    pub flow: Saved,
    pub(crate) party: Party,
    /// The options for the next match.
    pub options: Value,
    /// The match, while there is one.
    pub(crate) playing: Option<SavedLiveMatch>,
    pub(crate) next_seed: Option<Seed>,
    /// The timers in the order in which they were armed.
    #[serde(default)]
    pub(crate) armed: ArmedTimers,
}

/// The match of a saved room.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedLiveMatch {
    pub(super) save: Save,
    began: Millis,
    paused: Option<Millis>,
    stage: usize,
    memories: Vec<Value>,
    questions: [PromptState; MAX_SEATS],
    bots: Bots,
    #[serde(default)]
    bot_chance: u64,
    pub(super) past: Vec<SavedAction>,
    pub(super) before_host: usize,
    pub(super) before_secret: usize,
    #[serde(default, rename = "words", skip_serializing_if = "Option::is_none")]
    quiet: Option<SavedQuietInputs>,
}

/// An action that can be undone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedAction {
    pub(super) seat: Seat,
    by_person: bool,
    memories: Vec<Value>,
    /// The private actions since then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) since: Vec<(Seat, Value)>,
    /// Version 2 of the rules: the action itself, if nobody else knows of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<Value>,
}

impl SavedRoom {
    const CONTAINER: Container = Container::new("croupier-room", Chain { latest: 1, steps: &[] });

    /// The room as canonical JSON with a checksum.
    pub fn to_json(&self) -> Vec<u8> {
        Self::CONTAINER.to_json(self)
    }

    /// The same, compressed with Zstandard. [`Self::read`] takes either.
    pub fn to_zstd(&self) -> Vec<u8> {
        Self::CONTAINER.to_zstd(self)
    }

    /// Reads a room, plain or compressed. A file that was modified after it was written is refused.
    pub fn read(bytes: &[u8]) -> Result<Self, SaveError> {
        Self::CONTAINER.read(bytes)
    }

    /// The saved match, for code that migrates a room to newer rules.
    pub fn match_mut(&mut self) -> Option<&mut Save> {
        self.playing.as_mut().map(|playing| &mut playing.save)
    }
}

impl<G: Game> Room<G> {
    /// The room as it is now, as data. Fails only if the game has data that cannot be written.
    pub fn save(&self) -> Result<SavedRoom, SaveError> {
        Ok(SavedRoom {
            room_rules: ROOM_RULES,
            game: G::ID.to_owned(),
            game_rules: G::VERSION,
            flow: self.chart.chart.save(&self.flow),
            party: self.party.clone(),
            options: written("options", &self.options)?,
            playing: self
                .playing
                .as_ref()
                .map(|playing| self.save_live_match(playing))
                .transpose()?,
            next_seed: self.next_seed,
            armed: self.armed.clone(),
        })
    }

    fn save_live_match(&self, playing: &LiveMatch<G>) -> Result<SavedLiveMatch, SaveError> {
        let action = |past: &PastAction<G>| {
            let PastAction { seat, by_person, memories, since } = past;
            let memories = write_memories(memories)?;
            let private =
                |(seat, action): &(Seat, G::Action)| Ok((*seat, written("action", action)?));
            let since = since.iter().map(private).collect::<Result<_, SaveError>>()?;
            Ok(SavedAction { seat: *seat, by_person: *by_person, memories, since, secret: None })
        };
        Ok(SavedLiveMatch {
            save: self.save_of(playing)?,
            began: playing.began,
            paused: playing.paused,
            stage: playing.stage,
            memories: write_memories(&playing.memories)?,
            questions: playing.questions,
            bots: playing.bots.clone(),
            bot_chance: playing.bot_chance,
            past: playing.past.actions.iter().map(action).collect::<Result<_, SaveError>>()?,
            before_host: playing.past.before_host,
            before_secret: playing.past.before_secret,
            quiet: playing.quiet.as_ref().map(QuietInputs::save).transpose()?,
        })
    }

    fn save_of(&self, playing: &LiveMatch<G>) -> Result<Save, SaveError> {
        let metadata = Metadata {
            match_id: format!("{}", self.party.game_no),
            players: self.party.members.iter().map(|member| member.name.clone()).collect(),
            turn_count: G::length(playing.game.position()).map_or(0, u64::from),
        };
        // A room only knows its own time. A host that knows the wall-clock time may overwrite this.
        playing.game.save(UnixMillis(self.now().get()), metadata)
    }

    /// The current match as a separate save, if there is one. It contains every card and the seed,
    /// so do not publish it before the match is over.
    pub fn match_save(&self) -> Option<Result<Save, SaveError>> {
        self.playing.as_ref().map(|playing| self.save_of(playing))
    }

    /// Continues a saved room exactly as it was. One saved under older rules for rooms continues
    /// under the current ones. One saved under other rules of the game is refused.
    pub fn load(saved: &SavedRoom) -> Result<Self, SaveError> {
        Self::load_updated(saved, |_| Err("there is no migration".into()))
    }

    /// The same, for rooms that may have been saved under older rules of the game: `update`
    /// migrates such a room or says why it cannot. It is not called for rooms saved under the
    /// current rules.
    pub fn load_updated(
        saved: &SavedRoom,
        update: impl FnOnce(&mut SavedRoom) -> Result<(), UpdateError>,
    ) -> Result<Self, SaveError> {
        if saved.game != G::ID {
            return Err(SaveError::OtherGame { found: saved.game.clone(), expected: G::ID });
        }
        for (found, known) in [(saved.room_rules, ROOM_RULES), (saved.game_rules, G::VERSION)] {
            if found > known {
                return Err(SaveError::NewerRules { found, known });
            }
        }
        if (saved.room_rules, saved.game_rules) == (ROOM_RULES, G::VERSION) {
            return Self::restore(saved);
        }
        let mut updated = saved.clone();
        let failed = |from| move |why| SaveError::NotUpdated { from, why };
        if saved.room_rules != ROOM_RULES {
            bring_forward::<G>(&mut updated).map_err(failed(saved.room_rules))?;
        }
        if saved.game_rules != G::VERSION {
            update(&mut updated).map_err(failed(saved.game_rules))?;
        }
        Self::restore(&updated)
    }

    fn restore(saved: &SavedRoom) -> Result<Self, SaveError> {
        check_time(saved.flow.now)?;
        let chart = flow::chart::<G>();
        let flow = chart.chart.restore(&saved.flow)?;
        let options = G::Options::deserialize(&saved.options)
            .map_err(|why| SaveError::BadOptions(why.to_string()))?;
        saved.party.options.check().map_err(|why| SaveError::BadOptions(why.to_string()))?;
        let limits = seat_limits::<G>(&options);
        let mut room = Self {
            chart,
            flow,
            party: Party { limits, ..saved.party.clone() },
            options,
            playing: saved.playing.as_ref().map(load_live_match).transpose()?,
            loaded: None,
            next_seed: saved.next_seed,
            armed: saved.armed.clone(),
        };
        room.note_timers();
        room.invariants().map_err(SaveError::BrokenInvariant)?;
        Ok(room)
    }
}

fn write_memories<G: Game>(memories: &Memories<G>) -> Result<Vec<Value>, SaveError> {
    memories.iter().map(|memory| written("memory", memory)).collect()
}

fn read_memories<G: Game>(saved: &[Value], seats: usize) -> Result<Memories<G>, SaveError> {
    let read = |memory: &Value| {
        G::Memory::deserialize(memory).map_err(|why| SaveError::BadState(why.to_string()))
    };
    if saved.len() != seats {
        return Err(SaveError::BadState("there are not as many memories as seats".to_owned()));
    }
    saved.iter().map(read).collect()
}

fn load_live_match<G: Game>(saved: &SavedLiveMatch) -> Result<LiveMatch<G>, SaveError> {
    let game = Match::<G>::load(&saved.save)?;
    let seats = game.seats().len();
    let action = |past: &SavedAction| {
        let mut seats_named = past.since.iter().map(|(seat, _)| *seat).chain([past.seat]);
        if let Some(seat) = seats_named.find(|seat| seat.at() >= seats) {
            return Err(SaveError::BadState(format!("nobody sits at {seat}")));
        }
        if past.since.len() > MOST_PRIVATE * seats || past.secret.is_some() {
            return Err(SaveError::BadState("more private actions than a room keeps".to_owned()));
        }
        let memories = read_memories::<G>(&past.memories, seats)?;
        let private = |(seat, action): &(Seat, Value)| match G::Action::deserialize(action) {
            Ok(action) if G::is_private(&action) => Ok((*seat, action)),
            Ok(_) => Err(SaveError::BadState("a move is saved as a private action".to_owned())),
            Err(why) => Err(SaveError::BadState(why.to_string())),
        };
        let since = past.since.iter().map(private).collect::<Result<_, SaveError>>()?;
        Ok(PastAction { seat: past.seat, by_person: past.by_person, memories, since })
    };
    let actions = saved.past.iter().map(action).collect::<Result<VecDeque<_>, SaveError>>()?;
    if actions.len() > game.undo_depth() {
        return Err(SaveError::BadState(
            "more actions could be undone than the match has".to_owned(),
        ));
    }
    let past = PastActions {
        before_host: saved.before_host.min(actions.len()),
        before_secret: saved.before_secret.min(actions.len()),
        actions,
        ..PastActions::new(&game)
    };
    let quiet = saved.quiet.as_ref().map(|quiet| QuietInputs::load(quiet, &saved.save));
    Ok(LiveMatch {
        memories: read_memories::<G>(&saved.memories, seats)?,
        game,
        began: saved.began,
        paused: saved.paused,
        stage: saved.stage,
        questions: saved.questions,
        asked: vec![],
        bots: saved.bots.clone(),
        bot_chance: saved.bot_chance,
        past,
        quiet: quiet.transpose()?,
    })
}
