//! Descends the tree in one world.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Heuristic, InputError, Patience, Seat, SeatSet};
use croupier_kit::matches::Match;

use super::bound::{ln, upper};
use super::tree::{NONE, NodeId, ROOT, Tree};
use super::worker::Task;

/// The buffers of an iteration; only their allocated memory is kept between iterations.
pub(super) struct Scratch<G: Heuristic> {
    /// The actions a seat has in this world.
    pub(super) list: Vec<G::Action>,
    /// The tree's move for each of them; the last one is waiting.
    nodes: Vec<NodeId>,
    /// The moves made so far.
    pub(super) path: Vec<NodeId>,
}

impl<G: Heuristic> Default for Scratch<G> {
    fn default() -> Self {
        Self { list: vec![], nodes: vec![], path: vec![] }
    }
}

/// A descent of the tree in one world.
///
/// The tree belongs to one seat. A node stands for a sequence of actions as that seat sees them;
/// the hidden cards differ from world to world.
pub(super) struct Descent<'a, 'k, G: Heuristic> {
    tree: &'a mut Tree<G::Action>,
    scratch: &'a mut Scratch<G>,
    task: Task<'k, G>,
    /// The last move.
    node: NodeId,
    /// The seats that currently let others go first.
    waiting: SeatSet,
    /// The node at which several seats decide without knowing each other's choice, and which of
    /// them have yet to decide.
    together: (NodeId, SeatSet),
}

/// A choice: the move in the tree, and its index in the list.
#[derive(Clone, Copy)]
struct Chosen {
    node: NodeId,
    listed: usize,
    is_new: bool,
}

impl<'a, 'k, G: Heuristic> Descent<'a, 'k, G> {
    pub(super) fn new(
        tree: &'a mut Tree<G::Action>,
        scratch: &'a mut Scratch<G>,
        task: Task<'k, G>,
    ) -> Self {
        scratch.path.clear();
        let nobody = SeatSet::NOBODY;
        Self { tree, scratch, task, node: ROOT, waiting: nobody, together: (ROOT, nobody) }
    }

    /// Descends to a move that is new or was visited too rarely to be expanded, or to the end of
    /// the match.
    pub(super) fn run(
        mut self,
        world: &mut Match<G>,
        dice: &mut Dice,
    ) -> Result<(), InputError<G>> {
        while self.is_expanded()
            && let Some((seat, open)) = self.next_seat(world)?
        {
            let from = self.node_of_choice(open);
            let is_root = from == ROOT && seat == self.task.observation.seat;
            let chosen = if is_root {
                self.choose_at_root(dice)
            } else {
                self.choose(world, from, seat, dice)
            };
            let Some(chosen) = chosen else {
                self.waiting.insert(seat);
                continue;
            };
            let is_new = self.step(from, seat, chosen);
            match self.scratch.list.get(chosen.listed) {
                // At the root it was listed in another world; there, all worlds list the same
                // actions.
                Some(action) => world.act_listed(seat, action)?,
                None => self.waiting.insert(seat),
            }
            if chosen.listed < self.scratch.list.len() {
                self.waiting = SeatSet::NOBODY;
            }
            if is_new {
                break;
            }
        }
        Ok(())
    }

    /// Whether the last move was visited often enough to expand it.
    #[inline]
    fn is_expanded(&self) -> bool {
        self.node == ROOT
            || self.tree.edge(self.node).visits >= self.task.tuning.expand_after_visits
    }

    /// The seat that chooses next, and all that could. `None` if the match is over.
    #[inline]
    fn next_seat(
        &mut self,
        world: &mut Match<G>,
    ) -> Result<Option<(Seat, SeatSet)>, InputError<G>> {
        loop {
            let asked = world.skip_waits()?;
            if asked.is_empty() {
                return Ok(None);
            }
            let mut open = asked - self.waiting;
            for seat in asked.iter() {
                if G::patience(world.position(), seat) == Patience::Waits {
                    open.remove(seat);
                }
            }
            // The searching seat comes first: it does not know what the others choose.
            let own = self.task.observation.seat;
            let first = if open.contains(own) { Some(own) } else { open.lowest() };
            if let Some(seat) = first {
                return Ok(Some((seat, open)));
            }
            self.waiting = SeatSet::NOBODY;
            match world.next_due() {
                Some(due) => world.advance_to(due)?,
                None => return Ok(None),
            }
        }
    }

