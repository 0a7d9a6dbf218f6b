//! Replaying a match from its deal and its inputs.

use croupier_chart::run::Saved;

use super::{LONGEST_WAIT, Record, Watching};
use crate::Millis;
use crate::game::{Error, Game, InputError};
use crate::matches::Match;
use crate::save::{Save, SaveError, SavedMoment};
use crate::save::{check_game, read_input, setup_of};

/// The result of a replay.
#[derive(Debug)]
#[non_exhaustive]
pub struct Replayed<G: Game> {
    /// The match at its end, or after the input where the replay was told to stop. It can be
    /// continued like a loaded match.
    pub end: Match<G>,
    /// How many inputs were replayed.
    pub inputs: usize,
    /// The hash of the state at the end.
    pub hash: u64,
    /// Whether the whole match was replayed and the save agrees with the result in every part.
    pub verified: bool,
    /// The parts of the save that disagree. Empty for a partial replay, which is not compared.
    pub differing: Vec<SavePart>,
}

/// A part of a save that a replay recomputes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum SavePart {
    /// The version of the rules.
    Rules,
    Inputs,
    /// Cards and counters, and their hash.
    State,
    /// The flow: active states, timers, context, history, children, the virtual time.
    Flow,
    Dice,
    /// The turn clocks.
    Clocks,
    /// The number of steps.
    Step,
    /// The positions to which undo can return.
    Earlier,
}

impl SavePart {
    /// Its name in reports. It is part of the wire format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Inputs => "inputs",
            Self::State => "state",
            Self::Flow => "flow",
            Self::Dice => "dice",
            Self::Clocks => "clocks",
            Self::Step => "step",
            Self::Earlier => "earlier",
        }
    }
}

/// Why a save cannot be replayed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The save is invalid.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// It was dealt under other rules. Replayed under these it would be a different match.
    #[error(
        "the match was dealt under rules {found} and can be replayed under those only; the current rules \
         are {known}"
    )]
    OtherRules {
        /// The version of the rules it was dealt under.
        found: u32,
        /// The version of the rules known here.
        known: u32,
    },
    /// It cannot be dealt.
    #[error("the match cannot be dealt: {0}")]
    NotDealt(Error),
    /// An input that was accepted originally is refused now.
    #[error("input {number} is refused: {why}")]
    InputError {
        /// The number of the input, counted from 1.
        number: usize,
        /// The code of the refusal.
        code: &'static str,
        /// The refusal in words.
        why: String,
    },
    /// The match fails after the last input, while time passes.
    #[error("the match fails after its last input: {0}")]
    Failed(String),
    /// More timers fire than in any real match. The limit keeps a forged save from occupying its
    /// reader.
    #[error("more than {MOST_DUE} timers and time limits are due in this match")]
    TooLong,
}

impl ReplayError {
    pub(super) fn refused<G: Game>(at: usize, why: &InputError<G>) -> Self {
        Self::InputError { number: at + 1, code: why.code(), why: why.to_string() }
    }

    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Save(error) => error.code(),
            Self::OtherRules { .. } => "replay_other_rules",
            Self::NotDealt(_) => "replay_not_dealt",
            Self::InputError { .. } => "replay_refused",
            Self::Failed(_) => "replay_failed",
            Self::TooLong => "replay_too_long",
        }
    }
}

/// The maximum number of times that timers may fire in one replay. Matches of several hours need a
/// few thousand; a save with a year of ticks before every input is forged.
pub(super) const MOST_DUE: u32 = 1_000_000;

/// How much of [`MOST_DUE`] is left.
pub(super) struct DueBudget(u32);

impl DueBudget {
    pub(super) const FULL: Self = Self(MOST_DUE);

    pub(super) fn spend(&mut self) -> Result<(), ReplayError> {
        self.0 = self.0.checked_sub(1).ok_or(ReplayError::TooLong)?;
        Ok(())
    }

