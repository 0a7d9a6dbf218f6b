//! The frames of a WebSocket, as a server reads and writes them (RFC 6455).
//!
//! A library that keeps buffers for each connection would account for most of a connection's
//! memory, and would copy every message into them before sending. This implementation holds no
//! memory while nothing is in flight.

/// The header of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head {
    bytes: [u8; 10],
    len: u8,
}

/// Opcodes.
const CONTINUED: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// The frame is the last one of its message.
const FINAL: u8 = 0x80;

impl Head {
    /// Empty, for a frame that already includes its header.
    pub(crate) const NONE: Self = Self { bytes: [0; 10], len: 0 };

    /// The header of a text frame with a payload of `len` bytes.
    pub(crate) fn of_text(len: usize) -> Self {
        Self::new(TEXT, len)
    }

    #[allow(clippy::cast_possible_truncation)] // The match arms make sure that it fits.
    fn new(kind: u8, len: usize) -> Self {
        let mut bytes = [0; 10];
        bytes[0] = FINAL | kind;
        let head = match len {
            0..126 => {
                bytes[1] = len as u8;
                2
            }
            126..=0xffff => {
                bytes[1] = 126;
                bytes[2..4].copy_from_slice(&(len as u16).to_be_bytes());
                4
            }
            _ => {
                bytes[1] = 127;
                bytes[2..10].copy_from_slice(&(len as u64).to_be_bytes());
                10
            }
        };
        Self { bytes, len: head }
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }
}

/// A complete frame with this opcode.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let head = Head::new(kind, payload.len());
    [head.as_bytes(), payload].concat()
}

/// A text frame.
pub(crate) fn text(text: &str) -> Vec<u8> {
    frame(TEXT, text.as_bytes())
}

/// A ping, which the client has to answer.
pub(crate) fn ping() -> Vec<u8> {
    frame(PING, &[])
}

/// The answer to a ping.
pub(crate) fn pong(payload: &[u8]) -> Vec<u8> {
    frame(PONG, payload)
}

/// A close frame, with a code and a reason.
pub(crate) fn close(code: u16, reason: &str) -> Vec<u8> {
    frame(CLOSE, &[&code.to_be_bytes(), reason.as_bytes()].concat())
}

/// What a client has sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    Text(String),
    Binary,
    /// A part of a message that continues in later frames.
    Fragment,
    Ping(Vec<u8>),
    Pong,
    Close,
}

/// Why reading stopped.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// A message is longer than allowed.
    TooLong,
    /// The bytes violate the WebSocket protocol.
    Broken,
}

/// Assembles messages from the bytes that arrive.
#[derive(Debug)]
pub(crate) struct FrameReader {
    /// Bytes that have not been consumed yet, apart from the first `taken`.
    bytes: Vec<u8>,
    /// How many of them have been consumed.
    taken: usize,
    /// The opcode and the payload so far of a fragmented message.
    begun: Option<(u8, Vec<u8>)>,
    longest: usize,
}

impl FrameReader {
    /// Creates a reader for messages of at most `longest` bytes; `bytes` has arrived already.
    pub(crate) fn new(longest: usize, bytes: Vec<u8>) -> Self {
        Self { bytes, taken: 0, begun: None, longest }
    }

    /// Adds bytes that have arrived.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next frame, or `None` if it is not complete.
    pub(crate) fn next(&mut self) -> Result<Option<Incoming>, ReadError> {
        let taken = self.taken;
        let Some((head, payload)) = self.frame()? else {
            if self.taken == self.bytes.len() {
                // Free the memory: usually nothing is in flight.
                (self.bytes, self.taken) = (vec![], 0);
            } else if self.taken > 0 {
                self.bytes.drain(..self.taken);
                self.taken = 0;
            }
            return Ok(None);
        };
        debug_assert!(self.taken > taken);
        self.take(head, payload).map(Some)
    }

