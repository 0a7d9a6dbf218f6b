//! What happens when the chart takes a transition. Rules read the state and emit events; only
//! events change it.

use std::sync::LazyLock;

use croupier_chart::run::Scope;
use croupier_kit::Millis;
use croupier_kit::cards::{Card, Pile, Private};

use crate::events::{Auto, EndReason, Event, Skip};
use crate::flow::{
    AutoPlay, COUNTDOWN, CardDeselected, CardSelected, EndGame, Flow, LeaveGame, PlayCards,
    PlayerJoin, SeatsChanged, Trigger,
};
use crate::options::EndGamePolicy;
use crate::plays::{Outlook, PlayKind, outlook};
use crate::score::{final_scores, winners};
use crate::{Cards, State};

type Cx<'a, 'b> = &'a mut Scope<'b, Flow>;

const SECOND: Millis = Millis::from_secs(1);

/// RU-5: the deck in its initial order.
static FRESH: LazyLock<Pile<Card, 52>> = LazyLock::new(|| Card::deck().collect());

/// RU-15: the seconds left at this instant; all of them until the countdown has begun.
pub(crate) fn remaining_time(state: &State, now: Millis) -> u32 {
    let passed = (now - state.clock_start.unwrap_or(now)).get() / SECOND.get();
    state.table.game_seconds.saturating_sub(u32::try_from(passed).unwrap_or(u32::MAX))
}

pub(crate) fn add_player(scope: Cx<'_, '_>, PlayerJoin { player, name }: PlayerJoin) {
    scope.rules.emit(Event::PlayerJoined { seat: player, name: Some(name) });
}

pub(crate) fn remove_player(scope: Cx<'_, '_>, LeaveGame { player }: LeaveGame) {
    scope.rules.emit(Event::PlayerLeft { seat: player });
}

pub(crate) fn change_seats(scope: Cx<'_, '_>, SeatsChanged { seats }: SeatsChanged) {
    scope.rules.emit(Event::SeatsChanged { seats });
}

/// RU-10: a fresh deck, shuffled.
pub(crate) fn initialize_game(scope: Cx<'_, '_>) {
    let at = scope.now();
    let rules = &mut *scope.rules;
    let state = &rules.state;
    let players = state.players.seats().collect();
    // There are no cards in `LOBBY`, unless a scenario has stacked a deck.
    let mut deck = if state.deck.is_empty() { *FRESH } else { state.deck };
    let params = Box::new((*rules.options).clone());
    rules.emit(Event::GameStarting { game: rules.state.game, players, params, at });
    rules.dice.shuffle(deck.as_mut_slice());
    rules.emit(Event::DeckShuffled { deck: Private::Known(deck) });
}

/// RU-11: one card at a time, the first seat first; then one card is turned up.
pub(crate) fn deal_cards_and_setup_discard(scope: Cx<'_, '_>) {
    let rules = &mut *scope.rules;
    let (deck, players) = (rules.state.deck, rules.state.players);
    let each = rules.options.hand_size;
    let round = players.len();
    for (place, seat) in players.seats().enumerate() {
        let cards: Cards =
            deck.as_slice()[place..].iter().step_by(round).take(each).copied().collect();
        rules.emit(Event::HandDealt { seat, count: cards.count(), cards: Private::Known(cards) });
    }
    let dealt = each * round;
    #[allow(clippy::cast_possible_truncation)] // At most 52.
    let undealt = (deck.len() - dealt - 1) as u8;
    rules.emit(Event::CardsDealt { first: deck.as_slice()[dealt], undealt });
}

/// RU-13, RU-15: starts the countdown when `PLAYER_TURN` is first entered. Later ticks keep the
/// same grid.
pub(crate) fn start_clock(scope: Cx<'_, '_>) {
    if scope.rules.state.clock_start.is_none() {
        let at = scope.now();
        scope.rules.emit(Event::ClockStarted { at });
        scope.raise_every(COUNTDOWN, SECOND, Trigger::TimerTick);
    }
}

pub(crate) fn stop_clock(scope: Cx<'_, '_>) {
    scope.cancel(COUNTDOWN);
}

/// Begins a turn with nothing selected.
pub(crate) fn clear_selected_cards(scope: Cx<'_, '_>) {
    scope.context.number = scope.context.number.wrapping_add(1);
    scope.context.since = scope.now();
    let (seat, top) = (scope.rules.state.current, scope.rules.state.top());
    debug_assert!(top.is_some(), "the deal turned a card up");
    let top = top.unwrap_or_default();
    scope.rules.emit(Event::TurnStarted { seat, top });
}

/// RU-29: a turn without a choice is resolved at once.
pub(crate) fn auto_check(scope: Cx<'_, '_>) {
    let state = &scope.rules.state;
    let player = state.current;
    let Some(top) = state.top() else {
        return debug_assert!(false, "the deal turned a card up");
    };
    match outlook(state.hand(player), top) {
        Outlook::Nothing => scope.raise(Trigger::SkipTurn),
        Outlook::Only(card) => scope.raise(Trigger::AutoPlay { player, card }),
        Outlook::Choice => {}
    }
}

