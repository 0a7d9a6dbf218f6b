//! A ready-made machine for charts that react to the game's own actions and have no context.

use std::fmt;
use std::marker::PhantomData;

use croupier_chart::define::{Machine, Trigger};
use croupier_chart::run::TimerId;

use crate::game::{Game, RuleContext, SeatAction};

/// A ready-made flow type: `type Flow = ActionMachine<Self>`. Its triggers are the game's actions,
/// declared with [`actions!`](crate::actions), together with [who acted](SeatAction). It has no
/// context, no children, no output and no timers.
pub struct ActionMachine<G>(PhantomData<fn() -> G>);

impl<G: Game<Action: Trigger>> Machine for ActionMachine<G> {
    type Trigger = SeatAction<G::Action>;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<G>;
    type Emit = ();
    type Output = ();

    /// Always false: a timer would raise actions that nobody has checked.
    fn raises(_: TimerId, _: &Self::Trigger) -> bool {
        false
    }
}

impl<G> fmt::Debug for ActionMachine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ActionMachine")
    }
}
