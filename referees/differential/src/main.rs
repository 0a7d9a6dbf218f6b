//! Plays random charts in `croupier-chart` and in XState and compares them.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the terminal")]

mod tally;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use croupier_chart::define::Selection;
use croupier_differential::case::Case;
use croupier_differential::compare::compare;
use croupier_differential::judge::judge;
use croupier_differential::referee::{Order, Referee};
use croupier_differential::script::play;
use croupier_differential::shrink::shrink;
use croupier_differential::{machine, record};

use tally::Tally;

/// How many charts are sent to Node at once.
const BATCH: u64 = 100;
/// How many failures are reduced and shown.
const SHOWN: usize = 3;

/// Plays random charts here and in XState, and compares active states and actions step by step.
#[derive(Debug, Parser)]
struct Cli {
    /// How many charts to make
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    charts: u64,
    /// The first chart; the following ones have the following numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Select transitions as SCXML does, not as XState does
    #[arg(long)]
    per_leaf: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Write XState's traces, and those of the known differences, into this folder
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
}

fn main() -> Result<ExitCode> {
    let cli = Cli::parse();
    let selection = if cli.per_leaf { Selection::PerLeaf } else { Selection::Nested };
    let mut run = Run {
        referee: Referee::start()?,
        selection,
        tally: Tally::default(),
        failures: vec![],
        records: vec![],
    };
    let last = cli.seed.saturating_add(cli.charts);
    let mut seed = cli.seed;
    while seed < last {
        let end = last.min(seed.saturating_add(BATCH));
        run.batch(seed..end)?;
        seed = end;
        if std::io::stderr().is_terminal() {
            eprint!("\r{} of {} charts", seed - cli.seed, cli.charts);
            std::io::stderr().flush()?;
        }
    }
    if std::io::stderr().is_terminal() {
        eprint!("\r{:40}\r", "");
    }
    if let Some(folder) = &cli.record {
        record::write(folder, &run.records, &mut run.referee)?;
    }
    if cli.json {
        println!("{}", run.tally.to_json(cli.seed, &run.failures));
    } else {
        print!("{}", run.tally.to_text(cli.seed, selection));
    }
    for seed in run.failures.clone().into_iter().take(SHOWN) {
        run.show(seed)?;
    }
    Ok(if run.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Run {
    referee: Referee,
    selection: Selection,
    tally: Tally,
    failures: Vec<u64>,
    records: Vec<record::Record>,
}

impl Run {
    fn batch(&mut self, seeds: std::ops::Range<u64>) -> Result<()> {
        let cases: Vec<Case> = seeds.map(|seed| Case::new(seed, self.selection)).collect();
        let questions = cases.iter().map(|case| (&case.sketch, &case.script));
        let answers = self.referee.ask(questions, Order::Entry)?;
        for (case, theirs) in cases.into_iter().zip(answers) {
            let mut outcome = compare(&case.sketch, self.selection, &case.script, &theirs);
            if outcome.failed_at.is_none() {
                self.records.push(record::Record::new(&case, theirs));
            } else {
                outcome = judge(&mut self.referee, &case.sketch, &case.script, self.selection)?;
            }
            if outcome.failed_at.is_some() {
                self.failures.push(case.seed);
            }
            self.tally.add(&case.sketch, &outcome);
        }
        Ok(())
    }

    /// Reduces a failing chart and prints it.
    fn show(&mut self, seed: u64) -> Result<()> {
        let Case { sketch, script, .. } = Case::new(seed, self.selection);
        let (selection, referee) = (self.selection, &mut self.referee);
        let (sketch, script) = shrink(sketch, script, selection, |sketch, script| {
            judge(referee, sketch, script, selection).is_ok_and(|found| found.failed_at.is_some())
        });
        let theirs = self.referee.ask_one(&sketch, &script, Order::Entry)?;
        let chart = machine::compile(&sketch, selection)?;
        eprintln!("\nchart {seed}, made small:\n{}", serde_json::to_string_pretty(&sketch)?);
        eprintln!("{}", serde_json::to_string(&script)?);
        for (ours, theirs) in play(&chart, &script).iter().zip(&theirs) {
            let same = ours.leaves == theirs.leaves && ours.log == theirs.log;
            eprintln!("{} ours   {}", if same { '=' } else { '!' }, serde_json::to_string(ours)?);
            if !same {
                eprintln!("  xstate {}", serde_json::to_string(theirs)?);
            }
        }
        Ok(())
    }
}
