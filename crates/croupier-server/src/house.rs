//! The house: all rooms of a server, and what they share.

mod awake;
mod guests;
mod waking;
mod wanted;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_catalog::{Catalog, OptionChoice, RoomPlan};
use croupier_kit::Millis;
use croupier_kit::cards::Dice;
use croupier_kit::room::{PlayerId, RoomCode};
use croupier_proto::http::NewRoom;
use croupier_proto::{ByeCode, Refusal};
use croupier_store::journal::{
    CreateError, GuestId, Listed, ReadError, RoomId, UnixMillis, WriteError,
};
use croupier_store::registry::{FinishedMatch, Guest, MatchId};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use self::awake::{Awake, Mailbox};
use self::guests::Turns;
use self::waking::Unopened;
use self::wanted::{refuse_bench, settings};
use crate::bans::Bans;
use crate::bots::BotPool;
use crate::clock::HouseClock;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::limits::Limits;
use crate::random;
use crate::room::{About, Ended, Record, RoomHost, RoomMessage, SocketId, Speech};
use crate::store::Store;

/// How many messages can be queued for a room.
pub(crate) const MAILBOX: usize = 64;

/// How many times to retry when a room goes to sleep just as a message is sent to it.
const TRIES: usize = 4;

/// All rooms of a server.
#[derive(Debug)]
pub struct House<S> {
    catalog: Catalog,
    store: S,
    clock: HouseClock,
    bots: BotPool,
    config: Config,
    /// Present if several servers form this house.
    cluster: Option<Cluster>,
    seeds: random::Seeds,
    awake: Arc<Mutex<Awake>>,
    /// Places for rooms that are opened although nobody asks for them.
    waking: Arc<Semaphore>,
    unopened: Arc<Mutex<Unopened>>,
    guest_turns: Turns,
    /// A random id for this run of the server process.
    run: String,
    pub(crate) limits: Limits,
    /// Permits to replay finished matches.
    pub(crate) replaying: Arc<Semaphore>,
    pub(crate) counters: Counters,
    pub(crate) bans: Bans,
    is_stopping: AtomicBool,
    /// How open sockets are cut off. Dropping these tells sockets that the server stops, if their
    /// rooms have not told them. `None` once that has happened.
    farewells: Mutex<Option<Farewells>>,
}

type Farewells = HashMap<SocketId, (IpAddr, oneshot::Sender<ByeCode>)>;

/// Counters for operators.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) connections: AtomicUsize,
    pub(crate) sockets: AtomicUsize,
    pub(crate) messages: AtomicU64,
    pub(crate) pushes: AtomicU64,
    pub(crate) bytes_sent: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) not_stored: AtomicU64,
    pub(crate) matches: AtomicU64,
}

impl<S: Store> House<S> {
    /// Creates a house with these games whose clock starts at `now`.
    pub fn new(catalog: Catalog, store: S, config: Config, now: Millis) -> Arc<Self> {
        let cluster = config.cluster.clone().map(Cluster::new);
        let (alone, together) = waking::AT_ONCE;
        let waking = if cluster.is_some() { together } else { alone };
        Arc::new(Self {
            cluster,
            catalog,
            store,
            clock: HouseClock::new(now, config.time_scale),
            bots: BotPool::start(config.bot_threads),
            limits: Limits::new(config.allow_bench, config.max_connections_per_address),
            replaying: Arc::new(Semaphore::new(replays_at_a_time())),
            seeds: random::Seeds::new(config.seed),
            config,
            awake: Arc::default(),
            waking: Arc::new(Semaphore::new(waking)),
            unopened: Arc::default(),
            guest_turns: Turns::default(),
            run: random::token()[..12].to_owned(),
            counters: Counters::default(),
            bans: Bans::default(),
            is_stopping: AtomicBool::new(false),
            farewells: Mutex::new(Some(Farewells::new())),
        })
    }

    /// The games that can be played here.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The store that everything is kept in.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The clock of the house.
    pub fn clock(&self) -> &HouseClock {
        &self.clock
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn cluster(&self) -> Option<&Cluster> {
        self.cluster.as_ref()
    }

    /// Whether this server may still answer for a room that it opened during `term` of its lease.
    pub(crate) fn may_tell(&self, term: u64) -> bool {
        self.cluster.as_ref().is_none_or(|it| it.is_leased_since(term))
    }

    pub(crate) fn seeds(&self) -> &random::Seeds {
        &self.seeds
    }

    pub(crate) fn bots(&self) -> &BotPool {
        &self.bots
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    fn awake(&self) -> MutexGuard<'_, Awake> {
        locked(&self.awake)
    }

    fn unopened(&self) -> MutexGuard<'_, Unopened> {
        locked(&self.unopened)
    }

