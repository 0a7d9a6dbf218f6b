//! A room written down, to be gone on with anywhere.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use croupier_chart::Saved;

use super::Room;
use super::bots::Bots;
use super::flow;
use super::live_match::{LiveMatch, PromptState};
use super::party::Party;
use crate::save::written;
use crate::{Game, MAX_SEATS, Match, Metadata, Millis, Save, SaveError, Seed};

/// A saved room of any game, its match included. Its log is not: whoever comes back is shown the
/// whole view. It holds the seed, so it never leaves the server.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRoom {
    /// The version of this format.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// Where the room's charts stand, with their timers and the virtual time.
    pub flow: Saved,
    pub(crate) party: Party,
    /// What the next match is played with.
    pub options: Value,
    /// The match, while there is one.
    pub(crate) playing: Option<SavedPlaying>,
    pub(crate) next_seed: Option<Seed>,
    /// The number of the next log entry.
    pub next_entry: u64,
}

/// The match of a saved room.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedPlaying {
    save: Save,
    began: Millis,
    stage: usize,
    memories: Vec<Value>,
    questions: [PromptState; MAX_SEATS],
    bots: Bots,
}

/// The only version there is.
const FORMAT: u32 = 1;

impl<G: Game> Room<G> {
    /// Writes the room down.
    pub fn save(&self) -> Result<SavedRoom, SaveError> {
        Ok(SavedRoom {
            format: FORMAT,
            game: G::ID.to_owned(),
            flow: self.chart.chart.save(&self.flow),
            party: self.party.clone(),
            options: written("options", &self.options)?,
            playing: self.playing.as_ref().map(|playing| self.save_match(playing)).transpose()?,
            next_seed: self.next_seed,
            next_entry: self.next_entry,
        })
    }

    fn save_match(&self, playing: &LiveMatch<G>) -> Result<SavedPlaying, SaveError> {
        let memories = playing.memories.iter().map(|memory| written("memory", memory));
        Ok(SavedPlaying {
            save: self.save_of(playing)?,
            began: playing.began,
            stage: playing.stage,
            memories: memories.collect::<Result<_, _>>()?,
            questions: playing.questions,
            bots: playing.bots.clone(),
        })
    }

    fn save_of(&self, playing: &LiveMatch<G>) -> Result<Save, SaveError> {
        let metadata = Metadata {
            match_id: format!("{}", self.party.game_no),
            players: self.party.members.iter().map(|member| member.name.clone()).collect(),
            turn_count: G::length(playing.game.position()).map_or(0, u64::from),
        };
        playing.game.save(self.now().get(), metadata)
    }

    /// The match as a save of its own, once it is over: it gives every card away, and the seed.
    pub fn finished_match(&self) -> Option<Result<Save, SaveError>> {
        let playing = self.playing.as_ref()?;
        playing.game.outcome()?;
        Some(self.save_of(playing))
    }

    /// Goes on with a saved room, exactly where it stood.
    pub fn load(saved: &SavedRoom) -> Result<Self, SaveError> {
        if saved.game != G::ID {
            return Err(SaveError::OtherGame { found: saved.game.clone(), expected: G::ID });
        }
        if saved.format != FORMAT {
            return Err(SaveError::BadState(format!("room format {} is not known", saved.format)));
        }
        let chart = flow::chart::<G>();
        let flow = chart.chart.restore(&saved.flow)?;
        let options = G::Options::deserialize(&saved.options)
            .map_err(|why| SaveError::BadOptions(why.to_string()))?;
        saved.party.options.check().map_err(SaveError::BadOptions)?;
        let room = Self {
            chart,
            flow,
            party: saved.party.clone(),
            options,
            playing: saved.playing.as_ref().map(load_match).transpose()?,
            next_seed: saved.next_seed,
            next_entry: saved.next_entry,
        };
        room.invariants().map_err(SaveError::BrokenInvariant)?;
        Ok(room)
    }
}

fn load_match<G: Game>(saved: &SavedPlaying) -> Result<LiveMatch<G>, SaveError> {
    let game = Match::<G>::load(&saved.save)?;
    let read = |memory: &Value| {
        G::Memory::deserialize(memory).map_err(|why| SaveError::BadState(why.to_string()))
    };
    let memories = saved.memories.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if memories.len() != game.seats().len() {
        return Err(SaveError::BadState("every seat of a match has a memory".to_owned()));
    }
    Ok(LiveMatch {
        game,
        began: saved.began,
        stage: saved.stage,
        memories,
        questions: saved.questions,
        bots: saved.bots.clone(),
    })
}
