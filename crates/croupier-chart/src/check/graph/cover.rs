//! The one-line test: drives a chart through all of its states and transitions.

use std::collections::BTreeSet;
use std::fmt;

use crate::check::graph::{Coverage, ExploreError, Explorer, Item, Path};
use crate::define::{Machine, Trigger};
use crate::run::{Chart, Snapshot};

/// Explores a chart, then drives a fresh run along a few paths that visit every state and
/// transition found, and reports what was visited. A test then calls `.assert_complete()`.
///
/// For guards that depend on context or rules, see [`Explorer::key`] and [`Explorer::cover`].
#[must_use = "nothing is checked until `assert_complete`"]
pub fn cover<M: Machine>(
    chart: &Chart<M>,
    context: M::Context,
    rules: M::Rules,
    triggers: impl Fn(&Snapshot<M>, &M::Rules) -> Vec<M::Trigger>,
) -> Cover<M::Trigger>
where
    M::Rules: Clone,
{
    Explorer::new(chart, triggers).cover(context, rules)
}

/// The paths along which a chart was driven, and what they visited.
#[derive(Debug)]
pub struct Cover<T> {
    chart: String,
    paths: Vec<Path<T>>,
    coverage: Coverage,
    configurations: usize,
    is_whole: bool,
    error: Option<ExploreError>,
    exceptions: Vec<(String, String)>,
}

impl<M: Machine, K: Ord> Explorer<'_, M, K>
where
    M::Rules: Clone,
{
    /// Like [`cover`], with this explorer's settings.
    #[must_use = "nothing is checked until `assert_complete`"]
    pub fn cover(self, context: M::Context, rules: M::Rules) -> Cover<M::Trigger> {
        let chart = self.chart;
        let mut cover = Cover {
            chart: chart.id().to_owned(),
            paths: vec![],
            coverage: Coverage::of(chart),
            configurations: 0,
            is_whole: true,
            error: None,
            exceptions: vec![],
        };
        let graph = match self.explore(context, rules) {
            Ok(graph) => graph,
            Err(error) => {
                cover.error = Some(error);
                return cover;
            }
        };
        cover.configurations = graph.configurations().len();
        cover.is_whole = graph.is_whole();
        cover.paths = graph.covering_paths();
        cover.coverage.seen.extend(&graph.seen_at_start);
        for path in &cover.paths {
            let mut arrival = graph.start();
            for step in &path.steps {
                if let Err(runaway) = graph.take(&mut arrival, step) {
                    cover.error = Some(ExploreError { path: path.to_string(), runaway });
                    return cover;
                }
            }
            cover.coverage.seen.extend(arrival.seen);
        }
        cover
    }
}

impl<T: Trigger> Cover<T> {
    /// Excepts something that cannot be visited, with the reason: a state by its path, or a
    /// transition as the failure message prints it, prefixed with `chart/` if it belongs to an
    /// invoked chart. A state includes its transitions and everything inside it.
    #[must_use = "nothing is checked until `assert_complete`"]
    pub fn except(mut self, what: impl Into<String>, reason: impl Into<String>) -> Self {
        self.exceptions.push((what.into(), reason.into()));
        self
    }

    /// The paths along which the chart was driven.
    pub fn paths(&self) -> &[Path<T>] {
        &self.paths
    }

    /// What the paths visited.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Panics unless everything that is not excepted was visited and every exception is needed. The
    /// message lists what is missing and the paths that were tried.
    #[track_caller]
    pub fn assert_complete(self) -> Self {
        let failures = self.failures();
        assert!(failures.is_empty(), "{}", self.report(&failures));
        self
    }

    fn failures(&self) -> Vec<String> {
        let mut failures = vec![];
        failures.extend(self.error.as_ref().map(ToString::to_string));
        for id in &self.coverage.inventory.clashes {
            failures.push(format!("two different charts are called {id:?}: rename one"));
        }
        let mut needed = BTreeSet::new();
        for item in self.coverage.missing() {
            let excuse = self.exceptions.iter().position(|(what, _)| self.excuses(what, item));
            match excuse {
                Some(number) => {
                    needed.insert(number);
                }
                None => failures.push(format!("not visited: {item}")),
            }
        }
        for (number, (what, reason)) in self.exceptions.iter().enumerate() {
            if !needed.contains(&number) {
                failures.push(format!("needless exception: {what} ({reason})"));
            }
        }
        failures
    }

    fn excuses(&self, what: &str, item: &Item) -> bool {
        let prefixed = what.strip_prefix(&item.chart).and_then(|rest| rest.strip_prefix('/'));
        let place = match prefixed {
            Some(place) => place,
            None if item.chart == self.chart => what,
            None => return false,
        };
        let inside = item.state.strip_prefix(place).filter(|_| !place.is_empty());
        item.place() == place || inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    fn report(&self, failures: &[String]) -> String {
        let mut report = format!("chart {} is not covered:", self.chart);
        for failure in failures {
            report = format!("{report}\n  {failure}");
        }
        let limit = if self.is_whole { "" } else { ", the limit" };
        let (paths, configurations) = (self.paths.len(), self.configurations);
        report = format!("{report}\n{configurations} configurations{limit}; paths: {paths}");
        self.paths.iter().fold(report, |report, path| format!("{report}\n  {path}"))
    }
}

/// Prints the coverage, followed by the paths.
impl<T: Trigger> fmt::Display for Cover<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chart {}: {}", self.chart, self.coverage)?;
        self.paths.iter().try_for_each(|path| write!(f, "\n  {path}"))
    }
}
