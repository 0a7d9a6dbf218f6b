//! The invariants that hold whenever the machines are at rest (section 15).

use croupier_kit::game::{InvariantError, Position, Seat};

use crate::contract::Contract;
use crate::flow::{FlowState, flow_state, is_settling};
use crate::fold::full_deck;
use crate::meld::is_sound;
use crate::record::{EndedBy, winners};
use crate::rules::next_ahead;
use crate::{Card, HAND, LAST_ROUND, MayI, State, check, legal};

pub(crate) fn check(at: Position<'_, MayI>) -> Result<(), InvariantError> {
    let (state, here) = (at.state, flow_state(at));
    flow(at)?;
    if here == FlowState::Setup {
        return Ok(());
    }
    cards(state)?;
    melds(state)?;
    records(at, here)?;
    if here == FlowState::GameEnd {
        return Ok(());
    }
    piles(state, here)?;
    if state.dealt {
        hands(state, here)?;
        downs(state)?;
    }
    turn(at)?;
    window(at, here)?;
    somebody_moves(at)
}

/// MI-29, MI-302: the flow and the state agree on the turn and on the call being settled.
fn turn(at: Position<'_, MayI>) -> Result<(), InvariantError> {
    let state = at.state;
    let round = at.flow.children().round.as_ref();
    let turn = round.and_then(|round| round.children().turn.as_ref());
    let window = turn.and_then(|turn| turn.children().window.as_ref());
    let known = [
        round.map(|round| (round.context().current, round.context().turn)),
        turn.map(|turn| (turn.context().player, turn.context().turn)),
        window.map(|window| (window.context().current, state.turn)),
    ];
    let other = known.into_iter().flatten().find(|turn| *turn != (state.current, state.turn));
    require(other.is_none(), "MI-29", || format!("{other:?} is not the turn of the cards"))?;
    let settling = is_settling(at);
    require(state.settling.is_some() == settling, "MI-302", || {
        format!("the flow says {settling} to a call, the cards do not")
    })?;
    let asked = state.settling.is_none_or(|it| {
        it.asked.is_some() && it.asked == next_ahead(state) && it.caller.0 < state.players
    });
    require(asked, "MI-302", || format!("{:?} is not asked in order", state.settling))
}

fn require(holds: bool, rule: &str, why: impl FnOnce() -> String) -> Result<(), InvariantError> {
    if holds { Ok(()) } else { Err(format!("{rule}: {}", why()).into()) }
}

/// MI-1: the contexts of the four machines refer only to existing seats.
fn flow(at: Position<'_, MayI>) -> Result<(), InvariantError> {
    let seats = at.seats.len();
    let round = at.flow.children().round.as_ref();
    let turn = round.and_then(|round| round.children().turn.as_ref());
    let window = turn.and_then(|turn| turn.children().window.as_ref());
    let mentioned = [
        Some(at.flow.context().dealer),
        round.map(|round| round.context().dealer),
        round.map(|round| round.context().current),
        turn.map(|turn| turn.context().player),
        window.map(|window| window.context().current),
    ];
    let stranger = mentioned.into_iter().flatten().find(|seat| seat.at() >= seats);
    require(stranger.is_none(), "MI-1", || format!("{stranger:?} is not at the table"))?;
    let (players, names) =
        (usize::from(at.state.players), at.flow.context().names.as_slice().len());
    require(players <= seats && names <= seats, "MI-1", || {
        format!("{players} players, {names} names and {seats} seats")
    })
}

/// MI-220, MI-152: every card is in exactly one place.
fn cards(state: &State) -> Result<(), InvariantError> {
    let mut seen = [false; Card::COUNT];
    for card in state.shelf.all() {
        let twice = std::mem::replace(&mut seen[card.index()], true);
        require(!twice, "MI-220", || format!("{card} is there twice"))?;
    }
    if state.dealt {
        let missing = full_deck(state.players).into_iter().find(|card| !seen[card.index()]);
        require(missing.is_none(), "MI-220", || format!("{missing:?} is missing"))?;
    }
    Ok(())
}

/// MI-224: all melds on the table are valid.
fn melds(state: &State) -> Result<(), InvariantError> {
    for (id, tag, cards) in state.table() {
        require(is_sound(tag.kind, cards), "MI-224", || format!("{id} is {cards:?}"))?;
    }
    Ok(())
}

