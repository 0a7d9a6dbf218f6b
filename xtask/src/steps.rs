//! A step of a chore: what it runs, and the command line for running it by hand. `lanes.rs` runs
//! steps.

use std::{env, fmt::Write as _, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    node::{self, Package, Setup},
    output::Output,
};

/// One thing to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    pub(crate) lane: Lane,
    /// The steps of the other lane that must have passed before.
    pub(crate) after: Vec<&'static str>,
}

/// The steps of a lane run one after another; the two lanes run in parallel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Its output is shown immediately.
    Main,
    /// Its output is shown when the step has ended, so that it is not interleaved.
    Beside,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Work {
    Cargo {
        args: Vec<String>,
        env: Vec<(&'static str, &'static str)>,
    },
    /// Another chore.
    Xtask(&'static str),
    Npm(&'static Package),
    /// A script of an npm package. Variables may hold paths of files in the repository.
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
        Self::new(name, Work::Cargo { args, env: Vec::new() })
    }

    fn new(name: &'static str, work: Work) -> Self {
        Self { name, work, lane: Lane::Main, after: vec![] }
    }

    /// Runs another chore, given its command line without `cargo xtask`. It runs this same program,
    /// so nothing has to be built.
    pub(crate) fn xtask(name: &'static str, line: &'static str) -> Self {
        Self::new(name, Work::Xtask(line))
    }

    pub(crate) fn npm(package: &'static Package) -> Self {
        Self::new(package.name, Work::Npm(package))
    }

    /// Runs a script of an npm package.
    pub(crate) fn script(
        name: &'static str,
        package: &'static Package,
        script: &'static str,
    ) -> Self {
        Self::new(name, Work::Script { package, script, files: vec![] })
    }

    /// Passes the path of a file of the repository to a script in a variable.
    pub(crate) fn file(mut self, key: &'static str, path: &'static str) -> Self {
        if let Work::Script { files, .. } = &mut self.work {
            files.push((key, path));
        }
        self
    }

    /// Sets a variable for this step. Only cargo steps support it.
    pub(crate) fn env(mut self, key: &'static str, value: &'static str) -> Self {
        if let Work::Cargo { env, .. } = &mut self.work {
            env.push((key, value));
        }
        self
    }

    /// Runs the step in the second lane.
    pub(crate) fn beside(mut self) -> Self {
        self.lane = Lane::Beside;
        self
    }

    /// Makes the step wait for one of the other lane.
    pub(crate) fn after(mut self, step: &'static str) -> Self {
        self.after.push(step);
        self
    }

    /// The npm package that this step sets up, if it is such a step.
    pub(crate) fn package(&self) -> Option<&'static Package> {
        match self.work {
            Work::Npm(package) => Some(package),
            Work::Cargo { .. } | Work::Xtask(_) | Work::Script { .. } => None,
        }
    }

    /// The command line that runs this step alone from the root of the repository.
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
            Work::Xtask(chore) => format!("cargo xtask {chore}"),
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

    /// Runs the step. Returns a word for how it ended, if it succeeded.
    pub(crate) fn run(&self, root: &Path, output: &mut Output) -> Result<&'static str> {
        match &self.work {
            Work::Cargo { args, env } => {
                let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
                let mut command = Command::new(cargo);
                command.args(args).envs(env.iter().copied()).current_dir(root);
                run(command, output)
            }
            Work::Xtask(line) => {
                let mut command = Command::new(env::current_exe()?);
                command.args(line.split_whitespace()).current_dir(root);
                run(command, output)
            }
            Work::Script { package, script, files } => {
                let path = |path: &str| root.join(path).display().to_string();
                let env: Vec<_> = files.iter().map(|(key, it)| (*key, path(it))).collect();
                node::run(root, package, script, &env, output)?;
                Ok("done")
            }
            Work::Npm(package) => Ok(match node::set_up(root, package, output)? {
                Setup::UpToDate => "up to date",
                Setup::Installed => "installed",
            }),
        }
    }
}

fn run(command: Command, output: &mut Output) -> Result<&'static str> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = output.run(command).with_context(|| format!("{name} could not be started"))?;
    if !status.success() {
        bail!("{status}");
    }
    Ok("done")
}

/// Quotes an argument for a shell if necessary.
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
}
