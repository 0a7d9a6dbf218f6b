//! What a game is: the trait that every game implements.

mod action_machine;
mod error;
mod feature;
mod flow;
mod form;
mod heuristic;
mod macros;
mod option_description;
mod options;
mod outcome;
mod piece;
mod position;
mod prompt;
mod rejection;
mod seat;
mod seat_action;
mod turn_time;

use std::fmt::Debug;

use croupier_chart::define::Machine;
use croupier_chart::run::Chart;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::action_machine::ActionMachine;
pub use self::error::{Error, ErrorKind, InputError, InvariantError};
pub use self::feature::Features;
pub use self::form::{Filled, Form, FormError, FormKind, FormPiece, Group, Suggestion};
pub use self::heuristic::{Heuristic, Patience, Tuning, values_by_score};
pub use self::option_description::{
    Audience, NumberRange, OptionDescription, OptionKind, OptionValue, Unit,
};
pub(crate) use self::options::changed_for_tests;
pub(crate) use self::options::merge;
pub use self::options::{BENCH, OptionsError, left_out_delay, options_of, set_options};
pub use self::outcome::{Outcome, Standing, TurnClock, TurnClocks};
pub use self::piece::{CardMove, Piece, PileId};
pub use self::position::{Observation, OwnedObservation, Position, RuleContext};
pub use self::prompt::{Choice, Prompt};
pub use self::rejection::Rejection;
pub use self::seat::{By, MAX_SEATS, Seat, SeatKind, SeatSet, Viewer};
pub use self::seat_action::SeatAction;
pub use self::turn_time::{TurnTime, zero_for_none};
use crate::Millis;
use crate::cards::Dice;
use crate::text::TextLine;
use crate::text::label;

