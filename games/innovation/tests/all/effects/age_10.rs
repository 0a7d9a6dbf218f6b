//! Age 10.

use super::{check, check_at};

#[test]
fn ai_1_scores_a_10_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["A.I."]}},{"board":{"purple":["Philosophy"]}}],"decks":{"10":["Databases","Stem Cells","Software"]},
        "steps":[{"act":"dogma","card":"A.I."}],
        "expect":{"actions":1,"bonus":true,"seats":[{"score":["Stem Cells"],"scored":1,"hand":["Software"]},{"score":["Databases"],"scored":1}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["A.I."]}},{"board":{"red":["Metalworking"]},"score":["Tools"]}],"decks":{"10":[]},
        "steps":[{"act":"dogma","card":"A.I."}],"expect":{"winners":[1],"win_by":"score"}}"#,
    );
}

#[test]
fn ai_2_looks_at_top_cards_only_and_wants_both() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["A.I."],"red":["Robotics"]}},{"board":{"blue":["Software","Alchemy"]}}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"A.I."}],"expect":{"actions":1,"seats":[{"points":10},{"points":0}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["A.I."],"blue":["Software"]}},{"board":{"red":["Robotics","Oars"]}}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"A.I."}],"expect":{"actions":1}}"#,
    );
}

#[test]
fn ai_2_is_won_by_the_lowest_score_with_both_cards_on_one_board() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["A.I."],"red":["Robotics"],"blue":["Software"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"A.I."}],"expect":{"winners":[1],"win_by":"effect"}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["A.I."],"red":["Robotics"],"blue":["Software"]}},{"board":{"red":["Metalworking"]},"score":["Suburbia","Paper"]}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"A.I."}],"expect":{"winners":[0],"win_by":"effect"}}"#,
    );
}

#[test]
fn bioengineering_1_takes_a_leaf_from_anybody_elses_board() {
    let position = r#""players":3,"seats":[{"board":{"blue":["Bioengineering"],"purple":["Reformation"]}},{"board":{"yellow":["Agriculture"],"green":["Sailing","Clothing"],"red":["Metalworking"]}},{"board":{"blue":["Pottery"],"yellow":["Masonry"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Bioengineering"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Agriculture","Clothing","Pottery"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Bioengineering"},{"cards":["Clothing"]}],
        "expect":{"actions":1,"bonus":false,"seats":[{"score":["Clothing"],"scored":0},{"board":{"green":["Sailing"]}}],"icons":{"0":{"leaf":3},"1":{"leaf":4},"2":{"leaf":3}}}"#,
    );
}

#[test]
fn bioengineering_1_takes_the_only_leaf_unasked_and_nothing_without_one() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Bioengineering"]}},{"board":{"yellow":["Masonry","Agriculture"]}}],
        "steps":[{"act":"dogma","card":"Bioengineering"}],
        "expect":{"actions":1,"seats":[{"score":["Agriculture"]},{"board":{"yellow":["Masonry"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Bioengineering"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Bioengineering"}],"expect":{"actions":1,"seats":[{"score":[]},{"board":{"red":["Metalworking"]}}]}}"#,
    );
}

#[test]
fn bioengineering_1_is_shared_against_the_activator() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Bioengineering"],"yellow":["Agriculture"]}},{"board":{"blue":["Quantum Theory"]}}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"Bioengineering"}],
        "expect":{"bonus":true,"seats":[{"hand":["Databases"],"board":{"yellow":[]}},{"score":["Agriculture"]}]}}"#,
    );
}

#[test]
fn bioengineering_2_is_won_by_the_most_leaves_wherever_they_are() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Bioengineering"]}},{"board":{"yellow":["Agriculture"],"blue":["Pottery"]}}],
        "steps":[{"act":"dogma","card":"Bioengineering"},{"cards":["Pottery"]}],"expect":{"winners":[1],"win_by":"effect"}}"#,
    );
    check(
        r#"{"players":3,
        "seats":[{"board":{"blue":["Bioengineering"],"yellow":["Agriculture"]}},{"board":{"green":["Clothing"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Bioengineering"}],"expect":{"winners":[0],"win_by":"effect"}}"#,
    );
}

#[test]
fn bioengineering_2_needs_a_player_below_three_and_no_tie() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Bioengineering"],"yellow":["Stem Cells"]}},{"board":{"yellow":["Agriculture"],"blue":["Pottery"],"purple":["Reformation"]}}],
        "steps":[{"act":"dogma","card":"Bioengineering"},{"cards":["Pottery"]}],
        "expect":{"actions":1,"icons":{"0":{"leaf":3},"1":{"leaf":6}}}}"#,
    );
    check(
        r#"{"players":3,
        "seats":[{"board":{"blue":["Bioengineering"]}},{"board":{"yellow":["Agriculture"],"green":["Clothing"]}},{"board":{"blue":["Pottery"]}}],
        "steps":[{"act":"dogma","card":"Bioengineering"},{"cards":["Clothing"]}],
        "expect":{"actions":1,"icons":{"0":{"leaf":0},"1":{"leaf":3},"2":{"leaf":3}}}}"#,
    );
}

