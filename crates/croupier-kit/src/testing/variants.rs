//! The names of all variants of an enum, found through its `Deserialize` implementation.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// The names of the variants of an enum, as serde writes them. Empty if the type is not an enum.
pub(super) fn variants<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(Probe) {
        Err(Answer::Enum(names)) => names,
        _ => &[],
    }
}

/// A deserializer without data: its error says which variants the type expects.
struct Probe;

#[derive(Debug)]
enum Answer {
    Enum(&'static [&'static str]),
    Other,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
impl std::error::Error for Answer {}
impl serde::de::Error for Answer {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }
}

impl<'de> Deserializer<'de> for Probe {
    type Error = Answer;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Answer> {
        Err(Answer::custom("nothing here"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Answer> {
        Err(Answer::Enum(names))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enum_names_its_variants() {
        assert_eq!(variants::<crate::matches::Act<u8>>(), ["do", "undo", "wait"]);
        assert!(variants::<u8>().is_empty());
    }
}
