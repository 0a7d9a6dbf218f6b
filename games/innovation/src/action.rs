//! The actions of a seat (IN-13, IN-89).

use croupier_kit::game::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::cards::{Card, Colour};
use crate::world::Achievement;

/// What a seat may ask for. It can be refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Action {
    /// Draws a card of the value of the highest top card (IN-14).
    Draw,
    /// Melds a card from the hand (IN-15).
    Meld { card: CardId },
    /// Claims an age achievement (IN-16).
    Achieve {
        /// Which. A special one is always refused.
        achievement: Named,
    },
    /// Activates a top card (IN-17).
    Dogma { card: CardId },
    /// Answers a choice (IN-108).
    Answer {
        /// The id of the choice.
        choice: u32,
        answer: Answer,
    },
}

/// A card as named in a command. There may be no such card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardId(pub u8);

impl CardId {
    /// The card, if it exists.
    #[inline]
    pub fn card(self) -> Option<Card> {
        Card::from_id(self.0)
    }
}

impl From<Card> for CardId {
    fn from(card: Card) -> Self {
        Self(card.id())
    }
}

/// A title or an id.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Word<'a> {
    Id(u8),
    Name(std::borrow::Cow<'a, str>),
}

/// Written as the card's title, or as a number if there is no such card.
impl Serialize for CardId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.card() {
            Some(card) => card.serialize(serializer),
            None => serializer.serialize_u8(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for CardId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Word::deserialize(deserializer)? {
            Word::Id(id) => Self(id),
            // An unknown title becomes a card that does not exist, which is refused later.
            Word::Name(name) => Card::named(&name).map_or(Self(0), Self::from),
        })
    }
}

#[cfg(feature = "schema")]
croupier_kit::described_as!(CardId, "CardId", |_| schemars::json_schema!({
    "description": "A card by its title or by its number.",
    "anyOf": [{"type": "string"}, {"type": "integer", "minimum": 0, "maximum": 255}],
}));

/// The name of an achievement as it was sent: an age, or the name of a special one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "Achievement"))]
#[serde(untagged)]
pub enum Named {
    /// One that may exist; ages other than 1 to 9 do not.
    Known(Achievement),
    /// Some other word.
    Unknown(Unknown),
}

/// An unknown word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unknown;

impl Serialize for Unknown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("?")
    }
}

impl<'de> Deserialize<'de> for Unknown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <std::borrow::Cow<'de, str>>::deserialize(deserializer).map(|_| Self)
    }
}

/// A card that is chosen: by name, or as a slot if the chooser may not see it (IN-103).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CardRef {
    /// A card the chooser sees.
    Card(CardId),
    /// A card the chooser only sees the back of.
    Slot(Slot),
}

impl From<Card> for CardRef {
    fn from(card: Card) -> Self {
        Self::Card(card.into())
    }
}

/// The back of a card (IN-86).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Slot {
    pub owner: Seat,
    pub zone: SlotZone,
    /// Its place in the list.
    pub index: u8,
    pub age: u8,
}

/// Where cards lie face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SlotZone {
    /// In a hand.
    Hand,
    /// In a score pile.
    Score,
}

/// Cards in order. Most answers name only a few.
pub type Refs = SmallVec<[CardRef; 6]>;

/// What a seat answers to a choice (IN-101).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To `SelectCards`. None declines.
    Cards(Refs),
    /// To `YesNo`.
    Yes(bool),
    /// To `SelectColours`. None declines.
    Colours(SmallVec<[Colour; 6]>),
    /// To `SelectPlayer`. None declines.
    Player(Option<Seat>),
    /// To `SelectValue`.
    Value(u8),
    /// To `SelectOption`. None declines.
    Option(Option<Opt>),
    /// To `OrderCards`: the first is moved first, or is the bottom of the pile.
    Order(Refs),
}

/// The options of Evolution, the only card that has any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opt {
    /// Draw and score an 8, then return a card from the score pile.
    Score,
    /// Draw a card one higher than the highest of the score pile.
    Draw,
    /// Some other word.
    #[serde(other)]
    Unknown,
}
