//! Who plays a seat.

use std::str::FromStr;

use croupier_kit::game::{Error, ErrorKind, SeatKind};

use crate::{Skill, UnknownBotError, bot_names};

/// Who plays a seat: a bot, or the game's own rules. Parsed from the name on a command line or in a
/// save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerSpec {
    /// A bot.
    Bot(Skill),
    /// The game itself, in games that have a house seat.
    House,
}

impl PlayerSpec {
    /// The name of a seat that the game plays by its own rules.
    pub const HOUSE: &'static str = "house";

    /// The kind of seat that the game sees.
    pub fn kind(self) -> SeatKind {
        match self {
            Self::Bot(_) => SeatKind::Bot,
            Self::House => SeatKind::House,
        }
    }

    /// The bot, if it is one.
    pub fn skill(self) -> Option<Skill> {
        match self {
            Self::Bot(skill) => Some(skill),
            Self::House => None,
        }
    }

    /// Whether the seat can be played without remembering what it has seen.
    pub(crate) fn needs_no_memory(self) -> bool {
        matches!(self, Self::House | Self::Bot(Skill::Random))
    }
}

impl FromStr for PlayerSpec {
    type Err = UnknownBotError;

    fn from_str(name: &str) -> Result<Self, UnknownBotError> {
        if name == Self::HOUSE {
            return Ok(Self::House);
        }
        let bot = name.parse().map(Self::Bot);
        bot.map_err(|_| UnknownBotError::new(name, bot_names().chain([Self::HOUSE])))
    }
}

impl From<UnknownBotError> for Error {
    fn from(why: UnknownBotError) -> Self {
        Self::new(ErrorKind::InvalidChoice, "unknown_bot", why.to_string())
    }
}
