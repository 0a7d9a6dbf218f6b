//! The chart: when something may happen.

use croupier_chart::prelude::*;
use croupier_kit::flow;
use croupier_kit::game::ActionMachine;

use crate::CrazyEights;
use crate::rules::{Kind, deal, draw, is_decided, pass, play};

/// The machine of the chart. It reacts to the game's actions and has no context.
pub(crate) type Flow = ActionMachine<CrazyEights>;

fn definition() -> Definition<Flow> {
    let turn = state("turn")
        .on(Kind::Play, to("deciding").run(play))
        .on(Kind::Pass, to("deciding").run(pass))
        .initial("choosing")
        .child(state("choosing").on(Kind::Draw, to("holding").run(draw)))
        .child(state("holding"));
    let root = state("crazy_eights")
        .initial("dealing")
        .child(state("dealing").entry(deal).always("turn"))
        .child(turn)
        .child(state("deciding").always([to("over").when(is_decided), to("turn")]))
        .child(final_state("over"));
    Definition::new("crazy_eights", root)
}

flow! {
    /// The chart, and the state in it that the rules look up.
    pub(crate) static FLOW: Places<Flow> = definition();
    holding: "turn.holding",
}
