//! Age 5.

use super::{activated, check, check_without};

#[test]
fn astronomy_1_melds_green_and_blue_and_keeps_the_first_other_card() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Astronomy"],"red":["Archery"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"6":["Atomic Theory","Classification","Democracy","Metric System"]},
        "steps":[{"act":"dogma","card":"Astronomy"}],
        "expect":{"bonus":false,"events":["revealed"],"decks":{"6":["Metric System"]},
        "seats":[{"hand":["Democracy"],"board":{"blue":["Atomic Theory"],"green":["Classification"],"purple":["Astronomy"]},"ach":[]}]}}"#,
    );
}

#[test]
fn astronomy_1_ends_the_game_when_there_is_no_card_for_a_repetition() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Astronomy"]},"score":["Coal"]},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Encyclopedia"],"7":[],"8":[],"9":[],"10":[]},"steps":[{"act":"dogma","card":"Astronomy"}],
        "expect":{"winners":[0],"win_by":"score","seats":[{"board":{"blue":["Encyclopedia"]},"ach":[]}]}}"#,
    );
}

#[test]
fn astronomy_2_claims_universe_if_all_but_purple_are_6_or_more() {
    let play = |board: &str, owned: &str, claimed: &str| {
        check(&format!(
            r#"{{"players":2,"seats":[{{"board":{{"purple":["Astronomy"]{board}}}}},{{"board":{{"red":["Metalworking"]}},"ach":{owned}}}],
            "decks":{{"6":["Canning"]}},"steps":[{{"act":"dogma","card":"Astronomy"}}],
            "expect":{{"seats":[{{"hand":["Canning"],"ach":{claimed}}},{{"ach":{owned}}}]}}}}"#
        ));
    };
    play(r#","blue":["Atomic Theory"],"red":["Archery","Machine Tools"]"#, "[]", r#"["Universe"]"#);
    play(r#","blue":["Atomic Theory"],"red":["Coal"]"#, "[]", "[]");
    play("", "[]", r#"["Universe"]"#);
    play("", r#"["Universe"]"#, "[]");
}

#[test]
fn astronomy_2_counts_what_1_has_just_melded() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Astronomy"],"blue":["Tools"]}},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Encyclopedia","Canning"]},"steps":[{"act":"dogma","card":"Astronomy"}],
        "expect":{"seats":[{"board":{"blue":["Tools","Encyclopedia"]},"ach":["Universe"]}]}}"#,
    );
}

#[test]
fn astronomy_1_and_2_are_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Astronomy"]}},{"board":{"purple":["Philosophy"]}}],
        "decks":{"5":["Coal"],"6":["Canning","Democracy"]},"steps":[{"act":"dogma","card":"Astronomy"}],
        "expect":{"bonus":true,"seats":[{"hand":["Democracy","Coal"],"ach":[]},{"hand":["Canning"],"ach":["Universe"]}]}}"#,
    );
}

#[test]
fn banking_1_takes_a_factory_that_is_not_green_for_a_scored_5() {
    let banking = activated(
        "Banking",
        r#""players":2,
        "seats":[{"board":{"green":["Banking"],"red":["Optics"]}},
        {"board":{"red":["Archery","Coal"],"blue":["Chemistry"],"green":["Corporations"],"yellow":["Agriculture"]}}],
        "decks":{"5":["Statistics","Physics"]}"#,
    );
    banking
        .asks("", r#""by":1,"candidates":["Coal","Chemistry"],"min":1,"max":1,"optional":false"#);
    banking.ends(
        r#"{"by":1,"cards":["Coal"]}"#,
        r#""bonus":false,"decks":{"5":["Physics"]},"seats":[{"board":{"red":["Optics","Coal"]},"score":[]},
        {"board":{"red":["Archery"],"blue":["Chemistry"]},"score":["Statistics"],"scored":1}]"#,
    );
}

#[test]
fn banking_1_scores_nothing_if_nothing_was_moved() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Banking"]}},{"board":{"green":["Corporations"],"yellow":["Agriculture"]}}],
        "decks":{"5":["Statistics"]},"steps":[{"act":"dogma","card":"Banking"}],
        "expect":{"actions":1,"seats":[{},{"score":[],"board":{"green":["Corporations"]}}]}}"#,
    );
}

