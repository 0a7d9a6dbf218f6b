//! What every card game needs: seats, cards, dice, prompts, events, views, matches and saves.
//!
//! A game maker implements one trait, [`Game`]: its types, its chart (*when* something may happen),
//! its rules (*what* happens) and its view (*who* sees it). In return there are [`Match`]es that
//! referee and remember, [`Save`]s that survive anything, [`replay`]s, [`scenario`]s written by
//! people who do not program, and a conformance suite (feature `testing`).
//! `docs/write-a-game.md` builds a game from nothing.
//!
//! | to find | look at |
//! |---|---|
//! | the one trait | [`Game`], and what its functions are given: [`Position`], [`Table`] |
//! | the one door | [`Match::input`] and [`Input`] |
//! | most of a simple game, ready | [`Deal`], [`hands_and_stock!`], [`turn_time!`] |
//! | what a game declares | [`actions!`], [`events!`], [`rejects!`], [`flow!`] |
//! | cards and chance | [`Card`], [`PackCard`], [`Pile`], [`Dice`] |
//! | who may know what | [`Viewer`], [`Private`], [`Game::view`], [`Game::hear`] |
//! | what is asked | [`Prompt`] |
//! | how it looks in a terminal | [`Show`], [`Board`] |
//! | what bots think with | [`Known`], [`Match::imagine`], [`Heuristic`] |
//! | what can go wrong | [`Error`], [`Refused`], [`SaveError`] |
//!
//! Cards are bytes, and chance is a stream that can be stopped and gone on with:
//!
//! ```
//! use croupier_kit::{Card, Dice, Pile, Seed};
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

mod board;
mod card;
mod card_set;
mod census;
mod deal;
mod dice;
mod error;
mod feature;
mod fingerprint;
mod flow;
mod game;
mod heuristic;
mod imagine;
mod label;
mod memories;
mod outcome;
mod packs;
mod pile;
mod plain;
mod play;
mod private;
mod prompt;
mod rejection;
mod replay;
pub mod room;
mod save;
pub mod scenario;
mod seat;
mod shown;
mod table;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod turn_clock;
mod turn_time;
mod words;

pub use board::{Board, Line, Section, Show, Span, Tone, name_of};
pub use card::{BadCard, Card, Rank, Suit};
pub use card_set::{CardSet, CardSetIter};
pub use census::{every_card_once, unseen};
pub use deal::{Cards, Deal, DealView};
pub use dice::{Dice, Seed};
pub use error::{Error, ErrorKind, Refused};
pub use feature::Features;
pub use fingerprint::{Fingerprint, fingerprint};
pub use game::{Game, Preset, ToTrigger};
pub use heuristic::{Heuristic, Patience, Tuning};
pub use outcome::{Outcome, TurnClock};
pub use packs::{PackCard, Packs};
pub use pile::Pile;
pub use plain::Plain;
pub use play::{Act, Input, LONGEST_WAIT, Match, Setup};
pub use private::Private;
pub use prompt::{Ask, Choice, Filled, Form, Group, Misfilled, Prompt};
pub use rejection::Rejection;
pub use replay::{ReplayError, Replayed, replay, replay_until};
pub use save::{Metadata, Save, SaveError, SavedMoment};
pub use seat::{By, MAX_SEATS, Seat, SeatKind, SeatSet, Viewer};
pub use shown::Shown;
pub use table::{Known, Position, Table};
pub use turn_time::TurnTime;

#[doc(hidden)] // For the macros.
pub use {croupier_chart as chart, serde};
