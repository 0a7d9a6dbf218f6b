//! Events, and how their names are mapped to the dense kinds that a chart needs.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use croupier_chart::define::{Trigger, TriggerKind};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::document::Document;

/// The maximum number of kinds in one document; the corpus needs far fewer.
pub const MAX_KINDS: usize = 64;

/// The processor that carries events between sessions.
pub const SCXML_PROCESSOR: &str = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";

/// Where an event came from, as reported by `_event.type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// Raised by the document.
    Internal,
    /// Sent by a session.
    External,
    /// Raised by the processor itself.
    Platform,
}

impl Class {
    /// The word scripts see.
    pub fn word(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::External => "external",
            Self::Platform => "platform",
        }
    }
}

/// An event as it travels between sessions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Its full name.
    pub name: String,
    /// Where it came from.
    pub class: Class,
    /// What it carries.
    pub data: Data,
    /// The id its sender gave it.
    pub send_id: Option<String>,
    /// Where to send an answer.
    pub origin: Option<String>,
    /// The event processor for an answer.
    pub origin_type: Option<String>,
    /// The invocation whose session sent it.
    pub invoke_id: Option<String>,
}

impl Event {
    /// An event with a name and nothing else.
    pub fn new(name: impl Into<String>, class: Class) -> Self {
        Self {
            name: name.into(),
            class,
            data: Data::Undefined,
            send_id: None,
            origin: None,
            origin_type: None,
            invoke_id: None,
        }
    }

    /// The same with data.
    pub fn with(mut self, data: Data) -> Self {
        self.data = data;
        self
    }
}

/// An event that has reached a session: the trigger of its chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arrival {
    /// The kind of its name in this document.
    pub kind: Kind,
    /// Distinguishes equal events, so that `_event` stays one object while it is handled.
    pub serial: u64,
    /// The event itself.
    pub event: Event,
}

/// A class of event names that the transitions of one document cannot distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind(u8);

impl Kind {
    /// Names that only a wildcard matches.
    pub const OTHER: Self = Self(0);
}

static KINDS: LazyLock<Vec<Kind>> =
    LazyLock::new(|| (0..=u8::MAX).take(MAX_KINDS).map(Kind).collect());
static NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..MAX_KINDS).map(|index| format!("kind {index}")).collect());

impl TriggerKind for Kind {
    fn all() -> &'static [Self] {
        &KINDS
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn name(self) -> &'static str {
        &NAMES[self.index()]
    }
}

impl Trigger for Arrival {
    type Kind = Kind;

    fn kind(&self) -> Kind {
        self.kind
    }
}

/// The event descriptors of one document.
///
/// Which descriptors match a name is decided by the longest of them that is a prefix of it, so one
/// kind per descriptor covers all possible names.
#[derive(Debug)]
pub struct Vocabulary {
    stems: Vec<String>,
}

/// A document with more event descriptors than [`MAX_KINDS`].
#[derive(Debug, thiserror::Error)]
#[error("{0} event descriptors are more than the loader has room for")]
pub struct TooManyEventsError(usize);

impl Vocabulary {
    /// Collects the descriptors of a document.
    pub fn of(document: &Document) -> Result<Self, TooManyEventsError> {
        let transitions = document.states.iter().flat_map(|state| &state.transitions);
        let descriptors = transitions.filter_map(|transition| transition.events.as_ref()).flatten();
        let stems: BTreeSet<&str> = descriptors.filter_map(|descriptor| stem(descriptor)).collect();
        if stems.len() >= MAX_KINDS {
            return Err(TooManyEventsError(stems.len()));
        }
        Ok(Self { stems: stems.into_iter().map(Into::into).collect() })
    }

    fn kinds(&self) -> impl Iterator<Item = (Kind, &str)> {
        (1..).map(Kind).zip(self.stems.iter().map(String::as_str))
    }

    /// The kind of an event of this name.
    pub fn kind(&self, name: &str) -> Kind {
        let matching = self.kinds().filter(|(_, stem)| covers(stem, name));
        matching.max_by_key(|(_, stem)| stem.len()).map_or(Kind::OTHER, |(kind, _)| kind)
    }

    /// The kinds that a transition with these descriptors reacts to; `None` means all of them.
    pub fn matching(&self, descriptors: &[String]) -> Option<Vec<Kind>> {
        let stems: Option<Vec<&str>> =
            descriptors.iter().map(|descriptor| stem(descriptor)).collect();
        let stems = stems?;
        let matches = |name: &str| stems.iter().any(|stem| covers(stem, name));
        Some(self.kinds().filter(|(_, name)| matches(name)).map(|(kind, _)| kind).collect())
    }
}

/// A descriptor without its trailing wildcard; `None` for the bare wildcard.
fn stem(descriptor: &str) -> Option<&str> {
    let stem = descriptor.strip_suffix('*').unwrap_or(descriptor);
    let stem = stem.strip_suffix('.').unwrap_or(stem);
    (!stem.is_empty()).then_some(stem)
}

/// Whether `name` is `stem`, or `stem` followed by a dot and more.
fn covers(stem: &str, name: &str) -> bool {
    name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_match_whole_words_only() {
        assert!(covers("error", "error.execution") && covers("a", "a"));
        assert!(!covers("error", "errors.mine") && !covers("a.b", "a"));
        assert_eq!((stem("a.*"), stem("a."), stem("*")), (Some("a"), Some("a"), None));
    }

    #[test]
    fn the_longest_stem_decides() {
        let words = Vocabulary { stems: vec!["a".into(), "a.b".into(), "c".into()] };
        assert_eq!(words.kind("a.b.x"), Kind(2));
        assert_eq!(words.kind("a.x"), Kind(1));
        assert_eq!(words.kind("x"), Kind::OTHER);
        assert_eq!(words.matching(&["a".into()]), Some(vec![Kind(1), Kind(2)]));
        assert_eq!(words.matching(&["c".into(), "*".into()]), None);
    }
}
