//! All cards and counters of a game (DW-16).

use croupier_kit::Millis;
use croupier_kit::cards::Pile;
use croupier_kit::game::{Seat, SeatKind, SeatSet};
use serde::{Deserialize, Serialize};

use crate::cards::{CardEffect, CardId};
use crate::deck::{Deck, MAX_CARDS, Stacks};
use crate::events::Tally;
use crate::rules::ending::Ending;
use crate::screen::Character;

/// Both seats, in order (DW-1).
pub const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The opponent.
#[inline]
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0 % 2)
}

/// Both seats as a set.
#[inline]
pub(crate) fn both() -> SeatSet {
    SeatSet::first(2)
}

/// A card in play: who laid it, and whether it is face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Entry {
    /// The card.
    pub card: CardId,
    flags: u8,
}

impl Entry {
    const SECOND: u8 = 1;
    const DOWN: u8 = 2;
    const QUEUED: u8 = 4;
    const GONE: u8 = 8;

    /// A card laid by a seat.
    #[inline]
    pub(crate) fn new(card: CardId, owner: Seat, down: bool) -> Self {
        Self { card, flags: owner.0 & Self::SECOND | if down { Self::DOWN } else { 0 } }
    }

    /// Who laid it.
    #[inline]
    pub fn owner(self) -> Seat {
        Seat(self.flags & Self::SECOND)
    }

    /// Whether it lies face down.
    #[inline]
    pub fn is_down(self) -> bool {
        self.flags & Self::DOWN != 0
    }

    /// Whether its effect waits for the settlement.
    #[inline]
    pub fn is_queued(self) -> bool {
        self.flags & Self::QUEUED != 0
    }

    /// Whether it has left the pile during the settlement. It still counts in the turn values
    /// (DW-80).
    #[inline]
    pub fn is_gone(self) -> bool {
        self.flags & Self::GONE != 0
    }

    /// The card as everybody sees it; none if it is face down.
    pub fn face(self) -> Option<CardId> {
        (!self.is_down()).then_some(self.card)
    }

    /// DW-94: a face-up Launch Stack.
    pub(crate) fn is_open_stack(self) -> bool {
        !self.is_down() && self.card.is_launch_stack()
    }

    #[inline]
    pub(crate) fn queue(&mut self) {
        self.flags |= Self::QUEUED;
    }

    pub(crate) fn unqueue(&mut self) {
        self.flags &= !Self::QUEUED;
    }

    pub(crate) fn leave(&mut self) {
        self.flags |= Self::GONE;
    }

    /// The same entry with another card, for resampled worlds in which this face-down card differs.
    pub(crate) fn with_card(self, card: CardId) -> Self {
        Self { card, ..self }
    }
}

/// Which war is being fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum War {
    /// Both fight.
    Tie,
    /// DW-104: one fights alone against the other's 6.
    Takeover {
        /// Who fights.
        attacked: Seat,
    },
}

/// The cards and counters of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Who plays here.
    pub kind: SeatKind,
    /// The deck.
    pub deck: Deck,
    /// Collected Launch Stacks.
    pub stacks: Stacks,
    /// The first place of the pile that counts for this seat's sequence of face-up cards (DW-62).
    pub sequence_from: u8,
    /// The number of waiting opens (DW-124).
    pub opens: u8,
    /// How many cards of the deck are on offer (DW-125).
    pub offered: Option<u8>,
    /// The slot this seat has picked, until everybody has answered.
    pub picked: Option<u8>,
    /// The character shown at this seat (DW-171).
    pub character: Option<Character>,
}

/// When a card of a scramble falls, in milliseconds (DW-134).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fall {
    /// How long it falls.
    pub fall: u16,
    /// How long after it the next one starts.
    pub gap: u16,
}

/// A scramble: when every card falls, and which slots were taken in which order.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Scramble {
    /// Falls by slot, which is the place in the pile. Empty when there is no scramble.
    pub falls: Pile<Fall, MAX_CARDS>,
    /// The slots taken so far, in order.
    pub taken: Pile<Taken, MAX_CARDS>,
}

/// A slot that a seat got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct Taken {
    pub seat: Seat,
    pub slot: u8,
}

impl Default for Taken {
    fn default() -> Self {
        Self { seat: Seat(0), slot: 0 }
    }
}

impl Scramble {
    /// Whether somebody has taken this slot.
    pub fn is_taken(&self, slot: u8) -> bool {
        self.taken.as_slice().iter().any(|taken| taken.slot == slot)
    }

    /// How many slots are still free.
    pub fn left(&self) -> usize {
        self.falls.len() - self.taken.len()
    }

    /// The time window in which each slot can be grabbed, relative to the start of the scramble.
    pub fn windows(&self) -> impl Iterator<Item = (Millis, Millis)> + '_ {
        let mut start = FIRST_FALL;
        self.falls.iter().map(move |fall| {
            let window = (start, start + Millis(u64::from(fall.fall)));
            start += Millis(u64::from(fall.gap));
            window
        })
    }
}

