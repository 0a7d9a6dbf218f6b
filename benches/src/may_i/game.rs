use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use super::round::{self, Order, Round};
use super::{Event, Kind, ROUNDS, SCRIPT, SEATS};
use crate::contest::{Contestant, Tally};
use crate::running::Running;

/// The whole game: six rounds.
pub struct Game;

/// What the flow of the game remembers.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rounds {
    played: u8,
}

/// The round being played.
#[derive(Debug, Clone, Default)]
pub struct GameCharts {
    round: Option<Actor<Round>>,
}

impl Machine for Game {
    type Trigger = Event;
    type Context = Rounds;
    type Children = GameCharts;
    type Rules = Tally;
    type Emit = ();
    type Output = ();
}

/// The compiled chart, with all the charts it invokes.
pub static CHART: LazyLock<Chart<Game>> = LazyLock::new(|| {
    let round = ChildDef::<Game, Round>::new(
        "round",
        Arc::clone(&round::CHART),
        slot!(round),
        Wiring::shared(),
        |look| Order { seat: look.context.played % SEATS, is_over: false },
    )
    .take(score)
    .on_done("round_end");
    let root = state("game")
        .initial("setup")
        .child(state("setup").on(Kind::StartGame, "playing"))
        .child(state("playing").invoke(round))
        .child(state("round_end").always([to("game_end").when(is_game_over), to("playing")]))
        .child(final_state("game_end"));
    Definition::new("game", root).compile().expect("the chart is sound")
});

fn score(scope: &mut Scope<'_, Game>, winner: u8) {
    scope.context.played += 1;
    scope.rules.add(u64::from(winner));
}

fn is_game_over(look: &Look<'_, Game>) -> bool {
    look.context.played == ROUNDS
}

/// The tree at work.
pub struct Ours(Running<Game>);

impl Ours {
    /// The tree, for reading.
    pub fn running(&self) -> &Running<Game> {
        &self.0
    }
}

impl Contestant for Ours {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        let mut game = Running::start(&CHART, Rounds::default(), Tally::default());
        game.send(&Event::StartGame);
        Self(game)
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.0.send(event);
    }

    fn checksum(&self) -> u64 {
        self.0.rules().sum
    }
}
