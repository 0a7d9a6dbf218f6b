//! Real processes for tests: killed, suspended and restarted, and gone when the test ends.
#![allow(clippy::disallowed_types, reason = "tests start servers")]

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// It answers every order with the process id and how the last process ended.
const SHELL: &str = r#"
log=$1 folder=$2
shift 2
start() { "$@" </dev/null >>"$log" 2>&1 & pid=$!; ended=-; }
end() { wait "$pid" 2>/dev/null; ended=$?; }
start "$@"
echo "$pid $ended"
while read -r word; do
  case $word in
    kill) kill -KILL "$pid" 2>/dev/null; end ;;
    ask) kill -TERM "$pid" 2>/dev/null; end ;;
    wait) end ;;
    pause) kill -STOP "$pid" ;;
    resume) kill -CONT "$pid" ;;
    start) start "$@" ;;
  esac
  echo "$pid $ended"
done
kill -KILL "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
rm -rf -- "$folder"
"#;

/// The CPU time of a process so far. Zero where the system does not say.
pub fn cpu_of(pid: u32) -> Duration {
    let ticks = || -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        let fields: Vec<_> = rest.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    Duration::from_millis(ticks().unwrap_or(0) * 10)
}

/// The bytes of memory that a process has (RSS). Zero where the system does not say.
pub fn memory_of(pid: u32) -> u64 {
    let kib = || -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    };
    kib().unwrap_or(0) * 1024
}

/// A program that runs in a folder of its own. A shell starts it and listens to the test: when the
/// test ends, for whatever reason, the shell's input is closed and it ends exactly this program.
#[derive(Debug)]
pub struct Process {
    shell: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    pid: u32,
    ended: Option<i32>,
}

impl Process {
    /// Starts a program. Its output is appended to a file, and the folder is removed with the test.
    pub fn start(
        log: &Path,
        folder: &Path,
        line: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        let mut shell = Command::new("sh")
            .args(["-c", SHELL, "sh"])
            .args([log, folder])
            .args(line.into_iter().map(Into::into))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = shell.stdin.take();
        let answers = BufReader::new(shell.stdout.take().unwrap());
        let mut process = Self { shell, orders, answers, pid: 0, ended: None };
        process.listen();
        process
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Whether it is running, according to the orders of the test.
    pub fn is_up(&self) -> bool {
        self.ended.is_none()
    }

    /// Kills it, like a crash.
    pub fn kill(&mut self) {
        self.order("kill");
    }

    /// Asks it to stop, and waits until it has. Returns its exit code.
    pub fn end(&mut self) -> Option<i32> {
        self.order("ask");
        self.ended
    }

    /// Waits until it has ended by itself. Returns its exit code.
    pub fn wait(&mut self) -> Option<i32> {
        self.order("wait");
        self.ended
    }

    /// Suspends it.
    pub fn pause(&mut self) {
        self.order("pause");
    }

    /// Resumes it.
    pub fn resume(&mut self) {
        self.order("resume");
    }

    /// Restarts it.
    pub fn restart(&mut self) {
        assert!(!self.is_up(), "it runs");
        self.order("start");
    }

    fn order(&mut self, word: &str) {
        writeln!(self.orders.as_mut().unwrap(), "{word}").unwrap();
        self.listen();
    }

    fn listen(&mut self) {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let (pid, ended) = line.trim().split_once(' ').unwrap();
        (self.pid, self.ended) = (pid.parse().unwrap(), ended.parse().ok());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The shell's input is closed, so it ends its program.
        drop(self.orders.take());
        let _ = self.shell.wait();
    }
}
