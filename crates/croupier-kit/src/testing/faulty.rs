//! A game with planted faults: the suite must pass it without and find each of them.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_chart::{
    Chart, Definition, Look, Machine, Scope, final_state, internal, state, to, triggers,
};
use serde::{Deserialize, Serialize};

use crate::testing::Suite;
use crate::{
    By, Card, Choice, Dice, Filled, Form, FormPiece, Game, Millis, Observation, Outcome, Piece,
    Pile, Position, Private, Prompt, Rejection, RuleContext, Seat, SeatKind, SeatSet, TextLine,
    Viewer,
};

/// What is wrong with the game.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PlantedFault {
    None,
    ListsTooMuch,
    ListsTooLittle,
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
    NamesCards,
    TalksTooMuch,
    LabelsAlike,
    SuggestsTheForbidden,
    ForgetsToSave,
    ReadsTheWorld,
}

/// Two seats exchange their only card with the stock, or do not, ten times.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Exchange;

thread_local! {
    /// Every test has a thread of its own.
    static PLANTED: Cell<PlantedFault> = const { Cell::new(PlantedFault::None) };
}

fn has(fault: PlantedFault) -> bool {
    PLANTED.get() == fault
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct State {
    hands: Pile<Card, 2>,
    stock: Pile<Card, 52>,
    turns: u8,
    #[serde(skip)]
    unsaved: u8,
}

triggers! {
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    enum Action: Kind { Swap => "SWAP", Keep => "KEEP", Cheat => "CHEAT" }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Event {
    Shuffled { stock: Private<Pile<Card, 52>> },
    Swapped { seat: Seat, card: Private<Card> },
    Kept { seat: Seat },
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
}

fn deal(scope: &mut Scope<'_, Flow>) {
    let mut stock: Pile<Card, 52> = Card::deck().collect();
    scope.rules.dice.shuffle(stock.as_mut_slice());
    scope.rules.emit(Event::Shuffled { stock: Private::Known(stock) });
}

fn swap(scope: &mut Scope<'_, Flow>) {
    let (seat, card) = (turn(&scope.rules.state), scope.rules.state.stock.as_slice()[0]);
    scope.rules.emit(Event::Swapped { seat, card: Private::Known(card) });
}

fn keep(scope: &mut Scope<'_, Flow>) {
    let seat = turn(&scope.rules.state);
    scope.rules.emit(Event::Kept { seat });
}

fn is_over(look: &Look<'_, Flow>) -> bool {
    look.rules.state.turns >= 10
}

fn turn(state: &State) -> Seat {
    Seat(state.turns % 2)
}

static CHART: LazyLock<Chart<Flow>> = LazyLock::new(|| {
    let playing = state("playing")
        .entry(deal)
        .on(Kind::Swap, internal().run(swap))
        .on(Kind::Keep, internal().run(keep))
        .always(to("over").when(is_over));
    let root = state("exchange").initial("playing").child(playing).child(final_state("over"));
    Definition::new("exchange", root).compile().expect("the chart is sound")
});

impl Game for Exchange {
    const ID: &'static str = "exchange";
    const NAME: &'static str = "Exchange";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 2);
    type Options = ();
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();
    type Reject = Reject;
    type Flow = Flow;

    fn flow((): &()) -> &'static Chart<Flow> {
        &CHART
    }
    fn new((): &(), _: &[SeatKind]) -> State {
        State::default()
    }
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<(), Reject> {
        let cheats = *action == Action::Cheat && !has(PlantedFault::ChecksTooLittle);
        let in_turn = by == By::Seat(turn(at.state)) && at.state.turns < 10;
        if cheats || !in_turn { Err(Reject) } else { Ok(()) }
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
                if !has(PlantedFault::BreaksInvariant) || state.turns < 7 {
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
        }
        if has(PlantedFault::NeverEnds) && state.turns == 9 {
            state.turns = 1;
        }
        if has(PlantedFault::ReadsTheWorld)
            && WORLD.fetch_add(1, Ordering::Relaxed).is_multiple_of(97)
        {
            state.stock.as_mut_slice().reverse();
        }
    }
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        let stuck = has(PlantedFault::AsksNobody) && at.state.turns == 8;
        if at.flow.is_done() || stuck { SeatSet::NOBODY } else { SeatSet::of(turn(at.state)) }
    }
    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if Self::to_act(at).contains(seat) {
            actions.push(Action::Keep);
            if !has(PlantedFault::ListsTooLittle) || at.state.turns < 5 {
                actions.push(Action::Swap);
            }
            if has(PlantedFault::ListsTooMuch) && at.state.turns == 6 {
                actions.push(Action::Cheat);
            }
        }
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
        let nobodys = has(PlantedFault::DefaultsToNobodys) && at.state.turns == 6;
        Some(if nobodys { Action::Cheat } else { Action::Keep })
    }
    fn stage(at: Position<'_, Self>) -> usize {
        usize::from(has(PlantedFault::NamesNoStage) && at.state.turns == 3)
    }
    fn random_action(at: Position<'_, Self>, _: Seat, dice: &mut Dice) -> Option<Action> {
        (at.state.turns < 10).then(|| *dice.pick(&[Action::Swap, Action::Keep]).expect("two"))
    }
    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        let seen = |seat| viewer.is(seat) || has(PlantedFault::ShowsHands);
        let hand = |seat: Seat| at.state.hands.as_slice().get(seat.at()).copied();
        let hands = Seat::first(2).map(|seat| hand(seat).filter(|_| seen(seat)));
        View { hands: hands.collect(), turns: at.state.turns }
    }
    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match *event {
            Event::Shuffled { stock } => Event::Shuffled { stock: stock.shown(false) },
            Event::Swapped { seat, card } => {
                let known = viewer.is(seat) || has(PlantedFault::TellsDraws);
                Event::Swapped { seat, card: card.shown(known) }
            }
            kept @ Event::Kept { .. } => kept,
        })
    }
    fn resample(Observation { view, .. }: Observation<'_, Self>, dice: &mut Dice) -> State {
        // An honest guess: one hand at most is known.
        let known = view.hands.iter().position(Option::is_some);
        let own = known.and_then(|seat| view.hands[seat]);
        let mut others: Vec<_> = Card::deck().filter(|card| Some(*card) != own).collect();
        dice.shuffle(&mut others);
        let mut hand = |seat: usize| match own {
            Some(card) if known == Some(seat) => card,
            _ => others.pop().expect("there are many"),
        };
        let hands = [hand(0), hand(1)].into_iter().collect();
        let stock = others.into_iter().collect();
        State { hands, stock, turns: view.turns, unsaved: 0 }
    }
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        at.flow.is_done().then(|| Outcome::new("ten_turns", SeatSet::NOBODY, [0, 0]))
    }
    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        let mut actions = vec![];
        Self::legal_actions(at, seat, &mut actions);
        let choices: Vec<_> =
            actions.into_iter().map(|action| Self::describe_action(at, seat, action)).collect();
        let mut prompt = Prompt::new("exchange.pick", TextLine::of("Swap?"), choices);
        let pieces = ["keep", "cheat"].map(|it| FormPiece::new(Piece::part(it), it.into()));
        let place = usize::from(has(PlantedFault::SuggestsTheForbidden));
        let form = Form::select("Say it", pieces.to_vec(), 1..=1);
        prompt.forms.push(form.suggest("at once".into(), vec![vec![place]]));
        (!prompt.choices.is_empty()).then_some(prompt)
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
            return choice.explained(TextLine::of(&"swap ".repeat(2_000)));
        }
        choice
    }
    fn invariants(at: Position<'_, Self>) -> Result<(), String> {
        let count = at.state.hands.len() + at.state.stock.len();
        if count == 52 { Ok(()) } else { Err(format!("there are {count} cards")) }
    }
}

