//! A small game for tests: three cards each, everybody plays one, the highest takes the round.
//!
//! It has what makes saving hard: timers, a turn clock that can be held, dice, a number that no
//! fraction can hold and a fraction that few decimals can.

mod flow;

use croupier_chart::run::Chart;
use croupier_kit::cards::{Card, Dice, Pile, Private};
use croupier_kit::game::{
    By, ErrorKind, Game, InvariantError, Observation, OptionsError, Outcome, Position, Preset,
    Rejection, Seat, SeatKind, SeatSet, TurnClock, Viewer,
};
use croupier_kit::{Millis, rejects};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::flow::Flow;
use self::flow::{CHART, Signal};

pub const SEATS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tiny;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    pub rounds: u16,
    pub deal_ms: u64,
    pub show_ms: u64,
    pub think_ms: u64,
    /// Whether the host says that time is up, instead of the match playing for the seat.
    pub host_calls_time: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 3, deal_ms: 500, show_ms: 1_000, think_ms: 10_000, host_calls_time: false }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub seats: u8,
    pub next: Seat,
    pub turn: u32,
    pub round: u16,
    pub deck: Pile<Card, 52>,
    pub hands: [Pile<Card, 3>; SEATS],
    pub shown: [Option<Card>; SEATS],
    pub scores: [u16; SEATS],
    pub large: u64,
    pub fraction: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Play { card: Card },
    Wait,
    Resume,
    TimeIsUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Shuffled { deck: Pile<Card, 52> },
    Dealt { seat: Seat, card: Private<Card> },
    Played { seat: Seat, card: Card },
    Scored { seat: Option<Seat> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub hand: Option<Pile<Card, 3>>,
    pub scores: [u16; SEATS],
}

rejects! {
    pub enum Reject in "tiny" {
        OutOfTurn => "out_of_turn": "it is not your turn",
        NotNow => "not_now": "not now",
        NotHeld(card: Card) => "not_held": "{card} is not in your hand",
        NotYours(by: By) => "not_yours": "this is not for {by:?} to say",
    }

    fn kind(&self) -> ErrorKind {
        match self {
            Self::NotHeld(_) => ErrorKind::InvalidChoice,
            _ => ErrorKind::IllegalAction,
        }
    }

    fn details(&self) -> Option<Value> {
        match self {
            Self::NotHeld(card) => Some(json!({ "card": card })),
            _ => None,
        }
    }
}

impl State {
    fn hand(&self, seat: Seat) -> &Pile<Card, 3> {
        &self.hands[seat.at()]
    }
}

