//! The active states that an inspector may show while a match runs.

use serde::Serialize;

/// The active states of one chart that a viewer may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownStates<'a> {
    /// The id of the chart.
    pub machine: &'a str,
    /// Their paths in the chart, in document order.
    pub states: Vec<&'a str>,
}