/// DW-134: when the first card of a Data Grab begins to fall, after the start of the scramble.
pub const FIRST_FALL: Millis = Millis(500);

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The two seats.
    pub sides: [Side; 2],
    /// All cards in play this turn, in the order in which they were laid.
    pub pile: Pile<Entry, MAX_CARDS>,
    /// Who owes another play (DW-67).
    pub owed: SeatSet,
    /// Whose Tracker Smacker is active (DW-99).
    pub smackers: SeatSet,
    /// The turn values (DW-63), recomputed whenever cards, sequences or smackers change.
    pub tallies: [Tally; 2],
    /// Who has tapped (DW-36).
    pub tapped: SeatSet,
    /// Who has just played a Hostile Takeover (DW-105).
    pub takeover: Option<Seat>,
    /// The latest war of this turn.
    pub war: Option<War>,
    /// How many wars this turn has had.
    pub depth: u8,
    /// The winner of the turn, while it is being settled.
    pub winner: Option<Seat>,
    /// How many places of the pile have had their effects processed.
    pub settled: u8,
    /// Who has to choose the cards a tantrum takes.
    pub tantrum: Option<Seat>,
    /// The scramble, while there is one.
    pub scramble: Scramble,
    /// The number of completed turns.
    pub turns_completed: u32,
    /// The cards of this game as a bit set by card number; empty before the deal.
    #[serde(rename = "census")]
    pub all_cards: [u64; 4],
    /// How the game ended.
    pub ending: Option<Ending>,
}

impl State {
    /// The state before the deal.
    pub fn new(seats: &[SeatKind]) -> Self {
        let side = |at: usize| Side {
            kind: seats.get(at).copied().unwrap_or(SeatKind::House),
            deck: Deck::new(),
            stacks: Stacks::new(),
            sequence_from: 0,
            opens: 0,
            offered: None,
            picked: None,
            character: None,
        };
        Self {
            sides: [side(0), side(1)],
            pile: Pile::new(),
            owed: SeatSet::NOBODY,
            smackers: SeatSet::NOBODY,
            tallies: [Tally::default(); 2],
            tapped: SeatSet::NOBODY,
            takeover: None,
            war: None,
            depth: 0,
            winner: None,
            settled: 0,
            tantrum: None,
            scramble: Scramble::default(),
            turns_completed: 0,
            all_cards: [0; 4],
            ending: None,
        }
    }

    /// One seat's cards and counters.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[usize::from(seat.0 & 1)]
    }

    #[inline]
    pub(crate) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[usize::from(seat.0 & 1)]
    }

    /// DW-160: whether the choices of a seat come from outside, not from the house.
    #[inline]
    pub fn is_interactive(&self, seat: Seat) -> bool {
        self.side(seat).kind != SeatKind::House
    }

    /// Whether a person holds the seat.
    #[inline]
    pub fn is_person(&self, seat: Seat) -> bool {
        self.side(seat).kind == SeatKind::Person
    }

    /// The seats that satisfy a condition.
    #[inline]
    pub(crate) fn seats_where(&self, holds: impl Fn(&Self, Seat) -> bool) -> SeatSet {
        let mut set = SeatSet::NOBODY;
        for seat in SEATS {
            if holds(self, seat) {
                set.insert(seat);
            }
        }
        set
    }

    /// DW-99: whether the opponent has an active Tracker Smacker against this seat.
    #[inline]
    pub fn is_smacked(&self, seat: Seat) -> bool {
        self.smackers.contains(other(seat))
    }

    /// DW-36: the seats that lay a card next outside a war.
    #[inline]
    pub fn plays(&self) -> SeatSet {
        if self.owed.is_empty() { both() } else { self.owed }
    }

    /// The seats that lay cards in the current war.
    #[inline]
    pub fn fighters(&self) -> SeatSet {
        match self.war {
            Some(War::Takeover { attacked }) => SeatSet::of(attacked),
            _ => both(),
        }
    }

    /// A seat's cards in the pile, with their places, except those that have left it.
    pub fn row(&self, seat: Seat) -> impl Iterator<Item = (u8, Entry)> + '_ {
        (0..).zip(self.pile.iter()).filter(move |(_, e)| e.owner() == seat && !e.is_gone())
    }

    /// DW-62: the cards that count for a seat.
    pub fn sequence(&self, seat: Seat) -> impl Iterator<Item = CardId> + '_ {
        let from = usize::from(self.side(seat).sequence_from).min(self.pile.len());
        let rest = &self.pile.as_slice()[from..];
        rest.iter().filter(move |e| e.owner() == seat && !e.is_down()).map(|e| e.card)
    }

    /// The queued effects that are not settled yet, in order (DW-92).
    pub fn pending(&self) -> impl Iterator<Item = (u8, Entry, CardEffect)> + '_ {
        let from = usize::from(self.settled).min(self.pile.len());
        let rest = self.pile.as_slice()[from..].iter().copied();
        (self.settled..)
            .zip(rest)
            .filter(|(_, entry)| entry.is_queued())
            .filter_map(|(place, entry)| Some((place, entry, entry.card.effect()?)))
    }

    /// Whether any queued effect is not settled yet.
    #[inline]
    pub fn has_pending(&self) -> bool {
        let from = usize::from(self.settled).min(self.pile.len());
        self.pile.as_slice()[from..].iter().any(|entry| entry.is_queued())
    }

    /// Whether a card is in play.
    pub fn is_mid_turn(&self) -> bool {
        !self.pile.is_empty()
    }

    /// Whether cards have been dealt.
    pub fn is_dealt(&self) -> bool {
        self.all_cards != [0; 4]
    }

    /// DW-121: the cards a tantrum of this seat may take: places in the pile, in row order.
    pub fn tantrum_offer(&self, seat: Seat) -> impl Iterator<Item = (u8, Entry)> + '_ {
        self.row(other(seat))
    }
}
