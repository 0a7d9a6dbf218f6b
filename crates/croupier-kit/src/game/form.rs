//! Forms: answers that a player assembles instead of picking from a list.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::game::{Error, ErrorKind, Piece};
use crate::text::TextLine;

/// An answer that the player assembles, because there are too many to list: select some cards, put
/// cards in order, or arrange cards in groups.
///
/// A client lets the person move pieces into groups and sends a [`Filled`]. The game turns it into
/// an action ([`Game::compose`](crate::game::Game::compose)), which the rules check like any other.
/// Answers that a form can express are not listed among the choices of its prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Form {
    /// What the form is for, as the text of a button.
    pub label: String,
    /// What the person does with the pieces.
    pub kind: FormKind,
    /// The pieces that can be used. An answer refers to them by their index in this list.
    pub pieces: Vec<FormPiece>,
    /// The groups to fill, in the order of the answer.
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
    /// Select some of them, in one group.
    Select,
    /// Put all of them in order.
    Order,
    /// Arrange them in several groups.
    Arrange,
}

/// A piece that can be put into a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct FormPiece {
    pub piece: Piece,
    pub label: TextLine,
}

impl FormPiece {
    /// Creates a piece with this label.
    pub fn new(piece: Piece, label: TextLine) -> Self {
        Self { piece, label }
    }

    /// A card that is shown by its code.
    pub fn card(card: impl fmt::Display) -> Self {
        Self::new(Piece::card(&card), TextLine::new().card(card))
    }
}

/// A group of pieces that a form asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// What to call it in front of the player: `set 2`.
    pub label: String,
    /// The pieces that it takes, as indexes into the form's list.
    pub pieces: Vec<usize>,
    /// The minimum number of pieces.
    pub min: usize,
    /// The maximum number of pieces.
    pub max: usize,
    /// Whether the order of the pieces matters.
    pub ordered: bool,
}

impl Group {
    /// Creates a group that takes this many pieces, in any order. [`Form::arrange`] lets it take
    /// any piece of the form unless [`only`](Self::only) restricts it.
    pub fn new(label: impl Into<String>, count: RangeInclusive<usize>) -> Self {
        let (min, max) = count.into_inner();
        Self { label: label.into(), pieces: vec![], min, max, ordered: false }
    }

    /// Sets whether the order of its pieces matters.
    #[must_use]
    pub fn ordered(mut self, ordered: bool) -> Self {
        self.ordered = ordered;
        self
    }

    /// Restricts the group to these pieces, given by their index in the form's list.
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
    /// What to write on the button that takes it.
    pub label: TextLine,
    /// For every group, the indexes of its pieces in the form's list, in order.
    pub groups: Vec<Vec<usize>>,
}

/// A form that was filled in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Filled {
    /// Which form of the prompt this is, counted from 0.
    pub form: usize,
    /// For every group, the indexes of its pieces in the form's list, in order.
    pub groups: Vec<Vec<usize>>,
}

impl Filled {
    /// The items that the answer refers to, in the order of the answer. `things` must be the list
    /// that the form was made from.
    pub fn chosen<T: Clone>(&self, things: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let things: Vec<T> = things.into_iter().collect();
        self.groups.iter().flatten().filter_map(move |place| things.get(*place).cloned())
    }
}

impl Form {
    /// A form to select this many pieces, in any order.
    pub fn select(
        label: impl Into<String>,
        pieces: Vec<FormPiece>,
        count: RangeInclusive<usize>,
    ) -> Self {
        Self::made(label, FormKind::Select, pieces, vec![Group::new("chosen", count)])
    }

    /// A form to select this many cards, in any order.
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

    /// A form to select this many pieces, where the order of selection matters.
    pub fn select_in_order(
        label: impl Into<String>,
        pieces: Vec<FormPiece>,
        count: RangeInclusive<usize>,
    ) -> Self {
        let group = Group::new("chosen", count).ordered(true);
        Self::made(label, FormKind::Select, pieces, vec![group])
    }

    /// A form to put all these pieces in order.
    pub fn order(label: impl Into<String>, pieces: Vec<FormPiece>) -> Self {
        let group = Group::new("order", pieces.len()..=pieces.len()).ordered(true);
        Self::made(label, FormKind::Order, pieces, vec![group])
    }

    /// A form to lay these pieces out in groups.
    pub fn arrange(label: impl Into<String>, pieces: Vec<FormPiece>, groups: Vec<Group>) -> Self {
        Self::made(label, FormKind::Arrange, pieces, groups)
    }

    /// Adds a complete answer as a suggestion.
    #[must_use]
    pub fn suggest(mut self, label: TextLine, groups: Vec<Vec<usize>>) -> Self {
        self.suggestions.push(Suggestion { label, groups });
        self
    }

    /// Suggests these cards, all in one group, labelled with the form's label and the cards. Cards
    /// that are not in the form are skipped in the answer.
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

    /// Checks that an answer fits the form: the number of groups, only existing pieces and none
    /// twice, and the allowed pieces and count in every group. Whether the resulting action is
    /// legal is for the rules to decide.
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

/// Why an answer does not fit its form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormError {
    /// There is no such form.
    NoSuchForm,
    /// The answer has more or fewer groups than the form.
    WrongGroups {
        /// How many groups the form has.
        wanted: usize,
    },
    /// An index that is not in the list of pieces.
    NoSuchPiece {
        /// The index, counted from 0.
        place: usize,
    },
    /// A piece that is used twice.
    Twice {
        /// The label of the piece in the form.
        piece: TextLine,
    },
    /// A piece in a group that does not take it.
    WrongGroup {
        /// The label of the group.
        group: String,
        /// The label of the piece.
        piece: TextLine,
    },
    /// A group with too many or too few pieces.
    WrongCount {
        /// The group as the form asks for it, with its limits.
        group: Group,
        /// How many pieces it has.
        found: usize,
    },
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchForm => f.write_str("there is no such form to fill in now"),
            Self::WrongGroups { wanted: 1 } => f.write_str("the form has one group"),
            Self::WrongGroups { wanted } => write!(f, "the form has {wanted} groups"),
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
        assert_eq!(why(&[&[0]]), Err("the form has 2 groups".to_owned()));
        assert_eq!(why(&[&[0], &[4]]), Err("there is no number 5".to_owned()));
        assert_eq!(why(&[&[0], &[0]]), Err("3♥ is used twice".to_owned()));
        assert_eq!(why(&[&[0], &[2]]), Err("5♥ cannot go into the second".to_owned()));
        assert_eq!(why(&[&[0, 1, 2], &[3]]), Err("the first needs 1 to 2, not 3".to_owned()));
        assert_eq!(why(&[&[0], &[]]), Err("the second needs 1, not 0".to_owned()));
    }
}
