//! How the deals of a room are made provably fair.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use croupier_catalog::AnyRoom;
use croupier_kit::cards::Seed;
use croupier_kit::room::PlayerId;
use croupier_kit::save::{Contribution, FairDeal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The deals of a room. The secrets of all its matches derive from one that is drawn with the room,
/// so that a new match needs nothing stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Deals {
    secret: Seed,
    room: String,
    /// What players have contributed to the next deal.
    given: BTreeMap<PlayerId, String>,
    /// What the next match will be dealt from, as the room was told.
    next: FairDeal,
    /// Whether the room knows the seed of `next`.
    told: bool,
    /// What the current match was dealt from.
    present: Option<FairDeal>,
    /// What the last finished match was dealt from; it is public.
    opened: Option<FairDeal>,
    /// Counts changes to what everyone is shown.
    #[serde(skip)]
    changes: u64,
}

/// Whether a command may carry a contribution to the next deal.
pub(crate) fn takes_chance(command: &Value) -> bool {
    matches!(command.as_str(), Some("ready" | "vote_rematch" | "play_again"))
}

impl Deals {
    pub(crate) fn new(secret: Seed, room: String) -> Self {
        let next = FairDeal::new(&room, 1, match_secret(secret, 1));
        Self {
            secret,
            room,
            given: BTreeMap::new(),
            next,
            told: false,
            present: None,
            opened: None,
            changes: 0,
        }
    }

    /// Adds a player's contribution to the randomness of the next deal.
    pub(crate) fn contribute(&mut self, player: PlayerId, chance: &str) {
        self.given.insert(player, chance.to_owned());
    }

    /// The seed to tell the room, if it differs from the one the room knows.
    pub(crate) fn seed_to_tell(&mut self, room: &dyn AnyRoom) -> Option<Seed> {
        let contributions = self.contributions(room);
        if self.told && self.next.contributions == contributions {
            return None;
        }
        self.next.contributions = contributions;
        self.told = true;
        Some(self.next.seed())
    }

    fn contributions(&self, room: &dyn AnyRoom) -> Vec<Contribution> {
        if self.given.is_empty() {
            return vec![];
        }
        let of = |id: PlayerId| {
            let (seat, chance) = (room.seat_of(id)?, self.given.get(&id)?);
            Some(Contribution { seat, chance: chance.clone() })
        };
        room.persons().into_iter().filter_map(of).collect()
    }

    /// The number of the next match.
    pub(crate) fn next_match(&self) -> u32 {
        self.next.match_no
    }

    /// Notes that a match was dealt.
    pub(crate) fn dealt(&mut self) {
        let number = self.next.match_no + 1;
        let next = FairDeal::new(&self.room, number, match_secret(self.secret, number));
        self.present = Some(std::mem::replace(&mut self.next, next));
        self.given.clear();
        self.told = false;
        self.changes += 1;
    }

    /// Ends the match and reveals its deal.
    pub(crate) fn over(&mut self) -> Option<&FairDeal> {
        if let Some(present) = self.present.take() {
            self.opened = Some(present);
            self.changes += 1;
        }
        self.opened.as_ref()
    }

    /// The unguessable part of the URL of a match, always the same for a match.
    pub(crate) fn link(&self, match_no: u32) -> String {
        let mut hash = Sha256::new();
        hash.update(b"croupier.replay.1");
        hash.update(self.secret.0);
        hash.update(match_no.to_le_bytes());
        BASE64_URL_SAFE_NO_PAD.encode(&hash.finalize()[..18])
    }

    /// A counter that grows whenever what everyone is shown changes.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Everything that must stay secret at the moment.
    #[cfg(feature = "testing")]
    pub(crate) fn secrets(&self) -> Vec<Seed> {
        let deals = [Some(&self.next), self.present.as_ref()].into_iter().flatten();
        let of = |deal: &FairDeal| [deal.secret, deal.seed()];
        deals.flat_map(of).chain([self.secret]).collect()
    }

    /// What everyone is shown.
    pub(crate) fn shown(&self) -> Value {
        let running = self.present.as_ref();
        json!({
            "match": self.next.match_no,
            "commitment": self.next.commitment,
            "playing": running.map(|deal| json!({"match": deal.match_no, "commitment": deal.commitment})),
            "opened": self.opened,
        })
    }
}

/// The secret of a match. It is revealed after the match; the room's secret, from which it derives,
/// never is.
fn match_secret(room: Seed, match_no: u32) -> Seed {
    let mut hash = Sha256::new();
    hash.update(b"croupier.match-secret.1");
    hash.update(room.0);
    hash.update(match_no.to_le_bytes());
    Seed(hash.finalize().into())
}
