//! Age 2.

use super::check;

#[test]
fn calendar_1_draws_two_threes_with_more_scored_than_held() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Calendar"]},"hand":["Sailing"],"score":["Oars","Tools"]},{"board":{"red":["Archery"]}}],
        "decks":{"3":["Paper","Optics"]},
        "steps":[{"act":"dogma","card":"Calendar"}],
        "expect":{"seats":[{"hand":["Sailing","Paper","Optics"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Calendar"]},"hand":["Sailing"],"score":["Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Calendar"}],
        "expect":{"seats":[{"hand":["Sailing"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Calendar"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Calendar"}],
        "expect":{"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn calendar_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Calendar"]}},{"board":{"yellow":["Agriculture"]},"score":["Oars"]}],
        "decks":{"2":["Currency"],"3":["Paper","Optics"]},
        "steps":[{"act":"dogma","card":"Calendar"}],
        "expect":{"bonus":true,"seats":[{"hand":["Currency"]},{"hand":["Paper","Optics"]}]}}"#,
    );
}

#[test]
fn canal_building_1_one_side_may_be_empty() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Canal Building"]},"hand":["Paper","Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Canal Building"},{"yes":true}],
        "expect":{"seats":[{"hand":["Oars"],"score":["Paper"],"scored":0}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Canal Building"]},"score":["Paper","Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Canal Building"},{"yes":true}],
        "expect":{"seats":[{"hand":["Paper"],"score":["Oars"]}]}}"#,
    );
}

#[test]
fn canal_building_1_may_be_declined_and_is_skipped_if_both_are_empty() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Canal Building"]},"hand":["Paper"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Canal Building"},{"yes":false}],
        "expect":{"seats":[{"hand":["Paper"],"score":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Canal Building"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Canal Building"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn canal_building_1_shared_and_a_no_is_no_share() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Canal Building"]}},{"board":{"green":["Currency"],"purple":["City States"]},"hand":["Oars"]}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Canal Building"},{"by":1,"yes":true}],
        "expect":{"bonus":true,"seats":[{"hand":["Calendar"]},{"score":["Oars"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Canal Building"]}},{"board":{"green":["Currency"],"purple":["City States"]},"hand":["Oars"]}],
        "steps":[{"act":"dogma","card":"Canal Building"},{"by":1,"yes":false}],
        "expect":{"bonus":false,"seats":[{"hand":[]},{"hand":["Oars"]}]}}"#,
    );
}

#[test]
fn construction_1_takes_two_cards_and_the_victim_draws() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Construction"]}},{"board":{"green":["Clothing"]},"hand":["Oars","Tools","Sailing"]}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Construction"},{"by":1,"cards":["Oars","Sailing"]}],
        "expect":{"bonus":false,"seats":[{"hand":["Oars","Sailing"]},{"hand":["Tools","Calendar"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Construction"]}},{"board":{"green":["Clothing"]},"hand":["Oars","Tools","Sailing"]}],
        "steps":[{"act":"dogma","card":"Construction"},{"by":1,"cards":["Oars"]}],
        "expect":{"error":"InvalidChoice/WrongCount","phase":"AwaitingChoice","pending":{"by":1,"min":2,"max":2,"optional":false}}}"#,
    );
}

#[test]
fn construction_1_a_victim_without_cards_draws_all_the_same() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Construction"]}},{"board":{"green":["Clothing"]}}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Construction"}],
        "expect":{"seats":[{"hand":[]},{"hand":["Calendar"]}]}}"#,
    );
}

#[test]
fn construction_2_nobody_if_two_have_five_colours() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Construction"],"blue":["Tools"],"green":["Sailing"],"purple":["Code of Laws"],"yellow":["Agriculture"]}},{"board":{"red":["Oars"],"blue":["Pottery"],"green":["Clothing"],"purple":["City States"],"yellow":["Canal Building"]}}],
        "steps":[{"act":"dogma","card":"Construction"}],
        "expect":{"seats":[{"ach":[]},{"ach":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Construction"]}},{"board":{"green":["Clothing"]}}],
        "steps":[{"act":"dogma","card":"Construction"}],
        "expect":{"seats":[{"ach":[]},{"ach":[]}]}}"#,
    );
}

