//! The contract finder compared with a slow reference, with section 17.2, and with its own
//! guarantees.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // Tests.

mod hands;
mod reference;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use croupier_kit::cards::{Dice, Seed};
use may_i::finder::{self, Preferences};
use may_i::meld::{Bounds, arrange_run, judge};
use may_i::{Card, Contract, MeldKind, Natural, Proposal, Terms};

use self::reference::{Shown, all, any_laydown, standing};

fn hand(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().expect(card)).collect()
}

/// The terms of a round under the default options.
fn terms(round: u8) -> Terms {
    let last = round == 6;
    Terms { contract: Contract::of(round), longer: last, all_cards: last, gap: true }
}

/// The terms of a round under all options.
fn all_terms(round: u8) -> Vec<Terms> {
    let usual = terms(round);
    let longer = Terms { longer: true, ..usual };
    let exact = Terms { longer: false, ..usual };
    [usual, longer, exact].into_iter().flat_map(|it| [it, Terms { gap: false, ..it }]).collect()
}

fn shown(laydown: &[Proposal]) -> Vec<Shown> {
    laydown.iter().map(Shown::of).collect()
}

/// 17.2, F-1 to F-16.
#[test]
fn mi_200_the_cases_of_the_specification() {
    for (case, round, cards, expected) in [
        (1, 1, "9C 9D 4S 4H 2C JK1 QS KH 5D 7C 8H 3D", true),
        (2, 1, "9C 9D 9H 9S 9C#2 9D#2 QS KH 5D 7C 8H 3D", true),
        (3, 1, "9C 9D 9H 9S 9C#2 2D QS KH 5D 7C 8H 3D", true),
        (4, 2, "7S 7H 7D 5S 6S 8S QC KC 3D 4H 9C JC", false),
        (5, 2, "7S 7H 7D 5S 6S 8S QC KC 3D 4H 9C JK1", true),
        (6, 3, "3S 4S 5S 6S 7S 8S 9S 10S QD KD 3H 5C", false),
        (7, 3, "3S 4S 5S 6S 8S 9S 10S JS QS KD 3H 5C", true),
        (8, 3, "5S 8S 10H KH 2C 2D JK1 JK2 3C 7D 9C JC", true),
        (9, 4, "3C 3D 8H 8S KD KH 2C 2D JK1 5S 7C 9H", true),
        (10, 4, "3C 3D 8H 8S KD QH 2C 2D JK1 JK2 5S 9H", false),
        (11, 5, "6C 6D 6H 7H 8H 9H JC JD JK1 3S 4D QS", false),
        (12, 6, "7S 7D 7C 4H 5H 6H 8H 9D 10D JD QD 2C", true),
        (13, 6, "7S 7D 7C 4H 5H 6H 8H 9D 10D JD QD KS", false),
        (14, 6, "5S 5D 3S 4S 6S 10S JS QS KS 2C 2D JK1", true),
        (15, 6, "5S 5D 3S 4S 6S 8S 9S 10S JS 2C 2D JK1", false),
        (16, 6, "AC AD JK1 3H 4H 5H 6H JS QS KS 2S AS", true),
    ] {
        let (hand, terms) = (hand(cards), terms(round));
        assert_eq!(finder::exists(&hand, terms), expected, "F-{case}");
        assert_eq!(any_laydown(&hand, terms, &mut |_, _| true), expected, "F-{case}, reference");
        assert_eq!(
            !finder::best(&hand, terms, &Preferences::default(), 8).is_empty(),
            expected,
            "F-{case}"
        );
        assert_eq!(finder::distance(&hand, terms) == 0, expected, "F-{case}");
    }
}

/// Hands of every kind, for every round and all options.
fn each_hand(seed: u64, count: u32, cards: usize, test: impl Fn(&[Card], Terms, &mut Dice)) {
    let mut dice = Dice::new(Seed::from_number(seed));
    for number in 0..count {
        let round = 1 + (number % 6) as u8;
        let size = cards - dice.below(4) as usize;
        let hand = match dice.below(4) {
            0 => hands::dealt(2 + dice.below(2) as u8, size, &mut dice),
            1 => hands::whole(size, &mut dice),
            _ => hands::crowded(size, &mut dice),
        };
        let terms = *dice.pick(&all_terms(round)).unwrap();
        test(&hand, terms, &mut dice);
    }
}

