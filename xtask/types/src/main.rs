//! Writes the types of the protocol and of all games: `docs/protocol.schema.json`, and TypeScript
//! in `web/src/gen`. `cargo xtask types` runs it.
//!
//! `document.rs` combines the schemas of the kit, the protocol and the games, `typescript.rs`
//! converts schemas to TypeScript, and `tables.rs` writes what is printed on cards. The tests play
//! matches and validate everything that is sent against the schemas.

#![allow(clippy::print_stderr, reason = "a tool for the terminal: saying what it does is its job")]

mod document;
mod files;
mod tables;
#[cfg(test)]
mod tests;
mod typescript;
#[cfg(test)]
mod validator;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let check = match args.as_slice() {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => {
            eprintln!("error: use `cargo xtask types [--check]`");
            return ExitCode::FAILURE;
        }
    };
    let work = if check { files::check } else { files::write };
    let done = files::all().and_then(|files| work(&root(), &files));
    match done {
        Ok(said) => {
            eprintln!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's root: the folder above `xtask`.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf()
}
