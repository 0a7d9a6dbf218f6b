//! The order of a seat's cards at the start (DW-9).

use serde::{Deserialize, Deserializer, Serialize};

use crate::cards::{CardEffect, CardId, Family};

/// How a seat's 33 cards are reordered after the deal. For tests, demos and teaching; a rated room
/// takes only `random`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// As they were dealt.
    #[default]
    Random,
    /// Trackers on top.
    TrackerFirst,
    /// Blockers on top.
    BlockerFirst,
    /// Firewalls on top.
    FirewallFirst,
    /// Moves on top.
    MoveFirst,
    /// Launch Stacks on top.
    LaunchStackFirst,
    /// Specials on top.
    SpecialFirst,
    /// Commons on top.
    CommonFirst,
    /// From 6 to 0.
    HighValueFirst,
    /// From 0 to 6.
    LowValueFirst,
    /// Open What You Want, then a common, a tracker and a Launch Stack to open.
    OwywFirst,
    /// DW-10: what the seat names.
    Custom,
}

const NAMES: [(&str, Strategy); 12] = [
    ("random", Strategy::Random),
    ("tracker-first", Strategy::TrackerFirst),
    ("blocker-first", Strategy::BlockerFirst),
    ("firewall-first", Strategy::FirewallFirst),
    ("move-first", Strategy::MoveFirst),
    ("launch-stack-first", Strategy::LaunchStackFirst),
    ("special-first", Strategy::SpecialFirst),
    ("common-first", Strategy::CommonFirst),
    ("high-value-first", Strategy::HighValueFirst),
    ("low-value-first", Strategy::LowValueFirst),
    ("owyw-first", Strategy::OwywFirst),
    ("custom", Strategy::Custom),
];

impl<'de> Deserialize<'de> for Strategy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let known = NAMES.iter().find(|(name, _)| *name == text).map(|(_, strategy)| *strategy);
        known.ok_or_else(|| {
            let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            serde::de::Error::custom(format!("UnknownStrategy: {text:?}; there are {names}"))
        })
    }
}

impl Strategy {
    /// Reorders a deck. All sorts are stable, so equal cards keep their shuffled order.
    pub fn apply(self, deck: &mut [CardId]) {
        let family = |wanted: Family| move |card: &CardId| card.row().family != wanted;
        match self {
            Self::Random | Self::Custom => {}
            Self::TrackerFirst => deck.sort_by_key(family(Family::Tracker)),
            Self::BlockerFirst => deck.sort_by_key(family(Family::Blocker)),
            Self::FirewallFirst => deck.sort_by_key(family(Family::Firewall)),
            Self::MoveFirst => deck.sort_by_key(family(Family::Move)),
            Self::LaunchStackFirst => deck.sort_by_key(family(Family::Launch)),
            Self::SpecialFirst => deck.sort_by_key(|card| card.effect().is_none()),
            Self::CommonFirst => deck.sort_by_key(|card| card.effect().is_some()),
            Self::HighValueFirst => deck.sort_by_key(|card| 6 - card.row().value),
            Self::LowValueFirst => deck.sort_by_key(|card| card.row().value),
            Self::OwywFirst => open_first(deck),
        }
    }
}

fn open_first(deck: &mut [CardId]) {
    let wanted: [fn(&CardId) -> bool; 4] = [
        |card| card.effect() == Some(CardEffect::OpenWhatYouWant),
        |card| card.effect().is_none(),
        |card| card.effect() == Some(CardEffect::Tracker),
        |card| card.is_launch_stack(),
    ];
    let mut top = 0;
    for is_wanted in wanted {
        // The four searches exclude each other, so a card already moved to the top is never found
        // again.
        if let Some(at) = deck[top..].iter().position(is_wanted) {
            deck[top..=top + at].rotate_right(1);
            top += 1;
        }
    }
}
