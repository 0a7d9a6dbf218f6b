//! Age 9.

use croupier_kit::cards::Seed;
use croupier_kit::game::{By, Seat, SeatKind};
use croupier_kit::matches::{Act, Input, Setup};
use croupier_kit::scenario::Arrange;
use innovation::events::What;
use innovation::{Action, Card, Innovation, Options};
use serde_json::json;

use super::{check, check_at};

#[test]
fn collaboration_1_asks_the_activator_which_revealed_9_to_take() {
    let position = r#""players":2,"seats":[{"board":{"green":["Collaboration"]}},{"board":{"red":["Metalworking"],"purple":["Mysticism"]}}],"decks":{"9":["Services","Ecology"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Collaboration"}],
        "expect":{"events":["revealed"],"pending":{"by":0,"executor":1,"kind":"SelectCards","candidates":["Ecology","Services"],"min":1,"max":1,"optional":false},"seats":[{"hand":[]},{"hand":["Services","Ecology"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Collaboration"},{"by":1,"cards":["Ecology"]}],"expect":{"error":"InvalidChoice/WrongPlayer"}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Collaboration"},{"by":0,"cards":["Ecology"]}],
        "expect":{"bonus":false,"seats":[{"board":{"yellow":["Ecology"]}},{"hand":[],"board":{"purple":["Mysticism","Services"]}}]}"#,
    );
}

#[test]
fn collaboration_1_reveals_both_cards() {
    let seats = vec![SeatKind::Person; 2];
    let setup: Setup<Innovation> =
        Setup { options: Options::default(), seats, seed: Seed::from_number(0), undo: false };
    let position = json!({"seats": [{"board": {"green": ["Collaboration"]}}], "decks": {"9": ["Services", "Ecology"]}});
    let arranged = Innovation::arrange(&position, &setup.options, &setup.seats).unwrap();
    let mut game = arranged.start(&setup, true).unwrap();
    let dogma = Act::Do(Action::Dogma { card: Card::Collaboration.into() });
    game.input(Input { at: game.now(), by: By::Seat(Seat(0)), act: dogma }).unwrap();
    let revealed: Vec<Card> = game
        .take_events()
        .into_iter()
        .filter_map(|event| match event.what {
            What::Revealed { seat: Seat(1), card } => Some(card),
            _ => None,
        })
        .collect();
    assert_eq!(revealed, [Card::Services, Card::Ecology]);
}

#[test]
fn collaboration_1_goes_on_to_10s_and_ends_the_game_where_none_is_left() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Collaboration"]}},{"board":{"red":["Metalworking"]}}],"decks":{"9":["Services"],"10":["Databases"]},
        "steps":[{"act":"dogma","card":"Collaboration"},{"by":0,"cards":["Databases"]}],
        "expect":{"seats":[{"board":{"green":["Collaboration","Databases"]}},{"board":{"purple":["Services"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Collaboration"]}},{"board":{"red":["Metalworking"]},"score":["Tools"]}],"decks":{"9":["Services"],"10":[]},
        "steps":[{"act":"dogma","card":"Collaboration"}],
        "expect":{"winners":[1],"win_by":"score","events":["revealed"],"seats":[{},{"hand":["Services"]}]}}"#,
    );
}

#[test]
fn collaboration_1_demands_of_every_victim_in_turn_and_of_no_sharer() {
    check(
        r#"{"players":3,"turn":2,
        "seats":[{"board":{"red":["Metalworking"]}},{"board":{"yellow":["Masonry"]}},{"board":{"green":["Collaboration"]}}],"decks":{"9":["Services","Ecology","Fission","Genetics"]},
        "steps":[{"act":"dogma","card":"Collaboration"},{"by":2,"cards":["Services"]},{"by":2,"cards":["Genetics"]}],
        "expect":{"seats":[{"board":{"yellow":["Ecology"]}},{"board":{"red":["Fission"]}},{"board":{"purple":["Services"],"blue":["Genetics"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Collaboration"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Collaboration"}],
        "expect":{"actions":1,"bonus":false,"seats":[{"board":{"green":["Collaboration"]}},{"hand":[],"board":{"green":["Sailing"]}}]}}"#,
    );
}

#[test]
fn collaboration_2_wins_with_ten_green_cards_even_if_the_demand_brought_the_last() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Clothing","Sailing","The Wheel","Currency","Mapmaking","Compass","Paper","Invention","Collaboration"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"9":["Satellites","Ecology"]},
        "steps":[{"act":"dogma","card":"Collaboration"},{"by":0,"cards":["Satellites"]}],
        "expect":{"winners":[0],"win_by":"effect"}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Clothing","Sailing","The Wheel","Currency","Mapmaking","Compass","Paper","Invention","Collaboration"]}},{"board":{"red":["Metalworking"]}}],
        "decks":{"9":["Satellites","Ecology"]},
        "steps":[{"act":"dogma","card":"Collaboration"},{"by":0,"cards":["Ecology"]}],
        "expect":{"actions":1}}"#,
    );
}

#[test]
fn collaboration_2_can_be_won_by_a_sharer() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Collaboration"]}},{"board":{"green":["Clothing","The Wheel","Currency","Mapmaking","Compass","Paper","Invention","Navigation","Banking","Sailing"]}}],
        "steps":[{"act":"dogma","card":"Collaboration"}],
        "expect":{"winners":[1],"win_by":"effect"}}"#,
    );
}

