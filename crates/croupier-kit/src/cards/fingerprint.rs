//! A hash of a state that is the same on every machine and in every version.
//!
//! It is computed from the serialized data, so what is not saved does not count. Field names do not
//! count either, so renaming a field does not break replays.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// The fingerprint of some data.
pub fn fingerprint<T: Serialize + ?Sized>(data: &T) -> u64 {
    let mut print = Fingerprint(0x9e37_79b9_7f4a_7c15);
    // This only fails if a `Serialize` implementation itself returns an error.
    let _ = data.serialize(&mut print);
    print.finish()
}

/// A hasher that is fed by serialization.
#[derive(Debug, Clone)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Fingerprint {
    /// Adds a number to the hash.
    #[inline]
    pub fn add(&mut self, word: u64) {
        // Two rounds of multiply and fold spread every bit over the whole word.
        let mixed = (self.0 ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53).rotate_left(27);
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    /// The hash of everything added so far. More can be added afterwards.
    pub fn finish(&self) -> u64 {
        let folded = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        folded ^ (folded >> 32)
    }
}

/// The error type that serde requires. It only occurs if a `Serialize` implementation fails.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

impl serde::ser::Error for Unreadable {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Done = Result<(), Unreadable>;

macro_rules! numbers {
    ($($name:ident $type:ty),+) => {
        $(fn $name(self, number: $type) -> Done {
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless)] // Only the bits matter.
            self.add(number as u64);
            Ok(())
        })+
    };
}

impl Serializer for &mut Fingerprint {
    type Ok = ();
    type Error = Unreadable;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers!(serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32,
        serialize_i64 i64, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32,
        serialize_u64 u64, serialize_char char);

    fn is_human_readable(&self) -> bool {
        false
    }
    fn serialize_f32(self, number: f32) -> Done {
        self.serialize_u32(number.to_bits())
    }
    fn serialize_f64(self, number: f64) -> Done {
        self.serialize_u64(number.to_bits())
    }
    fn serialize_str(self, text: &str) -> Done {
        self.add_bytes(text.as_bytes());
        Ok(())
    }
    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        self.add_bytes(bytes);
        Ok(())
    }
    fn serialize_none(self) -> Done {
        self.add(0);
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.add(1);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Done {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Done {
        self.serialize_u32(index)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        self.add(u64::from(index));
        value.serialize(self)
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<Self, Unreadable> {
        self.add(len.map_or(u64::MAX, |len| len as u64));
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Unreadable> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Unreadable> {
        Ok(self)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Unreadable> {
        self.add(u64::from(index));
        Ok(self)
    }
    fn serialize_map(self, len: Option<usize>) -> Result<Self, Unreadable> {
        self.serialize_seq(len)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unreadable> {
        Ok(self)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Unreadable> {
        self.add(u64::from(index));
        Ok(self)
    }
}

macro_rules! parts {
    ($($trait:ident $method:ident),+) => {
        $(impl $trait for &mut Fingerprint {
            type Ok = ();
            type Error = Unreadable;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
                Ok(())
            }
        })+
    };
}
parts!(SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);

impl SerializeMap for &mut Fingerprint {
    type Ok = ();
    type Error = Unreadable;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        Ok(())
    }
}

macro_rules! fields {
    ($($trait:ident),+) => {
        $(impl $trait for &mut Fingerprint {
            type Ok = ();
            type Error = Unreadable;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done {
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
                Ok(())
            }
        })+
    };
}
fields!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct One {
        a: u8,
        b: Option<Vec<u16>>,
    }
    #[derive(Serialize)]
    struct Renamed {
        x: u8,
        y: Option<Vec<u16>>,
    }

    #[test]
    fn values_count_and_names_do_not() {
        let one = fingerprint(&One { a: 1, b: Some(vec![1, 2]) });
        assert_eq!(one, fingerprint(&Renamed { x: 1, y: Some(vec![1, 2]) }));
        assert_ne!(one, fingerprint(&One { a: 1, b: Some(vec![2, 1]) }));
        assert_ne!(one, fingerprint(&One { a: 1, b: None }));
        assert_ne!(fingerprint(&[vec![1], vec![]]), fingerprint(&[vec![], vec![1]]));
    }

    /// A fixed expected value, because golden replays depend on it.
    #[test]
    fn in_155_the_number_never_changes() {
        assert_eq!(
            fingerprint(&(1_u8, "croupier", [3_i32, -4])),
            fingerprint(&(1_u64, "croupier", [3_i64, -4]))
        );
        assert_eq!(fingerprint(&(1_u8, "croupier", [3_i32, -4])), 0xf9fb_aacc_34dc_5310);
        assert_eq!(fingerprint(&vec![1_u8, 2]), 0xf2aa_1890_5ce0_e25b);
    }

    /// A sequence of unknown length: its hash must not depend on the size of `usize`.
    struct Untold;

    impl Serialize for Untold {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut parts = serializer.serialize_seq(None)?;
            parts.serialize_element(&1_u8)?;
            parts.serialize_element(&2_u8)?;
            parts.end()
        }
    }

    #[test]
    fn in_155_the_number_does_not_depend_on_the_machine() {
        assert_eq!(fingerprint(&Untold), 0x8281_c56f_455b_8514);
    }
}
