//! A game with planted bugs. Without one it passes the suite; the suite must find each of them.

mod found;

use std::cell::Cell;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::cards::{Card, Dice, Pile, Private};
use crate::game::{
    By, Choice, Filled, Form, FormPiece, Game, InvariantError, Observation, OptionDescription,
    OptionsError, Outcome, Piece, Position, Prompt, Rejection, RuleContext, Seat, SeatKind,
    SeatSet, TurnClock, Viewer,
};
use crate::text::TextLine;

/// The bug to plant.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PlantedFault {
    None,
    ListsTooMuch,
    ListsTooLittle,
    TriggersAnother,
    ExpandsTooFar,
    ExpandsByWhatIsHidden,
    DefaultsToNobodys,
    NamesNoStage,
    ChecksTooLittle,
    BreaksInvariant,
    NeverEnds,
    AsksNobody,
    ShowsHands,
    TellsDraws,
    TellsGifts,
    TellsTheDeal,
    NamesCards,
    TalksTooMuch,
    LabelsAlike,
    SuggestsTheForbidden,
    RepeatsTheComposed,
    ChangesSilently,
    ForgetsAnOption,
    PromisesAnOption,
    ResamplesCheats,
    ResamplesDeadEnds,
    ResamplesEndlessly,
    ResamplesTooFewCards,
    ResamplesVanishingCards,
    ResamplesWhatItGave,
    SilenceIsForEver,
    SilenceIsNothing,
    TimesNobody,
    TimesOnce,
    ForgetsToSave,
    ReadsTheWorld,
    TimesByWhatIsHidden,
    TimesByWhatIsSecret,
    TrustsItsSaves,
    StatesTellWhatIsHidden,
    ShowsIdleStates,
    ShowsStandIns,
    TimesStandIns,
    ShowsHandsToStrangers,
}

/// In ten turns, two seats may exchange their only card with the top of the stock. Each seat has
/// two turns in a row. A seat remembers the cards it gave away: they lie under the stock, out of
/// reach.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Exchange;

thread_local! {
    /// Thread-local because every test runs on its own thread.
    static PLANTED: Cell<PlantedFault> = const { Cell::new(PlantedFault::None) };
}

fn has(fault: PlantedFault) -> bool {
    PLANTED.get() == fault
}

/// Whether the planted bug is that a match asks its game about seats that do not exist.
pub(crate) fn trusts_viewers() -> bool {
    has(PlantedFault::ShowsHandsToStrangers)
}