#[test]
fn currency_1_scores_a_two_for_every_different_value() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Currency"]},"hand":["Oars","Tools","Calendar"]},{"board":{"red":["Archery"]}}],
        "decks":{"2":["Mathematics","Monotheism","Fermenting"]},
        "steps":[{"act":"dogma","card":"Currency"},{"cards":["Tools","Calendar","Oars"]}],
        "expect":{"seats":[{"hand":[],"score":["Mathematics","Monotheism"],"scored":2}],"deck_bottom":{"1":["Tools","Oars"]}}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Currency"]},"hand":["Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Currency"},{"cards":[]}],
        "expect":{"seats":[{"hand":["Oars"],"score":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Currency"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Currency"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn currency_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Currency"]}},{"board":{"green":["Sailing"],"purple":["City States"]},"hand":["Oars"]}],
        "decks":{"2":["Mathematics","Monotheism"]},
        "steps":[{"act":"dogma","card":"Currency"},{"by":1,"cards":["Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Monotheism"]},{"score":["Mathematics"]}]}}"#,
    );
}

#[test]
fn fermenting_1_draws_a_two_for_every_two_leaves() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Fermenting"],"blue":["Pottery"]}},{"board":{"red":["Archery"]}}],
        "decks":{"2":["Calendar","Currency","Mathematics"]},
        "steps":[{"act":"dogma","card":"Fermenting"}],
        "expect":{"icons":{"0":{"leaf":5}},"seats":[{"hand":["Calendar","Currency"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Fermenting"]}},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"2":["Calendar","Currency","Mathematics"]},
        "steps":[{"act":"dogma","card":"Fermenting"}],
        "expect":{"bonus":true,"seats":[{"hand":["Currency","Mathematics"]},{"hand":["Calendar"]}]}}"#,
    );
}

#[test]
fn fermenting_1_is_not_shared_with_those_who_have_fewer_leaves() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Archery"],"yellow":{"cards":["Fermenting"]}}},{"board":{"green":["Sailing"]}}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Fermenting"}],
        "expect":{"bonus":false,"seats":[{"hand":["Calendar"]},{"hand":[]}]}}"#,
    );
}

#[test]
fn mapmaking_1_takes_a_one_from_the_score_pile() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Mapmaking"]}},{"board":{"red":["Archery"]},"score":["Oars","Tools","Calendar"]}],
        "decks":{"1":["Sailing"]},
        "steps":[{"act":"dogma","card":"Mapmaking"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":false,"seats":[{"score":["Tools","Sailing"],"scored":1},{"score":["Oars","Calendar"]}]}}"#,
    );
}

#[test]
fn mapmaking_1_needs_a_card_of_exactly_that_value() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Mapmaking"]}},{"board":{"red":["Archery"]},"score":["Calendar"]}],
        "steps":[{"act":"dogma","card":"Mapmaking"}],
        "expect":{"seats":[{"score":[]},{"score":["Calendar"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Mapmaking"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Mapmaking"}],
        "expect":{"seats":[{"score":[]}]}}"#,
    );
}

#[test]
fn mapmaking_2_pays_sharers_too() {
    check(
        r#"{"players": 3,
        "seats":[{"board":{"green":["Mapmaking"]}},{"board":{"green":["Currency"],"purple":["City States"]}},{"board":{"red":["Archery"]},"score":["Oars"]}],
        "decks":{"1":["Sailing","Tools"],"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Mapmaking"}],
        "expect":{"bonus":true,"seats":[{"score":["Oars","Tools"],"hand":["Calendar"]},{"score":["Sailing"]},{"score":[]}]}}"#,
    );
}

#[test]
fn mathematics_1_returns_a_card_and_melds_one_higher() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Mathematics"]},"hand":["Calendar"]},{"board":{"red":["Archery"]}}],
        "decks":{"3":["Paper"]},
        "steps":[{"act":"dogma","card":"Mathematics"},{"cards":["Calendar"]}],
        "expect":{"seats":[{"hand":[],"board":{"green":["Paper"]}}],"deck_bottom":{"2":["Calendar"]}}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Mathematics"]},"hand":["Calendar"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Mathematics"},{"cards":[]}],
        "expect":{"seats":[{"hand":["Calendar"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Mathematics"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Mathematics"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn mathematics_1_shared_and_a_ten_asks_for_an_eleven() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Mathematics"]}},{"board":{"blue":["Writing"],"purple":["Education"]},"hand":["Oars"]}],
        "decks":{"2":["Calendar","Currency"]},
        "steps":[{"act":"dogma","card":"Mathematics"},{"by":1,"cards":["Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Currency"]},{"board":{"blue":["Writing","Calendar"]}}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Mathematics"]},"hand":["Stem Cells"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Mathematics"},{"cards":["Stem Cells"]}],
        "expect":{"winners":[0,1],"win_by":"score"}}"#,
    );
}

