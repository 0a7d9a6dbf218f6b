//! Age 3.

use super::{Activated, activated, check, check_without};

#[test]
fn alchemy_1_draws_a_4_for_every_three_castles_and_keeps_them() {
    // Eight castles are two cards. Effect 2 then melds one and scores the other.
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Alchemy"],"purple":["Mysticism"],"red":["Construction"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"4":["Anatomy","Enterprise","Gunpowder"]},
        "steps":[{"act":"dogma","card":"Alchemy"},{"by":0,"cards":["Enterprise"]}],
        "expect":{"bonus":false,"events":["revealed"],"decks":{"4":["Gunpowder"]},
        "seats":[{"hand":[],"board":{"purple":["Mysticism","Enterprise"]},"score":["Anatomy"],"scored":1}]}}"#,
    );
}

#[test]
fn alchemy_1_goes_on_after_a_red_card_and_returns_the_hand_in_order() {
    let alchemy = activated(
        "Alchemy",
        r#""players":2,
        "seats":[{"board":{"blue":["Alchemy"],"purple":["Mysticism"],"red":["Construction"]},"hand":["Optics","Paper"]},{"board":{"green":["Sailing"]}}],
        "decks":{"4":["Colonialism","Anatomy","Perspective"]}"#,
    );
    alchemy.asks("", r#""by":0,"kind":"OrderCards","cards":["Optics","Paper","Anatomy","Colonialism"],"effect":1"#);
    alchemy.ends(r#"{"order":["Anatomy","Paper","Colonialism","Optics"]}"#, r#""seats":[{"hand":[],"score":[]}],
        "decks":{"4":["Perspective","Anatomy","Colonialism"]},"deck_bottom":{"3":["Paper","Optics"]}"#);
}

#[test]
fn alchemy_1_looks_only_at_the_cards_it_drew() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Alchemy"],"purple":["Mysticism"]},"hand":["Oars"]},{"board":{"green":["Sailing"]}}],
        "decks":{"4":["Anatomy"]},
        "steps":[{"act":"dogma","card":"Alchemy"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars","Anatomy"],"min":1,"max":1,"optional":false,"effect":2}}}"#,
    );
}

#[test]
fn alchemy_1_is_shared_by_its_reveal_and_draws_nothing_below_three_castles() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Alchemy"]}},{"board":{"purple":["Mysticism"]}}],
        "decks":{"3":["Optics"],"4":["Anatomy","Enterprise"]},
        "steps":[{"act":"dogma","card":"Alchemy"}],
        "expect":{"bonus":true,"decks":{"4":["Enterprise"]},
        "seats":[{"hand":["Optics"],"score":[]},{"hand":[],"board":{"yellow":["Anatomy"]},"score":[]}]}}"#,
    );
}

