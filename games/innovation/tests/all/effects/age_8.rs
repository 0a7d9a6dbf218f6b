//! Age 8.

use croupier_kit::cards::Seed;
use croupier_kit::game::{By, InputError, Seat, SeatKind};
use croupier_kit::matches::{Act, Input, Match, Setup};
use croupier_kit::scenario::Arrange;
use innovation::action::{Answer, CardRef, Slot, SlotZone};
use innovation::{Action, Card, Innovation, Options, Reject};
use serde_json::json;

use super::{check, check_at};

#[test]
fn antibiotics_1_returns_up_to_three_and_draws_two_8s_for_each_value() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Antibiotics"]},"hand":["Tools","Oars","Paper","Coal"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"8":["Flight","Mobility","Corporations","Empiricism","Rocketry"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Antibiotics"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars","Tools","Paper","Coal"],"min":1,"max":3,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Antibiotics"},{"cards":["Tools","Paper","Oars"]}],
        "expect":{"seats":[{"hand":["Coal","Flight","Mobility","Corporations","Empiricism"]}],"decks":{"8":["Rocketry"]},"deck_bottom":{"1":["Tools","Oars"],"3":["Paper"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Antibiotics"},{"cards":["Coal"]}],
        "expect":{"seats":[{"hand":["Tools","Oars","Paper","Flight","Mobility"]}]}"#,
    );
}

#[test]
fn antibiotics_1_may_be_declined_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Antibiotics"]},"hand":["Tools"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Antibiotics"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Tools"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Antibiotics"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Antibiotics"}],"expect":{"actions":1,"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn antibiotics_1_is_shared_with_as_many_leaves() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Antibiotics"]}},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],
        "decks":{"8":["Flight","Mobility","Corporations"]},
        "steps":[{"act":"dogma","card":"Antibiotics"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Corporations"]},{"hand":["Flight","Mobility"]}]}}"#,
    );
}

#[test]
fn corporations_1_takes_a_factory_that_is_not_green_and_pays_an_8() {
    let position = r#""players":2,"seats":[{"board":{"green":["Corporations"],"red":["Coal"]}},{"board":{"red":["Oars","Gunpowder"],"blue":["Chemistry"],"yellow":["Masonry"]}}],
        "decks":{"8":["Flight","Socialism","Mobility"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Corporations"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Gunpowder","Chemistry"],"min":1,"max":1,"optional":false,"effect":1}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Corporations"},{"by":1,"cards":["Gunpowder"]}],
        "expect":{"bonus":false,"seats":[{"score":["Gunpowder"],"scored":0,"board":{"green":["Corporations"],"purple":["Socialism"]}},
        {"board":{"red":["Oars","Flight"],"blue":["Chemistry"]}}],"decks":{"8":["Mobility"]}}"#,
    );
}

#[test]
fn corporations_1_leaves_green_and_cards_without_a_factory() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Corporations"],"red":["Coal"]}},{"board":{"green":["Electricity"],"purple":["Mysticism"]}}],
        "decks":{"8":["Flight","Mobility"]},
        "steps":[{"act":"dogma","card":"Corporations"}],
        "expect":{"seats":[{"score":[],"board":{"red":["Coal","Flight"]}},{"board":{"green":["Electricity"],"purple":["Mysticism"],"red":[]}}]}}"#,
    );
}

#[test]
fn corporations_1_takes_the_only_candidate_from_every_victim() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"green":["Corporations"]}},{"board":{"blue":["Physics"]}},{"board":{"yellow":["Vaccination"]}}],
        "decks":{"8":["Flight","Mobility","Socialism"]},
        "steps":[{"act":"dogma","card":"Corporations"}],
        "expect":{"seats":[{"score":["Physics","Vaccination"],"board":{"purple":["Socialism"]}},{"board":{"blue":[],"red":["Flight"]}},{"board":{"yellow":[],"red":["Mobility"]}}]}}"#,
    );
}

#[test]
fn corporations_2_is_shared_by_who_is_spared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Corporations"]}},{"board":{"red":["Gunpowder"]}}],
        "decks":{"8":["Flight","Mobility","Socialism"]},
        "steps":[{"act":"dogma","card":"Corporations"}],
        "expect":{"bonus":true,"seats":[{"score":[],"hand":["Socialism"],"board":{"red":["Mobility"]}},{"board":{"red":["Gunpowder","Flight"]}}]}}"#,
    );
}

