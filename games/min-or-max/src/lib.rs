//! Min or Max: land the shared score exactly on a threshold, and never push it past one.
//!
//! Specification: `docs/specs/min-or-max.md`, rules `MM-…`. Read `flow` (when), then `rules` (what),
//! then [`Event`] (what happened), then [`View`] (who sees it).
//!
//! ```
//! use croupier_kit::cards::{Dice, Seed};
//! use croupier_kit::game::Game;
//! use croupier_kit::matches::{Match, Setup};
//! use min_or_max::MinOrMax;
//!
//! let mut game = Match::<MinOrMax>::new(Setup::new(2, Seed::from_number(7)))?;
//! let mut dice = Dice::new(Seed::from_number(8));
//! loop {
//!     game.skip_waits()?;
//!     let Some(seat) = game.to_act().lowest() else { break };
//!     let action = MinOrMax::random_action(game.position(), seat, &mut dice);
//!     game.act(seat, action.expect("a seat that is asked can act"))?;
//! }
//! let outcome = game.outcome().expect("nobody is asked, so it is over");
//! assert_eq!(outcome.reason, "cannot_beat");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not included: the lobby, results, rematches, reactions and connections. Those belong to the
//! room, which all games share (MM-86).

mod action;
mod board;
mod cards;
mod check;
mod effect;
mod ending;
mod events;
mod flow;
mod fold;
mod invariants;
mod legal;
mod log;
mod memory;
mod options;
mod played;
mod policy;
mod preview;
mod prompt;
mod reject;
mod resample;
mod rules;
mod scenario;
mod state;
mod stats;
mod view;
mod wheel;

use croupier_chart::run::Chart;
use croupier_kit::cards::Dice;
use croupier_kit::game::{
    By, Checked, Choice, Game, InvariantError, Observation, OptionDescription, OptionsError,
    Outcome, Position, Preset, Prompt, Seat, SeatKind, SeatSet, Standing, TurnClock, Viewer,
};
use serde_json::Value;

pub use action::Action;
pub use cards::{ACE_VALUES, Cards, Dealt, beats, fresh_deck, is_ace, is_number, value};
pub use effect::{DeclaredEffect, Slay};
pub use ending::{Ending, Reason};
pub use events::Event;
pub use flow::{
    Flow, FlowState, On, Parts, Playing, Setup, SetupOn, SetupTrigger, Trigger, Turn, flow_state,
    playing_chart, setup_chart, turn,
};
pub use memory::{KnownHand, Memory};
pub use options::Options;
pub use played::Played;
pub use policy::heuristic_action;
pub use preview::{CardPreview, PreviewResult, ScorePreview};
pub use reject::Reject;
pub use state::{State, ValidCards};
pub use stats::{SeatStats, Stats};
pub use view::{PlayerSeen, ResultSeen, TurnSeen, View};
pub use wheel::{Angle, AngleError, Band, Force, Mode, Spin};

/// The maximum number of players.
pub const PLAYERS: usize = 4;

/// The rules of Min or Max.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinOrMax;

impl Game for MinOrMax {
    const ID: &'static str = "min-or-max";
    const NAME: &'static str = "Min or Max";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, PLAYERS);
    const LENGTH_UNIT: &'static str = "turns";
    const STAGES: &'static [&'static str] = &["setup", "playing"];

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

    fn check_options(options: &Options, seats: usize) -> Result<(), OptionsError> {
        options.check(seats)
    }

    fn describe_options() -> Vec<OptionDescription> {
        Options::describe()
    }

    fn flow(options: &Options) -> &'static Chart<Flow> {
        flow::chart(options)
    }

    fn new(options: &Options, _: &[SeatKind]) -> State {
        State::new(options)
    }

    /// MM-20, MM-79: commands that only the system may give.
    fn is_internal(options: &Options, action: &Action) -> bool {
        check::is_internal(*action, options)
    }

    #[inline]
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        check::check(at, by, *action)
    }

    #[inline]
    fn listed_trigger(at: Position<'_, Self>, seat: Seat, action: &Action) -> Checked<Self> {
        check::listed_trigger(at, seat, *action)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // Measured: callers know the event's kind, so one arm remains.
    fn fold(state: &mut State, event: &Event) {
        state.fold(event);
    }

    #[inline]
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if flow_state(at.flow).is_asking() {
            SeatSet::of(at.state.current)
        } else {
            SeatSet::NOBODY
        }
    }

    #[inline]
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        legal::legal_actions(at, seat, actions);
    }

    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        prompt::prompt(at, seat)
    }

    fn describe_action(at: Position<'_, Self>, seat: Seat, action: Action) -> Choice<Action> {
        prompt::describe_action(at, seat, action)
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        View::of(at, viewer)
    }

    /// The active state is public.
    fn shown_state<'a>(
        _at: Position<'_, Self>,
        _viewer: Viewer,
        _machine: &str,
        path: &'a str,
    ) -> Option<&'a str> {
        Some(path)
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        events::event_for(event, viewer)
    }

    fn is_logged(event: &Event) -> bool {
        events::is_logged(event)
    }

    /// MM-77: the hands and the statistics of the entry `GameOver`.
    fn results(at: Position<'_, Self>) -> Value {
        View::of(at, Viewer::Public).results()
    }

    fn remember(memory: &mut Memory, seat: Seat, event: &Event) {
        memory.remember(seat, event);
    }

    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        resample::resample(observation, dice)
    }

    /// MM-44, MM-81. As scores: 1 for a win, -1 for a loss, 0 for a survivor.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let Ending { winner, losers, reason, .. } = at.state.ending?;
        let score = |seat: Seat| i32::from(winner == Some(seat)) - i32::from(losers.contains(seat));
        let winners = winner.map_or(SeatSet::NOBODY, SeatSet::of);
        let scores = Seat::first(at.seats.len()).map(score);
        Some(Outcome::new(reason.as_str(), winners, scores).with_losers(losers))
    }

    /// MM-81: the scores are values for search, and nobody is ranked beyond winners and losers.
    fn standing(_: &Outcome) -> Standing {
        Standing::default()
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        invariants::check(at)
    }

    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Action> {
        legal::default_action(at, seat)
    }

    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Action> {
        legal::random_action(at, seat, dice)
    }

    fn stage(at: Position<'_, Self>) -> usize {
        usize::from(!flow_state(at.flow).is_setup())
    }

    fn length(at: Position<'_, Self>) -> Option<u32> {
        Some(at.state.stats.turns)
    }

    /// MM-22: starts with the turn and is stopped while the wheel turns.
    #[inline]
    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let limit = at.options.turn_ms?;
        let turn = turn(at.flow)?;
        let held = flow_state(at.flow) == FlowState::SpinningWheel;
        Some(TurnClock { seat: at.state.current, turn: turn.seq, limit, held })
    }
}