#[test]
fn composites_1_takes_all_but_one_card_and_the_highest_scored() {
    let position = r#""players":2,"seats":[{"board":{"red":["Composites"]}},{"board":{"green":["Sailing"]},"hand":["Tools","Oars","Paper"],"score":["Coal","Banking","Writing"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Composites"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Oars","Tools","Paper"],"min":2,"max":2,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Composites"},{"by":1,"cards":["Paper","Oars"]}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Banking","Coal"],"min":1,"max":1,"optional":false},"seats":[{"hand":["Oars","Paper"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Composites"},{"by":1,"cards":["Paper","Oars"]},{"by":1,"cards":["Coal"]}],
        "expect":{"bonus":false,"seats":[{"hand":["Oars","Paper"],"score":["Coal"],"scored":0},{"hand":["Tools"],"score":["Banking","Writing"]}]}"#,
    );
}

#[test]
fn composites_1_leaves_a_single_card_and_still_takes_the_highest_scored() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Composites"]}},{"board":{"green":["Sailing"]},"hand":["Tools"],"score":["Coal","Writing"]}],
        "steps":[{"act":"dogma","card":"Composites"}],
        "expect":{"seats":[{"hand":[],"score":["Coal"]},{"hand":["Tools"],"score":["Writing"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Composites"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Composites"}],"expect":{"actions":1,"seats":[{"hand":[],"score":[]},{"hand":[],"score":[]}]}}"#,
    );
}

#[test]
fn composites_1_spares_who_has_as_many_factories() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Composites"]}},{"board":{"red":["Coal"]},"hand":["Tools","Oars"],"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Composites"}],
        "expect":{"actions":1,"seats":[{"hand":[],"score":[]},{"hand":["Tools","Oars"],"score":["Paper"]}]}}"#,
    );
}

