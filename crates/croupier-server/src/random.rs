//! Chance from the operating system.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use croupier_kit::cards::Seed;
use croupier_store::journal::{GuestId, RoomId};
use croupier_store::registry::SecretHash;
use sha2::{Digest as _, Sha256};

/// Bytes that cannot be guessed.
///
/// # Panics
///
/// If the operating system has no chance to give: without it nothing here would be safe.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives chance");
    bytes
}

pub(crate) fn seed() -> Seed {
    Seed(bytes())
}

pub(crate) fn room_id() -> RoomId {
    RoomId::from_bytes(bytes())
}

pub(crate) fn guest_id() -> GuestId {
    GuestId(u64::from_le_bytes(bytes()) >> 1) // SQLite's integers have a sign.
}

/// A secret as text: 43 letters.
pub(crate) fn token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes::<32>())
}

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> SecretHash {
    SecretHash(Sha256::digest(secret.as_bytes()).into())
}