#[test]
fn banking_2_may_splay_green_right() {
    let banking = activated(
        "Banking",
        r#""players":2,
        "seats":[{"board":{"green":["The Wheel","Banking"],"red":["Oars","Archery"]}},{"board":{"green":{"cards":["Clothing","Navigation"],"splay":"left"},"red":["Coal"]}}],
        "decks":{"5":["Physics"]}"#,
    );
    banking.asks(
        "",
        r#""by":1,"kind":"SelectColours","candidates":["green"],"count":1,"direction":"right","optional":true"#,
    );
    banking.ends(
        r#"{"by":1,"colour":"green"},{"by":0,"colour":"green"}"#,
        r#""bonus":true,"seats":[{"hand":["Physics"],"splay":{"green":"right"}},{"board":{"red":["Coal"]},"splay":{"green":"right"}}]"#,
    );
    banking.ends(
        r#"{"by":1,"colour":null},{"by":0,"colour":null}"#,
        r#""bonus":false,"seats":[{"splay":{"green":null}},{"splay":{"green":"left"}}]"#,
    );
}

#[test]
fn chemistry_1_may_splay_blue_right() {
    let chemistry = activated(
        "Chemistry",
        r#""players":2,"seats":[{"board":{"blue":["Tools","Chemistry"],"red":["Oars","Metalworking"]}},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Canning","Democracy"]}"#,
    );
    chemistry.asks(
        "",
        r#""by":0,"candidates":["blue"],"count":1,"direction":"right","optional":true,"effect":1"#,
    );
    chemistry.ends(r#"{"colour":"blue"}"#, r#""seats":[{"splay":{"blue":"right"}}]"#);
    chemistry.ends(r#"{"colour":null}"#, r#""seats":[{"splay":{"blue":null}}]"#);
}

#[test]
fn chemistry_2_scores_one_above_the_highest_top_card_and_returns_a_score_card() {
    let chemistry = activated(
        "Chemistry",
        r#""players":2,"seats":[{"board":{"blue":["Chemistry"],"red":["Machine Tools"]},"score":["Oars"]},{"board":{"red":["Archery"]}}],
        "decks":{"7":["Bicycle"]}"#,
    );
    chemistry
        .asks("", r#""by":0,"candidates":["Oars","Bicycle"],"min":1,"max":1,"optional":false"#);
    chemistry.ends(
        r#"{"cards":["Oars"]}"#,
        r#""deck_bottom":{"1":["Oars"]},"seats":[{"score":["Bicycle"],"scored":1}]"#,
    );
    chemistry.ends(
        r#"{"cards":["Bicycle"]}"#,
        r#""decks":{"7":["Bicycle"]},"seats":[{"score":["Oars"]}]"#,
    );
}

#[test]
fn chemistry_2_returns_the_new_card_if_it_is_alone() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Chemistry"]}},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Canning","Democracy"]},"steps":[{"act":"dogma","card":"Chemistry"}],
        "expect":{"decks":{"6":["Democracy","Canning"]},"seats":[{"score":[],"scored":1}]}}"#,
    );
}

#[test]
fn chemistry_2_asks_for_an_11_above_a_10() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Chemistry"],"red":["Robotics"]},"score":["Oars"]},{"board":{"red":["Archery"]},"score":["Tools"]}],
        "steps":[{"act":"dogma","card":"Chemistry"}],
        "expect":{"winners":[0,1],"win_by":"score","seats":[{"score":["Oars"]}]}}"#,
    );
}

#[test]
fn chemistry_1_and_2_are_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Chemistry"]}},{"board":{"blue":["Tools","Writing"],"red":["Coal"]},"score":["Oars"]}],
        "decks":{"5":["Physics"],"6":["Canning","Democracy","Classification"]},
        "steps":[{"act":"dogma","card":"Chemistry"},{"by":1,"colour":"blue"},{"by":1,"cards":["Oars"]}],
        "expect":{"bonus":true,"decks":{"6":["Classification","Democracy"]},"seats":[{"hand":["Physics"],"score":[]},{"score":["Canning"],"splay":{"blue":"right"}}]}}"#,
    );
}

#[test]
fn coal_1_tucks_a_5() {
    let coal = activated(
        "Coal",
        r#""players":2,"seats":[{"board":{"red":["Archery","Coal"],"green":["The Wheel","Clothing"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"5":["The Pirate Code","Physics"]}"#,
    );
    coal.ends(
        r#"{"colour":null},{"cards":[]}"#,
        r#""decks":{"5":["Physics"]},"seats":[{"board":{"red":["The Pirate Code","Archery","Coal"]},"tucked":1,"score":[],"splay":{"red":null}}]"#,
    );
    coal.asks(
        "",
        r#""by":0,"kind":"SelectColours","candidates":["red"],"count":1,"direction":"right","optional":true,"effect":2"#,
    );
}

