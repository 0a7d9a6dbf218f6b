//! Finds citations of rules: in the names of tests, in scenarios, and in the texts of exemptions.

use std::{collections::BTreeSet, path::Path};

use serde_json::Value;

use super::rule::{Rule, declared};

/// A test function in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test<'s> {
    pub(super) name: &'s str,
    /// Whether it runs only if it is asked for.
    pub(super) is_ignored: bool,
}

/// The test functions in a source file, without helpers and comments.
pub(super) fn tests_in(source: &str) -> Vec<Test<'_>> {
    let mut tests = vec![];
    let (mut is_test, mut is_ignored) = (false, false);
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[ignore") {
            is_ignored = true;
        } else if line.starts_with("#[") {
            is_test |= line.contains("test");
        } else if !line.starts_with("//") {
            if let Some((_, name)) = line.split_once("fn ").filter(|_| is_test) {
                let end =
                    name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
                tests.push(Test { name: &name[..end.unwrap_or(name.len())], is_ignored });
            }
            (is_test, is_ignored) = (false, false);
        }
    }
    tests
}

/// The rules at the start of the titles of a client's tests:
/// `it('DW-175: asks before it starts over', …)`, several as `it('DW-40b, DW-175: …', …)`.
pub(super) fn cited_by_titles(source: &str, prefix: &str) -> BTreeSet<Rule> {
    let titles = source.lines().filter_map(|line| {
        // The title of `it.each` follows its cases.
        let calls = ["it(", "test(", ")("].into_iter();
        let mut after = calls.filter_map(|call| line.split_once(call).map(|(_, rest)| rest));
        after.find_map(|rest| rest.strip_prefix(['\'', '"', '`']))
    });
    titles.flat_map(|title| leading_rules(title, prefix)).collect()
}

fn leading_rules(title: &str, prefix: &str) -> impl Iterator<Item = Rule> {
    let words = title.split_whitespace().map(|word| word.trim_end_matches([',', ':']));
    words.map_while(move |word| Rule::of_word(word, prefix))
}

/// The rules that a scenario, or each of a list of scenarios, cites.
pub(super) fn cited_by(scenario: &Value, prefix: &str) -> BTreeSet<Rule> {
    if let Value::Array(list) = scenario {
        return list.iter().flat_map(|one| cited_by(one, prefix)).collect();
    }
    let list = scenario.get("rules").and_then(Value::as_array);
    let ids = list.into_iter().flatten().filter_map(Value::as_str);
    ids.filter_map(|id| Rule::of_word(id, prefix)).collect()
}

/// The rules cited by the scenarios inside a specification. Their headings list them:
/// `### S-14 City States: a transfer [IN-32 IN-40]`, and the block below is run as a test.
pub(super) fn cited_by_blocks(specification: &str, prefix: &str) -> BTreeSet<Rule> {
    let headings = specification.lines().filter(|line| line.starts_with("### S-"));
    let lists = headings.filter_map(|line| line.rsplit_once('[')?.1.strip_suffix(']'));
    lists.flat_map(|list| declared(list, prefix)).collect()
}

/// Where the citations in an exemption are looked up.
pub(super) struct Sources<'s> {
    pub(super) root: &'s Path,
    pub(super) game: &'s str,
    pub(super) prefix: &'s str,
    pub(super) rules: &'s BTreeSet<Rule>,
    pub(super) tests: &'s BTreeSet<String>,
}

impl Sources<'_> {
    /// The rules, files and tests that a text cites but that do not exist.
    pub(super) fn missing(&self, text: &str) -> Vec<String> {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
        let words = text.split(|letter: char| !is_word(letter));
        let words = words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty());
        words.filter(|word| !self.has(word)).map(str::to_owned).collect()
    }

    /// Whether what a word cites exists. Most words cite nothing.
    fn has(&self, word: &str) -> bool {
        if let Some(rule) = Rule::of_word(word, self.prefix) {
            return self.rules.contains(&rule);
        }
        if word.contains('/') || Path::new(word).extension().is_some_and(|end| end == "rs") {
            let game = self.root.join("games").join(self.game);
            return self.root.join(word).exists() || game.join(word).exists();
        }
        let is_test = word.strip_prefix(&self.prefix.to_lowercase()).is_some_and(|rest| {
            rest.strip_prefix('_')
                .is_some_and(|rest| rest.starts_with(|at: char| at.is_ascii_digit()))
        });
        !is_test || self.tests.contains(word)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ids(rules: &BTreeSet<Rule>) -> Vec<String> {
        rules.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn scenarios_inside_a_specification_list_their_rules_in_the_heading() {
        let text = "### S-14 City States: a [b] transfer [IN-32 IN-40]\n### Other [IN-5]\nIN-7";
        assert_eq!(ids(&cited_by_blocks(text, "IN")), ["IN-32", "IN-40"]);
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
            async fn ru_34_later<T>() {}
            #[test]
            #[ignore = \"takes long\"]
            fn ru_35_seldom() {}
        ";
        let (seldom, always): (Vec<_>, Vec<_>) =
            tests_in(source).into_iter().partition(|test| test.is_ignored);
        let names =
            |tests: &[Test<'static>]| -> Vec<_> { tests.iter().map(|it| it.name).collect() };
        assert_eq!(
            names(&always),
            ["ru_29_an_ace_follows_a_king", "ru_c1", "ru_33_for_all", "ru_34_later"]
        );
        assert_eq!(names(&seldom), ["ru_35_seldom"]);
    }

    #[test]
    fn a_title_of_a_client_test_begins_with_its_rules() {
        let source = r#"
            it('DW-175: asks before it starts over', async () => {
            test("DW-40b, DW-2: pauses", () => {
            ])('DW-179: %s says what it is', (name) => {
            it(`DW-3 is counted ${many} times`, () => {
            it('is like DW-4, which it does not test', () => {
            // it is DW-5 that says so
        "#;
        assert_eq!(
            ids(&cited_by_titles(source, "DW")),
            ["DW-2", "DW-3", "DW-40b", "DW-175", "DW-179"]
        );
        assert_eq!(ids(&cited_by_titles(source, "RU")), [""; 0]);
    }

    #[test]
    fn a_scenario_cites_its_rules_and_a_file_may_hold_several() {
        let one = json!({"rules": ["RU-11", "DW-1", "RU-12a", "RU-SC-4"]});
        assert_eq!(ids(&cited_by(&one, "RU")), ["RU-11", "RU-12a"]);
        let list = json!([one, {"rules": ["RU-2"]}, {"name": "none"}]);
        assert_eq!(ids(&cited_by(&list, "RU")), ["RU-2", "RU-11", "RU-12a"]);
    }

    #[test]
    fn what_an_exemption_cites_must_exist() {
        let rules = declared("RU-1 RU-2", "RU");
        let tests = BTreeSet::from(["ru_1_a_test".to_owned()]);
        let root = crate::root();
        let sources =
            Sources { root: &root, game: "rush", prefix: "RU", rules: &rules, tests: &tests };
        let good = "As RU-2 says; ru_1_a_test in tests/all/main.rs, docs/rooms.md. Else: nowhere.";
        assert_eq!(sources.missing(good), [""; 0]);
        let bad = "RU-3, ru_1_another_test, web/tests/board.ts";
        assert_eq!(sources.missing(bad), ["RU-3", "ru_1_another_test", "web/tests/board.ts"]);
    }
}
