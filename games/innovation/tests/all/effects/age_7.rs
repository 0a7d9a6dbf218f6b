//! Age 7.

use super::{check, check_at};

#[test]
fn bicycle_1_exchanges_the_whole_hand_and_the_whole_score_pile() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Bicycle"]},"hand":["Tools","Paper"],"score":["Coal"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Bicycle"},{"yes":true}],
        "expect":{"actions":1,"bonus":false,"seats":[{"hand":["Coal"],"score":["Tools","Paper"],"points":4,"scored":0}]}}"#,
    );
}

#[test]
fn bicycle_1_is_asked_with_one_side_empty_and_not_with_both() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Bicycle"]},"score":["Coal","Tools"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Bicycle"}],"expect":{"pending":{"by":0,"kind":"YesNo","card":"Bicycle","effect":1}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Bicycle"]},"score":["Coal","Tools"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Bicycle"},{"yes":true}],"expect":{"seats":[{"hand":["Coal","Tools"],"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Bicycle"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Bicycle"}],"expect":{"actions":1,"seats":[{"hand":[],"score":[]}]}}"#,
    );
}

#[test]
fn bicycle_1_may_be_declined_and_a_refusal_is_no_share() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Bicycle"]},"hand":["Tools"]},{"board":{"green":["Sailing"]},"hand":["Oars"]}],
        "steps":[{"act":"dogma","card":"Bicycle"},{"by":1,"yes":false},{"by":0,"yes":false}],
        "expect":{"actions":1,"bonus":false,"seats":[{"hand":["Tools"],"score":[]},{"hand":["Oars"],"score":[]}]}}"#,
    );
}

#[test]
fn bicycle_1_is_shared_by_an_equal_number_of_crowns() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Bicycle"]},"hand":["Tools"]},{"board":{"green":["Sailing"]},"hand":["Oars"],"score":["Paper"]}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Bicycle"},{"by":1,"yes":true},{"by":0,"yes":true}],
        "expect":{"bonus":true,"seats":[{"hand":["Sanitation"],"score":["Tools"]},{"hand":["Paper"],"score":["Oars"]}]}}"#,
    );
}

#[test]
fn combustion_1_takes_two_cards_of_the_victims_choice() {
    let position = r#""players":2,"seats":[{"board":{"red":["Combustion"]}},{"board":{"red":["Metalworking"]},"score":["Coal","Tools","Paper"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Combustion"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Tools","Paper","Coal"],"min":2,"max":2,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Combustion"},{"by":1,"cards":["Tools","Coal"]}],
        "expect":{"bonus":false,"seats":[{"score":["Tools","Coal"],"scored":0},{"score":["Paper"],"board":{"red":["Metalworking"]}}]}"#,
    );
}

#[test]
fn combustion_1_takes_two_or_fewer_without_asking() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"red":["Combustion"]}},{"board":{"red":["Metalworking"]},"score":["Coal","Tools"]},{"board":{"yellow":["Masonry"]},"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Combustion"}],
        "expect":{"actions":1,"seats":[{"score":["Coal","Tools","Paper"]},{"score":[]},{"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Combustion"]},"score":["Oars"]},{"board":{"red":["Metalworking"]},"hand":["Tools"]}],
        "steps":[{"act":"dogma","card":"Combustion"}],
        "expect":{"actions":1,"seats":[{"score":["Oars"]},{"hand":["Tools"]}]}}"#,
    );
}

