//! What happens when somebody ends the program from outside: nothing is lost.

use std::sync::{Arc, Mutex};

use super::session::Session;
use crate::fault::CliError;

/// How long a terminal may take to be put in order, once the match is saved.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(300);

/// Whoever interrupts or ends the process, or closes its terminal, still gets the match saved, if it
/// is to be saved at all. `restore` puts the terminal in order.
///
/// All of it happens on threads of its own, for the one that plays may wait for a terminal.
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
            // Whoever insists does not want to wait for a slow disk.
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
        // Whoever writes to a terminal that is stuck waits for ever.
        let _ = beside(move || {
            use std::io::Write as _;
            restore();
            if !said.is_empty() {
                let _ = writeln!(std::io::stderr(), "\n{said}");
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
        Err(_) => "error[broken]: the match broke, and is not saved".to_owned(),
    }
}

/// Waits until the terminal that is read from is closed. False if there is none. Not every process
/// is sent a signal when its terminal is.
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
