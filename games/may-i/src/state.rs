//! All cards and counters of a game.

use std::collections::BTreeMap;

use croupier_kit::cards::Pile;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::contract::{Contract, MeldKind, Terms};
use crate::meld::Bounds;
use crate::predefined::PredefinedState;
use crate::record::{self, RoundRecord};
use crate::save::SavedState;
use crate::shelf::{MOST_MELDS, Shelf, Zone};
use crate::{Card, LAST_ROUND, MeldId, Options, SEATS};

/// Seats in a meaningful order.
pub type SeatList = Pile<Seat, SEATS>;

/// The state of a game. The phase of the turn is part of the flow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "SavedState", try_from = "SavedState")]
pub struct State {
    /// How many players there are.
    pub players: u8,
    /// The round, 1 to 6; 0 before the first.
    pub round: u8,
    /// Who dealt it.
    pub dealer: Seat,
    /// Whose turn it is.
    pub current: Seat,
    /// The number of the turn in this round, from 1.
    pub turn: u32,
    /// The number of turns in the whole game.
    pub turns: u32,
    /// The location of every card.
    pub(crate) shelf: Shelf,
    /// Kind and owner of the melds on the table, in order of appearance.
    pub melds: Pile<MeldTag, MOST_MELDS>,
    /// Who is down.
    pub down: SeatSet,
    /// Who discarded the top card of the discard pile; nobody in the first turn of a round.
    pub discarder: Option<Seat>,
    /// Where the current player has drawn from in this turn.
    pub drew: Option<Source>,
    /// Whether the current player has laid down in this turn.
    pub laid_down: bool,
    /// The May I window, while it is open.
    pub window: Option<Window>,
    /// How the window of this turn, or the call of this turn, ended.
    pub may_i: Option<MayIResult>,
    /// MI-300: whether the top card of the discard pile can be called for.
    pub exposed: bool,
    /// MI-302: the call that is being settled.
    pub settling: Option<Settling>,
    /// Whether this round was dealt from a full deck.
    pub dealt: bool,
    /// How far hands have grown in this round beyond the deal.
    pub grown: Growth,
    /// The rounds so far (MI-132).
    pub history: Pile<RoundRecord, 6>,
    /// Who won, once the game is over (MI-133).
    pub winners: SeatSet,
    /// Rounds with predefined cards (tests and scenarios only).
    pub(crate) planned: BTreeMap<u8, PredefinedState>,
}

/// A pile that can be drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The stock.
    Stock,
    /// The discard pile.
    Discard,
}

/// Kind and owner of a meld on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeldTag {
    /// Set or run.
    pub kind: MeldKind,
    /// Who laid it down.
    pub owner: Seat,
}

/// Only used to fill unused places of a pile.
impl Default for MeldTag {
    fn default() -> Self {
        Self { kind: MeldKind::Set, owner: Seat(0) }
    }
}

/// An open May I window. The offered card is the top of the discard pile (MI-91).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The callers, in the order of their calls.
    pub claimants: SeatList,
    /// Who declined.
    pub declined: SeatSet,
    /// Whether the current player has passed and waits for the others.
    pub passed: bool,
}

impl Window {
    /// Whether a player has called or declined.
    pub fn has_answered(&self, seat: Seat) -> bool {
        self.declined.contains(seat) || self.claimants.contains(seat)
    }
}

/// How a window ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WindowOutcome {
    /// The current player took the card.
    CurrentPlayerClaimed,
    /// A caller got it.
    MayIResolved,
    /// Nobody called.
    NoClaims,
}

/// How the window of a turn, or its call, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MayIResult {
    /// How.
    pub outcome: WindowOutcome,
    /// Who got the card.
    pub winner: Option<Seat>,
    /// The card that was offered.
    pub offered: Card,
    /// The penalty card, known to the winner only.
    pub penalty: Option<Card>,
}

/// A call that is being settled (MI-302).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Settling {
    /// Who called.
    pub caller: Seat,
    /// Who is being asked.
    pub asked: Option<Seat>,
    /// Who has allowed it.
    pub allowed: SeatSet,
}

/// How hands have grown in a round beyond the deal (MI-222).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// May I wins with a penalty card: two cards each.
    pub wins: u16,
    /// May I wins without one: one card each.
    pub waived: u16,
    /// Offered cards that the current player took: one card each.
    pub taken: u16,
}

impl State {
    /// The state before the first player has joined.
    pub(crate) fn new() -> Self {
        Self {
            players: 0,
            round: 0,
            dealer: Seat(0),
            current: Seat(0),
            turn: 0,
            turns: 0,
            shelf: Shelf::new(),
            melds: Pile::new(),
            down: SeatSet::NOBODY,
            discarder: None,
            drew: None,
            laid_down: false,
            window: None,
            may_i: None,
            exposed: false,
            settling: None,
            dealt: false,
            grown: Growth::default(),
            history: Pile::new(),
            winners: SeatSet::NOBODY,
            planned: BTreeMap::new(),
        }
    }

