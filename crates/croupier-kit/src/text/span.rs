//! Text that knows which pieces it names.

use std::fmt;

use compact_str::{CompactString, ToCompactString as _, format_compact};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};

use crate::game::{Piece, PileId, Seat};

/// The meaning of a piece of text, for its style. Terminals show tones as colours; plain text
/// ignores them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tone {
    /// Ordinary text: most of a sentence.
    #[default]
    Plain,
    /// What can be overlooked: labels, units, what is over.
    Quiet,
    /// What the eye should find first.
    Strong,
    /// Something of the viewer's own.
    Mine,
    /// A card of hearts or diamonds.
    RedSuit,
    /// A card of clubs or spades.
    BlackSuit,
    /// Something blue in the game.
    Blue,
    /// Something green in the game.
    Green,
    /// Something purple in the game.
    Purple,
    /// Something red in the game.
    Red,
    /// Something yellow in the game.
    Yellow,
    /// Good news for the reader.
    Good,
    /// Bad news for the reader.
    Bad,
}

/// A piece of text in one tone.
///
/// On the wire, plain text is a string. Everything else is an object with `text`, `tone` and the
/// piece that the text names: `{"text": "Ada", "seat": 1}`. A card of a standard deck is only
/// `{"card": "7H"}`, because its code determines how it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(from = "WrittenSpan")]
pub struct TextSpan {
    /// The text, for clients that draw characters.
    pub text: CompactString,
    /// How it is meant.
    pub tone: Tone,
    /// The piece that it names, for clients that draw pictures.
    pub piece: Option<Piece>,
}

impl TextSpan {
    /// A text without a piece.
    pub fn new(text: impl Into<CompactString>, tone: Tone) -> Self {
        Self { text: text.into(), tone, piece: None }
    }

    /// A card by its code: `10H`, and `10H#2` from a second pack, are shown as `10♥`; codes that
    /// are not from a standard deck are shown unchanged.
    pub fn card(card: impl fmt::Display) -> Self {
        let code = card.to_compact_string();
        let (text, tone) = symbols(&code).unwrap_or_else(|| (code.clone(), Tone::Plain));
        Self { text, tone, piece: Some(Piece::Card(code)) }
    }

    /// A player, shown as the number of the seat until the name is known.
    pub fn seat(seat: Seat) -> Self {
        Self { text: seat.to_compact_string(), tone: Tone::Plain, piece: Some(Piece::Seat(seat)) }
    }

    /// Sets the piece that the text names.
    #[must_use]
    pub fn naming(mut self, piece: Piece) -> Self {
        self.piece = Some(piece);
        self
    }

    /// Puts a mark in front of the text, such as that of the player whose turn it is.
    #[must_use]
    pub fn behind(mut self, mark: &str) -> Self {
        self.text.insert_str(0, mark);
        self
    }
}

/// The serialized form of a span.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSpan {
    Plain(CompactString),
    Rich {
        #[serde(default)]
        text: Option<CompactString>,
        #[serde(default)]
        tone: Option<Tone>,
        #[serde(flatten)]
        piece: Option<Piece>,
    },
}

/// Hand-written for speed: log sentences consist of spans, and make up most of a push.
impl Serialize for TextSpan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { text, tone, piece } = self;
        if *tone == Tone::Plain && piece.is_none() {
            return serializer.serialize_str(text);
        }
        let (usual_text, usual_tone) = match piece {
            Some(Piece::Card(code)) => match face(code) {
                Some((rank, suit, tone)) => (text.strip_prefix(rank) == Some(suit), tone),
                None => (text == code, Tone::Plain),
            },
            _ => (text.is_empty(), Tone::Plain),
        };
        let mut map = serializer.serialize_map(None)?;
        if !usual_text {
            map.serialize_entry("text", text)?;
        }
        if *tone != usual_tone {
            map.serialize_entry("tone", tone)?;
        }
        match piece {
            None => {}
            Some(Piece::Card(code)) => map.serialize_entry("card", code)?,
            Some(Piece::Pile(pile)) => map.serialize_entry("pile", pile)?,
            Some(Piece::Slot { pile, at }) => {
                map.serialize_entry("slot", &Slot { pile, at: *at })?;
            }
            Some(Piece::Seat(seat)) => map.serialize_entry("seat", seat)?,
            Some(Piece::Part(name)) => map.serialize_entry("part", name)?,
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Slot<'a> {
    pile: &'a PileId,
    at: usize,
}

impl From<WrittenSpan> for TextSpan {
    fn from(written: WrittenSpan) -> Self {
        match written {
            WrittenSpan::Plain(text) => Self::new(text, Tone::Plain),
            WrittenSpan::Rich { text, tone, piece } => {
                let usual = match &piece {
                    Some(Piece::Card(code)) => Self::card(code),
                    _ => Self::default(),
                };
                let (text, tone) = (text.unwrap_or(usual.text), tone.unwrap_or(usual.tone));
                Self { text, tone, piece }
            }
        }
    }
}

/// A line of text: a label, a sentence, a row of a board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TextLine(pub Vec<TextSpan>);

impl TextLine {
    /// An empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// A line in which codes such as `10H` become cards.
    pub fn of(text: &str) -> Self {
        Self::new().words(text, Tone::Plain)
    }

    /// Adds a span. Text is merged with the text before it if the tone is the same.
    #[must_use]
    pub fn span(mut self, span: TextSpan) -> Self {
        self.push(span);
        self
    }

    /// Adds a span.
    pub fn push(&mut self, span: TextSpan) {
        match self.0.last_mut() {
            _ if span.text.is_empty() => {}
            Some(last)
                if span.piece.is_none() && last.piece.is_none() && last.tone == span.tone =>
            {
                last.text.push_str(&span.text);
            }
            _ => self.0.push(span),
        }
    }

