//! Characters and backgrounds (DW-171, DW-172). All characters are fictional.

use crate::names::names;

names! {
    /// DW-171: six tycoons.
    Character {
        Brock => "brock", "Brock Vantage: inherited, camera-ready, orbit-bound.",
        Lotte => "lotte", "Lotte von Klick: buys newsrooms, loses readers.",
        Misty => "misty", "Misty Orr: mines asteroids for applause.",
        Alden => "alden", "Alden P. Crest: keeps his money where the sun is.",
        Rafe => "rafe", "Rafe Holloway: counts votes until they fit.",
        Ida => "ida", "Dame Ida Penhallow: sells heritage by the token.",
    }
}

names! {
    /// DW-172: one per character, in that order, and three neutral ones.
    Background {
        Vault => "vault", "Brock's.",
        Studio => "studio", "Lotte's.",
        Asteroid => "asteroid", "Misty's, and the default.",
        Gallery => "gallery", "Alden's.",
        Campaign => "campaign", "Rafe's.",
        Manor => "manor", "Ida's.",
        Nebula => "nebula", "Neutral.",
        NightSky => "night-sky", "Neutral.",
        Felt => "felt", "Neutral.",
    }
}

impl Background {
    /// The default background.
    pub const DEFAULT: Self = Self::Asteroid;

    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vault => "Vault",
            Self::Studio => "Studio",
            Self::Asteroid => "Asteroid",
            Self::Gallery => "Gallery",
            Self::Campaign => "Campaign",
            Self::Manor => "Manor",
            Self::Nebula => "Nebula",
            Self::NightSky => "Night sky",
            Self::Felt => "Felt",
            Self::Unknown => "nowhere",
        }
    }
}

impl Character {
    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brock => "Brock Vantage",
            Self::Lotte => "Lotte von Klick",
            Self::Misty => "Misty Orr",
            Self::Alden => "Alden P. Crest",
            Self::Rafe => "Rafe Holloway",
            Self::Ida => "Dame Ida Penhallow",
            Self::Unknown => "nobody",
        }
    }
}
