//! XState's measurements, taken by a script under Node.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::lane::Spread;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/xstate");

/// The results of the script, or why it could not be run.
pub(crate) enum XState {
    Measured(Measured),
    Missing(String),
}

pub(crate) struct Measured {
    pub(crate) xstate: String,
    pub(crate) node: String,
    charts: BTreeMap<String, Chart>,
}

#[derive(Deserialize)]
struct Answer {
    xstate: String,
    node: String,
    charts: BTreeMap<String, Chart>,
}

#[derive(Deserialize)]
struct Chart {
    nanoseconds: Vec<f64>,
}

impl XState {
    pub(crate) fn spread(&self, chart: &str) -> Option<Spread> {
        match self {
            Self::Measured(measured) => Spread::of(measured.charts.get(chart)?.nanoseconds.clone()),
            Self::Missing(_) => None,
        }
    }
}

/// Runs the script. Without Node or the package only this column is missing; a script that fails,
/// for instance because its checksums differ, is an error.
pub(crate) fn run(checksums: &[(&str, u64)], quick: bool) -> Result<XState, String> {
    if !Path::new(FOLDER).join("node_modules/xstate").exists() {
        return Ok(XState::Missing("run `npm install` in benches/xstate first".to_owned()));
    }
    let mut command = Command::new("node");
    command.current_dir(FOLDER).arg("bench.mjs");
    command.args(quick.then_some("--quick"));
    command.args(checksums.iter().map(|(chart, checksum)| format!("{chart}={checksum}")));
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(XState::Missing("there is no `node` on this machine".to_owned()));
        }
        Err(error) => return Err(format!("cannot start node: {error}")),
    };
    if !output.status.success() {
        return Err(format!("XState: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let Answer { xstate, node, charts } = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("XState's answer is not understood: {error}"))?;
    Ok(XState::Measured(Measured { xstate, node, charts }))
}
