//! `croupier play`: a table to sit down at.
//!
//! | to find | look at |
//! |---|---|
//! | how the person and the bots come to sit in a room | `seating` |
//! | the room, as far as the person may know it | `session` |
//! | lines of text | `plain` |
//! | keys, mouse and the wall clock | `terminal` |
//! | bots that think beside the screen | `bot_desk` and `thinking` |
//! | bots that think between lines | `settling` |
//! | what happens when the process is told to end | `signals` |
//! | what the screen remembers, and what keys mean | `state`, and `composer` for what is put together |
//! | how it looks | `screen`, `overlay` and `paint` |

mod bot_desk;
mod composer;
mod overlay;
mod paint;
mod plain;
mod screen;
mod seating;
mod session;
mod settling;
mod signals;
mod state;
mod terminal;
mod thinking;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use croupier_catalog::{AnyGame, Catalog};
use croupier_kit::UnixMillis;

use crate::cli::{OptionArgs, bots_in_words};
use crate::console::Console;
use crate::error::CliError;
use crate::file;
use crate::numbers::counted;
use seating::PERSON;
use session::{MatchFile, Session};

/// Play a game against bots in the terminal
///
/// You take the first seat. In a terminal the game is full-screen: choose with the arrow keys or
/// the mouse, press ? for help.
///
/// If input or output is not a terminal, or with --plain, the game is played in lines of text: it
/// prints what happened, the board and numbered choices, and reads one answer per line. An answer
/// is the number of a choice; `c` and card numbers to arrange cards (`c 1 4 7 / 2 3 5 6`, with a
/// slash between groups); an action as JSON; or b for the board, d N to explain choice N, o to list
/// what else you may do and o N to do it, h for a hint, u to undo, w to wait, s to save, q to
/// leave, ? for help. After an invalid answer it explains why and asks again. The match stops when
/// the input ends, and is saved if --save or --load is given.
///
/// Exit status: 0 if the match is over or you left it, also by the end of input; 1 if something
/// failed; 2 if the request was invalid. On an interrupt, a termination request or a closed
/// terminal it saves in the same way and exits with 128 plus the signal number.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier play min-or-max
  croupier play innovation --bots medium --save evening.json
  croupier play may-i --seats 4 --bots greedy,easy,medium
  croupier play --load evening.json
  yes 1 | croupier play rush --seed 7")]
pub(crate) struct PlayArgs {
    /// Game id, as listed by `croupier games`; not needed with --load
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// Number of seats including yours; defaults to one more than --bots names, or to the game's
    /// minimum if that is higher
    #[arg(long, value_name = "K", conflicts_with = "load")]
    seats: Option<usize>,
    #[arg(
        long,
        help = format!(
            "Bots for the other seats: {}, or house for a seat that the game plays itself; the \
             last name is used for all remaining seats",
            bots_in_words()
        ),
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "greedy",
        conflicts_with = "load"
    )]
    bots: Vec<String>,
    /// Seed for all randomness; a new one each time if omitted
    #[arg(long, value_name = "S", conflicts_with = "load")]
    seed: Option<u64>,
    /// Continue a saved match and save it to the same file, or continue a saved room
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "set"])]
    load: Option<PathBuf>,
    /// Save the match to this file whenever and however you leave; compressed if the name ends in
    /// .zst. The file must not exist yet, or be the one given with --load
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Use lines of text instead of a full-screen interface
    #[arg(long)]
    plain: bool,
    /// Skip delays: bots act at once, and timed events come without waiting
    #[arg(long)]
    fast: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &PlayArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let asked = args.game.as_deref().map(|id| catalog.find(id).map_err(CliError::asked));
    let asked = asked.transpose()?;
    let has_screen = console.has_screen() && !args.plain;
    let at_once = args.fast || !has_screen;
    let seed = args.seed.unwrap_or_else(|| wall_clock().0);
    let (game, own) = match (&args.load, asked) {
        (Some(path), asked) => seating::resume(catalog, asked, path, seed, at_once)?,
        (None, Some(game)) => {
            let players = players(game, args)?;
            (game, seating::deal(game, args.options.choice(), players, seed, at_once)?)
        }
        (None, None) => return Err(CliError::misuse("usage", "name a game, or a file to load")),
    };
    let place = place(args, own.bytes.clone())?;
    let session = Arc::new(Mutex::new(Session::new(game, own, place)?));
    if has_screen {
        let farewell = terminal::play(&session, args.fast)?;
        return console.print(&farewell);
    }
    if console.is_process() {
        signals::save_when_told_to_end(&session, || ())?;
    }
    plain::play(&session, console)
}

/// Where the match is saved: in the file that it came from, or in one that is not there yet. Whether
/// that can be done must be known before anybody plays for an hour.
fn place(args: &PlayArgs, loaded: Option<Vec<u8>>) -> Result<Option<MatchFile>, CliError> {
    let is_loaded = |path: &PathBuf| {
        let same = |other: &PathBuf| Some(other.canonicalize().ok()? == path.canonicalize().ok()?);
        args.load.as_ref().and_then(same).unwrap_or(false)
    };
    let place = match (&args.save, &args.load, loaded) {
        (Some(path), _, Some(bytes)) if is_loaded(path) => {
            MatchFile { path: path.clone(), known: Some(bytes) }
        }
        (Some(path), _, _) => {
            file::is_vacant(path)?;
            MatchFile { path: path.clone(), known: None }
        }
        (None, Some(path), Some(bytes)) => MatchFile { path: path.clone(), known: Some(bytes) },
        (None, _, _) => return Ok(None),
    };
    file::is_writable(&place.path)?;
    Ok(Some(place))
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
        let sentence = format!("{} bots were given for {others}", bots.len());
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
fn wall_clock() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
