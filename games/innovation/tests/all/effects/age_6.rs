//! Age 6.

use super::{activated, check, check_without};

#[test]
fn atomic_theory_1_may_splay_blue_right_and_2_melds_a_7() {
    let theory = activated(
        "Atomic Theory",
        r#""players":2,"seats":[{"board":{"blue":["Tools","Atomic Theory"],"red":["Oars","Metalworking"]}},{"board":{"red":["Archery"]}}],
        "decks":{"7":["Evolution","Bicycle"]}"#,
    );
    theory.asks(
        "",
        r#""by":0,"kind":"SelectColours","candidates":["blue"],"count":1,"direction":"right","optional":true,"effect":1"#,
    );
    theory.ends(
        r#"{"colour":"blue"}"#,
        r#""bonus":false,"decks":{"7":["Bicycle"]},"seats":[{"hand":[],"board":{"blue":["Tools","Atomic Theory","Evolution"]},"splay":{"blue":"right"}}]"#,
    );
    theory.ends(
        r#"{"colour":null}"#,
        r#""seats":[{"board":{"blue":["Tools","Atomic Theory","Evolution"]},"splay":{"blue":null}}]"#,
    );
}

#[test]
fn atomic_theory_2_is_shared_like_1_and_melds_the_next_higher_card() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Atomic Theory"]}},{"board":{"blue":["Writing","Experimentation"]}}],
        "decks":{"7":["Bicycle"],"8":["Flight","Mobility"]},"steps":[{"act":"dogma","card":"Atomic Theory"},{"by":1,"colour":"blue"}],
        "expect":{"bonus":true,"seats":[{"hand":["Mobility"],"board":{"red":["Flight"]}},{"board":{"green":["Bicycle"]},"splay":{"blue":"right"}}]}}"#,
    );
}

#[test]
fn canning_1_tucks_a_6_and_scores_every_top_card_without_a_factory() {
    let canning = activated(
        "Canning",
        r#""players":2,
        "seats":[{"board":{"yellow":["Canning"],"red":["Archery","Optics"],"blue":["Chemistry"],"green":["Sailing"]}},{"board":{"green":["The Wheel"]}}],
        "decks":{"6":["Encyclopedia","Democracy"]}"#,
    );
    canning.asks("", r#""by":0,"kind":"YesNo","effect":1"#);
    // The tucked Encyclopedia lies beneath Chemistry, and Archery beneath Optics.
    canning.ends(
        r#"{"yes":true}"#,
        r#""bonus":false,"decks":{"6":["Democracy"]},"seats":[{"score":["Optics","Sailing"],"scored":2,"tucked":1,
        "board":{"yellow":["Canning"],"red":["Archery"],"blue":["Encyclopedia","Chemistry"],"green":[]}}]"#,
    );
    canning.ends(
        r#"{"yes":false}"#,
        r#""decks":{"6":["Encyclopedia","Democracy"]},"seats":[{"score":[],"tucked":0,"board":{"red":["Archery","Optics"]}}]"#,
    );
}

#[test]
fn canning_1_can_end_the_game_by_its_draw() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Canning"],"red":["Optics"]}},{"board":{"green":["Sailing"]},"score":["Oars"]}],
        "decks":{"6":[],"7":[],"8":[],"9":[],"10":[]},"steps":[{"act":"dogma","card":"Canning"},{"yes":true}],
        "expect":{"winners":[1],"win_by":"score","seats":[{"score":[],"board":{"red":["Optics"]}}]}}"#,
    );
}

#[test]
fn canning_1_is_shared_and_may_be_declined_by_the_activator() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Canning"]}},{"board":{"red":["Coal"],"green":["Sailing"]}}],
        "decks":{"6":["Vaccination","Democracy"]},"steps":[{"act":"dogma","card":"Canning"},{"by":1,"yes":true},{"by":0,"yes":false}],
        "expect":{"bonus":true,"seats":[{"hand":["Democracy"]},{"score":["Sailing"],"board":{"red":["Coal"],"yellow":["Vaccination"]}}]}}"#,
    );
}

