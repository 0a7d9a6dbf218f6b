//! The people and bots in a room: the data that the room's charts work on.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::level::BotLevel;
use super::name;
use super::settings::RoomOptions;
use super::vocabulary::Notice;
use crate::Millis;
use crate::cards::Dice;
use crate::game::{MAX_SEATS, Outcome, Seat, SeatKind};

/// The number of a person or bot, unique in its room. The server assigns the numbers of people, and
/// knows which connections belong to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PlayerId(pub u32);

/// Everybody at the table, and what they have agreed on.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Party {
    /// The fewest and the most seats that the options of the next match allow (MM-4).
    pub(crate) limits: (usize, usize),
    pub(crate) options: RoomOptions,
    /// All members, in turn order.
    pub(crate) members: Vec<Member>,
    pub(crate) host: Option<PlayerId>,
    pub(crate) locked: bool,
    /// People who may not join again.
    pub(crate) banned: Vec<PlayerId>,
    /// People whose seats were given up for good (MM-68).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) gave_up: Vec<PlayerId>,
    /// The number of matches started so far.
    pub(crate) game_no: u32,
    /// How the last match ended, until the next one begins.
    pub(crate) result: Option<Outcome>,
    /// The time of the last activity of a person.
    #[serde(default, rename = "heard")]
    pub(crate) last_activity: Millis,
    /// When the results, the vote or the countdown end by themselves, for clients to show.
    pub(crate) ends: Option<Millis>,
    /// The number of the public's next log entry.
    pub(crate) next_entry: u64,
    /// For the names and delays of bots, never for cards.
    pub(crate) dice: Dice,
    /// Orders from the charts in this step, for the room to carry out.
    #[serde(skip)]
    pub(crate) outbox: Vec<Order>,
}

/// What the charts tell the room to do.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Order {
    /// Log this for the members who were seated when it happened.
    Log(Notice, Seating),
    /// Forward a reaction.
    React { seat: Seat, kind: String, value: String },
    /// Deal a match to the seated players.
    Deal,
    /// Remove the match, because the room returns to the lobby.
    ClearBoard,
    /// A seat of the match has a new controller, or its person has disconnected or returned.
    SeatChanged { seat: Seat },
    /// The room is closed.
    Close,
}

/// Who sat where when something happened. Seats may move before it is logged.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seating {
    /// The names of the players, by seat.
    pub(crate) names: Arc<[String]>,
    pub(crate) seats: Vec<(PlayerId, Seat)>,
}

/// A person or bot who is in the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Member {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
    /// The seat in the current match, or in the lobby.
    pub(crate) seat: Seat,
    pub(crate) controller: Controller,
    /// Whether this is a bot that everybody knows to be one (MM-87). Stand-ins are kept secret.
    pub(crate) invited: bool,
    pub(crate) ready: bool,
    pub(crate) vote: Option<bool>,
    pub(crate) wins: u32,
    pub(crate) losses: u32,
    /// The region of the chart that tracks the connection. Invited bots have none.
    pub(crate) slot: Option<u8>,
    /// Set only by that region.
    pub(crate) status: Status,
    /// How often the connection was lost, so that an old grace period cannot end a new one.
    pub(crate) epoch: u32,
    /// When the current or last grace period ends.
    pub(crate) away_until: Option<Millis>,
    /// The number of this player's next log entry.
    pub(crate) next_entry: u64,
    /// The person whose seat this stand-in has taken.
    pub(crate) absent: Option<Absent>,
    /// Since when the table has been waiting for this player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) asked: Option<Millis>,
    /// Who has voted to remove this player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) against: Vec<PlayerId>,
    /// When this player reacted, within the time window. Not saved (MM-73).
    #[serde(skip)]
    pub(crate) reacted: Vec<Millis>,
}

/// Who controls a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Controller {
    Person,
    Bot(BotLevel),
    /// The game plays the seat by its own rules.
    House,
}

impl Controller {
    /// The bot of this level, or the house.
    pub(crate) fn of(level: BotLevel) -> Self {
        if level == BotLevel::HOUSE { Self::House } else { Self::Bot(level) }
    }
}

