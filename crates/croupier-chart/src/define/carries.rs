//! Passes a trigger's data to the actions and guards that take it.
//!
//! An action that takes `SpinWheel` can only be put on transitions for `SpinWheel`; anything else
//! is a fault of the definition. So no action has to check which trigger it got, and none can
//! silently do nothing because it got the wrong one.

use crate::define::callback::{ActionFn, GuardFn, own_name};
use crate::define::{Action, Guard, IntoAction, IntoGuard, KindOf, Machine, Name, Trigger};
use crate::run::{Look, Scope};

/// A trigger that carries a `P` for actions and guards to take.
///
/// [`triggers!`](crate::triggers) implements this for every variant with data. Implement it by hand
/// for data that several kinds have in common:
///
/// ```
/// use croupier_chart::triggers;
/// use croupier_chart::define::Carries;
/// use serde::{Deserialize, Serialize};
///
/// triggers! {
///     #[derive(Debug, Clone, Serialize, Deserialize)]
///     enum Say: Kind {
///         Call { seat: u8, bid: u8 } => "CALL",
///         Fold { seat: u8 } => "FOLD",
///         Tick => "TICK",
///     }
/// }
///
/// /// Who spoke.
/// struct Speaker(u8);
///
/// impl Carries<Speaker> for Say {
///     fn kinds() -> &'static [Kind] {
///         &[Kind::Call, Kind::Fold]
///     }
///
///     fn carried(&self) -> Option<Speaker> {
///         match *self {
///             Self::Call { seat, .. } | Self::Fold { seat } => Some(Speaker(seat)),
///             Self::Tick => None,
///         }
///     }
/// }
/// ```
pub trait Carries<P>: Trigger {
    /// The kinds of triggers that carry a `P`: exactly those for which [`carried`](Self::carried)
    /// returns one.
    fn kinds() -> &'static [Self::Kind];

    /// The data, if this trigger is of one of the [`kinds`](Self::kinds).
    fn carried(&self) -> Option<P>;
}

