//! Bots for every game: one that plays at random, one that follows the game's own heuristic, and
//! one that searches.
//!
//! A [`Bot`] is shown only what its seat knows ([`Observation`](croupier_kit::game::Observation)).
//! The observation does not contain the game's state, so a bot cannot cheat. A search works with
//! worlds that fit this knowledge, resampled for every iteration.
//!
//! ```
//! use croupier_bots::{Players, Skill};
//! use croupier_kit::cards::Seed;
//! use croupier_kit::matches::{Match, Setup};
//! use rush::Rush;
//!
//! let mut game = Match::<Rush>::followed(&Setup::new(2, Seed::from_number(7)))?;
//! let bots = [Skill::Search(200), Skill::Greedy].map(|skill| Some(skill.bot()));
//! let finished = Players::new(bots, Seed::from_number(8)).finish(&mut game)?;
//! assert!(finished.outcome.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/bots.md` explains how to write a bot, and how to tell a search about a game.
//!
//! By design there is no clock and no game-specific code here. A budget in milliseconds brings its
//! own clock; what is specific to a game is in its [`Heuristic`](croupier_kit::game::Heuristic).

mod arena;
mod bot;
mod budget;
mod player_spec;
mod players;
mod rating;
mod search;
mod sim;
mod skill;
mod standings;
mod statistics;

pub use arena::{Arena, ArenaPlan};
pub use bot::{Bot, Greedy, ObservedAction, Random};
pub use budget::Budget;
pub use player_spec::PlayerSpec;
pub use players::{Finished, Players};
pub use search::{MoveStats, Search, SearchReport};
pub use sim::{BATCH, SimPlan, Simulation};
pub use skill::{LEVELS, Level, Skill, UnknownBotError, bot_names};
pub use standings::{BotRecord, GameResult, Standings};
pub use statistics::{Length, Tally, Totals};

/// The guide's programs, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Guide;
