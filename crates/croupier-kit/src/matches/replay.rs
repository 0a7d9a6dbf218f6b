//! A match retraced from its deal and its inputs.

use super::{Record, Watching};
use crate::game::{Error, Game, InputError};
use crate::matches::Match;
use crate::save::{Save, SaveError};
use crate::save::{check_game, read_input, setup_of};

/// What came of a replay.
#[derive(Debug)]
#[non_exhaustive]
pub struct Replayed<G: Game> {
    /// The match at its end, or at the input where the replay was to stop. It can be gone on with
    /// like one that was loaded.
    pub end: Match<G>,
    /// How many inputs were replayed.
    pub inputs: usize,
    /// The hash of the state at the end.
    pub hash: u64,
    /// Whether all of the match was replayed and ended as it was saved: at the same instant, with
    /// the same hash.
    pub verified: bool,
}

/// Why a save cannot be replayed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The save is not sound.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// It was dealt under other rules. Replaying it under these would be another match.
    #[error(
        "the match was dealt under rules {found} and can be replayed under these alone; here are {known}"
    )]
    OtherRules {
        /// The rules it was dealt under.
        found: u32,
        /// The rules known here.
        known: u32,
    },
    /// It cannot even be dealt.
    #[error("the match cannot be dealt: {0}")]
    NotDealt(Error),
    /// An input that was taken then and is refused now.
    #[error("input {number} is refused: {why}")]
    InputError {
        /// Which, counted from 1.
        number: usize,
        /// The code of the refusal.
        code: &'static str,
        /// The refusal.
        why: String,
    },
    /// The match fails in the time after the last input.
    #[error("the match fails after its last input: {0}")]
    Failed(String),
}

impl ReplayError {
    pub(super) fn refused<G: Game>(at: usize, why: &InputError<G>) -> Self {
        Self::InputError { number: at + 1, code: why.code(), why: why.to_string() }
    }

    /// Part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Save(error) => error.code(),
            Self::OtherRules { .. } => "replay_other_rules",
            Self::NotDealt(_) => "replay_not_dealt",
            Self::InputError { .. } => "replay_refused",
            Self::Failed(_) => "replay_failed",
        }
    }
}

/// Plays a saved match again, from the deal to where it was saved. Its snapshot is not looked at
/// but for the hash and the instant at the end.
pub fn replay<G: Game>(save: &Save) -> Result<Replayed<G>, ReplayError> {
    replay_until(save, usize::MAX)
}

/// The same, up to and including the input of this number.
pub fn replay_until<G: Game>(save: &Save, until: usize) -> Result<Replayed<G>, ReplayError> {
    // Events are not recorded on the way; inputs and what can be taken back are.
    let mut end = begin::<G>(save, false, None)?;
    let inputs = &save.inputs[..until.min(save.inputs.len())];
    for (at, input) in inputs.iter().enumerate() {
        let taken = end.input(read_input::<G>(at, input)?);
        taken.map_err(|why| ReplayError::refused(at, &why))?;
    }
    let all = inputs.len() == save.inputs.len();
    if all && !stands_as_saved(&end, save) {
        let now = save.snapshot.flow.now.max(end.now());
        end.advance_to(now).map_err(|refused| ReplayError::Failed(refused.to_string()))?;
    }
    end.rules.recorder = Some(vec![]); // From now on, as in a match that was loaded.
    let hash = end.hash();
    let as_saved = hash == save.snapshot.hash && end.now() == save.snapshot.flow.now;
    Ok(Replayed { inputs: inputs.len(), hash, verified: all && as_saved, end })
}

/// The match of a save before its first input.
pub(super) fn begin<G: Game>(
    save: &Save,
    events: bool,
    observer: Watching<'_>,
) -> Result<Match<G>, ReplayError> {
    check_game::<G>(save)?;
    if save.dealt_under != G::VERSION {
        return Err(ReplayError::OtherRules { found: save.dealt_under, known: G::VERSION });
    }
    let setup = setup_of::<G>(save)?;
    let mut begun = Match::start_with(&setup, events, observer).map_err(ReplayError::NotDealt)?;
    let inputs = Vec::with_capacity(save.inputs.len());
    begun.record = Some(Box::new(Record { inputs, ..Record::new(setup) }));
    Ok(begun)
}

/// Whether a match stands where it was saved. What fell due at the very instant of the last input may
/// have happened before the save or not, so a match that stands there already is left alone.
pub(super) fn stands_as_saved<G: Game>(game: &Match<G>, save: &Save) -> bool {
    game.hash() == save.snapshot.hash && game.chart.save(&game.flow) == save.snapshot.flow
}
