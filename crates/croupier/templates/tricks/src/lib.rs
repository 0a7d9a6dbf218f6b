//! Your Game: a small trick-taking game to start from.
//!
//! Two to four players get thirteen cards each; the other cards are not used. One player leads a
//! card, and the others must follow suit if they can. The highest card of that suit takes the trick
//! (aces are high), and its player leads to the next trick. The most tricks win.
//!
//! In this order: the data types, the chart (when something may happen), the functions that it
//! calls (what happens then), and the implementation of `Game`.

use croupier_chart::prelude::*;
use croupier_kit::prelude::*;
use croupier_kit::scenario::Arrange;
use serde::{Deserialize, Serialize};

/// The game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct YourGame;

/// The whole state: hands, the cards that were not dealt, whose turn it is, and what everybody
/// sees.
pub type State = HandsAndStock<Open, 4>;

/// What everybody sees. Further public data of your game goes here.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Open {
    /// The trick that is being played.
    pub trick: Trick,
    /// How many tricks each seat has taken.
    pub taken: Pile<u8, 4>,
    /// The cards of those tricks.
    pub played: Cards,
}

/// What a seat remembers of the events: which suits the other seats could not follow.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// For each seat, the suits that it cannot have.
    pub voids: Voids,
}

actions! {
    /// What a player may do. An action can be refused.
    pub enum Action: Kind {
        Play { card: Card } => "PLAY",
    }
}

events! {
    /// What happened, and who may know it. Only events change the state.
    pub enum Event {
        Dealt { deck: Cards => nobody },
        Played { seat: Seat, card: Card, led: Suit },
        Took { seat: Seat },
    }
}

rejects! {
    /// Why an action is refused: a code for programs, a sentence for people.
    pub enum Reject in "your_game" {
        NotYourTurn => "not_your_turn": "it is not your turn",
        NotHeld(card: Card) => "not_held": "you do not hold this card",
        MustFollow(card: Card) => "must_follow": "this card does not follow suit, and you can",
    }
}

// When something may happen: the chart. `cargo run -- chart your-game` draws it.

type Flow = ActionMachine<YourGame>;

fn definition() -> Definition<Flow> {
    let root = state("your_game")
        .initial("dealing")
        .child(state("dealing").entry(deal).always("turn"))
        .child(state("turn").on(Kind::Play, to("deciding").run(play)))
        .child(state("deciding").always([to("over").when(is_decided), to("turn")]))
        .child(final_state("over"));
    Definition::new("your_game", root)
}

flow! {
    /// The chart, compiled once.
    static FLOW: Places<Flow> = definition();
}

// What happens then: functions that the chart calls. They emit events; only `fold` changes the
// state.

fn deal(scope: &mut Scope<'_, Flow>) {
    let deck = scope.rules.dice.shuffled(Card::deck());
    scope.rules.emit(Event::Dealt { deck: Private::Known(deck) });
}

fn play(scope: &mut Scope<'_, Flow>, seat: Seat, Play { card }: Play) {
    let led = scope.rules.state.open.trick.led_with(card);
    scope.rules.emit(Event::Played { seat, card, led });
    let (trick, seats) = (scope.rules.state.open.trick, scope.rules.seats.len());
    if let Some(seat) = trick.taker(seats) {
        scope.rules.emit(Event::Took { seat });
    }
}

/// Whether all cards were played.
fn is_decided(look: &Look<'_, Flow>) -> bool {
    look.rules.state.hands.iter().all(|hand| hand.is_empty())
}

/// The cards that a seat may play now.
fn playable(state: &State, seat: Seat) -> CardSet {
    state.open.trick.playable(state.hands[seat].iter().collect())
}

/// The cards of the current trick and of all earlier ones.
fn lying(open: &Open) -> impl Iterator<Item = Card> + '_ {
    open.trick.cards().iter().copied().chain(&open.played)
}

// The implementation of `Game`.

impl Game for YourGame {
    const ID: &'static str = "your-game";
    const NAME: &'static str = "Your Game";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Memory = Memory;
    type Action = Action;
    type Event = Event;
    type Reject = Reject;
    type Flow = Flow;

    // Owners see their hands, and everybody sees these cards.
    hands_and_stock! { state: Open, 4 }
    hands_and_stock! { view: Open }
    hands_and_stock! { invariants: |open| lying(open) }
    // The time for a turn is the only option. A seat that takes a trick may have two turns in a
    // row, so the number of played cards tells turns apart.
    turn_time! { options }
    turn_time! { clocks: |at| lying(&at.state.open).count() }

    fn flow(_: &Self::Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    /// Whether an action is legal: the trigger for the chart, or the exact reason why not.
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        let State { hands, turn, .. } = at.state;
        Reject::NotYourTurn.unless(by == By::Seat(*turn) && !at.flow.is_done())?;
        let Action::Play { card } = *action;
        Reject::NotHeld(card).unless(hands[*turn].contains(card))?;
        Reject::MustFollow(card).unless(playable(at.state, *turn).contains(card))?;
        Ok(action.by(*turn))
    }

    /// The only function that changes the state, one event at a time.
    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { deck } => {
                state.deal(deck.inside(), 13);
                state.open.taken = state.hands.iter().map(|_| 0).collect();
            }
            Event::Played { seat, card, .. } => {
                state.hands[seat].remove(card);
                state.open.trick.play(card);
                state.next_turn();
            }
            Event::Took { seat } => {
                state.open.taken[seat] += 1;
                state.open.played.extend(state.open.trick.cards().iter().copied());
                state.open.trick = Trick::led_by(seat);
                state.turn = seat;
            }
        }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.shown_to(viewer))
    }

    /// A seat that does not follow suit has no card of that suit.
    fn remember(memory: &mut Memory, _: Seat, event: &Event) {
        if let Event::Played { seat, card, led } = event {
            memory.voids.note(*seat, *card, *led);
        }
    }

    /// A random state that fits what a seat sees and remembers. Bots search in such states.
    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        let may_hold = |seat: Seat, card: Card| observation.memory.voids.may_hold(seat, card);
        observation.view.resampled_where(lying(&observation.view.open), may_hold, dice)
    }

    /// Actions that may be legal. The player is offered those that `check` accepts.
    fn candidate_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        actions.extend(at.state.hands[seat].iter().map(|card| Action::Play { card }));
    }

    /// The result, once the match is over: the most tricks win.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let taken = at.state.open.taken.iter().map(i32::from);
        at.flow.is_done().then(|| Outcome::most("all_cards_played", taken))
    }
}

/// Knowledge for bots. Without it they can play, but not as well.
impl Heuristic for YourGame {}

/// How scenarios write a position: as fields of the state. Cards that a scenario does not name lie
/// in the stock.
impl Arrange for YourGame {
    fn complete(state: &mut State) {
        let lying: Vec<Card> = lying(&state.open).collect();
        state.complete(lying);
    }
}

/// How the table looks in a terminal.
impl Show for YourGame {
    fn board(view: &Self::View, viewer: Viewer, names: &[String]) -> Board {
        view.board(viewer, names)
    }
}
