//! What a seat remembers beyond its view (MI-172).
//!
//! Discards are public, and so is who takes them. Players can also count: whoever draws from a
//! stock that was shuffled from known discards holds one of those. So for every other hand it is
//! known how many of its hidden cards came from which shuffle.

use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::Card;
use crate::events::Event;
use crate::state::WindowOutcome;

/// The memory of a round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// The discard pile, top first.
    pub discard: Vec<Card>,
    /// For each seat, the cards that everybody has seen going into the hand.
    pub known: Vec<Vec<Card>>,
    /// The cards of each shuffle that replenished the stock, in order.
    pub shuffles: Vec<Vec<Card>>,
    /// For each shuffle, starting with the deal, and each seat: how many hidden cards of the hand
    /// came from it.
    pub hidden: Vec<Vec<u8>>,
}

impl Memory {
    pub(crate) fn remember(&mut self, me: Seat, event: &Event) {
        match event {
            Event::RoundStarted { .. } => *self = Self::default(),
            Event::HandsDealt { count, hands } => {
                self.known = vec![vec![]; hands.len()];
                self.hidden = vec![vec![*count; hands.len()]];
            }
            Event::DiscardTurned { card } => self.discard.insert(0, *card),
            Event::DrewFromStock { player, .. } => self.hide(*player),
            Event::DrewFromDiscard { player, card, .. } => self.take_up(*player, *card),
            Event::MayIClosed { outcome, winner, card, penalty_drawn, .. } => {
                if let Some(winner) = winner
                    && *outcome == WindowOutcome::MayIResolved
                {
                    self.take_up(*winner, *card);
                    if *penalty_drawn {
                        self.hide(*winner);
                    }
                }
            }
            Event::Discarded { player, card } => {
                self.reveal(me, *player, *card);
                self.discard.insert(0, *card);
            }
            Event::LaidOff { player, card, .. } => self.reveal(me, *player, *card),
            Event::LaidDown { player, melds } => {
                let cards = melds.iter().flat_map(|meld| &meld.cards);
                cards.for_each(|card| self.reveal(me, *player, *card));
            }
            Event::JokerSwapped { player, joker, card, .. } => {
                self.reveal(me, *player, *card);
                self.know(*player, *joker);
            }
            Event::StockReplenished { .. } => {
                let shuffled = self.discard.split_off(self.discard.len().min(1));
                self.shuffles.push(shuffled);
                let seats = self.known.len();
                self.hidden.push(vec![0; seats]);
            }
            _ => {}
        }
    }

    /// A hidden card went from the stock into a hand.
    fn hide(&mut self, player: Seat) {
        let latest = self.hidden.last_mut().and_then(|counts| counts.get_mut(player.at()));
        if let Some(count) = latest {
            *count = count.saturating_add(1);
        }
    }

    /// The top discard went into a hand.
    fn take_up(&mut self, player: Seat, card: Card) {
        if self.discard.first() == Some(&card) {
            self.discard.remove(0);
        }
        self.know(player, card);
    }

    fn know(&mut self, player: Seat, card: Card) {
        if let Some(known) = self.known.get_mut(player.at()) {
            known.push(card);
        }
    }

    /// A card left a hand in public.
    fn reveal(&mut self, me: Seat, player: Seat, card: Card) {
        let known = self.known.get_mut(player.at());
        let place = known.as_ref().and_then(|known| known.iter().position(|it| *it == card));
        if let (Some(known), Some(place)) = (known, place) {
            known.remove(place);
            return;
        }
        if player == me {
            return; // My own cards are in my view and are not counted.
        }
        let shuffle = self.shuffle_of(card);
        let count = self.hidden.get_mut(shuffle).and_then(|counts| counts.get_mut(player.at()));
        if let Some(count) = count {
            *count = count.saturating_sub(1);
        }
    }

    /// The last shuffle a card was part of; 0 is the deal.
    pub(crate) fn shuffle_of(&self, card: Card) -> usize {
        let latest = self.shuffles.iter().rposition(|shuffle| shuffle.contains(&card));
        latest.map_or(0, |shuffle| shuffle + 1)
    }
}
