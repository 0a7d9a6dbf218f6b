//! `cargo xtask spec`: every rule of a game that exists is named by a test, or is in the
//! game's `exemptions.json` with the reason.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result};
use serde_json::Value;

/// The games that have a specification, with the letters of their rule ids.
const GAMES: [(&str, &str); 5] = [
    ("data-war", "DW"),
    ("rush", "RU"),
    ("may-i", "MI"),
    ("min-or-max", "MM"),
    ("innovation", "IN"),
];

/// A rule's id: `RU-29`, `MM-C4`. Ordered as people count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rule {
    prefix: String,
    is_variant: bool,
    number: u32,
}

impl Rule {
    /// The rule at the beginning of a text, with its letters and number apart as `apart` says, and
    /// what follows it. `RU-290` is no mention of `RU-29`.
    fn at_start<'t>(text: &'t str, prefix: &str, apart: char) -> Option<(Self, &'t str)> {
        let rest = text.strip_prefix(prefix)?.strip_prefix(apart)?;
        let variant = if apart == '_' { 'c' } else { 'C' };
        let (is_variant, rest) = match rest.strip_prefix(variant) {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..end].parse().ok()?;
        Some((Self { prefix: prefix.to_uppercase(), is_variant, number }, &rest[end..]))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = if self.is_variant { "C" } else { "" };
        write!(f, "{}-{variant}{}", self.prefix, self.number)
    }
}

/// What was found about one game.
#[derive(Debug, Default)]
struct Coverage {
    rules: BTreeSet<Rule>,
    /// Where each rule is tested first.
    tested: BTreeMap<Rule, String>,
    exempt: BTreeMap<String, Value>,
}

/// The chore.
pub(crate) fn main(root: &Path) -> ExitCode {
    match check(root) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

/// Checks all games under `games/`.
fn check(root: &Path) -> Result<()> {
    let mut faults = vec![];
    for (game, prefix) in GAMES {
        if !root.join("games").join(game).is_dir() {
            continue;
        }
        let coverage = Coverage::read(root, game, prefix)?;
        let (rules, exempt) = (coverage.rules.len(), coverage.exempt.len());
        eprintln!("{game}: {rules} rules, {} tested, {exempt} exempt", coverage.tested.len());
        faults.extend(coverage.faults(game));
    }
    let mut list = String::new();
    for fault in &faults {
        let _ = write!(list, "\n  {fault}");
    }
    anyhow::ensure!(faults.is_empty(), "{} faults:{list}", faults.len());
    Ok(())
}

impl Coverage {
    fn read(root: &Path, game: &str, prefix: &str) -> Result<Self> {
        let mut coverage = Self::default();
        let specification = read(&root.join(format!("docs/specs/{game}.md")))?;
        coverage.rules = rules_in(&specification, prefix);
        coverage.add(cited_by_blocks(&specification, prefix), &format!("docs/specs/{game}.md"));
        for folder in ["games", "crates"] {
            for file in files(&root.join(folder), "rs")? {
                let text = read(&file)?;
                coverage.add(tests_in(&text, prefix), &place(root, &file));
            }
        }
        for file in files(&root.join("docs/specs/scenarios"), "json")? {
            let scenario = json(&file)?;
            coverage.add(cited_by(&scenario, prefix), &place(root, &file));
        }
        let exemptions = root.join(format!("games/{game}/exemptions.json"));
        if exemptions.is_file() {
            let list = json(&exemptions)?;
            let list = list.as_object().context("exemptions are an object by rule id")?;
            coverage.exempt = list.iter().map(|(id, why)| (id.clone(), why.clone())).collect();
        }
        Ok(coverage)
    }

    fn add(&mut self, rules: impl IntoIterator<Item = Rule>, place: &str) {
        for rule in rules {
            self.tested.entry(rule).or_insert_with(|| place.to_owned());
        }
    }

    fn faults(&self, game: &str) -> Vec<String> {
        let mut faults = vec![];
        let known: BTreeSet<_> = self.rules.iter().map(ToString::to_string).collect();
        for rule in &self.rules {
            if !self.tested.contains_key(rule) && !self.exempt.contains_key(&rule.to_string()) {
                faults.push(format!("{rule}: no test names it, and it is not exempt"));
            }
        }
        for (rule, place) in &self.tested {
            if !self.rules.contains(rule) {
                faults.push(format!("{rule}: named in {place}, but {game} has no such rule"));
            } else if self.exempt.contains_key(&rule.to_string()) {
                faults
                    .push(format!("{rule}: exempt, but tested in {place}; the exemption is stale"));
            }
        }
        for (id, entry) in &self.exempt {
            if !known.contains(id) {
                faults.push(format!("{id}: exempt, but {game} has no such rule"));
            }
            for field in ["why", "covered"] {
                if entry.get(field).and_then(Value::as_str).is_none_or(str::is_empty) {
                    faults.push(format!("{id}: its exemption does not say {field:?}"));
                }
            }
        }
        faults
    }
}

/// Every rule that a game's own specification speaks of.
fn rules_in(specification: &str, prefix: &str) -> BTreeSet<Rule> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let words = specification.split(|letter: char| !is_word(letter));
    let whole = |word| match Rule::at_start(word, prefix, '-') {
        Some((rule, "")) => Some(rule),
        _ => None,
    };
    words.filter_map(whole).collect()
}

