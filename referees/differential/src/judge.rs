//! Tries every explanation for a difference.

use anyhow::Result;
use croupier_chart::define::Selection;

use crate::compare::{Known, Outcome, compare};
use crate::referee::{Order, Referee};
use crate::script::Script;
use crate::sketch::Sketch;

/// Compares one chart and tries every explanation: as it is, with XState's eventless transitions in
/// document order, and with XState's selection rule.
pub fn judge(
    referee: &mut Referee,
    sketch: &Sketch,
    script: &Script,
    selection: Selection,
) -> Result<Outcome> {
    let mut first = None;
    for order in [Order::Entry, Order::Document] {
        let theirs = referee.ask_one(sketch, script, order)?;
        let explained = |mut outcome: Outcome, known: Option<Known>| {
            outcome.known.extend(known);
            outcome.known.extend((order == Order::Document).then_some(Known::EventlessOrder));
            Ok(outcome)
        };
        let outcome = compare(sketch, selection, script, &theirs);
        let Some(at) = outcome.failed_at else { return explained(outcome, None) };
        first.get_or_insert(outcome);
        if selection != Selection::Nested {
            // From there on the two are in different states, and the script was made for ours.
            let nested = compare(sketch, Selection::Nested, script, &theirs[..=at]);
            if nested.failed_at.is_none() {
                return explained(nested, Some(Known::SelectionRule));
            }
        }
    }
    Ok(first.expect("it was compared at least once"))
}