#[test]
fn databases_1_returns_half_the_score_pile_rounded_up() {
    let position = r#""players":2,"seats":[{"board":{"green":["Databases"]}},{"board":{"red":["Metalworking"]},"score":["Tools","Oars","Paper","Coal","Calendar"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Databases"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Oars","Tools","Calendar","Paper","Coal"],"min":3,"max":3,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Databases"},{"by":1,"cards":["Tools","Calendar","Oars"]}],
        "expect":{"bonus":false,"seats":[{"score":[]},{"score":["Paper","Coal"]}],"deck_bottom":{"1":["Tools","Oars"],"2":["Calendar"]}}"#,
    );
}

#[test]
fn databases_1_takes_a_single_card_unasked_and_half_of_two() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"green":["Databases"]},"score":["Coal"]},{"board":{"red":["Metalworking"]},"score":["Tools"]},{"board":{"yellow":["Masonry"]}}],
        "steps":[{"act":"dogma","card":"Databases"}],
        "expect":{"actions":1,"seats":[{"score":["Coal"]},{"score":[]},{"score":[]}],"deck_bottom":{"1":["Tools"]}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Databases"]}},{"board":{"red":["Metalworking"]},"score":["Tools","Oars"]}],
        "steps":[{"act":"dogma","card":"Databases"},{"by":1,"cards":["Oars"]}],
        "expect":{"actions":1,"seats":[{},{"score":["Tools"]}]}}"#,
    );
}

#[test]
fn databases_1_spares_who_has_as_many_clocks() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Databases"]}},{"board":{"blue":["Rocketry"]},"score":["Tools"]}],
        "steps":[{"act":"dogma","card":"Databases"}],"expect":{"actions":1,"seats":[{},{"score":["Tools"]}]}}"#,
    );
}

#[test]
fn globalization_1_returns_a_top_card_with_a_leaf() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Globalization"]}},{"board":{"yellow":["Masonry","Agriculture"],"blue":["Pottery"],"red":["Metalworking"]}}],"decks":{"6":["Canning"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Globalization"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Agriculture","Pottery"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Globalization"},{"by":1,"cards":["Agriculture"]}],
        "expect":{"actions":1,"bonus":false,"seats":[{"score":["Canning"],"scored":1},{"board":{"yellow":["Masonry"],"blue":["Pottery"]}}],"deck_bottom":{"1":["Agriculture"]}}"#,
    );
}

#[test]
fn globalization_1_leaves_cards_without_a_leaf() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Globalization"]}},{"board":{"blue":["Pottery","Tools"]},"score":["Canning"]}],"decks":{"6":["Democracy"]},
        "steps":[{"act":"dogma","card":"Globalization"}],
        "expect":{"actions":1,"seats":[{"score":["Democracy"]},{"board":{"blue":["Pottery","Tools"]}}]}}"#,
    );
}

#[test]
fn globalization_2_is_won_by_the_most_points_once_no_board_has_more_leaves() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Globalization"]}},{"board":{"yellow":["Masonry","Agriculture"]},"score":["Coal"]}],"decks":{"6":["Canning"]},
        "steps":[{"act":"dogma","card":"Globalization"}],
        "expect":{"winners":[0],"win_by":"effect","seats":[{"points":6},{"board":{"yellow":["Masonry"]},"points":5}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Globalization"]}},{"board":{"yellow":["Vaccination","Canning"]},"score":["Antibiotics"]}],"decks":{"6":["Democracy"]},
        "steps":[{"act":"dogma","card":"Globalization"}],
        "expect":{"actions":1,"seats":[{"points":6},{"board":{"yellow":["Vaccination"]},"points":8}],"icons":{"1":{"leaf":2,"factory":1}}}}"#,
    );
}

#[test]
fn globalization_2_ignores_a_tie_and_can_be_won_by_a_sharer() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Globalization"]}},{"board":{"red":["Metalworking"]},"score":["Canning"]}],"decks":{"6":["Democracy"]},
        "steps":[{"act":"dogma","card":"Globalization"}],
        "expect":{"actions":1,"seats":[{"points":6},{"points":6}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Globalization"]}},{"board":{"red":["Coal"]}}],"decks":{"6":["Democracy"]},
        "steps":[{"act":"dogma","card":"Globalization"}],
        "expect":{"winners":[1],"win_by":"effect","bonus":false,"seats":[{"score":[]},{"score":["Democracy"]}]}}"#,
    );
}