#[test]
fn alchemy_2_melds_the_only_card_and_has_none_to_score() {
    check_without(
        "revealed",
        r#"{"players":2,
        "seats":[{"board":{"blue":["Alchemy"]},"hand":["Tools"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Alchemy"}],
        "expect":{"actions":1,"seats":[{"hand":[],"board":{"blue":["Alchemy","Tools"]},"score":[],"scored":0}]}}"#,
    );
}

#[test]
fn alchemy_2_asks_twice_and_takes_no_refusal() {
    let alchemy = activated(
        "Alchemy",
        r#""players":2,
        "seats":[{"board":{"blue":["Alchemy"]},"hand":["Tools","Oars","Sailing"]},{"board":{"green":["Clothing"]}}]"#,
    );
    alchemy.ends(r#"{"cards":[]}"#, r#""error":"InvalidChoice/MayNotDecline""#);
    alchemy.asks(
        r#"{"cards":["Oars"]}"#,
        r#""by":0,"candidates":["Tools","Sailing"],"min":1,"max":1,"optional":false"#,
    );
    alchemy.ends(
        r#"{"cards":["Oars"]},{"cards":["Tools"]}"#,
        r#""seats":[{"hand":["Sailing"],"board":{"red":["Oars"]},"score":["Tools"],"scored":1}]"#,
    );
}

#[test]
fn compass_1_gives_a_leaf_that_is_not_green_and_takes_a_card_without() {
    let compass = activated(
        "Compass",
        r#""players":2,
        "seats":[{"board":{"green":["Compass"],"red":["Optics"]}},
        {"board":{"yellow":["Agriculture"],"blue":["Pottery"],"green":["Clothing"],"red":["Archery"]}}]"#,
    );
    compass.asks(
        "",
        r#""by":1,"candidates":["Agriculture","Pottery"],"min":1,"max":1,"optional":false"#,
    );
    compass.ends(r#"{"by":1,"cards":["Pottery"]}"#, r#""bonus":false,"seats":[{"board":{"green":["Compass"],"blue":["Pottery"],"red":[]}},
        {"board":{"yellow":["Agriculture"],"blue":[],"green":["Clothing"],"red":["Archery","Optics"]}}]"#);
}

#[test]
fn compass_1_lets_the_victim_choose_from_my_board() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Compass"],"red":["Optics"],"purple":["Education"]}},{"board":{"yellow":["Agriculture"]}}],
        "steps":[{"act":"dogma","card":"Compass"}],
        "expect":{"pending":{"by":1,"executor":1,"candidates":["Education","Optics"],"optional":false},
        "seats":[{"board":{"yellow":["Agriculture"]}},{"board":{"yellow":[]}}]}}"#,
    );
}

#[test]
fn compass_1_finds_nothing_on_either_side() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Compass"]}},{"board":{"blue":["Tools"]}}],
        "steps":[{"act":"dogma","card":"Compass"}],
        "expect":{"actions":1,"seats":[{"board":{"green":["Compass"]}},{"board":{"blue":["Tools"]}}]}}"#,
    );
}

#[test]
fn compass_1_handles_the_victims_one_by_one_and_spares_who_has_as_many_crowns() {
    check(
        r#"{"players":4,
        "seats":[{"board":{"green":["Compass"],"red":["Optics"],"blue":["Tools"]}},{"board":{"yellow":["Agriculture"]}},
        {"board":{"yellow":["Masonry"]}},{"board":{"blue":["Translation"],"purple":["City States"],"yellow":["Machinery"]}}],
        "steps":[{"act":"dogma","card":"Compass"},{"by":1,"cards":["Optics"]}],
        "expect":{"bonus":false,"seats":[{"board":{"green":["Compass"],"yellow":["Agriculture"],"red":[],"blue":[]}},
        {"board":{"red":["Optics"],"yellow":[]}},{"board":{"yellow":["Masonry"],"blue":["Tools"]}},
        {"board":{"blue":["Translation"],"yellow":["Machinery"]}}]}}"#,
    );
}

#[test]
fn education_1_returns_one_of_the_highest_and_draws_two_above_the_rest() {
    let education = activated(
        "Education",
        r#""players":2,
        "seats":[{"board":{"purple":["Education"]},"score":["Coal","Experimentation","Astronomy"]},{"board":{"red":["Archery"]}}],
        "decks":{"7":["Bicycle"]}"#,
    );
    education
        .asks("", r#""by":0,"candidates":["Coal","Astronomy"],"min":1,"max":1,"optional":true"#);
    education.ends(r#"{"cards":["Astronomy"]}"#, r#""seats":[{"hand":["Bicycle"],"score":["Coal","Experimentation"]}],"deck_bottom":{"5":["Astronomy"]}"#);
    education.ends(r#"{"cards":[]}"#, r#""seats":[{"hand":[],"score":["Coal","Experimentation","Astronomy"]}],"decks":{"7":["Bicycle"]}"#);
}

#[test]
fn education_1_is_not_asked_without_a_score_pile_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Education"]}},{"board":{"purple":["Philosophy"]},"score":["Tools","Calendar"]}],
        "decks":{"3":["Optics","Paper"]},
        "steps":[{"act":"dogma","card":"Education"},{"by":1,"cards":["Calendar"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Paper"]},{"hand":["Optics"],"score":["Tools"]}]}}"#,
    );
}

#[test]
fn education_1_can_ask_for_a_12() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Education"]},"score":["Stem Cells","Databases"]},{"board":{"red":["Archery"]},"score":["Coal"]}],
        "steps":[{"act":"dogma","card":"Education"},{"cards":["Stem Cells"]}],
        "expect":{"winners":[0],"win_by":"score","seats":[{"hand":[],"points":10}],"deck_bottom":{"10":["Stem Cells"]}}}"#,
    );
}

#[test]
fn engineering_1_takes_all_castle_tops_but_nothing_they_covered() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Engineering"],"purple":["Mysticism"]}},
        {"board":{"yellow":{"cards":["Agriculture","Masonry"],"splay":"left"},"blue":["Alchemy","Tools"],"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Engineering"}],
        "expect":{"bonus":false,"seats":[{"score":["Masonry","Tools"],"points":2,"scored":0},
        {"board":{"yellow":["Agriculture"],"blue":["Alchemy"],"green":["Sailing"]},"splay":{"yellow":null}}]}}"#,
    );
}

