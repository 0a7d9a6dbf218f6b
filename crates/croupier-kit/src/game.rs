//! What a game is: the one trait a game maker implements.

use std::fmt::{Debug, Display};
use std::sync::Arc;

use croupier_chart::{Chart, Machine, Snapshot};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Ask, By, Choice, Dice, Outcome, Prompt, Seat, SeatKind, SeatSet, TurnClock, Viewer};

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

    /// What can be chosen before the deal.
    type Options: Clone + Debug + PartialEq + Default + Serialize + DeserializeOwned + Send + Sync;
    /// All cards and counters: small, and cloned by copying.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What somebody may ask for. It can be refused.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What happened. It cannot be refused.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a viewer sees of a state.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat remembers of the events it was allowed to see, beyond its view.
    type Memory: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Why an action is refused.
    type Reject: Rejection;
    /// The machine of the game's chart. It is lent the table.
    type Flow: Machine<Rules = Table<Self>>;

    /// Named sets of options, the first being the default.
    fn presets() -> Vec<Preset<Self>> {
        let about = "the rules as they are written";
        vec![Preset { name: "classic", about, options: Self::Options::default() }]
    }

    /// What is wrong with options, if something is, in a sentence.
    fn check_options(_options: &Self::Options, _seats: usize) -> Result<(), String> {
        Ok(())
    }

    /// The chart that these options call for.
    fn flow(options: &Self::Options) -> &'static Chart<Self::Flow>;

    /// The flow data a match starts with.
    fn context(options: &Self::Options) -> <Self::Flow as Machine>::Context;

    /// The state before anything happens. Dealing is a matter of the flow.
    fn new(options: &Self::Options, seats: &[SeatKind]) -> Self::State;

    /// What the host sends by itself when a match begins: players joining, the start.
    fn opening(_options: &Self::Options, _seats: &[SeatKind]) -> Vec<Self::Action> {
        vec![]
    }

    /// What an action means to the chart.
    fn trigger(by: By, action: &Self::Action) -> <Self::Flow as Machine>::Trigger;

    /// Whether this may be done now, and if not, exactly why not.
    fn check(at: Position<'_, Self>, by: By, action: &Self::Action) -> Result<(), Self::Reject>;

    /// Applies an event.
    fn fold(state: &mut Self::State, event: &Self::Event);

    /// The seats that are being asked for something.
    fn asked(at: Position<'_, Self>) -> SeatSet;

    /// What a seat may do, in a fixed order. Everything in it is accepted; the game says whether
    /// it is complete.
    fn legal(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Self::Action>);

    /// What a seat is being asked, for clients that know nothing of the game. By itself: one of
    /// the legal actions. The match gives it its id.
    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Self::Action>> {
        let mut actions = vec![];
        Self::legal(at, seat, &mut actions);
        if actions.is_empty() {
            return None;
        }
        let choice = |action| Choice { label: Self::label(&action), action };
        let ask = Ask::Pick { choices: actions.into_iter().map(choice).collect() };
        let message = format!("{}.pick", Self::ID);
        Some(Prompt { id: 0, message, ask, may_decline: false, deadline: None })
    }

    /// An action in a few words, for a button.
    fn label(action: &Self::Action) -> String {
        format!("{action:?}")
    }

    /// What a viewer sees. It starts empty and names what may be seen.
    fn view(at: Position<'_, Self>, viewer: Viewer) -> Self::View;

    /// An event as a viewer may hear of it, if at all. By itself everybody hears nothing: what is
    /// public must be said to be.
    fn hear(_event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        None
    }

    /// Remembers an event that was heard.
    fn remember(_memory: &mut Self::Memory, _seat: Seat, _event: &Self::Event) {}

    /// A random state that fits all that a seat knows.
    fn resample(
        view: &Self::View,
        memory: &Self::Memory,
        options: &Self::Options,
        dice: &mut Dice,
    ) -> Self::State;

    /// How the match ended, once it has.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome>;

    /// What must hold after every input, and which rule is broken if it does not.
    fn invariants(_at: Position<'_, Self>) -> Result<(), String> {
        Ok(())
    }

    /// What a silent player does when the clock runs out. By itself: the first legal action.
    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal(at, seat, &mut actions);
        actions.into_iter().next()
    }

    /// What the specification means by a random player. By itself: any legal action, all alike.
    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal(at, seat, &mut actions);
        dice.pick(&actions).cloned()
    }

    /// How long the match has been, in [`LENGTH_UNIT`](Self::LENGTH_UNIT). None counts inputs.
    fn length(_at: Position<'_, Self>) -> Option<u32> {
        None
    }

    /// Whose time runs, if somebody's does.
    fn turn_clock(_at: Position<'_, Self>) -> Option<TurnClock> {
        None
    }
}

/// A refusal: a sentence for people, a code for programs.
pub trait Rejection: Debug + Display + Clone + PartialEq + Send + Sync + 'static {
    /// Part of the wire format: codes are added, never renamed.
    fn code(&self) -> &'static str;
}

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

/// A match at one moment, for reading: the cards, the options and where the flow stands.
pub struct Position<'a, G: Game> {
    /// Cards and counters.
    pub state: &'a G::State,
    /// What was chosen before the deal.
    pub options: &'a G::Options,
    /// Where the flow stands. It holds no cards and no dice, so everybody may know it.
    pub flow: &'a Snapshot<G::Flow>,
}

// Derived, both would ask that states can be copied; references always can.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<G: Game> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Position<'_, G> {}

/// What a game's chart is lent: the cards, the dice and the recorder.
pub struct Table<G: Game> {
    /// Cards and counters. Rules read them; events change them.
    pub state: G::State,
    /// What was chosen before the deal.
    pub options: Arc<G::Options>,
    /// The dice.
    pub dice: Dice,
    pub(crate) recorder: Option<Vec<G::Event>>,
}

impl<G: Game> Table<G> {
    /// Lets something happen: it is folded into the state at once, and recorded if somebody listens.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Measured: an event that is not recorded must cost its fold only.
    pub fn emit(&mut self, event: G::Event) {
        G::fold(&mut self.state, &event);
        if let Some(events) = &mut self.recorder {
            events.push(event);
        }
    }
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            options: Arc::clone(&self.options),
            dice: self.dice.clone(),
            recorder: self.recorder.clone(),
        }
    }
}