#[test]
fn computers_1_splays_red_or_green_up() {
    let position = r#""players":2,"seats":[{"board":{"blue":["Tools","Computers"],"red":["Oars","Coal"],"green":{"cards":["Sailing","Clothing"],"splay":"right"}}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Computers"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["green","red"],"direction":"up","count":1,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Computers"},{"colour":"green"}],
        "expect":{"seats":[{"splay":{"green":"up","red":null},"board":{"green":["Sailing","Clothing","Databases"]}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Computers"},{"colour":null}],"expect":{"seats":[{"splay":{"green":"right","red":null}}]}"#,
    );
}

#[test]
fn computers_2_melds_a_10_and_executes_it() {
    let position = r#""players":2,"seats":[{"board":{"blue":["Computers"]},"hand":["Oars","Coal"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Stem Cells","Databases"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Computers"}],
        "expect":{"events":["nested_execution"],"pending":{"by":0,"kind":"YesNo","card":"Stem Cells","effect":1,"depth":1}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Computers"},{"yes":true}],
        "expect":{"seats":[{"hand":[],"score":["Oars","Coal"],"scored":2,"board":{"yellow":["Stem Cells"]}}],"decks":{"10":["Databases"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Computers"},{"yes":false}],
        "expect":{"actions":1,"seats":[{"hand":["Oars","Coal"],"score":[]}]}"#,
    );
}

#[test]
fn computers_2_skips_a_nested_demand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Computers"]}},{"board":{"red":["Metalworking"]},"score":["Tools","Oars"]}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"Computers"}],
        "expect":{"actions":1,"seats":[{"board":{"green":["Databases"]}},{"score":["Tools","Oars"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Computers"]}},{"board":{"yellow":["Agriculture"]}}],"decks":{"6":["Canning"],"10":["Globalization"]},
        "steps":[{"act":"dogma","card":"Computers"}],
        "expect":{"actions":1,"seats":[{"board":{"yellow":["Globalization"]},"score":["Canning"]},{"board":{"yellow":["Agriculture"]}}]}}"#,
    );
}

#[test]
fn computers_2_nests_and_goes_on_with_every_level() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Computers"],"green":["Sailing"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Robotics","Stem Cells"]},
        "steps":[{"act":"dogma","card":"Computers"}],
        "expect":{"pending":{"by":0,"kind":"YesNo","card":"Stem Cells","depth":2},"seats":[{"score":["Sailing"],"board":{"green":[],"red":["Robotics"],"yellow":["Stem Cells"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Computers"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"10":["Software","Miniaturization","Databases","Stem Cells","Robotics"]},
        "steps":[{"act":"dogma","card":"Computers"},{"yes":true}],
        "expect":{"seats":[{"hand":[],"score":["Miniaturization","Oars"],"board":{"blue":["Computers","Software"],"green":["Databases"],"yellow":["Stem Cells"]}}],"decks":{"10":["Robotics"]}}}"#,
    );
}

#[test]
fn computers_2_is_shared_and_ends_the_game_without_a_10() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Computers"]}},{"board":{"blue":["Quantum Theory"]}}],"decks":{"10":["Databases","Miniaturization","Software"]},
        "steps":[{"act":"dogma","card":"Computers"}],
        "expect":{"bonus":true,"seats":[{"hand":["Software"],"board":{"red":["Miniaturization"]}},{"board":{"green":["Databases"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Computers"]},"score":["Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":[]},
        "steps":[{"act":"dogma","card":"Computers"}],"expect":{"winners":[0],"win_by":"score"}}"#,
    );
}

#[test]
fn ecology_1_returns_a_card_scores_another_and_draws_two_10s() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Ecology"]},"hand":["Tools","Paper","Coal"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases","Software","Robotics"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Ecology"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Tools","Paper","Coal"],"min":1,"max":1,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Ecology"},{"cards":["Tools"]}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Paper","Coal"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Ecology"},{"cards":["Tools"]},{"cards":["Coal"]}],
        "expect":{"seats":[{"hand":["Paper","Databases","Software"],"score":["Coal"],"scored":1}],"decks":{"10":["Robotics"]},"deck_bottom":{"1":["Tools"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Ecology"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Tools","Paper","Coal"],"score":[]}]}"#,
    );
}

#[test]
fn ecology_1_draws_even_if_nothing_is_left_to_score() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Ecology"]},"hand":["Tools"]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases","Software"]},
        "steps":[{"act":"dogma","card":"Ecology"},{"cards":["Tools"]}],
        "expect":{"seats":[{"hand":["Databases","Software"],"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Ecology"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Ecology"}],"expect":{"actions":1,"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn ecology_1_is_shared_with_as_many_bulbs() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Ecology"]}},{"board":{"blue":["Writing"]},"hand":["Tools","Oars"]}],"decks":{"9":["Fission"],"10":["Databases","Software"]},
        "steps":[{"act":"dogma","card":"Ecology"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Fission"]},{"hand":["Databases","Software"],"score":["Oars"]}]}}"#,
    );
}

#[test]
fn fission_1_ends_with_the_first_red_10() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"red":["Fission"]},"hand":["Oars"]},{"board":{"red":["Metalworking"]}},{"board":{"yellow":["Masonry"]},"score":["Coal"]}],"decks":{"10":["Databases","Miniaturization","Software"]},
        "steps":[{"act":"dogma","card":"Fission"}],
        "expect":{"actions":1,"turn":0,"bonus":false,"events":["revealed","cards_removed","dogma_stopped"],
        "seats":[{"hand":[],"board":{"red":[]}},{"hand":[],"board":{"red":[]}},{"hand":[],"board":{"yellow":[]},"score":[]}],"decks":{"10":["Software"]}}}"#,
    );
    check(
        r#"{"players":3,"actions":1,
        "seats":[{"board":{"red":["Fission"]}},{"board":{"red":["Metalworking"]}},{"board":{"blue":["Rocketry"]}}],"decks":{"10":["Robotics","Software"]},
        "steps":[{"act":"dogma","card":"Fission"}],
        "expect":{"turn":1,"actions":2,"bonus":false,"seats":[{"board":{"red":[]}},{"hand":[],"board":{"red":[]}},{"hand":[],"board":{"blue":[]}}],"decks":{"10":["Software"]}}}"#,
    );
}

