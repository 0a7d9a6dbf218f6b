//! The list of games.

use std::fmt;
use std::sync::Arc;

use croupier_kit::game::{Error, ErrorKind, Heuristic};
use croupier_kit::room::SavedRoom;
use croupier_kit::save::{Save, SaveError};
use croupier_kit::scenario::Arrange;
use croupier_kit::schema::Described;
use croupier_kit::text::Show;

use crate::entry::Entry;
use crate::{AnyGame, AnyRoom, LoadPlan};

/// Games in the order in which they were added, with unique ids. Clones share the games.
#[derive(Clone, Default)]
pub struct Catalog {
    games: Vec<Arc<dyn AnyGame>>,
}

impl Catalog {
    /// An empty catalog.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game. Replaces one with the same id, so that a crate can override a game that ships.
    ///
    /// With the feature `schema` its types must have schemas ([`Described`]); without it, every
    /// game qualifies.
    #[must_use]
    pub fn with<G: Arrange + Described + Heuristic + Show>(mut self) -> Self {
        let entry = Arc::new(Entry::<G>::default());
        match self.games.iter_mut().find(|game| game.id() == G::ID) {
            Some(game) => *game = entry,
            None => self.games.push(entry),
        }
        self
    }

    /// The games, in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &dyn AnyGame> {
        self.games.iter().map(AsRef::as_ref)
    }

    /// The game with this id. If there is none, the error suggests a similar one.
    pub fn find(&self, id: &str) -> Result<&dyn AnyGame, Error> {
        self.iter().find(|game| game.id() == id).ok_or_else(|| {
            let hint = match self.nearest(id) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("there are {}", self.ids().join(", ")),
            };
            let message = format!("there is no game {id:?}; {hint}");
            Error::new(ErrorKind::InvalidChoice, "unknown_game", message)
        })
    }

    /// Continues a saved room or a saved match; the save names its game.
    pub fn load_room(&self, bytes: &[u8], plan: &LoadPlan) -> Result<Box<dyn AnyRoom>, Error> {
        let id = match SavedRoom::read(bytes) {
            Ok(saved) => saved.game,
            Err(SaveError::NotASave) => Save::read(bytes)?.game,
            Err(why) => return Err(why.into()),
        };
        self.find(&id)?.load_room(bytes, plan)
    }

    fn ids(&self) -> Vec<&'static str> {
        self.iter().map(AnyGame::id).collect()
    }

    /// The id that `written` is probably a typo of.
    fn nearest(&self, written: &str) -> Option<&'static str> {
        let written = written.to_lowercase().replace(['_', ' '], "-");
        let rated =
            self.ids().into_iter().map(|id| (strsim::damerau_levenshtein(&written, id), id));
        let (distance, id) = rated.min()?;
        (distance <= (written.len() / 3).max(1)).then_some(id)
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.id())).finish()
    }
}
