//! What a seat is being asked, as data.
//!
//! A client that knows only prompts can play every game: it shows the question, lets the person
//! choose, and sends the answer back.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Error, ErrorKind, Millis, Seat};

/// A question to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt<A> {
    /// Which question this is, given by the match: an answer names it, so that a late one is
    /// recognised.
    pub id: u64,
    /// The key of the sentence to show.
    pub message: String,
    /// What is being asked.
    pub ask: Ask<A>,
    /// Whether the seat may say no.
    pub may_decline: bool,
    /// When the match answers for the seat, if it does.
    pub deadline: Option<Millis>,
    /// What can be put together besides what is offered ready-made.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
}

/// What is being asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask<A> {
    /// One of these actions.
    Pick {
        /// The choices, each with what it does.
        choices: Vec<Choice<A>>,
    },
    /// Some of these cards.
    Select {
        /// The cards, as the game writes them.
        candidates: Vec<String>,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
        /// Whether the order of the answer matters.
        ordered: bool,
    },
    /// Yes or no.
    Confirm,
    /// A number.
    Value {
        /// The lowest.
        min: i64,
        /// The highest.
        max: i64,
    },
    /// One of these colours.
    Colour {
        /// The colours, as the game writes them.
        colours: Vec<String>,
    },
    /// One of these players.
    Player {
        /// Where they sit.
        seats: Vec<Seat>,
    },
    /// One of these words.
    Option {
        /// The words.
        options: Vec<String>,
    },
    /// All of these, in an order.
    Order {
        /// What is to be ordered.
        items: Vec<String>,
    },
    /// Cards laid out in groups.
    Arrange {
        /// The cards, as the game writes them.
        cards: Vec<String>,
    },
}

/// One choice of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice<A> {
    /// What to show.
    pub label: String,
    /// What to send.
    pub action: A,
}

/// An answer that is put together rather than picked, because there are too many to list: some of
/// these cards, these cards in an order, or cards laid out in groups.
///
/// A client lets the person move pieces into groups and sends a [`Filled`]; the game makes an action
/// of it ([`Game::compose`](crate::Game::compose)), and the rules judge that like any other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// What it is for, for a button.
    pub label: String,
    /// What it is made of, as the game writes it. An answer names a piece by its place in this list.
    pub pieces: Vec<String>,
    /// What is to be filled, in the order of the answer.
    pub groups: Vec<Group>,
}

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// What it is called.
    pub name: String,
    /// The fewest pieces.
    pub min: usize,
    /// The most.
    pub max: usize,
    /// Whether their order matters.
    pub ordered: bool,
}

/// A form that was filled in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filled {
    /// Which of the prompt's forms, counted from 0.
    pub form: usize,
    /// For every group the places of its pieces, in order.
    pub groups: Vec<Vec<usize>>,
}

/// Why a form is not filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormError {
    /// There is no such form.
    NoSuchForm,
    /// More or fewer groups than the form has.
    WrongGroups {
        /// How many there should be.
        wanted: usize,
    },
    /// A place that the list of pieces does not have.
    NoSuchPiece {
        /// The place, counted from 0.
        place: usize,
    },
    /// A piece that is used twice.
    Twice {
        /// The piece, as the game writes it.
        piece: String,
    },
    /// A group with too many or too few pieces.
    WrongCount {
        /// The group.
        group: Group,
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchForm => f.write_str("there is nothing like this to put together now"),
            Self::WrongGroups { wanted: 1 } => f.write_str("it has one part"),
            Self::WrongGroups { wanted } => write!(f, "it has {wanted} parts"),
            Self::NoSuchPiece { place } => write!(f, "there is no number {}", place + 1),
            Self::Twice { piece } => write!(f, "{piece} is used twice"),
            Self::WrongCount { group: Group { name, min, max, .. }, found } if min == max => {
                write!(f, "{name} needs {min}, not {found}")
            }
            Self::WrongCount { group: Group { name, min, max, .. }, found } => {
                write!(f, "{name} needs {min} to {max}, not {found}")
            }
        }
    }
}

impl std::error::Error for FormError {}

impl From<FormError> for Error {
    fn from(why: FormError) -> Self {
        Self::new(ErrorKind::InvalidChoice, "misfilled_form", why.to_string())
    }
}

impl Form {
    /// Whether this is the form filled in: as many groups, pieces that there are and none twice, and
    /// in every group as many as it takes. What they mean is for the rules to judge.
    pub fn check(&self, groups: &[Vec<usize>]) -> Result<(), FormError> {
        if groups.len() != self.groups.len() {
            return Err(FormError::WrongGroups { wanted: self.groups.len() });
        }
        let mut used = vec![false; self.pieces.len()];
        for place in groups.iter().flatten().copied() {
            let used = used.get_mut(place).ok_or(FormError::NoSuchPiece { place })?;
            if std::mem::replace(used, true) {
                return Err(FormError::Twice { piece: self.pieces[place].clone() });
            }
        }
        for (group, filled) in self.groups.iter().zip(groups) {
            if !(group.min..=group.max).contains(&filled.len()) {
                let group = group.clone();
                return Err(FormError::WrongCount { group, found: filled.len() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_filled_with_pieces_that_there_are_and_each_once() {
        let group =
            |name: &str, min, max| Group { name: name.to_owned(), min, max, ordered: false };
        let form = Form {
            label: "Lay down".to_owned(),
            pieces: ["3H", "4H", "5H", "6H"].map(str::to_owned).to_vec(),
            groups: vec![group("the first", 1, 2), group("the second", 1, 1)],
        };
        let why = |groups: &[&[usize]]| {
            let groups: Vec<Vec<usize>> = groups.iter().map(|it| it.to_vec()).collect();
            form.check(&groups).map_err(|why| why.to_string())
        };
        assert_eq!(why(&[&[3, 0], &[1]]), Ok(()));
        assert_eq!(why(&[&[0]]), Err("it has 2 parts".to_owned()));
        assert_eq!(why(&[&[0], &[4]]), Err("there is no number 5".to_owned()));
        assert_eq!(why(&[&[0], &[0]]), Err("3H is used twice".to_owned()));
        assert_eq!(why(&[&[0, 1, 2], &[3]]), Err("the first needs 1 to 2, not 3".to_owned()));
        assert_eq!(why(&[&[0], &[]]), Err("the second needs 1, not 0".to_owned()));
    }
}
