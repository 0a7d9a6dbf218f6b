//! The statistics shown at the end of a match (MM-51).

use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::PLAYERS;
use crate::cards::is_ace;
use crate::events::Event;

/// The statistics of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// How many turns there were.
    pub turns: u32,
    /// The highest score reached.
    pub highest: i32,
    /// The lowest score reached.
    pub lowest: i32,
    /// The statistics of every seat.
    pub seats: [SeatStats; PLAYERS],
}

/// What is counted of a seat. A game of more than 65535 turns stops counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatStats {
    /// How many cards it played.
    pub cards_played: u16,
    /// How many times it spun.
    pub spins: u16,
    /// How many of its cards were aces.
    pub aces_played: u16,
    /// How many times its time ran out.
    pub timeouts: u16,
    /// What its cards counted together, without their signs.
    pub total: u32,
}

impl Stats {
    /// Counts an event. All statistics come from public information.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Callers know the event's kind, so one arm remains.
    pub(crate) fn note(&mut self, event: &Event) {
        match *event {
            Event::FirstCardPlayed { score, .. } => (self.highest, self.lowest) = (score, score),
            Event::TurnStarted { turn_seq, .. } => self.turns = turn_seq,
            Event::WheelSpinStarted { seat: Some(seat), .. } => {
                let spins = &mut self.seats[seat.at()].spins;
                *spins = spins.saturating_add(1);
            }
            Event::TimedOut { seat } => {
                let timeouts = &mut self.seats[seat.at()].timeouts;
                *timeouts = timeouts.saturating_add(1);
            }
            Event::CardPlayed { seat, card, played_value, score, .. } => {
                self.play(seat, played_value, score);
                let aces = &mut self.seats[seat.at()].aces_played;
                *aces = aces.saturating_add(is_ace(card).into());
            }
            Event::BodyguardPlayed { seat, played_value, score, .. } => {
                self.play(seat, played_value, score);
            }
            _ => {}
        }
    }

    #[inline]
    fn play(&mut self, seat: Seat, value: i8, score: i32) {
        self.highest = self.highest.max(score);
        self.lowest = self.lowest.min(score);
        let own = &mut self.seats[seat.at()];
        own.cards_played = own.cards_played.saturating_add(1);
        own.total = own.total.saturating_add(value.unsigned_abs().into());
    }
}
