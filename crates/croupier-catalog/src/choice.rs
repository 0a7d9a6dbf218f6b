//! The options chosen before the deal, as written on a command line.

use croupier_kit::game::{Error, ErrorKind, Game};
use croupier_kit::scenario::options_of;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A preset and the changes to it: `--preset NAME --set key=value`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OptionChoice {
    /// The preset to start from. `None` means the game's first one, or at a table the one that the
    /// game has for tables.
    pub preset: Option<String>,
    /// Options that differ from it.
    pub set: Map<String, Value>,
}

impl OptionChoice {
    /// The resulting options of a game.
    pub fn options<G: Game>(&self) -> Result<G::Options, Error> {
        let known = |name: &String| G::presets().iter().any(|preset| preset.name == name);
        if let Some(name) = self.preset.as_ref().filter(|name| !known(name)) {
            return Err(unknown_preset::<G>(name));
        }
        options_of::<G>(self.preset.as_deref(), &self.set).map_err(|why| {
            let message = self.culprit::<G>().unwrap_or_else(|| why.to_string());
            Error::new(ErrorKind::InvalidChoice, "invalid_options", message)
        })
    }

    /// The same for a table; some games have a [preset for tables](Game::TABLE_PRESET).
    pub fn table_options<G: Game>(&self) -> Result<G::Options, Error> {
        let preset = self.preset.clone().or(G::TABLE_PRESET.map(ToOwned::to_owned));
        Self { preset, set: self.set.clone() }.options::<G>()
    }

    /// The change that fails on its own, if there is one, and why.
    fn culprit<G: Game>(&self) -> Option<String> {
        self.set.iter().find_map(|(key, value)| {
            let alone = [(key.clone(), value.clone())].into_iter().collect();
            let why = options_of::<G>(self.preset.as_deref(), &alone).err()?;
            Some(format!("{key}={value}: {why}"))
        })
    }
}

fn unknown_preset<G: Game>(name: &str) -> Error {
    let known: Vec<_> = G::presets().iter().map(|preset| preset.name).collect();
    let message = format!("{} has no preset {name:?}; it has {}", G::NAME, known.join(", "));
    Error::new(ErrorKind::InvalidChoice, "unknown_preset", message)
}