#[test]
fn monotheism_1_takes_a_top_card_of_a_missing_colour() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Monotheism"]}},{"board":{"green":["Sailing"],"blue":["Tools"],"purple":["City States"]}}],
        "decks":{"1":["Oars","Code of Laws"]},
        "steps":[{"act":"dogma","card":"Monotheism"},{"by":1,"cards":["Sailing"]}],
        "expect":{"bonus":false,"seats":[{"score":["Sailing"],"board":{"purple":["Code of Laws","Monotheism"]},"tucked":1},{"board":{"green":[],"blue":["Tools"],"red":["Oars"]},"tucked":1}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Monotheism"]}},{"board":{"purple":["City States"]}}],
        "steps":[{"act":"dogma","card":"Monotheism"}],
        "expect":{"seats":[{"score":[]},{"board":{"purple":["City States"]},"tucked":0}]}}"#,
    );
}

#[test]
fn monotheism_2_tucks_a_one_and_is_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Monotheism"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Oars","Archery"],"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Monotheism"}],
        "expect":{"bonus":true,"seats":[{"hand":["Calendar"],"board":{"red":["Archery"]},"tucked":1},{"board":{"red":["Oars","Metalworking"]},"tucked":1}]}}"#,
    );
}

#[test]
fn philosophy_1_may_splay_any_colour_left() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"],"blue":["Tools","Calendar"],"red":["Oars","Archery"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"},{"colour":"red"}],
        "expect":{"seats":[{"splay":{"red":"left","blue":null}}],"events":["splayed"]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"],"blue":["Tools","Calendar"],"red":{"cards":["Oars","Archery"],"splay":"left"}}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"}],
        "expect":{"pending":{"kind":"SelectColours","candidates":["blue"],"count":1,"direction":"left","optional":true}}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn philosophy_1_may_be_declined() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"],"blue":["Tools","Calendar"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"},{"colour":null}],
        "expect":{"actions":1,"seats":[{"splay":{"blue":null}}]}}"#,
    );
}

#[test]
fn philosophy_2_may_score_a_card() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"]},"hand":["Oars","Tools"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"},{"cards":["Tools"]}],
        "expect":{"seats":[{"hand":["Oars"],"score":["Tools"],"scored":1}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Philosophy"},{"cards":[]}],
        "expect":{"seats":[{"hand":["Oars"],"score":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Philosophy"]}},{"board":{"purple":["Education"]},"hand":["Oars"]}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Philosophy"},{"by":1,"cards":["Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Calendar"]},{"score":["Oars"]}]}}"#,
    );
}

#[test]
fn road_building_1_melds_one_or_two() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Road Building"]},"hand":["Oars"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Road Building"}],
        "expect":{"seats":[{"hand":[],"board":{"red":["Road Building","Oars"]}}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Road Building"]},"hand":["Oars","Tools","Writing"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Road Building"},{"cards":["Tools"]}],
        "expect":{"seats":[{"hand":["Oars","Writing"],"board":{"blue":["Tools"]}}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Road Building"]},"hand":["Oars","Tools","Writing"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Road Building"}],
        "expect":{"pending":{"min":1,"max":2,"optional":false,"candidates":["Oars","Tools","Writing"]}}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Road Building"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Road Building"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn road_building_1_swaps_red_for_green_if_wanted() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Road Building"]},"hand":["Tools","Writing"]},{"board":{"green":["Clothing","Sailing"]}}],
        "steps":[{"act":"dogma","card":"Road Building"},{"cards":["Tools","Writing"]},{"player":1}],
        "expect":{"seats":[{"board":{"red":[],"green":["Sailing"],"blue":["Tools","Writing"]}},{"board":{"red":["Road Building"],"green":["Clothing"]}}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Road Building"]},"hand":["Tools","Writing"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Road Building"},{"cards":["Tools","Writing"]},{"player":null}],
        "expect":{"seats":[{"board":{"red":["Road Building"]}},{"board":{"green":["Sailing"]}}]}}"#,
    );
}

#[test]
fn road_building_1_shared_by_a_sharer_without_red() {
    check(
        r#"{"players": 3,
        "seats":[{"board":{"red":["Road Building"]}},{"board":{"purple":["Monotheism"]},"hand":["Tools","Writing"]},{"board":{"green":["Sailing"]}}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Road Building"},{"by":1,"cards":["Tools","Writing"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Calendar"]},{"board":{"blue":["Tools","Writing"]}}]}}"#,
    );
}
