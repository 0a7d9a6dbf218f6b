//! The state of a match: all cards and counters.

use croupier_kit::cards::Seed;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::Options;
use crate::cards::Card;
use crate::choice::{Choice, Reply, Source};
use crate::effects::Kind;
use crate::world::World;
use crate::zones::PLAYERS;

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The number of players.
    pub(crate) seats: u8,
    /// Everything an effect can change.
    pub(crate) world: World,
    /// Whose turn it is.
    pub(crate) turn: Seat,
    /// Which turn this is: 0 during setup, then from 1.
    pub(crate) turns: u32,
    /// The actions left in the turn, including the one being resolved.
    pub(crate) actions: u8,
    /// One-action turns not yet finished, including the current one (IN-11).
    pub(crate) one_action_turns: u8,
    /// The starting cards chosen so far (IN-9).
    pub(crate) chosen: [Option<Card>; PLAYERS],
    /// The dogma action being resolved.
    pub(crate) dogma: Option<Dogma>,
    /// The current execution in it: where it began, and its answers so far.
    pub(crate) execution: Option<Box<Execution>>,
    /// The open question during play.
    pub(crate) pending: Option<Choice>,
    /// The id of the next choice.
    pub(crate) next_choice: u32,
    /// The number of the next event.
    pub(crate) next_event: u32,
    /// How the match ended.
    pub(crate) ending: Option<Ending>,
    /// The options of the match, for the save (IN-126).
    pub(crate) options: Options,
    /// The origin of randomness (IN-126). No rule reads it.
    pub(crate) origin: Origin,
    /// Whether it began from an arranged position, which a real game might never reach (section
    /// 15).
    pub(crate) arranged: bool,
}

/// A dogma action (IN-94): the outer frame. The parts that effects change are in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dogma {
    /// The card that was activated.
    pub card: Card,
    /// Who activated it.
    pub activator: Seat,
    /// Everybody's featured icons when it was activated (IN-53).
    pub counts: [u8; PLAYERS],
    /// Who shares (IN-54).
    pub sharers: SeatSet,
    /// Who suffers demands (IN-54).
    pub victims: SeatSet,
    /// The current or next effect, from 0.
    pub effect: u8,
    /// Who executes it, once its execution has begun.
    pub executor: Option<Seat>,
    /// The kind of the current effect.
    pub kind: Kind,
    /// How many times a body was called in this action (IN-96).
    pub calls: u16,
}

impl Dogma {
    /// Whether somebody other than the activator executes a non-demand effect (IN-65).
    #[inline]
    pub fn is_sharing(&self) -> bool {
        self.kind == Kind::Shared && self.executor.is_some_and(|seat| seat != self.activator)
    }

    /// Whether a demand is being executed.
    #[inline]
    pub fn is_demanding(&self) -> bool {
        self.kind == Kind::Demand && self.executor.is_some()
    }

    /// The source of a change made now.
    pub fn source(&self) -> Option<Source> {
        let executor = self.executor?;
        Some(Source { card: self.card, effect: self.effect + 1, executor, depth: 0 })
    }
}

/// An execution of one effect by one player, with everything needed to run it again.
#[derive(Debug, Clone, PartialEq)]
pub struct Execution {
    /// The world when it began.
    pub(crate) start: World,
    /// The number of its first event.
    pub(crate) first_event: u32,
    /// The answers so far.
    pub(crate) answers: SmallVec<[Reply; 4]>,
}

/// Where chance came from: the seed, and how much of its stream the deal used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The seed. An arranged position has none.
    pub seed: Option<Seed>,
    /// The position of the generator after setup.
    pub position: u64,
}

/// How a match ended (IN-80).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Ending {
    pub winners: SeatSet,
    pub condition: Condition,
}

/// The three ends (IN-80).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// IN-77.
    Achievements,
    /// IN-78.
    Score,
    /// IN-79.
    Effect,
}

