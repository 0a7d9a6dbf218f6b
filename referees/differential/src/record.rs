//! Recorded results of XState, so that tests do not need Node.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::compare::Known;
use crate::known::examples;
use crate::referee::{Order, Referee, XStateStep};
use crate::script::Script;

const RANDOM: &str = "random.jsonl";
const KNOWN: &str = "known.json";

/// The results of XState for one random chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The seed of the chart.
    pub seed: u64,
    /// Detects whether that seed still generates the same chart.
    pub fingerprint: String,
    /// The script that was run.
    pub script: Script,
    /// What XState did in each step, starting with the initial one.
    #[serde(rename = "heard")]
    pub steps: Vec<XStateStep>,
}

/// The results of XState for the chart that shows a known difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownRecord {
    /// The difference.
    pub known: Known,
    /// Detects whether it is still the same chart.
    pub fingerprint: String,
    /// What XState did in each step, starting with the initial one.
    #[serde(rename = "heard")]
    pub steps: Vec<XStateStep>,
}

impl Record {
    /// Records what XState did.
    pub fn new(case: &Case, steps: Vec<XStateStep>) -> Self {
        let Case { seed, sketch, script } = case;
        Self { seed: *seed, fingerprint: sketch.fingerprint(), script: script.clone(), steps }
    }
}

/// The folder of the checked-in records.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces")
}

/// Writes these records and those of the known differences into a folder.
pub fn write(folder: &Path, records: &[Record], referee: &mut Referee) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut lines = String::new();
    for record in records {
        lines += &serde_json::to_string(record)?;
        lines.push('\n');
    }
    fs::write(folder.join(RANDOM), lines)?;
    let mut known = vec![];
    for example in examples() {
        let steps = referee.ask_one(&example.sketch, &example.script, Order::Entry)?;
        let fingerprint = example.sketch.fingerprint();
        known.push(KnownRecord { known: example.known, fingerprint, steps });
    }
    fs::write(folder.join(KNOWN), serde_json::to_string_pretty(&known)? + "\n")?;
    Ok(())
}

/// Reads the records of random charts.
pub fn read(folder: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(folder.join(RANDOM)).context("cannot read the traces")?;
    let records = text.lines().map(|line| Ok(serde_json::from_str(line)?));
    records.collect()
}

/// Reads the records of known differences.
pub fn read_known(folder: &Path) -> Result<Vec<KnownRecord>> {
    let text = fs::read_to_string(folder.join(KNOWN)).context("cannot read the traces")?;
    Ok(serde_json::from_str(&text)?)
}
