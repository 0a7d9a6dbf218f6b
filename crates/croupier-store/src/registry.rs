//! What is kept beside the rooms and is no log: guests, finished matches, bans, and settings of the
//! house.

use std::future::Future;

use bytes::Bytes;

use crate::journal::{GuestId, ReadError, RoomId, UnixMillis, WriteError};

/// The SHA-256 of a secret that only its owner has. The secret itself is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretHash(pub [u8; 32]);

/// A person who has no account, as the house remembers them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// Who it is.
    pub id: GuestId,
    /// Of the token by which they are known again.
    pub token: SecretHash,
    /// What they call themselves.
    pub nickname: String,
    /// When they were here last.
    pub seen: UnixMillis,
}

/// A finished match. The caller draws the number at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub u128);

/// A finished match, to be looked at again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedMatch {
    /// Which one it is.
    pub id: MatchId,
    /// Where it was played.
    pub room: RoomId,
    /// The id of its game.
    pub game: String,
    /// When it ended.
    pub played_at: UnixMillis,
    /// Who sat where. None for a bot.
    pub seats: Vec<Option<GuestId>>,
    /// The whole match, as the caller packs it.
    pub save: Bytes,
    /// What the deal was agreed on with, in words of the caller.
    pub deal: String,
    /// Of the part of its address that nobody can guess.
    pub link: SecretHash,
}

/// Somebody who may not come in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// Whom it is about, in words of the caller: an address, a guest.
    pub key: String,
    /// When it ends. None never.
    pub until: Option<UnixMillis>,
    /// Why.
    pub why: String,
}

/// The setting under which a house keeps its time, in milliseconds.
pub const HOUSE_TIME: &str = "house_time";

/// Where guests, finished matches, bans and settings of the house are kept. What has returned `Ok`
/// is durable.
pub trait Registry: Send + Sync + 'static {
    /// Remembers a guest, or replaces what is remembered.
    fn put_guest(&self, guest: Guest) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// What is remembered of a guest.
    fn guest(&self, id: GuestId) -> impl Future<Output = Result<Option<Guest>, ReadError>> + Send;

    /// The guest who has a token.
    fn guest_by_token(
        &self,
        token: SecretHash,
    ) -> impl Future<Output = Result<Option<Guest>, ReadError>> + Send;

    /// Forgets those who were not seen since, unless they have a seat in a room. It tells how many.
    fn forget_guests(
        &self,
        unseen_since: UnixMillis,
    ) -> impl Future<Output = Result<u64, WriteError>> + Send;

    /// All guests in the order of their ids, for whoever moves a house.
    fn guests(&self) -> impl Future<Output = Result<Vec<Guest>, ReadError>> + Send;

    /// Keeps a finished match. One that is kept already stays as it is, so this can be repeated.
    fn put_match(
        &self,
        finished: FinishedMatch,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// A finished match.
    fn finished_match(
        &self,
        id: MatchId,
    ) -> impl Future<Output = Result<Option<FinishedMatch>, ReadError>> + Send;

    /// The finished match that a link leads to.
    fn match_by_link(
        &self,
        link: SecretHash,
    ) -> impl Future<Output = Result<Option<FinishedMatch>, ReadError>> + Send;

    /// The matches in which a guest had a seat, newest first, at most `limit` of them.
    fn matches_of(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchId>, ReadError>> + Send;

    /// Forgets matches that ended before. It tells how many.
    fn forget_matches(
        &self,
        before: UnixMillis,
    ) -> impl Future<Output = Result<u64, WriteError>> + Send;

    /// All finished matches in the order of their ids, for whoever moves a house.
    fn matches(&self) -> impl Future<Output = Result<Vec<MatchId>, ReadError>> + Send;

    /// Bans somebody, or replaces the ban.
    fn put_ban(&self, ban: Ban) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// The ban of somebody, ended or not.
    fn ban(&self, key: &str) -> impl Future<Output = Result<Option<Ban>, ReadError>> + Send;

    /// All bans in the order of their keys, ended or not.
    fn bans(&self) -> impl Future<Output = Result<Vec<Ban>, ReadError>> + Send;

    /// Lifts a ban. It tells whether there was one.
    fn lift_ban(&self, key: &str) -> impl Future<Output = Result<bool, WriteError>> + Send;

    /// A setting of the house: a secret, the version of the server that wrote last.
    fn setting(&self, key: &str) -> impl Future<Output = Result<Option<Bytes>, ReadError>> + Send;

    /// Keeps a setting of the house.
    fn put_setting(
        &self,
        key: &str,
        value: Bytes,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// All settings of the house in the order of their keys, for whoever moves it.
    fn settings(&self) -> impl Future<Output = Result<Vec<(String, Bytes)>, ReadError>> + Send;
}
