//! Age 1.

use super::check;

#[test]
fn agriculture_1_returns_a_card_and_scores_one_higher() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Agriculture"]},"hand":["Calendar"]},{"board":{"red":["Archery"]}}],
        "decks":{"3":["Paper","Optics"]},
        "steps":[{"act":"dogma","card":"Agriculture"},{"cards":["Calendar"]}],
        "expect":{"seats":[{"hand":[],"score":["Paper"],"scored":1}],"deck_bottom":{"2":["Calendar"]}}}"#,
    );
}

#[test]
fn agriculture_1_may_be_declined_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Agriculture"]},"hand":["Calendar"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Agriculture"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Calendar"],"score":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Agriculture"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Agriculture"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn agriculture_1_is_shared_before_the_activator_and_pays_a_bonus() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Agriculture"]},"hand":["Oars"]},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],
        "decks":{"1":["Writing"],"2":["Calendar","Currency"]},
        "steps":[{"act":"dogma","card":"Agriculture"},{"by":1,"cards":["Tools"]},{"by":0,"cards":["Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing"],"score":["Currency"]},{"hand":[],"score":["Calendar"]}],"decks":{"1":["Tools","Oars"]}}}"#,
    );
}

#[test]
fn archery_1_the_victim_draws_and_gives_the_highest() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Archery"]}},{"board":{"green":["Sailing"]},"hand":["Calendar"]}],
        "decks":{"1":["Oars"]},
        "steps":[{"act":"dogma","card":"Archery"}],
        "expect":{"bonus":false,"seats":[{"hand":["Calendar"]},{"hand":["Oars"]}]}}"#,
    );
}

#[test]
fn archery_1_an_empty_hand_gives_the_card_it_drew() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Archery"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Oars"]},
        "steps":[{"act":"dogma","card":"Archery"}],
        "expect":{"seats":[{"hand":["Oars"]},{"hand":[]}]}}"#,
    );
}

#[test]
fn archery_1_spares_those_with_as_many_castles() {
    check(
        r#"{"players": 3,
        "seats":[{"board":{"red":["Archery"]}},{"board":{"purple":["Mysticism"]},"hand":["Tools"]},{"board":{"green":["Sailing"]},"hand":["Pottery"]}],
        "decks":{"1":["Oars","Writing"]},
        "steps":[{"act":"dogma","card":"Archery"},{"by":2,"cards":["Pottery"]}],
        "expect":{"seats":[{"hand":["Pottery"]},{"hand":["Tools"]},{"hand":["Oars"]}]}}"#,
    );
}

#[test]
fn city_states_1_takes_a_castle_card_from_a_board_with_four() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["City States"]}},{"board":{"green":["The Wheel"],"red":["Archery"]}}],
        "decks":{"1":["Oars"]},
        "steps":[{"act":"dogma","card":"City States"},{"by":1,"cards":["The Wheel"]}],
        "expect":{"bonus":false,"seats":[{"board":{"green":["The Wheel"]},"hand":[]},{"board":{"green":[],"red":["Archery"]},"hand":["Oars"]}]}}"#,
    );
}

#[test]
fn city_states_1_four_castles_but_none_on_top() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["City States"]}},{"board":{"red":{"cards":["Metalworking","Construction","Engineering","Gunpowder"],"splay":"up"}}}],
        "steps":[{"act":"dogma","card":"City States"}],
        "expect":{"actions":1,"icons":{"1":{"castle":5}},"seats":[{},{"hand":[]}]}}"#,
    );
}

#[test]
fn city_states_1_spares_those_with_as_many_crowns() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["City States"]}},{"board":{"red":["Metalworking"],"green":["The Wheel"],"purple":["Code of Laws"]}}],
        "steps":[{"act":"dogma","card":"City States"}],
        "expect":{"actions":1,"seats":[{},{"board":{"red":["Metalworking"],"green":["The Wheel"]},"hand":[]}]}}"#,
    );
}

#[test]
fn clothing_1_a_new_colour_must_be_melded() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Clothing"]},"hand":["Oars","Tools","Sailing"]},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Writing","Pottery"]},
        "steps":[{"act":"dogma","card":"Clothing"},{"cards":["Tools"]}],
        "expect":{"seats":[{"hand":["Oars","Sailing"],"board":{"blue":["Tools"]},"score":["Writing","Pottery"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Clothing"]},"hand":["Oars","Tools"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Clothing"},{"cards":[]}],
        "expect":{"error":"InvalidChoice/MayNotDecline","phase":"AwaitingChoice"}}"#,
    );
}

