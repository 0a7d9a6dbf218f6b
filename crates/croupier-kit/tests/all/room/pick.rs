//! A second small game: everybody picks a card at the same time, and the highest takes the round.
//!
//! It has what rooms need beyond a game of turns: several clocks at once, things to do unasked, some
//! of them in secret, a form, a memory, and a house.

use std::sync::LazyLock;

use croupier_chart::prelude::*;
use croupier_kit::cards::{Card, Dice, Pile, Private, Rank};
use croupier_kit::game::{
    By, Choice, Filled, Form, FormPiece, Game, Observation, OptionDescription, Outcome, Position,
    Preset, Prompt, RuleContext, Seat, SeatKind, SeatSet, TurnClock, TurnClocks, Viewer,
};
use croupier_kit::text::TextLine;
use croupier_kit::{Millis, rejects};
use serde::{Deserialize, Serialize};

const SEATS: usize = 4;
const CARDS: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pick;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Options {
    /// Zero for as long as one likes.
    pub(crate) think_ms: Millis,
    pub(crate) show_ms: Millis,
    /// Set by a room: how many persons sat there.
    pub(crate) persons: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { think_ms: Millis(10_000), show_ms: Millis(500), persons: 0 }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    seats: u8,
    houses: SeatSet,
    hands: [Pile<Card, CARDS>; SEATS],
    picked: [Option<Card>; SEATS],
    round: u32,
    scores: [i32; SEATS],
    sorted: [u8; SEATS],
    away: SeatSet,
    conceded: Option<Seat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    Pick {
        card: Card,
    },
    Sort,
    Concede,
    /// Shows everybody a card of the next seat.
    Peek,
    /// A fault to order: the rules pass it, the chart does not.
    Break {
        card: Card,
    },
    SeatAway {
        seat: Seat,
        away: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    Dealt {
        seat: Seat,
        card: Private<Card>,
    },
    Picked {
        seat: Seat,
        card: Private<Card>,
    },
    /// Nobody else is told of it.
    Sorted {
        seat: Seat,
    },
    Scored {
        seat: Option<Seat>,
        cards: [Option<Card>; SEATS],
    },
    Conceded {
        seat: Seat,
    },
    Shown {
        card: Card,
    },
    Away {
        seat: Seat,
        away: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) hand: Option<Pile<Card, CARDS>>,
    pub(crate) has_picked: SeatSet,
    pub(crate) scores: [i32; SEATS],
}

rejects! {
    pub(crate) enum Reject in "pick" {
        NotNow => "not_now": "not now",
        PickedAlready => "picked_already": "you have picked a card already",
        NotHeld(card: Card) => "not_held": "{card} is not in your hand",
        NotYours => "not_yours": "this is not yours to say",
    }
}

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(crate) enum Signal: Kind {
        PickCard { seat: Seat, card: Card } => "PICK",
        Sort { seat: Seat } => "SORT",
        Concede { seat: Seat } => "CONCEDE",
        Peek { seat: Seat } => "PEEK",
        Break { card: Card } => "BREAK",
        SeatAway { seat: Seat, away: bool } => "SEAT_AWAY",
    }
}

#[derive(Debug)]
pub(crate) struct Flow;

impl Machine for Flow {
    type Trigger = Signal;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<Pick>;
    type Emit = ();
    type Output = ();

    /// It starts no timers of its own.
    fn raises(_: TimerId, _: &Signal) -> bool {
        false
    }
}

struct Flows {
    chart: Chart<Flow>,
    picking: StateId<Flow>,
}

static CHART: LazyLock<Flows> = LazyLock::new(|| {
    let root = state("pick")
        .initial("dealing")
        .on(Kind::SeatAway, internal().run(mark))
        .child(
            state("dealing")
                .after(Millis::ZERO, to("picking").run(deal))
                .on(Kind::Break, to("over")),
        )
        .child(
            state("picking")
                .entry(let_houses_pick)
                .always(to("showing").when(all_have_picked))
                .on(Kind::PickCard, internal().run(pick))
                .on(Kind::Sort, internal().run(sort))
                .on(Kind::Peek, internal().run(peek))
                .on(Kind::Concede, to("over").run(concede)),
        )
        .child(state("showing").after(showing, to("scored").run(score)))
        .child(state("scored").always([to("over").when(is_last_round), to("picking")]))
        .child(final_state("over"));
    let chart = Definition::new("pick", root).compile().unwrap();
    Flows { picking: chart.state("picking").unwrap(), chart }
});

type Cx<'s, 'a> = &'s mut Scope<'a, Flow>;

fn showing(look: &Look<'_, Flow>) -> Millis {
    look.rules.options.show_ms
}

fn all_have_picked(look: &Look<'_, Flow>) -> bool {
    let state = &look.rules.state;
    seats(state).all(|seat| state.picked[seat.at()].is_some())
}

fn is_last_round(look: &Look<'_, Flow>) -> bool {
    look.rules.state.round as usize >= CARDS
}

