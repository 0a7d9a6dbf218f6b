//! A chart without its types: what it is called, what it invokes and what it looks like.

use std::fmt;

use crate::check::LintReport;
use crate::define::Machine;
use crate::export::{self, Format};
use crate::run::Chart;
use crate::run::error::UnknownMachineError;

/// A chart without the type of its machine. Every [`Chart`] is one.
///
/// Charts that invoke each other have types of their own. This is how a tree of them is listed,
/// found by name and drawn, from its outermost chart.
pub trait AnyChart: fmt::Debug + Send + Sync {
    /// The chart's id.
    fn id(&self) -> &str;

    /// [`Chart::hash`]: a number that changes when the definition does.
    fn hash(&self) -> u64;

    /// What looks wrong with this chart alone.
    fn lints(&self) -> &[LintReport];

    /// Whether the chart can end at all.
    fn can_finish(&self) -> bool;

    /// The chart alone as text. The charts it invokes are named in it.
    fn export(&self, format: Format) -> String;

    /// The charts that it invokes itself, in document order. One that is invoked twice is listed
    /// twice.
    fn invoked(&self) -> Vec<&dyn AnyChart>;
}

impl dyn AnyChart + '_ {
    /// This chart and all that run inside it, at any depth: this one first, then each chart that it
    /// invokes with those inside that one. However often a chart is invoked, it is listed once.
    pub fn machines(&self) -> Vec<&dyn AnyChart> {
        let mut found = vec![];
        gather(self, &mut found);
        found
    }

    /// The chart with this id: this one or one that runs inside it. Where two share an id, which is
    /// a [lint](crate::check::LintKind::AmbiguousChart), it is the first that `machines` lists.
    pub fn machine(&self, id: &str) -> Result<&dyn AnyChart, UnknownMachineError> {
        let machines = self.machines();
        machines.iter().find(|chart| chart.id() == id).copied().ok_or_else(|| {
            let known: Vec<_> = machines.iter().map(|chart| chart.id().to_owned()).collect();
            let suggestion = crate::define::suggest::nearest(id, &known);
            UnknownMachineError { chart: self.id().to_owned(), machine: id.to_owned(), suggestion }
        })
    }
}

fn gather<'c>(chart: &'c dyn AnyChart, found: &mut Vec<&'c dyn AnyChart>) {
    if found.iter().any(|known| known.id() == chart.id() && known.hash() == chart.hash()) {
        return;
    }
    found.push(chart);
    for invoked in chart.invoked() {
        gather(invoked, found);
    }
}

impl<M: Machine> AnyChart for Chart<M> {
    fn id(&self) -> &str {
        self.id()
    }

    fn hash(&self) -> u64 {
        self.hash()
    }

    fn lints(&self) -> &[LintReport] {
        self.lints()
    }

    fn can_finish(&self) -> bool {
        self.can_finish()
    }

    fn export(&self, format: Format) -> String {
        self.export(format)
    }

    fn invoked(&self) -> Vec<&dyn AnyChart> {
        self.tables.invokes.iter().map(|row| row.child.chart()).collect()
    }
}

/// As a tree of charts.
impl<M: Machine> Chart<M> {
    /// The chart as text: [`export::write`] of its definition. The charts it invokes are named in
    /// it; [`machine`](Self::machine) finds them, to be exported themselves.
    pub fn export(&self, format: Format) -> String {
        export::write(&self.definition, format)
    }

    /// This chart and all that run inside it, at any depth: this one first, then each chart that it
    /// invokes with those inside that one. However often a chart is invoked, it is listed once.
    pub fn machines(&self) -> Vec<&dyn AnyChart> {
        (self as &dyn AnyChart).machines()
    }

    /// The chart with this id: this one or one that runs inside it, at any depth.
    pub fn machine(&self, id: &str) -> Result<&dyn AnyChart, UnknownMachineError> {
        (self as &dyn AnyChart).machine(id)
    }
}