#[test]
fn clothing_1_nothing_without_a_new_colour() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Clothing"]},"hand":["Sailing"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Clothing"}],
        "expect":{"seats":[{"hand":["Sailing"],"board":{"green":["Clothing"]}}]}}"#,
    );
}

#[test]
fn clothing_2_scores_for_every_colour_that_nobody_else_has() {
    check(
        r#"{"players": 3,
        "seats":[{"board":{"green":["Clothing"],"blue":["Tools"],"red":["Oars"]}},{"board":{"red":["Archery"]}},{"board":{"blue":["Writing"]}}],
        "decks":{"1":["Pottery","Sailing"]},
        "steps":[{"act":"dogma","card":"Clothing"}],
        "expect":{"seats":[{"score":["Pottery"],"scored":1}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Clothing"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Clothing"}],
        "expect":{"seats":[{"score":[]}]}}"#,
    );
}

#[test]
fn clothing_2_is_shared_with_those_who_have_as_many_leaves() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Clothing"]}},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"1":["Pottery","Sailing","Oars"]},
        "steps":[{"act":"dogma","card":"Clothing"}],
        "expect":{"bonus":true,"seats":[{"score":["Sailing"],"hand":["Oars"]},{"score":["Pottery"]}]}}"#,
    );
}

#[test]
fn code_of_laws_1_tucks_and_may_splay() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Code of Laws"]},"hand":["Mysticism","Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Code of Laws"},{"cards":["Mysticism"]},{"colour":null}],
        "expect":{"seats":[{"hand":["Oars"],"board":{"purple":["Mysticism","Code of Laws"]},"splay":{"purple":null},"tucked":1}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Code of Laws"]},"hand":["Mysticism","Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Code of Laws"},{"cards":["Oars"]}],
        "expect":{"error":"InvalidChoice/NotACandidate","phase":"AwaitingChoice","pending":{"candidates":["Mysticism"],"min":1,"max":1,"optional":true}}}"#,
    );
}

#[test]
fn code_of_laws_1_offers_no_splay_that_changes_nothing() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":{"cards":["City States","Code of Laws"],"splay":"left"}},"hand":["Mysticism"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Code of Laws"},{"cards":["Mysticism"]}],
        "expect":{"seats":[{"board":{"purple":["Mysticism","City States","Code of Laws"]},"splay":{"purple":"left"}}]}}"#,
    );
}

#[test]
fn code_of_laws_1_is_asked_and_declined_with_any_hand_and_skipped_without() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Code of Laws"]},"hand":["Oars"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Code of Laws"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Oars"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Code of Laws"]}},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Code of Laws"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn code_of_laws_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Code of Laws"]}},{"board":{"green":["Currency"],"purple":["City States"]},"hand":["Sailing"]}],
        "decks":{"1":["Oars"]},
        "steps":[{"act":"dogma","card":"Code of Laws"},{"by":1,"cards":["Sailing"]},{"by":1,"colour":"green"}],
        "expect":{"bonus":true,"seats":[{"hand":["Oars"]},{"board":{"green":["Sailing","Currency"]},"splay":{"green":"left"}}]}}"#,
    );
}

#[test]
fn domestication_1_melds_the_lowest_and_draws() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Domestication"]},"hand":["Calendar","Oars","Tools"]},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Pottery"]},
        "steps":[{"act":"dogma","card":"Domestication"},{"cards":["Tools"]}],
        "expect":{"seats":[{"hand":["Calendar","Oars","Pottery"],"board":{"blue":["Tools"]}}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Domestication"]},"hand":["Calendar","Oars","Tools"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Domestication"}],
        "expect":{"pending":{"candidates":["Oars","Tools"],"min":1,"max":1,"optional":false}}}"#,
    );
}

#[test]
fn domestication_1_draws_also_without_a_hand() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Domestication"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Pottery"]},
        "steps":[{"act":"dogma","card":"Domestication"}],
        "expect":{"seats":[{"hand":["Pottery"]}]}}"#,
    );
}

