//! A round: turns until a player has no cards left.

use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::felt::{Felt, NAMES};
use crate::turn::{self, Player, Turn};
use crate::words::Say;

pub(crate) struct Round;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) seat: usize,
    pub(crate) is_over: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Charts {
    pub(crate) turn: Option<Actor<Turn>>,
}

impl Machine for Round {
    type Trigger = Say;
    type Context = Order;
    type Children = Charts;
    type Rules = Felt;
    type Emit = String;
    type Output = usize;
}

pub(crate) static CHART: LazyLock<Arc<Chart<Round>>> = LazyLock::new(|| {
    let turn = ChildDef::<Round, Turn>::new(
        "turn",
        Arc::clone(&turn::CHART),
        slot!(turn),
        Wiring::shared(),
        |round| Player { seat: round.context.seat },
    )
    .take(|round, went_out| round.context.is_over = went_out)
    .on_done([to("over").when(is_over), to("playing").reenter().run(pass_the_turn)]);
    let root = state("round")
        .initial("dealing")
        .child(state("dealing").entry(deal).after(Millis(1_000), "playing"))
        .child(state("playing").invoke(turn))
        .child(final_state("over").output(winner));
    Arc::new(assert_sound(Definition::new("round", root).shares_triggers().compile()))
});

fn deal(round: &mut Scope<'_, Round>) {
    round.rules.deal();
    round.emit("Four cards each, and one face up.".to_owned());
}

fn pass_the_turn(round: &mut Scope<'_, Round>) {
    round.context.seat = (round.context.seat + 1) % NAMES.len();
}

fn is_over(round: &Look<'_, Round>) -> bool {
    round.context.is_over
}

fn winner(round: &Look<'_, Round>) -> usize {
    round.context.seat
}