#[test]
fn canning_2_may_splay_yellow_right() {
    let canning = activated(
        "Canning",
        r#""players":2,"seats":[{"board":{"yellow":["Canning"]}},{"board":{"yellow":["Masonry","Agriculture"],"red":["Oars","Coal"]}}],
        "decks":{"6":["Vaccination","Democracy"]}"#,
    );
    canning.asks(
        r#"{"by":1,"yes":false},{"by":0,"yes":true}"#,
        r#""by":1,"candidates":["yellow"],"count":1,"direction":"right","optional":true,"effect":2"#,
    );
    // The 6 just tucked makes the activator's own pile large enough.
    canning.ends(
        r#"{"by":1,"yes":false},{"by":0,"yes":true},{"by":1,"colour":null},{"by":0,"colour":"yellow"}"#,
        r#""bonus":false,"seats":[{"board":{"yellow":["Vaccination","Canning"]},"splay":{"yellow":"right"}},{"splay":{"yellow":null}}]"#,
    );
    canning.ends(
        r#"{"by":1,"yes":false},{"by":0,"yes":false},{"by":1,"colour":"yellow"}"#,
        r#""bonus":true,"seats":[{"hand":["Vaccination"]},{"splay":{"yellow":"right"}}]"#,
    );
}

#[test]
fn classification_1_reveals_takes_and_melds_one_colour() {
    let classification = activated(
        "Classification",
        r#""players":3,
        "seats":[{"board":{"green":["Classification"]},"hand":["Oars","Tools","Archery"]},{"board":{"yellow":["Agriculture"]},"hand":["Metalworking","Pottery"]},{"board":{"yellow":["Masonry"]},"hand":["Writing"]}]"#,
    );
    classification.asks(
        "",
        r#""by":0,"candidates":["Oars","Tools","Archery"],"min":1,"max":1,"optional":false"#,
    );
    classification.ends(
        r#"{"cards":["Oars"]}"#,
        r#""events":["revealed","hand_revealed"],"pending":{"by":0,"kind":"OrderCards","cards":["Archery","Metalworking","Oars"]},
        "seats":[{"hand":["Oars","Tools","Archery","Metalworking"]},{"hand":["Pottery"]},{"hand":["Writing"]}]"#,
    );
    classification.ends(
        r#"{"cards":["Oars"]},{"order":["Oars","Archery","Metalworking"]}"#,
        r#""bonus":false,"seats":[{"hand":["Tools"],"board":{"red":["Oars","Archery","Metalworking"]}},{"hand":["Pottery"]},{"hand":["Writing"]}]"#,
    );
    // Blue is in both other hands.
    classification.ends(
        r#"{"cards":["Tools"]},{"order":["Writing","Tools","Pottery"]}"#,
        r#""seats":[{"hand":["Oars","Archery"],"board":{"blue":["Writing","Tools","Pottery"]}},{"hand":["Metalworking"]},{"hand":[]}]"#,
    );
}

#[test]
fn classification_1_melds_an_only_card_without_a_question() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Classification"]},"hand":["Oars"]},{"board":{"yellow":["Agriculture"]},"hand":["Pottery"]}],
        "steps":[{"act":"dogma","card":"Classification"}],
        "expect":{"events":["revealed","hand_revealed"],"seats":[{"hand":[],"board":{"red":["Oars"]}},{"hand":["Pottery"]}]}}"#,
    );
    // An empty hand is not revealed, nor is any hand if proofs are turned off.
    check_without(
        "hand_revealed",
        r#"{"players":2,"seats":[{"board":{"green":["Classification"]},"hand":["Oars"]},{"board":{"yellow":["Agriculture"]}}],
        "steps":[{"act":"dogma","card":"Classification"}],"expect":{"seats":[{"board":{"red":["Oars"]}}]}}"#,
    );
    check_without(
        "hand_revealed",
        r#"{"players":2,"options":{"proof_reveals":false},"seats":[{"board":{"green":["Classification"]},"hand":["Oars"]},{"board":{"yellow":["Agriculture"]},"hand":["Tools"]}],
        "steps":[{"act":"dogma","card":"Classification"}],"expect":{"seats":[{"board":{"red":["Oars"]}},{"hand":["Tools"]}]}}"#,
    );
}

#[test]
fn classification_1_does_nothing_without_a_hand() {
    check_without(
        "hand_revealed",
        r#"{"players":2,"seats":[{"board":{"green":["Classification"]}},{"board":{"yellow":["Agriculture"]},"hand":["Pottery"]}],
        "steps":[{"act":"dogma","card":"Classification"}],"expect":{"actions":1,"seats":[{"hand":[]},{"hand":["Pottery"]}]}}"#,
    );
}