#[test]
fn domestication_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Domestication"]}},{"board":{"purple":["Mysticism"]},"hand":["Oars"]}],
        "decks":{"1":["Pottery","Sailing","Writing"]},
        "steps":[{"act":"dogma","card":"Domestication"}],
        "expect":{"bonus":true,"seats":[{"hand":["Sailing","Writing"]},{"hand":["Pottery"],"board":{"red":["Oars"]}}]}}"#,
    );
}

#[test]
fn masonry_1_melds_in_answer_order_three_are_not_enough_for_monument() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Masonry"]},"hand":["Archery","Oars","Mysticism"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Masonry"},{"cards":["Oars","Mysticism","Archery"]}],
        "expect":{"seats":[{"hand":[],"ach":[],"board":{"red":["Oars","Archery"],"purple":["Mysticism"]}}]}}"#,
    );
}

#[test]
fn masonry_1_is_asked_without_a_candidate_and_may_be_declined() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Masonry"]},"hand":["Agriculture"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Masonry"}],
        "expect":{"pending":{"candidates":[],"max":0,"optional":true}}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Masonry"]},"hand":["Archery"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Masonry"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Archery"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Masonry"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Masonry"}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn masonry_1_monument_may_be_gone() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Masonry"]},"hand":["Archery","Mysticism","The Wheel","Tools"]},{"board":{"green":["Sailing"]},"ach":["Monument"]}],
        "steps":[{"act":"dogma","card":"Masonry"},{"cards":["Archery","Mysticism","The Wheel","Tools"]}],
        "expect":{"seats":[{"ach":[],"hand":[]},{"ach":["Monument"]}]}}"#,
    );
}

#[test]
fn masonry_1_shared_by_a_sharer_who_claims() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"yellow":["Masonry"]}},{"board":{"red":["Metalworking"]},"hand":["Domestication","Mysticism","The Wheel","Tools"]}],
        "decks":{"1":["Oars"]},
        "steps":[{"act":"dogma","card":"Masonry"},{"by":1,"cards":["Domestication","Mysticism","The Wheel","Tools"]}],
        "expect":{"bonus":true,"seats":[{"ach":[],"hand":["Oars"]},{"ach":["Monument"],"hand":[]}]}}"#,
    );
}

#[test]
fn metalworking_1_stops_at_the_first_card_without_a_castle() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Metalworking"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Pottery","Archery"]},
        "steps":[{"act":"dogma","card":"Metalworking"}],
        "expect":{"seats":[{"score":[],"hand":["Pottery"]}],"events":["revealed"],"decks":{"1":["Archery"]}}}"#,
    );
}

#[test]
fn metalworking_1_goes_on_into_higher_ages_and_counts_for_monument() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Metalworking"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Archery","Oars","Tools"],"2":["Construction","Calendar"]},
        "steps":[{"act":"dogma","card":"Metalworking"}],
        "expect":{"seats":[{"score":["Archery","Oars","Tools","Construction"],"hand":["Calendar"],"scored":4}]}}"#,
    );
    check(
        r#"{"players": 2, "counters": {"scored": [4, 0], "tucked": [0, 0]},
        "seats":[{"board":{"red":["Metalworking"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Archery","Oars","Pottery"]},
        "steps":[{"act":"dogma","card":"Metalworking"}],
        "expect":{"seats":[{"score":["Archery","Oars"],"hand":["Pottery"],"ach":["Monument"]}]}}"#,
    );
}

#[test]
fn metalworking_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Metalworking"]}},{"board":{"purple":["Mysticism"]}}],
        "decks":{"1":["Archery","Pottery","Sailing","Writing"]},
        "steps":[{"act":"dogma","card":"Metalworking"}],
        "expect":{"bonus":true,"seats":[{"score":[],"hand":["Sailing","Writing"]},{"score":["Archery"],"hand":["Pottery"]}]}}"#,
    );
}

#[test]
fn mysticism_1_keeps_a_card_of_a_new_colour() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Mysticism"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Tools","Oars"]},
        "steps":[{"act":"dogma","card":"Mysticism"}],
        "expect":{"seats":[{"hand":["Tools"],"board":{"purple":["Mysticism"]}}],"events":["revealed"],"decks":{"1":["Oars"]}}}"#,
    );
}

#[test]
fn mysticism_1_melds_a_card_of_an_own_colour_and_draws() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Mysticism"],"blue":["Pottery"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Tools","Oars"]},
        "steps":[{"act":"dogma","card":"Mysticism"}],
        "expect":{"seats":[{"hand":["Oars"],"board":{"blue":["Pottery","Tools"]}}]}}"#,
    );
}

