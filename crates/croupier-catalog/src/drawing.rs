//! Charts as text.

use croupier_chart::{Chart, Machine, export};

/// How a chart is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// A diagram for Markdown pages.
    Mermaid,
    /// A diagram for Graphviz.
    Dot,
    /// The W3C's XML.
    Scxml,
    /// A configuration for XState v5, as JSON.
    Xstate,
    /// An outline for a terminal.
    #[default]
    Text,
}

/// One machine of a game, drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The machine's name.
    pub machine: String,
    /// The chart in the format that was asked for.
    pub text: String,
}

/// A chart and, once charts can show what they invoke, its children.
pub(crate) fn draw<M: Machine>(chart: &Chart<M>, format: Format) -> Vec<Drawing> {
    let definition = chart.definition();
    let text = match format {
        Format::Mermaid => export::mermaid(definition),
        Format::Dot => export::dot(definition),
        Format::Scxml => export::scxml(definition),
        Format::Xstate => format!("{:#}\n", export::xstate(definition)),
        Format::Text => export::outline(definition),
    };
    vec![Drawing { machine: chart.id().to_owned(), text }]
}
