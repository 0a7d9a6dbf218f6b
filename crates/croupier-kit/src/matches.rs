//! A match: one game from the deal to the end.

mod determinize;
mod frames;
mod memories;
mod replay;
mod turn_clock;

use std::collections::VecDeque;
use std::fmt;

use croupier_chart::{Answer, Chart, Env, Observer, Snapshot};
use serde::{Deserialize, Serialize};

pub use self::frames::{Frame, FrameCause, Frames, frames};
pub use self::memories::Memories;
pub use self::replay::{ReplayError, Replayed, SavePart, replay, replay_until};
pub(crate) use self::turn_clock::{Clocks, MatchTimer, Ticking};
use crate::Millis;
use crate::cards::{Dice, Seed, fingerprint};
use crate::game::{
    By, Choice, Error, ErrorKind, Filled, Form, FormError, Game, InputError, MAX_SEATS, Outcome,
    Position, Prompt, RuleContext, Seat, SeatKind, SeatSet, Suggestion, TriggerOf, Viewer,
};
use crate::save::SavedMoment;

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
#[serde(rename_all = "snake_case")]
pub enum Act<A> {
    /// An action of the game.
    Do(A),
    /// Takes the last action of a seat back.
    Undo,
    /// Lets time pass. A match adds it after a year without inputs, so that
    /// its replay does not wait longer than it could.
    Wait,
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
                self.checkpoint(input.by);
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
    #[inline]
    pub(crate) fn perform(
        &mut self,
        trigger: &TriggerOf<G>,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        let mut env = watched(&mut self.rules, again(&mut observer));
        match self.chart.send_checked(&mut self.flow, &mut env, trigger) {
            Ok(Answer::Taken) => {
                self.watch_clock();
                Ok(())
            }
            Ok(Answer::Refused(why)) => {
                self.broken = true;
                Err(InputError::Broken(format!(
                    "the rules passed {trigger:?}, the chart did not: {why}"
                )))
            }
            Err(runaway) => {
                self.broken = true;
                Err(InputError::Broken(runaway.to_string()))
            }
        }
    }

    /// Lets time pass up to an instant: what falls due happens at its own instant, and for a seat
    /// whose turn clock runs out the match acts. More than a [year](LONGEST_WAIT) is refused.
    #[inline]
    pub fn advance_to(&mut self, instant: Millis) -> Result<(), InputError<G>> {
        self.advance_with(instant, None)
    }

    /// The same with an observer.
    pub fn advance_observed(
        &mut self,
        instant: Millis,
        observer: &mut dyn Observer,
    ) -> Result<(), InputError<G>> {
        self.advance_with(instant, Some(observer))
    }

    #[inline]
    fn advance_with(
        &mut self,
        instant: Millis,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        if self.broken {
            return Err(InputError::Broken("it failed before".to_owned()));
        }
        if instant - self.now() > LONGEST_WAIT {
            return Err(InputError::TooFar);
        }
        self.note_wait(instant);
        if self.next_due().is_some_and(|due| due <= instant) {
            self.fire_until(instant, again(&mut observer))?;
        }
        // An input at the present instant finds the flow as it is; asking it again costs as much as a step.
        if instant > self.now() { self.move_flow(instant, observer) } else { Ok(()) }
    }

    /// Remembers that time has passed, before a replay would see more than a year between inputs.
    #[inline]
    fn note_wait(&mut self, instant: Millis) {
        if let Some(record) = &mut self.record
            && instant - record.since > LONGEST_WAIT
        {
            record.since = self.flow.now();
            record.inputs.push(Input { at: record.since, by: By::Host, act: Act::Wait });
        }
    }

    #[inline(never)]
    fn fire_until(
        &mut self,
        instant: Millis,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        while let Some(due) = self.next_due().filter(|due| *due <= instant) {
            self.fire(due, again(&mut observer))?;
        }
        Ok(())
    }

