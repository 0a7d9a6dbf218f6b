//! Eventless transitions that form a cycle with no guard to stop them.

use std::collections::BTreeMap;

use crate::check::lint::{LintKind, Subject, Suspicion};
use crate::compile::set::Ix;
use crate::define::Machine;

impl<M: Machine> Subject<'_, M> {
    /// One report per cycle, at the state that comes first in document order.
    pub(super) fn eventless_cycles(&self) -> Vec<Suspicion> {
        let next = self.inevitable();
        let mut reported: Vec<u16> = vec![];
        let mut suspicions = vec![];
        for first in next.keys() {
            let Some(circle) = circle(*first, &next) else { continue };
            if circle.iter().any(|row| reported.contains(row)) {
                continue;
            }
            reported.extend(&circle);
            let sources = circle.iter().map(|row| self.tables.transition(*row).source);
            let mut names: Vec<_> = sources.map(|source| self.short(source)).collect();
            let at = self.tables.transition(*first).source.at();
            names.push(self.short(Ix::new(at)));
            let message =
                format!("eventless transitions without guards form a cycle: {}", names.join(" → "));
            suspicions.push(Suspicion { kind: LintKind::EventlessCycle, at, message });
        }
        suspicions
    }

    fn short(&self, state: Ix) -> String {
        match self.tables.path(state) {
            "" => self.definition.id.to_string(),
            path => path.to_owned(),
        }
    }

    /// For every eventless transition that nothing can stop, the ones that follow it immediately.
    ///
    /// A leaf's first candidate decides: without a guard, it is always taken. A guarded one before
    /// it may break the cycle, and where a history state leads may vary.
    fn inevitable(&self) -> BTreeMap<u16, Vec<u16>> {
        let tables = self.tables;
        let first = |leaf: Ix| {
            let row = tables.candidates(leaf, tables.always_column()).first()?.row;
            tables.transition(row).guard.is_none().then_some(row)
        };
        let mut next = BTreeMap::new();
        for row in tables.shape.atomic.iter().filter_map(first) {
            let transition = tables.transition(row);
            let follows = if transition.targets.is_empty() {
                vec![row]
            } else if transition.dynamic {
                vec![]
            } else {
                (transition.enter & tables.shape.atomic).iter().filter_map(first).collect()
            };
            next.insert(row, follows);
        }
        next
    }
}

/// The shortest path from a row back to itself, without the final return.
fn circle(first: u16, next: &BTreeMap<u16, Vec<u16>>) -> Option<Vec<u16>> {
    let mut ways = vec![vec![first]];
    let mut known = vec![];
    let mut at = 0;
    while at < ways.len() {
        let way = ways[at].clone();
        let last = way[way.len() - 1];
        for row in next.get(&last).into_iter().flatten() {
            if *row == first {
                return Some(way);
            }
            if !known.contains(row) {
                known.push(*row);
                ways.push(way.iter().copied().chain([*row]).collect());
            }
        }
        at += 1;
    }
    None
}
