//! What a check of a save comes to.

use croupier_catalog::AnyGame;
use croupier_kit::matches::SavePart;
use croupier_kit::save::Save;

use crate::fault::CliError;

/// What a check of a save comes to. All but the first is a failed check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The save says exactly what its inputs lead to.
    Verified,
    /// These parts of it say something else.
    Differs(Vec<SavePart>),
    /// It was dealt under rules that are no longer here, so nothing can be said for or against it.
    Unverifiable {
        /// Those rules.
        dealt_under: u32,
        /// Those that are here.
        known: u32,
    },
}

impl Verdict {
    /// Of a save that cannot be replayed here, because it was dealt under older rules.
    pub(crate) fn without_replay(save: &Save, game: &dyn AnyGame) -> Option<Self> {
        let (dealt_under, known) = (save.dealt_under, game.version());
        (dealt_under < known).then_some(Self::Unverifiable { dealt_under, known })
    }

    /// Of a save that was replayed to its end.
    pub(crate) fn of_replay(differing: &[SavePart]) -> Self {
        if differing.is_empty() { Self::Verified } else { Self::Differs(differing.to_vec()) }
    }

    /// Its word in JSON.
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

    /// What the command ends with.
    pub(crate) fn into_result(self) -> Result<(), CliError> {
        match &self {
            Self::Verified => Ok(()),
            Self::Differs(_) => {
                let parts = self.differing().join(", ");
                let sentence = format!("the save is not what its inputs lead to: {parts}");
                Err(CliError::check("replay_differs", sentence))
            }
            Self::Unverifiable { dealt_under, known } => {
                let sentence = format!(
                    "the match was dealt under rules {dealt_under} and can be checked under these \
                     alone; here are {known}"
                );
                Err(CliError::check("unverifiable", sentence))
            }
        }
    }
}
