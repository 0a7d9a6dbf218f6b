//! How a table looks in characters, whatever draws them.
//!
//! A [`Board`] is sections of lines of words, each word with a [`Tone`]. A terminal gives tones
//! colours; a plain stream leaves them out.

use std::fmt;

use serde_json::Value;

use crate::{Game, Prompt, Seat, Viewer};

/// How a word is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tone {
    /// Like any other.
    #[default]
    Plain,
    /// In the background.
    Quiet,
    /// In the foreground.
    Strong,
    /// The viewer's own.
    Mine,
    /// Hearts and diamonds.
    RedSuit,
    /// Clubs and spades.
    BlackSuit,
    /// Something blue.
    Blue,
    /// Something green.
    Green,
    /// Something purple.
    Purple,
    /// Something red.
    Red,
    /// Something yellow.
    Yellow,
    /// As one would wish.
    Good,
    /// Not so.
    Bad,
}

/// A piece of text in one tone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextSpan {
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
}

impl TextSpan {
    /// This text in this tone.
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }
}

/// A line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextLine(pub Vec<TextSpan>);

impl TextLine {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Text in which cards such as `10H` are shown as `10♥`.
    pub fn of(text: &str) -> Self {
        Self::new().words(text, Tone::Plain)
    }

    /// More text, as it is.
    #[must_use]
    pub fn say(mut self, text: impl Into<String>, tone: Tone) -> Self {
        self.0.push(TextSpan::new(text, tone));
        self
    }

    /// More text in which cards such as `10H` are shown as `10♥`.
    #[must_use]
    pub fn words(mut self, text: &str, tone: Tone) -> Self {
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                self.0.push(TextSpan::new(" ", Tone::Plain));
            }
            let bare = word.trim_end_matches([',', '.', ';', ':', ')']);
            match card(bare) {
                Some(span) => {
                    self.0.push(span);
                    self.0.push(TextSpan::new(&word[bare.len()..], tone));
                }
                None => self.0.push(TextSpan::new(word, tone)),
            }
        }
        self.0.retain(|span| !span.text.is_empty());
        self
    }

    /// Cards one after the other, or a dash where there are none.
    #[must_use]
    pub fn cards<C: fmt::Display>(self, cards: impl IntoIterator<Item = C>) -> Self {
        let words: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
        if words.is_empty() {
            self.say("–", Tone::Quiet)
        } else {
            self.words(&words.join(" "), Tone::Plain)
        }
    }
}

impl fmt::Display for TextLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|span| f.write_str(&span.text))
    }
}

/// A card as it is shown, if the word is one: `10H` and, from a second pack, `10H#2`.
fn card(word: &str) -> Option<TextSpan> {
    let face = word.split_once('#').map_or(word, |(face, _)| face);
    let rank = face.get(..face.len().checked_sub(1)?)?;
    let known = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    if !known.contains(&rank) {
        return None;
    }
    let (suit, tone) = match face.as_bytes().last()? {
        b'H' => ('♥', Tone::RedSuit),
        b'D' => ('♦', Tone::RedSuit),
        b'C' => ('♣', Tone::BlackSuit),
        b'S' => ('♠', Tone::BlackSuit),
        _ => return None,
    };
    Some(TextSpan::new(format!("{rank}{suit}"), tone))
}

/// Lines under one title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// What they are about, in a word or two.
    pub title: TextSpan,
    /// The lines.
    pub lines: Vec<TextLine>,
}

/// A table in characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    /// From top to bottom.
    pub sections: Vec<Section>,
}

impl Board {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more section.
    pub fn add(&mut self, title: TextSpan, lines: impl IntoIterator<Item = TextLine>) {
        self.sections.push(Section { title, lines: lines.into_iter().collect() });
    }

    /// One more section of one line.
    pub fn row(&mut self, title: &str, line: TextLine) {
        self.add(TextSpan::new(title, Tone::Quiet), [line]);
    }