#[test]
fn corporations_2_skips_to_a_higher_deck() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Corporations"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"8":[],"9":["Fission"]},
        "steps":[{"act":"dogma","card":"Corporations"}],
        "expect":{"seats":[{"board":{"red":["Fission"]}}]}}"#,
    );
}

#[test]
fn empiricism_1_melds_a_card_of_a_chosen_colour_and_may_splay_it() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Empiricism"],"red":["Oars"]}},{"board":{"red":["Metalworking"]}}],"decks":{"9":["Fission","Ecology"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Empiricism"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["blue","green","purple","red","yellow"],"count":2,"optional":false,"direction":null}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Empiricism"},{"colours":["red","green"]}],
        "expect":{"events":["revealed","melded"],"pending":{"by":0,"kind":"SelectColours","candidates":["red"],"count":1,"optional":true,"direction":"up"},"seats":[{"hand":[],"board":{"red":["Oars","Fission"]}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Empiricism"},{"colours":["red","green"]},{"colour":"red"}],
        "expect":{"seats":[{"splay":{"red":"up"}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Empiricism"},{"colours":["red","green"]},{"colour":null}],
        "expect":{"actions":1,"seats":[{"splay":{"red":null},"board":{"red":["Oars","Fission"]}}]}"#,
    );
}

#[test]
fn empiricism_1_keeps_a_card_of_another_colour() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Empiricism"],"red":["Oars"]}},{"board":{"red":["Metalworking"]}}],"decks":{"9":["Fission"]},
        "steps":[{"act":"dogma","card":"Empiricism"},{"colours":["blue","green"]}],
        "expect":{"actions":1,"events":["revealed"],"seats":[{"hand":["Fission"],"board":{"red":["Oars"]}}]}}"#,
    );
}

#[test]
fn empiricism_1_offers_no_splay_for_a_first_card() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Empiricism"]}},{"board":{"red":["Metalworking"]}}],"decks":{"9":["Fission"]},
        "steps":[{"act":"dogma","card":"Empiricism"},{"colours":["yellow","red"]}],
        "expect":{"actions":1,"seats":[{"hand":[],"board":{"red":["Fission"]}}]}}"#,
    );
}

