//! The heuristic and the search settings of Rush.

mod greedy;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Heuristic, Observation, Tuning};

pub use self::greedy::heuristic_action;
use crate::{Action, Rush};

impl Heuristic for Rush {
    /// Worlds that fit all skips are expensive to sample and matches are short, so each world is
    /// played several times. RU-81: a bot never stalls, so waiting is not among its choices.
    const TUNING: Tuning =
        Tuning { plays_per_world: 8, levels: [200, 2_000, 20_000], ..Tuning::DEFAULT };

    /// RU-81: the heuristic of the specification.
    fn policy(observation: Observation<'_, Self>, _: &mut Dice) -> Option<Action> {
        heuristic_action(observation.view, observation.seat)
    }
}
