//! Data as JSON text, which is half of the work for a push.

use std::io::{self, Write};

use serde::Serialize;

/// Replaces a text with data as JSON.
pub(crate) fn write_json(text: &mut String, data: &impl Serialize) {
    let mut bytes = std::mem::take(text).into_bytes();
    bytes.clear();
    if append_json(&mut bytes, data).is_err() {
        bytes.clear();
        bytes.extend_from_slice(b"null");
    }
    *text = String::from_utf8(bytes).unwrap_or_default();
}

/// Appends data as JSON.
pub(crate) fn append_json(
    bytes: &mut Vec<u8>,
    data: &impl Serialize,
) -> Result<(), serde_json::Error> {
    serde_json::to_writer(Bytes(bytes), data)
}

/// Data as JSON.
pub(crate) fn to_bytes(data: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = Vec::with_capacity(256);
    append_json(&mut bytes, data)?;
    Ok(bytes)
}

/// Writes to a vector. Most writes are a single quote, colon, comma or bracket; as a call of its
/// own, each of them would cost more than the text between them.
struct Bytes<'a>(&'a mut Vec<u8>);

impl Write for Bytes<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // Measured: only then is the length of most writes known.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes {
            [byte] => self.0.push(*byte),
            _ => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
