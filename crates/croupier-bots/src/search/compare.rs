//! A search without a tree: compares the moves of one decision in the same worlds.
//!
//! Where chance and hidden cards decide most, two moves differ by less than two worlds do. So every
//! world is played once with each move, and only the differences count.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Heuristic, InputError, Observation, Tuning};
use croupier_kit::matches::Match;

use super::worker::value;
use super::{MoveStats, SearchReport, at_a_time};
use crate::budget::BudgetMeter;

/// How many worlds to play between comparisons that drop moves that have fallen behind.
const LOOK: u64 = 8;

/// A move is dropped once it is behind the best by this many standard errors.
const GIVE_UP: f64 = 1.7;

/// Another move must be ahead of the heuristic's by this many standard errors to replace it.
const DOUBT: f64 = 0.7;

/// A difference that counts as observed once before the first world, so that a few worlds without
/// any difference prove nothing.
const PRIOR: f64 = 0.05;

/// A move, and how much better it was than the first one. For the first, its value.
#[derive(Clone)]
struct Candidate<A> {
    action: Option<A>,
    is_open: bool,
    worlds: u32,
    total: f64,
    squares: f64,
}

impl<A> Candidate<A> {
    fn new(action: Option<A>) -> Self {
        Self { action, is_open: true, worlds: 0, total: 0.0, squares: PRIOR * PRIOR }
    }

    fn note(&mut self, difference: f64) {
        self.worlds += 1;
        self.total += difference;
        self.squares += difference * difference;
    }

    /// Adds another worker's observations of the same move.
    fn add(&mut self, same: &Self) {
        self.worlds += same.worlds;
        self.total += same.total;
        self.squares += same.squares - PRIOR * PRIOR;
    }

    /// How much better it is, and the standard error of that.
    fn lead(&self) -> (f64, f64) {
        let worlds = f64::from(self.worlds.max(1));
        let mean = self.total / worlds;
        let variance = (self.squares / worlds - mean * mean).max(0.0);
        (mean, (variance / worlds).sqrt())
    }

    /// How much better it is, minus this many standard errors.
    fn at_least(&self, doubt: f64) -> f64 {
        let (mean, error) = self.lead();
        mean - doubt * error
    }
}

/// Compares the moves of a decision, each worker in its own worlds. The heuristic's own move comes
/// first, and is kept unless another one is clearly better.
pub(super) fn think<G: Heuristic>(
    observation: Observation<'_, G>,
    tuning: &Tuning,
    mut moves: Vec<Option<G::Action>>,
    mut shares: Vec<BudgetMeter>,
    threads: usize,
    dice: &mut Dice,
) -> SearchReport<G::Action> {
    let advice = G::policy(observation, dice);
    match moves.iter().position(|action| *action == advice) {
        Some(place) => moves[..=place].rotate_right(1),
        None => moves.insert(0, advice),
    }
    let candidates: Vec<_> = moves.into_iter().map(Candidate::new).collect();
    let (candidates, iterations) = match (shares.len(), shares.pop()) {
        (1, Some(only)) => compare(observation, tuning, candidates, only, Dice::fast(dice.split())),
        (_, last) => {
            let shares = shares.into_iter().chain(last);
            let jobs = shares.map(|meter| (candidates.clone(), meter, dice.split())).collect();
            let compared = at_a_time(threads, jobs, |(candidates, meter, seed)| {
                compare(observation, tuning, candidates, meter, Dice::fast(seed))
            });
            compared.into_iter().fold((candidates, 0), |(mut all, done), (some, more)| {
                all.iter_mut().zip(some).for_each(|(one, same)| one.add(&same));
                (all, done + more)
            })
        }
    };
    SearchReport { moves: weigh(candidates), iterations }
}

/// Plays worlds until the share is spent or only the first move is left. Returns the observations
/// and the number of iterations.
fn compare<G: Heuristic>(
    observation: Observation<'_, G>,
    tuning: &Tuning,
    candidates: Vec<Candidate<G::Action>>,
    meter: BudgetMeter,
    mut dice: Dice,
) -> (Vec<Candidate<G::Action>>, u32) {
    let world = Match::determinize(observation, &mut dice);
    let mut contest = Contest {
        observation,
        horizon: tuning.horizon,
        play: world.fork(),
        world,
        candidates,
        list: vec![],
    };
    let mut iterations = 0;
    let mut meter = Plays { meter, left: 0 };
    for worlds in 1_u64.. {
        let open = contest.candidates.iter().filter(|candidate| candidate.is_open).count();
        // A world counts only if the budget is enough for all moves.
        let Some(spent) = meter.take(open) else { break };
        iterations += spent;
        contest.play_world(&mut dice);
        if worlds % LOOK == 0 && !narrow(&mut contest.candidates) {
            break;
        }
    }
    (contest.candidates, iterations)
}

/// What is left of a budget, in plays.
struct Plays {
    meter: BudgetMeter,
    left: u32,
}

