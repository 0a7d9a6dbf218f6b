//! Age 4.

use super::{activated, check};

#[test]
fn anatomy_1_lets_the_victim_choose_both_cards() {
    let anatomy = activated(
        "Anatomy",
        r#""players":2,
        "seats":[{"board":{"yellow":["Anatomy"]}},
        {"board":{"blue":["Tools"],"green":["Compass"],"purple":["Feudalism","Education"]},"score":["Paper","Coal"]}]"#,
    );
    anatomy.asks("", r#""by":1,"candidates":["Paper","Coal"],"min":1,"max":1,"optional":false"#);
    anatomy.asks(
        r#"{"by":1,"cards":["Paper"]}"#,
        r#""by":1,"candidates":["Compass","Education"],"min":1,"max":1,"optional":false"#,
    );
    anatomy.ends(
        r#"{"by":1,"cards":["Paper"]},{"by":1,"cards":["Education"]}"#,
        r#""bonus":false,"deck_bottom":{"3":["Paper","Education"]},
        "seats":[{},{"score":["Coal"],"board":{"green":["Compass"],"purple":["Feudalism"]}}]"#,
    );
    // No top card is a 5.
    anatomy.ends(
        r#"{"by":1,"cards":["Coal"]}"#,
        r#""deck_bottom":{"5":["Coal"]},"seats":[{},{"score":["Paper"],"board":{"green":["Compass"],"purple":["Feudalism","Education"]}}]"#,
    );
}

#[test]
fn anatomy_1_does_nothing_without_a_score_pile() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Anatomy"]}},{"board":{"blue":["Tools"]}}],
        "steps":[{"act":"dogma","card":"Anatomy"}],"expect":{"actions":1,"seats":[{},{"board":{"blue":["Tools"]}}]}}"#,
    );
}

#[test]
fn anatomy_1_goes_round_and_spares_who_has_as_many_leaves() {
    check(
        r#"{"players":4,
        "seats":[{"board":{"yellow":["Anatomy"]},"score":["Oars"]},{"board":{"blue":["Tools"]},"score":["Writing"]},
        {"board":{"blue":["Pottery"]},"score":["Sailing"]},{"board":{"red":["Archery"]},"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Anatomy"}],
        "expect":{"bonus":false,"seats":[{"score":["Oars"]},{"score":[],"board":{"blue":[]}},
        {"score":["Sailing"],"board":{"blue":["Pottery"]}},{"score":[],"board":{"red":["Archery"]}}],
        "deck_bottom":{"1":["Writing","Tools"],"3":["Paper"]}}}"#,
    );
}

#[test]
fn colonialism_1_looks_at_the_card_that_was_drawn() {
    // There is no 3 left; the crown of a 4 repeats it all the same.
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Colonialism"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"3":[],"4":["Navigation","Anatomy","Enterprise"]},"steps":[{"act":"dogma","card":"Colonialism"}],
        "expect":{"bonus":false,"decks":{"4":["Enterprise"]},"seats":[{"board":{"green":["Navigation"],"yellow":["Anatomy"]},"tucked":2}]}}"#,
    );
}

#[test]
fn colonialism_1_can_tuck_six_for_monument() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Colonialism"],"green":["Sailing"]}},{"board":{"blue":["Tools"]}}],
        "decks":{"3":["Compass","Paper","Medicine","Optics","Translation","Education","Alchemy"]},
        "steps":[{"act":"dogma","card":"Colonialism"}],
        "expect":{"decks":{"3":["Alchemy"]},"seats":[{"tucked":6,"ach":["Monument"],
        "board":{"red":["Optics","Colonialism"],"green":["Paper","Compass","Sailing"],"yellow":["Medicine"],"purple":["Education"]}}]}}"#,
    );
}

#[test]
fn colonialism_1_ends_the_game_when_there_is_no_card_for_a_repetition() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Colonialism"]}},{"board":{"green":["Sailing"]},"score":["Oars"]}],
        "decks":{"3":["Optics"],"4":[],"5":[],"6":[],"7":[],"8":[],"9":[],"10":[]},
        "steps":[{"act":"dogma","card":"Colonialism"}],
        "expect":{"winners":[1],"win_by":"score","seats":[{"board":{"red":["Optics","Colonialism"]}}]}}"#,
    );
}