    /// How many rooms are awake on this server.
    pub fn awake_rooms(&self) -> usize {
        self.awake().rooms.len()
    }

    /// How many servers form this house, as far as this one knows.
    pub fn nodes(&self) -> usize {
        self.cluster.as_ref().map_or(1, |it| it.figures().0)
    }

    pub(crate) fn is_awake(&self, room: RoomId) -> bool {
        self.awake().rooms.contains_key(&room)
    }

    /// Whether new people can be let in: the server is not stopping and the store works.
    pub fn is_ready(&self) -> bool {
        !self.is_stopping()
            && !self.is_failing()
            && self.cluster.as_ref().is_none_or(Cluster::is_leased)
    }

    pub(crate) fn begin_to_stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Registers a socket. The receiver gives the reason if the socket is cut off; its sender is
    /// dropped when the server says goodbye to everyone still connected.
    pub(crate) fn arrived(&self, socket: SocketId, addr: IpAddr) -> oneshot::Receiver<ByeCode> {
        self.counters.sockets.fetch_add(1, Ordering::Relaxed);
        let (sender, farewell) = oneshot::channel();
        let mut farewells = self.farewells.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_banned(addr) {
            let _ = sender.send(ByeCode::Banned); // Banned since the request was let in.
        } else if let Some(farewells) = &mut *farewells {
            farewells.insert(socket, (addr, sender));
        }
        farewell
    }

    /// Removes a socket.
    pub(crate) fn departed(&self, socket: SocketId) {
        let mut farewells = self.farewells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(farewells) = &mut *farewells {
            farewells.remove(&socket);
        }
        self.counters.sockets.fetch_sub(1, Ordering::Relaxed);
    }

    /// Cuts off the sockets whose address is banned by now.
    pub(crate) fn cut_off_banned(&self) {
        let mut farewells = self.farewells.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(farewells) = &mut *farewells else { return };
        for (_, (_, sender)) in farewells.extract_if(|_, (addr, _)| self.is_banned(*addr)) {
            let _ = sender.send(ByeCode::Banned); // Fails if the socket is gone already.
        }
    }

    /// Says goodbye to all sockets that are still open, and waits until they are closed.
    pub(crate) async fn say_farewell(&self) {
        self.farewells.lock().unwrap_or_else(PoisonError::into_inner).take();
        while self.counters.sockets.load(Ordering::Relaxed) > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Whether the last write failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.clock.is_held()
    }

    /// Notes a successful write.
    pub(crate) fn stored(&self) {
        self.clock.hold(false);
    }

    /// Notes a failed write. Time stands still until a write succeeds, so that nobody loses a turn
    /// by it.
    pub(crate) fn not_stored(&self) {
        self.clock.hold(true);
        self.counters.not_stored.fetch_add(1, Ordering::Relaxed);
    }

    /// Finds a room by its code.
    pub(crate) async fn find(&self, code: &str) -> Result<Option<RoomId>, ReadError> {
        let Ok(code) = code.parse::<RoomCode>() else { return Ok(None) };
        if let Some(room) = self.awake().codes.get(code.as_str()) {
            return Ok(Some(*room));
        }
        Ok(self.store.find(code.as_str()).await?.map(|found| found.entry.room))
    }

    /// The mailbox of a room, on this server or another. Wakes the room if necessary.
    fn mailbox(self: &Arc<Self>, room: RoomId) -> mpsc::Sender<RoomMessage> {
        match &self.cluster {
            None => self.own_mailbox(room),
            Some(cluster) => self.gateway(cluster, room),
        }
    }

    /// The mailboxes of the rooms that are awake here.
    pub(crate) fn own_mailboxes(&self) -> Vec<(RoomId, mpsc::Sender<RoomMessage>)> {
        self.awake().rooms.iter().map(|(room, it)| (*room, it.sender.clone())).collect()
    }

    /// The mailbox of a room that belongs to this server. Wakes the room if necessary.
    pub(crate) fn own_mailbox(self: &Arc<Self>, room: RoomId) -> mpsc::Sender<RoomMessage> {
        self.wake_in(room, None)
    }

    /// The same, with the place in which the room is opened if it is not awake.
    fn wake_in(
        self: &Arc<Self>,
        room: RoomId,
        place: Option<OwnedSemaphorePermit>,
    ) -> mpsc::Sender<RoomMessage> {
        let mut awake = self.awake();
        if let Some(mailbox) = awake.rooms.get(&room).filter(|it| !it.sender.is_closed()) {
            return mailbox.sender.clone();
        }
        let (sender, messages) = mpsc::channel(MAILBOX);
        awake.next_ticket += 1;
        let ticket = awake.next_ticket;
        awake.rooms.insert(room, Mailbox { sender: sender.clone(), ticket, code: None });
        drop(awake);
        tokio::spawn(Arc::clone(self).wake(room, ticket, messages, place));
        sender
    }