#[test]
fn fission_1_spares_who_has_as_many_clocks() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Fission"]}},{"board":{"blue":["Rocketry"]}}],"decks":{"10":["Robotics"]},
        "steps":[{"act":"dogma","card":"Fission"}],
        "expect":{"bonus":true,"seats":[{"board":{"red":["Fission"]}},{"board":{"blue":[]}}],"decks":{"10":["Robotics"]}}}"#,
    );
}

#[test]
fn fission_2_returns_any_top_card_but_fission() {
    let position = r#""players":3,"seats":[{"board":{"red":["Fission"],"blue":["Tools"]}},{"board":{"green":["Paper","Sailing"]}},{"board":{"blue":["Rocketry"],"yellow":["Masonry"]}}],"decks":{"9":["Genetics"],"10":["A.I."]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Fission"}],
        "expect":{"pending":{"by":2,"kind":"SelectCards","candidates":["Masonry","Sailing","Tools","Rocketry"],"min":1,"max":1,"optional":false,"effect":2},"seats":[{},{"hand":["A.I."]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Fission"},{"by":2,"cards":["Sailing"]},{"by":0,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Genetics"],"board":{"red":["Fission"],"blue":[]}},{"board":{"green":["Paper"]}},{"board":{"blue":["Rocketry"]}}],"deck_bottom":{"1":["Sailing","Tools"]}}"#,
    );
}

#[test]
fn fission_2_does_nothing_where_fission_is_the_only_top_card() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Oars","Fission"]}},{"hand":["Tools"]}],"decks":{"10":["A.I."]},
        "steps":[{"act":"dogma","card":"Fission"}],
        "expect":{"actions":1,"seats":[{"board":{"red":["Oars","Fission"]}},{"hand":["Tools","A.I."]}]}}"#,
    );
}

#[test]
fn genetics_1_melds_a_10_and_scores_everything_beneath() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":{"cards":["Tools","Writing","Genetics"],"splay":"up"},"red":["Oars"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Bioengineering"]},
        "steps":[{"act":"dogma","card":"Genetics"}],
        "expect":{"seats":[{"board":{"blue":["Bioengineering"],"red":["Oars"]},"splay":{"blue":null},"score":["Tools","Writing","Genetics"],"points":11,"scored":3}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Tools","Genetics"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Databases"]},
        "steps":[{"act":"dogma","card":"Genetics"}],
        "expect":{"seats":[{"board":{"blue":["Tools","Genetics"],"green":["Databases"]},"score":[]}]}}"#,
    );
}