    /// Adds text unchanged.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.say(text, Tone::Plain)
    }

    /// Adds text in a tone, unchanged.
    #[must_use]
    pub fn say(self, text: impl Into<CompactString>, tone: Tone) -> Self {
        self.span(TextSpan::new(text, tone))
    }

    /// Adds text in which codes such as `10H` become cards.
    #[must_use]
    pub fn words(mut self, text: &str, tone: Tone) -> Self {
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                self.push(TextSpan::new(" ", tone));
            }
            let bare = word.trim_end_matches([',', '.', ';', ':', ')', '?']);
            if face(bare).is_some() {
                self.push(TextSpan::card(bare));
                self.push(TextSpan::new(&word[bare.len()..], tone));
            } else {
                self.push(TextSpan::new(word, tone));
            }
        }
        self
    }

    /// A card by its code.
    #[must_use]
    pub fn card(self, card: impl fmt::Display) -> Self {
        self.span(TextSpan::card(card))
    }

    /// A player, shown as the number of the seat until the name is known.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Self {
        self.span(TextSpan::seat(seat))
    }

    /// Cards, separated by spaces, or a dash if there are none.
    #[must_use]
    pub fn cards<C: fmt::Display>(mut self, cards: impl IntoIterator<Item = C>) -> Self {
        let begun = self.0.len();
        for card in cards {
            if self.0.len() > begun {
                self = self.text(" ");
            }
            self = self.card(card);
        }
        if self.0.len() == begun { self.say("–", Tone::Quiet) } else { self }
    }

    /// Adds all spans of another line.
    #[must_use]
    pub fn line(mut self, line: Self) -> Self {
        line.0.into_iter().for_each(|span| self.push(span));
        self
    }

    /// The pieces it names, in order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.0.iter().filter_map(|span| span.piece.as_ref())
    }

    /// Whether it names players.
    pub(crate) fn has_seats(&self) -> bool {
        self.pieces().any(|piece| matches!(piece, Piece::Seat(_)))
    }

    /// Replaces seat numbers by the players' names.
    pub fn name_seats(&mut self, names: &[String]) {
        for span in &mut self.0 {
            if let Some(Piece::Seat(seat)) = span.piece
                && let Some(name) = names.get(seat.at())
            {
                span.text.clear();
                span.text.push_str(name);
            }
        }
    }

    /// The text with cards as codes, for files and programs.
    pub fn codes(&self) -> String {
        fn written(span: &TextSpan) -> &str {
            match &span.piece {
                Some(Piece::Card(code)) if face(code).is_some() => code,
                _ => &span.text,
            }
        }
        self.0.iter().map(written).collect()
    }

    /// The number of characters.
    pub fn width(&self) -> usize {
        self.0.iter().map(|span| span.text.chars().count()).sum()
    }
}

impl From<&str> for TextLine {
    fn from(text: &str) -> Self {
        Self::of(text)
    }
}

impl fmt::Display for TextLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|span| f.write_str(&span.text))
    }
}

/// How a card of a standard deck is shown, if the code is one.
fn symbols(code: &str) -> Option<(CompactString, Tone)> {
    face(code).map(|(rank, suit, tone)| (format_compact!("{rank}{suit}"), tone))
}

/// The rank, symbol and tone of a card of a standard deck, if the code is one.
fn face(code: &str) -> Option<(&str, &'static str, Tone)> {
    let face = code.split_once('#').map_or(code, |(face, _)| face);
    let rank = face.get(..face.len().checked_sub(1)?)?;
    let known = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    if !known.contains(&rank) {
        return None;
    }
    let (suit, tone) = match face.as_bytes().last()? {
        b'H' => ("♥", Tone::RedSuit),
        b'D' => ("♦", Tone::RedSuit),
        b'C' => ("♣", Tone::BlackSuit),
        b'S' => ("♠", Tone::BlackSuit),
        _ => return None,
    };
    Some((rank, suit, tone))
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
        assert_eq!(TextLine::of("Play 10H, 7S#2.").codes(), "Play 10H, 7S#2.");
        let tones: Vec<Tone> = TextLine::of("7H 7S").0.iter().map(|span| span.tone).collect();
        assert_eq!(tones, [Tone::RedSuit, Tone::Plain, Tone::BlackSuit]);
    }

    #[test]
    fn lines_are_written_shortly_and_keep_the_codes_of_cards() {
        let line = TextLine::of("Play 7S#2 of")
            .text(" your hand ")
            .card("JK1")
            .say("now", Tone::Strong)
            .seat(Seat(2))
            .span(TextSpan::new("Oars", Tone::Red).naming(Piece::card("Oars")))
            .span(
                TextSpan::new("a 4", Tone::Plain)
                    .naming(Piece::Slot { pile: PileId::of(Seat(1), "score"), at: 3 }),
            );
        let written = json!([
            "Play ",
            {"card": "7S#2"},
            " of your hand ",
            {"card": "JK1"},
            {"text": "now", "tone": "strong"},
            {"text": "P3", "seat": 2},
            {"tone": "red", "card": "Oars"},
            {"text": "a 4", "slot": {"pile": {"name": "score", "owner": 1}, "at": 3}},
        ]);
        assert_eq!(serde_json::to_value(&line).unwrap(), written);
        assert_eq!(serde_json::from_value::<TextLine>(written).unwrap(), line);
    }

    #[test]
    fn a_line_without_cards_says_so_with_a_dash() {
        assert_eq!(TextLine::new().text("hand ").cards(["7H", "8H"]).to_string(), "hand 7♥ 8♥");
        assert_eq!(TextLine::new().text("hand ").cards(Vec::<u8>::new()).to_string(), "hand –");
    }
}
