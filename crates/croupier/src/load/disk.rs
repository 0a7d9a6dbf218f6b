//! How long the disk takes to keep something.

use std::fs::{self, File};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// How often it is asked, and for how long at most.
const TIMES: usize = 200;
const LONGEST: Duration = Duration::from_secs(2);

/// The times of small writes that were flushed to the disk of the present folder, shortest first.
/// None where no file can be written.
pub(super) fn flush_times() -> Option<Vec<Duration>> {
    let path = format!(".croupier-load-{}", std::process::id());
    let mut file = File::create_new(&path).ok()?;
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
    let _ = fs::remove_file(path);
    times.sort_unstable();
    (!times.is_empty()).then_some(times)
}
