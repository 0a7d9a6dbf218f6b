//! What the log tells, and which cards it says moved.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, PileId, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::{MoveWatch, PileCounts, log_lines};
use data_war::{DataWar, Event, View};

/// A grabbed card is counted for its new owner at once; the state moves all of them when the scramble
/// is over (DW-137). Open Launch Stacks are collected then, with an event of their own.
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
fn dw_157_cards_go_where_the_log_says() {
    let mut moves = 0;
    for seed in 0..40 {
        let mut watch = None;
        play(seed, |game| {
            let watch = watch.get_or_insert_with(|| {
                // DW-96: the decks change places, however large they are.
                let swaps = |event: &Event| matches!(event, Event::DecksSwapped { .. });
                MoveWatch::new(game, counts).except(swaps)
            });
            watch.look(game);
        });
        moves += watch.map_or(0, |watch: MoveWatch<DataWar>| watch.moves);
    }
    assert!(moves > 1_000, "only {moves}");
}

#[test]
fn dw_157_the_log_speaks_to_its_reader() {
    let names = ["Ada", "Bo"].map(str::to_owned);
    let mut events = vec![];
    play(3, |game| events.extend(game.take_events()));
    let told = |viewer| log_lines::<DataWar>(&events, viewer, &names);
    let mine = told(Viewer::Seat(Seat(0)));
    // `--nocapture` shows a whole match.
    println!("{}\n\n{}", mine.join("\n"), told(Viewer::Public).join("\n"));
    assert!(mine.iter().any(|line| line.starts_with("You turn over ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("Bo turns over ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("You win the turn, ")), "{mine:#?}");
}