#[test]
fn engineering_1_finds_no_castle() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Engineering"]}},{"board":{"green":["The Wheel","Sailing"]}}],
        "steps":[{"act":"dogma","card":"Engineering"}],
        "expect":{"actions":1,"seats":[{"score":[]},{"board":{"green":["The Wheel","Sailing"]}}]}}"#,
    );
}

#[test]
fn engineering_2_splays_red_left_and_is_shared_by_who_is_spared() {
    let engineering = activated(
        "Engineering",
        r#""players":2,
        "seats":[{"board":{"red":["Oars","Engineering"],"green":["Clothing","Sailing"]}},{"board":{"red":["Archery","Metalworking"],"blue":["Tools","Writing"]}}],
        "decks":{"3":["Paper"]}"#,
    );
    engineering.asks("", r#""by":1,"kind":"SelectColours","candidates":["red"],"count":1,"direction":"left","optional":true"#);
    engineering.ends(r#"{"by":1,"colour":"red"},{"by":0,"colour":null}"#, r#""bonus":true,"seats":[{"hand":["Paper"],"score":[],"splay":{"red":null}},{"splay":{"red":"left"}}]"#);
    engineering.ends(
        r#"{"by":1,"colour":null},{"by":0,"colour":"red"}"#,
        r#""bonus":false,"seats":[{"hand":[],"splay":{"red":"left"}},{"splay":{"red":null}}]"#,
    );
}

#[test]
fn engineering_2_is_not_asked_where_red_cannot_be_splayed_left() {
    for red in [r#"["Engineering"]"#, r#"{"cards":["Oars","Engineering"],"splay":"left"}"#] {
        check(&format!(
            r#"{{"players":2,"seats":[{{"board":{{"red":{red}}}}},{{"board":{{"green":["Sailing"]}}}}],
            "steps":[{{"act":"dogma","card":"Engineering"}}],"expect":{{"actions":1}}}}"#
        ));
    }
}

