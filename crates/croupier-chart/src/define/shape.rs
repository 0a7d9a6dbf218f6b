//! The tree of states as bit masks, and which states a transition enters.

use smallvec::SmallVec;

use crate::compile::set::{Ix, StateSet};
use crate::define::StateKind;

/// The structure of a chart, without its callbacks.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) rows: Vec<ShapeRow>,
    pub(crate) histories: Vec<HistoryRow>,
    pub(crate) atomic: StateSet,
    pub(crate) finals: StateSet,
}

#[derive(Debug)]
pub(crate) struct ShapeRow {
    pub(crate) parent: Option<Ix>,
    pub(crate) kind: StateKind,
    pub(crate) children: StateSet,
    /// Everything inside, at any depth, including history states.
    pub(crate) descendants: StateSet,
    /// Where a compound state starts, or where a history state leads by default.
    pub(crate) initial: SmallVec<[Ix; 1]>,
}

#[derive(Debug)]
pub(crate) struct HistoryRow {
    pub(crate) state: Ix,
    pub(crate) parent: Ix,
    pub(crate) deep: bool,
}

/// The states a transition enters, and how.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    pub(crate) enter: StateSet,
    /// Compound states entered without a target inside them: their initial actions run.
    pub(crate) defaults: StateSet,
    /// History states that remember nothing: the actions of their default transition run.
    pub(crate) default_histories: StateSet,
    /// Whether the result depends on what history states remember.
    pub(crate) asked_history: bool,
}

impl Entry {
    pub(crate) fn add(&mut self, other: &Self) {
        self.enter |= other.enter;
        self.defaults |= other.defaults;
        self.default_histories |= other.default_histories;
    }
}

impl Shape {
    pub(crate) fn row(&self, ix: Ix) -> &ShapeRow {
        &self.rows[ix.at()]
    }

    pub(crate) fn is_parallel(&self, ix: Ix) -> bool {
        self.row(ix).kind == StateKind::Parallel
    }

    pub(crate) fn is_inside(&self, ix: Ix, outer: Ix) -> bool {
        self.row(outer).descendants.contains(ix)
    }

    pub(crate) fn ancestors(&self, ix: Ix) -> impl Iterator<Item = Ix> {
        std::iter::successors(self.row(ix).parent, |up| self.row(*up).parent)
    }

    /// The deepest state that contains all of these as proper descendants. `None` if one of them is
    /// the root.
    pub(crate) fn common_ancestor(&self, states: &[Ix]) -> Option<Ix> {
        let (first, rest) = states.split_first()?;
        self.ancestors(*first).find(|up| rest.iter().all(|state| self.is_inside(*state, *up)))
    }

    /// The state that stays active when a transition is taken: everything inside it is exited.
    ///
    /// A history state counts as lying in its parent. So the states exited and entered always
    /// balance, whatever is remembered, and the exit set is known at compile time.
    pub(crate) fn domain(&self, source: Ix, targets: &[Ix], reenter: bool) -> Option<Ix> {
        let within = |target: &Ix| *target == source || self.is_inside(*target, source);
        if !reenter && targets.iter().all(within) {
            return Some(source);
        }
        let mut all: SmallVec<[Ix; 4]> = SmallVec::from_slice(targets);
        all.push(source);
        self.common_ancestor(&all).or(if reenter { None } else { Some(Ix::ROOT) })
    }

    /// Which states a transition with this domain exits, if they are active.
    pub(crate) fn exit_set(&self, domain: Option<Ix>) -> StateSet {
        match domain {
            Some(domain) => self.row(domain).descendants,
            None => self.row(Ix::ROOT).descendants | StateSet::of(Ix::ROOT),
        }
    }

    /// Which states a transition enters. `past` holds what each history state remembers.
    pub(crate) fn entry(&self, targets: &[Ix], domain: Option<Ix>, past: &[StateSet]) -> Entry {
        let mut entry = Entry::default();
        for target in targets {
            self.add_with_descendants(*target, past, &mut entry);
        }
        for target in targets {
            if Some(*target) != domain {
                self.add_ancestors(*target, domain, past, &mut entry);
            }
        }
        if let Some(domain) = domain {
            entry.enter.remove(domain);
            entry.defaults.remove(domain);
        }
        entry
    }

