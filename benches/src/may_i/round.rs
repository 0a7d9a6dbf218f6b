use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use super::turn::{self, Player, Turn};
use super::{Event, SEATS};
use crate::contest::Tally;

/// One round: turns until a player goes out.
pub struct Round;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    pub(super) seat: u8,
    pub(super) is_over: bool,
}

#[derive(Debug, Clone, Default)]
pub struct RoundCharts {
    turn: Option<Actor<Turn>>,
}

impl Machine for Round {
    type Trigger = Event;
    type Context = Order;
    type Children = RoundCharts;
    type Rules = Tally;
    type Emit = ();
    type Output = u8;
}

pub(super) static CHART: LazyLock<Arc<Chart<Round>>> = LazyLock::new(|| {
    let turn = ChildDef::<Round, Turn>::new(
        "turn",
        Arc::clone(&turn::CHART),
        slot!(turn),
        Wiring::shared(),
        |look| Player { seat: look.context.seat, went_out: false },
    )
    .take(end_turn)
    .on_done([to("scoring").when(is_over), to("active").reenter().run(pass_the_turn)]);
    let root = state("round")
        .initial("dealing")
        .child(state("dealing").entry(deal).always("active"))
        .child(state("active").invoke(turn))
        .child(final_state("scoring").output(winner));
    Definition::new("round", root).compile().expect("the chart is sound").into()
});

fn deal(scope: &mut Scope<'_, Round>) {
    scope.rules.add(11);
}

fn end_turn(scope: &mut Scope<'_, Round>, went_out: bool) {
    scope.context.is_over = went_out;
}

fn is_over(look: &Look<'_, Round>) -> bool {
    look.context.is_over
}

fn pass_the_turn(scope: &mut Scope<'_, Round>) {
    scope.context.seat = (scope.context.seat + 1) % SEATS;
}

fn winner(look: &Look<'_, Round>) -> u8 {
    look.context.seat
}
