//! Macros that declare a game's actions and events.

/// Declares a game's actions as [`triggers!`](croupier_chart::triggers) does, so that a chart can
/// react to them. The enum is `Debug`, `Clone` and `PartialEq` and is serialized in `snake_case`.
/// In a game whose flow is an [`ActionMachine`](crate::game::ActionMachine), the method `by` turns
/// an action into the trigger that [`Game::check`](crate::game::Game::check) returns.
///
/// ```
/// use croupier_kit::cards::Card;
/// use croupier_kit::game::{Seat, SeatAction};
/// use croupier_kit::actions;
///
/// actions! {
///     /// What a player may ask for.
///     pub enum Action: Kind {
///         Play { card: Card } => "PLAY",
///         Pass => "PASS",
///     }
/// }
///
/// let action = Action::Play { card: "7H".parse()? };
/// assert_eq!(serde_json::to_string(&action)?, r#"{"play":{"card":"7H"}}"#);
/// assert_eq!(action.by(Seat(1)), SeatAction { seat: Seat(1), action });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$meta:meta])* $vis:vis enum $name:ident: $kind:ident { $($actions:tt)+ }) => {
        #[allow(unused_imports)]
        use $crate::for_macros::*;

        $crate::described_triggers! {
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, $crate::serde::Serialize, $crate::serde::Deserialize)]
            #[serde(crate = "__croupier_serde", rename_all = "snake_case")]
            $vis enum $name: $kind { $($actions)+ }
        }

        impl $name {
            /// The trigger for this action by this seat. Call it only for an action that is legal
            /// now.
            #[allow(dead_code)] // A game with its own machine builds its own triggers.
            $vis fn by(&self, seat: $crate::game::Seat) -> $crate::game::SeatAction<Self> {
                $crate::game::SeatAction { seat, action: ::std::clone::Clone::clone(self) }
            }
        }
    };
}

/// Declares a game's events and who may know what of them. A field followed by `=> seat` is
/// [`Private`](crate::cards::Private) and visible only to the seat in the event's field of that
/// name; `=> nobody` hides it from everybody. `shown_to` returns an event as a viewer may see it.
///
/// ```
/// use croupier_kit::cards::{Card, Private};
/// use croupier_kit::game::{Seat, Viewer};
/// use croupier_kit::events;
///
/// events! {
///     /// What happened.
///     pub enum Event {
///         Drew { seat: Seat, card: Card => seat },
///         Passed { seat: Seat },
///     }
/// }
///
/// let card: Card = "7H".parse()?;
/// let event = Event::Drew { seat: Seat(1), card: Private::Known(card) };
/// assert_eq!(event.shown_to(Viewer::Seat(Seat(1))), event);
/// assert_eq!(event.shown_to(Viewer::Public), Event::Drew { seat: Seat(1), card: Private::Hidden });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The enum is `Debug`, `Clone` and `PartialEq` and is serialized in `snake_case`.
#[macro_export]
macro_rules! events {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$inner:meta])*
                $event:ident $({ $($part:ident: $ty:ty $(=> $who:ident)?),+ $(,)? })?
            ),+ $(,)?
        }
    ) => {
        #[allow(unused_imports)]
        use $crate::for_macros::*;

        $crate::described! {
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, $crate::serde::Serialize, $crate::serde::Deserialize)]
            #[serde(crate = "__croupier_serde", rename_all = "snake_case")]
            $vis enum $name {
                $(
                    $(#[$inner])*
                    $event $({
                        $(#[allow(missing_docs)] $part: $crate::event_part!($ty $(=> $who)?)),+
                    })?
                ),+
            }
        }

        impl $name {
            /// The event as a viewer may see it.
            #[allow(unused_variables)] // Unused where nothing is private.
            $vis fn shown_to(&self, viewer: $crate::game::Viewer) -> Self {
                match self {
                    $(
                        Self::$event $({ $($part),+ })? => Self::$event $({
                            $($part: $crate::event_part!(viewer sees $part $(=> $who)?)),+
                        })?
                    ),+
                }
            }
        }
    };
}

/// The type of one field of an event, and the field as a viewer may see it.
#[doc(hidden)]
#[macro_export]
macro_rules! event_part {
    ($viewer:ident sees $part:ident) => {
        ::std::clone::Clone::clone($part)
    };
    ($viewer:ident sees $part:ident => nobody) => {
        $crate::cards::Private::Hidden
    };
    ($viewer:ident sees $part:ident => $who:ident) => {
        ::std::clone::Clone::clone($part).shown($viewer.is(*$who))
    };
    ($ty:ty) => { $ty };
    ($ty:ty => $who:ident) => { $crate::cards::Private<$ty> };
}

/// Adds a JSON schema to a serialized type if the kit was built with the feature `schema`. The
/// kit's feature decides, because a macro cannot know the features of the crate that uses it.
#[doc(hidden)]
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! described {
    ($($item:tt)+) => {
        #[derive($crate::schema::schemars::JsonSchema)]
        #[schemars(crate = "__croupier_schemars")]
        $($item)+
    };
}

#[doc(hidden)]
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! described {
    ($($item:tt)+) => { $($item)+ };
}

/// The same for the triggers of a chart.
#[doc(hidden)]
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! described_triggers {
    ($($item:tt)+) => {
        $crate::chart::triggers! {
            #[derive($crate::schema::schemars::JsonSchema)]
            #[schemars(crate = "__croupier_schemars")]
            $($item)+
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! described_triggers {
    ($($item:tt)+) => { $crate::chart::triggers! { $($item)+ } };
}
