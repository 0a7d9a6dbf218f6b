//! `croupier new`: a crate with a small game that works, to be made into another.

mod checkout;
mod name;
mod template;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

use clap::Args;
use croupier_catalog::Catalog;
use serde_json::json;

use crate::cli::Output;
use crate::console::{BOLD, Console, FAINT};
use crate::error::CliError;

use checkout::Checkout;
use name::Name;
use template::Template;

/// Create a crate with a small working game to start from
///
/// The crate has rules, tests, scenarios and a command of its own, so that `cargo run -- play NAME`
/// and all other commands know the game. It depends on a checkout of Croupier: the one given with
/// --croupier, else the one that contains the current folder, else the one that this command was
/// built from. Either all files are written or none.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier new lucky-sevens
  croupier new lucky-sevens --dry-run
  croupier new high-clubs --template tricks
  croupier new lucky-sevens --folder ../games/sevens --croupier ../croupier")]
pub(crate) struct NewArgs {
    /// Name of the game: lower-case letters, digits and hyphens
    name: String,
    /// Game to start from
    #[arg(long, value_enum, value_name = "GAME", default_value_t = Template::Shedding)]
    template: Template,
    /// Folder to create the crate in; defaults to the game's name
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Path of a Croupier checkout
    #[arg(long, value_name = "PATH")]
    croupier: Option<PathBuf>,
    /// Only list the files that would be written
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &NewArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let name = Name::new(&args.name)?;
    if catalog.find(name.kebab()).is_ok() {
        let sentence = format!("a game named {:?} already exists", name.kebab());
        return Err(CliError::misuse("name_taken", sentence));
    }
    let folder = args.folder.clone().unwrap_or_else(|| PathBuf::from(name.kebab()));
    let place = full_path(&folder)?;
    if place.symlink_metadata().is_ok() {
        let sentence = format!("{} already exists", folder.display());
        return Err(CliError::misuse("folder_exists", sentence));
    }
    let checkout = Checkout::find(args.croupier.as_deref())?;
    checkout.is_not_around(&place, &folder)?;
    let files = template::files(args.template, &name, &checkout)?;
    if !args.dry_run {
        write_whole(&place, &files).map_err(|why| {
            CliError::misuse("file_io", format!("cannot create {}: {why}", folder.display()))
        })?;
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    if args.output.json {
        let report = json!({
            "name": name.kebab(), "folder": place, "files": names, "written": !args.dry_run,
        });
        return console.print_json(&report);
    }
    console.print(&told(&name, &folder, &names, args.dry_run))
}

/// What was made, and what to type next.
fn told(name: &Name, folder: &Path, files: &[&str], dry_run: bool) -> String {
    let (id, folder) = (name.kebab(), folder.display());
    let made = if dry_run { "Would make" } else { "Made" };
    let mut text = format!("{made} {BOLD}{folder}{BOLD:#}: a small game that works, with tests.\n");
    for file in files {
        let _ = writeln!(text, "  {FAINT}{file}{FAINT:#}");
    }
    if !dry_run {
        let _ = write!(
            text,
            "
Next:
  cd {folder}
  cargo test
  cargo run -- play {id}
  cargo run -- sim {id} --games 1000

The rules are in src/lib.rs, for you to change; README.md has the next steps.
"
        );
    }
    text
}

/// Where a folder will be. The folder around it must be there; the folder itself need not.
fn full_path(folder: &Path) -> Result<PathBuf, CliError> {
    let name = folder.file_name().ok_or_else(|| {
        CliError::misuse("bad_folder", format!("{} does not name a folder", folder.display()))
    })?;
    let around = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let around = around.canonicalize().map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => {
            CliError::misuse("file_missing", format!("there is no folder {}", around.display()))
        }
        _ => CliError::misuse("file_io", format!("cannot read {}: {why}", around.display())),
    })?;
    Ok(around.join(name))
}

/// Writes all files or none: into a temporary folder next to the target, which is then renamed.
fn write_whole(place: &Path, files: &[(&str, String)]) -> io::Result<()> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let draft = place.with_file_name(format!(".{name}.{}.draft", process::id()));
    let written = write_all(&draft, files).and_then(|()| fs::rename(&draft, place));
    if written.is_err() {
        // If the clean-up fails as well, only the first fault is reported.
        let _ = fs::remove_dir_all(&draft);
    }
    written
}

fn write_all(folder: &Path, files: &[(&str, String)]) -> io::Result<()> {
    fs::create_dir(folder)?;
    for (name, text) in files {
        let path = folder.join(name);
        if let Some(around) = path.parent() {
            fs::create_dir_all(around)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
