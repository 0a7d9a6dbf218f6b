use std::sync::LazyLock;

use croupier_chart::define::Action;
use croupier_chart::prelude::*;

use super::{Engine, Event, Kind, SCRIPT, points};
use crate::contest::Contestant;
use crate::running::Running;

/// The machine of the three levels.
pub struct Nested;

impl Machine for Nested {
    type Trigger = Event;
    type Context = ();
    type Children = ();
    type Rules = Engine;
    type Emit = ();
    type Output = ();
}

/// Its chart.
pub static CHART: LazyLock<Chart<Nested>> = LazyLock::new(|| {
    let root = state("nested")
        .initial("off")
        .child(state("off").on(Kind::Power, to("on").run(add("power", points::POWERED))))
        .child(on());
    Definition::new("nested", root).compile().expect("the chart is sound")
});

fn on() -> StateDef<Nested> {
    state("on")
        .initial("idle")
        .entry(add("enter_on", points::ENTER_ON))
        .exit(add("exit_on", points::EXIT_ON))
        .on(Kind::Power, to("off").run(add("power", points::POWERED)))
        .child(
            state("idle")
                .entry(add("enter_idle", points::ENTER_IDLE))
                .exit(add("exit_idle", points::EXIT_IDLE))
                .on(
                    Kind::Start,
                    [to("work.a").when(is_warm).run(warm_start), to("work.b").run(cold_start)],
                ),
        )
        .child(work())
}

fn work() -> StateDef<Nested> {
    state("work")
        .initial("a")
        .entry(add("enter_work", points::ENTER_WORK))
        .exit(add("exit_work", points::EXIT_WORK))
        .on(Kind::Stop, to("idle").run(add("stop", points::STOPPED)))
        .child(
            state("a")
                .entry(add("enter_a", points::ENTER_A))
                .exit(add("exit_a", points::EXIT_A))
                .on(Kind::Next, to("b").run(add("move", points::MOVED))),
        )
        .child(
            state("b")
                .entry(add("enter_b", points::ENTER_B))
                .exit(add("exit_b", points::EXIT_B))
                .on(Kind::Next, to("a").run(add("move", points::MOVED))),
        )
}

fn add(name: &'static str, points: u64) -> Action<Nested> {
    action(name, move |scope: &mut Scope<'_, Nested>| scope.rules.add(points))
}

fn is_warm(look: &Look<'_, Nested>) -> bool {
    look.rules.is_warm()
}

fn warm_start(scope: &mut Scope<'_, Nested>) {
    scope.rules.start(points::WARM_START);
}

fn cold_start(scope: &mut Scope<'_, Nested>) {
    scope.rules.start(points::COLD_START);
}

/// The nested chart in croupier-chart.
pub struct Ours(Running<Nested>);

impl Contestant for Ours {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        Self(Running::start(&CHART, (), Engine::default()))
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.0.send(event);
    }

    fn checksum(&self) -> u64 {
        self.0.rules().sum
    }
}
