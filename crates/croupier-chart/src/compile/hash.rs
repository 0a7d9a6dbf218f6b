//! A chart's fingerprint, so that a save is never restored by another chart.

use crate::define::{Definition, Guard, Machine, StateDef, Transition, TriggerKind, When};

/// FNV-1a, written out here because the number must be the same on every machine and in every
/// version.
struct Fingerprint(u64);

impl Fingerprint {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

pub(crate) fn of<M: Machine>(definition: &Definition<M>) -> u64 {
    let mut print = Fingerprint(0xcbf2_9ce4_8422_2325);
    print.add(&definition.id);
    let semantics = definition.semantics;
    print.add(&format!("{:?} {:?}", semantics.selection, semantics.wildcards));
    add_state(&mut print, &definition.root);
    print.0
}

fn add_state<M: Machine>(print: &mut Fingerprint, state: &StateDef<M>) {
    print.add(&state.key);
    print.add(&format!("{:?}", state.kind));
    if let Some(initial) = &state.initial {
        add_transition(print, "initial", initial);
    }
    state.entry.iter().for_each(|action| print.add(&format!("entry {}", action.name)));
    state.exit.iter().for_each(|action| print.add(&format!("exit {}", action.name)));
    for handler in &state.handlers {
        let when = match &handler.when {
            When::On(kinds) => {
                let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
                format!("on {}", names.join(" "))
            }
            When::OnAny => "on any".to_owned(),
            When::Always => "always".to_owned(),
            When::After(delay) => format!("after {}", delay.describe()),
            When::Done => "done".to_owned(),
        };
        add_transition(print, &when, &handler.transition);
    }
    for child in &state.invokes {
        print.add(&format!("invoke {} {:x}", child.id(), child.chart().hash()));
        for transition in &child.on_done {
            add_transition(print, "child done", transition);
        }
    }
    print.add("children");
    state.children.iter().for_each(|child| add_state(print, child));
    print.add("end");
}

fn add_transition<M: Machine>(print: &mut Fingerprint, when: &str, transition: &Transition<M>) {
    print.add(when);
    transition.targets.iter().for_each(|target| print.add(&format!("to {target}")));
    if let Some(guard) = &transition.guard {
        print.add(&format!("if {}", Guard::describe(guard)));
    }
    transition.actions.iter().for_each(|action| print.add(&format!("do {}", action.name)));
    if transition.reenter {
        print.add("reenter");
    }
}