    /// Removes a room that is not awake any more.
    pub(crate) fn forget(&self, room: RoomId, ticket: u64) {
        self.awake().forget(room, ticket);
    }

    /// Removes a room that wants to sleep, unless a message for it has just arrived.
    pub(crate) fn forget_if(
        &self,
        room: RoomId,
        ticket: u64,
        is_quiet: impl FnOnce() -> bool,
    ) -> bool {
        let mut awake = self.awake();
        if !is_quiet() {
            return false;
        }
        awake.forget(room, ticket);
        true
    }

    /// Wakes a room. If its mailbox is full it is awake already.
    pub(crate) fn rouse(self: &Arc<Self>, room: RoomId, message: RoomMessage) {
        // If the room goes to sleep right now, whoever needs it wakes it again.
        let _ = self.mailbox(room).try_send(message);
    }

    /// Sends a message that expects an answer. If none comes, the room has just gone to sleep, and
    /// the message is sent again.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        room: RoomId,
        message: impl Fn(oneshot::Sender<T>) -> RoomMessage,
    ) -> Option<T> {
        for _ in 0..TRIES {
            let (reply, answer) = oneshot::channel();
            if self.mailbox(room).send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Some(answer);
            }
        }
        None
    }

    /// The mailbox of a room, for a socket.
    pub(crate) fn room(self: &Arc<Self>, room: RoomId) -> mpsc::Sender<RoomMessage> {
        self.mailbox(room)
    }

    /// Lets a guest give a command without a socket.
    pub(crate) async fn speak(
        self: &Arc<Self>,
        room: RoomId,
        guest: GuestId,
        command: Value,
        chance: Option<String>,
    ) -> Result<Option<PlayerId>, Refusal> {
        let message = |reply| {
            let (command, chance) = (command.clone(), chance.clone());
            RoomMessage::Speak(Box::new(Speech { guest, command, chance, reply }))
        };
        let missing = || Err(Refusal::new("room_missing", "there is no such room"));
        self.ask(room, message).await.unwrap_or_else(missing)
    }

    /// Creates a room with its creator seated in it.
    pub(crate) async fn create(
        self: &Arc<Self>,
        guest: &Guest,
        wanted: NewRoom,
    ) -> Result<(String, PlayerId), Refusal> {
        let count = self.store.count().await.map_err(unread)?;
        if count >= self.config.max_rooms {
            return Err(Refusal::new("too_many_rooms", "there are too many rooms at the moment"));
        }
        let game = self.catalog.find(&wanted.game)?;
        if !self.config.allow_bench {
            refuse_bench(game, &wanted)?;
        }
        let choice = OptionChoice { preset: wanted.preset, set: wanted.set };
        let mut settings = settings(&wanted.settings, wanted.listed)?;
        settings.test_options = self.config.allow_bench;
        let now = self.clock.now();
        let plan = RoomPlan { choice, settings, seed: self.seeds.seed(), start: now };
        let room = game.room(&plan)?;
        let id = self.new_room_id().await?;
        let about = About {
            id: id.to_string(),
            code: String::new(),
            listed: wanted.listed,
            watch: wanted.watch,
            run: self.run.clone(),
        };
        let mut host = RoomHost::new(about, room, self.seeds.seed());
        let name = wanted.name.unwrap_or_else(|| guest.nickname.clone());
        let mut commands = vec![json!({"join": {"name": name}})];
        commands.extend(wanted.bots.iter().map(|level| json!({"add_bot": {"level": level}})));
        if wanted.start {
            commands.extend([json!("ready"), json!("start_game")]);
        }
        for command in commands {
            let is_auto_ready = command == "ready" && plan.settings.auto_ready;
            let (call, new) = host.person_call(guest.id, command);
            let record = Record { at: now, from: None, guest: new, chance: None, call };
            match host.apply(&record).handled.answer {
                Err(_) if is_auto_ready => {} // It is ready already.
                answer => answer?,
            }
        }
        let player =
            host.seated(guest.id).ok_or_else(|| Refusal::new("not_seated", "nobody sits"))?;
        let mut dice = Dice::new(self.seeds.seed());
        for _ in 0..64 {
            host.about.code = RoomCode::with_letters(letters(count), &mut dice).to_string();
            // The game continues by itself even if the server dies before the room is awake.
            let wake_at = host.room().next_due().map(|due| UnixMillis(due.0));
            // The complete entry: the creator asks for it before the room is awake.
            let entry = host.line(id, wake_at);
            let snapshot = host.snapshot(&self.catalog)?;
            match self.store.create(entry, snapshot).await {
                Ok(opened) => {
                    self.store.release(opened.held).await;
                    self.rouse(id, RoomMessage::Expect(guest.id));
                    return Ok((host.about.code, player));
                }
                Err(CreateError::CodeTaken) => {}
                Err(CreateError::Write(why)) => return Err(unwritten(&why)),
                Err(why) => return Err(Refusal::new(why.code(), why.to_string())),
            }
        }
        Err(Refusal::new("too_many_rooms", "no code is free at the moment"))
    }

    /// An unused room id. In a cluster, one that belongs to this node, because the creator is
    /// connected here too. A server with a fixed seed draws the same ids after a restart, so ids
    /// that are still in the store are skipped.
    async fn new_room_id(&self) -> Result<RoomId, Refusal> {
        let is_here = |room: RoomId| self.cluster.as_ref().is_none_or(|it| it.has(room));
        let mut drawn = self.seeds.room_id();
        for _ in 0..64 {
            if is_here(drawn) && self.store.entry(drawn).await.map_err(unread)?.is_none() {
                break;
            }
            drawn = self.seeds.room_id();
        }
        Ok(drawn)
    }

    /// Stores a finished match and returns its id.
    pub(crate) async fn keep_match(
        &self,
        room: RoomId,
        ended: &mut Ended,
    ) -> Result<String, WriteError> {
        let digest = Sha256::new()
            .chain_update(b"croupier.match.1")
            .chain_update(room.to_bytes())
            .chain_update(ended.match_no.to_le_bytes())
            .finalize();
        let mut number = [0; 16];
        number.copy_from_slice(&digest[..16]);
        let id = MatchId(u128::from_be_bytes(number));
        let save = &mut ended.save;
        save.metadata.match_id = format!("{:032x}", id.0);
        let finished = FinishedMatch {
            id,
            room,
            game: save.game.clone(),
            played_at: wall_clock(),
            seats: ended.seats.clone(),
            save: save.to_zstd().into(),
            deal: ended.deal.as_ref().map(|deal| json!(deal).to_string()).unwrap_or_default(),
            link: random::hash(&ended.link),
        };
        self.store.put_match(finished).await?;
        self.counters.matches.fetch_add(1, Ordering::Relaxed);
        Ok(format!("{:032x}", id.0))
    }

    /// Puts all rooms to sleep.
    pub(crate) async fn stop(self: &Arc<Self>) {
        self.begin_to_stop();
        let rooms = self.own_mailboxes().into_iter().map(|(_, mailbox)| mailbox);
        // All at once: a room that is stuck must not keep the others from being saved.
        let stop = |mailbox: mpsc::Sender<RoomMessage>| async move {
            let (reply, answer) = oneshot::channel();
            let stop = RoomMessage::Stop { code: ByeCode::Restarting, reply };
            if mailbox.send(stop).await.is_ok() {
                let _ = answer.await;
            }
        };
        futures_util::future::join_all(rooms.map(stop)).await;
    }

    /// The entry of a room in the directory.
    pub(crate) async fn line(&self, room: RoomId) -> Result<Option<Listed>, ReadError> {
        self.store.entry(room).await
    }
}

fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many letters the code of a new room has: few while few rooms are open, but enough that at
/// most a tenth of all codes is taken (MM-74).
fn letters(rooms: u64) -> usize {
    let is_enough = |letters: &usize| {
        let all = 12_u64.checked_pow(u32::try_from(*letters).unwrap_or(u32::MAX));
        all.is_none_or(|all| rooms < all / 10)
    };
    (4..=12).find(is_enough).unwrap_or(12)
}

/// How many finished matches may be replayed at the same time, so that rooms always find a core.
fn replays_at_a_time() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (cores / 2).max(1)
}

pub(crate) fn unread(why: ReadError) -> Refusal {
    Refusal::new(why.code(), "the server cannot read its store at the moment")
}

/// The refusal of what may have happened nevertheless.
pub(crate) fn in_doubt() -> Refusal {
    Refusal::new("unknown", "nobody knows yet whether it has happened; look before you try again")
}

pub(crate) fn unwritten(why: &WriteError) -> Refusal {
    tracing::warn!(code = why.code(), "something could not be stored");
    if let WriteError::Unknown(_) = why {
        return in_doubt();
    }
    Refusal::new("not_stored", "it could not be stored; try again in a moment")
}

pub(crate) fn wall_clock() -> UnixMillis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let millis = since.map_or(0, |since| since.as_millis());
    UnixMillis(u64::try_from(millis).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mm_74_codes_grow_when_a_tenth_of_them_is_taken() {
        assert_eq!(letters(0), 4);
        assert_eq!(letters(2_072), 4);
        assert_eq!(letters(2_074), 5);
        assert_eq!(letters(1_000_000), 7);
    }
}
