//! The dogma action (section 7): who executes which effect, in which order, and what follows.

use croupier_kit::cards::Dice;
use croupier_kit::game::{RuleContext, Seat, SeatKind, SeatSet};

use crate::Innovation;
use crate::cards::Card;
use crate::choice::Source;
use crate::effects::{CardError, Effect, Halt, Handler, Kind, Resolved, effects_of};
use crate::events::{Cause, PutBack, What};
use crate::mover::Mover;
use crate::state::{Dogma, State};
use crate::world::World;
use crate::zones::PLAYERS;

/// IN-96: the limit on executions in one action; exceeding it is an error.
pub(crate) const CALLS: u16 = 10_000;

/// IN-53, IN-54: icons are counted once, when the card is activated.
pub(crate) fn activate(rules: &mut RuleContext<Innovation>, seat: Seat, card: Card) {
    let Counted { counts, sharers, vulnerable } = count_icons(&rules.state, seat, card);
    let mut mover = Mover::new(rules, Cause::Action);
    mover.emit(What::DogmaActivated { seat, card, counts, sharers, vulnerable });
}

/// The featured icons of a card on all boards, and who shares or suffers as a result.
pub(crate) struct Counted {
    /// The counts by seat.
    pub(crate) counts: [u8; PLAYERS],
    /// The seats with at least as many as the activator.
    pub(crate) sharers: SeatSet,
    /// The seats with fewer.
    pub(crate) vulnerable: SeatSet,
}

/// IN-53, IN-54: who would share a card and who would suffer its demands if this seat activated it.
pub(crate) fn count_icons(state: &State, seat: Seat, card: Card) -> Counted {
    let icon = card.featured();
    let mut counts = [0; PLAYERS];
    for seat in state.seats() {
        counts[seat.at()] = state.world.icons(seat, icon);
    }
    let others = || state.seats().filter(|other| *other != seat);
    let mine = counts[seat.at()];
    let sharers: SeatSet = others().filter(|other| counts[other.at()] >= mine).collect();
    let vulnerable: SeatSet = others().filter(|other| counts[other.at()] < mine).collect();
    Counted { counts, sharers, vulnerable }
}

/// IN-95: runs until an answer is needed or the action or the game is over.
pub(crate) fn resolve(rules: &mut RuleContext<Innovation>) {
    let Some(mut dogma) = running(&rules.state) else { return };
    // After an answer, the execution that asked is run again.
    let mut outcome = if dogma.executor.is_some() { Some(execute(rules)) } else { None };
    loop {
        match outcome {
            Some(Err(Halt::Asked | Halt::Over)) => return,
            Some(Err(Halt::Stopped)) => break,
            Some(Err(Halt::Failed(error))) => fail(rules, error),
            Some(Ok(())) | None => {}
        }
        let Some(next) = running(&rules.state) else { return };
        dogma = next;
        let Some((effect, handler, executor)) = next_execution(rules, &dogma) else {
            bonus(rules, dogma.activator);
            return;
        };
        let what = What::EffectStarted { card: dogma.card, effect, executor, kind: handler.kind };
        Mover::new(rules, Cause::Action).emit(what);
        outcome = Some(execute(rules));
    }
}

/// The dogma being resolved. There always is one: the chart gets here only from the activation of a
/// card or from an answer to one of its choices (IN-142).
fn running(state: &State) -> Option<Dogma> {
    debug_assert!(state.dogma.is_some(), "effects run for a card that was activated");
    state.dogma
}

/// The next effect to execute, and by whom. Effects that nobody executes are skipped.
fn next_execution(
    rules: &mut RuleContext<Innovation>,
    dogma: &Dogma,
) -> Option<(u8, Handler, Seat)> {
    let handlers = effects_of(dogma.card);
    let mut last = dogma.executor;
    for (number, handler) in (1_u8..).zip(handlers).skip(usize::from(dogma.effect)) {
        if let Some(executor) = next_executor(&rules.state, dogma, handler.kind, last) {
            return Some((number, *handler, executor));
        }
        if last.is_none() {
            let what = What::EffectSkipped { card: dogma.card, effect: number };
            Mover::new(rules, Cause::Action).emit(what);
        }
        last = None;
    }
    None
}