#[test]
fn genetics_1_counts_for_monument_from_the_top_downward() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Pottery","Tools","Writing","Calendar","Mathematics","Genetics"]}},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Bioengineering"]},
        "steps":[{"act":"dogma","card":"Genetics"}],
        "expect":{"seats":[{"board":{"blue":["Bioengineering"]},"ach":["Monument"],"scored":6}]}}"#,
    );
    check(
        r#"{"players":2,"counters":{"scored":[5,0]},
        "seats":[{"board":{"blue":["Tools","Writing","Genetics"]},"ach":[1,2,3,4,5]},{"board":{"red":["Metalworking"]}}],"decks":{"10":["Bioengineering"]},
        "steps":[{"act":"dogma","card":"Genetics"}],
        "expect":{"winners":[0],"win_by":"achievements","seats":[{"board":{"blue":["Tools","Writing","Bioengineering"]},"score":["Genetics"]}]}}"#,
    );
}

#[test]
fn genetics_1_is_shared_with_as_many_bulbs() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"blue":["Genetics"]}},{"board":{"purple":["Philosophy"],"red":["Oars"]}}],"decks":{"10":["Miniaturization","Databases","Software"]},
        "steps":[{"act":"dogma","card":"Genetics"}],
        "expect":{"bonus":true,"seats":[{"hand":["Software"],"board":{"green":["Databases"]}},{"board":{"red":["Miniaturization"]},"score":["Oars"]}]}}"#,
    );
}

#[test]
fn satellites_1_returns_the_hand_in_order_and_draws_three_8s() {
    let position = r#""players":2,"seats":[{"board":{"green":["Satellites"]},"hand":["Tools","Rocketry","Oars"]},{"board":{"red":["Metalworking"]}}],"decks":{"8":["Flight","Mobility"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Satellites"}],
        "expect":{"pending":{"by":0,"kind":"OrderCards","cards":["Tools","Oars","Rocketry"],"effect":1}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Satellites"},{"order":["Tools","Oars","Rocketry"]}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Flight","Mobility","Rocketry"],"min":1,"max":1,"optional":false,"effect":3},
        "deck_bottom":{"1":["Tools","Oars"]},"decks":{"8":[]}}"#,
    );
}

#[test]
fn satellites_2_splays_purple_up() {
    let position = r#""players":2,"seats":[{"board":{"green":["Satellites"],"purple":["Mysticism","Enterprise"]}},{"board":{"red":["Metalworking"]}}],"decks":{"8":["Flight","Mobility","Rocketry"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Satellites"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["purple"],"direction":"up","optional":true,"effect":2}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Satellites"},{"colour":"purple"},{"cards":["Mobility"]}],
        "expect":{"seats":[{"splay":{"purple":"up"},"board":{"red":["Mobility"]},"hand":["Flight","Rocketry"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Satellites"},{"colour":null},{"cards":["Mobility"]}],
        "expect":{"seats":[{"splay":{"purple":null}}]}"#,
    );
}

#[test]
fn satellites_3_melds_a_card_and_executes_it() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Satellites"],"red":["Oars"]}},{"board":{"red":["Metalworking"]}}],"decks":{"8":["Flight","Mobility","Rocketry"]},
        "steps":[{"act":"dogma","card":"Satellites"},{"cards":["Flight"]},{"colour":"red"}],
        "expect":{"seats":[{"hand":["Mobility","Rocketry"],"board":{"red":["Oars","Flight"]},"splay":{"red":"up"}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Satellites"]}},{"board":{"red":["Metalworking"]},"score":["Paper","Coal"]}],"decks":{"8":["Flight","Mobility","Rocketry"]},
        "steps":[{"act":"dogma","card":"Satellites"},{"cards":["Rocketry"]}],
        "expect":{"seats":[{"board":{"blue":["Rocketry"]}},{"score":[]}],"deck_bottom":{"3":["Paper"],"5":["Coal"]}}}"#,
    );
}

#[test]
fn satellites_3_does_nothing_if_a_sharer_took_the_whole_hand() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"green":["Satellites"]}},{"board":{"blue":["Rocketry"]}}],
        "decks":{"8":["Socialism","Empiricism","Flight","Antibiotics","Corporations","Mobility"],"9":["Ecology"]},
        "steps":[{"act":"dogma","card":"Satellites"},{"by":1,"cards":["Socialism"]},{"by":1,"yes":true}],
        "expect":{"bonus":true,"seats":[{"hand":["Ecology"],"board":{"green":["Satellites"]}},
        {"hand":["Antibiotics","Corporations","Mobility"],"board":{"purple":["Empiricism","Socialism"],"red":["Flight"]},"tucked":2}]}}"#,
    );
}

