//! Cards, values, and which card beats which (MM-1, MM-5, MM-8, MM-31 to MM-33, MM-C1), and the
//! quality of the resulting traps (MM-84).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Card, Rank};
use min_or_max::{Action, Mode, beats, fresh_deck, is_ace, value};

use crate::common::{self, card, cards};

#[test]
fn mm_01_notation_is_read_and_written() {
    for text in ["7H", "10S", "AD", "KC"] {
        let action = common::action(&format!(r#"{{"choose_card": {{"card": "{text}"}}}}"#));
        assert_eq!(action, Action::ChooseCard { card: card(text) });
        assert!(serde_json::to_string(&action).unwrap().contains(text));
    }
}

#[test]
fn mm_05_the_deck_before_the_shuffle() {
    let deck: Vec<Card> = fresh_deck().collect();
    assert_eq!(deck[..13], cards("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"));
    assert_eq!(deck[13..16], cards("2D 3D 4D"));
    assert_eq!((deck[26], deck[39], deck[51]), (card("2C"), card("2S"), card("AS")));
    let mut all = deck.clone();
    all.sort_unstable();
    assert!(all.into_iter().eq(Card::deck()));
}

#[test]
fn mm_08_values() {
    for (text, counts) in [("2H", 2), ("9S", 9), ("10D", 10), ("JC", 10), ("QH", 10), ("KS", 10)] {
        assert_eq!(value(card(text)), counts);
    }
    assert_eq!(value(card("AH")), 1, "or 11, as declared");
}

/// MM-31 to MM-33 and MM-C1, implemented literally, over all pairs of cards.
#[test]
fn mm_31_all_pairs_by_the_book() {
    let number = |card: Card| match card.rank() {
        Rank::JACK | Rank::QUEEN | Rank::KING => 10,
        rank => rank.number(),
    };
    let strict = |card: Card| card.rank().number();
    for played in Card::deck() {
        for top in Card::deck() {
            let aces = is_ace(played) || is_ace(top);
            let (max, min) = (number(played) >= number(top), number(played) <= number(top));
            assert_eq!(beats(played, top, Mode::Max, false), aces || max, "{played} on {top}");
            assert_eq!(beats(played, top, Mode::Min, false), aces || min, "{played} on {top}");
            let (max, min) = (strict(played) >= strict(top), strict(played) <= strict(top));
            assert_eq!(beats(played, top, Mode::Max, true), aces || max, "{played} on {top}");
            assert_eq!(beats(played, top, Mode::Min, true), aces || min, "{played} on {top}");
        }
    }
}

#[test]
fn mm_32_tens_beat_one_another() {
    for one in cards("10H JH QH KH") {
        for other in cards("10S JS QS KS") {
            for mode in [Mode::Min, Mode::Max] {
                assert!(beats(one, other, mode, false));
            }
        }
    }
}

/// MM-84: how often four cards contain no answer.
#[test]
fn mm_84_a_low_card_on_min_is_the_strongest_trap() {
    let no_answer = |top: &str, mode: Mode| {
        let top = card(top);
        let others = Card::deck().filter(|card| *card != top);
        let answers = others.filter(|card| beats(*card, top, mode, false)).count();
        let left = u32::try_from(51 - answers).unwrap();
        (0..4).fold(1.0, |chance, drawn| chance * f64::from(left - drawn) / f64::from(51 - drawn))
    };
    let near = |found: f64, expected: f64| (found - expected).abs() < 0.005;
    assert!(near(no_answer("2H", Mode::Min), 0.54));
    assert!(near(no_answer("3H", Mode::Min), 0.37));
    assert!(near(no_answer("4H", Mode::Min), 0.24));
    assert!(near(no_answer("10H", Mode::Max), 0.14));
    assert!(near(no_answer("KH", Mode::Max), 0.14));
}
