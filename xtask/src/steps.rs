//! A chore is a list of steps; each is announced, timed, and on failure named with the command
//! that repeats it.

use std::{
    env,
    fmt::Write as _,
    io::{self, IsTerminal},
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::node::{self, Package, Setup};

/// One thing to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Work {
    Cargo {
        args: Vec<String>,
        env: Vec<(&'static str, &'static str)>,
    },
    Npm(&'static Package),
    /// A script of an npm package. Variables may name files of the repository.
    Script {
        package: &'static Package,
        script: &'static str,
        files: Vec<(&'static str, &'static str)>,
    },
}

impl Step {
    pub(crate) fn cargo<A: Into<String>>(
        name: &'static str,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        let args = args.into_iter().map(Into::into).collect();
        Self { name, work: Work::Cargo { args, env: Vec::new() } }
    }

    pub(crate) fn npm(package: &'static Package) -> Self {
        Self { name: package.name, work: Work::Npm(package) }
    }

    /// Runs a script of an npm package.
    pub(crate) fn script(
        name: &'static str,
        package: &'static Package,
        script: &'static str,
    ) -> Self {
        Self { name, work: Work::Script { package, script, files: vec![] } }
    }

    /// Names a file of the repository in a variable, for a script.
    pub(crate) fn file(mut self, key: &'static str, path: &'static str) -> Self {
        if let Work::Script { files, .. } = &mut self.work {
            files.push((key, path));
        }
        self
    }

    /// Sets a variable for this step alone. Only cargo steps have any.
    pub(crate) fn env(mut self, key: &'static str, value: &'static str) -> Self {
        if let Work::Cargo { env, .. } = &mut self.work {
            env.push((key, value));
        }
        self
    }

    /// The npm package this step sets up, if that is what it does.
    pub(crate) fn package(&self) -> Option<&'static Package> {
        match self.work {
            Work::Npm(package) => Some(package),
            Work::Cargo { .. } | Work::Script { .. } => None,
        }
    }

    /// What a person would type at the root of the repository to run this step alone.
    pub(crate) fn command_line(&self, root: &Path) -> String {
        match &self.work {
            Work::Cargo { args, env } => {
                let mut line = String::new();
                for (key, value) in env {
                    let _ = write!(line, "{key}={} ", quoted(value));
                }
                line.push_str("cargo");
                for arg in args {
                    let _ = write!(line, " {}", quoted(arg));
                }
                line
            }
            Work::Npm(package) => {
                format!("(cd {} && npm {})", package.folder, package.npm_args(root).join(" "))
            }
            Work::Script { package, script, files } => {
                let mut line = format!("(cd {} && ", package.folder);
                for (key, path) in files {
                    let _ = write!(line, "{key}=$PWD/../{} ", quoted(path));
                }
                let _ = write!(line, "npm run {script})");
                line
            }
        }
    }

    fn run(&self, root: &Path) -> Result<&'static str> {
        match &self.work {
            Work::Cargo { args, env } => {
                let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
                let status = Command::new(cargo)
                    .args(args)
                    .envs(env.iter().copied())
                    .current_dir(root)
                    .status()
                    .context("cargo could not be started")?;
                if !status.success() {
                    bail!("{status}");
                }
                Ok("done")
            }
            Work::Script { package, script, files } => {
                let path = |path: &str| root.join(path).display().to_string();
                let env: Vec<_> = files.iter().map(|(key, it)| (*key, path(it))).collect();
                node::run(root, package, script, &env)?;
                Ok("done")
            }
            Work::Npm(package) => Ok(match node::set_up(root, package)? {
                Setup::UpToDate => "up to date",
                Setup::Installed => "installed",
            }),
        }
    }
}

/// Which step failed, why, and how to repeat it.
#[derive(Debug)]
pub(crate) struct Failure {
    step: &'static str,
    took: Duration,
    again: String,
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

/// Runs the steps in order and stops at the first that fails.
pub(crate) fn run_all(root: &Path, steps: &[Step]) -> Result<(), Failure> {
    let start = Instant::now();
    for (index, step) in steps.iter().enumerate() {
        let place = format!("[{}/{}]", index + 1, steps.len());
        let line = step.command_line(root);
        eprintln!("{} {}: {line}", paint(BOLD, &place), paint(BOLD, step.name));
        let begun = Instant::now();
        match step.run(root) {
            Ok(how) => {
                let took = human(begun.elapsed());
                eprintln!("{} {}: {} in {took}", paint(BOLD, &place), step.name, paint(GREEN, how));
            }
            Err(why) => {
                return Err(Failure { step: step.name, took: begun.elapsed(), again: line, why });
            }
        }
    }
    if steps.len() > 1 {
        let took = human(start.elapsed());
        eprintln!("{} {} steps in {took}", paint(GREEN, "all passed:"), steps.len());
    }
    Ok(())
}

const BOLD: &str = "1";
const RED: &str = "1;31";
const GREEN: &str = "32";

/// Colours are for people: none in a file, a pipe, or where `NO_COLOR` asks for none.
fn paint(code: &str, text: &str) -> String {
    let colours =
        io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

fn human(took: Duration) -> String {
    let seconds = took.as_secs();
    if seconds < 60 {
        format!("{:.1} s", took.as_secs_f64())
    } else {
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

/// Quotes an argument for a shell where it needs it.
fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) {
        arg.to_string()
    } else {
        format!("'{}'", arg.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_pasted_into_a_shell() {
        let step = Step::cargo("docs", ["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            step.command_line(Path::new(".")),
            "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps"
        );
    }

    #[test]
    fn quotes_survive_quoting() {
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("--all-targets"), "--all-targets");
    }

    #[test]
    fn times_read_well() {
        assert_eq!(human(Duration::from_millis(840)), "0.8 s");
        assert_eq!(human(Duration::from_secs(83)), "1 min 23 s");
    }

    #[test]
    fn a_failing_step_is_named_with_its_command_and_stops_the_rest() {
        static GONE: Package = Package { name: "gone", folder: "no/such/folder" };
        let steps = [Step::npm(&GONE), Step::cargo("never", ["no-such-subcommand"])];
        let failure = run_all(&crate::root(), &steps).unwrap_err();
        assert_eq!(failure.step, "gone");
        assert!(
            failure.again.starts_with("(cd no/such/folder && npm install "),
            "{}",
            failure.again
        );
    }
}
