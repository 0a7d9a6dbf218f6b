//! `croupier play`: a table to sit down at.
//!
//! | to find | look at |
//! |---|---|
//! | the match, as far as the person may know it | `session` |
//! | lines of text | `plain` |
//! | keys, mouse and the wall clock | `terminal`, with bots that think beside it in `thinking` |
//! | what the screen remembers, and what keys mean | `state`, and `composer` for what is put together |
//! | how it looks | `screen`, `overlay` and `paint` |

mod composer;
mod overlay;
mod paint;
mod plain;
mod screen;
mod session;
mod signals;
mod state;
mod terminal;
mod thinking;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use croupier_catalog::{AnyGame, AnyTable, Catalog, PERSON, TablePlan};

use crate::cli::PlayArgs;
use crate::console::Console;
use crate::fault::CliError;
use crate::file::FoundSave;
use crate::numbers::counted;
use session::Session;

pub(crate) fn run(
    catalog: &Catalog,
    args: &PlayArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let table = match &args.load {
        Some(path) => resume(game, path)?,
        None => deal(game, args)?,
    };
    let path = args.save.clone().or_else(|| args.load.clone());
    let mut session = Session::new(game, table, path)?;
    if console.has_screen() && !args.plain {
        let farewell = terminal::play(&mut session, args.fast)?;
        return console.print(&farewell);
    }
    let session = Arc::new(Mutex::new(session));
    if console.is_process() {
        signals::save_when_told_to_end(&session)?;
    }
    plain::play(&session, console)
}

fn deal(game: &dyn AnyGame, args: &PlayArgs) -> Result<Box<dyn AnyTable>, CliError> {
    let players = players(game, args)?;
    let seed = args.seed.unwrap_or_else(milliseconds);
    let plan = TablePlan { choice: args.options.choice(), players, seed };
    game.table(&plan).map_err(CliError::asked)
}

fn resume(game: &dyn AnyGame, path: &Path) -> Result<Box<dyn AnyTable>, CliError> {
    let found = FoundSave::read(path)?;
    if found.save.game != game.id() {
        let sentence = format!("it is a match of {}, not of {}", found.save.game, game.id());
        return Err(CliError::misuse("other_game", sentence).at(path.display()));
    }
    game.resume(&found.save).map_err(|why| CliError::found(why).at(path.display()))
}

/// You first, then the bots: the last name serves all other seats.
fn players(game: &dyn AnyGame, args: &PlayArgs) -> Result<Vec<String>, CliError> {
    let ((min, max), bots) = (game.seats(), &args.bots);
    let seats = args.seats.unwrap_or_else(|| min.max(bots.len() + 1));
    if seats < min || seats > max {
        let name = game.name();
        let sentence = format!("{name} is played by {min} to {max}, not by {seats}");
        return Err(CliError::misuse("wrong_seat_count", sentence));
    }
    if bots.len() >= seats {
        let others = counted(seats as u64 - 1, "other seat", "other seats");
        let sentence = format!("{} bots are named for {others}", bots.len());
        return Err(CliError::misuse("wrong_bot_count", sentence));
    }
    if bots.iter().any(|name| name == PERSON) {
        let sentence = "only one person plays at a terminal; the other seats are for bots";
        return Err(CliError::misuse("unknown_bot", sentence));
    }
    let others = bots.iter().chain(bots.last().into_iter().cycle()).take(seats - 1).cloned();
    Ok([PERSON.to_owned()].into_iter().chain(others).collect())
}

/// The wall clock, for seeds and for the date of a save.
fn milliseconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
