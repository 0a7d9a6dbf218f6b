//! The invariants of RU-90 that can be checked on a single position. Items 2, 9, 11 and 12 compare
//! several moments and are covered by the crate's tests.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, CardSet};
use croupier_kit::game::{InvariantError, Position, Seat, SeatSet};

use crate::events::EndReason;
use crate::flow::{COUNTDOWN, FlowState, flow_state};
use crate::plays::{Outlook, outlook};
use crate::rules::remaining_time;
use crate::{Rush, State};

type Verdict = Result<(), InvariantError>;

fn require(holds: bool, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(sentence.into()) }
}

fn hold(holds: bool, item: u32, sentence: &str) -> Verdict {
    if holds { Ok(()) } else { Err(format!("RU-90 item {item}: {sentence}").into()) }
}

/// Whether these cards are a full deck without duplicates.
fn is_whole(mut cards: impl Iterator<Item = Card>) -> bool {
    let mut seen = CardSet::EMPTY;
    cards.all(|card| seen.insert(card)) && seen == CardSet::DECK
}

/// The items of RU-90, one by one.
pub(crate) fn check(at: Position<'_, Rush>) -> Verdict {
    let here = flow_state(at.flow);
    table(at)?;
    if here == FlowState::GameStarting {
        require(is_whole(at.state.deck.iter()), "a whole deck is shuffled")?;
    }
    if !matches!(here, FlowState::Lobby | FlowState::GameOver) {
        players(at, here)?;
    }
    let dealt =
        matches!(here, FlowState::PlayerTurn | FlowState::WaitingForTurn | FlowState::GameEnding);
    if dealt {
        cards(at)?;
    }
    turn(at, here)?;
    clock(at, here)?;
    let state = at.state;
    let kept = state.notifications.len();
    let made = usize::try_from(state.notified).unwrap_or(usize::MAX);
    hold(kept == made.min(state.table.notification_cap), 6, "the newest notifications are kept")?;
    ending(state, here)
}

/// What every well-formed state satisfies. A running match cannot break this, but a loaded file
/// can.
fn table(at: Position<'_, Rush>) -> Verdict {
    let Position { state, options, flow, .. } = at;
    let rules = state.table;
    let as_agreed = rules.game_seconds == options.game_seconds
        && rules.notification_cap == options.notification_cap
        && (options.min_players..=options.max_players).contains(&rules.chairs);
    require(as_agreed, "the table keeps to the options")?;
    let players: SeatSet = state.players.seats().filter(|seat| seat.at() < rules.chairs).collect();
    require(players.len() == state.players.len(), "every player has a chair")?;
    let named = |seat: Seat| !state.names[seat.at()].as_str().is_empty();
    require(players.iter().all(named), "every player has a name")?;
    let notified = state.notifications.iter().map(|made| made.seat);
    let scored = state.final_scores.iter().map(|score| score.seat);
    let called = state.called.iter().map(|old| old.seat);
    let acted = state.last_actor.into_iter().chain([state.current]);
    let mut seats = notified.chain(scored).chain(called).chain(acted);
    require(seats.all(|seat| seat.at() < rules.chairs), "every seat has a chair")?;
    let begun = state.round_start.into_iter().chain(state.clock_start);
    require(begun.max().is_none_or(|begun| begun <= flow.now()), "nothing began in the future")
}

/// RU-6, RU-31: there are enough players, and turns belong only to them.
fn players(at: Position<'_, Rush>, here: FlowState) -> Verdict {
    let Position { state, options, .. } = at;
    require(state.players.len() >= options.min_players, "a game has enough players")?;
    let mut turns = state.last_actor.into_iter().chain([state.current]);
    require(turns.all(|seat| state.players.contains(seat)), "turns are the players'")?;
    let passes = here == FlowState::WaitingForTurn;
    require(!passes || state.last_actor.is_some(), "a turn passes on after somebody's turn")
}

/// Items 1 and 2: every card is in exactly one place, and no more cards were played than dealt.
fn cards(at: Position<'_, Rush>) -> Verdict {
    let Position { state, options, .. } = at;
    let hands = state.players.seats().flat_map(|seat| state.hand(seat).iter());
    let cards = hands.copied().chain(&state.deck).chain(&state.discard);
    hold(is_whole(cards), 1, "every card is in exactly one place")?;
    require(!state.discard.is_empty(), "the deal turns a card up")?;
    let dealt = options.hand_size * state.players.len();
    let undealt = 51 - dealt;
    let flips = options.stall_rule == crate::StallRule::Flip;
    let left = state.deck.len();
    hold(left == undealt || flips && left < undealt, 1, "undealt cards stay where they are")?;
    let plays = usize::try_from(state.plays).unwrap_or(usize::MAX);
    hold(plays <= dealt, 2, "there are no more plays than cards in hands")
}

/// Items 3 and 4.
fn turn(at: Position<'_, Rush>, here: FlowState) -> Verdict {
    let state = at.state;
    let hand = state.hand(state.current);
    if here == FlowState::PlayerTurn {
        let choice = state.top().map(|top| outlook(hand, top)) == Some(Outlook::Choice);
        hold(choice, 3, "whoever is asked has something to decide")?;
    }
    let mut selected = state.selected.iter();
    hold(selected.all(|card| hand.contains(&card)), 4, "what is selected is in the hand")?;
    let quiet = here == FlowState::PlayerTurn || state.selected.is_empty();
    hold(quiet, 4, "nothing is selected outside a turn")
}

/// Items 5 and 10.
fn clock(at: Position<'_, Rush>, here: FlowState) -> Verdict {
    let Position { state, options, flow, .. } = at;
    let now = flow.now();
    hold(state.game_timer <= options.game_seconds, 5, "the timer starts at its highest")?;
    if matches!(here, FlowState::PlayerTurn | FlowState::WaitingForTurn) {
        hold(state.clock_start.is_some(), 5, "the countdown begins with the first turn")?;
        let ticks = flow.root().timer_due(COUNTDOWN).is_some();
        hold(ticks, 5, "the countdown goes on until the game has ended")?;
        let right = state.game_timer == remaining_time(state, now);
        hold(right, 5, "the timer shows the seconds that are left")?;
    }
    let longest = options.starting_ms
        + Millis::from_secs(u64::from(options.game_seconds))
        + options.ending_ms;
    let running = !matches!(here, FlowState::Lobby | FlowState::GameOver);
    let since = state.round_start.unwrap_or(now);
    hold(!running || now - since <= longest, 10, "a game ends in time")
}

/// Items 7 and 8.
fn ending(state: &State, here: FlowState) -> Verdict {
    let ended = matches!(here, FlowState::GameEnding | FlowState::GameOver);
    hold(state.end_reason.is_some() == ended, 7, "a game has an end reason when it has ended")?;
    if here == FlowState::GameEnding {
        let empty = state.players.seats().any(|seat| state.hand(seat).is_empty());
        let won = state.end_reason == Some(EndReason::PlayerWon);
        hold(empty == won, 7, "somebody has no cards left if and only if that ended the game")?;
    }
    let winners = state.winners;
    hold(winners.is_empty() != ended, 8, "a game that has ended has winners")?;
    let best = state.final_scores.first().map(|score| score.total);
    let lowest: SeatSet = state
        .final_scores
        .iter()
        .filter(|score| Some(score.total) == best)
        .map(|score| score.seat)
        .collect();
    hold(winners == lowest, 8, "those with the fewest points have won")
}
