//! Transitions that are never taken because another one always comes first.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::lint::{LintKind, Subject, Suspicion};
use crate::compile::set::Ix;
use crate::define::{Delay, Handler, KindOf, Machine, Trigger, TriggerKind, When, Wildcards};

/// The shadowed transitions of a chart.
#[derive(Default)]
pub(super) struct Shadows {
    pub(super) suspicions: Vec<Suspicion>,
    /// The numbers of transitions that are never taken. One for several triggers of which only some
    /// are shadowed is suspicious, but not dead.
    pub(super) dead: BTreeSet<usize>,
}

/// How much of a transition is shadowed, and by what.
enum Shadow {
    All(String),
    Some(String),
}

impl<M: Machine> Subject<'_, M> {
    pub(super) fn shadows(&self) -> Shadows {
        let mut shadows = Shadows::default();
        let mut number = 0;
        for (at, draft) in self.drafts.iter().enumerate() {
            let handlers = &draft.def.handlers;
            for (place, handler) in handlers.iter().enumerate() {
                let what = describe(&handler.when);
                let shadow = self.shadow(at, number, place);
                self.note(&mut shadows, at, number + place, &what, shadow);
            }
            number += handlers.len();
            for child in &draft.def.invokes {
                let what = format!("on the end of {:?}", child.id());
                let open = child.on_done.iter().position(|to| to.guard.is_none());
                for place in 0..child.on_done.len() {
                    let is_behind = open.is_some_and(|open| open < place);
                    let shadow = is_behind.then(|| Shadow::All(BEHIND.to_owned()));
                    self.note(&mut shadows, at, number + place, &what, shadow);
                }
                number += child.on_done.len();
            }
        }
        shadows
    }

    fn note(
        &self,
        shadows: &mut Shadows,
        at: usize,
        number: usize,
        what: &str,
        shadow: Option<Shadow>,
    ) {
        let why = match shadow {
            None => return,
            Some(Shadow::Some(why)) => why,
            Some(Shadow::All(why)) => {
                shadows.dead.insert(number);
                why
            }
        };
        let row = self.tables.transitions.get(number);
        let targets = row.map_or(&[][..], |row| &row.targets);
        let targets: Vec<_> = targets.iter().map(|to| self.tables.path(*to)).collect();
        let to =
            if targets.is_empty() { String::new() } else { format!(" to {}", targets.join(", ")) };
        let message = format!("the transition {what}{to} of {} is never taken{why}", self.name(at));
        shadows.suspicions.push(Suspicion { kind: LintKind::ShadowedTransition, at, message });
    }

    /// What shadows a handler of a state whose first handler has the number `first`.
    fn shadow(&self, at: usize, first: usize, place: usize) -> Option<Shadow> {
        let handlers = &self.drafts[at].def.handlers;
        let handler = &handlers[place];
        let leaves =
            |other: usize| self.tables.transitions[first + other].exit.contains(Ix::new(at));
        let open = |other: &usize| handlers[*other].transition.guard.is_none();
        let mut others = (0..handlers.len()).filter(open);
        let is_eventless = |other: &usize| matches!(handlers[*other].when, When::Always);
        if !matches!(handler.when, When::Always)
            && others.clone().any(|other| is_eventless(&other) && leaves(other))
        {
            let why = ": an eventless one without a guard leaves the state before";
            return Some(Shadow::All(why.to_owned()));
        }
        let behind = || Some(Shadow::All(BEHIND.to_owned()));
        match &handler.when {
            When::Always if others.any(|other| is_eventless(&other) && other < place) => behind(),
            When::Done
                if others
                    .any(|other| matches!(handlers[other].when, When::Done) && other < place) =>
            {
                behind()
            }
            When::After(delay) => {
                let shadow = |other: usize| match &handlers[other].when {
                    When::After(earlier) if same_timer(earlier, delay) => {
                        (other < place).then(|| BEHIND.to_owned())
                    }
                    When::After(earlier) if fires_before(earlier, delay) && leaves(other) => {
                        let earlier = earlier.describe();
                        Some(format!(": one without a guard leaves the state after {earlier}"))
                    }
                    _ => None,
                };
                others.find_map(shadow).map(Shadow::All)
            }
            When::On(kinds) => self.shadow_of_kinds(handlers, place, kinds),
            When::OnAny => {
                let kinds = <M::Trigger as Trigger>::Kind::all();
                let is_dead = |kind: &KindOf<M>| self.is_behind(handlers, place, *kind);
                (!kinds.is_empty() && kinds.iter().all(is_dead))
                    .then(|| Shadow::All(": others without guards take every trigger".to_owned()))
            }
            When::Always | When::Done => None,
        }
    }

    fn shadow_of_kinds(
        &self,
        handlers: &[Handler<M>],
        place: usize,
        kinds: &[KindOf<M>],
    ) -> Option<Shadow> {
        let dead: Vec<_> = kinds
            .iter()
            .filter(|kind| self.is_behind(handlers, place, **kind))
            .map(|kind| kind.name())
            .collect();
        match dead.len() {
            0 => None,
            all if all == kinds.len() => Some(Shadow::All(BEHIND.to_owned())),
            _ => Some(Shadow::Some(format!(" for {}{BEHIND}", dead.join(" and ")))),
        }
    }

    /// Whether another handler of the state always takes this trigger before the one at `place`.
    fn is_behind(&self, handlers: &[Handler<M>], place: usize, kind: KindOf<M>) -> bool {
        let by_specificity = self.definition.semantics.wildcards == Wildcards::BySpecificity;
        let is_any = |at: usize| matches!(handlers[at].when, When::OnAny);
        let takes = |at: usize| match &handlers[at].when {
            When::On(kinds) => kinds.contains(&kind),
            When::OnAny => true,
            _ => false,
        };
        let comes_first = |other: usize| match (is_any(other), is_any(place)) {
            (false, true) if by_specificity => true,
            (true, false) if by_specificity => false,
            _ => other < place,
        };
        (0..handlers.len()).any(|other| {
            handlers[other].transition.guard.is_none() && takes(other) && comes_first(other)
        })
    }
}

const BEHIND: &str = ": one without a guard stands before it";

/// Groups timed transitions as `compile` does: those of one group share a timer.
fn same_timer<M: Machine>(one: &Delay<M>, other: &Delay<M>) -> bool {
    match (one, other) {
        (Delay::Fixed(one), Delay::Fixed(other)) => one == other,
        (Delay::Computed(one), Delay::Computed(other)) => Arc::ptr_eq(&one.delay, &other.delay),
        _ => false,
    }
}

fn fires_before<M: Machine>(one: &Delay<M>, other: &Delay<M>) -> bool {
    matches!((one, other), (Delay::Fixed(one), Delay::Fixed(other)) if one < other)
}

fn describe<M: Machine>(when: &When<M>) -> String {
    match when {
        When::On(kinds) => {
            let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
            format!("on {}", names.join(" or "))
        }
        When::OnAny => "on any trigger".to_owned(),
        When::Always => "without a trigger".to_owned(),
        When::After(delay) => format!("after {}", delay.describe()),
        When::Done => "when done".to_owned(),
    }
}