#[test]
fn empiricism_1_wants_two_different_colours() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Empiricism"]}},{"board":{"red":["Metalworking"]}}]"#;
    for (answer, code) in [
        (r#""colours":["red"]"#, "WrongCount"),
        (r#""colours":["red","red"]"#, "Duplicate"),
        (r#""colours":[]"#, "MayNotDecline"),
    ] {
        let rest = r#""steps":[{"act":"dogma","card":"Empiricism"},{ANSWER}],"expect":{"error":"InvalidChoice/CODE"}"#;
        check_at(position, &rest.replace("ANSWER", answer).replace("CODE", code));
    }
}

#[test]
fn empiricism_1_is_shared_with_as_many_bulbs() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Empiricism"]}},{"board":{"purple":["Philosophy"]}}],"decks":{"8":["Flight"],"9":["Fission","Ecology"]},
        "steps":[{"act":"dogma","card":"Empiricism"},{"by":1,"colours":["blue","green"]},{"by":0,"colours":["blue","red"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Ecology","Flight"]},{"hand":["Fission"]}]}}"#,
    );
}

#[test]
fn empiricism_2_wins_with_twenty_bulbs_and_not_with_nineteen() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":{"cards":["Experimentation","Printing Press","Tools","Mathematics","Publications","Genetics"],"splay":"up"},"purple":{"cards":["Philosophy","Empiricism"],"splay":"up"}}},{"board":{"red":["Metalworking"]}}],
        "decks":{"9":["Suburbia"]},
        "steps":[{"act":"dogma","card":"Empiricism"},{"colours":["red","green"]}],
        "expect":{"winners":[0],"win_by":"effect","icons":{"0":{"bulb":20}},"seats":[{"hand":["Suburbia"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":{"cards":["Experimentation","Printing Press","Chemistry","Mathematics","Publications","Genetics"],"splay":"up"},"purple":{"cards":["Philosophy","Empiricism"],"splay":"up"}}},{"board":{"red":["Metalworking"]}}],
        "decks":{"9":["Suburbia"]},
        "steps":[{"act":"dogma","card":"Empiricism"},{"colours":["red","green"]}],
        "expect":{"actions":1,"icons":{"0":{"bulb":19}}}}"#,
    );
}

#[test]
fn empiricism_2_can_be_won_by_a_sharer() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Empiricism"]}},{"board":{"blue":{"cards":["Experimentation","Printing Press","Tools","Mathematics","Publications","Genetics"],"splay":"up"},"purple":{"cards":["Democracy","Philosophy"],"splay":"up"},"yellow":["Perspective"]}}],
        "decks":{"9":["Suburbia","Satellites"]},
        "steps":[{"act":"dogma","card":"Empiricism"},{"by":1,"colours":["red","green"]},{"by":0,"colours":["red","blue"]}],
        "expect":{"winners":[1],"win_by":"effect","bonus":false}}"#,
    );
}

#[test]
fn flight_1_splays_any_colour_up_once_red_is_up() {
    let position = r#""players":2,"seats":[{"board":{"red":{"cards":["Oars","Flight"],"splay":"up"},"blue":["Tools","Rocketry"],"green":{"cards":["Sailing","Clothing"],"splay":"left"},"yellow":["Masonry"]}},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Flight"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["blue","green"],"direction":"up","count":1,"optional":true,"effect":1}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Flight"},{"colour":"green"}],
        "expect":{"actions":1,"seats":[{"splay":{"green":"up","blue":null}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Flight"},{"colour":null}],
        "expect":{"actions":1,"seats":[{"splay":{"green":"left","blue":null}}]}"#,
    );
}

#[test]
fn flight_1_needs_red_splayed_up_before() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":{"cards":["Oars","Flight"],"splay":"right"},"blue":["Tools","Rocketry"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Flight"}],
        "expect":{"pending":{"by":0,"effect":2,"candidates":["red"],"direction":"up","optional":true}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Flight"],"blue":["Tools","Rocketry"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Flight"}],"expect":{"actions":1,"seats":[{"splay":{"blue":null,"red":null}}]}}"#,
    );
}

#[test]
fn flight_2_splays_red_up() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Oars","Flight"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Flight"},{"colour":"red"}],"expect":{"seats":[{"splay":{"red":"up"}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Oars","Flight"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Flight"},{"colour":null}],"expect":{"actions":1,"seats":[{"splay":{"red":null}}]}}"#,
    );
}

#[test]
fn flight_is_shared_effect_by_effect() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Oars","Flight"]}},{"board":{"green":["Clothing","Sailing"],"red":{"cards":["Archery","Metalworking"],"splay":"up"}}}],
        "decks":{"8":["Mobility"]},
        "steps":[{"act":"dogma","card":"Flight"},{"by":1,"colour":"green"},{"by":0,"colour":"red"}],
        "expect":{"bonus":true,"seats":[{"hand":["Mobility"],"splay":{"red":"up"}},{"splay":{"green":"up"}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Flight"]}},{"board":{"green":["Sailing"],"red":["Archery","Metalworking"]}}],
        "decks":{"8":["Mobility"]},
        "steps":[{"act":"dogma","card":"Flight"},{"by":1,"colour":"red"}],
        "expect":{"bonus":true,"seats":[{"hand":["Mobility"]},{"splay":{"red":"up"}}]}}"#,
    );
}

