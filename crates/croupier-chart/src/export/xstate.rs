//! XState v5 configuration as JSON.
//!
//! Five things have no exact counterpart in XState:
//!
//! - Plain JSON holds no functions, so combined guards are written as data under the names of
//!   XState's own combinators: `{"type": "and", "params": {"guards": [...]}}`, likewise `or` and
//!   `not` (with one guard), and `{"type": "stateIn", "params": {"state": "#chart.a"}}`. Our named
//!   guards never have `params`, so the two cannot be confused. Code that loads the JSON replaces
//!   them with calls of `and`, `or`, `not` and `stateIn`.
//! - XState's `*` also matches its own events for timers and finished states; `on_any` matches
//!   triggers only.
//! - XState starts a compound state in one of its direct children. A deeper initial target, or
//!   several of them, is written as it is, and XState rejects it.
//! - The default of a history state cannot have actions; they are left out.
//! - XState does not forward events to an invoked machine, whereas here a child is offered every
//!   trigger before its parent. Code that loads the JSON must forward what the child needs.

use serde_json::{Map, Value, json};

use crate::compile::set::{Ix, MAX_STATES};
use crate::compile::{Draft, Names, drafts, ix};
use crate::define::{
    Action, Definition, Delay, Guard, Machine, Name, StateDef, StateKind, Transition, TriggerKind,
    When,
};

/// The chart as the configuration that XState's `createMachine` reads.
///
/// Actions, guards, computed delays and invoked charts appear by name, to be bound with `provide`;
/// an invoked chart appears under its id, to be bound to the machine made of its own export.
/// Targets are absolute: `#chart.playing.turn`. Unknown targets, and all targets in a chart of more
/// than [`MAX_STATES`], stay as written; compiling reports them.
pub fn xstate<M: Machine>(definition: &Definition<M>) -> Value {
    let drafts = drafts(definition);
    let names = Names::new(definition, &drafts);
    let export = Export { chart: &definition.id, drafts: &drafts, names: &names };
    let mut at = 0;
    let root = export.state(&definition.root, &mut at);
    let mut config = Map::new();
    config.insert("id".to_owned(), json!(definition.id));
    config.extend(root);
    Value::Object(config)
}

/// How a name is resolved: as a target or as an initial target.
type Resolve = fn(&Names, Ix, &str) -> Option<Ix>;

struct Export<'e, 'd, M: Machine> {
    chart: &'e str,
    drafts: &'e [Draft<'d, M>],
    names: &'e Names,
}

impl<M: Machine> Export<'_, '_, M> {
    /// One state and everything inside. `at` counts the states in document order.
    fn state(&self, def: &StateDef<M>, at: &mut usize) -> Map<String, Value> {
        let own = *at;
        *at += 1;
        let mut config = Map::new();
        let mut put = |key: &str, value: Value| config.insert(key.to_owned(), value);
        if let Some(kind) = kind(def) {
            put("type", json!(kind));
        }
        if let Some(text) = &def.description {
            put("description", json!(text));
        }
        if !def.tags.is_empty() {
            put("tags", json!(def.tags));
        }
        if !def.meta.is_empty() {
            put("meta", json!(def.meta));
        }
        match def.kind {
            StateKind::ShallowHistory => put("history", json!("shallow")),
            StateKind::DeepHistory => put("history", json!("deep")),
            _ => None,
        };
        if let Some(initial) = &def.initial {
            if def.kind.is_history() {
                put("target", self.targets(own, &initial.targets, Names::resolve_inside));
            } else {
                put("initial", self.initial(own, initial));
            }
        }
        if !def.entry.is_empty() {
            put("entry", actions(&def.entry));
        }
        if !def.exit.is_empty() {
            put("exit", actions(&def.exit));
        }
        self.handlers(own, def, &mut config);
        if !def.invokes.is_empty() {
            config.insert("invoke".to_owned(), self.invokes(own, def));
        }
        if !def.children.is_empty() {
            let mut states = Map::new();
            for child in &def.children {
                states.insert(child.key.to_string(), Value::Object(self.state(child, at)));
            }
            config.insert("states".to_owned(), Value::Object(states));
        }
        config
    }

    fn handlers(&self, own: usize, def: &StateDef<M>, config: &mut Map<String, Value>) {
        let (mut on, mut after) = (Candidates::default(), Candidates::default());
        let (mut always, mut done) = (vec![], vec![]);
        for handler in &def.handlers {
            let transition = self.transition(own, &handler.transition);
            match &handler.when {
                When::On(kinds) => {
                    for kind in kinds {
                        on.add(kind.name(), transition.clone());
                    }
                }
                When::OnAny => on.add("*", transition),
                When::Always => always.push(transition),
                When::After(Delay::Fixed(span)) => after.add(&span.get().to_string(), transition),
                When::After(Delay::Computed(computed)) => after.add(&computed.name, transition),
                When::Done => done.push(transition),
            }
        }
        for (key, group) in [("on", on), ("after", after)] {
            if !group.0.is_empty() {
                config.insert(key.to_owned(), Value::Object(group.0));
            }
        }
        for (key, list) in [("always", always), ("onDone", done)] {
            if !list.is_empty() {
                config.insert(key.to_owned(), Value::Array(list));
            }
        }
    }