/// A person whose seat was taken over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Absent {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
    pub(crate) wins: u32,
    pub(crate) losses: u32,
    /// Whether the person has given up the seat and cannot return to it (MM-68).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) for_good: bool,
}

/// Whether a person is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Connected.
    Connected,
    /// The connection was lost. The seat is kept for the grace period.
    Reconnecting,
}

impl Party {
    pub(crate) fn new(limits: (usize, usize), options: RoomOptions, dice: Dice) -> Self {
        Self {
            limits,
            options,
            members: vec![],
            host: None,
            locked: false,
            banned: vec![],
            gave_up: vec![],
            game_no: 0,
            result: None,
            last_activity: Millis::ZERO,
            ends: None,
            next_entry: 0,
            dice,
            outbox: vec![],
        }
    }

    pub(crate) fn log(&mut self, notice: Notice) {
        let seating = self.seating();
        self.outbox.push(Order::Log(notice, seating));
    }

    /// The same for a notice about a member who has just been removed.
    pub(crate) fn log_departure(&mut self, notice: Notice, gone: &Member) {
        let Seating { names, seats } = self.seating();
        let name = |seat: Seat| match names.get(seat.at()) {
            _ if seat == gone.seat => gone.name.clone(),
            Some(name) => name.clone(),
            None => seat.to_string(),
        };
        let names = Seat::first(names.len().max(gone.seat.at() + 1)).map(name).collect();
        self.outbox.push(Order::Log(notice, Seating { names, seats }));
    }

    pub(crate) fn seating(&self) -> Seating {
        let seats = self.members.iter().map(|member| (member.id, member.seat)).collect();
        Seating { names: self.names().into(), seats }
    }

    /// The names of the players, by seat. An empty seat gets its number as its name.
    pub(crate) fn names(&self) -> Vec<String> {
        let seats = self.members.last().map_or(0, |member| member.seat.at() + 1);
        let name = |seat| match self.at_seat(seat) {
            Some(member) => member.name.clone(),
            None => seat.to_string(),
        };
        Seat::first(seats).map(name).collect()
    }

