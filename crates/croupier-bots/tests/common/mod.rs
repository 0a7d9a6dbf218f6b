//! Matches of bots, for tests.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub, missing_docs, clippy::unwrap_used)]

use croupier_bots::{Bot, Players};
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Heuristic, Observation, Seat, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};

/// A match with the options of a preset, or with the default ones if there is no such preset.
pub fn deal<G: Game>(seats: usize, preset: &str, number: u64) -> Match<G> {
    let mut setup = Setup::<G>::new(seats, Seed::from_number(number));
    if let Some(preset) = G::presets().into_iter().find(|it| it.name == preset) {
        setup.options = preset.options;
    }
    Match::followed(&setup).unwrap()
}

/// The first bot's share of the win in a game of two.
pub fn duel<G: Heuristic>(bots: [Box<dyn Bot<G>>; 2], turned: bool, number: u64) -> f64 {
    let mut game = deal::<G>(2, "bench", number);
    let [one, other] = bots;
    let seated = if turned { [other, one] } else { [one, other] };
    let seed = Seed::from_number(number.wrapping_mul(2) + u64::from(turned));
    let finished = Players::new(seated.map(Some), seed).finish(&mut game).unwrap();
    finished.outcome.expect("it ends").value_for(Seat(u8::from(turned)))
}

/// Follows a match of random players, and calls back at every decision of every seat with what the
/// seat knows and the match itself, for comparison.
pub fn follow<G: Heuristic>(
    mut game: Match<G>,
    steps: usize,
    seed: u64,
    mut look: impl FnMut(&Match<G>, Observation<'_, G>),
) {
    let mut dice = Dice::new(Seed::from_number(seed));
    let mut memories = Memories::new(game.seats().len());
    for _ in 0..steps {
        game.skip_waits().unwrap();
        memories.follow(&mut game);
        if game.outcome().is_some() {
            return;
        }
        let asked: Vec<_> = game.to_act().iter().collect();
        for seat in &asked {
            let view = game.view(Viewer::Seat(*seat));
            look(&game, game.position().observed_by(*seat, &view, &memories[*seat]));
        }
        let chosen = asked
            .into_iter()
            .find_map(|seat| Some((seat, G::random_action(game.position(), seat, &mut dice)?)));
        match (chosen, game.next_due()) {
            (Some((seat, action)), _) => game.act(seat, action).unwrap(),
            (None, Some(due)) => game.advance_to(due).unwrap(),
            (None, None) => panic!("nothing can happen"),
        }
    }
}
