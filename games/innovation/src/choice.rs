//! Questions to a seat (section 11), and whether an answer is valid.

use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::action::{Answer, CardRef, Opt, Slot, SlotZone};
use crate::cards::{Card, Colour};
use crate::reject::Reject;
use crate::set::{CardSet, Colours};
use crate::world::{Splay, World};
use crate::zones::{Location, Zone};

/// Cards in order.
pub type CardList = SmallVec<[Card; 16]>;

/// A question to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Choice {
    /// Unique in the game, increasing.
    pub id: u32,
    pub player: Seat,
    /// What asks. None during setup.
    pub source: Option<Source>,
    /// Whether it may be declined.
    pub optional: bool,
    pub ask: Ask,
}

/// Where a choice or a change comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The card whose effect runs.
    pub card: Card,
    /// The number of the effect, from 1.
    pub effect: u8,
    /// Who executes it.
    pub executor: Seat,
    /// How deeply it is nested, 0 for the card that was activated.
    pub depth: u8,
}

/// The kinds of questions (IN-101).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Ask {
    /// Some of these cards, in an order.
    SelectCards {
        candidates: CardSet,
        /// The fewest, if any.
        min: u8,
        max: u8,
        /// Whether the chooser sees only backs (IN-103).
        hidden: bool,
    },
    /// All or nothing.
    YesNo,
    /// One or two of these colours.
    SelectColours {
        candidates: Colours,
        count: u8,
        /// How they will be splayed, if they will.
        direction: Option<Splay>,
    },
    /// One of these players.
    SelectPlayer {
        /// The players.
        candidates: SeatSet,
    },
    /// A value from 1 to 10.
    SelectValue,
    /// One of Evolution's two options.
    SelectOption,
    /// All of these cards, in an order.
    OrderCards {
        cards: CardSet,
        /// Whether they are a pile of the chooser, which is then ordered bottom to top.
        pile: Option<Colour>,
        /// Whether the chooser sees only backs (IN-103).
        hidden: bool,
    },
}

impl Ask {
    /// The kind of question, without its data.
    pub fn kind(&self) -> Question {
        match self {
            Self::SelectCards { .. } => Question::SelectCards,
            Self::YesNo => Question::YesNo,
            Self::SelectColours { .. } => Question::SelectColours,
            Self::SelectPlayer { .. } => Question::SelectPlayer,
            Self::SelectValue => Question::SelectValue,
            Self::SelectOption => Question::SelectOption,
            Self::OrderCards { .. } => Question::OrderCards,
        }
    }
}

/// The kinds of questions, by the specification's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum Question {
    SelectCards,
    YesNo,
    /// One or two colours.
    SelectColours,
    SelectPlayer,
    SelectValue,
    SelectOption,
    OrderCards,
}

/// An answer that fits its question, as effects get it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Reply {
    /// Cards in an order: picked, or ordered.
    Cards(CardList),
    Yes(bool),
    Colours(Colours),
    /// A player, or nobody.
    Player(Option<Seat>),
    Value(u8),
    /// An option, or none.
    Option(Option<Opt>),
}

