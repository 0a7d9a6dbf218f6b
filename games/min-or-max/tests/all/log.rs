//! The log as text, and the card moves it reports.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, PileId, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::{MoveWatch, PileCounts, log_lines};
use min_or_max::{MinOrMax, Options, View};

fn counts(view: &View) -> PileCounts {
    let hands = view.players.iter().map(|it| (PileId::of(it.seat, "hand"), it.cards));
    let shared =
        [("draw", view.draw), ("discard", view.discard.len()), ("slain", view.slain.len())];
    hands.chain(shared.map(|(name, count)| (PileId::shared(name), count))).collect()
}

fn play(options: Options, seed: u64, mut look: impl FnMut(&mut Match<MinOrMax>)) {
    let mut setup = Setup::<MinOrMax>::new(3, Seed::from_number(seed));
    setup.options = options;
    let (mut game, mut dice) = (Match::new(setup).unwrap(), Dice::new(Seed::from_number(seed)));
    game.skip_waits().unwrap();
    look(&mut game);
    while let Some(seat) = game.to_act().lowest() {
        let action = MinOrMax::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
        game.skip_waits().unwrap();
        look(&mut game);
    }
}

#[test]
fn mm_77_cards_go_where_the_log_says() {
    let mut moves = 0;
    for seed in 0..60 {
        let options = if seed % 2 == 0 { Options::default() } else { Options::court_cards() };
        let mut watch = None;
        play(options, seed, |game| {
            watch.get_or_insert_with(|| MoveWatch::new(game, counts)).look(game);
        });
        moves += watch.map_or(0, |watch| watch.moves);
    }
    assert!(moves > 1_000, "only {moves}");
}

#[test]
fn mm_77_the_log_speaks_to_its_reader() {
    let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
    let mut events = vec![];
    play(Options::court_cards(), 3, |game| events.extend(game.take_events()));
    let told = |viewer| log_lines::<MinOrMax>(&events, viewer, &names);
    let mine = told(Viewer::Seat(Seat(0)));
    // Run with `--nocapture` to see a whole match.
    println!("{}\n\n{}", mine.join("\n"), told(Viewer::Public).join("\n"));
    assert!(mine.iter().any(|line| line.starts_with("You play ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("Bo plays ")), "{mine:#?}");
}
