//! The search: breadth first, visiting every configuration once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::Millis;
use crate::check::graph::{Configuration, Coverage, Inventory, Path, PathStep};
use crate::define::Machine;
use crate::run::{Answer, Chart, Env, Moment, RunawayError, Snapshot};

type Offer<'c, M> =
    dyn Fn(&Snapshot<M>, &<M as Machine>::Rules) -> Vec<<M as Machine>::Trigger> + 'c;
type Key<'c, M, K> = dyn Fn(&Snapshot<M>, &<M as Machine>::Rules) -> K + 'c;

/// How to explore a chart: which triggers to try, which positions to distinguish, and how far to
/// go.
pub struct Explorer<'c, M: Machine, K = ()> {
    pub(crate) chart: &'c Chart<M>,
    offer: Box<Offer<'c, M>>,
    key: Box<Key<'c, M, K>>,
    waits_matter: bool,
    limit: usize,
}

/// Explores a chart from its start, trying these triggers whenever it is at rest.
///
/// To distinguish more than [`Configuration`]s, or to set another limit, see [`Explorer`].
pub fn explore<'c, M: Machine>(
    chart: &'c Chart<M>,
    context: M::Context,
    rules: M::Rules,
    triggers: impl Fn(&Snapshot<M>, &M::Rules) -> Vec<M::Trigger> + 'c,
) -> Result<Graph<'c, M>, ExploreError>
where
    M::Rules: Clone,
{
    Explorer::new(chart, triggers).explore(context, rules)
}

impl<'c, M: Machine> Explorer<'c, M> {
    /// Tries these triggers whenever the chart is at rest. Refused ones are ignored.
    pub fn new(
        chart: &'c Chart<M>,
        triggers: impl Fn(&Snapshot<M>, &M::Rules) -> Vec<M::Trigger> + 'c,
    ) -> Self {
        let (offer, key) = (Box::new(triggers), Box::new(|_: &_, _: &_| ()));
        Self { chart, offer, key, waits_matter: false, limit: 10_000 }
    }
}