#[test]
fn feudalism_1_moves_a_castle_card_from_hand_to_hand() {
    let feudalism = activated(
        "Feudalism",
        r#""players":2,
        "seats":[{"board":{"purple":["Feudalism"]}},
        {"board":{"green":{"cards":["The Wheel","Sailing"],"splay":"left"}},"hand":["Oars","Tools","Pottery"]}]"#,
    );
    feudalism.asks("", r#""by":1,"candidates":["Oars","Tools"],"min":1,"max":1,"optional":false"#);
    let given = feudalism.scenario(
        r#"{"by":1,"cards":["Tools"]}"#,
        r#""bonus":false,"seats":[{"hand":["Tools"]},{"hand":["Oars","Pottery"],"splay":{"green":"left"}}]"#,
    );
    check_without("hand_revealed", &given);
}

#[test]
fn feudalism_1_shows_a_hand_without_castles() {
    let position = |options: &str, hand: &str| {
        format!(
            r#"{{"players":2,{options}"seats":[{{"board":{{"purple":["Feudalism"]}}}},{{"board":{{"green":["Sailing"]}},"hand":{hand}}}],
            "steps":[{{"act":"dogma","card":"Feudalism"}}],"expect":{{"actions":1,"bonus":false,"seats":[{{"hand":[]}},{{"hand":{hand}}}]}}}}"#
        )
    };
    let shown = position("", r#"["Pottery","Writing"]"#);
    check(&shown.replacen(r#""expect":{"#, r#""expect":{"events":["hand_revealed"],"#, 1));
    check_without("hand_revealed", &position("", "[]"));
    check_without(
        "hand_revealed",
        &position(r#""options":{"proof_reveals":false},"#, r#"["Pottery","Writing"]"#),
    );
}

#[test]
fn feudalism_2_splays_yellow_or_purple_left() {
    let feudalism = activated(
        "Feudalism",
        r#""players":2,
        "seats":[{"board":{"purple":["Mysticism","Feudalism"],"yellow":["Masonry","Agriculture"],"green":["Sailing","Clothing"]}},{"board":{"green":["Currency"]}}]"#,
    );
    feudalism.asks(
        "",
        r#""by":0,"candidates":["purple","yellow"],"count":1,"direction":"left","optional":true"#,
    );
    feudalism
        .ends(r#"{"colour":"yellow"}"#, r#""seats":[{"splay":{"yellow":"left","purple":null}}]"#);
    feudalism.ends(r#"{"colour":null}"#, r#""seats":[{"splay":{"yellow":null,"purple":null}}]"#);
}

#[test]
fn feudalism_2_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Feudalism"]}},{"board":{"purple":["City States","Mysticism"]},"hand":["Oars"]}],
        "decks":{"3":["Paper"]},
        "steps":[{"act":"dogma","card":"Feudalism"},{"by":1,"colour":"purple"}],
        "expect":{"bonus":true,"seats":[{"hand":["Paper"]},{"hand":["Oars"],"splay":{"purple":"left"}}]}}"#,
    );
}

#[test]
fn machinery_1_exchanges_with_an_empty_hand_too() {
    // I have nothing to give; then my Tools are the only castle card.
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"]}},{"board":{"red":["Archery"]},"hand":["Tools","Pottery"]}],
        "steps":[{"act":"dogma","card":"Machinery"}],
        "expect":{"events":["exchanged"],"seats":[{"hand":["Pottery"],"score":["Tools"],"scored":1},{"hand":[]}]}}"#,
    );
    // The victim has nothing to give.
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"]},"hand":["Paper","Translation","Writing"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Machinery"}],
        "expect":{"events":["exchanged","hand_revealed"],"seats":[{"hand":["Writing"]},{"hand":["Paper","Translation"]}]}}"#,
    );
    check_without(
        "exchanged",
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Machinery"}],"expect":{"actions":1}}"#,
    );
}

#[test]
fn machinery_1_asks_one_victim_after_the_other() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"yellow":["Machinery"]},"hand":["Enterprise"]},{"board":{"red":["Archery"]},"hand":["Oars"]},
        {"board":{"red":["Metalworking"]},"hand":["Calendar","Paper"]}],
        "steps":[{"act":"dogma","card":"Machinery"}],
        "expect":{"events":["hand_revealed"],"seats":[{"hand":["Calendar","Paper"],"score":[]},{"hand":["Enterprise"]},{"hand":["Oars"]}]}}"#,
    );
}

