//! `cargo xtask package`: packs the crates that ship, as a registry would receive them.

use std::{
    fmt::Write as _,
    fs,
    io::ErrorKind,
    path::Path,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::metadata::{Metadata, Package, cargo};

/// Package every crate that ships, and check that each has what a registry requires
///
/// Crates that ship have `publish = true` in their manifest. The packages are written to
/// target/package; nothing is uploaded.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask package
  cargo xtask package --verify    # before a release: compile every package from its own files alone")]
pub(crate) struct PackageArgs {
    /// Also check that every package compiles from its own files; takes minutes
    #[arg(long)]
    verify: bool,
}

/// The texts of our own licences, included in every package and at the root.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Runs the chore.
pub(crate) fn main(root: &Path, args: &PackageArgs) -> ExitCode {
    match run(root, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, args: &PackageArgs) -> Result<()> {
    let metadata = Metadata::read(root)?;
    let shipped = metadata.shipped();
    let mut lines = vec![];
    let mut faults = String::new();
    for package in &shipped {
        let files = files(root, package)?;
        let lacks = lacks(root, package, &files);
        if !lacks.is_empty() {
            let _ = write!(faults, "\n  {}: {}", package.name, lacks.join(", "));
        }
        lines.push((package, files.len()));
    }
    ensure!(faults.is_empty(), "packages lack something:{faults}");

    pack(root, &shipped)?;
    let packed = metadata.target_directory.join("package");
    for (Package { name, version, .. }, files) in lines {
        let file = packed.join(format!("{name}-{version}.crate"));
        let size = fs::metadata(&file).with_context(|| file.display().to_string())?.len();
        eprintln!("{name} {version}: {files} files, {} KiB", size.div_ceil(1024));
    }
    if args.verify {
        verify(root, &packed, &shipped)?;
    }
    Ok(())
}

/// What a registry or its users would miss.
fn lacks(root: &Path, package: &Package, files: &[String]) -> Vec<String> {
    let mut lacks = vec![];
    let said = [
        ("a description", package.description.is_some()),
        ("a licence", package.license.is_some()),
        ("a readme", package.readme.is_some()),
        ("keywords", !package.keywords.is_empty()),
        ("categories", !package.categories.is_empty()),
    ];
    lacks.extend(said.iter().filter(|(_, is_said)| !is_said).map(|(what, _)| (*what).to_owned()));
    for licence in LICENCES {
        // Where symbolic links are not supported, one is checked out as a file that contains a
        // path.
        let ours = fs::read(root.join(licence)).ok();
        let is_packed = files.iter().any(|file| file == licence);
        if !is_packed || ours.is_none() || ours != fs::read(package.folder().join(licence)).ok() {
            lacks.push(format!("the text of {licence}"));
        }
    }
    lacks
}

/// The files that would be packed.
fn files(root: &Path, package: &Package) -> Result<Vec<String>> {
    let output = Command::new(cargo())
        .args(["package", "--list", "--allow-dirty", "--offline", "--package", &package.name])
        .current_dir(root)
        .output()
        .context("cargo could not be started")?;
    if !output.status.success() {
        bail!("{}: {}", package.name, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Packs all of them at once: they are not on a registry yet, so cargo lets each use the others.
fn pack(root: &Path, shipped: &[&Package]) -> Result<()> {
    let mut command = Command::new(cargo());
    // What a registry requires is checked above; there is no repository URL to give. `-q` because
    // the tests are left out on purpose.
    command.args(["package", "--allow-dirty", "--offline", "--no-metadata", "--no-verify", "-q"]);
    command.args(shipped.iter().flat_map(|package| ["--package", &package.name]));
    succeed(command.current_dir(root))
}

/// Checks each package in a folder that contains only the packages. Cargo's own verification reuses
/// what it has unpacked before as long as the versions stay the same, so a second run would mix old
/// and new files.
fn verify(root: &Path, packed: &Path, shipped: &[&Package]) -> Result<()> {
    let folder = packed.join("verify");
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
        _ => fs::create_dir_all(&folder)?,
    }
    for Package { name, version, .. } in shipped {
        // All packed files have the same date; without `m` cargo could not tell new ones from old
        // ones.
        let file = format!("../{name}-{version}.crate");
        succeed(Command::new("tar").args(["-xzmf", &file]).current_dir(&folder))?;
    }
    fs::write(folder.join("Cargo.toml"), workspace_of(shipped))?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    for Package { name, .. } in shipped {
        // One by one: together, one could depend on features that another enables.
        let args = ["check", "--offline", "--target-dir", "../verify-target", "--package", name];
        succeed(Command::new(cargo()).args(args).current_dir(&folder))?;
    }
    Ok(())
}

/// A workspace in which the packages find each other, as if they were on the registry.
fn workspace_of(shipped: &[&Package]) -> String {
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n".to_owned();
    manifest.push_str("\n[patch.crates-io]\n");
    for Package { name, version, .. } in shipped {
        let _ = writeln!(manifest, "{name} = {{ path = \"{name}-{version}\" }}");
    }
    manifest
}

fn succeed(command: &mut Command) -> Result<()> {
    let program = command.get_program().display().to_string();
    let status = command.status().with_context(|| format!("`{program}` could not be started"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::tests::package;

    #[test]
    fn what_a_package_lacks_is_listed() {
        let mut bare = package("game");
        bare.description = Some("A game.".to_owned());
        assert_eq!(
            lacks(&crate::root(), &bare, &["LICENSE-MIT".to_owned()]),
            [
                "a readme",
                "keywords",
                "categories",
                "the text of LICENSE-MIT",
                "the text of LICENSE-APACHE"
            ]
        );
    }

    #[test]
    fn packages_find_each_other_in_a_workspace_of_their_own() {
        assert_eq!(
            workspace_of(&[&package("game"), &package("kit")]),
            "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[patch.crates-io]\n\
             game = { path = \"game-1.0.0\" }\nkit = { path = \"kit-1.0.0\" }\n"
        );
    }
}