#[test]
fn miniaturization_1_draws_for_each_scored_value_if_a_10_was_returned() {
    let position = r#""players":2,"seats":[{"board":{"red":["Miniaturization"]},"hand":["Databases","Coal"],"score":["Oars","Archery","Paper"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Software","Robotics","A.I."]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Miniaturization"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Coal","Databases"],"min":1,"max":1,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Miniaturization"},{"cards":["Databases"]}],
        "expect":{"seats":[{"hand":["Coal","Software","Robotics"],"score":["Oars","Archery","Paper"]}],"decks":{"10":["A.I.","Databases"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Miniaturization"},{"cards":["Coal"]}],
        "expect":{"actions":1,"seats":[{"hand":["Databases"]}],"decks":{"10":["Software","Robotics","A.I."]},"deck_bottom":{"5":["Coal"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Miniaturization"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Databases","Coal"]}],"decks":{"10":["Software","Robotics","A.I."]}}"#,
    );
}

#[test]
fn miniaturization_1_draws_nothing_for_an_empty_score_pile_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Miniaturization"]},"hand":["Databases"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Software"]},
        "steps":[{"act":"dogma","card":"Miniaturization"},{"cards":["Databases"]}],
        "expect":{"actions":1,"seats":[{"hand":[]}],"decks":{"10":["Software","Databases"]}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Miniaturization"]},"score":["Paper"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Miniaturization"}],"expect":{"actions":1,"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn miniaturization_1_draws_nothing_for_a_9() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Miniaturization"]},"hand":["Suburbia"],"score":["Paper"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Miniaturization"},{"cards":["Suburbia"]}],
        "expect":{"actions":1,"seats":[{"hand":[]}],"deck_bottom":{"9":["Suburbia"]}}}"#,
    );
}

#[test]
fn miniaturization_1_is_shared_by_the_return_alone() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Miniaturization"]}},{"board":{"purple":["Philosophy"]},"hand":["Tools"],"score":["Paper"]}],"decks":{"10":["Software"]},
        "steps":[{"act":"dogma","card":"Miniaturization"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Software"]},{"hand":[]}]}}"#,
    );
}

#[test]
fn robotics_1_scores_the_top_green_card_and_executes_a_10() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Robotics"],"green":{"cards":["Sailing","The Wheel"],"splay":"left"}}},{"board":{"red":["Metalworking"]},"score":["Paper"]}],"decks":{"10":["Databases","Software"]},
        "steps":[{"act":"dogma","card":"Robotics"}],
        "expect":{"actions":1,"seats":[{"score":["The Wheel"],"scored":1,"board":{"green":["Sailing","Databases"]},"splay":{"green":null}},{"score":["Paper"]}],"decks":{"10":["Software"]}}}"#,
    );
}

#[test]
fn robotics_1_works_without_green_and_nests_choices() {
    let position = r#""players":2,"seats":[{"board":{"red":["Robotics"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Stem Cells"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Robotics"}],
        "expect":{"pending":{"by":0,"kind":"YesNo","card":"Stem Cells","effect":1,"depth":1},"seats":[{"score":[]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Robotics"},{"yes":true}],"expect":{"actions":1,"seats":[{"hand":[],"score":["Oars"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Robotics"},{"yes":false}],"expect":{"actions":1,"seats":[{"hand":["Oars"],"score":[]}]}"#,
    );
}

#[test]
fn robotics_1_is_shared_and_each_executes_the_own_card_alone() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Robotics"]},"hand":["Coal"]},{"board":{"red":["Gunpowder"],"green":["Sailing"]},"hand":["Oars"]}],"decks":{"10":["Stem Cells","Miniaturization","Software"]},
        "steps":[{"act":"dogma","card":"Robotics"},{"by":1,"yes":true},{"by":0,"cards":[]}],
        "expect":{"bonus":true,"seats":[{"hand":["Coal","Software"],"board":{"red":["Robotics","Miniaturization"]},"score":[]},
        {"hand":[],"score":["Sailing","Oars"],"board":{"green":[],"yellow":["Stem Cells"]}}]}}"#,
    );
}

#[test]
fn robotics_1_can_score_self_service_which_it_was_executed_by() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"],"red":["Robotics"]},"ach":[1]},{"board":{"red":["Metalworking"]},"ach":[2]}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"actions":1,"seats":[{"score":["Self Service"],"board":{"green":["Databases"],"red":["Robotics"]}}]}}"#,
    );
}

