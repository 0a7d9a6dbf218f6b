//! Who views a room, and what they have been sent.
//!
//! All sockets of one player see the same, and so do all watchers: each push is built once for all
//! of them.

use std::cell::Cell;
use std::hash::BuildHasher as _;
use std::sync::LazyLock;

use croupier_catalog::{AnyLogRecord, OptionParts, SharedParts, ViewParts};
use croupier_kit::Millis;
use croupier_kit::room::PlayerId;
use croupier_proto::{Last, Part, PushWriter};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::host::RoomHost;
use super::sockets::{SocketId, Sockets};
use crate::random;

/// The sockets that see the same.
#[derive(Debug)]
pub(super) struct Audience {
    pub(super) player: Option<PlayerId>,
    /// Whether they also want the match as text.
    pub(super) board: bool,
    pub(super) sockets: Vec<SocketId>,
    /// Where the numbers of their pushes start. Every audience starts elsewhere, so that a number
    /// also shows to which audience a push was sent.
    first: u64,
    /// The number of the last push.
    v: u64,
    /// Hashes of the parts as last sent.
    sent: [u64; Part::ALL.len()],
}

/// Hashes decide which parts have changed, so outsiders must not be able to predict collisions.
static HASH: LazyLock<foldhash::quality::RandomState> = LazyLock::new(Default::default);

/// The data that is the same for all viewers of a room.
#[derive(Debug)]
pub(super) struct Shared {
    /// The version of the settings and options that were last written, and the hashes of both.
    options: Option<(u64, [u64; 2])>,
    /// The part `deal`.
    pub(super) deal: String,
    /// The part `replay`.
    pub(super) replay: String,
    /// The part `watchers`.
    pub(super) watchers: String,
}

/// Everything that one round of pushes is built from.
pub(super) struct Sight<'a> {
    host: &'a RoomHost,
    shared: &'a Shared,
    now: Millis,
    /// What hardly ever changes, written only if somebody needs it.
    options: Option<OptionParts>,
    texts: Texts,
}

/// Buffers that are reused from one audience to the next. One set per room would be most of the
/// memory of a table, and fresh ones would have to grow each time, so each thread keeps a set.
#[derive(Default)]
struct Texts {
    /// What is the same for everyone.
    everybody: SharedParts,
    parts: ViewParts,
    board: String,
    states: String,
}

