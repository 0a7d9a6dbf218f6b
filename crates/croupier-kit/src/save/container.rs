//! Saves as bytes: canonical JSON with a checksum, plain or compressed.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Read};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use zstd::bulk::Compressor;

use super::migrate::{Chain, Fields};
use super::{Save, SaveError, canonical};

/// The value of the field `format` in every save.
const FORMAT: &str = "croupier-save";

const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// A frame that needs a larger window than any save is not a save.
const ZSTD_WINDOW_LOG: u32 = 26;
/// The fastest level: higher ones take twice as long to save a tenth of the bytes.
const ZSTD_LEVEL: i32 = 1;

/// Each thread keeps its compressor: creating one takes longer than compressing a small save.
fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    thread_local! {
        static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    COMPRESSOR.with_borrow_mut(|kept| {
        let compressor = match kept {
            Some(compressor) => compressor,
            None => kept.insert(Compressor::new(ZSTD_LEVEL)?),
        };
        compressor.include_checksum(true)?;
        compressor.compress(bytes)
    })
}

/// A kind of file: its `format` field and the versions of its format.
pub(crate) struct Container {
    format: &'static str,
    versions: Chain,
}

impl Container {
    pub(crate) const fn new(format: &'static str, versions: Chain) -> Self {
        Self { format, versions }
    }

    /// Canonical JSON with a checksum: equal content gives equal bytes.
    pub(crate) fn to_json(&self, content: &impl Serialize) -> Vec<u8> {
        let whole = Whole { format: self.format, version: self.versions.latest, content };
        let json = canonical::to_json(&whole).expect("it is a struct of plain data");
        let checksum = checksum(&json);
        // Shortcut: if all other keys sort after `checksum`, it can be inserted at the front.
        if json.starts_with(b"{\"") && json[2..] > b"checksum"[..] {
            return [br#"{"checksum":""#, checksum.as_bytes(), b"\",", &json[1..]].concat();
        }
        let sealed = Sealed { checksum, whole };
        canonical::to_json(&sealed).expect("it is a struct of plain data")
    }

    /// The same, compressed.
    pub(crate) fn to_zstd(&self, content: &impl Serialize) -> Vec<u8> {
        compress(&self.to_json(content)).expect("compressing in memory fails only without memory")
    }

    /// Reads a file, plain or compressed.
    pub(crate) fn read<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, SaveError> {
        let text = unpack(bytes)?;
        let value = serde_json::from_slice(&text);
        let value = value.map_err(|why| SaveError::Damaged(why.to_string()))?;
        let Value::Object(mut fields) = value else { return Err(SaveError::NotASave) };
        if fields.get("format").and_then(Value::as_str) != Some(self.format) {
            return Err(SaveError::NotASave);
        }
        let version = fields.get("version").and_then(Value::as_u64).ok_or(SaveError::NotASave)?;
        // A later version may use another checksum, so the version is checked first.
        if version > u64::from(self.versions.latest) {
            return Err(SaveError::NewerFormat { found: version, known: self.versions.latest });
        }
        let written = fields.shift_remove("checksum");
        if written.as_ref().and_then(Value::as_str) != Some(&checksum_of(&fields)) {
            return Err(SaveError::WrongChecksum);
        }
        let mut fields = self.versions.bring_forward(version, fields)?;
        fields.shift_remove("format");
        fields.shift_remove("version");
        T::deserialize(Value::Object(fields)).map_err(|why| SaveError::Malformed(why.to_string()))
    }
}

impl Save {
    /// The version of the format that is written. Version 1 is frozen.
    pub const VERSION: u32 = 1;
    /// The maximum number of bytes to read, after decompression.
    pub const LIMIT: usize = 64 << 20;

    /// There are no migrations: version 1 is the first.
    const CONTAINER: Container =
        Container::new(FORMAT, Chain { latest: Self::VERSION, steps: &[] });

    /// The save as canonical JSON: sorted keys and no whitespace, so that equal saves give equal
    /// bytes.
    pub fn to_json(&self) -> Vec<u8> {
        Self::CONTAINER.to_json(self)
    }

    /// The same, compressed.
    pub fn to_zstd(&self) -> Vec<u8> {
        Self::CONTAINER.to_zstd(self)
    }

    /// Reads a save, plain or compressed. A file that was modified after it was written is refused.
    pub fn read(bytes: &[u8]) -> Result<Self, SaveError> {
        Self::CONTAINER.read(bytes)
    }
}

/// The content that the checksum covers.
#[derive(Serialize)]
struct Whole<'a, T> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    content: &'a T,
}

#[derive(Serialize)]
struct Sealed<'a, T> {
    checksum: String,
    #[serde(flatten)]
    whole: Whole<'a, T>,
}

