//! Who plays the seats of a simulation or an arena.

use croupier_bots::{NAMES, Skill, UnknownBot};
use croupier_kit::{Error, ErrorKind, SeatKind};

/// The name of the seat that the game plays by its own rules.
const HOUSE: &str = "house";

/// Who plays a seat, by name: a bot, or the game itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sitter {
    Bot(Skill),
    House,
}

impl Sitter {
    /// Who is called this.
    pub(crate) fn named(name: &str) -> Result<Self, Error> {
        if name == HOUSE {
            return Ok(Self::House);
        }
        name.parse().map(Self::Bot).map_err(|_| {
            let known: Vec<_> = NAMES.into_iter().chain([HOUSE]).collect();
            unknown(&UnknownBot::new(name, &known))
        })
    }

    /// What the game is told about the seat.
    pub(crate) fn kind(self) -> SeatKind {
        match self {
            Self::Bot(_) => SeatKind::Bot,
            Self::House => SeatKind::House,
        }
    }

    /// The bot, if it is one.
    pub(crate) fn skill(self) -> Option<Skill> {
        match self {
            Self::Bot(skill) => Some(skill),
            Self::House => None,
        }
    }

    /// Whether nothing of what the seat knows is needed to play it.
    pub(crate) fn is_simple(self) -> bool {
        matches!(self, Self::House | Self::Bot(Skill::Random))
    }
}

/// There is no such bot.
pub(crate) fn unknown(why: &UnknownBot) -> Error {
    Error::new(ErrorKind::InvalidChoice, "unknown_bot", why.to_string())
}