impl Choice {
    /// IN-112: the reply an answer stands for, or why it is invalid.
    pub fn accept(&self, world: &World, answer: &Answer) -> Result<Reply, Reject> {
        match (self.ask, answer) {
            (Ask::SelectCards { candidates, min, max, .. }, Answer::Cards(refs)) => {
                if refs.is_empty() {
                    return self.declined(Reply::Cards(CardList::new()));
                }
                let cards = self.cards(world, refs, candidates)?;
                let fits = (usize::from(min)..=usize::from(max)).contains(&cards.len());
                require(fits, Reject::WrongCount)?;
                Ok(Reply::Cards(cards))
            }
            (Ask::YesNo, Answer::Yes(yes)) => Ok(Reply::Yes(*yes)),
            (Ask::SelectColours { candidates, count, .. }, Answer::Colours(colours)) => {
                if colours.is_empty() {
                    return self.declined(Reply::Colours(Colours::NONE));
                }
                let set: Colours = colours.iter().copied().collect();
                require(set.len() == colours.len(), Reject::Duplicate)?;
                require((set - candidates).is_empty(), Reject::NotACandidate)?;
                require(set.len() == usize::from(count), Reject::WrongCount)?;
                Ok(Reply::Colours(set))
            }
            (Ask::SelectPlayer { candidates }, Answer::Player(player)) => match *player {
                None => self.declined(Reply::Player(None)),
                Some(seat) => {
                    require(candidates.contains(seat), Reject::NotACandidate)?;
                    Ok(Reply::Player(Some(seat)))
                }
            },
            (Ask::SelectValue, Answer::Value(value)) => {
                require((1..=10).contains(value), Reject::NotACandidate)?;
                Ok(Reply::Value(*value))
            }
            (Ask::SelectOption, Answer::Option(option)) => match *option {
                None => self.declined(Reply::Option(None)),
                Some(Opt::Unknown) => Err(Reject::NotACandidate),
                known => Ok(Reply::Option(known)),
            },
            (Ask::OrderCards { cards, .. }, Answer::Order(refs)) => {
                let order = self.cards(world, refs, cards)?;
                require(order.len() == cards.len(), Reject::BadPermutation)?;
                Ok(Reply::Cards(order))
            }
            _ => Err(Reject::WrongAnswerKind),
        }
    }

    /// The reply a listed answer stands for, without checking it again.
    pub(crate) fn read(&self, world: &World, answer: &Answer) -> Option<Reply> {
        Some(match answer {
            Answer::Cards(refs) | Answer::Order(refs) => {
                let cards = refs.iter().map(|one| self.resolve(world, *one));
                Reply::Cards(cards.collect::<Option<_>>()?)
            }
            Answer::Yes(yes) => Reply::Yes(*yes),
            Answer::Colours(colours) => Reply::Colours(colours.iter().copied().collect()),
            Answer::Player(player) => Reply::Player(*player),
            Answer::Value(value) => Reply::Value(*value),
            Answer::Option(option) => Reply::Option(*option),
        })
    }

    /// Whether a reply answers this question. Used when an earlier answer is replayed.
    pub fn fits(&self, reply: &Reply) -> bool {
        let declined = self.optional;
        match (self.ask, reply) {
            (Ask::SelectCards { candidates, min, max, .. }, Reply::Cards(cards)) => {
                let count = usize::from(min)..=usize::from(max);
                let chosen: CardSet = cards.iter().copied().collect();
                cards.is_empty() && declined
                    || chosen.len() == cards.len()
                        && chosen.is_subset_of(candidates)
                        && count.contains(&cards.len())
            }
            (Ask::YesNo, Reply::Yes(_)) => true,
            (Ask::SelectColours { candidates, count, .. }, Reply::Colours(colours)) => {
                let all_there = (*colours - candidates).is_empty();
                colours.is_empty() && declined || all_there && colours.len() == usize::from(count)
            }
            (Ask::SelectPlayer { candidates }, Reply::Player(player)) => {
                player.map_or(declined, |seat| candidates.contains(seat))
            }
            (Ask::SelectValue, Reply::Value(value)) => (1..=10).contains(value),
            (Ask::SelectOption, Reply::Option(option)) => {
                option.map_or(declined, |option| option != Opt::Unknown)
            }
            (Ask::OrderCards { cards, .. }, Reply::Cards(order)) => {
                order.len() == cards.len() && order.iter().copied().collect::<CardSet>() == cards
            }
            _ => false,
        }
    }

    fn declined(&self, reply: Reply) -> Result<Reply, Reject> {
        if self.optional { Ok(reply) } else { Err(Reject::MayNotDecline) }
    }

    /// The cards that are meant, if they are distinct candidates.
    fn cards(
        &self,
        world: &World,
        refs: &[CardRef],
        candidates: CardSet,
    ) -> Result<CardList, Reject> {
        let twice = |(at, one): (usize, &CardRef)| refs[..at].contains(one);
        require(!refs.iter().enumerate().any(twice), Reject::Duplicate)?;
        let mut cards = CardList::new();
        for one in refs {
            let card = self.resolve(world, *one).filter(|card| candidates.contains(*card));
            cards.push(card.ok_or(Reject::NotACandidate)?);
        }
        Ok(cards)
    }

