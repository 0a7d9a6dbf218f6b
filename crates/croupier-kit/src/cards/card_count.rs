//! Counting cards: checking that none is lost, and finding those that are unseen.

use std::fmt::Display;

use crate::cards::Dice;
use crate::game::InvariantError;

/// Checks that every card of the deck is in these piles exactly once, for
/// [`invariants`](crate::game::Game::invariants). The error names the first card that is not.
///
/// ```
/// use croupier_kit::cards::{Card, Pile, every_card_once};
///
/// let (mut hand, mut stock) = (Pile::<Card, 52>::new(), Card::deck().collect::<Pile<_, 52>>());
/// hand.extend(stock.pop());
/// assert_eq!(every_card_once(Card::deck(), [&hand, &stock]), Ok(()));
/// stock.pop();
/// assert_eq!(every_card_once(Card::deck(), [&hand, &stock]), Err("QS is missing".into()));
/// ```
pub fn every_card_once<C: Ord + Display, P: IntoIterator<Item = C>>(
    deck: impl IntoIterator<Item = C>,
    piles: impl IntoIterator<Item = P>,
) -> Result<(), InvariantError> {
    let mut expected: Vec<C> = deck.into_iter().collect();
    let mut found: Vec<C> = piles.into_iter().flatten().collect();
    expected.sort_unstable();
    found.sort_unstable();
    if expected == found {
        return Ok(());
    }
    let at = expected.iter().zip(&found).take_while(|(should, is)| should == is).count();
    let broken = match (expected.get(at), found.get(at)) {
        (Some(should), Some(is)) if is > should => format!("{should} is missing"),
        (Some(should), None) => format!("{should} is missing"),
        (_, Some(is)) if expected.contains(is) => format!("{is} appears too often"),
        (_, Some(is)) => format!("{is} does not belong to the deck"),
        (None, None) => unreachable!("the lists differ"),
    };
    Err(broken.into())
}

/// The cards of the deck without those that were seen, shuffled: what
/// [`resample`](crate::game::Game::resample) deals from. A card seen twice is removed twice.
///
/// ```
/// use croupier_kit::cards::{Card, Dice, Seed, unseen};
///
/// let hand: Vec<Card> = ["7H", "8S"].iter().map(|card| card.parse().unwrap()).collect();
/// let hidden = unseen(Card::deck(), hand.iter().copied(), &mut Dice::new(Seed::from_number(1)));
/// assert_eq!(hidden.len(), 50);
/// assert!(!hidden.contains(&hand[0]));
/// ```
pub fn unseen<C: Ord>(
    deck: impl IntoIterator<Item = C>,
    seen: impl IntoIterator<Item = C>,
    dice: &mut Dice,
) -> Vec<C> {
    let mut seen: Vec<C> = seen.into_iter().collect();
    seen.sort_unstable();
    let mut hidden: Vec<C> = deck.into_iter().collect();
    hidden.retain(|card| seen.binary_search(card).map(|place| seen.remove(place)).is_err());
    dice.shuffle(&mut hidden);
    hidden
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Seed;

    fn count(deck: &[u8], piles: &[&[u8]]) -> Result<(), InvariantError> {
        every_card_once(deck.iter().copied(), piles.iter().map(|pile| pile.iter().copied()))
    }

    #[test]
    fn the_first_wrong_card_is_named() {
        let deck = [1, 2, 3, 3];
        assert_eq!(count(&deck, &[&[3, 1], &[], &[2, 3]]), Ok(()));
        assert_eq!(count(&deck, &[&[3, 1], &[3]]), Err("2 is missing".into()));
        assert_eq!(count(&deck, &[&[1, 2, 3]]), Err("3 is missing".into()));
        assert_eq!(count(&deck, &[&[1, 1, 2, 3, 3]]), Err("1 appears too often".into()));
        assert_eq!(count(&deck, &[&[1, 2, 3, 3, 3]]), Err("3 appears too often".into()));
        let stranger = "0 does not belong to the deck".into();
        assert_eq!(count(&deck, &[&[0, 1, 2, 3, 3]]), Err(stranger));
    }

    #[test]
    fn copies_are_taken_out_one_by_one() {
        let mut dice = Dice::new(Seed::from_number(3));
        let mut hidden = unseen([1, 1, 1, 2, 3], [1, 3, 1, 9], &mut dice);
        hidden.sort_unstable();
        assert_eq!(hidden, [1, 2]);
    }
}
