//! Data War: War with 66 cards. A third of them have effects, and three Launch Stacks win.
//!
//! Spec: `docs/specs/data-war.md`, rules `DW-…`. Read `flow` (when), then `rules` and
//! `effects` (what), then `events` (what happened), then `view` (who sees it).
//!
//! ```
//! use croupier_kit::cards::{Dice, Seed};
//! use croupier_kit::game::Game;
//! use croupier_kit::matches::{Match, Setup};
//! use data_war::{DataWar, Options};
//!
//! let bench = DataWar::presets().into_iter().find(|preset| preset.name == "bench");
//! let mut setup = Setup::<DataWar>::new(2, Seed::from_number(1));
//! setup.options = bench.map_or_else(Options::default, |preset| preset.options);
//! let (mut game, mut dice) = (Match::unrecorded(&setup)?, Dice::new(Seed::from_number(2)));
//! while game.outcome().is_none() {
//!     game.skip_waits()?;
//!     for seat in game.to_act().iter() {
//!         if let Some(action) = DataWar::random_action(game.position(), seat, &mut dice) {
//!             game.act(seat, action)?;
//!         }
//!     }
//! }
//! # Ok::<(), croupier_kit::game::Error>(())
//! ```
//!
//! # Pause (DW-40)
//!
//! Pausing is up to the room: a match advances only when it is told the time, so a room pauses by
//! not telling it, and every delay keeps its remaining time. While paused, the room answers
//! `paused` to everything but [`Action::works_while_paused`].
//!
//! # What is deliberately missing
//!
//! Screens. Menus, animations and sounds belong to the client (DW-170); the chart only defines how
//! long they last.

pub mod action;
mod board;
pub mod cards;
mod check;
pub mod deck;
mod effects;
pub mod events;
pub mod exact;
pub mod flow;
mod fold;
mod invariants;
mod legal;
mod log;
pub mod memory;
mod names;
pub mod options;
mod policy;
mod prompt;
mod reject;
mod resample;
pub mod rules;
mod scenario;
pub mod screen;
pub mod state;
pub mod strategy;
pub mod view;

use croupier_chart::run::Chart;
use croupier_kit::cards::Dice;
use croupier_kit::game::{
    By, Checked, Choice, Filled, Game, InvariantError, Observation, OptionDescription,
    OptionsError, Outcome, Position, Preset, Prompt, Seat, SeatKind, SeatSet, Standing, Viewer,
};

use action::FlowEvent;
use options::{DataGrab, Delays, Pacing};

pub use action::Action;
pub use cards::CardId;
pub use events::Event;
pub use flow::{Flow, Trigger};
pub use memory::Memory;
pub use options::Options;
pub use reject::Reject;
pub use state::State;
pub use view::View;

/// The rules of Data War.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DataWar;

impl Game for DataWar {
    const ID: &'static str = "data-war";
    const NAME: &'static str = "Data War";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 2);
    const LENGTH_UNIT: &'static str = "turns";
    const HAS_HOUSE: bool = true;

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = Memory;
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        let preset = |name, about, options| Preset { name, about, options };
        let classic = Options::default;
        let release =
            Options { data_grab: DataGrab::Scramble, owyw_in_war: true, ..Options::default() };
        let network = Options { pacing: Pacing::Network, ..Options::default() };
        let headless = Options { pacing: Pacing::Headless, ..Options::default() };
        let bench = Options { delays: Delays::NONE, ..headless.clone() };
        vec![
            preset("classic", "the rules as they are written, at one screen", classic()),
            preset("release", "falling cards to grab, and opens inside wars", release),
            preset("network", "a server owns the clock and goes on without the silent", network),
            preset("headless", "a virtual clock, and nothing to look at", headless),
            preset("bench", "headless, and nothing takes any time", bench),
        ]
    }

    fn check_options(options: &Options, _seats: usize) -> Result<(), OptionsError> {
        options.check().map_err(|bad| bad.to_string().into())
    }

    fn describe_options() -> Vec<OptionDescription> {
        Options::describe()
    }

    fn flow(_options: &Options) -> &'static Chart<Flow> {
        flow::chart()
    }

    fn new(_options: &Options, seats: &[SeatKind]) -> State {
        State::new(seats)
    }

    /// DW-38, DW-39: only a person at a local screen sees the set-up screens; other matches skip
    /// them.
    fn opening(options: &Options, seats: &[SeatKind]) -> Vec<Action> {
        if options.pacing == Pacing::Local && seats.contains(&SeatKind::Person) {
            return vec![];
        }
        vec![Action::Event(FlowEvent::SkipToGame)]
    }

    /// DW-41, DW-42: actions of the host. In a room they are the internal events of MM-79.
    fn is_internal(_: &Options, action: &Action) -> bool {
        action.is_hosts()
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
    #[allow(clippy::inline_always)] // See `State::apply`.
    fn fold(state: &mut State, event: &Event) {
        state.apply(event);
    }

    #[inline]
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        legal::to_act(at)
    }

    #[inline]
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        legal::legal_actions(at, seat, actions);
    }

    fn offers(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        legal::offers(at, seat, actions);
    }

    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        prompt::prompt(at, seat)
    }

    fn compose(at: Position<'_, Self>, seat: Seat, filled: &Filled) -> Option<Action> {
        prompt::compose(at, seat, filled)
    }

    fn describe_action(at: Position<'_, Self>, seat: Seat, action: Action) -> Choice<Action> {
        prompt::describe_action(at, seat, action)
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        view::view(at, viewer)
    }

    /// The active state is public (DW-150).
    fn shown_state<'a>(
        _at: Position<'_, Self>,
        _viewer: Viewer,
        _machine: &str,
        path: &'a str,
    ) -> Option<&'a str> {
        Some(path)
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(events::event_for(event, viewer))
    }

    fn remember(memory: &mut Memory, _seat: Seat, event: &Event) {
        memory.remember(event);
    }

    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        resample::resample(observation.view, observation.memory, observation.options, dice)
    }

    /// The scores are the numbers of collected stacks.
    #[inline]
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        // While the results of a scramble are shown, and after a return to `welcome`, the match
        // goes on.
        at.state.ending.filter(|_| at.flow.is_done()).map(|ending| ending.outcome())
    }

    fn standing(_: &Outcome) -> Standing {
        Standing::scores("Launch stacks")
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        invariants::check(at)
    }

    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Action> {
        legal::default_action(at, seat)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // See `legal::random_action`.
    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Action> {
        legal::random_action(at, seat, dice)
    }

    /// DW-39: with several persons the server controls the pace. One person against the house or a
    /// bot keeps the chosen pacing.
    fn served(options: Options, seats: &[SeatKind]) -> Options {
        let persons = seats.iter().filter(|kind| **kind == SeatKind::Person).count();
        if persons > 1 { Options { pacing: Pacing::Network, ..options } } else { options }
    }

    /// DW-42, MM-70: the room reports who is connected, whether person or bot.
    fn seat_changed(
        _: Position<'_, Self>,
        seat: Seat,
        _: SeatKind,
        connected: bool,
    ) -> Option<Action> {
        Some(Action::SeatChanged { seat, person: true, connected })
    }

    /// DW-40: what is accepted during a pause.
    fn works_while_paused(action: &Action) -> bool {
        action.works_while_paused()
    }

    /// The length in turns.
    fn length(at: Position<'_, Self>) -> Option<u32> {
        Some(at.state.turns_completed)
    }
}
