//! The result of checking a save.

use croupier_catalog::AnyGame;
use croupier_kit::matches::SavePart;
use croupier_kit::save::Save;

use crate::error::CliError;

/// The result of checking a save. All but the first are failures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The save agrees exactly with the replay of its inputs.
    Verified,
    /// These parts of it differ.
    Differs(Vec<SavePart>),
    /// It was dealt under rules that this program does not have, so it can be neither confirmed nor
    /// refuted.
    Unverifiable {
        /// The version it was dealt under.
        dealt_under: u32,
        /// The version of this program.
        known: u32,
    },
}

impl Verdict {
    /// For a save that cannot be replayed here, because it was dealt under older rules.
    pub(crate) fn without_replay(save: &Save, game: &dyn AnyGame) -> Option<Self> {
        let (dealt_under, known) = (save.dealt_under, game.version());
        (dealt_under < known).then_some(Self::Unverifiable { dealt_under, known })
    }

    /// For a save that was replayed to its end.
    pub(crate) fn of_replay(differing: &[SavePart]) -> Self {
        if differing.is_empty() { Self::Verified } else { Self::Differs(differing.to_vec()) }
    }

    /// Its name in JSON.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Differs(_) => "differs",
            Self::Unverifiable { .. } => "unverifiable",
        }
    }

    /// The names of the parts that differ.
    pub(crate) fn differing(&self) -> Vec<&'static str> {
        match self {
            Self::Differs(parts) => parts.iter().map(|part| part.name()).collect(),
            _ => vec![],
        }
    }

    /// The outcome of the command.
    pub(crate) fn into_result(self) -> Result<(), CliError> {
        match &self {
            Self::Verified => Ok(()),
            Self::Differs(_) => {
                let parts = self.differing().join(", ");
                let sentence = format!("the replay does not give what was saved: {parts}");
                Err(CliError::check("replay_differs", sentence))
            }
            Self::Unverifiable { dealt_under, known } => {
                let sentence = format!(
                    "the match was dealt under rules {dealt_under} and can be checked under those \
                     only; the current rules are {known}"
                );
                Err(CliError::check("unverifiable", sentence))
            }
        }
    }
}