    /// The node at which the choice is made: the last move, or the one where simultaneous choices
    /// began.
    #[inline]
    fn node_of_choice(&mut self, open: SeatSet) -> NodeId {
        if !G::HIDES_ACTIONS {
            return self.node;
        }
        let (node, left) = self.together;
        if open.is_subset_of(left) {
            return node;
        }
        self.together = (self.node, open);
        self.node
    }

    /// Makes a move in the tree. Returns whether it is new.
    #[inline]
    fn step(&mut self, from: NodeId, seat: Seat, chosen: Chosen) -> bool {
        if chosen.node == NONE {
            return true; // The tree is full.
        }
        self.scratch.path.push(chosen.node);
        if !G::HIDES_ACTIONS || from == self.node {
            self.node = chosen.node;
            self.together.1.remove(seat);
            return chosen.is_new;
        }
        // The choice made further up must also appear here, below what the others chose.
        self.together.1.remove(seat);
        let (found, last) = self.child_like(chosen.node);
        let action = self.tree.edge(chosen.node).action.clone();
        let below = found.or_else(|| self.tree.add(self.node, last, seat, action));
        let Some(below) = below else { return true };
        self.scratch.path.push(below);
        self.node = below;
        chosen.is_new || found.is_none()
    }

    /// The child of the current node that equals another move, and the last child there.
    fn child_like(&self, model: NodeId) -> (Option<NodeId>, NodeId) {
        let model = self.tree.edge(model);
        let (mut found, mut last) = (None, NONE);
        for node in self.tree.children(self.node) {
            let edge = self.tree.edge(node);
            if edge.seat == model.seat && edge.action == model.action {
                found = Some(node);
            }
            last = node;
        }
        (found, last)
    }

    /// How many moves to consider, given the number of visits.
    #[inline]
    fn width(&self, node: NodeId) -> usize {
        let doublings = self.tree.edge(node).visits.max(1).ilog2();
        let tuning = self.task.tuning;
        tuning.width.saturating_add(tuning.widening.saturating_mul(doublings)) as usize
    }

    /// At the root all worlds agree on the possible moves, and the tree already contains them.
    #[inline]
    fn choose_at_root(&mut self, dice: &mut Dice) -> Option<Chosen> {
        let width = self.width(ROOT);
        let exploration = self.task.tuning.exploration;
        let ln_visits = ln(self.tree.edge(ROOT).visits);
        let own = self.task.observation.seat;
        let (mut best, mut most) = (None, f64::MIN);
        let mut untried = 0;
        let mut node = self.tree.edge(ROOT).child;
        for _ in 0..width {
            // Seats that decide at the same time have moves here too, after the seat's own.
            if node == NONE || self.tree.edge(node).seat != own {
                break;
            }
            let edge = self.tree.edge(node);
            let bound = if edge.visits > 0 {
                upper(edge.total, edge.visits, exploration, ln_visits)
            } else {
                untried += 1;
                f64::MIN
            };
            // Among untried moves, picks a random one, or the first if they are ordered.
            let is_first = edge.visits == 0 && (untried == 1 || self.lets_in(untried, dice));
            if is_first || untried == 0 && bound > most {
                (best, most) = (Some(node), bound);
            }
            node = self.tree.edge(node).next;
        }
        let node = best?;
        let edge = self.tree.edge(node);
        self.scratch.list.clear();
        self.scratch.list.extend(edge.action.clone());
        Some(Chosen { node, listed: 0, is_new: edge.visits == 0 })
    }

    /// Whether the n-th of several equal options replaces the earlier ones.
    #[inline]
    fn lets_in(&self, number: u32, dice: &mut Dice) -> bool {
        !self.task.tuning.is_ordered && dice.below(number) == 0
    }