    /// The next frame: its first byte, and the range of its payload, which is unmasked in place.
    fn frame(&mut self) -> Result<Option<(u8, std::ops::Range<usize>)>, ReadError> {
        let begun = self.begun.as_ref().map_or(0, |(_, begun)| begun.len());
        let bytes = &mut self.bytes[self.taken..];
        let [head, second, rest @ ..] = bytes else { return Ok(None) };
        let (head, second) = (*head, *second);
        let is_control = head & 0x08 != 0;
        // No extension was negotiated that would use the reserved bits, and clients must mask their
        // frames.
        if head & 0x70 != 0 || second & 0x80 == 0 {
            return Err(ReadError::Broken);
        }
        let short = second & 0x7f;
        if is_control && (head & FINAL == 0 || short > 125) {
            return Err(ReadError::Broken);
        }
        let size = match short {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        if rest.len() < size {
            return Ok(None);
        }
        let len = match size {
            0 => u64::from(short),
            _ => rest[..size].iter().fold(0, |len, byte| len << 8 | u64::from(*byte)),
        };
        let len = usize::try_from(len).map_err(|_| ReadError::TooLong)?;
        if !is_control && len.saturating_add(begun) > self.longest {
            return Err(ReadError::TooLong);
        }
        let Some(masked) = rest.get_mut(size..size + 4 + len) else { return Ok(None) };
        let (mask, payload) = masked.split_at_mut(4);
        for (at, byte) in payload.iter_mut().enumerate() {
            *byte ^= mask[at & 3];
        }
        let start = self.taken + 2 + size + 4;
        self.taken = start + len;
        Ok(Some((head, start..start + len)))
    }

    /// What a frame contains or completes.
    fn take(&mut self, head: u8, payload: std::ops::Range<usize>) -> Result<Incoming, ReadError> {
        let payload = &self.bytes[payload];
        let kind = head & 0x0f;
        match kind {
            CLOSE => return Ok(Incoming::Close),
            PING => return Ok(Incoming::Ping(payload.to_vec())),
            PONG => return Ok(Incoming::Pong),
            CONTINUED | TEXT | BINARY => {}
            _ => return Err(ReadError::Broken),
        }
        let (kind, message) = match (kind, self.begun.take()) {
            (CONTINUED, Some((kind, mut begun))) => {
                begun.extend_from_slice(payload);
                (kind, begun)
            }
            (TEXT | BINARY, None) => (kind, payload.to_vec()),
            _ => return Err(ReadError::Broken),
        };
        if head & FINAL == 0 {
            self.begun = Some((kind, message));
            return Ok(Incoming::Fragment);
        }
        if kind == BINARY {
            return Ok(Incoming::Binary);
        }
        String::from_utf8(message).map(Incoming::Text).map_err(|_| ReadError::Broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a client sends it.
    fn masked(head: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Head::new(0, payload.len()).as_bytes().to_vec();
        bytes[0] = head;
        bytes[1] |= 0x80;
        let mask = [7, 77, 177, 0];
        bytes.extend(mask);
        bytes.extend(payload.iter().enumerate().map(|(at, byte)| byte ^ mask[at % 4]));
        bytes
    }

    /// Reads bytes that arrive in pieces of this size.
    fn read(bytes: &[u8], piece: usize) -> Result<Vec<Incoming>, ReadError> {
        let mut reader = FrameReader::new(70_000, vec![]);
        let mut all = vec![];
        for piece in bytes.chunks(piece) {
            reader.add(piece);
            while let Some(incoming) = reader.next()? {
                all.push(incoming);
            }
        }
        assert!(reader.bytes.is_empty() && reader.bytes.capacity() == 0, "nothing is kept");
        Ok(all)
    }

    fn said(text: &str) -> Incoming {
        Incoming::Text(text.to_owned())
    }

    #[test]
    fn messages_are_the_same_however_they_arrive() {
        let long = "ä".repeat(33_000);
        let bytes = [
            masked(0x81, b"hello"),
            masked(0x01, b"in "),
            masked(0x89, b"are you there?"),
            masked(0x00, b"three "),
            masked(0x80, b"parts"),
            masked(0x8a, b""),
            masked(0x82, b"\0"),
            masked(0x81, "x".repeat(300).as_bytes()),
            masked(0x81, long.as_bytes()),
            masked(0x81, b""),
            masked(0x88, &[0x03, 0xe8]),
        ]
        .concat();
        let expected = vec![
            said("hello"),
            Incoming::Fragment,
            Incoming::Ping(b"are you there?".to_vec()),
            Incoming::Fragment,
            said("in three parts"),
            Incoming::Pong,
            Incoming::Binary,
            said(&"x".repeat(300)),
            said(&long),
            said(""),
            Incoming::Close,
        ];
        for piece in [1, 2, 3, 7, 4096, usize::MAX] {
            assert_eq!(read(&bytes, piece).as_ref(), Ok(&expected), "{piece}");
        }
    }

    #[test]
    fn what_is_no_websocket_is_refused() {
        let broken = [
            vec![0x81, 0x01, b'x'],                            // Not masked.
            masked(0xc1, b"x"),                                // A reserved bit.
            masked(0x83, b"x"),                                // An unknown opcode.
            masked(0x8b, b"x"),                                // Another one.
            masked(0x09, b"x"),                                // A fragmented ping.
            masked(0x89, &[b'x'; 126]),                        // A ping that is too long.
            masked(0x80, b"x"),                                // A continuation of nothing.
            [masked(0x01, b"x"), masked(0x81, b"y")].concat(), // A message inside another one.
            masked(0x81, &[0xff]),                             // Not UTF-8.
        ];
        for bytes in broken {
            assert_eq!(read(&bytes, usize::MAX), Err(ReadError::Broken), "{bytes:x?}");
            assert_eq!(read(&bytes, 1), Err(ReadError::Broken), "{bytes:x?}");
        }
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_has_arrived() {
        let mut reader = FrameReader::new(70_000, vec![]);
        reader.add(&masked(0x81, &vec![b'x'; 70_001])[..10]);
        assert_eq!(reader.next(), Err(ReadError::TooLong));
        let mut reader = FrameReader::new(70_000, masked(0x01, &vec![b'x'; 70_000]));
        assert_eq!(reader.next(), Ok(Some(Incoming::Fragment)));
        assert_eq!(reader.next(), Ok(None));
        reader.add(&masked(0x80, b"x")[..2]);
        assert_eq!(reader.next(), Err(ReadError::TooLong));
        let mut reader = FrameReader::new(70_000, vec![]);
        reader.add(&[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(reader.next(), Err(ReadError::TooLong));
    }

    #[test]
    fn frames_are_written_as_a_client_reads_them() {
        assert_eq!(text("hi"), b"\x81\x02hi");
        assert_eq!(ping(), b"\x89\x00");
        assert_eq!(pong(b"x"), b"\x8a\x01x");
        assert_eq!(close(4000, "bye"), b"\x88\x05\x0f\xa0bye");
        assert_eq!(Head::of_text(125).as_bytes(), [0x81, 125]);
        assert_eq!(Head::of_text(126).as_bytes(), [0x81, 126, 0, 126]);
        assert_eq!(Head::of_text(65_536).as_bytes(), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
    }
}
