//! What a prompt does not list can be entered in its form.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Piece};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::check_forms;
use may_i::{Action, MayI};

fn named(action: &Action) -> Vec<Vec<Piece>> {
    let Action::LayDown { melds } = action else { panic!("{action:?} is no laydown") };
    melds.iter().map(|meld| meld.cards.iter().map(Piece::card).collect()).collect()
}

#[test]
fn mi_203_the_listed_laydowns_are_put_together() {
    let (mut composed, mut dice) = (0, Dice::new(Seed::from_number(1)));
    for seed in 0..10 {
        let mut game = Match::<MayI>::new(Setup::new(3, Seed::from_number(seed))).unwrap();
        while game.outcome().is_none() {
            let asked = game.to_act();
            composed += asked.iter().map(|seat| check_forms(&game, seat, named)).sum::<usize>();
            let (seat, action) = asked
                .iter()
                .find_map(|seat| {
                    Some((seat, MayI::random_action(game.position(), seat, &mut dice)?))
                })
                .unwrap();
            game.act(seat, action).unwrap();
        }
    }
    assert!(composed > 100, "only {composed}");
}
