//! Finds the nats-server for the tests. `xtask` includes this file too, because fetching a server
//! and starting it must look in the same places; so nothing here depends on this crate.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests start servers and look for them"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt};

/// The version to fetch if the machine has none that is recent enough; also the oldest supported
/// one.
pub const PINNED: &str = "2.15.1";

/// A version that accepts two appends after the same record. One test demonstrates that.
pub const OLD: &str = "2.9.10";

/// The path of the pinned version, below a target folder.
pub fn unpacked(target: &Path) -> PathBuf {
    fetched(target, PINNED)
}

/// The path of a fetched version, below a target folder.
pub fn fetched(target: &Path, version: &str) -> PathBuf {
    target.join("nats-server").join(version).join("nats-server")
}

/// The old server: `NATS_SERVER_OLD`, or below one of these target folders.
pub fn find_old<'a>(targets: impl IntoIterator<Item = &'a Path>) -> Option<PathBuf> {
    let named = env::var_os("NATS_SERVER_OLD").map(PathBuf::from);
    let mut all = named.into_iter().chain(targets.into_iter().map(|it| fetched(it, OLD)));
    all.find(|it| version_of(it).as_deref() == Some(OLD))
}

/// `NATS_SERVER` names something that does not run; nothing else is tried then.
#[derive(Debug)]
pub struct NotAServerError(pub PathBuf);

impl fmt::Display for NotAServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NATS_SERVER is {}, which does not run", self.0.display())
    }
}

impl std::error::Error for NotAServerError {}

/// A recent enough server: `NATS_SERVER`, on the `PATH`, or below one of these target folders.
pub fn find<'a>(
    targets: impl IntoIterator<Item = &'a Path>,
) -> Result<Option<PathBuf>, NotAServerError> {
    if let Some(named) = env::var_os("NATS_SERVER") {
        let named = PathBuf::from(named);
        return match version_of(&named) {
            Some(_) => Ok(Some(named)),
            None => Err(NotAServerError(named)),
        };
    }
    let on_path = PathBuf::from("nats-server");
    let mut all = std::iter::once(on_path).chain(targets.into_iter().map(unpacked));
    Ok(all.find(|it| version_of(it).is_some_and(|version| is_enough(&version))))
}

/// What a program says its version is.
pub fn version_of(program: &Path) -> Option<String> {
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
}
