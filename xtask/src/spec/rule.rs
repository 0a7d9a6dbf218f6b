//! The id of a rule, as written in texts and in test names.

use std::{collections::BTreeSet, fmt};

/// The id of a rule or of one of its clauses: `RU-29`, `MM-C4`, `DW-170a`. Ordered numerically.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rule {
    prefix: String,
    is_variant: bool,
    number: u32,
    clause: Option<char>,
}

impl Rule {
    /// Parses the rule at the beginning of a text, whose prefix and number are separated by
    /// `apart`, and returns what follows it. `RU-290` is not a mention of `RU-29`.
    fn at_start<'t>(text: &'t str, prefix: &str, apart: char) -> Option<(Self, &'t str)> {
        let rest = text.strip_prefix(prefix)?.strip_prefix(apart)?;
        let variant = if apart == '_' { 'c' } else { 'C' };
        let (is_variant, number, rest) = number(rest, variant)?;
        let (clause, rest) = clause(rest);
        Some((Self { prefix: prefix.to_uppercase(), is_variant, number, clause }, rest))
    }

    /// Parses a whole word as a rule, in the notation of documents.
    pub(super) fn of_word(word: &str, prefix: &str) -> Option<Self> {
        Self::at_start(word, prefix, '-').filter(|(_, rest)| rest.is_empty()).map(|(rule, _)| rule)
    }

    pub(super) fn is_clause(&self) -> bool {
        self.clause.is_some()
    }

    /// The rule that this is a clause of, or this rule itself.
    pub(super) fn whole(&self) -> Self {
        Self { clause: None, ..self.clone() }
    }
}

/// Parses `c4` or `29`, and returns what follows.
fn number(text: &str, variant: char) -> Option<(bool, u32, &str)> {
    let (is_variant, rest) = match text.strip_prefix(variant) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    Some((is_variant, rest[..end].parse().ok()?, &rest[end..]))
}

/// The letter of a clause, unless the letter begins a longer word.
fn clause(text: &str) -> (Option<char>, &str) {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_lowercase);
    let rest = letters.as_str();
    let is_whole = !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if letter.is_some() && is_whole { (letter, rest) } else { (None, text) }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = if self.is_variant { "C" } else { "" };
        write!(f, "{}-{variant}{}", self.prefix, self.number)?;
        self.clause.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

/// The rules that a game's specification declares: every rule that it mentions, and the clauses
/// that it marks with their id in brackets: `[DW-170a]`.
pub(super) fn declared(specification: &str, prefix: &str) -> BTreeSet<Rule> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let words = specification.split(|letter: char| !is_word(letter));
    let rules = words.filter_map(|word| Rule::of_word(word, prefix));
    let marked = specification.split('[').skip(1).filter_map(|text| text.split_once(']'));
    let clauses = marked.filter_map(|(word, _)| Rule::of_word(word, prefix));
    rules.filter(|rule| !rule.is_clause()).chain(clauses.filter(Rule::is_clause)).collect()
}

/// The rules at the start of a test's name: `ru_29_…`, `dw_170a_…`, several as `ru_10_and_12_…` and
/// `dw_170a_and_c_…`, and all declared rules of a range as `ru_10_to_12_…`. Empty if the name
/// starts with anything else.
pub(super) fn named(name: &str, prefix: &str, declared: &BTreeSet<Rule>) -> BTreeSet<Rule> {
    let lower = prefix.to_lowercase();
    let Some((first, mut rest)) = Rule::at_start(name, &lower, '_') else { return BTreeSet::new() };
    let mut last = first.clone();
    let mut rules = BTreeSet::from([first]);
    loop {
        let (is_range, after) = match (rest.strip_prefix("_to_"), rest.strip_prefix("_and_")) {
            (Some(after), _) => (true, after),
            (None, Some(after)) => (false, after),
            (None, None) => break,
        };
        let Some((next, after)) = next(&last, after) else { break };
        if is_range {
            let between = declared.range(last.clone().min(next.clone())..=next.clone());
            rules.extend(between.filter(|it| it.is_clause() == next.is_clause()).cloned());
        }
        rules.insert(next.clone());
        (last, rest) = (next, after);
    }
    // `ru_29ab` is a longer word, not a clause.
    if rest.is_empty() || rest.starts_with('_') { rules } else { BTreeSet::new() }
}

/// Parses the rule after `_to_` or `_and_`: a number, with or without the prefix, or a letter for
/// another clause of the same rule.
fn next<'t>(last: &Rule, text: &'t str) -> Option<(Rule, &'t str)> {
    if let Some(rule) = Rule::at_start(text, &last.prefix.to_lowercase(), '_') {
        return Some(rule);
    }
    if let Some((is_variant, number, rest)) = number(text, 'c') {
        let (clause, rest) = clause(rest);
        return Some((Rule { is_variant, number, clause, ..last.clone() }, rest));
    }
    let (letter, rest) = clause(text);
    last.clause.and(letter).map(|letter| (Rule { clause: Some(letter), ..last.clone() }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(rules: &BTreeSet<Rule>) -> Vec<String> {
        rules.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_specification_has_the_rules_it_speaks_of_with_its_own_letters() {
        let text = "**RU-10 Clock.** See RU-2 (not MM-3), RU-SC-4, `RU-n`.\n| RU-C1 | RU-2 |";
        assert_eq!(ids(&declared(text, "RU")), ["RU-2", "RU-10", "RU-C1"]);
    }

    #[test]
    fn a_clause_is_marked_with_its_id_in_brackets() {
        let text = "**RU-4** [RU-4a] two; [RU-4b] four. As RU-4c says (RU-4d). [RU-5] [see RU-6a]";
        assert_eq!(ids(&declared(text, "RU")), ["RU-4", "RU-4a", "RU-4b", "RU-5"]);
    }

    #[test]
    fn a_name_credits_every_rule_that_it_lists() {
        let text = "RU-2 RU-10 RU-11 RU-14 RU-15 RU-C1 RU-C2 RU-4 [RU-4a] [RU-4b] [RU-4c]";
        let known = declared(text, "RU");
        let named = |name: &str| ids(&named(name, "RU", &known));
        assert_eq!(named("ru_2_a_case"), ["RU-2"]);
        assert_eq!(named("ru_c1"), ["RU-C1"]);
        assert_eq!(named("ru_10_to_14_the_clock"), ["RU-10", "RU-11", "RU-14"]);
        assert_eq!(named("ru_2_and_10_to_11_x"), ["RU-2", "RU-10", "RU-11"]);
        assert_eq!(named("ru_10_to_ru_14_x"), ["RU-10", "RU-11", "RU-14"]);
        assert_eq!(named("ru_10_to_11_and_4b_x"), ["RU-4b", "RU-10", "RU-11"]);
        assert_eq!(named("ru_2_and_more"), ["RU-2"]);
        assert_eq!(named("ru_2_to_the_end"), ["RU-2"]);
        assert_eq!(named("ru_4a_to_c_presets"), ["RU-4a", "RU-4b", "RU-4c"]);
        assert_eq!(named("ru_4a_and_c_presets"), ["RU-4a", "RU-4c"]);
        assert_eq!(named("ru_4_and_a_half"), ["RU-4"]);
        assert_eq!(named("ru_c1_and_c2_variants"), ["RU-C1", "RU-C2"]);
        // A named rule is reported even if it does not exist.
        assert_eq!(named("ru_9_to_12_x"), ["RU-9", "RU-10", "RU-11", "RU-12"]);
        assert!(named("ru_29th").is_empty());
        assert!(named("truth").is_empty());
    }
}