    /// The players in seat order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(usize::from(self.players))
    }

    /// The other players in turn order, starting after this one.
    #[inline]
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let count = usize::from(self.players);
        std::iter::successors(Some(seat.next(count)), move |at| Some(at.next(count)))
            .take(count.saturating_sub(1))
    }

    /// A hand, in hand order.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[Card] {
        self.shelf.zone(Zone::Hand(seat.at()))
    }

    /// The stock, top first.
    #[inline]
    pub fn stock(&self) -> &[Card] {
        self.shelf.zone(Zone::Stock)
    }

    /// The discard pile, top first.
    #[inline]
    pub fn discard(&self) -> &[Card] {
        self.shelf.zone(Zone::Discard)
    }

    /// The cards of a meld, by its index on the table.
    #[inline]
    pub fn meld(&self, index: usize) -> &[Card] {
        self.shelf.zone(Zone::Meld(index))
    }

    /// The melds on the table: id, kind and owner, and cards.
    pub fn table(&self) -> impl Iterator<Item = (MeldId, MeldTag, &[Card])> {
        self.melds.iter().zip(0_u8..).map(|(tag, index)| {
            let id = MeldId { owner: tag.owner, index };
            (id, tag, self.meld(usize::from(index)))
        })
    }

    /// The meld with this id.
    pub fn find_meld(&self, id: MeldId) -> Option<(MeldTag, &[Card])> {
        let index = usize::from(id.index);
        let tag = *self.melds.as_slice().get(index)?;
        (tag.owner == id.owner).then(|| (tag, self.meld(index)))
    }

    /// MI-50: the bounds of a run on the table.
    pub fn bounds(&self, index: usize) -> Option<Bounds> {
        Bounds::of(self.meld(index))
    }

    /// Whether a player is down.
    #[inline]
    pub fn is_down(&self, seat: Seat) -> bool {
        self.down.contains(seat)
    }

    /// MI-10: the contract of this round.
    pub fn contract(&self) -> Contract {
        Contract::of(self.round)
    }

    /// What a laydown of this round must satisfy.
    pub fn terms(&self, options: &Options) -> Terms {
        options.terms(self.round)
    }

    /// Whether this is the round in which everything must be laid down at once (MI-62).
    pub fn is_last_round(&self) -> bool {
        self.round >= LAST_ROUND
    }

    /// MI-132: the totals of all players.
    pub fn totals(&self) -> Pile<u16, SEATS> {
        record::totals(self.history.as_slice(), usize::from(self.players))
    }

    /// MI-92: whether a player may get the top discard out of turn.
    #[inline]
    pub fn is_eligible(&self, seat: Seat) -> bool {
        seat != self.current && !self.is_down(seat) && self.discarder != Some(seat)
    }

    /// MI-92, MI-98: all eligible players, in order of priority.
    pub fn eligible(&self) -> impl Iterator<Item = Seat> + Clone + '_ {
        self.after(self.current).filter(|seat| self.is_eligible(*seat))
    }

    /// Whether every eligible player has answered.
    pub fn all_answered(&self) -> bool {
        let answered = |seat: Seat| self.window.is_some_and(|window| window.has_answered(seat));
        self.eligible().all(answered)
    }

    /// MI-98: the caller closest after the current player.
    pub fn claim_winner(&self) -> Option<Seat> {
        let window = self.window?;
        self.after(self.current).find(|seat| window.claimants.contains(*seat))
    }

    /// MI-108: whom a driver should ask next while the window is open.
    pub fn next_to_decide(&self) -> Option<Seat> {
        let window = self.window?;
        let waiting = self.eligible().find(|seat| !window.has_answered(*seat));
        if window.passed {
            return waiting;
        }
        // A player after a caller in turn order cannot win any more and need not be asked.
        let decided = self
            .eligible()
            .find(|seat| window.claimants.contains(*seat) || !window.has_answered(*seat));
        match decided {
            Some(seat) if !window.has_answered(seat) => Some(seat),
            _ => Some(self.current),
        }
    }

    /// MI-302: who is asked before the caller, in this order: the current player, unless they are
    /// down or have drawn, then the eligible players up to the caller.
    pub fn ahead_of(&self, caller: Seat) -> impl Iterator<Item = Seat> + '_ {
        let current = Some(self.current).filter(|seat| !self.is_down(*seat) && self.drew.is_none());
        let between = self.after(self.current).take_while(move |seat| *seat != caller);
        current.into_iter().chain(between.filter(|seat| self.is_eligible(*seat)))
    }
}
