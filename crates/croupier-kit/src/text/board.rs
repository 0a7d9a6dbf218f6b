//! A match as text, for terminals and other clients that draw text.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{Piece, Seat, Viewer};
use crate::text::{TextLine, TextSpan, Tone};

/// A part of a board: lines under one title.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "BoardSection"))]
pub struct Section {
    /// The title, in a word or two.
    pub title: TextSpan,
    /// The lines below the title, from top to bottom.
    pub lines: Vec<TextLine>,
}

/// A match as text: sections of lines, from top to bottom.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TextBoard"))]
pub struct Board {
    /// The sections, from top to bottom.
    pub sections: Vec<Section>,
}

impl Board {
    /// An empty board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a section.
    pub fn add(&mut self, title: TextSpan, lines: impl IntoIterator<Item = TextLine>) {
        self.sections.push(Section { title, lines: lines.into_iter().collect() });
    }

    /// Adds a section of one line.
    pub fn row(&mut self, title: &str, line: TextLine) {
        self.add(TextSpan::new(title, Tone::Quiet), [line]);
    }

    /// All lines, with the titles in a column to the left.
    pub fn lines(&self) -> Vec<TextLine> {
        let width = |section: &Section| section.title.text.chars().count();
        let column = self.sections.iter().map(width).max().unwrap_or(0);
        let mut all = vec![];
        for section in &self.sections {
            let TextSpan { text, tone, .. } = &section.title;
            let none = [TextLine::new()];
            let lines = if section.lines.is_empty() { &none[..] } else { &section.lines };
            for (at, line) in lines.iter().enumerate() {
                let title = if at == 0 { text.as_str() } else { "" };
                let mut spans = vec![TextSpan::new(format!("{title:<column$}  "), *tone)];
                spans.extend(line.0.iter().cloned());
                all.push(TextLine(spans));
            }
        }
        all
    }
}

/// The name of a seat; the viewer's own seat has a tone of its own.
pub fn name_of(names: &[String], seat: Seat, viewer: Viewer) -> TextSpan {
    let name = names.get(seat.at()).cloned().unwrap_or_else(|| seat.to_string());
    let tone = if viewer.is(seat) { Tone::Mine } else { Tone::Plain };
    TextSpan::new(name, tone).naming(Piece::Seat(seat))
}

/// Any JSON as a board, with a section for every field.
pub(super) fn outline(view: &Value) -> Board {
    let mut board = Board::new();
    match view {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
                let title = TextSpan::new(name.replace('_', " "), Tone::Quiet);
                let is_list_of_things = |items: &Vec<Value>| items.iter().any(Value::is_object);
                match value {
                    Value::Array(items) if is_list_of_things(items) => {
                        board.add(title, items.iter().map(|item| TextLine::of(&plain(item))));
                    }
                    other => board.add(title, [TextLine::of(&plain(other))]),
                }
            }
        }
        other => board.row("", TextLine::of(&plain(other))),
    }
    board
}

/// JSON on one line, without its punctuation.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "–".to_owned(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let said = fields.iter().filter(|(_, value)| !value.is_null());
            let said =
                said.map(|(name, value)| format!("{} {}", name.replace('_', " "), plain(value)));
            said.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn titles_stand_in_a_column() {
        let mut board = Board::new();
        board.row("score", TextLine::of("7"));
        board.add(TextSpan::new("you", Tone::Mine), [TextLine::of("a"), TextLine::of("b")]);
        let lines: Vec<String> = board.lines().iter().map(TextLine::to_string).collect();
        assert_eq!(lines, ["score  7", "you    a", "       b"]);
    }

    #[test]
    fn a_board_survives_json_and_keeps_the_codes_of_cards() {
        let mut board = Board::new();
        board.add(name_of(&["Ada".to_owned()], Seat(0), Viewer::Public), [TextLine::of("7H –")]);
        let written = json!({
            "sections": [{"title": {"text": "Ada", "seat": 0}, "lines": [[{"card": "7H"}, " –"]]}],
        });
        assert_eq!(serde_json::to_value(&board).unwrap(), written);
        assert_eq!(serde_json::from_value::<Board>(written).unwrap(), board);
    }

    #[test]
    fn a_view_is_shown_field_by_field() {
        let view = json!({"score": 7, "hand": ["7H", "8S"], "players": [{"seat": 0}, {"seat": 1}]});
        let lines: Vec<String> = outline(&view).lines().iter().map(TextLine::to_string).collect();
        assert_eq!(lines, ["score    7", "hand     7♥ 8♠", "players  seat 0", "         seat 1"]);
    }
}
