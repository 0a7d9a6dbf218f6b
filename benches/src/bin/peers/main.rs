//! Measures our charts against their peers and prints one table: `peers [--quick] [--json]`.
//!
//! Every figure is CPU time of the measuring thread per transition, which is less affected by other
//! programs on the machine. XState runs under Node and measures itself in the same way.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what this program does"
)]

mod lane;
mod report;
mod rivals;
mod xstate;

use std::alloc::System;
use std::process::ExitCode;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

use crate::report::Report;

/// Counts allocations; ours should make none after the start.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const USAGE: &str = "usage: peers [--quick] [--json]

  --quick  short samples: a first impression, not a measurement
  --json   print one JSON object and nothing else";

#[derive(Default)]
struct Options {
    quick: bool,
    json: bool,
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--json" => options.json = true,
            unknown => return Err(format!("unknown argument `{unknown}`\n\n{USAGE}")),
        }
    }
    Ok(options)
}

fn run() -> Result<(), String> {
    let options = options()?;
    let rivals = rivals::all();
    // Contestants that do different work cannot be compared, so this is checked before anything is
    // timed.
    let checksums = rivals::check(&rivals)?;
    let xstate = xstate::run(&checksums, options.quick)?;
    let effort = if options.quick { lane::QUICK } else { lane::THOROUGH };
    let charts: Vec<_> = rivals.into_iter().map(|rivals| rivals.measure(&effort)).collect();
    let report = Report::new(options.quick, &charts, xstate);
    if options.json {
        println!("{}", report.to_json()?);
    } else {
        print!("{report}");
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peers: {message}");
            ExitCode::FAILURE
        }
    }
}
