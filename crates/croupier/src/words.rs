//! Text formatting for people.

/// Capitalises the first letter.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a character is harmless in a terminal: no control character, none that changes the
/// direction of the text or breaks the line, and none that the console uses for styles.
pub(crate) fn is_printable(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{f8f0}'..='\u{f8ff}')
}

/// Foreign text on one line: unprintable characters are written as their codes.
pub(crate) fn on_one_line(words: &str) -> String {
    let mut line = String::with_capacity(words.len());
    for letter in words.chars() {
        if is_printable(letter) {
            line.push(letter);
        } else {
            line.extend(letter.escape_default());
        }
    }
    line
}
