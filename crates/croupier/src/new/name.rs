//! The name of a new game, in all its spellings.

use super::template;
use crate::error::CliError;
use crate::words::capitalised;

/// A name that Rust, Cargo and Croupier accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name(String);

/// Words that Rust reserves, now or for later, and names that Cargo does not accept.
const RESERVED: &str = "abstract alloc as async await become box break build const continue core \
    crate deps do dyn else enum examples extern false final fn for gen if impl in incremental let \
    loop macro main match mod move mut override priv proc-macro pub ref return self static std \
    struct super test trait true try type typeof unsafe unsized use virtual where while yield";

/// Crates that the new one depends on, or may. Two crates of the same name would conflict.
const TAKEN: &str = "croupier data-war innovation may-i min-or-max rush serde";

impl Name {
    /// Checks a name. The error says what is wrong, and suggests a similar name that is valid.
    pub(crate) fn new(written: &str) -> Result<Self, CliError> {
        let Some((code, why)) = complaint(written) else { return Ok(Self(written.to_owned())) };
        let hint = suggestion(written).map_or(String::new(), |near| format!("; how about {near}?"));
        Err(CliError::misuse(code, format!("{written:?} {why}{hint}")))
    }

    /// `lucky-sevens`: the game's id, the crate and its folder.
    pub(crate) fn kebab(&self) -> &str {
        &self.0
    }

    /// `lucky_sevens`: the crate in Rust code, and the prefix of its error codes.
    pub(crate) fn snake(&self) -> String {
        self.0.replace('-', "_")
    }

    /// `LuckySevens`: the type that implements `Game`.
    pub(crate) fn pascal(&self) -> String {
        pascal(&self.0)
    }

    /// `Lucky Sevens`: the name for people.
    pub(crate) fn title(&self) -> String {
        self.0.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
    }
}

fn pascal(kebab: &str) -> String {
    kebab.split('-').map(capitalised).collect()
}

/// What is wrong with a name, if anything: the error code, and the reason.
fn complaint(written: &str) -> Option<(&'static str, &'static str)> {
    let is_usual = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_in = |list: &str| list.split_whitespace().any(|word| word == written);
    if written.is_empty() {
        Some(("bad_name", "is not a name; an example is lucky-sevens"))
    } else if !written.chars().all(is_usual) {
        Some(("bad_name", "may contain only lower-case letters, digits and hyphens"))
    } else if !written.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some(("bad_name", "must begin with a letter"))
    } else if written.ends_with('-') || written.contains("--") {
        Some(("bad_name", "has a hyphen at its end, or two in a row"))
    } else if written.len() > 40 {
        Some(("bad_name", "is longer than 40 letters"))
    } else if is_in(RESERVED) {
        Some(("reserved_name", "is reserved by Rust or Cargo"))
    } else if template::has_word(&pascal(written)) {
        Some(("reserved_name", "is reserved in the rules of a game"))
    } else if is_in(TAKEN) || written.starts_with("croupier-") {
        Some(("name_taken", "is the name of one of Croupier's own crates"))
    } else {
        None
    }
}

/// A valid name similar to this one, if there is one.
fn suggestion(written: &str) -> Option<String> {
    let mut words = String::new();
    let mut was_small = false;
    for letter in written.chars() {
        if letter.is_ascii_uppercase() && was_small {
            words.push('-');
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        words.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    }
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    let first = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))?;
    let near = words[first..].join("-");
    let longer = format!("{near}-game");
    [near, longer].into_iter().find(|near| complaint(near).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_in_four_ways() {
        let name = Name::new("lucky-7s").unwrap();
        assert_eq!(
            [name.kebab(), &name.snake(), &name.pascal(), &name.title()],
            ["lucky-7s", "lucky_7s", "Lucky7s", "Lucky 7s"]
        );
    }

    #[track_caller]
    fn refused(written: &str, complaint: &str) {
        let fault = Name::new(written).unwrap_err();
        assert_eq!(format!("{}: {}", fault.code, fault.sentence), complaint);
    }

    #[test]
    fn what_is_no_name_is_told_what_may_have_been_meant() {
        let letters = "may contain only lower-case letters, digits and hyphens";
        refused("", r#"bad_name: "" is not a name; an example is lucky-sevens"#);
        let complaint = format!(r#"bad_name: "LuckySevens" {letters}; how about lucky-sevens?"#);
        refused("LuckySevens", &complaint);
        refused("lucky 7", &format!(r#"bad_name: "lucky 7" {letters}; how about lucky-7?"#));
        refused("../evil", &format!(r#"bad_name: "../evil" {letters}; how about evil?"#));
        refused("99", r#"bad_name: "99" must begin with a letter"#);
        refused(
            "a--b",
            r#"bad_name: "a--b" has a hyphen at its end, or two in a row; how about a-b?"#,
        );
        let rust = "is reserved by Rust or Cargo";
        refused("match", &format!(r#"reserved_name: "match" {rust}; how about match-game?"#));
        let rules = "is reserved in the rules of a game";
        refused("card", &format!(r#"reserved_name: "card" {rules}; how about card-game?"#));
        let own = "is the name of one of Croupier's own crates";
        refused("rush", &format!(r#"name_taken: "rush" {own}; how about rush-game?"#));
        refused("croupier-kit", &format!(r#"name_taken: "croupier-kit" {own}"#));
    }
}