#[test]
fn combustion_1_spares_who_has_as_many_crowns_and_goes_clockwise() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Combustion"]}},{"board":{"green":["Sailing"]},"score":["Coal"]}],
        "steps":[{"act":"dogma","card":"Combustion"}],
        "expect":{"actions":1,"bonus":false,"seats":[{"score":[]},{"score":["Coal"]}]}}"#,
    );
    check(
        r#"{"players":3,"turn":1,
        "seats":[{"board":{"yellow":["Masonry"]},"score":["Paper","Optics","Oars"]},{"board":{"red":["Combustion"]}},{"board":{"red":["Metalworking"]},"score":["Coal","Tools","Banking"]}],
        "steps":[{"act":"dogma","card":"Combustion"},{"by":2,"cards":["Coal","Banking"]},{"by":0,"cards":["Oars","Paper"]}],
        "expect":{"seats":[{"score":["Optics"]},{"score":["Coal","Banking","Oars","Paper"]},{"score":["Tools"]}]}}"#,
    );
}

#[test]
fn electricity_1_returns_tops_without_a_factory_in_order_and_draws_as_many() {
    let position = r#""players":2,"seats":[{"board":{"green":["Electricity"],"red":["Oars","Archery"],"purple":["Mysticism"],"blue":["Rocketry"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"8":["Flight","Mobility","Corporations"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Electricity"}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Archery","Mysticism","Rocketry"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Electricity"},{"order":["Mysticism","Rocketry","Archery"]}],
        "expect":{"seats":[{"board":{"green":["Electricity"],"red":["Oars"],"purple":[],"blue":[]},"hand":["Flight","Mobility","Corporations"]}],
        "decks":{"8":["Rocketry"]},"deck_bottom":{"1":["Mysticism","Archery"]}}"#,
    );
}

#[test]
fn electricity_1_asks_no_order_for_different_ages_and_draws_nothing_for_none() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Electricity"],"red":["Archery"],"blue":["Rocketry"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"8":["Flight"]},
        "steps":[{"act":"dogma","card":"Electricity"}],
        "expect":{"seats":[{"board":{"green":["Electricity"],"red":[],"blue":[]},"hand":["Flight","Rocketry"]}],"deck_bottom":{"1":["Archery"]}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Electricity"],"red":["Archery","Coal"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Electricity"}],
        "expect":{"actions":1,"seats":[{"hand":[],"board":{"red":["Archery","Coal"]}}]}}"#,
    );
}

#[test]
fn electricity_1_is_shared_with_as_many_factories() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Electricity"]}},{"board":{"red":["Gunpowder"],"yellow":["Masonry"]}}],
        "decks":{"8":["Flight","Mobility"],"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Electricity"}],
        "expect":{"bonus":true,"seats":[{"hand":["Sanitation"]},{"hand":["Flight"],"board":{"red":["Gunpowder"],"yellow":[]}}]}}"#,
    );
}

#[test]
fn evolution_1_scores_an_8_and_returns_any_card_of_the_score_pile() {
    let position = r#""players":2,"seats":[{"board":{"blue":["Evolution"]},"score":["Tools"]},{"board":{"red":["Metalworking"]}}],"decks":{"8":["Flight","Mobility"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Evolution"}],
        "expect":{"pending":{"by":0,"kind":"SelectOption","options":["score","draw"],"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Evolution"},{"option":"score"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Tools","Flight"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Evolution"},{"option":"score"},{"cards":["Flight"]}],
        "expect":{"seats":[{"score":["Tools"],"scored":1}],"decks":{"8":["Mobility","Flight"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Evolution"},{"option":"score"},{"cards":["Tools"]}],
        "expect":{"seats":[{"score":["Flight"]}],"deck_bottom":{"1":["Tools"]}}"#,
    );
}

#[test]
fn evolution_1_returns_the_only_card_unasked() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Evolution"]}},{"board":{"red":["Metalworking"]}}],"decks":{"8":["Flight","Mobility"]},
        "steps":[{"act":"dogma","card":"Evolution"},{"option":"score"}],
        "expect":{"seats":[{"score":[],"scored":1}],"decks":{"8":["Mobility","Flight"]}}}"#,
    );
}

