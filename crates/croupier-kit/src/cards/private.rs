//! Data that is hidden from some viewers.

use serde::{Deserialize, Serialize};

/// A part of an event that only some viewers may see.
///
/// The engine always knows it; [`event_for`](crate::game::Game::event_for) hides it from viewers
/// who may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Private<T> {
    /// Visible to the reader.
    Known(T),
    /// Hidden from the reader.
    Hidden,
}

impl<T> Private<T> {
    /// The value, if it is visible. In the engine's own events it always is.
    pub fn open(&self) -> Option<&T> {
        match self {
            Self::Known(fact) => Some(fact),
            Self::Hidden => None,
        }
    }

    /// Borrows the value, for types that are not `Copy`: `secret.as_ref().inside()`.
    pub fn as_ref(&self) -> Private<&T> {
        match self {
            Self::Known(fact) => Private::Known(fact),
            Self::Hidden => Private::Hidden,
        }
    }

    /// The value, for the rules themselves: in [`fold`](crate::game::Game::fold) nothing is hidden.
    /// Panics if it is, which means that the game folded an event made for a viewer: a bug in the
    /// game.
    ///
    /// ```
    /// use croupier_kit::cards::Private;
    ///
    /// assert_eq!(Private::Known(7).inside(), 7);
    /// ```
    pub fn inside(self) -> T {
        match self {
            Self::Known(fact) => fact,
            Self::Hidden => panic!("events are whole inside the engine"),
        }
    }

    /// Hides the value unless `may_know`.
    #[must_use]
    pub fn shown(self, may_know: bool) -> Self {
        if may_know { self } else { Self::Hidden }
    }
}

/// `None` becomes hidden.
impl<T> From<Option<T>> for Private<T> {
    fn from(fact: Option<T>) -> Self {
        fact.map_or(Self::Hidden, Self::Known)
    }
}
