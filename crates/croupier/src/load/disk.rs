//! Measures how long the disk takes for a durable write.

use std::fs::{self, File};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// How many writes are made, and the time limit for all of them.
const TIMES: usize = 200;
const LONGEST: Duration = Duration::from_secs(2);

/// The durations of small writes that were flushed to disk in the current folder, shortest first.
/// `None` if no file can be written there.
pub(super) fn flush_times() -> Option<Vec<Duration>> {
    let path = format!(".croupier-load-{}", std::process::id());
    let mut file = File::create_new(&path).ok()?;
    // Removed while it is open, where the system allows that: a run that is killed leaves nothing.
    let is_removed = fs::remove_file(&path).is_ok();
    let begun = Instant::now();
    let mut times = Vec::with_capacity(TIMES);
    while times.len() < TIMES && begun.elapsed() < LONGEST {
        let start = Instant::now();
        if file.write_all(&[0; 4096]).and_then(|()| file.sync_data()).is_err() {
            break;
        }
        times.push(start.elapsed());
    }
    drop(file);
    if !is_removed {
        let _ = fs::remove_file(path);
    }
    times.sort_unstable();
    (!times.is_empty()).then_some(times)
}
