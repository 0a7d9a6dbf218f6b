//! Actions, guards and delays: named functions attached to the states of a definition.
//!
//! A plain function brings its own name. A closure has none, so name it with [`action`], [`guard`]
//! or [`delay`]; closures may capture, which is how a loop builds one region per seat. Callbacks
//! that take a trigger's data are in `carries`.

use std::any::type_name;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::Millis;
use crate::define::{KindOf, Machine};
use crate::run::{Look, Scope};

/// A name in a definition: static when written in code, owned when built in a loop.
pub type Name = Cow<'static, str>;

pub(crate) type ActionFn<M> = dyn Fn(&mut Scope<'_, M>) + Send + Sync;
pub(crate) type GuardFn<M> = dyn Fn(&Look<'_, M>) -> bool + Send + Sync;
pub(crate) type DelayFn<M> = dyn Fn(&Look<'_, M>) -> Millis + Send + Sync;
pub(crate) type OutputFn<M> = dyn Fn(&Look<'_, M>) -> <M as Machine>::Output + Send + Sync;
pub(crate) type TriggerFn<M> = dyn Fn(&Look<'_, M>) -> <M as Machine>::Trigger + Send + Sync;

/// A callback that runs on entry, on exit, or when a transition is taken.
pub struct Action<M: Machine> {
    /// The name in exports and traces.
    pub name: Name,
    pub(crate) run: Arc<ActionFn<M>>,
    /// The trigger kinds whose data it takes; `None` if it takes no data.
    pub(crate) takes: Option<&'static [KindOf<M>]>,
}

/// Decides whether a transition may be taken. Guards only read; they never write.
pub enum Guard<M: Machine> {
    /// A named function.
    Call(Call<M>),
    /// Holds if all of these hold.
    All(Vec<Guard<M>>),
    /// Holds if at least one of these holds.
    Any(Vec<Guard<M>>),
    /// Holds if this one does not.
    Not(Box<Guard<M>>),
    /// Holds while a state is active. The state is named like a transition's target.
    InState(Name),
    /// A precondition: skipped for triggers that were checked before they were sent. Made by
    /// [`Transition::given`](crate::define::Transition::given).
    Given(Box<Guard<M>>),
}

/// A guard's function and its name.
pub struct Call<M: Machine> {
    /// The name in exports and traces.
    pub name: Name,
    pub(crate) test: Arc<GuardFn<M>>,
    /// The trigger kinds whose data it takes; `None` if it takes no data.
    pub(crate) takes: Option<&'static [KindOf<M>]>,
}

/// How long a timed transition waits.
pub enum Delay<M: Machine> {
    /// A constant delay.
    Fixed(Millis),
    /// Computed when the state is entered.
    Computed(Computed<M>),
}

/// A delay's function and its name.
pub struct Computed<M: Machine> {
    /// The name in exports and traces.
    pub name: Name,
    pub(crate) delay: Arc<DelayFn<M>>,
}

/// Names an action closure.
pub fn action<M: Machine>(
    name: impl Into<Name>,
    run: impl Fn(&mut Scope<'_, M>) + Send + Sync + 'static,
) -> Action<M> {
    Action { name: name.into(), run: Arc::new(run), takes: None }
}

/// Names a guard closure.
pub fn guard<M: Machine>(
    name: impl Into<Name>,
    test: impl Fn(&Look<'_, M>) -> bool + Send + Sync + 'static,
) -> Guard<M> {
    Guard::Call(Call { name: name.into(), test: Arc::new(test), takes: None })
}

/// Names a delay closure.
pub fn delay<M: Machine>(
    name: impl Into<Name>,
    delay: impl Fn(&Look<'_, M>) -> Millis + Send + Sync + 'static,
) -> Delay<M> {
    Delay::Computed(Computed { name: name.into(), delay: Arc::new(delay) })
}

/// A guard that holds when all of these hold.
pub fn all<M: Machine>(guards: impl IntoIterator<Item = Guard<M>>) -> Guard<M> {
    Guard::All(guards.into_iter().collect())
}

/// A guard that holds when at least one of these holds.
pub fn any<M: Machine>(guards: impl IntoIterator<Item = Guard<M>>) -> Guard<M> {
    Guard::Any(guards.into_iter().collect())
}

/// A guard that holds when this one does not.
pub fn not<M: Machine, Args>(guard: impl IntoGuard<M, Args>) -> Guard<M> {
    Guard::Not(Box::new(guard.into_guard()))
}

/// A guard that holds while a state is active.
pub fn in_state<M: Machine>(state: impl Into<Name>) -> Guard<M> {
    Guard::InState(state.into())
}

/// A function or a named closure that can be an action. `Args` is what it takes besides the
/// [`Scope`]: nothing, or the trigger's data, which the trigger must
/// [carry](crate::define::Carries).
pub trait IntoAction<M: Machine, Args = ()> {
    /// Converts it into an action.
    fn into_action(self) -> Action<M>;
}

impl<M: Machine, F: Fn(&mut Scope<'_, M>) + Send + Sync + 'static> IntoAction<M> for F {
    fn into_action(self) -> Action<M> {
        action(own_name::<F>(), self)
    }
}

impl<M: Machine> IntoAction<M> for Action<M> {
    fn into_action(self) -> Action<M> {
        self
    }
}

/// A function, a named closure or a combination that can be a guard. `Args` is what it takes
/// besides the [`Look`]: nothing, or the trigger's data, which the trigger must
/// [carry](crate::define::Carries).
pub trait IntoGuard<M: Machine, Args = ()> {
    /// Converts it into a guard.
    fn into_guard(self) -> Guard<M>;
}

impl<M: Machine, F: Fn(&Look<'_, M>) -> bool + Send + Sync + 'static> IntoGuard<M> for F {
    fn into_guard(self) -> Guard<M> {
        guard(own_name::<F>(), self)
    }
}

impl<M: Machine> IntoGuard<M> for Guard<M> {
    fn into_guard(self) -> Guard<M> {
        self
    }
}

/// A [`Millis`], a function or a named closure that can be a delay.
pub trait IntoDelay<M: Machine> {
    /// Converts it into a delay.
    fn into_delay(self) -> Delay<M>;
}

impl<M: Machine, F: Fn(&Look<'_, M>) -> Millis + Send + Sync + 'static> IntoDelay<M> for F {
    fn into_delay(self) -> Delay<M> {
        delay(own_name::<F>(), self)
    }
}

impl<M: Machine> IntoDelay<M> for Millis {
    fn into_delay(self) -> Delay<M> {
        Delay::Fixed(self)
    }
}

impl<M: Machine> IntoDelay<M> for Delay<M> {
    fn into_delay(self) -> Delay<M> {
        self
    }
}

/// The bare name of a function, without its path and type parameters.
///
/// A closure is named after the function that contains it. If it appears in an export, give it a
/// better name with [`action`] and the like.
pub(crate) fn own_name<F>() -> String {
    let full = type_name::<F>();
    let bare = full.split('<').next().unwrap_or(full);
    let mut parts = bare.rsplit("::");
    match parts.next() {
        Some("{{closure}}") => {
            let outer = parts.find(|part| *part != "{{closure}}").unwrap_or("chart");
            format!("{outer}_closure")
        }
        Some(name) => name.to_owned(),
        None => bare.to_owned(),
    }
}

impl<M: Machine> Guard<M> {
    /// The guard in readable form: `isOpen and not (isPaused or in playing)`.
    pub fn describe(&self) -> String {
        fn group<M: Machine>(guards: &[Guard<M>], word: &str) -> String {
            let parts: Vec<_> = guards.iter().map(Guard::describe).collect();
            format!("({})", parts.join(word))
        }
        match self {
            Self::Call(call) => call.name.to_string(),
            Self::All(guards) => group(guards, " and "),
            Self::Any(guards) => group(guards, " or "),
            Self::Not(guard) => format!("not {}", guard.describe()),
            Self::InState(state) => format!("in {state}"),
            Self::Given(guard) => guard.describe(),
        }
    }
}

impl<M: Machine> Delay<M> {
    /// The delay in readable form: `2000 ms` or the name of its function.
    pub fn describe(&self) -> String {
        match self {
            Self::Fixed(span) => span.to_string(),
            Self::Computed(computed) => computed.name.to_string(),
        }
    }
}

// A derived `Clone` would require `M: Clone`, and `Debug` cannot print a function.
impl<M: Machine> Clone for Action<M> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), run: Arc::clone(&self.run), takes: self.takes }
    }
}
impl<M: Machine> Clone for Call<M> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), test: Arc::clone(&self.test), takes: self.takes }
    }
}
impl<M: Machine> Clone for Computed<M> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), delay: Arc::clone(&self.delay) }
    }
}
impl<M: Machine> Clone for Guard<M> {
    fn clone(&self) -> Self {
        match self {
            Self::Call(call) => Self::Call(call.clone()),
            Self::All(guards) => Self::All(guards.clone()),
            Self::Any(guards) => Self::Any(guards.clone()),
            Self::Not(guard) => Self::Not(guard.clone()),
            Self::InState(state) => Self::InState(state.clone()),
            Self::Given(guard) => Self::Given(guard.clone()),
        }
    }
}
impl<M: Machine> Clone for Delay<M> {
    fn clone(&self) -> Self {
        match self {
            Self::Fixed(span) => Self::Fixed(*span),
            Self::Computed(computed) => Self::Computed(computed.clone()),
        }
    }
}
impl<M: Machine> fmt::Debug for Action<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({})", self.name)
    }
}
impl<M: Machine> fmt::Debug for Guard<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Guard({})", self.describe())
    }
}
impl<M: Machine> fmt::Debug for Delay<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Delay({})", self.describe())
    }
}

impl<M: Machine> fmt::Debug for Call<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Call({})", self.name)
    }
}
impl<M: Machine> fmt::Debug for Computed<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Computed({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring_the_bell() {}
    fn generic<T>(_: T) {}
    fn name_of<F>(_: &F) -> String {
        own_name::<F>()
    }

    #[test]
    fn a_function_is_called_by_its_own_name() {
        assert_eq!(name_of(&ring_the_bell), "ring_the_bell");
        assert_eq!(name_of(&generic::<Vec<std::string::String>>), "generic");
    }

    #[test]
    fn a_closure_is_called_after_its_function() {
        assert_eq!(name_of(&|| ()), "a_closure_is_called_after_its_function_closure");
    }
}