#[test]
fn evolution_1_draws_one_higher_than_the_highest_scored_card() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Evolution"]},"score":["Coal","Tools"]},{"board":{"red":["Metalworking"]}}],"decks":{"6":["Canning"]},
        "steps":[{"act":"dogma","card":"Evolution"},{"option":"draw"}],
        "expect":{"seats":[{"hand":["Canning"],"score":["Coal","Tools"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Evolution"]}},{"board":{"red":["Metalworking"]}}],"decks":{"1":["Oars"]},
        "steps":[{"act":"dogma","card":"Evolution"},{"option":"draw"}],
        "expect":{"seats":[{"hand":["Oars"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Evolution"]},"score":["Software"]},{"board":{"red":["Metalworking"]},"score":["Suburbia","Coal"]}],
        "steps":[{"act":"dogma","card":"Evolution"},{"option":"draw"}],
        "expect":{"winners":[1],"win_by":"score"}}"#,
    );
}

#[test]
fn evolution_1_may_be_declined_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Evolution"]},"score":["Coal"]},{"board":{"purple":["Philosophy"]},"score":["Tools"]}],
        "steps":[{"act":"dogma","card":"Evolution"},{"by":1,"option":null},{"by":0,"option":null}],
        "expect":{"actions":1,"bonus":false,"seats":[{"score":["Coal"],"hand":[]},{"score":["Tools"],"hand":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Evolution"]}},{"board":{"purple":["Philosophy"]},"score":["Tools"]}],
        "decks":{"2":["Calendar"],"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Evolution"},{"by":1,"option":"draw"},{"by":0,"option":null}],
        "expect":{"bonus":true,"seats":[{"hand":["Sanitation"]},{"hand":["Calendar"]}]}}"#,
    );
}

#[test]
fn explosives_1_takes_the_three_highest_and_leaves_the_rest() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Explosives"]}},{"board":{"green":["Sailing"]},"hand":["Coal","Tools","Paper","Calendar"]}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Explosives"}],
        "expect":{"bonus":false,"seats":[{"hand":["Coal","Paper","Calendar"]},{"hand":["Tools"]}],"decks":{"7":["Sanitation"]}}}"#,
    );
}

#[test]
fn explosives_1_pays_a_7_for_an_emptied_hand_and_nothing_for_an_empty_one() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Explosives"]}},{"board":{"green":["Sailing"]},"hand":["Oars","Tools","Pottery"]}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Explosives"}],
        "expect":{"seats":[{"hand":["Oars","Tools","Pottery"]},{"hand":["Sanitation"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Explosives"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Explosives"}],
        "expect":{"actions":1,"seats":[{"hand":[]},{"hand":[]}],"decks":{"7":["Sanitation"]}}}"#,
    );
}

#[test]
fn explosives_1_lets_the_victim_pick_among_more_ties_than_are_missing() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Explosives"]}},{"board":{"green":["Sailing"]},"hand":["Enterprise","Oars","Tools","Pottery"]}],
        "steps":[{"act":"dogma","card":"Explosives"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Oars","Pottery","Tools"],"min":2,"max":2,"optional":false}}}"#,
    );
}

#[test]
fn explosives_1_spares_who_has_as_many_factories() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Explosives"]}},{"board":{"red":["Machine Tools"]},"hand":["Coal"]}],
        "steps":[{"act":"dogma","card":"Explosives"}],
        "expect":{"bonus":false,"seats":[{"hand":[]},{"hand":["Coal"]}]}}"#,
    );
}

