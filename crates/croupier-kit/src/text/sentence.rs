//! Sentences about what happened, addressed to a reader.

use std::fmt;

use crate::cards::Private;
use crate::game::{Piece, Seat, SeatSet, Viewer};
use crate::text::{TextLine, TextSpan, Tone};
use compact_str::{CompactString, ToCompactString as _, format_compact};

/// Builds a sentence for one viewer: the viewer is "you", others are called by their names. Parts
/// are joined with spaces.
///
/// ```
/// use croupier_kit::cards::Card;
/// use croupier_kit::game::{Seat, Viewer};
/// use croupier_kit::text::Sentence;
///
/// let names = ["Ada".to_owned(), "Bo".to_owned()];
/// let card: Card = "7H".parse()?;
/// let told = |viewer| {
///     let say = Sentence::new(viewer, &names);
///     say.does(Seat(0), "take").card(card).text("from").whose(Seat(1), "hand").done().to_string()
/// };
/// assert_eq!(told(Viewer::Seat(Seat(0))), "You take 7♥ from Bo's hand");
/// assert_eq!(told(Viewer::Seat(Seat(1))), "Ada takes 7♥ from your hand");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sentence<'a> {
    viewer: Viewer,
    names: &'a [String],
    line: TextLine,
}

impl<'a> Sentence<'a> {
    /// An empty sentence for this viewer, with the players' names by seat.
    pub fn new(viewer: Viewer, names: &'a [String]) -> Self {
        Self { viewer, names, line: TextLine::new() }
    }

    /// A player and a verb: "You play", "Ada plays". Give the verb in the form that follows "you";
    /// of several words, the first is the verb: "lay down".
    #[must_use]
    pub fn does(self, seat: Seat, verb: &str) -> Self {
        let verb = if self.viewer.is(seat) { verb.to_owned() } else { third_person(verb) };
        self.who(seat).text(&verb)
    }

    /// A player: "you", "Ada".
    #[must_use]
    pub fn who(self, seat: Seat) -> Self {
        let word =
            if self.viewer.is(seat) { CompactString::const_new("you") } else { self.name(seat) };
        self.player(seat, word)
    }

    /// Something that belongs to a player: "your hand", "Ada's hand".
    #[must_use]
    pub fn whose(self, seat: Seat, thing: &str) -> Self {
        let word = if self.viewer.is(seat) {
            CompactString::const_new("your")
        } else {
            format_compact!("{}'s", self.name(seat))
        };
        self.player(seat, word).text(thing)
    }

    /// Something that belongs to a player who was named before: "your hand", "their hand".
    #[must_use]
    pub fn own(self, seat: Seat, thing: &str) -> Self {
        let word = if self.viewer.is(seat) { "your" } else { "their" };
        self.player(seat, CompactString::const_new(word)).text(thing)
    }

    /// Several players: "you, Bo and Cy".
    #[must_use]
    pub fn players(self, seats: SeatSet) -> Self {
        let last = seats.len().saturating_sub(1);
        seats.iter().enumerate().fold(self, |say, (at, seat)| match at {
            0 => say.who(seat),
            _ if at == last => say.text("and").who(seat),
            _ => say.text(",").who(seat),
        })
    }

    /// More words, unchanged.
    #[must_use]
    pub fn text(self, words: &str) -> Self {
        self.span(TextSpan::new(words, Tone::Plain))
    }

    /// A card by its code.
    #[must_use]
    pub fn card(self, card: impl fmt::Display) -> Self {
        self.span(TextSpan::card(card))
    }

    /// Cards, separated by spaces.
    #[must_use]
    pub fn cards<C: fmt::Display>(self, cards: impl IntoIterator<Item = C>) -> Self {
        cards.into_iter().fold(self, Self::card)
    }

    /// Cards that only some may see: the cards, or `words` if they are hidden.
    ///
    /// ```
    /// use croupier_kit::cards::Private;
    /// use croupier_kit::game::{Seat, Viewer};
    /// use croupier_kit::text::Sentence;
    ///
    /// let told = |cards: Private<[&str; 2]>| {
    ///     let say = Sentence::new(Viewer::Public, &[]).does(Seat(0), "pass");
    ///     say.cards_or(&cards, "two cards").done().to_string()
    /// };
    /// assert_eq!(told(Private::Known(["7H", "8S"])), "P1 passes 7♥ 8♠");
    /// assert_eq!(told(Private::Hidden), "P1 passes two cards");
    /// ```
    #[must_use]
    pub fn cards_or<C: fmt::Display, P: IntoIterator<Item = C> + Clone>(
        self,
        cards: &Private<P>,
        words: &str,
    ) -> Self {
        match cards.open() {
            Some(cards) => self.cards(cards.clone()),
            None => self.text(words),
        }
    }

