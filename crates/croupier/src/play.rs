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
use crate::fault::CliError;
use crate::file;
use crate::numbers::counted;
use seating::PERSON;
use session::{Place, Session};

/// Play a game in the terminal, against bots
///
/// You sit at the first seat. In a terminal there is a screen: arrows or the mouse choose, ? helps.
/// Where input or output is no terminal, or with --plain, there are lines: what happened, the board
/// and numbered choices go out, one answer a line comes in. An answer is the number of a choice; `c`
/// and the numbers of cards for what is put together (`c 1 4 7 / 2 3 5 6`, a slash between groups);
/// an action as JSON; or b for the board, d N for what choice N means, o for what else you may do and
/// o N to do it, h for a hint, u to take back, w to wait, s to save, q to leave, ? for help. An answer
/// that makes no sense is explained and asked for again. When the input ends, so does the match, saved
/// if --save or --load is given.
///
/// Ends with 0 when the match is over or left, also by the end of the input, with 1 when something
/// broke, with 2 when it was asked for what cannot be done. When it is interrupted, told to end or
/// its terminal is closed, it saves in the same way and ends with 128 and the number of the signal.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier play min-or-max
  croupier play innovation --bots medium --save evening.json
  croupier play may-i --seats 4 --bots greedy,easy,medium
  croupier play innovation --load evening.json
  yes 1 | croupier play rush --seed 7")]
pub(crate) struct PlayArgs {
    /// The game's id, as `croupier games` lists it
    game: String,
    /// How many seats, yours included; one more than there are bots, or the game's fewest
    #[arg(long, value_name = "K", conflicts_with = "load")]
    seats: Option<usize>,
    #[arg(
        long,
        help = format!(
            "Who plays the other seats: {}, or house for a seat that the game plays itself; the \
             last name serves all seats that are left",
            bots_in_words()
        ),
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "greedy",
        conflicts_with = "load"
    )]
    bots: Vec<String>,
    /// Where chance comes from; another deal every time if it is not given
    #[arg(long, value_name = "S", conflicts_with = "load")]
    seed: Option<u64>,
    /// Go on with a saved match, and save it there again; or with a saved room
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "set"])]
    load: Option<PathBuf>,
    /// Save the match here whenever you leave, however you leave; compressed if it ends in .zst.
    /// The file must be new, or the one that --load names
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
    /// Bots act at once, and nobody waits for what comes by itself
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
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let has_screen = console.has_screen() && !args.plain;
    let at_once = args.fast || !has_screen;
    let seed = args.seed.unwrap_or_else(|| wall_clock().0);
    let own = match &args.load {
        Some(path) => seating::resume(game, path, seed, at_once)?,
        None => seating::deal(game, args.options.choice(), players(game, args)?, seed, at_once)?,
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
fn place(args: &PlayArgs, loaded: Option<Vec<u8>>) -> Result<Option<Place>, CliError> {
    let is_loaded = |path: &PathBuf| {
        let same = |other: &PathBuf| Some(other.canonicalize().ok()? == path.canonicalize().ok()?);
        args.load.as_ref().and_then(same).unwrap_or(false)
    };
    let place = match (&args.save, &args.load, loaded) {
        (Some(path), _, Some(bytes)) if is_loaded(path) => {
            Place { path: path.clone(), known: Some(bytes) }
        }
        (Some(path), _, _) => {
            file::is_vacant(path)?;
            Place { path: path.clone(), known: None }
        }
        (None, Some(path), Some(bytes)) => Place { path: path.clone(), known: Some(bytes) },
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
fn wall_clock() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
