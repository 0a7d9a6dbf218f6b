//! Rush: shed your cards before the three minutes are over.
//!
//! Specification: `docs/specs/rush.md`, rules `RU-…`. Read `flow` (when), then `rules` and [`plays`]
//! (what), then [`Event`] (what happened), then [`View`] (who sees it).
//!
//! ```
//! use croupier_kit::cards::{Dice, Seed};
//! use croupier_kit::game::Game;
//! use croupier_kit::matches::{Match, Setup};
//! use rush::Rush;
//!
//! let mut game = Match::<Rush>::new(Setup::new(2, Seed::from_number(7)))?;
//! let mut dice = Dice::new(Seed::from_number(8));
//! loop {
//!     game.skip_waits()?;
//!     let Some(seat) = game.to_act().lowest() else { break };
//!     let action = Rush::random_action(game.position(), seat, &mut dice);
//!     game.act(seat, action.expect("a seat that is asked has a play"))?;
//! }
//! let outcome = game.outcome().expect("nobody is asked, so it is over");
//! assert_eq!(outcome.reason, "no_valid_moves");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not included: connections and rematches, which belong to the room (RU-69, RU-70), and bots that
//! search. The specification's own heuristic is [`heuristic_action`].

mod action;
mod board;
mod check;
mod events;
mod flow;
mod fold;
mod invariants;
mod legal;
mod log;
mod memory;
mod name;
mod notice;
mod options;
pub mod plays;
mod policy;
mod prompt;
mod reject;
mod resample;
mod rules;
mod scenario;
mod score;
mod state;
mod view;

use croupier_chart::run::Chart;
use croupier_kit::Millis;
use croupier_kit::cards::{Card, Dice, Pile};
use croupier_kit::game::{
    By, Checked, Choice, Filled, Game, InvariantError, Observation, OptionDescription,
    OptionsError, Outcome, Position, Preset, Prompt, Seat, SeatKind, SeatSet, Standing, TurnClock,
    Viewer,
};

pub use action::{Action, SeatChange};
pub use events::{Auto, EndReason, Event, Skip};
pub use flow::{Flow, FlowState, On, Trigger, Turn, flow_state};
pub use memory::{Memory, TurnResult, TurnSeen};
pub use name::Name;
pub use notice::{Called, Notification};
pub use options::{EndGamePolicy, Options, StallRule};
pub use policy::heuristic_action;
pub use reject::Reject;
pub use score::{FinalScore, FinalScores};
pub use state::{Players, State, TableRules};
pub use view::{NotificationSeen, PlayerSeen, ScoreSeen, View};

/// The maximum number of players.
pub const PLAYERS: usize = 4;

/// The cards of a hand, of a play or of a selection.
pub type Cards = Pile<Card, { plays::HAND }>;

/// The rules of Rush.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rush;

impl Game for Rush {
    const ID: &'static str = "rush";
    const NAME: &'static str = "Rush";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, PLAYERS);
    const BOT_PACE: Option<(Millis, Millis)> = Some((Millis(300), Millis(1200)));
    const LENGTH_UNIT: &'static str = "plays";
    const TABLE_PRESET: Option<&'static str> = Some("party");

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

    fn flow(_: &Options) -> &'static Chart<Flow> {
        flow::chart()
    }

    fn new(options: &Options, seats: &[SeatKind]) -> State {
        State::new(TableRules {
            chairs: seats.len(),
            game_seconds: options.game_seconds,
            notification_cap: options.notification_cap,
        })
    }

    /// RU-69: everybody joins in seat order, then the seats without a person are reported (RU-53),
    /// then the game starts.
    fn opening(_: &Options, seats: &[SeatKind]) -> Vec<Action> {
        let mut opening = Vec::with_capacity(seats.len() + 2);
        for seat in Seat::first(seats.len()) {
            let name = name::label(seat).into();
            opening.push(Action::PlayerJoin { name, player: Some(seat) });
        }
        if seats.iter().any(|kind| *kind != SeatKind::Person) {
            let changes = Seat::first(seats.len()).zip(seats).map(|(player, kind)| {
                let person = *kind == SeatKind::Person;
                SeatChange { player, name: None, person, connected: true, stands_in: false }
            });
            opening.push(Action::SeatsChanged { seats: changes.collect() });
        }
        opening.push(Action::StartGame);
        opening
    }

    /// RU-69: at a served table only the room seats players and starts games.
    fn served(options: Options, _: &[SeatKind]) -> Options {
        Options { served: true, ..options }
    }

    /// RU-53, RU-70: the room reports who holds a seat and whether they are connected.
    fn seat_changed(
        at: Position<'_, Self>,
        player: Seat,
        kind: SeatKind,
        connected: bool,
    ) -> Option<Action> {
        let person = kind == SeatKind::Person;
        // An invited bot has held its seat from the start; any other bot replaces a person.
        let stands_in = !person && at.seats.get(player.at()) == Some(&SeatKind::Person);
        let change = SeatChange { player, name: None, person, connected, stands_in };
        Some(Action::SeatsChanged { seats: [change].into() })
    }

    /// RU-74: commands that only the system may give.
    fn is_internal(options: &Options, action: &Action) -> bool {
        check::is_system_only(options, action)
    }

    fn internal_reject() -> Option<Reject> {
        Some(Reject::SystemOnly)
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
    #[allow(clippy::inline_always)] // Measured: callers know the event's kind, so one arm remains.
    fn fold(state: &mut State, event: &Event) {
        fold::fold(state, event);
    }

    /// RU-34: a player's selection is not shown to anybody else.
    fn is_private(action: &Action) -> bool {
        matches!(action, Action::CardSelected { .. } | Action::CardDeselected { .. })
    }

    /// RU-55: a player may vote to end the game at any time without being asked.
    fn offers(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        let ends = Action::EndGame;
        if check::check(at, By::Seat(seat), &ends).is_ok() {
            actions.push(ends);
        }
    }

    #[inline]
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if flow_state(at.flow) == FlowState::PlayerTurn {
            SeatSet::of(at.state.current)
        } else {
            SeatSet::NOBODY
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

    fn describe_action(at: Position<'_, Self>, _: Seat, action: Action) -> Choice<Action> {
        prompt::describe_action(at, action)
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        View::of(at, viewer)
    }

    /// The active state is public (RU-62).
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

    fn remember(memory: &mut Memory, _: Seat, event: &Event) {
        memory.remember(event);
    }

    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        resample::resample(observation.view, observation.memory, observation.options, dice)
    }

    /// RU-69: the match is over when `GAME_OVER` is entered.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        if flow_state(at.flow) != FlowState::GameOver {
            return None;
        }
        let state = at.state;
        let points = |seat: Seat| {
            let mine = state.final_scores.iter().find(|score| score.seat == seat);
            mine.map_or(0, |score| i32::from(score.total))
        };
        let scores = Seat::first(state.table.chairs).map(points);
        Some(Outcome::new(state.end_reason?.as_str(), state.winners, scores))
    }

    /// RU-58.
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
        Some(at.state.plays)
    }

    /// RU-66: the shot clock runs whenever a player has to choose a play.
    #[inline]
    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let limit = at.options.turn_limit_ms?;
        (flow_state(at.flow) == FlowState::PlayerTurn).then(|| {
            let turn = at.flow.context().number;
            TurnClock { seat: at.state.current, turn, limit, held: false }
        })
    }
}