#[test]
fn self_service_1_offers_the_other_top_cards() {
    let position = r#""players":2,"seats":[{"board":{"green":["Sailing","Self Service"],"blue":["Tools","Writing"],"red":["Archery"]}},{"board":{"red":["Metalworking"]},"hand":["Coal"]}],"decks":{"2":["Calendar"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Archery","Writing"],"min":1,"max":1,"optional":false,"depth":0}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Self Service"},{"cards":["Writing"]}],
        "expect":{"actions":1,"events":["nested_execution"],"seats":[{"hand":["Calendar"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Self Service"},{"cards":["Archery"]}],
        "expect":{"actions":1,"seats":[{"hand":[]},{"hand":["Coal"]}]}"#,
    );
}

#[test]
fn self_service_1_executes_every_effect_of_the_picked_card() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"],"purple":["Mysticism","Philosophy"]},"hand":["Oars"]},{"board":{"purple":["Education"]},"hand":["Coal"]}],
        "steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["purple"],"card":"Philosophy","effect":1,"depth":1}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"],"purple":["Mysticism","Philosophy"]},"hand":["Oars"]},{"board":{"purple":["Education"]},"hand":["Coal"]}],
        "steps":[{"act":"dogma","card":"Self Service"},{"colour":"purple"},{"cards":["Oars"]}],
        "expect":{"actions":1,"bonus":false,"seats":[{"hand":[],"score":["Oars"],"splay":{"purple":"left"}},{"hand":["Coal"]}]}}"#,
    );
}

#[test]
fn self_service_1_does_nothing_without_another_top_card() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Sailing","Self Service"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Self Service"}],"expect":{"actions":1,"seats":[{"hand":[],"board":{"green":["Sailing","Self Service"]}}]}}"#,
    );
}

#[test]
fn self_service_1_is_shared_with_the_sharers_own_top_cards() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"]}},{"board":{"purple":["Enterprise"],"green":["Sailing"]}}],"decks":{"1":["Tools","Oars"],"10":["Software"]},
        "steps":[{"act":"dogma","card":"Self Service"},{"by":1,"cards":["Sailing"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Software"]},{"board":{"blue":["Tools"]}}],"decks":{"1":["Oars"]}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"]}},{"board":{"green":["Navigation"]}}],
        "steps":[{"act":"dogma","card":"Self Service"}],"expect":{"actions":1,"bonus":false}}"#,
    );
}

#[test]
fn self_service_2_wins_with_more_achievements_than_each_other_player() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"green":["Self Service"]},"ach":[1,"World"]},{"board":{"red":["Metalworking"]},"ach":[2]},{"board":{"yellow":["Masonry"]},"ach":[3]}],
        "steps":[{"act":"dogma","card":"Self Service"}],"expect":{"winners":[0],"win_by":"effect"}}"#,
    );
    check(
        r#"{"players":3,
        "seats":[{"board":{"green":["Self Service"]},"ach":[1,"World"]},{"board":{"red":["Metalworking"]},"ach":[2]},{"board":{"yellow":["Masonry"]},"ach":[3,"Empire"]}],
        "steps":[{"act":"dogma","card":"Self Service"}],"expect":{"actions":1}}"#,
    );
}

#[test]
fn self_service_2_can_be_won_by_a_sharer() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Self Service"]},"ach":[1]},{"board":{"green":["Navigation"]},"ach":[2,3]}],
        "steps":[{"act":"dogma","card":"Self Service"}],"expect":{"winners":[1],"win_by":"effect"}}"#,
    );
}

#[test]
fn software_1_scores_a_10_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Software"]}},{"board":{"blue":["Rocketry"]}}],
        "decks":{"10":["A.I.","Robotics","Globalization","Databases","Stem Cells","Miniaturization","The Internet"]},
        "steps":[{"act":"dogma","card":"Software"}],
        "expect":{"bonus":true,"seats":[{"score":["Robotics"],"scored":1,"board":{"yellow":["Stem Cells"],"red":["Miniaturization"]},"hand":["The Internet"]},
        {"score":["A.I."],"scored":1,"board":{"yellow":["Globalization"],"green":["Databases"]}}]}}"#,
    );
}

