//! Levels of bots. A level is just a name; the program that runs the room knows what it means.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The name of a level, such as `easy`. The kit plays [`RANDOM`](Self::RANDOM) itself, and the game
/// plays [`HOUSE`](Self::HOUSE). All other levels are played by the program that runs the room,
/// which lists them in [`RoomOptions::bot_levels`](super::RoomOptions::bot_levels).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BotLevel(Cow<'static, str>);

/// The maximum length of a name, in bytes.
const LONGEST: usize = 24;

impl BotLevel {
    /// Plays any legal action, chosen by the game's random player. The room plays it itself.
    pub const RANDOM: Self = Self::named("random");
    /// Not a bot: the game plays the seat by its own rules.
    pub const HOUSE: Self = Self::named("house");

    /// The level of this name, for constants.
    ///
    /// # Panics
    ///
    /// If the name is invalid; for a constant, at compile time.
    pub const fn named(name: &'static str) -> Self {
        assert!(is_name(name.as_bytes()), "a level has a short name in lower-case letters");
        Self(Cow::Borrowed(name))
    }

    /// The name, as commands and options write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

const fn is_name(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if !matches!(bytes[at], b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b':') {
            return false;
        }
        at += 1;
    }
    0 < at && at <= LONGEST
}

impl fmt::Display for BotLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is not the name of a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a level has a name of 1 to {LONGEST} lower-case letters, digits and the signs `_-:`")]
pub struct ParseBotLevelError;

impl FromStr for BotLevel {
    type Err = ParseBotLevelError;

    fn from_str(name: &str) -> Result<Self, ParseBotLevelError> {
        Self::try_from(name.to_owned())
    }
}

impl TryFrom<String> for BotLevel {
    type Error = ParseBotLevelError;

    fn try_from(name: String) -> Result<Self, ParseBotLevelError> {
        if is_name(name.as_bytes()) { Ok(Self(name.into())) } else { Err(ParseBotLevelError) }
    }
}

impl From<BotLevel> for String {
    fn from(level: BotLevel) -> Self {
        level.0.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_short_name() {
        for name in ["random", "easy", "search:250", "a"] {
            assert_eq!(name.parse::<BotLevel>().unwrap().to_string(), name);
        }
        for name in ["", "Easy", "very good", "é", "a-name-that-is-far-too-long"] {
            assert_eq!(name.parse::<BotLevel>(), Err(ParseBotLevelError), "{name}");
        }
        assert_eq!(serde_json::from_str::<BotLevel>("\"random\"").unwrap(), BotLevel::RANDOM);
        assert!(serde_json::from_str::<BotLevel>("\"Random\"").is_err());
        assert_eq!(serde_json::to_string(&BotLevel::HOUSE).unwrap(), "\"house\"");
    }
}
