//! The on-disk format of the log: chunks, each with entries of many rooms.
//!
//! | part | bytes |
//! |---|---|
//! | format of the chunk, 1 | 1 |
//! | number of entries | 4 |
//! | then for each entry: checksum (CRC-32) of the rest of the entry | 4 |
//! | length of the body | 4 |
//! | kind | 1 |
//! | room | 16 |
//! | mark of the previous entry of the same room | 8 |
//! | body | as above |
//!
//! The body of a records entry is each record preceded by its length (LEB128). Numbers are
//! little-endian, room ids big-endian.

use bytes::Bytes;

use crate::journal::{Damage, Mark, RoomId};

/// The only chunk format so far.
const FORM: u8 = 1;
/// The size of the chunk header: format and number of entries.
pub(super) const CHUNK_HEAD: usize = 5;
/// The size of an entry without its body.
const ENTRY_HEAD: usize = 33;
/// A chunk of at least this size takes no more entries. Opening a room reads whole chunks, so they
/// are small; but a row costs as much as encoding several records, so they are not too small.
const CHUNK_TARGET: usize = 48 << 10;
/// How many bits of a mark are the offset of an entry in its chunk. Entries begin below
/// `CHUNK_TARGET`, so it always fits.
const PLACE_BITS: u32 = 20;

/// The kinds of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Records of a room.
    Records,
    /// A snapshot replaces everything before.
    Snapshot,
    /// Everything before was moved out of the log.
    SetAside,
    /// The room was closed.
    Closed,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Records, Self::Snapshot, Self::SetAside, Self::Closed];

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// The mark of an entry: its chunk, and its offset in it.
pub(super) fn mark_at(chunk: u64, place: usize) -> Mark {
    Mark::new((chunk << PLACE_BITS) | (place as u64 & ((1 << PLACE_BITS) - 1)))
}

/// The chunk of an entry.
pub(super) fn chunk_of(mark: Mark) -> u64 {
    mark.get() >> PLACE_BITS
}

/// The offset of an entry in its chunk.
pub(super) fn place_of(mark: Mark) -> usize {
    // Lossless: these are 20 bits.
    (mark.get() & ((1 << PLACE_BITS) - 1)) as usize
}

/// A chunk that is being filled.
#[derive(Debug)]
pub(super) struct ChunkBuilder {
    /// The number of the chunk.
    pub(super) number: u64,
    bytes: Vec<u8>,
    entries: u32,
}

impl ChunkBuilder {
    pub(super) fn new(number: u64) -> Self {
        let mut bytes = Vec::with_capacity(CHUNK_TARGET + 1024);
        bytes.resize(CHUNK_HEAD, 0);
        Self { number, bytes, entries: 0 }
    }

    /// Starts the next chunk in the same buffer.
    pub(super) fn restart(&mut self, number: u64) {
        self.number = number;
        self.bytes.clear();
        // One large record must not keep its memory forever.
        self.bytes.shrink_to(4 * CHUNK_TARGET);
        self.bytes.resize(CHUNK_HEAD, 0);
        self.entries = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() >= CHUNK_TARGET
    }

    /// Adds an entry and returns its mark.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        room: RoomId,
        previous: Mark,
        records: &[Bytes],
    ) -> Mark {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 8]);
        self.bytes.push(kind as u8);
        self.bytes.extend_from_slice(&room.to_bytes());
        self.bytes.extend_from_slice(&previous.get().to_le_bytes());
        for record in records {
            push_length(&mut self.bytes, record.len());
            self.bytes.extend_from_slice(record);
        }
        // The limits for callers are far below four gibibytes.
        let length = u32::try_from(self.bytes.len() - start - ENTRY_HEAD).unwrap_or(u32::MAX);
        self.bytes[start + 4..start + 8].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&self.bytes[start + 4..]);
        self.bytes[start..start + 4].copy_from_slice(&sum.to_le_bytes());
        self.entries += 1;
        mark_at(self.number, start)
    }

    /// Completes the header and returns the bytes to write.
    pub(super) fn finish(&mut self) -> &[u8] {
        self.bytes[0] = FORM;
        self.bytes[1..CHUNK_HEAD].copy_from_slice(&self.entries.to_le_bytes());
        &self.bytes
    }
}

/// An entry that was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogEntry<'a> {
    pub(super) kind: Kind,
    pub(super) room: RoomId,
    pub(super) previous: Mark,
    body: &'a [u8],
    /// The whole entry, for copying it.
    pub(super) raw: &'a [u8],
}

/// An entry that is not what was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct BadEntry {
    /// The room that it names, which may be wrong as well.
    pub(super) room: Option<RoomId>,
    /// Where the next entry begins, if the length is right.
    next: Option<usize>,
}

impl<'a> LogEntry<'a> {
    /// Reads the entry at an offset.
    pub(super) fn read(bytes: &'a [u8], place: usize) -> Result<Self, BadEntry> {
        let rest = bytes.get(place..).unwrap_or_default();
        let room = field::<16>(rest, 9).map(RoomId::from_bytes);
        let length = field::<4>(rest, 4).map(u32::from_le_bytes);
        let end = length.and_then(|length| ENTRY_HEAD.checked_add(length as usize));
        let raw = end.and_then(|end| rest.get(..end));
        let bad = || BadEntry { room, next: raw.map(|raw| place + raw.len()) };
        let raw = raw.ok_or_else(bad)?;
        let sum = field::<4>(raw, 0).map(u32::from_le_bytes);
        if sum != Some(crc32fast::hash(&raw[4..])) {
            return Err(bad());
        }
        let kind = raw.get(8).copied().and_then(Kind::from_byte).ok_or_else(bad)?;
        let previous = field::<8>(raw, 25).map(u64::from_le_bytes).ok_or_else(bad)?;
        let room = room.ok_or_else(bad)?;
        Ok(Self { kind, room, previous: Mark::new(previous), body: &raw[ENTRY_HEAD..], raw })
    }

