//! The tree of a search: moves with their visits and values.

use croupier_kit::game::Seat;

/// The index of a move in the list of all moves. The root is the move that led to the decision.
pub(super) type NodeId = u32;

/// The move before the decision.
pub(super) const ROOT: NodeId = 0;

/// No move. A sentinel and not an `Option`, which would add eight bytes to every edge of a list
/// that a search walks all the time. It is not visible outside the search.
pub(super) const NONE: NodeId = u32::MAX;

/// The maximum number of moves. A search that reaches it continues without growing.
const MOST: usize = 1 << 22;

/// A move that was tried, and the node it leads to.
#[derive(Debug, Clone)]
pub(super) struct Edge<A> {
    /// The action; `None` is waiting.
    pub(super) action: Option<A>,
    /// The sum of the values of all visits, for the seat that made the move.
    pub(super) total: f64,
    pub(super) visits: u32,
    /// How often it was possible. It is not available in every world.
    pub(super) available: u32,
    /// The first of its children.
    pub(super) child: NodeId,
    /// Its next sibling.
    pub(super) next: NodeId,
    pub(super) seat: Seat,
}

impl<A> Edge<A> {
    fn new(seat: Seat, action: Option<A>) -> Self {
        Self { action, total: 0.0, visits: 0, available: 0, child: NONE, next: NONE, seat }
    }
}

/// All moves in one list; each knows its first child and its next sibling.
#[derive(Debug)]
pub(super) struct Tree<A> {
    edges: Vec<Edge<A>>,
    /// The buffer that a subtree is copied to when the rest is discarded.
    spare: Vec<Edge<A>>,
}

impl<A> Tree<A> {
    pub(super) fn new() -> Self {
        let mut tree = Self { edges: vec![], spare: vec![] };
        tree.clear();
        tree
    }

    /// Removes everything but the root.
    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.edges.push(Edge::new(Seat(0), None));
    }

    #[inline]
    pub(super) fn edge(&self, at: NodeId) -> &Edge<A> {
        &self.edges[at as usize]
    }

    #[inline]
    pub(super) fn edge_mut(&mut self, at: NodeId) -> &mut Edge<A> {
        &mut self.edges[at as usize]
    }

    /// The children of a move, in the order in which they were tried.
    pub(super) fn children(&self, of: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.edge(of).child;
        let next = |at: &NodeId| Some(self.edge(*at).next);
        let after = move |at: &NodeId| next(at).filter(|next| *next != NONE);
        std::iter::successors(Some(first).filter(|first| *first != NONE), after)
    }

    /// Adds a move after its last sibling, or as the first child of `parent`. `None` if the tree is
    /// full.
    pub(super) fn add(
        &mut self,
        parent: NodeId,
        last: NodeId,
        seat: Seat,
        action: Option<A>,
    ) -> Option<NodeId> {
        if self.edges.len() >= MOST {
            return None;
        }
        let new = NodeId::try_from(self.edges.len()).ok()?;
        self.edges.push(Edge::new(seat, action));
        match last {
            NONE => self.edge_mut(parent).child = new,
            last => self.edge_mut(last).next = new,
        }
        Some(new)
    }

    /// Counts a visit of a move and adds its value.
    #[inline]
    pub(super) fn note(&mut self, at: NodeId, value: f64) {
        let edge = self.edge_mut(at);
        edge.visits += 1;
        edge.total += value;
    }

    /// Makes a move the root and discards everything outside its subtree.
    pub(super) fn go_to(&mut self, at: NodeId)
    where
        A: Clone,
    {
        self.spare.clear();
        let root = self.edge(at).clone();
        self.spare.push(Edge { next: NONE, ..root });
        // The list is its own queue: the children of a copied move are copied next.
        let mut done = 0;
        while done < self.spare.len() {
            let mut child = self.spare[done].child;
            let mut last = NONE;
            while child != NONE {
                let edge = self.edge(child).clone();
                // The whole tree fits into a `NodeId`, so a part of it does too.
                let new = NodeId::try_from(self.spare.len()).unwrap_or(NONE);
                match last {
                    NONE => self.spare[done].child = new,
                    last => self.spare[last as usize].next = new,
                }
                (last, child) = (new, edge.next);
                self.spare.push(Edge { next: NONE, ..edge });
            }
            done += 1;
        }
        std::mem::swap(&mut self.edges, &mut self.spare);
    }

    /// Arranges the children of the root in this order, and drops those that are not listed.
    pub(super) fn arrange_root(&mut self, seat: Seat, moves: &[Option<A>])
    where
        A: Clone + PartialEq,
    {
        let known: Vec<NodeId> = self.children(ROOT).collect();
        let mut last = NONE;
        self.edge_mut(ROOT).child = NONE;
        for action in moves {
            let found = known.iter().copied().find(|at| self.edge(*at).action == *action);
            let place = match found {
                Some(place) => {
                    self.edge_mut(place).next = NONE;
                    match last {
                        NONE => self.edge_mut(ROOT).child = place,
                        last => self.edge_mut(last).next = place,
                    }
                    Some(place)
                }
                None => self.add(ROOT, last, seat, action.clone()),
            };
            last = place.unwrap_or(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with children 1, 2 and 3; 2 has children 20 and 21, 21 has 210.
    fn sample() -> Tree<u32> {
        let mut tree = Tree::new();
        let one = tree.add(ROOT, NONE, Seat(0), Some(1)).unwrap();
        let two = tree.add(ROOT, one, Seat(0), Some(2)).unwrap();
        let first = tree.add(two, NONE, Seat(1), Some(20)).unwrap();
        tree.add(ROOT, two, Seat(0), Some(3)).unwrap();
        let second = tree.add(two, first, Seat(1), Some(21)).unwrap();
        tree.add(second, NONE, Seat(0), Some(210)).unwrap();
        for place in [two, two, second] {
            tree.note(place, 1.0);
        }
        tree
    }

    fn actions(tree: &Tree<u32>, of: NodeId) -> Vec<u32> {
        tree.children(of).filter_map(|at| tree.edge(at).action).collect()
    }

    #[test]
    fn a_part_of_a_tree_is_a_tree() {
        let mut tree = sample();
        assert_eq!(actions(&tree, ROOT), [1, 2, 3]);
        let two = tree.children(ROOT).nth(1).unwrap();
        tree.go_to(two);
        assert_eq!((tree.edges.len(), tree.edge(ROOT).visits), (4, 2));
        assert_eq!(actions(&tree, ROOT), [20, 21]);
        let last = tree.children(ROOT).nth(1).unwrap();
        assert_eq!((actions(&tree, last), tree.edge(last).visits), (vec![210], 1));
        assert_eq!(tree.edge(last).seat, Seat(1));
    }

    #[test]
    fn the_root_has_the_moves_that_are_listed() {
        let mut tree = sample();
        tree.arrange_root(Seat(0), &[Some(3), None, Some(2)]);
        let moves: Vec<_> = tree.children(ROOT).map(|at| tree.edge(at).action).collect();
        assert_eq!(moves, [Some(3), None, Some(2)]);
        let two = tree.children(ROOT).nth(2).unwrap();
        assert_eq!((tree.edge(two).visits, actions(&tree, two)), (2, vec![20, 21]));
    }
}
