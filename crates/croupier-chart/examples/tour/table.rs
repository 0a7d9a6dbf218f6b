//! The table: rounds in one region, Ann's chair in another.

use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::felt::{Felt, NAMES};
use crate::round::{self, Order, Round};
use crate::words::{Say, Word};

pub(crate) struct Table;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) wins: [u32; 3],
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Charts {
    pub(crate) round: Option<Actor<Round>>,
}

impl Machine for Table {
    type Trigger = Say;
    type Context = Tally;
    type Children = Charts;
    type Rules = Felt;
    type Emit = String;
    type Output = ();
}

pub(crate) static CHART: LazyLock<Arc<Chart<Table>>> = LazyLock::new(|| {
    let round = ChildDef::<Table, Round>::new(
        "round",
        Arc::clone(&round::CHART),
        slot!(round),
        Wiring::shared(),
        |_| Order::default(),
    )
    .take(crown)
    .on_done("results");
    let game = state("game")
        .initial("lobby")
        .child(state("lobby").on(Word::Deal, "playing"))
        .child(state("playing").invoke(round))
        .child(state("results").after(Millis(3_000), "lobby"));
    let ann = state("ann")
        .initial("present")
        .child(state("present").on(Word::Leave, "away"))
        .child(state("away").on(Word::Return, "present").after(Millis(5_000), "replaced"))
        .child(
            state("replaced").entry(seat_a_bot).exit(unseat_the_bot).on(Word::Return, "present"),
        );
    let root = parallel("table").child(game).child(ann);
    Arc::new(assert_sound(Definition::new("table", root).compile()))
});

fn crown(table: &mut Scope<'_, Table>, winner: usize) {
    table.context.wins[winner] += 1;
    table.emit(format!("{} has no card left and wins the round.", NAMES[winner]));
}

fn seat_a_bot(table: &mut Scope<'_, Table>) {
    table.rules.has_stand_in = true;
    table.raise(Say::SatIn);
    table.emit("A bot sits in for Ann.".to_owned());
}

fn unseat_the_bot(table: &mut Scope<'_, Table>) {
    table.rules.has_stand_in = false;
    table.emit("Ann has her chair back.".to_owned());
}
