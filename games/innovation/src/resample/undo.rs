//! Undoing events, to find a world in which an execution can have begun.
//!
//! If the identity of a moved card is unknown, any possible card is chosen. That may be wrong;
//! rerunning the execution shows whether it fits.

use croupier_kit::cards::Dice;

use crate::cards::Card;
use crate::events::{Destination, Event, Seen, What};
use crate::set::CardSet;
use crate::world::{Achievement, World};
use crate::zones::{End, Location, Zone};

/// The world before these events, and the cards each of them moved, in order.
pub(super) struct Undone {
    pub(super) world: World,
    pub(super) moved: Vec<Vec<Card>>,
    /// Cards put back into a hand or score pile, which therefore leave it again later.
    leaving: CardSet,
}

impl Undone {
    pub(super) fn of(world: &World, events: &[Event], dice: &mut Dice) -> Option<Self> {
        let moved = vec![vec![]; events.len()];
        let mut undone = Self { world: *world, moved, leaving: CardSet::EMPTY };
        for (at, event) in events.iter().enumerate().rev() {
            undone.undo(at, &event.what, dice)?;
        }
        Some(undone)
    }

    fn undo(&mut self, at: usize, what: &What, dice: &mut Dice) -> Option<()> {
        match what {
            What::Drew { seat, card, to: Destination::Hand } => {
                self.back(at, *card, Location::Hand(*seat), Location::Deck, 0, dice)?;
            }
            What::Melded { seat, card, from, index } => {
                self.back(at, (*card).into(), Location::Board(*seat), *from, *index, dice)?;
            }
            What::Tucked { seat, card, from, index } => {
                self.back(at, (*card).into(), Location::Board(*seat), *from, *index, dice)?;
                self.world.tucked[seat.at()] = self.world.tucked[seat.at()].saturating_sub(1);
            }
            What::Scored { seat, card, from, index } => {
                self.back(at, *card, Location::Score(*seat), *from, *index, dice)?;
                self.world.scored[seat.at()] = self.world.scored[seat.at()].saturating_sub(1);
            }
            What::Returned { card, from, index, .. } => {
                let last = self.world.zones().last(Zone::deck(card.age))?;
                let card = Seen::from(card.card.unwrap_or(last));
                self.back(at, card, Location::Deck, *from, *index, dice)?;
            }
            What::Transferred { card, from, index, to } => {
                self.back(at, *card, *to, *from, *index, dice)?;
            }
            What::Exchanged { one, other, given, taken } => {
                for card in taken.iter().rev() {
                    self.back(at, *card, *one, *other, 0, dice)?;
                }
                for card in given.iter().rev() {
                    self.back(at, *card, *other, *one, 0, dice)?;
                }
            }
            What::Revealed { card, .. } => self.moved[at].push(*card),
            What::Splayed { seat, colour, before, .. } => {
                self.world.set_splay(*seat, *colour, *before);
            }
            What::Unsplayed { seat, colour, before } => {
                self.world.set_splay(*seat, *colour, Some(*before));
            }
            What::Rearranged { seat, colour, before, .. } => {
                self.world.rearrange(*seat, *colour, before.iter().copied());
            }
            What::AchievementClaimed { achievement: Achievement::Special(special), .. } => {
                self.world.specials[*special as usize] = None;
            }
            _ => {}
        }
        Some(())
    }

    /// Moves a card back to where it came from.
    fn back(
        &mut self,
        at: usize,
        seen: Seen,
        now: Location,
        before: Location,
        index: u8,
        dice: &mut Dice,
    ) -> Option<()> {
        let card = seen.card.or_else(|| self.candidate(seen.age, now, dice))?;
        let lies_there = self.world.place(card) == now;
        if !lies_there || card.age() != seen.age {
            return None;
        }
        self.leaving.remove(card);
        if let Location::Board(seat) = before {
            self.world.insert(card, seat, index.into());
        } else {
            self.world.put(card, before.zone(card), End::First);
            if before != Location::Deck {
                self.leaving.insert(card);
            }
        }
        self.moved[at].insert(0, card);
        Some(())
    }

    /// A card that can have been the last to arrive there: the last one, or one that leaves again.
    fn candidate(&self, age: u8, now: Location, dice: &mut Dice) -> Option<Card> {
        let any = CardSet::all().of_value(age).first()?;
        let zone = now.zone(any);
        let last = self.world.zones().last(zone);
        let fits = |card: &Card| {
            card.age() == age && (Some(*card) == last || self.leaving.contains(*card))
        };
        let cards: Vec<Card> = self.world.zones().cards(zone).filter(fits).collect();
        dice.pick(&cards).copied()
    }
}
