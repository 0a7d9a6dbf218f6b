//! A definition prepared for export: states in document order, targets resolved, labels chosen.

use std::collections::BTreeSet;

use crate::compile::MAX_STATES;
use crate::compile::set::Ix;
use crate::compile::{Draft, Names, drafts};
use crate::define::{
    Action, Child, Definition, Machine, Name, StateDef, StateKind, Transition, TriggerKind, When,
};

/// A definition to export. Targets that do not exist are left out, so that a definition with faults
/// can still be drawn.
pub(crate) struct Sketch<'d, M: Machine> {
    pub(crate) id: &'d str,
    pub(crate) spots: Vec<Spot<'d, M>>,
    names: Option<Names>,
}

/// A state and its place in the tree.
pub(crate) struct Spot<'d, M: Machine> {
    pub(crate) def: &'d StateDef<M>,
    pub(crate) path: String,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// Its initial states, or the default targets of a history state.
    pub(crate) initial: Vec<usize>,
    /// Its transitions, in document order; those for the end of invoked charts come last.
    pub(crate) arrows: Vec<Arrow<'d, M>>,
}

/// A transition with its targets resolved.
pub(crate) struct Arrow<'d, M: Machine> {
    pub(crate) cause: Cause<'d, M>,
    pub(crate) transition: &'d Transition<M>,
    pub(crate) targets: Vec<usize>,
}

/// What causes a transition.
pub(crate) enum Cause<'d, M: Machine> {
    When(&'d When<M>),
    ChildDone(&'d Child<M>),
}

impl<'d, M: Machine> Sketch<'d, M> {
    pub(crate) fn new(definition: &'d Definition<M>) -> Self {
        let drafts = drafts(definition);
        // A definition too large for a chart has states that cannot be numbered.
        let is_small = drafts.len() <= MAX_STATES;
        let names = is_small.then(|| Names::new(definition, &drafts));
        let mut spots: Vec<Spot<'d, M>> = vec![];
        for (at, Draft { def, parent, path }) in drafts.iter().enumerate() {
            let def: &'d StateDef<M> = def;
            let arrow = |cause, transition: &'d Transition<M>| Arrow {
                cause,
                transition,
                targets: targets(names.as_ref(), at, &transition.targets, Names::resolve),
            };
            let handlers = def.handlers.iter();
            let handlers =
                handlers.map(|handler| arrow(Cause::When(&handler.when), &handler.transition));
            let ends = def
                .invokes
                .iter()
                .flat_map(|child| child.on_done.iter().map(move |transition| (child, transition)));
            let ends = ends.map(|(child, transition)| arrow(Cause::ChildDone(child), transition));
            let arrows = handlers.chain(ends).collect();
            let initial = def.initial.as_ref().map_or(&[][..], |initial| &initial.targets);
            let initial = targets(names.as_ref(), at, initial, Names::resolve_inside);
            if let Some(parent) = parent {
                spots[*parent].children.push(at);
            }
            let (path, parent) = (path.clone(), *parent);
            spots.push(Spot { def, path, parent, children: vec![], initial, arrows });
        }
        Self { id: &definition.id, spots, names }
    }

    /// The state that a guard names, as seen from another state.
    pub(crate) fn find(&self, from: usize, name: &str) -> Option<usize> {
        lookup(self.names.as_ref(), from, name, Names::resolve)
    }

    /// A unique id for every state, valid in the target format: its path with `separator` between
    /// the parts, characters that are not `plain` replaced, and `reserved` words avoided.
    pub(crate) fn ids(
        &self,
        separator: &str,
        plain: fn(char) -> bool,
        reserved: &[&str],
    ) -> Vec<String> {
        let mut taken = BTreeSet::new();
        let mut ids = vec![];
        for spot in &self.spots {
            let path = if spot.path.is_empty() { self.id } else { &spot.path };
            let parts = path.split('.').map(|part| {
                part.chars().map(|c| if plain(c) { c } else { '_' }).collect::<String>()
            });
            let mut id = parts.collect::<Vec<_>>().join(separator);
            let starts_well = id.starts_with(|c: char| c.is_ascii_alphabetic());
            let is_reserved = |id: &str| reserved.iter().any(|word| word.eq_ignore_ascii_case(id));
            if !starts_well || is_reserved(&id) {
                id.insert_str(0, "s_");
            }
            let mut unique = id.clone();
            let mut count = 2;
            while !taken.insert(unique.clone()) {
                unique = format!("{id}_{count}");
                count += 1;
            }
            ids.push(unique);
        }
        ids
    }

    /// A state's key; for the root, the chart's id.
    pub(crate) fn title(&self, at: usize) -> &str {
        if at == 0 { self.id } else { &self.spots[at].def.key }
    }

    /// The shortest name of a target: its path relative to the source's parent if it lies in there,
    /// otherwise from the root.
    pub(crate) fn short(&self, from: usize, to: usize) -> &str {
        let path = self.spots[to].path.as_str();
        let outer = self.spots[from].parent.map_or("", |up| self.spots[up].path.as_str());
        let inner = path.strip_prefix(outer).and_then(|rest| rest.strip_prefix('.'));
        match inner {
            _ if to == 0 => self.id,
            Some(inner) => inner,
            None => path,
        }
    }
}