    /// What each player gets: "13 for you, 3 for Ada".
    #[must_use]
    pub fn shares<T: fmt::Display>(self, shares: impl IntoIterator<Item = (Seat, T)>) -> Self {
        shares.into_iter().enumerate().fold(self, |say, (at, (seat, share))| {
            let say = if at == 0 { say } else { say.text(",") };
            say.text(&format!("{share} for")).who(seat)
        })
    }

    /// The spans of a line.
    #[must_use]
    pub fn line(mut self, line: TextLine) -> Self {
        let mut spans = line.0.into_iter();
        if let Some(first) = spans.next() {
            self = self.span(first);
        }
        spans.for_each(|span| self.line.push(span));
        self
    }

    /// A span of text, preceded by a space unless it begins with punctuation.
    #[must_use]
    pub fn span(mut self, mut span: TextSpan) -> Self {
        // A sentence begins with a capital letter, but names stay as their owners write them.
        if self.line.0.is_empty() && span.piece.is_none() {
            span.text = capitalised(&span.text);
        }
        let joins = span.text.starts_with([',', '.', ';', ':', ')', '?', '!']);
        if !self.line.0.is_empty() && !joins && !span.text.is_empty() {
            self.line.push(TextSpan::new(" ", Tone::Plain));
        }
        self.line.push(span);
        self
    }

    /// The sentence as it stands; nothing is added at its end.
    pub fn done(self) -> TextLine {
        self.line
    }

    fn name(&self, seat: Seat) -> CompactString {
        let name = self.names.get(seat.at());
        name.map_or_else(|| seat.to_compact_string(), |name| name.as_str().into())
    }

    fn player(self, seat: Seat, word: CompactString) -> Self {
        let is_mine = self.viewer.is(seat);
        let text = if is_mine && self.line.0.is_empty() { capitalised(&word) } else { word };
        let tone = if is_mine { Tone::Mine } else { Tone::Plain };
        self.span(TextSpan::new(text, tone).naming(Piece::Seat(seat)))
    }
}

/// The words with the first letter capitalised.
pub(super) fn capitalised(words: &str) -> CompactString {
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(CompactString::default, |first| first.to_uppercase().chain(letters).collect())
}

/// A verb in the third person: "play" becomes "plays", "lay down" becomes "lays down".
fn third_person(verb: &str) -> String {
    let (verb, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
    let verb = match verb {
        "have" => "has".to_owned(),
        "are" => "is".to_owned(),
        "cannot" | "may" | "must" | "can" => verb.to_owned(),
        _ if verb.ends_with(['s', 'x', 'z', 'o'])
            || verb.ends_with("ch")
            || verb.ends_with("sh") =>
        {
            format!("{verb}es")
        }
        _ => match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{verb}s"),
        },
    };
    verb + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_follow_names() {
        let verbs =
            ["play", "pass", "lay down", "try", "go out", "have", "are", "cannot play", "catch"];
        let said = verbs.map(third_person);
        let expected = [
            "plays",
            "passes",
            "lays down",
            "tries",
            "goes out",
            "has",
            "is",
            "cannot play",
            "catches",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn the_viewer_is_you_anywhere_in_the_sentence() {
        let names = ["Ada".to_owned()];
        let told = |viewer| {
            let say = Sentence::new(viewer, &names);
            let say = say.whose(Seat(0), "turn").text(":").does(Seat(1), "rob").who(Seat(0));
            say.text("(twice),").text("of").cards(["7H", "8H"]).done()
        };
        let said = |viewer| told(viewer).to_string();
        assert_eq!(said(Viewer::Public), "Ada's turn: P2 robs Ada (twice), of 7♥ 8♥");
        assert_eq!(said(Viewer::Seat(Seat(0))), "Your turn: P2 robs you (twice), of 7♥ 8♥");
        assert_eq!(said(Viewer::Seat(Seat(1))), "Ada's turn: you rob Ada (twice), of 7♥ 8♥");
        let spans = told(Viewer::Seat(Seat(0))).0;
        assert_eq!(spans[0], TextSpan::new("Your", Tone::Mine).naming(Piece::Seat(Seat(0))));
    }
    #[test]
    fn several_players_are_listed_and_sentences_begin_with_a_capital_letter() {
        let names = ["Ada", "Bo", "Cy"].map(str::to_owned);
        let say = |viewer| Sentence::new(viewer, &names);
        let me = Viewer::Seat(Seat(1));
        let listed = say(me).players(SeatSet::first(3)).text("win").done().to_string();
        assert_eq!(listed, "Ada, you and Cy win");
        let own = |viewer| say(viewer).does(Seat(1), "show").own(Seat(1), "hand").done();
        assert_eq!(own(me).to_string(), "You show your hand");
        assert_eq!(own(Viewer::Public).to_string(), "Bo shows their hand");
        assert_eq!(say(me).text("a card is turned up").done().to_string(), "A card is turned up");
        let shares = say(me).text("it costs").shares(Seat::first(2).zip([13, 3])).done();
        assert_eq!(shares.to_string(), "It costs 13 for Ada, 3 for you");
    }
}