#[test]
fn classification_1_is_shared_and_takes_from_the_activator() {
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Classification"]},"hand":["Oars","Sailing"]},{"board":{"purple":["Philosophy"]},"hand":["Archery"]}],
        "decks":{"1":["Writing"]},"steps":[{"act":"dogma","card":"Classification"},{"by":1,"order":["Archery","Oars"]}],
        "expect":{"bonus":true,"seats":[{"hand":["Writing"],"board":{"green":["Classification","Sailing"]}},{"hand":[],"board":{"red":["Archery","Oars"]}}]}}"#,
    );
}

#[test]
fn democracy_1_returns_any_number_and_scores_an_8_for_the_most() {
    let democracy = activated(
        "Democracy",
        r#""players":2,"seats":[{"board":{"purple":["Democracy"]},"hand":["Oars","Tools","Calendar"]},{"board":{"red":["Metalworking"]}}],
        "decks":{"8":["Flight","Mobility"]}"#,
    );
    democracy.asks(
        "",
        r#""by":0,"candidates":["Oars","Tools","Calendar"],"min":1,"max":3,"optional":true"#,
    );
    democracy.ends(
        r#"{"cards":["Oars"]}"#,
        r#""bonus":false,"seats":[{"hand":["Tools","Calendar"],"score":["Flight"],"scored":1}]"#,
    );
    democracy.ends(
        r#"{"cards":["Tools","Calendar","Oars"]}"#,
        r#""decks":{"8":["Mobility"]},"deck_bottom":{"1":["Tools","Oars"],"2":["Calendar"]},"seats":[{"hand":[],"score":["Flight"]}]"#,
    );
    democracy.ends(
        r#"{"cards":[]}"#,
        r#""decks":{"8":["Flight","Mobility"]},"seats":[{"hand":["Oars","Tools","Calendar"],"score":[]}]"#,
    );
}

#[test]
fn democracy_1_scores_nothing_without_a_hand() {
    check(
        r#"{"players":2,"seats":[{"board":{"purple":["Democracy"]}},{"board":{"red":["Metalworking"]}}],
        "steps":[{"act":"dogma","card":"Democracy"}],"expect":{"actions":1,"seats":[{"score":[]}]}}"#,
    );
}

#[test]
fn democracy_1_compares_with_those_who_shared() {
    let democracy = activated(
        "Democracy",
        r#""players":2,"seats":[{"board":{"purple":["Democracy"]},"hand":["Oars","Tools","Calendar"]},{"board":{"purple":["Philosophy"]},"hand":["Archery","Writing"]}],
        "decks":{"6":["Canning"],"8":["Flight","Mobility"]}"#,
    );
    democracy.ends(
        r#"{"by":1,"cards":["Archery"]},{"by":0,"cards":["Oars","Tools"]}"#,
        r#""bonus":true,"seats":[{"hand":["Calendar","Canning"],"score":["Mobility"]},{"hand":["Writing"],"score":["Flight"]}]"#,
    );
    democracy.ends(
        r#"{"by":1,"cards":["Archery","Writing"]},{"by":0,"cards":["Oars"]}"#,
        r#""bonus":true,"seats":[{"score":[]},{"score":["Flight"]}]"#,
    );
    democracy.ends(
        r#"{"by":1,"cards":[]},{"by":0,"cards":["Oars"]}"#,
        r#""bonus":false,"seats":[{"score":["Flight"]},{"score":[]}]"#,
    );
}

#[test]
fn emancipation_1_takes_a_card_of_the_victims_choice_for_a_6() {
    let emancipation = activated(
        "Emancipation",
        r#""players":2,"seats":[{"board":{"purple":["Emancipation"]}},{"board":{"red":["Archery"]},"hand":["Oars","Coal"]}],
        "decks":{"6":["Canning"]}"#,
    );
    emancipation
        .asks("", r#""by":1,"candidates":["Oars","Coal"],"min":1,"max":1,"optional":false"#);
    emancipation.ends(
        r#"{"by":1,"cards":["Coal"]}"#,
        r#""bonus":false,"seats":[{"score":["Coal"],"scored":0},{"hand":["Oars","Canning"]}]"#,
    );
}

#[test]
fn emancipation_1_draws_nothing_if_nothing_was_moved() {
    check(
        r#"{"players":3,"seats":[{"board":{"purple":["Emancipation"]}},{"board":{"red":["Archery"]}},{"board":{"red":["Coal"]},"hand":["Oars"]}],
        "decks":{"6":["Canning"]},"steps":[{"act":"dogma","card":"Emancipation"}],
        "expect":{"bonus":false,"decks":{"6":["Canning"]},"seats":[{"score":[]},{"hand":[]},{"hand":["Oars"]}]}}"#,
    );
}