#[test]
fn colonialism_1_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Colonialism"]}},{"board":{"red":["Gunpowder"]}}],
        "decks":{"3":["Optics","Education","Alchemy","Paper"],"4":["Anatomy"]},
        "steps":[{"act":"dogma","card":"Colonialism"}],
        "expect":{"bonus":true,"decks":{"3":["Paper"]},"seats":[{"hand":["Anatomy"],"board":{"blue":["Alchemy"]},"tucked":1},
        {"board":{"red":["Optics","Gunpowder"],"purple":["Education"]},"tucked":2}]}}"#,
    );
}

#[test]
fn enterprise_1_takes_a_crown_that_is_not_purple_for_a_4() {
    let enterprise = activated(
        "Enterprise",
        r#""players":2,
        "seats":[{"board":{"purple":["Enterprise"],"red":["Optics"]}},
        {"board":{"green":["Clothing","Sailing"],"blue":["Writing"],"purple":["City States"],"yellow":["Masonry"]}}],
        "decks":{"4":["Perspective","Anatomy"]}"#,
    );
    enterprise
        .asks("", r#""by":1,"candidates":["Sailing","Writing"],"min":1,"max":1,"optional":false"#);
    enterprise.ends(
        r#"{"by":1,"cards":["Sailing"]}"#,
        r#""bonus":false,"decks":{"4":["Anatomy"]},"seats":[{"board":{"green":["Sailing"]}},
        {"board":{"green":["Clothing"],"blue":["Writing"],"yellow":["Masonry","Perspective"]}}]"#,
    );
}

#[test]
fn enterprise_1_draws_nothing_if_nothing_was_moved() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Enterprise"]}},{"board":{"purple":["City States"],"yellow":["Agriculture"]}}],
        "decks":{"4":["Anatomy"]},"steps":[{"act":"dogma","card":"Enterprise"}],
        "expect":{"actions":1,"decks":{"4":["Anatomy"]},"seats":[{},{"board":{"purple":["City States"],"yellow":["Agriculture"]}}]}}"#,
    );
}

#[test]
fn enterprise_2_may_splay_the_card_just_taken_right() {
    let enterprise = activated(
        "Enterprise",
        r#""players":2,
        "seats":[{"board":{"purple":["Enterprise"],"green":["The Wheel"],"blue":["Tools","Writing"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"4":["Anatomy"]}"#,
    );
    enterprise.asks(
        "",
        r#""by":0,"kind":"SelectColours","candidates":["green"],"direction":"right","count":1,"optional":true"#,
    );
    enterprise.ends(
        r#"{"colour":"green"}"#,
        r#""seats":[{"board":{"green":["The Wheel","Sailing"]},"splay":{"green":"right"}},{"board":{"green":[],"yellow":["Anatomy"]}}]"#,
    );
    enterprise.ends(r#"{"colour":null}"#, r#""seats":[{"splay":{"green":null}}]"#);
}

#[test]
fn enterprise_2_is_shared_by_who_is_spared_and_not_asked_in_vain() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Enterprise"],"green":{"cards":["The Wheel","Clothing"],"splay":"right"}}},{"board":{"green":["Sailing","Navigation"],"red":["Optics"]}}],
        "decks":{"4":["Anatomy"]},"steps":[{"act":"dogma","card":"Enterprise"},{"by":1,"colour":"green"}],
        "expect":{"bonus":true,"seats":[{"hand":["Anatomy"]},{"board":{"green":["Sailing","Navigation"]},"splay":{"green":"right"}}]}}"#,
    );
}

#[test]
fn experimentation_1_melds_a_5_or_the_next_higher_card() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Experimentation"]}},{"board":{"red":["Archery"]}}],
        "decks":{"5":["Chemistry","Coal"]},"steps":[{"act":"dogma","card":"Experimentation"}],
        "expect":{"bonus":false,"decks":{"5":["Coal"]},"seats":[{"hand":[],"board":{"blue":["Experimentation","Chemistry"]}}]}}"#,
    );
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Experimentation"]}},{"board":{"red":["Archery"]}}],
        "decks":{"5":[],"6":["Canning"]},"steps":[{"act":"dogma","card":"Experimentation"}],
        "expect":{"seats":[{"board":{"yellow":["Canning"]}},{"board":{"yellow":[]}}]}}"#,
    );
}