#[test]
fn machinery_2_must_score_a_castle_card_and_may_splay_red_left() {
    let machinery = activated(
        "Machinery",
        r#""players":2,
        "seats":[{"board":{"yellow":["Machinery"],"red":["Oars","Archery"],"purple":["City States","Mysticism"]},"hand":["Tools","The Wheel","Pottery"]},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"3":["Paper"]}"#,
    );
    machinery
        .asks("", r#""by":0,"candidates":["Tools","The Wheel"],"min":1,"max":1,"optional":false"#);
    machinery.asks(
        r#"{"cards":["Tools"]}"#,
        r#""by":0,"candidates":["red"],"count":1,"direction":"left","optional":true"#,
    );
    machinery.ends(r#"{"cards":["The Wheel"]},{"colour":"red"}"#, r#""seats":[{"hand":["Tools","Pottery"],"score":["The Wheel"],"scored":1,"splay":{"red":"left"}}]"#);
    machinery.ends(
        r#"{"cards":["Tools"]},{"colour":null}"#,
        r#""seats":[{"score":["Tools"],"splay":{"red":null}}]"#,
    );
}

#[test]
fn machinery_2_splays_even_if_nothing_was_scored() {
    check_without(
        "hand_revealed",
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"],"red":["Oars","Archery"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Machinery"},{"colour":"red"}],
        "expect":{"seats":[{"score":[],"splay":{"red":"left"}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"],"red":["Oars","Archery"]},"hand":["Writing"]},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"3":["Paper"]},
        "steps":[{"act":"dogma","card":"Machinery"},{"colour":"red"}],
        "expect":{"events":["hand_revealed"],"seats":[{"hand":["Writing"],"score":[],"splay":{"red":"left"}}]}}"#,
    );
}

#[test]
fn machinery_2_is_shared_by_scoring_but_not_by_a_proof() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"]}},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],
        "decks":{"3":["Paper"]},"steps":[{"act":"dogma","card":"Machinery"}],
        "expect":{"bonus":true,"seats":[{"hand":["Paper"]},{"hand":[],"score":["Tools"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Machinery"]}},{"board":{"blue":["Pottery"]},"hand":["Writing"]}],
        "steps":[{"act":"dogma","card":"Machinery"}],
        "expect":{"bonus":false,"events":["hand_revealed"],"seats":[{"hand":[]},{"hand":["Writing"],"score":[]}]}}"#,
    );
}

#[test]
fn medicine_1_asks_the_victim_first_and_then_me() {
    let medicine = activated(
        "Medicine",
        r#""players":2,
        "seats":[{"board":{"yellow":["Medicine"]},"score":["Oars","Archery","Enterprise"]},{"board":{"blue":["Tools"]},"score":["Paper","Optics","Writing"]}]"#,
    );
    medicine.asks(
        "",
        r#""by":1,"executor":1,"candidates":["Paper","Optics"],"min":1,"max":1,"optional":false"#,
    );
    medicine.ends(r#"{"by":1,"cards":["Paper"]}"#, r#""pending":{"by":0,"executor":1,"candidates":["Oars","Archery"],"min":1,"max":1,"optional":false},
        "seats":[{"score":["Oars","Archery","Enterprise"]},{"score":["Paper","Optics","Writing"]}]"#);
}

#[test]
fn medicine_1_exchanges_with_an_empty_score_pile_too() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Medicine"]},"score":["Oars","Enterprise"]},{"board":{"blue":["Tools"]}}],
        "steps":[{"act":"dogma","card":"Medicine"}],
        "expect":{"bonus":false,"seats":[{"score":["Enterprise"]},{"score":["Oars"],"scored":0}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Medicine"]}},{"board":{"blue":["Tools"]},"score":["Coal","Oars"]}],
        "steps":[{"act":"dogma","card":"Medicine"}],
        "expect":{"seats":[{"score":["Coal"],"scored":0},{"score":["Oars"]}]}}"#,
    );
    check_without(
        "exchanged",
        r#"{"players":2,"seats":[{"board":{"yellow":["Medicine"]}},{"board":{"blue":["Tools"]}}],
        "steps":[{"act":"dogma","card":"Medicine"}],"expect":{"actions":1}}"#,
    );
}

#[test]
fn medicine_1_goes_round_and_spares_who_has_as_many_leaves() {
    check(
        r#"{"players":4,
        "seats":[{"board":{"yellow":["Medicine"]},"score":["Tools"]},{"board":{"red":["Archery"]},"score":["Paper"]},
        {"board":{"blue":["Pottery"]},"score":["Experimentation"]},{"board":{"red":["Oars"]},"score":["Coal"]}],
        "steps":[{"act":"dogma","card":"Medicine"}],
        "expect":{"bonus":false,"seats":[{"score":["Coal"]},{"score":["Tools"]},{"score":["Experimentation"]},{"score":["Paper"]}]}}"#,
    );
}

#[test]
fn optics_1_with_a_crown_scores_a_4() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Optics"],"green":["Sailing"]},"score":["Tools"]},{"board":{"red":["Archery"]}}],
        "decks":{"3":["Paper"],"4":["Anatomy"]},
        "steps":[{"act":"dogma","card":"Optics"}],
        "expect":{"seats":[{"board":{"green":["Sailing","Paper"]},"score":["Tools","Anatomy"],"scored":1},{"score":[]}]}}"#,
    );
}