#[test]
fn lighting_1_tucks_up_to_three_and_scores_a_7_for_each_value() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Lighting"],"red":["Metalworking"]},"hand":["Tools","Oars","Archery","Paper","Coal"]},{"board":{"yellow":["Masonry"]}}],
        "decks":{"7":["Sanitation","Bicycle","Railroad"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Lighting"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Archery","Oars","Tools","Paper","Coal"],"min":1,"max":3,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Lighting"},{"cards":["Oars","Archery","Paper"]}],
        "expect":{"seats":[{"hand":["Tools","Coal"],"board":{"red":["Archery","Oars","Metalworking"],"green":["Paper"]},"score":["Sanitation","Bicycle"],"tucked":3,"scored":2}],
        "decks":{"7":["Railroad"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Lighting"},{"cards":["Oars","Tools","Paper","Coal"]}],
        "expect":{"error":"InvalidChoice/WrongCount"}"#,
    );
}

#[test]
fn lighting_1_may_be_declined_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Lighting"]},"hand":["Tools"]},{"board":{"yellow":["Masonry"]}}],
        "steps":[{"act":"dogma","card":"Lighting"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Tools"],"score":[],"tucked":0}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Lighting"]}},{"board":{"yellow":["Masonry"]}}],
        "steps":[{"act":"dogma","card":"Lighting"}],"expect":{"actions":1,"seats":[{"score":[]}]}}"#,
    );
}

#[test]
fn lighting_1_is_shared_with_as_many_leaves() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Lighting"]}},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],
        "decks":{"7":["Sanitation","Bicycle"]},
        "steps":[{"act":"dogma","card":"Lighting"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Bicycle"]},{"hand":[],"board":{"blue":["Tools","Pottery"]},"score":["Sanitation"],"tucked":1}]}}"#,
    );
}

#[test]
fn publications_1_offers_piles_of_two_and_orders_one_of_them() {
    let position = r#""players":2,"seats":[{"board":{"blue":["Publications"],"red":{"cards":["Coal","Oars"],"splay":"left"},"green":["Sailing","Clothing","Paper"]}},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["green","red"],"count":1,"optional":true,"direction":null,"effect":1}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"},{"colour":"green"}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Sailing","Clothing","Paper"],"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"},{"colour":"green"},{"order":["Paper","Sailing","Clothing"]}],
        "expect":{"events":["rearranged"],"seats":[{"board":{"green":["Paper","Sailing","Clothing"],"red":["Coal","Oars"]},"splay":{"red":"left"}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"},{"colour":"green"},{"order":["Paper","Sailing"]}],
        "expect":{"error":"InvalidChoice/BadPermutation"}"#,
    );
}

#[test]
fn publications_1_may_be_declined_and_is_not_asked_without_a_pile() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Publications"],"red":["Coal","Oars"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Publications"},{"colour":null}],
        "expect":{"actions":1,"seats":[{"board":{"red":["Coal","Oars"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Publications"],"red":["Coal"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Publications"}],"expect":{"actions":1}}"#,
    );
}

#[test]
fn publications_1_counts_a_new_order_as_a_share() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Publications"]}},{"board":{"purple":["Philosophy"],"green":["Sailing","Clothing"]}}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Publications"},{"by":1,"colour":"green"},{"by":1,"order":["Clothing","Sailing"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Sanitation"]},{"board":{"green":["Clothing","Sailing"]}}]}}"#,
    );
}

#[test]
fn publications_1_can_uncover_a_special_achievement() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Rocketry","Publications"],"green":["Satellites"],"purple":["Services"],"red":["Fission"],"yellow":["Suburbia"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Publications"},{"colour":"blue"},{"order":["Publications","Rocketry"]},{"colour":null}],
        "expect":{"seats":[{"ach":["Universe"],"board":{"blue":["Publications","Rocketry"]}}]}}"#,
    );
}

#[test]
fn publications_2_splays_yellow_or_blue_up() {
    let position = r#""players":2,"seats":[{"board":{"blue":["Tools","Publications"],"yellow":{"cards":["Masonry","Agriculture"],"splay":"left"},"red":["Coal","Oars"]}},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"},{"colour":null}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["blue","yellow"],"direction":"up","count":1,"optional":true,"effect":2}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"},{"colour":null},{"colour":"yellow"}],
        "expect":{"seats":[{"splay":{"yellow":"up","blue":null,"red":null}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Publications"},{"colour":null},{"colour":null}],
        "expect":{"actions":1,"seats":[{"splay":{"yellow":"left","blue":null}}]}"#,
    );
}

#[test]
fn publications_2_is_not_offered_for_what_is_splayed_up_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":{"cards":["Tools","Publications"],"splay":"up"}}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Publications"},{"colour":null}],"expect":{"actions":1}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Publications"]}},{"board":{"purple":["Philosophy"],"blue":["Pottery","Calendar"]}}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Publications"},{"by":1,"colour":null},{"by":1,"colour":"blue"}],
        "expect":{"bonus":true,"seats":[{"hand":["Sanitation"]},{"splay":{"blue":"up"}}]}}"#,
    );
}

