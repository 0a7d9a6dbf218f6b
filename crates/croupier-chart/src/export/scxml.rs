//! A chart as an SCXML document.

mod element;

use std::collections::{BTreeMap, BTreeSet};

use crate::define::{
    Action, Definition, Delay, Guard, Machine, StateKind, Trigger, TriggerKind, When, Wildcards,
};
use crate::export::scxml::element::Element;
use crate::export::sketch::{Arrow, Cause, Sketch};

/// Writes a chart as SCXML for other tools.
///
/// Callbacks become calls by name: a guard `isOpen` is `cond="isOpen()"`, an action `deal` is
/// `<script>deal()</script>`; a name that is not an identifier becomes `call('such a name')`. Timed
/// transitions are delayed events that the state cancels on exit. A transition on any trigger lists
/// all triggers, because SCXML's `*` would also match the events of timers and finished states.
///
/// An invoked chart `turn` is loaded from `turn.scxml`; save its own export there.
///
/// Two things have no counterpart. SCXML exits a parallel state whenever a transition exits and
/// enters its regions. And it gives an invoked chart a copy of every event under the same name,
/// whereas here a child is offered a trigger first, as whatever
/// [`Wiring::map`](crate::define::Wiring::map) makes of it, and the parent sees only what the child
/// does not take.
pub fn scxml<M: Machine>(definition: &Definition<M>) -> String {
    let sketch = Sketch::new(definition);
    let ids = sketch.ids("-", is_plain, &[]);
    let mut end = format!("{}-end", ids[0]);
    while ids.contains(&end) {
        end.push('_');
    }
    let invoke_ids = invoke_ids(&sketch, &ids, &end);
    let wildcards = definition.semantics.wildcards;
    let writer = Writer { sketch: &sketch, ids, end, invoke_ids, wildcards };
    let mut document = Element::new("scxml")
        .with("xmlns", "http://www.w3.org/2005/07/scxml")
        .with("version", "1.0")
        .with("datamodel", "ecmascript")
        .with("name", &writer.ids[0]);
    let root = &sketch.spots[0];
    let starts_busily = root.def.initial.as_ref().is_some_and(|it| !it.actions.is_empty());
    let acts = !root.def.entry.is_empty() || !root.def.exit.is_empty();
    let is_busy = acts || starts_busily || !root.arrows.is_empty() || !root.def.invokes.is_empty();
    if root.is_parallel() || is_busy || !root.is_box() {
        // The document itself cannot have actions or transitions, so the root becomes a state in
        // it; and the document must end when that state is done.
        document = document.with("initial", &writer.ids[0]).child(writer.state(0));
        if definition_can_end(&sketch) {
            document = document.child(Element::new("final").with("id", &writer.end));
        }
    } else {
        document.comment(root.def.description.as_deref());
        document = writer.start(document, 0);
        for child in &root.children {
            document = document.child(writer.state(*child));
        }
    }
    document.to_string()
}

/// The characters of an id. No dots: SCXML would match `done.state.a` against the end of `a.b` too.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Ids for invoked charts, by the names under which they are invoked. Ids must be unique in a
/// document, and a state often has the same name as the chart it invokes.
fn invoke_ids<'d, M: Machine>(
    sketch: &Sketch<'d, M>,
    ids: &[String],
    end: &str,
) -> BTreeMap<&'d str, String> {
    let mut taken: BTreeSet<String> = ids.iter().cloned().chain([end.to_owned()]).collect();
    let mut invoke_ids = BTreeMap::new();
    for child in sketch.spots.iter().flat_map(|spot| &spot.def.invokes) {
        let mut id: String =
            child.id().chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        if !id.starts_with(|c: char| c.is_ascii_alphabetic()) {
            id.insert_str(0, "s_");
        }
        while !taken.insert(id.clone()) {
            id.push_str("-run");
        }
        invoke_ids.insert(child.id(), id);
    }
    invoke_ids
}

/// Whether the root can be done: it has a final child, or it is parallel.
fn definition_can_end<M: Machine>(sketch: &Sketch<'_, M>) -> bool {
    let root = &sketch.spots[0];
    let is_final = |child: &usize| sketch.spots[*child].def.kind == StateKind::Final;
    root.is_parallel() || root.children.iter().any(is_final)
}

struct Writer<'p, M: Machine> {
    sketch: &'p Sketch<'p, M>,
    ids: Vec<String>,
    /// The final state of the document, if the root is a state in it.
    end: String,
    invoke_ids: BTreeMap<&'p str, String>,
    wildcards: Wildcards,
}