#[test]
fn optics_1_without_a_crown_asks_for_a_poorer_opponent_and_then_for_a_card() {
    let optics = activated(
        "Optics",
        r#""players":4,
        "seats":[{"board":{"red":["Optics"]},"score":["Tools","Calendar","Paper"]},{"board":{"red":["Archery"]}},
        {"board":{"red":["Oars"]},"score":["Coal","Writing"]},{"board":{"red":["Metalworking"]},"score":["Medicine"]}],
        "decks":{"3":["Education"]}"#,
    );
    optics.asks("", r#""by":0,"kind":"SelectPlayer","candidates":[1,3],"optional":false"#);
    optics.ends(r#"{"player":2}"#, r#""error":"InvalidChoice/NotACandidate""#);
    optics.ends(r#"{"player":null}"#, r#""error":"InvalidChoice/MayNotDecline""#);
    optics.asks(r#"{"player":3}"#, r#""by":0,"kind":"SelectCards","candidates":["Tools","Calendar","Paper"],"min":1,"max":1,"optional":false"#);
    optics.ends(r#"{"player":3},{"cards":["Calendar"]}"#, r#""seats":[{"score":["Tools","Paper"]},{"score":[]},{},{"score":["Medicine","Calendar"],"scored":0}]"#);
}

#[test]
fn optics_1_gives_nothing_to_opponents_who_are_as_rich() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"red":["Optics"]},"score":["Tools"]},{"board":{"red":["Archery"]},"score":["Oars"]},{"board":{"red":["Metalworking"]},"score":["Coal"]}],
        "decks":{"3":["Education"]},"steps":[{"act":"dogma","card":"Optics"}],
        "expect":{"actions":1,"seats":[{"score":["Tools"],"board":{"purple":["Education"]}},{"score":["Oars"]},{"score":["Coal"]}]}}"#,
    );
    // Nobody has any points.
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Optics"]}},{"board":{"red":["Archery"]}}],
        "decks":{"3":["Education"]},"steps":[{"act":"dogma","card":"Optics"}],
        "expect":{"actions":1,"seats":[{"score":[]},{"score":[]}]}}"#,
    );
}

#[test]
fn optics_1_is_shared_and_a_sharer_may_have_to_give_to_the_activator() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Optics"]}},{"board":{"blue":["Translation"]},"score":["Coal"]}],
        "decks":{"3":["Education","Compass"],"4":["Anatomy","Enterprise"]},
        "steps":[{"act":"dogma","card":"Optics"}],
        "expect":{"bonus":true,"seats":[{"hand":["Enterprise"],"score":["Coal","Anatomy"],"scored":1,"board":{"green":["Compass"]}},
        {"score":[],"board":{"purple":["Education"]}}]}}"#,
    );
}

fn paper() -> Activated {
    activated(
        "Paper",
        r#""players":2,
    "seats":[{"board":{"green":["Sailing","Paper"],"blue":["Tools","Writing"],"yellow":["Masonry","Agriculture"],
    "red":{"cards":["Oars","Archery"],"splay":"left"},"purple":{"cards":["Mysticism","Code of Laws"],"splay":"right"}}},{"board":{"red":["Metalworking"]}}],
    "decks":{"4":["Anatomy","Enterprise","Gunpowder"]}"#,
    )
}

