//! The word by which people find a room.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::cards::Dice;

/// MM-74: no letter that is mistaken for a digit.
const LETTERS: &[u8] = b"123456789JQK";
/// MM-C13: the codes of rooms that strangers are sent to.
const LISTED: &[u8] = b"23456789JQKA";
/// For rooms that are shared with friends.
const SHORT: usize = 4;
/// Of rooms that strangers are sent to.
const QUICKPLAY: usize = 6;
/// Of private rooms: more than can be guessed.
const PRIVATE: usize = 12;

/// A room's code: a short word that is easily told, in any case. It is drawn from the server's own
/// chance, never from a match's, and the server sees to it that no open room has it already.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode(String);

impl RoomCode {
    /// A code of so many letters, 4 to 12.
    pub fn with_letters(count: usize, dice: &mut Dice) -> Self {
        Self::draw(dice, LETTERS, count.clamp(SHORT, PRIVATE))
    }

    /// A code of four letters.
    pub fn short(dice: &mut Dice) -> Self {
        Self::draw(dice, LETTERS, SHORT)
    }

    /// A code of six letters, for a room to which strangers may be sent.
    pub fn quickplay(dice: &mut Dice) -> Self {
        Self::draw(dice, LISTED, QUICKPLAY)
    }

    /// A long code that cannot be guessed, of the letters of a short one.
    pub fn private(dice: &mut Dice) -> Self {
        Self::draw(dice, LETTERS, PRIVATE)
    }

    fn draw(dice: &mut Dice, letters: &[u8], length: usize) -> Self {
        let letter = |_| char::from(dice.pick(letters).copied().unwrap_or(b'1'));
        Self((0..length).map(letter).collect())
    }

    /// Whether a room of this code is listed while there is room in it.
    pub fn is_quickplay(&self) -> bool {
        self.0.len() == QUICKPLAY && self.0.bytes().all(|letter| LISTED.contains(&letter))
    }

    /// The code in capitals.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A word that is no room's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room's code is 4 to 12 of the letters 1 to 9, J, Q, K and A")]
pub struct ParseRoomCodeError;

impl FromStr for RoomCode {
    type Err = ParseRoomCodeError;

    fn from_str(text: &str) -> Result<Self, ParseRoomCodeError> {
        let code = text.trim().to_ascii_uppercase();
        let known = |letter: u8| LETTERS.contains(&letter) || LISTED.contains(&letter);
        if (SHORT..=PRIVATE).contains(&code.len()) && code.bytes().all(known) {
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
    fn mm_74_a_code_is_four_letters_and_read_in_any_case() {
        let mut dice = Dice::new(Seed::from_number(1));
        for _ in 0..100 {
            let code = RoomCode::short(&mut dice);
            assert_eq!(code.as_str().len(), 4);
            assert!(code.as_str().chars().all(|letter| "123456789JQK".contains(letter)));
            assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        }
        assert_eq!(RoomCode::private(&mut dice).as_str().len(), 12);
        for bad in ["", "12", "ABCD", "1O23", "1234567890123", "12 4"] {
            assert_eq!(bad.parse::<RoomCode>(), Err(ParseRoomCodeError), "{bad}");
        }
    }

    #[test]
    fn mm_c13_a_quickplay_code_has_six_letters_of_its_own() {
        let mut dice = Dice::new(Seed::from_number(2));
        assert!((0..100).all(|_| RoomCode::quickplay(&mut dice).is_quickplay()));
        assert!(!RoomCode::short(&mut dice).is_quickplay());
        assert!(!"123456".parse::<RoomCode>().expect("a code").is_quickplay());
    }
}
