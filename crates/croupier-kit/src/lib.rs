//! What every card game needs: seats, cards, dice, prompts, events, views, matches and saves.
//!
//! To add a game, implement one trait, [`Game`]: its types, its chart (*when* something may
//! happen), its rules (*what* happens) and its view (*who* sees it). In return you get [`Match`]es
//! that enforce the rules and record every input, [`Save`]s that stay readable across versions,
//! [`replay`]s, [`scenario`]s that non-programmers can write, and a conformance suite ([`testing`],
//! with the feature `testing`). `docs/write-a-game.md` builds a game from scratch.
//!
//! | to find | look at |
//! |---|---|
//! | the trait to implement | [`Game`], and the arguments of its functions: [`Position`],
//! [`RuleContext`] |
//! | the only way to change a match | [`Match::input`] and [`Input`] |
//! | ready-made parts for simple games | [`HandsAndStock`], [`hands_and_stock!`], [`turn_time!`] |
//! | what a game declares | [`actions!`], [`events!`], [`rejects!`], [`flow!`] |
//! | cards and chance | [`Card`], [`PackCard`], [`Pile`], [`CardSet`], [`Dice`] |
//! | tricks, dealing what is hidden, choosing some of many | [`Trick`], [`fitting_deal`], [`combinations`] |
//! | who may know what | [`Viewer`], [`Private`], [`Game::view`], [`Game::event_for`] |
//! | what a seat is asked | [`Prompt`], [`Form`], [`Piece`] |
//! | what people read | [`Show`], [`Board`], [`TextLine`] |
//! | what bots build on | [`Observation`], [`Match::determinize`], [`Heuristic`] |
//! | what can go wrong | [`Error`], [`InputError`], [`SaveError`] |
//! | message schemas for other languages | [`schema`], with the feature `schema` |
//!
//! Cards are bytes, and randomness is a stream that can be saved and resumed:
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
//! By design the crate has no files, threads, clocks or sockets: it produces bytes and is told the
//! time. The store, the command and the server do the rest.

pub mod cards;
pub mod game;
pub mod matches;
pub mod prelude;
pub mod room;
pub mod save;
pub mod scenario;
pub mod schema;
// Always documented, so that readers of the kit's documentation find the suite.
#[cfg(any(test, doc, feature = "testing"))]
pub mod testing;
pub mod text;
mod unix_millis;

pub use croupier_chart::Millis;
pub use unix_millis::UnixMillis;

// Only for the links in the crate documentation above.
#[cfg(doc)]
use {cards::*, game::*, matches::*, save::*, text::*};

#[doc(hidden)] // For the macros.
pub use {croupier_chart as chart, serde};

/// Serde's derive takes the path of its crate as a string, which cannot contain `$crate`. The
/// macros therefore import the crate under a unique name, so that they also work in a crate that
/// depends on the kit under another name.
#[doc(hidden)]
pub mod for_macros {
    #[cfg(feature = "schema")]
    pub use schemars as __croupier_schemars;
    pub use serde as __croupier_serde;
}