    /// All lines, with the titles in a column to the left.
    pub fn lines(&self) -> Vec<TextLine> {
        let width = |section: &Section| section.title.text.chars().count();
        let column = self.sections.iter().map(width).max().unwrap_or(0);
        let mut all = vec![];
        for section in &self.sections {
            let TextSpan { text, tone } = &section.title;
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

/// How a game looks in characters. All of it is optional: `impl Show for YourGame {}` shows the view
/// as it goes over the wire.
pub trait Show: Game {
    /// The table as a viewer sees it, with the players' names by seat.
    fn board(view: &Self::View, _viewer: Viewer, _names: &[String]) -> Board {
        outline(&serde_json::to_value(view).unwrap_or_default())
    }

    /// What a prompt asks of the viewer, in a sentence. Default: the key of its message.
    fn question(prompt: &Prompt<Self::Action>, _view: &Self::View) -> String {
        question(&prompt.message)
    }

    /// What a choice means, for somebody who hesitates. None says nothing.
    fn detail(_action: &Self::Action) -> Option<String> {
        None
    }

    /// The game in a few lines, for somebody who has never played it.
    fn primer() -> &'static [&'static str] {
        &[]
    }

    /// What is said of an event that the viewer has heard. None says nothing.
    fn describe_event(event: &Self::Event, names: &[String]) -> Option<String> {
        Some(told(&serde_json::to_value(event).ok()?, names))
    }
}

/// The words of a key: `tiny.take_one` asks to take one.
fn question(key: &str) -> String {
    match key.split_once('.').map_or(key, |(_, rest)| rest) {
        "pick" => "It is your move.".to_owned(),
        rest => format!("Your move: {}", rest.replace(['_', '.'], " ")),
    }
}

/// What a seat is called, in the tone of the viewer's own seat where it is that.
pub fn name_of(names: &[String], seat: Seat, viewer: Viewer) -> TextSpan {
    let name = names.get(seat.at()).cloned().unwrap_or_else(|| seat.to_string());
    TextSpan::new(name, if viewer.is(seat) { Tone::Mine } else { Tone::Plain })
}

/// Any JSON as a board: a section for every field.
fn outline(view: &Value) -> Board {
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

/// JSON in a line, without its punctuation.
fn plain(value: &Value) -> String {
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

/// The fields that name a seat.
const SEATS: [&str; 7] = ["seat", "player", "by", "to", "from", "winner", "dealer"];

/// An event in words: who, its name, and what it carries.
fn told(event: &Value, names: &[String]) -> String {
    let (name, carried) = match event {
        Value::String(name) => return sentence(name),
        Value::Object(fields) if fields.len() == 1 => match fields.iter().next() {
            Some((name, carried)) => (name.as_str(), carried),
            None => return String::new(),
        },
        other => return plain(other),
    };
    let Value::Object(fields) = carried else {
        return format!("{} {}", sentence(name), plain(carried));
    };
    let seat = |key: &str, value: &Value| {
        let number = value.as_u64().filter(|_| SEATS.contains(&key))?;
        names.get(usize::try_from(number).ok()?)
    };
    let who = fields.iter().take(1).find_map(|(key, value)| seat(key, value));
    let rest = fields.iter().skip(usize::from(who.is_some())).filter(|(_, value)| !value.is_null());
    let rest = rest.map(|(key, value)| match seat(key, value) {
        Some(name) => format!("{key} {name}"),
        None => format!("{} {}", key.replace('_', " "), plain(value)),
    });
    let rest = rest.collect::<Vec<_>>().join(", ");
    let who = who.map_or_else(String::new, |who| format!("{who}: "));
    let what = if who.is_empty() { sentence(name) } else { name.replace('_', " ") };
    if rest.is_empty() { format!("{who}{what}") } else { format!("{who}{what} ({rest})") }
}

fn sentence(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cards_in_a_text_get_their_symbols_and_other_words_do_not() {
        let text = |written: &str| TextLine::of(written).to_string();
        assert_eq!(text("Play 10H, 7S#2 and AD."), "Play 10♥, 7♠ and A♦.");
        assert_eq!(text("1H H 11S JK1 PH é"), "1H H 11S JK1 PH é");
        let tones: Vec<Tone> = TextLine::of("7H 7S").0.iter().map(|span| span.tone).collect();
        assert_eq!(tones, [Tone::RedSuit, Tone::Plain, Tone::BlackSuit]);
    }

    #[test]
    fn a_question_without_words_is_asked_by_its_key() {
        assert_eq!(question("tiny.take_one"), "Your move: take one");
        assert_eq!(question("tiny.pick"), "It is your move.");
        assert_eq!(question("alone"), "Your move: alone");
    }

    #[test]
    fn titles_stand_in_a_column() {
        let mut board = Board::new();
        board.row("score", TextLine::of("7"));
        board.add(TextSpan::new("you", Tone::Mine), [TextLine::of("a"), TextLine::of("b")]);
        let lines: Vec<String> = board.lines().iter().map(TextLine::to_string).collect();
        assert_eq!(lines, ["score  7", "you    a", "       b"]);
    }

    #[test]
    fn events_are_told_with_names_and_without_what_is_hidden() {
        let names = ["You".to_owned(), "Bo".to_owned()];
        let said = |event| told(&event, &names);
        assert_eq!(said(json!("game_over")), "Game over");
        assert_eq!(
            said(json!({"drew": {"seat": 1, "card": null, "left": 3}})),
            "Bo: drew (left 3)"
        );
        assert_eq!(said(json!({"turned": {"card": "7H"}})), "Turned (card 7H)");
    }

    #[test]
    fn a_view_is_shown_field_by_field() {
        let view = json!({"score": 7, "hand": ["7H", "8S"], "players": [{"seat": 0}, {"seat": 1}]});
        let lines: Vec<String> = outline(&view).lines().iter().map(TextLine::to_string).collect();
        assert_eq!(lines, ["score    7", "hand     7♥ 8♠", "players  seat 0", "         seat 1"]);
    }
}
