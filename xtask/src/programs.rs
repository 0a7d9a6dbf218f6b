//! The test programs that cargo has built.
//!
//! When asked for one program alone, cargo rebuilds some crates, because that program needs fewer
//! of their features. Building all programs and starting one by its path saves minutes.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;

/// Run tests that `cargo test` skips because they need something special, such as NATS
#[derive(Debug, Args)]
pub(crate) struct SpecialArgs {
    /// Names of test programs, as in cargo
    #[arg(value_name = "PROGRAM", required = true)]
    names: Vec<String>,
}

/// A test program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) package: String,
    /// The working directory its tests expect.
    pub(crate) folder: PathBuf,
    /// The kind of target.
    pub(crate) kind: String,
    /// Its name in cargo.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

pub(crate) fn main(root: &Path, args: &SpecialArgs) -> ExitCode {
    match run(root, &args.names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, names: &[String]) -> Result<()> {
    let programs = build(root, &[])?;
    for name in names {
        let program = programs.iter().find(|it| it.name == *name);
        let program = program.with_context(|| format!("there is no test program {name:?}"))?;
        eprintln!("{}: {}", program.package, program.target());
        let mut command = Command::new(&program.path);
        // The long tests are run by `cargo xtask soak`.
        command.args(["--ignored", "--skip", "soak"]).current_dir(&program.folder);
        let status = command.status().with_context(|| format!("{name} could not be started"))?;
        if !status.success() {
            bail!("tests of {name} failed");
        }
    }
    Ok(())
}

/// Builds all tests with the same features as `cargo xtask test`, and returns their programs.
pub(crate) fn build(root: &Path, more: &[&str]) -> Result<Vec<Program>> {
    let mut args = vec!["test", "--workspace", "--all-features", "--tests", "--no-run"];
    args.extend(["--message-format", "json-render-diagnostics"]);
    args.extend(more);
    eprintln!("cargo {}", args.join(" "));
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(&args)
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo could not be started")?;
    if !output.status.success() {
        bail!("the tests could not be built");
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(Program::of_message).collect())
}

impl Program {
    /// The test program that a line of cargo's output reports, if any.
    fn of_message(line: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Message {
            package_id: String,
            manifest_path: PathBuf,
            target: Target,
            executable: Option<PathBuf>,
            profile: Built,
        }
        #[derive(Deserialize)]
        struct Target {
            kind: Vec<String>,
            name: String,
        }
        #[derive(Deserialize)]
        struct Built {
            test: bool,
        }
        let message: Message = serde_json::from_str(line).ok()?;
        Some(Self {
            package: package_name(&message.package_id)?.to_owned(),
            folder: message.manifest_path.parent()?.to_owned(),
            kind: message.target.kind.into_iter().next()?,
            name: message.target.name,
            path: message.executable.filter(|_| message.profile.test)?,
        })
    }

    /// The argument that selects it in cargo.
    pub(crate) fn target(&self) -> String {
        match self.kind.as_str() {
            kind @ ("test" | "bin") => format!("--{kind} {}", self.name),
            _ => "--lib".to_owned(),
        }
    }
}

/// The package in `path+file:///some/games/rush#0.1.0` or
/// `path+file:///some/benches#croupier-benches@0.1.0`.
fn package_name(id: &str) -> Option<&str> {
    let (url, rest) = id.rsplit_once('#')?;
    rest.split_once('@').map(|(name, _)| name).or_else(|| Some(url.rsplit_once('/')?.1))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(test: bool) -> String {
        json!({
            "reason": "compiler-artifact",
            "package_id": "path+file:///some/games/rush#0.1.0",
            "manifest_path": "/some/games/rush/Cargo.toml",
            "target": {"name": "all", "kind": ["test"]},
            "profile": {"opt_level": "1", "test": test},
            "executable": "/some/target/debug/deps/all-1",
        })
        .to_string()
    }

    #[test]
    fn a_program_with_tests_is_found_in_what_cargo_says() {
        let program = Program::of_message(&message(true)).unwrap();
        assert_eq!((&*program.package, &*program.target()), ("rush", "--test all"));
        assert_eq!(program.folder, Path::new("/some/games/rush"));
        assert_eq!(Program::of_message(&message(false)), None, "a program without tests");
        assert_eq!(Program::of_message(r#"{"reason":"build-finished","success":true}"#), None);
    }

    #[test]
    fn a_package_may_have_another_name_than_its_folder() {
        assert_eq!(package_name("path+file:///some/games/rush#0.1.0"), Some("rush"));
        let other = "path+file:///some/benches#croupier-benches@0.1.0";
        assert_eq!(package_name(other), Some("croupier-benches"));
    }
}
