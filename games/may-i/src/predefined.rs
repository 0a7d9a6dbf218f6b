//! MI-145: rounds with predefined cards, for tests and scenarios.

use std::collections::BTreeMap;

use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::contract::MeldKind;
use crate::meld;
use crate::player::{player_id, seat_of};
use crate::shelf::{MOST_MELDS, Shelf, Zone};
use crate::state::MeldTag;
use crate::{Card, State};

/// The predefined cards of a round. They need not be a full deck.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PredefinedState {
    /// One hand per seat.
    pub hands: Vec<CardList>,
    /// The stock, top first.
    pub stock: CardList,
    /// The discard pile, top first.
    pub discard: CardList,
    /// Melds already on the table.
    pub table: Vec<PredefinedMeld>,
    /// Who is down; by default nobody.
    pub player_down_status: Vec<bool>,
    /// Who discarded the top card; by default nobody.
    pub last_discarded_by: Option<Seat>,
}

/// A meld already on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PredefinedMeld {
    /// Set or run.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// The cards; those of a run in ascending order.
    pub cards: CardList,
    /// Its owner.
    #[serde(serialize_with = "write_owner", deserialize_with = "read_owner")]
    pub owner_id: Seat,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature serde requires.
fn write_owner<S: Serializer>(owner: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&player_id(*owner))
}

fn read_owner<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
    seat_of(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is no player")))
}

/// Cards in the specification's notation, `4H 5C KD`, or as a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardList(pub Vec<Card>);

impl CardList {
    /// These cards in the specification's notation.
    pub fn written(cards: &[Card]) -> String {
        let words: Vec<_> = cards.iter().map(Card::to_string).collect();
        words.join(" ")
    }
}

impl Serialize for CardList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Self::written(&self.0))
    }
}

impl<'de> Deserialize<'de> for CardList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            List(Vec<Card>),
        }
        match Either::deserialize(deserializer)? {
            Either::List(cards) => Ok(Self(cards)),
            Either::Text(text) => {
                let cards: Result<_, _> = text.split_whitespace().map(str::parse).collect();
                cards.map(Self).map_err(serde::de::Error::custom)
            }
        }
    }
}

/// Why a predefined state is rejected; the code is `invalid_predefined_state`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid_predefined_state: {0}")]
pub struct PredefinedStateError(String);

impl PredefinedState {
    /// MI-145: whether it can be played by this many players.
    pub fn check(&self, players: usize) -> Result<(), PredefinedStateError> {
        let wrong = |why: String| Err(PredefinedStateError(why));
        if self.hands.len() != players {
            return wrong(format!("{} hands for {players} players", self.hands.len()));
        }
        if !self.player_down_status.is_empty() && self.player_down_status.len() != players {
            return wrong(format!("{} flags for {players} players", self.player_down_status.len()));
        }
        let owners = self.table.iter().map(|meld| meld.owner_id).chain(self.last_discarded_by);
        if let Some(seat) = owners.into_iter().find(|seat| seat.at() >= players) {
            return wrong(format!("there is no {}", player_id(seat)));
        }
        if self.table.len() > MOST_MELDS {
            return wrong(format!(
                "{} melds, and there is room for {MOST_MELDS}",
                self.table.len()
            ));
        }
        let mut seen = [false; Card::COUNT];
        for card in self.cards() {
            if std::mem::replace(&mut seen[card.index()], true) {
                return wrong(format!("{card} occurs twice"));
            }
        }
        match self.table.iter().find(|meld| !meld::is_sound(meld.kind, &meld.cards.0)) {
            Some(meld) => {
                wrong(format!("{} is no {:?}", CardList::written(&meld.cards.0), meld.kind))
            }
            None => Ok(()),
        }
    }

    fn cards(&self) -> impl Iterator<Item = Card> {
        let melds = self.table.iter().map(|meld| &meld.cards);
        let lists = self.hands.iter().chain([&self.stock, &self.discard]).chain(melds);
        lists.flat_map(|list| list.0.iter().copied())
    }

    /// Puts the cards in place. They must have been checked before.
    pub(crate) fn install(&self, state: &mut State) {
        let mut zones = Shelf::new();
        let mut fill = |zone, list: &CardList| {
            list.0.iter().for_each(|card| zones.push(zone, *card));
        };
        for (seat, hand) in self.hands.iter().enumerate() {
            fill(Zone::Hand(seat), hand);
        }
        fill(Zone::Stock, &self.stock);
        fill(Zone::Discard, &self.discard);
        for (index, meld) in self.table.iter().enumerate() {
            fill(Zone::Meld(index), &meld.cards);
        }
        state.shelf = zones;
        state.melds =
            self.table.iter().map(|it| MeldTag { kind: it.kind, owner: it.owner_id }).collect();
        let flags = Seat::first(self.hands.len()).zip(&self.player_down_status);
        state.down = flags.filter(|(_, down)| **down).map(|(seat, _)| seat).collect::<SeatSet>();
        state.discarder = self.last_discarded_by;
        state.dealt = false;
        state.exposed = !self.discard.0.is_empty();
    }
}

impl State {
    /// A state with these cards in place and a turn of `current` about to begin, so that the
    /// machine of a turn or a window can run on its own (MI-140).
    pub fn arranged(
        cards: &PredefinedState,
        round: u8,
        current: Seat,
    ) -> Result<Self, PredefinedStateError> {
        cards.check(cards.hands.len())?;
        let mut state = Self::new();
        state.players = u8::try_from(cards.hands.len()).unwrap_or(0);
        state.round = round;
        state.current = current;
        state.turn = 1;
        cards.install(&mut state);
        Ok(state)
    }

    /// A state before a game in which the cards of some rounds are predefined, so that the machine
    /// of a game or a round can run on its own (MI-140, MI-145).
    pub fn planned(
        players: u8,
        rounds: impl IntoIterator<Item = (u8, PredefinedState)>,
    ) -> Result<Self, PredefinedStateError> {
        let rounds: BTreeMap<u8, PredefinedState> = rounds.into_iter().collect();
        rounds.values().try_for_each(|cards| cards.check(usize::from(players)))?;
        let mut state = Self::new();
        state.players = players;
        state.planned = rounds;
        Ok(state)
    }
}