/// What lies inside a state, and what is written into it instead of drawn.
impl<M: Machine> Sketch<'_, M> {
    pub(crate) fn is_inside(&self, at: usize, outer: usize) -> bool {
        let parent = |at: &usize| self.spots[*at].parent;
        std::iter::successors(parent(&at), parent).any(|up| up == outer)
    }

    /// Whether a transition leads nowhere, or from a box to itself or into it. An arrow for that
    /// would have to start inside the box, as if it belonged to a state there.
    pub(crate) fn is_inner(&self, at: usize, arrow: &Arrow<'_, M>) -> bool {
        let stays = |to: &usize| *to == at || self.is_inside(*to, at);
        arrow.targets.is_empty() || self.spots[at].is_box() && arrow.targets.iter().all(stays)
    }

    /// A state's entry and exit actions, and its transitions that are not drawn; one per line.
    pub(crate) fn inner_lines(&self, at: usize) -> Vec<String> {
        let spot = &self.spots[at];
        let mut lines = spot.act_lines();
        let inner = spot.arrows.iter().filter(|arrow| self.is_inner(at, arrow));
        lines.extend(inner.map(|arrow| self.sentence(at, arrow)));
        lines
    }

    /// `START_GAME → playing [ready] / deal`.
    pub(crate) fn sentence(&self, at: usize, arrow: &Arrow<'_, M>) -> String {
        let targets: Vec<_> = arrow.targets.iter().map(|to| self.short(at, *to)).collect();
        let to =
            if targets.is_empty() { String::new() } else { format!(" → {}", targets.join(", ")) };
        format!("{}{to}{}{}", arrow.cause(), arrow.guard(), arrow.effect())
    }
}

type Resolve = fn(&Names, Ix, &str) -> Option<Ix>;

/// Resolves a name as `compile` does.
fn lookup(names: Option<&Names>, from: usize, name: &str, resolve: Resolve) -> Option<usize> {
    resolve(names?, Ix::new(from), name).map(Ix::at)
}

fn targets(names: Option<&Names>, from: usize, targets: &[Name], resolve: Resolve) -> Vec<usize> {
    targets.iter().filter_map(|target| lookup(names, from, target, resolve)).collect()
}

impl<M: Machine> Spot<'_, M> {
    pub(crate) fn is_parallel(&self) -> bool {
        self.def.kind == StateKind::Parallel
    }

    pub(crate) fn is_history(&self) -> bool {
        self.def.kind.is_history()
    }

    /// Whether it is drawn as a box around other states.
    pub(crate) fn is_box(&self) -> bool {
        !self.children.is_empty()
    }

    /// Entry and exit actions, one line each.
    pub(crate) fn act_lines(&self) -> Vec<String> {
        let acts = [("entry", &self.def.entry), ("exit", &self.def.exit)];
        let acts = acts.iter().filter(|(_, actions)| !actions.is_empty());
        acts.map(|(word, actions)| format!("{word} / {}", names(actions))).collect()
    }

    /// The invoked charts, one line each.
    pub(crate) fn invoke_lines(&self) -> Vec<String> {
        let line = |child: &Child<M>| {
            let (id, chart) = (child.id(), child.chart().id());
            if id == chart { format!("runs {id}") } else { format!("runs {chart} as {id}") }
        };
        self.def.invokes.iter().map(line).collect()
    }
}

impl<M: Machine> Arrow<'_, M> {
    /// `START_GAME`, `A, B`, `any trigger`, `always`, `after 2000 ms`, `done` or `done turn`.
    pub(crate) fn cause(&self) -> String {
        match &self.cause {
            Cause::When(When::On(kinds)) => {
                let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
                names.join(", ")
            }
            Cause::When(When::OnAny) => "any trigger".to_owned(),
            Cause::When(When::Always) => "always".to_owned(),
            Cause::When(When::After(delay)) => format!("after {}", delay.describe()),
            Cause::When(When::Done) => "done".to_owned(),
            Cause::ChildDone(child) => format!("done {}", child.id()),
        }
    }

    /// ` [guard]`, or an empty string.
    pub(crate) fn guard(&self) -> String {
        let guard = self.transition.guard.as_ref();
        guard.map(|guard| format!(" [{}]", bare(&guard.describe()))).unwrap_or_default()
    }

    /// ` / first, second`, or a remark on a transition without actions.
    pub(crate) fn effect(&self) -> String {
        let mut effect = String::new();
        if !self.transition.actions.is_empty() {
            effect = format!(" / {}", names(&self.transition.actions));
        } else if self.transition.targets.is_empty() {
            effect.push_str(" (ignored)");
        }
        if self.transition.reenter {
            effect.push_str(" (re-enters)");
        }
        effect
    }

    /// `START_GAME [ready] / deal`.
    pub(crate) fn label(&self) -> String {
        format!("{}{}{}", self.cause(), self.guard(), self.effect())
    }
}

/// Strips the outer parentheses of a combined guard, because it is written in brackets anyway.
fn bare(guard: &str) -> &str {
    let inner = guard.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.filter(|inner| is_balanced(inner)).unwrap_or(guard)
}

/// Whether every parenthesis is closed, and none is closed before it is opened, as in `a) and (b`.
fn is_balanced(text: &str) -> bool {
    let mut open = 0;
    let never_below = text.chars().all(|c| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open >= 0
    });
    never_below && open == 0
}

pub(crate) fn names<M: Machine>(actions: &[Action<M>]) -> String {
    let names: Vec<_> = actions.iter().map(|action| action.name.as_ref()).collect();
    names.join(", ")
}
