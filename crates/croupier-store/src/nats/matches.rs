//! Finished matches, in a stream whose messages expire.
//!
//! | subject | holds |
//! |---|---|
//! | `cr.m.<match>` | the match: a head as JSON, and its save |
//! | `cr.ml.<link>` | the head alone, found by the match's link |
//! | `cr.mo.<guest>.<match>` | when the guest played it |
//!
//! References to a match are written before it, so a stored match can always be found.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use futures_util::{Stream, TryStreamExt as _};
use serde::{Deserialize, Serialize};

use super::NatsStore;
use super::bucket::read_all;
use super::error::RequestError;
use super::layout::{MATCHES_STREAM, hex, link_subject, match_subject};
use super::message::LIMIT;
use super::patience::Patience;
use super::registry::{hash_of, json, unread};
use super::wire::{self, Sent, Which};
use crate::journal::{EngineError, GuestId, RoomId, UnixMillis, WriteError};
use crate::registry::{FinishedMatch, MatchId, SecretHash};

/// After this many matches in a row that are not old, hardly any later one is. Clocks differ, and
/// an import stores matches in another order; what is missed expires by itself.
const MANY_YOUNG: usize = 1_000;

/// The metadata of a match.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    id: String,
    room: String,
    game: String,
    played_at: u64,
    seats: Vec<Option<u64>>,
    deal: String,
    link: String,
}

fn guest_subject(guest: GuestId, id: MatchId) -> String {
    format!("cr.mo.{}.{:032x}", guest.0, id.0)
}

fn match_id(text: &str) -> Option<MatchId> {
    u128::from_str_radix(text, 16).ok().map(MatchId)
}

impl Head {
    fn of(finished: &FinishedMatch) -> Self {
        Self {
            id: format!("{:032x}", finished.id.0),
            room: finished.room.to_string(),
            game: finished.game.clone(),
            played_at: finished.played_at.0,
            seats: finished.seats.iter().map(|guest| guest.map(|guest| guest.0)).collect(),
            deal: finished.deal.clone(),
            link: hex(&finished.link.0),
        }
    }

    fn into_match(self, save: Bytes) -> Option<FinishedMatch> {
        Some(FinishedMatch {
            id: match_id(&self.id)?,
            room: self.room.parse::<RoomId>().ok()?,
            game: self.game,
            played_at: UnixMillis(self.played_at),
            seats: self.seats.into_iter().map(|guest| guest.map(GuestId)).collect(),
            save,
            deal: self.deal,
            link: hash_of(&self.link)?,
        })
    }
}

fn read_match(mut bytes: Bytes) -> Option<FinishedMatch> {
    let sum = bytes.try_get_u32_le().ok()?;
    if crc32fast::hash(&bytes) != sum {
        return None;
    }
    let length = usize::try_from(bytes.try_get_u32_le().ok()?).ok()?;
    if length > bytes.len() {
        return None;
    }
    let head: Head = serde_json::from_slice(&bytes.split_to(length)).ok()?;
    head.into_match(bytes)
}

impl NatsStore {
    /// Stores a message if its subject has none.
    async fn place_once(&self, subject: &str, payload: Bytes) -> Result<(), WriteError> {
        let mut patience = Patience::new();
        loop {
            let why = match self.wire().publish(subject, wire::after(0), payload.clone()).await {
                Sent::Stored(_) => return Ok(()),
                Sent::Refused { code, .. } if wire::is_full(code) => return Err(WriteError::Full),
                Sent::Refused { code, text } => {
                    let found = self.wire().get(MATCHES_STREAM, subject, Which::Last).await;
                    if wire::is_conflict(code) && matches!(found, Ok(Some(_))) {
                        return Ok(());
                    }
                    RequestError::Refused { code, text }
                }
                Sent::NoLeader => RequestError::NoLeader,
                Sent::Unknown(why) => why,
            };
            if !patience.wait().await {
                return Err(WriteError::Unknown(EngineError::new(why)));
            }
        }
    }