impl<M: Machine> Writer<'_, M> {
    fn state(&self, at: usize) -> Element {
        let spot = &self.sketch.spots[at];
        let def = spot.def;
        let tag = match def.kind {
            StateKind::Plain => "state",
            StateKind::Parallel => "parallel",
            StateKind::Final => "final",
            StateKind::ShallowHistory | StateKind::DeepHistory => return self.history(at),
        };
        let mut element = Element::new(tag).with("id", &self.ids[at]);
        element.comment(def.description.as_deref());
        if def.done_trigger.is_some() {
            element.comment(Some("Raises a trigger of its own when it is done."));
        }
        element = self.start(element, at);
        let timers = self.timers(at);
        let sends = timers.iter().map(|(id, delay)| {
            let send = Element::new("send").with("event", id).with("id", id);
            match delay {
                Delay::Fixed(span) => send.with("delay", &format!("{}ms", span.get())),
                Delay::Computed(computed) => {
                    send.with("delayexpr", &format!("{} + 'ms'", call(&computed.name)))
                }
            }
        });
        let entry = scripts(&def.entry).chain(sends).collect();
        let cancels = timers.iter().map(|(id, _)| Element::new("cancel").with("sendid", id));
        let exit = scripts(&def.exit).chain(cancels).collect();
        element = element.group("onentry", entry).group("onexit", exit);
        for child in &def.invokes {
            let invoke = Element::new("invoke")
                .with("id", &self.invoke_ids[child.id()])
                .with("type", "http://www.w3.org/TR/scxml/")
                .with("src", &format!("{}.scxml", child.chart().id()))
                .with("autoforward", "true");
            element = element.child(invoke);
        }
        for transition in self.transitions(at, &timers) {
            element = element.child(transition);
        }
        for child in &spot.children {
            element = element.child(self.state(*child));
        }
        if def.output.is_some() {
            let content = Element::new("content").with("expr", "output()");
            element = element.child(Element::new("donedata").child(content));
        }
        element
    }

    /// Writes where a compound state starts: as an attribute, or as an element if there are
    /// actions.
    fn start(&self, element: Element, at: usize) -> Element {
        let spot = &self.sketch.spots[at];
        let Some(initial) = &spot.def.initial else { return element };
        let targets = self.targets(&spot.initial);
        if initial.actions.is_empty() {
            return element.with("initial", &targets);
        }
        let transition = Element::new("transition").with("target", &targets);
        let transition = transition.children(scripts(&initial.actions));
        element.child(Element::new("initial").child(transition))
    }

    /// By default, a history state leads to where its parent starts.
    fn history(&self, at: usize) -> Element {
        let spot = &self.sketch.spots[at];
        let depth = if spot.def.kind == StateKind::DeepHistory { "deep" } else { "shallow" };
        let parent = &self.sketch.spots[spot.parent.unwrap_or_default()];
        let regions =
            parent.children.iter().filter(|child| !self.sketch.spots[**child].is_history());
        let start = match (spot.initial.is_empty(), parent.is_parallel()) {
            (false, _) => spot.initial.clone(),
            (true, true) => regions.copied().collect(),
            (true, false) => parent.initial.clone(),
        };
        let actions = spot.def.initial.as_ref().map_or(&[][..], |initial| &initial.actions);
        let transition = Element::new("transition").with("target", &self.targets(&start));
        let transition = transition.children(scripts(actions));
        Element::new("history").with("id", &self.ids[at]).with("type", depth).child(transition)
    }

    fn targets(&self, targets: &[usize]) -> String {
        let ids: Vec<_> = targets.iter().map(|to| self.ids[*to].as_str()).collect();
        ids.join(" ")
    }

    /// The delayed events of a state: one per delay, shared by the transitions with that delay.
    fn timers(&self, at: usize) -> Vec<(String, &Delay<M>)> {
        let mut timers: Vec<(String, &Delay<M>)> = vec![];
        for arrow in &self.sketch.spots[at].arrows {
            if let Cause::When(When::After(delay)) = arrow.cause
                && !timers.iter().any(|(_, known)| known.describe() == delay.describe())
            {
                timers.push((format!("after.{}.{}", self.ids[at], timers.len()), delay));
            }
        }
        timers
    }

    /// The transitions of a state, in the order in which SCXML has to try them.
    fn transitions(&self, at: usize, timers: &[(String, &Delay<M>)]) -> Vec<Element> {
        let arrows = &self.sketch.spots[at].arrows;
        let is_any = |arrow: &&Arrow<'_, M>| matches!(arrow.cause, Cause::When(When::OnAny));
        let by_specificity = self.wildcards == Wildcards::BySpecificity;
        let first = arrows.iter().filter(|arrow| !by_specificity || !is_any(arrow));
        let last = arrows.iter().filter(|arrow| by_specificity && is_any(arrow));
        let write = |arrow| self.transition(at, arrow, timers);
        let mut transitions: Vec<_> = first.chain(last).map(write).collect();
        let ends = at == 0 && definition_can_end(self.sketch);
        if ends {
            let end = Element::new("transition")
                .with("event", &format!("done.state.{}", self.ids[0]))
                .with("target", &self.end);
            transitions.push(end);
        }
        transitions
    }

    fn transition(
        &self,
        at: usize,
        arrow: &Arrow<'_, M>,
        timers: &[(String, &Delay<M>)],
    ) -> Element {
        let mut element = Element::new("transition");
        element.comment(arrow.transition.description.as_deref());
        let names = |kinds: &[crate::define::KindOf<M>]| -> String {
            let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
            names.join(" ")
        };
        let event = match &arrow.cause {
            Cause::When(When::On(kinds)) => Some(names(kinds)),
            Cause::When(When::OnAny) => Some(names(<M::Trigger as Trigger>::Kind::all())),
            Cause::When(When::Always) => None,
            Cause::When(When::After(delay)) => timers
                .iter()
                .find(|(_, known)| known.describe() == delay.describe())
                .map(|(id, _)| id.clone()),
            Cause::When(When::Done) => Some(format!("done.state.{}", self.ids[at])),
            Cause::ChildDone(child) => Some(format!("done.invoke.{}", self.invoke_ids[child.id()])),
        };
        if let Some(event) = event {
            element = element.with("event", &event);
        }
        if let Some(guard) = &arrow.transition.guard {
            element = element.with("cond", &self.condition(at, guard));
        }
        let (targets, is_internal) = self.leads_to(at, arrow);
        if is_internal {
            element = element.with("type", "internal");
        }
        if !targets.is_empty() {
            element = element.with("target", &self.targets(&targets));
        }
        element.children(scripts(&arrow.transition.actions))
    }

    /// The targets, and whether the source stays active. A transition to its own source without
    /// re-entering leads nowhere from a leaf, and to the initial state from a compound state.
    fn leads_to(&self, at: usize, arrow: &Arrow<'_, M>) -> (Vec<usize>, bool) {
        let spot = &self.sketch.spots[at];
        let parent = |at: &usize| self.sketch.spots[*at].parent;
        let is_inside =
            |to: &usize| std::iter::successors(parent(to), parent).any(|outer| outer == at);
        if arrow.transition.reenter || spot.is_parallel() || arrow.targets.is_empty() {
            return (arrow.targets.clone(), false);
        }
        if arrow.targets == [at] {
            return (spot.initial.clone(), !spot.initial.is_empty());
        }
        (arrow.targets.clone(), arrow.targets.iter().all(is_inside))
    }

    fn condition(&self, at: usize, guard: &Guard<M>) -> String {
        let join = |guards: &[Guard<M>], word: &str, nothing: &str| match guards {
            [] => nothing.to_owned(),
            guards => {
                let parts: Vec<_> = guards.iter().map(|guard| self.condition(at, guard)).collect();
                format!("({})", parts.join(word))
            }
        };
        match guard {
            Guard::Call(test) => call(&test.name),
            Guard::All(guards) => join(guards, " && ", "true"),
            Guard::Any(guards) => join(guards, " || ", "false"),
            Guard::Not(guard) => format!("!{}", self.condition(at, guard)),
            Guard::Given(guard) => self.condition(at, guard),
            Guard::InState(state) => match self.sketch.find(at, state) {
                Some(found) => format!("In('{}')", self.ids[found]),
                None => "false".to_owned(),
            },
        }
    }
}

fn scripts<M: Machine>(actions: &[Action<M>]) -> impl Iterator<Item = Element> {
    actions.iter().map(|action| Element::new("script").text(&format!("{};", call(&action.name))))
}

/// A call of a callback by its name.
fn call(name: &str) -> String {
    let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_identifier {
        return format!("{name}()");
    }
    format!("call('{}')", name.replace('\\', "\\\\").replace('\'', "\\'"))
}
