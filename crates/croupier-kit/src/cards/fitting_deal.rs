//! Dealing hidden cards to hands about which something is known.

use crate::cards::{Card, CardSet, Dice};
use crate::game::Seat;

/// Deals cards at random to holders with constraints. For
/// [`resample`](crate::game::Game::resample), where a seat is known to have no card of a suit, or
/// to have a certain card.
///
/// Reorders `cards` so that the first `counts[0]` belong to the first holder, the next `counts[1]`
/// to the second, and so on; the counts must add up to the number of cards. `may_hold` says whether
/// a holder, given by index, can have a card. Returns false if no such deal exists; the order of
/// the cards is then unspecified.
///
/// ```
/// use croupier_kit::cards::{Card, Dice, Rank, Seed, Suit, fitting_deal};
///
/// let queen = Card::of(Rank::QUEEN, Suit::Spades);
/// let mut cards: Vec<Card> = Card::deck().collect();
/// // Four hands of thirteen: the second has no hearts, and the third has the queen of spades.
/// let may_hold = |holder: usize, card: Card| match holder {
///     2 => true,
///     1 => card.suit() != Suit::Hearts && card != queen,
///     _ => card != queen,
/// };
/// assert!(fitting_deal(&mut cards, &[13; 4], may_hold, &mut Dice::new(Seed::from_number(7))));
/// assert!(cards[26..39].contains(&queen));
/// assert!(cards[13..26].iter().all(|card| card.suit() != Suit::Hearts));
/// ```
///
/// Every deal that fits is possible. If a plain shuffle happens to fit, it is used. Otherwise it is
/// repaired with a matching and then mixed by random swaps that keep it fitting, after which all
/// fitting deals are nearly equally likely. Where hands lack whole suits the deviation is too small
/// to measure; it grows where nearly every card has its own constraints.
pub fn fitting_deal<C: Copy>(
    cards: &mut [C],
    counts: &[usize],
    may_hold: impl Fn(usize, C) -> bool,
    dice: &mut Dice,
) -> bool {
    debug_assert_eq!(counts.iter().sum::<usize>(), cards.len(), "as many cards as are held");
    let holder_of: Vec<usize> =
        counts.iter().enumerate().flat_map(|(holder, count)| vec![holder; *count]).collect();
    let fits = |slot: usize, card: C| holder_of.get(slot).is_some_and(|it| may_hold(*it, card));
    dice.shuffle(cards);
    let misfits: Vec<usize> = (0..cards.len()).filter(|slot| !fits(*slot, cards[*slot])).collect();
    if misfits.is_empty() {
        return true;
    }
    mend(cards, &misfits, &fits) && {
        mix(cards, &fits, dice);
        true
    }
}

/// The same for the hands of a table, as one seat knows it: its own hand, how many cards everybody
/// holds, and the cards that lie open. The remaining cards belong to nobody, such as those of a
/// stock. If nothing fits, what is known must be wrong and is ignored.
///
/// ```
/// use croupier_kit::cards::{Card, CardSet, Dice, Seed, Suit, fitting_hands};
/// use croupier_kit::game::Seat;
///
/// let own: CardSet = Card::deck().step_by(4).collect();
/// let may_hold = |seat: Seat, card: Card| seat != Seat(2) || card.suit() != Suit::Clubs;
/// let mut dice = Dice::new(Seed::from_number(7));
/// let hands = fitting_hands((Seat(0), own), [13; 4], CardSet::EMPTY, may_hold, &mut dice);
/// assert_eq!((hands[0], hands[1] | hands[2] | hands[3]), (own, !own));
/// assert!((hands[2] & CardSet::of_suit(Suit::Clubs)).is_empty());
/// ```
pub fn fitting_hands<const SEATS: usize>(
    (seat, own): (Seat, CardSet),
    mut held: [usize; SEATS],
    open: CardSet,
    may_hold: impl Fn(Seat, Card) -> bool,
    dice: &mut Dice,
) -> [CardSet; SEATS] {
    held[seat.at()] = 0;
    let mut cards: Vec<Card> = (!own - open).iter().collect();
    let fits = |holder: usize, card: Card| {
        Seat::first(SEATS).nth(holder).is_none_or(|seat| may_hold(seat, card))
    };
    // Data from a forged save may be inconsistent: hands larger than what is left, or constraints
    // that nothing satisfies.
    match cards.len().checked_sub(held.iter().sum()) {
        Some(nobodys) => {
            let counts: Vec<usize> = held.into_iter().chain([nobodys]).collect();
            let _ = fitting_deal(&mut cards, &counts, fits, dice);
        }
        None => dice.shuffle(&mut cards),
    }
    let mut cards = cards.into_iter();
    let mut hands = held.map(|count| cards.by_ref().take(count).collect());
    hands[seat.at()] = own;
    hands
}

