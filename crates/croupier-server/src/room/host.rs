//! A room with everything that the server keeps beside it. Pure: the same records give the same
//! host.

use std::collections::BTreeMap;

use croupier_catalog::{AnyCall, AnyEffect, AnyHandled, AnyRoom, Catalog, LoadPlan};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{Error, ErrorKind};
use croupier_kit::room::{OpenCommand, PlayerId, ROOM_RULES, Status};
use croupier_kit::save::{FairDeal, Save};
use croupier_proto::http::Watch;
use croupier_proto::{ClientId, Refusal};
use croupier_store::journal::{Entry, GuestId, RoomId, Snapshot, UnixMillis};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::answers::{Answers, CommandStatus};
use super::deals::{Deals, takes_chance};
use super::record::Record;
use crate::random;

/// The version of what a host adds to a room. Increment it with every change that makes old records
/// give a different host.
const HOST_RULES: u32 = 3;

/// The fixed facts about a room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) id: String,
    pub(crate) code: String,
    pub(crate) listed: bool,
    pub(crate) watch: Watch,
    /// The id of the server run that last saved the room.
    pub(crate) run: String,
}

/// A room, its guests, the first answers to their clients, and its deals.
#[derive(Debug)]
pub(crate) struct RoomHost {
    pub(crate) about: About,
    room: Box<dyn AnyRoom>,
    guests: BTreeMap<u64, PlayerId>,
    answers: Answers,
    deals: Deals,
}

/// The part of a snapshot that describes the host; the room follows it.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    about: About,
    guests: BTreeMap<u64, PlayerId>,
    answers: Answers,
    deals: Deals,
}

/// A match that has just ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) save: Box<Save>,
    pub(crate) deal: Option<FairDeal>,
    /// The number of the match within its room.
    pub(crate) match_no: u32,
    /// The unguessable part of its URL.
    pub(crate) link: String,
    /// The guest in each seat; `None` for a bot.
    pub(crate) seats: Vec<Option<GuestId>>,
}

/// Why a room cannot be rebuilt from what is stored of it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    /// It has records that depend on other rules than those of this server.
    #[error(
        "it has records of {needs}, and this server plays by {plays}: let a server of those rules drain it"
    )]
    OtherRules { needs: String, plays: String },
    /// It is not what a server wrote.
    #[error(transparent)]
    Unreadable(#[from] Error),
}

impl From<LoadError> for Error {
    fn from(why: LoadError) -> Self {
        match why {
            LoadError::Unreadable(why) => why,
            LoadError::OtherRules { .. } => {
                Self::new(ErrorKind::SerializationError, "other_rules", why.to_string())
            }
        }
    }
}

/// The result of applying a record.
#[derive(Debug)]
pub(crate) struct Applied {
    pub(crate) handled: AnyHandled,
    pub(crate) ended: Vec<Ended>,
}

impl RoomHost {
    pub(crate) fn new(about: About, room: Box<dyn AnyRoom>, secret: Seed) -> Self {
        let deals = Deals::new(secret, about.id.clone());
        Self { about, room, guests: BTreeMap::new(), answers: Answers::default(), deals }
    }

    /// The versions of all rules that records of this room depend on.
    pub(crate) fn versions(&self, catalog: &Catalog) -> String {
        versions(catalog, self.room.game_id())
    }

    /// The whole host as bytes: the head, a line feed, then the room.
    pub(crate) fn snapshot(&self, catalog: &Catalog) -> Result<Snapshot, Error> {
        let head = Head {
            about: self.about.clone(),
            guests: self.guests.clone(),
            answers: self.answers.clone(),
            deals: self.deals.clone(),
        };
        let mut bytes = serde_json::to_vec(&head).map_err(|why| unreadable(&why))?;
        bytes.push(b'\n');
        bytes.extend(self.room.save()?.to_json());
        Ok(Snapshot { versions: self.versions(catalog), bytes: bytes.into() })
    }

