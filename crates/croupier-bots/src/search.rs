//! The searching bot.

mod bound;
mod compare;
mod descent;
mod tree;
mod worker;

use std::fmt;
use std::thread;

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Heuristic, Observation, Patience, Tuning};
use croupier_kit::matches::Match;

use crate::budget::{Budget, BudgetMeter};
use crate::{Bot, ObservedAction};
use tree::ROOT;
use worker::{Task, Worker};

/// Information-set Monte-Carlo tree search.
///
/// Every iteration samples a world that fits what the seat knows, descends a single tree shared by
/// all worlds, expands it by one move, and plays on to the end or to the game's horizon. The result
/// is recorded for every move on the path, from the point of view of the seat that made it; each
/// seat is assumed to maximise its own value. The most visited move is chosen.
///
/// With a budget in iterations, the result depends only on the seed of the dice, not on the machine
/// or the number of threads.
pub struct Search<G: Heuristic> {
    budget: Budget,
    tuning: Tuning,
    threads: usize,
    workers: Vec<Worker<G>>,
}

/// The result of a search for one decision.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SearchReport<A> {
    /// The moves, in the order in which the game lists them; `None` is waiting.
    pub moves: Vec<MoveStats<A>>,
    /// How many iterations were completed.
    pub iterations: u32,
}

/// What a search found out about one move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MoveStats<A> {
    /// The action; `None` is waiting.
    pub action: Option<A>,
    /// How often it was tried.
    pub visits: u32,
    /// Its mean value for the seat, from 0 to 1.
    pub value: f64,
}

impl<A> SearchReport<A> {
    /// The best move: the most visited one. `None` if there is nothing to do.
    pub fn best(&self) -> Option<&MoveStats<A>> {
        let better = |one: &MoveStats<A>, other: &MoveStats<A>| {
            (other.visits, other.value) > (one.visits, one.value)
        };
        let first = self.moves.first()?;
        Some(self.moves.iter().fold(first, |best, it| if better(best, it) { it } else { best }))
    }
}

impl<G: Heuristic> Search<G> {
    /// A search with this budget for every decision.
    pub fn new(budget: Budget) -> Self {
        let workers = vec![Worker::new()];
        Self { budget, tuning: G::TUNING, threads: 1, workers }
    }

    /// Uses other settings than the game's own.
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// Divides the work among this many workers, each with its own tree, and combines their
    /// results. The number of workers affects the result; `threads`, how many of them run at the
    /// same time, does not.
    #[must_use]
    pub fn shared(self, workers: usize, threads: usize) -> Self {
        let workers = (0..workers.max(1)).map(|_| Worker::new()).collect();
        Self { workers, threads: threads.max(1), ..self }
    }

    /// Searches the seat's possible moves.
    pub fn think(
        &mut self,
        observation: Observation<'_, G>,
        dice: &mut Dice,
    ) -> SearchReport<G::Action> {
        let moves = moves_of(observation, dice);
        if moves.len() < 2 {
            // Nothing to search, and the tree is not kept up to date.
            let sure = |action| MoveStats { action, visits: 0, value: 0.5 };
            let moves = moves.into_iter().map(sure).collect();
            return SearchReport { moves, iterations: 0 };
        }
        if self.tuning.flat {
            return compare::think(
                observation,
                &self.tuning,
                moves,
                self.shares(),
                self.threads,
                dice,
            );
        }
        let iterations = self.run(observation, &moves, dice);
        let mut moves: Vec<_> =
            moves.into_iter().map(|action| MoveStats { action, visits: 0, value: 0.0 }).collect();
        for worker in &self.workers {
            for (stats, place) in moves.iter_mut().zip(worker.tree.children(ROOT)) {
                let edge = worker.tree.edge(place);
                stats.visits += edge.visits;
                stats.value += edge.total;
            }
        }
        for stats in &mut moves {
            stats.value /= f64::from(stats.visits.max(1));
        }
        SearchReport { moves, iterations }
    }

    /// Each worker's share of the budget.
    fn shares(&self) -> Vec<BudgetMeter> {
        let count = u32::try_from(self.workers.len()).unwrap_or(u32::MAX);
        (0..count).map(|worker| BudgetMeter::share(self.budget, worker, count)).collect()
    }

    /// Runs the workers. Each has its own dice, so their order does not matter.
    fn run(
        &mut self,
        observation: Observation<'_, G>,
        moves: &[Option<G::Action>],
        dice: &mut Dice,
    ) -> u32 {
        let shares = self.shares();
        let Self { tuning, workers, threads, .. } = self;
        let task = Task { observation, tuning };
        let jobs =
            workers.iter_mut().zip(shares).map(|(worker, meter)| (worker, meter, dice.split()));
        let jobs: Vec<(&mut Worker<G>, BudgetMeter, Seed)> = jobs.collect();
        let done = at_a_time(*threads, jobs, |(worker, mut meter, seed)| {
            worker.begin(observation.seat, moves);
            worker.think(task, &mut meter, seed)
        });
        done.into_iter().sum()
    }
}

/// Runs all jobs, `threads` at a time, and returns their results in order.
fn at_a_time<J: Send, R: Send>(
    threads: usize,
    jobs: Vec<J>,
    work: impl Fn(J) -> R + Sync,
) -> Vec<R> {
    if threads < 2 || jobs.len() < 2 {
        return jobs.into_iter().map(work).collect();
    }
    let each = jobs.len().div_ceil(threads);
    let mut jobs = jobs.into_iter();
    let work = &work;
    thread::scope(|scope| {
        let some =
            || Some(jobs.by_ref().take(each).collect::<Vec<J>>()).filter(|it| !it.is_empty());
        let start = |some: Vec<J>| scope.spawn(move || some.into_iter().map(work).collect());
        let started: Vec<_> = std::iter::from_fn(some).map(start).collect();
        let finish = |it: thread::ScopedJoinHandle<'_, Vec<R>>| match it.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        started.into_iter().flat_map(finish).collect()
    })
}

/// All moves of a seat, in the game's order, waiting last.
fn moves_of<G: Heuristic>(
    observation: Observation<'_, G>,
    dice: &mut Dice,
) -> Vec<Option<G::Action>> {
    let world = Match::determinize(observation, dice);
    let patience = G::patience(world.position(), observation.seat);
    if patience == Patience::Waits {
        return vec![None];
    }
    let mut moves: Vec<_> =
        world.search_actions(observation.seat, usize::MAX).into_iter().map(Some).collect();
    if patience == Patience::MayWait {
        moves.push(None);
    }
    moves
}

impl<G: Heuristic> Bot<G> for Search<G> {
    fn choose(&mut self, observation: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
        let report = self.think(observation, dice);
        let chosen = report.best()?.action.clone();
        if chosen.is_none() {
            self.workers.iter_mut().for_each(Worker::wait);
        }
        chosen
    }

    fn observe(&mut self, seen: ObservedAction<'_, G>) {
        for worker in &mut self.workers {
            worker.observe(&seen);
        }
    }

    fn keeps_to_lists(&self) -> bool {
        true
    }
}

impl<G: Heuristic> fmt::Debug for Search<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("budget", &self.budget)
            .field("tuning", &self.tuning)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