#[test]
fn coal_2_may_splay_red_right() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Archery","Coal"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"5":["Physics"]},"steps":[{"act":"dogma","card":"Coal"},{"colour":"red"},{"cards":[]}],
        "expect":{"seats":[{"board":{"blue":["Physics"]},"splay":{"red":"right"}}]}}"#,
    );
}

#[test]
fn coal_2_and_3_may_be_declined() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Archery","Coal"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"5":["Physics"]},"steps":[{"act":"dogma","card":"Coal"},{"colour":null},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"board":{"red":["Archery","Coal"],"blue":["Physics"]},"splay":{"red":null},"score":[]}]}}"#,
    );
}

#[test]
fn coal_3_scores_a_top_card_and_the_one_beneath() {
    let coal = activated(
        "Coal",
        r#""players":2,"seats":[{"board":{"red":["Archery","Oars","Coal"],"green":["Sailing"]}},{"board":{"blue":["Tools"]}}],
        "decks":{"5":["Physics"]}"#,
    );
    coal.asks(
        r#"{"colour":"red"}"#,
        r#""by":0,"kind":"SelectCards","candidates":["Coal","Sailing","Physics"],"min":1,"max":1,"optional":true,"effect":3"#,
    );
    coal.ends(
        r#"{"colour":"red"},{"cards":["Coal"]}"#,
        r#""seats":[{"score":["Coal","Oars"],"scored":2,"board":{"red":["Archery"]},"splay":{"red":null}}]"#,
    );
    // Nothing lies beneath Sailing.
    coal.ends(
        r#"{"colour":"red"},{"cards":["Sailing"]}"#,
        r#""seats":[{"score":["Sailing"],"scored":1,"board":{"green":[],"red":["Archery","Oars","Coal"]},"splay":{"red":"right"}}]"#,
    );
}

#[test]
fn coal_1_2_and_3_are_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Coal"]}},{"board":{"red":["Archery","Machine Tools"]}}],
        "decks":{"5":["Physics","Banking","Measurement"]},
        "steps":[{"act":"dogma","card":"Coal"},{"by":1,"colour":"red"},{"by":1,"cards":["Machine Tools"]},{"by":0,"cards":[]}],
        "expect":{"bonus":true,"seats":[{"hand":["Measurement"],"board":{"green":["Banking"]},"score":[]},
        {"board":{"blue":["Physics"],"red":[]},"score":["Machine Tools","Archery"]}]}}"#,
    );
}

#[test]
fn measurement_1_splays_a_colour_right_and_draws_the_number_of_its_cards() {
    let measurement = activated(
        "Measurement",
        r#""players":2,
        "seats":[{"board":{"green":["Sailing","Clothing","Measurement"],"blue":{"cards":["Pottery","Calendar"],"splay":"right"},"red":["Archery"]},"hand":["Oars","Coal"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Writing"],"2":["Currency"],"3":["Paper"]}"#,
    );
    measurement.asks("", r#""by":0,"candidates":["Oars","Coal"],"min":1,"max":1,"optional":true"#);
    measurement.asks(
        r#"{"cards":["Coal"]}"#,
        r#""by":0,"kind":"SelectColours","candidates":["blue","green","purple","red","yellow"],"count":1,"direction":"right","optional":false"#,
    );
    measurement
        .ends(r#"{"cards":["Coal"]},{"colour":null}"#, r#""error":"InvalidChoice/MayNotDecline""#);
    measurement.ends(
        r#"{"cards":["Coal"]},{"colour":"green"}"#,
        r#""deck_bottom":{"5":["Coal"]},"seats":[{"hand":["Oars","Paper"],"splay":{"green":"right"}}]"#,
    );
    // Blue is splayed right already, one card cannot be splayed: the draw comes all the same.
    measurement.ends(
        r#"{"cards":["Coal"]},{"colour":"blue"}"#,
        r#""seats":[{"hand":["Oars","Currency"],"splay":{"blue":"right"}}]"#,
    );
    measurement.ends(
        r#"{"cards":["Coal"]},{"colour":"red"}"#,
        r#""seats":[{"hand":["Oars","Writing"],"splay":{"red":null}}]"#,
    );
    measurement
        .ends(r#"{"cards":[]}"#, r#""seats":[{"hand":["Oars","Coal"],"splay":{"green":null}}]"#);
}

#[test]
fn measurement_1_is_not_asked_without_a_hand_and_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Measurement"]}},{"board":{"blue":["Tools"],"red":["Oars","Archery"]},"hand":["Coal"]}],
        "decks":{"2":["Currency"],"5":["Physics"]},"steps":[{"act":"dogma","card":"Measurement"},{"by":1,"cards":["Coal"]},{"by":1,"colour":"red"}],
        "expect":{"bonus":true,"decks":{"5":["Coal"]},"seats":[{"hand":["Physics"]},{"hand":["Currency"],"splay":{"red":"right"}}]}}"#,
    );
}

#[test]
fn measurement_1_asks_for_an_11_from_a_pile_of_eleven() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Clothing","Sailing","The Wheel","Currency","Mapmaking","Compass","Paper","Invention","Navigation","Banking","Measurement"]},"hand":["Coal"],"score":["Oars"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Measurement"},{"cards":["Coal"]},{"colour":"green"}],
        "expect":{"winners":[0],"win_by":"score","seats":[{"hand":[],"splay":{"green":"right"}}]}}"#,
    );
}

