//! Our charts obey the laws of croupier-chart along random walks.

use crate::contest::Tally;
use crate::{data_war, may_i, nested, regions, toggle};
use croupier_chart::check::laws;

#[test]
fn the_simple_charts_keep_the_laws() {
    laws::walk(&toggle::CHART, (), Tally::default(), |_, _| toggle::SCRIPT.to_vec());
    laws::walk(&nested::CHART, (), nested::Engine::default(), |_, _| nested::SCRIPT.to_vec());
    laws::walk(&regions::CHART, (), Tally::default(), |_, _| regions::SCRIPT.to_vec());
}

#[test]
fn data_war_keeps_the_laws() {
    let events: Vec<_> = data_war::SCRIPT
        .iter()
        .filter_map(|step| match step {
            data_war::ScriptStep::Send(event) => Some(event.clone()),
            data_war::ScriptStep::Wait(_) => None,
        })
        .chain([data_war::Event::SkipToGame])
        .collect();
    let walk = laws::walk(&data_war::CHART, (), data_war::Rules::default(), |_, _| events.clone());
    assert!(walk.fired > 0, "it waits, too");
}

#[test]
fn may_i_keeps_the_laws() {
    let rest = [may_i::Event::StartGame, may_i::Event::GoOut];
    let events: Vec<_> = may_i::SCRIPT.iter().cloned().chain(rest).collect();
    let rounds = may_i::Rounds::default();
    laws::walk(&may_i::CHART, rounds, Tally::default(), |_, _| events.clone());
}