    pub(super) async fn keep_match(&self, finished: FinishedMatch) -> Result<(), WriteError> {
        let head = json(&Head::of(&finished))?;
        let bytes = 8 + head.len() + finished.save.len();
        if bytes > LIMIT {
            return Err(WriteError::TooLarge { bytes, limit: LIMIT });
        }
        let mut payload = BytesMut::with_capacity(bytes);
        payload.put_u32_le(0);
        payload.put_u32_le(u32::try_from(head.len()).unwrap_or(u32::MAX));
        payload.put_slice(&head);
        payload.put_slice(&finished.save);
        let sum = crc32fast::hash(&payload[4..]).to_le_bytes();
        payload[..4].copy_from_slice(&sum);
        self.place_once(&link_subject(finished.link), head).await?;
        let mut guests: Vec<_> = finished.seats.iter().flatten().copied().collect();
        guests.sort_unstable();
        guests.dedup();
        for guest in guests {
            let at = Bytes::from(finished.played_at.0.to_string());
            self.place_once(&guest_subject(guest, finished.id), at).await?;
        }
        self.place_once(&match_subject(finished.id), payload.freeze()).await
    }

    async fn get_patiently(&self, subject: &str) -> Result<Option<Bytes>, RequestError> {
        let mut patience = Patience::new();
        loop {
            match self.wire().get(MATCHES_STREAM, subject, Which::Last).await {
                Ok(found) => return Ok(found.filter(|it| !it.is_marker).map(|it| it.payload)),
                Err(why) if !patience.wait().await => return Err(why),
                Err(_) => {}
            }
        }
    }

    pub(super) async fn find_match(
        &self,
        id: MatchId,
    ) -> Result<Option<FinishedMatch>, RequestError> {
        Ok(self.get_patiently(&match_subject(id)).await?.and_then(read_match))
    }

    pub(super) async fn find_match_by_link(
        &self,
        link: SecretHash,
    ) -> Result<Option<FinishedMatch>, RequestError> {
        let head = self.get_patiently(&link_subject(link)).await?;
        let head = head.and_then(|bytes| serde_json::from_slice::<Head>(&bytes).ok());
        let Some(id) = head.and_then(|head| match_id(&head.id)) else { return Ok(None) };
        Ok(self.find_match(id).await?.filter(|finished| finished.link == link))
    }

    pub(super) async fn find_matches_of(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<MatchId>, RequestError> {
        let pattern = format!("cr.mo.{}.*", guest.0);
        let found = read_all(self.wire().clone(), MATCHES_STREAM.to_owned(), pattern);
        let mut found = std::pin::pin!(found);
        let mut matches = vec![];
        while let Some(it) = found.try_next().await? {
            let at = std::str::from_utf8(&it.payload).ok().and_then(|it| it.parse::<u64>().ok());
            let id = it.subject.rsplit('.').next().and_then(match_id);
            matches.extend(at.zip(id));
        }
        matches.sort_unstable_by(|a, b| b.cmp(a));
        Ok(matches.into_iter().take(limit as usize).map(|(_, id)| id).collect())
    }

    /// The metadata of all matches, in the order in which they were stored.
    fn heads(&self) -> impl Stream<Item = Result<Head, RequestError>> + Send + use<> {
        let pattern = "cr.ml.*".to_owned();
        let found = read_all(self.wire().clone(), MATCHES_STREAM.to_owned(), pattern);
        found.try_filter_map(async |it| Ok(serde_json::from_slice::<Head>(&it.payload).ok()))
    }

    pub(super) async fn all_matches(&self) -> Result<Vec<MatchId>, RequestError> {
        let ids = self.heads().try_filter_map(async |head| Ok(match_id(&head.id)));
        let mut ids: Vec<_> = ids.try_collect().await?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// Deletes old matches before they expire by themselves. They are stored about in the order in
    /// which they were played, so that the others need not be read.
    pub(super) async fn drop_matches(&self, before: UnixMillis) -> Result<u64, WriteError> {
        let mut heads = std::pin::pin!(self.heads());
        let (mut dropped, mut young) = (0, 0);
        while young < MANY_YOUNG
            && let Some(head) = heads.try_next().await.map_err(unread)?
        {
            if head.played_at >= before.0 {
                young += 1;
                continue;
            }
            young = 0;
            let (Some(id), Some(link)) = (match_id(&head.id), hash_of(&head.link)) else {
                continue;
            };
            let guests =
                head.seats.iter().flatten().map(|guest| guest_subject(GuestId(*guest), id));
            // The index goes last: after an interruption the match is found again.
            let subjects =
                [match_subject(id)].into_iter().chain(guests).chain([link_subject(link)]);
            for subject in subjects {
                let purged = self.wire().purge(MATCHES_STREAM, &subject, u64::MAX - 1).await;
                purged.map_err(unread)?;
            }
            dropped += 1;
        }
        Ok(dropped)
    }
}
