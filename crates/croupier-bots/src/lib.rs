//! Bots for every game: one that plays at random, one that follows the game's own heuristic, and one
//! that searches.
//!
//! A [`Bot`] is shown what its seat knows ([`Observation`](croupier_kit::game::Observation)) and nothing else: there is
//! no state in it, so a bot that cheats cannot be written. What a search thinks with are worlds that
//! fit this knowledge, resampled for every iteration.
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
//! What it lacks on purpose: a clock, and names of games. A budget in milliseconds brings its own
//! clock; what is particular about a game is in its [`Heuristic`](croupier_kit::game::Heuristic).

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
pub use skill::{LEVELS, Level, Skill, UnknownBot, bot_names};
pub use standings::{BotRecord, GameResult, Standings};
pub use statistics::{Length, Tally, Totals};

/// The guide compiles, and what it claims holds.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Guide;
