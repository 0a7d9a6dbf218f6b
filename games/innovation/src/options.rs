//! What can be chosen before the deal (IN-89).

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, OptionsError, Preset, Unit};
use croupier_kit::matches::LONGEST_WAIT;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Innovation;

/// What can be chosen before the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether hands are shown as proofs (IN-85).
    pub proof_reveals: bool,
    /// After how many turns the game ends by score, if it is to (IN-78).
    pub turn_limit: Option<u32>,
    /// How long a player may think over one decision, in milliseconds (IN-99). No rule reads it.
    pub turn_ms: Option<Millis>,
}

impl Default for Options {
    fn default() -> Self {
        Self { proof_reveals: true, turn_limit: None, turn_ms: None }
    }
}

impl Options {
    pub(crate) fn presets() -> Vec<Preset<Innovation>> {
        let preset = |name, about, options| Preset { name, about, options };
        vec![
            preset("classic", "the rules as they are written", Self::default()),
            preset(
                "online",
                "ninety seconds for a decision; for a served table",
                Self { turn_ms: Some(Millis(90_000)), ..Self::default() },
            ),
            preset(
                "discreet",
                "no hand is shown as a proof",
                Self { proof_reveals: false, ..Self::default() },
            ),
            preset(
                "short",
                "ends by score after twenty turns",
                Self { turn_limit: Some(20), ..Self::default() },
            ),
            preset("bench", "for measuring: there is no delay to leave out", Self::default()),
        ]
    }

    /// Describes the options for menus and forms.
    pub(crate) fn describe() -> Vec<OptionDescription> {
        vec![
            OptionDescription::switch(
                "proof_reveals",
                "Hands as proofs",
                "A player who says that no card fits shows the whole hand.",
            ),
            OptionDescription::at_least(
                "turn_limit",
                1,
                "Turn limit",
                "After so many turns the game ends by score.",
            )
            .or(Value::Null, "No limit")
            .counted_in(Unit::Turns),
            OptionDescription::range(
                "turn_ms",
                1..=i64::try_from(LONGEST_WAIT.0).unwrap_or(i64::MAX),
                "Time to think",
                "How long a player may think over one decision; then the game draws or declines.",
            )
            .or(Value::Null, "No limit")
            .counted_in(Unit::Milliseconds),
        ]
    }

    /// The part of the options that the rules use: everything except the clock.
    pub(crate) fn of_rules(&self) -> Self {
        Self { turn_ms: None, ..*self }
    }

    pub(crate) fn check(&self) -> Result<(), OptionsError> {
        if self.turn_limit == Some(0) {
            return Err("turn_limit is at least 1".into());
        }
        match self.turn_ms {
            Some(limit) if limit.is_zero() => Err("turn_ms is at least 1".into()),
            Some(limit) if limit > LONGEST_WAIT => Err("turn_ms is at most a year".into()),
            _ => Ok(()),
        }
    }
}
