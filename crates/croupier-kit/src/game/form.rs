//! Answers that are put together rather than picked.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::game::{Error, ErrorKind, Piece};
use crate::text::TextLine;

/// An answer that is put together, because there are too many to list: some of these cards, these
/// cards in an order, or cards laid out in groups.
///
/// A client lets the person move pieces into groups and sends a [`Filled`]. The game makes an action
/// of it ([`Game::compose`](crate::game::Game::compose)), and the rules judge that like any other. What a
/// form can answer is not listed among the choices of its prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Form {
    /// What it is for, for a button.
    pub label: String,
    /// What the person does with the pieces.
    pub kind: FormKind,
    /// What can be used. An answer names a piece by its place in this list.
    pub pieces: Vec<FormPiece>,
    /// What is to be filled, in the order of the answer.
    pub groups: Vec<Group>,
    /// Complete answers to choose from. The rules accept each of them.
    #[serde(default = "Vec::<Suggestion>::new", skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
}

/// What a person does with the pieces of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FormKind {
    /// Chooses some of them, into one group.
    Select,
    /// Puts all of them in an order.
    Order,
    /// Lays them out in groups.
    Arrange,
}

/// Something to put into a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormPiece {
    /// What it is.
    pub piece: Piece,
    /// What to show.
    pub label: TextLine,
}

impl FormPiece {
    /// A piece under this label.
    pub fn new(piece: Piece, label: TextLine) -> Self {
        Self { piece, label }
    }

    /// A card that is shown by its code.
    pub fn card(card: impl fmt::Display) -> Self {
        Self::new(Piece::card(&card), TextLine::new().card(card))
    }
}

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// What it is called.
    pub label: String,
    /// What may go in here, by place in the form's list.
    pub pieces: Vec<usize>,
    /// The fewest pieces.
    pub min: usize,
    /// The most.
    pub max: usize,
    /// Whether their order matters.
    pub ordered: bool,
}

impl Group {
    /// A group that takes so many pieces, in any order. [`Form::arrange`] lets it take any piece of
    /// the form unless [`only`](Self::only) says which.
    pub fn new(label: impl Into<String>, count: RangeInclusive<usize>) -> Self {
        let (min, max) = count.into_inner();
        Self { label: label.into(), pieces: vec![], min, max, ordered: false }
    }

    /// The order of its pieces matters, or does not.
    #[must_use]
    pub fn ordered(mut self, ordered: bool) -> Self {
        self.ordered = ordered;
        self
    }

    /// It takes only these, by place in the form's list.
    #[must_use]
    pub fn only(mut self, pieces: impl IntoIterator<Item = usize>) -> Self {
        self.pieces = pieces.into_iter().collect();
        self
    }
}

/// A complete answer to a form, for players who do not want to fill it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// What to show.
    pub label: TextLine,
    /// For every group the places of its pieces, in order.
    pub groups: Vec<Vec<usize>>,
}

/// A form that was filled in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Filled {
    /// Which of the prompt's forms, counted from 0.
    pub form: usize,
    /// For every group the places of its pieces, in order.
    pub groups: Vec<Vec<usize>>,
}

impl Filled {
    /// The things that the places of all groups stand for, in the order of the answer: the same list
    /// that the form was made of.
    pub fn chosen<T: Clone>(&self, things: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let things: Vec<T> = things.into_iter().collect();
        self.groups.iter().flatten().filter_map(move |place| things.get(*place).cloned())
    }
}

impl Form {
    /// Choose so many of these pieces, in any order.
    pub fn select(
        label: impl Into<String>,
        pieces: Vec<FormPiece>,
        count: RangeInclusive<usize>,
    ) -> Self {
        Self::made(label, FormKind::Select, pieces, vec![Group::new("chosen", count)])
    }

    /// Choose so many of these cards, in any order.
    ///
    /// ```
    /// use croupier_kit::game::{Filled, Form};
    ///
    /// let hand = ["7H", "8S", "KD"];
    /// let form = Form::select_cards("Pass", hand, 1..=2).suggest_cards(["8S", "KD"]);
    /// assert_eq!(form.suggestions[0].label.codes(), "Pass 8S KD");
    /// assert_eq!(form.suggestions[0].groups, [[1, 2]]);
    /// let filled = Filled { form: 0, groups: vec![vec![2, 0]] };
    /// assert_eq!(filled.chosen(hand).collect::<Vec<_>>(), ["KD", "7H"]);
    /// ```
    pub fn select_cards<C: fmt::Display>(
        label: impl Into<String>,
        cards: impl IntoIterator<Item = C>,
        count: RangeInclusive<usize>,
    ) -> Self {
        Self::select(label, cards.into_iter().map(FormPiece::card).collect(), count)
    }