    /// Lets happen what is due next. The flow's own timers come before the turn clocks of the same
    /// instant.
    #[inline]
    fn fire(&mut self, due: Millis, mut observer: Watching<'_>) -> Result<(), InputError<G>> {
        let is_flow = self.chart.next_due(&self.flow).is_some_and(|flow| flow <= due);
        self.move_flow(due, again(&mut observer))?;
        if is_flow {
            self.watch_clock();
            Ok(())
        } else {
            self.run_out(observer)
        }
    }

    /// Lets happen what is due next, at its instant, if that is not later than this one. The rest of
    /// what is due by then waits: whoever calls this keeps the order of other timers too.
    pub(crate) fn fire_next(&mut self, instant: Millis) -> Result<(), InputError<G>> {
        let Some(due) = self.next_due().filter(|due| *due <= instant) else {
            return self.advance_to(instant);
        };
        if due > self.now() {
            // Nothing is due until then.
            self.advance_to(due - Millis(1))?;
        }
        self.note_wait(due);
        self.fire(due, None)
    }

    #[inline]
    fn move_flow(
        &mut self,
        instant: Millis,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        let mut env = watched(&mut self.rules, again(&mut observer));
        self.chart.advance_to(&mut self.flow, &mut env, instant).map_err(|runaway| {
            self.broken = true;
            InputError::Broken(runaway.to_string())
        })?;
        Ok(())
    }

    /// The turn clock ran out: the match acts for the seat, or tells the game that time is up.
    fn run_out(&mut self, observer: Watching<'_>) -> Result<(), InputError<G>> {
        let Some(seat) = self.clocks.take_first() else { return Ok(()) };
        match self.time_out(seat) {
            Some((_, _, trigger)) => self.perform(&trigger, observer),
            None => Ok(()),
        }
    }

    /// What happens when the clock of a seat runs out: in whose name, what, and what the chart is
    /// told.
    pub(crate) fn time_out(&self, seat: Seat) -> Option<(By, G::Action, TriggerOf<G>)> {
        let action = G::default_action(self.position(), seat)?;
        let may = |by: By| Some((by, G::check(self.position(), by, &action).ok()?));
        let (by, trigger) = may(By::Seat(seat)).or_else(|| may(By::Host))?;
        Some((by, action, trigger))
    }

    pub(crate) fn watch_clock(&mut self) {
        self.step = self.step.wrapping_add(1);
        let asked = G::turn_clocks(self.position());
        self.clocks.follow(&asked, self.now());
    }

    /// When the next timer or turn clock runs out.
    #[inline]
    pub fn next_due(&self) -> Option<Millis> {
        let flow = self.chart.next_due(&self.flow);
        match self.clocks.deadline() {
            None => flow,
            Some(deadline) => Some(flow.map_or(deadline, |due| due.min(deadline))),
        }
    }

    /// What is due next, as it is known in the order of arming.
    pub(crate) fn next_timer(&self) -> Option<MatchTimer> {
        let due = self.next_due()?;
        match self.chart.next_timer(&self.flow).filter(|timer| timer.0 <= due) {
            Some((_, place)) => Some(MatchTimer::Flow(place)),
            None => self.clocks.first_due().map(MatchTimer::clock),
        }
    }

    /// How many timers the flow has armed so far.
    pub(crate) fn timers_armed(&self) -> u64 {
        self.chart.timers_armed(&self.flow)
    }

    /// All that is due some time: the flow's timers in the order in which they were armed, then the
    /// turn clocks.
    pub(crate) fn timers(&self) -> Vec<MatchTimer> {
        let mut places: Vec<u64> =
            self.chart.timers(&self.flow).into_iter().map(|timer| timer.1).collect();
        places.sort_unstable();
        let clocks = self.clocks.iter().filter(|clock| clock.deadline.is_some());
        let flow = places.into_iter().map(MatchTimer::Flow);
        flow.chain(clocks.map(MatchTimer::clock)).collect()
    }

    /// Moves the clock on until a seat is asked, the match is over, or nothing more can happen, and
    /// tells who is asked. The same rules run; only the waiting is left out.
    #[inline]
    pub fn skip_waits(&mut self) -> Result<SeatSet, InputError<G>> {
        loop {
            let asked = self.to_act();
            if !asked.is_empty() || self.outcome().is_some() {
                return Ok(asked);
            }
            let Some(due) = self.chart.next_due(&self.flow) else { return Ok(asked) };
            self.skip_to(due.max(self.now()))?;
        }
    }

