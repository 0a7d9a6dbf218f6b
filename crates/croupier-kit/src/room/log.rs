//! The log of a room, as each reader sees it.
//!
//! Each reader has their own numbering. What a reader may not know leaves neither an entry nor a
//! gap in the numbers, so that nobody can tell that it happened.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Room;
use super::effect::RoomEffect;
use super::party::{PlayerId, Seating};
use super::vocabulary::Notice;
use crate::Millis;
use crate::game::{Game, Seat, Viewer};

/// What a log entry reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
#[non_exhaustive]
pub enum LogEvent<G: Game> {
    /// Something about the people in the room.
    Room(Notice),
    /// Something in the match.
    Game(G::Event),
}

/// An entry of the log, as one reader sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct Entry<G: Game> {
    /// This reader's number for the entry, without gaps. The numbers of a player start from the
    /// public's number at the time they sat down.
    pub number: u64,
    /// When it happened, in the room's time.
    pub at: Millis,
    /// What happened, as far as this reader may know.
    pub event: LogEvent<G>,
}

/// Something that happened, with its number for each reader.
#[derive(Debug, Clone, PartialEq)]
pub struct LogRecord<G: Game> {
    at: Millis,
    /// The full event, including hidden information.
    event: LogEvent<G>,
    /// The public's number; `None` if the public may not know.
    public: Option<u64>,
    readers: Box<[Reader]>,
    /// The names of the players when it happened, by seat.
    names: Arc<[String]>,
}

/// A person who had a seat when it happened. Bots have no reader: a client that presents a bot's id
/// reads what the public may read (MM-70).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reader {
    id: PlayerId,
    seat: Seat,
    /// `None` if this player may not know.
    number: Option<u64>,
}

impl<G: Game> LogRecord<G> {
    /// The names of the players when it happened, by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The viewer as which a player reads it. Someone without a seat reads it as the public.
    pub fn viewer(&self, player: Option<PlayerId>) -> Viewer {
        self.reader(player).map_or(Viewer::Public, |reader| Viewer::Seat(reader.seat))
    }

    /// What a seat of the match may know of it, without a number.
    #[cfg(any(test, doc, feature = "testing"))]
    pub(crate) fn shown_to(&self, viewer: Viewer) -> Option<LogEvent<G>> {
        match &self.event {
            LogEvent::Room(notice) => Some(LogEvent::Room(notice.clone())),
            LogEvent::Game(event) => G::event_for(event, viewer).map(LogEvent::Game),
        }
    }

    /// Whether everybody is told of it.
    pub(super) fn is_public(&self) -> bool {
        self.public.is_some()
    }

    fn reader(&self, player: Option<PlayerId>) -> Option<&Reader> {
        player.and_then(|id| self.readers.iter().find(|it| it.id == id))
    }

    /// When it happened, in the room's time.
    pub fn at(&self) -> Millis {
        self.at
    }

    /// A player's number for it and what they may know of it, or `None` if they may not know of it
    /// at all. Someone who had no seat reads what the public may.
    pub fn read_by(&self, player: Option<PlayerId>) -> Option<(u64, Cow<'_, LogEvent<G>>)> {
        let number = self.reader(player).map_or(self.public, |reader| reader.number)?;
        let event = match &self.event {
            room @ LogEvent::Room(_) => Cow::Borrowed(room),
            LogEvent::Game(event) => {
                Cow::Owned(LogEvent::Game(G::event_for(event, self.viewer(player))?))
            }
        };
        Some((number, event))
    }

    /// The entry as a player may read it, or `None` if they may not know of it at all.
    pub fn entry_for(&self, player: Option<PlayerId>) -> Option<Entry<G>> {
        let (number, event) = self.read_by(player)?;
        Some(Entry { number, at: self.at, event: event.into_owned() })
    }
}

impl<G: Game> Room<G> {
    /// Logs an event for every reader who may know of it. Each reads it as the seat that they had
    /// when it happened.
    pub(super) fn write(
        &mut self,
        event: LogEvent<G>,
        seating: &Seating,
        effects: &mut Vec<RoomEffect<G>>,
    ) {
        let at = self.now();
        let count = |viewer: Viewer, next: &mut u64| {
            let may_know = match &event {
                LogEvent::Room(_) => true,
                LogEvent::Game(event) => G::event_for(event, viewer).is_some(),
            };
            may_know.then(|| std::mem::replace(next, next.wrapping_add(1)))
        };
        let public = count(Viewer::Public, &mut self.party.next_entry);
        let reclaim = self.party.options.reclaim;
        let members = self.party.members.iter_mut();
        let readers: Box<[Reader]> = members
            .filter_map(|member| {
                let known = seating.seats.iter().find(|(id, _)| *id == member.id);
                let seat = known.map_or(member.seat, |(_, seat)| *seat);
                let number = count(Viewer::Seat(seat), &mut member.next_entry);
                member.reader(reclaim).map(|id| Reader { id, seat, number })
            })
            .collect();
        if public.is_some() || readers.iter().any(|reader| reader.number.is_some()) {
            let names = Arc::clone(&seating.names);
            effects.push(RoomEffect::Log(LogRecord { at, event, public, readers, names }));
        }
    }

    /// The number of a player's next entry; everything before it is in the view. For someone who
    /// has no seat and cannot return to one, the public's number.
    pub fn next_entry(&self, player: Option<PlayerId>) -> u64 {
        let reclaim = self.party.options.reclaim;
        let mut members = self.party.members.iter();
        let own = player.and_then(|id| members.find(|it| it.reader(reclaim) == Some(id)));
        own.map_or(self.party.next_entry, |it| it.next_entry)
    }
}
