//! The code by which people find a room.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::cards::Dice;

/// MM-74: no letters that can be mistaken for digits.
const LETTERS: &[u8] = b"123456789JQK";
/// For a server with few open rooms.
const SHORTEST: usize = 4;
/// More than any number of rooms needs.
const LONGEST: usize = 12;

/// A room's code: short, easy to say, and case-insensitive. It is drawn from the server's own
/// randomness, never from a match's, and reveals nothing about its room. The server makes sure that
/// no open room already has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode(String);

impl RoomCode {
    /// A random code of this many letters, limited to 4 to 12.
    pub fn with_letters(count: usize, dice: &mut Dice) -> Self {
        let letter = |_| char::from(dice.pick(LETTERS).copied().unwrap_or(b'1'));
        Self((0..count.clamp(SHORTEST, LONGEST)).map(letter).collect())
    }

    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is not a valid room code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room's code is 4 to 12 of the letters 1 to 9, J, Q and K")]
pub struct ParseRoomCodeError;

impl FromStr for RoomCode {
    type Err = ParseRoomCodeError;

    fn from_str(text: &str) -> Result<Self, ParseRoomCodeError> {
        let code = text.trim().to_ascii_uppercase();
        let is_known = |letter: u8| LETTERS.contains(&letter);
        if (SHORTEST..=LONGEST).contains(&code.len()) && code.bytes().all(is_known) {
            Ok(Self(code))
        } else {
            Err(ParseRoomCodeError)
        }
    }
}

impl TryFrom<String> for RoomCode {
    type Error = ParseRoomCodeError;

    fn try_from(text: String) -> Result<Self, ParseRoomCodeError> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.0
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Seed;

    #[test]
    fn mm_74_a_code_has_four_letters_or_more_and_is_read_in_any_case() {
        let mut dice = Dice::new(Seed::from_number(1));
        for (wanted, letters) in (0..20).flat_map(|wanted| [(wanted, wanted.clamp(4, 12)); 10]) {
            let code = RoomCode::with_letters(wanted, &mut dice);
            assert_eq!(code.as_str().len(), letters);
            assert!(code.as_str().chars().all(|letter| "123456789JQK".contains(letter)));
            assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        }
        for bad in ["", "12", "ABCD", "A234", "1O23", "1234567890123", "12 4"] {
            assert_eq!(bad.parse::<RoomCode>(), Err(ParseRoomCodeError), "{bad}");
        }
    }
}
