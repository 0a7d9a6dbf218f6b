//! An action and who acted: the trigger for the chart of a small game.

use croupier_chart::define::{Carries, Trigger, TriggerKind};
use serde::{Deserialize, Serialize};

use crate::game::Seat;

/// An action that [`Game::check`](crate::game::Game::check) has accepted, and the seat that acts.
/// It is the trigger of an [`ActionMachine`](crate::game::ActionMachine), created with the `by` of
/// [`actions!`](crate::actions).
///
/// A rule takes as much of it as it needs: nothing, the seat, or the seat and the action's data.
///
/// ```
/// # use croupier_chart::prelude::*;
/// # use croupier_kit::cards::Card;
/// # use croupier_kit::game::{Seat, SeatAction};
/// # use croupier_kit::actions;
/// # struct Flow;
/// # impl croupier_chart::define::Machine for Flow {
/// #     type Trigger = SeatAction<Action>; type Context = (); type Children = ();
/// #     type Rules = Vec<String>; type Emit = (); type Output = ();
/// # }
/// actions! {
///     /// What a player may ask for.
///     pub enum Action: Kind {
///         Play { card: Card } => "PLAY",
///         Pass => "PASS",
///     }
/// }
///
/// fn play(scope: &mut Scope<'_, Flow>, seat: Seat, Play { card }: Play) {
///     scope.rules.push(format!("{seat} plays {card}"));
/// }
///
/// fn pass(scope: &mut Scope<'_, Flow>, seat: Seat) {
///     scope.rules.push(format!("{seat} passes"));
/// }
///
/// let turn = state("turn")
///     .on(Kind::Play, internal().run(play))
///     .on(Kind::Pass, internal().run(pass));
/// # let mut flow = croupier_chart::run::Runner::start(Definition::new("it", turn).compile()?, (), vec![])?;
/// # flow.send(&Action::Play { card: "7H".parse()? }.by(Seat(1)))?;
/// # flow.send(&Action::Pass.by(Seat(0)))?;
/// # assert_eq!(flow.rules, ["P2 plays 7H", "P1 passes"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatAction<A> {
    /// The seat that acts. It need not be the one whose turn it is.
    pub seat: Seat,
    /// What it requests, as the game defines it.
    pub action: A,
}

impl<A: Trigger> Trigger for SeatAction<A> {
    type Kind = A::Kind;

    #[inline]
    fn kind(&self) -> A::Kind {
        self.action.kind()
    }
}

impl<A: Trigger> Carries<Seat> for SeatAction<A> {
    fn kinds() -> &'static [A::Kind] {
        A::Kind::all()
    }

    #[inline]
    fn carried(&self) -> Option<Seat> {
        Some(self.seat)
    }
}

impl<A: Carries<P>, P> Carries<(Seat, P)> for SeatAction<A> {
    fn kinds() -> &'static [A::Kind] {
        A::kinds()
    }

    #[inline]
    fn carried(&self) -> Option<(Seat, P)> {
        Some((self.seat, self.action.carried()?))
    }
}
