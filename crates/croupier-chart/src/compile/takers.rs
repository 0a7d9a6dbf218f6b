//! Checks callbacks against the triggers they depend on, and splits preconditions from other
//! guards.

use crate::define::{Action, Fault, Guard, KindOf, Machine, Transition, TriggerKind, When};

/// Reports callbacks that need data or preconditions of a trigger that does not cause their
/// transition.
pub(super) fn check<M: Machine>(
    transition: &Transition<M>,
    when: &When<M>,
    place: impl Fn() -> String,
    faults: &mut Vec<Fault>,
) {
    let kinds = match when {
        When::On(kinds) => Some(&kinds[..]),
        When::OnAny => Some(KindOf::<M>::all()),
        When::Always | When::After(_) | When::Done => None,
    };
    check_actions(&transition.actions, kinds, &place, faults);
    if let Some(guard) = &transition.guard {
        check_guard(guard, kinds, &place, faults);
    }
}

/// The same for actions. `kinds` are the triggers that lead to them; `None` if they also run
/// without a trigger.
pub(super) fn check_actions<M: Machine>(
    actions: &[Action<M>],
    kinds: Option<&[KindOf<M>]>,
    place: impl Fn() -> String,
    faults: &mut Vec<Fault>,
) {
    for action in actions {
        check_taker::<M>(&action.name, action.takes, kinds, &place, faults);
    }
}

fn check_guard<M: Machine>(
    guard: &Guard<M>,
    kinds: Option<&[KindOf<M>]>,
    place: &impl Fn() -> String,
    faults: &mut Vec<Fault>,
) {
    match guard {
        Guard::Call(call) => check_taker::<M>(&call.name, call.takes, kinds, place, faults),
        Guard::All(guards) | Guard::Any(guards) => {
            for guard in guards {
                check_guard(guard, kinds, place, faults);
            }
        }
        Guard::Not(guard) => check_guard(guard, kinds, place, faults),
        Guard::InState(_) => {}
        Guard::Given(guard) => {
            if kinds.is_none() {
                faults.push(Fault::NeedlessPrecondition { place: place() });
            }
            check_guard(guard, kinds, place, faults);
        }
    }
}

fn check_taker<M: Machine>(
    name: &str,
    takes: Option<&[KindOf<M>]>,
    kinds: Option<&[KindOf<M>]>,
    place: &impl Fn() -> String,
    faults: &mut Vec<Fault>,
) {
    let Some(takes) = takes else { return };
    if !kinds.is_some_and(|kinds| kinds.iter().all(|kind| takes.contains(kind))) {
        let names: Vec<_> = takes.iter().map(|kind| kind.name()).collect();
        let (callback, takes) = (name.to_owned(), names.join(" or "));
        faults.push(Fault::WrongTrigger { place: place(), callback, takes });
    }
}

/// The guard that remains when its preconditions are known to hold. A precondition inside `any` or
/// `not` says nothing about the whole guard, so it is kept there.
pub(super) fn without_preconditions<M: Machine>(guard: &Guard<M>) -> Option<Guard<M>> {
    match guard {
        Guard::Given(_) => None,
        Guard::All(guards) => {
            let mut left: Vec<_> = guards.iter().filter_map(without_preconditions).collect();
            if left.len() < 2 { left.pop() } else { Some(Guard::All(left)) }
        }
        Guard::Call(_) | Guard::Any(_) | Guard::Not(_) | Guard::InState(_) => Some(guard.clone()),
    }
}
