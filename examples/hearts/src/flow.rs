//! The chart: when something may happen.

use croupier_chart::prelude::*;
use croupier_kit::flow;
use croupier_kit::game::ActionMachine;

use crate::Hearts;
use crate::rules::{
    Kind, begin, choose, deal, everybody_has_chosen, exchange, is_decided, is_held, is_played, play,
};

pub(crate) type Flow = ActionMachine<Hearts>;

fn definition() -> Definition<Flow> {
    let dealing = state("dealing")
        .entry(deal)
        .always([to("playing").when(is_held).run(begin), to("passing")]);
    let passing = state("passing")
        .on(Kind::Pass, internal().run(choose))
        .always(to("playing").when(everybody_has_chosen).run(exchange).run(begin));
    let root = state("hearts")
        .initial("dealing")
        .child(dealing)
        .child(passing)
        .child(state("playing").on(Kind::Play, to("deciding").run(play)))
        .child(state("deciding").always([
            to("over").when(is_decided),
            to("dealing").when(is_played),
            to("playing"),
        ]))
        .child(final_state("over"));
    Definition::new("hearts", root)
}

flow! {
    /// The chart, and the states in it that the rules look up.
    pub(crate) static FLOW: Places<Flow> = definition();
    passing: "passing",
    playing: "playing",
}
