//! What a game is: the one trait a game maker implements.

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
pub use self::outcome::{Outcome, TurnClock, TurnClocks};
pub use self::piece::{CardMove, Piece, PileId};
pub use self::position::{Observation, OwnedObservation, Position, RuleContext};
pub use self::prompt::{Choice, Prompt};
pub use self::rejection::Rejection;
pub use self::seat::{By, MAX_SEATS, Seat, SeatKind, SeatSet, Viewer};
pub use self::seat_action::SeatAction;
pub use self::turn_time::TurnTime;
use crate::Millis;
use crate::cards::Dice;
use crate::text::TextLine;
use crate::text::label;

/// A card game. Its chart says when something may happen, its rules say what happens, and its view
/// says who sees it; everything else comes from the kit.
///
/// A game is a name, not a value: `#[derive(Debug, Clone, Copy, PartialEq)] pub struct Rush;`. The
/// functions are pure: they read what they are given and nothing else. Only [`fold`](Self::fold)
/// changes a state, one event at a time.
pub trait Game: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The name in commands, files and addresses: `min-or-max`.
    const ID: &'static str;
    /// The name people read.
    const NAME: &'static str;
    /// The version of the rules. A change that could alter a match counts it up.
    const VERSION: u32;
    /// The fewest and the most seats.
    const SEATS: (usize, usize);

    /// What the length of a match is counted in: turns, plays, rounds.
    const LENGTH_UNIT: &'static str = "inputs";

    /// The parts of a match that a room shows one after another, by the names of the specification.
    const STAGES: &'static [&'static str] = &["playing"];

    /// How soon and how late a bot in a room acts, where the specification says so.
    const BOT_PACE: Option<(Millis, Millis)> = None;

    /// Whether the game can play a seat by its own rules: [`SeatKind::House`].
    const HAS_HOUSE: bool = false;

    /// The preset that tables play which choose none: rooms and `croupier play`. None is the first,
    /// which simulations and scenarios begin with.
    const TABLE_PRESET: Option<&'static str> = None;

    /// What can be chosen before the deal.
    type Options: Clone + Debug + PartialEq + Default + Serialize + DeserializeOwned + Send + Sync;
    /// All cards and counters: small, and cloned by copying.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat asks for. It can be refused.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What happened. It cannot be refused.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a viewer sees of a state.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat remembers of the events it was allowed to see, beyond its view.
    type Memory: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Why an action is refused.
    type Reject: Rejection;
    /// The machine of the game's chart. It is lent the rules' context.
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

    /// Whether a table of so many seats can play with these options, and if not, why not.
    fn check_options(_options: &Self::Options, _seats: usize) -> Result<(), OptionsError> {
        Ok(())
    }

    /// The options in words: what each is called, what it does, what it can be set to, and whether it
    /// is for players or for tests only. Default: what is on or off is a switch, all else is data.
    fn describe_options() -> Vec<OptionDescription> {
        option_description::undescribed(
            &serde_json::to_value(Self::Options::default()).unwrap_or_default(),
        )
    }

    /// The chart that these options call for.
    fn flow(options: &Self::Options) -> &'static Chart<Self::Flow>;

    /// The flow data a match starts with.
    fn context(_options: &Self::Options) -> <Self::Flow as Machine>::Context {
        <Self::Flow as Machine>::Context::default()
    }

    /// The state before anything happens. Dealing is a matter of the flow.
    fn new(options: &Self::Options, seats: &[SeatKind]) -> Self::State;

    /// What the host sends when a match begins: players joining, the start.
    fn opening(_options: &Self::Options, _seats: &[SeatKind]) -> Vec<Self::Action> {
        vec![]
    }

    /// Whether only the match itself or its host says this: a room refuses such an action from
    /// everybody, even from those who do not play, before it asks anything else (MM-79). What
    /// [`seat_changed`](Self::seat_changed) says is always internal. Default: no action is.
    fn is_internal(_options: &Self::Options, _action: &Self::Action) -> bool {
        false
    }

    /// The word of the game's specification for what is [internal](Self::is_internal), where it has
    /// one of its own (RU-74: `system_only`). Default: none; a room says `internal_event`.
    fn internal_reject() -> Option<Self::Reject> {
        None
    }

    /// Judges an action: the trigger for the chart if it may be done now, and otherwise exactly why
    /// not.
    ///
    /// The trigger is the validated action. It says who acted, and carries what was found out on the
    /// way (the card that a number means, the end of the run that a card goes to), so that guards and
    /// rules need not find it out again. The chart knows that it was checked: its
    /// [preconditions](croupier_chart::define::Transition::given) are not asked.
    fn check(at: Position<'_, Self>, by: By, action: &Self::Action) -> Checked<Self>;

    /// Why an action of a seat that is not there is refused, where the specification has a word for
    /// it. Default: none; the match says so itself.
    fn no_such_seat(
        _at: Position<'_, Self>,
        _seat: Seat,
        _action: &Self::Action,
    ) -> Option<Self::Reject> {
        None
    }

    /// The trigger for an action that is in a seat's [list](Self::legal_actions) at this very moment,
    /// or that [`random_action`](Self::random_action) or a rollout has just chosen. It need not be
    /// judged. Default: [`check`](Self::check).
    ///
    /// Simulations and searches do little else, so a game whose `check` takes time writes this
    /// without the judging. Debug builds compare the two.
    fn listed_trigger(at: Position<'_, Self>, seat: Seat, action: &Self::Action) -> Checked<Self> {
        Self::check(at, By::Seat(seat), action)
    }

    /// Applies an event.
    fn fold(state: &mut Self::State, event: &Self::Event);

    /// The seats that are being asked for something. Default: those that have a legal action.
    ///
    /// It is asked often. A game that knows whose turn it is says so here and saves the lists; its
    /// [`legal_actions`](Self::legal_actions) may then begin with a look at `to_act`, which it must not
    /// as long as `to_act` is this one.
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        let mut actions = vec![];
        let has_some = |seat: &Seat| {
            actions.clear();
            Self::legal_actions(at, *seat, &mut actions);
            !actions.is_empty()
        };
        Seat::first(at.seats.len()).filter(has_some).collect()
    }

    /// What a seat might try, in a fixed order, in games that leave it to [`check`](Self::check) to
    /// sort out what is possible.
    fn candidate_actions(_at: Position<'_, Self>, _seat: Seat, _actions: &mut Vec<Self::Action>) {}

    /// What a seat may do, in a fixed order. Default: those of the
    /// [`candidate_actions`](Self::candidate_actions) that the rules pass, so a game has either the one or the other.
    ///
    /// The list is always sound (everything in it is accepted), bounded and deterministic, and a
    /// game says what it is complete for. Most are complete for everything. Where moves are composed
    /// of many cards there can be millions, and the list holds the useful ones: "complete for
    /// draws, discards and lay-offs; of the laydowns the best eight". Nobody is held to it, for
    /// `check` judges whatever a person composes. The suite tests what is promised with
    /// `Suite::complete` or `Suite::complete_for`.
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
    /// Like the [legal actions](Self::legal_actions) the list is sound, bounded and deterministic,
    /// and tells nothing that the seat does not know. What is legal for a seat that is asked is not
    /// offered as well. Bots do not look at it.
    fn offers(_at: Position<'_, Self>, _seat: Seat, _actions: &mut Vec<Self::Action>) {}

    /// The moves a search should think about, the most promising first, at most `limit` of them.
    /// Default: the beginning of the list of [`legal_actions`](Self::legal_actions).
    ///
    /// A game with many moves knows better than a search which ones are worth considering, and writes
    /// it here. Like `legal_actions` it is sound and deterministic and says nothing that the seat does not
    /// know; it need not be complete, nor a part of that list. A greater limit only makes the list
    /// longer, so that a search may begin with a few moves and add more later.
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

    /// What a seat is being asked, for clients that know nothing of the game. Default: to pick one of
    /// the legal actions. The match gives it its id.
    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Self::Action>> {
        at.pick(seat, format!("{}.pick", Self::ID), TextLine::of("It is your move."))
    }

    /// The action that a filled-in form of the seat's [`prompt`](Self::prompt) means. The match has
    /// made sure that it fits the form; the rules judge the action like any other. Default: none,
    /// for games whose prompts have no forms.
    fn compose(_at: Position<'_, Self>, _seat: Seat, _filled: &Filled) -> Option<Self::Action> {
        None
    }

    /// An action of a seat as a choice: a few words for a button, what they mean, and the pieces it is
    /// about. It says nothing that the seat does not know, whatever the action names. Default: its
    /// name and what it carries, as they go over the wire.
    fn describe_action(
        _at: Position<'_, Self>,
        _seat: Seat,
        action: Self::Action,
    ) -> Choice<Self::Action> {
        Choice::new(TextLine::of(&label(&action)), action)
    }

    /// What a viewer sees. It starts empty and names what may be seen.
    fn view(at: Position<'_, Self>, viewer: Viewer) -> Self::View;

    /// What a viewer may know of an active state of the chart while the match runs, for an inspector: the
    /// state itself, one around it, or nothing. `machine` is the id of the chart that the state is in, and
    /// `path` its path there. Default: nothing.
    ///
    /// A chart may be in a state that tells what is hidden: that a player has picked something in secret, or
    /// holds a certain card. A game whose view names its step to everybody shows all of it: `Some(path)`.
    /// Where a state must not be told from another, both show the same: `path` up to a dot.
    fn shown_state<'a>(
        _at: Position<'_, Self>,
        _viewer: Viewer,
        _machine: &str,
        _path: &'a str,
    ) -> Option<&'a str> {
        None
    }

    /// An event as a viewer may hear of it, if at all. Default: everybody hears nothing: what is
    /// public must be said to be.
    fn event_for(_event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        None
    }

    /// Whether an action changes only what its own player sees, such as the order of a hand. It is no move:
    /// it cannot be taken back, and keeps nobody from taking a move back, or the others would notice that
    /// something was done. Default: no action is.
    fn is_private(_action: &Self::Action) -> bool {
        false
    }

    /// Whether an event has an entry of its own in the log of a room. What others tell as well, such as
    /// the entry `GameOver` of the room, has none. Seats hear of it all the same. Default: every event.
    fn is_logged(_event: &Self::Event) -> bool {
        true
    }

    /// What is told of a match that is over beyond its [`outcome`](Self::outcome), with the entry
    /// `GameOver` of a room's log: open hands, statistics. Everybody reads it. Default: nothing.
    fn results(_at: Position<'_, Self>) -> Value {
        Value::Null
    }

    /// Remembers an event that was heard.
    fn remember(_memory: &mut Self::Memory, _seat: Seat, _event: &Self::Event) {}

    /// A random state that fits all that a seat knows.
    fn resample(known: Observation<'_, Self>, dice: &mut Dice) -> Self::State;

    /// How the match ended, once it has.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome>;

    /// What must hold after every input, and which rule is broken if it does not.
    fn invariants(_at: Position<'_, Self>) -> Result<(), InvariantError> {
        Ok(())
    }

    /// What happens when a player is silent until the clock runs out. Default: the first legal
    /// action.
    ///
    /// The match does it in the player's name if [`check`](Self::check) lets the player do it, and
    /// otherwise in the host's: a time-out that players must not send is an action of the host. If
    /// it is neither's, or none, the clock has run out and nothing follows.
    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        actions.into_iter().next()
    }

    /// What the specification means by a random player. Default: any legal action, all alike.
    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        dice.pick(&actions).cloned()
    }

    /// The options as a room plays them with these players: where people and bots are seated by
    /// the room, a game may keep some actions for it, or wait for people in another way.
    fn served(options: Self::Options, _seats: &[SeatKind]) -> Self::Options {
        options
    }

    /// Whether an action is accepted while a room has paused the match. Default: no action is.
    fn works_while_paused(_action: &Self::Action) -> bool {
        false
    }

    /// What the host sends to a match when another player acts for a seat from now on, a bot for a
    /// person or the person again, or when a person is away or back.
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

    /// What simulations count the use of, so that nothing in a game goes unplayed unnoticed: every
    /// card with an effect, every kind of combination. Default: nothing.
    fn features() -> Features {
        Features::default()
    }

    /// Which of the [`features`](Self::features) an action uses.
    fn feature(_action: &Self::Action) -> Option<usize> {
        None
    }

    /// How long the match has been, in [`LENGTH_UNIT`](Self::LENGTH_UNIT). None counts inputs.
    fn length(_at: Position<'_, Self>) -> Option<u32> {
        None
    }

    /// Whose time runs, if a clock runs.
    fn turn_clock(_at: Position<'_, Self>) -> Option<TurnClock> {
        None
    }

    /// The same for games in which the time of several seats runs at once. Default: the one
    /// [clock](Self::turn_clock), so a game has either the one or the other.
    #[inline]
    fn turn_clocks(at: Position<'_, Self>) -> TurnClocks {
        Self::turn_clock(at).into()
    }
}

/// What a game's chart reacts to: the validated actions that [`Game::check`] gives.
pub type TriggerOf<G> = <<G as Game>::Flow as Machine>::Trigger;

/// What [`Game::check`] gives: the trigger for the chart, or why not.
pub type Checked<G> = Result<TriggerOf<G>, <G as Game>::Reject>;

/// A named set of options.
#[derive(Debug, Clone)]
pub struct Preset<G: Game> {
    /// The name given with `--preset`.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// The options.
    pub options: G::Options,
}

impl<G: Game> Preset<G> {
    /// These options under this name.
    pub fn new(name: &'static str, about: &'static str, options: G::Options) -> Self {
        Self { name, about, options }
    }
}
