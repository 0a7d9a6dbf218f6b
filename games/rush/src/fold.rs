//! How events change the state.

use crate::State;
use crate::events::{Event, Skip};
use crate::name::label;

/// Applies an event. Nothing else changes a state.
#[inline(always)]
#[allow(clippy::inline_always)] // Measured: callers know the event's kind, so one arm remains.
pub(crate) fn fold(state: &mut State, event: &Event) {
    match event {
        Event::PlayerJoined { seat, name } => {
            state.seat_player(*seat, name.as_deref().unwrap_or(label(*seat)));
        }
        Event::PlayerLeft { seat } => state.unseat_player(*seat),
        Event::GameStarting { at, .. } => state.begin_game(*at),
        Event::DeckShuffled { deck } => state.deck = deck.inside(),
        Event::HandDealt { seat, cards, .. } => state.hands[seat.at()] = cards.inside(),
        Event::CardsDealt { first, undealt } => state.lay_out(*first, *undealt),
        Event::ClockStarted { at } => state.clock_start = Some(*at),
        Event::TurnStarted { .. } => state.selected.clear(),
        Event::CardSelected { card } => state.selected.push(*card),
        Event::CardDeselected { card } => {
            state.selected.remove(*card);
        }
        Event::CardsPlayed { seat, cards, auto, at, .. } => {
            state.put_down(*seat, *cards, *auto, *at);
        }
        Event::TurnSkipped { seat, how, at } => {
            if *how == Skip::NoMove {
                state.last_actor = Some(*seat);
            }
            state.notify(*seat, None, *at);
        }
        Event::TurnPassed { to } => state.current = *to,
        Event::CardFlipped { card } => {
            state.deck.remove(*card);
            state.discard.push(*card);
        }
        Event::EndVote { seat } => state.end_votes.insert(*seat),
        Event::Ticked { left } => state.game_timer = *left,
        Event::EndReasonSet { reason } => state.end_reason = Some(*reason),
        Event::GameEnding { scores, winners, .. } => {
            state.selected.clear();
            state.final_scores = *scores;
            state.winners = *winners;
        }
        Event::GameOver => {}
        Event::GameRestarted { game } => *state = State { game: *game, ..State::new(state.table) },
        Event::SeatsChanged { seats } => {
            seats.iter().for_each(|change| state.change_seat(change));
        }
    }
}