#[test]
fn physics_1_keeps_three_different_colours() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Physics"]},"hand":["Tools"]},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Atomic Theory","Canning","Classification","Democracy"]},"steps":[{"act":"dogma","card":"Physics"}],
        "expect":{"bonus":false,"events":["revealed"],"decks":{"6":["Democracy"]},"seats":[{"hand":["Tools","Atomic Theory","Canning","Classification"]}]}}"#,
    );
}

#[test]
fn physics_1_returns_the_hand_if_two_share_a_colour() {
    let physics = activated(
        "Physics",
        r#""players":2,"seats":[{"board":{"blue":["Physics"]},"hand":["Oars","Tools"]},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Democracy","Canning","Emancipation","Encyclopedia"]}"#,
    );
    physics.asks(
        "",
        r#""by":0,"kind":"OrderCards","cards":["Oars","Tools","Canning","Democracy","Emancipation"]"#,
    );
    physics.ends(
        r#"{"order":["Emancipation","Tools","Canning","Oars","Democracy"]}"#,
        r#""decks":{"6":["Encyclopedia","Emancipation","Canning","Democracy"]},"deck_bottom":{"1":["Tools","Oars"]},"seats":[{"hand":[]}]"#,
    );
}

#[test]
fn physics_1_needs_no_order_for_different_ages() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Physics"]}},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Democracy"],"7":["Lighting"],"8":["Flight"]},"steps":[{"act":"dogma","card":"Physics"}],
        "expect":{"decks":{"6":["Democracy"],"7":["Lighting"],"8":["Flight"]},"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn physics_1_is_shared_although_all_cards_go_back() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Physics"]}},{"board":{"purple":["Philosophy"]}}],
        "decks":{"5":["Coal"],"6":["Democracy","Canning","Emancipation"],"7":["Bicycle","Lighting","Sanitation"]},
        "steps":[{"act":"dogma","card":"Physics"},{"by":1,"order":["Democracy","Canning","Emancipation"]},{"by":0,"order":["Democracy","Canning","Emancipation"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Coal"]},{"hand":[]}]}}"#,
    );
}

#[test]
fn societies_1_takes_a_bulb_that_is_not_purple_for_a_5() {
    let societies = activated(
        "Societies",
        r#""players":2,
        "seats":[{"board":{"purple":["Societies"]}},{"board":{"blue":["Writing","Tools"],"yellow":["Perspective"],"purple":["Philosophy"],"red":["Coal"]}}],
        "decks":{"5":["Physics"]}"#,
    );
    societies.asks(
        "",
        r#""by":1,"candidates":["Tools","Perspective"],"min":1,"max":1,"optional":false"#,
    );
    societies.ends(
        r#"{"by":1,"cards":["Tools"]}"#,
        r#""bonus":false,"seats":[{"board":{"blue":["Tools"]}},{"hand":["Physics"],"board":{"blue":["Writing"],"yellow":["Perspective"]}}]"#,
    );
}

#[test]
fn societies_1_draws_nothing_if_nothing_was_moved_and_spares_who_has_as_many_crowns() {
    check(
        r#"{"players":3,"seats":[{"board":{"purple":["Societies"]}},{"board":{"purple":["Philosophy"],"red":["Coal"]}},{"board":{"green":["Navigation"],"blue":["Tools"]}}],
        "decks":{"5":["Physics"]},"steps":[{"act":"dogma","card":"Societies"}],
        "expect":{"bonus":false,"decks":{"5":["Physics"]},"seats":[{},{"hand":[],"board":{"purple":["Philosophy"]}},{"hand":[],"board":{"blue":["Tools"]}}]}}"#,
    );
}