#[test]
fn mass_media_1_returns_a_card_then_asks_for_a_value() {
    let position = r#""players":2,"seats":[{"board":{"green":["Mass Media"]},"hand":["Oars","Coal"],"score":["Tools"]},{"board":{"red":["Metalworking"]},"score":["Paper"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars","Coal"],"min":1,"max":1,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"},{"cards":["Coal"]}],
        "expect":{"pending":{"by":0,"kind":"SelectValue","optional":false},"deck_bottom":{"5":["Coal"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"},{"cards":["Coal"]},{"value":7}],
        "expect":{"actions":1,"seats":[{"hand":["Oars"],"score":["Tools"]},{"score":["Paper"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"},{"cards":["Coal"]},{"value":11}],
        "expect":{"error":"InvalidChoice/NotACandidate"}"#,
    );
}

#[test]
fn mass_media_1_may_be_declined_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Mass Media"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]},"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Mass Media"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Oars"]},{"score":["Paper"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Mass Media"]}},{"board":{"red":["Metalworking"]},"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Mass Media"}],"expect":{"actions":1,"seats":[{},{"score":["Paper"]}]}}"#,
    );
}

#[test]
fn mass_media_1_goes_clockwise_from_the_sharer_who_executes_it() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"green":["Mass Media"]},"score":["Tools","Archery"]},{"board":{"purple":["Philosophy"]},"hand":["Calendar"],"score":["Writing","Oars"]},{"board":{"red":["Metalworking"]},"score":["Pottery","Coal"]}],
        "decks":{"1":["Clothing"],"8":["Flight"]},
        "steps":[{"act":"dogma","card":"Mass Media"},{"by":1,"cards":["Calendar"]},{"by":1,"value":1}],
        "expect":{"bonus":true,"seats":[{"score":[],"hand":["Flight"]},{"score":[]},{"score":["Coal"]}],
        "decks":{"1":["Clothing","Writing","Oars","Pottery","Tools","Archery"]}}}"#,
    );
}

#[test]
fn mass_media_2_splays_purple_up() {
    let position = r#""players":2,"seats":[{"board":{"green":["Mass Media"],"purple":["Mysticism","Enterprise"],"red":["Oars","Coal"]}},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["purple"],"direction":"up","optional":true,"effect":2}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"},{"colour":"purple"}],"expect":{"seats":[{"splay":{"purple":"up"}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mass Media"},{"colour":null}],"expect":{"seats":[{"splay":{"purple":null}}]}"#,
    );
}

#[test]
fn mass_media_2_is_shared_and_not_asked_when_purple_is_up() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Mass Media"],"purple":{"cards":["Mysticism","Enterprise"],"splay":"up"}}},{"board":{"purple":["Education","Philosophy"]}}],
        "decks":{"8":["Flight"]},
        "steps":[{"act":"dogma","card":"Mass Media"},{"by":1,"colour":"purple"}],
        "expect":{"bonus":true,"seats":[{"hand":["Flight"]},{"splay":{"purple":"up"}}]}}"#,
    );
}

#[test]
fn mobility_1_takes_the_two_highest_and_pays_an_8() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Mobility"]}},{"board":{"blue":["Rocketry"],"green":["Sailing","Satellites"],"purple":["Services"],"red":["Flight"],"yellow":["Steam Engine","Anatomy"]}}],
        "decks":{"8":["Empiricism"]},
        "steps":[{"act":"dogma","card":"Mobility"}],
        "expect":{"bonus":false,"seats":[{"score":["Satellites","Services"],"scored":0},
        {"hand":["Empiricism"],"board":{"blue":["Rocketry"],"green":["Sailing"],"purple":[],"red":["Flight"],"yellow":["Steam Engine","Anatomy"]}}]}}"#,
    );
}

#[test]
fn mobility_1_lets_the_victim_pick_among_ties() {
    let position = r#""players":2,"seats":[{"board":{"red":["Mobility"]}},{"board":{"blue":["Rocketry"],"green":["Mass Media"],"purple":["Services"],"red":["Fission"]}}],"decks":{"8":["Empiricism"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mobility"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Mass Media","Rocketry"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Mobility"},{"by":1,"cards":["Mass Media"]}],
        "expect":{"seats":[{"score":["Mass Media","Services"]},{"hand":["Empiricism"],"board":{"blue":["Rocketry"],"green":[],"purple":[],"red":["Fission"]}}]}"#,
    );
}

