//! Your Game: a small shedding game to start from.
//!
//! Two to four players get five cards each, and one card is turned up. In your turn you play a card
//! of the same suit or rank as the top of the pile, or you draw one. The first player without cards
//! wins; when the stock is used up, the player with the fewest cards wins.
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

/// The whole state: hands, a stock, whose turn it is, and the open cards.
pub type State = HandsAndStock<Open, 4>;

/// What everybody sees. Further public data of your game goes here.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Open {
    /// The cards that were played, the last one on top.
    pub pile: Cards,
}

actions! {
    /// What a player may do. An action can be refused.
    pub enum Action: Kind {
        Play { card: Card } => "PLAY",
        Draw => "DRAW",
    }
}

events! {
    /// What happened, and who may know it. Only events change the state.
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
        NotHeld(card: Card) => "not_held": "you do not hold this card",
        DoesNotFit(card: Card) => "does_not_fit": "this card has neither the suit nor the rank",
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

// What happens then: functions that the chart calls. They emit events; only `fold` changes the
// state.

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

/// Whether a player has no cards left, or the stock is used up.
fn is_decided(look: &Look<'_, Flow>) -> bool {
    look.rules.state.somebody_is_out() || look.rules.state.stock.is_empty()
}

/// Whether a card may be played on the pile.
fn fits(open: &Open, card: Card) -> bool {
    open.pile.last().is_none_or(|top| card.suit() == top.suit() || card.rank() == top.rank())
}

// The implementation of `Game`.

impl Game for YourGame {
    const ID: &'static str = "your-game";
    const NAME: &'static str = "Your Game";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Action = Action;
    type Event = Event;
    type Reject = Reject;
    type Flow = Flow;

    // Owners see their hands, nobody sees the stock, and everybody sees these cards.
    hands_and_stock! { Open, 4, |open| &open.pile }
    // The time for a turn is the only option.
    turn_time! { |state| state.turn }

    fn flow(_: &Self::Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    /// Whether an action is legal: the trigger for the chart, or the exact reason why not.
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
        Some(event.shown_to(viewer))
    }

    /// Actions that may be legal. The player is offered those that `check` accepts.
    fn candidate_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        actions.extend(at.state.hands[seat].iter().map(|card| Action::Play { card }));
        actions.push(Action::Draw);
    }

    /// The result, once the match is over: the fewest cards win.
    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let reason = if at.state.somebody_is_out() { "out" } else { "stock_used_up" };
        let left = at.state.hands.iter().map(|hand| i32::try_from(hand.len()).unwrap_or(i32::MAX));
        at.flow.is_done().then(|| Outcome::fewest(reason, left))
    }
}

/// Knowledge for bots. Without it they can play, but not as well.
impl Heuristic for YourGame {}

/// How scenarios write a position: as fields of the state. Cards that a scenario does not name lie
/// under the stock.
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