impl Condition {
    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Achievements => "achievements",
            Self::Score => "score",
            Self::Effect => "effect",
        }
    }
}

/// The five phases (IN-90).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Phase {
    /// The turn player owes an action.
    AwaitingAction,
    /// Effects are running.
    ResolvingDogma,
    /// A named player owes an answer.
    AwaitingChoice,
    /// Between an action and what follows.
    CheckingWinConditions,
    /// The end.
    GameOver,
}

impl State {
    /// The state before the deal, with all cards in their decks.
    pub fn new(options: &Options, seats: usize) -> Self {
        Self {
            #[allow(clippy::cast_possible_truncation)] // At most four.
            seats: seats.min(PLAYERS) as u8,
            world: World::new(),
            turn: Seat(0),
            turns: 0,
            actions: 0,
            one_action_turns: 0,
            chosen: [None; PLAYERS],
            dogma: None,
            execution: None,
            pending: None,
            next_choice: 0,
            next_event: 0,
            ending: None,
            // The time limit belongs to the match, not to the rules (IN-97, IN-99).
            options: options.of_rules(),
            origin: Origin::default(),
            arranged: false,
        }
    }

    /// The seats in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(usize::from(self.seats))
    }

    /// All seats, clockwise from the one to the left of `seat`, which comes last (IN-5).
    #[inline]
    pub fn clockwise(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let seats = self.seats;
        (1..=seats).map(move |step| {
            let at = seat.0 + step;
            Seat(if at >= seats { at - seats } else { at })
        })
    }

    /// Everything an effect can change.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Which turn this is: 0 during setup, then from 1.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The actions left in the turn.
    pub fn actions(&self) -> u8 {
        self.actions
    }

    /// The dogma action being resolved.
    pub fn dogma(&self) -> Option<&Dogma> {
        self.dogma.as_ref()
    }

    /// Whether the starting cards are still being chosen (IN-9).
    pub fn is_setup(&self) -> bool {
        self.turns == 0
    }

    /// How the match ended.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The phase of a state at rest (IN-91).
    pub fn phase(&self) -> Phase {
        if self.ending.is_some() {
            Phase::GameOver
        } else if self.pending.is_some() || self.is_setup() {
            Phase::AwaitingChoice
        } else {
            Phase::AwaitingAction
        }
    }

    /// IN-76: the number of achievements needed to win.
    pub fn achievements_to_win(&self) -> usize {
        8 - usize::from(self.seats)
    }

    /// IN-14: the value of a seat's draw action; 0 with an empty board.
    #[inline]
    pub fn draw_value(&self, seat: Seat) -> u8 {
        self.world.tops(seat).highest_value()
    }

    /// The open choices: one during play, or one for every seat that has not yet chosen during
    /// setup (IN-109).
    pub fn choices(&self) -> impl Iterator<Item = Choice> + '_ {
        let setup = self.seats().filter_map(|seat| self.starting_choice(seat));
        self.pending.into_iter().chain(setup)
    }

    /// Whether no choice is open.
    pub fn choices_are_made(&self) -> bool {
        self.choices().next().is_none()
    }

    /// The open choice of a seat.
    #[inline]
    pub fn choice_of(&self, seat: Seat) -> Option<Choice> {
        match self.pending {
            Some(choice) => (choice.player == seat).then_some(choice),
            None => self.starting_choice(seat),
        }
    }

    /// IN-9: the starting choice of a seat, if it is open.
    fn starting_choice(&self, seat: Seat) -> Option<Choice> {
        if !self.is_setup() || seat.0 >= self.seats || self.chosen[seat.at()].is_some() {
            return None;
        }
        let candidates = self.world.hand(seat);
        if candidates.is_empty() {
            return None; // Not dealt yet.
        }
        let ask = crate::choice::Ask::SelectCards { candidates, min: 1, max: 1, hidden: false };
        Some(Choice { id: u32::from(seat.0), player: seat, source: None, optional: false, ask })
    }
}
