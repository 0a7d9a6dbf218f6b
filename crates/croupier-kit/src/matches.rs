//! A match: one game from deal to end.

mod determinize;
mod frames;
mod memories;
mod replay;
mod shown_states;
mod time;
mod turn_clock;
mod undo;

use std::collections::VecDeque;
use std::fmt;

use croupier_chart::prelude::*;
use croupier_chart::run::Observer;
use serde::{Deserialize, Serialize};

pub use self::frames::{Frame, FrameCause, Frames, frames};
pub use self::memories::Memories;
pub use self::replay::{ReplayError, Replayed, SavePart, replay, replay_until};
pub use self::shown_states::ShownStates;
pub(crate) use self::turn_clock::{Clocks, MatchTimer, Ticking};
use crate::Millis;
use crate::cards::{Dice, Seed, fingerprint};
use crate::game::{
    By, Choice, Error, ErrorKind, Filled, Form, FormError, Game, InputError, MAX_SEATS, Outcome,
    Position, Prompt, RuleContext, Seat, SeatKind, SeatSet, Suggestion, TriggerOf, Viewer,
};

/// Everything that determines a match before the first input.
#[derive(Debug, Clone)]
pub struct Setup<G: Game> {
    /// The options of the match.
    pub options: G::Options,
    /// Who plays each seat.
    pub seats: Vec<SeatKind>,
    /// The seed of all randomness.
    pub seed: Seed,
    /// Whether actions may be undone.
    pub undo: bool,
}

impl<G: Game> Setup<G> {
    /// A table of this many people with the default options.
    pub fn new(seats: usize, seed: Seed) -> Self {
        let seats = vec![SeatKind::Person; seats];
        Self { options: G::Options::default(), seats, seed, undo: false }
    }

    /// Whether a match can be created from this setup, and if not, why not.
    pub fn check(&self) -> Result<(), Error> {
        let (min, max) = G::SEATS;
        let count = self.seats.len();
        if count < min || count > max || count > MAX_SEATS {
            let message = format!("{} is played by {min} to {max}, not by {count}", G::NAME);
            return Err(Error::new(ErrorKind::IllegalAction, "wrong_seat_count", message));
        }
        Ok(G::check_options(&self.options, count)?)
    }
}

/// The longest time that may pass at once: about a year. A greater jump is a forged timestamp, and
/// could keep a match with periodic timers busy forever.
pub const LONGEST_WAIT: Millis = Millis::from_days(366);

/// How many actions can be undone in a row.
pub(crate) const MOST_UNDOS: usize = 64;

/// The only way to change a match: who does what, and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Input<A> {
    /// When, in the time of the match.
    pub at: Millis,
    /// A seat, or the host of the match.
    pub by: By,
    /// An action, an undo, or only the passing of time.
    pub act: Act<A>,
}

/// What an input does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Act<A> {
    /// An action of the game.
    Do(A),
    /// Undoes the last action of the seat.
    Undo,
    /// Lets time pass. A match records one before a gap of more than a year between inputs, which a
    /// replay would refuse.
    Wait,
}

impl<A> Act<A> {
    /// Converts the action, for example to or from JSON.
    pub fn try_map<B, E>(&self, change: impl FnOnce(&A) -> Result<B, E>) -> Result<Act<B>, E> {
        Ok(match self {
            Self::Do(action) => Act::Do(change(action)?),
            Self::Undo => Act::Undo,
            Self::Wait => Act::Wait,
        })
    }
}

impl<A> Input<A> {
    /// An action of a seat.
    pub fn of(at: Millis, seat: Seat, action: A) -> Self {
        Self { at, by: By::Seat(seat), act: Act::Do(action) }
    }
}

/// A match in progress.
///
/// The setup and the inputs determine everything; state, events and views follow from them. A match
/// created by [`new`](Match::new) records its inputs and events, so that it can be saved and
/// replayed. One created by [`unrecorded`](Match::unrecorded) records nothing and is cheap to fork.
pub struct Match<G: Game> {
    pub(crate) chart: &'static Chart<G::Flow>,
    pub(crate) rules: RuleContext<G>,
    pub(crate) flow: Snapshot<G::Flow>,
    pub(crate) clocks: Clocks,
    pub(crate) broken: bool,
    /// The number of steps so far. It serves as the id of prompts.
    pub(crate) step: u64,
    pub(crate) record: Option<Box<Record<G>>>,
}