/// MI-229, MI-230: the records of the rounds.
fn records(at: Position<'_, MayI>, here: FlowState) -> Result<(), InvariantError> {
    let state = at.state;
    for record in state.history.iter() {
        let scores = Seat::first(record.scores.len()).zip(record.scores.iter());
        for (seat, score) in scores {
            let won = record.winner == Some(seat);
            let fits = if won { score == 0 } else { score >= 3 };
            require(fits, "MI-229", || format!("{seat} has {score} in round {}", record.round))?;
        }
        let out = record.ended_by == EndedBy::WentOut;
        require(record.winner.is_some() == out, "MI-229", || format!("{record:?}"))?;
    }
    let first = at.options.starting_round;
    if here == FlowState::GameEnd {
        let expected = usize::from(LAST_ROUND + 1 - first);
        let found = state.history.len();
        require(found == expected, "MI-230", || format!("{found} records, not {expected}"))?;
        let best = winners(state.totals().as_slice());
        require(best == state.winners, "MI-133", || format!("{:?} won", state.winners))?;
    }
    Ok(())
}

/// MI-221, MI-122: stock and discard pile.
fn piles(state: &State, here: FlowState) -> Result<(), InvariantError> {
    let (stock, discard) = (state.stock().len(), state.discard().len());
    require(stock > 0 || discard <= 1, "MI-221", || format!("{discard} discards and no stock"))?;
    // MI-305: in the middle of a turn a penalty may have taken the last card of the stock.
    let called = state.may_i.is_some() && check::may_take_discard(state, state.current).is_ok();
    let starts = here == FlowState::AwaitingDraw && !called;
    require(!starts || stock > 0, "MI-221", || "a turn starts without a stock".to_owned())
}

/// MI-222, MI-223: the sizes of the hands.
fn hands(state: &State, here: FlowState) -> Result<(), InvariantError> {
    if here != FlowState::AwaitingDraw || state.settling.is_some() {
        return Ok(());
    }
    let held: usize = state.seats().map(|seat| state.hand(seat).len()).sum();
    let laid: usize = state.table().map(|(_, _, cards)| cards.len()).sum();
    let grown = state.grown;
    let [wins, waived, taken] = [grown.wins, grown.waived, grown.taken].map(usize::from);
    let more = 2 * wins + waived + taken;
    let expected = HAND * usize::from(state.players) + more;
    require(held + laid == expected, "MI-222", || {
        format!("{held} in hands and {laid} on the table, not {expected} in all")
    })?;
    let short = state.seats().find(|seat| !state.is_down(*seat) && state.hand(*seat).len() < HAND);
    require(short.is_none(), "MI-223", || format!("{short:?} has too few cards"))
}

/// MI-225, MI-226, MI-227: who is down.
fn downs(state: &State) -> Result<(), InvariantError> {
    let quiet = state.melds.is_empty() && state.down.is_empty();
    require(!state.is_last_round() || quiet, "MI-226", || "somebody is down".to_owned())?;
    for seat in state.seats() {
        let own = state.melds.iter().filter(|tag| tag.owner == seat).count();
        let expected = if state.is_down(seat) { Contract::of(state.round).melds() } else { 0 };
        require(own == expected, "MI-225", || format!("{seat} owns {own} melds"))?;
    }
    let previous = state.after(state.current).last().filter(|_| state.turn > 1);
    require(state.discarder == previous, "MI-227", || format!("{:?} discarded", state.discarder))
}

/// MI-228, and MI-305: with exposed discards there is no window. The card called for exists
/// (MI-300).
fn window(at: Position<'_, MayI>, here: FlowState) -> Result<(), InvariantError> {
    let state = at.state;
    let (open, exposed) = (here == FlowState::MayIWindow, at.options.is_exposed());
    require(state.window.is_some() == open, "MI-228", || format!("a window in {here:?}"))?;
    let second = state.may_i.is_some() && (open || here == FlowState::AwaitingDraw);
    require(exposed || !second, "MI-228", || format!("a second window in {here:?}"))?;
    require(exposed || state.settling.is_none(), "MI-305", || "a call is settled".to_owned())?;
    let wanted = state.exposed || state.window.is_some() || state.settling.is_some();
    require(!wanted || !state.discard().is_empty(), "MI-300", || "there is no discard".to_owned())
}

/// MI-234: somebody can always act.
fn somebody_moves(at: Position<'_, MayI>) -> Result<(), InvariantError> {
    let state = at.state;
    let holding = state.window.is_some_and(|window| window.passed);
    if holding || state.settling.is_some() {
        return Ok(());
    }
    let mut actions = vec![];
    legal::legal_actions(at, state.current, &mut actions);
    require(!actions.is_empty(), "MI-234", || format!("{} has no move", state.current))
}
