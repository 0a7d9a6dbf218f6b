//! The results of all cases, compared with the list of known exceptions.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::corpus::{Case, Group};
use crate::session::Manner;

/// The cases that are known not to pass, with the reason for each.
const EXCEPTIONS: &str = include_str!("../exceptions.json");

/// A number of passed cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Cases that passed.
    pub passed: usize,
    /// All cases.
    pub total: usize,
}

impl Score {
    fn count(&mut self, passed: bool) {
        self.passed += usize::from(passed);
        self.total += 1;
    }
}

/// A case that did not pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exception {
    /// Its name.
    pub case: String,
    /// The listed reason, or the observed difference if it is not listed.
    pub why: String,
}

/// The overall result. Its JSON form is what other tools read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The cases written for SCION.
    pub scion: Score,
    /// The mandatory automated cases of the W3C.
    pub w3c_mandatory: Score,
    /// All cases with a script.
    pub all: Score,
    /// Those that did not pass.
    pub exceptions: Vec<Exception>,
    /// Results that contradict the list of exceptions.
    #[serde(skip)]
    pub surprises: Vec<String>,
}

/// The list of known exceptions, by case.
pub fn known_exceptions() -> BTreeMap<String, String> {
    serde_json::from_str(EXCEPTIONS).expect("the list is checked in, and a test reads it")
}

impl Report {
    /// Runs the cases.
    pub fn of(cases: &[Case], manner: Manner) -> Self {
        let mut known = known_exceptions();
        let mut report = Self {
            scion: Score::default(),
            w3c_mandatory: Score::default(),
            all: Score::default(),
            exceptions: Vec::new(),
            surprises: Vec::new(),
        };
        for case in cases {
            let outcome = case.run(manner);
            report.all.count(outcome.is_ok());
            match case.group {
                Group::Scion => report.scion.count(outcome.is_ok()),
                Group::W3cMandatory => report.w3c_mandatory.count(outcome.is_ok()),
                Group::W3cOther => {}
            }
            report.note(&case.name, outcome, known.remove(&case.name));
        }
        for name in known.keys() {
            report
                .surprises
                .push(format!("{name} is on the list of exceptions but not in the corpus"));
        }
        report
    }

    fn note(&mut self, name: &str, outcome: Result<(), String>, known: Option<String>) {
        match (outcome, known) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => {
                self.surprises.push(format!("{name} passes now: take it off the list"));
            }
            (Err(_), Some(why)) => self.exceptions.push(Exception { case: name.into(), why }),
            (Err(seen), None) => {
                self.surprises.push(format!("{name} fails: {seen}"));
                self.exceptions.push(Exception { case: name.into(), why: seen });
            }
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:<28}{:>8}{:>8}", "cases", "passed", "total")?;
        let rows = [
            ("SCION", self.scion),
            ("W3C, mandatory, automated", self.w3c_mandatory),
            ("all", self.all),
        ];
        for (name, score) in rows {
            writeln!(f, "{name:<28}{:>8}{:>8}", score.passed, score.total)?;
        }
        for Exception { case, why } in &self.exceptions {
            writeln!(f, "\n{case}\n  {why}")?;
        }
        Ok(())
    }
}
