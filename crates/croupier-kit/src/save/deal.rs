//! How a deal is made provably fair.
//!
//! A server that chooses the seed alone could choose the cards. So it draws a secret and publishes
//! its hash before anybody contributes; the seed is computed from the secret and the players'
//! contributions. After the match the secret is published, and anybody who kept the hash can
//! compute the seed again.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cards::Seed;
use crate::game::Seat;

/// Everything that the seed of a match was made from. It reveals every card, so it is published
/// only after the match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "OpenedDeal"))]
#[serde(deny_unknown_fields)]
pub struct FairDeal {
    /// A unique name of the room.
    pub room: String,
    /// The number of the match in its room, counted from 1.
    #[serde(rename = "match")]
    pub match_no: u32,
    /// The SHA-256 of the secret, which was shown before the deal.
    pub commitment: Seed,
    /// The server's secret.
    pub secret: Seed,
    /// What the players added, by seat.
    pub contributions: Vec<Contribution>,
}

/// What a player added to the seed of a deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// The seat of the player.
    pub seat: Seat,
    /// Any text, chosen by the player.
    pub chance: String,
}

/// Part of every seed hash, so that it cannot be confused with a hash for another purpose.
const LABEL: &[u8] = b"croupier.deal.1";

impl FairDeal {
    /// A deal with this secret, without contributions so far.
    pub fn new(room: impl Into<String>, match_no: u32, secret: Seed) -> Self {
        let commitment = Self::commitment_of(secret);
        Self { room: room.into(), match_no, commitment, secret, contributions: vec![] }
    }

    /// The hash of a secret that is published before the deal.
    pub fn commitment_of(secret: Seed) -> Seed {
        Seed(Sha256::digest(secret.0).into())
    }

    /// The seed of the match. Every part is prefixed with its length, so that no two deals hash the
    /// same bytes.
    pub fn seed(&self) -> Seed {
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        add(LABEL);
        add(&self.secret.0);
        add(self.room.as_bytes());
        add(&self.match_no.to_le_bytes());
        for Contribution { seat, chance } in &self.contributions {
            add(&[seat.0]);
            add(chance.as_bytes());
        }
        Seed(hash.finalize().into())
    }

    /// Checks that the secret matches the published hash and gives this seed.
    pub fn check(&self, seed: Seed) -> Result<(), FairDealError> {
        if Self::commitment_of(self.secret) != self.commitment {
            return Err(FairDealError::OtherSecret);
        }
        if self.seed() != seed {
            return Err(FairDealError::OtherSeed);
        }
        Ok(())
    }
}

/// Why a deal does not match what was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FairDealError {
    /// The secret does not match the published hash.
    #[error("the secret is not the one that was promised")]
    OtherSecret,
    /// The match was dealt from another seed.
    #[error("the match was not dealt from this secret and these contributions")]
    OtherSeed,
}

impl FairDealError {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(self) -> &'static str {
        match self {
            Self::OtherSecret => "other_secret",
            Self::OtherSeed => "other_seed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal() -> FairDeal {
        let mut deal = FairDeal::new("room", 1, Seed::from_number(7));
        deal.contributions.push(Contribution { seat: Seat(0), chance: "ada".to_owned() });
        deal.contributions.push(Contribution { seat: Seat(2), chance: "bo".to_owned() });
        deal
    }

    #[test]
    fn every_part_of_a_deal_decides_about_the_seed() {
        let seed = deal().seed();
        assert_eq!(deal().check(seed), Ok(()));
        let mut others = [deal(), deal(), deal(), deal(), deal()];
        others[0].room = "another".to_owned();
        others[1].match_no = 2;
        others[2].contributions[0].chance = "adabo".to_owned();
        others[3].contributions[1].seat = Seat(1);
        others[4].contributions.pop();
        for other in others {
            assert_eq!(other.check(seed), Err(FairDealError::OtherSeed), "{other:?}");
        }
        let mut other = deal();
        other.secret = Seed::from_number(8);
        assert_eq!(other.check(other.seed()), Err(FairDealError::OtherSecret));
    }
}
