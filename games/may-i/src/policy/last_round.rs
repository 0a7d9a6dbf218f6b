//! A quick evaluation of a hand in the last round, in which all cards must be used (MI-62).
//!
//! A plan is a rank for the set and two stretches for the runs. Its cost is the number of cards to
//! gain plus the number to get rid of. Among all plans of minimum cost, a card that few of them
//! keep can go. The finder is more precise but slower; this is for rollouts.

use crate::{Card, Natural, Terms};

const SUITS: usize = 4;
/// Ranks are numbered from 0 (the 3) to 11 (the ace); bit `r` of a mask stands for rank `r`.
const RANKS: u8 = 12;
/// The minimum size of a run (MI-41).
const RUN: u8 = 4;
/// The limit on plans; any more are ignored.
const MOST_PLANS: usize = 64;
/// The limit on stretches; any more are ignored.
const MOST_STRETCHES: usize = 96;

/// For a mask of ranks, a 1 in a field of four bits per rank, so that cards per rank are counted by
/// adding numbers.
static IN_FOURS: [u64; 1 << RANKS] = {
    let mut fours = [0; 1 << RANKS];
    let mut mask = 0;
    while mask < 1 << RANKS {
        let mut rank = 0;
        while rank < RANKS {
            if mask >> rank & 1 == 1 {
                fours[mask] |= 1 << (4 * rank);
            }
            rank += 1;
        }
        mask += 1;
    }
    fours
};

/// A 1 in the field of every rank.
const ONES: u64 = 0x1111_1111_1111;

/// What a meld needs minus its naturals. Added to the number of all naturals of the hand, this is
/// the number of cards to gain and to get rid of.
#[derive(Clone, Copy, Default)]
struct Need {
    /// Places without a natural.
    places: i16,
    /// Of these, the places that no wild may take (MI-42).
    naturals: i16,
}

impl Need {
    fn of_meld(size: i16, held: i16) -> Self {
        let half = (size + 1) / 2;
        Self { places: size - 2 * held, naturals: (half - held).max(0) - held }
    }

    /// What a set with this many naturals needs.
    fn of_set(held: u8) -> Self {
        let held = i16::from(held);
        Self::of_meld(held.max(3), held)
    }
}

/// A range of ranks of a suit that could be a run, with the naturals in it.
#[derive(Clone, Copy, Default)]
struct Stretch {
    suit: u8,
    ranks: u16,
    /// The ranks that no other run of its suit may touch (MI-63).
    room: u16,
    held: u16,
    need: Need,
}

#[derive(Clone, Copy, Default)]
struct Plan {
    /// The runs: suit and naturals.
    runs: [(u8, u16); 2],
    /// The rank of the set.
    rank: u8,
}

/// The plans of minimum cost.
pub(crate) struct Plans {
    /// The number of cards to gain plus the number to get rid of.
    pub(crate) cost: i16,
    best: [Plan; MOST_PLANS],
    count: usize,
}

impl Plans {
    /// The plans for a hand.
    pub(crate) fn of(hand: &[Card], terms: Terms) -> Self {
        let mut suits = [0_u16; SUITS];
        let (mut ranks, mut naturals, mut wilds) = (0_u64, 0, 0);
        for card in hand {
            let Some(natural) = card.natural() else {
                wilds += 1;
                continue;
            };
            let rank = natural.value() - Natural::LOW;
            suits[natural.suit() as usize] |= 1 << rank;
            // Capped at eight per rank, which is enough.
            ranks += u64::from(held_of(ranks, rank) < 8) << (4 * rank);
            naturals += 1;
        }
        let mut all = [Stretch::default(); MOST_STRETCHES];
        let all = stretches(suits, terms.gap, &mut all);
        let mut plans = Self { cost: i16::MAX, best: [Plan::default(); MOST_PLANS], count: 0 };
        // The set uses what the runs leave over, so this is a lower bound.
        let easiest = naturals - wilds + Need::of_set(most(ranks)).places;
        for (at, one) in all.iter().enumerate() {
            // Sorted by need, so nothing better follows.
            if easiest + 2 * one.need.places > plans.cost {
                break;
            }
            for other in &all[at + 1..] {
                let places = one.need.places + other.need.places;
                if easiest + places > plans.cost {
                    break;
                }
                if one.suit == other.suit && one.room & other.ranks != 0 {
                    continue;
                }
                let taken = IN_FOURS[usize::from(one.held)] + IN_FOURS[usize::from(other.held)];
                let left = ranks - taken;
                let set = Need::of_set(most(left));
                let places = naturals - wilds + places + set.places;
                let lacking = one.need.naturals + other.need.naturals + set.naturals;
                let cost = places.max(naturals + lacking);
                if cost <= plans.cost {
                    plans.note(cost, [(one.suit, one.held), (other.suit, other.held)], left);
                }
            }
        }
        plans
    }