#[test]
fn services_1_takes_all_the_highest_and_gives_a_top_card_without_a_leaf() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Services"],"blue":["Calendar","Tools"],"red":["Oars"],"yellow":["Agriculture"]}},{"board":{"red":["Metalworking"]},"score":["Coal","Banking","Writing"]}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Services"}],
        "expect":{"pending":{"by":1,"kind":"SelectCards","candidates":["Oars","Tools"],"min":1,"max":1,"optional":false},"seats":[{"hand":["Coal","Banking"]},{"score":["Writing"]}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Services"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":false,"seats":[{"hand":["Coal","Banking"],"board":{"blue":["Calendar"],"red":["Oars"]}},{"hand":["Tools"],"score":["Writing"]}]}"#,
    );
}

#[test]
fn services_1_gives_nothing_for_nothing_and_nothing_with_leaves_everywhere() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Services"],"red":["Oars"]}},{"board":{"red":["Metalworking"]},"hand":["Tools"]}],
        "steps":[{"act":"dogma","card":"Services"}],
        "expect":{"actions":1,"seats":[{"hand":[],"board":{"red":["Oars"]}},{"hand":["Tools"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Services"],"yellow":["Agriculture"]}},{"board":{"red":["Metalworking"]},"score":["Coal"]}],
        "steps":[{"act":"dogma","card":"Services"}],
        "expect":{"actions":1,"seats":[{"hand":["Coal"],"board":{"yellow":["Agriculture"]}},{"hand":[],"score":[]}]}}"#,
    );
}

#[test]
fn services_1_serves_one_victim_after_another_and_spares_sharers() {
    check(
        r#"{"players":3,
        "seats":[{"board":{"purple":["Services"],"red":["Oars"]}},{"board":{"red":["Metalworking"]},"score":["Coal"]},{"board":{"yellow":["Masonry"]},"score":["Paper"]}],
        "steps":[{"act":"dogma","card":"Services"}],
        "expect":{"seats":[{"hand":["Coal","Paper"],"board":{"red":[]}},{"hand":["Oars"],"score":[]},{"hand":[],"score":[]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Services"],"red":["Oars"]}},{"board":{"blue":["Pottery"]},"score":["Coal"]}],
        "steps":[{"act":"dogma","card":"Services"}],
        "expect":{"actions":1,"seats":[{"hand":[],"board":{"red":["Oars"]}},{"score":["Coal"]}]}}"#,
    );
}

#[test]
fn specialization_1_takes_the_top_cards_of_a_revealed_colour() {
    let position = r#""players":3,"seats":[{"board":{"purple":["Specialization"],"red":["Construction"]},"hand":["Tools","Oars"]},{"board":{"red":["Metalworking"],"blue":["Pottery"]}},{"board":{"red":["Archery","Optics"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Specialization"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars","Tools"],"min":1,"max":1,"optional":false}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Specialization"},{"cards":["Oars"]}],
        "expect":{"bonus":false,"events":["revealed"],"seats":[{"hand":["Tools","Oars","Metalworking","Optics"],"board":{"red":["Construction"]}},{"board":{"red":[],"blue":["Pottery"]}},{"board":{"red":["Archery"]}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Specialization"},{"cards":["Tools"]}],
        "expect":{"seats":[{"hand":["Tools","Oars","Pottery"]},{"board":{"red":["Metalworking"],"blue":[]}},{"board":{"red":["Archery","Optics"]}}]}"#,
    );
}

#[test]
fn specialization_1_reveals_the_only_card_and_does_nothing_without_one() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Specialization"]},"hand":["Oars"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Specialization"}],
        "expect":{"actions":1,"events":["revealed"],"seats":[{"hand":["Oars"]},{"board":{"green":["Sailing"]}}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Specialization"]}},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Specialization"}],"expect":{"actions":1,"seats":[{"hand":[]}]}}"#,
    );
}

