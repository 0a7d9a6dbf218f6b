//! `cargo xtask soak`: runs the tests that take too long for every change, in both profiles: what
//! overflows in one of them wraps in the other, and either may be wrong.
//!
//! Every test that is ignored by default is one part: a million calls to the rooms of a game, a
//! hundred thousand forged saves, thousands of whole games. Nothing has to be listed here. All
//! parts run even if one fails, and the figures that they print are shown together at the end.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    path::Path,
    process::{Command, ExitCode},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::{
    lanes::human,
    nats,
    output::Output,
    programs::{self, Program},
    test,
};

/// Run the tests that are too slow for every change: random calls to rooms, forged saves, thousands
/// of games
#[derive(Debug, Args)]
pub(crate) struct SoakArgs {
    /// Run only parts whose name contains this: a crate, a test program, or part of a test's name
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Run only in this profile; defaults to both
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    /// List the parts without running them
    #[arg(long)]
    list: bool,
    /// Number of parts to run in parallel; defaults to one more than the number of cores, because
    /// some parts mostly wait
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    Dev,
    Release,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Release => "release",
        }
    }

    /// Its name in cargo.
    fn of_cargo(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Release => "quick",
        }
    }

    fn wanted(only: Option<Self>) -> impl Iterator<Item = Self> {
        [Self::Dev, Self::Release].into_iter().filter(move |it| only.is_none_or(|only| only == *it))
    }
}

pub(crate) fn main(root: &Path, args: &SoakArgs) -> ExitCode {
    match soak(root, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

fn soak(root: &Path, args: &SoakArgs) -> Result<()> {
    let start = Instant::now();
    let mut ends = vec![];
    if !args.list {
        nats::provide(root)?; // The cluster tests want one.
        // One test needs an old one. If it is unavailable, that test fails and says so.
        if let Err(why) = nats::provide_old(root) {
            eprintln!("{why:#}");
        }
    }
    for profile in Profile::wanted(args.profile) {
        let mut parts = vec![];
        eprintln!("{}:", profile.name());
        let programs = programs::build(root, &["--profile", profile.of_cargo()])?;
        // Tests that a step of `cargo xtask test` runs are ignored for another reason than their
        // duration.
        for program in programs.iter().filter(|it| it.name != test::NEW_CRATE) {
            parts.extend(self::parts(program, profile)?);
        }
        parts.retain(|part| part.is_named(args.name.as_deref()));
        if args.list {
            for part in &parts {
                eprintln!("{}", part.name());
            }
            continue;
        }
        let threads =
            args.threads.or_else(|| Some(thread::available_parallelism().ok()?.get() + 1));
        let (timed, others) = parts.into_iter().partition(Part::is_timed);
        ends.extend(run(others, threads.unwrap_or(1)));
        ends.extend(run(timed, 1));
    }
    if args.list {
        return Ok(());
    }
    if ends.is_empty() {
        bail!("there is no such part; `cargo xtask soak --list` lists them");
    }
    report(&ends, start.elapsed())
}

/// The ignored tests of a program.
fn parts(program: &Program, profile: Profile) -> Result<Vec<Part>> {
    let output = Command::new(&program.path)
        .args(["--ignored", "--list", "--format", "terse"])
        .current_dir(&program.folder)
        .output()
        .with_context(|| format!("{} could not be started", program.path.display()))?;
    let list = String::from_utf8_lossy(&output.stdout);
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(tests
        .map(|test| Part { program: program.clone(), profile, test: test.to_owned() })
        .collect())
}

/// One long test in one profile.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    program: Program,
    profile: Profile,
    test: String,
}

impl Part {
    fn name(&self) -> String {
        let Program { package, name, .. } = &self.program;
        format!("{} {package} {name} {}", self.profile.name(), self.test)
    }

    /// Whether it measures durations, so that nothing may run in parallel.
    fn is_timed(&self) -> bool {
        self.program.name == "cluster" || self.test.contains("figures")
    }

    fn is_named(&self, wanted: Option<&str>) -> bool {
        wanted.is_none_or(|wanted| self.name().contains(wanted))
    }

    fn command_line(&self) -> String {
        let Self { program, profile, test } = self;
        let (package, target) = (&program.package, program.target());
        let profile = profile.of_cargo();
        format!(
            "cargo test --profile {profile} -p {package} {target} -- --ignored --exact --nocapture {test}"
        )
    }

    fn run(self) -> End {
        let begun = Instant::now();
        let mut command = Command::new(&self.program.path);
        command
            .args(["--ignored", "--exact", "--nocapture", &self.test])
            .current_dir(&self.program.folder);
        let mut output = Output::Kept(vec![]);
        let passed = output.run(command).is_ok_and(|status| status.success());
        End { part: self, passed, took: begun.elapsed(), said: output.text() }
    }
}

/// The result of a part.
#[derive(Debug)]
struct End {
    part: Part,
    passed: bool,
    took: Duration,
    said: String,
}

impl End {
    /// What the test itself printed.
    fn figures(&self) -> impl Iterator<Item = &str> {
        let is_of_harness = |line: &&str| {
            line.is_empty() || line.starts_with("running 1 test") || line.starts_with("test ")
        };
        self.said.lines().filter(move |line| !is_of_harness(line))
    }
}

/// Runs all parts, several in parallel. Returns their results in the order of the parts.
fn run(parts: Vec<Part>, threads: usize) -> Vec<End> {
    let count = parts.len();
    let waiting = Mutex::new(parts.into_iter().enumerate().collect::<VecDeque<_>>());
    let (ends, ended) = (Mutex::new(vec![]), AtomicUsize::new(0));
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            scope.spawn(|| {
                while let Some((index, part)) = next() {
                    let name = part.name();
                    eprintln!("[{}/{count}] {name}", index + 1);
                    let end = part.run();
                    let how = if end.passed { "passed" } else { "FAILED" };
                    let so_far = ended.fetch_add(1, Ordering::Relaxed) + 1;
                    let took = human(end.took);
                    eprintln!("{name}: {how} in {took}; {so_far} of {count} have ended");
                    if !end.passed {
                        eprintln!("{}", end.said);
                    }
                    ends.lock().unwrap_or_else(PoisonError::into_inner).push((index, end));
                }
            });
        }
    });
    let mut ends = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
    ends.sort_by_key(|(index, _)| *index);
    ends.into_iter().map(|(_, end)| end).collect()
}