fn preferences(dice: &mut Dice) -> Preferences {
    let some =
        |dice: &mut Dice| u64::from(dice.below(u32::MAX)) << 16 | u64::from(dice.below(1 << 16));
    Preferences { most_wilds: dice.below(2) == 0, fits: some(dice) & some(dice) }
}

#[test]
fn mi_200_nothing_is_missed_and_nothing_invented() {
    let answers = RefCell::new(BTreeMap::new());
    each_hand(1, 30_000, 12, |hand, terms, _| {
        let expected = any_laydown(hand, terms, &mut |_, _| true);
        assert_eq!(finder::exists(hand, terms), expected, "{hand:?} {terms:?}");
        let Contract { sets, runs } = terms.contract;
        *answers.borrow_mut().entry((sets, runs, expected)).or_insert(0) += 1;
    });
    let answers = answers.into_inner();
    assert_eq!(answers.len(), 12, "both answers in every round");
    assert!(answers.values().all(|times| *times > 400), "{answers:?}");
}

#[test]
fn mi_205_whole_hands_of_up_to_fifteen_cards() {
    each_hand(2, 200, 15, |hand, terms, _| {
        let terms = Terms { contract: Contract::of(6), longer: true, all_cards: true, ..terms };
        let expected = any_laydown(hand, terms, &mut |_, _| true);
        assert_eq!(finder::exists(hand, terms), expected, "{hand:?} {terms:?}");
    });
}

#[test]
fn mi_206_all_wilds_must_find_a_place() {
    let wilds: Vec<Card> = may_i::deck(3, 6).filter(|card| card.is_wild()).collect();
    let most = |naturals: &str, terms: Terms| {
        let exists = |wilds: &[Card]| finder::exists(&[&hand(naturals), wilds].concat(), terms);
        let possible: Vec<bool> = (0..=wilds.len()).map(|some| exists(&wilds[..some])).collect();
        let most = possible.iter().rposition(|possible| *possible).unwrap();
        assert!(possible[..=most].iter().all(|possible| *possible), "with fewer too");
        most
    };
    // As many wilds as naturals in each meld.
    assert_eq!(most("7S 7D 7C 4H 5H 6H 7H 9D 10D JD QD", terms(6)), 3 + 4 + 4);
    // And twelve cards in a run.
    assert_eq!(most("3S 3D 3C 4H 5H 6H 7H 6D 7D 8D 9D 10D JD QD KD", terms(6)), 3 + 4 + 4);
    // Two runs of a suit keep two ranks free between them.
    let cards = "7S 7D 7C 3H 4H 5H 6H JH QH KH AH";
    assert_eq!(most(cards, terms(6)), 3 + 2);
    assert_eq!(most(cards, Terms { gap: false, ..terms(6) }), 3 + 4 + 4);
}

#[test]
fn mi_203_the_list_is_the_best_of_all_laydowns() {
    each_hand(3, 6_000, 11, |hand, terms, dice| {
        let preferences = preferences(dice);
        let all = all(hand, terms, &preferences);
        let best = finder::best(hand, terms, &preferences, 8);
        let found = best.iter().map(|laydown| standing(hand, &preferences, shown(laydown)));
        if terms.all_cards {
            let found: BTreeSet<_> = found.collect();
            assert_eq!(found.len(), all.len().min(8), "{hand:?} {terms:?}");
            assert!(found.is_subset(&all), "{hand:?} {terms:?} {found:?}");
        } else {
            let found: Vec<_> = found.collect();
            let expected: Vec<_> = all.into_iter().take(8).collect();
            assert_eq!(found, expected, "{hand:?} {terms:?} {preferences:?}");
        }
    });
}

