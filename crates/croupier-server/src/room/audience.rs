//! Who looks at a room, and what each of them has been sent.
//!
//! Sockets of the same player, and all who only watch, see the same: a push is made once for them.

use std::hash::BuildHasher as _;
use std::sync::LazyLock;

use axum::extract::ws::Utf8Bytes;
use croupier_catalog::{AnyLogRecord, SharedParts, ViewParts};
use croupier_kit::Millis;
use croupier_kit::room::PlayerId;
use croupier_proto::{Last, Part, PushWriter};

use super::host::RoomHost;
use super::sockets::{SocketId, Sockets};

/// Those who see the same.
#[derive(Debug)]
pub(super) struct Audience {
    pub(super) player: Option<PlayerId>,
    /// Whether they want the match as text too.
    pub(super) board: bool,
    pub(super) sockets: Vec<SocketId>,
    /// Where the numbers of their pushes begin: not where those of others do, so that a number also
    /// tells who was sent it.
    first: u64,
    /// The number of the last push.
    v: u64,
    /// Hashes of the parts that they were sent last.
    sent: [u64; Part::ALL.len()],
}

/// What is sent again only if it has changed is told apart by a hash that nobody outside can foresee.
static HASH: LazyLock<foldhash::quality::RandomState> = LazyLock::new(Default::default);

/// What all viewers of a room share.
#[derive(Debug)]
pub(super) struct Shared {
    parts: SharedParts,
    /// The part `deal`.
    pub(super) deal: String,
    /// The part `replay`.
    pub(super) replay: String,
    /// The part `watchers`.
    pub(super) watchers: String,
}

/// What pushes are made of, one audience after the other in the same memory. It lives as long as one
/// round of pushes: kept with the room, its texts would be most of what a table takes.
pub(super) struct Sight<'a> {
    host: &'a RoomHost,
    shared: &'a Shared,
    now: Millis,
    parts: ViewParts,
    board: String,
    states: String,
}

/// What has just happened in a room.
#[derive(Debug, Default)]
pub(super) struct News {
    pub(super) logs: Vec<Box<dyn AnyLogRecord>>,
    pub(super) reactions: Vec<String>,
    pub(super) undone: bool,
}

impl Audience {
    pub(super) fn new(player: Option<PlayerId>, board: bool) -> Self {
        let first = HASH.hash_one((player, board)) >> 32;
        Self { player, board, sockets: vec![], first, v: first, sent: [0; Part::ALL.len()] }
    }

    /// Whether they were sent a push of this number. Whoever was somebody else before, or did not want the
    /// match as text, knows numbers of others.
    pub(super) fn has_sent(&self, v: u64) -> bool {
        self.first < v && v <= self.v
    }

    /// Sends what is new to everybody here.
    pub(super) fn push(
        &mut self,
        sight: &mut Sight<'_>,
        entries: &str,
        news: &News,
        sockets: &mut Sockets,
    ) {
        if !self.sockets.iter().any(|it| sockets.is_up_to_date(*it)) {
            return; // What they miss is sent when somebody comes, or can take it again.
        }
        sight.write(self);
        let changed = self.changes(sight);
        let is_news = !entries.is_empty() || !news.reactions.is_empty() || news.undone;
        if changed == PartSet::NONE && !is_news {
            return;
        }
        self.v += 1;
        let text = self.write(sight, changed, entries, news);
        let next_entry = sight.parts.next_entry;
        for socket in &self.sockets {
            sockets.push(*socket, &text, next_entry);
        }
    }

    /// Sends somebody who has come everything, or what they have missed.
    pub(super) fn welcome(
        &mut self,
        sight: &mut Sight<'_>,
        past: &mut dyn Iterator<Item = &dyn AnyLogRecord>,
        known: &Last,
    ) -> (Utf8Bytes, u64) {
        let mut entries = [String::new()];
        write_entries(past, [self.player].into_iter(), known.entry, &mut entries);
        sight.write(self);
        let changed = self.changes(sight);
        let knows_all = known.v == self.v && self.has_sent(known.v);
        if changed != PartSet::NONE || self.v == self.first {
            self.v += 1;
        }
        let parts = if knows_all { changed } else { self.all_parts() };
        let text = self.write(sight, parts, &entries[0], &News::default());
        (text, sight.parts.next_entry)
    }

    fn all_parts(&self) -> PartSet {
        Part::ALL.into_iter().filter(|part| self.has(*part)).collect()
    }

    fn has(&self, part: Part) -> bool {
        match part {
            Part::Board => self.board,
            _ => true,
        }
    }

