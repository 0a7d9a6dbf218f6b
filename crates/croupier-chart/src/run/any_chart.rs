//! A chart with its types erased: its name, the charts it invokes, and its exports.

use std::fmt;

use crate::check::LintReport;
use crate::define::Machine;
use crate::export::{self, Format};
use crate::run::Chart;
use crate::run::error::UnknownMachineError;

/// A chart without the type of its machine. Every [`Chart`] implements it.
///
/// Charts that invoke each other have different types. With this trait, a whole tree of them can be
/// listed, searched by name and drawn, starting from the outermost chart.
pub trait AnyChart: fmt::Debug + Send + Sync {
    /// The chart's id.
    fn id(&self) -> &str;

    /// [`Chart::hash`]: a number that changes when the definition does.
    fn hash(&self) -> u64;

    /// The lints of this chart alone.
    fn lints(&self) -> &[LintReport];

    /// Whether the chart can end at all.
    fn can_finish(&self) -> bool;

    /// The chart alone as text. Charts that it invokes appear by name only.
    fn export(&self, format: Format) -> String;

    /// The charts that it invokes directly, in document order. One that is invoked twice is listed
    /// twice.
    fn invoked(&self) -> Vec<&dyn AnyChart>;
}

impl dyn AnyChart + '_ {
    /// This chart and all that run inside it, at any depth: first this one, then each chart it
    /// invokes, each followed by those inside it. A chart is listed once, however often it is
    /// invoked.
    pub fn machines(&self) -> Vec<&dyn AnyChart> {
        let mut found = vec![];
        gather(self, &mut found);
        found
    }

    /// The chart with this id: this one or one that runs inside it. If two share an id, which is a
    /// [lint](crate::check::LintKind::AmbiguousChart), the first that `machines` lists.
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

/// Working with a tree of charts.
impl<M: Machine> Chart<M> {
    /// The chart as text: [`export::write`] of its definition. Charts that it invokes appear by
    /// name only; [`machine`](Self::machine) finds them, to be exported separately.
    pub fn export(&self, format: Format) -> String {
        export::write(&self.definition, format)
    }

    /// This chart and all that run inside it, at any depth: first this one, then each chart it
    /// invokes, each followed by those inside it. A chart is listed once, however often it is
    /// invoked.
    pub fn machines(&self) -> Vec<&dyn AnyChart> {
        (self as &dyn AnyChart).machines()
    }

    /// The chart with this id: this one or one that runs inside it, at any depth.
    pub fn machine(&self, id: &str) -> Result<&dyn AnyChart, UnknownMachineError> {
        (self as &dyn AnyChart).machine(id)
    }
}
