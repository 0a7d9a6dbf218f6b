//! The saved form of a state.

use std::collections::BTreeMap;

use croupier_kit::cards::Pile;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::contract::MeldKind;
use crate::predefined::PredefinedState;
use crate::record::RoundRecord;
use crate::shelf::{MOST_MELDS, Shelf, Zone};
use crate::state::{Growth, MayIResult, MeldTag, Settling, Source, State, Window};
use crate::{Card, SEATS};

/// A state as it is saved, zone by zone.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedState {
    players: u8,
    round: u8,
    dealer: Seat,
    current: Seat,
    turn: u32,
    turns: u32,
    hands: Vec<Vec<Card>>,
    stock: Vec<Card>,
    discard: Vec<Card>,
    table: Vec<SavedMeld>,
    down: SeatSet,
    discarder: Option<Seat>,
    drew: Option<Source>,
    laid_down: bool,
    window: Option<Window>,
    may_i: Option<MayIResult>,
    exposed: bool,
    settling: Option<Settling>,
    dealt: bool,
    grown: Growth,
    history: Vec<RoundRecord>,
    winners: SeatSet,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    planned: BTreeMap<u8, PredefinedState>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMeld {
    #[serde(rename = "type")]
    kind: MeldKind,
    owner: Seat,
    cards: Vec<Card>,
}

impl From<State> for SavedState {
    fn from(state: State) -> Self {
        let meld = |(_, tag, cards): (_, MeldTag, &[Card])| SavedMeld {
            kind: tag.kind,
            owner: tag.owner,
            cards: cards.to_vec(),
        };
        Self {
            players: state.players,
            round: state.round,
            dealer: state.dealer,
            current: state.current,
            turn: state.turn,
            turns: state.turns,
            hands: state.seats().map(|seat| state.hand(seat).to_vec()).collect(),
            stock: state.stock().to_vec(),
            discard: state.discard().to_vec(),
            table: state.table().map(meld).collect(),
            down: state.down,
            discarder: state.discarder,
            drew: state.drew,
            laid_down: state.laid_down,
            window: state.window,
            may_i: state.may_i,
            exposed: state.exposed,
            settling: state.settling,
            dealt: state.dealt,
            grown: state.grown,
            history: state.history.iter().collect(),
            winners: state.winners,
            planned: state.planned,
        }
    }
}

impl TryFrom<SavedState> for State {
    type Error = String;

    fn try_from(saved: SavedState) -> Result<Self, String> {
        saved.check()?;
        let mut shelf = Shelf::new();
        let zones = saved.hands.iter().enumerate().map(|(seat, hand)| (Zone::Hand(seat), hand));
        let piles = [(Zone::Stock, &saved.stock), (Zone::Discard, &saved.discard)];
        let melds = saved.table.iter().enumerate();
        let melds = melds.map(|(index, meld)| (Zone::Meld(index), &meld.cards));
        for (zone, cards) in zones.chain(piles).chain(melds) {
            for card in cards {
                shelf.push(zone, *card);
            }
        }
        let melds = saved.table.iter().map(|it| MeldTag { kind: it.kind, owner: it.owner });
        let melds: Pile<MeldTag, MOST_MELDS> = melds.collect();
        Ok(Self {
            players: saved.players,
            round: saved.round,
            dealer: saved.dealer,
            current: saved.current,
            turn: saved.turn,
            turns: saved.turns,
            shelf,
            melds,
            down: saved.down,
            discarder: saved.discarder,
            drew: saved.drew,
            laid_down: saved.laid_down,
            window: saved.window,
            may_i: saved.may_i,
            exposed: saved.exposed,
            settling: saved.settling,
            dealt: saved.dealt,
            grown: saved.grown,
            history: saved.history.into_iter().collect(),
            winners: saved.winners,
            planned: saved.planned,
        })
    }
}

impl SavedState {
    /// Rejects what a state cannot represent: too many of something, or a duplicate card.
    fn check(&self) -> Result<(), String> {
        let players = usize::from(self.players);
        if players > SEATS || self.hands.len() != players {
            return Err(format!("{} hands for {players} players", self.hands.len()));
        }
        if self.table.len() > MOST_MELDS {
            return Err(format!("{} melds", self.table.len()));
        }
        if self.history.len() > 6 {
            return Err(format!("{} rounds", self.history.len()));
        }
        let owners = self.table.iter().map(|meld| meld.owner);
        let asked = self.settling.iter().flat_map(|it| [Some(it.caller), it.asked]).flatten();
        let callers = self.window.iter().flat_map(|window| window.claimants.iter());
        let winners = self.may_i.and_then(|result| result.winner);
        let winners = winners.into_iter().chain(self.history.iter().filter_map(|it| it.winner));
        let named = owners.chain([self.dealer, self.current]).chain(self.discarder);
        let named = named.chain(asked).chain(callers).chain(winners);
        if let Some(seat) = { named }.find(|seat| seat.at() >= players.max(1)) {
            return Err(format!("there is no seat {}", seat.0));
        }
        let mut seen = [false; Card::COUNT];
        let lists = self.hands.iter().chain([&self.stock, &self.discard]);
        for card in lists.chain(self.table.iter().map(|meld| &meld.cards)).flatten() {
            if std::mem::replace(&mut seen[card.index()], true) {
                return Err(format!("{card} is there twice"));
            }
        }
        Ok(())
    }
}
