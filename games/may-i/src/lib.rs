//! May I?: six contracts of sets and runs, for three to eight players.
//!
//! Specification: `docs/specs/may-i.md`, rules `MI-…`. Read [`flow`] (when: four machines), then
//! `rules`, [`meld`] and `check` (what), then [`Event`] (what happened), then [`View`] (who sees it).
//!
//! ```
//! use croupier_kit::cards::{Dice, Seed};
//! use croupier_kit::game::Game;
//! use croupier_kit::matches::{Match, Setup};
//! use may_i::MayI;
//!
//! let mut game = Match::<MayI>::new(Setup::new(4, Seed::from_number(7)))?;
//! let mut dice = Dice::new(Seed::from_number(8));
//! while game.outcome().is_none() {
//!     // In the May I window a random player waits until it is asked (MI-108).
//!     let mut asked = game.to_act().iter();
//!     let (seat, action) = asked
//!         .find_map(|seat| Some((seat, MayI::random_action(game.position(), seat, &mut dice)?)))
//!         .expect("a seat can act");
//!     game.act(seat, action)?;
//! }
//! let outcome = game.outcome().expect("six rounds are over");
//! assert!(!outcome.winners.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not included: connections and rematches, which belong to the room.

mod action;
mod board;
mod cards;
mod check;
mod contract;
mod deal;
mod events;
pub mod finder;
pub mod flow;
mod fold;
mod invariants;
mod legal;
mod log;
pub mod meld;
mod memory;
mod named;
mod options;
mod player;
mod policy;
mod predefined;
mod prompt;
mod record;
mod reject;
mod resample;
mod rules;
mod save;
mod scenario;
mod shelf;
mod state;
mod view;

use croupier_chart::run::Chart;
use croupier_kit::Millis;
use croupier_kit::cards::Dice;
use croupier_kit::game::{
    By, Checked, Choice, Filled, Game, InvariantError, Observation, OptionDescription,
    OptionsError, Outcome, Position, Preset, Prompt, Seat, SeatKind, SeatSet, Standing, TurnClock,
    Viewer,
};

pub use action::Action;
pub use cards::{Card, Face, Natural, deck};
pub use contract::{Contract, MeldKind, Proposal, Terms};
pub use events::{Event, LaidMeld, WentOutBy};
pub use flow::{FlowState, flow_state};
pub use memory::Memory;
pub use named::{Named, NamedMeld};
pub use options::{FirstDealer, LaydownSize, MayIHold, MayITiming, Options, Switch, WindowTake};
pub use player::{MeldId, Names, player_id, seat_of};
pub use policy::greedy::heuristic_action;
pub use predefined::{CardList, PredefinedMeld, PredefinedState, PredefinedStateError};
pub use record::{EndedBy, RoundRecord, places, totals, winners};
pub use reject::Reject;
pub use state::{
    Growth, MayIResult, MeldTag, SeatList, Settling, Source, State, Window, WindowOutcome,
};
pub use view::{MayISeen, PlayerSeen, View, WindowSeen};

/// The maximum number of players (MI-1).
pub const SEATS: usize = 8;
/// The number of cards dealt to each player (MI-14).
pub const HAND: usize = 11;
/// The last round of a game (MI-10).
pub const LAST_ROUND: u8 = 6;

/// The players' names until the room provides others.
const NAMES: [&str; SEATS] = ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"];

/// MI-307: how long a player who is asked may stay silent, in milliseconds.
const ANSWER_LIMIT: Millis = Millis::from_secs(60);

/// The rules of May I?.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MayI;

impl Game for MayI {
    const ID: &'static str = "may-i";
    const NAME: &'static str = "May I?";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (check::FEWEST, SEATS);
    const LENGTH_UNIT: &'static str = "turns";

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = Memory;
    type Reject = Reject;
    type Flow = flow::GameMachine;

    fn presets() -> Vec<Preset<Self>> {
        Options::presets()
    }

    fn check_options(options: &Options, seats: usize) -> Result<(), OptionsError> {
        options.check(seats)
    }

    fn describe_options() -> Vec<OptionDescription> {
        Options::describe()
    }

    fn flow(options: &Options) -> &'static Chart<flow::GameMachine> {
        &flow::Machines::of(options).game
    }

    fn new(_: &Options, _: &[SeatKind]) -> State {
        State::new()
    }

    /// MI-161: the lifecycle is checked before the seat.
    fn no_such_seat(at: Position<'_, Self>, seat: Seat, action: &Action) -> Option<Reject> {
        let why = check::check(at, By::Seat(seat), action).err();
        Some(why.unwrap_or(Reject::UnknownPlayer))
    }

    /// MI-146: everybody joins in seat order, and the game starts.
    fn opening(_: &Options, seats: &[SeatKind]) -> Vec<Action> {
        let joins = NAMES.iter().take(seats.len());
        let joins = joins.map(|name| Action::AddPlayer { name: (*name).into() });
        joins.chain([Action::StartGame]).collect()
    }

    #[inline]
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        check::check(at, by, action)
    }

    #[inline]
    fn listed_trigger(at: Position<'_, Self>, seat: Seat, action: &Action) -> Checked<Self> {
        check::passed(at.state, seat, action)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // Where an event is emitted its kind is known.
    fn fold(state: &mut State, event: &Event) {
        fold::fold(state, event);
    }

    #[inline]
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        legal::to_act(at)
    }

    /// Complete except for copies of a card, laydowns (the best eight; in round 6 one), sorting,
    /// and the second way of passing for the current player.
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        legal::legal_actions(at, seat, actions);
    }

    fn offers(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        legal::offers(at, seat, actions);
    }

    /// MI-30: only the owner knows the order of a hand.
    fn is_private(action: &Action) -> bool {
        matches!(action, Action::ReorderHand { .. })
    }

    fn search_actions(at: Position<'_, Self>, seat: Seat, limit: usize, actions: &mut Vec<Action>) {
        policy::candidates::search_actions(at, seat, limit, actions);
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
        View::of(at, viewer)
    }

    /// The phase is public, and so is who has answered in a window.
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

    fn remember(memory: &mut Memory, seat: Seat, event: &Event) {
        memory.remember(seat, event);
    }

    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        resample::resample(observation.view, observation.memory, observation.seat, dice)
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        if !at.flow.is_done() {
            return None;
        }
        let totals = at.state.totals();
        Some(Outcome::new("game_end", at.state.winners, totals.iter().map(i32::from)))
    }

    /// MI-133.
    fn standing(outcome: &Outcome) -> Standing {
        Standing::fewest("Points", outcome)
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

    fn length(at: Position<'_, Self>) -> Option<u32> {
        Some(at.state.turns)
    }

    /// A clock for every decision of a turn, if turns are timed; and the limit of MI-307.
    #[inline]
    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let state = at.state;
        let decision = |part: u32| state.turns.wrapping_mul(32).wrapping_add(part);
        if let Some(settling) = state.settling {
            let allowed = state.seats().filter(|seat| settling.allowed.contains(*seat));
            let turn = decision(allowed.fold(16, |part, _| part + 1));
            let limit = at.options.turn_limit_ms.unwrap_or(ANSWER_LIMIT).min(ANSWER_LIMIT);
            return Some(TurnClock { seat: settling.asked?, turn, limit, held: false });
        }
        let limit = at.options.turn_limit_ms?;
        let here = flow_state(at);
        let waits = state.window.is_some_and(|window| window.passed);
        if waits || matches!(here, FlowState::Setup | FlowState::GameEnd) {
            return None;
        }
        let turn = decision(here as u32);
        Some(TurnClock { seat: state.current, turn, limit, held: false })
    }
}
