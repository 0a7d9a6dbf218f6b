use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use super::window::{self, Claims, Window};
use super::{Event, Kind};
use crate::contest::Tally;

/// One player's turn.
pub struct Turn;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Player {
    pub(super) seat: u8,
    pub(super) went_out: bool,
}

#[derive(Debug, Clone, Default)]
pub struct TurnCharts {
    window: Option<Actor<Window>>,
}

impl Machine for Turn {
    type Trigger = Event;
    type Context = Player;
    type Children = TurnCharts;
    type Rules = Tally;
    type Emit = ();
    type Output = bool;
}

pub(super) static CHART: LazyLock<Arc<Chart<Turn>>> = LazyLock::new(|| {
    let window = ChildDef::<Turn, Window>::new(
        "window",
        Arc::clone(&window::CHART),
        slot!(window),
        Wiring::shared(),
        |look| Claims { seat: look.context.seat, claimant: None },
    )
    .take(give_to_claimant)
    .on_done("drawn");
    let root = state("turn")
        .initial("awaiting_draw")
        .child(state("awaiting_draw").on(Kind::DrawFromStock, to("may_i").run(draw)))
        .child(state("may_i").invoke(window))
        .child(
            state("drawn")
                .on(Kind::SkipLayDown, "awaiting_discard")
                .on(Kind::GoOut, to("went_out").run(go_out)),
        )
        .child(state("awaiting_discard").on(Kind::Discard, "turn_complete"))
        .child(final_state("turn_complete").output(went_out))
        .child(final_state("went_out").output(went_out));
    Definition::new("turn", root).compile().expect("the chart is sound").into()
});

fn draw(scope: &mut Scope<'_, Turn>) {
    scope.rules.add(u64::from(scope.context.seat));
}

fn give_to_claimant(scope: &mut Scope<'_, Turn>, claimant: Option<u8>) {
    scope.rules.add(claimant.map_or(0, u64::from));
}

fn go_out(scope: &mut Scope<'_, Turn>) {
    scope.context.went_out = true;
}

fn went_out(look: &Look<'_, Turn>) -> bool {
    look.context.went_out
}
