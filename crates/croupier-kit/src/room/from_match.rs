//! Creating a room around a saved match.

use super::commands::check_bot_name;
use super::effect::RoomEffect;
use super::level::BotLevel;
use super::live_match::LiveMatch;
use super::name::player_name;
use super::party::PlayerId;
use super::rule::{Checked, require};
use super::settings::RoomOptions;
use super::undo::{PastAction, PastActions};
use super::vocabulary::{RoomReject, RoomTrigger};
use super::{Phase, Room};
use crate::Millis;
use crate::cards::Seed;
use crate::game::{Error, ErrorKind, Game, Seat, SeatKind};
use crate::matches::{Match, Memories};
use crate::save::Save;

/// The person or bot who takes a seat of a saved match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Occupant {
    Person {
        /// The server's id for the person.
        id: PlayerId,
        /// The name at the table.
        name: String,
    },
    Bot {
        /// One of the room's levels, or [`BotLevel::HOUSE`].
        level: BotLevel,
        /// The name at the table. Without one the room gives it a name.
        name: Option<String>,
    },
}

impl Occupant {
    /// The occupants of a saved match, as far as the save tells. A person's id is the number of the
    /// seat, counted from 1. A bot gets the level stored as its name, or the room's stand-in level
    /// if that is not available.
    pub fn of_save(save: &Save, settings: &RoomOptions) -> Vec<Self> {
        let names = save.metadata.players.iter().map(Some).chain(std::iter::repeat(None));
        let seats = (1..).map(PlayerId).zip(&save.seats).zip(names);
        let occupant = |((id, kind), name): ((PlayerId, &SeatKind), Option<&String>)| match kind {
            SeatKind::Person => {
                let name = name.and_then(|name| player_name(name));
                Self::Person { id, name: name.unwrap_or_else(|| format!("Player {}", id.0)) }
            }
            SeatKind::House => Self::Bot { level: BotLevel::HOUSE, name: None },
            SeatKind::Bot => {
                let level = name.and_then(|name| name.parse().ok());
                let known = level.filter(|level| settings.bot_levels.contains(level));
                let level = known.unwrap_or_else(|| settings.stand_in.clone());
                Self::Bot { level, name: None }
            }
        };
        seats.map(occupant).collect()
    }
}

impl<G: Game> Room<G> {
    /// Creates a room in which a saved match continues, with an occupant for each of its seats. The
    /// room's time starts at the match's. [`bots_owed`](Self::bots_owed) lists the bots that have
    /// to act.
    pub fn from_match(
        save: &Save,
        settings: RoomOptions,
        occupants: Vec<Occupant>,
        seed: Seed,
    ) -> Result<Self, Error> {
        Self::from_match_at(Millis::ZERO, save, settings, occupants, seed)
    }

    /// The same, with a time that starts at `now`, or at the match's if that is later.
    pub fn from_match_at(
        now: Millis,
        save: &Save,
        settings: RoomOptions,
        occupants: Vec<Occupant>,
        seed: Seed,
    ) -> Result<Self, Error> {
        let refused = |why: String| Error::new(ErrorKind::IllegalAction, "wrong_occupants", why);
        let game = Match::<G>::load(save)?;
        if occupants.len() != game.seats().len() {
            let (found, wanted) = (occupants.len(), game.seats().len());
            return Err(refused(format!("there are {wanted} seats, not {found}")));
        }
        let options = game.position().options.clone();
        let now = now.max(game.now());
        let mut room = Self::starting_at(now, settings, options, seed)?;
        let mut ignored = vec![];
        for occupant in occupants {
            room.seat(occupant, &mut ignored).map_err(|why| refused(why.to_string()))?;
        }
        for member in &mut room.party.members {
            member.ready = true;
        }
        room.loaded = Some(Box::new(remembered(game, now)));
        room.check_start()
            .and_then(|()| room.send(&RoomTrigger::StartGame, &mut ignored))
            .map_err(|why| refused(why.to_string()))?;
        debug_assert_ne!(room.phase(), Phase::Lobby);
        room.note_timers();
        Ok(room)
    }

    /// Makes the next match this one instead of dealing. It must have the seats of the room.
    pub(crate) fn begin_with(&mut self, game: Match<G>) {
        let memories = Memories::new(game.seats().len());
        self.loaded = Some(Box::new(LiveMatch::new(game, memories, self.now())));
    }

    fn seat(&mut self, occupant: Occupant, effects: &mut Vec<RoomEffect<G>>) -> Checked<G> {
        match occupant {
            Occupant::Person { id, name } => {
                let guest = self.check_join(id, &name)?;
                self.join(id, &guest, effects)
            }
            // Of any level: the room may have been saved with levels that it does not offer now.
            Occupant::Bot { level, name } => {
                let name = check_bot_name(name.as_deref())?;
                require(!self.party.is_full(), RoomReject::LobbyFull)?;
                self.add_bot(&level, name.as_ref(), effects)
            }
        }
    }
}

/// The match with its seats' memories, rebuilt by replaying it. After a match that was dealt under
/// other rules the memories are empty.
fn remembered<G: Game>(game: Match<G>, now: Millis) -> LiveMatch<G> {
    let seats = game.seats().len();
    let recalled = game.recall();
    let (memories, actions) = recalled.unwrap_or_else(|| (Memories::new(seats), vec![]));
    let by_person = |seat: Seat| game.seats().get(seat.at()) == Some(&SeatKind::Person);
    let mut past = PastActions::new(&game);
    for (seat, memories) in actions {
        past.push(PastAction { seat, by_person: by_person(seat), memories, since: vec![] });
    }
    // What was revealed earlier is unknown, so with several people earlier actions cannot be
    // undone.
    past.before_secret = past.actions.len();
    LiveMatch { past, ..LiveMatch::new(game, memories, now) }
}