impl Plays {
    /// Pays for this many plays, if the budget is enough.
    fn take(&mut self, plays: usize) -> Option<u32> {
        let plays = u32::try_from(plays).ok()?;
        while self.left < plays {
            let more = self.meter.next();
            if more == 0 {
                return None;
            }
            self.left += more;
        }
        self.left -= plays;
        Some(plays)
    }
}

/// The moves, and the world in which they are compared.
struct Contest<'a, G: Heuristic> {
    observation: Observation<'a, G>,
    horizon: Option<u32>,
    world: Match<G>,
    /// A copy of the world, in which each move is played.
    play: Match<G>,
    candidates: Vec<Candidate<G::Action>>,
    list: Vec<G::Action>,
}

impl<G: Heuristic> Contest<'_, G> {
    /// Plays one more world with every move that is still open, each with the same luck.
    fn play_world(&mut self, dice: &mut Dice) {
        self.world.determinize_again(self.observation, dice);
        let luck = dice.split();
        let mut first = None;
        for place in 0..self.candidates.len() {
            if !self.candidates[place].is_open {
                continue;
            }
            // A world in which the match cannot continue is skipped.
            let Ok(value) = self.play(place, &mut Dice::fast(luck)) else { continue };
            match first {
                None if place > 0 => return,
                None => {
                    first = Some(value);
                    self.candidates[0].note(value);
                }
                Some(first) => self.candidates[place].note(value - first),
            }
        }
    }

    /// The value of the world for the seat after one of its moves.
    fn play(&mut self, place: usize, dice: &mut Dice) -> Result<f64, InputError<G>> {
        let seat = self.observation.seat;
        self.play.determinize_like(&self.world, self.observation, dice);
        if let Some(action) = &self.candidates[place].action {
            // It was listed in another world; all worlds that fit what the seat knows list the same
            // actions.
            self.play.act_listed(seat, action)?;
        }
        self.play.rollout(self.horizon, dice, &mut self.list)?;
        Ok(value(&self.play)[seat.at()])
    }
}

/// Drops moves that are behind. Returns false if only the first is left.
fn narrow<A>(candidates: &mut [Candidate<A>]) -> bool {
    let others = &mut candidates[1..];
    let best = others.iter().map(|candidate| candidate.at_least(GIVE_UP)).fold(0.0, f64::max);
    for candidate in others.iter_mut() {
        candidate.is_open &= candidate.at_least(-GIVE_UP) > best;
    }
    others.iter().any(|candidate| candidate.is_open)
}

/// Builds the report: the value of a move is its lower bound.
fn weigh<A>(candidates: Vec<Candidate<A>>) -> Vec<MoveStats<A>> {
    let (mut first, mut visits) = (0.0, 0);
    let weigh = |(place, candidate): (usize, Candidate<A>)| {
        if place == 0 {
            (first, visits) =
                (candidate.total / f64::from(candidate.worlds.max(1)), candidate.worlds);
            return MoveStats { action: candidate.action, visits, value: first };
        }
        MoveStats { visits, value: first + candidate.at_least(DOUBT), action: candidate.action }
    };
    candidates.into_iter().enumerate().map(weigh).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heuristic's move, and others with these leads in each world.
    fn candidates(others: &[&[f64]]) -> Vec<Candidate<usize>> {
        let mut candidates = vec![Candidate::new(Some(0))];
        for (place, differences) in (1..).zip(others) {
            let mut candidate = Candidate::new(Some(place));
            differences.iter().for_each(|difference| candidate.note(*difference));
            candidates.push(candidate);
        }
        (0..others.first().map_or(0, |it| it.len())).for_each(|_| candidates[0].note(0.5));
        candidates
    }

    fn best(others: &[&[f64]]) -> Option<usize> {
        let report = SearchReport { moves: weigh(candidates(others)), iterations: 0 };
        report.best().and_then(|best| best.action)
    }

    #[test]
    fn the_heuristic_is_followed_unless_another_move_is_better_beyond_doubt() {
        assert_eq!(best(&[&[0.0; 8], &[-0.1; 8]]), Some(0));
        assert_eq!(best(&[&[0.9, -0.8, 0.0, 0.0]]), Some(0), "it may have been luck");
        assert_eq!(best(&[&[0.1; 16], &[0.2; 16]]), Some(2));
    }

    #[test]
    fn what_is_behind_is_given_up() {
        let mut some = candidates(&[&[-0.3; 8], &[0.3, -0.3, 0.2, -0.2, 0.0, 0.1, 0.0, 0.0]]);
        assert!(narrow(&mut some));
        assert_eq!(
            some.iter().map(|candidate| candidate.is_open).collect::<Vec<_>>(),
            [true, false, true]
        );
        let mut none = candidates(&[&[-0.3; 8], &[-0.2; 8]]);
        assert!(!narrow(&mut none), "only the heuristic's move is left");
    }

    #[test]
    fn a_world_is_paid_for_all_moves_or_not_played() {
        let meter = BudgetMeter::share(crate::Budget::Iterations(70), 0, 1);
        let mut plays = Plays { meter, left: 0 };
        let worlds = std::iter::from_fn(|| plays.take(4)).count();
        assert_eq!(worlds, 17);
    }
}
