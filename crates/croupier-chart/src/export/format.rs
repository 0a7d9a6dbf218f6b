//! The export formats by name, for commands that offer a choice.

use crate::define::{Definition, Machine};
use crate::export::{dot, mermaid, outline, scxml, xstate};

/// A format to export a chart in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Format {
    /// A diagram for Markdown pages: [`mermaid`].
    Mermaid,
    /// A diagram for Graphviz: [`dot`].
    Dot,
    /// The W3C's XML: [`scxml`].
    Scxml,
    /// A configuration for XState v5, as JSON: [`xstate`].
    Xstate,
    /// An outline for a terminal: [`outline`].
    #[default]
    Text,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Mermaid, Self::Dot, Self::Scxml, Self::Xstate, Self::Text];
}

/// Exports a chart in a format. The text ends with a line break, like a file.
pub fn write<M: Machine>(definition: &Definition<M>, format: Format) -> String {
    match format {
        Format::Mermaid => mermaid(definition),
        Format::Dot => dot(definition),
        Format::Scxml => scxml(definition),
        Format::Xstate => format!("{:#}\n", xstate(definition)),
        Format::Text => outline(definition),
    }
}
