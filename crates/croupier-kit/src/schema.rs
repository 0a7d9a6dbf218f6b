//! The shapes of what goes over the wire, as JSON Schema (feature `schema`).
//!
//! With the feature, everything that a client is sent or sends has a schema, by `schemars::JsonSchema`:
//! what the kit has, and what a game calls its options, views, actions and events. A game derives
//! it where it declares those, behind a feature of its own:
//!
//! ```toml
//! [features]
//! schema = ["dep:schemars", "croupier-kit/schema"]
//! ```
//!
//! ```text
//! #[derive(Serialize, Deserialize)]
//! #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
//! pub struct View { … }
//! ```
//!
//! [`actions!`](crate::actions) and [`events!`](crate::events) do so by themselves. What code asks
//! for is [`Described`], which every game is as long as the feature is off.
//!
//! Schemas tell what is *sent*: a field that is always there is required, and one that is left out
//! when there is nothing to say is never null, unless it is marked with `extend("x-null" = true)`
//! because null means something else there. For what a client sends they tell what is *read*.

#[cfg(feature = "schema")]
mod collected;
#[cfg(feature = "schema")]
mod tidy;
#[cfg(feature = "schema")]
mod written;

#[cfg(feature = "schema")]
pub use schemars;

#[cfg(feature = "schema")]
pub use self::collected::{
    Collector, Definitions, GameSchema, from_clients, from_servers, of_game,
};
#[cfg(feature = "schema")]
pub use self::written::{AnyAction, AnyEvent, AnyLogEvent, AnyOptions, AnyView};
use crate::game::Game;

/// A type whose shape is known, where the feature `schema` is on. Without it, any type.
#[cfg(feature = "schema")]
pub trait Schema: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema + ?Sized> Schema for T {}

/// A type whose shape is known, where the feature `schema` is on. Without it, any type.
#[cfg(not(feature = "schema"))]
pub trait Schema {}
#[cfg(not(feature = "schema"))]
impl<T: ?Sized> Schema for T {}

/// A game whose shapes are known, where the feature `schema` is on. Without it, any game.
pub trait Described: Game<Options: Schema, View: Schema, Action: Schema, Event: Schema> {}
impl<G: Game<Options: Schema, View: Schema, Action: Schema, Event: Schema>> Described for G {}

/// Describes a type that is written by hand, under a name of its own, for crates that have the
/// feature `schema`.
///
/// ```
/// use croupier_kit::described_as;
/// use croupier_kit::schema::schemars::json_schema;
///
/// /// Written as `m3`.
/// struct MeldId(u8);
/// described_as!(MeldId, "MeldId", |_| json_schema!({"type": "string", "pattern": "^m[0-9]+$"}));
/// ```
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! described_as {
    ($type:ty, $name:expr, |$generator:pat_param| $schema:expr) => {
        impl $crate::schema::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed($name)
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(::std::concat!(
                    ::std::module_path!(),
                    "::",
                    ::std::stringify!($type)
                ))
            }

            fn json_schema(
                $generator: &mut $crate::schema::schemars::SchemaGenerator,
            ) -> $crate::schema::schemars::Schema {
                $schema
            }
        }
    };
}
