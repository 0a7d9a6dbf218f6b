//! The command with Hearts in it: `cargo run --release -p hearts -- play`.

use std::process::ExitCode;

use croupier_catalog::Catalog;

use hearts::Hearts;

fn main() -> ExitCode {
    croupier::run(&Catalog::new().with::<Hearts>())
}
