//! Your Game: a small card game to begin with. Make it yours.
//!
//! Two to four players, five cards each, one card turned up. In your turn you put a card on the pile
//! that has its suit or its rank, or you draw one. Whoever has no cards left wins; when the stock is
//! used up, whoever has the fewest.
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

/// Everything there is: hands, a stock, whose turn it is, and what lies open.
pub type State = HandsAndStock<Open, 4>;

/// What lies open on the table. Whatever else your game has goes here.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Open {
    /// The cards that were played, the last on top.
    pub pile: Cards,
}

actions! {
    /// What a player may ask for. It can be refused.
    pub enum Action: Kind {
        Play { card: Card } => "PLAY",
        Draw => "DRAW",
    }
}

events! {
    /// What happened, and who may know it. It cannot be refused, and only this changes the state.
    pub enum Event {
        Dealt { deck: Cards => nobody },
        Played { seat: Seat, card: Card },
        Drew { seat: Seat, card: Card => seat },
    }
}

rejects! {
    /// Why an action is refused: a code for programs, a sentence for people.
    pub enum Reject in "your_game" {
        NotYourTurn => "not_your_turn": "it is not your turn",
        NotHeld(card: Card) => "not_held": "you do not hold {card}",
        DoesNotFit(card: Card) => "does_not_fit": "{card} has neither the suit nor the rank",
    }
}

// When something may happen: the chart. `cargo run -- chart your-game` draws it.

type Flow = ActionMachine<YourGame>;

fn definition() -> Definition<Flow> {
    let turn = state("turn")
        .on(Kind::Play, to("deciding").run(play))
        .on(Kind::Draw, to("deciding").run(draw));
    let root = state("your_game")
        .initial("dealing")
        .child(state("dealing").entry(deal).always("turn"))
        .child(turn)
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
    scope.rules.emit(Event::Played { seat, card });
}

fn draw(scope: &mut Scope<'_, Flow>, seat: Seat) {
    let card = scope.rules.state.stock.last().into();
    scope.rules.emit(Event::Drew { seat, card });
}

/// Whether somebody is out, or the stock is used up.
fn is_decided(look: &Look<'_, Flow>) -> bool {
    look.rules.state.somebody_is_out() || look.rules.state.stock.is_empty()
}

/// Whether a card may be put on the pile.
fn fits(open: &Open, card: Card) -> bool {
    open.pile.last().is_none_or(|top| card.suit() == top.suit() || card.rank() == top.rank())
}

// The list that puts it all together.

impl Game for YourGame {
    const ID: &'static str = "your-game";
    const NAME: &'static str = "Your Game";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Action = Action;
    type Event = Event;
    type Reject = Reject;
    type Flow = Flow;

    // Hands are seen by their owners, the stock by nobody, and these cards lie open.
    hands_and_stock! { Open, 4, |open| &open.pile }
    // The time for a turn is the only option.
    turn_time! { |state| state.turn }

    fn flow(_: &Self::Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    /// Who may do what: what the chart is told, or exactly why not.
    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        let State { hands, turn, open, .. } = at.state;
        Reject::NotYourTurn.unless(by == By::Seat(*turn) && !at.flow.is_done())?;
        if let Action::Play { card } = *action {
            Reject::NotHeld(card).unless(hands[*turn].contains(card))?;
            Reject::DoesNotFit(card).unless(fits(open, card))?;
        }
        Ok(action.by(*turn))
    }

    /// The only function that changes the state, one event at a time.
    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { deck } => {
                state.deal(deck.inside(), 5);
                state.open.pile.extend(state.stock.pop());
            }
            Event::Played { seat, card } => {
                state.hands[seat].remove(card);
                state.open.pile.push(card);
                state.next_turn();
            }
            Event::Drew { seat, .. } => {
                state.draw(seat);
                state.next_turn();
            }
        }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.heard_by(viewer))
    }

    /// What a player might try. What `check` passes of it is what the player is offered.
    fn candidate_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        actions.extend(at.state.hands[seat].iter().map(|card| Action::Play { card }));
        actions.push(Action::Draw);
    }

    /// How it ended, once it has: the fewest cards win.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let reason = if at.state.somebody_is_out() { "out" } else { "stock_used_up" };
        let left = at.state.hands.iter().map(|hand| i32::try_from(hand.len()).unwrap_or(i32::MAX));
        at.flow.is_done().then(|| Outcome::fewest(reason, left))
    }
}

/// What bots think with. There is nothing here yet, and they play all the same.
impl Heuristic for YourGame {}

/// How scenarios are written: field by field. Cards that one does not name lie under the stock.
impl Arrange for YourGame {
    fn complete(state: &mut State) {
        state.complete(&state.open.pile.clone());
    }
}

/// How the table looks in a terminal.
impl Show for YourGame {
    fn board(view: &Self::View, viewer: Viewer, names: &[String]) -> Board {
        view.board(viewer, names)
    }
}