#[test]
fn emancipation_2_may_splay_red_or_purple_right() {
    let emancipation = activated(
        "Emancipation",
        r#""players":2,
        "seats":[{"board":{"purple":["Mysticism","Emancipation"],"red":["Oars","Archery"],"yellow":["Masonry","Agriculture"]}},{"board":{"red":["Metalworking","Coal"]}}],
        "decks":{"6":["Canning"]}"#,
    );
    emancipation.asks(
        r#"{"by":1,"colour":null}"#,
        r#""by":0,"candidates":["purple","red"],"count":1,"direction":"right","optional":true,"effect":2"#,
    );
    emancipation.ends(
        r#"{"by":1,"colour":null},{"by":0,"colour":"red"}"#,
        r#""bonus":false,"seats":[{"splay":{"red":"right","purple":null}}]"#,
    );
    emancipation.ends(
        r#"{"by":1,"colour":"red"},{"by":0,"colour":null}"#,
        r#""bonus":true,"seats":[{"hand":["Canning"],"splay":{"red":null,"purple":null}},{"splay":{"red":"right"}}]"#,
    );
}

#[test]
fn encyclopedia_1_melds_all_the_highest_score_cards_in_order() {
    let encyclopedia = activated(
        "Encyclopedia",
        r#""players":2,"seats":[{"board":{"blue":["Encyclopedia"]},"score":["Chemistry","Physics","Coal","Tools"]},{"board":{"red":["Archery"]}}]"#,
    );
    encyclopedia.asks("", r#""by":0,"kind":"YesNo""#);
    encyclopedia.asks(
        r#"{"yes":true}"#,
        r#""by":0,"kind":"OrderCards","cards":["Chemistry","Coal","Physics"]"#,
    );
    encyclopedia.ends(
        r#"{"yes":true},{"order":["Physics","Coal","Chemistry"]}"#,
        r#""seats":[{"score":["Tools"],"board":{"blue":["Encyclopedia","Physics","Chemistry"],"red":["Coal"]}}]"#,
    );
    encyclopedia.ends(
        r#"{"yes":false}"#,
        r#""seats":[{"score":["Chemistry","Physics","Coal","Tools"],"board":{"blue":["Encyclopedia"]}}]"#,
    );
}

#[test]
fn encyclopedia_1_is_not_asked_without_a_score_pile_and_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"blue":["Encyclopedia"]}},{"board":{"red":["Optics"]},"score":["Coal","Banking","Oars"]}],
        "decks":{"6":["Canning"]},"steps":[{"act":"dogma","card":"Encyclopedia"},{"by":1,"yes":true}],
        "expect":{"bonus":true,"seats":[{"hand":["Canning"]},{"score":["Oars"],"board":{"red":["Optics","Coal"],"green":["Banking"]}}]}}"#,
    );
}

#[test]
fn industrialization_1_tucks_a_6_for_every_two_factories_counted_once() {
    // Five factories are two cards, although Emancipation brings two more.
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Industrialization"],"blue":["Chemistry"],"green":["Metric System"]}},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"6":["Emancipation","Machine Tools","Canning"]},"steps":[{"act":"dogma","card":"Industrialization"},{"colour":null}],
        "expect":{"bonus":false,"decks":{"6":["Canning"]},"seats":[{"tucked":2,"board":{"purple":["Emancipation"],"red":["Machine Tools","Industrialization"]}}]}}"#,
    );
}

#[test]
fn industrialization_1_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Industrialization"]}},{"board":{"green":["Electricity"]}}],
        "decks":{"6":["Canning","Classification","Democracy"]},"steps":[{"act":"dogma","card":"Industrialization"}],
        "expect":{"bonus":true,"seats":[{"hand":["Democracy"],"tucked":1,"board":{"green":["Classification"]}},{"tucked":1,"board":{"yellow":["Canning"]}}]}}"#,
    );
}

