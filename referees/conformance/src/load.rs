//! Builds a chart of `croupier-chart` from a [`Document`].

use std::collections::BTreeMap;
use std::rc::Rc;

use croupier_chart::define::{self, Action, DefinitionError, Semantics, Wildcards};
use croupier_chart::prelude::*;

use crate::content::Stage;
use crate::document::{BlockIndex, Document, Jump, StateIndex, StateKind, Transition};
use crate::event::{Class, Event, Vocabulary};
use crate::mind::{Configuration, Mind, Scxml, Visit};

/// How many microsteps one event may cause; some documents count to a hundred in a loop.
const FUEL: u32 = 2_000;

/// Builds the chart of a document.
pub fn load(document: &Document, vocabulary: &Vocabulary) -> Result<Chart<Scxml>, DefinitionError> {
    let loader = Loader { document, vocabulary, paths: paths(document) };
    let name = if document.name.is_empty() { "scxml".to_string() } else { key(&document.name) };
    Definition::new(name, loader.state(StateIndex(0)))
        .semantics(Semantics {
            wildcards: Wildcards::DocumentOrder,
            fuel: FUEL,
            ..Semantics::default()
        })
        .compile()
}

/// Tells a mind the chart's handles for its states.
pub fn introduce(mind: &Mind, chart: &Chart<Scxml>) {
    let named = mind.document.indices().zip(paths(&mind.document));
    let states: BTreeMap<_, _> = named
        .filter_map(|(index, path)| {
            Some((mind.document.state(index).id.clone(), chart.state(&path).ok()?))
        })
        .collect();
    mind.meet(states);
}

/// The full path of every state, by index; the root's is empty.
pub fn paths(document: &Document) -> Vec<String> {
    let mut paths: Vec<String> = Vec::with_capacity(document.states.len());
    for state in &document.states {
        let key = key(&state.id);
        paths.push(match state.parent {
            None => String::new(),
            Some(StateIndex(0)) => key,
            Some(StateIndex(parent)) => format!("{}.{key}", paths[parent]),
        });
    }
    paths
}

/// Converts an id to a key: dots and other characters have a meaning in the chart's paths.
fn key(id: &str) -> String {
    id.replace(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'), "_")
}

struct Loader<'a> {
    document: &'a Document,
    vocabulary: &'a Vocabulary,
    paths: Vec<String>,
}

