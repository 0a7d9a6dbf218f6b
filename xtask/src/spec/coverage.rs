//! Which of a game's rules are tested, and which are not.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::citation::{Sources, cited_by, cited_by_blocks, cited_by_titles, tests_in};
use super::rule::{Rule, declared, named};

/// The findings for one game.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    pub(super) game: String,
    /// Rules and clauses.
    pub(super) rules: BTreeSet<Rule>,
    /// The first test of each.
    pub(super) tested: BTreeMap<Rule, String>,
    /// Those without a test, with the reason.
    pub(super) exempt: BTreeMap<String, Exemption>,
    pub(super) faults: Vec<String>,
}

/// Why a rule has no test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exemption {
    pub(super) why: String,
    pub(super) instead: Instead,
}

/// What exists instead of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Instead {
    /// Covered here.
    Covered(String),
    /// Something that does not exist yet will check it.
    Owed(String),
}

/// The tests in Rust.
pub(super) struct Tests(Vec<Test>);

struct Test {
    name: String,
    file: String,
    is_ignored: bool,
}

impl Tests {
    pub(super) fn read(root: &Path) -> Result<Self> {
        let mut tests = vec![];
        for folder in ["games", "crates"] {
            for file in files(&root.join(folder), "rs")? {
                let text = read(&file)?;
                let place = place(root, &file);
                tests.extend(tests_in(&text).into_iter().map(|it| Test {
                    name: it.name.to_owned(),
                    file: place.clone(),
                    is_ignored: it.is_ignored,
                }));
            }
        }
        Ok(Self(tests))
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        self.0.iter().map(|test| test.name.clone()).collect()
    }
}

impl Coverage {
    pub(super) fn read(root: &Path, game: &str, prefix: &str, tests: &Tests) -> Result<Self> {
        let specification = read(&root.join(format!("docs/specs/{game}.md")))?;
        let rules = declared(&specification, prefix);
        let mut coverage = Self { game: game.to_owned(), rules, ..Self::default() };
        coverage.add(cited_by_blocks(&specification, prefix), &format!("docs/specs/{game}.md"));
        // A rule is tested by what runs with every change.
        for Test { name, file, .. } in tests.0.iter().filter(|test| !test.is_ignored) {
            coverage.add(named(name, prefix, &coverage.rules), file);
        }
        for folder in ["web/src", "web/tests"] {
            for file in files(&root.join(folder), "ts")? {
                if is_web_test(&file) {
                    coverage.add(cited_by_titles(&read(&file)?, prefix), &place(root, &file));
                }
            }
        }
        for file in files(&root.join("docs/specs/scenarios"), "json")? {
            let scenario = parse(&file)?;
            coverage.add(cited_by(&scenario, prefix), &place(root, &file));
        }
        let exemptions = root.join(format!("games/{game}/exemptions.json"));
        if exemptions.is_file() {
            let list = parse(&exemptions)?;
            let list = list.as_object().context("exemptions are an object by rule id")?.clone();
            let rules = coverage.rules.clone();
            let tests = tests.names();
            let sources = Sources { root, game, prefix, rules: &rules, tests: &tests };
            coverage.excuse(list, |text| sources.missing(text));
        }
        coverage.compare();
        Ok(coverage)
    }

    fn add(&mut self, rules: impl IntoIterator<Item = Rule>, place: &str) {
        for rule in rules {
            self.tested.entry(rule).or_insert_with(|| place.to_owned());
        }
    }

    /// Reads the list of exemptions. What one cites must exist, unless it is owed.
    fn excuse(
        &mut self,
        list: impl IntoIterator<Item = (String, Value)>,
        missing: impl Fn(&str) -> Vec<String>,
    ) {
        for (id, entry) in list {
            match Exemption::read(&entry) {
                Err(why) => self.faults.push(format!("{id}: {why}")),
                Ok(exemption) => {
                    if let Instead::Covered(text) = &exemption.instead {
                        let faults = missing(text).into_iter();
                        self.faults.extend(faults.map(|what| {
                            format!("{id}: its exemption cites {what}, which does not exist")
                        }));
                    }
                    self.exempt.insert(id, exemption);
                }
            }
        }
    }