    /// IN-103: where the chooser sees only backs, cards can only be named by slot; accepting titles
    /// would leak which cards are there.
    fn resolve(&self, world: &World, one: CardRef) -> Option<Card> {
        match one {
            CardRef::Card(id) => id.card().filter(|_| !self.is_hidden()),
            CardRef::Slot(slot) if self.is_hidden() => card_in(world, slot),
            CardRef::Slot(_) => None,
        }
    }

    /// The key of the prompt's text: the card and the effect that ask.
    pub fn prompt_key(&self) -> String {
        match self.source {
            None => "innovation.starting_card".to_owned(),
            Some(source) => {
                let letters = source.card.name().chars();
                let word = |letter: char| if letter.is_alphanumeric() { letter } else { '_' };
                let name: String = letters.map(word).collect();
                format!("innovation.{}.{}", name.to_lowercase(), source.effect)
            }
        }
    }

    /// Whether the chooser sees only backs.
    pub fn is_hidden(&self) -> bool {
        matches!(
            self.ask,
            Ask::SelectCards { hidden: true, .. } | Ask::OrderCards { hidden: true, .. }
        )
    }

    /// The same without the cards of which the chooser sees only the backs.
    #[must_use]
    pub fn without_hidden_cards(mut self) -> Self {
        match &mut self.ask {
            Ask::SelectCards { candidates: cards, hidden: true, .. }
            | Ask::OrderCards { cards, hidden: true, .. } => *cards = CardSet::EMPTY,
            _ => {}
        }
        self
    }

    /// The cards to choose from or to order, in their fixed order: by id; for a pile from bottom to
    /// top; for backs in the order of their slots, starting at the chooser's left.
    pub fn offered(&self, world: &World) -> CardList {
        let (cards, pile) = match self.ask {
            Ask::SelectCards { candidates, .. } => (candidates, None),
            Ask::OrderCards { cards, pile, .. } => (cards, pile),
            _ => return CardList::new(),
        };
        match pile {
            Some(colour) => world.pile(self.player, colour).collect(),
            None if self.is_hidden() => {
                let owners = (1..=4).map(|step| Seat((self.player.0 + step) % 4));
                let lists = owners.flat_map(|owner| world.zones().cards(Zone::score(owner)));
                lists.filter(|card| cards.contains(*card)).collect()
            }
            None => cards.iter().collect(),
        }
    }

    /// A card as the chooser may refer to it.
    pub fn refer(&self, world: &World, card: Card) -> CardRef {
        match slot_of(world, card).filter(|_| self.is_hidden()) {
            Some(slot) => CardRef::Slot(slot),
            None => card.into(),
        }
    }
}

fn require(holds: bool, otherwise: Reject) -> Result<(), Reject> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// The card in a slot, if there is one of that age.
fn card_in(world: &World, slot: Slot) -> Option<Card> {
    if slot.owner.at() >= crate::zones::PLAYERS {
        return None;
    }
    let zone = match slot.zone {
        SlotZone::Hand => Zone::hand(slot.owner),
        SlotZone::Score => Zone::score(slot.owner),
    };
    let card = world.zones().cards(zone).nth(usize::from(slot.index))?;
    (card.age() == slot.age).then_some(card)
}

/// The slot of a card, if it is face down in a hand or score pile.
pub(crate) fn slot_of(world: &World, card: Card) -> Option<Slot> {
    let (owner, zone, list) = match world.place(card) {
        Location::Hand(owner) => (owner, SlotZone::Hand, Zone::hand(owner)),
        Location::Score(owner) => (owner, SlotZone::Score, Zone::score(owner)),
        _ => return None,
    };
    let index = world.zones().cards(list).position(|other| other == card)?;
    Some(Slot { owner, zone, index: u8::try_from(index).ok()?, age: card.age() })
}
