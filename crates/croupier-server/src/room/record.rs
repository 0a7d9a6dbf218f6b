//! What is stored to keep a room.

use bytes::Bytes;
use croupier_catalog::{AnyCall, AnyHandled};
use croupier_kit::Millis;
use croupier_proto::ClientId;
use serde::{Deserialize, Serialize};

/// A call that changed a room, with everything needed to repeat it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// The room's time.
    pub(crate) at: Millis,
    /// The client that gave the command, and its number, by which a repeat is recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<(ClientId, u64)>,
    /// The guest who gets this player id if the call is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) guest: Option<u64>,
    /// The player's contribution to the randomness of the next deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) chance: Option<String>,
    /// What the room was told.
    pub(crate) call: AnyCall,
}

impl Record {
    pub(crate) fn new(at: Millis, call: AnyCall) -> Self {
        Self { at, from: None, guest: None, chance: None, call }
    }

    /// What to store of this record, given how it was handled. A call that was refused changed
    /// nothing but the time, so nothing of what a client said is stored for it. The exception is a
    /// match that failed because of the call.
    pub(crate) fn to_store(&self, handled: &AnyHandled) -> Option<Bytes> {
        if !handled.changed {
            return None;
        }
        let is_refused = matches!(&handled.answer, Err(why) if why.code != "broken");
        Some(if is_refused {
            Self::new(self.at, AnyCall::Wake).to_bytes()
        } else {
            self.to_bytes()
        })
    }

    fn to_bytes(&self) -> Bytes {
        serde_json::to_vec(self).unwrap_or_default().into()
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}