    /// Fires the timers up to an instant, within the limit. An instant that the match does not
    /// accept is left for the match to refuse.
    pub(super) fn wait<G: Game>(
        &mut self,
        game: &mut Match<G>,
        until: Millis,
        failed: impl Fn(&InputError<G>) -> ReplayError,
    ) -> Result<(), ReplayError> {
        if until < game.now() || until - game.now() > LONGEST_WAIT {
            return Ok(());
        }
        while let Some(due) = game.next_due().filter(|due| *due <= until) {
            self.spend()?;
            game.advance_to(due.max(game.now())).map_err(|why| failed(&why))?;
        }
        Ok(())
    }
}

/// Replays a saved match from the deal to where it was saved, and compares the save with the
/// result.
pub fn replay<G: Game>(save: &Save) -> Result<Replayed<G>, ReplayError> {
    replay_until(save, usize::MAX)
}

/// The same, but stops after `until` inputs.
pub fn replay_until<G: Game>(save: &Save, until: usize) -> Result<Replayed<G>, ReplayError> {
    // The replay records inputs and undo checkpoints, but no events.
    let mut end = begin::<G>(save, false, None)?;
    let mut budget = DueBudget::FULL;
    let inputs = &save.inputs[..until.min(save.inputs.len())];
    for (at, input) in inputs.iter().enumerate() {
        let input = read_input::<G>(at, input)?;
        let refused = |why: &InputError<G>| ReplayError::refused(at, why);
        budget.wait(&mut end, input.at, refused)?;
        end.input(input).map_err(|why| refused(&why))?;
    }
    let all = inputs.len() == save.inputs.len();
    if all && !stands_as_saved(&end, save) {
        let now = save.snapshot.flow.now.max(end.now());
        let failed = |why: &InputError<G>| ReplayError::Failed(why.to_string());
        budget.wait(&mut end, now, failed)?;
        end.advance_to(now).map_err(|why| failed(&why))?;
    }
    let differing = if all { differing(&end, save)? } else { vec![] };
    end.rules.recorder = Some(vec![]); // Record events from here on, as a loaded match does.
    let (hash, verified) = (end.hash(), all && differing.is_empty());
    Ok(Replayed { inputs: inputs.len(), hash, verified, differing, end })
}

/// The parts of a save that differ from what the replay would save. The setup is not compared,
/// because the replay was made from it; names and timestamps are for people and not part of the
/// match.
fn differing<G: Game>(end: &Match<G>, save: &Save) -> Result<Vec<SavePart>, SaveError> {
    let again = end.save(save.timestamp, save.metadata.clone())?;
    let SavedMoment { state, flow, dice, clock, more_clocks, step, hash } = &again.snapshot;
    let saved = &save.snapshot;
    let moment =
        |it: &SavedMoment| SavedMoment { flow: brought_forward(end, &it.flow), ..it.clone() };
    let earlier: Vec<_> = save.earlier.iter().map(moment).collect();
    let parts = [
        (SavePart::Rules, again.rules == save.rules),
        (SavePart::Inputs, again.inputs == save.inputs),
        (SavePart::State, (state, hash) == (&saved.state, &saved.hash)),
        (SavePart::Flow, *flow == brought_forward(end, &saved.flow)),
        (SavePart::Dice, *dice == saved.dice),
        (SavePart::Clocks, (clock, more_clocks) == (&saved.clock, &saved.more_clocks)),
        (SavePart::Step, *step == saved.step),
        (SavePart::Earlier, again.earlier == earlier),
    ];
    Ok(parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect())
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

/// Whether a match is where it was saved. Timers due exactly at the last input may have fired
/// before the save or not, so time must not advance for a match that already agrees.
pub(super) fn stands_as_saved<G: Game>(game: &Match<G>, save: &Save) -> bool {
    let flow = brought_forward(game, &save.snapshot.flow);
    game.hash() == save.snapshot.hash && game.chart.save(&game.flow) == flow
}

/// A saved flow with the fingerprint of the current chart, if it was written by an earlier
/// definition that the chart [`restores`](croupier_chart::define::Definition::restores).
fn brought_forward<G: Game>(game: &Match<G>, saved: &Saved) -> Saved {
    let mut flow = saved.clone();
    if game.chart.definition().earlier.iter().any(|hash| *hash == flow.root.hash) {
        flow.root.hash = game.chart.fingerprint();
    }
    flow
}
