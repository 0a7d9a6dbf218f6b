//! Enums that are serialized as strings and accept unknown names, so that the rules can refuse
//! them.
//!
//! `Unknown` is a variant, and not an `Option` around the enum, because an unknown name has to get
//! as far as the chart: the specification refuses it there, with the guards `knownCharacter` and
//! `knownBackground`, and the error code of DW-190 names what was unknown. `ALL`, the schema and
//! everything that is offered leave it out.

macro_rules! names {
    ($(#[$meta:meta])* $name:ident { $($variant:ident => $text:literal, $doc:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $doc] $variant,)+
            /// An id that is not in the list; never stored.
            Unknown,
        }

        impl $name {
            /// All known names, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name as a string.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Unknown => "unknown",
                }
            }
        }

        #[cfg(feature = "schema")]
        croupier_kit::described_as!($name, stringify!($name), |_| schemars::json_schema!({
            "type": "string",
            "oneOf": [$({"const": $text, "description": $doc}),+],
        }));

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                let known = Self::ALL.iter().copied().find(|known| known.id() == text);
                // An unknown name gets its own error code from the rules (DW-190).
                Ok(known.unwrap_or(Self::Unknown))
            }
        }
    };
}
pub(crate) use names;
