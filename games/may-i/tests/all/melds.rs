//! Valid melds, the arrangement of runs, and lay-offs: section 4, the table of 17.1.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use may_i::meld::{Bounds, End, Misfit, arrange_run, fit, is_sound, judge};
use may_i::{Card, CardList, MeldKind, Natural};

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// A case of 17.1: id, type, whether longer melds are allowed, cards, and the fault or the
/// arrangement.
type Case = (u8, char, bool, &'static str, Result<&'static str, &'static str>);

/// The table of 17.1.
const TABLE: [Case; 40] = [
    (1, 's', false, "9C 9D 9H", Ok("9C 9D 9H")),
    (2, 's', false, "7S 7S#2 7D", Ok("7S 7S#2 7D")),
    (3, 's', false, "9C 9D JK1", Ok("9C 9D JK1")),
    (4, 's', false, "9C JK1 JK2", Err("too_many_wilds")),
    (5, 's', false, "2C 2D 2H", Err("no_natural")),
    (6, 's', false, "9C 10D JK1", Err("rank_mismatch")),
    (7, 's', false, "KC KD", Err("meld_too_short")),
    (8, 's', false, "KC KD KH KS", Err("meld_too_long")),
    (9, 's', true, "KC KD KH KS", Ok("KC KD KH KS")),
    (10, 's', false, "AC AD 2S", Ok("AC AD 2S")),
    (11, 's', true, "5C 5D 2H JK1", Ok("5C 5D 2H JK1")),
    (12, 's', true, "5C 5D 2H JK1 2S", Err("too_many_wilds")),
    (13, 's', true, "5C 5D 5H 5S 5C#2 5D#2 5H#2 5S#2", Ok("5C 5D 5H 5S 5C#2 5D#2 5H#2 5S#2")),
    (14, 'r', false, "5S 6S 7S 8S", Ok("5S 6S 7S 8S")),
    (15, 'r', false, "8S 5S 7S 6S", Ok("5S 6S 7S 8S")),
    (16, 'r', false, "3D 4D 5D 6D", Ok("3D 4D 5D 6D")),
    (17, 'r', false, "JH QH KH AH", Ok("JH QH KH AH")),
    (18, 'r', false, "AS 3S 4S 5S", Err("gap_unfilled")),
    (19, 'r', false, "QS KS AS 3S", Err("gap_unfilled")),
    (20, 'r', false, "5S JK1 JK2 8S", Ok("5S JK1=6S JK2=7S 8S")),
    (21, 'r', false, "JK1 4S 5S JK2", Ok("JK1=3S 4S 5S JK2=6S")),
    (22, 'r', false, "JK1 3S 4S 5S", Ok("3S 4S 5S JK1=6S")),
    (23, 'r', false, "QH KH AH 2C", Ok("2C=JH QH KH AH")),
    (24, 'r', false, "2S 3S 4S 5S", Ok("3S 4S 5S 2S=6S")),
    (25, 'r', false, "2D 5C 6C 7C", Ok("2D=4C 5C 6C 7C")),
    (26, 'r', false, "5C 6C 7C 2D", Ok("5C 6C 7C 2D=8C")),
    (27, 'r', false, "5S 6H 7S 8S", Err("mixed_suits")),
    (28, 'r', false, "5S 6S 6S#2 7S", Err("duplicate_rank")),
    (29, 'r', false, "5S 6S 8S 9S", Err("gap_unfilled")),
    (30, 'r', false, "5S JK1 JK2 2C", Err("too_many_wilds")),
    (31, 'r', false, "5S 6S 7S", Err("meld_too_short")),
    (32, 'r', false, "5S 6S 7S 8S 9S", Err("meld_too_long")),
    (33, 'r', true, "5S 6S 7S 8S 9S", Ok("5S 6S 7S 8S 9S")),
    (34, 'r', false, "KH AH JK1 JK2", Ok("JK1=JH JK2=QH KH AH")),
    (35, 'r', false, "7D 2C 2H 10D", Ok("7D 2C=8D 2H=9D 10D")),
    (36, 'r', false, "7D JD 2C 2H", Err("gap_unfilled")),
    (37, 'r', false, "8S 7S JK1 5S", Ok("5S JK1=6S 7S 8S")),
    (
        38,
        'r',
        true,
        "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
        Ok("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
    ),
    (39, 'r', true, "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH JK1", Err("out_of_range")),
    (40, 'r', false, "JK1 JK2 2C 2D", Err("no_natural")),
];

/// The arrangement of a meld, with the cards that the wilds of a run replace.
fn as_it_lies(kind: MeldKind, cards: &[Card]) -> String {
    if kind == MeldKind::Set {
        return CardList::written(cards);
    }
    let run = arrange_run(cards);
    let bounds = Bounds::of(run.as_slice()).unwrap();
    let written = run.iter().enumerate().map(|(at, card)| match card.natural() {
        Some(natural) => {
            assert_eq!(Some(natural), bounds.natural_at(at), "a natural out of place");
            card.to_string()
        }
        None => format!("{card}={}", bounds.natural_at(at).unwrap()),
    });
    written.collect::<Vec<_>>().join(" ")
}

#[test]
fn mi_52_every_case_of_the_table() {
    for (id, kind, longer, text, expected) in TABLE {
        let kind = if kind == 's' { MeldKind::Set } else { MeldKind::Run };
        let cards = cards(text);
        let found = judge(kind, &cards, longer);
        let found = found.map(|()| as_it_lies(kind, &cards)).map_err(may_i::meld::MeldError::code);
        assert_eq!(found.as_deref(), expected.as_ref().map(|lies| *lies), "M-{id}: {text}");
    }
}

#[test]
fn mi_40_suits_of_a_set_may_repeat_and_ranks_may_not_differ() {
    assert_eq!(judge(MeldKind::Set, &cards("7S 7S#2 7D"), false), Ok(()));
    assert!(judge(MeldKind::Set, &cards("7S 8S 7D"), false).is_err());
}

#[test]
fn mi_44_wilds_stand_anywhere_in_a_run() {
    for text in ["5S JK1 JK2 8S", "JK1 JK2 7S 8S", "5S 6S JK1 JK2", "JK1 6S 7S JK2"] {
        assert_eq!(judge(MeldKind::Run, &cards(text), false), Ok(()), "{text}");
    }
}

#[test]
fn mi_41_a_run_has_four_cards_of_one_suit_and_different_ranks_in_a_row() {
    assert_eq!(judge(MeldKind::Run, &cards("5S 6S 7S 8S"), false), Ok(()));
    for text in ["5S 6S 7S", "5S 6S 7S 8H", "5S 5S#2 6S 7S", "5S 6S 7S 9S", "KS AS 3S 4S"] {
        assert!(judge(MeldKind::Run, &cards(text), false).is_err(), "{text}");
    }
}

#[test]
fn mi_42_wilds_may_equal_naturals_but_not_outnumber_them() {
    assert_eq!(judge(MeldKind::Run, &cards("5S 6S 2C 2D"), false), Ok(()));
    assert!(judge(MeldKind::Run, &cards("5S 2C 2D 2H"), false).is_err());
    assert!(judge(MeldKind::Set, &cards("5S 2C 2D"), false).is_err());
}

#[test]
fn mi_43_all_wild_groups_have_a_reason_of_their_own() {
    for (kind, text) in [(MeldKind::Set, "2C JK1 JK2"), (MeldKind::Run, "2C 2D JK1 JK2")] {
        assert_eq!(judge(kind, &cards(text), false).unwrap_err().code(), "no_natural");
    }
}

#[test]
fn mi_45_a_run_has_at_most_twelve_cards() {
    let run = "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH";
    assert_eq!(judge(MeldKind::Run, &cards(run), true), Ok(()));
    let meld = cards(run);
    assert_eq!(fit(MeldKind::Run, &meld, "JK1".parse().unwrap(), None), Err(Misfit::DoesNotFit));
}

/// Over all groups of three to five cards of a small deck: none is both a set and a run.
#[test]
fn mi_46_no_group_is_both_a_set_and_a_run() {
    let deck = cards("3C 3D 4C 4D 5C 6C AC 2C 2D JK1");
    for group in 0_u32..1 << deck.len() {
        let chosen: Vec<Card> =
            (0..deck.len()).filter(|at| group >> at & 1 == 1).map(|at| deck[at]).collect();
        let is = |kind| judge(kind, &chosen, true).is_ok();
        assert!(!(is(MeldKind::Set) && is(MeldKind::Run)), "{chosen:?}");
    }
}

#[test]
fn mi_47_an_order_that_is_a_run_is_kept() {
    for text in ["2D 5C 6C 7C", "5C 6C 7C 2D", "JK1 JK2 5C 6C", "5C JK2 7C JK1"] {
        assert_eq!(arrange_run(&cards(text)).as_slice(), cards(text));
    }
}

#[test]
fn mi_48_any_other_order_is_normalised() {
    for (given, lies) in [
        ("8S JK1 5S 7S", "5S JK1 7S 8S"),
        ("JK1 3S 4S 5S", "3S 4S 5S JK1"),
        ("QH KH AH 2C", "2C QH KH AH"),
        ("QC KC 2C JK1", "2C QC KC JK1"),
        ("JK1 JK2 3S 4S", "3S 4S JK1 JK2"),
        ("9D JK2 6D JK1", "6D JK2 JK1 9D"),
    ] {
        assert_eq!(arrange_run(&cards(given)).as_slice(), cards(lies), "{given}");
    }
}

/// MI-48 over all runs: the arrangement is a run of the same cards, as high as possible if the
/// given order is not a run.
#[test]
fn mi_48_every_arrangement_is_a_run_of_the_same_cards() {
    let wilds = cards("2C JK1 2H JK2 2S");
    for ranks in 1_u32..1 << 12 {
        let naturals = Natural::all().take(12).enumerate();
        let naturals = naturals.filter(|(at, _)| ranks >> at & 1 == 1);
        let naturals: Vec<Card> =
            naturals.map(|(_, it)| Card::natural_copy(it, 0).unwrap()).collect();
        for count in 0..=wilds.len() {
            let given = [&wilds[..count], &naturals].concat();
            if judge(MeldKind::Run, &given, true).is_err() {
                continue;
            }
            let run = arrange_run(&given);
            assert!(is_sound(MeldKind::Run, run.as_slice()), "{given:?}");
            let sorted = |cards: &[Card]| {
                let mut cards = cards.to_vec();
                cards.sort();
                cards
            };
            assert_eq!(sorted(run.as_slice()), sorted(&given));
            let bounds = Bounds::of(run.as_slice()).unwrap();
            let spare_below = run.iter().take_while(|card| card.is_wild()).count() > 0;
            let as_given = run.as_slice() == given;
            assert!(as_given || !spare_below || bounds.high == Natural::HIGH, "{given:?}");
        }
    }
}

#[test]
fn mi_50_bounds_follow_from_the_first_natural() {
    let bounds = Bounds::of(&cards("2C JK1 5S 6S")).unwrap();
    assert_eq!((bounds.low, bounds.high, bounds.suit.letter()), (3, 6, 'S'));
    assert_eq!(bounds.natural_at(1).unwrap().to_string(), "4S");
    assert_eq!(Bounds::of(&cards("2C JK1")), None);
    assert_eq!(Bounds::of(&cards("2C 3S 4S 5S")), None, "there is nothing below 3");
    assert_eq!(Bounds::of(&cards("KS AS 2C")), None, "there is nothing above an ace");
}

#[test]
fn mi_63_two_ranks_lie_between_runs_of_one_suit() {
    let bounds = |text: &str| Bounds::of(&cards(text)).unwrap();
    let low = bounds("3S 4S 5S 6S");
    for (text, apart) in [
        ("7S 8S 9S 10S", false),
        ("8S 9S 10S JS", false),
        ("9S 10S JS QS", true),
        ("3S 4S 5S 6S", false),
        ("5S 6S 7S 8S", false),
        ("5H 6H 7H 8H", true),
    ] {
        assert_eq!(low.is_apart_from(bounds(text)), apart, "{text}");
        assert_eq!(bounds(text).is_apart_from(low), apart, "{text}");
    }
}

#[test]
fn mi_72_mi_73_mi_75_where_a_card_is_laid_off() {
    use MeldKind::{Run, Set};
    let none = Err(Misfit::DoesNotFit);
    let (start, end) = (Some(End::Start), Some(End::End));
    for (kind, meld, card, named, place) in [
        (Set, "7S 7D 2H", "7C", None, Ok(End::End)),
        (Set, "7S 7D 2H", "JK1", None, Ok(End::End)),
        (Set, "7S 7D 2H", "8C", None, none),
        (Set, "2H 7D 7S", "7C", start, Ok(End::End)),
        (Run, "5S 6S 7S 8S", "4S", None, Ok(End::Start)),
        (Run, "5S 6S 7S 8S", "4S", end, Ok(End::Start)),
        (Run, "5S 6S 7S 8S", "9S", None, Ok(End::End)),
        (Run, "5S 6S 7S 8S", "9H", None, none),
        (Run, "5S 6S 7S 8S", "3S", None, none),
        (Run, "5S 6S 7S 8S", "6S#2", None, none),
        (Run, "3S 4S 5S 2D", "6S", None, none),
        (Run, "5S 6S 7S 8S", "2C", None, Ok(End::End)),
        (Run, "5S 6S 7S 8S", "2C", start, Ok(End::Start)),
        (Run, "3S 4S 5S 2D", "2C", start, Err(Misfit::EndNotAvailable)),
        (Run, "3S 4S 5S 2D", "2C", None, Ok(End::End)),
        (Run, "JH QH KH AH", "2C", end, Err(Misfit::EndNotAvailable)),
        (Run, "JH QH KH AH", "2C", None, Ok(End::Start)),
    ] {
        let found = fit(kind, &cards(meld), card.parse().unwrap(), named);
        assert_eq!(found, place, "{card} on {meld}, {named:?}");
    }
}
