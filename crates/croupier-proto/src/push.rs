//! Assembles pushes from parts that are JSON already, without parsing them.

use std::fmt::Write as _;

use croupier_kit::Millis;
use serde::Serialize;

/// A part of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
// Exhaustive: a server has to fill every part, and must not compile if one is missing.
pub enum Part {
    /// The phase of the room and other facts about it.
    Table,
    /// Everyone at the table.
    Players,
    /// The room's settings.
    Settings,
    /// The options of the game.
    Options,
    /// The match as the viewer sees it.
    View,
    /// The match as text.
    Board,
    /// What the viewer is asked.
    Prompt,
    /// What the viewer may do without being asked.
    Offers,
    /// Which commands are open.
    Commands,
    /// Whom the table waits for.
    Waiting,
    /// How many are watching.
    Watchers,
    /// The active states of the machines, as far as the viewer may know them.
    States,
    /// How the deals are made fair.
    Deal,
    /// The link to the match that has just ended.
    Replay,
}

impl Part {
    /// All parts, in the order in which they are written.
    pub const ALL: [Self; 14] = [
        Self::Table,
        Self::Players,
        Self::Settings,
        Self::Options,
        Self::View,
        Self::Board,
        Self::Prompt,
        Self::Offers,
        Self::Commands,
        Self::Waiting,
        Self::Watchers,
        Self::States,
        Self::Deal,
        Self::Replay,
    ];

    /// Its key in a push.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Players => "players",
            Self::Settings => "settings",
            Self::Options => "options",
            Self::View => "view",
            Self::Board => "board",
            Self::Prompt => "prompt",
            Self::Offers => "offers",
            Self::Commands => "commands",
            Self::Waiting => "waiting",
            Self::Watchers => "watchers",
            Self::States => "states",
            Self::Deal => "deal",
            Self::Replay => "replay",
        }
    }
}

/// About how much a push needs besides its parts: keys, numbers and brackets.
const ENVELOPE: usize = 256;

/// The JSON of a push, put together from parts that are JSON already.
#[derive(Debug)]
pub struct PushWriter(String);

impl PushWriter {
    /// Starts a push with this number and time, and reserves `bytes` for its parts.
    pub fn new(v: u64, now: Millis, bytes: usize) -> Self {
        let mut text = String::with_capacity(ENVELOPE + bytes);
        let _ = write!(text, "{{\"push\":{{\"v\":{v},\"now\":{}", now.0);
        Self(text)
    }

    /// Adds a part that is JSON already.
    pub fn part(&mut self, part: Part, json: &str) {
        self.raw(part.key(), json);
    }

    /// Adds log entries: JSON, separated by commas.
    pub fn entries(&mut self, entries: &str) {
        if !entries.is_empty() {
            self.raw("entries", "[");
            self.0.push_str(entries);
            self.0.push(']');
        }
    }

    /// Adds reactions, each of them JSON.
    pub fn reactions<'a>(&mut self, reactions: impl IntoIterator<Item = &'a str>) {
        self.list("reactions", reactions);
    }

    /// Notes that actions were taken back.
    pub fn undone(&mut self) {
        self.raw("undone", "true");
    }

    /// The finished message.
    pub fn finish(mut self) -> String {
        self.0.push_str("}}");
        self.0
    }

    fn raw(&mut self, key: &str, json: &str) {
        self.0.push_str(",\"");
        self.0.push_str(key);
        self.0.push_str("\":");
        self.0.push_str(json);
    }

    fn list<'a>(&mut self, key: &str, items: impl IntoIterator<Item = &'a str>) {
        let mut items = items.into_iter();
        let Some(first) = items.next() else { return };
        self.raw(key, "[");
        self.0.push_str(first);
        for item in items {
            self.0.push(',');
            self.0.push_str(item);
        }
        self.0.push(']');
    }
}

/// Any message as text. A failure to serialize would be a bug here, and gives `null`.
impl crate::ServerMessage {
    /// The message as it is sent.
    pub fn to_text(&self) -> String {
        to_text(self)
    }
}

fn to_text(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Push, ServerMessage};

    #[test]
    fn what_is_written_can_be_read() {
        let mut writer = PushWriter::new(3, Millis(77), 0);
        writer.entries(r#"{"number":1},{"number":2}"#);
        writer.part(Part::Prompt, "null");
        writer.part(Part::Watchers, "4");
        writer.reactions([]);
        writer.undone();
        let read: ServerMessage = serde_json::from_str(&writer.finish()).unwrap();
        let mut push = Push { v: 3, now: Millis(77), ..Push::default() };
        push.entries = vec![serde_json::json!({"number": 1}), serde_json::json!({"number": 2})];
        push.prompt = Some(serde_json::Value::Null);
        push.watchers = Some(4);
        push.undone = true;
        assert_eq!(read, ServerMessage::Push(Box::new(push)));
    }

    #[test]
    fn parts_are_numbered_in_the_order_of_the_list() {
        assert!(Part::ALL.iter().enumerate().all(|(at, part)| *part as usize == at));
    }
}