#[test]
fn experimentation_1_is_shared() {
    check(
        r#"{"players":3,"seats":[{"board":{"blue":["Experimentation"]}},{"board":{"blue":["Tools"]}},{"board":{"purple":["Philosophy"]}}],
        "decks":{"5":["Coal","Steam Engine","Banking"]},"steps":[{"act":"dogma","card":"Experimentation"}],
        "expect":{"bonus":true,"seats":[{"hand":["Banking"],"board":{"yellow":["Steam Engine"]}},{"board":{"red":[]}},{"board":{"red":["Coal"]}}]}}"#,
    );
}

#[test]
fn gunpowder_1_takes_a_castle_and_2_scores_a_2_for_it() {
    let gunpowder = activated(
        "Gunpowder",
        r#""players":2,
        "seats":[{"board":{"red":["Gunpowder"]}},{"board":{"red":["Metalworking","Archery"],"blue":["Tools"],"green":["Sailing"]}}],
        "decks":{"2":["Calendar","Currency"]}"#,
    );
    gunpowder
        .asks("", r#""by":1,"candidates":["Archery","Tools"],"min":1,"max":1,"optional":false"#);
    gunpowder.ends(
        r#"{"by":1,"cards":["Archery"]}"#,
        r#""bonus":false,"decks":{"2":["Currency"]},"seats":[{"score":["Archery","Calendar"],"scored":1},
        {"board":{"red":["Metalworking"],"blue":["Tools"]}}]"#,
    );
}

#[test]
fn gunpowder_2_scores_nothing_if_nobody_paid() {
    check(
        r#"{"players":3,"seats":[{"board":{"red":["Gunpowder"]}},{"board":{"red":["Coal"],"blue":["Tools"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"2":["Calendar"]},"steps":[{"act":"dogma","card":"Gunpowder"}],
        "expect":{"bonus":false,"decks":{"2":["Calendar"]},"seats":[{"score":[]},{"score":[],"board":{"blue":["Tools"]}}]}}"#,
    );
}

#[test]
fn gunpowder_2_pays_a_sharer_although_another_player_lost_the_card() {
    check(
        r#"{"players":3,"seats":[{"board":{"red":["Gunpowder"]}},{"board":{"red":["Coal"],"blue":["Tools"]}},{"board":{"blue":["Alchemy"]}}],
        "decks":{"2":["Calendar","Currency"],"4":["Anatomy"]},"steps":[{"act":"dogma","card":"Gunpowder"}],
        "expect":{"bonus":true,"seats":[{"score":["Alchemy","Currency"],"hand":["Anatomy"]},{"score":["Calendar"],"scored":1,"board":{"blue":["Tools"]}},{"board":{"blue":[]}}]}}"#,
    );
}

#[test]
fn gunpowder_2_finds_no_demand_when_it_is_executed_by_another_card() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Self Service"],"red":["Gunpowder"]}},{"board":{"blue":["Tools"]}}],
        "decks":{"2":["Calendar"]},"steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"actions":1,"events":["nested_execution"],"seats":[{"score":[]},{"board":{"blue":["Tools"]}}]}}"#,
    );
}

#[test]
fn invention_1_turns_a_left_splay_right_and_scores_a_4() {
    let invention = activated(
        "Invention",
        r#""players":2,
        "seats":[{"board":{"green":{"cards":["Sailing","Invention"],"splay":"left"},"blue":{"cards":["Tools","Writing"],"splay":"up"},
        "red":{"cards":["Oars","Archery"],"splay":"left"},"purple":["Mysticism","Code of Laws"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"4":["Anatomy"]}"#,
    );
    invention.asks(
        "",
        r#""by":0,"kind":"SelectColours","candidates":["green","red"],"count":1,"direction":"right","optional":true"#,
    );
    invention.ends(
        r#"{"colour":"green"}"#,
        r#""seats":[{"score":["Anatomy"],"scored":1,"splay":{"green":"right","red":"left","blue":"up"},"ach":[]}]"#,
    );
    invention.ends(
        r#"{"colour":null}"#,
        r#""decks":{"4":["Anatomy"]},"seats":[{"score":[],"splay":{"green":"left"}}]"#,
    );
}

#[test]
fn invention_1_is_not_asked_without_a_left_splay_and_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Invention"],"red":{"cards":["Oars","Metalworking"],"splay":"up"}}},{"board":{"blue":{"cards":["Tools","Writing"],"splay":"left"}}}],
        "decks":{"4":["Anatomy","Enterprise"]},"steps":[{"act":"dogma","card":"Invention"},{"by":1,"colour":"blue"}],
        "expect":{"bonus":true,"seats":[{"hand":["Enterprise"],"splay":{"red":"up"},"score":[]},{"score":["Anatomy"],"splay":{"blue":"right"}}]}}"#,
    );
}

