//! The protocol between a gateway and an owner about a room.
//!
//! A **link** is one session between a gateway and the owner of a room. Messages in both directions
//! are numbered within it, so that nothing is done twice and losses are noticed. Whichever side is
//! in doubt ends the link; the gateway starts the next one by repeating everything that was not
//! answered.

use bytes::{BufMut as _, Bytes, BytesMut};
use croupier_kit::room::PlayerId;
use croupier_proto::{ByeCode, ClientId, Last, Question, Refusal, Welcome};
use croupier_store::journal::RoomId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::shards::NodeId;

/// How many bytes of text share a message. A single text may be longer, as far as the bus allows.
pub(super) const SHARED: usize = 256 * 1024;

/// Identifies a link among those of a gateway.
pub(super) type LinkId = u64;

/// Identifies a socket of a gateway.
pub(super) type Wire = u64;

/// Commands of a gateway to the owner of a room, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Commands {
    pub(super) gateway: NodeId,
    #[serde(with = "as_text")]
    pub(super) room: RoomId,
    pub(super) link: LinkId,
    /// Counts the messages of the link from 1. A repeated message keeps its number.
    pub(super) number: u64,
    pub(super) items: Vec<Command>,
}

/// A message to a room on another node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Command {
    Attach {
        socket: Wire,
        guest: u64,
        client: ClientId,
        last: Option<Last>,
        board: bool,
    },
    Detach {
        socket: Wire,
    },
    Say {
        socket: Wire,
        n: u64,
        command: Box<Value>,
        chance: Option<String>,
    },
    Ask {
        socket: Wire,
        n: u64,
        question: Box<Question>,
    },
    /// The socket missed pushes, and can now take one with the full state.
    Fresh {
        socket: Wire,
    },
    Speak {
        ask: u64,
        guest: u64,
        command: Box<Value>,
        chance: Option<String>,
    },
    Close {
        ask: u64,
    },
    Expect {
        guest: u64,
    },
    Nothing,
}

impl Commands {
    pub(super) fn to_bytes(&self) -> Bytes {
        serde_json::to_vec(self).unwrap_or_default().into()
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// Whether commands were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ack {
    /// They are taken, now or earlier.
    Taken,
    /// The room is too busy. They can be sent again.
    Busy,
    /// The node does not own the room.
    Moved,
    /// The node does not know the link, or missed a part of it.
    Unknown,
}

impl Ack {
    pub(super) fn to_bytes(self) -> Bytes {
        Bytes::from_static(match self {
            Self::Taken => b"taken",
            Self::Busy => b"busy",
            Self::Moved => b"moved",
            Self::Unknown => b"unknown",
        })
    }

    pub(super) fn read(bytes: &[u8]) -> Self {
        match bytes {
            b"taken" => Self::Taken,
            b"busy" => Self::Busy,
            b"moved" => Self::Moved,
            _ => Self::Unknown,
        }
    }
}

/// What a room sends to the sockets of a gateway.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outputs {
    pub(super) room: RoomId,
    pub(super) link: LinkId,
    /// Counts the messages of the link from 1. Without items it repeats the number of the last
    /// message.
    pub(super) number: u64,
    pub(super) items: Vec<Item<Utf8Bytes>>,
}

/// One output of a room. On the wire, `T` is the length of the text, which is in the body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Item<T> {
    Welcome {
        socket: Wire,
        result: Result<Welcome, ByeCode>,
    },
    /// A push, for all sockets that are sent the same.
    Text {
        sockets: Vec<Wire>,
        /// Whether it does not build on earlier pushes.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fresh: bool,
        text: T,
    },
    Answer {
        socket: Wire,
        n: u64,
        text: T,
    },
    Bye {
        socket: Wire,
        code: ByeCode,
    },
    Spoken {
        ask: u64,
        result: Result<Option<PlayerId>, Refusal>,
    },
    Closed {
        ask: u64,
    },
    /// The link ends: the room was released or lost.
    Moved,
}