#[test]
fn railroad_1_returns_the_hand_in_order_and_draws_three_6s() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Railroad"]},"hand":["Tools","Paper","Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"6":["Canning","Democracy","Emancipation","Encyclopedia"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Railroad"}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Tools","Oars","Paper"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Railroad"},{"order":["Tools","Paper","Oars"]}],
        "expect":{"seats":[{"hand":["Canning","Democracy","Emancipation"]}],"decks":{"6":["Encyclopedia"]},"deck_bottom":{"1":["Tools","Oars"],"3":["Paper"]}}"#,
    );
}

#[test]
fn railroad_1_can_draw_what_it_returned_and_works_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Railroad"]},"hand":["Canning","Tools"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"6":["Democracy","Emancipation"]},
        "steps":[{"act":"dogma","card":"Railroad"}],
        "expect":{"seats":[{"hand":["Democracy","Emancipation","Canning"]}],"decks":{"6":[]}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Railroad"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"6":["Canning","Democracy"],"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Railroad"}],
        "expect":{"seats":[{"hand":["Canning","Democracy","Sanitation"]}]}}"#,
    );
}

#[test]
fn railroad_1_is_shared_with_as_many_clocks() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Railroad"]}},{"board":{"blue":["Quantum Theory"]},"hand":["Tools"]}],
        "decks":{"6":["Canning","Democracy","Emancipation","Encyclopedia","Vaccination","Metric System"],"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Railroad"}],
        "expect":{"bonus":true,"seats":[{"hand":["Encyclopedia","Vaccination","Metric System","Sanitation"]},{"hand":["Canning","Democracy","Emancipation"]}],"deck_bottom":{"1":["Tools"]}}}"#,
    );
}

#[test]
fn railroad_2_splays_up_what_is_splayed_right() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Railroad"],"red":{"cards":["Coal","Oars"],"splay":"right"},"green":{"cards":["Sailing","Clothing"],"splay":"left"},"yellow":["Masonry","Agriculture"]}},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Railroad"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["red"],"direction":"up","count":1,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Railroad"},{"colour":"red"}],
        "expect":{"seats":[{"splay":{"red":"up","green":"left","yellow":null}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Railroad"},{"colour":null}],
        "expect":{"actions":1,"seats":[{"splay":{"red":"right"}}]}"#,
    );
}

#[test]
fn railroad_2_is_shared_and_not_asked_without_a_right_splay() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Railroad"],"green":{"cards":["Sailing","Clothing"],"splay":"up"}}},{"board":{"blue":["Quantum Theory"],"red":{"cards":["Coal","Oars"],"splay":"right"}}}],
        "steps":[{"act":"dogma","card":"Railroad"},{"by":1,"colour":"red"}],
        "expect":{"actions":1,"bonus":true,"seats":[{"splay":{"green":"up"}},{"splay":{"red":"up"}}]}}"#,
    );
}

#[test]
fn refrigeration_1_returns_half_the_hand_rounded_down() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Refrigeration"]}},{"board":{"red":["Metalworking"]},"hand":["Tools","Oars","Paper","Coal","Calendar"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Refrigeration"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Oars","Tools","Calendar","Paper","Coal"],"min":2,"max":2,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Refrigeration"},{"by":1,"cards":["Tools","Oars"]}],
        "expect":{"bonus":false,"seats":[{"hand":[]},{"hand":["Paper","Coal","Calendar"]}],"deck_bottom":{"1":["Tools","Oars"]}}"#,
    );
}

