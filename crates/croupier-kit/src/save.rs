//! Saved matches, which can be continued on any machine.
//!
//! A save is plain data that tools can read without knowing the game. It contains the position of
//! the match, from which [`Match::load`] continues, and all inputs, which
//! [`replay`](crate::matches::replay()) plays again.

mod canonical;
mod container;
mod deal;
mod error;
mod migrate;

use std::sync::Arc;

use croupier_chart::run::{Chart, Saved};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use self::container::Container;
pub use self::deal::{Contribution, FairDeal, FairDealError};
pub use self::error::{SaveError, UpdateError};
pub(crate) use self::migrate::Chain;
use crate::cards::{Dice, Seed};
use crate::game::{Game, RuleContext, Seat, SeatKind};
use crate::matches::{Clocks, Record, Ticking};
use crate::matches::{Input, Match, Setup};
use crate::{Millis, UnixMillis};

/// A saved match of any game.
///
/// The fields are exactly what the file contains. [`read`](Save::read) has checked that it is
/// complete and unmodified; [`Match::load`] checks that it makes sense.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Save {
    /// When it was saved, according to the caller's clock.
    pub timestamp: UnixMillis,
    /// Names, the length and the id of the match: shown to people, not needed to load it.
    pub metadata: Metadata,
    /// The game's id.
    pub game: String,
    /// The version of the rules under which it was saved.
    pub rules: u32,
    /// The version of the rules under which it was dealt. It can only be replayed under these.
    pub dealt_under: u32,
    /// The options of the match.
    pub options: Value,
    /// Who plays each seat.
    pub seats: Vec<SeatKind>,
    /// Whether actions may be undone.
    pub undo: bool,
    /// The seed of all randomness. It reveals every card.
    pub seed: Seed,
    /// Every accepted input, including the opening.
    pub inputs: Vec<Input<Value>>,
    /// The position of the match.
    pub snapshot: SavedMoment,
    /// The positions before each action that can still be undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<SavedMoment>,
}

/// Information for people. No rule reads it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// An id for the match.
    pub match_id: String,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The number of turns, as the game counts them.
    pub turn_count: u64,
}

/// The position of a match at one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SavedMoment {
    /// Cards and counters as the game writes them, hidden ones included.
    pub state: Value,
    /// The snapshot of the flow, with its timers and the virtual time.
    pub flow: Saved,
    /// The dice: their key and position.
    pub dice: Value,
    /// The turn clock, if one is running or held.
    pub(crate) clock: Option<Ticking>,
    /// Further clocks, if those of several seats run at the same time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) more_clocks: Vec<Ticking>,
    /// The number of steps so far, so that prompts keep their ids.
    pub step: u64,
    /// The hash of the state, in hexadecimal.
    #[serde(with = "hex")]
    pub hash: u64,
}

impl<G: Game> Match<G> {
    /// Saves the match. Events that were not taken yet are not part of the save.
    pub fn save(&self, timestamp: UnixMillis, metadata: Metadata) -> Result<Save, SaveError> {
        let record = self.record.as_ref().ok_or(SaveError::NotRecorded)?;
        let Setup { options, seats, seed, undo } = &record.setup;
        Ok(Save {
            timestamp,
            metadata,
            game: G::ID.to_owned(),
            rules: G::VERSION,
            dealt_under: record.dealt_under,
            options: written("options", options)?,
            seats: seats.clone(),
            undo: *undo,
            seed: *seed,
            inputs: record.inputs.iter().map(write_input).collect::<Result<_, _>>()?,
            snapshot: self.moment()?,
            earlier: record.checkpoints.iter().map(Self::moment).collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn moment(&self) -> Result<SavedMoment, SaveError> {
        if self.broken {
            return Err(SaveError::Broken);
        }
        Ok(SavedMoment {
            state: written("state", &self.rules.state)?,
            flow: self.chart.save(&self.flow),
            dice: written("dice", &self.rules.dice)?,
            clock: self.clocks.first,
            more_clocks: self.clocks.more.clone(),
            step: self.step,
            hash: self.hash(),
        })
    }

    /// Continues a saved match exactly as it was, without replaying it.
    pub fn load(save: &Save) -> Result<Self, SaveError> {
        Self::load_updated(save, |_| Ok(()))
    }

    /// Loads another position of a saved match, as a match that records nothing.
    pub(crate) fn load_moment(save: &Save, moment: &SavedMoment) -> Result<Self, SaveError> {
        let setup = setup_of::<G>(save)?;
        let reader = Reader {
            chart: G::flow(&setup.options),
            options: Arc::new(setup.options.clone()),
            seats: &setup.seats,
            state: Exactly::TheSaved,
        };
        Ok(reader.read(moment)?.fork())
    }

    /// The same, for matches that may have been saved under older rules: `update` migrates such a
    /// save (fields of the state, names of states and the hash of the flow) or says why it cannot.
    /// It is not called for saves made under the current rules.
    pub fn load_updated(
        save: &Save,
        update: impl FnOnce(&mut Save) -> Result<(), UpdateError>,
    ) -> Result<Self, SaveError> {
        check_game::<G>(save)?;
        if save.rules == G::VERSION {
            return Self::resume(save, Exactly::TheSaved);
        }
        let mut updated = save.clone();
        update(&mut updated).map_err(|why| SaveError::NotUpdated { from: save.rules, why })?;
        Self::resume(&updated, Exactly::WhatTheUpdateMade)
    }

    fn resume(save: &Save, state: Exactly) -> Result<Self, SaveError> {
        let setup = setup_of::<G>(save)?;
        let reader = Reader {
            chart: G::flow(&setup.options),
            options: Arc::new(setup.options.clone()),
            seats: &setup.seats,
            state,
        };
        let mut resumed = reader.read(&save.snapshot)?;
        let inputs = save.inputs.iter().enumerate();
        let record = Record {
            dealt_under: save.dealt_under,
            since: Millis::ZERO,
            inputs: inputs
                .map(|(at, input)| read_input::<G>(at, input))
                .collect::<Result<_, _>>()?,
            checkpoints: save
                .earlier
                .iter()
                .map(|moment| reader.read(moment))
                .collect::<Result<_, _>>()?,
            setup,
        };
        resumed.record = Some(Box::new(record));
        Ok(resumed)
    }
}

/// Whether the state must have the hash stored in the save.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactly {
    TheSaved,
    /// Newer rules may have fields that did not exist when the hash was computed.
    WhatTheUpdateMade,
}

/// What is needed to read a position of a match.
struct Reader<'a, G: Game> {
    chart: &'static Chart<G::Flow>,
    options: Arc<G::Options>,
    seats: &'a [SeatKind],
    state: Exactly,
}

impl<G: Game> Reader<'_, G> {
    fn read(&self, moment: &SavedMoment) -> Result<Match<G>, SaveError> {
        let SavedMoment { state, flow, dice, clock, more_clocks, step, hash } = moment;
        check_time(flow.now)?;
        let state =
            G::State::deserialize(state).map_err(|why| SaveError::BadState(why.to_string()))?;
        let strange = |clock: &&Ticking| clock.seat.at() >= self.seats.len();
        if let Some(Ticking { seat: Seat(seat), .. }) =
            clock.iter().chain(more_clocks).find(strange)
        {
            return Err(SaveError::BadClock(*seat));
        }
        let options = Arc::clone(&self.options);
        let read = Match {
            chart: self.chart,
            rules: RuleContext::new(state, options, self.seats, read_dice(dice)?).recording(),
            flow: self.chart.restore(flow)?,
            clocks: Clocks { first: *clock, more: more_clocks.clone() },
            broken: false,
            step: *step,
            record: None,
        };
        if self.state == Exactly::TheSaved && read.hash() != *hash {
            return Err(SaveError::WrongHash { found: read.hash(), expected: *hash });
        }
        G::invariants(read.position()).map_err(SaveError::BrokenInvariant)?;
        Ok(read)
    }
}