/// Moves cards until all fit: a misplaced card takes the place of one that can go elsewhere, and so
/// on, until a free place is reached. Returns false if that is impossible.
fn mend<C: Copy>(cards: &mut [C], misfits: &[usize], fits: &impl Fn(usize, C) -> bool) -> bool {
    // Cards that do not fit are taken out, and their places are free.
    let mut is_free = vec![false; cards.len()];
    for slot in misfits {
        is_free[*slot] = true;
    }
    let loose: Vec<C> = misfits.iter().map(|slot| cards[*slot]).collect();
    for card in loose {
        // Breadth-first search: the places where the card fits, then those where the cards there
        // fit.
        let mut came_from = vec![None; cards.len()];
        let mut is_reached = vec![false; cards.len()];
        let mut queue = vec![];
        let (mut mover, mut from, mut next) = (card, None, 0);
        let mut slot = loop {
            for slot in 0..cards.len() {
                if !is_reached[slot] && fits(slot, mover) {
                    (is_reached[slot], came_from[slot]) = (true, from);
                    queue.push(slot);
                }
            }
            let Some(slot) = queue.get(next).copied() else { return false };
            if is_free[slot] {
                break slot;
            }
            (mover, from, next) = (cards[slot], Some(slot), next + 1);
        };
        is_free[slot] = false;
        while let Some(from) = came_from[slot] {
            cards[slot] = cards[from];
            slot = from;
        }
        cards[slot] = card;
    }
    true
}

/// How many swaps are tried per card.
const EXCHANGES: usize = 8;

/// Swaps random pairs of cards if both still fit.
fn mix<C: Copy>(cards: &mut [C], fits: &impl Fn(usize, C) -> bool, dice: &mut Dice) {
    let Ok(count) = u32::try_from(cards.len()) else { return };
    for _ in 0..EXCHANGES * cards.len() {
        let (one, other) = (dice.below(count) as usize, dice.below(count) as usize);
        if fits(other, cards[one]) && fits(one, cards[other]) {
            cards.swap(one, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cards::Seed;

    #[test]
    fn the_only_deal_that_fits_is_found() {
        // A chain: holder 0 can have card 0 or 1, holder 1 card 1 or 2, … and the last only card 9,
        // so that everybody must get the card of the same number.
        let may_hold = |holder: usize, card: usize| {
            if holder == 9 { card == 9 } else { card == holder || card == holder + 1 }
        };
        for seed in 0..50 {
            let mut cards: Vec<usize> = (0..10).collect();
            let mut dice = Dice::new(Seed::from_number(seed));
            assert!(fitting_deal(&mut cards, &[1; 10], may_hold, &mut dice));
            assert_eq!(cards, (0..10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn hands_that_are_larger_than_the_deck_get_what_there_is() {
        let mut dice = Dice::new(Seed::from_number(1));
        let own: CardSet = Card::deck().take(13).collect();
        let hands =
            fitting_hands((Seat(0), own), [13, 30, 30], CardSet::EMPTY, |_, _| true, &mut dice);
        assert_eq!((hands[1].len(), hands[2].len()), (30, 9));
        assert_eq!(hands[1] | hands[2], !own);
    }

    #[test]
    fn what_cannot_be_dealt_is_said() {
        let mut dice = Dice::new(Seed::from_number(1));
        // Three cards that only fit in two places.
        let may_hold = |holder: usize, card: u8| card > 2 || holder == 0;
        assert!(!fitting_deal(&mut [0, 1, 2, 3], &[2, 2], may_hold, &mut dice));
        assert!(fitting_deal(&mut [0, 1, 3, 4], &[2, 2], may_hold, &mut dice));
        assert!(fitting_deal::<u8>(&mut [], &[0, 0], |_, _| false, &mut dice));
    }

    /// How often each deal occurs, as sets of cards.
    fn counted(
        cards: &[u8],
        counts: &[usize],
        may_hold: impl Fn(usize, u8) -> bool,
        times: u32,
    ) -> BTreeMap<Vec<u8>, u32> {
        let mut dice = Dice::new(Seed::from_number(7));
        let mut found = BTreeMap::new();
        for _ in 0..times {
            let mut dealt = cards.to_vec();
            assert!(fitting_deal(&mut dealt, counts, &may_hold, &mut dice));
            let mut rest = dealt.as_mut_slice();
            for (holder, count) in counts.iter().enumerate() {
                let (hand, left) = rest.split_at_mut(*count);
                assert!(hand.iter().all(|card| may_hold(holder, *card)));
                hand.sort_unstable();
                rest = left;
            }
            *found.entry(dealt).or_default() += 1;
        }
        found
    }

    #[test]
    fn all_fitting_deals_are_about_equally_likely() {
        // Cards 0 to 3 are of one suit, 4 to 8 of another; the first holder lacks the one, and the
        // third has card 8. The first can have 4 of 4 to 7, taken 3 at a time: 4 ways; the second has
        // 3 of the 5 that are left, the third the other two: 10 ways.
        let may_hold = |holder: usize, card: u8| match holder {
            0 => (4..8).contains(&card),
            1 => card != 8,
            _ => true,
        };
        let found = counted(&[0, 1, 2, 3, 4, 5, 6, 7, 8], &[3, 3, 3], may_hold, 40_000);
        assert_eq!(found.len(), 40);
        // A thousand of each are expected, with a standard deviation of about 31.
        assert!(found.values().all(|count| (850..1150).contains(count)), "{found:?}");
    }

    #[test]
    fn without_constraints_it_is_a_shuffle() {
        let found = counted(&[0, 1, 2, 3], &[2, 2], |_, _| true, 6_000);
        assert_eq!(found.len(), 6);
        assert!(found.values().all(|count| (850..1150).contains(count)), "{found:?}");
    }
}
