//! One decision of tiny shed, searched by our bots, by `turnbase-bots` and by `ismcts`.

use croupier_bots::{Budget, Search};
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Heuristic, Position, Seat, Tuning, Viewer};
use croupier_kit::matches::{Match, Setup};
use turnbase::{Determinize, PlayerId, Prng};
use turnbase_bots::{Bot as _, Ismcts};

use super::ours::{Action, TinyShed};
use super::search_ismcts::Guess;
use super::turnbase::Rules;
use super::{Luck, Move, Seen, State};

/// The first decision of the game dealt from this number.
pub fn first_decision(number: u64) -> Match<TinyShed> {
    let setup = Setup::new(2, Seed::from_number(number));
    Match::unrecorded(&setup).expect("two seats can be dealt")
}

/// The result of a search: the best move, and the number of iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The move.
    pub best: Option<Move>,
    /// The number of iterations.
    pub iterations: u64,
}

/// One search of tiny shed.
pub trait Searcher {
    /// Its name in a report.
    const NAME: &'static str;

    /// Creates it with its lists allocated, as far as it supports that.
    fn new() -> Self;

    /// Searches the decision of the player whose turn it is, with about this many iterations.
    fn search(&mut self, game: &Match<TinyShed>, iterations: u32) -> Found;
}

impl Heuristic for TinyShed {
    const TUNING: Tuning = Tuning { exploration: std::f64::consts::SQRT_2, ..Tuning::DEFAULT };

    #[inline]
    fn rollout_action(
        at: Position<'_, Self>,
        _: Seat,
        dice: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        Some(Action::Do(at.state.any(|count| dice.below(count))))
    }
}

/// The search of `croupier-bots`.
pub struct OurSearch {
    dice: Dice,
    search: Option<(u32, Search<TinyShed>)>,
}

impl Searcher for OurSearch {
    const NAME: &'static str = "ours";

    fn new() -> Self {
        Self { dice: Dice::new(Seed::from_number(1)), search: None }
    }

    fn search(&mut self, game: &Match<TinyShed>, iterations: u32) -> Found {
        let kept = self.search.take().filter(|(budget, _)| *budget == iterations);
        let mut search = match kept {
            Some((_, search)) => search,
            None => Search::new(Budget::Iterations(iterations)),
        };
        let seat = Seat(game.state().turn());
        let view = game.view(Viewer::Seat(seat));
        let report = search.think(game.position().observed_by(seat, &view, &()), &mut self.dice);
        self.search = Some((iterations, search));
        let best = report.best().and_then(|stats| stats.action);
        let best = best.map(|Action::Do(it)| it);
        Found { best, iterations: report.iterations.into() }
    }
}

impl Determinize for Rules {
    fn determinize(&self, state: &State, observer: PlayerId, rng: &mut Prng) -> State {
        let seat = u8::try_from(observer.index()).ok();
        Seen::of(state, seat).dealt(|cards| rng.shuffle(cards))
    }
}

/// The search of `turnbase-bots`.
pub struct TurnbaseSearch {
    seed: u64,
}

impl Searcher for TurnbaseSearch {
    const NAME: &'static str = "turnbase-bots";

    fn new() -> Self {
        Self { seed: 0 }
    }

    fn search(&mut self, game: &Match<TinyShed>, iterations: u32) -> Found {
        self.seed += 1;
        let player = PlayerId::new(game.state().turn().into());
        let best = Ismcts::new(iterations, self.seed).choose(&Rules, game.state(), player);
        Found { best, iterations: iterations.into() }
    }
}

/// The search of `ismcts`, which only supports a time budget: it searches in rounds of 2,048.
pub struct IsmctsSearch {
    searcher: ismcts::searcher::Searcher<Guess>,
}

impl Searcher for IsmctsSearch {
    const NAME: &'static str = "ismcts";

    fn new() -> Self {
        Self { searcher: ismcts::searcher::Searcher::new(std::f32::consts::SQRT_2, 30_000) }
    }

    fn search(&mut self, game: &Match<TinyShed>, iterations: u32) -> Found {
        // About as long as its peers need for this many.
        let time = u128::from(iterations) / 170;
        let guess = Guess::new(game.state().clone(), Luck::new(1));
        let result = self.searcher.search(&guess, &ismcts::inference::NoInference, time);
        Found { best: result.best_action, iterations: result.num_simulations as u64 }
    }
}
