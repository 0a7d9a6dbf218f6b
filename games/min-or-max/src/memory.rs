//! What a seat knows beyond what it sees (MM-76, MM-C4, MM-C5).
//!
//! A reshuffle tells everybody which cards are in the draw pile, and so which ones are in the
//! hands; a Jack tells a rank, or that there is none; a Queen shows all hands. Nothing of that is
//! forgotten, and nothing is guessed: where a card may have come from two places, the weaker fact
//! is kept.

use croupier_kit::cards::{Card, CardSet, Rank};
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::PLAYERS;
use crate::cards::Cards;
use crate::events::Event;
use crate::stats::Stats;

/// What a seat remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// The cards that can be in the draw pile at all: those it was made of.
    pub stock: CardSet,
    /// The ranks that a Jack has looked for there in vain.
    pub absent: CardSet,
    /// The discard pile, without its order.
    pub pile: CardSet,
    /// The top of it.
    pub top: Option<Card>,
    /// What is known of every hand but the own, which is seen.
    pub hands: [KnownHand; PLAYERS],
    /// What is counted of the match; it is shown at the end only.
    pub stats: Stats,
}

/// What is known of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownHand {
    /// Cards that are certainly there, in the order of the hand, which MM-46 goes by. They lie before
    /// the others, which came later.
    pub cards: Cards,
    /// How many of the others came from the present draw pile. Those that are left over are older.
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

/// Counts cards. What is read from a save may be any number.
fn add(count: &mut u8, more: u8) {
    *count = count.saturating_add(more);
}

/// The place of a court rank in a list of the three.
pub(crate) fn court_place(rank: Rank) -> Option<usize> {
    usize::from(rank.number()).checked_sub(11)
}

impl Memory {
    /// Takes in an event that the seat has heard.
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

    /// A card leaves a hand. If it was not known there, the draw pile it can have come from tells
    /// whether it was fresh or older.
    fn leave(&mut self, seat: Seat, card: Card) {
        let is_fresh = self.stock.contains(card);
        self.hands[seat.at()].lose(card, is_fresh);
    }

    /// MM-25: all discards but the top are the new draw pile, and nothing else is in it.
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
    /// The cards that are certainly there, without their order.
    pub fn set(&self) -> CardSet {
        self.cards.iter().collect()
    }

    /// A card is gone from here. Nothing is known to be what it may have been.
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
