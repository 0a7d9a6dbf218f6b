//! Guests, bans and settings, each under its own key.

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use serde::{Deserialize, Serialize};

use super::NatsStore;
use super::bucket::{Bucket, Placed, Value, failed_read};
use super::error::RequestError;
use super::layout::{hex, token, unhex, untoken};
use crate::journal::{EngineError, GuestId, ReadError, UnixMillis, WriteError};
use crate::registry::{Ban, FinishedMatch, Guest, MatchId, Registry, SecretHash};

/// The maximum size of a value.
const LIMIT: usize = 256 << 10;

#[derive(Serialize, Deserialize)]
struct StoredGuest {
    id: u64,
    token: String,
    nickname: String,
    seen: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredBan {
    key: String,
    until: Option<u64>,
    why: String,
}

fn guest_key(id: GuestId) -> String {
    format!("g.{}", id.0)
}

fn token_key(token: SecretHash) -> String {
    format!("t.{}", hex(&token.0))
}

fn ban_key(key: &str) -> String {
    format!("ban.{}", token(key))
}

fn setting_key(key: &str) -> String {
    format!("set.{}", token(key))
}

pub(super) fn hash_of(digits: &str) -> Option<SecretHash> {
    unhex(digits)?.try_into().ok().map(SecretHash)
}

fn read_guest(value: &Value) -> Option<Guest> {
    let stored: StoredGuest = serde_json::from_slice(&value.bytes).ok()?;
    Some(Guest {
        id: GuestId(stored.id),
        token: hash_of(&stored.token)?,
        nickname: stored.nickname,
        seen: UnixMillis(stored.seen),
    })
}

fn read_ban(value: &Value) -> Option<Ban> {
    let stored: StoredBan = serde_json::from_slice(&value.bytes).ok()?;
    Some(Ban { key: stored.key, until: stored.until.map(UnixMillis), why: stored.why })
}

pub(super) fn json<T: Serialize>(value: &T) -> Result<Bytes, WriteError> {
    let bytes = serde_json::to_vec(value);
    let bytes = bytes.map_err(|why| WriteError::Failed(EngineError::new(why)))?;
    check(bytes.len())?;
    Ok(bytes.into())
}

fn check(bytes: usize) -> Result<(), WriteError> {
    if bytes > LIMIT { Err(WriteError::TooLarge { bytes, limit: LIMIT }) } else { Ok(()) }
}

pub(super) fn unread(why: RequestError) -> WriteError {
    WriteError::Failed(EngineError::new(why))
}

async fn all<T>(
    bucket: &Bucket,
    pattern: &str,
    read: impl Fn(&str, &Value) -> Option<T>,
) -> Result<Vec<T>, RequestError> {
    let mut found = std::pin::pin!(bucket.scan(pattern));
    let mut all = vec![];
    while let Some((key, value)) = found.try_next().await? {
        all.extend(read(&key, &value));
    }
    Ok(all)
}

impl NatsStore {
    fn check_answering(&self) -> Result<(), ReadError> {
        if self.is_stopped() { Err(ReadError::Stopped) } else { Ok(()) }
    }

    async fn stored_guest(&self, id: GuestId) -> Result<Option<(u64, Guest)>, RequestError> {
        let value = self.guest_bucket().get(&guest_key(id)).await?;
        Ok(value.and_then(|value| Some((value.sequence, read_guest(&value)?))))
    }
}

impl Registry for NatsStore {
    async fn put_guest(&self, guest: Guest) -> Result<(), WriteError> {
        self.check_running()?;
        let stored = StoredGuest {
            id: guest.id.0,
            token: hex(&guest.token.0),
            nickname: guest.nickname,
            seen: guest.seen.0,
        };
        let value = json(&stored)?;
        let old = self.stored_guest(guest.id).await.map_err(unread)?;
        let old_token = old.map(|(_, old)| old.token);
        if old_token != Some(guest.token) {
            // A token that points to a guest whose token has changed since is ignored.
            self.guest_bucket().put(&token_key(guest.token), guest.id.0.to_string().into()).await?;
        }
        self.guest_bucket().put(&guest_key(guest.id), value).await?;
        if let Some(old) = old_token.filter(|old| *old != guest.token) {
            self.guest_bucket().remove(&token_key(old)).await?;
        }
        Ok(())
    }

    async fn guest(&self, id: GuestId) -> Result<Option<Guest>, ReadError> {
        self.check_answering()?;
        let found = self.stored_guest(id).await.map_err(failed_read)?;
        Ok(found.map(|(_, guest)| guest))
    }

