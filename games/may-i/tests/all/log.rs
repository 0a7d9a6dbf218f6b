//! The log as text, and the card moves it reports.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, PileId, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::{MoveWatch, PileCounts, log_lines};
use may_i::{Event, MayI, View};

fn counts(view: &View) -> PileCounts {
    let hands = view.players.iter().map(|it| (PileId::of(it.seat, "hand"), it.cards));
    let shared = [("stock", view.stock), ("discard", view.discard)];
    hands.chain(shared.map(|(name, count)| (PileId::shared(name), count))).collect()
}

fn play(seed: u64, mut look: impl FnMut(&mut Match<MayI>)) {
    let mut game = Match::<MayI>::new(Setup::new(3, Seed::from_number(seed))).unwrap();
    let mut dice = Dice::new(Seed::from_number(seed));
    look(&mut game);
    while game.outcome().is_none() {
        let (seat, action) = game
            .to_act()
            .iter()
            .find_map(|seat| Some((seat, MayI::random_action(game.position(), seat, &mut dice)?)))
            .unwrap();
        game.act(seat, action).unwrap();
        look(&mut game);
    }
}

#[test]
fn mi_170_cards_go_where_the_log_says() {
    let mut moves = 0;
    for seed in 0..4 {
        let mut watch = None::<MoveWatch<MayI>>;
        play(seed, |game| {
            let watch = watch.get_or_insert_with(|| {
                // A new round uses a new deck, which no event moves to its place.
                let is_new = |event: &Event| matches!(event, Event::RoundStarted { .. });
                MoveWatch::new(game, counts).except(is_new)
            });
            watch.look(game);
        });
        moves += watch.map_or(0, |watch| watch.moves);
    }
    assert!(moves > 1_000, "only {moves}");
}

#[test]
fn mi_170_the_log_speaks_to_its_reader() {
    let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
    let mut events = vec![];
    play(1, |game| events.extend(game.take_events()));
    let told = |viewer| log_lines::<MayI>(&events, viewer, &names);
    let mine = told(Viewer::Seat(Seat(0)));
    // Run with `--nocapture` to see a whole match.
    println!("{}\n\n{}", mine.join("\n"), told(Viewer::Public).join("\n"));
    assert!(mine.iter().any(|line| line.starts_with("You draw ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line.starts_with("You discard ")), "{mine:#?}");
    assert!(mine.iter().any(|line| line == "Bo draws from the stock"), "{mine:#?}");
}
