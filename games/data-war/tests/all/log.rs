//! The log as text, and the card moves it reports.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, PileId, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::{MoveWatch, PileCounts, log_lines};
use data_war::{DataWar, Event, Options, View};
use serde_json::{Value, json};

use crate::common::{exact, one_turn, preset};

/// A grabbed card counts for its new owner at once, although the state moves all of them only when
/// the scramble ends (DW-137). Face-up Launch Stacks are collected then, with their own event.
fn counts(view: &View) -> PileCounts {
    let is_stack = |slot: u8| {
        let card = view.pile[usize::from(slot)].card;
        card.is_some_and(data_war::CardId::is_launch_stack)
    };
    let is_there = |slot: u8| !view.pile[usize::from(slot)].gone;
    let on_the_way: Vec<_> =
        view.taken.iter().filter(|it| is_there(it.slot) && !is_stack(it.slot)).collect();
    let mut counts: PileCounts = vec![];
    for (seat, side) in Seat::first(2).zip(&view.sides) {
        let grabbed = on_the_way.iter().filter(|it| it.seat == seat).count();
        counts.push((PileId::of(seat, "deck"), usize::from(side.deck) + grabbed));
        counts.push((PileId::of(seat, "stacks"), side.stacks.len()));
    }
    let there = view.pile.iter().filter(|card| !card.gone).count();
    counts.push((PileId::shared("pile"), there - on_the_way.len()));
    counts
}

fn play(seed: u64, mut look: impl FnMut(&mut Match<DataWar>)) {
    let bench = DataWar::presets().into_iter().find(|preset| preset.name == "bench").unwrap();
    let mut setup = Setup::<DataWar>::new(2, Seed::from_number(seed));
    setup.options = bench.options;
    let (mut game, mut dice) = (Match::new(setup).unwrap(), Dice::new(Seed::from_number(seed)));
    while game.outcome().is_none() {
        game.skip_waits().unwrap();
        look(&mut game);
        for seat in game.to_act().iter() {
            if let Some(action) = DataWar::random_action(game.position(), seat, &mut dice) {
                game.act(seat, action).unwrap();
                look(&mut game);
            }
        }
    }
}

#[test]
fn dw_157a_cards_go_where_the_log_says() {
    let mut moves = 0;
    for seed in 0..40 {
        let mut watch = None;
        play(seed, |game| {
            watch.get_or_insert_with(|| MoveWatch::new(game, counts)).look(game);
        });
        moves += watch.map_or(0, |watch: MoveWatch<DataWar>| watch.moves);
    }
    assert!(moves > 1_000, "only {moves}");
}

/// What the public sees of the first turn, entry by entry.
fn entries(p1: &str, p2: &str, change: impl Fn(&mut data_war::exact::Exact)) -> Vec<Value> {
    let codes = |text| data_war::exact::Codes::parse(text).unwrap();
    let mut decks = data_war::exact::Exact {
        p1: codes(p1),
        p2: codes(p2),
        ..data_war::exact::Exact::default()
    };
    change(&mut decks);
    let options = Options { exact: Some(Box::new(decks)), ..preset("bench") };
    let mut game = Match::new(crate::common::setup(options, crate::common::bots(), 1)).unwrap();
    let told = one_turn(&mut game);
    let told = told.iter().filter_map(|event| DataWar::event_for(event, Viewer::Public));
    told.map(|event| serde_json::to_value(event).unwrap()).collect()
}

fn entry(entries: &[Value], name: &str) -> Value {
    entries.iter().find_map(|entry| entry.get(name)).unwrap().clone()
}

#[test]
fn dw_157c_the_start_tells_the_settings_and_no_deck() {
    let told = entry(&entries("C5 C1", "C3 C1", |_| {}), "game_started");
    let settings = json!({
        "p1_strategy": "random", "p2_strategy": "random", "mirror_decks": false,
        "launch_stacks_to_win": 3, "war_shortage": "forfeit", "data_grab": "split",
        "owyw_in_war": false, "max_turns": 500,
    });
    assert_eq!(told, json!({"settings": settings, "sizes": [2, 2], "deal": null}));
}

#[test]
fn dw_157d_a_blocked_effect_says_why() {
    let told = entry(&entries("PT C1 C1 C1 C5 C1", "TS C2 C2 C2 C3 C4", |_| {}), "effect_blocked");
    assert_eq!(told["reason"], "smacked");
}

#[test]
fn dw_157e_stacks_that_change_hands_come_with_the_totals() {
    let stacks = |exact: &mut data_war::exact::Exact| {
        exact.p1_stacks = data_war::exact::Codes::parse("L1").unwrap();
        exact.p2_stacks = data_war::exact::Codes::parse("L2 L3").unwrap();
    };
    let stolen = entry(&entries("PT C1", "C2 C1 C1", stacks), "stack_stolen");
    assert_eq!(
        (&stolen["card"], &stolen["totals"]),
        (&json!("ls-rocket-company-01"), &json!([2, 1]))
    );
    let recalled = entry(&entries("MR C1", "C2 C1 C1", stacks), "stacks_recalled");
    assert_eq!(recalled["totals"], json!([1, 0]));
    assert_eq!(recalled["cards"].as_array().unwrap().len(), 2);
}

#[test]
fn dw_96_a_swap_moves_both_decks() {
    use croupier_kit::text::Show as _;
    let mut game = exact("FE C1 C2 C3", "C2 C1", preset("bench"));
    let told = one_turn(&mut game);
    let swap = told.iter().find(|event| matches!(event, Event::DecksSwapped { .. })).unwrap();
    let moves = json!(DataWar::card_moves(swap));
    let deck = |seat| json!(PileId::of(Seat(seat), "deck"));
    let counts: Vec<_> =
        moves.as_array().unwrap().iter().map(|it| (&it["from"], &it["to"])).collect();
    assert_eq!(counts, [(&deck(0), &deck(1)), (&deck(1), &deck(0))]);
    assert_eq!(json!(swap)["decks_swapped"]["sizes"], json!([3, 1]));
}

#[test]
fn dw_157b_the_log_speaks_to_its_reader() {
    let names = ["Ada", "Bo"].map(str::to_owned);
    let mut events = vec![];
    play(3, |game| events.extend(game.take_events()));
    let told = |viewer| log_lines::<DataWar>(&events, viewer, &names);
    let mine = told(Viewer::Seat(Seat(0)));
    // Run with `--nocapture` to see a whole match.
    println!("{}\n\n{}", mine.join("\n"), told(Viewer::Public).join("\n"));
    assert!(mine.iter().any(|line| line.starts_with("You turn over ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("Bo turns over ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("You win the turn, ")), "{mine:#?}");
}
