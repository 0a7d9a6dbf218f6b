//! JSON Schemas of everything that is sent over the wire (feature `schema`).
//!
//! With the feature, everything that clients send or receive implements `schemars::JsonSchema`: the
//! types of the kit, and the options, views, actions and events of a game. A game derives it for
//! its types, behind its own feature:
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
//! [`actions!`](crate::actions) and [`events!`](crate::events) do that automatically. Generic code
//! requires [`Described`], which every game satisfies while the feature is off.
//!
//! Schemas of server messages describe what is *sent*: a field that is always present is required,
//! and one that is omitted when empty is never null, unless it is marked with `extend("x-null" =
//! true)` because null has a meaning of its own there. Schemas of client messages describe what is
//! *accepted*.

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

/// A type with a JSON Schema if the feature `schema` is on; otherwise any type.
#[cfg(feature = "schema")]
pub trait Schema: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema + ?Sized> Schema for T {}

/// A type with a JSON Schema if the feature `schema` is on; otherwise any type.
#[cfg(not(feature = "schema"))]
pub trait Schema {}
#[cfg(not(feature = "schema"))]
impl<T: ?Sized> Schema for T {}

/// A game with JSON Schemas if the feature `schema` is on; otherwise any game.
pub trait Described: Game<Options: Schema, View: Schema, Action: Schema, Event: Schema> {}
impl<G: Game<Options: Schema, View: Schema, Action: Schema, Event: Schema>> Described for G {}

/// Gives a type with a hand-written serialization a schema under its own name. For crates with the
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