#[test]
fn paper_1_splays_green_or_blue_left() {
    paper().asks(
        "",
        r#""by":0,"candidates":["blue","green"],"count":1,"direction":"left","optional":true"#,
    );
    paper().ends(r#"{"colour":"yellow"}"#, r#""error":"InvalidChoice/NotACandidate""#);
}

#[test]
fn paper_2_draws_a_4_for_every_colour_splayed_left() {
    paper().ends(
        r#"{"colour":"blue"}"#,
        r#""seats":[{"hand":["Anatomy","Enterprise"],"splay":{"blue":"left","green":null}}]"#,
    );
    paper().ends(r#"{"colour":null}"#, r#""seats":[{"hand":["Anatomy"],"splay":{"blue":null}}]"#);
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Paper"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Paper"}],"expect":{"actions":1,"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn paper_1_and_2_are_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Paper"]}},{"board":{"blue":["Tools","Writing"]}}],
        "decks":{"3":["Optics"],"4":["Anatomy","Enterprise"]},
        "steps":[{"act":"dogma","card":"Paper"},{"by":1,"colour":"blue"}],
        "expect":{"bonus":true,"seats":[{"hand":["Optics"]},{"hand":["Anatomy"],"splay":{"blue":"left"}}]}}"#,
    );
}

#[test]
fn translation_1_melds_the_whole_score_pile_or_nothing() {
    let translation = activated(
        "Translation",
        r#""players":2,
        "seats":[{"board":{"blue":["Translation"],"red":["Archery"]},"score":["Masonry","Sailing","Tools"]},{"board":{"red":["Metalworking"]}}]"#,
    );
    translation.asks("", r#""by":0,"kind":"YesNo""#);
    translation.ends(r#"{"yes":true}"#, r#""seats":[{"score":[],"board":{"blue":["Translation","Tools"],"green":["Sailing"],"yellow":["Masonry"]},"ach":[]}]"#);
    translation.ends(
        r#"{"yes":false}"#,
        r#""seats":[{"score":["Masonry","Sailing","Tools"],"board":{"blue":["Translation"]}}]"#,
    );
}

#[test]
fn translation_1_asks_for_an_order_if_two_share_a_colour() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Translation"]},"score":["Sailing","Tools","Currency"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Translation"},{"yes":true}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Sailing","Tools","Currency"],"effect":1}}}"#,
    );
}

#[test]
fn translation_2_claims_world_only_if_every_top_card_has_a_crown() {
    // No score pile: nothing is asked.
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Translation"],"red":["Archery","Oars"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Translation"}],"expect":{"seats":[{"ach":["World"]}]}}"#,
    );
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Translation"],"red":["Oars","Archery"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Translation"}],"expect":{"seats":[{"ach":[]}]}}"#,
    );
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Translation"]}},{"board":{"red":["Metalworking"]},"ach":["World"]}],
        "steps":[{"act":"dogma","card":"Translation"}],"expect":{"seats":[{"ach":[]},{"ach":["World"]}]}}"#,
    );
}

#[test]
fn translation_2_is_tested_for_sharers_first() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Translation"]}},{"board":{"red":["Optics"]}}],
        "decks":{"3":["Paper"]},"steps":[{"act":"dogma","card":"Translation"}],
        "expect":{"bonus":true,"seats":[{"hand":["Paper"],"ach":[]},{"ach":["World"]}]}}"#,
    );
}

#[test]
fn translation_1_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Translation"],"red":["Archery"]},"score":["Oars"]},{"board":{"green":["Navigation"],"yellow":["Masonry"]},"score":["Writing"]}],
        "decks":{"3":["Paper"]},"steps":[{"act":"dogma","card":"Translation"},{"by":1,"yes":true},{"by":0,"yes":false}],
        "expect":{"bonus":true,"seats":[{"hand":["Paper"],"score":["Oars"],"ach":[]},{"score":[],"board":{"blue":["Writing"]},"ach":[]}]}}"#,
    );
}