/// Close to the maximum time every wait would end at once, and the match would act for its players
/// forever.
pub(crate) fn check_time(now: Millis) -> Result<(), SaveError> {
    const LATEST: Millis = Millis(1 << 53);
    if now > LATEST {
        return Err(SaveError::Malformed("its time is too large".to_owned()));
    }
    Ok(())
}

fn read_dice(saved: &Value) -> Result<Dice, SaveError> {
    // No match draws that often, and a position near the maximum would overflow.
    const FAR: u64 = 1 << 62;
    if saved.get("position").and_then(Value::as_u64).is_some_and(|position| position > FAR) {
        return Err(SaveError::BadDice("their position is too large".to_owned()));
    }
    Dice::deserialize(saved).map_err(|why| SaveError::BadDice(why.to_string()))
}

/// Checks that this is a save of this game, under a known version of the rules.
pub(crate) fn check_game<G: Game>(save: &Save) -> Result<(), SaveError> {
    if save.game != G::ID {
        return Err(SaveError::OtherGame { found: save.game.clone(), expected: G::ID });
    }
    let found = save.rules.max(save.dealt_under);
    if found > G::VERSION {
        return Err(SaveError::NewerRules { found, known: G::VERSION });
    }
    Ok(())
}

/// The setup of the match.
pub(crate) fn setup_of<G: Game>(save: &Save) -> Result<Setup<G>, SaveError> {
    let options = G::Options::deserialize(&save.options)
        .map_err(|why| SaveError::BadOptions(why.to_string()))?;
    let setup = Setup { options, seats: save.seats.clone(), seed: save.seed, undo: save.undo };
    setup.check().map_err(|error| match &*error.code {
        "wrong_seat_count" => SaveError::BadSeats(error.message),
        _ => SaveError::BadOptions(error.message),
    })?;
    Ok(setup)
}

/// Parses the input at this index of the list.
pub(crate) fn read_input<G: Game>(
    at: usize,
    input: &Input<Value>,
) -> Result<Input<G::Action>, SaveError> {
    let act = input.act.try_map(|action| {
        G::Action::deserialize(action)
            .map_err(|why| SaveError::BadInput { number: at + 1, why: why.to_string() })
    })?;
    Ok(Input { at: input.at, by: input.by, act })
}

fn write_input<A: Serialize>(input: &Input<A>) -> Result<Input<Value>, SaveError> {
    let act = input.act.try_map(|action| written("action", action))?;
    Ok(Input { at: input.at, by: input.by, act })
}

pub(crate) fn written<T: Serialize>(what: &'static str, data: &T) -> Result<Value, SaveError> {
    serde_json::to_value(data).map_err(|why| SaveError::Unwritable { what, why: why.to_string() })
}

/// Hashes as text, because many JSON readers would round large numbers.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref)] // Serde's signature.
    pub(super) fn serialize<S: Serializer>(hash: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{hash:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let is_hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let hash = is_hex.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        hash.ok_or_else(|| serde::de::Error::custom("a hash is 16 hexadecimal digits"))
    }
}
