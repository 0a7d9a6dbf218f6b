//! What a game's functions are given: a moment to read, what a seat knows of it, and what rules work on.

use std::fmt;
use std::sync::Arc;

use croupier_chart::run::Snapshot;

use crate::cards::{Dice, Pile};
use crate::game::{By, Game, MAX_SEATS, Prompt, Seat, SeatKind};
use crate::text::TextLine;

/// A match at one moment, for reading: the cards, the options and the state of the flow.
pub struct Position<'a, G: Game> {
    /// Cards and counters.
    pub state: &'a G::State,
    /// What was chosen before the deal.
    pub options: &'a G::Options,
    /// The state of the flow. It holds no cards and no dice, so everybody may know it.
    pub flow: &'a Snapshot<G::Flow>,
    /// Who sits where.
    pub seats: &'a [SeatKind],
}

// Derived, both would ask that states can be copied; references always can.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<G: Game> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Position<'_, G> {}

impl<'a, G: Game> Position<'a, G> {
    /// What a seat knows here, given what it sees and remembers. Nothing of the state is in it.
    pub fn observed_by(
        self,
        seat: Seat,
        view: &'a G::View,
        memory: &'a G::Memory,
    ) -> Observation<'a, G> {
        let Self { options, flow, seats, .. } = self;
        Observation { seat, view, memory, options, flow, seats }
    }

    /// A prompt to pick one of the seat's [legal actions](Game::legal_actions), if there are any: for
    /// [`Game::prompt`].
    pub fn pick(
        self,
        seat: Seat,
        message: impl Into<String>,
        sentence: TextLine,
    ) -> Option<Prompt<G::Action>> {
        let mut actions = vec![];
        G::legal_actions(self, seat, &mut actions);
        let choices = actions.into_iter().map(|action| G::describe_action(self, seat, action));
        let prompt = Prompt::new(message, sentence, choices);
        (!prompt.choices.is_empty()).then_some(prompt)
    }

    /// The seat that acts, if it is [to act](Game::to_act): what most games check first.
    pub fn asked(self, by: By) -> Option<Seat> {
        match by {
            By::Seat(seat) if G::to_act(self).contains(seat) => Some(seat),
            _ => None,
        }
    }
}

/// What a seat knows of a match: what it sees, what it remembers, and what everybody knows.
///
/// There is no state in it, so a bot that gets only this cannot cheat.
pub struct Observation<'a, G: Game> {
    /// Whose knowledge it is.
    pub seat: Seat,
    /// What the seat sees.
    pub view: &'a G::View,
    /// What it remembers beyond that.
    pub memory: &'a G::Memory,
    /// What was chosen before the deal.
    pub options: &'a G::Options,
    /// The state of the flow.
    pub flow: &'a Snapshot<G::Flow>,
    /// Who sits where.
    pub seats: &'a [SeatKind],
}

#[allow(clippy::expl_impl_clone_on_copy)] // As above.
impl<G: Game> Clone for Observation<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Observation<'_, G> {}

impl<G: Game> Observation<'_, G> {
    /// An owned copy, which can be moved to another thread.
    pub fn to_owned(self) -> OwnedObservation<G> {
        OwnedObservation {
            seat: self.seat,
            view: self.view.clone(),
            memory: self.memory.clone(),
            options: self.options.clone(),
            flow: self.flow.clone(),
            seats: self.seats.to_vec(),
        }
    }
}

/// An [`Observation`] that owns what it is made of.
pub struct OwnedObservation<G: Game> {
    seat: Seat,
    view: G::View,
    memory: G::Memory,
    options: G::Options,
    flow: Snapshot<G::Flow>,
    seats: Vec<SeatKind>,
}

impl<G: Game> OwnedObservation<G> {
    /// What the seat knows, to think with.
    pub fn get(&self) -> Observation<'_, G> {
        let Self { seat, view, memory, options, flow, seats } = self;
        Observation { seat: *seat, view, memory, options, flow, seats }
    }
}

impl<G: Game> fmt::Debug for OwnedObservation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedObservation")
            .field("seat", &self.seat)
            .field("view", &self.view)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// What a game's chart is lent: the cards, the dice and the recorder.
pub struct RuleContext<G: Game> {
    /// Cards and counters. Rules read them; events change them.
    pub state: G::State,
    /// What was chosen before the deal.
    pub options: Arc<G::Options>,
    /// Who sits where.
    pub seats: Pile<SeatKind, MAX_SEATS>,
    /// The dice.
    pub dice: Dice,
    pub(crate) recorder: Option<Vec<G::Event>>,
}

impl<G: Game> RuleContext<G> {
    /// One without a match around it: for a chart that is tried out alone. Nothing is recorded.
    pub fn new(
        state: G::State,
        options: impl Into<Arc<G::Options>>,
        seats: &[SeatKind],
        dice: Dice,
    ) -> Self {
        let seats = seats.iter().copied().collect();
        Self { state, options: options.into(), seats, dice, recorder: None }
    }

    /// The same, recording from now on.
    #[must_use]
    pub fn recording(self) -> Self {
        Self { recorder: Some(vec![]), ..self }
    }

    /// What happened since this was last asked. Empty if nothing is recorded.
    pub fn take_events(&mut self) -> Vec<G::Event> {
        self.recorder.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether anyone will read what happens. If not, what an event holds for readers alone, and not
    /// for its fold, can be left out.
    #[inline]
    pub fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Emits an event: it is folded into the state at once, and recorded if anyone will read it.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Measured: an event that is not recorded must cost its fold only.
    pub fn emit(&mut self, event: G::Event) {
        G::fold(&mut self.state, &event);
        if let Some(events) = &mut self.recorder {
            events.push(event);
        }
    }
}

impl<G: Game> RuleContext<G> {
    /// A copy that records nothing, and has nothing recorded.
    pub(crate) fn unrecorded(&self) -> Self {
        Self {
            state: self.state.clone(),
            options: Arc::clone(&self.options),
            seats: self.seats,
            dice: self.dice.clone(),
            recorder: None,
        }
    }
}

impl<G: Game> Clone for RuleContext<G> {
    fn clone(&self) -> Self {
        Self { recorder: self.recorder.clone(), ..self.unrecorded() }
    }
}

impl<G: Game> PartialEq for RuleContext<G> {
    fn eq(&self, other: &Self) -> bool {
        let Self { state, options, seats, dice, recorder } = self;
        *state == other.state
            && *options == other.options
            && *seats == other.seats
            && *dice == other.dice
            && *recorder == other.recorder
    }
}

impl<G: Game> fmt::Debug for RuleContext<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleContext")
            .field("state", &self.state)
            .field("options", &self.options)
            .field("seats", &self.seats)
            .field("dice", &self.dice)
            .field("recorder", &self.recorder)
            .finish()
    }
}

// Derived, these would ask for `G::Flow: Debug`.
impl<G: Game> fmt::Debug for Position<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("state", self.state)
            .field("options", self.options)
            .field("flow", self.flow)
            .field("seats", &self.seats)
            .finish()
    }
}

impl<G: Game> fmt::Debug for Observation<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation")
            .field("seat", &self.seat)
            .field("view", self.view)
            .field("memory", self.memory)
            .field("options", self.options)
            .field("flow", self.flow)
            .field("seats", &self.seats)
            .finish()
    }
}