    /// Restores a host from its snapshot and applies the records made since.
    pub(crate) fn load(
        catalog: &Catalog,
        snapshot: &Snapshot,
        records: &[impl AsRef<[u8]>],
    ) -> Result<(Self, Vec<Applied>), LoadError> {
        let end = snapshot.bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
        let (head, room) = snapshot.bytes.split_at(end);
        let head: Head = serde_json::from_slice(head).map_err(|why| unreadable(&why))?;
        let Head { about, guests, mut answers, deals } = head;
        answers.forget_long_refusals();
        let room = catalog.load_room(room.get(1..).unwrap_or_default(), &LoadPlan::default())?;
        let plays = versions(catalog, room.game_id());
        if !records.is_empty() && plays != snapshot.versions {
            return Err(LoadError::OtherRules { needs: snapshot.versions.clone(), plays });
        }
        let mut host = Self { about, room, guests, answers, deals };
        let mut applied = vec![];
        for record in records {
            let record = Record::read(record.as_ref()).map_err(|why| unreadable(&why))?;
            applied.push(host.apply(&record));
        }
        Ok((host, applied))
    }

    /// The directory entry that the room should have now.
    pub(crate) fn line(&self, id: RoomId, wake_at: Option<UnixMillis>) -> Entry {
        let room = self.room();
        let mut entry = Entry::new(id, room.game_id());
        entry.code = Some(self.about.code.clone());
        let persons = room.persons();
        entry.people = u32::try_from(persons.len()).unwrap_or(u32::MAX);
        entry.seats = u32::try_from(room.most_players()).unwrap_or(u32::MAX);
        let can_watch = self.about.watch == Watch::Anyone;
        entry.listed = (self.about.listed && room.is_listed()) || can_watch;
        entry.wake_at = wake_at;
        let sits = |(_, id): &(GuestId, PlayerId)| persons.contains(id);
        entry.guests = self.guests().filter(sits).map(|(guest, _)| guest).collect();
        let host = room.host();
        let players = room.players();
        let name = players.iter().find(|it| Some(it.id) == host).map(|it| &it.name);
        entry.details = json!({
            "phase": room.phase(),
            "host": name,
            "listed": self.about.listed,
            "joinable": room.is_joinable(),
            "watch": self.about.watch,
        })
        .to_string();
        entry
    }

    pub(crate) fn room(&self) -> &dyn AnyRoom {
        &*self.room
    }

    /// Notes that all viewers have been sent the current prompts.
    pub(crate) fn forget_prompts(&mut self) {
        self.room.forget_prompts();
    }

    /// The highest command number of a client that has been answered.
    pub(crate) fn answered(&self, guest: GuestId, client: &ClientId) -> u64 {
        self.answers.highest(guest.0, client)
    }

