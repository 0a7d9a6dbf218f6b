//! A match: one game from the deal to the end.

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

/// Everything that decides a match before the first input.
#[derive(Debug, Clone)]
pub struct Setup<G: Game> {
    /// What was chosen before the deal.
    pub options: G::Options,
    /// Who sits where.
    pub seats: Vec<SeatKind>,
    /// Where chance comes from.
    pub seed: Seed,
    /// Whether inputs may be taken back.
    pub undo: bool,
}

impl<G: Game> Setup<G> {
    /// So many persons at a table with the default options.
    pub fn new(seats: usize, seed: Seed) -> Self {
        let seats = vec![SeatKind::Person; seats];
        Self { options: G::Options::default(), seats, seed, undo: false }
    }

    /// Whether a match can be made of it, and if not, why not.
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

/// The longest time that passes in one go: a year. More is a forged stamp, and would keep a ticking
/// match busy for ever.
pub const LONGEST_WAIT: Millis = Millis::from_days(366);

/// How many actions can be taken back, one after the other.
pub(crate) const MOST_UNDOS: usize = 64;

/// The only way to change a match: who does what, and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Input<A> {
    /// The virtual instant.
    pub at: Millis,
    /// Whose word it is.
    pub by: By,
    /// What is done.
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
    /// Takes the last action of a seat back.
    Undo,
    /// Lets time pass. A match adds it after a year without inputs, so that
    /// its replay does not wait longer than it could.
    Wait,
}

impl<A> Act<A> {
    /// The same with the action in another form: as JSON, or read from it.
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
/// Setup and inputs decide everything; state, events and views follow from them. A match made by
/// [`new`](Match::new) remembers its inputs and events, so that it can be saved and replayed; one
/// made by [`unrecorded`](Match::unrecorded) remembers nothing and costs nothing to fork.
pub struct Match<G: Game> {
    pub(crate) chart: &'static Chart<G::Flow>,
    pub(crate) rules: RuleContext<G>,
    pub(crate) flow: Snapshot<G::Flow>,
    pub(crate) clocks: Clocks,
    pub(crate) broken: bool,
    /// How many steps there have been: what tells one question from the next.
    pub(crate) step: u64,
    pub(crate) record: Option<Box<Record<G>>>,
}

/// An observer, if there is one.
type Watching<'o> = Option<&'o mut dyn Observer>;

/// Why a match cannot continue: a fault of the game, so nobody is in a hurry.
#[cold]
fn refused(trigger: &impl fmt::Debug, why: Refusal) -> String {
    format!("the rules passed {trigger:?}, the chart did not: {why}")
}

/// A shorter loan of the same observer.
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

/// What a recorded match remembers.
pub(crate) struct Record<G: Game> {
    pub(crate) setup: Setup<G>,
    /// The version of the rules it was dealt under; a save may have brought it over to later ones.
    pub(crate) dealt_under: u32,
    pub(crate) inputs: Vec<Input<G::Action>>,
    /// The instant of the last input, or an earlier one.
    pub(crate) since: Millis,
    /// How the match stood before each of the last actions of seats, where taking back is allowed.
    pub(crate) checkpoints: VecDeque<Match<G>>,
}

impl<G: Game> Record<G> {
    /// Of a match that begins.
    pub(crate) fn new(setup: Setup<G>) -> Self {
        let (inputs, checkpoints) = (vec![], VecDeque::new());
        Self { setup, dealt_under: G::VERSION, inputs, since: Millis::ZERO, checkpoints }
    }
}

impl<G: Game> Match<G> {
    /// Deals a match that remembers.
    pub fn new(setup: Setup<G>) -> Result<Self, Error> {
        let mut new = Self::start(&setup, true)?;
        new.record = Some(Box::new(Record::new(setup)));
        new.open()?;
        Ok(new)
    }

    /// Deals a match that remembers nothing: for simulation and search.
    pub fn unrecorded(setup: &Setup<G>) -> Result<Self, Error> {
        let mut new = Self::start(setup, false)?;
        new.open()?;
        Ok(new)
    }

    /// A match before its opening, for replays that bring their own.
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

