//! Names at a table: readable, and different from each other.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum length of a name, in characters.
pub(super) const LONGEST_NAME: usize = 20;

/// A name as it is stored: normalised (NFKC), with single spaces between words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CleanName(String);

impl CleanName {
    /// The name itself, or if it is taken the first free variant with a number appended.
    pub(super) fn distinct(&self, is_taken: impl Fn(&str) -> bool) -> String {
        distinct(&self.0, is_taken)
    }
}

impl From<CleanName> for String {
    fn from(name: CleanName) -> Self {
        name.0
    }
}

/// The cleaned name. `None` if it is empty or too long, or contains characters that are invisible or
/// change the text direction.
pub(super) fn cleaned(text: &str) -> Option<CleanName> {
    // No valid name needs more bytes, and normalising is expensive.
    if text.len() > 32 * LONGEST_NAME || text.chars().any(char::is_control) {
        return None;
    }
    let normal: String = text.nfkc().collect();
    let name = normal.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    // A mark at the beginning would change what stands before the name.
    let is_seen = !name.chars().any(is_invisible) && !name.starts_with(is_combining_mark);
    (fits && is_seen).then_some(CleanName(name))
}

/// The name to use for a person who enters this text: normalised, with single spaces. `None` if it
/// is not a valid name.
pub fn player_name(text: &str) -> Option<String> {
    cleaned(text).map(String::from)
}

/// Whether two cleaned names look the same to people, ignoring case.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

fn folded(name: &str) -> String {
    // Upper case first, because that unifies more letters.
    name.to_uppercase().to_lowercase().nfkc().collect()
}

/// The name itself, or if it is taken the first free variant with a number appended.
pub(super) fn distinct(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let numbered = (2_u32..).map(|number| {
        let ending = format!(" {number}");
        let kept: String = name.chars().take(LONGEST_NAME - ending.len()).collect();
        format!("{}{ending}", kept.trim_end())
    });
    numbered.into_iter().find(|it| !is_taken(it)).unwrap_or_else(|| name.to_owned())
}

/// Invisible characters: variation selectors, joiners, direction marks and overrides, tags
/// (default-ignorable and format characters in Unicode), letters that are blank, and what is no
/// character at all.
fn is_invisible(letter: char) -> bool {
    // The last two of every plane are no characters.
    if u32::from(letter) & 0xfffe == 0xfffe {
        return true;
    }
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
        | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mm_90a_names_are_trimmed_and_normalised() {
        for (text, name) in [
            ("  Ann  ", "Ann"),
            ("Ann\u{a0}\u{2003} Lee", "Ann Lee"),
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("\u{ff21}nn", "Ann"),
            ("\u{1f389}", "\u{1f389}"),
            ("\u{5d0}\u{5d1}\u{5d2}", "\u{5d0}\u{5d1}\u{5d2}"),
            ("12345678901234567890", "12345678901234567890"),
        ] {
            assert_eq!(cleaned(text), Some(CleanName(name.to_owned())), "{text:?}");
        }
    }

    #[test]
    fn mm_90b_names_can_be_seen_and_do_not_turn_the_text_around() {
        for text in [
            "",
            " \u{3000} ",
            "123456789012345678901",
            "A\nB",
            "A\tB",
            "A\u{7f}",
            "\u{200b}",
            "A\u{200d}B",
            "\u{202e}nnA",
            "\u{2066}Ann",
            "\u{3164}",
            "\u{ffa0}Ann",
            "\u{2800}",
            "Ann\u{fe0f}",
            "Ann\u{e0041}",
            "\u{301}",
            "\u{301}Ann",
            " \u{94d}Ann",
            "\u{e000}",
            "Ann\u{fdd0}",
            "Ann\u{fffe}",
            "\u{1ffff}",
        ] {
            assert_eq!(cleaned(text), None, "{text:?}");
        }
        assert_eq!(cleaned(&"a".repeat(1 << 20)), None);
    }

    #[test]
    fn mm_90c_a_name_that_is_taken_gets_a_number() {
        let taken = ["Ann", "Ann 2", "A name of 20 letters"];
        let free = |name: &str| distinct(name, |it| taken.iter().any(|other| is_same(it, other)));
        assert_eq!(free("Ben"), "Ben");
        assert_eq!(free("ANN"), "ANN 3");
        assert_eq!(free("A name of 20 letters"), "A name of 20 lette 2");
        assert!(is_same("stra\u{df}e", "STRASSE"));
    }
}