/// Whether the planted bug is that the game depends on who is a stand-in. It then has one if
/// `unsaved` is 1.
fn minds_stand_ins() -> bool {
    has(PlantedFault::ShowsStandIns) || has(PlantedFault::TimesStandIns)
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct State {
    hands: Pile<Card, 2>,
    stock: Pile<Card, 52>,
    turns: u8,
    /// No view shows it, and no save contains it.
    #[serde(skip)]
    unsaved: u8,
}

/// The value of `unsaved` that marks a resampled world, for bugs that only such worlds have.
const DOOMED: u8 = 99;
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Options {
    stakes: u8,
    open: bool,
}

triggers! {
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    enum Action: Kind { Swap => "SWAP", Keep => "KEEP", Dawdle => "DAWDLE", Cheat => "CHEAT" }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Event {
    Shuffled { stock: Private<Pile<Card, 52>> },
    Swapped { seat: Seat, card: Private<Card>, given: Private<Card> },
    Kept { seat: Seat },
    Dawdled,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Memory {
    given: Vec<Card>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct View {
    hands: Vec<Option<Card>>,
    turns: u8,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no")]
struct Reject;
impl Rejection for Reject {
    fn code(&self) -> &'static str {
        "no"
    }
}

struct Flow;
impl Machine for Flow {
    type Trigger = Action;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<Exchange>;
    type Emit = ();
    type Output = ();

    /// It has no timers.
    fn raises(_: TimerId, _: &Action) -> bool {
        false
    }
}

fn deal(scope: &mut Scope<'_, Flow>) {
    let mut stock: Pile<Card, 52> = Card::deck().collect();
    scope.rules.dice.shuffle(stock.as_mut_slice());
    scope.rules.emit(Event::Shuffled { stock: Private::Known(stock) });
}

fn swap(scope: &mut Scope<'_, Flow>) {
    let State { hands, stock, .. } = &scope.rules.state;
    let seat = turn(&scope.rules.state);
    let (card, given) = (Private::Known(stock[0]), Private::Known(hands[seat]));
    scope.rules.emit(Event::Swapped { seat, card, given });
}

fn dawdle(scope: &mut Scope<'_, Flow>) {
    scope.rules.emit(Event::Dawdled);
}

fn keep(scope: &mut Scope<'_, Flow>) {
    let seat = turn(&scope.rules.state);
    scope.rules.emit(Event::Kept { seat });
    if has(PlantedFault::ChangesSilently) && scope.rules.state.turns == 5 {
        scope.rules.state.stock.as_mut_slice().reverse();
    }
}

fn is_over(look: &Look<'_, Flow>) -> bool {
    look.rules.state.turns >= 10
}

fn turn(state: &State) -> Seat {
    Seat(state.turns / 2 % 2)
}

static CHART: LazyLock<Chart<Flow>> = LazyLock::new(|| {
    let playing = state("playing")
        .entry(deal)
        .on(Kind::Swap, internal().run(swap))
        .on(Kind::Keep, internal().run(keep))
        .on(Kind::Dawdle, internal().run(dawdle))
        .always(to("over").when(is_over));
    let root = state("exchange").initial("playing").child(playing).child(final_state("over"));
    Definition::new("exchange", root).compile().expect("the chart is sound")
});

impl Game for Exchange {
    const ID: &'static str = "exchange";
    const NAME: &'static str = "Exchange";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 2);
    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = Memory;
    type Reject = Reject;
    type Flow = Flow;

    fn check_options(options: &Options, _: usize) -> Result<(), OptionsError> {
        if options.stakes <= 9 { Ok(()) } else { Err("at most 9".into()) }
    }
    fn describe_options() -> Vec<OptionDescription> {
        let most = if has(PlantedFault::PromisesAnOption) { 10 } else { 9 };
        let stakes =
            OptionDescription::range("stakes", 0..=most, "Stakes", "Nobody looks at them.");
        let open = OptionDescription::switch("open", "Open", "Nobody looks at it either.");
        if has(PlantedFault::ForgetsAnOption) { vec![stakes] } else { vec![stakes, open] }
    }
    fn flow(_: &Options) -> &'static Chart<Flow> {
        &CHART
    }
    fn new(_: &Options, _: &[SeatKind]) -> State {
        State::default()
    }
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<Action, Reject> {
        let is_known = match action {
            Action::Swap | Action::Keep => true,
            Action::Dawdle => {
                has(PlantedFault::SilenceIsForEver) || has(PlantedFault::TimesByWhatIsSecret)
            }
            Action::Cheat => has(PlantedFault::ChecksTooLittle),
        };
        if *action == Action::Dawdle && by == By::Host && minds_stand_ins() {
            return Ok(*action);
        }
        let in_turn = by == By::Seat(turn(at.state)) && at.state.turns < 10;
        if is_known && in_turn { Ok(*action) } else { Err(Reject) }
    }
    fn listed_trigger(at: Position<'_, Self>, _: Seat, action: &Action) -> Result<Action, Reject> {
        let wrong = has(PlantedFault::TriggersAnother) && at.state.turns == 6;
        Ok(if wrong { Action::Keep } else { *action })
    }
    fn fold(state: &mut State, event: &Event) {
        static WORLD: AtomicU32 = AtomicU32::new(0);
        match *event {
            Event::Shuffled { stock } => {
                state.stock = *stock.open().expect("events are whole in here");
                state.hands =
                    [state.stock.pop(), state.stock.pop()].into_iter().flatten().collect();
            }
            Event::Swapped { seat, .. } => {
                let card = state.stock.remove_at(0);
                let old = std::mem::replace(&mut state.hands.as_mut_slice()[seat.at()], card);
                let vanishes =
                    has(PlantedFault::ResamplesVanishingCards) && state.unsaved == DOOMED;
                let is_lost = has(PlantedFault::BreaksInvariant) || vanishes;
                if !is_lost || state.turns < 7 {
                    state.stock.push(old);
                }
                state.turns += 1;
            }
            Event::Kept { .. } => {
                state.turns += 1;
                if has(PlantedFault::ForgetsToSave) {
                    state.unsaved += 1;
                }
            }
            Event::Dawdled => {
                if has(PlantedFault::TimesByWhatIsSecret) {
                    state.unsaved = state.unsaved.wrapping_add(1);
                }
                if minds_stand_ins() {
                    state.unsaved ^= 1;
                }
            }
        }
        let endless = has(PlantedFault::ResamplesEndlessly) && state.unsaved == DOOMED;
        if (has(PlantedFault::NeverEnds) || endless) && state.turns == 9 {
            state.turns = 1;
        }
        if has(PlantedFault::ReadsTheWorld)
            && WORLD.fetch_add(1, Ordering::Relaxed).is_multiple_of(97)
        {
            state.stock.as_mut_slice().reverse();
        }
    }
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if has(PlantedFault::TrustsItsSaves) {
            assert!(at.state.turns <= 10, "nobody plays so many turns");
        }
        let dead_end = has(PlantedFault::ResamplesDeadEnds) && at.state.unsaved == DOOMED;
        let stuck = (has(PlantedFault::AsksNobody) || dead_end) && at.state.turns == 8;
        if at.flow.is_done() || stuck { SeatSet::NOBODY } else { SeatSet::of(turn(at.state)) }
    }
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if Self::to_act(at).contains(seat) {
            actions.push(Action::Keep);
            if !has(PlantedFault::ListsTooLittle) || at.state.turns < 5 {
                actions.push(Action::Swap);
            }
            if has(PlantedFault::SilenceIsForEver) {
                actions.push(Action::Dawdle);
            }
            let doomed = has(PlantedFault::ResamplesCheats) && at.state.unsaved == DOOMED;
            if (has(PlantedFault::ListsTooMuch) || doomed) && at.state.turns == 6 {
                actions.push(Action::Cheat);
            }
        }
    }
    /// The offered action is secret: no other seat is told of it.
    fn offers(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if has(PlantedFault::TimesByWhatIsSecret) && Self::to_act(at).contains(seat) {
            actions.push(Action::Dawdle);
        }
    }
    fn seat_changed(
        at: Position<'_, Self>,
        _: Seat,
        kind: SeatKind,
        _is_connected: bool,
    ) -> Option<Action> {
        let changes = (at.state.unsaved == 1) != (kind == SeatKind::Bot);
        (changes && minds_stand_ins()).then_some(Action::Dawdle)
    }
    fn search_actions(at: Position<'_, Self>, seat: Seat, limit: usize, actions: &mut Vec<Action>) {
        Self::legal_actions(at, seat, actions);
        if !has(PlantedFault::ExpandsTooFar) {
            actions.truncate(limit);
        }
        if has(PlantedFault::ExpandsByWhatIsHidden) && at.state.stock[0].index().is_multiple_of(2) {
            actions.reverse();
        }
    }
    fn default_action(at: Position<'_, Self>, _: Seat) -> Option<Action> {
        let late = at.state.turns == 6;
        match PLANTED.get() {
            PlantedFault::DefaultsToNobodys if late => Some(Action::Cheat),
            PlantedFault::SilenceIsNothing if late => None,
            PlantedFault::SilenceIsForEver if late => Some(Action::Dawdle),
            _ => Some(Action::Keep),
        }
    }
    fn stage(at: Position<'_, Self>) -> usize {
        usize::from(has(PlantedFault::NamesNoStage) && at.state.turns == 3)
    }
    fn random_action(at: Position<'_, Self>, _: Seat, dice: &mut Dice) -> Option<Action> {
        (at.state.turns < 10).then(|| *dice.pick(&[Action::Swap, Action::Keep]).expect("two"))
    }
    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        let is_stranger = matches!(viewer, Viewer::Seat(seat) if seat.at() >= at.seats.len());
        assert!(!is_stranger || trusts_viewers(), "the game is asked about {viewer:?}");
        let seen = |seat| viewer.is(seat) || is_stranger || has(PlantedFault::ShowsHands);
        let hand = |seat: Seat| at.state.hands.as_slice().get(seat.at()).copied();
        let hands = Seat::first(2).map(|seat| hand(seat).filter(|_| seen(seat)));
        let tell = has(PlantedFault::ShowsStandIns) && at.state.unsaved == 1;
        View { hands: hands.collect(), turns: at.state.turns + if tell { 100 } else { 0 } }
    }

    fn shown_state<'a>(
        at: Position<'_, Self>,
        _viewer: Viewer,
        _machine: &str,
        path: &'a str,
    ) -> Option<&'a str> {
        if has(PlantedFault::ShowsIdleStates) {
            return Some("elsewhere");
        }
        let is_odd = at.state.stock.as_slice().first().is_some_and(|card| card.index() % 2 == 1);
        (is_odd || !has(PlantedFault::StatesTellWhatIsHidden)).then_some(path)
    }
    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        if *event == Event::Dawdled && has(PlantedFault::TimesByWhatIsSecret) {
            return None;
        }
        Some(match *event {
            Event::Shuffled { stock } => {
                Event::Shuffled { stock: stock.shown(has(PlantedFault::TellsTheDeal)) }
            }
            Event::Swapped { seat, card, given } => {
                let known = viewer.is(seat);
                let card = card.shown(known || has(PlantedFault::TellsDraws));
                let given = given.shown(known || has(PlantedFault::TellsGifts));
                Event::Swapped { seat, card, given }
            }
            public @ (Event::Kept { .. } | Event::Dawdled) => public,
        })
    }
    fn remember(memory: &mut Memory, _: Seat, event: &Event) {
        if let Event::Swapped { given: Private::Known(card), .. } = event {
            memory.given.retain(|given| given != card);
            memory.given.push(*card);
        }
    }
    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        let view = observation.view;
        // At most one hand is known, and the cards that the seat gave away are in the stock.
        let forgets = has(PlantedFault::ResamplesWhatItGave);
        let given = observation.memory.given.iter().filter(|_| !forgets);
        let known = view.hands.iter().position(Option::is_some);
        let own = known.and_then(|seat| view.hands[seat]);
        let given: Vec<Card> = given.copied().filter(|card| Some(*card) != own).collect();
        let mut others: Vec<_> = Card::deck().filter(|card| Some(*card) != own).collect();
        others.retain(|card| !given.contains(card));
        dice.shuffle(&mut others);
        let mut hand = |seat: usize| match own {
            Some(card) if known == Some(seat) => card,
            _ => others.pop().expect("there are many"),
        };
        let hands = [hand(0), hand(1)].into_iter().collect();
        if has(PlantedFault::ResamplesTooFewCards) {
            others.pop();
        }
        let stock = others.into_iter().chain(given).collect();
        let unsaved = if view.turns < 5 { DOOMED } else { 0 };
        State { hands, stock, turns: view.turns, unsaved }
    }
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        at.flow.is_done().then(|| Outcome::new("ten_turns", SeatSet::NOBODY, [0, 0]))
    }
    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        // The form composes it.
        let repeats = has(PlantedFault::RepeatsTheComposed) || has(PlantedFault::LabelsAlike);
        let is_choice = |action: &Action| *action != Action::Keep || repeats;
        let listed = actions.iter().copied().filter(is_choice);
        let choices = listed.map(|action| Self::describe_action(at, seat, action));
        let mut prompt = Prompt::new("exchange.pick", TextLine::of("Swap?"), choices);
        let pieces = ["keep", "cheat"].map(|it| FormPiece::new(Piece::part(it), it.into()));
        let place = usize::from(has(PlantedFault::SuggestsTheForbidden));
        let form = Form::select("Say it", pieces.to_vec(), 1..=1);
        prompt.forms.push(form.suggest("at once".into(), vec![vec![place]]));
        (!actions.is_empty()).then_some(prompt)
    }
    fn compose(_: Position<'_, Self>, _: Seat, filled: &Filled) -> Option<Action> {
        Some(if filled.groups == [[1]] { Action::Cheat } else { Action::Keep })
    }
    fn describe_action(_: Position<'_, Self>, _: Seat, action: Action) -> Choice<Action> {
        let name = if has(PlantedFault::NamesCards) { "swap for the AH" } else { "swap" };
        let is_swap = action == Action::Swap || has(PlantedFault::LabelsAlike);
        let label = if is_swap { name.to_owned() } else { format!("{action:?}") };
        let choice = Choice::new(TextLine::of(&label), action);
        if has(PlantedFault::TalksTooMuch) {
            return Choice::new(TextLine::of(&"swap ".repeat(4_000)), choice.action);
        }
        choice
    }
    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        let count = at.state.hands.len() + at.state.stock.len();
        if count == 52 { Ok(()) } else { Err(format!("there are {count} cards").into()) }
    }
    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let asked = Self::to_act(at).lowest()?;
        let seat = if has(PlantedFault::TimesNobody) { Seat(0) } else { asked };
        let turn = match PLANTED.get() {
            PlantedFault::TimesOnce => 0,
            PlantedFault::TimesByWhatIsSecret => {
                (u32::from(at.state.turns) << 8) | u32::from(at.state.unsaved)
            }
            _ => u32::from(at.state.turns),
        };
        let hidden = at.state.stock.as_slice().first().copied().map_or(0, Card::index);
        let hidden = u64::try_from(hidden).unwrap_or(0);
        let more = match PLANTED.get() {
            PlantedFault::TimesByWhatIsHidden => hidden,
            PlantedFault::TimesStandIns => at.state.unsaved.into(),
            _ => 0,
        };
        Some(TurnClock { seat, turn, limit: Millis(1000 + more), held: false })
    }
}