    fn transition(&self, own: usize, transition: &Transition<M>) -> Value {
        let mut config = Map::new();
        let mut put = |key: &str, value: Value| config.insert(key.to_owned(), value);
        if !transition.targets.is_empty() {
            put("target", self.targets(own, &transition.targets, Names::resolve));
        }
        if let Some(guard) = &transition.guard {
            put("guard", self.guard(own, guard));
        }
        if !transition.actions.is_empty() {
            put("actions", actions(&transition.actions));
        }
        if transition.reenter {
            put("reenter", json!(true));
        }
        if let Some(text) = &transition.description {
            put("description", json!(text));
        }
        Value::Object(config)
    }

    /// Where a compound state starts: the key of a child, as XState expects.
    fn initial(&self, own: usize, initial: &Transition<M>) -> Value {
        let child = |target: &Name| match self.find(own, target, Names::resolve_inside) {
            Some(found) if self.drafts[found.at()].parent == Some(own) => {
                json!(self.drafts[found.at()].def.key)
            }
            found => self.target(found, target),
        };
        let target = one_or_all(initial.targets.iter().map(child).collect());
        if initial.actions.is_empty() {
            target
        } else {
            json!({ "target": target, "actions": actions(&initial.actions) })
        }
    }

    fn guard(&self, own: usize, guard: &Guard<M>) -> Value {
        let each = |guards: &[Guard<M>]| -> Vec<Value> {
            guards.iter().map(|guard| self.guard(own, guard)).collect()
        };
        match guard {
            Guard::Call(call) => json!({ "type": call.name }),
            Guard::All(guards) => json!({ "type": "and", "params": { "guards": each(guards) } }),
            Guard::Any(guards) => json!({ "type": "or", "params": { "guards": each(guards) } }),
            Guard::Not(guard) => {
                json!({ "type": "not", "params": { "guards": [self.guard(own, guard)] } })
            }
            Guard::Given(guard) => self.guard(own, guard),
            Guard::InState(state) => {
                let state = self.target(self.find(own, state, Names::resolve), state);
                json!({ "type": "stateIn", "params": { "state": state } })
            }
        }
    }

    fn invokes(&self, own: usize, def: &StateDef<M>) -> Value {
        let invoke = |child: &crate::define::Child<M>| {
            let mut config = Map::new();
            config.insert("id".to_owned(), json!(child.id()));
            config.insert("src".to_owned(), json!(child.chart().id()));
            if !child.on_done.is_empty() {
                let done = child.on_done.iter().map(|done| self.transition(own, done));
                config.insert("onDone".to_owned(), Value::Array(done.collect()));
            }
            Value::Object(config)
        };
        Value::Array(def.invokes.iter().map(invoke).collect())
    }

    fn targets(&self, own: usize, targets: &[Name], resolve: Resolve) -> Value {
        let target = |target: &Name| self.target(self.find(own, target, resolve), target);
        one_or_all(targets.iter().map(target).collect())
    }

    fn find(&self, own: usize, target: &str, resolve: Resolve) -> Option<Ix> {
        let has_numbers = self.drafts.len() <= MAX_STATES;
        has_numbers.then(|| resolve(self.names, ix(own), target)).flatten()
    }

    /// The absolute form of a target.
    fn target(&self, found: Option<Ix>, written: &str) -> Value {
        match found.map(|found| self.names.path(found)) {
            Some("") => json!(format!("#{}", self.chart)),
            Some(path) => json!(format!("#{}.{path}", self.chart)),
            None => json!(written),
        }
    }
}

/// Transitions by cause, each with its candidates in the order in which they are tried.
#[derive(Default)]
struct Candidates(Map<String, Value>);

impl Candidates {
    fn add(&mut self, key: &str, transition: Value) {
        let list = self.0.entry(key).or_insert_with(|| Value::Array(vec![]));
        if let Value::Array(list) = list {
            list.push(transition);
        }
    }
}

/// XState treats any state with children as compound, even if all of them are history states; its
/// kind must then be given explicitly.
fn kind<M: Machine>(def: &StateDef<M>) -> Option<&'static str> {
    let has_children = !def.children.is_empty();
    match def.kind {
        StateKind::Plain
            if has_children && def.children.iter().all(|child| child.kind.is_history()) =>
        {
            Some("atomic")
        }
        StateKind::Plain => None,
        StateKind::Parallel => Some("parallel"),
        StateKind::Final => Some("final"),
        StateKind::ShallowHistory | StateKind::DeepHistory => Some("history"),
    }
}

fn actions<M: Machine>(actions: &[Action<M>]) -> Value {
    actions.iter().map(|action| json!({ "type": action.name })).collect()
}

fn one_or_all(mut values: Vec<Value>) -> Value {
    if values.len() == 1 { values.remove(0) } else { Value::Array(values) }
}