/// Also large hands, checked with the game's own predicates.
#[test]
fn mi_202_what_is_found_may_be_laid_down() {
    each_hand(4, 6_000, 25, |hand, terms, dice| {
        let best = finder::best(hand, terms, &preferences(dice), 8);
        assert_eq!(!best.is_empty(), finder::exists(hand, terms), "{hand:?} {terms:?}");
        for laydown in &best {
            let kinds: Vec<MeldKind> = laydown.iter().map(|meld| meld.kind).collect();
            let Contract { sets, runs } = terms.contract;
            let expected = [vec![MeldKind::Set; sets.into()], vec![MeldKind::Run; runs.into()]];
            assert_eq!(kinds, expected.concat(), "sets first");
            let cards: BTreeSet<Card> =
                laydown.iter().flat_map(|meld| &meld.cards).copied().collect();
            let named: usize = laydown.iter().map(|meld| meld.cards.len()).sum();
            assert!(named == cards.len() && cards.iter().all(|card| hand.contains(card)));
            assert!(!terms.all_cards || named == hand.len());
            for meld in laydown {
                assert_eq!(
                    judge(meld.kind, &meld.cards, terms.longer),
                    Ok(()),
                    "{hand:?} {meld:?}"
                );
            }
            let runs = laydown.iter().filter(|meld| meld.kind == MeldKind::Run);
            let bounds: Vec<Bounds> = runs
                .map(|meld| {
                    let lie = arrange_run(&meld.cards);
                    assert_eq!(lie.as_slice(), &meld.cards, "it is read as given");
                    Bounds::of(&meld.cards).unwrap()
                })
                .collect();
            let apart = bounds.windows(2).all(|pair| pair[0].is_apart_from(pair[1]));
            assert!(!terms.gap || apart, "{hand:?} {bounds:?}");
        }
    });
}

#[test]
fn the_order_of_the_hand_has_no_influence() {
    each_hand(5, 1_000, 20, |hand, terms, dice| {
        let preferences = preferences(dice);
        let best = finder::best(hand, terms, &preferences, 8);
        let mut other = hand.to_vec();
        dice.shuffle(&mut other);
        assert_eq!(finder::best(&other, terms, &preferences, 8), best);
        assert_eq!(finder::best(&other, terms, &preferences, 3), best[..best.len().min(3)]);
        assert!(finder::best(&other, terms, &preferences, 0).is_empty());
    });
}

/// 14.3: exactly this many naturals are missing, not fewer.
#[test]
fn mi_201_the_distance_is_the_fewest_naturals_that_help() {
    /// Whether this many more naturals of the packs make a laydown possible.
    fn helps(hand: &mut Vec<Card>, more: u8, from: usize, terms: Terms) -> bool {
        if more == 0 {
            return finder::exists(hand, terms);
        }
        let naturals = Natural::all().enumerate().skip(from);
        let card = |natural, hand: &[Card]| {
            let copies = (0..3).filter_map(|copy| Card::natural_copy(natural, copy));
            copies.into_iter().find(|card| !hand.contains(card))
        };
        naturals.into_iter().any(|(at, natural)| {
            card(natural, hand).is_some_and(|card| {
                hand.push(card);
                let helps = helps(hand, more - 1, at, terms);
                hand.pop();
                helps
            })
        })
    }
    each_hand(6, 600, 12, |hand, terms, _| {
        let terms = Terms { all_cards: false, ..terms };
        let distance = finder::distance(hand, terms);
        let found = (0..3).find(|more| helps(&mut hand.to_vec(), *more, 0, terms));
        assert_eq!(found.unwrap_or(3), distance.min(3), "{hand:?} {terms:?}");
    });
}

/// 14.3: in round 6, the cards to gain and to get rid of.
#[test]
fn the_distance_in_round_6_counts_cards_to_come_and_cards_to_go() {
    for (cards, expected) in [
        ("7S 7D 7C 4H 5H 6H 7H 9D 10D JD QD", 0),
        ("7S 7D 7C 4H 5H 6H 7H 9D 10D JD QD KS", 1), // The king must go.
        ("7S 7D 7C 4H 5H 6H 9D 10D JD QD KD", 1),    // A heart must come.
        ("7S 7D 7C 4H 5H 6H 9D 10D JD QD KS", 2),    // Both.
        ("7S 7D 7C 4H 5H 6H 9D 10D JD QD KS JK1", 1),
    ] {
        assert_eq!(finder::distance(&hand(cards), terms(6)), expected, "{cards}");
    }
    each_hand(7, 3_000, 14, |hand, other, _| {
        let terms = Terms { gap: other.gap, ..terms(6) };
        assert_eq!(finder::distance(hand, terms) == 0, finder::exists(hand, terms), "{hand:?}");
    });
}