#[test]
fn specialization_1_is_shared_by_the_reveal_alone() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Specialization"]}},{"board":{"red":["Gunpowder"]},"hand":["Sailing"]}],"decks":{"9":["Fission"]},
        "steps":[{"act":"dogma","card":"Specialization"}],
        "expect":{"bonus":true,"seats":[{"hand":["Fission"]},{"hand":["Sailing"]}]}}"#,
    );
}

#[test]
fn specialization_2_splays_yellow_or_blue_up() {
    let position = r#""players":2,"seats":[{"board":{"purple":["Specialization"],"yellow":["Masonry","Agriculture"],"blue":{"cards":["Tools","Writing"],"splay":"up"},"green":["Sailing","Clothing"]}},{"board":{"red":["Metalworking"]}}]"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Specialization"}],
        "expect":{"pending":{"by":0,"kind":"SelectColours","candidates":["yellow"],"direction":"up","optional":true,"effect":2}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Specialization"},{"colour":"yellow"}],"expect":{"seats":[{"splay":{"yellow":"up","green":null}}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Specialization"},{"colour":null}],"expect":{"seats":[{"splay":{"yellow":null}}]}"#,
    );
}

#[test]
fn specialization_2_is_shared_and_not_asked_without_a_pile() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Specialization"]}},{"board":{"red":["Gunpowder"],"blue":["Tools","Writing"]}}],"decks":{"9":["Fission"]},
        "steps":[{"act":"dogma","card":"Specialization"},{"by":1,"colour":"blue"}],
        "expect":{"bonus":true,"seats":[{"hand":["Fission"]},{"splay":{"blue":"up"}}]}}"#,
    );
}

#[test]
fn suburbia_1_tucks_any_number_and_scores_a_1_for_each() {
    let position = r#""players":2,"seats":[{"board":{"yellow":["Suburbia"],"red":["Metalworking"]},"hand":["Oars","Coal","Paper"]},{"board":{"green":["The Wheel"]}}],"decks":{"1":["Tools","Pottery","Writing","Sailing"]}"#;
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Suburbia"}],
        "expect":{"pending":{"by":0,"kind":"SelectCards","candidates":["Oars","Paper","Coal"],"min":1,"max":3,"optional":true}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Suburbia"},{"cards":["Coal","Oars","Paper"]}],
        "expect":{"seats":[{"hand":[],"board":{"red":["Oars","Coal","Metalworking"],"green":["Paper"]},"score":["Tools","Pottery","Writing"],"tucked":3,"scored":3}],"decks":{"1":["Sailing"]}}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Suburbia"},{"cards":["Paper"]}],
        "expect":{"seats":[{"hand":["Oars","Coal"],"score":["Tools"],"tucked":1,"scored":1}]}"#,
    );
    check_at(
        position,
        r#""steps":[{"act":"dogma","card":"Suburbia"},{"cards":[]}],
        "expect":{"actions":1,"seats":[{"hand":["Oars","Coal","Paper"],"score":[]}]}"#,
    );
}

#[test]
fn suburbia_1_is_not_asked_without_a_hand_and_is_shared() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Suburbia"]}},{"board":{"blue":["Pottery"]},"hand":["Tools"]}],"decks":{"1":["Oars"],"9":["Fission"]},
        "steps":[{"act":"dogma","card":"Suburbia"},{"by":1,"cards":["Tools"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Fission"],"score":[]},{"hand":[],"board":{"blue":["Tools","Pottery"]},"score":["Oars"]}]}}"#,
    );
}

#[test]
fn suburbia_1_claims_monument_with_the_sixth_tuck() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Suburbia"]},"hand":["Oars","Coal","Paper","Calendar","Currency","Optics"],"ach":[1,2,3,4,5]},{"board":{"green":["The Wheel"]}}],
        "steps":[{"act":"dogma","card":"Suburbia"},{"cards":["Oars","Coal","Paper","Calendar","Currency","Optics"]}],
        "expect":{"winners":[0],"win_by":"achievements","seats":[{"score":[],"tucked":6}]}}"#,
    );
}
