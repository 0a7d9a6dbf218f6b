//! What is stored besides the rooms and is not a log: guests, finished matches, bans, and settings
//! of the house.

use std::future::Future;

use bytes::Bytes;

use crate::journal::{GuestId, ReadError, RoomId, UnixMillis, WriteError};

/// The SHA-256 of a secret that only its owner knows. The secret itself is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretHash(pub [u8; 32]);

/// A person without an account, as the house remembers them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The id by which rooms and bans know the guest.
    pub id: GuestId,
    /// The hash of the token that identifies them.
    pub token: SecretHash,
    /// What they call themselves.
    pub nickname: String,
    /// When they were last here.
    pub seen: UnixMillis,
}

/// The id of a finished match. The caller derives or draws it; it is unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub u128);

/// A finished match, for replays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedMatch {
    /// The id by which its replay is found.
    pub id: MatchId,
    /// The room it was played in.
    pub room: RoomId,
    /// The id of its game.
    pub game: String,
    /// When it ended.
    pub played_at: UnixMillis,
    /// The guest in each seat; `None` for a bot.
    pub seats: Vec<Option<GuestId>>,
    /// The save of the match, packed by the caller.
    pub save: Bytes,
    /// How the deal was agreed on, as text of the caller's.
    pub deal: String,
    /// The hash of the unguessable part of its URL.
    pub link: SecretHash,
}

/// Someone who may not come in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// Who is banned, as text of the caller's: an address or a guest.
    pub key: String,
    /// When it ends. `None` means never.
    pub until: Option<UnixMillis>,
    /// Why, in the words of the operator.
    pub why: String,
}

/// The setting in which a house keeps its time, in milliseconds.
pub const HOUSE_TIME: &str = "house_time";

/// Stores guests, finished matches, bans and settings of the house. Whatever has returned `Ok` is
/// durable.
pub trait Registry: Send + Sync + 'static {
    /// Stores a guest, or replaces the stored one.
    fn put_guest(&self, guest: Guest) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// The guest with this id; `None` if there is none.
    fn guest(&self, id: GuestId) -> impl Future<Output = Result<Option<Guest>, ReadError>> + Send;

    /// The guest with this token.
    fn guest_by_token(
        &self,
        token: SecretHash,
    ) -> impl Future<Output = Result<Option<Guest>, ReadError>> + Send;

    /// Deletes guests who were not seen since, unless they have a seat in a room. Returns how many.
    fn forget_guests(
        &self,
        unseen_since: UnixMillis,
    ) -> impl Future<Output = Result<u64, WriteError>> + Send;

    /// All guests ordered by id, for moving a house.
    fn guests(&self) -> impl Future<Output = Result<Vec<Guest>, ReadError>> + Send;

    /// Stores a finished match. One that is already stored stays as it is, so this can be repeated.
    fn put_match(
        &self,
        finished: FinishedMatch,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// The finished match with this id; `None` if there is none.
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

    /// Deletes matches that ended before this. Returns how many.
    fn forget_matches(
        &self,
        before: UnixMillis,
    ) -> impl Future<Output = Result<u64, WriteError>> + Send;

    /// The ids of all finished matches in order, for moving a house.
    fn matches(&self) -> impl Future<Output = Result<Vec<MatchId>, ReadError>> + Send;

    /// Stores a ban, or replaces it.
    fn put_ban(&self, ban: Ban) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// A ban, expired or not.
    fn ban(&self, key: &str) -> impl Future<Output = Result<Option<Ban>, ReadError>> + Send;

    /// All bans ordered by key, expired or not.
    fn bans(&self) -> impl Future<Output = Result<Vec<Ban>, ReadError>> + Send;

    /// Lifts a ban. Returns whether there was one.
    fn lift_ban(&self, key: &str) -> impl Future<Output = Result<bool, WriteError>> + Send;

    /// A setting of the house, such as a secret or the version of the server that wrote last.
    fn setting(&self, key: &str) -> impl Future<Output = Result<Option<Bytes>, ReadError>> + Send;

    /// Stores a setting of the house.
    fn put_setting(
        &self,
        key: &str,
        value: Bytes,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// All settings of the house ordered by key, for moving it.
    fn settings(&self) -> impl Future<Output = Result<Vec<(String, Bytes)>, ReadError>> + Send;
}
