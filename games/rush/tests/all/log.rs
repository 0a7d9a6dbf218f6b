//! The log as text, and the card moves it reports.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, PileId, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::{MoveWatch, PileCounts, log_lines};
use rush::{Rush, View};

fn counts(view: &View) -> PileCounts {
    let hands = view.players.iter().map(|it| (PileId::of(it.seat, "hand"), it.cards));
    let discard = (PileId::shared("discard"), view.discard.len());
    hands.chain([discard, (PileId::shared("undealt"), view.undealt)]).collect()
}

#[test]
fn ru_73_cards_go_where_the_log_says() {
    let (mut moves, mut dice) = (0, Dice::new(Seed::from_number(1)));
    for seed in 0..60 {
        let mut game = Match::<Rush>::new(Setup::new(3, Seed::from_number(seed))).unwrap();
        game.skip_waits().unwrap();
        let mut watch = MoveWatch::new(&mut game, counts);
        while let Some(seat) = game.to_act().lowest() {
            let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
            game.skip_waits().unwrap();
            watch.look(&mut game);
        }
        moves += watch.moves;
    }
    assert!(moves > 1_000, "only {moves}");
}

#[test]
fn ru_73_the_log_speaks_to_its_reader() {
    let names = ["Ada".to_owned(), "Bo".to_owned()];
    let mut game = Match::<Rush>::new(Setup::new(2, Seed::from_number(7))).unwrap();
    game.skip_waits().unwrap();
    let mut dice = Dice::new(Seed::from_number(8));
    while let Some(seat) = game.to_act().lowest() {
        let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
        game.skip_waits().unwrap();
    }
    let events = game.take_events();
    let told = |viewer| log_lines::<Rush>(&events, viewer, &names);
    let mine = told(Viewer::Seat(Seat(0)));
    // Run with `--nocapture` to see a whole match.
    println!("{}\n\n{}", mine.join("\n"), told(Viewer::Public).join("\n"));
    assert!(mine.iter().any(|line| line.starts_with("You play ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("Bo plays ")), "{mine:#?}");
}
