//! XState under Node, driven over a pipe.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use croupier_chart::define::Selection;
use croupier_chart::export;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::machine::define;
use crate::script::Script;
use crate::sketch::Sketch;

/// What XState did in one step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct XStateStep {
    /// The active leaves afterwards, in document order.
    pub leaves: Vec<String>,
    /// The actions that ran, in order.
    pub log: Vec<String>,
    /// The error that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// A transition to a history state was taken whose exit set depends on whether one starts from
    /// the states it leads to or from the history state itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub past: bool,
    /// An eventless transition was taken that changed nothing, after which XState stops trying.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
}

/// The order in which XState tries the eventless transitions of several regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Its own: the order in which the leaves were entered.
    Entry,
    /// Document order, which the replay script forces.
    Document,
}

/// A running Node process.
#[derive(Debug)]
pub struct Referee {
    process: Child,
    questions: Option<BufWriter<ChildStdin>>,
    answers: BufReader<ChildStdout>,
}

impl Referee {
    /// Starts Node.
    pub fn start() -> Result<Self> {
        let folder = folder();
        if !folder.join("node_modules/xstate").is_dir() {
            bail!("XState is not installed; run `npm ci --ignore-scripts` in {}", folder.display());
        }
        let mut process = Command::new("node")
            .arg(folder.join("replay.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start node")?;
        let questions = process.stdin.take().map(BufWriter::new);
        let answers = process.stdout.take().context("a piped output is there")?;
        Ok(Self { process, questions, answers: BufReader::new(answers) })
    }

    /// Replays charts in XState.
    pub fn ask<'a>(
        &mut self,
        cases: impl ExactSizeIterator<Item = (&'a Sketch, &'a Script)> + Send,
        order: Order,
    ) -> Result<Vec<Vec<XStateStep>>> {
        let count = cases.len();
        let Self { questions, answers, .. } = self;
        let questions = questions.as_mut().context("the pipe is open until the end")?;
        // Node answers while requests are still being written; otherwise both pipes would fill up.
        std::thread::scope(|scope| {
            let asking = scope.spawn(move || -> Result<()> {
                for (sketch, script) in cases {
                    serde_json::to_writer(&mut *questions, &question(sketch, script, order))?;
                    questions.write_all(b"\n")?;
                }
                Ok(questions.flush()?)
            });
            let mut cases = Vec::with_capacity(count);
            let mut line = String::new();
            for _ in 0..count {
                line.clear();
                if answers.read_line(&mut line)? == 0 {
                    bail!("node stopped answering; its message is above");
                }
                cases.push(serde_json::from_str(&line).context("an answer of node")?);
            }
            asking.join().expect("writing to a pipe does not panic")?;
            Ok(cases)
        })
    }

    /// Replays one chart in XState.
    pub fn ask_one(
        &mut self,
        sketch: &Sketch,
        script: &Script,
        order: Order,
    ) -> Result<Vec<XStateStep>> {
        let mut answers = self.ask(std::iter::once((sketch, script)), order)?;
        answers.pop().context("one question has one answer")
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        // Node exits when its input is closed.
        self.questions = None;
        let _ = self.process.wait();
    }
}

fn question(sketch: &Sketch, script: &Script, order: Order) -> Value {
    let config = export::xstate(&define(sketch, Selection::Nested));
    json!({ "config": config, "script": script, "sorted": order == Order::Document })
}

/// The folder of the npm package.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/xstate")
}
