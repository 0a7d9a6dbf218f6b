//! Why actions are refused.

use std::fmt::{Debug, Display};

use serde_json::Value;

use crate::game::ErrorKind;

/// A refusal: a sentence for people, a code for programs.
pub trait Rejection: Debug + Display + Clone + PartialEq + Send + Sync + 'static {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    fn code(&self) -> &'static str;

    /// Returns this refusal as an error unless `holds`.
    ///
    /// ```
    /// use croupier_kit::cards::{Card, Pile};
    /// use croupier_kit::game::Rejection;
    /// use croupier_kit::rejects;
    ///
    /// rejects! {
    ///     pub enum Reject { NotHeld(card: Card) => "not_held": "you do not hold this card" }
    /// }
    ///
    /// fn may_play(hand: &Pile<Card, 52>, card: Card) -> Result<(), Reject> {
    ///     Reject::NotHeld(card).unless(hand.contains(card))
    /// }
    /// assert!(may_play(&Pile::new(), Card::default()).is_err());
    /// ```
    #[inline]
    fn unless(self, holds: bool) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(self) }
    }

    /// The category of the refusal.
    fn kind(&self) -> ErrorKind {
        ErrorKind::IllegalAction
    }

    /// Structured details for programs.
    fn details(&self) -> Option<Value> {
        None
    }
}

/// Declares why a game refuses actions. Every reason has a name, a stable code and a sentence,
/// which may use the data of the reason.
///
/// ```
/// use croupier_kit::cards::Card;
/// use croupier_kit::game::Rejection;
/// use croupier_kit::rejects;
///
/// rejects! {
///     /// Why an action is refused.
///     pub enum Reject in "crazy_eights" {
///         NotYourTurn => "not_your_turn": "it is not your turn",
///         NotHeld(card: Card) => "not_held": "you do not hold this card",
///         TooMany { drawn: u8, most: u8 } => "too_many": "{drawn} cards are more than {most}",
///     }
/// }
///
/// let reject = Reject::TooMany { drawn: 3, most: 2 };
/// assert_eq!(reject.to_string(), "3 cards are more than 2");
/// assert_eq!(reject.code(), "crazy_eights.too_many");
/// assert_eq!(Reject::CODES[1], "crazy_eights.not_held");
/// ```
///
/// Without `in "…"` the codes have no prefix, for specifications that define complete codes. The
/// enum is `Debug`, `Clone`, `PartialEq`, `Eq` and an `Error`. `CODES` lists all codes, for a test
/// that fails when one changes: they are part of the wire format. Other methods of
/// [`Rejection`](crate::game::Rejection) may follow after the enum.
#[macro_export]
macro_rules! rejects {
    ($(#[$meta:meta])* $vis:vis enum $name:ident in $game:literal { $($rest:tt)+ } $($method:item)*) => {
        $crate::rejects!(@ concat!($game, "."), $(#[$meta])* $vis enum $name { $($rest)+ } $($method)*);
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($rest:tt)+ } $($method:item)*) => {
        $crate::rejects!(@ "", $(#[$meta])* $vis enum $name { $($rest)+ } $($method)*);
    };
    (@
        $before:expr,
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$inner:meta])*
                $reason:ident $(( $($part:ident: $type:ty),+ $(,)? ))? $({ $($field:ident: $of:ty),+ $(,)? })?
                    => $code:literal: $sentence:literal
            ),+ $(,)?
        }
        $($method:item)*
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        $vis enum $name {
            $(
                $(#[$inner])*
                #[doc = concat!("`", $code, "`: ", $sentence, ".")]
                $reason $(( $($type),+ ))? $({ $(#[allow(missing_docs)] $field: $of),+ })?
            ),+
        }

        impl $name {
            /// All codes, in the order of the reasons.
            #[allow(dead_code)] // Not every game uses it.
            $vis const CODES: &'static [&'static str] = &[$( concat!($before, $code) ),+];
        }

        impl $crate::game::Rejection for $name {
            fn code(&self) -> &'static str {
                match self {
                    $( Self::$reason { .. } => concat!($before, $code) ),+
                }
            }

            $($method)*
        }

        impl ::std::fmt::Display for $name {
            #[allow(unused_variables)] // A sentence need not use all fields.
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(
                        Self::$reason $(( $($part),+ ))? $({ $($field),+ })? => {
                            ::std::write!(f, $sentence)
                        }
                    ),+
                }
            }
        }

        impl ::std::error::Error for $name {}
    };
}

#[cfg(test)]
mod tests {
    use crate::game::{ErrorKind, Rejection};

    rejects! {
        /// Codes that a specification gives.
        #[derive(Copy)]
        enum Bare {
            Paused => "paused": "the game is paused",
            /// With more to say than its sentence.
            Taken(slot: u8, by: u8) => "slot_taken": "slot {slot:02} is taken",
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::InvalidChoice
        }
    }

    #[test]
    fn codes_may_stand_alone_and_payloads_need_not_be_named() {
        let copied = Bare::Taken(3, 1);
        assert_eq!(
            (copied.to_string().as_str(), copied.code()),
            ("slot 03 is taken", "slot_taken")
        );
        assert_eq!(Bare::Paused.to_string(), "the game is paused");
        assert_eq!((Bare::Paused.kind(), Bare::Paused.details()), (ErrorKind::InvalidChoice, None));
        assert_eq!(Bare::CODES, ["paused", "slot_taken"]);
    }
}
