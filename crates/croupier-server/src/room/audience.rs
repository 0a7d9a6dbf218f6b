//! Who looks at a room, and what each of them has been sent.
//!
//! Sockets of the same player, and all who only watch, see the same: a push is made once for them.

use std::hash::BuildHasher as _;
use std::sync::LazyLock;

use axum::extract::ws::Utf8Bytes;
use croupier_catalog::{AnyLogRecord, ViewParts};
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
    /// The number of the last push.
    v: u64,
    /// Hashes of the parts that they were sent last.
    sent: [u64; Part::ALL.len()],
}

/// What is sent again only if it has changed is told apart by a hash that nobody outside can foresee.
static HASH: LazyLock<foldhash::quality::RandomState> = LazyLock::new(Default::default);

/// What all viewers of a room share, and the texts that are written into again and again.
#[derive(Debug, Default)]
pub(super) struct Shared {
    parts: ViewParts,
    board: String,
    states: String,
    entry: String,
    /// Entries of the log, with commas between them.
    entries: String,
    /// The part `deal`.
    pub(super) deal: String,
    /// The part `replay`.
    pub(super) replay: String,
    /// The part `watchers`.
    pub(super) watchers: String,
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
        Self { player, board, sockets: vec![], v: 0, sent: [0; Part::ALL.len()] }
    }

    /// Sends what is new to everybody here.
    pub(super) fn push(
        &mut self,
        host: &RoomHost,
        shared: &mut Shared,
        news: &News,
        now: Millis,
        sockets: &mut Sockets,
    ) {
        if !self.sockets.iter().any(|it| sockets.is_up_to_date(*it)) {
            return; // What they miss is sent when somebody comes, or can take it again.
        }
        shared.write_entries(self.player, news.logs.iter().map(|it| &**it), 0);
        shared.write(host, self);
        let changed = self.changes(shared);
        let is_news = !shared.entries.is_empty() || !news.reactions.is_empty() || news.undone;
        if changed == PartSet::NONE && !is_news {
            return;
        }
        self.v += 1;
        let text = self.write(shared, changed, news, now);
        let next_entry = shared.parts.next_entry;
        for socket in &self.sockets {
            sockets.push(*socket, &text, next_entry);
        }
    }

    /// Sends somebody who has come everything, or what they have missed.
    pub(super) fn welcome(
        &mut self,
        host: &RoomHost,
        shared: &mut Shared,
        past: &mut dyn Iterator<Item = &dyn AnyLogRecord>,
        known: &Last,
        now: Millis,
    ) -> (Utf8Bytes, u64) {
        shared.write_entries(self.player, past, known.entry);
        shared.write(host, self);
        let changed = self.changes(shared);
        let knows_all = known.v == self.v && self.v > 0;
        if changed != PartSet::NONE || self.v == 0 {
            self.v += 1;
        }
        let parts = if knows_all { changed } else { self.all_parts() };
        let text = self.write(shared, parts, &News::default(), now);
        (text, shared.parts.next_entry)
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
    fn changes(&mut self, shared: &Shared) -> PartSet {
        let all = self.all_parts();
        let is_new = |part: &Part| {
            let hash = HASH.hash_one(shared.text(*part));
            std::mem::replace(&mut self.sent[*part as usize], hash) != hash
        };
        all.iter().filter(is_new).collect()
    }

    fn write(&self, shared: &Shared, parts: PartSet, news: &News, now: Millis) -> Utf8Bytes {
        let bytes = parts.iter().map(|part| shared.text(part).len()).sum::<usize>();
        let mut push = PushWriter::new(self.v, now, bytes + shared.entries.len());
        push.entries(&shared.entries);
        for part in parts.iter() {
            push.part(part, shared.text(part));
        }
        push.reactions(news.reactions.iter().map(String::as_str));
        if news.undone {
            push.undone();
        }
        push.finish().into()
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
        Self { replay, watchers, ..Self::default() }
    }

    /// Writes what everybody sees the same, before anybody is sent something.
    pub(super) fn prepare(&mut self, host: &RoomHost) {
        host.room().write_shared(&mut self.parts);
    }

    /// The room is another one from now on, although it has the same name.
    pub(super) fn forget(&mut self) {
        self.parts = ViewParts::default();
    }

    /// Writes what a player may read of the log, from this number on.
    fn write_entries<'a>(
        &mut self,
        player: Option<PlayerId>,
        logs: impl Iterator<Item = &'a dyn AnyLogRecord>,
        from: u64,
    ) {
        let Self { entry, entries, .. } = self;
        entries.clear();
        for log in logs {
            if log.write_entry(player, entry).is_some_and(|number| number >= from) {
                if !entries.is_empty() {
                    entries.push(',');
                }
                entries.push_str(entry);
            }
        }
    }

    fn write(&mut self, host: &RoomHost, audience: &Audience) {
        host.room().write_view(audience.player, &mut self.parts);
        host.room().write_states(audience.player, &mut self.states);
        if audience.board {
            let board = host.room().board(audience.player);
            self.board = serde_json::to_string(&board).unwrap_or_else(|_| "null".to_owned());
        }
    }

    fn text(&self, part: Part) -> &str {
        match part {
            Part::Table => &self.parts.table,
            Part::Players => &self.parts.players,
            Part::Settings => &self.parts.settings,
            Part::Options => &self.parts.options,
            Part::View => &self.parts.game,
            Part::Board => &self.board,
            Part::Prompt => &self.parts.prompt,
            Part::Offers => &self.parts.offers,
            Part::Commands => &self.parts.commands,
            Part::Waiting => &self.parts.waiting,
            Part::Watchers => &self.watchers,
            Part::States => &self.states,
            Part::Deal => &self.deal,
            Part::Replay => &self.replay,
        }
    }
}