    /// Fires what the flow has due next. Nothing else is looked at unless it has to be: simulations
    /// do this as often as anything.
    #[inline]
    fn skip_to(&mut self, due: Millis) -> Result<(), InputError<G>> {
        let comes_first = |clocks: &Clocks| clocks.deadline().is_none_or(|clock| clock > due);
        let is_plain = self.record.is_none() && !self.broken && comes_first(&self.clocks);
        if !is_plain || due - self.now() > LONGEST_WAIT {
            return self.advance_to(due);
        }
        self.move_flow(due, None)?;
        self.watch_clock();
        if comes_first(&self.clocks) { Ok(()) } else { self.advance_to(due) }
    }

    fn checkpoint(&mut self, by: By) {
        let wanted = |record: &Record<G>| record.setup.undo && matches!(by, By::Seat(_));
        if self.record.as_deref().is_some_and(wanted) {
            let copy = self.fork();
            if let Some(record) = &mut self.record {
                if record.checkpoints.len() == MOST_UNDOS {
                    record.checkpoints.pop_front();
                }
                record.checkpoints.push_back(copy);
            }
        }
    }

    /// Whether actions can be taken back in this match.
    pub(crate) fn allows_undo(&self) -> bool {
        self.record.as_ref().is_some_and(|record| record.setup.undo)
    }

    /// How many actions can be taken back now.
    pub fn undo_depth(&self) -> usize {
        self.record.as_ref().map_or(0, |record| record.checkpoints.len())
    }

    /// The match as it was before the last so many actions of seats, if they can be taken back.
    pub(crate) fn before_last(&self, count: usize) -> Option<&Self> {
        let checkpoints = &self.record.as_ref()?.checkpoints;
        checkpoints.get(checkpoints.len().checked_sub(count)?)
    }

    /// Whether another match is in the same position, with the same dice, timers and clocks. How many
    /// steps it took to get there does not count.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let (Ok(one), Ok(other)) = (self.moment(), other.moment()) else { return false };
        one == SavedMoment { step: one.step, ..other }
    }

    /// Forgets the inputs after the first so many, without which the match would be [like](Self::is_like)
    /// this other one. Says whether it has: some are needed to tell that time has passed.
    pub(crate) fn forget_inputs(&mut self, count: usize, without: &Self) -> bool {
        let now = self.now();
        let Some(record) = &mut self.record else { return false };
        let since = count.checked_sub(1).and_then(|last| record.inputs.get(last));
        let since = since.map_or(Millis::ZERO, |input| input.at);
        // After an action was taken back time has gone back too.
        if now - since > LONGEST_WAIT || since > now {
            return false;
        }
        record.inputs.truncate(count);
        record.since = since;
        // As a replay counts them.
        self.step = without.step;
        true
    }

    /// Takes the last action of a seat back. Time goes back with it.
    fn undo(&mut self, input: Input<G::Action>) -> Result<(), InputError<G>> {
        let record = self.record.as_mut().ok_or(InputError::NothingToUndo)?;
        let before = record.checkpoints.pop_back().ok_or(InputError::NothingToUndo)?;
        record.inputs.push(input);
        let Self { rules, flow, clocks, .. } = before;
        // Events that were told stay told: clients draw the match anew after an undo.
        let recorder = self.rules.recorder.as_ref().map(|_| vec![]);
        self.rules = RuleContext { recorder, ..rules };
        (self.flow, self.clocks) = (flow, clocks);
        if let Some(record) = &mut self.record {
            record.since = self.flow.now();
        }
        // Questions asked again are new questions.
        self.step = self.step.wrapping_add(1);
        Ok(())
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
        let viewer = match viewer {
            Viewer::Seat(seat) if !self.has(seat) => Viewer::Public,
            viewer => viewer,
        };
        G::view(self.position(), viewer)
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
            .field("table", &self.rules)
            .field("flow", &self.flow)
            .field("clocks", &self.clocks)
            .field("broken", &self.broken)
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}
