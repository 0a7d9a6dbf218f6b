//! References to things that a client draws, so that it can find them on its board.

use std::fmt;

use compact_str::{CompactString, ToCompactString as _};
use serde::{Deserialize, Serialize};

use crate::cards::Private;
use crate::game::Seat;

/// A thing on the table that a client draws.
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
    /// A card whose face the viewer sees, by its code.
    Card(#[cfg_attr(feature = "schema", schemars(with = "String"))] CompactString),
    /// A whole pile.
    Pile(PileId),
    /// A card of which the viewer sees only the back, by its place in a pile.
    Slot {
        /// The pile that it lies in.
        pile: PileId,
        /// Its index in the pile, counted from 0 in the order of the view.
        at: usize,
    },
    /// A player, wherever the board shows them: their name, their place at the table.
    Seat(Seat),
    /// Another part of the board, such as a wheel or an achievement, by the name that the game
    /// gives it.
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

/// A pile, by its name and owner: the shared `discard`, or the `hand` of the second seat. A game
/// uses the same names in its prompts and its card moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileId {
    /// The name that the game gives it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: CompactString,
    /// The seat that it belongs to; absent if it is shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
}

impl PileId {
    /// A pile that belongs to everybody.
    pub fn shared(name: impl Into<CompactString>) -> Self {
        Self { name: name.into(), owner: None }
    }

    /// A pile of one seat.
    pub fn of(owner: Seat, name: impl Into<CompactString>) -> Self {
        Self { name: name.into(), owner: Some(owner) }
    }
}

/// Cards that moved from one pile to another, as far as a viewer knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardMove {
    /// How many cards moved.
    pub count: usize,
    /// The codes of the cards that the viewer knows, in order.
    #[serde(default = "Vec::<CompactString>::new", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub cards: Vec<CompactString>,
    /// The pile that they came from.
    pub from: PileId,
    /// The pile that they went to.
    pub to: PileId,
}

impl CardMove {
    /// A move of cards that the viewer knows.
    pub fn open<C: fmt::Display>(
        cards: impl IntoIterator<Item = C>,
        from: PileId,
        to: PileId,
    ) -> Self {
        let cards: Vec<_> = cards.into_iter().map(|card| card.to_compact_string()).collect();
        Self { count: cards.len(), cards, from, to }
    }

    /// A move of cards of which the viewer knows only the number.
    pub fn closed(count: usize, from: PileId, to: PileId) -> Self {
        Self { count, cards: vec![], from, to }
    }

    /// A move of cards that only some may see. `count` is for viewers who do not see them.
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

    /// Cards dealt from the pile `deck` to a seat's `hand`. `count` is for viewers who do not see
    /// them.
    pub fn dealt<C: fmt::Display, P: IntoIterator<Item = C> + Clone>(
        to: Seat,
        cards: &Private<P>,
        count: usize,
    ) -> Self {
        Self::private(cards, count, PileId::shared("deck"), PileId::of(to, "hand"))
    }

    /// Cards passed from one hand to another.
    pub fn passed<C: fmt::Display, P: IntoIterator<Item = C> + Clone>(
        from: Seat,
        to: Seat,
        cards: &Private<P>,
        count: usize,
    ) -> Self {
        Self::private(cards, count, PileId::of(from, "hand"), PileId::of(to, "hand"))
    }

    /// A card played from a `hand` to the `trick`.
    pub fn played(by: Seat, card: impl fmt::Display) -> Self {
        Self::open([card], PileId::of(by, "hand"), PileId::shared("trick"))
    }

    /// Cards of the `trick` that go to the pile `taken` of its winner.
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

    /// A move of cards of which the viewer knows some.
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
