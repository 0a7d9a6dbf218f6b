//! A step of a scenario: its instant, what happens, and what must hold afterwards.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::Millis;
use crate::game::Error;

/// A step as it is written. All fields are optional. Time passes first, then at most one thing
/// happens, and then all expectations of the step must hold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// The instant of virtual time at which the step happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Millis>,
    /// How many milliseconds pass before the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<Millis>,
    /// Who acts. In a match a seat, `P1`, `P2`, … or (counted from 0) `player-0`, `player-1`, …; or
    /// `host`. In a room a person by name, or a bot by seat: `bot P2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// An action of the game, in its wire format.
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    pub action: Option<Value>,
    /// A command to the room, in its wire format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub say: Option<Value>,
    /// The person who loses the connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// Whether the program that runs the room is restarted.
    #[serde(skip_serializing_if = "is_false")]
    pub restarted: bool,
    /// The seed that deals the next match, as a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether the match, or the room with its match, is saved and loaded.
    #[serde(skip_serializing_if = "is_false")]
    pub save_and_load: bool,
    /// The expected refusal. A refused action or command must not change anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reject: Option<Refusal>,
    /// The viewers whose view must be byte-for-byte the same as before, and who are told nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unnoticed_by: Vec<String>,
    /// The expected position after the step.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub expect: Value,
    /// What viewers must see after the step, by viewer: a name as in `by`, or `public`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sees: BTreeMap<String, Value>,
    /// Words that must not occur in the view after the step nor in its log entries, by viewer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hides: BTreeMap<String, Vec<String>>,
    /// The log entries of the step, by reader and in order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub log: BTreeMap<String, Vec<Value>>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // Serde's signature.
fn is_false(value: &bool) -> bool {
    !value
}

/// An expected refusal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Refusal {
    /// Only the code is compared.
    Code(String),
    /// The code, and the other fields that are given.
    Full(FullRefusal),
}

/// A refusal with more than its code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullRefusal {
    /// The code for programs.
    pub code: String,
    /// The sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Data for programs. Only the fields that are given are compared; `null` means that there is
    /// none.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

/// A value that is written down, even if it is `null`.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

impl Refusal {
    /// The differences between a refusal and this one, in sentences.
    pub(super) fn differences(&self, refused: &Error) -> Vec<String> {
        let (code, message, details) = match self {
            Self::Code(code) => (code, None, None),
            Self::Full(full) => (&full.code, full.message.as_ref(), full.details.as_ref()),
        };
        if refused.code != *code {
            return vec![format!("refused with {} ({refused}), not {code}", refused.code)];
        }
        let mut list = vec![];
        if let Some(message) = message.filter(|message| refused.message != **message) {
            list.push(format!("refused with {:?}, not {message:?}", refused.message));
        }
        let found = refused.details.as_deref().unwrap_or(&Value::Null);
        let inner = details.map(|details| super::compare::differences(details, found));
        list.extend(inner.into_iter().flatten().map(|why| format!("details: {why}")));
        list
    }

    pub(super) fn code(&self) -> &str {
        match self {
            Self::Code(code) => code,
            Self::Full(full) => &full.code,
        }
    }
}

/// What happens in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StepKind<'s> {
    /// Only time passes.
    Nothing,
    Do {
        by: &'s str,
        action: &'s Value,
    },
    Say {
        by: &'s str,
        command: &'s Value,
    },
    Lost(&'s str),
    Restarted,
    Seed(u64),
    SaveAndLoad,
}

impl StepKind<'_> {
    /// Whether the step is possible only in a room.
    pub(super) fn is_of_room(self) -> bool {
        matches!(self, Self::Say { .. } | Self::Lost(_) | Self::Restarted | Self::Seed(_))
    }
}

impl Step {
    /// The one thing that happens in the step, or what is wrong with the step.
    pub(super) fn kind(&self) -> Result<StepKind<'_>, &'static str> {
        let acts = match (&self.by, &self.action, &self.say) {
            (Some(by), Some(action), None) => Some(StepKind::Do { by, action }),
            (Some(by), None, Some(command)) => Some(StepKind::Say { by, command }),
            (None, None, None) => None,
            _ => return Err("`by` goes with one of `do` and `say`"),
        };
        let others = [
            self.lost.as_deref().map(StepKind::Lost),
            self.seed.map(StepKind::Seed),
            self.restarted.then_some(StepKind::Restarted),
            self.save_and_load.then_some(StepKind::SaveAndLoad),
        ];
        let mut kinds = acts.into_iter().chain(others.into_iter().flatten());
        let kind = kinds.next().unwrap_or(StepKind::Nothing);
        if kinds.next().is_some() {
            return Err("a step can do only one thing");
        }
        if self.at.is_some() && self.wait_ms.is_some() {
            return Err("a step has `at` or `wait_ms`, not both");
        }
        if self.reject.is_some() && matches!(kind, StepKind::Nothing | StepKind::SaveAndLoad) {
            return Err("`reject` needs something that can be refused");
        }
        if !self.unnoticed_by.is_empty() && kind == StepKind::Nothing {
            return Err("`unnoticed_by` needs something that can be noticed");
        }
        if *self == Self::default() {
            return Err("it is empty");
        }
        Ok(kind)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::ErrorKind;

    fn step(step: Value) -> Step {
        Step::deserialize(step).unwrap()
    }

    #[test]
    fn one_thing_happens_in_a_step() {
        let tap = json!("tap");
        assert_eq!(
            step(json!({"at": 5, "by": "P1", "do": "tap"})).kind(),
            Ok(StepKind::Do { by: "P1", action: &tap })
        );
        assert_eq!(step(json!({"wait_ms": 5})).kind(), Ok(StepKind::Nothing));
        for wrong in [
            json!({}),
            json!({"by": "P1"}),
            json!({"do": "tap"}),
            json!({"by": "P1", "do": null}),
            json!({"by": "Ann", "do": "tap", "say": "leave"}),
            json!({"by": "Ann", "say": "leave", "lost": "Ann"}),
            json!({"wait_ms": 5, "reject": "no"}),
            json!({"wait_ms": 5, "at": 5}),
            json!({"wait_ms": 5, "unnoticed_by": ["public"]}),
        ] {
            assert!(step(wrong.clone()).kind().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_refusal_is_compared_as_far_as_it_is_named() {
        let refused = Error::new(ErrorKind::IllegalAction, "rank_mismatch", "the ranks differ")
            .with(json!({"meld": 1, "rank": "K"}));
        let why = |reject| step(json!({"reject": reject})).reject.unwrap().differences(&refused);
        assert!(why(json!("rank_mismatch")).is_empty());
        assert!(why(json!({"code": "rank_mismatch", "details": {"meld": 1}})).is_empty());
        assert_eq!(
            why(json!({"code": "rank_mismatch", "details": null})),
            [r#"details: it is {"meld":1,"rank":"K"}, not null"#]
        );
        assert_eq!(
            why(json!("paused")),
            ["refused with rank_mismatch (the ranks differ), not paused"]
        );
        assert_eq!(
            why(json!({"code": "rank_mismatch", "message": "no", "details": {"suit": null}})),
            [
                r#"refused with "the ranks differ", not "no""#,
                "details: there is no suit, which should be null"
            ]
        );
    }
}