    /// The choice of a seat: an untried move, or otherwise the one with the highest upper bound.
    /// `None` if there is nothing to choose.
    #[inline]
    fn choose(
        &mut self,
        world: &Match<G>,
        from: NodeId,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Chosen> {
        let (width, at) = (self.width(from), world.position());
        self.scratch.list.clear();
        G::search_actions(at, seat, width, &mut self.scratch.list);
        let may_wait = G::patience(at, seat) == Patience::MayWait;
        let choices = self.scratch.list.len() + usize::from(may_wait);
        if choices == 0 {
            return None;
        }
        self.scratch.nodes.clear();
        self.scratch.nodes.resize(choices, NONE);
        let (best, last) = self.look_up(from, seat);
        let untried = self.scratch.nodes.iter().filter(|node| **node == NONE).count();
        if untried > 0 {
            return Some(self.try_new(from, last, seat, untried, dice));
        }
        let node = best?;
        let listed = if G::HIDES_ACTIONS && seat != self.task.observation.seat {
            self.any_listed(node, dice)
        } else {
            self.scratch.nodes.iter().position(|other| *other == node)?
        };
        Some(Chosen { node, listed, is_new: false })
    }

    /// Finds the tree's moves that are possible in this world, and the best of them; also the last
    /// child there.
    #[inline]
    fn look_up(&mut self, from: NodeId, seat: Seat) -> (Option<NodeId>, NodeId) {
        let own = self.task.observation.seat;
        let exploration = self.task.tuning.exploration;
        let Scratch { list, nodes, .. } = &mut *self.scratch;
        let (mut best, mut most) = (None, f64::MIN);
        let (mut last, mut cursor) = (NONE, 0);
        let (mut counted, mut ln_counted) = (0, 0.0);
        let mut node = self.tree.edge(from).child;
        while node != NONE {
            let edge = self.tree.edge_mut(node);
            let next = edge.next;
            let is_possible = edge.seat == seat
                && match &edge.action {
                    // Waiting comes after everything that is listed.
                    None => mark(nodes, list.len(), node),
                    Some(action) if G::HIDES_ACTIONS && seat != own => {
                        let mut any = false;
                        for (at, other) in list.iter().enumerate() {
                            let alike = nodes[at] == NONE && G::looks_alike(own, action, other);
                            any |= alike && mark(nodes, at, node);
                        }
                        any
                    }
                    Some(action) => match find(list, action, cursor) {
                        Some(at) => {
                            cursor = at + 1;
                            mark(nodes, at, node)
                        }
                        None => false,
                    },
                };
            if is_possible {
                edge.available += 1;
                if edge.available != counted {
                    (counted, ln_counted) = (edge.available, ln(edge.available));
                }
                let bound = upper(edge.total, edge.visits, exploration, ln_counted);
                if bound > most {
                    (best, most) = (Some(node), bound);
                }
            }
            (last, node) = (node, next);
        }
        (best, last)
    }

    /// Adds an untried move: a random one, or the first if they are ordered.
    fn try_new(
        &mut self,
        from: NodeId,
        last: NodeId,
        seat: Seat,
        untried: usize,
        dice: &mut Dice,
    ) -> Chosen {
        let skipped = match u32::try_from(untried) {
            Ok(untried) if untried > 1 && !self.task.tuning.is_ordered => dice.below(untried),
            _ => 0,
        };
        let Scratch { list, nodes, .. } = &*self.scratch;
        let open = nodes.iter().enumerate().filter(|(_, node)| **node == NONE);
        let listed = open.map(|(at, _)| at).nth(skipped as usize).unwrap_or(list.len());
        let action = list.get(listed).cloned();
        let node = self.tree.add(from, last, seat, action).unwrap_or(NONE);
        if node != NONE {
            self.tree.edge_mut(node).available = 1;
        }
        Chosen { node, listed, is_new: true }
    }

    /// A random action of this world that the move stands for: to the searching seat they all look
    /// the same.
    fn any_listed(&self, node: NodeId, dice: &mut Dice) -> usize {
        let (mut count, mut chosen) = (0, 0);
        for (at, other) in self.scratch.nodes.iter().enumerate() {
            if *other == node {
                count += 1;
                if count == 1 || dice.below(count) == 0 {
                    chosen = at;
                }
            }
        }
        chosen
    }
}

/// Records which move of the tree belongs to the listed action, if it is listed.
#[inline]
fn mark(nodes: &mut [NodeId], at: usize, node: NodeId) -> bool {
    match nodes.get_mut(at) {
        Some(free) => {
            *free = node;
            true
        }
        None => false,
    }
}

/// The index of an action in the list. Lists keep their order, so the search starts after the last
/// match.
#[inline]
fn find<A: PartialEq>(list: &[A], action: &A, from: usize) -> Option<usize> {
    let (before, behind) = list.split_at(from.min(list.len()));
    let found = behind.iter().position(|other| other == action).map(|at| at + before.len());
    found.or_else(|| before.iter().position(|other| other == action))
}