const FOUR_SPLAYED: &str = r#""blue":{"cards":["Tools","Writing"],"splay":"up"},"purple":{"cards":["Mysticism","Code of Laws"],"splay":"right"},
    "red":{"cards":["Archery","Oars"],"splay":"left"},"yellow":{"cards":["Masonry","Agriculture"],"splay":"left"}"#;

#[test]
fn invention_2_claims_wonder_for_five_splays_of_any_kind() {
    let play = |green: &str, owned: &str, claimed: &str| {
        check(&format!(
            r#"{{"players":2,"seats":[{{"board":{{"green":{green},{FOUR_SPLAYED}}}}},{{"board":{{"red":["Metalworking"]}},"ach":{owned}}}],
            "steps":[{{"act":"dogma","card":"Invention"}},{{"colour":null}}],"expect":{{"seats":[{{"ach":{claimed}}},{{"ach":{owned}}}]}}}}"#
        ));
    };
    let splayed = r#"{"cards":["Sailing","Invention"],"splay":"left"}"#;
    play(splayed, "[]", r#"["Wonder"]"#);
    play(splayed, r#"["Wonder"]"#, "[]");
    play(r#"["Sailing","Invention"]"#, "[]", "[]");
}

#[test]
fn invention_2_lets_a_sharer_claim_first() {
    check(&format!(
        r#"{{"players":2,"seats":[{{"board":{{"green":["Invention"]}}}},{{"board":{{"green":{{"cards":["Sailing","Clothing"],"splay":"left"}},{FOUR_SPLAYED}}}}}],
        "decks":{{"4":["Anatomy"]}},"steps":[{{"act":"dogma","card":"Invention"}},{{"by":1,"colour":null}}],
        "expect":{{"bonus":true,"seats":[{{"ach":[],"hand":["Anatomy"]}},{{"ach":["Wonder"]}}]}}}}"#
    ));
}

#[test]
fn navigation_1_takes_a_2_or_a_3_of_the_victims_choice() {
    let navigation = activated(
        "Navigation",
        r#""players":2,
        "seats":[{"board":{"green":["Navigation"]}},{"board":{"red":["Archery"]},"score":["Tools","Calendar","Paper","Enterprise"]}]"#,
    );
    navigation
        .asks("", r#""by":1,"candidates":["Calendar","Paper"],"min":1,"max":1,"optional":false"#);
    navigation.ends(
        r#"{"by":1,"cards":["Calendar"]}"#,
        r#""bonus":false,"seats":[{"score":["Calendar"],"scored":0},{"score":["Tools","Paper","Enterprise"]}]"#,
    );
}

#[test]
fn navigation_1_finds_neither_and_spares_who_has_as_many_crowns() {
    check(
        r#"{"players":4,
        "seats":[{"board":{"green":["Navigation"]}},{"board":{"red":["Archery"]},"score":["Tools","Enterprise"]},
        {"board":{"red":["Optics"]},"score":["Calendar"]},{"board":{"red":["Oars"]}}],
        "steps":[{"act":"dogma","card":"Navigation"}],
        "expect":{"bonus":false,"seats":[{"score":[]},{"score":["Tools","Enterprise"]},{"score":["Calendar"]}]}}"#,
    );
}

#[test]
fn navigation_1_goes_round() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"green":["Navigation"]}},{"board":{"red":["Archery"]},"score":["Paper"]},{"board":{"red":["Oars"]},"score":["Calendar"]}],
        "steps":[{"act":"dogma","card":"Navigation"}],
        "expect":{"seats":[{"score":["Paper","Calendar"],"points":5},{"score":[]},{"score":[]}]}}"#,
    );
}

#[test]
fn perspective_1_scores_a_card_for_every_two_bulbs() {
    let perspective = activated(
        "Perspective",
        r#""players":2,
        "seats":[{"board":{"yellow":["Perspective"],"blue":["Experimentation"]},"hand":["Oars","Sailing","Pottery","Writing"]},{"board":{"red":["Archery"]}}]"#,
    );
    perspective.asks(
        "",
        r#""by":0,"candidates":["Oars","Sailing","Pottery","Writing"],"min":1,"max":1,"optional":true"#,
    );
    perspective.asks(
        r#"{"cards":["Oars"]}"#,
        r#""by":0,"candidates":["Sailing","Pottery","Writing"],"min":2,"max":2,"optional":false"#,
    );
    perspective.ends(
        r#"{"cards":["Oars"]},{"cards":["Writing"]}"#,
        r#""error":"InvalidChoice/WrongCount""#,
    );
    perspective.ends(
        r#"{"cards":["Oars"]},{"cards":["Writing","Sailing"]}"#,
        r#""deck_bottom":{"1":["Oars"]},"seats":[{"hand":["Pottery"],"score":["Writing","Sailing"],"scored":2}]"#,
    );
    perspective.ends(
        r#"{"cards":[]}"#,
        r#""seats":[{"hand":["Oars","Sailing","Pottery","Writing"],"score":[]}]"#,
    );
}