impl<'c, M: Machine, K: Ord> Explorer<'c, M, K> {
    /// Distinguishes positions by this key in addition to their configuration: the parts of context
    /// and rules that guards depend on, as coarse as possible.
    pub fn key<L: Ord>(
        self,
        key: impl Fn(&Snapshot<M>, &M::Rules) -> L + 'c,
    ) -> Explorer<'c, M, L> {
        let Self { chart, offer, waits_matter, limit, .. } = self;
        Explorer { chart, offer, key: Box::new(key), waits_matter, limit }
    }

    /// Distinguishes positions by the remaining wait of each timer, not only by the order in which
    /// they fall due. This is needed to find everything that a race between timers can lead to; but
    /// a clock that ticks during a long wait then creates a new configuration with every tick.
    pub fn waits_matter(mut self) -> Self {
        self.waits_matter = true;
        self
    }

    /// Stops after this many configurations; 10 000 by default.
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Explores from the chart's start.
    pub fn explore(self, context: M::Context, rules: M::Rules) -> Result<Graph<'c, M>, ExploreError>
    where
        M::Rules: Clone,
    {
        let inventory = Inventory::of(self.chart);
        let mut seen = BTreeSet::new();
        let mut rules = rules;
        let mut watch = |moment: Moment<'_>| inventory.notice(&moment, &mut seen);
        let mut env = Env::new(&mut rules).observed_by(&mut watch);
        let start = self.chart.start(context, &mut env);
        let start = start.map_err(|runaway| ExploreError { path: String::new(), runaway })?;
        self.search(inventory, Arrival { snapshot: start, rules, seen })
    }

    /// Explores from a snapshot; the states active in it count as visited.
    pub fn explore_from(
        self,
        snapshot: Snapshot<M>,
        rules: M::Rules,
    ) -> Result<Graph<'c, M>, ExploreError>
    where
        M::Rules: Clone,
    {
        let inventory = Inventory::of(self.chart);
        let mut seen = BTreeSet::new();
        inventory.notice_active(&self.chart.save(&snapshot).root, &mut seen);
        self.search(inventory, Arrival { snapshot, rules, seen })
    }

    fn search(self, inventory: Inventory, start: Arrival<M>) -> Result<Graph<'c, M>, ExploreError>
    where
        M::Rules: Clone,
    {
        let mut graph = Graph {
            chart: self.chart,
            inventory: Arc::new(inventory),
            nodes: vec![],
            edges: vec![],
            seen_at_start: start.seen,
            is_whole: true,
        };
        let mut known = BTreeMap::from([(self.place(&start.snapshot, &start.rules), 0)]);
        graph.nodes.push(graph.node(start.snapshot, start.rules, None));
        let mut at = 0;
        while at < graph.nodes.len() {
            for step in self.steps(&graph.nodes[at]) {
                let Some(arrival) = graph.try_step(at, &step)? else { continue };
                let Arrival { snapshot, rules, seen } = arrival;
                let place = self.place(&snapshot, &rules);
                let edge = graph.edges.len();
                let to = match known.get(&place) {
                    Some(to) => *to,
                    None if graph.nodes.len() >= self.limit => {
                        graph.is_whole = false;
                        continue;
                    }
                    None => {
                        let to = graph.nodes.len();
                        graph.nodes.push(graph.node(snapshot, rules, Some(edge)));
                        known.insert(place, to);
                        to
                    }
                };
                graph.edges.push(Edge { from: at, to, step, seen });
                graph.nodes[at].out.push(edge);
            }
            at += 1;
        }
        Ok(graph)
    }

    /// The key by which two snapshots count as the same.
    fn place(&self, snapshot: &Snapshot<M>, rules: &M::Rules) -> (Configuration, Vec<Millis>, K) {
        let (configuration, waits) = Configuration::with_waits(self.chart, snapshot);
        let waits = if self.waits_matter { waits } else { vec![] };
        (configuration, waits, (self.key)(snapshot, rules))
    }

    fn steps(&self, node: &Node<M>) -> Vec<PathStep<M::Trigger>> {
        let Node { snapshot, rules, .. } = node;
        let triggers = if snapshot.is_done() { vec![] } else { (self.offer)(snapshot, rules) };
        let due = self.chart.next_due(snapshot);
        let wait = due.map(|due| PathStep::Wait(due - snapshot.now()));
        triggers.into_iter().map(PathStep::Send).chain(wait).collect()
    }
}

/// The result of an exploration: configurations, and the steps between them.
pub struct Graph<'c, M: Machine> {
    pub(crate) chart: &'c Chart<M>,
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) nodes: Vec<Node<M>>,
    pub(crate) edges: Vec<Edge<M::Trigger>>,
    pub(crate) seen_at_start: BTreeSet<usize>,
    is_whole: bool,
}

pub(crate) struct Node<M: Machine> {
    pub(crate) configuration: Configuration,
    pub(crate) snapshot: Snapshot<M>,
    pub(crate) rules: M::Rules,
    /// The edge by which it was found; `None` for the start.
    pub(crate) found_by: Option<usize>,
    pub(crate) out: Vec<usize>,
}

pub(crate) struct Edge<T> {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) step: PathStep<T>,
    pub(crate) seen: BTreeSet<usize>,
}

pub(crate) struct Arrival<M: Machine> {
    pub(crate) snapshot: Snapshot<M>,
    pub(crate) rules: M::Rules,
    pub(crate) seen: BTreeSet<usize>,
}

/// A chart that does not come to rest, and the path that leads there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{runaway}; the path there: {}", if path.is_empty() { "the start" } else { path })]
pub struct ExploreError {
    /// The steps, as [`Path`] prints them.
    pub path: String,
    /// The error of the last step.
    pub runaway: RunawayError,
}

