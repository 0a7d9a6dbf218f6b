//! A finished match step by step.

use std::fmt;

use croupier_chart::run::Moment;
use serde::{Deserialize, Serialize};

use super::Watching;
use super::replay::{DueBudget, begin, stands_as_saved};
use crate::Millis;
use crate::game::{Game, InputError, Outcome, Viewer};
use crate::matches::{Input, LONGEST_WAIT, Match, ReplayError};
use crate::room::states_around;
use crate::save::Save;
use crate::save::read_input;

/// One step of a match, and the match after it.
///
/// It contains every card. While the match still runs, show a seat only [`view`](Self::view) and
/// [`events_for`](Self::events_for).
pub struct Frame<G: Game> {
    /// Its index among all frames of the match, counted from 0.
    pub number: usize,
    /// What caused the step.
    pub cause: FrameCause<G::Action>,
    /// What happened, including hidden information.
    pub events: Vec<G::Event>,
    /// What an observer of the charts recorded, one line per [`Moment`].
    pub trace: Vec<String>,
    game: Match<G>,
}

/// What caused a step of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
// Exhaustive: who converts it between types has to convert all of it.
pub enum FrameCause<A> {
    /// The start of the match.
    Deal,
    Time,
    Input(Input<A>),
}

/// Consecutive frames of a match.
#[derive(Debug)]
#[non_exhaustive]
pub struct Frames<G: Game> {
    /// The requested frames, or fewer if the match has not as many.
    pub frames: Vec<Frame<G>>,
    /// How many frames the whole match has.
    pub total: usize,
}

impl<G: Game> Frame<G> {
    /// The instant of this step, in the time of the inputs.
    pub fn now(&self) -> Millis {
        self.game.now()
    }

    /// The match after the step. It can be inspected, and forked to play on.
    pub fn game(&self) -> &Match<G> {
        &self.game
    }

    /// What a viewer sees after the step.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(viewer)
    }

    /// What a viewer may know of the step.
    pub fn events_for(&self, viewer: Viewer) -> Vec<G::Event> {
        self.events.iter().filter_map(|event| G::event_for(event, viewer)).collect()
    }

    /// The paths of the charts' active states after the step.
    pub fn states(&self) -> Vec<String> {
        self.game.chart.leaves(&self.game.flow)
    }

    /// The paths of the active states of the room's own machines after the step, as far as the
    /// match determines them.
    pub fn room_states(&self) -> Vec<String> {
        states_around(&self.game)
    }

    /// How the match ended, if it is over after this step.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

impl<G: Game> fmt::Debug for Frame<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, cause, events, trace, game } = self;
        let mut text = f.debug_struct("Frame");
        text.field("number", number).field("cause", cause).field("events", events);
        text.field("trace", trace).field("now", &game.now()).finish()
    }
}

/// Replays a saved match and returns `count` of its frames, starting with number `from`. A timer
/// that fires is a frame of its own if it causes an event or changes the active states.
pub fn frames<G: Game>(save: &Save, from: usize, count: usize) -> Result<Frames<G>, ReplayError> {
    let page = from..from.saturating_add(count);
    let mut trace = vec![];
    let mut observer = |moment: Moment<'_>| trace.push(moment.to_string());
    let game = begin::<G>(save, true, Some(&mut observer))?;
    let budget = DueBudget::FULL;
    let mut replay = Replay { game, budget, states: vec![], page, found: vec![], total: 0 };
    replay.add(FrameCause::Deal, trace, true);
    for (at, input) in save.inputs.iter().enumerate() {
        let input = read_input::<G>(at, input)?;
        let refused = |why: InputError<G>| ReplayError::refused(at, &why);
        replay.wait_until(input.at, refused)?;
        replay.take(input).map_err(refused)?;
    }
    if !stands_as_saved(&replay.game, save) {
        let failed = |why: InputError<G>| ReplayError::Failed(why.to_string());
        replay.wait_until(save.snapshot.flow.now, failed)?;
    }
    Ok(Frames { frames: replay.found, total: replay.total })
}

/// A replay in progress.
struct Replay<G: Game> {
    game: Match<G>,
    budget: DueBudget,
    /// The active states after the last frame.
    states: Vec<String>,
    /// The numbers of the requested frames.
    page: std::ops::Range<usize>,
    found: Vec<Frame<G>>,
    total: usize,
}

impl<G: Game> Replay<G> {
    /// Lets time pass; every timer that fires may add a frame.
    fn wait_until(
        &mut self,
        instant: Millis,
        failed: impl Fn(InputError<G>) -> ReplayError,
    ) -> Result<(), ReplayError> {
        if instant - self.game.now() > LONGEST_WAIT {
            return Err(failed(InputError::TooFar));
        }
        while let Some(due) = self.game.next_due().filter(|due| *due <= instant) {
            self.budget.spend()?;
            let due = due.max(self.game.now());
            let trace = self.observed(|game, observer| game.advance_with(due, observer));
            self.add(FrameCause::Time, trace.map_err(&failed)?, false);
        }
        if instant > self.game.now() {
            self.game.advance_to(instant).map_err(failed)?;
        }
        Ok(())
    }

    fn take(&mut self, input: Input<G::Action>) -> Result<(), InputError<G>> {
        let trace = self.observed(|game, observer| game.input_with(input.clone(), observer))?;
        self.add(FrameCause::Input(input), trace, true);
        Ok(())
    }

    /// Performs a step, with an observer if its frame was requested.
    fn observed(
        &mut self,
        step: impl FnOnce(&mut Match<G>, Watching<'_>) -> Result<(), InputError<G>>,
    ) -> Result<Vec<String>, InputError<G>> {
        let mut trace = vec![];
        let mut observer = |moment: Moment<'_>| trace.push(moment.to_string());
        let is_wanted = self.page.contains(&self.total);
        step(&mut self.game, if is_wanted { Some(&mut observer) } else { None })?;
        Ok(trace)
    }

    /// Adds a frame. One without events or changed states is dropped unless `even_if_empty`.
    fn add(&mut self, cause: FrameCause<G::Action>, trace: Vec<String>, even_if_empty: bool) {
        let events = self.game.take_events();
        let states = self.game.chart.leaves(&self.game.flow);
        let is_empty = events.is_empty() && states == self.states;
        self.states = states;
        if is_empty && !even_if_empty {
            return;
        }
        let number = self.total;
        self.total += 1;
        if self.page.contains(&number) {
            let game = self.game.fork();
            self.found.push(Frame { number, cause, events, trace, game });
        }
    }
}
