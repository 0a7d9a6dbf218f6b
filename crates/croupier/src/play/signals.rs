//! What happens when somebody ends the program from outside: nothing is lost.

use std::sync::{Arc, Mutex};

use super::session::Session;
use crate::fault::CliError;

/// Whoever interrupts or ends a match of lines still gets it saved, if it is to be saved at all.
/// Without that the process ends as any other would.
#[cfg(unix)]
pub(super) fn save_when_told_to_end(session: &Arc<Mutex<Session>>) -> Result<(), CliError> {
    use std::io::Write as _;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let has_place = session.lock().is_ok_and(|session| session.path().is_some());
    if !has_place {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let session = Arc::clone(session);
    std::thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        let said = match session.lock().map(|mut session| session.keep()) {
            Ok(Ok(said)) => said.unwrap_or_default(),
            Ok(Err(why)) => format!("error[{}]: {}", why.code, why.sentence),
            Err(_) => "error[broken]: the match broke, and is not saved".to_owned(),
        };
        let _ = writeln!(std::io::stderr(), "\n{said}");
        std::process::exit(128 + signal);
    });
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn save_when_told_to_end(_: &Arc<Mutex<Session>>) -> Result<(), CliError> {
    Ok(())
}

/// Whether the process was told to end, for a screen that looks now and then. A terminal that is
/// closed ends it too.
pub(super) struct Ending(Arc<std::sync::atomic::AtomicBool>);

impl Ending {
    pub(super) fn watch() -> Result<Self, CliError> {
        let told = Arc::default();
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGHUP, signal_hook::consts::SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&told))?;
        }
        Ok(Self(told))
    }

    pub(super) fn is_near(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}
