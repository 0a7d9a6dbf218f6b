use std::sync::LazyLock;

use croupier_chart::prelude::*;

use super::{Event, Kind, SCRIPT, SWITCHED_OFF, SWITCHED_ON};
use crate::contest::{Contestant, Tally};
use crate::running::Running;

/// The machine of the toggle.
pub struct Toggle;

impl Machine for Toggle {
    type Trigger = Event;
    type Context = ();
    type Children = ();
    type Rules = Tally;
    type Emit = ();
    type Output = ();
}

/// Its chart.
pub static CHART: LazyLock<Chart<Toggle>> = LazyLock::new(|| {
    let root = state("toggle")
        .initial("off")
        .child(state("off").on(Kind::Toggle, to("on").run(switch_on)))
        .child(state("on").on(Kind::Toggle, to("off").run(switch_off)));
    Definition::new("toggle", root).compile().expect("the chart is sound")
});

fn switch_on(scope: &mut Scope<'_, Toggle>) {
    scope.rules.add(SWITCHED_ON);
}

fn switch_off(scope: &mut Scope<'_, Toggle>) {
    scope.rules.add(SWITCHED_OFF);
}

/// The toggle in croupier-chart.
pub struct Ours(Running<Toggle>);

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
