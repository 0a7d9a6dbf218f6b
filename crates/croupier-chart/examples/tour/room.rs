//! The room: rounds in one region, Ann's chair in another.

use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::felt::{Felt, NAMES};
use crate::round::{self, Order, Round};
use crate::words::{Say, Word};

pub(crate) struct Room;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) wins: [u32; 3],
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Charts {
    pub(crate) round: Option<Actor<Round>>,
}

impl Machine for Room {
    type Trigger = Say;
    type Context = Tally;
    type Children = Charts;
    type Rules = Felt;
    type Emit = String;
    type Output = ();
}

pub(crate) static CHART: LazyLock<Arc<Chart<Room>>> = LazyLock::new(|| {
    let round = ChildDef::<Room, Round>::new(
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
    let root = parallel("room").child(game).child(ann);
    Arc::new(assert_sound(Definition::new("room", root).compile()))
});

fn crown(room: &mut Scope<'_, Room>, winner: usize) {
    room.context.wins[winner] += 1;
    room.emit(format!("{} has no card left and wins the round.", NAMES[winner]));
}

fn seat_a_bot(room: &mut Scope<'_, Room>) {
    room.rules.has_stand_in = true;
    room.raise(Say::SatIn);
    room.emit("A bot sits in for Ann.".to_owned());
}

fn unseat_the_bot(room: &mut Scope<'_, Room>) {
    room.rules.has_stand_in = false;
    room.emit("Ann has her chair back.".to_owned());
}