fn deal(scope: Cx<'_, '_>) {
    let mut cards: Vec<Card> = Card::deck().collect();
    scope.rules.dice.shuffle(&mut cards);
    let all: Vec<Seat> = seats(&scope.rules.state).collect();
    for (seat, card) in all.into_iter().cycle().zip(cards).take(CARDS * scope.rules.seats.len()) {
        scope.rules.emit(Event::Dealt { seat, card: Private::Known(card) });
    }
}

fn let_houses_pick(scope: Cx<'_, '_>) {
    for seat in scope.rules.state.houses.iter() {
        if let Some(card) = scope.rules.state.hands[seat.at()].first() {
            scope.rules.emit(Event::Picked { seat, card: Private::Known(card) });
        }
    }
}

fn pick(scope: Cx<'_, '_>, PickCard { seat, card }: PickCard) {
    scope.rules.emit(Event::Picked { seat, card: Private::Known(card) });
}

fn sort(scope: Cx<'_, '_>, Sort { seat }: Sort) {
    scope.rules.emit(Event::Sorted { seat });
}

fn concede(scope: Cx<'_, '_>, Concede { seat }: Concede) {
    scope.rules.emit(Event::Conceded { seat });
}

fn peek(scope: Cx<'_, '_>, Peek { seat }: Peek) {
    let state = &scope.rules.state;
    let next = (seat.at() + 1) % usize::from(state.seats);
    if let Some(card) = state.hands[next].first() {
        scope.rules.emit(Event::Shown { card });
    }
}

fn mark(scope: Cx<'_, '_>, SeatAway { seat, away }: SeatAway) {
    scope.rules.emit(Event::Away { seat, away });
}

fn score(scope: Cx<'_, '_>) {
    let cards = scope.rules.state.picked;
    let rank = |seat: &Seat| cards[seat.at()].map(Card::rank).map(Rank::number);
    let best = seats(&scope.rules.state).map(|seat| rank(&seat)).max();
    let mut winners = seats(&scope.rules.state).filter(|seat| Some(rank(seat)) == best);
    let seat = winners.next().filter(|_| winners.next().is_none());
    scope.rules.emit(Event::Scored { seat, cards });
}

fn seats(state: &State) -> impl Iterator<Item = Seat> + Clone + use<> {
    Seat::first(usize::from(state.seats))
}