/// An observer, if there is one.
type Watching<'o> = Option<&'o mut dyn Observer>;

/// Describes why a match cannot continue. This is a bug in the game, so it is off the hot path.
#[cold]
fn refused(trigger: &impl fmt::Debug, why: Refusal) -> String {
    format!("the rules accepted {trigger:?}, but the chart did not: {why}")
}

/// Reborrows the observer.
#[inline]
fn again<'s>(observer: &'s mut Watching<'_>) -> Watching<'s> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}

#[inline]
fn watched<'t, G: Game>(rules: &'t mut RuleContext<G>, observer: Watching<'t>) -> Env<'t, G::Flow> {
    match observer {
        Some(observer) => Env::new(rules).observed_by(observer),
        None => Env::new(rules),
    }
}

/// What a recorded match keeps.
pub(crate) struct Record<G: Game> {
    pub(crate) setup: Setup<G>,
    /// The version of the rules it was dealt under. A loaded save may since have been migrated to a
    /// later version.
    pub(crate) dealt_under: u32,
    pub(crate) inputs: Vec<Input<G::Action>>,
    /// The instant of the last input, or an earlier one.
    pub(crate) since: Millis,
    /// Copies of the match from before each of the last actions of seats, if undo is allowed.
    pub(crate) checkpoints: VecDeque<Match<G>>,
}

impl<G: Game> Record<G> {
    /// The record of a new match.
    pub(crate) fn new(setup: Setup<G>) -> Self {
        let (inputs, checkpoints) = (vec![], VecDeque::new());
        Self { setup, dealt_under: G::VERSION, inputs, since: Millis::ZERO, checkpoints }
    }
}

impl<G: Game> Match<G> {
    /// Deals a match that records its inputs and events.
    pub fn new(setup: Setup<G>) -> Result<Self, Error> {
        let mut new = Self::start(&setup, true)?;
        new.record = Some(Box::new(Record::new(setup)));
        new.open()?;
        Ok(new)
    }

    /// Deals a match that records nothing, for simulation and search.
    pub fn unrecorded(setup: &Setup<G>) -> Result<Self, Error> {
        let mut new = Self::start(setup, false)?;
        new.open()?;
        Ok(new)
    }

    /// A match without its opening actions, for replays, whose inputs contain them.
    pub(crate) fn start(setup: &Setup<G>, events: bool) -> Result<Self, Error> {
        Self::start_with(setup, events, None)
    }

    fn start_with(
        setup: &Setup<G>,
        events: bool,
        mut observer: Watching<'_>,
    ) -> Result<Self, Error> {
        setup.check()?;
        let chart = G::flow(&setup.options);
        let state = G::new(&setup.options, &setup.seats);
        let dice = Dice::new(setup.seed);
        let mut rules = RuleContext::new(state, setup.options.clone(), &setup.seats, dice);
        rules.recorder = events.then(Vec::new);
        let mut env = watched(&mut rules, again(&mut observer));
        let flow = chart.start(G::context(&setup.options), &mut env)?;
        Ok(Self::arranged(chart, rules, flow))
    }

    /// A match from a given position, without opening actions.
    pub(crate) fn arranged(
        chart: &'static Chart<G::Flow>,
        rules: RuleContext<G>,
        flow: Snapshot<G::Flow>,
    ) -> Self {
        let clocks = Clocks::default();
        let mut new = Self { chart, rules, flow, clocks, broken: false, step: 0, record: None };
        new.watch_clock();
        new
    }

    pub(crate) fn open(&mut self) -> Result<(), Error> {
        for action in G::opening(&self.rules.options, self.seats()) {
            self.input(Input { at: self.now(), by: By::Host, act: Act::Do(action) })?;
        }
        Ok(())
    }

    /// An independent copy that records nothing.
    pub fn fork(&self) -> Self {
        Self {
            chart: self.chart,
            rules: self.rules.unrecorded(),
            flow: self.flow.clone(),
            clocks: self.clocks.clone(),
            broken: self.broken,
            step: self.step,
            record: None,
        }
    }

    /// The instant that the match has reached, in the time of its inputs.
    pub fn now(&self) -> Millis {
        self.flow.now()
    }