    fn add_with_descendants(&self, ix: Ix, past: &[StateSet], entry: &mut Entry) {
        let row = self.row(ix);
        if row.kind.is_history() {
            entry.asked_history = true;
            let parent = row.parent.expect("compile refuses a root that is a history state");
            let number = self.histories.iter().position(|history| history.state == ix);
            let remembered = number.and_then(|number| past.get(number)).copied();
            let remembered = remembered.unwrap_or_default();
            if !remembered.is_empty() {
                let remembered: SmallVec<[Ix; 8]> = remembered.iter().collect();
                self.add_inner(&remembered, parent, past, entry);
            } else if !row.initial.is_empty() {
                entry.default_histories.insert(ix);
                self.add_inner(&row.initial, parent, past, entry);
            } else if self.is_parallel(parent) {
                self.fill_regions(parent, past, entry);
            } else {
                // Without a default of its own, it starts its parent in the usual way.
                entry.defaults.insert(parent);
                self.add_inner(&self.row(parent).initial, parent, past, entry);
            }
            return;
        }
        entry.enter.insert(ix);
        if row.kind == StateKind::Parallel {
            self.fill_regions(ix, past, entry);
        } else if !row.initial.is_empty() {
            entry.defaults.insert(ix);
            self.add_inner(&row.initial, ix, past, entry);
        }
    }

    fn add_inner(&self, targets: &[Ix], within: Ix, past: &[StateSet], entry: &mut Entry) {
        for target in targets {
            self.add_with_descendants(*target, past, entry);
        }
        for target in targets {
            self.add_ancestors(*target, Some(within), past, entry);
        }
    }

    fn add_ancestors(&self, ix: Ix, domain: Option<Ix>, past: &[StateSet], entry: &mut Entry) {
        for up in self.ancestors(ix) {
            let is_domain = Some(up) == domain;
            if !is_domain {
                entry.enter.insert(up);
            }
            // A parallel domain stays active, but all its regions were exited and must be entered
            // again.
            if self.is_parallel(up) {
                self.fill_regions(up, past, entry);
            }
            if is_domain {
                return;
            }
        }
    }

    fn fill_regions(&self, parallel: Ix, past: &[StateSet], entry: &mut Entry) {
        for region in self.row(parallel).children.iter() {
            let row = self.row(region);
            let is_empty =
                !entry.enter.intersects(row.descendants) && !entry.enter.contains(region);
            if is_empty && !row.kind.is_history() {
                self.add_with_descendants(region, past, entry);
            }
        }
    }

    /// Whether a state is done, given what is active.
    pub(crate) fn is_done(&self, ix: Ix, active: StateSet) -> bool {
        let row = self.row(ix);
        match row.kind {
            StateKind::Final => active.contains(ix),
            StateKind::Plain => row.children.intersects(active & self.finals),
            StateKind::Parallel => self.regions(ix).all(|region| self.is_done(region, active)),
            StateKind::ShallowHistory | StateKind::DeepHistory => false,
        }
    }

    pub(crate) fn regions(&self, parallel: Ix) -> impl Iterator<Item = Ix> {
        self.row(parallel).children.iter().filter(|region| !self.row(*region).kind.is_history())
    }

    /// What a history state remembers when its parent is left.
    pub(crate) fn remember(&self, history: &HistoryRow, active: StateSet) -> StateSet {
        let parent = self.row(history.parent);
        if history.deep {
            parent.descendants & active & self.atomic
        } else {
            parent.children & active
        }
    }

    /// Whether this is a valid configuration: one child of each compound state, all children of
    /// each parallel one.
    pub(crate) fn is_configuration(&self, active: StateSet) -> bool {
        active.contains(Ix::ROOT) && self.is_configuration_below(Ix::ROOT, active)
    }

    /// The same, for what lies inside a state that is itself active.
    pub(crate) fn is_configuration_below(&self, outer: Ix, active: StateSet) -> bool {
        let active = active | StateSet::of(outer);
        active.iter().all(|ix| {
            let row = self.row(ix);
            let inner = (row.children & active).len();
            let has_parent = ix == outer || row.parent.is_some_and(|up| active.contains(up));
            has_parent
                && match row.kind {
                    StateKind::Plain => inner == usize::from(!row.children.is_empty()),
                    StateKind::Parallel => inner == self.regions(ix).count(),
                    StateKind::Final => inner == 0,
                    StateKind::ShallowHistory | StateKind::DeepHistory => false,
                }
        })
    }
}
