//! A chart as a Graphviz graph.

use crate::define::{Definition, Machine, StateKind};
use crate::export::sketch::{Sketch, names};

/// Writes a chart in Graphviz's DOT language; `dot -Tsvg` draws it.
///
/// Boxes are clusters. A cluster cannot be the end of an arrow, so an arrow from or to one is
/// attached to a node inside it and clipped at its border.
pub fn dot<M: Machine>(definition: &Definition<M>) -> String {
    let sketch = Sketch::new(definition);
    let ids = sketch.ids(".", |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'), &[]);
    let mut writer = Writer { sketch: &sketch, ids, out: String::new() };
    writer.line(0, &format!("digraph {} {{", quote(sketch.id)));
    for setting in [
        "compound=true",
        "rankdir=TB",
        "nodesep=0.35",
        "ranksep=0.5",
        "fontname=\"Helvetica\"",
        "fontsize=11",
        "node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"rounded,filled\", \
         fillcolor=\"#ffffff\", color=\"#3b4252\", penwidth=1.2]",
        "edge [fontname=\"Helvetica\", fontsize=9, color=\"#4c566a\", fontcolor=\"#2e3440\", \
         arrowsize=0.7]",
    ] {
        writer.line(1, &format!("{setting};"));
    }
    writer.state(0, 1);
    writer.arrows();
    writer.line(0, "}");
    writer.out
}

struct Writer<'p, M: Machine> {
    sketch: &'p Sketch<'p, M>,
    ids: Vec<String>,
    out: String,
}

impl<M: Machine> Writer<'_, M> {
    fn line(&mut self, depth: usize, text: &str) {
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn state(&mut self, at: usize, depth: usize) {
        if self.sketch.spots[at].is_box() { self.cluster(at, depth) } else { self.node(at, depth) }
    }

    fn cluster(&mut self, at: usize, depth: usize) {
        let spot = &self.sketch.spots[at];
        let is_region = spot.parent.is_some_and(|up| self.sketch.spots[up].is_parallel());
        let style = if is_region { "rounded,dashed,filled" } else { "rounded,filled" };
        // Every level is a little darker, to make nesting visible.
        let level = 250_usize.saturating_sub(7 * self.level(at)).max(200);
        let label = self.label(at);
        self.line(depth, &format!("subgraph {} {{", quote(&format!("cluster_{}", self.ids[at]))));
        self.line(depth + 1, &format!("label={label}; labeljust=l; margin=14;"));
        let colour = format!("#{level:02x}{level:02x}{:02x}", (level + 3).min(255));
        self.line(
            depth + 1,
            &format!("style=\"{style}\"; color=\"#81889a\"; fillcolor=\"{colour}\";"),
        );
        if !spot.is_parallel() {
            let start = quote(&self.start(at));
            let looks = "shape=circle, width=0.12, fixedsize=true, label=\"\", style=filled, \
                         fillcolor=\"#3b4252\"";
            self.line(depth + 1, &format!("{start} [{looks}];"));
        }
        for child in &spot.children {
            self.state(*child, depth + 1);
        }
        self.line(depth, "}");
    }

    fn node(&mut self, at: usize, depth: usize) {
        let id = quote(&self.ids[at]);
        let looks = match self.sketch.spots[at].def.kind {
            StateKind::ShallowHistory => history("H"),
            StateKind::DeepHistory => history("H*"),
            StateKind::Final => {
                format!("label={}, peripheries=2, fillcolor=\"#e5e9f0\"", self.label(at))
            }
            StateKind::Plain | StateKind::Parallel => format!("label={}", self.label(at)),
        };
        self.line(depth, &format!("{id} [{looks}];"));
    }

    /// The state's name in bold, followed by its actions and invoked charts.
    fn label(&self, at: usize) -> String {
        let spot = &self.sketch.spots[at];
        let mut label = format!("<b>{}</b>", escape(self.sketch.title(at)));
        let mut lines = self.sketch.inner_lines(at);
        lines.extend(spot.invoke_lines());
        let side = if spot.is_box() { " align=\"left\"" } else { "" };
        for text in &lines {
            let text = escape(text);
            label = format!("{label}<br{side}/><font point-size=\"9\">{text}</font>");
        }
        if spot.is_box() && !lines.is_empty() {
            label = format!("{label}<br{side}/>");
        }
        format!("<{label}>")
    }

    fn level(&self, at: usize) -> usize {
        std::iter::successors(self.sketch.spots[at].parent, |up| self.sketch.spots[*up].parent)
            .count()
    }

    fn start(&self, at: usize) -> String {
        format!("{} start", self.ids[at])
    }

    /// The node to attach a state's edges to: its own, or for a box the first one inside.
    fn anchor(&self, at: usize) -> String {
        let spot = &self.sketch.spots[at];
        match spot.children.first() {
            None => self.ids[at].clone(),
            Some(_) if !spot.is_parallel() => self.start(at),
            Some(first) => self.anchor(*first),
        }
    }

    fn arrows(&mut self) {
        let sketch = self.sketch;
        for (from, spot) in sketch.spots.iter().enumerate() {
            let actions = spot.def.initial.as_ref().map_or(&[][..], |initial| &initial.actions);
            let mut label = if spot.is_history() { "default" } else { "" }.to_owned();
            if !actions.is_empty() {
                label = format!("{label} / {}", names(actions));
            }
            for to in &spot.initial {
                self.edge(from, *to, label.trim_start());
            }
            for arrow in spot.arrows.iter().filter(|arrow| !sketch.is_inner(from, arrow)) {
                arrow.targets.iter().for_each(|to| self.edge(from, *to, &arrow.label()));
            }
        }
    }

    fn edge(&mut self, from: usize, to: usize, label: &str) {
        let mut looks = vec![];
        if !label.is_empty() {
            looks.push(format!("label={}", quote(label)));
        }
        // An arrow is clipped at the border of a box only if it really crosses it.
        for (word, at, other) in [("ltail", from, to), ("lhead", to, from)] {
            let crosses = at != other && !self.sketch.is_inside(other, at);
            if self.sketch.spots[at].is_box() && crosses {
                looks.push(format!("{word}={}", quote(&format!("cluster_{}", self.ids[at]))));
            }
        }
        let looks =
            if looks.is_empty() { String::new() } else { format!(" [{}]", looks.join(", ")) };
        let (from, to) = (quote(&self.anchor(from)), quote(&self.anchor(to)));
        self.line(1, &format!("{from} -> {to}{looks};"));
    }
}

fn history(text: &str) -> String {
    format!("label=\"{text}\", shape=circle, width=0.3, fixedsize=true")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " "))
}

/// Escapes text for HTML-like labels.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace(['\n', '\r'], " ")
}
