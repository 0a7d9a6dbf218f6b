//! Words as people write and read them.

/// With a capital letter in front.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a character is what it looks like: no control character, which a terminal obeys, none that
/// turns the text around it or breaks its line, and none that the console takes for a style.
pub(crate) fn is_printable(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{f8f0}'..='\u{f8ff}')
}

/// Words from elsewhere on one line: whatever is not printable is written as its code.
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
