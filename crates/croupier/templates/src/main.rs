//! The `croupier` command with this game: `cargo run -- play your-game`.

use std::process::ExitCode;

use croupier_catalog::Catalog;

use your_game::YourGame;

fn main() -> ExitCode {
    croupier::run(&Catalog::new().with::<YourGame>())
}
