//! The table, also as JSON.

use std::fmt;

use serde::Serialize;

use crate::lane::Spread;
use crate::rivals::Measured;
use crate::xstate::XState;
use croupier_benches::cpu_clock;

/// How much slower than a hand-written `match` ours may be.
const MOST_TIMES_BY_HAND: f64 = 12.0;
/// How much faster than XState ours should be.
const LEAST_TIMES_FASTER: f64 = 80.0;
/// Three regions are not compared with a hand-written array of three fields.
const NOT_HELD_AGAINST_BY_HAND: &str = "regions";

#[derive(Serialize)]
pub(crate) struct Report {
    unit: &'static str,
    quick: bool,
    xstate: Option<String>,
    node: Option<String>,
    without_xstate: Option<String>,
    charts: Vec<Row>,
    bars: Vec<Bar>,
}

#[derive(Serialize)]
struct Row {
    chart: &'static str,
    #[serde(skip)]
    title: &'static str,
    transitions_per_pass: usize,
    checksum_per_pass: u64,
    ours: Spread,
    statig: Spread,
    by_hand: Spread,
    xstate: Option<Spread>,
    ours_to_by_hand: f64,
    xstate_to_ours: Option<f64>,
    allocations_per_transition: f64,
}

/// The target for our implementation on one chart, and whether it is reached.
#[derive(Serialize)]
struct Bar {
    chart: &'static str,
    #[serde(skip)]
    title: &'static str,
    what: &'static str,
    limit: f64,
    value: f64,
    met: bool,
}

impl Row {
    fn new(chart: &Measured, xstate: Option<Spread>) -> Self {
        Self {
            chart: chart.name,
            title: chart.title,
            transitions_per_pass: chart.transitions,
            checksum_per_pass: chart.checksum,
            ours: chart.ours,
            statig: chart.statig,
            by_hand: chart.by_hand,
            xstate,
            ours_to_by_hand: chart.ours.median / chart.by_hand.median,
            xstate_to_ours: xstate.map(|xstate| xstate.median / chart.ours.median),
            allocations_per_transition: chart.allocations,
        }
    }

    fn bars(&self) -> impl Iterator<Item = Bar> {
        let bar = |what, limit, value, met| Bar {
            chart: self.chart,
            title: self.title,
            what,
            limit,
            value,
            met,
        };
        let by_hand = self.ours_to_by_hand;
        let by_hand = (self.chart != NOT_HELD_AGAINST_BY_HAND).then(|| {
            let met = by_hand <= MOST_TIMES_BY_HAND;
            bar("ours / by hand, at most", MOST_TIMES_BY_HAND, by_hand, met)
        });
        let xstate = self.xstate_to_ours.map(|times| {
            bar("XState / ours, at least", LEAST_TIMES_FASTER, times, times >= LEAST_TIMES_FASTER)
        });
        let allocations = self.allocations_per_transition;
        let allocations =
            bar("allocations per transition, at most", 0.0, allocations, allocations <= 0.0);
        [by_hand, xstate, Some(allocations)].into_iter().flatten()
    }
}

impl Report {
    pub(crate) fn new(quick: bool, charts: &[Measured], xstate: XState) -> Self {
        let charts: Vec<Row> =
            charts.iter().map(|chart| Row::new(chart, xstate.spread(chart.name))).collect();
        let bars = charts.iter().flat_map(Row::bars).collect();
        let (xstate, node, without_xstate) = match xstate {
            XState::Measured(measured) => (Some(measured.xstate), Some(measured.node), None),
            XState::Missing(reason) => (None, None, Some(reason)),
        };
        Self { unit: cpu_clock::UNIT, quick, xstate, node, without_xstate, charts, bars }
    }

    pub(crate) fn to_json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }
}

/// `median (min–max)`, with a decimal where it matters.
struct Cell(Spread);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { median, min, max } = self.0;
        let decimals = usize::from(median < 1_000.0);
        f.pad(&format!("{median:.decimals$} ({min:.decimals$}–{max:.decimals$})"))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: median (min–max)", self.unit)?;
        if self.quick {
            write!(f, ", a quick look only")?;
        }
        writeln!(f, "\n")?;
        writeln!(
            f,
            "{:<18}{:>20}{:>18}{:>18}{:>22}{:>14}{:>14}{:>13}",
            "chart",
            "croupier-chart",
            "statig",
            "by hand",
            "XState",
            "ours/by hand",
            "XState/ours",
            "allocations",
        )?;
        for row in &self.charts {
            let dash = || "–".to_owned();
            writeln!(
                f,
                "{:<18}{:>20}{:>18}{:>18}{:>22}{:>14.1}{:>14}{:>13}",
                row.title,
                Cell(row.ours),
                Cell(row.statig),
                Cell(row.by_hand),
                row.xstate.map_or_else(dash, |spread| Cell(spread).to_string()),
                row.ours_to_by_hand,
                row.xstate_to_ours.map_or_else(dash, |times| format!("{times:.0}")),
                row.allocations_per_transition,
            )?;
        }
        writeln!(f)?;
        match (&self.xstate, &self.node, &self.without_xstate) {
            (Some(xstate), Some(node), _) => writeln!(f, "XState {xstate} under Node {node}.")?,
            (_, _, Some(reason)) => writeln!(f, "No XState: {reason}.")?,
            _ => {}
        }
        for bar in self.bars.iter().filter(|bar| !bar.met) {
            let Bar { title, what, limit, value, .. } = bar;
            writeln!(f, "Missed on {title}: {what} {limit}, is {value:.2}.")?;
        }
        if self.bars.iter().all(|bar| bar.met) {
            writeln!(f, "All bars are met.")?;
        }
        Ok(())
    }
}