    pub(crate) fn known(&self, guest: GuestId, client: &ClientId, n: u64) -> CommandStatus<'_> {
        self.answers.known(guest.0, client, n)
    }

    /// The player id of a guest who has or had a seat here.
    pub(crate) fn player(&self, guest: GuestId) -> Option<PlayerId> {
        self.guests.get(&guest.0).copied()
    }

    /// The player id of a guest who has a seat now.
    pub(crate) fn seated(&self, guest: GuestId) -> Option<PlayerId> {
        self.player(guest).filter(|id| self.room.seat_of(*id).is_some())
    }

    /// The guests who have a seat or may reclaim theirs.
    pub(crate) fn guests(&self) -> impl Iterator<Item = (GuestId, PlayerId)> + '_ {
        self.guests.iter().map(|(guest, player)| (GuestId(*guest), *player))
    }

    pub(crate) fn status(&self, player: PlayerId) -> Option<Status> {
        self.room.players().into_iter().find(|it| it.id == player).map(|it| it.status)
    }

    pub(crate) fn deals(&self) -> &Deals {
        &self.deals
    }

    /// Everything that must stay secret at the moment.
    #[cfg(feature = "testing")]
    pub(crate) fn secrets(&self) -> Vec<Seed> {
        self.deals.secrets()
    }

    /// Forgets guests whom the room does not know any more: if they come back, they are new. To be
    /// done only before a snapshot, so that the records after it are applied to the same guests.
    pub(crate) fn forget_strangers(&mut self) {
        self.guests.retain(|_, player| self.room.knows(*player));
    }

    /// Turns a guest's command into a call, with the guest if the player id is a new one.
    pub(crate) fn person_call(&self, guest: GuestId, command: Value) -> (AnyCall, Option<u64>) {
        let (id, new) = match self.player(guest) {
            Some(id) => (id, None),
            None => (self.fresh_player(), Some(guest.0)),
        };
        (AnyCall::Person { id, command }, new)
    }

    /// A player id that nobody in the room has.
    fn fresh_player(&self) -> PlayerId {
        loop {
            let number = u32::from_le_bytes(random::bytes()) % 900_000_000 + 100_000_000;
            let id = PlayerId(number);
            if !self.guests.values().any(|known| *known == id) {
                return id;
            }
        }
    }

    /// Applies a record.
    pub(crate) fn apply(&mut self, record: &Record) -> Applied {
        let contributed = record.chance.as_ref().and_then(|chance| self.contribute(record, chance));
        let mut applied = self.take(&record.call, record.at);
        if let Some(before) = contributed {
            applied = before.and(applied);
        }
        if let (Some(guest), AnyCall::Person { id, .. }) = (record.guest, &record.call)
            && self.room.seat_of(*id).is_some()
        {
            self.guests.insert(guest, *id);
        }
        if let (Some((client, n)), AnyCall::Person { id, .. }) = (&record.from, &record.call) {
            let answer = applied.handled.answer.clone().err().map(Refusal::from);
            // A guest who never had a seat is refused every time, so the refusal need not displace
            // answers to others.
            if let Some((guest, _)) = self.guests.iter().find(|(_, player)| *player == id) {
                self.answers.remember(*guest, client, *n, answer);
            }
        }
        applied
    }

    /// Lets time pass and handles a call. The deals follow the matches of the room.
    fn take(&mut self, call: &AnyCall, at: Millis) -> Applied {
        let at = at.max(self.room.now());
        let mut handled = self.room.handle(call, at);
        if self.room.match_no() >= self.deals.next_match() {
            self.deals.dealt();
        }
        let ended = self.take_ended(&mut handled.effects);
        if !self.is_playing() {
            handled.changed |= self.tell_seed(at, &mut handled.effects);
        }
        Applied { handled, ended }
    }

    /// Adds the contribution of a command to the next deal, if the room is going to accept the
    /// command. The command itself may deal the match, so the room is told the seed before. But
    /// first time passes, because a match that is dealt by then does not contain the contribution.
    fn contribute(&mut self, record: &Record, chance: &str) -> Option<Applied> {
        let AnyCall::Person { id, command } = &record.call else { return None };
        if !takes_chance(command) {
            return None;
        }
        let mut applied = self.take(&AnyCall::Wake, record.at);
        let now = self.room.now();
        let is_behind = self.room.next_due().is_some_and(|due| due <= now);
        let is_open = |it: &OpenCommand| command == &*it.name;
        if !is_behind && self.room.commands(*id).iter().any(is_open) {
            self.deals.contribute(*id, chance);
            applied.handled.changed |= self.tell_seed(now, &mut applied.handled.effects);
        }
        Some(applied)
    }

    fn is_playing(&self) -> bool {
        self.room.phase() == croupier_kit::room::Phase::Playing
    }

    /// Tells the room the seed of its next match, if it has changed.
    fn tell_seed(&mut self, at: Millis, effects: &mut Vec<AnyEffect>) -> bool {
        let Some(seed) = self.deals.seed_to_tell(&*self.room) else { return false };
        let handled = self.room.handle(&AnyCall::Seed(seed), at.max(self.room.now()));
        effects.extend(handled.effects);
        true
    }

    /// Reveals the deals of matches that have ended.
    fn take_ended(&mut self, effects: &mut Vec<AnyEffect>) -> Vec<Ended> {
        let mut ended = vec![];
        let is_save = |it: &mut AnyEffect| matches!(it, AnyEffect::MatchEnded { save: Ok(_) });
        for effect in effects.extract_if(.., is_save) {
            let AnyEffect::MatchEnded { save: Ok(save) } = effect else { continue };
            let deal = self.deals.over().cloned();
            let match_no = deal.as_ref().map_or(self.room.match_no(), |deal| deal.match_no);
            let mut seats = vec![None; save.seats.len()];
            for (guest, player) in &self.guests {
                if let Some(seat) = self.room.seat_of(*player)
                    && let Some(place) = seats.get_mut(seat.at())
                {
                    *place = Some(GuestId(*guest));
                }
            }
            let link = self.deals.link(match_no);
            ended.push(Ended { save, deal, match_no, link, seats });
        }
        ended
    }
}

