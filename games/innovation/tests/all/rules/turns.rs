//! Sections 3, 4 and 8: actions, drawing, achievements and endings.

use super::check;

#[test]
fn in_13_any_action_may_follow_any_other() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Sailing"]},"hand":["Tools"]},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Oars","Pottery"]},
        "steps":[{"act":"meld","card":"Tools"},{"act":"draw"}],
        "expect":{"turn":1,"actions":2,"seats":[{"board":{"blue":["Tools"]},"hand":["Oars"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Sailing"]}},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Oars","Pottery"]},
        "steps":[{"act":"draw"},{"act":"draw"}],
        "expect":{"turn":1,"actions":2,"seats":[{"hand":["Oars","Pottery"]}]}}"#,
    );
}

#[test]
fn in_18_what_effects_do_costs_no_action() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["The Wheel"]}},{"board":{"purple":["Mysticism"]}}],
        "steps":[{"act":"dogma","card":"The Wheel"}],
        "expect":{"bonus":true,"turn":0,"actions":1}}"#,
    );
}

/// IN-74, IN-145: both counters of all players are reset.
#[test]
fn in_19_the_turn_passes_on_and_all_counters_are_reset() {
    check(
        r#"{"players":3,"turn":2,"actions":1,"counters":{"scored":[1,2,3],"tucked":[3,2,1]},
        "seats":[{"board":{"green":["Sailing"]}},{"board":{"red":["Archery"]}},{"board":{"blue":["Tools"]}}],
        "steps":[{"act":"draw"}],
        "expect":{"turn":0,"actions":2,"seats":[{"scored":0,"tucked":0},{"scored":0,"tucked":0},{"scored":0,"tucked":0}]}}"#,
    );
}

#[test]
fn in_20_a_draw_takes_the_top_card_of_its_deck() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Calendar"]}},{"board":{"red":["Archery"]}}],
        "decks":{"2":["Currency","Mathematics"]},
        "steps":[{"act":"draw"}],
        "expect":{"seats":[{"hand":["Currency"]}],"decks":{"2":["Mathematics"]}}}"#,
    );
}

#[test]
fn in_23_a_draw_that_fails_ends_the_game_and_what_was_done_stands() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["The Wheel"]},"score":["Oars"]},{"board":{"blue":["Tools"]}}],
        "decks":{"1":["Pottery"],"2":[],"3":[],"4":[],"5":[],"6":[],"7":[],"8":[],"9":[],"10":[]},
        "steps":[{"act":"dogma","card":"The Wheel"}],
        "expect":{"winners":[0],"win_by":"score","seats":[{"hand":["Pottery"]}]}}"#,
    );
}

#[test]
fn in_24_only_draws_skip_ages() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Enterprise","Calendar"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Tools"}],
        "expect":{"actions":1,"seats":[{"hand":["Enterprise","Calendar"]}]}}"#,
    );
}

/// The second draw sees the result of the first: it skips an exhausted age, and the Monument is
/// claimed in between.
#[test]
fn in_25_several_draws_are_made_one_at_a_time() {
    check(
        r#"{"players":2,"counters":{"scored":[5,0],"tucked":[0,0]},
        "seats":[{"board":{"green":["Clothing"],"blue":["Writing"]}},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Oars"],"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Clothing"}],
        "expect":{"seats":[{"score":["Oars","Calendar"],"ach":["Monument"],"scored":7}]}}"#,
    );
}

#[test]
fn in_70_a_claim_needs_points_a_top_card_and_an_achievement_that_is_left() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Currency"]},"score":["Optics","Paper"]},{"board":{"red":["Archery"]},"ach":[1]}],
        "steps":[{"act":"achieve","age":1}],
        "expect":{"error":"IllegalAction/AchievementTaken","seats":[{"ach":[]},{"ach":[1]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Currency"]},"score":["Optics","Paper"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"achieve","age":1}],
        "expect":{"actions":1,"seats":[{"ach":[1],"points":6}]}}"#,
    );
}

#[test]
fn in_71_each_special_achievement_comes_by_its_condition() {
    // World: the twelfth clock is melded.
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":{"cards":["Mobility","Fission"],"splay":"up"},"green":["Satellites"],"purple":["The Internet"],"blue":["Rocketry"]},"hand":["Software"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"meld","card":"Software"}],
        "expect":{"icons":{"0":{"clock":12}},"seats":[{"ach":["World"]}]}}"#,
    );
    // Wonder: the fifth pile is splayed.
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":{"cards":["Writing","Tools"],"splay":"right"},"green":{"cards":["Sailing","Measurement"],"splay":"up"},"purple":{"cards":["Mysticism","Philosophy"],"splay":"right"},"red":["Coal","Oars"],"yellow":{"cards":["Masonry","Agriculture"],"splay":"up"}},"hand":["Clothing"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Measurement"},{"cards":["Clothing"]},{"colour":"red"}],
        "expect":{"seats":[{"ach":["Wonder"],"splay":{"red":"right"}}]}}"#,
    );
}

#[test]
fn in_78_the_turn_limit_ends_the_game_by_score() {
    check(
        r#"{"players":2,"actions":1,"options":{"turn_limit":3},
        "seats":[{"board":{"green":["Sailing"]},"score":["Oars"]},{"board":{"red":["Archery"]},"score":["Calendar"]}],
        "steps":[{"act":"draw"}],
        "expect":{"winners":[1],"win_by":"score"}}"#,
    );
}

#[test]
fn in_80_nothing_happens_after_the_end() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Stem Cells"]}},{"board":{"red":["Archery"]},"score":["Oars"]}],
        "decks":{"10":[]},
        "steps":[{"act":"draw"},{"act":"draw"}],
        "expect":{"error":"IllegalAction/GameIsOver","winners":[1],"win_by":"score"}}"#,
    );
}

/// Drawing into a hand is a change like any other. A condition that an arranged position already
/// meets is claimed then, by the first player in turn order starting with the turn player.
#[test]
fn in_72_conditions_are_tested_after_every_change() {
    check(
        r#"{"players":2,"turn":1,
        "seats":[{"board":{"blue":["Rocketry"],"green":["Satellites"],"purple":["Services"],"red":["Fission"],"yellow":["Suburbia"]}},
            {"board":{"blue":["Software"],"green":["Databases"],"purple":["A.I."],"red":["Robotics"],"yellow":["Stem Cells"]}}],
        "steps":[{"act":"draw"}],
        "expect":{"actions":1,"seats":[{"ach":[]},{"ach":["Universe"]}]}}"#,
    );
    check(
        r#"{"players":3,"counters":{"scored":[0,0,6],"tucked":[0,0,0]},
        "seats":[{"board":{"red":["Archery"]}},{"board":{"green":["Sailing"]},"hand":["Calendar"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Tools"]},
        "steps":[{"act":"dogma","card":"Archery"}],
        "expect":{"seats":[{"ach":[],"hand":["Calendar"]},{"ach":[]},{"ach":["Monument"]}]}}"#,
    );
}