/// A card game. Its chart says when something may happen, its rules say what happens, and its view
/// says who sees it; the kit does everything else.
///
/// A game is a type, never a value: `#[derive(Debug, Clone, Copy, PartialEq)] pub struct Rush;`.
/// All functions are pure and depend only on their arguments. Only [`fold`](Self::fold) changes a
/// state, one event at a time.
pub trait Game: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The id used in commands, file names and URLs: `min-or-max`.
    const ID: &'static str;
    /// The name shown to people.
    const NAME: &'static str;
    /// The version of the rules. Increment it with every change that could alter a match.
    const VERSION: u32;
    /// The fewest and the most seats.
    const SEATS: (usize, usize);

    /// What the length of a match is counted in: turns, plays, rounds.
    const LENGTH_UNIT: &'static str = "inputs";

    /// The parts of a match that a room shows one after another, named as in the specification.
    const STAGES: &'static [&'static str] = &["playing"];

    /// The shortest and longest time a bot in a room takes to act, where the specification gives
    /// them.
    const BOT_PACE: Option<(Millis, Millis)> = None;

    /// Whether the game can play a seat by its own rules: [`SeatKind::House`].
    const HAS_HOUSE: bool = false;

    /// The preset used by rooms and `croupier play` when none is chosen. `None` means the first
    /// one, which simulations and scenarios use by default.
    const TABLE_PRESET: Option<&'static str> = None;

    /// What can be chosen before the deal.
    type Options: Clone + Debug + PartialEq + Default + Serialize + DeserializeOwned + Send + Sync;
    /// All cards and counters. Keep it small: it is cloned often.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat asks for. It can be refused.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What happened. It cannot be refused.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a viewer sees of a state.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat remembers of the events it was shown, beyond what its view shows.
    type Memory: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Why an action is refused.
    type Reject: Rejection;
    /// The type of the game's chart. Its guards and actions borrow a [`RuleContext`].
    type Flow: Machine<
            Rules = RuleContext<Self>,
            Context: Default + Send + Sync,
            Trigger: Debug + PartialEq + Send + Sync,
            Children: Send + Sync,
        >;

    /// Named sets of options, the first being the default.
    fn presets() -> Vec<Preset<Self>> {
        let about = "the rules as they are written";
        vec![Preset { name: "classic", about, options: Self::Options::default() }]
    }

    /// Whether these options work for a table of this many seats, and if not, why not.
    fn check_options(_options: &Self::Options, _seats: usize) -> Result<(), OptionsError> {
        Ok(())
    }

    /// Describes the options for people: label, effect, possible values, and whether each is for
    /// players or for tests only. Default: booleans are switches, everything else is data.
    fn describe_options() -> Vec<OptionDescription> {
        option_description::undescribed(
            &serde_json::to_value(Self::Options::default()).unwrap_or_default(),
        )
    }

    /// The chart to use with these options.
    fn flow(options: &Self::Options) -> &'static Chart<Self::Flow>;

    /// The chart's context at the start of a match.
    fn context(_options: &Self::Options) -> <Self::Flow as Machine>::Context {
        <Self::Flow as Machine>::Context::default()
    }

    /// The state before anything happens. Cards are dealt later, by the flow.
    fn new(options: &Self::Options, seats: &[SeatKind]) -> Self::State;

    /// The actions that the host sends when a match begins, such as players joining or the start.
    fn opening(_options: &Self::Options, _seats: &[SeatKind]) -> Vec<Self::Action> {
        vec![]
    }

    /// Whether only the match itself or its host may send this action. A room refuses an internal
    /// action from everybody, players or not, before it checks anything else (MM-79). Actions
    /// returned by [`seat_changed`](Self::seat_changed) are always internal. Default: no action is.
    fn is_internal(_options: &Self::Options, _action: &Self::Action) -> bool {
        false
    }

    /// The refusal for [internal](Self::is_internal) actions, where the game's specification has
    /// its own code for it (RU-74: `system_only`). Default: none; a room answers `internal_event`.
    fn internal_reject() -> Option<Self::Reject> {
        None
    }

    /// Validates an action: returns the trigger for the chart if the action is legal now, and
    /// otherwise exactly why it is not.
    ///
    /// The trigger is the validated action. It says who acted and carries what validation found out
    /// (which card a number refers to, which end of a run a card goes to), so that guards and rules
    /// need not compute it again. Because the action has been checked, the chart skips its
    /// [preconditions](croupier_chart::define::Transition::given).
    fn check(at: Position<'_, Self>, by: By, action: &Self::Action) -> Checked<Self>;

    /// Why an action from a seat that does not exist is refused, where the specification has its
    /// own code for it. Default: none; the match refuses it with its own error.
    fn no_such_seat(
        _at: Position<'_, Self>,
        _seat: Seat,
        _action: &Self::Action,
    ) -> Option<Self::Reject> {
        None
    }

    /// The trigger for an action that is known to be legal: it is in the seat's
    /// [list](Self::legal_actions) right now, or [`random_action`](Self::random_action) or a
    /// rollout has just chosen it. Default: [`check`](Self::check).
    ///
    /// Simulations and searches spend most of their time here, so a game with an expensive `check`
    /// can override this and skip the validation. Debug builds verify that both agree.
    fn listed_trigger(at: Position<'_, Self>, seat: Seat, action: &Self::Action) -> Checked<Self> {
        Self::check(at, By::Seat(seat), action)
    }

    /// Applies an event to the state.
    fn fold(state: &mut Self::State, event: &Self::Event);

    /// The seats that are being asked for something. Default: those that have a legal action.
    ///
    /// This is called often. A game that knows whose turn it is should override it to avoid
    /// building the lists. Only then may its [`legal_actions`](Self::legal_actions) call `to_act`:
    /// this default calls `legal_actions`, so the two would recurse forever.
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        let mut actions = vec![];
        let has_some = |seat: &Seat| {
            actions.clear();
            Self::legal_actions(at, *seat, &mut actions);
            !actions.is_empty()
        };
        Seat::first(at.seats.len()).filter(has_some).collect()
    }

    /// Actions a seat might try, in a fixed order. For games that leave it to
    /// [`check`](Self::check) to filter out the illegal ones.
    fn candidate_actions(_at: Position<'_, Self>, _seat: Seat, _actions: &mut Vec<Self::Action>) {}

    /// What a seat may do, in a fixed order. Default: the
    /// [`candidate_actions`](Self::candidate_actions) that pass [`check`](Self::check), so a game
    /// implements only one of the two.
    ///
    /// The list is always sound (everything in it is accepted), bounded and deterministic, and a
    /// game documents what it is complete for. Most lists are complete for everything. Where a move
    /// combines many cards there can be millions of moves, so the list holds the useful ones:
    /// "complete for draws, discards and lay-offs; of the laydowns the best eight". Players are not
    /// limited to the list, because `check` accepts any legal action. The suite tests what a game
    /// promises with `Suite::complete` or `Suite::complete_for`.
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Self::Action>) {
        let listed = actions.len();
        Self::candidate_actions(at, seat, actions);
        let mut place = 0;
        actions.retain(|action| {
            place += 1;
            place <= listed || Self::check(at, By::Seat(seat), action).is_ok()
        });
    }

    /// What a seat may do without being asked: sort its hand, concede, vote to end the match.
    /// Default: nothing.
    ///
    /// Like the [legal actions](Self::legal_actions), the list is sound, bounded and deterministic,
    /// and reveals nothing that the seat does not know. It does not repeat the legal actions of a
    /// seat that is being asked. Bots ignore it.
    fn offers(_at: Position<'_, Self>, _seat: Seat, _actions: &mut Vec<Self::Action>) {}

    /// The moves a search should consider, the most promising first, at most `limit` of them.
    /// Default: the first of the [`legal_actions`](Self::legal_actions).
    ///
    /// A game with many moves knows better than a search which ones are worth considering. Like
    /// `legal_actions`, the list is sound and deterministic and reveals nothing that the seat does
    /// not know; it need not be complete, nor a subset of that list. A greater limit may only
    /// append to the list, so that a search can start with a few moves and add more later.
    fn search_actions(
        at: Position<'_, Self>,
        seat: Seat,
        limit: usize,
        actions: &mut Vec<Self::Action>,
    ) {
        let listed = actions.len();
        Self::legal_actions(at, seat, actions);
        actions.truncate(listed.saturating_add(limit));
    }

    /// What a seat is being asked, for clients that know nothing about the game. Default: to pick
    /// one of the legal actions. The match assigns the id.
    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Self::Action>> {
        at.pick(seat, format!("{}.pick", Self::ID), TextLine::of("It is your move."))
    }

    /// The action that a filled-in form of the seat's [`prompt`](Self::prompt) stands for. The
    /// match has already checked that the answer fits the form; the action is then validated like
    /// any other. Default: none, for games whose prompts have no forms.
    fn compose(_at: Position<'_, Self>, _seat: Seat, _filled: &Filled) -> Option<Self::Action> {
        None
    }

    /// Describes a seat's action as a choice: a short label for a button, an explanation, and the
    /// pieces it is about. It must reveal nothing that the seat does not know, even if the action
    /// names it. Default: the action's name and data in their wire format.
    fn describe_action(
        _at: Position<'_, Self>,
        _seat: Seat,
        action: Self::Action,
    ) -> Choice<Self::Action> {
        Choice::new(TextLine::of(&label(&action)), action)
    }

    /// What a viewer sees. Build it from nothing and add only what this viewer may see.
    fn view(at: Position<'_, Self>, viewer: Viewer) -> Self::View;

    /// How much a viewer may know of an active state of the chart while the match runs, for an
    /// inspector: the state itself, one of its ancestors, or nothing. `machine` is the id of the
    /// chart that contains the state, and `path` the state's path in it. Default: nothing.
    ///
    /// A chart's state can reveal hidden information: that a player has secretly picked something,
    /// or holds a certain card. A game whose view already tells everybody the current step returns
    /// `Some(path)`. Where two states must be indistinguishable, return the same prefix of `path`,
    /// up to a dot, for both.
    fn shown_state<'a>(
        _at: Position<'_, Self>,
        _viewer: Viewer,
        _machine: &str,
        _path: &'a str,
    ) -> Option<&'a str> {
        None
    }

    /// An event as a viewer may see it, if at all. Default: nobody sees anything, so that nothing
    /// becomes public by accident.
    fn event_for(_event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        None
    }

    /// Whether an action only changes what its own player sees, such as the order of a hand. Such
    /// an action is not a move: it cannot be undone, and it does not prevent anybody from undoing
    /// an earlier move, because otherwise the others would notice that something was done. Default:
    /// no action is.
    fn is_private(_action: &Self::Action) -> bool {
        false
    }

    /// Whether an event gets its own entry in a room's log. Return false for events that another
    /// entry already reports, such as the room's `GameOver`. Seats receive the event either way.
    /// Default: every event is logged.
    fn is_logged(_event: &Self::Event) -> bool {
        true
    }

    /// What to publish about a finished match beyond its [`outcome`](Self::outcome), such as open
    /// hands or statistics. It is part of the entry `GameOver` in a room's log, which everybody can
    /// read. Default: nothing.
    fn results(_at: Position<'_, Self>) -> Value {
        Value::Null
    }

    /// Adds an event that the seat was shown to its memory.
    fn remember(_memory: &mut Self::Memory, _seat: Seat, _event: &Self::Event) {}

    /// A random state that is consistent with everything a seat knows.
    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> Self::State;

    /// How the match ended, or `None` while it runs.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome>;

    /// How an outcome of this game is shown to people: everybody's place, and what the scores
    /// count. Default: the scores as they are, without places.
    fn standing(_outcome: &Outcome) -> Standing {
        Standing::scores("Score")
    }

    /// Checks what must hold after every input; the error names the rule that is broken.
    fn invariants(_at: Position<'_, Self>) -> Result<(), InvariantError> {
        Ok(())
    }

    /// What happens when a player does not act before the clock runs out. Default: the first legal
    /// action.
    ///
    /// The match performs it as the player if [`check`](Self::check) allows that, and otherwise as
    /// the host: a time-out that players must not send is an action of the host. If neither may do
    /// it, or there is none, nothing happens.
    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        actions.into_iter().next()
    }

    /// How the specification defines a random player. Default: any legal action, with equal
    /// probability.
    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        dice.pick(&actions).cloned()
    }

    /// The options that a room uses for these seats. A room seats people and bots itself, so a game
    /// may reserve some actions for the room, or wait for people differently.
    fn served(options: Self::Options, _seats: &[SeatKind]) -> Self::Options {
        options
    }

    /// Whether an action is accepted while a room has paused the match. Default: no action is.
    fn works_while_paused(_action: &Self::Action) -> bool {
        false
    }

    /// The action that the host sends to the match when a seat is taken over (a bot for a person,
    /// or the person again), or when a person disconnects or returns.
    fn seat_changed(
        _at: Position<'_, Self>,
        _seat: Seat,
        _kind: SeatKind,
        _is_connected: bool,
    ) -> Option<Self::Action> {
        None
    }

    /// Which of the [`STAGES`](Self::STAGES) the match is in.
    fn stage(_at: Position<'_, Self>) -> usize {
        0
    }

    /// What simulations count, to find parts of a game that are never played: every card with an
    /// effect, every kind of combination. Default: nothing.
    fn features() -> Features {
        Features::default()
    }

    /// Which of the [`features`](Self::features) an action uses.
    fn feature(_action: &Self::Action) -> Option<usize> {
        None
    }

    /// How long the match has been, in [`LENGTH_UNIT`](Self::LENGTH_UNIT). `None` counts inputs.
    fn length(_at: Position<'_, Self>) -> Option<u32> {
        None
    }

    /// Whose clock is running, if any.
    fn turn_clock(_at: Position<'_, Self>) -> Option<TurnClock> {
        None
    }

    /// The same for games in which the clocks of several seats run at once. Default: the one
    /// [clock](Self::turn_clock), so a game implements only one of the two.
    #[inline]
    fn turn_clocks(at: Position<'_, Self>) -> TurnClocks {
        Self::turn_clock(at).into()
    }
}

/// What a game's chart reacts to: the validated actions returned by [`Game::check`].
pub type TriggerOf<G> = <<G as Game>::Flow as Machine>::Trigger;

/// The result of [`Game::check`]: the trigger for the chart, or why the action is refused.
pub type Checked<G> = Result<TriggerOf<G>, <G as Game>::Reject>;

/// A named set of options.
#[derive(Debug, Clone)]
pub struct Preset<G: Game> {
    /// The name for `--preset`.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// The options of a match that is dealt with it and changes none.
    pub options: G::Options,
}

impl<G: Game> Preset<G> {
    /// Creates a preset.
    pub fn new(name: &'static str, about: &'static str, options: G::Options) -> Self {
        Self { name, about, options }
    }
}
