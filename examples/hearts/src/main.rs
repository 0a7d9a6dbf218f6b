//! The `croupier` command with Hearts built in: `cargo run --release -p hearts -- play`.

use std::process::ExitCode;

use croupier_catalog::Catalog;

use hearts::Hearts;

fn main() -> ExitCode {
    croupier::run(&Catalog::new().with::<Hearts>())
}
