//! Crazy Eights for two to four: the worked example of `docs/write-a-game.md`.
//!
//! Read [`flow`] (when), then [`rules`] (what), then [`view`] (who sees it), then the list below.

pub mod flow;
pub mod rules;
pub mod view;

use croupier_chart::Chart;
use croupier_kit::{
    By, Card, Dice, Game, Outcome, Pile, Position, Preset, Rejection, Seat, SeatKind, SeatSet,
    Suit, TurnClock, Viewer,
};
use serde::{Deserialize, Serialize};

use flow::{FLOW, Flow};
use rules::{Action, Event, Reject, State};
use view::View;

/// The game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrazyEights;

/// What can be chosen before the deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many cards everybody is dealt.
    pub cards: usize,
    /// How long a turn may take; 0 for as long as one likes.
    pub turn_ms: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { cards: 5, turn_ms: 0 }
    }
}

impl Game for CrazyEights {
    const ID: &'static str = "crazy-eights";
    const NAME: &'static str = "Crazy Eights";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        let online = Options { turn_ms: 20_000, ..Options::default() };
        vec![
            Preset { name: "classic", about: "at a kitchen table", options: Options::default() },
            Preset { name: "online", about: "twenty seconds a turn", options: online },
            Preset { name: "bench", about: "without waiting", options: Options::default() },
        ]
    }

    fn check_options(options: &Options, seats: usize) -> Result<(), String> {
        match options.cards {
            0 => Err("everybody needs a card".to_owned()),
            cards if cards > 51 / seats => Err(format!("there are not {cards} cards for each")),
            _ => Ok(()),
        }
    }

    fn flow(_: &Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    fn context(_: &Options) {}

    fn new(_: &Options, seats: &[SeatKind]) -> State {
        State::new(seats.len())
    }

    fn trigger(_: By, action: &Action) -> Action {
        *action
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<(), Reject> {
        let State { turn, stock, .. } = at.state;
        let (in_turn, holding) = (at.flow.is_in(FLOW.turn), at.flow.is_in(FLOW.holding));
        if !in_turn || by != By::Seat(*turn) {
            return Err(Reject::NotYourTurn);
        }
        match *action {
            Action::Play { card, .. } if !at.state.hand().contains(card) => {
                Err(Reject::NotHeld(card))
            }
            Action::Play { card, .. } if !at.state.fits(card) => Err(Reject::DoesNotFit(card)),
            Action::Play { card, suit } if suit.is_some() != rules::is_eight(card) => {
                Err(Reject::SuitOnlyWithEight)
            }
            Action::Draw if holding || stock.is_empty() => Err(Reject::NoMoreDrawing),
            Action::Pass if !holding && !stock.is_empty() => Err(Reject::DrawFirst),
            _ => Ok(()),
        }
    }

    fn fold(state: &mut State, event: &Event) {
        state.fold(event);
    }

    fn asked(at: Position<'_, Self>) -> SeatSet {
        if at.flow.is_in(FLOW.turn) { SeatSet::of(at.state.turn) } else { SeatSet::NOBODY }
    }

    fn legal(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if !Self::asked(at).contains(seat) {
            return;
        }
        for card in at.state.hand().iter().filter(|card| at.state.fits(*card)) {
            if rules::is_eight(card) {
                let named = Suit::ALL.map(|suit| Action::Play { card, suit: Some(suit) });
                actions.extend(named);
            } else {
                actions.push(Action::Play { card, suit: None });
            }
        }
        let others = [Action::Draw, Action::Pass];
        actions.extend(others.into_iter().filter(|it| Self::check(at, By::Seat(seat), it).is_ok()));
    }

    fn label(action: &Action) -> String {
        match action {
            Action::Play { card, suit: None } => card.to_string(),
            Action::Play { card, suit: Some(suit) } => format!("{card} for {suit:?}"),
            Action::Draw => "Draw".to_owned(),
            Action::Pass => "Pass".to_owned(),
        }
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        View::of(at.state, viewer, at.flow.is_done())
    }

    fn hear(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::hear(event, viewer))
    }

    fn resample(view: &View, (): &(), _: &Options, dice: &mut Dice) -> State {
        view.resample(dice)
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        if !at.flow.is_done() {
            return None;
        }
        let seats = Seat::first(at.state.seats);
        let left = |seat: Seat| at.state.hands[seat.at()].iter().map(rules::points).sum::<i32>();
        let least = seats.clone().map(left).min();
        let winners = seats.clone().filter(|seat| Some(left(*seat)) == least).collect();
        let reason = if at.state.hand().is_empty() { "out" } else { "blocked" };
        Some(Outcome::new(reason, winners, seats.map(left)))
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), String> {
        let State { hands, stock, pile, .. } = at.state;
        let piles = [stock, pile].into_iter().chain(hands);
        let mut cards: Vec<_> = piles.flat_map(Pile::iter).collect();
        cards.sort_unstable();
        if cards.into_iter().eq(Card::deck()) {
            Ok(())
        } else {
            Err("every card is somewhere, once".to_owned())
        }
    }

    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Action> {
        let ways = [Action::Draw, Action::Pass];
        ways.into_iter().find(|action| Self::check(at, By::Seat(seat), action).is_ok())
    }

    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let (limit, turn) = (at.options.turn_ms, at.state.turns);
        let runs = limit > 0 && at.flow.is_in(FLOW.turn);
        runs.then_some(TurnClock { seat: at.state.turn, turn, limit, held: false })
    }
}

impl Rejection for Reject {
    fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn => "crazy_eights.not_your_turn",
            Self::NotHeld(_) => "crazy_eights.not_held",
            Self::DoesNotFit(_) => "crazy_eights.does_not_fit",
            Self::SuitOnlyWithEight => "crazy_eights.suit_only_with_eight",
            Self::NoMoreDrawing => "crazy_eights.no_more_drawing",
            Self::DrawFirst => "crazy_eights.draw_first",
        }
    }
}
