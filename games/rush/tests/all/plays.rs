//! Legal plays, compared with the wording of the specification.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Card, Dice, Seed};
use rush::Cards;
use rush::plays::{
    LegalSets, Outlook, PlayKind, has_move, is_valid, outlook, play_kind, substitute, total, value,
};

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// RU-17 to RU-22, implemented literally.
fn by_the_book(play: &[Card], top: Card) -> bool {
    let t = value(top);
    let valid = |c: &Card| value(*c) == t || value(*c) == t + 1 || (t == 13 && value(*c) == 1);
    let sum: u32 = play.iter().map(|c| u32::from(value(*c))).sum();
    match play.len() {
        0 => false,
        1 => valid(&play[0]),
        _ => {
            let same = play.iter().all(|c| value(*c) == value(play[0])) && valid(&play[0]);
            same || play.iter().all(valid) || sum == u32::from(t)
        }
    }
}

fn subset(hand: &[Card], set: u32) -> Vec<Card> {
    let member = |at: usize| set >> at & 1 == 1;
    (0..hand.len()).filter(|at| member(*at)).map(|at| hand[at]).collect()
}

#[test]
fn ru_01_notation_is_read_and_written() {
    for text in ["7H", "10S", "AD", "KC"] {
        assert_eq!(card(text).to_string(), text);
    }
    let play: Cards = serde_json::from_str(r#"["8S", "7D"]"#).unwrap();
    assert_eq!(play.last(), Some(card("7D")), "the last card of a play lies on top");
}

#[test]
fn ru_07_values_ignore_suits() {
    let values: Vec<_> = Card::deck().map(value).collect();
    let suit: Vec<u8> = (1..=13).collect();
    assert_eq!(values, [suit.clone(), suit.clone(), suit.clone(), suit].concat());
}

#[test]
fn ru_19_several_cards_need_one_of_three_reasons() {
    let mut dice = Dice::new(Seed::from_number(19));
    let mut deck: Vec<Card> = Card::deck().collect();
    for _ in 0..2000 {
        dice.shuffle(&mut deck);
        let hand = &deck[1..2 + dice.below(7) as usize];
        let top = deck[0];
        let sets: Vec<u32> =
            (1..1 << hand.len()).filter(|set| by_the_book(&subset(hand, *set), top)).collect();
        let found: Vec<_> = LegalSets::of(hand, top)
            .iter()
            .map(|set| set.cards(hand).as_slice().to_vec())
            .collect();
        let expected: Vec<_> = sets.iter().map(|set| subset(hand, *set)).collect();
        assert_eq!(found, expected, "{hand:?} on {top}");
        assert_eq!(LegalSets::of(hand, top).count() as usize, expected.len());
        assert_eq!(has_move(hand, top), !expected.is_empty(), "{hand:?} on {top}");
        let outlook_by_the_book = match expected.as_slice() {
            [] => Outlook::Nothing,
            [set] if set.len() == 1 => Outlook::Only(set[0]),
            _ => Outlook::Choice,
        };
        assert_eq!(outlook(hand, top), outlook_by_the_book, "{hand:?} on {top}");
        for set in 1..1 << hand.len() {
            let play = subset(hand, set);
            assert_eq!(play_kind(&play, top).is_some(), by_the_book(&play, top));
        }
    }
}

#[test]
fn ru_23_the_kinds_have_names() {
    let kind = |play: &str, top: &str| play_kind(&cards(play), card(top));
    assert_eq!(kind("8S", "7C"), Some(PlayKind::Single));
    assert_eq!(kind("8S 8D", "7C"), Some(PlayKind::SameValue));
    assert_eq!(kind("8S 7D", "7C"), Some(PlayKind::AllValid));
    assert_eq!(kind("3S 4D", "7C"), Some(PlayKind::Sum));
    assert_eq!(kind("8S 9D", "7C"), None);
    assert_eq!(kind("", "7C"), None);
    // All-valid and sum exclude each other: two valid cards exceed the top card's value.
    for top in Card::deck() {
        let mut valid = Card::deck().filter(|other| is_valid(*other, top)).map(value);
        let lowest = valid.next().unwrap();
        let sum = u32::from(lowest) * 2;
        assert!(sum > u32::from(value(top)) || value(top) == 13, "{top}");
    }
    assert_eq!(kind("KS AD", "KC"), Some(PlayKind::AllValid), "14 is no sum");
}

#[test]
fn ru_67_the_substitute_play() {
    let play = |hand: &str, top: &str| {
        let play = substitute(&cards(hand), card(top));
        play.map(|cards| cards.as_slice().to_vec())
    };
    assert_eq!(play("7D 8S 3H 4D", "7C"), Some(cards("7D 8S")));
    // Ascending, equal values by place; the highest on top.
    assert_eq!(play("8S 7D 8D 7H", "7C"), Some(cards("7D 7H 8S 8D")));
    // Ties: fewer cards, then the earliest places.
    assert_eq!(play("3H 4D 7D 9S", "7C"), Some(cards("7D")));
    assert_eq!(play("AH 3H 2D 2S", "4C"), Some(cards("AH 3H")));
    assert_eq!(play("2S 2D AH 3H", "4C"), Some(cards("2S 2D")));
    assert_eq!(play("9S", "7C"), None);
    assert_eq!(total(&cards("AH 10S JD QC KH")), 47);
}
