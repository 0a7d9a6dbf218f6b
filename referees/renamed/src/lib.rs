//! A game in a crate that depends on the kit as `kit` and on the charts as `chart`. It uses every
//! macro that games use: a macro that refers to its crate by any other name than `$crate` does not
//! compile here.

#![allow(missing_docs)] // A game for one test.

use chart::prelude::*;
use kit::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawAll;

pub type State = HandsAndStock<(), 2>;
pub type Flow = ActionMachine<DrawAll>;

actions! {
    pub enum Action: Kind {
        Draw { cards: u8 } => "DRAW",
    }
}

events! {
    pub enum Event {
        Dealt { deck: Cards => nobody },
        Drew { seat: Seat, card: Card => seat },
    }
}

rejects! {
    pub enum Reject in "draw_all" {
        NotYourTurn => "not_your_turn": "it is not your turn",
        NotSoMany(cards: u8) => "not_so_many": "one card at a time, not {cards}",
    }
}

flow! {
    pub static FLOW: Places<Flow> = definition();
    turn: "turn",
}

fn definition() -> Definition<Flow> {
    let root = state("draw_all")
        .initial("dealing")
        .child(state("dealing").entry(deal).always("turn"))
        .child(state("turn").on(Kind::Draw, to("over").run(draw)))
        .child(final_state("over"));
    Definition::new("draw_all", root)
}

fn deal(scope: &mut Scope<'_, Flow>) {
    let deck = scope.rules.dice.shuffled(Card::deck());
    scope.rules.emit(Event::Dealt { deck: Private::Known(deck) });
}

fn draw(scope: &mut Scope<'_, Flow>, seat: Seat, Draw { cards: _ }: Draw) {
    let card = scope.rules.state.stock.last().into();
    scope.rules.emit(Event::Drew { seat, card });
}

impl Game for DrawAll {
    const ID: &'static str = "draw-all";
    const NAME: &'static str = "Draw All";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 2);

    type Action = Action;
    type Event = Event;
    type Reject = Reject;
    type Flow = Flow;

    hands_and_stock! { (), 2, |_open| [] }
    turn_time! { |state| state.turn }

    fn flow(_: &Self::Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        let Action::Draw { cards } = *action;
        Reject::NotYourTurn.unless(by == By::Seat(at.state.turn) && at.flow.is_in(FLOW.turn))?;
        Reject::NotSoMany(cards).unless(cards == 1)?;
        Ok(action.by(at.state.turn))
    }

    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { deck } => state.deal(deck.inside(), 5),
            Event::Drew { seat, .. } => state.draw(seat),
        }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.shown_to(viewer))
    }

    fn candidate_actions(_: Position<'_, Self>, _: Seat, actions: &mut Vec<Action>) {
        actions.push(Action::Draw { cards: 1 });
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        at.flow.is_done().then(|| Outcome::fewest("drawn", [5, 5]))
    }
}

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub enum Switch: SwitchKind {
        Press { times: u8 } => "PRESS",
    }
}

/// A machine without the kit.
#[derive(Debug)]
pub struct Lamp;

impl Machine for Lamp {
    type Trigger = Switch;
    type Context = ();
    type Children = ();
    type Rules = u32;
    type Emit = ();
    type Output = ();
}

/// A machine with another one inside.
#[derive(Debug)]
pub struct Hall;

impl Machine for Hall {
    type Trigger = Switch;
    type Context = ();
    type Children = Lamps;
    type Rules = u32;
    type Emit = ();
    type Output = ();
}

#[derive(Debug, Clone, Default)]
pub struct Lamps {
    pub lamp: Option<Actor<Lamp>>,
}

pub fn hall(lamp: Chart<Lamp>) -> Definition<Hall> {
    let lamp = ChildDef::<Hall, Lamp>::new("lamp", lamp, slot!(lamp), Wiring::shared(), |_| ());
    Definition::new("hall", state("hall").initial("lit").child(state("lit").invoke(lamp)))
}

/// Implemented by hand, and so described by hand.
#[cfg(feature = "schema")]
#[derive(Debug)]
pub struct Written(pub u8);

#[cfg(feature = "schema")]
kit::described_as!(Written, "Written", |_| kit::schema::schemars::json_schema!({
    "type": "string",
}));

pub fn lamp() -> Definition<Lamp> {
    fn count(scope: &mut Scope<'_, Lamp>, Press { times }: Press) {
        *scope.rules += u32::from(times);
    }
    let root = state("lamp")
        .initial("off")
        .child(state("off").on(SwitchKind::Press, to("on").run(count)))
        .child(state("on").on(SwitchKind::Press, to("off").run(count)));
    Definition::new("lamp", root)
}
