//! Your Game: a small trick-taking game to begin with. Make it yours.
//!
//! Two to four players, thirteen cards each; the rest is not used. Somebody leads a card, and the
//! others follow its suit if they can. The highest card of that suit takes the trick, the ace being
//! the highest, and whoever took it leads to the next one. The most tricks win.
//!
//! Read from top to bottom: what there is, when something may happen, what happens then, and the
//! list that puts it all together.

use croupier_chart::{Chart, Definition, Look, Scope, final_state, state, to};
use croupier_kit::prelude::*;
use croupier_kit::scenario::Arrange;
use serde::{Deserialize, Serialize};

/// The game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct YourGame;

/// Everything there is: hands, what was not dealt, whose turn it is, and what lies open.
pub type State = HandsAndStock<Open, 4>;

/// What lies open on the table. Whatever else your game has goes here.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Open {
    /// The trick that is being played.
    pub trick: Trick,
    /// How many tricks everybody has taken, by seat.
    pub taken: Pile<u8, 4>,
    /// The cards of those tricks.
    pub played: Cards,
}

/// What a seat remembers of the events it has heard: which suits the others could not follow.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// By seat, the cards that it cannot have.
    pub lacks: [CardSet; 4],
}

actions! {
    /// What a player may ask for. It can be refused.
    pub enum Action: Kind {
        Play { card: Card } => "PLAY",
    }
}

events! {
    /// What happened, and who may know it. It cannot be refused, and only this changes the state.
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
        NotHeld(card: Card) => "not_held": "you do not hold {card}",
        MustFollow(card: Card) => "must_follow": "{card} does not follow suit, and you can",
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

// What happens then: functions that the chart calls. They decide and emit; they change nothing.

fn deal(scope: &mut Scope<'_, Flow>) {
    let deck = scope.rules.dice.shuffled(Card::deck());
    scope.rules.emit(Event::Dealt { deck: Private::Known(deck) });
}

fn play(scope: &mut Scope<'_, Flow>, seat: Seat, Play { card }: Play) {
    let led = scope.rules.state.open.trick.suit().unwrap_or(card.suit());
    scope.rules.emit(Event::Played { seat, card, led });
    let (trick, seats) = (scope.rules.state.open.trick, scope.rules.seats.len());
    if let Some(seat) = trick.winner(seats).filter(|_| trick.is_complete(seats)) {
        scope.rules.emit(Event::Took { seat });
    }
}

/// Whether all cards are played.
fn is_decided(look: &Look<'_, Flow>) -> bool {
    look.rules.state.hands.iter().all(|hand| hand.is_empty())
}

/// What a seat may play now.
fn playable(state: &State, seat: Seat) -> CardSet {
    state.open.trick.playable(state.hands[seat].iter().collect())
}

/// The cards that lie open, or did.
fn lying(open: &Open) -> impl Iterator<Item = Card> + '_ {
    open.trick.cards().iter().copied().chain(&open.played)
}

// The list that puts it all together.

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

    // Hands are seen by their owners, and these cards lie open.
    hands_and_stock! { state: Open, 4 }
    hands_and_stock! { view: Open }
    hands_and_stock! { invariants: |open| lying(open) }
    // The time for a turn is the only option. Whoever takes a trick has two turns in a row, so turns
    // are counted by the cards that lie open.
    turn_time! { |state| state.turn, u32::try_from(lying(&state.open).count()).unwrap_or(0) }

    fn flow(_: &Self::Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    /// Who may do what: what the chart is told, or exactly why not.
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
        Some(event.heard_by(viewer))
    }

    /// Whoever does not follow suit has no card of it.
    fn remember(memory: &mut Memory, _: Seat, event: &Event) {
        if let Event::Played { seat, card, led } = event
            && card.suit() != *led
        {
            memory.lacks[seat.at()] |= CardSet::of_suit(*led);
        }
    }

    /// A state that fits what a seat sees and remembers: bots think in such worlds.
    fn resample(known: Observation<'_, Self>, dice: &mut Dice) -> State {
        let may_hold = |seat: Seat, card: Card| !known.memory.lacks[seat.at()].contains(card);
        known.view.resampled_where(lying(&known.view.open), may_hold, dice)
    }

    /// What a player might try. What `check` passes of it is what the player is offered.
    fn candidate_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        actions.extend(at.state.hands[seat].iter().map(|card| Action::Play { card }));
    }

    /// How it ended, once it has: the most tricks win.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let taken = at.state.open.taken.iter().map(i32::from);
        at.flow.is_done().then(|| Outcome::most("all_cards_played", taken))
    }
}

/// What bots think with. There is nothing here yet, and they play all the same.
impl Heuristic for YourGame {}

/// How scenarios are written: field by field. Cards that one does not name lie in the stock.
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
