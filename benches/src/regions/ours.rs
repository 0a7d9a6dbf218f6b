use std::sync::LazyLock;

use croupier_chart::define::Action;
use croupier_chart::prelude::*;

use super::{ENTERED, Event, Kind, SCRIPT};
use crate::contest::{Contestant, Tally};
use crate::running::Running;

/// The machine of the three regions.
pub struct Regions;

impl Machine for Regions {
    type Trigger = Event;
    type Context = ();
    type Children = ();
    type Rules = Tally;
    type Emit = ();
    type Output = ();
}

/// Its chart.
pub static CHART: LazyLock<Chart<Regions>> = LazyLock::new(|| {
    let root = parallel("regions")
        .child(region("p", Kind::MoveP, ENTERED[0]))
        .child(region("q", Kind::MoveQ, ENTERED[1]))
        .child(region("r", Kind::MoveR, ENTERED[2]));
    Definition::new("regions", root).compile().expect("the chart is sound")
});

fn region(key: &'static str, own: Kind, [left, right]: [u64; 2]) -> StateDef<Regions> {
    let own = [own, Kind::MoveAll];
    state(key)
        .initial("left")
        .child(state("left").entry(add(format!("{key}_left"), left)).on_each(own, "right"))
        .child(state("right").entry(add(format!("{key}_right"), right)).on_each(own, "left"))
}

fn add(name: String, points: u64) -> Action<Regions> {
    action(name, move |scope: &mut Scope<'_, Regions>| scope.rules.add(points))
}

/// The regions in croupier-chart: one parallel state.
pub struct Ours(Running<Regions>);

impl Contestant for Ours {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        Self(Running::start(&CHART, (), Tally::default()))
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.0.send(event);
    }

    fn checksum(&self) -> u64 {
        self.0.rules().sum
    }
}
