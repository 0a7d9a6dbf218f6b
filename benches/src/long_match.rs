//! Long matches, to be replayed.

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::save::{Metadata, Save};

/// A match among four random players with exactly this many inputs: it is stopped in the middle,
/// and matches that end earlier are discarded.
pub fn play<G: Game>(inputs: usize) -> Save {
    let saves = (0..).map(|number| one::<G>(inputs, Seed::from_number(number)));
    saves.into_iter().find(|save| save.inputs.len() == inputs).expect("some match is long")
}

fn one<G: Game>(inputs: usize, seed: Seed) -> Save {
    let mut game = Match::<G>::new(Setup::new(4, seed)).expect("it can be dealt");
    let mut dice = Dice::new(Seed::from_number(1));
    while game.inputs().len() < inputs && game.outcome().is_none() {
        game.skip_waits().expect("time can pass");
        let mut seats = game.to_act().iter();
        let mut choose =
            |seat: Seat| Some((seat, G::random_action(game.position(), seat, &mut dice)?));
        if let Some((seat, action)) = seats.find_map(&mut choose) {
            game.act(seat, action).expect("what is offered is taken");
        } else {
            let due = game.next_due().expect("a seat acts, or a timer is due");
            game.advance_to(due).expect("time passes");
        }
        game.take_events();
    }
    game.save(UnixMillis::EPOCH, Metadata::default()).expect("it is recorded")
}