    /// The parts that are not what was sent last; they count as sent from now on.
    fn changes(&mut self, sight: &Sight<'_>) -> PartSet {
        let all = self.all_parts();
        let is_new = |part: &Part| {
            let hash = HASH.hash_one(sight.text(*part));
            std::mem::replace(&mut self.sent[*part as usize], hash) != hash
        };
        all.iter().filter(is_new).collect()
    }

    fn write(&self, sight: &Sight<'_>, parts: PartSet, entries: &str, news: &News) -> Utf8Bytes {
        let bytes = parts.iter().map(|part| sight.text(part).len()).sum::<usize>();
        let mut push = PushWriter::new(self.v, sight.now, bytes + entries.len());
        push.entries(entries);
        for part in parts.iter() {
            push.part(part, sight.text(part));
        }
        push.reactions(news.reactions.iter().map(String::as_str));
        if news.undone {
            push.undone();
        }
        push.finish().into()
    }
}

/// Writes what players may read of the log, from this number on, each into a text of their own.
pub(super) fn write_entries<'a>(
    logs: impl Iterator<Item = &'a dyn AnyLogRecord>,
    players: impl Iterator<Item = Option<PlayerId>> + Clone,
    from: u64,
    texts: &mut [String],
) {
    for log in logs {
        log.write_entries(&mut players.clone(), &mut |at, number, entry| {
            if number >= from
                && let Some(text) = texts.get_mut(at)
            {
                if !text.is_empty() {
                    text.push(',');
                }
                text.push_str(entry);
            }
        });
    }
}

/// Some of the parts of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PartSet(u16);

impl PartSet {
    const NONE: Self = Self(0);

    fn iter(self) -> impl Iterator<Item = Part> {
        Part::ALL.into_iter().filter(move |part| self.0 & (1 << *part as u16) != 0)
    }
}

impl FromIterator<Part> for PartSet {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        Self(parts.into_iter().fold(0, |set, part| set | 1 << part as u16))
    }
}

impl Shared {
    pub(super) fn new() -> Self {
        let (replay, watchers) = ("null".to_owned(), "0".to_owned());
        Self { parts: SharedParts::default(), deal: String::new(), replay, watchers }
    }

    /// Writes what everybody sees the same, before anybody is sent something.
    pub(super) fn prepare(&mut self, host: &RoomHost) {
        host.room().write_shared(&mut self.parts);
    }

    /// The room is another one from now on, although it has the same name.
    pub(super) fn forget(&mut self) {
        self.parts = SharedParts::default();
    }
}

impl<'a> Sight<'a> {
    pub(super) fn new(host: &'a RoomHost, shared: &'a Shared, now: Millis) -> Self {
        let (board, states) = (String::new(), String::new());
        Self { host, shared, now, parts: ViewParts::default(), board, states }
    }

    fn write(&mut self, audience: &Audience) {
        let room = self.host.room();
        room.write_view(audience.player, &mut self.parts);
        room.write_states(audience.player, &mut self.states);
        if audience.board {
            let board = room.board(audience.player);
            self.board = serde_json::to_string(&board).unwrap_or_else(|_| "null".to_owned());
        }
    }

    fn text(&self, part: Part) -> &str {
        match part {
            Part::Table => &self.parts.table,
            Part::Players => &self.shared.parts.players,
            Part::Settings => &self.shared.parts.settings,
            Part::Options => &self.shared.parts.options,
            Part::View => &self.parts.game,
            Part::Board => &self.board,
            Part::Prompt => &self.parts.prompt,
            Part::Offers => &self.parts.offers,
            Part::Commands => &self.parts.commands,
            Part::Waiting => &self.shared.parts.waiting,
            Part::Watchers => &self.shared.watchers,
            Part::States => &self.states,
            Part::Deal => &self.shared.deal,
            Part::Replay => &self.shared.replay,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_one_viewer_are_not_those_of_another() {
        let viewers = [None, Some(PlayerId(7)), Some(PlayerId(8))];
        let mut firsts: Vec<u64> = viewers
            .into_iter()
            .flat_map(|player| [false, true].map(|board| Audience::new(player, board).first))
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 6, "{firsts:?}");
        let mut audience = Audience::new(None, false);
        assert!(!audience.has_sent(audience.v), "nothing was sent yet");
        audience.v += 2;
        assert!(audience.has_sent(audience.v) && audience.has_sent(audience.v - 1));
        assert!(!audience.has_sent(audience.v + 1) && !audience.has_sent(audience.v - 2));
    }
}
