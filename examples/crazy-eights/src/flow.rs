//! When something may happen.

use std::sync::LazyLock;

use croupier_chart::{Chart, Definition, StateId, last, state, to};
use croupier_kit::Plain;

use crate::CrazyEights;
use crate::rules::{Kind, begin_turn, deal, draw, is_decided, pass, play};

/// The machine of the chart: it reacts to the game's actions and keeps nothing itself.
pub(crate) type Flow = Plain<CrazyEights>;

fn definition() -> Definition<Flow> {
    Definition::new(
        "crazy_eights",
        state("crazy_eights")
            .initial("dealing")
            .child(state("dealing").entry(deal).always("turn"))
            .child(
                state("turn")
                    .entry(begin_turn)
                    .on(Kind::Play, to("deciding").run(play))
                    .on(Kind::Pass, to("deciding").run(pass))
                    .initial("choosing")
                    .child(state("choosing").on(Kind::Draw, to("holding").run(draw)))
                    .child(state("holding")),
            )
            .child(state("deciding").always([to("over").when(is_decided), to("turn")]))
            .child(last("over")),
    )
}

/// The chart, and the two places in it that the rules ask about.
pub(crate) struct Places {
    pub(crate) chart: Chart<Flow>,
    pub(crate) turn: StateId<Flow>,
    pub(crate) holding: StateId<Flow>,
}

pub(crate) static FLOW: LazyLock<Places> = LazyLock::new(|| {
    let chart = definition().compile().expect("the chart is sound");
    let place = |path| chart.state(path).expect("the chart has this state");
    let (turn, holding) = (place("turn"), place("turn.holding"));
    Places { chart, turn, holding }
});
