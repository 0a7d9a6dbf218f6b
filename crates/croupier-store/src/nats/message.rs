//! The format of a message in a room's log.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | format |
//! | 1 | kind |
//! | 8 + 4 | ticket of the holder that wrote it, and the number of the message among that holder's
//! |
//! | 8 | the sequence of the message it was stored after |
//! | 4 | checksum of the room's id and of everything else here |
//! | … | the body |
//!
//! Numbers are little-endian.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};

use super::line::Line;
use crate::journal::{Damage, RoomId, Snapshot, WriteError};
use crate::packing;

const FORMAT: u8 = 1;
const HEAD: usize = 26;
/// The offset of the checksum in the header.
const SUM_AT: usize = 22;

/// The maximum size of a message: NATS accepts a mebibyte including headers.
pub(super) const LIMIT: usize = (1 << 20) - (4 << 10);

/// Identifies a message: its holder and number. It is unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) ticket: u64,
    pub(super) number: u32,
}

/// The content of a message.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Body {
    /// A node has taken hold of the room.
    Opened { node: String },
    /// The records of one append.
    Records(Vec<Bytes>),
    /// The whole room. It replaces everything before it.
    Snapshot { snapshot: Snapshot, line: Line },
    /// A new directory entry.
    Line(Line),
    /// The room is closed for good. The entry is needed to remove what leads to the room.
    Closed(Line),
}

/// A message of a room's log.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LogMessage {
    pub(super) stamp: Stamp,
    pub(super) previous: u64,
    pub(super) body: Body,
}

impl Body {
    fn kind(&self) -> u8 {
        match self {
            Self::Opened { .. } => 1,
            Self::Records(_) => 2,
            Self::Snapshot { .. } => 3,
            Self::Line(_) => 4,
            Self::Closed(_) => 5,
        }
    }

    /// Whether storing it removes everything before it.
    pub(super) fn replaces(&self) -> bool {
        matches!(self, Self::Snapshot { .. } | Self::Closed(_))
    }
}

fn put_part(bytes: &mut BytesMut, part: &[u8]) {
    bytes.put_u32_le(u32::try_from(part.len()).unwrap_or(u32::MAX));
    bytes.put_slice(part);
}

fn take_part(bytes: &mut Bytes) -> Option<Bytes> {
    let length = usize::try_from(bytes.try_get_u32_le().ok()?).ok()?;
    (length <= bytes.len()).then(|| bytes.split_to(length))
}

fn sum(room: RoomId, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&room.to_bytes());
    sum.update(&bytes[..SUM_AT]);
    sum.update(&bytes[HEAD..]);
    sum.finalize()
}

impl LogMessage {
    /// Serializes the message.
    pub(super) fn to_bytes(&self, room: RoomId) -> Result<Bytes, WriteError> {
        let mut bytes = BytesMut::with_capacity(256);
        bytes.put_u8(FORMAT);
        bytes.put_u8(self.body.kind());
        bytes.put_u64_le(self.stamp.ticket);
        bytes.put_u32_le(self.stamp.number);
        bytes.put_u64_le(self.previous);
        bytes.put_u32_le(0);
        match &self.body {
            Body::Opened { node } => bytes.put_slice(node.as_bytes()),
            Body::Records(records) => {
                check_records(records)?;
                for record in records {
                    put_part(&mut bytes, record);
                }
            }
            Body::Snapshot { snapshot, line } => {
                let length = snapshot.bytes.len();
                let packed = packing::pack(&snapshot.bytes)?;
                check(HEAD + packed.len())?;
                put_part(&mut bytes, &line.to_bytes());
                put_part(&mut bytes, snapshot.versions.as_bytes());
                bytes.put_u64_le(length as u64);
                bytes.put_slice(&packed);
            }
            Body::Line(line) | Body::Closed(line) => bytes.put_slice(&line.to_bytes()),
        }
        check(bytes.len())?;
        let sum = sum(room, &bytes).to_le_bytes();
        bytes[SUM_AT..HEAD].copy_from_slice(&sum);
        Ok(bytes.freeze())
    }

    /// Deserializes a message.
    pub(super) fn read(room: RoomId, bytes: &Bytes) -> Result<Self, Damage> {
        if bytes.len() < HEAD || bytes[0] != FORMAT {
            return Err(Damage::Record);
        }
        let mut rest = bytes.slice(2..);
        let (ticket, number) = (rest.get_u64_le(), rest.get_u32_le());
        let (previous, expected) = (rest.get_u64_le(), rest.get_u32_le());
        if sum(room, bytes) != expected {
            return Err(Damage::Record);
        }
        let body = Self::body(bytes[1], rest).ok_or(match bytes[1] {
            3 => Damage::Snapshot,
            4 | 5 => Damage::Line,
            _ => Damage::Record,
        })?;
        Ok(Self { stamp: Stamp { ticket, number }, previous, body })
    }

    fn body(kind: u8, mut rest: Bytes) -> Option<Body> {
        Some(match kind {
            1 => Body::Opened { node: String::from_utf8(rest.to_vec()).ok()? },
            2 => {
                let mut records = vec![];
                while !rest.is_empty() {
                    records.push(take_part(&mut rest)?);
                }
                Body::Records(records)
            }
            3 => {
                let line = Line::read(&take_part(&mut rest)?)?;
                let versions = String::from_utf8(take_part(&mut rest)?.to_vec()).ok()?;
                let length = usize::try_from(rest.try_get_u64_le().ok()?).ok()?;
                let bytes = packing::unpack(&rest, length)?;
                Body::Snapshot { snapshot: Snapshot { versions, bytes }, line }
            }
            4 => Body::Line(Line::read(&rest)?),
            5 => Body::Closed(Line::read(&rest)?),
            _ => return None,
        })
    }
}

/// Refuses records that do not fit into a message, before anything large is copied.
pub(super) fn check_records(records: &[Bytes]) -> Result<(), WriteError> {
    check(HEAD + records.iter().map(|it| it.len().saturating_add(4)).sum::<usize>())
}

fn check(bytes: usize) -> Result<(), WriteError> {
    if bytes > LIMIT { Err(WriteError::TooLarge { bytes, limit: LIMIT }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Entry, Revision};

    #[test]
    fn every_body_comes_back_and_no_changed_byte_does() {
        let room = RoomId::new(7);
        let line = Line { entry: Entry::new(room, "rush"), revision: Revision::new(3) };
        let snapshot =
            Snapshot { versions: "1".to_owned(), bytes: Bytes::from("room ".repeat(99)) };
        let bodies = [
            Body::Opened { node: "a".to_owned() },
            Body::Records(vec![Bytes::new(), Bytes::from_static(b"one")]),
            Body::Snapshot { snapshot, line: line.clone() },
            Body::Line(line.clone()),
            Body::Closed(line),
        ];
        for body in bodies {
            let stamp = Stamp { ticket: u64::MAX, number: 9 };
            let message = LogMessage { stamp, previous: 5, body };
            let bytes = message.to_bytes(room).unwrap();
            assert_eq!(LogMessage::read(room, &bytes).as_ref(), Ok(&message));
            assert!(LogMessage::read(RoomId::new(8), &bytes).is_err());
            for at in 0..bytes.len() {
                let mut changed = bytes.to_vec();
                changed[at] ^= 0x10;
                assert!(LogMessage::read(room, &changed.into()).is_err(), "byte {at}");
                assert!(LogMessage::read(room, &bytes.slice(..at)).is_err(), "{at} bytes");
            }
        }
    }
}