#[test]
fn mysticism_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"purple":["Mysticism"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Oars","Tools","Writing","Pottery"]},
        "steps":[{"act":"dogma","card":"Mysticism"}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing","Pottery"]},{"hand":["Tools"],"board":{"red":["Metalworking","Oars"]}}]}}"#,
    );
}

#[test]
fn oars_1_takes_one_crown_card_from_every_victim() {
    check(
        r#"{"players": 3,
        "seats":[{"board":{"red":["Oars"]}},{"board":{"blue":["Pottery"]},"hand":["Sailing"]},{"board":{"green":["Clothing"]},"hand":["Writing","Tools"]}],
        "decks":{"1":["Agriculture","Archery","Mysticism"]},
        "steps":[{"act":"dogma","card":"Oars"}],
        "expect":{"bonus":false,"seats":[{"score":["Sailing","Writing"],"scored":0,"hand":[]},{"hand":["Agriculture"]},{"hand":["Tools","Archery"]}]}}"#,
    );
}

#[test]
fn oars_1_nothing_to_give_nothing_to_show() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Oars"]}},{"board":{"blue":["Pottery"]}}],
        "decks":{"1":["Tools"]},
        "steps":[{"act":"dogma","card":"Oars"}],
        "expect":{"seats":[{"hand":["Tools"]},{"hand":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Oars"]}},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],
        "decks":{"1":["Mysticism"]},
        "steps":[{"act":"dogma","card":"Oars"}],
        "expect":{"events":["hand_revealed"],"seats":[{"hand":["Mysticism"]},{"hand":["Tools"]}]}}"#,
    );
}

#[test]
fn oars_2_is_shared_when_nothing_was_taken() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"red":["Oars"]}},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Tools","Writing","Pottery"]},
        "steps":[{"act":"dogma","card":"Oars"}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing","Pottery"]},{"hand":["Tools"]}]}}"#,
    );
}

#[test]
fn oars_2_not_after_a_demand_that_took_a_card() {
    check(
        r#"{"players": 3,
        "seats":[{"board":{"red":["Oars"]}},{"board":{"red":["Archery"]}},{"board":{"blue":["Pottery"]},"hand":["Sailing"]}],
        "decks":{"1":["Tools","Writing"]},
        "steps":[{"act":"dogma","card":"Oars"}],
        "expect":{"bonus":false,"seats":[{"score":["Sailing"],"hand":[]},{"hand":[]},{"hand":["Tools"]}]}}"#,
    );
}

#[test]
fn pottery_1_scores_the_number_of_cards_returned() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Pottery"]},"hand":["Oars","Calendar"]},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Tools"],"2":["Currency"]},
        "steps":[{"act":"dogma","card":"Pottery"},{"cards":["Calendar","Oars"]}],
        "expect":{"seats":[{"hand":["Tools"],"score":["Currency"]}],"decks":{"1":["Oars"],"2":["Calendar"]}}}"#,
    );
}

#[test]
fn pottery_1_may_be_declined_and_takes_three_at_most() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Pottery"]},"hand":["Oars"]},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Tools"]},
        "steps":[{"act":"dogma","card":"Pottery"},{"cards":[]}],
        "expect":{"seats":[{"hand":["Oars","Tools"],"score":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Pottery"]},"hand":["Oars","Writing","Sailing","Masonry"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Pottery"}],
        "expect":{"pending":{"min":1,"max":3,"optional":true}}}"#,
    );
}

#[test]
fn pottery_1_without_a_hand_only_the_second_effect() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Pottery"]}},{"board":{"red":["Archery"]}}],
        "decks":{"1":["Tools"]},
        "steps":[{"act":"dogma","card":"Pottery"}],
        "expect":{"seats":[{"hand":["Tools"],"score":[]}]}}"#,
    );
}

#[test]
fn pottery_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Pottery"]}},{"board":{"yellow":["Agriculture"]},"hand":["Oars"]}],
        "decks":{"1":["Tools","Writing","Sailing"]},
        "steps":[{"act":"dogma","card":"Pottery"},{"by":1,"cards":["Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Sailing","Oars"]},{"hand":["Writing"],"score":["Tools"]}]}}"#,
    );
}

