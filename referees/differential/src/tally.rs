//! Totals over many comparisons.

use std::collections::BTreeMap;
use std::fmt::Write;

use croupier_chart::define::Selection;
use croupier_differential::compare::{Known, Outcome};
use croupier_differential::sketch::Sketch;
use serde_json::{Value, json};

/// The totals.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    charts: usize,
    identical: usize,
    steps: usize,
    identical_steps: usize,
    endless: usize,
    cut: usize,
    states: usize,
    failed: usize,
    known: BTreeMap<Known, usize>,
}

impl Tally {
    pub(crate) fn add(&mut self, sketch: &Sketch, outcome: &Outcome) {
        self.charts += 1;
        self.states += sketch.states().len();
        self.steps += outcome.steps;
        self.identical_steps += outcome.identical;
        self.identical += usize::from(outcome.is_identical());
        self.endless += usize::from(outcome.endless);
        self.cut += usize::from(outcome.cut);
        self.failed += usize::from(outcome.failed_at.is_some());
        for known in &outcome.known {
            *self.known.entry(*known).or_default() += 1;
        }
    }

    pub(crate) fn to_text(&self, seed: u64, selection: Selection) -> String {
        let Self { charts, identical, steps, identical_steps, endless, cut, .. } = self;
        let (states, failed) = (self.states, self.failed);
        let mut text = format!(
            "{charts} charts from {seed} on, {states} states, {steps} steps, selection {selection:?}\n\
             {identical} charts and {identical_steps} steps identical\n\
             {endless} charts end in a step that never comes to rest, which XState confirms\n\
             {cut} charts are compared up to a history step that looked alike and left other states\n"
        );
        for (known, count) in &self.known {
            let _ = writeln!(text, "{count} charts differ in a known way: {known:?}");
        }
        text + &format!("{failed} charts differ for no known reason\n")
    }

    pub(crate) fn to_json(&self, seed: u64, failures: &[u64]) -> Value {
        json!({
            "seed": seed, "charts": self.charts, "identical": self.identical, "steps": self.steps,
            "identical_steps": self.identical_steps, "endless": self.endless, "cut": self.cut, "known": self.known,
            "failed": failures,
        })
    }
}
