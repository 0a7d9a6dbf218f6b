//! A small set of paths that together visit everything the exploration found.

use std::collections::{BTreeSet, VecDeque};

use crate::check::graph::explore::Arrival;
use crate::check::graph::{Configuration, Graph, Path};
use crate::define::Machine;
use crate::run::{RunawayError, Snapshot};

impl<M: Machine> Graph<'_, M>
where
    M::Rules: Clone,
{
    /// A small set of paths from the start that together visit every state and transition found,
    /// including those of children. Each path continues to the nearest unvisited item while there
    /// is one.
    ///
    /// The paths are walked as they are built. If differences in context or rules make the chart
    /// take another turn than the search did, the path ends there and the next one begins.
    pub fn covering_paths(&self) -> Vec<Path<M::Trigger>> {
        let mut wanted = self.coverage().seen;
        wanted.retain(|item| !self.seen_at_start.contains(item));
        let mut paths = vec![];
        while let Some(first) = self.first_new(&wanted) {
            let mut way = first;
            let mut walk = Walk::new(self);
            let mut useful = 0;
            loop {
                let arrived = walk.follow(&way);
                let before = wanted.len();
                wanted.retain(|item| !walk.arrival.seen.contains(item));
                if wanted.len() < before {
                    useful = walk.edges.len();
                }
                let next = if arrived { self.nearest_new(walk.at, &wanted) } else { None };
                let Some(next) = next else { break };
                way = next;
            }
            // The search itself went this way, so it must lead to something new again, unless
            // guards are not deterministic.
            if useful == 0 {
                break;
            }
            paths.push(walk.path(useful));
        }
        if paths.is_empty() {
            let end = self.nodes[0].configuration.clone();
            paths.push(Path { steps: vec![], end });
        }
        paths
    }

    /// The search's path to the nearest edge that visits a wanted item, including that edge.
    fn first_new(&self, wanted: &BTreeSet<usize>) -> Option<Vec<usize>> {
        let edges = (0..self.nodes.len()).find_map(|node| {
            let edge = self.new_at(node, wanted)?;
            Some((node, edge))
        });
        edges.map(|(node, edge)| self.way_to(node).into_iter().chain([edge]).collect())
    }

    /// The same from another node, along any edges.
    fn nearest_new(&self, from: usize, wanted: &BTreeSet<usize>) -> Option<Vec<usize>> {
        let mut found_by: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            if let Some(edge) = self.new_at(node, wanted) {
                let back = |edge: &usize| found_by[self.edges[*edge].from];
                let mut way: Vec<_> = std::iter::successors(Some(edge), back).collect();
                way.reverse();
                return Some(way);
            }
            for edge in &self.nodes[node].out {
                let to = self.edges[*edge].to;
                if to != from && found_by[to].is_none() {
                    found_by[to] = Some(*edge);
                    queue.push_back(to);
                }
            }
        }
        None
    }

    fn new_at(&self, node: usize, wanted: &BTreeSet<usize>) -> Option<usize> {
        let mut edges = self.nodes[node].out.iter().copied();
        edges.find(|edge| !self.edges[*edge].seen.is_disjoint(wanted))
    }

    /// Drives the chart along a path from the start, and calls back whenever it is at rest,
    /// including at the start. A check in the callback makes this a model-based test.
    pub fn walk(
        &self,
        path: &Path<M::Trigger>,
        mut at_rest: impl FnMut(&Snapshot<M>, &M::Rules),
    ) -> Result<(), RunawayError> {
        let mut arrival = self.start();
        at_rest(&arrival.snapshot, &arrival.rules);
        for step in &path.steps {
            self.take(&mut arrival, step)?;
            at_rest(&arrival.snapshot, &arrival.rules);
        }
        Ok(())
    }

    pub(crate) fn start(&self) -> Arrival<M> {
        let start = &self.nodes[0];
        Arrival {
            snapshot: start.snapshot.clone(),
            rules: start.rules.clone(),
            seen: self.seen_at_start.clone(),
        }
    }
}

/// A path being built.
struct Walk<'g, 'c, M: Machine> {
    graph: &'g Graph<'c, M>,
    arrival: Arrival<M>,
    at: usize,
    edges: Vec<usize>,
    stops: Vec<Configuration>,
}

impl<'g, 'c, M: Machine> Walk<'g, 'c, M>
where
    M::Rules: Clone,
{
    fn new(graph: &'g Graph<'c, M>) -> Self {
        Self { graph, arrival: graph.start(), at: 0, edges: vec![], stops: vec![] }
    }

    /// Takes these edges. Returns whether the chart went where the search says they lead.
    fn follow(&mut self, way: &[usize]) -> bool {
        for number in way {
            let edge = &self.graph.edges[*number];
            if !matches!(self.graph.take(&mut self.arrival, &edge.step), Ok(true)) {
                return false;
            }
            let stop = Configuration::of(self.graph.chart, &self.arrival.snapshot);
            let as_expected = stop == self.graph.nodes[edge.to].configuration;
            self.at = edge.to;
            self.edges.push(*number);
            self.stops.push(stop);
            if !as_expected {
                return false;
            }
        }
        true
    }

    /// The first `len` steps.
    fn path(mut self, len: usize) -> Path<M::Trigger> {
        self.edges.truncate(len);
        let steps = self.edges.iter().map(|edge| self.graph.edges[*edge].step.clone());
        let end = self.stops.swap_remove(len - 1);
        Path { steps: steps.collect(), end }
    }
}
