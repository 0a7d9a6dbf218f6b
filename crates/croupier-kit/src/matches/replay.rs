//! A match replayed from its deal and its inputs.

use croupier_chart::run::Saved;

use super::{LONGEST_WAIT, Record, Watching};
use crate::Millis;
use crate::game::{Error, Game, InputError};
use crate::matches::Match;
use crate::save::{Save, SaveError, SavedMoment};
use crate::save::{check_game, read_input, setup_of};

/// What came of a replay.
#[derive(Debug)]
#[non_exhaustive]
pub struct Replayed<G: Game> {
    /// The match at its end, or at the input where the replay was to stop. It can be continued
    /// like one that was loaded.
    pub end: Match<G>,
    /// How many inputs were replayed.
    pub inputs: usize,
    /// The hash of the state at the end.
    pub hash: u64,
    /// Whether all of the match was replayed and the save says exactly what the replay came to.
    pub verified: bool,
    /// The parts of the save that say something else. Of half a match nothing is compared.
    pub differing: Vec<SavePart>,
}

/// A part of a save that a replay comes to as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavePart {
    /// The version of the rules.
    Rules,
    /// The inputs.
    Inputs,
    /// Cards and counters, and their hash.
    State,
    /// The flow: active states, timers, context, history, children, the virtual time.
    Flow,
    /// The dice.
    Dice,
    /// The turn clocks.
    Clocks,
    /// The number of steps.
    Step,
    /// The positions that can be gone back to.
    Earlier,
}

impl SavePart {
    /// Its name in reports: part of the wire format.
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
    /// More happens by itself than in any match: a forged save must not keep its reader busy.
    #[error("more than {MOST_DUE} things fall due by themselves in this match")]
    TooLong,
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
            Self::TooLong => "replay_too_long",
        }
    }
}

/// The most instants at which something falls due by itself in one replay. Matches of hours come to
/// some thousands; a year of ticks, input after input, is forged.
pub(super) const MOST_DUE: u32 = 1_000_000;

/// What is left of [`MOST_DUE`].
pub(super) struct Patience(u32);

impl Patience {
    pub(super) const FULL: Self = Self(MOST_DUE);

    pub(super) fn spend(&mut self) -> Result<(), ReplayError> {
        self.0 = self.0.checked_sub(1).ok_or(ReplayError::TooLong)?;
        Ok(())
    }

    /// Lets pass what falls due up to an instant, as far as patience goes. An instant that the match
    /// does not go to is left for it to refuse.
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

/// Plays a saved match again, from the deal to where it was saved, and compares the whole save with
/// what it came to.
pub fn replay<G: Game>(save: &Save) -> Result<Replayed<G>, ReplayError> {
    replay_until(save, usize::MAX)
}

/// The same, up to and including the input of this number.
pub fn replay_until<G: Game>(save: &Save, until: usize) -> Result<Replayed<G>, ReplayError> {
    // Events are not recorded on the way; inputs and what can be taken back are.
    let mut end = begin::<G>(save, false, None)?;
    let mut patience = Patience::FULL;
    let inputs = &save.inputs[..until.min(save.inputs.len())];
    for (at, input) in inputs.iter().enumerate() {
        let input = read_input::<G>(at, input)?;
        let refused = |why: &InputError<G>| ReplayError::refused(at, why);
        patience.wait(&mut end, input.at, refused)?;
        end.input(input).map_err(|why| refused(&why))?;
    }
    let all = inputs.len() == save.inputs.len();
    if all && !stands_as_saved(&end, save) {
        let now = save.snapshot.flow.now.max(end.now());
        let failed = |why: &InputError<G>| ReplayError::Failed(why.to_string());
        patience.wait(&mut end, now, failed)?;
        end.advance_to(now).map_err(|why| failed(&why))?;
    }
    let differing = if all { differing(&end, save)? } else { vec![] };
    end.rules.recorder = Some(vec![]); // From now on, as in a match that was loaded.
    let (hash, verified) = (end.hash(), all && differing.is_empty());
    Ok(Replayed { inputs: inputs.len(), hash, verified, differing, end })
}

/// The parts of a save that are not what its replay writes down. What the replay was made of, the
/// setup, is not compared with itself; names and times for people are not the match's.
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

/// Whether a match stands where it was saved. What fell due at the very instant of the last input may
/// have happened before the save or not, so a match that stands there already is left alone.
pub(super) fn stands_as_saved<G: Game>(game: &Match<G>, save: &Save) -> bool {
    let flow = brought_forward(game, &save.snapshot.flow);
    game.hash() == save.snapshot.hash && game.chart.save(&game.flow) == flow
}

/// A flow with the fingerprint of today's chart, where an earlier definition
/// ([`restores`](croupier_chart::define::Definition::restores)) has written it.
fn brought_forward<G: Game>(game: &Match<G>, saved: &Saved) -> Saved {
    let mut flow = saved.clone();
    if game.chart.definition().earlier.iter().any(|hash| *hash == flow.root.hash) {
        flow.root.hash = game.chart.fingerprint();
    }
    flow
}