impl Game for Pick {
    const ID: &'static str = "pick";
    const NAME: &'static str = "Pick";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, SEATS);
    const HAS_HOUSE: bool = true;

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    /// The cards that were shown.
    type Memory = Vec<Card>;
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        let full = Options { think_ms: Millis::ZERO, persons: 2, ..Options::default() };
        let bench = Options { show_ms: Millis::ZERO, ..full.clone() };
        vec![
            Preset::new("classic", "as it is", Options::default()),
            Preset::new("full", "with as much time as one wants", full),
            Preset::new("bench", "without waiting", bench),
        ]
    }

    fn describe_options() -> Vec<OptionDescription> {
        vec![
            OptionDescription::at_least("think_ms", 0, "Time", "How long one may think."),
            OptionDescription::at_least("show_ms", 0, "Show", "How long cards are shown."),
            OptionDescription::at_least("persons", 0, "Persons", "How many sat there.").for_tests(),
        ]
    }

    fn flow(_: &Options) -> &'static Chart<Flow> {
        &CHART.chart
    }

    fn new(_: &Options, seats: &[SeatKind]) -> State {
        let is_house = |seat: &Seat| seats[seat.at()] == SeatKind::House;
        State {
            seats: u8::try_from(seats.len()).unwrap(),
            houses: Seat::first(seats.len()).filter(is_house).collect(),
            hands: [Pile::new(); SEATS],
            picked: [None; SEATS],
            round: 0,
            scores: [0; SEATS],
            sorted: [0; SEATS],
            away: SeatSet::NOBODY,
            conceded: None,
        }
    }

    fn served(options: Options, seats: &[SeatKind]) -> Options {
        let persons = seats.iter().filter(|kind| **kind == SeatKind::Person).count();
        Options { persons, ..options }
    }

    fn seat_changed(_: Position<'_, Self>, seat: Seat, _: SeatKind, here: bool) -> Option<Action> {
        Some(Action::SeatAway { seat, away: !here })
    }

    fn works_while_paused(action: &Action) -> bool {
        *action == Action::Concede
    }

    fn is_internal(_: &Options, action: &Action) -> bool {
        matches!(action, Action::SeatAway { .. })
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<Signal, Reject> {
        let ensure = |holds: bool, why: Reject| if holds { Ok(()) } else { Err(why) };
        let seat = match (by, action) {
            (By::Host, &Action::SeatAway { seat, away }) => {
                ensure(!at.flow.is_done(), Reject::NotNow)?;
                return Ok(Signal::SeatAway { seat, away });
            }
            (By::Seat(seat), _) => seat,
            (By::Host, _) => return Err(Reject::NotYours),
        };
        ensure(at.flow.root().is_in(CHART.picking), Reject::NotNow)?;
        ensure(!at.state.houses.contains(seat), Reject::NotYours)?;
        match *action {
            Action::Pick { card } => {
                ensure(at.state.picked[seat.at()].is_none(), Reject::PickedAlready)?;
                let held = at.state.hands[seat.at()].iter().any(|it| it == card);
                ensure(held, Reject::NotHeld(card))?;
                Ok(Signal::PickCard { seat, card })
            }
            Action::Sort => {
                ensure(at.state.sorted[seat.at()] < 2, Reject::NotNow)?;
                Ok(Signal::Sort { seat })
            }
            Action::Concede => Ok(Signal::Concede { seat }),
            Action::Peek => Ok(Signal::Peek { seat }),
            Action::Break { card } => Ok(Signal::Break { card }),
            Action::SeatAway { .. } => Err(Reject::NotYours),
        }
    }

    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { seat, card } => {
                state.hands[seat.at()].push(*card.open().unwrap());
            }
            Event::Picked { seat, card } => {
                let card = *card.open().unwrap();
                state.hands[seat.at()].remove(card);
                state.picked[seat.at()] = Some(card);
            }
            Event::Sorted { seat } => state.sorted[seat.at()] += 1,
            Event::Scored { seat, .. } => {
                state.round += 1;
                state.picked = [None; SEATS];
                if let Some(seat) = seat {
                    state.scores[seat.at()] += 1;
                }
            }
            Event::Conceded { seat } => state.conceded = Some(seat),
            Event::Shown { .. } => {}
            Event::Away { seat, away } => {
                if away {
                    state.away.insert(seat);
                } else {
                    state.away.remove(seat);
                }
            }
        }
    }

    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if !at.flow.root().is_in(CHART.picking) {
            return SeatSet::NOBODY;
        }
        seats(at.state).filter(|seat| at.state.picked[seat.at()].is_none()).collect()
    }

    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if Self::to_act(at).contains(seat) {
            actions.extend(at.state.hands[seat.at()].iter().map(|card| Action::Pick { card }));
        }
    }

    fn offers(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        let all = [Action::Sort, Action::Concede];
        let may = |action: &Action| Self::check(at, By::Seat(seat), action).is_ok();
        actions.extend(all.into_iter().filter(may));
    }

    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        if actions.is_empty() {
            return None;
        }
        let choices = actions.into_iter().map(|action| Self::describe_action(at, seat, action));
        let mut prompt = Prompt::new("pick.pick", TextLine::of("Pick a card"), choices);
        let pieces = at.state.hands[seat.at()].iter().map(FormPiece::card).collect();
        prompt.forms.push(Form::select("Pick", pieces, 1..=2));
        Some(prompt)
    }

    /// Two cards are too many for the rules, and one is not.
    fn compose(at: Position<'_, Self>, seat: Seat, filled: &Filled) -> Option<Action> {
        let hand = at.state.hands[seat.at()];
        match filled.groups.first()?[..] {
            [one] => Some(Action::Pick { card: *hand.as_slice().get(one)? }),
            _ => Some(Action::SeatAway { seat, away: true }),
        }
    }

    fn describe_action(_: Position<'_, Self>, _: Seat, action: Action) -> Choice<Action> {
        let label = match action {
            Action::Pick { card } => TextLine::of(&format!("Pick {card}")),
            other => TextLine::of(&format!("{other:?}")),
        };
        Choice::new(label, action)
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        let hand = match viewer {
            Viewer::Seat(seat) => Some(at.state.hands[seat.at()]),
            Viewer::Public => None,
        };
        let has_picked =
            seats(at.state).filter(|seat| at.state.picked[seat.at()].is_some()).collect();
        View { hand, has_picked, scores: at.state.scores }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match *event {
            Event::Sorted { seat } if !viewer.is(seat) => return None,
            Event::Dealt { seat, card } => Event::Dealt { seat, card: card.shown(viewer.is(seat)) },
            Event::Picked { seat, card } => {
                Event::Picked { seat, card: card.shown(viewer.is(seat)) }
            }
            public => public,
        })
    }

    fn remember(memory: &mut Vec<Card>, _: Seat, event: &Event) {
        if let Event::Scored { cards, .. } = event {
            memory.extend(cards.iter().flatten());
        }
    }

    fn resample(observation: Observation<'_, Self>, _: &mut Dice) -> State {
        Self::new(observation.options, observation.seats) // Nothing here searches.
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let scores = &at.state.scores[..usize::from(at.state.seats)];
        let outcome = match at.state.conceded {
            Some(seat) => {
                let others = SeatSet::first(scores.len()) - SeatSet::of(seat);
                Outcome::new("conceded", others, scores.iter().copied())
            }
            None => Outcome::most("all_cards", scores.iter().copied()),
        };
        at.flow.is_done().then_some(outcome)
    }

    /// Everybody has a clock of their own, later seats a longer one.
    fn turn_clocks(at: Position<'_, Self>) -> TurnClocks {
        let clock = |seat: Seat| {
            let limit = at.options.think_ms + Millis::from_secs(u64::from(seat.0));
            TurnClock { seat, turn: at.state.round, limit, held: false }
        };
        let asked = Self::to_act(at).iter().filter(|_| !at.options.think_ms.is_zero());
        asked.map(clock).collect()
    }
}
