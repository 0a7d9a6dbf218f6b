//! What a run visited and what it missed.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::check::graph::{Inventory, Item};
use crate::define::Machine;
use crate::run::{Chart, Moment, Observer};

/// Which states and transitions of a tree of charts were visited.
///
/// It is an [`Observer`], so any test run can be measured: pass it to every step with
/// [`Env::observed_by`](crate::run::Env::observed_by). Charts are told apart by their ids.
#[derive(Debug, Clone)]
pub struct Coverage {
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) seen: BTreeSet<usize>,
}

impl Coverage {
    /// An empty coverage of this chart and the charts it invokes.
    pub fn of<M: Machine>(chart: &Chart<M>) -> Self {
        Self { inventory: Arc::new(Inventory::of(chart)), seen: BTreeSet::new() }
    }

    /// Everything there is to visit: each chart before the charts it invokes, states before
    /// transitions, in document order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.inventory.items.iter()
    }

    /// What was visited.
    pub fn visited(&self) -> impl Iterator<Item = &Item> {
        self.pick(true)
    }

    /// What was not visited.
    pub fn missing(&self) -> impl Iterator<Item = &Item> {
        self.pick(false)
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.missing().next().is_none()
    }

    fn pick(&self, wanted: bool) -> impl Iterator<Item = &Item> {
        let items = self.inventory.items.iter().enumerate();
        items.filter(move |(number, _)| self.seen.contains(number) == wanted).map(|(_, item)| item)
    }
}

impl Observer for Coverage {
    fn see(&mut self, moment: Moment<'_>) {
        self.inventory.notice(&moment, &mut self.seen);
    }
}

/// `5 of 6 states, 7 of 9 transitions`, followed by what is missing.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |is_state: bool, items: &mut dyn Iterator<Item = &Item>| {
            items.filter(|item| item.transition.is_none() == is_state).count()
        };
        write!(
            f,
            "{} of {} states, {} of {} transitions",
            count(true, &mut self.visited()),
            count(true, &mut self.items()),
            count(false, &mut self.visited()),
            count(false, &mut self.items()),
        )?;
        self.missing().try_for_each(|item| write!(f, "\n  not visited: {item}"))
    }
}
