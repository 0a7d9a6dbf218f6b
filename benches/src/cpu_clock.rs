//! The CPU time used by this thread.

use std::time::Duration;

/// The unit of [`now`], for the report.
pub const UNIT: &str =
    if cfg!(unix) { "CPU nanoseconds per transition" } else { "nanoseconds per transition" };

/// CPU time of this thread.
#[cfg(unix)]
pub fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).expect("a thread does not use negative time"),
        u32::try_from(time.tv_nsec).expect("there are less than 10^9 nanoseconds in a second"),
    )
}

/// Wall time, where the platform offers nothing better.
#[cfg(not(unix))]
pub fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
