//! The log as text, and the card moves it reports.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, PileId, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::{MoveWatch, PileCounts, log_lines};
use innovation::events::What;
use innovation::{Innovation, View};

fn counts(view: &View) -> PileCounts {
    let decks = (1..).zip(&view.decks);
    let mut counts: PileCounts = decks
        .map(|(age, count): (u8, &u8)| (PileId::shared(format!("deck-{age}")), usize::from(*count)))
        .collect();
    let free = view.achievements.iter().chain(&view.specials).filter(|owner| owner.is_none());
    counts.push((PileId::shared("achievements"), free.count()));
    for player in &view.players {
        let claimed = player.achievements.len() + player.specials.len();
        counts.push((PileId::of(player.seat, "achievements"), claimed));
        counts.push((PileId::of(player.seat, "hand"), player.hand.len()));
        counts.push((PileId::of(player.seat, "score"), player.score.len()));
        for pile in &player.board {
            counts.push((PileId::of(player.seat, pile.colour.name()), pile.cards.len()));
        }
    }
    counts
}

#[test]
fn in_120_cards_go_where_the_log_says() {
    let (mut moves, mut dice) = (0, Dice::new(Seed::from_number(1)));
    for seed in 0..30 {
        let seats = 2 + usize::try_from(seed % 3).unwrap();
        let mut game =
            Match::<Innovation>::new(Setup::new(seats, Seed::from_number(seed))).unwrap();
        let mut watch = MoveWatch::new(&mut game, counts);
        while let Some(seat) = game.to_act().lowest() {
            let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
            watch.look(&mut game);
        }
        moves += watch.moves;
    }
    assert!(moves > 1_000, "only {moves}");
}

/// IN-91 checks for a winner again after the action that made one. That is an event, but not a new
/// line.
#[test]
fn in_120_and_91_the_end_is_told_once() {
    let names = ["Ada", "Bo"].map(str::to_owned);
    let mut twice = 0;
    for seed in 0..12 {
        let mut game = Match::<Innovation>::new(Setup::new(2, Seed::from_number(seed))).unwrap();
        let mut dice = Dice::new(Seed::from_number(seed + 100));
        while let Some(seat) = game.to_act().lowest() {
            let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
        }
        let events = game.take_events();
        let is_end = |event: &&innovation::Event| matches!(event.what, What::GameEnded { .. });
        twice += usize::from(events.iter().filter(is_end).count() > 1);
        let told = log_lines::<Innovation>(&events, Viewer::Public, &names);
        let ends: Vec<_> = told.iter().filter(|line| line.contains(" win")).collect();
        assert_eq!(ends.len(), 1, "{ends:?}");
    }
    assert!(twice > 0, "some game is won by achievements");
}

#[test]
fn in_120_the_log_speaks_to_its_reader() {
    let names = ["Ada", "Bo"].map(str::to_owned);
    let mut game = Match::<Innovation>::new(Setup::new(2, Seed::from_number(7))).unwrap();
    let mut dice = Dice::new(Seed::from_number(8));
    while let Some(seat) = game.to_act().lowest() {
        let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
    }
    let events = game.take_events();
    let told = |viewer| log_lines::<Innovation>(&events, viewer, &names);
    let mine = told(Viewer::Seat(Seat(0)));
    // Run with `--nocapture` to see a whole match.
    println!("{}\n\n{}", mine.join("\n"), told(Viewer::Public).join("\n"));
    assert!(mine.iter().any(|line| line.starts_with("You draw ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("Bo draws a ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("You activate ")), "{mine:#?}");
}