#[test]
fn industrialization_2_may_splay_red_or_purple_right() {
    let industrialization = activated(
        "Industrialization",
        r#""players":2,
        "seats":[{"board":{"red":["Oars","Industrialization"],"purple":{"cards":["Mysticism","Code of Laws"],"splay":"left"},"blue":["Tools","Writing"]}},{"board":{"yellow":["Agriculture"]}}],
        "decks":{"6":["Canning"]}"#,
    );
    industrialization.asks(
        "",
        r#""by":0,"candidates":["purple","red"],"count":1,"direction":"right","optional":true,"effect":2"#,
    );
    industrialization
        .ends(r#"{"colour":"purple"}"#, r#""seats":[{"splay":{"purple":"right","red":null}}]"#);
    industrialization
        .ends(r#"{"colour":null}"#, r#""seats":[{"splay":{"purple":"left","red":null}}]"#);
}

#[test]
fn industrialization_2_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Industrialization"]}},{"board":{"red":["Oars","Coal"]}}],
        "decks":{"6":["Canning","Classification","Democracy"]},"steps":[{"act":"dogma","card":"Industrialization"},{"by":1,"colour":"red"}],
        "expect":{"bonus":true,"seats":[{"splay":{"red":null}},{"splay":{"red":"right"}}]}}"#,
    );
}

