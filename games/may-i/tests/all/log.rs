//! What the log tells, and which cards it says moved.

use croupier_kit::testing::{MoveWatch, PileCounts};
use croupier_kit::{Dice, Game, Match, PileId, Seat, Seed, Setup, Show, Viewer};
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
                // A new round is dealt from a new deck, which no event moves there.
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
    let told = |viewer: Viewer| -> String {
        let heard = events.iter().filter_map(|event| MayI::event_for(event, viewer));
        let lines = heard.filter_map(|event| MayI::describe_event(&event, viewer, &names));
        lines.map(|line| line.to_string()).take(60).collect::<Vec<_>>().join("\n")
    };
    println!("{}", told(Viewer::Seat(Seat(0))));
    assert!(!told(Viewer::Public).contains("You "));
}