#[test]
fn pottery_2_draws_a_one_for_everybody_with_leaves() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Pottery"]}},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"1":["Tools","Writing","Sailing"]},
        "steps":[{"act":"dogma","card":"Pottery"}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing","Sailing"]},{"hand":["Tools"]}]}}"#,
    );
}

#[test]
fn sailing_1_melds_a_one() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Sailing"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Tools"]},
        "steps":[{"act":"dogma","card":"Sailing"}],
        "expect":{"seats":[{"hand":[],"board":{"blue":["Tools"]}}],"events":["drew","melded"]}}"#,
    );
}

#[test]
fn sailing_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["Sailing"]}},{"board":{"purple":["Code of Laws"]}}],
        "decks":{"1":["Tools","Writing","Pottery"]},
        "steps":[{"act":"dogma","card":"Sailing"}],
        "expect":{"bonus":true,"seats":[{"hand":["Pottery"],"board":{"blue":["Writing"]}},{"board":{"blue":["Tools"]}}]}}"#,
    );
}

#[test]
fn the_wheel_1_draws_two_and_is_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["The Wheel"]}},{"board":{"green":["Sailing"]}}],
        "decks":{"1":["Tools","Oars"]},
        "steps":[{"act":"dogma","card":"The Wheel"}],
        "expect":{"bonus":false,"seats":[{"hand":["Tools","Oars"]},{"hand":[]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"green":["The Wheel"]}},{"board":{"purple":["Mysticism"]}}],
        "decks":{"1":["Tools","Oars","Writing","Pottery","Masonry"]},
        "steps":[{"act":"dogma","card":"The Wheel"}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing","Pottery","Masonry"]},{"hand":["Tools","Oars"]}]}}"#,
    );
}

#[test]
fn tools_1_returns_exactly_three_and_melds_a_three() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Oars","Clothing","Sailing","Masonry"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"3":["Paper"]},
        "steps":[{"act":"dogma","card":"Tools"},{"cards":["Oars","Sailing","Clothing"]}],
        "expect":{"seats":[{"hand":["Masonry"],"board":{"green":["Paper"]}}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Oars","Clothing","Sailing"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Tools"},{"cards":[]}],
        "expect":{"seats":[{"hand":["Oars","Clothing","Sailing"]}]}}"#,
    );
}

#[test]
fn tools_1_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]}},{"board":{"blue":["Writing"]},"hand":["Oars","Clothing","Sailing"]}],
        "decks":{"1":["Mysticism"],"3":["Paper"]},
        "steps":[{"act":"dogma","card":"Tools"},{"by":1,"cards":["Oars","Clothing","Sailing"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Mysticism"]},{"hand":[],"board":{"green":["Paper"]}}]}}"#,
    );
}

#[test]
fn tools_2_returns_a_three_and_draws_three_ones() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Paper"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"1":["Oars","Clothing","Sailing"]},
        "steps":[{"act":"dogma","card":"Tools"},{"cards":["Paper"]}],
        "expect":{"seats":[{"hand":["Oars","Clothing","Sailing"]}],"deck_bottom":{"3":["Paper"]}}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Paper","Oars"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Tools"},{"cards":[]}],
        "expect":{"seats":[{"hand":["Paper","Oars"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]},"hand":["Calendar"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Tools"}],
        "expect":{"seats":[{"hand":["Calendar"]}]}}"#,
    );
}

#[test]
fn tools_2_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Tools"]}},{"board":{"blue":["Writing"]},"hand":["Paper"]}],
        "decks":{"1":["Oars","Clothing","Sailing","Masonry"]},
        "steps":[{"act":"dogma","card":"Tools"},{"by":1,"cards":["Paper"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Masonry"]},{"hand":["Oars","Clothing","Sailing"]}]}}"#,
    );
}

#[test]
fn writing_1_draws_a_two_and_is_shared() {
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Writing"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Writing"}],
        "expect":{"bonus":false,"seats":[{"hand":["Calendar"]}]}}"#,
    );
    check(
        r#"{"players": 2,
        "seats":[{"board":{"blue":["Writing"]}},{"board":{"blue":["Tools"]}}],
        "decks":{"1":["Oars"],"2":["Calendar","Currency"]},
        "steps":[{"act":"dogma","card":"Writing"}],
        "expect":{"bonus":true,"seats":[{"hand":["Currency","Oars"]},{"hand":["Calendar"]}]}}"#,
    );
}