/// The suite must find the fault, and say so in these words.
fn must_find(fault: PlantedFault, test: fn(&Suite<Exchange>), words: &str) {
    fn names_of_cards(at: Position<'_, Exchange>, viewer: Viewer) -> Vec<String> {
        let hidden = Seat::first(at.state.hands.len()).filter(|seat| !viewer.is(*seat));
        let hands = hidden.map(|seat| at.state.hands.as_slice()[seat.at()]);
        hands.chain(at.state.stock.iter()).map(|card| card.to_string()).collect()
    }
    let suite = Suite::new().games(50).moves(200).complete().hidden_words(names_of_cards);
    PLANTED.set(PlantedFault::None);
    test(&suite);
    PLANTED.set(fault);
    let found = catch_unwind(AssertUnwindSafe(|| test(&suite)));
    let panic = found.expect_err("the suite passes a faulty game");
    let message = panic.downcast_ref::<String>().cloned();
    let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let message = message.expect("a message");
    assert!(message.contains(words), "{fault:?} is found otherwise: {message}");
}

#[test]
fn a_listed_action_that_is_refused() {
    must_find(PlantedFault::ListsTooMuch, Suite::offered_actions_are_taken, "the rules refuse it");
}

#[test]
fn an_action_that_is_taken_and_not_listed() {
    let test = Suite::other_actions_are_refused_and_change_nothing;
    must_find(PlantedFault::ListsTooLittle, test, "is taken, not listed");
}

