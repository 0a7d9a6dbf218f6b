//! The scores that a view predicts for cards come true.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Viewer};
use croupier_kit::matches::{Match, Setup};
use min_or_max::{Action, CardPreview, MinOrMax, Options, PreviewResult, ScorePreview};

#[test]
fn mm_75a_every_playable_card_leads_where_the_view_says() {
    let mut compared = 0;
    for seed in 0..80 {
        let mut setup = Setup::<MinOrMax>::new(3, Seed::from_number(seed));
        setup.options = if seed % 2 == 0 { Options::bench() } else { court() };
        let (mut game, mut dice) = (Match::new(setup).unwrap(), Dice::new(Seed::from_number(seed)));
        game.skip_waits().unwrap();
        while let Some(seat) = game.to_act().lowest() {
            let previews = game.view(Viewer::Seat(seat)).previews;
            let is_card = |action: &Action| matches!(action, Action::ChooseCard { .. });
            let playable = game.legal_actions(seat).into_iter().filter(is_card);
            let previewed = previews.iter().map(|it| Action::ChooseCard { card: it.card });
            assert!(playable.eq(previewed), "{previews:?}");
            for CardPreview { card, scores } in previews {
                for score in scores {
                    let mut fork = game.fork();
                    fork.act(seat, Action::ChooseCard { card }).unwrap();
                    check(&mut fork, score);
                    compared += 1;
                }
            }
            assert!(game.view(Viewer::Public).previews.is_empty());
            let action = MinOrMax::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
            game.skip_waits().unwrap();
        }
    }
    assert!(compared > 500, "only {compared}");
}

fn court() -> Options {
    Options {
        setup_step_ms: Millis(0),
        spin_ms: Millis(0),
        turn_ms: None,
        ..Options::court_cards()
    }
}

/// Makes the declaration, if any, and checks the score.
fn check(game: &mut Match<MinOrMax>, preview: ScorePreview) {
    let ScorePreview { score, result, declared } = preview;
    let current = game.state().current;
    let effects: Vec<Action> = game
        .legal_actions(current)
        .into_iter()
        .filter(|action| matches!(action, Action::ChooseCardEffect(_)))
        .collect();
    match (declared, effects.first()) {
        (Some(effect), _) => game.act(current, Action::ChooseCardEffect(effect)).unwrap(),
        (None, Some(effect)) => game.act(current, *effect).unwrap(),
        (None, None) => {}
    }
    assert_eq!(game.state().score, score, "{preview:?}");
    let ending = game.state().ending;
    match result {
        PreviewResult::GoesOn => assert_eq!(ending, None, "{preview:?}"),
        PreviewResult::Wins => assert_eq!(ending.unwrap().winner, Some(current), "{preview:?}"),
        PreviewResult::Loses => assert!(ending.unwrap().losers.contains(current), "{preview:?}"),
    }
}
