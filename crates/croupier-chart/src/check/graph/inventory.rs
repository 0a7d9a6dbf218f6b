//! Lists every state and transition of a tree of charts, as items to be visited.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::compile::set::Ix;
use crate::compile::tables::TransitionRow;
use crate::define::Machine;
use crate::run::{Chart, Moment, SavedActor, TraceEvent};

/// A state or a transition of a tree of charts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The chart's id: that of the root or of an invoked chart.
    pub chart: String,
    /// The state, or the source of the transition, by its full path. The root's is empty.
    pub state: String,
    /// The cause of the transition and where it leads; `None` for a state.
    pub transition: Option<String>,
}

impl Item {
    /// The text without the chart: `off`, or `off: TOGGLE [isWhole] → on`. Empty for the root
    /// state.
    pub(crate) fn place(&self) -> String {
        match &self.transition {
            None => self.state.clone(),
            Some(transition) => format!("{}: {transition}", self.state),
        }
    }
}

/// `lamp/off`, or `lamp/off: TOGGLE [isWhole] → on`; for the root state, `lamp`.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.state.is_empty() { "" } else { "/" };
        write!(f, "{}{slash}{}", self.chart, self.place())
    }
}

/// Every state and transition of a tree of charts, numbered. History states are left out: they are
/// only targets and never active.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    pub(crate) items: Vec<Item>,
    charts: BTreeMap<String, Numbers>,
    /// Ids that two different charts share by mistake.
    pub(crate) clashes: BTreeSet<String>,
}

/// Where the items of one chart are.
#[derive(Debug)]
struct Numbers {
    hash: u64,
    states: BTreeMap<String, usize>,
    first_transition: usize,
}

impl Inventory {
    pub(crate) fn of<M: Machine>(chart: &Chart<M>) -> Self {
        let mut inventory = Self::default();
        chart.survey(&mut inventory);
        inventory
    }

    /// Records what a moment visited, if anything.
    pub(crate) fn notice(&self, moment: &Moment<'_>, seen: &mut BTreeSet<usize>) {
        let Some(numbers) = self.charts.get(moment.chart) else { return };
        match moment.what {
            TraceEvent::Entered(state) => seen.extend(numbers.states.get(state)),
            TraceEvent::TransitionTaken { number, .. } => {
                seen.insert(numbers.first_transition + number);
            }
            _ => {}
        }
    }

    /// Records what is active in a running chart and its children.
    pub(crate) fn notice_active(&self, actor: &SavedActor, seen: &mut BTreeSet<usize>) {
        if let Some(numbers) = self.charts.get(&actor.chart) {
            for leaf in &actor.active {
                let line = std::iter::successors(Some(leaf.as_str()), |path| {
                    let outer = path.rsplit_once('.').map_or("", |(outer, _)| outer);
                    (!path.is_empty()).then_some(outer)
                });
                seen.extend(line.filter_map(|path| numbers.states.get(path)));
            }
        }
        actor.children.values().for_each(|child| self.notice_active(child, seen));
    }
}

impl<M: Machine> Chart<M> {
    /// Lists the chart and the charts it invokes, each once, however often it is invoked.
    pub(crate) fn survey(&self, inventory: &mut Inventory) {
        let id = self.id().to_owned();
        if let Some(known) = inventory.charts.get(&id) {
            if known.hash != self.hash() {
                inventory.clashes.insert(id);
            }
            return;
        }
        let mut states = BTreeMap::new();
        for (at, path) in self.tables.paths.iter().enumerate() {
            if !self.tables.shape.row(Ix::new(at)).kind.is_history() {
                states.insert(path.clone(), inventory.items.len());
                let (chart, state) = (id.clone(), path.clone());
                inventory.items.push(Item { chart, state, transition: None });
            }
        }
        let numbers =
            Numbers { hash: self.hash(), states, first_transition: inventory.items.len() };
        for row in &self.tables.transitions {
            inventory.items.push(Item {
                chart: id.clone(),
                state: self.tables.path(row.source).to_owned(),
                transition: Some(self.caption(row)),
            });
        }
        inventory.charts.insert(id, numbers);
        for row in &self.tables.invokes {
            row.child.survey(inventory);
        }
    }

    /// `TOGGLE [isWhole] → on`.
    fn caption(&self, row: &TransitionRow) -> String {
        let label = row.label.strip_prefix("the ").unwrap_or(&row.label);
        let label = label.strip_prefix("transition ").unwrap_or(label);
        let mut text = label.strip_prefix("on ").unwrap_or(label).to_owned();
        if let Some(test) = row.guard {
            text = format!("{text} [{}]", self.tables.tests[usize::from(test)].text);
        }
        let targets: Vec<_> = row.targets.iter().map(|target| self.tables.path(*target)).collect();
        match targets.as_slice() {
            [] => text,
            [""] => format!("{text} → {}", self.id()),
            targets => format!("{text} → {}", targets.join(", ")),
        }
    }
}
