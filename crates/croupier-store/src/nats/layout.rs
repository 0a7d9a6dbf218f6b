//! The names of everything in NATS: streams, subjects, buckets, shards.

use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType};
use serde::{Deserialize, Serialize};

use crate::journal::RoomId;
use crate::registry::{MatchId, SecretHash};

/// How many shards rooms are spread over. It must never change, because subjects contain the shard.
pub const SHARDS: u16 = 1024;

/// The bucket for data about rooms: codes, seats, the public list, rooms that are awake.
pub const ROOMS_BUCKET: &str = "cr_rooms";
/// The bucket of guests.
pub const GUESTS_BUCKET: &str = "cr_guests";
/// The bucket for data about the house: its layout, settings, bans, requests to drain a node.
pub const META_BUCKET: &str = "cr_meta";
/// The bucket of nodes that are alive. Its values expire after three seconds.
pub const NODES_BUCKET: &str = "cr_nodes";
/// The stream of finished matches.
pub const MATCHES_STREAM: &str = "CRM";

/// How long a silent node counts as alive.
pub const NODE_LIFE: Duration = Duration::from_secs(3);

/// The version of the storage format. A program that finds another one must not touch the data.
pub(super) const FORMAT: u32 = 1;

/// How long a marker for a removed key is kept, so that watchers notice.
pub(super) const MARKER_LIFE: Duration = Duration::from_mins(10);

/// The layout that was chosen when the house was created; it is the same for all nodes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct House {
    /// The version of the storage format.
    pub format: u32,
    /// How many shards rooms are spread over.
    pub shards: u16,
    /// How many streams shards are spread over.
    pub streams: u16,
    /// How many NATS nodes hold a copy of everything.
    pub replicas: u8,
}

/// The shard of a room.
pub fn shard_of(room: RoomId) -> u16 {
    let shard = crc32fast::hash(&room.to_bytes()) % u32::from(SHARDS);
    u16::try_from(shard).unwrap_or(0)
}

/// Where the log of a room is.
#[derive(Debug, Clone)]
pub(super) struct LogAddress {
    pub(super) stream: String,
    pub(super) subject: String,
}

impl House {
    /// The stream of a shard.
    pub(super) fn stream_of(&self, shard: u16) -> u16 {
        shard % self.streams.max(1)
    }

    pub(super) fn place(&self, room: RoomId) -> LogAddress {
        let shard = shard_of(room);
        let number = self.stream_of(shard);
        LogAddress {
            stream: journal_stream(number),
            subject: format!("cr.j.{number}.{shard}.{room}"),
        }
    }

    /// The configuration of all streams that the house needs.
    pub(super) fn wanted(&self, keep_matches: Duration, stream_bytes: Option<u64>) -> Vec<Config> {
        let replicas = usize::from(self.replicas);
        let max_bytes = stream_bytes.map_or(-1, |bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
        let plain = |name: String, subjects: Vec<String>| Config {
            name,
            subjects,
            max_bytes: -1,
            max_messages: -1,
            max_messages_per_subject: -1,
            max_consumers: -1,
            max_message_size: -1,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            num_replicas: replicas,
            allow_direct: true,
            allow_rollup: true,
            ..Config::default()
        };
        let mut wanted: Vec<_> = (0..self.streams)
            .map(|number| Config {
                max_bytes,
                ..plain(journal_stream(number), vec![format!("cr.j.{number}.>")])
            })
            .collect();
        wanted.push(Config {
            max_age: keep_matches,
            max_messages_per_subject: 1,
            ..plain(
                MATCHES_STREAM.to_owned(),
                ["m", "ml", "mo"].map(|kind| format!("cr.{kind}.>")).to_vec(),
            )
        });
        let bucket = |name: &str| Config {
            max_messages_per_subject: 1,
            allow_message_ttl: true,
            subject_delete_marker_ttl: Some(MARKER_LIFE),
            ..plain(bucket_stream(name), vec![format!("$KV.{name}.>")])
        };
        wanted.extend([ROOMS_BUCKET, GUESTS_BUCKET, META_BUCKET].map(bucket));
        // These values are renewed all the time, so losing them would do no harm. They are in files
        // nevertheless: an in-memory replica that was restarted has no vote, so a house that has
        // lost one NATS server for good and was restarted would wait for it forever.
        wanted.push(Config {
            max_messages_per_subject: 1,
            max_age: NODE_LIFE,
            duplicate_window: NODE_LIFE,
            ..plain(bucket_stream(NODES_BUCKET), vec![format!("$KV.{NODES_BUCKET}.>")])
        });
        wanted
    }
}

pub(super) fn journal_stream(number: u16) -> String {
    format!("CRJ{number}")
}

pub(super) fn bucket_stream(bucket: &str) -> String {
    format!("KV_{bucket}")
}

/// The room id at the end of a subject or key.
pub(super) fn room_at_end(subject: &str) -> Option<RoomId> {
    subject.rsplit('.').next()?.parse().ok()
}

/// Encodes a text as part of a key; unchanged if possible.
pub(super) fn token(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !text.is_empty() && text.bytes().all(is_plain) {
        text.to_owned()
    } else {
        format!("={}", hex(text.as_bytes()))
    }
}

/// Decodes a part of a key.
pub(super) fn untoken(token: &str) -> Option<String> {
    match token.strip_prefix('=') {
        None => Some(token.to_owned()),
        Some(digits) => String::from_utf8(unhex(digits)?).ok(),
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(super) fn unhex(digits: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

pub(super) fn match_subject(id: MatchId) -> String {
    format!("cr.m.{:032x}", id.0)
}

pub(super) fn link_subject(link: SecretHash) -> String {
    format!("cr.ml.{}", hex(&link.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_stay_where_they_are() {
        // Changing these would lose every stored room.
        assert_eq!(shard_of(RoomId::new(0)), 853);
        assert_eq!(shard_of(RoomId::new(1)), 963);
        let house = House { format: FORMAT, shards: SHARDS, streams: 8, replicas: 3 };
        let place = house.place(RoomId::new(1));
        assert_eq!(place.stream, "CRJ3");
        assert_eq!(place.subject, "cr.j.3.963.00000000000000000000000000000001");
        assert_eq!(room_at_end(&place.subject), Some(RoomId::new(1)));
    }

    #[test]
    fn every_text_has_one_token() {
        for text in ["", "7K4J", "203.0.113.9", "guest 3", "=", "♠"] {
            let token = token(text);
            assert!(token.bytes().all(|it| it.is_ascii_alphanumeric() || b"=-_".contains(&it)));
            assert_eq!(untoken(&token).as_deref(), Some(text), "{token}");
        }
        assert_eq!(untoken("=zz"), None);
    }
}
