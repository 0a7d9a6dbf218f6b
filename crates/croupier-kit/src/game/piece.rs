//! What a choice, a form or a sentence is about, as data that a client finds on its board.

use std::fmt;

use compact_str::{CompactString, ToCompactString as _};
use serde::{Deserialize, Serialize};

use crate::cards::Private;
use crate::game::Seat;

/// Something that a client draws.
///
/// ```
/// use croupier_kit::cards::Card;
/// use croupier_kit::game::{Piece, PileId, Seat};
///
/// let card: Card = "7H".parse()?;
/// assert_eq!(serde_json::to_string(&Piece::card(card))?, r#"{"card":"7H"}"#);
/// let hand = Piece::Pile(PileId::of(Seat(1), "hand"));
/// assert_eq!(serde_json::to_string(&hand)?, r#"{"pile":{"name":"hand","owner":1}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Piece {
    /// A card that the viewer sees, by its code.
    Card(#[cfg_attr(feature = "schema", schemars(with = "String"))] CompactString),
    /// A whole pile.
    Pile(PileId),
    /// A card of which the viewer sees only the back, by its place.
    Slot {
        /// Where it lies.
        pile: PileId,
        /// Its place in the pile, counted from 0 as the view lists it.
        at: usize,
    },
    /// A player.
    Seat(Seat),
    /// Another part of the board, by the game's name for it: the wheel, an achievement.
    Part(#[cfg_attr(feature = "schema", schemars(with = "String"))] CompactString),
}

impl Piece {
    /// A card by its code.
    pub fn card(card: impl fmt::Display) -> Self {
        Self::Card(card.to_compact_string())
    }

    /// A part of the board by its name.
    pub fn part(name: impl Into<CompactString>) -> Self {
        Self::Part(name.into())
    }
}

/// A pile by its name, and whose it is: `discard`, `hand` of the second seat. A game uses the same
/// names in its prompts and in its moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileId {
    /// The game's name for it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: CompactString,
    /// Whose it is. None if it is everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
}

impl PileId {
    /// A pile that is everybody's.
    pub fn shared(name: impl Into<CompactString>) -> Self {
        Self { name: name.into(), owner: None }
    }

    /// A pile of one seat.
    pub fn of(owner: Seat, name: impl Into<CompactString>) -> Self {
        Self { name: name.into(), owner: Some(owner) }
    }
}

/// Cards that went from one pile to another, as far as a viewer knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardMove {
    /// How many went.
    pub count: usize,
    /// The codes of those that the viewer knows, in order.
    #[serde(default = "Vec::<CompactString>::new", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub cards: Vec<CompactString>,
    /// Where they were.
    pub from: PileId,
    /// Where they are.
    pub to: PileId,
}

impl CardMove {
    /// Cards that the viewer knows.
    pub fn open<C: fmt::Display>(
        cards: impl IntoIterator<Item = C>,
        from: PileId,
        to: PileId,
    ) -> Self {
        let cards: Vec<_> = cards.into_iter().map(|card| card.to_compact_string()).collect();
        Self { count: cards.len(), cards, from, to }
    }

    /// Cards of which the viewer knows only how many they are.
    pub fn closed(count: usize, from: PileId, to: PileId) -> Self {
        Self { count, cards: vec![], from, to }
    }

    /// Cards of an event that only some may see: the cards, or how many they are.
    pub fn private<C: fmt::Display, P: IntoIterator<Item = C> + Clone>(
        cards: &Private<P>,
        count: usize,
        from: PileId,
        to: PileId,
    ) -> Self {
        match cards.open() {
            Some(cards) => Self::open(cards.clone(), from, to),
            None => Self::closed(count, from, to),
        }
    }

    /// Cards that are dealt: from the pile `deck` to a seat's `hand`. The count is for those who do not
    /// see them.
    pub fn dealt<C: fmt::Display, P: IntoIterator<Item = C> + Clone>(
        to: Seat,
        cards: &Private<P>,
        count: usize,
    ) -> Self {
        Self::private(cards, count, PileId::shared("deck"), PileId::of(to, "hand"))
    }

    /// Cards that go from hand to hand.
    pub fn passed<C: fmt::Display, P: IntoIterator<Item = C> + Clone>(
        from: Seat,
        to: Seat,
        cards: &Private<P>,
        count: usize,
    ) -> Self {
        Self::private(cards, count, PileId::of(from, "hand"), PileId::of(to, "hand"))
    }

    /// A card that is played from a `hand` to the `trick`.
    pub fn played(by: Seat, card: impl fmt::Display) -> Self {
        Self::open([card], PileId::of(by, "hand"), PileId::shared("trick"))
    }

    /// A `trick` that is `taken`.
    ///
    /// ```
    /// use croupier_kit::game::{CardMove, Seat};
    ///
    /// let moved = CardMove::taken(Seat(2), ["7H", "8H"]);
    /// assert_eq!((&*moved.from.name, &*moved.to.name, moved.count), ("trick", "taken", 2));
    /// ```
    pub fn taken<C: fmt::Display>(by: Seat, cards: impl IntoIterator<Item = C>) -> Self {
        Self::open(cards, PileId::shared("trick"), PileId::of(by, "taken"))
    }

    /// Cards of which the viewer knows some.
    pub fn seen<C: fmt::Display>(
        cards: impl IntoIterator<Item = Option<C>>,
        from: PileId,
        to: PileId,
    ) -> Self {
        let mut moved = Self::closed(0, from, to);
        for card in cards {
            moved.count += 1;
            moved.cards.extend(card.map(|card| card.to_compact_string()));
        }
        moved
    }
}
