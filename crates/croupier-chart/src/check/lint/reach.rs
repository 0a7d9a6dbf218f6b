//! States that nothing leads to, and states that nothing leads out of.

use std::collections::BTreeSet;

use crate::check::lint::{LintKind, Subject, Suspicion};
use crate::compile::set::{Ix, StateSet};
use crate::compile::tables::TransitionRow;
use crate::define::{Machine, StateKind};

impl<M: Machine> Subject<'_, M> {
    /// Reports unreachable states, outermost first, and nothing inside an unreachable state.
    pub(super) fn unreachable(&self, reached: StateSet) -> Vec<Suspicion> {
        let mut suspicions = vec![];
        for at in 1..self.drafts.len() {
            let parent = self.drafts[at].parent.map_or(Ix::ROOT, Ix::new);
            if reached.contains(Ix::new(at)) || !reached.contains(parent) {
                continue;
            }
            let inside = self.tables.shape.row(Ix::new(at)).descendants.len();
            let inside = match inside {
                0 => String::new(),
                1 => ", nor to the state inside it".to_owned(),
                _ => format!(", nor to the {inside} states inside it"),
            };
            let message = format!("no transition leads to {}{inside}", self.name(at));
            suspicions.push(Suspicion { kind: LintKind::UnreachableState, at, message });
        }
        suspicions
    }

    /// The states that can ever be active, assuming that guards hold when needed; for history
    /// states, those that are targets.
    pub(super) fn reached(&self, dead: &BTreeSet<usize>) -> StateSet {
        let shape = &self.tables.shape;
        let mut reached = StateSet::EMPTY;
        self.reach(&mut reached, &[Ix::ROOT], None);
        loop {
            let before = reached;
            for (number, row) in self.tables.transitions.iter().enumerate() {
                let can_be_taken = reached.contains(row.source)
                    && !dead.contains(&number)
                    && self.can_come(number, row, reached);
                if can_be_taken && !row.targets.is_empty() {
                    self.reach(&mut reached, &row.targets, row.domain);
                }
            }
            // A state whose initial state is a history state makes that one a target.
            for at in before.iter() {
                let initial = shape.row(at).initial.iter();
                reached |= initial.copied().filter(|to| shape.row(*to).kind.is_history()).collect();
            }
            if reached == before {
                return reached;
            }
        }
    }

    fn reach(&self, reached: &mut StateSet, targets: &[Ix], domain: Option<Ix>) {
        *reached |= self.tables.shape.entry(targets, domain, &[]).enter;
        *reached |= targets.iter().copied().collect();
    }

    /// Whether the cause of a transition can occur at all: the end of a state or of a child may be
    /// impossible.
    fn can_come(&self, number: usize, row: &TransitionRow, reached: StateSet) -> bool {
        let tables = self.tables;
        let is_one_of = |span: crate::compile::tables::Span| {
            tables.candidates[span.range()]
                .iter()
                .any(|candidate| usize::from(candidate.row) == number)
        };
        if is_one_of(tables.states[row.source.at()].on_done) {
            return self.can_be_done(row.source, reached);
        }
        let invoke = tables.invokes.iter().find(|invoke| is_one_of(invoke.candidates));
        invoke.is_none_or(|invoke| invoke.child.chart().can_finish())
    }

    fn can_be_done(&self, state: Ix, reached: StateSet) -> bool {
        let shape = &self.tables.shape;
        match shape.row(state).kind {
            StateKind::Parallel => {
                shape.regions(state).all(|region| self.can_be_done(region, reached))
            }
            StateKind::Final => reached.contains(state),
            _ => shape.row(state).children.intersects(shape.finals & reached),
        }
    }

    /// Leaves without a way out. A leaf that is a region, the root or an only child has none by
    /// design.
    pub(super) fn traps(&self, reached: StateSet, dead: &BTreeSet<usize>) -> Vec<Suspicion> {
        let shape = &self.tables.shape;
        let leaves = (shape.atomic - shape.finals) & reached;
        let has_siblings = |leaf: &Ix| {
            shape.row(*leaf).parent.is_some_and(|parent| shape.row(parent).children.len() > 1)
        };
        let is_region =
            |leaf: &Ix| shape.row(*leaf).parent.is_none_or(|parent| shape.is_parallel(parent));
        let is_trap = |leaf: &Ix| {
            let rows = self.tables.transitions.iter().enumerate();
            !rows.filter(|(number, _)| !dead.contains(number)).any(|(number, row)| {
                self.leaves_behind(row, *leaf) && self.can_come(number, row, reached)
            })
        };
        leaves
            .iter()
            .filter(|leaf| !is_region(leaf) && has_siblings(leaf) && is_trap(leaf))
            .map(|leaf| Suspicion {
                kind: LintKind::TrapState,
                at: leaf.at(),
                message: format!(
                    "{} is not final, and nothing leads out of it",
                    self.name(leaf.at())
                ),
            })
            .collect()
    }

    /// Whether a transition can be taken while this leaf is active and makes it inactive.
    fn leaves_behind(&self, row: &TransitionRow, leaf: Ix) -> bool {
        let shape = &self.tables.shape;
        let is_around = row.source == leaf || shape.is_inside(leaf, row.source);
        let is_beside = shape
            .common_ancestor(&[row.source, leaf])
            .is_some_and(|meeting| shape.is_parallel(meeting));
        let comes_back = !row.dynamic && row.enter.contains(leaf);
        row.exit.contains(leaf) && (is_around || is_beside) && !comes_back
    }
}
