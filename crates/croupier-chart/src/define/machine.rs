//! The types of a machine, and the triggers it reacts to.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::run::TimerId;

/// The types of a machine. A chart is defined for one machine.
///
/// [`Context`](Machine::Context) and [`Rules`](Machine::Rules) are deliberately separate. The
/// context is the little that the flow itself must remember (a turn counter, a tooltip), and it is
/// saved with the chart. The rules are the data the flow is about. They are lent to each step and
/// never owned, so they have their own saves, their own history and their own tests.
pub trait Machine: Sized + 'static {
    /// What the chart reacts to. Usually made with [`triggers!`](crate::triggers).
    type Trigger: Trigger;
    /// Flow data, owned by the chart and saved with it.
    type Context: Clone + Debug + Serialize + DeserializeOwned;
    /// The slots of invoked charts: a struct of `Option<Actor<…>>`, or `()`.
    type Children: Clone + Debug + Default;
    /// Rules data, lent to each step.
    type Rules;
    /// What the chart reports to the outside.
    type Emit;
    /// The result of the chart when it ends.
    type Output;

    /// Whether a timer that the chart itself starts may raise this trigger. By default any timer
    /// may raise anything.
    ///
    /// Such a trigger bypasses all checks, and saves are not trusted: a save with a timer that
    /// raises something else is rejected. In debug builds, starting such a timer panics.
    fn raises(timer: TimerId, trigger: &Self::Trigger) -> bool {
        let _ = (timer, trigger);
        true
    }
}

/// Something a chart reacts to.
pub trait Trigger: Clone + Debug + Serialize + DeserializeOwned + 'static {
    /// The trigger without its data, as definitions name it.
    type Kind: TriggerKind;

    /// This trigger's kind.
    fn kind(&self) -> Self::Kind;
}

/// A trigger without its data: a small dense number with a name.
pub trait TriggerKind: Copy + Eq + Debug + Send + Sync + 'static {
    /// Every kind, in the order of [`index`](TriggerKind::index).
    fn all() -> &'static [Self];

    /// The position in [`all`](TriggerKind::all).
    fn index(self) -> usize;

    /// The name used in exports, traces and refusals.
    fn name(self) -> &'static str;
}

/// The trigger of a machine that only time and eventless transitions move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
pub enum Never {}

impl Trigger for Never {
    type Kind = Never;

    fn kind(&self) -> Never {
        *self
    }
}

impl TriggerKind for Never {
    fn all() -> &'static [Self] {
        &[]
    }

    fn index(self) -> usize {
        match self {}
    }

    fn name(self) -> &'static str {
        match self {}
    }
}

/// Declares a trigger enum, the enum of its kinds, and for every variant with data a type named
/// after the variant, which actions and guards can [take](crate::define::Carries).
///
/// ```
/// use croupier_chart::triggers;
/// use croupier_chart::define::{Carries, Trigger, TriggerKind};
/// use serde::{Deserialize, Serialize};
///
/// triggers! {
///     /// What a lamp reacts to.
///     #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
///     pub enum Lamp: LampKind {
///         Toggle => "TOGGLE",
///         Dim { level: u8 } => "DIM",
///         Colour(u32) => "COLOUR",
///     }
/// }
///
/// assert_eq!(Lamp::Dim { level: 3 }.kind(), LampKind::Dim);
/// assert_eq!(LampKind::Colour.name(), "COLOUR");
/// assert_eq!(LampKind::all().len(), 3);
///
/// // What an action on `LampKind::Dim` gets.
/// let Some(Dim { level }) = Lamp::Dim { level: 3 }.carried() else { unreachable!() };
/// assert_eq!(level, 3);
/// ```
///
/// The types are defined next to the enum. If two enums of one file share a variant name, put one
/// of them into its own module.
#[macro_export]
macro_rules! triggers {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: $kind:ident {
            $(
                $(#[$inner:meta])*
                $variant:ident $(( $($tuple:ty),+ $(,)? ))? $({ $($field:ident: $ty:ty),+ $(,)? })? => $text:literal
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $( $(#[$inner])* #[doc = concat!("`", $text, "`")] $variant $(( $($tuple),+ ))? $({ $(#[allow(missing_docs)] $field: $ty),+ })? ),+
        }

        #[doc = concat!("The kinds of [`", stringify!($name), "`].")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $kind {
            $( #[doc = concat!("`", $text, "`")] $variant ),+
        }

        impl $crate::define::Trigger for $name {
            type Kind = $kind;

            #[inline]
            fn kind(&self) -> $kind {
                match self {
                    $( Self::$variant { .. } => $kind::$variant ),+
                }
            }
        }

        impl $crate::define::TriggerKind for $kind {
            fn all() -> &'static [Self] {
                &[$( Self::$variant ),+]
            }

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $text ),+
                }
            }
        }

        $( $crate::__trigger_data! {
            $vis $name $kind $variant $text $(( $($tuple),+ ))? $({ $($field: $ty),+ })?
        } )+
    };
}