    /// Records a pair of runs, with every rank that is best for the set.
    fn note(&mut self, cost: i16, runs: [(u8, u16); 2], left: u64) {
        if cost < self.cost {
            (self.cost, self.count) = (cost, 0);
        }
        let most = most(left);
        for rank in (0..RANKS).filter(|rank| held_of(left, *rank) >= most) {
            if let Some(place) = self.best.get_mut(self.count) {
                *place = Plan { runs, rank };
                self.count += 1;
            }
        }
    }

    /// In how many of the plans one copy of a natural is not needed, if `held` copies are held.
    pub(crate) fn spare(&self, natural: Natural, held: usize) -> usize {
        let (suit, rank) = (natural.suit() as u8, natural.value() - Natural::LOW);
        let keeps = |run: &&(u8, u16)| run.0 == suit && run.1 >> rank & 1 == 1;
        let spares =
            |plan: &&Plan| plan.rank != rank && plan.runs.iter().filter(keeps).count() < held;
        self.best[..self.count].iter().filter(spares).count()
    }
}

/// The number of cards of a rank.
#[allow(clippy::cast_possible_truncation)] // Four bits.
fn held_of(ranks: u64, rank: u8) -> u8 {
    (ranks >> (4 * rank) & 0xF) as u8
}

/// The maximum number of cards of any rank, capped at four.
fn most(ranks: u64) -> u8 {
    // Adding `8 - count` sets the highest bit of every field with at least `count` cards.
    let reach = |count: &u8| (ranks + u64::from(8 - count) * ONES) & (8 * ONES) != 0;
    (1..=4).rev().find(reach).unwrap_or(0)
}

/// All stretches of four ranks with a card in them, and longer ones whose ends are in the hand.
/// Sorted by need, lowest first.
fn stretches(suits: [u16; SUITS], gap: bool, all: &mut [Stretch; MOST_STRETCHES]) -> &[Stretch] {
    let mut count = 0;
    for (suit, cards) in (0..).zip(suits) {
        for low in 0..=RANKS - RUN {
            for len in RUN..=RANKS - low {
                let ranks: u16 = ((1 << len) - 1) << low;
                let ends = 1 << low | 1 << (low + len - 1);
                let held = cards & ranks;
                let fits = if len == RUN { held != 0 } else { held & ends == ends };
                if let Some(place) = all.get_mut(count).filter(|_| fits) {
                    let room = if gap { ranks << 2 | ranks >> 2 } else { 0 } | ranks;
                    let naturals = (0..RANKS).map(|rank| i16::from(held >> rank & 1 == 1)).sum();
                    let need = Need::of_meld(i16::from(len), naturals);
                    *place = Stretch { suit, ranks, room, held, need };
                    count += 1;
                }
            }
        }
    }
    let found = &mut all[..count];
    found.sort_unstable_by_key(|stretch| (stretch.need.places, stretch.suit, stretch.ranks));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn plans(hand: &str) -> (Vec<Card>, Plans) {
        let hand: Vec<Card> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
        let plans = Plans::of(&hand, Options::default().terms(6));
        (hand, plans)
    }

    #[test]
    fn mi_62_a_hand_that_can_be_laid_down_costs_nothing() {
        for hand in [
            "7S 7D 7C 4H 5H 6H 8H 9D 10D JD QD 2C",
            "AC AD JK1 3H 4H 5H 6H JS QS KS 2S AS",
            "7S 7D 7C 7H 4H 5H 6H 7H#2 9D 10D JD QD",
        ] {
            assert_eq!(plans(hand).1.cost, 0, "{hand}");
        }
    }

    #[test]
    fn cards_to_come_and_cards_to_go_are_counted() {
        // To gain: the queen. To get rid of: the king.
        assert_eq!(plans("7S 7D 7C 4H 5H 6H 7H 9D 10D JD KS").1.cost, 2);
        // Another useless card is one more to get rid of; a fifth card of a run is not.
        assert_eq!(plans("7S 7D 7C 4H 5H 6H 7H 9D 10D JD KS 3C").1.cost, 3);
        assert_eq!(plans("7S 7D 7C 4H 5H 6H 7H 9D 10D JD KS 8H").1.cost, 2);
    }

    #[test]
    fn what_no_plan_keeps_can_go() {
        let (hand, plans) = plans("7S 7D 7C 4H 5H 6H 7H 9D 10D JD KS");
        let spare = |card: &Card| plans.spare(card.natural().unwrap(), 1);
        assert_eq!(hand.iter().max_by_key(|card| spare(card)).unwrap().to_string(), "KS");
    }

    #[test]
    fn a_great_many_cards_of_a_rank_do_not_spill_over() {
        let sevens = "7S 7D 7C 7H 7S#2 7D#2 7C#2 7H#2 7S#3 7D#3 7C#3 7H#3";
        let (_, plans) = plans(&format!("{sevens} 3H 4H 5H 6H 9D 10D JD QD"));
        assert!(plans.cost >= 0, "{}", plans.cost);
    }
}
