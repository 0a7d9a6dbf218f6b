//! Decks listed card by card (DW-11), in the two-letter codes of the specification.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{CardId, CardType, Family, TYPES};
use crate::deck::{Deal, MAX_CARDS};
use crate::options::InvalidOptionsError;

/// Card types in order, top first. Written `C5 C1 T2`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Codes(pub Vec<CardType>);

/// A name that is not a code of a card type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("UnknownCardType: there is no card {name:?}")]
pub struct ParseCodesError {
    /// The name that was given.
    pub name: String,
}

impl Codes {
    /// Parses codes or type ids separated by whitespace.
    pub fn parse(text: &str) -> Result<Self, ParseCodesError> {
        let find = |name: &str| {
            CardType::named(name).ok_or_else(|| ParseCodesError { name: name.to_owned() })
        };
        text.split_whitespace().map(find).collect::<Result<_, _>>().map(Self)
    }
}

impl Serialize for Codes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let codes: Vec<_> = self.0.iter().map(|kind| kind.row().code).collect();
        serializer.serialize_str(&codes.join(" "))
    }
}

impl<'de> Deserialize<'de> for Codes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
croupier_kit::described_as!(Codes, "Codes", |_| schemars::json_schema!({
    "description": "Card types in order, top first, by their codes: `C5 C1 T2`.",
    "type": "string",
}));

/// Both decks and what else a test may want to begin with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Exact {
    /// The first seat's deck, top first.
    pub p1: Codes,
    /// The second seat's deck.
    pub p2: Codes,
    /// What the first seat has collected, oldest first.
    pub p1_stacks: Codes,
    /// What the second seat has collected.
    pub p2_stacks: Codes,
    /// Waiting opens of both seats.
    pub opens: [u8; 2],
    /// How many turns count as played.
    pub turns_completed: u32,
}

impl Exact {
    /// Whether a game can start like this.
    pub fn check(&self, stacks_to_win: u8) -> Result<(), InvalidOptionsError> {
        let bad = |why: String| Err(InvalidOptionsError::invalid("exact", why));
        if self.p1.0.is_empty() || self.p2.0.is_empty() {
            return bad("has a deck without cards".to_owned());
        }
        for stacks in [&self.p1_stacks, &self.p2_stacks] {
            if stacks.0.iter().any(|kind| kind.row().family != Family::Launch) {
                return bad("has a collection with something else than launch stacks".to_owned());
            }
            if stacks.0.len() >= usize::from(stacks_to_win) {
                return bad(format!("has a collection of {stacks_to_win}, which wins"));
            }
        }
        if self.opens.iter().any(|opens| *opens > 100) || self.turns_completed > 100_000 {
            return bad("has more opens or turns than a game can come to".to_owned());
        }
        let count = self.all().count();
        if count > MAX_CARDS {
            return bad(format!("has {count} cards; {MAX_CARDS} fit"));
        }
        for kind in CardType::all() {
            let (count, row) = (self.all().filter(|other| *other == kind).count(), kind.row());
            if count > usize::from(row.most) {
                return bad(format!("has {count} cards {}; {} fit", row.code, row.most));
            }
        }
        Ok(())
    }

    fn all(&self) -> impl Iterator<Item = CardType> {
        [&self.p1, &self.p2, &self.p1_stacks, &self.p2_stacks]
            .into_iter()
            .flat_map(|codes| codes.0.iter().copied())
    }

    /// Copy numbers run through both decks, then through both collections.
    pub(crate) fn deal(&self) -> Deal {
        let mut used = [0_u8; TYPES];
        let mut cards = |codes: &Codes| -> Vec<CardId> {
            let mut card = |kind: &CardType| {
                used[kind.at()] += 1;
                // Cannot exceed the number of copies: `check` has counted them.
                kind.copy(used[kind.at()])
            };
            codes.0.iter().filter_map(&mut card).collect()
        };
        let decks = [cards(&self.p1), cards(&self.p2)];
        let stacks = [cards(&self.p1_stacks), cards(&self.p2_stacks)];
        let decks = decks.map(|deck| deck.into_iter().collect());
        let stacks = stacks.map(|stack| stack.into_iter().collect());
        Deal { decks, stacks, opens: self.opens, turns_completed: self.turns_completed }
    }
}
