//! A card on the discard pile, with the value it counted and who played it (MM-36).

use croupier_kit::cards::Card;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

/// A card on the discard pile, in two bytes.
///
/// No card counts 0, so a played value of 0 marks a forfeit (MM-47).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "PlayedWritten", into = "PlayedWritten")]
pub struct Played {
    /// The card.
    pub card: Card,
    /// The signed value above [`LOWEST`], and below it who played the card.
    mark: u8,
}

/// The lowest possible signed value: an ace as 11 on Min.
const LOWEST: i8 = -11;
/// Nobody, or one of four seats.
const PLAYERS: u8 = 5;

impl Played {
    /// A card that counted this value, played by a seat or by the setup.
    #[inline]
    pub fn new(card: Card, value: i8, by: Option<Seat>) -> Self {
        let above = value.abs_diff(LOWEST);
        Self { card, mark: above * PLAYERS + by.map_or(0, |seat| seat.0 + 1) }
    }

    /// Its signed value.
    #[inline]
    pub fn value(self) -> i8 {
        LOWEST.saturating_add_unsigned(self.mark / PLAYERS)
    }

    /// Who played it; none for the first card.
    pub fn by(self) -> Option<Seat> {
        (self.mark % PLAYERS).checked_sub(1).map(Seat)
    }

    /// Whether it was discarded because the time ran out (MM-47).
    pub fn is_forfeit(self) -> bool {
        self.value() == 0
    }
}

/// As it is written for people and saves.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PlayedWritten {
    card: Card,
    played_value: i8,
    played_by: Option<Seat>,
    forfeit: bool,
}

impl From<Played> for PlayedWritten {
    fn from(played: Played) -> Self {
        Self {
            card: played.card,
            played_value: played.value(),
            played_by: played.by(),
            forfeit: played.is_forfeit(),
        }
    }
}

/// Why a written card cannot lie on the discard pile.
#[derive(Debug, thiserror::Error)]
enum PlayedError {
    #[error("{card} cannot count {value}")]
    Value { card: Card, value: i8 },
    #[error("nobody who could play {0} sits there")]
    Player(Card),
    #[error("{0} counts nothing exactly if it is a forfeit")]
    Forfeit(Card),
}

impl TryFrom<PlayedWritten> for Played {
    type Error = PlayedError;

    fn try_from(written: PlayedWritten) -> Result<Self, PlayedError> {
        let PlayedWritten { card, played_value: value, played_by, forfeit } = written;
        if value.unsigned_abs() > LOWEST.unsigned_abs() {
            return Err(PlayedError::Value { card, value });
        }
        if played_by.is_some_and(|seat| seat.0 >= PLAYERS - 1) {
            return Err(PlayedError::Player(card));
        }
        if forfeit != (value == 0) {
            return Err(PlayedError::Forfeit(card));
        }
        Ok(Self::new(card, value, played_by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_and_player_survive_their_byte() {
        let seats = Seat::first(4).map(Some).chain([None]);
        for by in seats {
            for value in -11..=11 {
                let played = Played::new(Card::default(), value, by);
                assert_eq!((played.value(), played.by()), (value, by));
                let json = serde_json::to_string(&played).unwrap();
                assert_eq!(serde_json::from_str::<Played>(&json).unwrap(), played);
            }
        }
    }

    #[test]
    fn what_cannot_lie_there_is_not_read() {
        let read = |value: i8, by: u8, forfeit: bool| {
            let text = format!(
                r#"{{"card": "7H", "played_value": {value}, "played_by": {by}, "forfeit": {forfeit}}}"#
            );
            serde_json::from_str::<Played>(&text).is_ok()
        };
        assert!(read(-7, 3, false) && read(0, 0, true));
        assert!(!read(12, 0, false) && !read(-12, 0, false));
        assert!(!read(7, 4, false) && !read(7, 255, false));
        assert!(!read(0, 0, false) && !read(7, 0, true));
    }
}
