//! What a prompt does not list can be entered in its form.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Piece};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::check_forms;
use rush::{Action, Rush};

fn named(action: &Action) -> Vec<Vec<Piece>> {
    let Action::PlayCards { cards, .. } = action else { panic!("{action:?} is no play") };
    vec![cards.iter().map(Piece::card).collect()]
}

#[test]
fn ru_75_plays_of_several_cards_are_put_together() {
    let (mut composed, mut dice) = (0, Dice::new(Seed::from_number(1)));
    for seed in 0..200 {
        let mut game = Match::<Rush>::new(Setup::new(2, Seed::from_number(seed))).unwrap();
        game.skip_waits().unwrap();
        while let Some(seat) = game.to_act().lowest() {
            composed += check_forms(&game, seat, named);
            let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
            game.skip_waits().unwrap();
        }
    }
    assert!(composed > 1_000, "only {composed}");
}