/// The rules that test functions are named after. Helpers and comments do not count.
fn tests_in(source: &str, prefix: &str) -> BTreeSet<Rule> {
    let prefix = prefix.to_lowercase();
    let mut rules = BTreeSet::new();
    let mut is_test = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[") {
            is_test |= line.contains("test");
        } else if !line.starts_with("//") {
            let name = line.split_once("fn ").filter(|_| is_test).map_or("", |(_, name)| name);
            if let Some((rule, rest)) = Rule::at_start(name, &prefix, '_')
                && rest.starts_with(['_', '('])
            {
                rules.insert(rule);
            }
            is_test = false;
        }
    }
    rules
}

/// The rules that a scenario, or each of a list of them, says it shows.
fn cited_by(scenario: &Value, prefix: &str) -> BTreeSet<Rule> {
    if let Value::Array(list) = scenario {
        return list.iter().flat_map(|one| cited_by(one, prefix)).collect();
    }
    let list = scenario.get("rules").and_then(Value::as_array);
    let ids = list.into_iter().flatten().filter_map(Value::as_str);
    ids.filter_map(|id| Rule::at_start(id, prefix, '-'))
        .filter(|(_, rest)| rest.is_empty())
        .map(|(rule, _)| rule)
        .collect()
}

/// The rules that the scenarios inside a specification say they show. Their headings list them:
/// `### S-14 City States: a transfer [IN-32 IN-40]`, and the block below is run as a test.
fn cited_by_blocks(specification: &str, prefix: &str) -> BTreeSet<Rule> {
    let headings = specification.lines().filter(|line| line.starts_with("### S-"));
    let lists = headings.filter_map(|line| line.rsplit_once('[')?.1.strip_suffix(']'));
    lists.flat_map(|list| rules_in(list, prefix)).collect()
}

/// All files below a folder with this extension, by name. Built things are left out.
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

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))
}

fn json(path: &Path) -> Result<Value> {
    serde_json::from_str(&read(path)?).with_context(|| format!("{} is not JSON", path.display()))
}

fn place(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scenarios_inside_a_specification_list_their_rules_in_the_heading() {
        let text = "### S-14 City States: a [b] transfer [IN-32 IN-40]\n### Other [IN-5]\nIN-7";
        assert_eq!(ids(&cited_by_blocks(text, "IN")), ["IN-32", "IN-40"]);
    }

    fn ids(rules: &BTreeSet<Rule>) -> Vec<String> {
        rules.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_specification_has_the_rules_it_speaks_of_with_its_own_letters() {
        let text = "**RU-10 Clock.** See RU-2 (not MM-3), RU-SC-4, `RU-n`.\n| RU-C1 | RU-2 |";
        assert_eq!(ids(&rules_in(text, "RU")), ["RU-2", "RU-10", "RU-C1"]);
    }

    #[test]
    fn a_test_is_a_function_with_the_attribute() {
        let source = "
            #[test]
            fn ru_29_an_ace_follows_a_king() {}
            #[test]
            #[allow(unused)]
            // Why.
            pub(crate) fn ru_c1() {}
            fn ru_30_a_helper() {}
            // #[test] fn ru_31_a_comment() {}
            #[derive(Debug)]
            struct X; fn ru_32_not_this() {}
            proptest! { 
                #[test]
                fn ru_33_for_all(a in 0..5u8) {} }
            #[tokio::test]
            async fn ru_34_later() {}
            #[test]
            fn ru_35a_is_no_id() {}
            #[test]
            fn truth() {}
        ";
        assert_eq!(ids(&tests_in(source, "RU")), ["RU-29", "RU-33", "RU-34", "RU-C1"]);
        assert_eq!(ids(&tests_in(source, "DW")), Vec::<String>::new());
    }

    #[test]
    fn a_scenario_cites_its_rules_and_a_file_may_hold_several() {
        let one = json!({"rules": ["RU-11", "DW-1", "RU-12x"]});
        assert_eq!(ids(&cited_by(&one, "RU")), ["RU-11"]);
        let list = json!([one, {"rules": ["RU-2"]}, {"name": "none"}]);
        assert_eq!(ids(&cited_by(&list, "RU")), ["RU-2", "RU-11"]);
    }

    fn coverage(tested: &[u32], exempt: Value) -> Coverage {
        let rule = |number| Rule { prefix: "RU".to_owned(), is_variant: false, number };
        let Value::Object(exempt) = exempt else { panic!("an object") };
        Coverage {
            rules: [1, 2, 3].map(rule).into(),
            tested: tested.iter().map(|at| (rule(*at), "rush.rs".to_owned())).collect(),
            exempt: exempt.into_iter().collect(),
        }
    }

    #[test]
    fn a_rule_is_tested_or_exempt() {
        let exempt = json!({"RU-3": {"why": "no draws", "covered": "RU-2"}});
        assert_eq!(coverage(&[1, 2], exempt.clone()).faults("rush"), [""; 0]);
        assert_eq!(
            coverage(&[1], exempt).faults("rush"),
            ["RU-2: no test names it, and it is not exempt"]
        );
    }

    #[test]
    fn stale_unknown_and_unexplained_exemptions_are_faults() {
        let exempt =
            json!({"RU-3": {"why": "a", "covered": "b"}, "RU-9": {"why": "", "covered": "b"}});
        assert_eq!(
            coverage(&[1, 2, 3, 4], exempt).faults("rush"),
            [
                "RU-3: exempt, but tested in rush.rs; the exemption is stale",
                "RU-4: named in rush.rs, but rush has no such rule",
                "RU-9: exempt, but rush has no such rule",
                "RU-9: its exemption does not say \"why\"",
            ]
        );
    }

    #[test]
    fn every_specification_has_rules() {
        for (game, prefix) in GAMES {
            let text = read(&crate::root().join(format!("docs/specs/{game}.md"))).unwrap();
            assert!(rules_in(&text, prefix).len() > 50, "{game}");
        }
    }
}
