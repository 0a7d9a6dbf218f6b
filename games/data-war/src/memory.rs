//! What a seat with a perfect memory knows about hidden cards (DW-156).

use croupier_kit::cards::Private;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::cards::{CardEffect, CardId};
use crate::events::Event;
use crate::state::other;

/// What is known about the card at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// Nothing.
    Unknown,
    /// Exactly this card.
    Card(CardId),
    /// One of a group of places: some of the group's cards are known, but not which is where.
    Among(u8),
}

/// The memory of a seat: both decks and the pile, place by place.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Both decks, top first.
    pub decks: [Vec<Spot>; 2],
    /// The pile; none where a card has left it.
    pub pile: Vec<Option<Spot>>,
    /// The known cards of every group.
    pub groups: Vec<Vec<CardId>>,
    /// Who took which slot of a scramble.
    taken: Vec<(Seat, u8)>,
}

impl Memory {
    fn deck(&mut self, seat: Seat) -> &mut Vec<Spot> {
        &mut self.decks[seat.at() & 1]
    }

    fn draw(&mut self, seat: Seat) -> Spot {
        let deck = self.deck(seat);
        if deck.is_empty() { Spot::Unknown } else { deck.remove(0) }
    }

    /// The number of places in a group.
    fn size(&self, group: u8) -> usize {
        let spots = self.decks.iter().flatten().chain(self.pile.iter().flatten());
        spots.filter(|spot| **spot == Spot::Among(group)).count()
    }

    /// A place turns out to hold this card, which is removed from its group, if it has one.
    fn learn(&mut self, spot: Spot, card: CardId) {
        if let Spot::Among(group) = spot
            && let Some(known) = self.groups.get_mut(usize::from(group))
        {
            known.retain(|other| *other != card);
        }
    }

    /// Starts a group with these known cards. `Unknown` if there are none.
    fn group(&mut self, cards: Vec<CardId>) -> Spot {
        if cards.is_empty() {
            return Spot::Unknown;
        }
        let free = |at: &u8| self.size(*at) == 0;
        let count = u8::try_from(self.groups.len()).unwrap_or(u8::MAX);
        if let Some(at) = (0..count).find(free) {
            self.groups[usize::from(at)] = cards;
            return Spot::Among(at);
        }
        // Never more groups than fit in a byte are alive at once, and forgetting some would still
        // be correct.
        if count == u8::MAX {
            return Spot::Unknown;
        }
        self.groups.push(cards);
        Spot::Among(count)
    }

    /// The cards known to be in these places once their order is lost. A group that extends beyond
    /// them is forgotten: that loses knowledge, but never adds anything false.
    fn pool(&mut self, spots: &[Spot]) -> Vec<CardId> {
        let mut cards = vec![];
        for spot in spots {
            if let Spot::Card(card) = spot {
                cards.push(*card);
            }
        }
        for group in 0..u8::try_from(self.groups.len()).unwrap_or(u8::MAX) {
            let inside = spots.iter().filter(|spot| **spot == Spot::Among(group)).count();
            if inside == 0 {
                continue;
            }
            // The spots in question have already been taken out of their zones.
            if self.size(group) == 0 {
                cards.append(&mut self.groups[usize::from(group)]);
            } else {
                self.forget(group);
            }
        }
        cards
    }

    fn forget(&mut self, group: u8) {
        let spots = self.decks.iter_mut().flatten().chain(self.pile.iter_mut().flatten());
        spots.filter(|spot| **spot == Spot::Among(group)).for_each(|spot| *spot = Spot::Unknown);
        self.groups[usize::from(group)].clear();
    }

    /// A card of the pile goes to a deck, or to a collection if it is a face-up Launch Stack.
    fn hand_over(&mut self, place: u8, seat: Seat, face: Option<CardId>) {
        let Some(spot) = self.pile.get_mut(usize::from(place)).and_then(Option::take) else {
            return;
        };
        if !face.is_some_and(CardId::is_launch_stack) {
            self.deck(seat).push(spot);
        }
    }

