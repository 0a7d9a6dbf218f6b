//! Compression of snapshots, for all engines.

use std::cell::RefCell;
use std::io;

use bytes::Bytes;
use zstd::bulk::Compressor;

use crate::journal::{EngineError, WriteError};

/// At this level a saved room shrinks to a tenth within a fraction of a millisecond.
const LEVEL: i32 = 3;

/// The maximum size of a snapshot before compression.
pub(crate) const SNAPSHOT_LIMIT: usize = 128 << 20;

/// Compresses a snapshot. Done by the caller, to keep the writer's thread free.
pub(crate) fn pack(bytes: &[u8]) -> Result<Vec<u8>, WriteError> {
    if bytes.len() > SNAPSHOT_LIMIT {
        return Err(WriteError::TooLarge { bytes: bytes.len(), limit: SNAPSHOT_LIMIT });
    }
    compress(bytes).map_err(|why| WriteError::Failed(EngineError::new(why)))
}

/// Decompresses a snapshot of `length` bytes. `None` if it is not one.
pub(crate) fn unpack(packed: &[u8], length: usize) -> Option<Bytes> {
    if length > SNAPSHOT_LIMIT {
        return None;
    }
    let bytes = zstd::bulk::decompress(packed, length).ok()?;
    (bytes.len() == length).then(|| Bytes::from(bytes))
}

/// Each thread keeps its compressor: creating one takes longer than compressing a small snapshot.
fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    thread_local! {
        static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    COMPRESSOR.with_borrow_mut(|kept| {
        let compressor = match kept {
            Some(compressor) => compressor,
            None => kept.insert(Compressor::new(LEVEL)?),
        };
        compressor.compress(bytes)
    })
}
