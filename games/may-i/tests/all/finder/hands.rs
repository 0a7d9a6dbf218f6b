//! Hands for testing the finder.

use croupier_kit::cards::{Dice, Suit};
use may_i::{Card, Natural, deck};

/// This many cards of a shuffled deck.
pub(crate) fn dealt(packs: u8, cards: usize, dice: &mut Dice) -> Vec<Card> {
    let mut deck: Vec<Card> = deck(packs, 2 * packs).collect();
    dice.shuffle(&mut deck);
    deck.truncate(cards);
    deck
}

/// Cards of a few suits and neighbouring ranks, with some wilds. Such hands have laydowns, and
/// cards that several melds compete for.
pub(crate) fn crowded(cards: usize, dice: &mut Dice) -> Vec<Card> {
    let suits = 1 + dice.below(3) as usize;
    let ranks = 5 + dice.below(8) as u8;
    let low = 3 + dice.below(u32::from(13 - ranks)) as u8;
    let wilds = dice.below(6) as usize;
    let is_in = |natural: Natural| {
        (low..low + ranks).contains(&natural.value()) && (natural.suit() as usize) < suits
    };
    let mut deck: Vec<Card> = deck(3, 6).collect();
    dice.shuffle(&mut deck);
    let wild = deck.iter().filter(|card| card.is_wild()).take(wilds);
    let natural = deck.iter().filter(|card| card.natural().is_some_and(is_in));
    wild.chain(natural).copied().take(cards).collect()
}

/// A set and two runs with an occasional wild, half of the time with an error.
pub(crate) fn whole(cards: usize, dice: &mut Dice) -> Vec<Card> {
    let mut deck: Vec<Card> = deck(3, 6).collect();
    dice.shuffle(&mut deck);
    let mut hand: Vec<Card> = vec![];
    let mut take = |fits: &dyn Fn(Natural) -> bool, dice: &mut Dice| {
        let wild = dice.below(4) == 0;
        let is_it =
            |card: &Card| if wild { card.is_wild() } else { card.natural().is_some_and(fits) };
        if let Some(at) = deck.iter().position(is_it) {
            hand.push(deck.remove(at));
        }
    };
    let rank = 3 + dice.below(12) as u8;
    for _ in 0..3 + dice.below(2) {
        take(&|natural| natural.value() == rank, dice);
    }
    for _ in 0..2 {
        let suit = Suit::ALL[dice.below(2) as usize];
        let len = 4 + dice.below(2) as u8;
        let low = 3 + dice.below(u32::from(13 - len)) as u8;
        for value in low..low + len {
            take(&|natural| natural.suit() == suit && natural.value() == value, dice);
        }
    }
    if dice.below(2) == 0 {
        take(&|_| true, dice);
    }
    hand.truncate(cards);
    hand
}
