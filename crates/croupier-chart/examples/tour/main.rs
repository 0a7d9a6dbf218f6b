//! A tour of the statecharts: three players, one deck, four nested charts.
//!
//! The game is a tiny rummy based on May I?: draw, put down pairs, discard; the first player
//! without cards wins. Drawing from the stock opens a window in which the others may call for the
//! discard. `room.rs`, `round.rs`, `turn.rs` and `window.rs` are the flow (when), `felt.rs` the
//! rules (what). Nothing here reads a clock: time passes only when `wait` is typed.
//!
//! On a terminal you play Ann; otherwise a fixed script plays her.

#![allow(clippy::disallowed_methods, reason = "an example for the terminal reads the terminal")]

mod command;
mod felt;
mod room;
mod round;
mod screen;
mod script;
mod session;
mod turn;
mod window;
mod words;

use std::error::Error;
use std::io::{self, ErrorKind, IsTerminal};

use screen::Screen;
use session::Session;

fn main() -> Result<(), Box<dyn Error>> {
    let mut screen = Screen::new(io::stdout().is_terminal());
    let is_played = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut session = Session::start()?;
    let end = if is_played {
        play(&mut session, &mut screen)
    } else {
        script::run(&mut session, &mut screen)
    };
    match end {
        // The reader has closed the pipe, as `head` does.
        Err(error) if is_broken_pipe(error.as_ref()) => Ok(()),
        end => end,
    }
}

/// Handles one line at a time, until `quit` or the end of the input.
fn play(session: &mut Session, screen: &mut Screen) -> Result<(), Box<dyn Error>> {
    screen.title("The tour: you are Ann. Type `deal`, or `help`.")?;
    session.show(screen)?;
    let mut line = String::new();
    loop {
        screen.prompt(&session.offers())?;
        line.clear();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(());
        }
        match line.trim().parse() {
            Ok(command::Command::Quit) => return Ok(()),
            Ok(command) => session.obey(command, screen)?,
            Err(why) => screen.complain(&why)?,
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