#[test]
fn mobility_1_is_content_with_one_card_and_pays_nothing_for_none() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Mobility"]}},{"board":{"green":["Sailing"],"red":["Metalworking"]}}],"decks":{"8":["Empiricism"]},
        "steps":[{"act":"dogma","card":"Mobility"}],
        "expect":{"seats":[{"score":["Sailing"]},{"hand":["Empiricism"],"board":{"green":[],"red":["Metalworking"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Mobility"]}},{"board":{"blue":["Tools","Physics"],"red":["Metalworking"]}}],"decks":{"8":["Empiricism"]},
        "steps":[{"act":"dogma","card":"Mobility"}],
        "expect":{"actions":1,"seats":[{"score":[]},{"hand":[],"board":{"blue":["Tools","Physics"],"red":["Metalworking"]}}]}}"#,
    );
}

#[test]
fn mobility_1_spares_who_has_as_many_factories() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Mobility"]}},{"board":{"red":["Gunpowder"],"blue":["Tools"]}}],
        "steps":[{"act":"dogma","card":"Mobility"}],
        "expect":{"actions":1,"seats":[{"score":[]},{"board":{"blue":["Tools"]},"hand":[]}]}}"#,
    );
}

#[test]
fn quantum_theory_1_pays_for_two_returned_cards_only() {
    let position = r#""players":2,"seats":[{"board":{"blue":["Quantum Theory"]},"hand":["Tools","Oars","Paper"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases","Software","Robotics"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Quantum Theory"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars","Tools","Paper"],"min":1,"max":2,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Quantum Theory"},{"cards":["Tools","Oars"]}],
        "expect":{"seats":[{"hand":["Paper","Databases"],"score":["Software"],"scored":1}],"decks":{"10":["Robotics"]},"deck_bottom":{"1":["Tools","Oars"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Quantum Theory"},{"cards":["Paper"]}],
        "expect":{"seats":[{"hand":["Tools","Oars"],"score":[]}],"deck_bottom":{"3":["Paper"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Quantum Theory"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Tools","Oars","Paper"],"score":[]}]}"#,
    );
}

#[test]
fn quantum_theory_1_offers_a_single_card_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Quantum Theory"]},"hand":["Tools"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Quantum Theory"}],
        "expect":{"pending":{"by":0,"candidates":["Tools"],"min":1,"max":1,"optional":true}}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Quantum Theory"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Quantum Theory"}],"expect":{"actions":1,"seats":[{"hand":[],"score":[]}]}}"#,
    );
}

#[test]
fn quantum_theory_1_is_shared_with_as_many_clocks() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Quantum Theory"]}},{"board":{"blue":["Rocketry"]},"hand":["Tools"]}],
        "decks":{"8":["Flight"]},
        "steps":[{"act":"dogma","card":"Quantum Theory"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Flight"]},{"hand":[],"score":[]}]}}"#,
    );
}

#[test]
fn rocketry_1_returns_the_only_other_scored_card_unasked() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Rocketry"]},"score":["Oars"]},{"board":{"red":["Metalworking"]},"score":["Coal"]}],
        "steps":[{"act":"dogma","card":"Rocketry"}],
        "expect":{"actions":1,"seats":[{"score":["Oars"]},{"score":[]}],"deck_bottom":{"5":["Coal"]}}}"#,
    );
}

#[test]
fn rocketry_1_asks_for_one_of_all_backs_with_three_clocks() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"blue":["Rocketry"]},"score":["Oars"]},{"board":{"red":["Metalworking"]},"score":["Coal"]},{"board":{"yellow":["Masonry"]},"score":["Paper","Tools"]}],
        "steps":[{"act":"dogma","card":"Rocketry"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Coal","Paper","Tools"],"min":1,"max":1,"optional":false}}}"#,
    );
}

#[test]
fn rocketry_1_orders_cards_of_one_age_when_it_takes_them_all() {
    let position = r#""players":3,"seats":[{"board":{"blue":["Rocketry"],"green":["Satellites"]},"score":["Oars"]},{"board":{"red":["Metalworking"]},"score":["Tools"]},{"board":{"yellow":["Masonry"]},"score":["Coal","Writing"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Rocketry"}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Tools","Coal","Writing"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Rocketry"},{"order":["Writing","Coal","Tools"]}],
        "expect":{"seats":[{"score":["Oars"]},{"score":[]},{"score":[]}],"deck_bottom":{"1":["Writing","Tools"],"5":["Coal"]}}"#,
    );
}

