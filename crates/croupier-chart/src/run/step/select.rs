//! Selects the transitions that a trigger takes: the first enabled one of each active leaf, minus
//! those in conflict.

use smallvec::SmallVec;

use crate::compile::set::{Ix, StateSet};
use crate::compile::tables::{Candidate, Tables, TransitionRow};
use crate::define::{Machine, Selection};
use crate::run::TraceEvent;
use crate::run::scope::{Look, Scope};

type Selected = SmallVec<[u16; 8]>;

/// The outcome of a selection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Taken,
    /// There were candidates, but no guard held.
    Guarded,
    Nothing,
}

impl<M: Machine> Scope<'_, M> {
    #[inline(always)]
    pub(super) fn first_enabled<'c>(
        &mut self,
        candidates: &'c [Candidate],
    ) -> Option<&'c Candidate> {
        let is_checked = self.is_checked();
        for candidate in candidates {
            let test = if is_checked { candidate.branch } else { candidate.guard };
            let Some(test) = test else { return Some(candidate) };
            if self.ask(test) {
                return Some(candidate);
            }
        }
        None
    }

    #[inline(always)]
    fn ask(&mut self, test: u16) -> bool {
        let chart = self.chart;
        let guard = &chart.tables.tests[usize::from(test)];
        let passed = guard.node.holds(&self.look());
        self.tell(|| TraceEvent::GuardAsked { guard: &guard.text, passed });
        passed
    }

    /// Selects the transitions of this column and takes them in one microstep.
    #[inline(always)]
    pub(super) fn select_and_take(&mut self, column: usize) -> Found {
        let tables = &self.chart.tables;
        match self.only_leaf() {
            // The usual case: no conflicts are possible.
            Some(leaf) => self.take_in_leaf(tables.candidates(leaf, column)),
            None => self.select_many(column),
        }
    }

    /// The active leaf, if there is only one.
    #[inline(always)]
    pub(super) fn only_leaf(&self) -> Option<Ix> {
        let tables = &self.chart.tables;
        if tables.is_flat {
            return Some(self.progress.active.last());
        }
        (self.progress.active & tables.shape.atomic).single()
    }

    /// Takes the first enabled of the transitions of the only active leaf and its ancestors.
    #[inline(always)]
    pub(super) fn take_in_leaf(&mut self, rows: &[Candidate]) -> Found {
        match self.first_enabled(rows) {
            Some(candidate) => {
                self.take_only(candidate);
                Found::Taken
            }
            None if rows.is_empty() => Found::Nothing,
            None => Found::Guarded,
        }
    }

    #[inline(never)]
    fn select_many(&mut self, column: usize) -> Found {
        let chart = self.chart;
        let leaves = self.progress.active & chart.tables.reacting[column];
        // Most triggers concern one region: no conflicts are possible there either.
        if let Some(leaf) = leaves.single() {
            return match self.first_enabled(chart.tables.candidates(leaf, column)) {
                Some(candidate) => {
                    self.take(candidate);
                    Found::Taken
                }
                None => Found::Guarded,
            };
        }
        let mut selected = Selected::new();
        let mut last = None;
        let mut found = Found::Nothing;
        for leaf in leaves.iter() {
            match self.first_enabled(chart.tables.candidates(leaf, column)) {
                Some(candidate) if !selected.contains(&candidate.row) => {
                    selected.push(candidate.row);
                    last = Some(candidate);
                }
                Some(_) => {}
                None => found = Found::Guarded,
            }
        }
        if selected.len() > 1 {
            let nested = chart.definition.semantics.selection == Selection::Nested
                && column != chart.tables.always_column();
            selected = resolve_conflicts(&chart.tables, self.progress.active, &selected, nested);
        }
        match (last, &selected[..]) {
            (None, _) => return found,
            (Some(candidate), [_]) if candidate.row == selected[0] => self.take(candidate),
            _ => self.microstep(&selected),
        }
        Found::Taken
    }
}

/// Among transitions that would exit the same states, the innermost wins, otherwise the first.
fn resolve_conflicts<M: Machine>(
    tables: &Tables<M>,
    active: StateSet,
    selected: &[u16],
    nested: bool,
) -> Selected {
    let inside = |inner: &TransitionRow, outer: &TransitionRow| {
        tables.shape.is_inside(inner.source, outer.source)
    };
    if !nested && leave_different_states(tables, active, selected) {
        return Selected::from_slice(selected);
    }
    let mut kept = Selected::new();
    for row in selected {
        let new = tables.transition(*row);
        // XState tries an outer state only if nothing inside it took the trigger.
        if nested && selected.iter().any(|other| inside(tables.transition(*other), new)) {
            continue;
        }
        let conflicts =
            |other: &u16| (new.exit & active).intersects(tables.transition(*other).exit);
        let loses = |other: &u16| conflicts(other) && !inside(new, tables.transition(*other));
        if kept.iter().any(loses) {
            continue;
        }
        kept.retain(|other| !conflicts(&*other));
        kept.push(*row);
    }
    kept
}

/// Whether no active state is exited by two of these transitions. This is the normal case: each
/// stays within its own region.
fn leave_different_states<M: Machine>(
    tables: &Tables<M>,
    active: StateSet,
    selected: &[u16],
) -> bool {
    let mut left = StateSet::EMPTY;
    selected.iter().all(|row| {
        let exit = tables.transition(*row).exit & active;
        let is_apart = !exit.intersects(left);
        left |= exit;
        is_apart
    })
}

/// Whether some transition would take this trigger now. Evaluates guards and changes nothing.
pub(crate) fn would_take<M: Machine>(look: &Look<'_, M>, column: usize) -> bool {
    let tables = &look.chart.tables;
    let leaves = look.progress.active & tables.shape.atomic;
    leaves.iter().any(|leaf| {
        tables.candidates(leaf, column).iter().any(|candidate| {
            candidate.guard.is_none_or(|test| tables.tests[usize::from(test)].node.holds(look))
        })
    })
}
