//! `conformance`: runs the corpus and prints the score; `--json` for other tools.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what this command is for"
)]

use std::process::ExitCode;

use croupier_conformance::corpus::{cases, folder};
use croupier_conformance::report::Report;
use croupier_conformance::session::Manner;

fn main() -> ExitCode {
    let cases = match cases(&folder()) {
        Ok(Some(cases)) => cases,
        Ok(None) => {
            eprintln!(
                "the corpus is not installed: run `npm ci --ignore-scripts` in referees/conformance"
            );
            return ExitCode::FAILURE;
        }
        Err(error) => {
            eprintln!("the corpus cannot be read: {error}");
            return ExitCode::FAILURE;
        }
    };
    let report = Report::of(&cases, Manner::Straight);
    if std::env::args().any(|argument| argument == "--json") {
        println!("{}", serde_json::to_string(&report).expect("a report is plain data"));
    } else {
        print!("{report}");
    }
    for surprise in &report.surprises {
        eprintln!("unexpected: {surprise}");
    }
    if report.surprises.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
