//! Player names.

use std::fmt;

use croupier_kit::cards::Pile;
use croupier_kit::game::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Default names for a match without given names. At a table the room supplies names (RU-53), so
/// views and logs leave these out.
const LABELS: [&str; crate::PLAYERS] = ["P1", "P2", "P3", "P4"];

/// The default name of a seat.
pub(crate) fn label(seat: Seat) -> &'static str {
    LABELS.get(seat.at()).copied().unwrap_or_default()
}

/// The maximum length of a name in characters.
const LETTERS: usize = 20;

/// A name of 1 to 20 characters, stored inline so that copying a state stays cheap.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Name(Pile<u8, { 4 * LETTERS }>);

impl Name {
    /// RU-74: whether this text is a valid name after trimming.
    pub fn is_name(text: &str) -> bool {
        let text = trimmed(text);
        !text.is_empty() && (text.len() <= LETTERS || text.chars().count() <= LETTERS)
    }

    /// The trimmed name. None if the text is not a valid name.
    pub fn new(text: &str) -> Option<Self> {
        Self::is_name(text).then(|| Self(trimmed(text).bytes().collect()))
    }

    /// The name as text; empty for an empty seat.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.0.as_slice()).unwrap_or_default()
    }
}

/// Trims a name, with a fast path for the usual name that needs no trimming.
#[inline]
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        if text.is_empty() {
            return Ok(Self::default());
        }
        Self::new(&text).ok_or_else(|| serde::de::Error::custom("a name has 1 to 20 letters"))
    }
}