#[test]
fn rocketry_1_takes_backs_that_are_pointed_at_and_not_named() {
    let seats = vec![SeatKind::Person; 2];
    let setup: Setup<Innovation> =
        Setup { options: Options::default(), seats, seed: Seed::from_number(0), undo: false };
    let position =
        json!({"seats": [{"board": {"blue": ["Rocketry"]}}, {"score": ["Coal", "Paper"]}]});
    let arranged = Innovation::arrange(&position, &setup.options, &setup.seats).unwrap();
    let mut game = arranged.start(&setup, false).unwrap();
    let act = |game: &mut Match<Innovation>, action| {
        game.input(Input { at: game.now(), by: By::Seat(Seat(0)), act: Act::Do(action) })
    };
    act(&mut game, Action::Dogma { card: Card::Rocketry.into() }).unwrap();
    let choice = game.state().choices().next().unwrap().id;
    let answer = |card: CardRef| Action::Answer {
        choice,
        answer: Answer::Cards([card].into_iter().collect()),
    };
    let named = act(&mut game, answer(Card::Coal.into()));
    assert_eq!(named, Err(InputError::Rules(Reject::NotACandidate)));
    let back = Slot { owner: Seat(1), zone: SlotZone::Score, index: 0, age: 5 };
    act(&mut game, answer(CardRef::Slot(back))).unwrap();
    assert_eq!(game.state().world().score(Seat(1)).single(), Some(Card::Paper));
}

#[test]
fn rocketry_1_does_nothing_where_nobody_else_has_scored() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Rocketry"]},"score":["Oars"]},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Rocketry"}],"expect":{"actions":1,"seats":[{"score":["Oars"]}]}}"#,
    );
}

#[test]
fn rocketry_1_is_shared_against_the_activator() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Rocketry"]},"score":["Oars"]},{"board":{"blue":["Quantum Theory"]},"score":["Tools","Paper"]}],
        "decks":{"8":["Flight"]},
        "steps":[{"act":"dogma","card":"Rocketry"},{"by":0,"cards":["Paper"]}],
        "expect":{"bonus":true,"seats":[{"score":[],"hand":["Flight"]},{"score":["Tools"]}]}}"#,
    );
}

#[test]
fn skyscrapers_1_takes_a_clock_scores_the_next_and_returns_the_rest() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Skyscrapers"],"blue":["Mathematics"]}},{"board":{"blue":{"cards":["Calendar","Tools","Alchemy","Rocketry"],"splay":"left"}}}],
        "steps":[{"act":"dogma","card":"Skyscrapers"}],
        "expect":{"bonus":false,"seats":[{"board":{"blue":["Mathematics","Rocketry"]},"score":[]},{"board":{"blue":[]},"splay":{"blue":null},"score":["Alchemy"],"scored":1}],
        "deck_bottom":{"1":["Tools"],"2":["Calendar"]}}}"#,
    );
}

#[test]
fn skyscrapers_1_orders_returned_cards_of_one_age() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Skyscrapers"]}},{"board":{"blue":["Tools","Pottery","Writing","Rocketry"],"red":["Oars","Fission"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Skyscrapers"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Rocketry","Fission"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Skyscrapers"},{"by":1,"cards":["Rocketry"]}],
        "expect":{"pending":{"by":1,"kind":"OrderCards","cards":["Pottery","Tools"]},"seats":[{"board":{"blue":["Rocketry"]}},{"score":["Writing"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Skyscrapers"},{"by":1,"cards":["Rocketry"]},{"by":1,"order":["Tools","Pottery"]}],
        "expect":{"seats":[{},{"board":{"blue":[],"red":["Oars","Fission"]},"score":["Writing"]}],"deck_bottom":{"1":["Tools","Pottery"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Skyscrapers"},{"by":1,"cards":["Fission"]}],
        "expect":{"seats":[{"board":{"red":["Fission"]}},{"board":{"red":[],"blue":["Tools","Pottery","Writing","Rocketry"]},"score":["Oars"]}]}"#,
    );
}

#[test]
fn skyscrapers_1_moves_a_lone_card_and_nothing_without_a_clock() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Skyscrapers"]}},{"board":{"blue":["Rocketry"]}}],
        "steps":[{"act":"dogma","card":"Skyscrapers"}],
        "expect":{"seats":[{"board":{"blue":["Rocketry"]}},{"board":{"blue":[]},"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Skyscrapers"]}},{"board":{"blue":["Rocketry","Tools"]}}],
        "steps":[{"act":"dogma","card":"Skyscrapers"}],
        "expect":{"actions":1,"seats":[{"board":{"blue":[]}},{"board":{"blue":["Rocketry","Tools"]},"score":[]}]}}"#,
    );
}

#[test]
fn skyscrapers_1_spares_who_has_as_many_crowns() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Skyscrapers"]}},{"board":{"green":["Bicycle"]}}],
        "steps":[{"act":"dogma","card":"Skyscrapers"}],
        "expect":{"actions":1,"seats":[{"board":{"green":[]}},{"board":{"green":["Bicycle"]}}]}}"#,
    );
}