    pub(crate) fn member(&self, id: PlayerId) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id)
    }

    pub(crate) fn member_mut(&mut self, id: PlayerId) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.id == id)
    }

    pub(crate) fn at_seat(&self, seat: Seat) -> Option<&Member> {
        self.members.iter().find(|member| member.seat == seat)
    }

    pub(crate) fn member_at(&mut self, seat: Seat) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.seat == seat)
    }

    /// The member whose connection this slot tracks.
    pub(crate) fn in_slot(&mut self, slot: u8) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.slot == Some(slot))
    }

    /// The people in the room, connected or expected back (MM-52).
    pub(crate) fn humans(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.is_human())
    }

    /// Whether one person appears to be alone with bots. A stand-in counts as the person it appears
    /// to be (MM-70).
    pub(crate) fn seems_alone(&self) -> bool {
        self.members.iter().filter(|member| !member.invited).count() == 1
    }

    pub(crate) fn is_full(&self) -> bool {
        self.members.len() >= self.limits.1.min(MAX_SEATS)
    }

    pub(crate) fn free_slot(&self) -> Option<u8> {
        let mut slots = Seat::first(self.limits.1).map(|slot| slot.0);
        slots.find(|slot| self.members.iter().all(|it| it.slot != Some(*slot)))
    }

    /// Enough players for a first match; bots count.
    pub(crate) fn has_minimum_players(&self) -> bool {
        self.members.len() >= self.limits.0
    }

    /// MM-21: everybody is connected and ready.
    pub(crate) fn all_players_ready(&self) -> bool {
        self.members.iter().all(|it| it.ready && it.status == Status::Connected)
    }

    /// Enough players for a rematch, after the leaving bots have left.
    pub(crate) fn has_minimum_for_rematch(&self) -> bool {
        self.humans().count() >= self.options.rematch_humans.max(1)
            && self.members.len() >= self.limits.0
    }

    pub(crate) fn all_humans_voted_rematch(&self) -> bool {
        self.humans().all(|it| it.vote == Some(true))
    }

    /// Removes a member. The gap between seats is closed later, when the phase allows it.
    pub(crate) fn remove(&mut self, id: PlayerId) -> Option<Member> {
        let at = self.members.iter().position(|member| member.id == id)?;
        let gone = self.members.remove(at);
        self.void_votes_of(id);
        self.remember_gone(&gone);
        self.hand_over_if_needed();
        Some(gone)
    }

    /// MM-67: whoever had this id votes to remove nobody any more.
    pub(crate) fn void_votes_of(&mut self, id: PlayerId) {
        for member in &mut self.members {
            member.against.retain(|by| *by != id);
        }
    }

    /// Makes this member the host.
    pub(crate) fn set_host(&mut self, id: PlayerId) {
        if let Some(seat) = self.member(id).map(|it| it.seat) {
            self.host = Some(id);
            self.log(Notice::HostChanged { seat });
        }
    }

    /// Makes the first person in turn order the host if the host is gone.
    pub(crate) fn hand_over_if_needed(&mut self) {
        let is_host = |it: &Member| Some(it.id) == self.host;
        if self.members.iter().any(is_host) {
            return;
        }
        match self.members.iter().find(|it| it.may_be_host()).map(|it| it.id) {
            Some(heir) => self.set_host(heir),
            None => self.host = None,
        }
    }

    /// A stand-in with the id `new` has taken the seat of `old`. If `old` was the host, another
    /// person becomes the host if possible, so that the host's seat does not reveal who is a
    /// stand-in (MM-70).
    pub(crate) fn host_replaced(&mut self, old: PlayerId, new: PlayerId) {
        if self.host != Some(old) {
            return;
        }
        let heir = self.members.iter().find(|it| it.may_be_host() && it.id != new);
        match heir.map(|it| it.id) {
            Some(heir) => self.set_host(heir),
            None => self.host = Some(new),
        }
    }

    /// Bans a person. Bots are not banned.
    pub(crate) fn ban(&mut self, id: PlayerId) {
        if self.member(id).is_some_and(Member::is_human) {
            self.banned.push(id);
        }
    }

    /// Whether the list of bans is full. It is bounded, and no ban is ever dropped from it.
    pub(crate) fn has_banned_enough(&self) -> bool {
        self.banned.len() >= MOST_BANNED
    }

    /// Remembers that a person's seat was given up, until that person sits down again. The list is
    /// bounded; the oldest entry is dropped.
    pub(crate) fn remember_gone(&mut self, gone: &Member) {
        let person = Some(gone.id).filter(|_| gone.is_human());
        let Some(id) = person.or(gone.absent.as_ref().map(|absent| absent.id)) else { return };
        self.gave_up.retain(|other| *other != id);
        if self.gave_up.len() == MOST_GONE {
            self.gave_up.remove(0);
        }
        self.gave_up.push(id);
    }

    /// Closes gaps between seats and keeps their order.
    pub(crate) fn compact_seats(&mut self) {
        for (member, seat) in self.members.iter_mut().zip(Seat::first(MAX_SEATS)) {
            member.seat = seat;
        }
    }

    /// Who plays each seat.
    pub(crate) fn kinds(&self) -> Vec<SeatKind> {
        self.members.iter().map(Member::kind).collect()
    }

    /// A free id for a bot. It has as many digits as the ids that the server gives to people, so
    /// that a stand-in cannot be recognised by it (MM-70).
    pub(crate) fn fresh_id(&mut self) -> PlayerId {
        let longest = self.humans().map(|it| it.id.0.max(1).ilog10()).max();
        let mut digits = longest.unwrap_or(u32::MAX.ilog10());
        loop {
            let (low, high) = (10_u32.pow(digits), 10_u32.checked_pow(digits + 1));
            let high = high.unwrap_or(u32::MAX);
            for _ in 0..TRIES {
                let id = PlayerId(self.dice.between(low, high - 1));
                if !self.knows(id) {
                    return id;
                }
            }
            // Nearly all ids of this length are taken.
            digits = (digits + 1).min(u32::MAX.ilog10());
        }
    }

    /// Whether this id belongs to a member, to an absent person who may claim a seat, or to a
    /// banned person.
    pub(crate) fn knows(&self, id: PlayerId) -> bool {
        let absent = |it: &Member| it.absent.as_ref().is_some_and(|gone| gone.id == id);
        self.members.iter().any(|it| it.id == id || absent(it)) || self.banned.contains(&id)
    }

    /// If a person arrives with an id that a bot was given, the bot gets a new one.
    pub(crate) fn renumber_bot(&mut self, id: PlayerId) {
        if self.member(id).is_some_and(|it| !it.is_human()) {
            let fresh = self.fresh_id();
            if let Some(bot) = self.member_mut(id) {
                bot.id = fresh;
            }
        }
    }

    /// Whether the name belongs to somebody at the table, or to somebody who may come back to it.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        let absent = self.members.iter().filter_map(|it| it.absent.as_ref()).map(|it| &it.name);
        self.members.iter().map(|it| &it.name).chain(absent).any(|it| name::is_same(it, name))
    }

    /// A name for an invited bot.
    pub(crate) fn bot_name(&mut self, level: &BotLevel) -> String {
        let is_house = *level == BotLevel::HOUSE && !self.is_taken(HOUSE);
        if is_house { HOUSE.to_owned() } else { self.fresh_name() }
    }

    /// A free name for a bot.
    pub(crate) fn fresh_name(&mut self) -> String {
        let free: Vec<_> = NAMES.into_iter().filter(|name| !self.is_taken(name)).collect();
        let picked = self.dice.pick(&free).copied().unwrap_or("Guest");
        name::distinct(picked, |name| self.is_taken(name))
    }
}