#[test]
fn more_moves_to_think_about_than_wanted() {
    must_find(
        PlantedFault::ExpandsTooFar,
        Suite::offered_actions_are_taken,
        "is expanded to 2 moves",
    );
}

#[test]
fn moves_ordered_by_what_is_hidden() {
    let test = Suite::nobody_learns_what_is_hidden;
    must_find(PlantedFault::ExpandsByWhatIsHidden, test, "other moves to think about in its world");
}

#[test]
fn a_default_that_neither_player_nor_host_may_do() {
    must_find(
        PlantedFault::DefaultsToNobodys,
        Suite::offered_actions_are_taken,
        "nor the host may do it",
    );
}

#[test]
fn a_stage_without_a_name() {
    let test = Suite::games_end_and_keep_their_invariants;
    must_find(PlantedFault::NamesNoStage, test, "there is no stage 1");
}

#[test]
fn completeness_may_be_promised_for_some_actions_alone() {
    PLANTED.set(PlantedFault::ListsTooLittle);
    let suite = Suite::<Exchange>::new().games(50).complete_for(|action| *action != Action::Swap);
    suite.other_actions_are_refused_and_change_nothing();
}

#[test]
fn an_action_that_only_the_chart_refuses() {
    let test = Suite::other_actions_are_refused_and_change_nothing;
    must_find(PlantedFault::ChecksTooLittle, test, "the chart did not");
}

#[test]
fn a_lost_card() {
    let test = Suite::games_end_and_keep_their_invariants;
    must_find(PlantedFault::BreaksInvariant, test, "there are 51 cards");
}

#[test]
fn a_match_without_end() {
    must_find(PlantedFault::NeverEnds, Suite::games_end_and_keep_their_invariants, "does not end");
}

#[test]
fn a_match_that_is_stuck() {
    must_find(
        PlantedFault::AsksNobody,
        Suite::games_end_and_keep_their_invariants,
        "nobody can act",
    );
}

#[test]
fn a_view_that_shows_too_much() {
    must_find(PlantedFault::ShowsHands, Suite::nobody_learns_what_is_hidden, "sees a difference");
}

#[test]
fn an_event_that_tells_too_much() {
    must_find(PlantedFault::TellsDraws, Suite::nobody_learns_what_is_hidden, "but hears one");
}

#[test]
fn a_prompt_that_names_a_hidden_card() {
    must_find(
        PlantedFault::NamesCards,
        Suite::nobody_learns_what_is_hidden,
        "is told AH in its prompt",
    );
}

#[test]
fn a_prompt_that_is_too_long() {
    must_find(PlantedFault::TalksTooMuch, Suite::offered_actions_are_taken, "bytes");
}

#[test]
fn choices_that_look_alike() {
    must_find(PlantedFault::LabelsAlike, Suite::offered_actions_are_taken, "that look alike");
}

#[test]
fn a_suggestion_that_the_rules_refuse() {
    let test = Suite::offered_actions_are_taken;
    must_find(PlantedFault::SuggestsTheForbidden, test, "is prompted, but the rules refuse it");
}

#[test]
fn a_counter_that_is_not_saved() {
    must_find(
        PlantedFault::ForgetsToSave,
        Suite::saves_replays_forks_and_undo_agree,
        "states differ",
    );
}

#[test]
fn rules_that_read_the_world() {
    let test = Suite::saves_replays_forks_and_undo_agree;
    must_find(PlantedFault::ReadsTheWorld, test, "states differ");
}

#[test]
fn a_printed_match_is_played_again() {
    let report = r#"{
        "game": "exchange", "preset": "classic", "seats": ["person", "person"], "seed": 3, "now": 5,
        "inputs": [{"at": 0, "by": {"seat": 0}, "act": {"do": "Swap"}}],
        "trying": {"at": 5, "by": {"seat": 0}, "act": {"do": "Keep"}}
    }"#;
    let table = Suite::<Exchange>::new().retrace(report);
    assert_eq!((table.state().turns, table.now()), (1, Millis(5)));
}
