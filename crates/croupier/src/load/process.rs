//! The resources that the server's process uses.

use std::fs;
use std::time::Duration;

use crate::error::CliError;

/// A process on this machine. Its figures are available on Linux only.
#[derive(Debug)]
pub(super) struct Process(u32);

impl Process {
    pub(super) fn find(pid: u32) -> Result<Self, CliError> {
        let process = Self(pid);
        process.cpu()?;
        Ok(process)
    }

    fn read(&self, what: &str) -> Result<String, CliError> {
        let Self(pid) = self;
        fs::read_to_string(format!("/proc/{pid}/{what}")).map_err(|_| {
            let why = format!("nothing is known of a process {pid} on this machine");
            CliError::misuse("no_process", why)
        })
    }

    /// The CPU time of all its threads.
    pub(super) fn cpu(&self) -> Result<Duration, CliError> {
        let stat = self.read("stat")?;
        // The second field is the name in parentheses, which may contain anything.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let ticks =
            after.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok());
        let ticks: u64 = ticks.sum();
        Ok(Duration::from_micros(ticks.saturating_mul(1_000_000) / ticks_per_second()))
    }

    /// Its current memory (RSS) in bytes.
    pub(super) fn memory(&self) -> Result<u64, CliError> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kib.unwrap_or(0) * 1024)
    }
}

#[cfg(unix)]
fn ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second().max(1)
}

#[cfg(not(unix))]
fn ticks_per_second() -> u64 {
    100
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_memory_and_a_missing_one_is_a_sentence() {
        let process = Process::find(std::process::id()).unwrap();
        assert!(process.memory().unwrap() > 100_000);
        assert_eq!(Process::find(u32::MAX).unwrap_err().code, "no_process");
    }
}