#[test]
fn societies_1_goes_round() {
    check(
        r#"{"players":3,"seats":[{"board":{"purple":["Societies"]}},{"board":{"blue":["Tools"]}},{"board":{"yellow":["Perspective"]}}],
        "decks":{"5":["Physics","Coal"]},"steps":[{"act":"dogma","card":"Societies"}],
        "expect":{"seats":[{"board":{"blue":["Tools"],"yellow":["Perspective"]}},{"hand":["Physics"]},{"hand":["Coal"]}]}}"#,
    );
}

#[test]
fn statistics_1_moves_one_of_the_highest_and_repeats_for_an_only_card() {
    let statistics = activated(
        "Statistics",
        r#""players":2,"seats":[{"board":{"yellow":["Statistics"]}},{"board":{"red":["Archery"]},"score":["Coal","Physics","Tools"]}]"#,
    );
    statistics
        .asks("", r#""by":1,"candidates":["Coal","Physics"],"min":1,"max":1,"optional":false"#);
    statistics.ends(
        r#"{"by":1,"cards":["Physics"]}"#,
        r#""bonus":false,"seats":[{"hand":[],"score":[]},{"hand":["Coal","Physics"],"score":["Tools"]}]"#,
    );
}

#[test]
fn statistics_1_stops_with_two_cards_in_hand_or_with_an_empty_pile() {
    check(
        r#"{"players":3,"seats":[{"board":{"yellow":["Statistics"]}},{"board":{"red":["Archery"]},"hand":["Oars"],"score":["Coal","Tools"]},{"board":{"red":["Metalworking"]},"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Statistics"}],
        "expect":{"seats":[{},{"hand":["Oars","Coal"],"score":["Tools"]},{"hand":["Paper"],"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Statistics"]}},{"board":{"red":["Archery"]},"hand":["Oars"]}],
        "steps":[{"act":"dogma","card":"Statistics"}],"expect":{"actions":1,"seats":[{},{"hand":["Oars"],"score":[]}]}}"#,
    );
}

#[test]
fn statistics_2_may_splay_yellow_right() {
    let statistics = activated(
        "Statistics",
        r#""players":2,
        "seats":[{"board":{"yellow":["Masonry","Statistics"]}},{"board":{"yellow":["Domestication","Agriculture"],"blue":["Tools","Writing"]},"score":["Coal"]}],
        "decks":{"5":["Physics"]}"#,
    );
    statistics.asks(
        "",
        r#""by":1,"kind":"SelectColours","candidates":["yellow"],"count":1,"direction":"right","optional":true"#,
    );
    statistics.ends(
        r#"{"by":1,"colour":"yellow"},{"by":0,"colour":null}"#,
        r#""bonus":true,"seats":[{"hand":["Physics"],"splay":{"yellow":null}},{"hand":[],"score":["Coal"],"splay":{"yellow":"right"}}]"#,
    );
    statistics.ends(
        r#"{"by":1,"colour":null},{"by":0,"colour":"yellow"}"#,
        r#""bonus":false,"seats":[{"splay":{"yellow":"right"}},{"splay":{"yellow":null}}]"#,
    );
}

#[test]
fn steam_engine_1_tucks_two_4s_and_scores_the_lowest_yellow_card() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":{"cards":["Masonry","Steam Engine"],"splay":"left"}}},{"board":{"red":["Archery"]}}],
        "decks":{"4":["Gunpowder","Colonialism","Anatomy"]},"steps":[{"act":"dogma","card":"Steam Engine"}],
        "expect":{"bonus":false,"decks":{"4":["Anatomy"]},"seats":[{"board":{"red":["Colonialism","Gunpowder"],"yellow":["Steam Engine"]},"splay":{"yellow":null},"score":["Masonry"],"tucked":2,"scored":1}]}}"#,
    );
}