impl<T> Item<T> {
    fn with_text<U, E>(self, text: impl FnOnce(T) -> Result<U, E>) -> Result<Item<U>, E> {
        Ok(match self {
            Self::Text { sockets, fresh, text: it } => {
                Item::Text { sockets, fresh, text: text(it)? }
            }
            Self::Answer { socket, n, text: it } => Item::Answer { socket, n, text: text(it)? },
            Self::Welcome { socket, result } => Item::Welcome { socket, result },
            Self::Bye { socket, code } => Item::Bye { socket, code },
            Self::Spoken { ask, result } => Item::Spoken { ask, result },
            Self::Closed { ask } => Item::Closed { ask },
            Self::Moved => Item::Moved,
        })
    }
}

impl Item<Utf8Bytes> {
    /// The length of its text in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Text { text, .. } | Self::Answer { text, .. } => text.len(),
            _ => 0,
        }
    }
}

/// The first line of outputs on the wire.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    #[serde(with = "as_text")]
    room: RoomId,
    link: LinkId,
    number: u64,
    items: Vec<Item<usize>>,
}

impl Outputs {
    /// A line of JSON, followed by all texts as they are: they are JSON already and need no
    /// escaping.
    pub(super) fn to_bytes(&self) -> Bytes {
        let mut body = BytesMut::new();
        let mut items = Vec::with_capacity(self.items.len());
        for item in &self.items {
            let head = item.clone().with_text(|text| {
                body.put_slice(text.as_bytes());
                Ok::<_, std::convert::Infallible>(text.len())
            });
            let Ok(head) = head;
            items.push(head);
        }
        let head = Head { room: self.room, link: self.link, number: self.number, items };
        let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
        bytes.reserve(1 + body.len());
        bytes.push(b'\n');
        bytes.extend_from_slice(&body);
        bytes.into()
    }

    pub(super) fn read(mut bytes: Bytes) -> Option<Self> {
        let end = bytes.iter().position(|it| *it == b'\n')?;
        let head: Head = serde_json::from_slice(&bytes[..end]).ok()?;
        let mut body = bytes.split_off(end + 1);
        let mut take = |len: usize| {
            if len > body.len() {
                return Err(());
            }
            Utf8Bytes::try_from(body.split_to(len)).map_err(|_| ())
        };
        let items = head.items.into_iter().map(|item| item.with_text(&mut take));
        let items = items.collect::<Result<_, _>>().ok()?;
        Some(Self { room: head.room, link: head.link, number: head.number, items })
    }
}

mod as_text {
    use croupier_store::journal::RoomId;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(room: &RoomId, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(room)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<RoomId, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::Millis;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let commands = Commands {
            gateway: NodeId::new(7),
            room: RoomId::new(8),
            link: 9,
            number: 1,
            items: vec![
                Command::Attach {
                    socket: 3,
                    guest: u64::MAX,
                    client: "client-a".parse().unwrap(),
                    last: None,
                    board: true,
                },
                Command::Say { socket: 3, n: 1, command: Box::new(json!("ready")), chance: None },
                Command::Ask { socket: 3, n: 2, question: Box::new(Question::Hint {}) },
                Command::Nothing,
            ],
        };
        assert_eq!(Commands::read(&commands.to_bytes()), Some(commands));
        for ack in [Ack::Taken, Ack::Busy, Ack::Moved, Ack::Unknown] {
            assert_eq!(Ack::read(&ack.to_bytes()), ack);
        }
        let welcome = Welcome {
            life: "life".to_owned(),
            you: None,
            code: "7K4J".to_owned(),
            game: "rush".to_owned(),
            now: Millis(5),
            n: 0,
        };
        let outputs = Outputs {
            room: RoomId::new(8),
            link: 9,
            number: 2,
            items: vec![
                Item::Welcome { socket: 1, result: Ok(welcome) },
                Item::Text { sockets: vec![1, 2], fresh: true, text: "{\"push\":\n\"é\"}".into() },
                Item::Text { sockets: vec![3], fresh: false, text: "{}".into() },
                Item::Answer { socket: 1, n: 4, text: "{}".into() },
                Item::Spoken { ask: 1, result: Ok(None) },
                Item::Spoken { ask: 2, result: Err(Refusal::new("no", "no")) },
                Item::Moved,
            ],
        };
        let bytes = outputs.to_bytes();
        assert_eq!(Outputs::read(bytes.clone()), Some(outputs));
        for end in 0..bytes.len() {
            assert_eq!(Outputs::read(bytes.slice(..end)), None, "cut off after {end}");
        }
    }
}
