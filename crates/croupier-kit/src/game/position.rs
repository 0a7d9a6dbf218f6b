//! The arguments of a game's functions: a position to read, what a seat knows, and what rules
//! change.

use std::fmt;
use std::sync::Arc;

use croupier_chart::run::Snapshot;

use crate::cards::{Dice, Pile};
use crate::game::{By, Game, MAX_SEATS, Prompt, Seat, SeatKind};
use crate::text::TextLine;

/// A match at one moment, read-only: the cards, the options and the state of the flow.
pub struct Position<'a, G: Game> {
    /// Cards and counters, hidden ones included.
    pub state: &'a G::State,
    /// The options of the match.
    pub options: &'a G::Options,
    /// The state of the flow. It contains no cards and no dice, so everybody may know it.
    pub flow: &'a Snapshot<G::Flow>,
    /// Who plays each seat.
    pub seats: &'a [SeatKind],
}

// Derived implementations would require `G::State: Copy` and the like; references can always be
// copied.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<G: Game> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Position<'_, G> {}

impl<'a, G: Game> Position<'a, G> {
    /// What a seat knows here, given its view and its memory. It contains nothing of the state.
    pub fn observed_by(
        self,
        seat: Seat,
        view: &'a G::View,
        memory: &'a G::Memory,
    ) -> Observation<'a, G> {
        let Self { options, flow, seats, .. } = self;
        Observation { seat, view, memory, options, flow, seats }
    }

    /// A prompt to pick one of the seat's [legal actions](Game::legal_actions), if there are any.
    /// For use in [`Game::prompt`].
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

    /// The acting seat, if it is [to act](Game::to_act). This is what most games check first.
    pub fn asked(self, by: By) -> Option<Seat> {
        match by {
            By::Seat(seat) if G::to_act(self).contains(seat) => Some(seat),
            _ => None,
        }
    }
}

/// What a seat knows of a match: what it sees, what it remembers, and what everybody knows.
///
/// It contains no state, so a bot that gets only this cannot cheat.
pub struct Observation<'a, G: Game> {
    /// The seat whose knowledge this is.
    pub seat: Seat,
    /// What the seat sees.
    pub view: &'a G::View,
    /// What it remembers beyond that.
    pub memory: &'a G::Memory,
    /// The options of the match.
    pub options: &'a G::Options,
    /// The state of the flow.
    pub flow: &'a Snapshot<G::Flow>,
    /// Who plays each seat.
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

/// An [`Observation`] that owns its data.
pub struct OwnedObservation<G: Game> {
    seat: Seat,
    view: G::View,
    memory: G::Memory,
    options: G::Options,
    flow: Snapshot<G::Flow>,
    seats: Vec<SeatKind>,
}

impl<G: Game> OwnedObservation<G> {
    /// Borrows it as an [`Observation`].
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

/// What a game's chart borrows for a step: the state, the dice and the recorder.
pub struct RuleContext<G: Game> {
    /// Cards and counters. Rules only read them; they change by [emitting](Self::emit) events.
    pub state: G::State,
    /// The options of the match.
    pub options: Arc<G::Options>,
    /// Who plays each seat.
    pub seats: Pile<SeatKind, MAX_SEATS>,
    /// The source of randomness.
    pub dice: Dice,
    pub(crate) recorder: Option<Vec<G::Event>>,
}

impl<G: Game> RuleContext<G> {
    /// Creates a context without a match, to run a chart on its own. Nothing is recorded.
    pub fn new(
        state: G::State,
        options: impl Into<Arc<G::Options>>,
        seats: &[SeatKind],
        dice: Dice,
    ) -> Self {
        let seats = seats.iter().copied().collect();
        Self { state, options: options.into(), seats, dice, recorder: None }
    }

    /// Starts recording events.
    #[must_use]
    pub fn recording(self) -> Self {
        Self { recorder: Some(vec![]), ..self }
    }

    /// Takes the events recorded since the last call. Empty if nothing is recorded.
    pub fn take_events(&mut self) -> Vec<G::Event> {
        self.recorder.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether anyone will read the events. If not, data that only readers need, and not the fold,
    /// can be left out of them.
    #[inline]
    pub fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Emits an event: it is folded into the state at once, and recorded if recording is on.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Measured: an unrecorded event must cost only its fold.
    pub fn emit(&mut self, event: G::Event) {
        G::fold(&mut self.state, &event);
        if let Some(events) = &mut self.recorder {
            events.push(event);
        }
    }
}

impl<G: Game> RuleContext<G> {
    /// A copy that does not record and contains no recorded events.
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

// Derived implementations would require `G::Flow: Debug`.
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
