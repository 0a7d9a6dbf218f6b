//! Section 1, and the card table against its file.

use std::collections::BTreeMap;

use innovation::cards::{AGES, CARDS, Icon};
use innovation::set::CardSet;
use innovation::{Card, Colour};

const TABLE: &str = include_str!("../../../../../docs/specs/innovation-cards.csv");
const EFFECTS: &str = include_str!("../../../../../docs/specs/innovation-effects.md");

fn rows() -> Vec<Vec<&'static str>> {
    TABLE.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

fn slots(card: Card) -> [&'static str; 4] {
    card.face().slots.map(|icon| icon.map_or("hex", Icon::name))
}

#[test]
fn in_152_the_cards_are_those_of_the_table() {
    let rows = rows();
    assert_eq!(rows.len(), CARDS);
    for (card, row) in Card::all().zip(rows) {
        let [id, name, age, colour, s0, s1, s2, s3, featured] = row[..] else { panic!("{row:?}") };
        assert_eq!(
            (card.id().to_string().as_str(), card.name(), card.age().to_string().as_str()),
            (id, name, age)
        );
        assert_eq!((card.colour().name(), slots(card)), (colour, [s0, s1, s2, s3]), "{card}");
        assert_eq!(card.featured().name(), featured, "{card}");
    }
    let count = |icon: &str| Card::all().flat_map(slots).filter(|slot| *slot == icon).count();
    let icons = ["bulb", "crown", "leaf", "factory", "castle", "clock"].map(count);
    assert_eq!(icons, [67, 66, 59, 49, 38, 36]);
    let pictures =
        [0, 1, 2, 3].map(|at| Card::all().filter(|card| slots(*card)[at] == "hex").count());
    assert_eq!(pictures, [52, 8, 15, 30]);
}

#[test]
fn in_0_the_edition_is_the_classic_base_set() {
    assert_eq!(innovation::save::EDITION, "base-1");
    assert_eq!((CARDS, AGES, Icon::ALL.len()), (105, 10, 6));
}

#[test]
fn in_1_ids_run_by_age_and_then_by_name() {
    let keys: Vec<_> = Card::all().map(|card| (card.age(), card.name())).collect();
    assert!(keys.is_sorted());
    for age in 1..=10 {
        let of_age = CardSet::all().of_value(age);
        assert_eq!(of_age.len(), if age == 1 { 15 } else { 10 });
        for colour in Colour::ALL {
            assert_eq!(of_age.of_colour(colour).len(), if age == 1 { 3 } else { 2 });
        }
    }
}

#[test]
fn in_2_three_slots_hold_icons_of_their_ages() {
    for card in Card::all() {
        assert_eq!(slots(card).iter().filter(|slot| **slot == "hex").count(), 1, "{card}");
        assert!(!card.has(Icon::Castle) || card.age() <= 3, "{card}");
        assert!(!card.has(Icon::Factory) || card.age() >= 4, "{card}");
        assert!(!card.has(Icon::Clock) || card.age() >= 7, "{card}");
    }
}

#[test]
fn in_3_the_featured_icon_is_the_most_frequent_one() {
    for card in Card::all() {
        let count = |icon: Icon| card.face().count(icon);
        let others = Icon::ALL.into_iter().filter(|icon| *icon != card.featured());
        assert!(others.map(count).all(|other| other < count(card.featured())), "{card}");
    }
}

/// IN-93: every effect of the specification is registered, as a demand or not, and no other.
#[test]
fn in_93_every_effect_is_registered() {
    let mut written: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    let mut card = "";
    for line in EFFECTS.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let name = heading.split_once(' ').map_or("", |(_, rest)| rest);
            card = name.rsplit_once(" (").map_or("", |(name, _)| name);
        }
        let mut letters = line.chars();
        let number = letters.next().filter(char::is_ascii_digit);
        let kind = (letters.next(), letters.next());
        if let (Some(_), (Some(' '), Some(kind @ ('D' | 'N')))) = (number, kind) {
            written.entry(card).or_default().push(kind == 'D');
        }
    }
    assert_eq!(written.values().map(Vec::len).sum::<usize>(), 157);
    for card in Card::all() {
        assert_eq!(innovation::effects::demands_of(card), written[card.name()], "{card}");
    }
}