#[test]
fn socialism_1_tucks_the_hand_and_a_purple_card_takes_the_lowest_of_others() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"purple":["Socialism"]},"hand":["Code of Laws","Tools"]},{"board":{"red":["Metalworking"]},"hand":["Paper","Optics","Coal"]},{"board":{"yellow":["Masonry"]},"hand":["Oars"]}],
        "steps":[{"act":"dogma","card":"Socialism"},{"yes":true}],
        "expect":{"seats":[{"hand":["Paper","Optics","Oars"],"board":{"purple":["Code of Laws","Socialism"],"blue":["Tools"]},"tucked":2},{"hand":["Coal"]},{"hand":[]}]}}"#,
    );
}

#[test]
fn socialism_1_takes_nothing_without_a_purple_card_and_orders_one_colour() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Socialism"],"red":["Coal"]},"hand":["Oars","Archery","Tools"]},{"board":{"red":["Metalworking"]},"hand":["Paper"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Socialism"}],"expect":{"pending":{"by":0,"kind":"YesNo"}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Socialism"},{"yes":true}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Oars","Archery","Tools"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Socialism"},{"yes":true},{"order":["Oars","Tools","Archery"]}],
        "expect":{"seats":[{"hand":[],"board":{"red":["Archery","Oars","Coal"],"blue":["Tools"]},"tucked":3},{"hand":["Paper"]}]}"#,
    );
}

#[test]
fn socialism_1_may_be_declined_and_is_not_asked_without_a_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Socialism"]},"hand":["Code of Laws"]},{"board":{"red":["Metalworking"]},"hand":["Paper"]}],
        "steps":[{"act":"dogma","card":"Socialism"},{"yes":false}],
        "expect":{"actions":1,"seats":[{"hand":["Code of Laws"]},{"hand":["Paper"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Socialism"]}},{"board":{"red":["Metalworking"]},"hand":["Paper"]}],
        "steps":[{"act":"dogma","card":"Socialism"}],"expect":{"actions":1,"seats":[{"hand":[]},{"hand":["Paper"]}]}}"#,
    );
}

#[test]
fn socialism_1_is_shared_against_the_activator() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Socialism"]},"hand":["Oars","Coal"]},{"board":{"blue":["Pottery"]},"hand":["Mysticism"]}],
        "decks":{"8":["Flight"]},
        "steps":[{"act":"dogma","card":"Socialism"},{"by":1,"yes":true},{"by":0,"yes":false}],
        "expect":{"bonus":true,"seats":[{"hand":["Coal","Flight"]},{"hand":["Oars"],"board":{"purple":["Mysticism"]}}]}}"#,
    );
}

#[test]
fn socialism_1_can_end_the_game_before_anything_is_taken() {
    check(
        r#"{"players":2,"counters":{"tucked":[5,0]},
        "seats":[{"board":{"purple":["Socialism"]},"hand":["Code of Laws"],"ach":[1,2,3,4,5]},{"board":{"red":["Metalworking"]},"hand":["Paper"]}],
        "steps":[{"act":"dogma","card":"Socialism"},{"yes":true}],
        "expect":{"winners":[0],"win_by":"achievements","seats":[{"hand":[]},{"hand":["Paper"]}]}}"#,
    );
}