impl<M: Machine> Graph<'_, M> {
    /// The configurations, nearest to the start first.
    pub fn configurations(&self) -> impl ExactSizeIterator<Item = &Configuration> {
        self.nodes.iter().map(|node| &node.configuration)
    }

    /// The steps as (from, step, to), by indices into [`configurations`](Self::configurations).
    /// Refused triggers are not steps.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (usize, &PathStep<M::Trigger>, usize)> {
        self.edges.iter().map(|edge| (edge.from, &edge.step, edge.to))
    }

    /// Whether the search finished before reaching its limit.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// What the search visited. See also [`cover`](crate::check::graph::cover), which drives the
    /// chart itself.
    pub fn coverage(&self) -> Coverage {
        let edges = self.edges.iter().flat_map(|edge| &edge.seen);
        let seen = self.seen_at_start.iter().chain(edges).copied().collect();
        Coverage { inventory: Arc::clone(&self.inventory), seen }
    }

    /// A shortest path to every configuration, in the same order.
    pub fn shortest_paths(&self) -> Vec<Path<M::Trigger>> {
        (0..self.nodes.len()).map(|node| self.path_to(node)).collect()
    }

    /// A shortest path to a position for which this holds.
    pub fn shortest_path_to(
        &self,
        test: impl Fn(&Snapshot<M>, &M::Rules) -> bool,
    ) -> Option<Path<M::Trigger>> {
        let found = self.nodes.iter().position(|node| test(&node.snapshot, &node.rules));
        found.map(|node| self.path_to(node))
    }

    fn path_to(&self, node: usize) -> Path<M::Trigger> {
        let steps = self.way_to(node).into_iter().map(|edge| self.edges[edge].step.clone());
        Path { steps: steps.collect(), end: self.nodes[node].configuration.clone() }
    }

    /// The edges by which a node was found, from the start.
    pub(crate) fn way_to(&self, node: usize) -> Vec<usize> {
        let back = |edge: usize| self.nodes[self.edges[edge].from].found_by;
        let mut way: Vec<_> =
            std::iter::successors(self.nodes[node].found_by, |edge| back(*edge)).collect();
        way.reverse();
        way
    }

    fn node(&self, snapshot: Snapshot<M>, rules: M::Rules, found_by: Option<usize>) -> Node<M> {
        let configuration = Configuration::of(self.chart, &snapshot);
        Node { configuration, snapshot, rules, found_by, out: vec![] }
    }

    /// Takes a step from a node. `None` if nothing moves.
    fn try_step(
        &self,
        at: usize,
        step: &PathStep<M::Trigger>,
    ) -> Result<Option<Arrival<M>>, ExploreError>
    where
        M::Rules: Clone,
    {
        let Node { snapshot, rules, .. } = &self.nodes[at];
        let mut arrival =
            Arrival { snapshot: snapshot.clone(), rules: rules.clone(), seen: BTreeSet::new() };
        match self.take(&mut arrival, step) {
            Ok(true) => Ok(Some(arrival)),
            Ok(false) => Ok(None),
            Err(runaway) => {
                let mut path = self.path_to(at);
                path.steps.push(step.clone());
                Err(ExploreError { path: path.to_string(), runaway })
            }
        }
    }

    /// Takes a step and records what it visits. Returns whether anything moved.
    pub(crate) fn take(
        &self,
        arrival: &mut Arrival<M>,
        step: &PathStep<M::Trigger>,
    ) -> Result<bool, RunawayError> {
        let Arrival { snapshot, rules, seen } = arrival;
        let mut watch = |moment: Moment<'_>| self.inventory.notice(&moment, seen);
        let mut env = Env::new(rules).observed_by(&mut watch);
        match step {
            PathStep::Send(trigger) => {
                self.chart.send(snapshot, &mut env, trigger).map(Answer::is_taken)
            }
            PathStep::Wait(ms) => {
                let instant = snapshot.now() + *ms;
                self.chart.advance_to(snapshot, &mut env, instant).map(|fired| fired > 0)
            }
        }
    }
}

// Deriving these would require `M: Debug`, and functions cannot be printed.
impl<M: Machine, K> fmt::Debug for Explorer<'_, M, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explorer")
            .field("chart", self.chart)
            .field("waits_matter", &self.waits_matter)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
impl<M: Machine> fmt::Debug for Graph<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph")
            .field("chart", self.chart)
            .field("configurations", &self.nodes.len())
            .field("steps", &self.edges.len())
            .field("is_whole", &self.is_whole)
            .finish_non_exhaustive()
    }
}
