//! Innovation: 105 cards through ten ages.
//!
//! Specification: `docs/specs/innovation.md`, rules `IN-…`; effects in `innovation-effects.md`.
//! Read `flow` (when), then `rules` and `dogma` (what), then [`effects`] (the cards), then
//! [`Event`] (what happened), then [`View`] (who sees it).
//!
//! ```
//! use croupier_kit::cards::{Dice, Seed};
//! use croupier_kit::game::Game;
//! use croupier_kit::matches::{Match, Setup};
//! use innovation::Innovation;
//!
//! let mut game = Match::<Innovation>::new(Setup::new(2, Seed::from_number(7)))?;
//! let mut dice = Dice::new(Seed::from_number(8));
//! while let Some(seat) = game.to_act().lowest() {
//!     let action = Innovation::random_action(game.position(), seat, &mut dice);
//!     game.act(seat, action.expect("a seat that is asked can act"))?;
//! }
//! let outcome = game.outcome().expect("nobody is asked, so it is over");
//! assert!(["achievements", "score", "effect"].contains(&&*outcome.reason));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not included: other editions, team play (IN-176), and turn timers, which belong to the room.

pub mod action;
pub mod answers;
mod board;
pub mod cards;
mod check;
pub mod choice;
mod dogma;
pub mod effects;
mod event_for;
pub mod events;
pub mod flow;
pub mod fold;
pub mod invariants;
mod legal;
mod log;
mod memory;
mod mover;
mod options;
mod policy;
mod prompt;
mod reject;
mod resample;
mod rules;
pub mod save;
mod scenario;
pub mod set;
pub mod state;
mod text;
pub mod view;
pub mod world;
pub mod zones;

use croupier_chart::run::Chart;
use croupier_kit::cards::Dice;
use croupier_kit::game::{
    By, Checked, Features, Filled, Game, InvariantError, Observation, OptionDescription,
    OptionsError, Outcome, Position, Preset, Prompt, Seat, SeatKind, SeatSet, Standing, TurnClock,
    TurnClocks, Viewer,
};

use flow::FLOW;
use zones::PLAYERS;

pub use action::Action;
pub use cards::{Card, Colour};
pub use events::Event;
pub use flow::{Flow, Trigger};
pub use memory::Memory;
pub use options::Options;
pub use reject::Reject;
pub use state::State;
pub use view::View;

/// The rules of Innovation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Innovation;

impl Game for Innovation {
    const ID: &'static str = "innovation";
    const NAME: &'static str = "Innovation";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, PLAYERS);
    const LENGTH_UNIT: &'static str = "turns";

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = Memory;
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        Options::presets()
    }

    fn check_options(options: &Options, _: usize) -> Result<(), OptionsError> {
        options.check()
    }

    fn describe_options() -> Vec<OptionDescription> {
        Options::describe()
    }

    fn flow(_: &Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    fn new(options: &Options, seats: &[SeatKind]) -> State {
        State::new(options, seats.len())
    }

    #[inline]
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        check::check(at, by, action)
    }

    #[inline]
    fn listed_trigger(at: Position<'_, Self>, seat: Seat, action: &Action) -> Checked<Self> {
        check::listed_trigger(at, seat, action)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // Callers know the event's kind, so one arm remains.
    fn fold(state: &mut State, event: &Event) {
        fold::fold(state, event);
    }

    #[inline]
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        let state = at.state;
        if state.ending.is_some() {
            SeatSet::NOBODY
        } else if let Some(choice) = state.pending {
            SeatSet::of(choice.player)
        } else if state.is_setup() {
            state.choices().map(|choice| choice.player).collect()
        } else {
            SeatSet::of(state.turn)
        }
    }

    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        legal::legal_actions(at, seat, actions);
    }

    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        prompt::prompt(at, seat)
    }

    fn compose(at: Position<'_, Self>, seat: Seat, filled: &Filled) -> Option<Action> {
        prompt::compose(at, seat, filled)
    }

    fn describe_action(
        at: Position<'_, Self>,
        seat: Seat,
        action: Action,
    ) -> croupier_kit::game::Choice<Action> {
        prompt::describe_action(at, seat, action)
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        View::of(at, viewer)
    }

    /// The phase is public, and so is who has chosen a starting card. No state reveals which card
    /// it is.
    fn shown_state<'a>(
        _at: Position<'_, Self>,
        _viewer: Viewer,
        _machine: &str,
        path: &'a str,
    ) -> Option<&'a str> {
        Some(path)
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event_for::event_for(event, viewer))
    }

    fn remember(memory: &mut Memory, _: Seat, event: &Event) {
        memory.remember(event);
    }

    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        resample::resample(observation, dice)
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let ending = at.state.ending?;
        let points = |seat| i32::from(at.state.world.points(seat));
        let scores = at.state.seats().map(points);
        Some(Outcome::new(ending.condition.as_str(), ending.winners, scores))
    }

    /// Points rank the players only where they decide (IN-78).
    fn standing(outcome: &Outcome) -> Standing {
        if outcome.reason == state::Condition::Score.as_str() {
            Standing::most("Points", outcome)
        } else {
            Standing::scores("Points")
        }
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        invariants::check(at)
    }

    /// IN-99: every decision is timed. At the start all choose at once, and nobody's time depends
    /// on who has already chosen.
    fn turn_clocks(at: Position<'_, Self>) -> TurnClocks {
        let Some(limit) = at.options.turn_ms else { return None.into() };
        let turn = if at.state.is_setup() { 0 } else { at.state.next_event };
        let clock = |seat| TurnClock { seat, turn, limit, held: false };
        Self::to_act(at).iter().map(clock).collect()
    }

    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Action> {
        legal::random_action(at, seat, dice)
    }

    fn features() -> Features {
        Features { title: "cards activated", names: Card::all().map(Card::name).collect() }
    }

    fn feature(action: &Action) -> Option<usize> {
        let Action::Dogma { card } = action else { return None };
        card.card().map(Card::index)
    }

    fn length(at: Position<'_, Self>) -> Option<u32> {
        Some(at.state.turns)
    }
}
