//! Turns the shape of a laydown into cards.

use croupier_kit::cards::Pile;

use super::Preferences;
use super::holding::{Holding, RANKS, SUITS};
use super::shape::{Run, Set, Shape};
use super::value::continued;
use crate::{Card, Contract, MeldKind, Natural, Proposal};

/// The cards of a hand by face. The lowest id is used first, so that the order of the hand has no
/// influence.
#[derive(Clone)]
pub(super) struct Cards {
    naturals: [Pile<Card, 3>; Natural::COUNT],
    twos: Pile<Card, 12>,
    jokers: Pile<Card, 6>,
}

impl Cards {
    pub(super) fn of(hand: &[Card]) -> Self {
        let mut cards = Self {
            naturals: [Pile::new(); Natural::COUNT],
            twos: Pile::new(),
            jokers: Pile::new(),
        };
        let mut hand = hand.to_vec();
        hand.sort_unstable();
        // Piles are used from the end, so the cards are added in reverse.
        for card in hand.into_iter().rev() {
            match card.natural() {
                Some(natural) => cards.naturals[natural.index()].push(card),
                None if card.is_joker() => cards.jokers.push(card),
                None => cards.twos.push(card),
            }
        }
        cards
    }

    /// A laydown of this shape, made of these cards. `holding` counts them.
    pub(super) fn deal(
        &self,
        shape: &Shape,
        holding: &Holding,
        preferences: &Preferences,
    ) -> Vec<Proposal> {
        let mut left = self.clone();
        // Runs need specific cards; sets choose among the rest.
        let runs: Vec<Proposal> = shape.runs().map(|run| left.run(run)).collect();
        let mut free = shape.without_runs(holding);
        let mut melds = Vec::with_capacity(Contract::MOST);
        melds.extend(shape.sets().map(|set| left.set(set, &mut free, shape, preferences)));
        melds.extend(runs);
        melds
    }

    /// A run in ascending order, so that it is read as given (MI-47).
    fn run(&mut self, run: Run) -> Proposal {
        let place = |rank: u8| {
            let natural = usize::from(run.suit * RANKS + rank);
            if run.naturals >> rank & 1 == 1 {
                self.naturals[natural].pop()
            } else {
                self.twos.pop().or_else(|| self.jokers.pop())
            }
        };
        Proposal { kind: MeldKind::Run, cards: (run.low..run.end()).filter_map(place).collect() }
    }

    /// A set of the cards that are least useful otherwise (MI-204).
    fn set(
        &mut self,
        set: Set,
        free: &mut Holding,
        shape: &Shape,
        preferences: &Preferences,
    ) -> Proposal {
        let rank = set.rank;
        let mut cards = Vec::with_capacity(usize::from(set.naturals + set.wilds));
        for _ in 0..set.naturals {
            let held = (0..SUITS).filter(|suit| free.suit(*suit) >> rank & 1 == 1);
            let Some(suit) = held.min_by_key(|suit| use_of(free, *suit, rank, shape, preferences))
            else {
                break;
            };
            *free = free.without(suit, 1 << rank);
            cards.extend(self.naturals[usize::from(suit * RANKS + rank)].pop());
        }
        cards.extend((0..set.wilds).filter_map(|_| self.jokers.pop().or_else(|| self.twos.pop())));
        Proposal { kind: MeldKind::Set, cards }
    }
}

/// How useful a card would be if it stayed in the hand.
fn use_of(free: &Holding, suit: u8, rank: u8, shape: &Shape, preferences: &Preferences) -> u8 {
    let this = 1_u16 << rank;
    let held = free.suit(suit);
    let mut runs = shape.runs().filter(|run| run.suit == suit);
    if free.copies(suit, rank) > 1 {
        0 // A copy stays in the hand.
    } else if preferences.of_suit(suit) & this != 0
        || runs.any(|run| continued(run, held) & this != 0)
    {
        2 // It can be laid off.
    } else {
        u8::from(held & (this << 1 | this >> 1) != 0)
    }
}
