//! Saves the match when a signal ends the program.

use std::sync::{Arc, Mutex};

use super::session::Session;
use crate::error::CliError;
#[cfg(unix)]
use crate::words::on_one_line;

/// How long restoring the terminal may take, once the match is saved.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(300);

/// When the process is interrupted or terminated, or its terminal is closed, saves the match if it
/// has a file, and exits. `restore` restores the terminal.
///
/// This runs on separate threads, because the main thread may be blocked by the terminal.
#[cfg(unix)]
pub(super) fn save_when_told_to_end(
    session: &Arc<Mutex<Session>>,
    restore: impl FnOnce() + Send + 'static,
) -> Result<(), CliError> {
    use std::process::exit;
    use std::sync::mpsc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::workers::beside;

    let (tell, told) = mpsc::channel::<i32>();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let hung_up = tell.clone();
    beside(move || {
        for (number, signal) in signals.forever().enumerate() {
            // A second signal ends the process at once, even if the disk is slow.
            if number > 0 || tell.send(signal).is_err() {
                exit(128 + signal);
            }
        }
    })?;
    beside(move || {
        if is_hung_up() {
            let _ = hung_up.send(SIGHUP);
        }
    })?;
    let session = Arc::clone(session);
    beside(move || {
        let Ok(signal) = told.recv() else { return };
        let said = keep(&session);
        let (done, is_done) = mpsc::channel();
        // Writing to a stuck terminal may block for ever, so that is done on another thread.
        let _ = beside(move || {
            use std::io::Write as _;
            restore();
            if !said.is_empty() {
                let _ = writeln!(std::io::stderr(), "\n{}", on_one_line(&said));
            }
            let _ = done.send(());
        });
        let _ = is_done.recv_timeout(PATIENCE);
        exit(128 + signal);
    })
}

#[cfg(not(unix))]
pub(super) fn save_when_told_to_end(
    _: &Arc<Mutex<Session>>,
    _: impl FnOnce() + Send + 'static,
) -> Result<(), CliError> {
    Ok(())
}

#[cfg(unix)]
fn keep(session: &Mutex<Session>) -> String {
    match session.lock().map(|mut session| session.keep()) {
        Ok(Ok(said)) => said.unwrap_or_default(),
        Ok(Err(why)) => format!("error[{}]: {}", why.code, why.sentence),
        Err(_) => "error[broken]: the match has failed and is not saved".to_owned(),
    }
}

/// Waits until the terminal of the standard input is closed. False if the input is not a terminal.
/// Not every process gets a signal when its terminal is closed.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use std::io::IsTerminal as _;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let input = std::io::stdin();
    if !input.is_terminal() {
        return false;
    }
    loop {
        let mut watched = [PollFd::new(&input, PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => return watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
        }
    }
}
