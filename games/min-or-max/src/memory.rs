//! What a seat knows beyond its view (MM-76, MM-C4, MM-C5).
//!
//! A reshuffle reveals which cards are in the draw pile, and therefore which are in the hands; a
//! Jack reveals a rank, or that it is missing; a Queen shows all hands. The memory keeps all of
//! this and never guesses: if a card may have come from two places, only the weaker fact is kept.

use croupier_kit::cards::{Card, CardSet, Rank};
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::PLAYERS;
use crate::cards::Cards;
use crate::events::Event;
use crate::stats::Stats;

/// The memory of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// The cards the current draw pile was made of; only these can be in it.
    pub stock: CardSet,
    /// Cards known not to be in the draw pile, because a Jack found none of their rank there.
    pub absent: CardSet,
    /// The cards of the discard pile, without their order.
    pub pile: CardSet,
    /// Its top card.
    pub top: Option<Card>,
    /// What is known of the other hands. The seat's own hand is visible.
    pub hands: [KnownHand; PLAYERS],
    /// The statistics so far, which views show only at the end.
    pub stats: Stats,
}

/// What is known about a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownHand {
    /// Cards certainly in the hand, in hand order, which matters for MM-46. They come before the
    /// unknown cards, which arrived later.
    pub cards: Cards,
    /// How many of the unknown cards came from the current draw pile. The remaining ones are older.
    pub fresh: u8,
    /// How many of the fresh ones are certainly Jacks, Queens and Kings.
    pub fresh_court: [u8; 3],
    /// How many of the older ones are.
    pub older_court: [u8; 3],
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            stock: CardSet::DECK,
            absent: CardSet::EMPTY,
            pile: CardSet::EMPTY,
            top: None,
            hands: [KnownHand::default(); PLAYERS],
            stats: Stats::default(),
        }
    }
}

/// Adds without overflow: a save may contain any number.
fn add(count: &mut u8, more: u8) {
    *count = count.saturating_add(more);
}

/// The index of a court rank in a list of the three.
pub(crate) fn court_place(rank: Rank) -> Option<usize> {
    usize::from(rank.number()).checked_sub(11)
}

impl Memory {
    /// Updates the memory with an event as this seat saw it.
    pub(crate) fn remember(&mut self, own: Seat, event: &Event) {
        self.stats.note(event);
        match *event {
            Event::CardsDealt { counts, .. } => {
                for (hand, count) in self.hands.iter_mut().zip(counts) {
                    add(&mut hand.fresh, count);
                }
            }
            Event::CardDrawn { seat, .. } => add(&mut self.hands[seat.at()].fresh, 1),
            Event::FirstCardPlayed { card, .. } => self.lie_down(card),
            Event::CardForfeited { seat, card }
            | Event::BodyguardPlayed { seat, card, .. }
            | Event::CardPlayed { seat, card, .. } => {
                self.leave(seat, card);
                self.lie_down(card);
            }
            Event::CardSlain { victim, card, .. } => self.leave(victim, card),
            Event::CardFound { rank, found: false, .. } => {
                self.absent |= CardSet::of_rank(rank);
            }
            Event::CardFound { seat, rank, .. } => {
                let hand = &mut self.hands[seat.at()];
                add(&mut hand.fresh, 1);
                if let Some(place) = court_place(rank) {
                    add(&mut hand.fresh_court[place], 1);
                }
            }
            Event::HandShown { seat, cards, .. } if seat != own => {
                self.hands[seat.at()] = KnownHand { cards, ..KnownHand::default() };
            }
            Event::PileReshuffled { .. } => self.turn_over(),
            _ => {}
        }
    }

    fn lie_down(&mut self, card: Card) {
        self.pile.insert(card);
        self.top = Some(card);
    }

    /// A card leaves a hand. If it was not known to be there, the current draw pile tells whether
    /// it was fresh or older.
    fn leave(&mut self, seat: Seat, card: Card) {
        let is_fresh = self.stock.contains(card);
        self.hands[seat.at()].lose(card, is_fresh);
    }

    /// MM-25: the new draw pile consists of all discards except the top.
    fn turn_over(&mut self) {
        let top: CardSet = self.top.into_iter().collect();
        self.stock = self.pile - top;
        self.pile = top;
        self.absent = CardSet::EMPTY;
        for hand in &mut self.hands {
            for (older, fresh) in hand.older_court.iter_mut().zip(hand.fresh_court) {
                add(older, fresh);
            }
            hand.fresh = 0;
            hand.fresh_court = [0; 3];
        }
    }
}

impl KnownHand {
    /// The cards certainly in the hand, without their order.
    pub fn set(&self) -> CardSet {
        self.cards.iter().collect()
    }

    /// Removes a card. If it was not a known one, it may have been any card counted by rank, so
    /// that count goes down.
    pub(crate) fn lose(&mut self, card: Card, is_fresh: bool) {
        if self.cards.remove(card) {
            return;
        }
        let court = if is_fresh {
            self.fresh = self.fresh.saturating_sub(1);
            &mut self.fresh_court
        } else {
            &mut self.older_court
        };
        if let Some(place) = court_place(card.rank()) {
            court[place] = court[place].saturating_sub(1);
        }
    }
}