#[test]
fn perspective_1_scores_what_there_is() {
    let play = |hand: &str, score: &str| {
        check(&format!(
            r#"{{"players":2,"seats":[{{"board":{{"yellow":["Perspective"],"blue":["Experimentation"]}},"hand":{hand}}},{{"board":{{"red":["Archery"]}}}}],
            "steps":[{{"act":"dogma","card":"Perspective"}},{{"cards":["Oars"]}}],"expect":{{"seats":[{{"hand":[],"score":{score}}}]}}}}"#
        ));
    };
    play(r#"["Oars","Tools","Sailing"]"#, r#"["Tools","Sailing"]"#);
    play(r#"["Oars","Tools"]"#, r#"["Tools"]"#);
    play(r#"["Oars"]"#, "[]");
}

#[test]
fn perspective_1_is_not_asked_without_a_hand_and_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Perspective"]}},{"board":{"blue":["Tools"]},"hand":["Oars","Sailing","Pottery"]}],
        "decks":{"4":["Anatomy"]},"steps":[{"act":"dogma","card":"Perspective"},{"by":1,"cards":["Oars"]},{"by":1,"cards":["Pottery"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Anatomy"]},{"hand":["Sailing"],"score":["Pottery"]}]}}"#,
    );
}

#[test]
fn printing_press_1_returns_any_score_card_and_draws_two_above_purple() {
    let press = activated(
        "Printing Press",
        r#""players":2,
        "seats":[{"board":{"blue":["Printing Press"],"purple":["Monotheism","Philosophy"],"red":["Coal"]},"score":["Oars","Paper"]},{"board":{"red":["Archery"]}}],
        "decks":{"4":["Anatomy"]}"#,
    );
    press.asks("", r#""by":0,"candidates":["Oars","Paper"],"min":1,"max":1,"optional":true"#);
    press.ends(
        r#"{"cards":["Oars"]}"#,
        r#""deck_bottom":{"1":["Oars"]},"seats":[{"score":["Paper"],"hand":["Anatomy"]}]"#,
    );
    press.ends(r#"{"cards":[]}"#, r#""seats":[{"score":["Oars","Paper"],"hand":[]}]"#);
}

#[test]
fn printing_press_1_counts_no_purple_as_0_and_a_purple_10_as_the_end() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Printing Press"]},"score":["Oars"]},{"board":{"red":["Archery"]}}],
        "decks":{"2":["Calendar"]},"steps":[{"act":"dogma","card":"Printing Press"},{"cards":["Oars"]}],
        "expect":{"seats":[{"hand":["Calendar"],"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Printing Press"],"purple":["A.I."]},"score":["Oars"]},{"board":{"red":["Archery"]},"score":["Tools"]}],
        "steps":[{"act":"dogma","card":"Printing Press"},{"cards":["Oars"]}],
        "expect":{"winners":[1],"win_by":"score","seats":[{"hand":[],"score":[]}]}}"#,
    );
}

#[test]
fn printing_press_1_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Printing Press"]}},{"board":{"purple":["Philosophy"]},"score":["Oars"]}],
        "decks":{"4":["Anatomy","Enterprise"]},"steps":[{"act":"dogma","card":"Printing Press"},{"by":1,"cards":["Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Enterprise"]},{"hand":["Anatomy"],"score":[]}]}}"#,
    );
}

