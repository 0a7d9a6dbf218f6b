//! Section 7: order, fixed icon counts and bonus, beyond the scenarios of section 19.

use super::check;

/// All executors finish an effect before the next one starts with the first executor again.
#[test]
fn in_55_effects_run_one_after_the_other() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"blue":["Pottery"]}},{"board":{"yellow":["Agriculture"]},"hand":["Sailing"]},{"board":{"green":["Clothing"],"yellow":["Fermenting"]},"hand":["Masonry"]}],
        "decks":{"1":["Tools","Oars","Writing","Archery","Mysticism","Metalworking"]},
        "steps":[{"act":"dogma","card":"Pottery"},{"by":1,"cards":["Sailing"]},{"by":2,"cards":["Masonry"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Metalworking","Mysticism"]},{"score":["Tools"],"hand":["Writing"]},{"score":["Oars"],"hand":["Archery"]}]}}"#,
    );
}

/// The card covers itself in its first effect, and its second effect still runs.
#[test]
fn in_58_remaining_effects_run_though_the_card_is_covered() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Oars","Clothing","Sailing","Paper"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Pottery","Writing","Masonry"],"3":["Translation"]},
        "steps":[{"act":"dogma","card":"Tools"},{"cards":["Oars","Clothing","Sailing"]},{"cards":["Paper"]}],
        "expect":{"seats":[{"hand":["Pottery","Writing","Masonry"],"board":{"blue":["Tools","Translation"]}}]}}"#,
    );
}

/// IN-67: a nested card runs for one player alone, though others have more icons.
#[test]
fn in_67_a_nested_card_is_not_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"],"blue":["Writing"]}},{"board":{"purple":["Philosophy"],"yellow":["Perspective"]}}],
        "decks":{"2":["Calendar","Currency"]},
        "steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"bonus":false,"seats":[{"hand":["Calendar"]},{"hand":[]}]}}"#,
    );
}

/// IN-65: changes by a demand do not count as sharing.
#[test]
fn in_65_demands_pay_no_bonus() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"red":["Archery"]}},{"board":{"purple":["Mysticism"]}},{"board":{"green":["Sailing"]},"hand":["Calendar"]}],
        "steps":[{"act":"dogma","card":"Archery"}],
        "expect":{"bonus":false}}"#,
    );
}

/// IN-66: the bonus draw can end the game.
#[test]
fn in_66_the_bonus_can_end_the_game() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Philosophy"],"yellow":["Stem Cells"]}},{"board":{"purple":["Education"],"blue":["Tools"]},"hand":["Oars"]}],
        "decks":{"10":[]},
        "steps":[{"act":"dogma","card":"Philosophy"},{"by":1,"cards":["Oars"]}],
        "expect":{"winners":[1],"win_by":"score","bonus":true}}"#,
    );
}
