//! The corpus: its cases, and how they are judged.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::document::Document;
use crate::event::{Class, Event};
use crate::host::Host;
use crate::session::Manner;

/// Virtual time after which an unfinished case is given up; the longest needs six seconds.
const PATIENCE: u64 = 60_000;

const W3C_FOLDER: &str = "w3c-ecma";

/// The test suite a case belongs to, which decides how it is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Written for SCION: every configuration on the way is compared.
    Scion,
    /// From the W3C's suite, mandatory and automated: must end in `pass`.
    W3cMandatory,
    /// From the W3C's suite, optional or judged by people: must end in `pass`.
    W3cOther,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Folder and name, such as `history/history0`.
    pub name: String,
    /// The test suite it belongs to.
    pub group: Group,
    document: PathBuf,
    script: PathBuf,
}

/// Why the corpus cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A file or folder is missing or unreadable.
    #[error("{path}: {problem}")]
    File {
        /// Which one.
        path: String,
        /// Why.
        problem: std::io::Error,
    },
    /// The list of W3C cases is not XML.
    #[error("the list of W3C cases is not XML: {0}")]
    Manifest(#[from] roxmltree::Error),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Script {
    initial_configuration: Vec<String>,
    #[serde(default)]
    events: Vec<ScriptStep>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScriptStep {
    #[serde(default)]
    after: u64,
    event: ScriptEvent,
    next_configuration: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct ScriptEvent {
    name: String,
    #[serde(default)]
    data: serde_json::Value,
}

/// Where npm puts the corpus.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/@scion-scxml/test-framework/test")
}

/// All cases in `folder` that have a script, in order of their names. `None` if there is no corpus.
pub fn cases(folder: &Path) -> Result<Option<Vec<Case>>, CorpusError> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let mandatory = mandatory_cases(&read(&folder.join(W3C_FOLDER).join("manifest.xml"))?)?;
    let mut cases = Vec::new();
    for group in list(folder)?.iter().filter(|path| path.is_dir()) {
        for document in list(group)? {
            let script = document.with_extension("json");
            if document.extension().is_none_or(|extension| extension != "scxml")
                || !script.is_file()
            {
                continue;
            }
            let part =
                |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let (topic, stem) = (part(group), part(&document));
            let group = match topic.as_str() {
                W3C_FOLDER if mandatory.contains(&stem) => Group::W3cMandatory,
                W3C_FOLDER => Group::W3cOther,
                _ => Group::Scion,
            };
            cases.push(Case { name: format!("{topic}/{stem}"), group, document, script });
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Some(cases))
}

/// The files that the W3C's own list starts for its mandatory automated tests, without extension.
fn mandatory_cases(manifest: &str) -> Result<BTreeSet<String>, CorpusError> {
    let xml = roxmltree::Document::parse(manifest)?;
    let tests = xml.descendants().filter(|node| node.has_tag_name("test"));
    let wanted = tests.filter(|test| {
        test.attribute("conformance") == Some("mandatory")
            && test.attribute("manual") == Some("false")
    });
    let starts = wanted.flat_map(|test| test.children().filter(|node| node.has_tag_name("start")));
    let files = starts.filter_map(|start| start.attribute("uri")?.rsplit('/').next());
    Ok(files.map(Into::into).collect())
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, CorpusError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|problem| file_error(folder, problem))?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, CorpusError> {
    fs::read_to_string(path).map_err(|problem| file_error(path, problem))
}

fn file_error(path: &Path, problem: std::io::Error) -> CorpusError {
    CorpusError::File { path: path.display().to_string(), problem }
}

impl Case {
    /// Runs the case. The error says what differs from the expectation.
    pub fn run(&self, manner: Manner) -> Result<(), String> {
        let show = |error: &dyn std::fmt::Display| error.to_string();
        let folder = self.document.parent().unwrap_or(Path::new(""));
        let source = read(&self.document).map_err(|error| show(&error))?;
        let script = read(&self.script).map_err(|error| show(&error))?;
        let script: Script = serde_json::from_str(&script).map_err(|error| show(&error))?;
        let document = Document::read(&source, folder).map_err(|error| show(&error))?;
        let mut host = Host::start(document, manner).map_err(|error| show(&error))?;
        match self.group {
            Group::Scion => play(&mut host, &script),
            Group::W3cMandatory | Group::W3cOther => {
                // Their scripts record the order in which one particular host flushed its queues;
                // the verdict is the state in which the document ends.
                host.advance(PATIENCE).map_err(|error| show(&error))?;
                compare(&host, &["pass".into()], "the end")
            }
        }
    }
}

fn play(host: &mut Host, script: &Script) -> Result<(), String> {
    compare(host, &script.initial_configuration, "the start")?;
    for (number, step) in (1..).zip(&script.events) {
        let name = &step.event.name;
        let data = match &step.event.data {
            serde_json::Value::Null => crate::data::Data::Undefined,
            json => crate::data::Data::from_json(json),
        };
        let event = Event::new(name, Class::External).with(data);
        host.advance(step.after)
            .and_then(|()| host.send(event))
            .map_err(|error| error.to_string())?;
        compare(host, &step.next_configuration, &format!("event {number}, {name},"))?;
    }
    Ok(())
}

fn compare(host: &Host, expected: &[String], when: &str) -> Result<(), String> {
    let mut expected = expected.to_vec();
    expected.sort();
    let found = host.leaves();
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "after {when} it is in [{}], not in [{}]",
            found.join(", "),
            expected.join(", ")
        ))
    }
}
