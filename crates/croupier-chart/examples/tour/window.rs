//! The window in which the others may call for the discard.

use std::sync::{Arc, LazyLock};

use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

use crate::felt::{Felt, NAMES};
use crate::words::{MayI, Say, Word};

pub(crate) struct Window;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Calls {
    /// Whose turn it is.
    pub(crate) seat: usize,
    /// The caller who sits closest after that seat.
    pub(crate) caller: Option<usize>,
    pub(crate) seconds_left: u32,
}

impl Machine for Window {
    type Trigger = Say;
    type Context = Calls;
    type Children = ();
    type Rules = Felt;
    type Emit = String;
    type Output = Option<usize>;
}

const TICK: TimerId = TimerId(1);

pub(crate) static CHART: LazyLock<Arc<Chart<Window>>> = LazyLock::new(|| {
    let root = state("window")
        .initial("open")
        .child(
            state("open")
                .entry(start_ticking)
                .exit(stop_ticking)
                .on(Word::MayI, internal().when(may_call).run(call))
                .on(Word::Draw, to("closing").when(is_persons_turn))
                .on(Word::Tick, internal().run(count_down))
                .after(Millis(1_200), internal().when(a_bot_wants_it).run(bots_call))
                .after(Millis(3_000), "closing"),
        )
        .child(state("closing").always([to("called").when(has_caller), to("quiet")]))
        .child(final_state("called").output(caller))
        .child(final_state("quiet").output(caller));
    Arc::new(assert_sound(Definition::new("window", root).shares_triggers().compile()))
});

fn start_ticking(window: &mut Scope<'_, Window>) {
    window.context.seconds_left = 3;
    window.raise_every(TICK, Millis(1_000), Say::Tick);
}

fn stop_ticking(window: &mut Scope<'_, Window>) {
    window.cancel(TICK);
}

fn count_down(window: &mut Scope<'_, Window>) {
    window.context.seconds_left -= 1;
    let left = window.context.seconds_left;
    let line = if left == 0 { "Time!".to_owned() } else { format!("May I? {left} …") };
    window.emit(line);
}

fn is_persons_turn(window: &Look<'_, Window>) -> bool {
    !window.rules.is_bot(window.context.seat)
}

fn may_call(window: &Look<'_, Window>, MayI { seat }: MayI) -> bool {
    seat != window.context.seat
}

fn call(window: &mut Scope<'_, Window>, MayI { seat }: MayI) {
    take_call(window, seat);
}

fn a_bot_wants_it(window: &Look<'_, Window>) -> bool {
    wanting_bots(window.rules, window.context.seat).next().is_some()
}

fn bots_call(window: &mut Scope<'_, Window>) {
    let callers: Vec<_> = wanting_bots(window.rules, window.context.seat).collect();
    for seat in callers {
        take_call(window, seat);
    }
}

fn wanting_bots(felt: &Felt, current: usize) -> impl Iterator<Item = usize> {
    (0..NAMES.len())
        .filter(move |seat| *seat != current && felt.is_bot(*seat) && felt.wants_top(*seat))
}

/// The caller who sits closest after the current player wins, no matter who called first.
fn take_call(window: &mut Scope<'_, Window>, seat: usize) {
    window.emit(format!("{}: May I?", NAMES[seat]));
    let current = window.context.seat;
    let distance = |seat: usize| (seat + NAMES.len() - current) % NAMES.len();
    if window.context.caller.is_none_or(|caller| distance(seat) < distance(caller)) {
        window.context.caller = Some(seat);
    }
}

fn has_caller(window: &Look<'_, Window>) -> bool {
    window.context.caller.is_some()
}

fn caller(window: &Look<'_, Window>) -> Option<usize> {
    window.context.caller
}