    /// Choose so many of these pieces; it matters which is named first.
    pub fn select_in_order(
        label: impl Into<String>,
        pieces: Vec<FormPiece>,
        count: RangeInclusive<usize>,
    ) -> Self {
        let group = Group::new("chosen", count).ordered(true);
        Self::made(label, FormKind::Select, pieces, vec![group])
    }

    /// Put all these pieces in an order.
    pub fn order(label: impl Into<String>, pieces: Vec<FormPiece>) -> Self {
        let group = Group::new("order", pieces.len()..=pieces.len()).ordered(true);
        Self::made(label, FormKind::Order, pieces, vec![group])
    }

    /// Lay these pieces out in groups.
    pub fn arrange(label: impl Into<String>, pieces: Vec<FormPiece>, groups: Vec<Group>) -> Self {
        Self::made(label, FormKind::Arrange, pieces, groups)
    }

    /// Adds a complete answer.
    #[must_use]
    pub fn suggest(mut self, label: TextLine, groups: Vec<Vec<usize>>) -> Self {
        self.suggestions.push(Suggestion { label, groups });
        self
    }

    /// Adds the choice of these cards, all in one group, under the label of the form. Cards that the form
    /// does not have are left out.
    #[must_use]
    pub fn suggest_cards<C: fmt::Display>(self, cards: impl IntoIterator<Item = C>) -> Self {
        let mut line = TextLine::of(&self.label);
        let mut places = vec![];
        for card in cards {
            let piece = Piece::card(&card);
            places.extend(self.pieces.iter().position(|it| it.piece == piece));
            line = line.text(" ").card(card);
        }
        self.suggest(line, vec![places])
    }

    fn made(
        label: impl Into<String>,
        kind: FormKind,
        pieces: Vec<FormPiece>,
        mut groups: Vec<Group>,
    ) -> Self {
        for group in groups.iter_mut().filter(|group| group.pieces.is_empty()) {
            group.pieces = (0..pieces.len()).collect();
        }
        Self { label: label.into(), kind, pieces, groups, suggestions: vec![] }
    }

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
                return Err(FormError::Twice { piece: self.pieces[place].label.clone() });
            }
        }
        for (group, filled) in self.groups.iter().zip(groups) {
            if let Some(place) = filled.iter().find(|place| !group.pieces.contains(place)) {
                let piece = self.pieces[*place].label.clone();
                return Err(FormError::WrongGroup { group: group.label.clone(), piece });
            }
            if !(group.min..=group.max).contains(&filled.len()) {
                let group = group.clone();
                return Err(FormError::WrongCount { group, found: filled.len() });
            }
        }
        Ok(())
    }
}

/// Why a form is not filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
        /// What it is called.
        piece: TextLine,
    },
    /// A piece in a group that does not take it.
    WrongGroup {
        /// What the group is called.
        group: String,
        /// What the piece is called.
        piece: TextLine,
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
            Self::WrongGroup { group, piece } => write!(f, "{piece} cannot go into {group}"),
            Self::WrongCount { group: Group { label, min, max, .. }, found } if min == max => {
                write!(f, "{label} needs {min}, not {found}")
            }
            Self::WrongCount { group: Group { label, min, max, .. }, found } => {
                write!(f, "{label} needs {min} to {max}, not {found}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_filled_with_pieces_that_there_are_and_each_once() {
        let pieces = ["3H", "4H", "5H", "6H"].map(FormPiece::card).to_vec();
        let groups =
            vec![Group::new("the first", 1..=2), Group::new("the second", 1..=1).only([1, 3])];
        let form = Form::arrange("Lay down", pieces, groups);
        assert_eq!(form.groups[0].pieces, [0, 1, 2, 3]);
        let why = |groups: &[&[usize]]| {
            let groups: Vec<Vec<usize>> = groups.iter().map(|it| it.to_vec()).collect();
            form.check(&groups).map_err(|why| why.to_string())
        };
        assert_eq!(why(&[&[3, 0], &[1]]), Ok(()));
        assert_eq!(why(&[&[0]]), Err("it has 2 parts".to_owned()));
        assert_eq!(why(&[&[0], &[4]]), Err("there is no number 5".to_owned()));
        assert_eq!(why(&[&[0], &[0]]), Err("3♥ is used twice".to_owned()));
        assert_eq!(why(&[&[0], &[2]]), Err("5♥ cannot go into the second".to_owned()));
        assert_eq!(why(&[&[0, 1, 2], &[3]]), Err("the first needs 1 to 2, not 3".to_owned()));
        assert_eq!(why(&[&[0], &[]]), Err("the second needs 1, not 0".to_owned()));
    }
}
