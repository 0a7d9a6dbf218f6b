//! One worker of a search: plays sampled worlds and builds a tree of the results.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Heuristic, InputError, MAX_SEATS, Observation, Seat, Tuning};
use croupier_kit::matches::Match;

use super::descent::{Descent, Scratch};
use super::tree::{NodeId, ROOT, Tree};
use crate::ObservedAction;
use crate::budget::BudgetMeter;

/// A worker. Its buffers and its tree are reused from one decision to the next.
pub(super) struct Worker<G: Heuristic> {
    pub(super) tree: Tree<G::Action>,
    /// The match's current node in the tree; `None` if it is not in the tree.
    here: Option<NodeId>,
    world: Option<Match<G>>,
    scratch: Scratch<G>,
}

/// What all iterations for one decision have in common.
pub(super) struct Task<'a, G: Heuristic> {
    pub(super) observation: Observation<'a, G>,
    pub(super) tuning: &'a Tuning,
}

// Deriving these would require `G: Clone` and `G: Copy`.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<G: Heuristic> Clone for Task<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Heuristic> Copy for Task<'_, G> {}

impl<G: Heuristic> Worker<G> {
    pub(super) fn new() -> Self {
        Self { tree: Tree::new(), here: None, world: None, scratch: Scratch::default() }
    }

    /// Starts the tree at the present decision, which has these moves.
    pub(super) fn begin(&mut self, seat: Seat, moves: &[Option<G::Action>]) {
        match self.here.take() {
            Some(node) if self.fits(node, seat, moves) => self.tree.go_to(node),
            _ => self.tree.clear(),
        }
        self.tree.arrange_root(seat, moves);
        self.here = Some(ROOT);
    }

    /// Whether the tree contains this decision.
    fn fits(&self, node: NodeId, seat: Seat, moves: &[Option<G::Action>]) -> bool {
        let expects = |at: NodeId| {
            let edge = self.tree.edge(at);
            edge.seat == seat && moves.contains(&edge.action)
        };
        node != ROOT && self.tree.children(node).any(expects)
    }

    /// Follows an action of the match in the tree.
    pub(super) fn observe(&mut self, seen: &ObservedAction<'_, G>) {
        let is_it = |at: &NodeId| {
            let edge = self.tree.edge(*at);
            let action = edge.action.as_ref();
            edge.seat == seen.by() && action.is_some_and(|action| seen.looks_like(action))
        };
        self.here = self.here.and_then(|here| self.tree.children(here).find(is_it));
    }

    /// Follows the seat's own waiting, which is not reported as an observed action.
    pub(super) fn wait(&mut self) {
        let waits = |at: &NodeId| self.tree.edge(*at).action.is_none();
        self.here = self.here.and_then(|here| self.tree.children(here).find(waits));
    }

    /// Spends a share of a budget. Returns the number of successful iterations.
    pub(super) fn think(&mut self, task: Task<'_, G>, meter: &mut BudgetMeter, seed: Seed) -> u32 {
        let Task { observation, tuning } = task;
        let mut dice = Dice::fast(seed);
        let mut world = match self.world.take() {
            Some(world) if world.is_at_table_of(observation) => world,
            _ => Match::determinize(observation, &mut dice),
        };
        let mut sample = (tuning.plays_per_world > 1).then(|| world.fork());
        let (mut plays, mut done) = (0, 0);
        loop {
            let round = meter.next();
            if round == 0 {
                break;
            }
            for _ in 0..round {
                match &mut sample {
                    None => world.determinize_again(observation, &mut dice),
                    Some(sample) => {
                        if plays % tuning.plays_per_world == 0 {
                            sample.determinize_again(observation, &mut dice);
                        }
                        plays += 1;
                        world.determinize_like(sample, observation, &mut dice);
                    }
                }
                // A world in which the match cannot continue is skipped.
                done += u32::from(self.iterate(&mut world, task, &mut dice).is_ok());
            }
        }
        self.world = Some(world);
        done
    }

    /// Plays one world: along the tree as far as it goes, one move further, then on to the horizon.
    fn iterate(
        &mut self,
        world: &mut Match<G>,
        task: Task<'_, G>,
        dice: &mut Dice,
    ) -> Result<(), InputError<G>> {
        let Self { tree, scratch, .. } = self;
        Descent::new(tree, scratch, task).run(world, dice)?;
        world.rollout(task.tuning.horizon, dice, &mut scratch.list)?;
        let value = value(world);
        tree.note(ROOT, 0.0);
        for node in scratch.path.drain(..) {
            let seat = tree.edge(node).seat;
            tree.note(node, value[seat.at()]);
        }
        Ok(())
    }
}

/// The value of a world for every seat.
pub(super) fn value<G: Heuristic>(world: &Match<G>) -> [f64; MAX_SEATS] {
    let Some(outcome) = world.outcome() else { return G::evaluate(world.position()) };
    let mut value = [0.0; MAX_SEATS];
    for seat in Seat::first(world.seats().len()) {
        value[seat.at()] = outcome.value_for(seat);
    }
    value
}