impl Applied {
    /// This, followed by `then`, whose answer counts.
    fn and(mut self, then: Self) -> Self {
        self.handled.effects.extend(then.handled.effects);
        self.handled.changed |= then.handled.changed;
        self.handled.answer = then.handled.answer;
        self.ended.extend(then.ended);
        self
    }
}

/// The versions of all rules by which this server plays a game.
fn versions(catalog: &Catalog, game: &str) -> String {
    let version = catalog.find(game).map_or(0, croupier_catalog::AnyGame::version);
    format!("host {HOST_RULES}, room {ROOM_RULES}, {game} {version}")
}

fn unreadable(why: &serde_json::Error) -> Error {
    Error::new(ErrorKind::SerializationError, "room_unreadable", why.to_string())
}

#[cfg(test)]
mod tests {
    use croupier_catalog::{OptionChoice, RoomPlan, shipped};
    use croupier_kit::room::{Phase, RoomOptions};

    use super::*;

    const ADA: GuestId = GuestId(1);
    const BO: GuestId = GuestId(2);

    /// A room of Min or Max with Ada and Bo. Nobody's turn lasts long.
    fn room_of_two() -> RoomHost {
        let catalog = shipped();
        let game = catalog.find("min-or-max").unwrap();
        let set = json!({"turn_ms": 5_000}).as_object().unwrap().clone();
        let plan = RoomPlan {
            choice: OptionChoice { preset: None, set },
            settings: RoomOptions::default(),
            seed: Seed([1; 32]),
            start: Millis(1_000),
        };
        let about = About {
            id: "room".to_owned(),
            code: "7K4J".to_owned(),
            listed: false,
            watch: Watch::Nobody,
            run: "run".to_owned(),
        };
        let mut host = RoomHost::new(about, game.room(&plan).unwrap(), Seed([2; 32]));
        for guest in [ADA, BO] {
            said(&mut host, guest, json!({"join": {"name": "Guest"}}), None).unwrap();
        }
        host
    }

    /// A command of a guest, given now.
    fn said(
        host: &mut RoomHost,
        guest: GuestId,
        command: Value,
        chance: Option<&str>,
    ) -> Result<(), Error> {
        let at = host.room().now();
        let record = record_of(host, guest, command, chance, at);
        host.apply(&record).handled.answer
    }

    fn record_of(
        host: &RoomHost,
        guest: GuestId,
        command: Value,
        chance: Option<&str>,
        at: Millis,
    ) -> Record {
        let (call, guest) = host.person_call(guest, command);
        Record { at, from: None, guest, chance: chance.map(str::to_owned), call }
    }

    fn saved(host: &RoomHost) -> Snapshot {
        host.snapshot(&shipped()).unwrap()
    }

    fn contributions(host: &RoomHost) -> Value {
        json!(host.deals.clone().over().map(|deal| &deal.contributions))
    }