#[test]
fn steam_engine_1_is_shared_and_may_find_no_yellow_or_only_itself() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Steam Engine"]}},{"board":{"red":["Gunpowder"]}}],
        "decks":{"4":["Navigation","Enterprise","Experimentation","Colonialism","Invention"]},"steps":[{"act":"dogma","card":"Steam Engine"}],
        "expect":{"bonus":true,"seats":[{"hand":["Invention"],"score":["Steam Engine"],"board":{"blue":["Experimentation"],"red":["Colonialism"],"yellow":[]}},
        {"score":[],"board":{"green":["Navigation"],"purple":["Enterprise"]},"tucked":2}]}}"#,
    );
}

#[test]
fn the_pirate_code_1_takes_two_cards_of_value_4_or_less() {
    let code = activated(
        "The Pirate Code",
        r#""players":2,
        "seats":[{"board":{"red":["The Pirate Code"]}},{"board":{"red":["Archery"]},"score":["Tools","Paper","Enterprise","Coal"]}]"#,
    );
    code.asks(
        "",
        r#""by":1,"candidates":["Tools","Paper","Enterprise"],"min":2,"max":2,"optional":false"#,
    );
    code.ends(
        r#"{"by":1,"cards":["Paper","Tools"]}"#,
        r#""bonus":false,"seats":[{"score":["Paper","Tools","The Pirate Code"],"scored":1,"board":{"red":[]}},{"score":["Enterprise","Coal"]}]"#,
    );
}

#[test]
fn the_pirate_code_1_takes_what_there_is() {
    let play = |score: &str, left: &str, mine: &str| {
        check(&format!(
            r#"{{"players":2,"seats":[{{"board":{{"red":["The Pirate Code"]}}}},{{"board":{{"red":["Archery"]}},"score":{score}}}],
            "steps":[{{"act":"dogma","card":"The Pirate Code"}}],"expect":{{"seats":[{{"score":{mine}}},{{"score":{left}}}]}}}}"#
        ));
    };
    play(r#"["Tools","Paper","Coal"]"#, r#"["Coal"]"#, r#"["Tools","Paper","The Pirate Code"]"#);
    play(r#"["Enterprise"]"#, "[]", r#"["Enterprise","The Pirate Code"]"#);
    play(r#"["Coal"]"#, r#"["Coal"]"#, "[]");
    play("[]", "[]", "[]");
}

#[test]
fn the_pirate_code_2_scores_the_lowest_top_card_with_a_crown() {
    let code = activated(
        "The Pirate Code",
        r#""players":2,
        "seats":[{"board":{"red":["The Pirate Code"],"green":["Sailing"],"purple":["Code of Laws"],"blue":["Tools"]}},{"board":{"red":["Archery"]},"score":["Oars"]}]"#,
    );
    code.asks("", r#""by":0,"candidates":["Sailing","Code of Laws"],"min":1,"max":1,"optional":false,"effect":2"#);
    code.ends(
        r#"{"cards":["Sailing"]}"#,
        r#""seats":[{"score":["Oars","Sailing"],"scored":1,"board":{"green":[]}}]"#,
    );
}

#[test]
fn the_pirate_code_2_is_shared_although_another_player_paid() {
    // Seat 1 scores Optics. Seat 2 sees crowns only beneath a card without, and has none to score.
    check(
        r#"{"players":4,
        "seats":[{"board":{"red":["The Pirate Code"]}},{"board":{"red":["Optics"]},"score":["Tools"]},
        {"board":{"blue":{"cards":["Translation","Experimentation"],"splay":"up"}}},{"board":{"red":["Archery"]},"score":["Oars"]}],
        "decks":{"1":["Writing"]},"steps":[{"act":"dogma","card":"The Pirate Code"}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing"],"score":["Oars","The Pirate Code"]},{"score":["Tools","Optics"],"scored":1},
        {"score":[],"board":{"blue":["Translation","Experimentation"]}},{"score":[]}]}}"#,
    );
}

#[test]
fn the_pirate_code_2_finds_no_demand_when_it_is_executed_by_another_card() {
    check_without(
        "scored",
        r#"{"players":2,"seats":[{"board":{"green":["Self Service"],"red":["The Pirate Code"]}},{"board":{"red":["Archery"]},"score":["Oars"]}],
        "steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"actions":1,"seats":[{"score":[]},{"score":["Oars"]}]}}"#,
    );
}