/// SHA-256 in hexadecimal.
fn checksum(json: &[u8]) -> String {
    let sum = Sha256::digest(json);
    sum.iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn checksum_of(fields: &Fields) -> String {
    checksum(&canonical::to_json(fields).expect("it was read from JSON"))
}

/// The JSON in these bytes, up to the maximum size of a save.
fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, SaveError> {
    let too_large = SaveError::TooLarge { limit: Save::LIMIT };
    if !bytes.starts_with(&ZSTD_MAGIC) {
        let fits = bytes.len() <= Save::LIMIT;
        return if fits { Ok(Cow::Borrowed(bytes)) } else { Err(too_large) };
    }
    let decompress = || {
        let mut decoder = zstd::Decoder::with_buffer(bytes)?;
        decoder.window_log_max(ZSTD_WINDOW_LOG)?;
        let mut text = vec![];
        decoder.take(Save::LIMIT as u64 + 1).read_to_end(&mut text)?;
        Ok::<_, std::io::Error>(text)
    };
    let text = decompress().map_err(|why| SaveError::Damaged(why.to_string()))?;
    if text.len() <= Save::LIMIT { Ok(Cow::Owned(text)) } else { Err(too_large) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::UnixMillis;
    use crate::cards::Seed;

    fn save() -> Save {
        let actor = json!({"chart": "c", "hash": "0", "active": [], "context": null});
        let snapshot = json!({
            "state": {"b": [1, u64::MAX], "a": 0.1},
            "flow": {"now": u64::MAX, "seq": 0, "root": actor},
            "dice": {"key": null, "position": 0},
            "clock": null, "step": 3,
            "hash": "00000000000000ff",
        });
        serde_json::from_value(json!({
            "timestamp": 1_700_000_000_000_u64,
            "metadata": {"match_id": "m", "players": ["Ann"], "turn_count": 3},
            "game": "g", "rules": 1, "dealt_under": 1, "options": {}, "seats": ["person"],
            "undo": false, "seed": Seed([7; 32]), "inputs": [], "snapshot": snapshot,
        }))
        .unwrap()
    }

    fn sealed(mut value: Value) -> Vec<u8> {
        let mut fields = std::mem::take(value.as_object_mut().unwrap());
        fields.insert("checksum".to_owned(), checksum_of(&fields).into());
        serde_json::to_vec(&fields).unwrap()
    }

    #[test]
    fn bytes_are_canonical_and_read_back() {
        let json = save().to_json();
        assert_eq!(Save::read(&json).unwrap(), save());
        assert_eq!(Save::read(&save().to_zstd()).unwrap(), save());
        assert_eq!(Save::read(&json).unwrap().to_json(), json);
        let spread = serde_json::to_vec_pretty(&serde_json::from_slice::<Value>(&json).unwrap());
        assert_eq!(Save::read(&spread.unwrap()).unwrap(), save());
    }

    #[test]
    fn what_is_no_save_is_named_exactly() {
        let code = |bytes: &[u8]| Save::read(bytes).unwrap_err().code();
        assert_eq!(code(b""), "save_damaged");
        assert_eq!(code(b"\x28\xb5\x2f\xfd"), "save_damaged");
        assert_eq!(code(b"[]"), "not_a_save");
        assert_eq!(code(br#"{"format": "other", "version": 1}"#), "not_a_save");
        assert_eq!(code(br#"{"format": "croupier-save", "version": 1}"#), "save_wrong_checksum");
        assert_eq!(code(br#"{"format": "croupier-save", "version": 2}"#), "save_newer_format");
        let bare = sealed(json!({"format": FORMAT, "version": 1}));
        assert_eq!(code(&bare), "save_malformed");
        let ancient = sealed(json!({"format": FORMAT, "version": 0}));
        assert_eq!(code(&ancient), "save_not_migrated");
    }

    #[test]
    fn a_small_file_that_grows_without_end_is_refused() {
        let zeros = vec![b' '; Save::LIMIT + 1];
        let bomb = zstd::bulk::compress(&zeros, 3).unwrap();
        assert!(bomb.len() < 10_000);
        assert_eq!(Save::read(&bomb).unwrap_err().code(), "save_too_large");
        assert_eq!(Save::read(&zeros).unwrap_err().code(), "save_too_large");
    }

    #[test]
    fn a_save_of_version_0_steps_forward() {
        // As if the first version had used `kind` for `game` and had no timestamps.
        fn to_1(mut fields: Fields) -> Result<Fields, String> {
            let game = fields.shift_remove("kind").ok_or("it names no game")?;
            fields.insert("game".to_owned(), game);
            fields.insert("timestamp".to_owned(), 0.into());
            Ok(fields)
        }
        const OLDER: Container = Container::new(FORMAT, Chain { latest: 1, steps: &[(0, to_1)] });
        let mut old = serde_json::to_value(save()).unwrap();
        let fields = old.as_object_mut().unwrap();
        fields.insert("format".to_owned(), FORMAT.into());
        fields.insert("version".to_owned(), 0.into());
        let game = fields.shift_remove("game").unwrap();
        fields.insert("kind".to_owned(), game);
        fields.shift_remove("timestamp");
        let bytes = sealed(old);
        let read = OLDER.read::<Save>(&bytes).unwrap();
        assert_eq!(read, Save { timestamp: UnixMillis::EPOCH, ..save() });
        // The checksum covers the file as it was written, before any migration.
        let text = String::from_utf8(bytes).unwrap().replace("\"Ann\"", "\"Bob\"");
        let error = OLDER.read::<Save>(text.as_bytes()).unwrap_err();
        assert_eq!(error, SaveError::WrongChecksum);
    }
}
