//! Which lints a definition allows, and which of these allowances are unused.

use std::collections::BTreeSet;

use crate::check::lint::{LintKind, LintReport, Subject, Suspicion};
use crate::define::{Machine, Name};

/// An allowance, by the number of its state and its index there.
type Allowance = (usize, usize);

impl<M: Machine> Subject<'_, M> {
    /// Drops what is allowed; reports the rest, and allowances that suppressed nothing.
    pub(super) fn judge(&self, suspicions: Vec<Suspicion>) -> Vec<LintReport> {
        let mut used = BTreeSet::new();
        let mut reports = self.report(suspicions, &mut used);
        reports.extend(self.report(self.stale(false, &used), &mut used));
        // An allowance for stale allowances that is itself unused is stale too, and cannot be
        // allowed.
        for Suspicion { kind, at, message } in self.stale(true, &used) {
            reports.push(LintReport { kind, state: self.drafts[at].path.clone(), message });
        }
        reports
    }

    fn report(
        &self,
        suspicions: Vec<Suspicion>,
        used: &mut BTreeSet<Allowance>,
    ) -> Vec<LintReport> {
        let mut reports = vec![];
        for Suspicion { kind, at, message } in suspicions {
            if let Some(allowance) = self.allowing(kind, at) {
                used.insert(allowance);
            } else {
                let state = self.drafts[at].path.clone();
                reports.push(LintReport { kind, state, message });
            }
        }
        reports
    }

    /// The innermost allowance that covers a lint at this state.
    fn allowing(&self, kind: LintKind, at: usize) -> Option<Allowance> {
        let mut line = std::iter::successors(Some(at), |state| self.drafts[*state].parent);
        line.find_map(|state| {
            let allowed = &self.drafts[state].def.allowed;
            allowed.iter().position(|(known, _)| *known == kind).map(|place| (state, place))
        })
    }

    fn stale(&self, about_staleness: bool, used: &BTreeSet<Allowance>) -> Vec<Suspicion> {
        let mut suspicions = vec![];
        for (at, draft) in self.drafts.iter().enumerate() {
            for (place, (kind, reason)) in draft.def.allowed.iter().enumerate() {
                let concerns = (*kind == LintKind::StaleAllowance) == about_staleness;
                if concerns && !used.contains(&(at, place)) {
                    suspicions.push(self.stale_allowance(at, *kind, reason));
                }
            }
        }
        suspicions
    }

    fn stale_allowance(&self, at: usize, kind: LintKind, reason: &Name) -> Suspicion {
        let (name, lint) = (self.name(at), kind.name());
        let message = format!("{name} allows {lint} ({reason}), but there is nothing to allow");
        Suspicion { kind: LintKind::StaleAllowance, at, message }
    }
}