    async fn guest_by_token(&self, token: SecretHash) -> Result<Option<Guest>, ReadError> {
        self.check_answering()?;
        let value = self.guest_bucket().get(&token_key(token)).await.map_err(failed_read)?;
        let text = value.as_ref().and_then(|it| std::str::from_utf8(&it.bytes).ok());
        let Some(id) = text.and_then(|text| text.parse().ok()) else { return Ok(None) };
        let guest = self.guest(GuestId(id)).await?;
        Ok(guest.filter(|guest| guest.token == token))
    }

    async fn forget_guests(&self, unseen_since: UnixMillis) -> Result<u64, WriteError> {
        self.check_running()?;
        // Most are not old, and need not be kept in memory.
        let read = |_: &str, value: &Value| {
            let guest = read_guest(value).filter(|it| it.seen < unseen_since)?;
            Some((value.sequence, guest))
        };
        let found = all(self.guest_bucket(), "g.*", read).await.map_err(unread)?;
        let mut forgotten = 0;
        for (sequence, guest) in found {
            if !self.seats_of(guest.id).await.map_err(unread)?.is_empty() {
                continue;
            }
            // A guest who has come back meanwhile stays.
            let removed = self.guest_bucket().remove_if(&guest_key(guest.id), sequence).await?;
            if matches!(removed, Placed::Stored(_)) {
                self.guest_bucket().remove(&token_key(guest.token)).await?;
                forgotten += 1;
            }
        }
        Ok(forgotten)
    }

    async fn guests(&self) -> Result<Vec<Guest>, ReadError> {
        self.check_answering()?;
        let mut guests = all(self.guest_bucket(), "g.*", |_, value| read_guest(value))
            .await
            .map_err(failed_read)?;
        guests.sort_unstable_by_key(|guest| guest.id);
        Ok(guests)
    }

    async fn put_match(&self, finished: FinishedMatch) -> Result<(), WriteError> {
        self.check_running()?;
        self.keep_match(finished).await
    }

    async fn finished_match(&self, id: MatchId) -> Result<Option<FinishedMatch>, ReadError> {
        self.check_answering()?;
        self.find_match(id).await.map_err(failed_read)
    }

    async fn match_by_link(&self, link: SecretHash) -> Result<Option<FinishedMatch>, ReadError> {
        self.check_answering()?;
        self.find_match_by_link(link).await.map_err(failed_read)
    }

    async fn matches_of(&self, guest: GuestId, limit: u32) -> Result<Vec<MatchId>, ReadError> {
        self.check_answering()?;
        self.find_matches_of(guest, limit).await.map_err(failed_read)
    }

    async fn forget_matches(&self, before: UnixMillis) -> Result<u64, WriteError> {
        self.check_running()?;
        self.drop_matches(before).await
    }

    async fn matches(&self) -> Result<Vec<MatchId>, ReadError> {
        self.check_answering()?;
        self.all_matches().await.map_err(failed_read)
    }

    async fn put_ban(&self, ban: Ban) -> Result<(), WriteError> {
        self.check_running()?;
        let key = ban_key(&ban.key);
        let until = ban.until.map(|at| at.0);
        let value = json(&StoredBan { key: ban.key, until, why: ban.why })?;
        self.meta().put(&key, value).await.map(|_| ())
    }

    async fn ban(&self, key: &str) -> Result<Option<Ban>, ReadError> {
        self.check_answering()?;
        let value = self.meta().get(&ban_key(key)).await.map_err(failed_read)?;
        Ok(value.as_ref().and_then(read_ban))
    }

    async fn bans(&self) -> Result<Vec<Ban>, ReadError> {
        self.check_answering()?;
        let mut bans =
            all(self.meta(), "ban.*", |_, value| read_ban(value)).await.map_err(failed_read)?;
        bans.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        Ok(bans)
    }

    async fn lift_ban(&self, key: &str) -> Result<bool, WriteError> {
        self.check_running()?;
        let key = ban_key(key);
        let Some(found) = self.meta().get(&key).await.map_err(unread)? else { return Ok(false) };
        let removed = self.meta().remove_if(&key, found.sequence).await?;
        Ok(matches!(removed, Placed::Stored(_)))
    }

    async fn setting(&self, key: &str) -> Result<Option<Bytes>, ReadError> {
        self.check_answering()?;
        let value = self.meta().get(&setting_key(key)).await.map_err(failed_read)?;
        Ok(value.map(|value| value.bytes))
    }

    async fn put_setting(&self, key: &str, value: Bytes) -> Result<(), WriteError> {
        self.check_running()?;
        check(value.len())?;
        self.meta().put(&setting_key(key), value).await.map(|_| ())
    }

    async fn settings(&self) -> Result<Vec<(String, Bytes)>, ReadError> {
        self.check_answering()?;
        let read = |key: &str, value: &Value| {
            Some((untoken(key.strip_prefix("set.")?)?, value.bytes.clone()))
        };
        let mut settings = all(self.meta(), "set.*", read).await.map_err(failed_read)?;
        settings.sort_unstable();
        Ok(settings)
    }
}