/// Names an action closure that takes the trigger's data.
pub fn action_with<M: Machine, P>(
    name: impl Into<Name>,
    run: impl Fn(&mut Scope<'_, M>, P) + Send + Sync + 'static,
) -> Action<M>
where
    M::Trigger: Carries<P>,
{
    let run: Box<ActionFn<M>> = Box::new(move |scope| {
        let data = scope.trigger().and_then(Carries::carried);
        run(scope, data.unwrap_or_else(|| not_carried::<P>()));
    });
    Action { name: name.into(), run: run.into(), takes: Some(kinds::<M, P>()) }
}

/// Names a guard closure that takes the trigger's data.
pub fn guard_with<M: Machine, P>(
    name: impl Into<Name>,
    test: impl Fn(&Look<'_, M>, P) -> bool + Send + Sync + 'static,
) -> Guard<M>
where
    M::Trigger: Carries<P>,
{
    let test: Box<GuardFn<M>> = Box::new(move |look| {
        let data = look.trigger().and_then(Carries::carried);
        test(look, data.unwrap_or_else(|| not_carried::<P>()))
    });
    let takes = Some(kinds::<M, P>());
    Guard::Call(crate::define::Call { name: name.into(), test: test.into(), takes })
}

fn kinds<M: Machine, P>() -> &'static [KindOf<M>]
where
    M::Trigger: Carries<P>,
{
    <M::Trigger as Carries<P>>::kinds()
}

/// Compiling has checked that the trigger is of one of the kinds, so only an `impl Carries` whose
/// two functions disagree gets here.
#[cold]
fn not_carried<P>() -> P {
    panic!("a trigger does not carry the {} that its kind promises", std::any::type_name::<P>())
}

impl<M: Machine, P, F> IntoAction<M, (P,)> for F
where
    M::Trigger: Carries<P>,
    F: Fn(&mut Scope<'_, M>, P) + Send + Sync + 'static,
{
    fn into_action(self) -> Action<M> {
        action_with(own_name::<F>(), self)
    }
}

impl<M: Machine, P, Q, F> IntoAction<M, (P, Q)> for F
where
    M::Trigger: Carries<(P, Q)>,
    F: Fn(&mut Scope<'_, M>, P, Q) + Send + Sync + 'static,
{
    fn into_action(self) -> Action<M> {
        action_with(own_name::<F>(), move |scope, (p, q)| self(scope, p, q))
    }
}

impl<M: Machine, P, F> IntoGuard<M, (P,)> for F
where
    M::Trigger: Carries<P>,
    F: Fn(&Look<'_, M>, P) -> bool + Send + Sync + 'static,
{
    fn into_guard(self) -> Guard<M> {
        guard_with(own_name::<F>(), self)
    }
}

impl<M: Machine, P, Q, F> IntoGuard<M, (P, Q)> for F
where
    M::Trigger: Carries<(P, Q)>,
    F: Fn(&Look<'_, M>, P, Q) -> bool + Send + Sync + 'static,
{
    fn into_guard(self) -> Guard<M> {
        guard_with(own_name::<F>(), move |look, (p, q)| self(look, p, q))
    }
}

/// The type of one variant's data, for [`triggers!`](crate::triggers). A variant without data has
/// none.
#[doc(hidden)]
#[macro_export]
macro_rules! __trigger_data {
    ($vis:vis $name:ident $kind:ident $variant:ident $text:literal) => {};
    ($vis:vis $name:ident $kind:ident $variant:ident $text:literal { $($field:ident: $ty:ty),+ }) => {
        #[doc = concat!("The data of `", $text, "`.")]
        #[derive(Debug, Clone)]
        #[allow(dead_code)] // Not every trigger has an action that takes its data.
        $vis struct $variant {
            $(#[allow(missing_docs)] $vis $field: $ty),+
        }

        impl $crate::define::Carries<$variant> for $name {
            fn kinds() -> &'static [$kind] {
                &[$kind::$variant]
            }

            #[inline]
            fn carried(&self) -> ::std::option::Option<$variant> {
                match self {
                    Self::$variant { $($field),+ } => ::std::option::Option::Some($variant {
                        $($field: ::std::clone::Clone::clone($field)),+
                    }),
                    #[allow(unreachable_patterns)] // The enum may have no other variant.
                    _ => ::std::option::Option::None,
                }
            }
        }
    };
    ($vis:vis $name:ident $kind:ident $variant:ident $text:literal ($a:ty)) => {
        $crate::__trigger_data! { @tuple $vis $name $kind $variant $text (a: $a) }
    };
    ($vis:vis $name:ident $kind:ident $variant:ident $text:literal ($a:ty, $b:ty)) => {
        $crate::__trigger_data! { @tuple $vis $name $kind $variant $text (a: $a, b: $b) }
    };
    ($vis:vis $name:ident $kind:ident $variant:ident $text:literal ($a:ty, $b:ty, $c:ty)) => {
        $crate::__trigger_data! { @tuple $vis $name $kind $variant $text (a: $a, b: $b, c: $c) }
    };
    // Variants with more than three unnamed fields get no data type: their fields should have
    // names.
    ($vis:vis $name:ident $kind:ident $variant:ident $text:literal ($($ty:ty),+)) => {};
    (@tuple $vis:vis $name:ident $kind:ident $variant:ident $text:literal ($($field:ident: $ty:ty),+)) => {
        #[doc = concat!("The data of `", $text, "`.")]
        #[derive(Debug, Clone)]
        #[allow(dead_code)] // Not every trigger has an action that takes its data.
        $vis struct $variant($($vis $ty),+);

        impl $crate::define::Carries<$variant> for $name {
            fn kinds() -> &'static [$kind] {
                &[$kind::$variant]
            }

            #[inline]
            fn carried(&self) -> ::std::option::Option<$variant> {
                match self {
                    Self::$variant($($field),+) => ::std::option::Option::Some($variant(
                        $(::std::clone::Clone::clone($field)),+
                    )),
                    #[allow(unreachable_patterns)] // The enum may have no other variant.
                    _ => ::std::option::Option::None,
                }
            }
        }
    };
}