    #[test]
    fn a_chance_counts_with_an_accepted_command_that_takes_one() {
        let mut host = room_of_two();
        let before = saved(&host);
        for command in [
            json!("unready"),
            json!("vote_rematch"),
            json!("play_again"),
            json!({"ready": 1}),
            json!({"react": {"type": "emoji", "value": "no"}}),
        ] {
            said(&mut host, ADA, command.clone(), Some("a chance")).unwrap_err();
            assert_eq!(saved(&host), before, "{command}");
        }
        let hand_over = json!({"hand_over": {"player": host.player(BO)}});
        said(&mut host, ADA, hand_over, Some("a chance")).unwrap();
        said(&mut host, ADA, json!("ready"), Some("ada's own")).unwrap();
        said(&mut host, ADA, json!("ready"), Some("too late")).unwrap_err();
        said(&mut host, BO, json!("ready"), None).unwrap();
        said(&mut host, BO, json!("start_game"), Some("too late")).unwrap();
        assert_eq!(host.room().phase(), Phase::Playing);
        assert_eq!(contributions(&host), json!([{"seat": 0, "chance": "ada's own"}]));
    }

    #[test]
    fn a_refused_command_is_stored_as_the_time_that_passed() {
        let mut host = room_of_two();
        for guest in [ADA, BO] {
            said(&mut host, guest, json!("ready"), None).unwrap();
        }
        said(&mut host, ADA, json!("start_game"), None).unwrap();
        let start = saved(&host);
        let mut stored = vec![];
        let commands = [json!("ready"), json!({"act": {"action": "keep_wheel", "prompt": 9}})];
        for (step, command) in (1..400_u64).zip(commands.into_iter().cycle()) {
            let at = Millis(1_000 + step * 777);
            let guest = if step % 2 == 0 { ADA } else { BO };
            let record = record_of(&host, guest, command, Some("chance"), at);
            let handled = host.apply(&record).handled;
            let bytes = record.to_store(&handled);
            assert_eq!(bytes.is_some(), handled.changed);
            assert!(handled.answer.is_err());
            let is_wake = |bytes: &bytes::Bytes| {
                Record::read(bytes).unwrap() == Record::new(record.at, AnyCall::Wake)
            };
            assert!(bytes.as_ref().is_none_or(is_wake));
            stored.extend(bytes);
        }
        assert!(stored.len() > 5, "turns run out, and so does the match: {}", stored.len());
        // A room that only knows what is stored comes to the same.
        let (mut again, _) = RoomHost::load(&shipped(), &start, &stored).unwrap();
        let now = host.room().now() + Millis(1);
        for host in [&mut host, &mut again] {
            host.apply(&Record::new(now, AnyCall::Wake));
        }
        assert_eq!(saved(&again), saved(&host));
    }

    #[test]
    fn guests_whom_the_room_has_forgotten_are_forgotten_and_the_others_are_not() {
        let mut host = room_of_two();
        for guest in 10..110 {
            let guest = GuestId(guest);
            said(&mut host, guest, json!({"join": {"name": "Passer-by"}}), None).unwrap();
            said(&mut host, guest, json!("leave"), None).unwrap();
        }
        let kicked = GuestId(9);
        said(&mut host, kicked, json!({"join": {"name": "Mal"}}), None).unwrap();
        let player = host.player(kicked).unwrap();
        said(&mut host, ADA, json!({"kick": {"player": player}}), None).unwrap();
        assert_eq!(host.guests().count(), 103);
        host.forget_strangers();
        for guest in [ADA, BO, kicked] {
            assert!(host.player(guest).is_some(), "{guest:?}");
        }
        assert!(host.room().is_banned(host.player(kicked).unwrap()));
        assert!(host.guests().count() <= 3 + 64, "{}", host.guests().count());
        // What follows is applied to the same guests.
        let stored = host.snapshot(&shipped()).unwrap();
        let back = GuestId(10);
        let now = host.room().now();
        let record = record_of(&host, back, json!({"join": {"name": "Back"}}), None, now);
        host.apply(&record).handled.answer.unwrap();
        let bytes = serde_json::to_vec(&record).unwrap();
        let (again, _) = RoomHost::load(&shipped(), &stored, &[bytes]).unwrap();
        assert_eq!(again.player(back), host.player(back));
        assert_eq!(
            again.snapshot(&shipped()).unwrap().bytes,
            host.snapshot(&shipped()).unwrap().bytes
        );
    }
}