impl Loader<'_> {
    fn state(&self, index: StateIndex) -> StateDef<Scxml> {
        let model = self.document.state(index);
        let name = if index.0 == 0 { "scxml".to_string() } else { key(&model.id) };
        let mut def = match model.kind {
            StateKind::State => state(name),
            StateKind::Parallel => parallel(name),
            StateKind::Final => final_state(name),
            StateKind::Shallow => history(name),
            StateKind::Deep => deep_history(name),
        };
        if let Some(initial) = self.initial(index) {
            def = def.initial(initial);
        }
        if index.0 == 0 || !model.variables.is_empty() {
            def = def.entry(action("prepare", move |scope: &mut Scope<'_, Scxml>| {
                Rc::clone(scope.rules).prepare(&mut InStep(scope), index);
            }));
        }
        for block in &model.entry {
            def = def.entry(run(*block));
        }
        for block in &model.exit {
            def = def.exit(run(*block));
        }
        if !model.invokes.is_empty() {
            def = def
                .entry(visit("invoke", Visit::Entered(index)))
                .exit(visit("stop", Visit::Left(index)));
        }
        if model.done.is_some() {
            def = def.entry(action("conclude", move |scope: &mut Scope<'_, Scxml>| {
                Rc::clone(scope.rules).conclude(&mut InStep(scope), index);
            }));
        }
        if index.0 != 0 && !model.children.is_empty() {
            let name = format!("done.state.{}", model.id);
            def = def.raise_when_done(move |look| {
                let data = look.rules.outcome(index);
                look.rules.arrival(Event::new(&*name, Class::Platform).with(data))
            });
        }
        for transition in &model.transitions {
            def = self.transition(def, index, transition);
        }
        def.children(model.children.iter().map(|child| self.state(*child)))
    }

    /// Where a compound or history state leads: its declared target, otherwise its first child.
    fn initial(&self, index: StateIndex) -> Option<define::Transition<Scxml>> {
        let model = self.document.state(index);
        if let Some(jump) = &model.initial {
            return Some(self.jump(jump));
        }
        let is_compound = model.kind == StateKind::State && !model.children.is_empty();
        let is_history = |child: &StateIndex| {
            matches!(self.document.state(*child).kind, StateKind::Shallow | StateKind::Deep)
        };
        let first =
            model.children.iter().find(|child| !is_history(child)).filter(|_| is_compound)?;
        Some(to_all([format!("#{}", self.paths[first.0])]))
    }

    /// Targets and content. An unknown id is passed through: the chart's compiler reports it.
    fn jump(&self, jump: &Jump) -> define::Transition<Scxml> {
        let path = |id: &String| match self.document.find(id) {
            Some(index) => format!("#{}", self.paths[index.0]),
            None => id.clone(),
        };
        let transition = if jump.targets.is_empty() {
            internal()
        } else {
            to_all(jump.targets.iter().map(path))
        };
        match jump.content {
            Some(block) => transition.run(run(block)),
            // An error of a condition must be raised before anything that follows.
            None if !self.document.conditions.is_empty() => {
                transition.run(action("catch up", |scope: &mut Scope<'_, Scxml>| {
                    Rc::clone(scope.rules).catch_up(&mut InStep(scope));
                }))
            }
            None => transition,
        }
    }

    fn transition(
        &self,
        def: StateDef<Scxml>,
        source: StateIndex,
        transition: &Transition,
    ) -> StateDef<Scxml> {
        let mut found = self.jump(&transition.jump);
        if !self.is_internal(source, transition) {
            found = found.reenter();
        }
        if let Some(condition) = transition.condition {
            let name = self.document.conditions[condition.0].source.clone();
            found = found.when(guard(name, move |look: &Look<'_, Scxml>| {
                let is_in = |id: &str| look.rules.state(id).is_some_and(|state| look.is_in(state));
                look.rules.holds(condition, look.trigger(), &is_in)
            }));
        }
        match transition.events.as_deref().map(|events| self.vocabulary.matching(events)) {
            None => def.always(found),
            Some(None) => def.on_any(found),
            Some(Some(kinds)) => def.on_each(kinds, found),
        }
    }

    /// Whether the source stays active: the document asks for it, and all targets lie inside it.
    fn is_internal(&self, source: StateIndex, transition: &Transition) -> bool {
        let model = self.document.state(source);
        let targets = &transition.jump.targets;
        let lies_inside = |id: &String| {
            self.document.find(id).is_some_and(|target| self.document.is_inside(target, source))
        };
        targets.is_empty()
            || transition.internal
                && model.kind == StateKind::State
                && !model.children.is_empty()
                && targets.iter().all(lies_inside)
    }
}

fn run(block: BlockIndex) -> Action<Scxml> {
    action(format!("block {}", block.0), move |scope: &mut Scope<'_, Scxml>| {
        let mind = Rc::clone(scope.rules);
        mind.bind(scope.trigger());
        mind.run(&mut InStep(scope), block);
    })
}

fn visit(name: &'static str, visit: Visit) -> Action<Scxml> {
    action(name, move |scope: &mut Scope<'_, Scxml>| scope.rules.visits.borrow_mut().push(visit))
}

/// Content that runs inside a step of the chart.
struct InStep<'a, 'b>(&'a mut Scope<'b, Scxml>);

impl Configuration for InStep<'_, '_> {
    fn is_in(&self, state: &str) -> bool {
        self.0.rules.state(state).is_some_and(|state| self.0.is_in(state))
    }
}

impl Stage for InStep<'_, '_> {
    fn raise(&mut self, event: Event) {
        let arrival = self.0.rules.arrival(event);
        self.0.raise(arrival);
    }

    fn raise_later(&mut self, timer: TimerId, delay: u64, event: Event) {
        let arrival = self.0.rules.arrival(event);
        // A session's chart advances only when one of its own timers fires; in between it lags
        // behind.
        let lag = Millis(self.0.rules.post.borrow().now()) - self.0.now();
        self.0.raise_after(timer, lag + Millis(delay), arrival);
    }

    fn cancel(&mut self, timer: TimerId) {
        self.0.cancel(timer);
    }
}
