//! The command with the games that ship. A crate of your own has the same three lines and adds
//! `.with::<YourGame>()`.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier::run(&croupier_catalog::shipped())
}