    /// What needs a test: each clause of a rule that has any, otherwise the rule itself.
    pub(super) fn items(&self) -> impl Iterator<Item = &Rule> {
        let has_clauses: BTreeSet<Rule> =
            self.rules.iter().filter(|rule| rule.is_clause()).map(Rule::whole).collect();
        self.rules.iter().filter(move |rule| !has_clauses.contains(rule))
    }

    fn compare(&mut self) {
        let mut faults = vec![];
        let known: BTreeSet<_> = self.rules.iter().map(ToString::to_string).collect();
        for rule in self.items() {
            if !self.tested.contains_key(rule) && !self.exempt.contains_key(&rule.to_string()) {
                faults.push(format!("{rule}: no test names it, and it is not exempt"));
            }
        }
        let game = &self.game;
        for (rule, place) in &self.tested {
            if !self.rules.contains(rule) {
                faults.push(format!("{rule}: named in {place}, but {game} has no such rule"));
            } else if let Some(exemption) = self.exempt.get(&rule.to_string()) {
                let word = exemption.word();
                faults.push(format!("{rule}: {word}, but tested in {place}; the entry is stale"));
            }
        }
        for (id, exemption) in &self.exempt {
            if !known.contains(id) {
                faults.push(format!("{id}: {}, but {game} has no such rule", exemption.word()));
            }
        }
        self.faults.extend(faults);
    }

    /// The rules that are owed a test, in order.
    pub(super) fn owed(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.rules.iter().filter_map(|rule| {
            let (id, exemption) = self.exempt.get_key_value(&rule.to_string())?;
            match &exemption.instead {
                Instead::Owed(what) => Some((id.as_str(), exemption.why.as_str(), what.as_str())),
                Instead::Covered(_) => None,
            }
        })
    }

    /// The figures in one sentence.
    pub(super) fn summary(&self) -> String {
        let clauses = self.rules.iter().filter(|rule| rule.is_clause()).count();
        let rules = self.rules.len() - clauses;
        let tested = self.items().filter(|rule| self.tested.contains_key(rule)).count();
        let owed = self.owed().count();
        let exempt = self.exempt.len() - owed;
        let game = &self.game;
        format!(
            "{game}: {rules} rules, {clauses} clauses; {tested} tested, {exempt} exempt, {owed} owed"
        )
    }

    pub(super) fn to_json(&self) -> Value {
        let clauses = self.rules.iter().filter(|rule| rule.is_clause()).count();
        let tested = self.items().filter_map(|rule| Some((rule, self.tested.get(rule)?)));
        let tested: serde_json::Map<_, _> =
            tested.map(|(rule, place)| (rule.to_string(), place.clone().into())).collect();
        let owed: Vec<_> = self
            .owed()
            .map(|(rule, why, owed)| json!({"rule": rule, "why": why, "owed": owed}))
            .collect();
        let exempt = self.exempt.iter().filter_map(|(id, exemption)| match &exemption.instead {
            Instead::Covered(by) => Some(json!({"rule": id, "why": exemption.why, "covered": by})),
            Instead::Owed(_) => None,
        });
        json!({
            "game": self.game,
            "rules": self.rules.len() - clauses,
            "clauses": clauses,
            "tested": tested,
            "exempt": exempt.collect::<Vec<_>>(),
            "owed": owed,
            "faults": self.faults,
        })
    }
}

impl Exemption {
    fn read(entry: &Value) -> Result<Self, String> {
        let text = |field: &str| {
            let text = entry.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
            text.map(str::to_owned)
        };
        let why = text("why").ok_or("its exemption does not say \"why\"")?;
        let instead = match (text("covered"), text("owed")) {
            (Some(by), None) => Instead::Covered(by),
            (None, Some(what)) => Instead::Owed(what),
            _ => return Err("its exemption says one of \"covered\" and \"owed\"".to_owned()),
        };
        Ok(Self { why, instead })
    }

    fn word(&self) -> &'static str {
        match self.instead {
            Instead::Covered(_) => "exempt",
            Instead::Owed(_) => "owed",
        }
    }
}

/// All files below a folder with this extension, sorted. Build output is left out.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let skipped = path.ends_with("target") || path.ends_with("node_modules");
        if path.is_dir() && !skipped {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether it is a test file of the web client.
fn is_web_test(file: &Path) -> bool {
    let name = file.file_name().map(std::ffi::OsStr::to_string_lossy).unwrap_or_default();
    name.ends_with(".test.ts") || name.ends_with(".e2e.ts")
}

pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))
}