    /// A match from an arranged position, before any opening.
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

    /// A copy that goes its own way and remembers nothing.
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

    /// The virtual time.
    pub fn now(&self) -> Millis {
        self.flow.now()
    }

    /// Does something now.
    #[inline]
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), InputError<G>> {
        self.input(Input::of(self.now(), seat, action))
    }

    /// Takes an input: time passes up to its instant, then it is judged, and refused or done.
    pub fn input(&mut self, input: Input<G::Action>) -> Result<(), InputError<G>> {
        self.input_with(input, None)
    }

    /// The same with an observer: a trace for developers. It names hidden cards, so it is
    /// not for the eyes of a seat while the match runs.
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

    /// Lets the chart take what the rules have passed.
    #[inline(never)]
    fn perform(
        &mut self,
        trigger: &TriggerOf<G>,
        observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        self.perform_here(trigger, observer)
    }

    /// The same, inlined: in a search or a simulation the calls in between cost a tenth of a step.
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

    /// The moment, for reading.
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

    /// The dice. They give every card away.
    pub fn dice(&self) -> &Dice {
        &self.rules.dice
    }

    /// The chart that runs the match.
    pub fn chart(&self) -> &'static Chart<G::Flow> {
        self.chart
    }

    /// Who sits where.
    #[inline]
    pub fn seats(&self) -> &[SeatKind] {
        self.rules.seats.as_slice()
    }

    /// What happened since this was last asked; to be asked after every input. Empty if the match is not recorded.
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

    /// The moves of a seat that a search should think about, the most promising first.
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

    /// Whether an action would be taken now, and if not, exactly why not. Nothing changes.
    pub fn check(&self, by: By, action: &G::Action) -> Result<(), InputError<G>> {
        if self.broken {
            return Err(InputError::Broken("it failed before".to_owned()));
        }
        if let By::Seat(seat) = by
            && !self.has(seat)
        {
            return Err(self.refuse_stranger(seat, action));
        }
        G::check(self.position(), by, action).map(|_| ()).map_err(InputError::Rules)
    }

    /// Why a seat that is not there is refused.
    fn refuse_stranger(&self, seat: Seat, action: &G::Action) -> InputError<G> {
        let why = G::no_such_seat(self.position(), seat, action);
        why.map_or(InputError::NoSuchSeat, InputError::Rules)
    }

    /// Whether there is such a seat. Games are not asked about others.
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

    /// The action that a seat means with a form of its [`prompt`](Self::prompt) that was filled in.
    /// Whether the rules allow it is another matter.
    pub fn compose(&self, seat: Seat, filled: &Filled) -> Result<G::Action, FormError> {
        let prompt = self.prompt(seat).ok_or(FormError::NoSuchForm)?;
        let form = prompt.forms.get(filled.form).ok_or(FormError::NoSuchForm)?;
        form.check(&filled.groups)?;
        G::compose(self.position(), seat, filled).ok_or(FormError::NoSuchForm)
    }

    /// An action of a seat in words, and what it is about. Whether the rules allow it is another
    /// matter.
    pub fn describe_action(&self, seat: Seat, action: G::Action) -> Choice<G::Action> {
        G::describe_action(self.position(), seat, action)
    }

    /// The answers to a seat's [`prompt`](Self::prompt) that can be given at once: its choices, and
    /// what its forms suggest.
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

    /// What a viewer sees. A seat that is not there sees what everybody may see.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(self.position(), self.known_viewer(viewer))
    }

    /// The active states of the charts that a viewer may know of, by chart, the game's own first. Charts
    /// of which nothing is shown are left out.
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

    /// A seat that is not there is the public.
    fn known_viewer(&self, viewer: Viewer) -> Viewer {
        #[cfg(test)] // A fault that the suite must find.
        if crate::testing::trusts_viewers() {
            return viewer;
        }
        match viewer {
            Viewer::Seat(seat) if !self.has(seat) => Viewer::Public,
            viewer => viewer,
        }
    }

    /// How it ended, once it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(self.position())
    }

    /// A number for the cards and counters. The flow, its words and its tooltips do not count.
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