/// The best laydown of a hand as text.
fn best(cards: &str, round: u8, preferences: &Preferences) -> Vec<String> {
    let best = finder::best(&hand(cards), terms(round), preferences, 1);
    let text =
        |meld: &Proposal| meld.cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    best.iter().flatten().map(text).collect()
}

/// The naturals of a text as bits.
fn fits(cards: &str) -> Preferences {
    let bits =
        hand(cards).into_iter().filter_map(Card::natural).map(|natural| 1 << natural.index());
    Preferences { fits: bits.sum(), most_wilds: false }
}

#[test]
fn mi_203_fewest_wilds_then_most_points_then_most_cards_that_fit() {
    let plain = Preferences::default();
    // Threes without a wild come before aces with one.
    assert_eq!(best("3C 3D 3H AC AD KC KD KH 2C", 1, &plain), ["3H 3D 3C", "KH KD KC"]);
    let most = Preferences { most_wilds: true, ..plain };
    assert_eq!(best("3C 3D 3H AC AD KC KD KH 2C JK1", 1, &most), ["KH KD JK1", "AD AC 2C"]);
    assert_eq!(best("3C 3D 3H AC AD AH KC KD KH", 1, &plain), ["KH KD KC", "AH AD AC"]);
    // Among equals the wild goes to the upper end; but the three can follow if the 2 stands for the
    // four.
    assert_eq!(best("5C 6C 7C 2D QC QD QH", 2, &plain), ["QH QD QC", "5C 6C 7C 2D"]);
    assert_eq!(best("5C 6C 7C 2D QC QD QH 3C", 2, &plain), ["QH QD QC", "2D 5C 6C 7C"]);
    // Tens, jacks and kings are worth the same; the kings can be laid off on the table.
    let cards = "10C 10D 10H JC JD JH KC KD KH";
    assert_eq!(best(cards, 1, &plain), ["JH JD JC", "KH KD KC"]);
    assert_eq!(best(cards, 1, &fits("KC KD KH")), ["10H 10D 10C", "JH JD JC"]);
}

#[test]
fn mi_203_runs_get_2s_and_sets_get_jokers() {
    let plain = Preferences::default();
    assert_eq!(best("QC QD 5C 6C 7C 2D JK1", 2, &plain), ["QD QC JK1", "5C 6C 7C 2D"]);
    assert_eq!(best("QC QD 5C 6C 7C JK1 JK2", 2, &plain), ["QD QC JK2", "5C 6C 7C JK1"]);
    assert_eq!(best("QC QD 5C 6C 7C 2D 2S", 2, &plain), ["QD QC 2S", "5C 6C 7C 2D"]);
}

#[test]
fn mi_204_the_copy_with_a_neighbour_or_a_place_on_the_table_stays() {
    let plain = Preferences::default();
    assert_eq!(best("7C 7D 7H 7S 8S KC KD KH", 1, &plain)[0], "7H 7D 7C");
    assert_eq!(best("7C 7D 7H 7S 6H KC KD KH", 1, &plain)[0], "7D 7C 7S");
    assert_eq!(best("7C 7D 7H 7S 6H KC KD KH", 1, &fits("7D"))[0], "7C 7S 7H");
    // A second copy of a card is not missed.
    assert_eq!(best("7C 7C#2 7D 7H 8C 6D 6H KC KD KH", 1, &plain)[0], "7C 7H 7D");
    // The remaining card extends the run laid down with it.
    assert_eq!(best("4C 4D 4H 4S 5H 6H 7H 8H", 2, &plain), ["4D 4C 4S", "5H 6H 7H 8H"]);
}