#[test]
fn software_2_executes_the_second_card_only() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Software"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]},"score":["Tools"]}],"decks":{"10":["A.I.","Stem Cells","Databases","Robotics"]},
        "steps":[{"act":"dogma","card":"Software"}],
        "expect":{"actions":1,"seats":[{"hand":["Oars"],"score":["A.I."],"board":{"yellow":["Stem Cells"],"green":["Databases"]}},{"score":["Tools"]}],"decks":{"10":["Robotics"]}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Software"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["A.I.","Stem Cells","Miniaturization"]},
        "steps":[{"act":"dogma","card":"Software"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars"],"optional":true,"card":"Miniaturization","effect":1,"depth":1}}}"#,
    );
}

#[test]
fn software_2_covers_itself_in_the_order_drawn() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Software"],"red":["Oars"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["A.I.","Miniaturization","Robotics","Databases"]},
        "steps":[{"act":"dogma","card":"Software"}],
        "expect":{"seats":[{"score":["A.I."],"board":{"red":["Oars","Miniaturization","Robotics"],"green":["Databases"]}}]}}"#,
    );
}

#[test]
fn software_2_ends_the_game_when_the_10s_run_out() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Software"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["A.I.","Robotics"]},
        "steps":[{"act":"dogma","card":"Software"}],
        "expect":{"winners":[0],"win_by":"score","seats":[{"score":["A.I."],"board":{"red":["Robotics"]}}]}}"#,
    );
}

#[test]
fn stem_cells_1_scores_the_whole_hand() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Stem Cells"]},"hand":["Oars","Coal","Archery"]},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Stem Cells"}],"expect":{"pending":{"by":0,"kind":"YesNo"}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Stem Cells"},{"yes":true}],
        "expect":{"actions":1,"seats":[{"hand":[],"score":["Oars","Coal","Archery"],"points":7,"scored":3}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Stem Cells"},{"yes":false}],
        "expect":{"actions":1,"seats":[{"hand":["Oars","Coal","Archery"],"score":[]}]}"#,
    );
}

#[test]
fn stem_cells_1_is_not_asked_without_a_hand_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Stem Cells"]}},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],"decks":{"10":["Software"]},
        "steps":[{"act":"dogma","card":"Stem Cells"},{"by":1,"yes":true}],
        "expect":{"bonus":true,"seats":[{"hand":["Software"],"score":[]},{"hand":[],"score":["Tools"]}]}}"#,
    );
}

#[test]
fn stem_cells_1_can_claim_monument() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Stem Cells"]},"hand":["Oars","Coal","Archery","Tools","Paper","Optics"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Stem Cells"},{"yes":true}],
        "expect":{"seats":[{"ach":["Monument"],"scored":6}]}}"#,
    );
}

#[test]
fn the_internet_1_splays_green_up() {
    let position = r#""players":2,"seats":[{"board":{"purple":["The Internet"],"green":["Sailing","Clothing"],"red":["Oars","Coal"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases","Software","Robotics"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"The Internet"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["green"],"direction":"up","optional":true,"effect":1}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"The Internet"},{"colour":"green"}],
        "expect":{"seats":[{"splay":{"green":"up","red":null},"score":["Databases"],"scored":1,"board":{"blue":["Software"]}}],"decks":{"10":["Robotics"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"The Internet"},{"colour":null}],"expect":{"seats":[{"splay":{"green":null},"score":["Databases"]}]}"#,
    );
}

#[test]
fn the_internet_2_is_shared_with_as_many_clocks() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["The Internet"]}},{"board":{"blue":["Quantum Theory"]}}],"decks":{"10":["Databases","Software","Robotics","Stem Cells","A.I."]},
        "steps":[{"act":"dogma","card":"The Internet"}],
        "expect":{"bonus":true,"seats":[{"score":["Software"],"board":{"yellow":["Stem Cells"]},"hand":["A.I."]},{"score":["Databases"],"board":{"red":["Robotics"]}}]}}"#,
    );
}

#[test]
fn the_internet_3_counts_clocks_once_and_executes_nothing() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["The Internet"],"blue":["Rocketry"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Miniaturization","Databases","Stem Cells","Robotics"]},
        "steps":[{"act":"dogma","card":"The Internet"}],
        "expect":{"actions":1,"seats":[{"hand":["Oars"],"score":["Miniaturization"],"board":{"green":["Databases"],"yellow":["Stem Cells"],"red":[]}}],"decks":{"10":["Robotics"]},"icons":{"0":{"clock":8}}}}"#,
    );
}

#[test]
fn the_internet_3_ends_the_game_when_the_10s_run_out() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["The Internet"],"blue":["Rocketry"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Miniaturization","Databases"]},
        "steps":[{"act":"dogma","card":"The Internet"}],
        "expect":{"winners":[0],"win_by":"score","seats":[{"score":["Miniaturization"],"board":{"green":["Databases"]}}]}}"#,
    );
}