pub(crate) fn select_card(scope: Cx<'_, '_>, CardSelected { card, .. }: CardSelected) {
    scope.rules.emit(Event::CardSelected { card });
}

pub(crate) fn deselect_card(scope: Cx<'_, '_>, CardDeselected { card, .. }: CardDeselected) {
    scope.rules.emit(Event::CardDeselected { card });
}

/// RU-30. A play at or after the end of the turn's time was made by the shot clock (RU-66), because
/// the match lets the clock run out before it accepts a command of the same instant.
pub(crate) fn update_game_state(scope: Cx<'_, '_>, play: PlayCards) {
    let limit = scope.rules.options.turn_limit_ms;
    let late = |limit| scope.now() >= scope.context.since + limit;
    let auto = if limit.is_some_and(late) { Auto::ShotClock } else { Auto::None };
    put_down(scope, play, auto);
}

/// RU-29: plays a player's only legal card.
pub(crate) fn auto_play(scope: Cx<'_, '_>, AutoPlay { player, card }: AutoPlay) {
    let (cards, kind) = (std::iter::once(card).collect(), PlayKind::Single);
    put_down(scope, PlayCards { player, cards, kind }, Auto::Single);
}

#[inline]
fn put_down(scope: Cx<'_, '_>, play: PlayCards, auto: Auto) {
    let at = scope.now();
    let PlayCards { player: seat, cards, kind } = play;
    let held = scope.rules.state.hands[seat.at()].count();
    debug_assert!(held >= cards.count(), "only cards of the hand are played");
    let left = held.saturating_sub(cards.count());
    scope.rules.emit(Event::CardsPlayed { seat, cards, kind, auto, left, at });
}

pub(crate) fn skip_turn(scope: Cx<'_, '_>) {
    let at = scope.now();
    let seat = scope.rules.state.current;
    scope.rules.emit(Event::TurnSkipped { seat, how: Skip::NoMove, at });
}

/// RU-31: passes the turn to the first player after the last actor who has a move. Players passed
/// over lose a turn; if nobody has a move, nobody is passed over.
pub(crate) fn advance_to_next_player(scope: Cx<'_, '_>) {
    let at = scope.now();
    let rules = &mut *scope.rules;
    let players = rules.state.players;
    debug_assert!(rules.state.last_actor.is_some(), "a turn passes on after somebody's turn");
    let actor = rules.state.last_actor.unwrap_or(rules.state.current);
    let next = players.after(actor).position(|seat| rules.state.has_move(seat)).unwrap_or(0);
    for (place, seat) in players.after(actor).enumerate().take(next + 1) {
        if place == next {
            rules.emit(Event::TurnPassed { to: seat });
        } else {
            rules.emit(Event::TurnSkipped { seat, how: Skip::PassedOver, at });
        }
    }
}

/// RU-68: turns up an undealt card.
pub(crate) fn flip_card(scope: Cx<'_, '_>) {
    let Some(card) = scope.rules.state.deck.first() else {
        return debug_assert!(false, "can_flip found a card");
    };
    scope.rules.emit(Event::CardFlipped { card });
}

pub(crate) fn tick(scope: Cx<'_, '_>) {
    let left = remaining_time(&scope.rules.state, scope.now());
    scope.rules.emit(Event::Ticked { left });
}

/// RU-55: votes are recorded only under the policy `unanimous`; otherwise one vote decides at once.
pub(crate) fn record_vote(scope: Cx<'_, '_>, EndGame { player }: EndGame) {
    if scope.rules.options.end_game_policy == EndGamePolicy::Unanimous {
        scope.rules.emit(Event::EndVote { seat: player });
    }
}

fn set_game_end_reason(scope: Cx<'_, '_>, reason: EndReason) {
    scope.rules.emit(Event::EndReasonSet { reason });
}

pub(crate) fn player_won(scope: Cx<'_, '_>) {
    set_game_end_reason(scope, EndReason::PlayerWon);
}

pub(crate) fn no_valid_moves(scope: Cx<'_, '_>) {
    set_game_end_reason(scope, EndReason::NoValidMoves);
}

pub(crate) fn manual_end(scope: Cx<'_, '_>) {
    set_game_end_reason(scope, EndReason::ManualEnd);
}

pub(crate) fn timer_expired(scope: Cx<'_, '_>) {
    scope.rules.emit(Event::Ticked { left: 0 });
    set_game_end_reason(scope, EndReason::TimerExpired);
}

pub(crate) fn calculate_final_scores(scope: Cx<'_, '_>) {
    let rules = &mut *scope.rules;
    let Some(reason) = rules.state.end_reason else {
        return debug_assert!(false, "every way to GAME_ENDING says why");
    };
    let scores = final_scores(&rules.state);
    let (seconds_left, winners) = (rules.state.game_timer, winners(&scores));
    rules.emit(Event::GameEnding { reason, seconds_left, scores, winners });
}

pub(crate) fn game_over(scope: Cx<'_, '_>) {
    scope.rules.emit(Event::GameOver);
}

/// RU-59: resets everything except the game number and the dice.
pub(crate) fn reset_game_state(scope: Cx<'_, '_>) {
    let game = scope.rules.state.game.wrapping_add(1);
    scope.rules.emit(Event::GameRestarted { game });
}