#[test]
fn refrigeration_1_takes_nothing_from_a_single_card_or_an_empty_hand() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"yellow":["Refrigeration"]}},{"board":{"red":["Metalworking"]},"hand":["Tools"]},{"board":{"purple":["Mysticism"]}}],
        "steps":[{"act":"dogma","card":"Refrigeration"}],
        "expect":{"actions":1,"seats":[{},{"hand":["Tools"]},{"hand":[]}]}}"#,
    );
}

#[test]
fn refrigeration_1_spares_who_has_as_many_leaves() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Refrigeration"]}},{"board":{"blue":["Pottery"]},"hand":["Tools","Oars"]}],
        "steps":[{"act":"dogma","card":"Refrigeration"}],
        "expect":{"pending":{"by":1,"effect":2,"candidates":["Oars","Tools"],"min":1,"max":1,"optional":true}}}"#,
    );
}

#[test]
fn refrigeration_2_scores_a_card_from_the_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Refrigeration"]},"hand":["Tools","Coal"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Refrigeration"},{"cards":["Coal"]}],
        "expect":{"seats":[{"hand":["Tools"],"score":["Coal"],"scored":1}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Refrigeration"]},"hand":["Tools","Coal"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Refrigeration"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Tools","Coal"],"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Refrigeration"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Refrigeration"}],"expect":{"actions":1}}"#,
    );
}

#[test]
fn refrigeration_2_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Refrigeration"]},"hand":["Coal"]},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],
        "decks":{"7":["Sanitation"]},
        "steps":[{"act":"dogma","card":"Refrigeration"},{"by":1,"cards":["Tools"]},{"by":0,"cards":[]}],
        "expect":{"bonus":true,"seats":[{"hand":["Coal","Sanitation"]},{"hand":[],"score":["Tools"]}]}}"#,
    );
}

#[test]
fn sanitation_1_exchanges_two_highest_for_one_lowest_each_owner_choosing() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Sanitation"]},"hand":["Oars","Archery","Enterprise"]},{"board":{"red":["Metalworking"]},"hand":["Paper","Optics","Coal","Tools"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Sanitation"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Optics","Paper"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Sanitation"},{"by":1,"cards":["Optics"]}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Archery","Oars"],"min":1,"max":1,"optional":false,"executor":1},
        "seats":[{"hand":["Oars","Archery","Enterprise"]},{"hand":["Paper","Optics","Coal","Tools"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Sanitation"},{"by":1,"cards":["Optics"]},{"by":0,"cards":["Oars"]}],
        "expect":{"bonus":false,"events":["exchanged"],"seats":[{"hand":["Archery","Enterprise","Coal","Optics"]},{"hand":["Paper","Tools","Oars"]}]}"#,
    );
}

#[test]
fn sanitation_1_works_with_either_hand_empty() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Sanitation"]},"hand":["Oars","Enterprise"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Sanitation"}],
        "expect":{"seats":[{"hand":["Enterprise"]},{"hand":["Oars"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Sanitation"]}},{"board":{"red":["Metalworking"]},"hand":["Tools","Coal","Paper"]}],
        "steps":[{"act":"dogma","card":"Sanitation"}],
        "expect":{"seats":[{"hand":["Coal","Paper"]},{"hand":["Tools"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Sanitation"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Sanitation"}],"expect":{"actions":1,"seats":[{"hand":[]},{"hand":[]}]}}"#,
    );
}

#[test]
fn sanitation_1_spares_who_has_as_many_leaves() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Sanitation"]},"hand":["Oars"]},{"board":{"blue":["Pottery"]},"hand":["Coal","Paper"]}],
        "steps":[{"act":"dogma","card":"Sanitation"}],
        "expect":{"actions":1,"seats":[{"hand":["Oars"]},{"hand":["Coal","Paper"]}]}}"#,
    );
}