#[test]
fn machine_tools_1_scores_the_value_of_the_highest_score_card() {
    let play = |score: &str, after: &str| {
        check(&format!(
            r#"{{"players":2,"seats":[{{"board":{{"red":["Machine Tools"]}},"score":{score}}},{{"board":{{"green":["Sailing"]}}}}],
            "decks":{{"1":["Writing"],"5":["Physics"],"10":["Databases"]}},"steps":[{{"act":"dogma","card":"Machine Tools"}}],
            "expect":{{"bonus":false,"seats":[{{"hand":[],"score":{after},"scored":1}}]}}}}"#
        ));
    };
    play(r#"["Tools","Coal","Paper"]"#, r#"["Tools","Coal","Paper","Physics"]"#);
    play(r#"["Stem Cells"]"#, r#"["Stem Cells","Databases"]"#);
    play("[]", r#"["Writing"]"#);
}

#[test]
fn machine_tools_1_is_shared() {
    check(
        r#"{"players":2,"seats":[{"board":{"red":["Machine Tools"]}},{"board":{"red":["Coal"]},"score":["Paper"]}],
        "decks":{"1":["Writing"],"3":["Optics"],"6":["Canning"]},"steps":[{"act":"dogma","card":"Machine Tools"}],
        "expect":{"bonus":true,"seats":[{"hand":["Canning"],"score":["Writing"]},{"score":["Paper","Optics"]}]}}"#,
    );
}

#[test]
fn metric_system_1_needs_green_to_be_splayed_right() {
    let system = activated(
        "Metric System",
        r#""players":2,
        "seats":[{"board":{"green":{"cards":["The Wheel","Metric System"],"splay":"right"},"red":["Oars","Archery"],"blue":{"cards":["Tools","Writing"],"splay":"up"},"purple":["Mysticism"],
        "yellow":{"cards":["Masonry","Agriculture"],"splay":"right"}}},{"board":{"red":["Metalworking"]}}]"#,
    );
    system.asks(
        "",
        r#""by":0,"kind":"SelectColours","candidates":["blue","red"],"count":1,"direction":"right","optional":true,"effect":1"#,
    );
    system.ends(
        r#"{"colour":"blue"}"#,
        r#""seats":[{"splay":{"blue":"right","red":null,"green":"right"}}]"#,
    );
    system.ends(
        r#"{"colour":null}"#,
        r#""seats":[{"splay":{"blue":"up","red":null,"green":"right"}}]"#,
    );
}

#[test]
fn metric_system_2_may_splay_green_right() {
    let system = activated(
        "Metric System",
        r#""players":2,
        "seats":[{"board":{"green":{"cards":["The Wheel","Metric System"],"splay":"up"},"red":["Oars","Archery"]}},{"board":{"yellow":["Agriculture"]}}]"#,
    );
    system.asks(
        "",
        r#""by":0,"candidates":["green"],"count":1,"direction":"right","optional":true,"effect":2"#,
    );
    system.ends(r#"{"colour":"green"}"#, r#""seats":[{"splay":{"green":"right","red":null}}]"#);
    system.ends(r#"{"colour":null}"#, r#""seats":[{"splay":{"green":"up"}}]"#);
    check(
        r#"{"players":2,"seats":[{"board":{"green":["Metric System"],"red":["Oars","Archery"]}},{"board":{"yellow":["Agriculture"]}}],
        "steps":[{"act":"dogma","card":"Metric System"}],"expect":{"actions":1,"seats":[{"splay":{"red":null}}]}}"#,
    );
}

#[test]
fn metric_system_1_and_2_are_shared() {
    check(
        r#"{"players":3,"seats":[{"board":{"green":["Metric System"]}},{"board":{"green":{"cards":["Clothing","Navigation"],"splay":"right"},"red":["Oars","Archery"]}},{"board":{"green":["Sailing","Currency"]}}],
        "decks":{"6":["Canning"]},"steps":[{"act":"dogma","card":"Metric System"},{"by":1,"colour":"red"},{"by":2,"colour":"green"}],
        "expect":{"bonus":true,"seats":[{"hand":["Canning"]},{"splay":{"red":"right"}},{"splay":{"green":"right"}}]}}"#,
    );
}

#[test]
fn vaccination_1_returns_all_the_lowest_in_order_for_a_6_and_2_melds_a_7() {
    let vaccination = activated(
        "Vaccination",
        r#""players":2,"seats":[{"board":{"yellow":["Vaccination"],"green":["Sailing"]}},{"board":{"yellow":["Masonry"]},"score":["Tools","Coal","Oars"]}],
        "decks":{"1":["Writing"],"6":["Canning","Democracy"],"7":["Bicycle"]}"#,
    );
    vaccination.asks("", r#""by":1,"kind":"OrderCards","cards":["Oars","Tools"],"effect":1"#);
    vaccination.ends(
        r#"{"by":1,"order":["Tools","Oars"]}"#,
        r#""bonus":false,"decks":{"1":["Writing","Tools","Oars"],"6":["Democracy"],"7":[]},
        "seats":[{"board":{"green":["Sailing","Bicycle"]}},{"score":["Coal"],"board":{"yellow":["Masonry","Canning"]}}]"#,
    );
}

#[test]
fn vaccination_1_does_nothing_without_a_score_pile() {
    check(
        r#"{"players":2,"seats":[{"board":{"yellow":["Vaccination"]}},{"board":{"red":["Archery"]}}],
        "decks":{"6":["Canning"],"7":["Bicycle"]},"steps":[{"act":"dogma","card":"Vaccination"}],
        "expect":{"actions":1,"bonus":false,"decks":{"6":["Canning"],"7":["Bicycle"]}}}"#,
    );
}

#[test]
fn vaccination_2_is_shared_although_another_player_paid() {
    check(
        r#"{"players":4,
        "seats":[{"board":{"yellow":["Vaccination"]},"score":["Paper"]},{"board":{"red":["Archery"]}},{"board":{"blue":["Pottery"]},"score":["Tools"]},{"board":{"red":["Metalworking"]},"score":["Oars","Calendar"]}],
        "decks":{"6":["Democracy"],"7":["Bicycle","Lighting","Sanitation"]},"steps":[{"act":"dogma","card":"Vaccination"}],
        "expect":{"bonus":true,"seats":[{"hand":["Sanitation"],"board":{"purple":["Lighting"]},"score":["Paper"]},{"board":{"purple":[]}},
        {"board":{"green":["Bicycle"]},"score":["Tools"]},{"board":{"purple":["Democracy"]},"score":["Calendar"]}]}}"#,
    );
}

#[test]
fn vaccination_2_finds_no_demand_when_it_is_executed_by_another_card() {
    check_without(
        "melded",
        r#"{"players":2,"seats":[{"board":{"green":["Self Service"],"yellow":["Vaccination"]}},{"board":{"red":["Archery"]},"score":["Oars"]}],
        "steps":[{"act":"dogma","card":"Self Service"}],
        "expect":{"actions":1,"seats":[{},{"score":["Oars"]}]}}"#,
    );
}