/// Prints all parts with their figures, and reports failures.
fn report(ends: &[End], took: Duration) -> Result<()> {
    let failed: Vec<_> = ends.iter().filter(|end| !end.passed).collect();
    eprintln!("\n{}", table(ends));
    for end in &failed {
        eprintln!("to run it again: {}", end.part.command_line());
    }
    if failed.is_empty() {
        eprintln!("all passed: {} parts in {}", ends.len(), human(took));
        return Ok(());
    }
    bail!("{} of {} parts failed, in {}", failed.len(), ends.len(), human(took))
}

fn table(ends: &[End]) -> String {
    let mut table = String::new();
    for end in ends {
        let how = if end.passed { "passed" } else { "FAILED" };
        let _ = writeln!(table, "{how} in {}: {}", human(end.took), end.part.name());
        if end.passed {
            for line in end.figures() {
                let _ = writeln!(table, "    {line}");
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn part(profile: Profile) -> Part {
        let program = Program {
            package: "rush".to_owned(),
            folder: PathBuf::from("/some/games/rush"),
            kind: "test".to_owned(),
            name: "all".to_owned(),
            path: PathBuf::from("/some/target/debug/deps/all-1"),
        };
        Part { program, profile, test: "conformance::a_million_calls".to_owned() }
    }

    #[test]
    fn a_part_is_found_by_its_profile_crate_or_test() {
        let part = part(Profile::Release);
        assert_eq!(part.name(), "release rush all conformance::a_million_calls");
        for wanted in [None, Some("rush"), Some("release rush"), Some("rush all"), Some("million")]
        {
            assert!(part.is_named(wanted), "{wanted:?}");
        }
        assert!(!part.is_named(Some("innovation")) && !part.is_named(Some("dev rush")));
    }

    #[test]
    fn a_part_can_be_run_again_by_hand() {
        let line =
            "-p rush --test all -- --ignored --exact --nocapture conformance::a_million_calls";
        assert_eq!(part(Profile::Dev).command_line(), format!("cargo test --profile dev {line}"));
        assert_eq!(
            part(Profile::Release).command_line(),
            format!("cargo test --profile quick {line}")
        );
    }

    #[test]
    fn figures_are_what_the_test_has_printed() {
        let said = "\nrunning 1 test\nRush: 5 calls\ntest conformance::it ... ok\n\n\
                    test result: ok. 1 passed; 0 failed\n\n";
        let took = Duration::from_secs(83);
        let end = End { part: part(Profile::Dev), passed: true, took, said: said.to_owned() };
        assert_eq!(end.figures().collect::<Vec<_>>(), ["Rush: 5 calls"]);
        assert_eq!(
            table(&[end]),
            "passed in 1 min 23 s: dev rush all conformance::a_million_calls\n    Rush: 5 calls\n"
        );
    }

    #[test]
    fn what_fails_is_counted_and_the_rest_goes_on() {
        let missing = |profile| {
            let mut part = part(profile);
            part.program.path = PathBuf::from("/no/such/program");
            part
        };
        let ends = run(vec![missing(Profile::Dev), missing(Profile::Release)], 2);
        let names: Vec<_> = ends.iter().map(|end| end.part.profile).collect();
        assert_eq!(names, [Profile::Dev, Profile::Release]);
        let why = report(&ends, Duration::from_secs(2)).unwrap_err().to_string();
        assert_eq!(why, "2 of 2 parts failed, in 2.0 s");
    }
}