impl Game for Tiny {
    const ID: &'static str = "tiny";
    const NAME: &'static str = "Tiny";
    const VERSION: u32 = 2;
    const SEATS: (usize, usize) = (2, SEATS);

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        vec![]
    }

    fn check_options(options: &Options, _: usize) -> Result<(), OptionsError> {
        let some = (1..=1_000).contains(&options.rounds);
        some.then_some(()).ok_or("there are 1 to 1000 rounds".into())
    }

    fn flow(_: &Options) -> &'static Chart<Flow> {
        &CHART.chart
    }

    fn new(_: &Options, seats: &[SeatKind]) -> State {
        State {
            seats: u8::try_from(seats.len()).unwrap(),
            next: Seat(0),
            turn: 0,
            round: 0,
            deck: Card::deck().collect(),
            hands: [Pile::new(); SEATS],
            shown: [None; SEATS],
            scores: [0; SEATS],
            large: u64::MAX,
            fraction: 0.1,
        }
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<Signal, Reject> {
        if (by == By::Host) != (*action == Action::TimeIsUp) {
            return Err(Reject::NotYours(by));
        }
        if by != By::Host && by != By::Seat(at.state.next) {
            return Err(Reject::OutOfTurn);
        }
        let wanted = if *action == Action::Resume { CHART.held } else { CHART.choosing };
        if !at.flow.root().is_in(wanted) {
            return Err(Reject::NotNow);
        }
        match *action {
            Action::Play { card } => {
                let (seat, hand) = (at.state.next, at.state.hand(at.state.next));
                Reject::NotHeld(card).unless(hand.contains(card))?;
                Ok(Signal::Play { seat, card })
            }
            Action::Wait => Ok(Signal::Wait),
            Action::Resume => Ok(Signal::Resume),
            Action::TimeIsUp => Ok(Signal::TimeIsUp),
        }
    }

    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Shuffled { deck } => {
                state.deck = deck;
                state.hands = [Pile::new(); SEATS];
                state.shown = [None; SEATS];
                state.round += 1;
                state.turn += 1;
                state.large -= u64::from(state.round);
            }
            Event::Dealt { seat, card } => {
                state.deck.pop();
                state.hands[seat.at()].push(*card.open().unwrap());
            }
            Event::Played { seat, card } => {
                state.hands[seat.at()].remove(card);
                state.shown[seat.at()] = Some(card);
                state.next = seat.next(usize::from(state.seats));
                state.turn += 1;
            }
            Event::Scored { seat } => {
                if let Some(seat) = seat {
                    state.scores[seat.at()] += 1;
                }
                state.fraction = (state.fraction * 3.3).fract();
            }
        }
    }

    fn to_act(at: Position<'_, Self>) -> SeatSet {
        let root = at.flow.root();
        let somebody = root.is_in(CHART.choosing) || root.is_in(CHART.held);
        if somebody { SeatSet::of(at.state.next) } else { SeatSet::NOBODY }
    }

    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if !Self::to_act(at).contains(seat) {
        } else if at.flow.root().is_in(CHART.held) {
            actions.push(Action::Resume);
        } else {
            actions.extend(at.state.hand(seat).iter().map(|card| Action::Play { card }));
            actions.push(Action::Wait);
        }
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        let hand = match viewer {
            Viewer::Seat(seat) => Some(*at.state.hand(seat)),
            Viewer::Public => None,
        };
        View { hand, scores: at.state.scores }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match *event {
            Event::Shuffled { .. } => return None,
            Event::Dealt { seat, card } => Event::Dealt { seat, card: card.shown(viewer.is(seat)) },
            public => public,
        })
    }

    fn remember((): &mut (), _: Seat, _: &Event) {}

    fn resample(Observation { options, .. }: Observation<'_, Self>, _: &mut Dice) -> State {
        Self::new(options, &[SeatKind::Person; 2]) // Nothing here searches.
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let scores = &at.state.scores[..usize::from(at.state.seats)];
        let best = scores.iter().max();
        let winners = Seat::first(scores.len()).filter(|seat| Some(&scores[seat.at()]) == best);
        let outcome =
            || Outcome::new("all_rounds", winners.collect(), scores.iter().map(|&n| n.into()));
        at.flow.root().is_done().then(outcome)
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        let State { seats, next, deck, hands, shown, .. } = at.state;
        if !(2..=SEATS).contains(&usize::from(*seats)) || next.0 >= *seats {
            return Err("somebody at the table is next".into());
        }
        let hands = hands.iter().flat_map(Pile::iter);
        let mut cards: Vec<_> =
            deck.iter().chain(hands).chain(shown.iter().flatten().copied()).collect();
        cards.sort();
        let whole = cards.iter().copied().eq(Card::deck());
        whole.then_some(()).ok_or_else(|| "every card is there, once".into())
    }

    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Action> {
        if at.options.host_calls_time {
            return Some(Action::TimeIsUp);
        }
        at.state.hand(seat).first().map(|card| Action::Play { card })
    }

    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Action> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        dice.pick(&actions).copied()
    }

    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let seat = Self::to_act(at).lowest()?;
        let held = at.flow.root().is_in(CHART.held);
        Some(TurnClock { seat, turn: at.state.turn, limit: Millis(at.options.think_ms), held })
    }
}