    /// The records of an entry, without copying them: `whole` is the buffer the entry was read
    /// from.
    pub(super) fn records(&self, whole: &Bytes, to: &mut Vec<Bytes>) -> Result<(), Damage> {
        let mut rest = self.body;
        while !rest.is_empty() {
            let (length, after) = read_length(rest).ok_or(Damage::Record)?;
            let record = after.get(..length).ok_or(Damage::Record)?;
            to.push(whole.slice_ref(record));
            rest = &after[length..];
        }
        Ok(())
    }
}

/// The entries of a chunk with their offsets, including damaged ones. If the end of an entry is
/// unknown, the rest of the chunk cannot be read.
pub(super) fn entries(
    bytes: &[u8],
) -> impl Iterator<Item = (usize, Result<LogEntry<'_>, BadEntry>)> {
    let head = bytes.first() == Some(&FORM);
    let count = field::<4>(bytes, 1).map(u32::from_le_bytes).filter(|_| head);
    let mut left = count.unwrap_or(0);
    let mut place = Some(CHUNK_HEAD);
    let mut is_unreadable = count.is_none();
    std::iter::from_fn(move || {
        if std::mem::take(&mut is_unreadable) {
            return Some((0, Err(BadEntry { room: None, next: None })));
        }
        let here = place?;
        if left == 0 {
            place = None;
            // There are more bytes than the header accounts for: the number of entries is wrong.
            let is_longer = here < bytes.len();
            return is_longer.then_some((here, Err(BadEntry { room: None, next: None })));
        }
        left -= 1;
        let entry = LogEntry::read(bytes, here);
        place = match &entry {
            Ok(entry) => Some(here + entry.raw.len()),
            Err(bad) => bad.next,
        };
        Some((here, entry))
    })
}

/// Entries that were copied one after another, without a chunk header.
pub(super) fn bare_entries(
    bytes: &[u8],
) -> impl Iterator<Item = Result<LogEntry<'_>, BadEntry>> + '_ {
    let mut place = 0;
    std::iter::from_fn(move || {
        if place >= bytes.len() {
            return None;
        }
        let entry = LogEntry::read(bytes, place);
        place = entry.as_ref().map_or(bytes.len(), |entry| place + entry.raw.len());
        Some(entry)
    })
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

fn push_length(bytes: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        bytes.push(length.to_le_bytes()[0] | 0x80);
        length >>= 7;
    }
    bytes.push(length.to_le_bytes()[0]);
}

/// A length and what follows it.
fn read_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0_usize;
    for (index, byte) in bytes.iter().take(5).enumerate() {
        length |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((length, &bytes[index + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk() -> (Vec<u8>, Vec<Mark>) {
        let mut chunk = ChunkBuilder::new(7);
        let long = Bytes::from(vec![b'x'; 300]);
        let (none, one) = (Mark::new(0), RoomId::new(1));
        let first = chunk.push(Kind::Records, one, none, &[Bytes::from_static(b"a"), long]);
        let second = chunk.push(Kind::Snapshot, RoomId::new(2), none, &[]);
        let third = chunk.push(Kind::Records, one, first, &[Bytes::new()]);
        (chunk.finish().to_vec(), vec![first, second, third])
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        let (bytes, marks) = chunk();
        let whole = Bytes::from(bytes);
        let mut records = vec![];
        let mut found = vec![];
        for (place, entry) in entries(&whole) {
            let entry = entry.unwrap();
            entry.records(&whole, &mut records).unwrap();
            found.push((mark_at(7, place), entry.kind, entry.room.get(), entry.previous.get()));
        }
        assert_eq!(
            found,
            [
                (marks[0], Kind::Records, 1, 0),
                (marks[1], Kind::Snapshot, 2, 0),
                (marks[2], Kind::Records, 1, marks[0].get()),
            ]
        );
        let lengths: Vec<usize> = records.iter().map(Bytes::len).collect();
        assert_eq!(lengths, [1, 300, 0]);
        assert_eq!((chunk_of(marks[1]), marks[0] < marks[1]), (7, true));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let (bytes, _) = chunk();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(entries(&damaged).any(|(_, entry)| entry.is_err()), "byte {at}");
            }
        }
    }

    #[test]
    fn a_chunk_that_is_cut_off_is_noticed() {
        let (bytes, _) = chunk();
        for length in 0..bytes.len() {
            assert!(entries(&bytes[..length]).any(|(_, entry)| entry.is_err()), "{length} bytes");
        }
    }

    #[test]
    fn a_damaged_body_does_not_hide_the_other_entries() {
        let (mut bytes, _) = chunk();
        bytes[CHUNK_HEAD + ENTRY_HEAD + 10] ^= 1;
        let found: Vec<_> =
            entries(&bytes).map(|(_, entry)| entry.map_err(|bad| bad.room)).collect();
        assert_eq!(found[0].err(), Some(Some(RoomId::new(1))));
        assert!(found[1].is_ok() && found[2].is_ok());
    }
}
