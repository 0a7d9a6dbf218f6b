//! The parts of the server's messages that a player reads. The rest is skipped, to keep the load
//! generator cheap.

use croupier_kit::room::Phase;
use croupier_proto::{Bye, Refusal, Welcome};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Received<'a> {
    Welcome(Welcome),
    #[serde(borrow)]
    Push(ReceivedPush<'a>),
    Answer(ReceivedAnswer),
    Bye(Bye),
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedPush<'a> {
    pub(super) v: u64,
    #[serde(default)]
    pub(super) entries: Vec<ReceivedEntry>,
    pub(super) table: Option<ReceivedTable>,
    #[serde(borrow, default, deserialize_with = "given")]
    pub(super) prompt: Option<&'a RawValue>,
    pub(super) commands: Option<Vec<ReceivedCommand>>,
    #[serde(default)]
    pub(super) replay: Option<ReceivedReplay>,
}

/// What was written, including null.
fn given<'de: 'a, 'a, D: Deserializer<'de>>(reader: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(reader).map(Some)
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedEntry {
    pub(super) number: u64,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct ReceivedTable {
    pub(super) phase: Phase,
    pub(super) game_no: u32,
    pub(super) seat: Option<u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedCommand {
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedReplay {
    pub(super) link: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedAnswer {
    pub(super) n: u64,
    pub(super) error: Option<Refusal>,
}

/// A prompt, as far as needed to answer it somehow.
#[derive(Debug, Deserialize)]
pub(super) struct ReceivedPrompt<'a> {
    pub(super) id: u64,
    #[serde(borrow, default)]
    pub(super) choices: Vec<ReceivedChoice<'a>>,
    #[serde(borrow, default)]
    pub(super) forms: Vec<ReceivedForm<'a>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedChoice<'a> {
    #[serde(borrow)]
    pub(super) action: &'a RawValue,
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedForm<'a> {
    #[serde(borrow, default)]
    pub(super) suggestions: Vec<ReceivedSuggestion<'a>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ReceivedSuggestion<'a> {
    #[serde(borrow)]
    pub(super) groups: &'a RawValue,
}

impl ReceivedPrompt<'_> {
    /// How many answers are known.
    pub(super) fn answers(&self) -> usize {
        self.choices.len() + self.forms.iter().map(|it| it.suggestions.len()).sum::<usize>()
    }

    /// The command that gives one of them.
    pub(super) fn command(&self, which: usize) -> Option<String> {
        let id = self.id;
        if let Some(choice) = self.choices.get(which) {
            return Some(format!(r#"{{"act":{{"action":{},"prompt":{id}}}}}"#, choice.action));
        }
        let forms = self.forms.iter().enumerate();
        let mut all = forms.flat_map(|(form, it)| it.suggestions.iter().map(move |it| (form, it)));
        let (form, filled) = all.nth(which - self.choices.len())?;
        let groups = filled.groups;
        Some(format!(
            r#"{{"fill":{{"filled":{{"form":{form},"groups":{groups}}},"prompt":{id}}}}}"#
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_no_question_and_nothing_is_the_same_as_before() {
        let push = |text| match serde_json::from_str(text).unwrap() {
            Received::Push(push) => push,
            other => panic!("{other:?}"),
        };
        let none = push(r#"{"push":{"v":1,"now":2,"prompt":null,"view":{"a":[1]}}}"#);
        assert_eq!(none.prompt.map(RawValue::get), Some("null"));
        assert!(push(r#"{"push":{"v":1,"now":2}}"#).prompt.is_none());
    }

    #[test]
    fn every_known_answer_can_be_given() {
        let text = r#"{"id":7,"choices":[{"action":{"play":"7H"},"label":[]}],
            "forms":[{"suggestions":[]},{"suggestions":[{"groups":[[0,1]]}]}]}"#;
        let prompt: ReceivedPrompt<'_> = serde_json::from_str(text).unwrap();
        assert_eq!(prompt.answers(), 2);
        assert_eq!(prompt.command(0).unwrap(), r#"{"act":{"action":{"play":"7H"},"prompt":7}}"#);
        let filled = r#"{"fill":{"filled":{"form":1,"groups":[[0,1]]},"prompt":7}}"#;
        assert_eq!(prompt.command(1).unwrap(), filled);
        assert_eq!(prompt.command(2), None);
    }
}
