//! Randomness from the operating system.

use std::sync::atomic::{AtomicU64, Ordering};

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
/// If the operating system has no randomness to give: nothing here would be secure without it.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives chance");
    bytes
}

/// The source of seeds for rooms: random, or derived from one number for tests and screenshots.
/// Tokens never come from here.
#[derive(Debug)]
pub(crate) struct Seeds {
    from: Option<u64>,
    drawn: AtomicU64,
}

impl Seeds {
    pub(crate) fn new(from: Option<u64>) -> Self {
        Self { from, drawn: AtomicU64::new(0) }
    }

    pub(crate) fn seed(&self) -> Seed {
        let Some(from) = self.from else { return Seed(bytes()) };
        let mut hash = Sha256::new();
        hash.update(b"croupier.seeds.1");
        hash.update(from.to_le_bytes());
        hash.update(self.drawn.fetch_add(1, Ordering::Relaxed).to_le_bytes());
        Seed(hash.finalize().into())
    }

    pub(crate) fn room_id(&self) -> RoomId {
        let Seed(bytes) = self.seed();
        let mut id = [0; 16];
        id.copy_from_slice(&bytes[..16]);
        RoomId::from_bytes(id)
    }
}

pub(crate) fn guest_id() -> GuestId {
    GuestId(u64::from_le_bytes(bytes()) >> 1) // SQLite's integers are signed.
}

/// A secret as text: 43 characters.
pub(crate) fn token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes::<32>())
}

/// The hash of a secret, which is all that is stored of it.
pub(crate) fn hash(secret: &str) -> SecretHash {
    SecretHash(Sha256::digest(secret.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_deals_the_same_again_and_chance_does_not() {
        let three = |from| {
            let seeds = Seeds::new(from);
            [seeds.seed(), seeds.seed(), seeds.seed()]
        };
        assert_eq!(three(Some(7)), three(Some(7)));
        assert_ne!(three(Some(7)), three(Some(8)));
        assert_ne!(three(None), three(None));
        let [one, other, _] = three(Some(7));
        assert_ne!(one, other);
    }
}