    /// Performs an action now.
    #[inline]
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), InputError<G>> {
        self.input(Input::of(self.now(), seat, action))
    }

    /// Processes an input: lets time pass up to its instant, then validates it and either refuses
    /// or performs it.
    pub fn input(&mut self, input: Input<G::Action>) -> Result<(), InputError<G>> {
        self.input_with(input, None)
    }

    /// The same with an observer that gets a trace for developers. The trace names hidden cards, so
    /// do not show it to a seat while the match runs.
    pub fn input_observed(
        &mut self,
        input: Input<G::Action>,
        observer: &mut dyn Observer,
    ) -> Result<(), InputError<G>> {
        self.input_with(input, Some(observer))
    }

    #[inline]
    fn input_with(
        &mut self,
        input: Input<G::Action>,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        if input.at < self.now() {
            return Err(InputError::TooEarly { now: self.now(), at: input.at });
        }
        self.advance_with(input.at, again(&mut observer))?;
        if let By::Seat(seat) = input.by
            && !self.has(seat)
        {
            return Err(match &input.act {
                Act::Do(action) => self.refuse_stranger(seat, action),
                Act::Undo | Act::Wait => InputError::NoSuchSeat,
            });
        }
        match &input.act {
            Act::Undo => return self.undo(input),
            Act::Wait => {}
            Act::Do(action) => {
                let trigger =
                    G::check(self.position(), input.by, action).map_err(InputError::Rules)?;
                self.checkpoint(input.by, action);
                self.perform(&trigger, observer)?;
            }
        }
        if let Some(record) = &mut self.record {
            record.inputs.push(input);
            record.since = self.flow.now();
        }
        Ok(())
    }

    /// Sends an action that has passed the check to the chart.
    #[inline(never)]
    fn perform(
        &mut self,
        trigger: &TriggerOf<G>,
        observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        self.perform_here(trigger, observer)
    }

    /// The same, inlined: in a search or a simulation the extra calls would cost a tenth of a step.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn perform_here(
        &mut self,
        trigger: &TriggerOf<G>,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        let mut env = watched(&mut self.rules, again(&mut observer));
        let why = match self.chart.send_checked(&mut self.flow, &mut env, trigger) {
            Ok(Answer::Taken) => {
                self.watch_clock();
                return Ok(());
            }
            Ok(Answer::Refused(why)) => refused(trigger, why),
            Err(runaway) => runaway.to_string(),
        };
        self.broken = true;
        Err(InputError::Broken(why))
    }

    /// The current position, read-only.
    #[inline]
    pub fn position(&self) -> Position<'_, G> {
        Position {
            state: &self.rules.state,
            options: &self.rules.options,
            flow: &self.flow,
            seats: self.seats(),
        }
    }

    /// The cards and counters.
    pub fn state(&self) -> &G::State {
        &self.rules.state
    }

    /// The dice. Whoever sees them knows every card to come.
    pub fn dice(&self) -> &Dice {
        &self.rules.dice
    }

    /// The chart that runs the match.
    pub fn chart(&self) -> &'static Chart<G::Flow> {
        self.chart
    }

    /// Who plays each seat.
    #[inline]
    pub fn seats(&self) -> &[SeatKind] {
        self.rules.seats.as_slice()
    }

    /// Takes the events since the last call; call it after every input. Empty if the match is not
    /// recorded.
    pub fn take_events(&mut self) -> Vec<G::Event> {
        self.rules.take_events()
    }

    /// The inputs so far. Empty if the match is not recorded.
    pub fn inputs(&self) -> &[Input<G::Action>] {
        self.record.as_ref().map_or(&[], |record| &record.inputs)
    }

    /// The seats that are being asked for something.
    #[inline]
    pub fn to_act(&self) -> SeatSet {
        G::to_act(self.position())
    }

    /// What a seat may do.
    pub fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = vec![];
        if self.has(seat) {
            G::legal_actions(self.position(), seat, &mut actions);
        }
        actions
    }

    /// The moves of a seat that a search should consider, the most promising first.
    pub fn search_actions(&self, seat: Seat, limit: usize) -> Vec<G::Action> {
        let mut actions = vec![];
        if self.has(seat) {
            G::search_actions(self.position(), seat, limit, &mut actions);
        }
        actions
    }

    /// What a seat may do without being asked.
    pub fn offers(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = vec![];
        if self.has(seat) && self.outcome().is_none() {
            G::offers(self.position(), seat, &mut actions);
        }
        actions
    }

    /// Whether an action would be accepted now, and if not, exactly why not. Nothing changes.
    pub fn check(&self, by: By, action: &G::Action) -> Result<(), InputError<G>> {
        if self.broken {
            return Err(InputError::Broken("it has failed earlier".to_owned()));
        }
        if let By::Seat(seat) = by
            && !self.has(seat)
        {
            return Err(self.refuse_stranger(seat, action));
        }
        G::check(self.position(), by, action).map(|_| ()).map_err(InputError::Rules)
    }

    /// The error for a seat that does not exist.
    fn refuse_stranger(&self, seat: Seat, action: &G::Action) -> InputError<G> {
        let why = G::no_such_seat(self.position(), seat, action);
        why.map_or(InputError::NoSuchSeat, InputError::Rules)
    }

    /// Whether the seat exists. A game's functions are never called for other seats.
    fn has(&self, seat: Seat) -> bool {
        seat.at() < self.seats().len()
    }

    /// What a seat is being asked.
    pub fn prompt(&self, seat: Seat) -> Option<Prompt<G::Action>> {
        let at = self.has(seat).then(|| self.position())?;
        let mut prompt = G::prompt(at, seat)?;
        prompt.shorten();
        prompt.id = self.step;
        prompt.deadline = prompt.deadline.or(self.clocks.deadline_of(seat));
        Some(prompt)
    }

    /// The action that a filled-in form of the seat's [`prompt`](Self::prompt) stands for. This
    /// does not check whether the rules allow it.
    pub fn compose(&self, seat: Seat, filled: &Filled) -> Result<G::Action, FormError> {
        let prompt = self.prompt(seat).ok_or(FormError::NoSuchForm)?;
        let form = prompt.forms.get(filled.form).ok_or(FormError::NoSuchForm)?;
        form.check(&filled.groups)?;
        G::compose(self.position(), seat, filled).ok_or(FormError::NoSuchForm)
    }

    /// Describes an action of a seat in words and names the pieces it is about. This does not check
    /// whether the rules allow it.
    pub fn describe_action(&self, seat: Seat, action: G::Action) -> Choice<G::Action> {
        G::describe_action(self.position(), seat, action)
    }

    /// The answers to a seat's [`prompt`](Self::prompt) that need no further input: its choices,
    /// and the suggestions of its forms.
    pub fn ready_answers(&self, seat: Seat) -> Vec<Choice<G::Action>> {
        let Some(prompt) = self.prompt(seat) else { return vec![] };
        let mut answers = prompt.choices;
        for (form, Form { suggestions, .. }) in prompt.forms.into_iter().enumerate() {
            for Suggestion { label, groups } in suggestions {
                let filled = Filled { form, groups };
                let action = G::compose(self.position(), seat, &filled);
                let described = action.map(|action| self.describe_action(seat, action));
                answers.extend(described.map(|choice| Choice { label, ..choice }));
            }
        }
        answers
    }

    /// What a viewer sees. A seat that does not exist sees what the public sees.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(self.position(), self.known_viewer(viewer))
    }

    /// The active states that a viewer may know, grouped by chart, the game's own chart first.
    /// Charts with nothing to show are left out.
    pub fn shown_states(&self, viewer: Viewer) -> Vec<ShownStates<'_>> {
        let viewer = self.known_viewer(viewer);
        let (at, mut shown) = (self.position(), Vec::<ShownStates<'_>>::new());
        self.chart.each_leaf(&self.flow, &mut |machine, path| {
            let Some(state) = G::shown_state(at, viewer, machine, path) else { return };
            match shown.last_mut().filter(|last| last.machine == machine) {
                Some(last) if last.states.contains(&state) => {}
                Some(last) => last.states.push(state),
                None => shown.push(ShownStates { machine, states: vec![state] }),
            }
        });
        shown
    }

    /// Treats a seat that does not exist as the public.
    fn known_viewer(&self, viewer: Viewer) -> Viewer {
        #[cfg(test)] // A bug to inject, which the suite must find.
        if crate::testing::trusts_viewers() {
            return viewer;
        }
        match viewer {
            Viewer::Seat(seat) if !self.has(seat) => Viewer::Public,
            viewer => viewer,
        }
    }

    /// How the match ended, or `None` while it runs.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(self.position())
    }

    /// A hash of the cards and counters. The flow is not part of it.
    pub fn hash(&self) -> u64 {
        fingerprint(&self.rules.state)
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &G::ID)
            .field("rules", &self.rules)
            .field("flow", &self.flow)
            .field("clocks", &self.clocks)
            .field("broken", &self.broken)
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}
