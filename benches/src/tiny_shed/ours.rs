//! Tiny shed on the kit: the chart decides when, and every event is folded. Actions come from the
//! list, as in a simulation, so they are not checked again; the peers do not check them either.

use std::sync::LazyLock;

use croupier_chart::prelude::*;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{
    By, Game, Observation, Outcome, Position, Rejection, RuleContext, Seat, SeatKind, SeatSet,
    Viewer,
};
use croupier_kit::matches::{Match, Setup};
use serde::{Deserialize, Serialize};

use super::{Luck, Move, Seen, Shed, State};

/// The game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TinyShed;

triggers! {
    /// What a seat may ask for.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    pub enum Action: Kind {
        /// Any of the three.
        Do(Move) => "DO",
    }
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The deck was shuffled and dealt. Nobody hears in which order.
    Dealt(#[serde(skip)] Deck),
    /// Somebody made a move.
    Moved(Move),
}

/// A shuffled deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deck([u8; 52]);

impl Default for Deck {
    fn default() -> Self {
        Self(std::array::from_fn(|card| u8::try_from(card).unwrap_or(0)))
    }
}

/// The reason of a refusal.
#[derive(Debug, Clone, PartialEq)]
pub struct NotNow;

impl std::fmt::Display for NotNow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("that cannot be done now")
    }
}

impl Rejection for NotNow {
    fn code(&self) -> &'static str {
        "tiny_shed.not_now"
    }
}

/// The flow.
pub struct Flow;

impl Machine for Flow {
    type Trigger = Action;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<TinyShed>;
    type Emit = ();
    type Output = ();

    /// The chart starts no timers of its own.
    fn raises(_: TimerId, _: &Action) -> bool {
        false
    }
}

fn deal(scope: &mut Scope<'_, Flow>) {
    let mut deck = Deck::default();
    scope.rules.dice.shuffle(&mut deck.0);
    scope.rules.emit(Event::Dealt(deck));
}

fn make_move(scope: &mut Scope<'_, Flow>, Do(it): Do) {
    scope.rules.emit(Event::Moved(it));
}

fn is_over(look: &Look<'_, Flow>) -> bool {
    look.rules.state.is_over()
}

static FLOW: LazyLock<Chart<Flow>> = LazyLock::new(|| {
    let turn = state("turn")
        .entry(deal)
        .on(Kind::Do, internal().run(make_move))
        .always(to("over").when(is_over));
    Definition::new(
        "tiny_shed",
        state("tiny_shed").initial("turn").child(turn).child(final_state("over")),
    )
    .compile()
    .expect("the chart is sound")
});

impl Game for TinyShed {
    const ID: &'static str = "tiny-shed";
    const NAME: &'static str = "Tiny Shed";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 2);

    type Options = ();
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = Seen;
    type Memory = ();
    type Reject = NotNow;
    type Flow = Flow;

    fn flow((): &()) -> &'static Chart<Flow> {
        &FLOW
    }

    fn new((): &(), _: &[SeatKind]) -> State {
        State::default()
    }

    #[inline]
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<Action, NotNow> {
        let Action::Do(it) = *action;
        let in_turn = !at.flow.is_done() && by == By::Seat(Seat(at.state.turn()));
        if in_turn && at.state.allows(it) { Ok(*action) } else { Err(NotNow) }
    }

    #[inline]
    fn listed_trigger(_: Position<'_, Self>, _: Seat, action: &Action) -> Result<Action, NotNow> {
        Ok(*action)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // As all our games: where an event is emitted its kind is known.
    fn fold(state: &mut State, event: &Event) {
        match event {
            Event::Dealt(deck) => *state = State::dealt(deck.0),
            Event::Moved(it) => state.apply(*it),
        }
    }

    #[inline]
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if at.flow.is_done() { SeatSet::NOBODY } else { SeatSet::of(Seat(at.state.turn())) }
    }

    #[inline]
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if Self::to_act(at).contains(seat) {
            at.state.list(actions, Action::Do);
        }
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> Seen {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat.0),
            Viewer::Public => None,
        };
        Seen::of(at.state, seat)
    }

    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        observation.view.dealt(|cards| dice.shuffle(cards))
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let winners = at.state.winner().map(|seat| SeatSet::of(Seat(seat)));
        at.flow.is_done().then(|| Outcome::new("over", winners.unwrap_or_default(), []))
    }
}

/// A match, a setup and a list, all of them reused.
pub struct Ours {
    setup: Setup<TinyShed>,
    game: Match<TinyShed>,
    actions: Vec<Action>,
}

const DEALT: &str = "two seats can be dealt";

impl Shed for Ours {
    const NAME: &'static str = "ours";

    fn new() -> Self {
        let setup = Setup::new(2, Seed([0; 32]));
        let game = Match::unrecorded(&setup).expect(DEALT);
        Self { setup, game, actions: Vec::with_capacity(64) }
    }

    fn deal(&mut self, seed: u64) {
        self.setup.seed.0[..8].copy_from_slice(&seed.to_le_bytes());
        self.game = Match::unrecorded(&self.setup).expect(DEALT);
    }

    /// Our engine deals for all of them: a match cannot take over cards from outside.
    fn take_over(&mut self, _: &State) {}

    #[inline]
    fn step(&mut self, luck: &mut Luck) -> usize {
        let Some(seat) = self.game.to_act().lowest() else { return 0 };
        self.actions.clear();
        TinyShed::legal_actions(self.game.position(), seat, &mut self.actions);
        let action = self.actions[luck.below(self.actions.len())];
        self.game.act_listed(seat, &action).expect("what is listed is taken");
        self.actions.len()
    }

    fn state(&self) -> &State {
        self.game.state()
    }
}