/// IN-56, IN-57: clockwise from the activator's left. The activator comes last, and takes no part
/// in a demand.
fn next_executor(state: &State, dogma: &Dogma, kind: Kind, last: Option<Seat>) -> Option<Seat> {
    let takes_part = |seat: &Seat| match kind {
        Kind::Demand => dogma.victims.contains(*seat),
        Kind::Shared => *seat == dogma.activator || dogma.sharers.contains(*seat),
    };
    let mut order = state.clockwise(dogma.activator);
    if let Some(last) = last {
        order.find(|seat| *seat == last);
    }
    order.find(takes_part)
}

/// Runs the current execution from its beginning. If it has received answers, it restarts from its
/// original world, so it reaches the same point again before it uses the newest answer.
fn execute(rules: &mut RuleContext<Innovation>) -> Resolved {
    let dogma = running(&rules.state).ok_or(Halt::Failed(CardError::Internal))?;
    if dogma.calls > CALLS {
        return Err(Halt::Failed(CardError::StepLimit));
    }
    let handler = effects_of(dogma.card).get(usize::from(dogma.effect)).copied();
    let handler = handler.ok_or(Halt::Failed(CardError::NoHandler))?;
    if let Some(execution) = rules.state.execution.as_deref()
        && !execution.answers.is_empty()
    {
        rules.state.world = execution.start;
    }
    let mut effect = Effect::new(rules).ok_or(Halt::Failed(CardError::Internal))?;
    (handler.run)(&mut effect)?;
    effect.finish()
}

/// The seats that have yet to execute the current effect, in order.
pub(crate) fn remaining(state: &State, dogma: &Dogma) -> Vec<Seat> {
    let mut last = dogma.executor;
    let mut seats = vec![];
    while let Some(next) = next_executor(state, dogma, dogma.kind, last) {
        seats.push(next);
        last = Some(next);
    }
    seats
}

/// The result of running an execution once more from its beginning with its answers.
pub(crate) struct Again {
    rules: RuleContext<Innovation>,
    /// The nested cards being executed when it stopped, outermost first.
    frames: Vec<Source>,
}

impl Again {
    /// Whether a state is at the same point.
    pub(crate) fn agrees_with(&self, state: &State) -> bool {
        let ours = &self.rules.state;
        ours.world == state.world && ours.pending == state.pending
    }
}

/// Reruns the execution of a state that waits for an answer, on a copy.
pub(crate) fn run_again(state: &State) -> Option<Again> {
    let choice = state.pending?;
    let mut copy = state.clone();
    copy.pending = None;
    copy.next_choice = choice.id;
    copy.world = copy.execution.as_ref()?.start;
    let handler = *effects_of(state.dogma?.card).get(usize::from(state.dogma?.effect))?;
    let seats = [SeatKind::Person; PLAYERS];
    let seats = &seats[..usize::from(state.seats).min(PLAYERS)];
    let mut rules = RuleContext::new(copy, state.options, seats, Dice::scripted());
    let mut effect = Effect::new(&mut rules)?;
    let halted = (handler.run)(&mut effect) == Err(Halt::Asked);
    let frames = effect.into_frames();
    halted.then_some(Again { rules, frames })
}

/// The nested frames of a state that waits for an answer, outermost first (IN-94).
pub(crate) fn nested_frames(state: &State) -> Vec<Source> {
    run_again(state).map(|again| again.frames).unwrap_or_default()
}

/// IN-115: undoes the failing execution and continues with the next executor.
#[cold]
fn fail(rules: &mut RuleContext<Innovation>, code: CardError) {
    let execution = rules.state.execution.as_ref();
    let first_undone = execution.map_or(0, |it| it.first_event);
    let back = execution.map_or_else(Vec::new, |it| put_back(&rules.state.world, &it.start));
    Mover::new(rules, Cause::Rule(115)).emit(What::EffectFailed { code, first_undone, back });
}

/// The cards that are not where they were at the start.
fn put_back(now: &World, start: &World) -> Vec<PutBack> {
    let moved = Card::all().filter(|card| now.zones().at(*card) != start.zones().at(*card));
    let put =
        |card: Card| PutBack { card: card.into(), from: now.place(card), to: start.place(card) };
    moved.map(put).collect()
}

/// IN-66: the activator draws a card if anybody else changed something while sharing.
fn bonus(rules: &mut RuleContext<Innovation>, seat: Seat) {
    if rules.state.world.shared {
        let value = rules.state.draw_value(seat);
        let mut mover = Mover::new(rules, Cause::Rule(66));
        mover.emit(What::SharingBonus { seat });
        // A failing draw ends the game, and then there is nothing left to do here.
        let _ = mover.draw(seat, value);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