thread_local! {
    static TEXTS: Cell<Option<Texts>> = const { Cell::new(None) };
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
        // Not derived from the viewer: what an audience of the same viewer was sent before this one
        // is no base for an incremental update.
        let first = u64::from(u32::from_le_bytes(random::bytes()));
        Self { player, board, sockets: vec![], first, v: first, sent: [0; Part::ALL.len()] }
    }

    /// Whether this audience was sent a push with this number. Numbers of other audiences, such as
    /// that of a socket before its player sat down, are outside this range.
    pub(super) fn has_sent(&self, v: u64) -> bool {
        self.first < v && v <= self.v
    }

    /// Sends what is new to all sockets of this audience.
    pub(super) fn push(
        &mut self,
        sight: &mut Sight<'_>,
        entries: &str,
        news: &News,
        sockets: &mut Sockets,
    ) {
        if !self.sockets.iter().any(|it| sockets.is_up_to_date(*it)) {
            return; // What they miss is sent when a socket joins, or can take pushes again.
        }
        sight.write(self);
        let changed = self.changes(sight);
        let is_news = !entries.is_empty() || !news.reactions.is_empty() || news.undone;
        if changed == PartSet::NONE && !is_news {
            return;
        }
        self.v += 1;
        let text = self.write(sight, changed, entries, news);
        let next_entry = sight.texts.parts.next_entry;
        for socket in &self.sockets {
            sockets.push(*socket, &text, next_entry);
        }
    }

    /// Builds the first push for a new socket: everything, or only what it has missed.
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
        (text, sight.texts.parts.next_entry)
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

    /// The parts that differ from what was last sent; from now on they count as sent.
    fn changes(&mut self, sight: &Sight<'_>) -> PartSet {
        let all = self.all_parts();
        let is_new = |part: &Part| {
            let hash = sight.hash(*part);
            std::mem::replace(&mut self.sent[*part as usize], hash) != hash
        };
        all.iter().filter(is_new).collect()
    }

    fn write(
        &self,
        sight: &mut Sight<'_>,
        parts: PartSet,
        entries: &str,
        news: &News,
    ) -> Utf8Bytes {
        if parts.has(Part::Settings) || parts.has(Part::Options) {
            sight.write_options();
        }
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

/// Writes the log entries from number `from` on, as each of these players may read them, into one
/// text per player.
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

/// A set of parts of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PartSet(u16);

impl PartSet {
    const NONE: Self = Self(0);

    fn has(self, part: Part) -> bool {
        self.0 & (1 << part as u16) != 0
    }

    fn iter(self) -> impl Iterator<Item = Part> {
        Part::ALL.into_iter().filter(move |part| self.has(*part))
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
        Self { options: None, deal: String::new(), replay, watchers }
    }

    /// Forgets the options: the room was rebuilt, and the same version may stand for others.
    pub(super) fn forget(&mut self) {
        self.options = None;
    }
}

impl<'a> Sight<'a> {
    pub(super) fn new(host: &'a RoomHost, shared: &'a mut Shared, now: Millis) -> Self {
        let mut texts = TEXTS.take().unwrap_or_default();
        host.room().write_shared(&mut texts.everybody);
        let number = host.room().options_no();
        let mut options = None;
        if shared.options.is_none_or(|(known, _)| known != number) {
            let OptionParts { settings, options, .. } = options.insert(written_options(host));
            let hashes = [settings, options].map(|text| HASH.hash_one(text.as_str()));
            shared.options = Some((number, hashes));
        }
        Self { host, shared, now, options, texts }
    }

    fn write_options(&mut self) {
        self.options.get_or_insert_with(|| written_options(self.host));
    }

    /// The hash by which a changed part is recognised.
    fn hash(&self, part: Part) -> u64 {
        match (part, self.shared.options) {
            (Part::Settings, Some((_, [settings, _]))) => settings,
            (Part::Options, Some((_, [_, options]))) => options,
            _ => HASH.hash_one(self.text(part)),
        }
    }

    fn write(&mut self, audience: &Audience) {
        let (room, texts) = (self.host.room(), &mut self.texts);
        room.write_view(audience.player, &mut texts.parts);
        room.write_states(audience.player, &mut texts.states);
        texts.board.clear();
        if audience.board {
            let board = room.board(audience.player);
            texts.board = serde_json::to_string(&board).unwrap_or_else(|_| "null".to_owned());
        }
    }

    fn text(&self, part: Part) -> &str {
        let Texts { everybody, parts, board, states } = &self.texts;
        match part {
            Part::Table => &parts.table,
            Part::Players => &everybody.players,
            Part::Settings => self.options.as_ref().map_or("null", |it| it.settings.as_str()),
            Part::Options => self.options.as_ref().map_or("null", |it| it.options.as_str()),
            Part::View => &parts.game,
            Part::Board => board,
            Part::Prompt => &parts.prompt,
            Part::Offers => &parts.offers,
            Part::Commands => &parts.commands,
            Part::Waiting => &everybody.waiting,
            Part::Watchers => &self.shared.watchers,
            Part::States => states,
            Part::Deal => &self.shared.deal,
            Part::Replay => &self.shared.replay,
        }
    }
}

impl Drop for Sight<'_> {
    fn drop(&mut self) {
        TEXTS.set(Some(std::mem::take(&mut self.texts)));
    }
}

fn written_options(host: &RoomHost) -> OptionParts {
    let mut parts = OptionParts::default();
    host.room().write_options(&mut parts);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_one_viewer_are_not_those_of_another() {
        // One of them comes back after its audience was dropped.
        let viewers = [None, Some(PlayerId(7)), Some(PlayerId(7))];
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
