//! A chart as a tree of text, for terminals and reviews.

use crate::define::{Definition, Machine, StateKind};
use crate::export::sketch::{Sketch, names};

/// Writes a chart as a tree: each state with its kind, followed by its actions and transitions.
///
/// ```text
/// lamp
/// ├─ off (initial)
/// │    TOGGLE → on [isWhole] / count
/// └─ on #bright
///      entry / glow
///      after 60000 ms → off
/// ```
pub fn outline<M: Machine>(definition: &Definition<M>) -> String {
    let sketch = Sketch::new(definition);
    let mut out = String::new();
    write(&sketch, 0, "", "", &mut out);
    out
}

/// `branch` prefixes the state's own line, `trunk` everything below it.
fn write<M: Machine>(
    sketch: &Sketch<'_, M>,
    at: usize,
    branch: &str,
    trunk: &str,
    out: &mut String,
) {
    let spot = &sketch.spots[at];
    line(out, branch, &heading(sketch, at));
    let has_children = !spot.children.is_empty();
    let bar = if has_children { format!("{trunk}│ ") } else { format!("{trunk}  ") };
    for text in body(sketch, at) {
        line(out, &bar, &text);
    }
    for (number, child) in spot.children.iter().enumerate() {
        let is_last = number + 1 == spot.children.len();
        let (branch, trunk_on) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write(sketch, *child, &format!("{trunk}{branch}"), &format!("{trunk}{trunk_on}"), out);
    }
}

fn line(out: &mut String, indent: &str, text: &str) {
    out.push_str(format!("{indent}{text}").trim_end());
    out.push('\n');
}

/// The state's name, kind and tags.
fn heading<M: Machine>(sketch: &Sketch<'_, M>, at: usize) -> String {
    let spot = &sketch.spots[at];
    let is_initial = spot.parent.is_some_and(|up| sketch.spots[up].initial.contains(&at));
    let kind = match spot.def.kind {
        StateKind::Plain => None,
        StateKind::Parallel => Some("parallel"),
        StateKind::Final => Some("final"),
        StateKind::ShallowHistory => Some("history"),
        StateKind::DeepHistory => Some("deep history"),
    };
    let marks: Vec<_> = is_initial.then_some("initial").into_iter().chain(kind).collect();
    let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
    let heading = format!("{}{marks}", sketch.title(at));
    spot.def.tags.iter().fold(heading, |heading, tag| format!("{heading} #{tag}"))
}

/// The state's actions and transitions.
fn body<M: Machine>(sketch: &Sketch<'_, M>, at: usize) -> Vec<String> {
    let spot = &sketch.spots[at];
    let mut lines: Vec<String> = vec![];
    lines.extend(spot.def.description.iter().map(ToString::to_string));
    lines.extend(spot.act_lines());
    lines.extend(spot.invoke_lines());
    if let Some(initial) = &spot.def.initial {
        let names_of_targets: Vec<_> = spot.initial.iter().map(|to| sketch.title(*to)).collect();
        let is_plain = spot.initial.len() == 1 && sketch.spots[spot.initial[0]].parent == Some(at);
        if spot.is_history() || !is_plain || !initial.actions.is_empty() {
            let word = if spot.is_history() { "without a past" } else { "starts" };
            let to = names_of_targets.join(", ");
            let acts = &initial.actions;
            let effect =
                if acts.is_empty() { String::new() } else { format!(" / {}", names(acts)) };
            lines.push(format!("{word} → {to}{effect}"));
        }
    }
    for arrow in &spot.arrows {
        lines.push(sketch.sentence(at, arrow));
        if let Some(description) = &arrow.transition.description {
            lines.push(format!("  {description}"));
        }
    }
    if spot.def.done_trigger.is_some() {
        lines.push("done / raises a trigger".to_owned());
    }
    lines
}