    /// Updates the memory with an event as this seat saw it.
    pub(crate) fn remember(&mut self, event: &Event) {
        match event {
            Event::GameStarted { sizes, .. } => {
                let decks = sizes.map(|size| vec![Spot::Unknown; usize::from(size)]);
                *self = Self { decks, ..Self::default() };
            }
            Event::GameDropped => *self = Self::default(),
            Event::OpenOffered { seat, cards: Private::Known(cards), .. } => {
                for (at, card) in cards.iter().enumerate() {
                    let Some(spot) = self.deck(*seat).get_mut(at) else { continue };
                    let before = std::mem::replace(spot, Spot::Card(*card));
                    self.learn(before, *card);
                }
            }
            Event::OpenPicked { seat, count, slot, .. } => self.opened(*seat, *count, *slot),
            Event::CardRevealed { seat, card, .. } => {
                let spot = self.draw(*seat);
                self.learn(spot, *card);
                self.pile.push(Some(Spot::Card(*card)));
            }
            Event::DecksSwapped { .. } => self.decks.swap(0, 1),
            Event::FaceDownLaid { seat, count, .. } => {
                for _ in 0..*count {
                    let spot = self.draw(*seat);
                    self.pile.push(Some(spot));
                }
            }
            Event::EffectApplied { seat, effect: CardEffect::LeveragedBuyout, count, .. } => {
                for _ in 0..*count {
                    let spot = self.draw(other(*seat));
                    self.deck(*seat).push(spot);
                }
            }
            Event::TantrumTaken { seat, places, cards, .. } => {
                for (place, face) in places.iter().zip(cards) {
                    self.hand_over(*place, *seat, *face);
                }
            }
            Event::PileSplit { by, cards, .. } => self.split(*by, cards),
            Event::CardGrabbed { seat, slot, .. } => self.taken.push((*seat, *slot)),
            Event::GrabClosed { .. } => {
                for (seat, slot) in std::mem::take(&mut self.taken) {
                    self.hand_over(slot, seat, None);
                }
            }
            Event::StackCollected { place, .. } => {
                if let Some(spot) = self.pile.get_mut(usize::from(*place)) {
                    *spot = None;
                }
            }
            Event::StacksRecalled { seat, cards, .. } => {
                let spots = std::mem::take(self.deck(*seat));
                let count = spots.len() + cards.len();
                let mut known = self.pool(&spots);
                known.extend(cards.iter().copied());
                let spot = self.group(known);
                *self.deck(*seat) = vec![spot; count];
            }
            Event::CardsCollected { seat, .. } => {
                let spots: Vec<_> = self.pile.iter_mut().filter_map(Option::take).collect();
                self.deck(*seat).extend(spots);
            }
            Event::TurnEnded { .. } => self.pile.clear(),
            _ => {}
        }
    }

    /// The chooser knows the card on top and which ones went to the bottom, but not their order.
    /// Others know only that these cards are in these places.
    fn opened(&mut self, seat: Seat, count: u8, pick: Private<u8>) {
        let count = usize::from(count).min(self.deck(seat).len());
        let mut spots: Vec<Spot> = self.deck(seat).drain(..count).collect();
        if spots.is_empty() {
            return;
        }
        let own = pick.open().map(|slot| usize::from(*slot)).filter(|slot| *slot < count);
        let top = own.map(|slot| spots.remove(slot));
        let known = self.pool(&spots);
        let spot = match (&known[..], spots.len()) {
            ([card], 1) => Spot::Card(*card),
            _ => self.group(known),
        };
        let top = top.unwrap_or(spot);
        self.deck(seat).insert(0, top);
        self.deck(seat).extend(std::iter::repeat_n(spot, count - 1));
    }

    /// Face-up cards are seen where they go; face-down cards lose their order.
    fn split(&mut self, by: Seat, cards: &[Option<CardId>]) {
        let left: Vec<Spot> = self.pile.iter_mut().filter_map(Option::take).collect();
        let shown = |spot: &Spot| matches!(spot, Spot::Card(card) if cards.contains(&Some(*card)));
        let backs: Vec<Spot> = left.into_iter().filter(|spot| !shown(spot)).collect();
        let known = self.pool(&backs);
        let back = self.group(known);
        for (face, seat) in cards.iter().zip([by, other(by)].into_iter().cycle()) {
            match face {
                Some(card) if card.is_launch_stack() => {}
                Some(card) => self.deck(seat).push(Spot::Card(*card)),
                None => self.deck(seat).push(back),
            }
        }
    }
}