fn parse(path: &Path) -> Result<Value> {
    serde_json::from_str(&read(path)?).with_context(|| format!("{} is not JSON", path.display()))
}

fn place(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(text: &str, tests: &[&str], exempt: Value) -> Coverage {
        let Value::Object(exempt) = exempt else { panic!("an object") };
        let rules = declared(text, "RU");
        let mut coverage = Coverage { game: "rush".to_owned(), rules, ..Coverage::default() };
        for name in tests {
            coverage.add(named(name, "RU", &coverage.rules), "rush.rs");
        }
        coverage.excuse(
            exempt,
            |text| {
                if text.contains("web") { vec!["web".to_owned()] } else { vec![] }
            },
        );
        coverage.compare();
        coverage
    }

    #[test]
    fn a_rule_is_tested_or_exempt() {
        let exempt = json!({"RU-3": {"why": "no draws", "covered": "RU-2"}});
        let good = coverage("RU-1 RU-2 RU-3", &["ru_1_to_2_both"], exempt.clone());
        assert_eq!(good.faults, [""; 0]);
        assert_eq!(good.summary(), "rush: 3 rules, 0 clauses; 2 tested, 1 exempt, 0 owed");
        assert_eq!(
            coverage("RU-1 RU-2 RU-3", &["ru_1_x"], exempt).faults,
            ["RU-2: no test names it, and it is not exempt"]
        );
    }

    #[test]
    fn every_clause_needs_a_test_or_a_reason() {
        let text = "**RU-1** [RU-1a] one, [RU-1b] two, [RU-1c] three.";
        let owed = json!({"RU-1b": {"why": "later", "owed": "the tests of the room"}});
        let found = coverage(text, &["ru_1_all_of_it", "ru_1a_one"], owed);
        assert_eq!(found.faults, ["RU-1c: no test names it, and it is not exempt"]);
        assert_eq!(found.summary(), "rush: 1 rules, 3 clauses; 1 tested, 0 exempt, 1 owed");
        assert_eq!(coverage(text, &["ru_1a_to_c_all"], json!({})).faults, [""; 0]);
        assert_eq!(
            coverage(text, &["ru_1a_to_d_all"], json!({})).faults,
            ["RU-1d: named in rush.rs, but rush has no such rule"]
        );
    }

    #[test]
    fn what_does_not_exist_yet_is_owed_not_exempt() {
        let why = "a screen";
        let exempt = json!({
            "RU-1": {"why": why, "covered": "the web client"},
            "RU-2": {"why": why, "owed": "the web client"},
        });
        let found = coverage("RU-1 RU-2", &[], exempt);
        assert_eq!(found.faults, ["RU-1: its exemption cites web, which does not exist"]);
        assert_eq!(found.owed().collect::<Vec<_>>(), [("RU-2", why, "the web client")]);
        let json = found.to_json();
        assert_eq!(json["owed"][0]["rule"], "RU-2");
        assert_eq!(json["exempt"][0]["rule"], "RU-1");
    }

    #[test]
    fn stale_unknown_and_unexplained_exemptions_are_faults() {
        let exempt = json!({
            "RU-2": {"why": "a", "owed": "b"},
            "RU-3": {"why": "a", "covered": "b"},
            "RU-8": {"why": "", "covered": "b"},
            "RU-9": {"why": "a", "covered": "b"},
            "RU-10": {"why": "a", "covered": "b", "owed": "c"},
        });
        let mut faults = coverage("RU-1 RU-2 RU-3", &["ru_1_to_3_x", "ru_4"], exempt).faults;
        faults.sort();
        assert_eq!(
            faults,
            [
                "RU-10: its exemption says one of \"covered\" and \"owed\"",
                "RU-2: owed, but tested in rush.rs; the entry is stale",
                "RU-3: exempt, but tested in rush.rs; the entry is stale",
                "RU-4: named in rush.rs, but rush has no such rule",
                "RU-8: its exemption does not say \"why\"",
                "RU-9: exempt, but rush has no such rule",
            ]
        );
    }
}
