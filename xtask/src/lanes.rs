//! Runs the steps of a chore; each is announced and timed, and a failure is reported with the
//! command that repeats it.
//!
//! Neither compilers nor the tools of the web client keep all cores busy, so the two kinds of steps
//! run in parallel, each in its own lane.

use std::{
    collections::BTreeSet,
    env,
    io::{self, IsTerminal},
    path::Path,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crate::{
    output::Output,
    steps::{Lane, Step},
};

/// Which step failed, why, and how to repeat it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) step: &'static str,
    pub(crate) again: String,
    took: Duration,
    why: anyhow::Error,
}

impl Failure {
    pub(crate) fn report(&self) {
        let Self { step, took, again, why } = self;
        eprintln!();
        eprintln!("{} step `{step}` failed after {}: {why:#}", paint(RED, "error:"), human(*took));
        eprintln!("       to run it again: {}", paint(BOLD, again));
    }
}

/// Runs the steps. After a failure no further step starts; the one still running in the other lane
/// is waited for. Returns all failures.
pub(crate) fn run_all(root: &Path, steps: &[Step]) -> Result<(), Vec<Failure>> {
    let start = Instant::now();
    let run = Run { root, steps, progress: Mutex::default(), changed: Condvar::new() };
    thread::scope(|scope| {
        scope.spawn(|| run.lane(Lane::Main));
        scope.spawn(|| run.lane(Lane::Beside));
    });
    let Progress { failures, .. } =
        run.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !failures.is_empty() {
        return Err(failures);
    }
    if steps.len() > 1 {
        let took = human(start.elapsed());
        eprintln!("{} {} steps in {took}", paint(GREEN, "all passed:"), steps.len());
    }
    Ok(())
}

struct Run<'a> {
    root: &'a Path,
    steps: &'a [Step],
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Progress {
    passed: BTreeSet<&'static str>,
    failures: Vec<Failure>,
}

impl Run<'_> {
    fn lane(&self, lane: Lane) {
        for (index, step) in self.steps.iter().enumerate().filter(|(_, step)| step.lane == lane) {
            if !self.wait_for(&step.after) {
                return;
            }
            let place = format!("[{}/{}]", index + 1, self.steps.len());
            let result = self.step(step, &place);
            let mut progress = self.progress();
            match result {
                Ok(()) => {
                    progress.passed.insert(step.name);
                }
                Err(failure) => progress.failures.push(failure),
            }
            self.changed.notify_all();
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until these steps have passed. Returns false if something failed before.
    fn wait_for(&self, names: &[&'static str]) -> bool {
        let is_in_run = |name: &&str| self.steps.iter().any(|step| step.name == *name);
        let is_waiting = |progress: &mut Progress| {
            let missing = |name: &&str| is_in_run(name) && !progress.passed.contains(name);
            progress.failures.is_empty() && names.iter().any(missing)
        };
        let progress = self.changed.wait_while(self.progress(), is_waiting);
        progress.unwrap_or_else(PoisonError::into_inner).failures.is_empty()
    }

    fn step(&self, step: &Step, place: &str) -> Result<(), Failure> {
        let (line, name) = (step.command_line(self.root), step.name);
        let mut output = match step.lane {
            Lane::Main => Output::Terminal,
            Lane::Beside => Output::Kept(vec![]),
        };
        let beside = if step.lane == Lane::Beside { " (beside the others)" } else { "" };
        eprintln!("{} {}{beside}: {line}", paint(BOLD, place), paint(BOLD, name));
        let begun = Instant::now();
        let result = step.run(self.root, &mut output);
        let took = begun.elapsed();
        let said = output.text();
        match result {
            Ok(how) => {
                let took = human(took);
                eprintln!("{said}{} {name}: {} in {took}", paint(BOLD, place), paint(GREEN, how));
                Ok(())
            }
            Err(why) => {
                let failed = paint(RED, "failed");
                eprintln!("{said}{} {name}: {failed}; no other step begins", paint(BOLD, place));
                Err(Failure { step: name, took, again: line, why })
            }
        }
    }
}

const BOLD: &str = "1";
const RED: &str = "1;31";
const GREEN: &str = "32";

/// Colours the text, unless the output is not a terminal or `NO_COLOR` is set.
fn paint(code: &str, text: &str) -> String {
    let colours =
        io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

/// A duration in readable form.
pub(crate) fn human(took: Duration) -> String {
    let seconds = took.as_secs();
    if seconds < 60 {
        format!("{:.1} s", took.as_secs_f64())
    } else {
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Package;

    static GONE: Package = Package { name: "gone", folder: "no/such/folder" };

    fn failed(steps: &[Step]) -> Vec<&'static str> {
        let failures = run_all(&crate::root(), steps).unwrap_err();
        failures.iter().map(|failure| failure.step).collect()
    }

    #[test]
    fn times_read_well() {
        assert_eq!(human(Duration::from_millis(840)), "0.8 s");
        assert_eq!(human(Duration::from_secs(83)), "1 min 23 s");
    }

    #[test]
    fn a_failing_step_is_named_with_its_command_and_stops_the_rest() {
        let steps = [Step::npm(&GONE), Step::cargo("never", ["no-such-subcommand"])];
        let failures = run_all(&crate::root(), &steps).unwrap_err();
        let [failure] = failures.as_slice() else { panic!("{failures:?}") };
        assert_eq!(failure.step, "gone");
        assert!(
            failure.again.starts_with("(cd no/such/folder && npm install "),
            "{}",
            failure.again
        );
    }

    #[test]
    fn a_step_waits_for_those_of_the_other_lane() {
        let version = || Step::cargo("version", ["--version"]);
        let never = Step::cargo("never", ["no-such-subcommand"]);
        let fails = Step::npm(&GONE).beside();
        assert_eq!(failed(&[version(), fails.clone().after("version")]), ["gone"]);
        assert_eq!(failed(&[fails, never.after("gone")]), ["gone"]);
        let passes = [version().beside(), Step::cargo("again", ["--version"]).after("version")];
        run_all(&crate::root(), &passes).unwrap();
        // Steps that are not part of the run are not waited for.
        run_all(&crate::root(), &[version().after("again")]).unwrap();
    }
}
