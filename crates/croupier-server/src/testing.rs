//! For tests: a room that follows the records of another one.

use croupier_catalog::{AnyHandled, AnyRoom, Catalog};
use croupier_kit::game::Error;
use croupier_kit::room::PlayerId;
use croupier_store::journal::{GuestId, Snapshot};

use crate::room::{Record, RoomHost};

/// A room that is rebuilt from what was stored of it, so that a test knows everything that is
/// hidden at any moment.
#[derive(Debug)]
pub struct Shadow(RoomHost);

impl Shadow {
    /// The room as of its snapshot.
    pub fn new(catalog: &Catalog, snapshot: &Snapshot) -> Result<Self, Error> {
        let none: &[bytes::Bytes] = &[];
        Ok(Self(RoomHost::load(catalog, snapshot, none)?.0))
    }

    /// Applies a record and returns the result.
    pub fn follow(&mut self, record: &[u8]) -> Result<AnyHandled, serde_json::Error> {
        Ok(self.0.apply(&Record::read(record)?).handled)
    }

    /// The room.
    pub fn room(&self) -> &dyn AnyRoom {
        self.0.room()
    }

    /// The player id of a guest.
    pub fn player(&self, guest: GuestId) -> Option<PlayerId> {
        self.0.player(guest)
    }

    /// The guests who have or had a seat.
    pub fn guests(&self) -> Vec<(GuestId, PlayerId)> {
        self.0.guests().collect()
    }

    /// What nobody may be told at the moment: secrets and seeds of this match and the next, in
    /// every encoding in which they could leak.
    pub fn secrets(&self) -> Vec<String> {
        self.0.secrets().into_iter().flat_map(|seed| spellings(&seed.0)).collect()
    }
}

fn spellings(bytes: &[u8; 32]) -> [String; 4] {
    use base64::Engine as _;
    use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
    let hex = croupier_kit::cards::Seed(*bytes).to_string();
    // Enough numbers of the list to be unique.
    let list = bytes[..12].iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let base64 = BASE64_STANDARD.encode(bytes);
    [hex, list, base64, BASE64_URL_SAFE_NO_PAD.encode(bytes)]
}
