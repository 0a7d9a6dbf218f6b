//! Styles for tones, and text that is fitted to the screen.

use croupier_kit::text::{TextLine, TextSpan, Tone};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// With colours or without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) colours: bool,
}

impl Paint {
    /// The style of a tone. Without colours, tones differ only in weight.
    pub(super) fn style(self, tone: Tone) -> Style {
        let weight = match tone {
            Tone::Quiet => Style::new().add_modifier(Modifier::DIM),
            Tone::Strong | Tone::Mine => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new(),
        };
        if !self.colours {
            return weight;
        }
        match tone {
            Tone::Mine => weight.fg(Color::Cyan),
            Tone::RedSuit | Tone::Red | Tone::Bad => weight.fg(Color::LightRed),
            Tone::Blue => weight.fg(Color::LightBlue),
            Tone::Green | Tone::Good => weight.fg(Color::LightGreen),
            Tone::Purple => weight.fg(Color::LightMagenta),
            Tone::Yellow => weight.fg(Color::LightYellow),
            // Plain, quiet, strong and black.
            _ => weight,
        }
    }

    /// A line of the kit as a styled line.
    pub(super) fn row(self, row: TextLine) -> Line<'static> {
        let span = |TextSpan { text, tone, .. }: TextSpan| Span::styled(text, self.style(tone));
        row.0.into_iter().map(span).collect::<Vec<_>>().into()
    }

    /// Text with card codes replaced by their symbols.
    pub(super) fn text(self, text: &str, tone: Tone) -> Line<'static> {
        self.row(TextLine::new().words(text, tone))
    }
}

/// Wraps text to this width, between words. A word that is too wide is cut off.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        let word: String = word.chars().take(width).collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The first lines of a wrapped text, at most `most`. An ellipsis marks that there is more.
pub(super) fn clipped(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines = wrapped(text, width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let kept: String = last.chars().take(width.saturating_sub(2)).collect();
            *last = format!("{kept} …");
        }
    }
    lines
}

/// Wraps the rows of a board to this width. The first span of a row is its title, and the lines
/// that follow are indented by the width of the title.
pub(super) fn fitted(rows: Vec<TextLine>, width: usize) -> Vec<TextLine> {
    let len = |text: &str| text.chars().count();
    let mut fitted = vec![];
    for row in rows {
        let mut words = row.0.into_iter();
        let title = words.next().unwrap_or_default();
        let indent = len(&title.text);
        let (mut line, mut used) = (vec![title], indent);
        for TextSpan { text, tone, .. } in words {
            for piece in text.split_inclusive(' ') {
                let bare = piece.trim_end();
                // A comma stays on the line of the word before it; the margin has room for it.
                if used + len(bare) > width && used > indent && bare != "," {
                    fitted.push(TextLine(std::mem::take(&mut line)));
                    line.push(TextSpan::new(" ".repeat(indent), Tone::Plain));
                    used = indent;
                }
                used += len(piece);
                let begun = line.len() > 1;
                match line.last_mut() {
                    Some(last) if last.tone == tone && begun => last.text.push_str(piece),
                    _ => line.push(TextSpan::new(piece, tone)),
                }
            }
        }
        fitted.push(TextLine(line));
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_too_wide_goes_on_below() {
        let row = TextLine::new().say("hand  ", Tone::Quiet).say("Oars 1", Tone::Red);
        let row = row.say(", ", Tone::Plain).say("Tools 1", Tone::Blue);
        let text = |width| {
            let rows = fitted(vec![row.clone()], width);
            rows.iter().map(|row| row.to_string().trim_end().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(text(80), ["hand  Oars 1, Tools 1"]);
        assert_eq!(text(14), ["hand  Oars 1,", "      Tools 1"]);
        assert_eq!(text(10), ["hand  Oars", "      1,", "      Tools", "      1"]);
        let tones: Vec<Tone> = fitted(vec![row], 80)[0].0.iter().map(|word| word.tone).collect();
        assert_eq!(tones, [Tone::Quiet, Tone::Red, Tone::Plain, Tone::Blue]);
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  one\ntwo ", 80), ["one two"]);
        assert_eq!(wrapped("endless", 3), ["end"]);
        assert!(wrapped("", 10).is_empty());
        assert_eq!(clipped("one two three four", 9, 1), ["one two …"]);
        assert_eq!(clipped("one two", 9, 1), ["one two"]);
    }
}
