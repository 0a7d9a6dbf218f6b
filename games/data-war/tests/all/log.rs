//! What the log tells, and which cards it says moved.

use croupier_kit::testing::{MoveWatch, PileCounts};
use croupier_kit::{Dice, Game, Match, PileId, Seat, Seed, Setup, Show, Viewer};
use data_war::{DataWar, Event, View};

fn counts(view: &View) -> PileCounts {
    let sides = Seat::first(2).zip(&view.sides);
    let mut counts: PileCounts = sides
        .flat_map(|(seat, side)| {
            let stacks = (PileId::of(seat, "stacks"), side.stacks.len());
            [(PileId::of(seat, "deck"), usize::from(side.deck)), stacks]
        })
        .collect();
    let there = view.pile.iter().filter(|card| !card.gone).count();
    counts.push((PileId::shared("pile"), there));
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
    let told = |viewer: Viewer| -> String {
        let heard = events.iter().filter_map(|event| DataWar::event_for(event, viewer));
        let lines = heard.filter_map(|event| DataWar::describe_event(&event, viewer, &names));
        lines.map(|line| line.to_string()).take(60).collect::<Vec<_>>().join("\n")
    };
    println!("{}", told(Viewer::Seat(Seat(0))));
    assert!(!told(Viewer::Public).contains("You "));
}
