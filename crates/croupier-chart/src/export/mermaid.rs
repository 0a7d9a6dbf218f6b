//! A chart as a Mermaid state diagram.

use crate::define::{Definition, Machine, StateKind};
use crate::export::sketch::{Sketch, names};

/// Words that Mermaid interprets at the start of a line or after `state`.
const RESERVED: &[&str] = &[
    "accdescr",
    "acctitle",
    "as",
    "class",
    "classdef",
    "click",
    "default",
    "direction",
    "end",
    "hide",
    "href",
    "left",
    "note",
    "of",
    "right",
    "root",
    "scale",
    "state",
    "style",
];

/// Writes a chart as a Mermaid `stateDiagram-v2`.
///
/// Mermaid has no history states, so they are drawn as states called `H` and `H*`; a final state
/// leads to the end mark of its parent.
pub fn mermaid<M: Machine>(definition: &Definition<M>) -> String {
    let sketch = Sketch::new(definition);
    let ids = sketch.ids("_", |c| c.is_ascii_alphanumeric() || c == '_', RESERVED);
    let mut writer =
        Writer { sketch: &sketch, edges: edges(&sketch, &ids), ids, out: String::new() };
    writer.line(0, "stateDiagram-v2");
    let root = &sketch.spots[0];
    if root.is_parallel() || !root.is_box() || !writer.note(0).is_empty() {
        writer.state(0, 1);
    } else {
        writer.inside(0, 1);
    }
    writer.arrows(None, 1);
    writer.out
}

/// An arrow, and the box whose children it connects. Arrows that cross a border have no home and
/// are written at the very end: inside a box, they would pull a state of another box into it.
struct Edge {
    home: Option<usize>,
    text: String,
}

fn edges<M: Machine>(sketch: &Sketch<'_, M>, ids: &[String]) -> Vec<Edge> {
    let edge = |from: usize, to: usize, label: &str| {
        let up = sketch.spots[from]
            .parent
            .filter(|_| sketch.spots[to].parent == sketch.spots[from].parent);
        // Regions are drawn in separate sections, so an arrow between two of them crosses a border.
        let home = up.filter(|up| !sketch.spots[*up].is_parallel());
        Edge { home, text: format!("{} --> {} : {}", ids[from], ids[to], escape(label)) }
    };
    let mut edges = vec![];
    for (from, spot) in sketch.spots.iter().enumerate() {
        for arrow in spot.arrows.iter().filter(|arrow| !sketch.is_inner(from, arrow)) {
            edges.extend(arrow.targets.iter().map(|to| edge(from, *to, &arrow.label())));
        }
        if spot.is_history() {
            edges.extend(spot.initial.iter().map(|to| edge(from, *to, "default")));
        }
    }
    edges
}

struct Writer<'p, M: Machine> {
    sketch: &'p Sketch<'p, M>,
    edges: Vec<Edge>,
    ids: Vec<String>,
    out: String,
}

impl<M: Machine> Writer<'_, M> {
    fn line(&mut self, depth: usize, text: &str) {
        self.out.push_str(&"    ".repeat(depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn state(&mut self, at: usize, depth: usize) {
        let (sketch, id) = (self.sketch, self.ids[at].clone());
        let spot = &sketch.spots[at];
        let title = match spot.def.kind {
            StateKind::ShallowHistory => "H",
            StateKind::DeepHistory => "H*",
            _ => sketch.title(at),
        };
        let head = if title == id { format!("state {id}") } else { declare(title, &id) };
        if spot.is_box() {
            self.line(depth, &format!("{head} {{"));
            self.inside(at, depth + 1);
            self.line(depth, "}");
        } else {
            self.line(depth, &if title == id { id.clone() } else { head });
            for text in sketch.inner_lines(at) {
                self.line(depth, &format!("{id} : {}", escape(&text)));
            }
            if spot.def.kind == StateKind::Final {
                self.line(depth, &format!("{id} --> [*]"));
            }
        }
        let note = self.note(at);
        if !note.is_empty() {
            self.line(depth, &format!("note right of {id}"));
            for text in &note {
                self.line(depth + 1, &escape(text));
            }
            self.line(depth, "end note");
        }
    }

    /// Writes the states in a box, its initial state, and the arrows between them.
    fn inside(&mut self, at: usize, depth: usize) {
        let spot = &self.sketch.spots[at];
        for target in spot.initial.iter().filter(|to| self.sketch.spots[**to].parent == Some(at)) {
            let actions = spot.def.initial.as_ref().map_or(&[][..], |initial| &initial.actions);
            let label = if actions.is_empty() {
                String::new()
            } else {
                format!(" : {}", escape(&format!("/ {}", names(actions))))
            };
            self.line(depth, &format!("[*] --> {}{label}", self.ids[*target]));
        }
        for (number, child) in spot.children.iter().enumerate() {
            // Every region gets a section, except history states.
            let is_region = spot.is_parallel() && !self.sketch.spots[*child].is_history();
            if is_region && number > 0 {
                self.line(depth, "--");
            }
            self.state(*child, depth);
        }
        self.arrows(Some(at), depth);
    }

    fn arrows(&mut self, home: Option<usize>, depth: usize) {
        let edges = self.edges.iter().filter(|edge| edge.home == home);
        let texts: Vec<_> = edges.map(|edge| edge.text.clone()).collect();
        for text in texts {
            self.line(depth, &text);
        }
    }

    /// The note beside a state; a box has no room for text inside.
    fn note(&self, at: usize) -> Vec<String> {
        let spot = &self.sketch.spots[at];
        let description = spot.def.description.iter().map(ToString::to_string);
        let inner = if spot.is_box() { self.sketch.inner_lines(at) } else { vec![] };
        description.chain(spot.invoke_lines()).chain(inner).collect()
    }
}

fn declare(title: &str, id: &str) -> String {
    format!("state \"{}\" as {id}", escape(title))
}

/// Replaces special characters by Mermaid's entity codes.
fn escape(text: &str) -> String {
    let code = |c: char| match c {
        '\n' | '\r' => " ".to_owned(),
        '"' | '#' | ':' | ';' | '<' | '>' | '{' | '}' | '\\' => format!("#{};", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(code).collect()
}