impl Member {
    pub(crate) fn is_human(&self) -> bool {
        self.controller == Controller::Person
    }

    /// Who reads what this member's seat is told: its person, even while a stand-in has the seat
    /// and the person can still reclaim it (MM-65). Invited bots have no reader.
    pub(crate) fn reader(&self, reclaim: bool) -> Option<PlayerId> {
        if self.is_human() {
            return Some(self.id);
        }
        self.absent.as_ref().filter(|gone| reclaim && !gone.for_good).map(|gone| gone.id)
    }

    /// True for people, and for stand-ins like the people they appear to be (MM-70).
    pub(crate) fn may_be_host(&self) -> bool {
        !self.invited
    }

    pub(crate) fn kind(&self) -> SeatKind {
        match self.controller {
            Controller::Person => SeatKind::Person,
            Controller::Bot(_) => SeatKind::Bot,
            Controller::House => SeatKind::House,
        }
    }

    /// Whether this is a bot that appears to be a person (MM-70).
    pub(crate) fn is_stand_in(&self) -> bool {
        !self.is_human() && !self.invited
    }

    /// The level of the bot or house, if no person plays the seat.
    pub(crate) fn level(&self) -> Option<BotLevel> {
        match &self.controller {
            Controller::Person => None,
            Controller::House => Some(BotLevel::HOUSE),
            Controller::Bot(level) => Some(level.clone()),
        }
    }

    /// The bot that acts for the seat, if one does.
    pub(crate) fn bot(&self) -> Option<&BotLevel> {
        match &self.controller {
            Controller::Person | Controller::House => None,
            Controller::Bot(level) => Some(level),
        }
    }
}

/// The name of the house.
const HOUSE: &str = "The house";

/// How many people with given-up seats are remembered.
const MOST_GONE: usize = 64;

/// The maximum number of bans.
const MOST_BANNED: usize = 1_000;

/// How many ids of one length are tried before longer ones.
const TRIES: usize = 32;

/// Names that a person could have, so that a stand-in cannot be recognised by its name (MM-70).
const NAMES: [&str; 24] = [
    "Alma", "Arlo", "Bea", "Bruno", "Cleo", "Dora", "Emil", "Esme", "Felix", "Freya", "Gus",
    "Hazel", "Ida", "Jonas", "Juno", "Kai", "Lena", "Milo", "Nora", "Otis", "Pia", "Rosa", "Theo",
    "Vera",
];
