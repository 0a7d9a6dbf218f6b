//! One player's turn: draw, put down pairs, discard, against a clock.

use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::felt::{ANN, Felt, NAMES};
use crate::window::{self, Calls, Window};
use crate::words::{Discard, Say, Word};

pub(crate) struct Turn;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) seat: usize,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Charts {
    pub(crate) window: Option<Actor<Window>>,
}

impl Machine for Turn {
    type Trigger = Say;
    type Context = Player;
    type Children = Charts;
    type Rules = Felt;
    type Emit = String;
    type Output = bool;
}

/// Runs through the whole turn, and is suspended while the window is open.
pub(crate) const CLOCK: TimerId = TimerId(1);

pub(crate) static CHART: LazyLock<Arc<Chart<Turn>>> = LazyLock::new(|| {
    let window = ChildDef::<Turn, Window>::new(
        "window",
        Arc::clone(&window::CHART),
        slot!(window),
        Wiring::shared(),
        |turn| Calls { seat: turn.context.seat, caller: None, seconds_left: 0 },
    )
    .take(reward)
    .on_done("holding");
    let person = || guard("is_person", |turn: &Look<'_, Turn>| !is_bot(turn));
    let root = state("turn")
        .initial("awaiting_draw")
        .entry(start_clock)
        .child(
            state("awaiting_draw")
                .on(Word::Draw, to("may_i").when(person()).run(draw))
                .on(Word::Take, to("holding").when(person()).run(take))
                .on(Word::TimeUp, to("discarded").run(draw).run(discard_worst))
                .on(Word::SatIn, to("awaiting_draw").reenter().when(is_anns))
                .after(
                    Millis(700),
                    [
                        to("holding").when(is_bot).when(wants_top).run(take),
                        to("may_i").when(is_bot).run(draw),
                    ],
                ),
        )
        .child(state("may_i").entry(hold_clock).exit(release_clock).invoke(window))
        .child(
            state("holding")
                .on(Word::Meld, internal().when(person()).when(has_pair).run(meld))
                .on(Word::Discard, to("discarded").when(person()).when(has_place).run(discard))
                .on(Word::TimeUp, to("discarded").run(discard_worst))
                .on(Word::SatIn, to("holding").reenter().when(is_anns))
                .always(to("went_out").when(is_out))
                .after(Millis(700), to("bot_plays").when(is_bot)),
        )
        .child(state("bot_plays").always([
            internal().when(has_pair).run(meld),
            to("went_out").when(is_out),
            to("discarded").run(discard_worst),
        ]))
        .child(state("discarded").always([to("went_out").when(is_out), to("passed")]))
        .child(final_state("passed").output(|_| false))
        .child(final_state("went_out").output(|_| true));
    Arc::new(assert_sound(Definition::new("turn", root).shares_triggers().compile()))
});

fn start_clock(turn: &mut Scope<'_, Turn>) {
    turn.raise_after(CLOCK, Millis(20_000), Say::TimeUp);
    turn.emit(format!("{} to play.", NAMES[turn.context.seat]));
}

fn hold_clock(turn: &mut Scope<'_, Turn>) {
    turn.suspend(CLOCK);
}

fn release_clock(turn: &mut Scope<'_, Turn>) {
    turn.resume(CLOCK);
}

fn is_bot(turn: &Look<'_, Turn>) -> bool {
    turn.rules.is_bot(turn.context.seat)
}

/// A bot that sits in starts thinking at that moment, not when Ann's turn began.
fn is_anns(turn: &Look<'_, Turn>) -> bool {
    turn.context.seat == ANN
}

fn wants_top(turn: &Look<'_, Turn>) -> bool {
    turn.rules.wants_top(turn.context.seat)
}

fn has_pair(turn: &Look<'_, Turn>) -> bool {
    turn.rules.pair(turn.context.seat).is_some()
}

fn has_place(turn: &Look<'_, Turn>, Discard { place }: Discard) -> bool {
    place < turn.rules.hands[turn.context.seat].len()
}

fn is_out(turn: &Look<'_, Turn>) -> bool {
    turn.rules.hands[turn.context.seat].is_empty()
}

fn draw(turn: &mut Scope<'_, Turn>) {
    let seat = turn.context.seat;
    if let Some(card) = turn.rules.draw(seat) {
        let what = if turn.rules.is_bot(seat) { "a card".to_owned() } else { card.to_string() };
        turn.emit(format!("{} draws {what} from the stock.", NAMES[seat]));
    }
}

fn take(turn: &mut Scope<'_, Turn>) {
    let seat = turn.context.seat;
    if let Some(card) = turn.rules.take(seat) {
        turn.emit(format!("{} takes {card} from the pile.", NAMES[seat]));
    }
}

fn meld(turn: &mut Scope<'_, Turn>) {
    let seat = turn.context.seat;
    if let Some((first, second)) = turn.rules.meld(seat) {
        turn.emit(format!("{} puts down {first} {second}.", NAMES[seat]));
    }
}

fn discard(turn: &mut Scope<'_, Turn>, Discard { place }: Discard) {
    put_on_pile(turn, place);
}

fn discard_worst(turn: &mut Scope<'_, Turn>) {
    let place = turn.rules.worst(turn.context.seat);
    put_on_pile(turn, place);
}

fn put_on_pile(turn: &mut Scope<'_, Turn>, place: usize) {
    let seat = turn.context.seat;
    if let Some(card) = turn.rules.discard(seat, place) {
        turn.emit(format!("{} discards {card}.", NAMES[seat]));
    }
}

/// The caller gets the discard, and a card from the stock as a penalty.
fn reward(turn: &mut Scope<'_, Turn>, caller: Option<usize>) {
    let Some(seat) = caller else { return };
    if let Some(card) = turn.rules.take(seat) {
        turn.rules.draw(seat);
        turn.emit(format!("{} gets {card}, and a card from the stock.", NAMES[seat]));
    }
}
