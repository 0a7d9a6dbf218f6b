//! A table of values by state, such as the phase that a view shows.

use std::fmt;
use std::marker::PhantomData;

use crate::define::Machine;
use crate::run::{Actor, Chart};

/// A value for every state of a chart, looked up by a snapshot. Made by [`Chart::map`].
pub struct StateMap<M, T> {
    values: Box<[T]>,
    machine: PhantomData<fn() -> M>,
}

impl<M: Machine> Chart<M> {
    /// Computes a value for every state from its path. The root's path is empty.
    ///
    /// ```
    /// # use croupier_chart::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # triggers! {
    /// #     #[derive(Debug, Clone, Serialize, Deserialize)]
    /// #     enum Press: Kind { Toggle => "TOGGLE" }
    /// # }
    /// # struct Lamp;
    /// # impl Machine for Lamp {
    /// #     type Trigger = Press;
    /// #     type Context = ();
    /// #     type Children = ();
    /// #     type Rules = ();
    /// #     type Emit = ();
    /// #     type Output = ();
    /// # }
    /// # let (off, on) = (state("off").on(Kind::Toggle, "on"), state("on").on(Kind::Toggle, "off"));
    /// # let root = state("lamp").initial("off").child(off).child(on);
    /// let lamp = Definition::<Lamp>::new("lamp", root).compile()?;
    /// let is_lit = lamp.map(|path| path == "on");
    /// let mut lamp = Runner::start(lamp, (), ())?;
    /// assert!(!is_lit.at(lamp.snapshot()));
    /// lamp.send(&Press::Toggle)?;
    /// assert!(is_lit.at(lamp.snapshot()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<T>(&self, value: impl FnMut(&str) -> T) -> StateMap<M, T> {
        let values = self.tables.paths.iter().map(String::as_str).map(value).collect();
        StateMap { values, machine: PhantomData }
    }
}

impl<M: Machine, T> StateMap<M, T> {
    /// The value of the active state that comes last in document order: the active leaf, unless
    /// there are regions.
    #[inline]
    pub fn at(&self, actor: &Actor<M>) -> &T {
        // With a snapshot of another chart, a state that this chart does not have counts as the
        // root.
        self.values.get(actor.progress.active.last().at()).unwrap_or(&self.values[0])
    }
}

impl<M, T: fmt::Debug> fmt::Debug for StateMap<M, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&*self.values).finish()
    }
}
