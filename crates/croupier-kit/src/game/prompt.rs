//! What a seat is being asked, as data.
//!
//! A client that only understands prompts can play every game: it shows the sentence, lets the
//! person pick a choice or fill in a form, and sends the answer.

use std::iter;

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::game::{Form, Piece};
use crate::text::TextLine;

/// A question to a seat. The answer is one of the choices or a filled-in form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prompt<A> {
    /// The id of the question. An answer repeats it, so that a late answer to an earlier question
    /// is recognised.
    pub id: u64,
    /// A stable key of the question, for programs.
    pub message: String,
    /// The question in words, for people.
    pub sentence: TextLine,
    /// The actions to choose from.
    pub choices: Vec<Choice<A>>,
    /// Whether the seat may decline.
    pub may_decline: bool,
    /// When the match answers for the seat; `null` if it does not.
    pub deadline: Option<Millis>,
    /// Answers that the player can assemble. They are not repeated among the choices.
    #[serde(default = "Vec::<Form>::new", skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
}

impl<A> Prompt<A> {
    /// The maximum size of a prompt as JSON, in bytes. The conformance suite checks it for every
    /// game, so that a server can push prompts with every view.
    pub const MAX_BYTES: usize = 16 * 1024;

    /// The maximum total size of explanations, in bytes. A prompt with more gets none.
    const MAX_DETAIL: usize = 4 * 1024;

    /// Drops all explanations if there are too many: nobody reads forty cards one by one, and the
    /// prompt has to stay [small](Self::MAX_BYTES).
    pub(crate) fn shorten(&mut self) {
        let details = self.choices.iter().filter_map(|choice| choice.detail.as_ref());
        let bytes: usize = details.flat_map(|detail| &detail.0).map(|span| span.text.len()).sum();
        if bytes > Self::MAX_DETAIL {
            self.choices.iter_mut().for_each(|choice| choice.detail = None);
        }
    }

    /// Creates a prompt with these choices. The match assigns the id.
    pub fn new(
        message: impl Into<String>,
        sentence: TextLine,
        choices: impl IntoIterator<Item = Choice<A>>,
    ) -> Self {
        Self {
            id: 0,
            message: message.into(),
            sentence,
            choices: choices.into_iter().collect(),
            may_decline: false,
            deadline: None,
            forms: vec![],
        }
    }

    /// Adds a form as another way to answer.
    #[must_use]
    pub fn with_form(mut self, form: Form) -> Self {
        self.forms.push(form);
        self
    }

    /// Converts the actions, for example to JSON.
    pub fn map<B>(self, mut action: impl FnMut(A) -> B) -> Prompt<B> {
        let Self { id, message, sentence, choices, may_decline, deadline, forms } = self;
        let choices = choices.into_iter().map(|choice| choice.map(&mut action)).collect();
        Prompt { id, message, sentence, choices, may_decline, deadline, forms }
    }

    /// All texts of the prompt.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &TextLine> {
        let choices = self.choices.iter().flat_map(|it| iter::once(&it.label).chain(&it.detail));
        let forms = self.forms.iter().flat_map(|form| {
            let pieces = form.pieces.iter().map(|piece| &piece.label);
            pieces.chain(form.suggestions.iter().map(|it| &it.label))
        });
        iter::once(&self.sentence).chain(choices).chain(forms)
    }

    /// Inserts the names of the players, which games do not know.
    #[must_use]
    pub fn with_names(mut self, names: &[String]) -> Self {
        self.sentence.name_seats(names);
        for choice in &mut self.choices {
            choice.name_seats(names);
        }
        for form in &mut self.forms {
            form.pieces.iter_mut().for_each(|piece| piece.label.name_seats(names));
            form.suggestions.iter_mut().for_each(|it| it.label.name_seats(names));
        }
        self
    }
}

/// One choice of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice<A> {
    /// What to write on the button, in a few words.
    pub label: TextLine,
    /// A longer explanation of what the choice means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<TextLine>,
    /// The pieces that the choice is about. A client can offer the choice on them.
    #[serde(default = "Vec::<Piece>::new", skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// The action to send.
    pub action: A,
}

impl<A> Choice<A> {
    /// Creates a choice. It is about the pieces that the label names.
    pub fn new(label: TextLine, action: A) -> Self {
        let mut choice = Self { label: TextLine::new(), detail: None, pieces: vec![], action };
        for piece in label.pieces() {
            choice.add(piece.clone());
        }
        choice.label = label;
        choice
    }

    /// Adds pieces that the choice is about.
    #[must_use]
    pub fn about(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        pieces.into_iter().for_each(|piece| self.add(piece));
        self
    }

    /// Adds a longer explanation.
    #[must_use]
    pub fn explained(mut self, detail: TextLine) -> Self {
        self.detail = Some(detail);
        self
    }

    /// The same choice with another type of action, such as JSON.
    pub fn map<B>(self, action: impl FnOnce(A) -> B) -> Choice<B> {
        let Self { label, detail, pieces, action: before } = self;
        Choice { label, detail, pieces, action: action(before) }
    }

    /// Inserts the names of the players, which games do not know.
    pub fn name_seats(&mut self, names: &[String]) {
        self.label.name_seats(names);
        self.detail.iter_mut().for_each(|detail| detail.name_seats(names));
    }

    fn add(&mut self, piece: Piece) {
        if !self.pieces.contains(&piece) {
            self.pieces.push(piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::{PileId, Seat};

    #[test]
    fn a_choice_is_about_what_its_label_names_and_what_is_added() {
        let label = TextLine::of("Play 7H on 7S or 7H");
        let discard = Piece::Pile(PileId::shared("discard"));
        let choice = Choice::new(label, 1).about([discard.clone(), Piece::card("7S")]);
        assert_eq!(choice.pieces, [Piece::card("7H"), Piece::card("7S"), discard]);
    }

    #[test]
    fn a_prompt_is_short_on_the_wire_and_names_players_when_it_is_told_them() {
        let label = TextLine::of("Slay 7H of").text(" ").seat(Seat(1));
        let prompt = Prompt::new("game.slay", TextLine::of("Whom?"), [Choice::new(label, 3)]);
        let prompt = prompt.with_names(&["Ada".to_owned(), "Bo".to_owned()]);
        let written = json!({
            "id": 0,
            "message": "game.slay",
            "sentence": ["Whom?"],
            "choices": [{
                "label": ["Slay ", {"card": "7H"}, " of ", {"text": "Bo", "seat": 1}],
                "pieces": [{"card": "7H"}, {"seat": 1}],
                "action": 3,
            }],
            "may_decline": false,
            "deadline": null,
        });
        assert_eq!(serde_json::to_value(&prompt).unwrap(), written);
        assert_eq!(serde_json::from_value::<Prompt<u8>>(written).unwrap(), prompt);
        assert_eq!(prompt.choices[0].label.to_string(), "Slay 7♥ of Bo");
    }
}