#[test]
fn printing_press_2_may_splay_blue_right() {
    let press = activated(
        "Printing Press",
        r#""players":2,
        "seats":[{"board":{"blue":{"cards":["Tools","Printing Press"],"splay":"left"},"red":["Oars","Metalworking"]}},{"board":{"blue":["Pottery","Writing"]}}],
        "decks":{"4":["Anatomy"]}"#,
    );
    press.asks(
        "",
        r#""by":1,"candidates":["blue"],"count":1,"direction":"right","optional":true,"effect":2"#,
    );
    press.ends(
        r#"{"by":1,"colour":null},{"by":0,"colour":"blue"}"#,
        r#""bonus":false,"seats":[{"hand":[],"splay":{"blue":"right"}},{"splay":{"blue":null}}]"#,
    );
    press.ends(
        r#"{"by":1,"colour":"blue"},{"by":0,"colour":null}"#,
        r#""bonus":true,"seats":[{"hand":["Anatomy"],"splay":{"blue":"left"}},{"splay":{"blue":"right"}}]"#,
    );
}

#[test]
fn reformation_1_tucks_exactly_one_card_for_every_two_leaves() {
    let reformation = activated(
        "Reformation",
        r#""players":2,
        "seats":[{"board":{"purple":["Reformation"],"yellow":["Agriculture"],"green":["The Wheel"]},"hand":["Oars","Archery","Sailing","Tools"]},{"board":{"red":["Metalworking"]}}]"#,
    );
    reformation.asks(
        "",
        r#""by":0,"candidates":["Oars","Archery","Sailing","Tools"],"min":3,"max":3,"optional":true"#,
    );
    reformation.ends(r#"{"cards":["Oars","Archery"]}"#, r#""error":"InvalidChoice/WrongCount""#);
    reformation.ends(
        r#"{"cards":["Oars","Archery","Sailing"]}"#,
        r#""seats":[{"hand":["Tools"],"tucked":3,"board":{"red":["Archery","Oars"],"green":["Sailing","The Wheel"]}}]"#,
    );
    reformation.ends(
        r#"{"cards":[]}"#,
        r#""seats":[{"hand":["Oars","Archery","Sailing","Tools"],"tucked":0}]"#,
    );
}

#[test]
fn reformation_1_asks_for_no_more_cards_than_are_held() {
    let reformation = activated(
        "Reformation",
        r#""players":2,
        "seats":[{"board":{"purple":["Reformation"],"yellow":["Agriculture"]},"hand":["Oars","Tools"]},{"board":{"red":["Metalworking"]}}]"#,
    );
    reformation.asks("", r#""by":0,"candidates":["Oars","Tools"],"min":2,"max":2,"optional":true"#);
    reformation.ends(
        r#"{"cards":["Tools","Oars"]}"#,
        r#""seats":[{"hand":[],"board":{"red":["Oars"],"blue":["Tools"]},"tucked":2}]"#,
    );
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Reformation"],"yellow":["Agriculture"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Reformation"}],"expect":{"actions":1,"seats":[{"tucked":0}]}}"#,
    );
}

#[test]
fn reformation_1_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Reformation"]},"hand":["Oars","Tools"]},{"board":{"blue":["Pottery"]},"hand":["Writing","Sailing"]}],
        "decks":{"4":["Anatomy"]},"steps":[{"act":"dogma","card":"Reformation"},{"by":1,"cards":["Writing"]},{"by":0,"cards":[]}],
        "expect":{"bonus":true,"seats":[{"hand":["Oars","Tools","Anatomy"]},{"hand":["Sailing"],"board":{"blue":["Writing","Pottery"]}}]}}"#,
    );
}

#[test]
fn reformation_2_may_splay_yellow_or_purple_right() {
    let reformation = activated(
        "Reformation",
        r#""players":2,
        "seats":[{"board":{"purple":{"cards":["Mysticism","Reformation"],"splay":"left"},"yellow":["Masonry","Agriculture"],"red":["Oars","Archery"]}},{"board":{"yellow":["Domestication","Stem Cells"],"blue":["Pottery"]}}],
        "decks":{"4":["Anatomy"]}"#,
    );
    reformation.ends(
        r#"{"by":1,"colour":"yellow"},{"by":0,"colour":"yellow"}"#,
        r#""bonus":true,"seats":[{"hand":["Anatomy"],"splay":{"yellow":"right","purple":"left"}},{"splay":{"yellow":"right"}}]"#,
    );
    reformation.asks(
        r#"{"by":1,"colour":null}"#,
        r#""by":0,"candidates":["purple","yellow"],"count":1,"direction":"right","optional":true"#,
    );
    reformation.ends(
        r#"{"by":1,"colour":null},{"by":0,"colour":"purple"}"#,
        r#""bonus":false,"seats":[{"hand":[],"splay":{"purple":"right","yellow":null}}]"#,
    );
}
