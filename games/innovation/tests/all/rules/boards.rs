//! Sections 5 and 6: boards, splays and the vocabulary.

use croupier_kit::game::Seat;
use innovation::Card;
use innovation::cards::Icon;
use innovation::set::CardSet;
use innovation::world::Splay;

use super::{arranged, check};

/// Every card under every splay: the slots of IN-29, counted from the table.
#[test]
fn in_29_covered_cards_show_the_slots_of_their_splay() {
    for card in Card::all() {
        let pile: Vec<Card> = CardSet::all()
            .of_colour(card.colour())
            .but(card)
            .iter()
            .take(1)
            .chain([card])
            .collect();
        let (top, covered) = (pile[0], pile[1]);
        for (word, splay, shown) in [
            ("null", None, &[][..]),
            ("\"left\"", Some(Splay::Left), &[3][..]),
            ("\"right\"", Some(Splay::Right), &[0, 1][..]),
            ("\"up\"", Some(Splay::Up), &[1, 2, 3][..]),
        ] {
            let colour = card.colour().name();
            let layout = format!(
                r#"{{"seats":[{{"board":{{"{colour}":{{"cards":["{covered}","{top}"],"splay":{word}}}}}}}]}}"#
            );
            let game = arranged(2, &layout);
            let world = game.state().world();
            assert_eq!(world.splay(Seat(0), card.colour()), splay);
            for icon in Icon::ALL {
                let slots = shown.iter().filter(|at| covered.face().slots[**at] == Some(icon));
                let count = u8::try_from(slots.count()).unwrap() + top.face().count(icon);
                assert_eq!(
                    world.icons(Seat(0), icon),
                    count,
                    "{covered} under {top}, {word}, {icon:?}"
                );
            }
        }
    }
}

#[test]
fn in_27_a_pile_is_unsplayed_or_splayed_one_way() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Tools","Writing"],"purple":["Philosophy"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"},{"colour":"blue"}],
        "expect":{"seats":[{"splay":{"blue":"left","purple":null}}]}}"#,
    );
}

/// A splay that changes nothing is not offered, and a card that splays without asking does nothing
/// then.
#[test]
fn in_28_a_splay_needs_two_cards_and_another_direction() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":{"cards":["Tools","Writing"],"splay":"left"},"purple":["Philosophy"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"}],
        "expect":{"actions":1,"bonus":false}}"#,
    );
}

#[test]
fn in_35_a_draw_by_an_effect_looks_at_no_top_card() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Writing"],"red":["Robotics"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Writing"}],
        "expect":{"seats":[{"hand":["Calendar"]}]}}"#,
    );
}

#[test]
fn in_38_points_are_values_and_only_the_keyword_counts() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Philosophy"]},"hand":["Coal"],"score":["Oars","Databases"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"},{"cards":["Coal"]}],
        "expect":{"seats":[{"points":16,"scored":1,"tucked":0}]}}"#,
    );
}

#[test]
fn in_49_different_values_are_counted_once_each() {
    let set: CardSet =
        [Card::Oars, Card::Tools, Card::Calendar, Card::Databases].into_iter().collect();
    assert_eq!(set.values(), 3);
    assert_eq!(CardSet::EMPTY.values(), 0);
}

#[test]
fn in_52_a_claim_of_an_owned_achievement_is_nothing() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Construction"],"blue":["Tools"],"green":["Sailing"],"purple":["Code of Laws"],"yellow":["Agriculture"]}},{"board":{"green":["Clothing"]},"ach":["Empire"]}],
        "steps":[{"act":"dogma","card":"Construction"}],
        "expect":{"seats":[{"ach":[]},{"ach":["Empire"]}]}}"#,
    );
}

#[test]
fn in_48_the_highest_value_of_nothing_is_0() {
    assert_eq!(CardSet::EMPTY.highest_value(), 0);
    assert!(CardSet::EMPTY.highest().is_empty() && CardSet::EMPTY.lowest().is_empty());
}
