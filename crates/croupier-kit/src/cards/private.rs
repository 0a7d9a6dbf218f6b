//! Facts that are hidden from some viewers.

use serde::{Deserialize, Serialize};

/// A part of an event that only some may see.
///
/// The engine always knows it; [`event_for`](crate::game::Game::event_for) hides it from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Private<T> {
    /// Known to the reader.
    Known(T),
    /// Not for these eyes.
    Hidden,
}

impl<T> Private<T> {
    /// The fact. The engine's own events hide nothing from it.
    pub fn open(&self) -> Option<&T> {
        match self {
            Self::Known(fact) => Some(fact),
            Self::Hidden => None,
        }
    }

    /// The same about a reference, for facts that are not copied: `secret.as_ref().inside()`.
    pub fn as_ref(&self) -> Private<&T> {
        match self {
            Self::Known(fact) => Private::Known(fact),
            Self::Hidden => Private::Hidden,
        }
    }

    /// The fact, for the rules themselves: in [`fold`](crate::game::Game::fold) every event is whole. To
    /// fold an event that was heard, and not the event itself, is a fault of the game and panics.
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

    /// The fact for those who may know it.
    #[must_use]
    pub fn shown(self, may_know: bool) -> Self {
        if may_know { self } else { Self::Hidden }
    }
}

/// What is not there cannot be known.
impl<T> From<Option<T>> for Private<T> {
    fn from(fact: Option<T>) -> Self {
        fact.map_or(Self::Hidden, Self::Known)
    }
}
