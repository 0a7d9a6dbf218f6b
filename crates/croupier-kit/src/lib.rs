//! What every card game needs: seats, cards, dice, prompts, events, views, matches and saves.
//!
//! A game maker implements one trait, [`Game`]: its types, its chart (*when* something may happen),
//! its rules (*what* happens) and its view (*who* sees it). In return there are [`Match`]es that
//! referee and remember, [`Save`]s that survive anything, [`replay`]s, [`scenario`]s written by
//! people who do not program, and a conformance suite ([`testing`], with the feature
//! `testing`).
//! `docs/write-a-game.md` builds a game from nothing.
//!
//! | to find | look at |
//! |---|---|
//! | the one trait | [`Game`], and what its functions are given: [`Position`], [`RuleContext`] |
//! | the one door | [`Match::input`] and [`Input`] |
//! | most of a simple game, ready | [`HandsAndStock`], [`hands_and_stock!`], [`turn_time!`] |
//! | what a game declares | [`actions!`], [`events!`], [`rejects!`], [`flow!`] |
//! | cards and chance | [`Card`], [`PackCard`], [`Pile`], [`CardSet`], [`Dice`] |
//! | tricks, dealing what is hidden, choosing some of many | [`Trick`], [`fitting_deal`], [`combinations`] |
//! | who may know what | [`Viewer`], [`Private`], [`Game::view`], [`Game::event_for`] |
//! | what is asked | [`Prompt`], [`Form`], [`Piece`] |
//! | what people read | [`Show`], [`Board`], [`TextLine`] |
//! | what bots think with | [`Observation`], [`Match::determinize`], [`Heuristic`] |
//! | what can go wrong | [`Error`], [`InputError`], [`SaveError`] |
//! | the shapes of messages, for other languages | [`schema`], with the feature `schema` |
//!
//! Cards are bytes, and chance is a stream that can be stopped and continued:
//!
//! ```
//! use croupier_kit::cards::{Card, Dice, Pile, Seed};
//!
//! let mut dice = Dice::new(Seed::from_number(7));
//! let mut deck: Pile<Card, 52> = Card::deck().collect();
//! dice.shuffle(deck.as_mut_slice());
//!
//! // The same seed gives the same deal, here and everywhere, now and in ten years.
//! let hand: Pile<Card, 5> = (0..5).filter_map(|_| deck.pop()).collect();
//! assert_eq!(format!("{hand:?}"), "[8S, 6H, AC, 4H, 8C]");
//! assert_eq!(deck.len(), 47);
//! ```
//!
//! What it lacks on purpose: files, threads, a clock and sockets. It makes bytes and takes instants;
//! the store, the command and the server do the rest.

pub mod cards;
pub mod game;
pub mod matches;
pub mod prelude;
pub mod room;
pub mod save;
pub mod scenario;
pub mod schema;
// Always documented: whoever reads about the kit should find the suite.
#[cfg(any(test, doc, feature = "testing"))]
pub mod testing;
pub mod text;
mod unix_millis;

pub use croupier_chart::Millis;
pub use unix_millis::UnixMillis;

// What the page above links to.
#[cfg(doc)]
use {cards::*, game::*, matches::*, save::*, text::*};

#[doc(hidden)] // For the macros.
pub use {croupier_chart as chart, serde};

/// Serde's derive wants the path of its crate in a string, where no `$crate` can be. So the macros
/// import the crate under a name of its own, and work in a crate that calls the kit something else.
#[doc(hidden)]
pub mod for_macros {
    #[cfg(feature = "schema")]
    pub use schemars as __croupier_schemars;
    pub use serde as __croupier_serde;
}
