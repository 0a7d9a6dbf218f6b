//! Property test: whatever a room is told, in whatever order, and however its store fails, everyone
//! is answered, nobody misses anything, and nobody learns of anything that is not stored.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_kit::Millis;
use croupier_proto::http::{NewRoom, Watch};
use croupier_proto::{Answer, ByeCode, ClientId, Last, ServerMessage, Welcome};
use croupier_store::journal::{GuestId, RoomId, UnixMillis};
use croupier_store::registry::Guest;
use croupier_store::sqlite::{Settings, SqliteStore};
use croupier_store::testing::{Fault, Faulty, Stored};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{Attach, Out, Outgoing, Record, RoomMessage, SocketId, UNANSWERED, outbox};
use crate::{Config, House};

type TestHouse = House<Faulty<SqliteStore>>;

/// Generous: nothing here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The maximum number of sockets, and of guests.
const SLOTS: usize = 5;
const GUESTS: usize = 3;

/// A client gives at most as many commands as a room remembers answers.
const MOST_SAID: u64 = 30;

/// One step of the test.
#[derive(Debug, Clone)]
enum Op {
    /// A socket joins, in place of another one. It may know what that one has seen.
    Attach {
        slot: usize,
        guest: usize,
        tab: usize,
        knows: bool,
    },
    Detach(usize),
    Say {
        slot: usize,
        what: usize,
    },
    /// An earlier command is repeated.
    Repeat {
        slot: usize,
        which: usize,
    },
    Refresh(usize),
    /// A socket starts or stops reading.
    Reads(usize, bool),
    /// Time passes, in real milliseconds.
    Time(u64),
    /// How the next write fails.
    Fault(Fault),
    /// Waits until everything so far is done.
    Settle,
}

fn op(faults: bool) -> impl Strategy<Value = Op> {
    let ends = prop::sample::select(vec![
        Fault::Failed,
        Fault::Full,
        Fault::UnknownStored,
        Fault::UnknownNotStored,
        Fault::Stall,
        Fault::StallAndFail,
    ]);
    let slot = || 0..SLOTS;
    prop_oneof![
        3 => (slot(), 0..GUESTS, 0..2_usize, any::<bool>())
            .prop_map(|(slot, guest, tab, knows)| Op::Attach { slot, guest, tab, knows }),
        1 => slot().prop_map(Op::Detach),
        9 => (slot(), 0..14_usize).prop_map(|(slot, what)| Op::Say { slot, what }),
        3 => (slot(), any::<usize>()).prop_map(|(slot, which)| Op::Repeat { slot, which }),
        1 => slot().prop_map(Op::Refresh),
        1 => (slot(), any::<bool>()).prop_map(|(slot, reads)| Op::Reads(slot, reads)),
        1 => (1..4_u64).prop_map(Op::Time),
        if faults { 2 } else { 0 } => ends.prop_map(Op::Fault),
        1 => Just(Op::Settle),
    ]
}

/// What is stored, as far as the records show.
#[derive(Debug, Default)]
struct Kept {
    said: HashSet<(ClientId, u64)>,
    names: HashSet<String>,
}

/// A socket and what it has received.
struct Slot {
    id: SocketId,
    guest: usize,
    client: ClientId,
    out: Outgoing,
    welcome: Welcome,
    reads: bool,
    is_over: bool,
    v: Option<u64>,
    next_entry: u64,
    parts: Map<String, Value>,
    /// Numbers of commands that have not been answered.
    unanswered: Vec<u64>,
}

/// A command that was given.
#[derive(Debug, Clone)]
struct Said {
    guest: usize,
    client: ClientId,
    n: u64,
    command: Value,
    /// Whether the guest had a seat before, so that a refusal is remembered.
    is_known: bool,
}

struct Model<'a> {
    house: &'a Arc<TestHouse>,
    room: RoomId,
    kept: Arc<Mutex<Kept>>,
    faults: bool,
    watch: Watch,
    slots: [Option<Slot>; SLOTS],
    said: Vec<Said>,
    next: HashMap<ClientId, u64>,
    first: HashMap<(ClientId, u64), Answer>,
    seated: HashSet<usize>,
    names: Vec<String>,
    is_closed: bool,
}

/// Guest 0 created the room.
fn guest_id(guest: usize) -> GuestId {
    GuestId(100 + u64::try_from(guest).unwrap_or(0))
}

impl Model<'_> {
    /// Waits for something while letting stalled writes continue.
    async fn wait<T>(&self, what: impl Future<Output = T>) -> T {
        let pump = async {
            loop {
                self.house.store().go_on(self.house.store().waiting());
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::select! {
            done = timeout(PATIENCE, what) => done.expect("in time"),
            never = pump => never,
        }
    }

    async fn send(&self, message: RoomMessage) {
        let mailbox = self.house.room(self.room);
        let _ = self.wait(mailbox.send(message)).await;
    }

    /// Attaches a socket. `None` if it is not let in.
    async fn attach(
        &mut self,
        guest: usize,
        client: &ClientId,
        last: Option<Last>,
    ) -> Option<(SocketId, Outgoing, Welcome)> {
        let (id, (to_out, out)) = (SocketId::next(), outbox());
        let attach = |reply: oneshot::Sender<Result<Welcome, ByeCode>>| {
            RoomMessage::Attach(Box::new(Attach {
                socket: id,
                guest: guest_id(guest),
                client: client.clone(),
                last: last.clone(),
                board: false,
                out: to_out.clone(),
                reply,
            }))
        };
        match self.wait(self.house.ask(self.room, attach)).await {
            Some(Ok(welcome)) => Some((id, out, welcome)),
            Some(Err(ByeCode::NotRead)) => None,
            Some(Err(ByeCode::NoWatchers)) if self.watch == Watch::Nobody => None,
            Some(Err(ByeCode::RoomMissing)) | None => {
                self.is_closed = true;
                None
            }
            Some(Err(other)) => panic!("{other:?}"),
        }
    }

    /// Gives a command without a socket. The code of the refusal, if it is one.
    async fn speak(&mut self, guest: usize, command: Value) -> Option<String> {
        let said = self.house.speak(self.room, guest_id(guest), command, None);
        let why = self.wait(said).await.err()?.code;
        self.is_closed |= why == "room_missing";
        Some(why)
    }

    /// Messages are processed in order: once a command is answered, everything given before is
    /// done, if it was not lost together with the command.
    async fn settle(&mut self) {
        while !self.is_closed {
            // Nobody has this seat, so it is refused, and nothing is stored.
            match self.speak(GUESTS, json!("unready")).await {
                Some(why) if why == "not_stored" || why == "unknown" => {}
                _ => return,
            }
        }
    }

    /// Seats a guest who cannot come in otherwise, unless there is no seat.
    async fn seat(&mut self, guest: usize) {
        let name = format!("Guest {guest}");
        if self.watch == Watch::Nobody
            && self.speak(guest, json!({"join": {"name": name}})).await.is_none()
        {
            self.seated.insert(guest);
        }
    }

    async fn run(&mut self, op: Op) {
        match op {
            Op::Attach { slot, guest, tab, knows } => {
                self.detach(slot).await;
                self.seat(guest).await;
                let client = client(guest, tab);
                let before = self.slots[slot].take().filter(|it| knows && it.guest == guest);
                let last = before.as_ref().and_then(|it| {
                    let life = it.welcome.life.clone();
                    Some(Last { life, v: it.v?, entry: it.next_entry })
                });
                let Some((id, out, welcome)) = self.attach(guest, &client, last).await else {
                    return;
                };
                let parts = before.map(|it| it.parts).unwrap_or_default();
                self.slots[slot] = Some(Slot {
                    id,
                    guest,
                    client,
                    out,
                    welcome,
                    reads: true,
                    is_over: false,
                    v: None,
                    next_entry: 0,
                    parts,
                    unanswered: vec![],
                });
            }
            Op::Detach(slot) => self.detach(slot).await,
            Op::Say { slot, what } => {
                let Some(it) = self.slots[slot].as_ref().filter(|it| !it.is_over) else { return };
                let (guest, client) = (it.guest, it.client.clone());
                let next = self.next.entry(client.clone()).or_insert(1);
                if *next > MOST_SAID {
                    return;
                }
                let (n, command) = (*next, command(what, *next, it));
                *next += 1;
                if let Some(name) = command.pointer("/add_bot/name").and_then(Value::as_str) {
                    self.names.push(name.to_owned());
                }
                let is_known = self.seated.contains(&guest);
                self.said.push(Said { guest, client, n, command: command.clone(), is_known });
                self.say(slot, n, command).await;
            }
            Op::Repeat { slot, which } => {
                let Some(it) = self.slots[slot].as_ref().filter(|it| !it.is_over) else { return };
                let of = |said: &&Said| said.guest == it.guest && said.client == it.client;
                let known: Vec<_> = self.said.iter().filter(of).collect();
                if known.is_empty() {
                    return;
                }
                let Said { n, command, .. } = known[which % known.len()].clone();
                self.say(slot, n, command).await;
            }
            Op::Refresh(slot) => {
                if let Some(it) = &self.slots[slot] {
                    self.send(RoomMessage::Refresh(it.id)).await;
                }
            }
            Op::Reads(slot, reads) => {
                if let Some(it) = &mut self.slots[slot] {
                    it.reads = reads;
                }
            }
            Op::Time(millis) => tokio::time::sleep(Duration::from_millis(millis)).await,
            Op::Fault(fault) => self.house.store().plan([Some(fault)]),
            Op::Settle => self.settle().await,
        }
    }

    async fn detach(&mut self, slot: usize) {
        if let Some(it) = &mut self.slots[slot]
            && !std::mem::replace(&mut it.is_over, true)
        {
            let id = it.id;
            self.send(RoomMessage::Detach(id)).await;
        }
    }

    async fn say(&mut self, slot: usize, n: u64, command: Value) {
        // A socket takes no more from a client with this many unanswered messages.
        for _ in 0..100 {
            let is_full = |it: &Slot| !it.is_over && it.unanswered.len() >= UNANSWERED;
            if !self.slots[slot].as_ref().is_some_and(is_full) {
                break;
            }
            self.settle().await;
            self.hear(slot).await;
        }
        let Some(it) = self.slots[slot].as_mut().filter(|it| !it.is_over) else { return };
        it.unanswered.push(n);
        let said = super::Said { socket: it.id, n, command, chance: None };
        self.send(RoomMessage::Say(Box::new(said))).await;
    }

    /// Reads everything a socket has been sent.
    async fn hear(&mut self, slot: usize) {
        let Some(mut it) = self.slots[slot].take() else { return };
        while let Some(out) = it.out.more() {
            self.take(&mut it, out);
        }
        if it.out.has_skipped() && !it.is_over {
            self.send(RoomMessage::Refresh(it.id)).await;
        }
        self.slots[slot] = Some(it);
    }

    fn take(&mut self, it: &mut Slot, out: Out) {
        let (text, is_fresh) = match out {
            Out::Bye(_) => {
                it.is_over = true;
                return;
            }
            Out::Frame(_) => unreachable!("a room sends no frames"),
            Out::Answer(n, text) => {
                self.check_told(&text);
                return self.take_answer(it, n, &text);
            }
            Out::Text(text) => (text, false),
            Out::Fresh(text) => (text, true),
        };
        self.check_told(&text);
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let Value::Object(push) = message["push"].clone() else { panic!("{text}") };
        let v = push["v"].as_u64().expect("a number");
        if !is_fresh {
            assert_eq!(Some(v), it.v.map(|v| v + 1), "a push is missing before {text}");
        }
        it.v = Some(v);
        for entry in push.get("entries").and_then(Value::as_array).into_iter().flatten() {
            it.next_entry = entry["number"].as_u64().expect("a number") + 1;
        }
        it.parts.extend(push);
    }

    /// Checks that any bot a viewer is told about is stored.
    fn check_told(&self, text: &str) {
        let kept = self.kept.lock().unwrap();
        for name in &self.names {
            let is_told = text.contains(&format!("\"{name}\""));
            assert!(!is_told || kept.names.contains(name), "{name} is not stored: {text}");
        }
    }

    fn take_answer(&mut self, it: &mut Slot, n: u64, text: &str) {
        let message: ServerMessage = serde_json::from_str(text).expect("a message");
        let ServerMessage::Answer(answer) = message else { panic!("{text}") };
        assert_eq!(answer.n, n);
        let at = it.unanswered.iter().position(|it| *it == n);
        it.unanswered.swap_remove(at.unwrap_or_else(|| panic!("nobody said {n}: {text}")));
        if answer.error.as_ref().is_some_and(|why| why.code == "not_stored") {
            return; // It has not happened, and may be repeated.
        }
        let key = (it.client.clone(), n);
        let is_accepted = answer.error.is_none();
        if is_accepted {
            assert!(self.kept.lock().unwrap().said.contains(&key), "{n} is not stored: {text}");
        }
        let said = self.said.iter().find(|said| said.client == it.client && said.n == n);
        let said = said.expect("it was said");
        if is_accepted && said.command.get("join").is_some() {
            self.seated.insert(it.guest);
        }
        match self.first.get(&key) {
            // A refusal changes nothing, so it is not stored: a room that returned to its stored
            // state has forgotten it. Refusals to guests without a seat are not remembered either.
            Some(first) if first.error.is_none() || (said.is_known && !self.faults) => {
                assert_eq!(answer, *first, "a repeat is answered otherwise");
            }
            _ => {
                self.first.insert(key, answer);
            }
        }
    }

    /// At the end everyone has been answered and sees the same as someone who has just joined.
    async fn end(&mut self) {
        self.house.store().heal();
        for slot in 0..SLOTS {
            self.hear(slot).await;
        }
        self.settle().await;
        for slot in 0..SLOTS {
            self.hear(slot).await;
        }
        self.settle().await; // Sockets with skipped pushes are sent the newest state.
        if self.is_closed {
            return;
        }
        for slot in 0..SLOTS {
            self.hear(slot).await;
            let Some(it) = self.slots[slot].as_ref().filter(|it| !it.is_over) else { continue };
            assert!(it.unanswered.is_empty(), "{:?} are not answered", it.unanswered);
            self.compare(slot).await;
        }
    }

    async fn compare(&mut self, slot: usize) {
        let mut differs = vec![];
        for _ in 0..200 {
            let Some(it) = self.slots[slot].as_ref().filter(|it| !it.is_over) else { return };
            let guest = it.guest;
            let client = client(guest, 7);
            let Some((id, mut out, _)) = self.attach(guest, &client, None).await else { return };
            self.settle().await;
            self.hear(slot).await;
            let mut fresh = Map::new();
            while let Some(heard) = out.more() {
                if let Out::Text(text) | Out::Fresh(text) = heard {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    fresh.extend(message["push"].as_object().expect("a push").clone());
                }
            }
            self.send(RoomMessage::Detach(id)).await;
            let Some(it) = self.slots[slot].as_ref().filter(|it| !it.is_over) else { return };
            let sight = |parts: &Map<String, Value>| {
                let passing = ["v", "now", "entries", "reactions", "undone"];
                let lasting = parts.iter().filter(|(key, _)| !passing.contains(&key.as_str()));
                lasting.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>()
            };
            let (seen, is) = (sight(&it.parts), sight(&fresh));
            if seen == is {
                return;
            }
            let keys = is.keys().chain(seen.keys()).filter(|key| seen.get(*key) != is.get(*key));
            differs = keys
                .map(|key| format!("{key}: {:?}, not {:?}", seen.get(key), is.get(key)))
                .collect();
        }
        panic!("somebody sees something else than a newcomer: {differs:#?}");
    }
}

fn client(guest: usize, tab: usize) -> ClientId {
    format!("client-{guest}-{tab}").parse().expect("a client")
}

/// A command, sensible or not.
fn command(what: usize, n: u64, it: &Slot) -> Value {
    let players = it.parts.get("players").and_then(Value::as_array);
    let bot = players.and_then(|all| all.iter().find(|player| player["bot"] == true));
    let choice = it.parts.get("prompt").and_then(|prompt| {
        let choices = prompt["choices"].as_array().filter(|all| !all.is_empty())?;
        let choice = &choices[usize::try_from(n).unwrap_or(0) % choices.len()];
        Some(json!({"act": {"action": choice["action"], "prompt": prompt["id"]}}))
    });
    match what {
        0 | 1 => json!("ready"),
        2 => json!("unready"),
        3 | 4 => json!("start_game"),
        5 | 6 => {
            let name = format!("{}{n}", it.client.as_str().replace("client-", "R"));
            json!({"add_bot": {"level": "random", "name": name}})
        }
        7 => json!({"remove_bot": {"player": bot.map_or(Value::from(1), |it| it["id"].clone())}}),
        8 => json!({"join": {"name": format!("Guest {}", it.guest)}}),
        9 if n.is_multiple_of(3) => json!("leave"),
        9 | 10 => choice.unwrap_or_else(|| json!("pause")),
        11 => choice.unwrap_or_else(|| json!("resume")),
        12 => choice.unwrap_or_else(|| json!("undo")),
        _ => json!({"act": {"action": 7}}),
    }
}

async fn case(house: &Arc<TestHouse>, faults: bool, watch: Watch, ops: Vec<Op>) {
    let kept = Arc::new(Mutex::new(Kept::default()));
    let keeping = Arc::clone(&kept);
    house.store().heal();
    house.store().watch(move |stored| {
        let Stored::Records(_, records) = stored else { return };
        let mut kept = keeping.lock().unwrap();
        for record in records {
            let record = Record::read(record).expect("a record");
            kept.said.extend(record.from);
            let call = serde_json::to_value(&record.call).expect("plain data");
            let name = call.pointer("/person/command/add_bot/name");
            kept.names.extend(name.and_then(Value::as_str).map(str::to_owned));
        }
    });
    let maker = Guest {
        id: guest_id(0),
        token: crate::random::hash("nobody"),
        nickname: "Ada".to_owned(),
        seen: UnixMillis(0),
    };
    let mut wanted = NewRoom::of("min-or-max");
    wanted.watch = watch;
    let (code, _) = house.create(&maker, wanted).await.expect("a room");
    let room = house.find(&code).await.expect("it can be read").expect("it is there");
    let mut model = Model {
        house,
        room,
        kept,
        faults,
        watch,
        slots: [const { None }; SLOTS],
        said: vec![],
        next: HashMap::new(),
        first: HashMap::new(),
        seated: HashSet::from([0]),
        names: vec![],
        is_closed: false,
    };
    for op in ops {
        model.run(op).await;
        if model.is_closed {
            break;
        }
        for slot in 0..SLOTS {
            if model.slots[slot].as_ref().is_some_and(|it| it.reads) {
                model.hear(slot).await;
            }
        }
    }
    model.end().await;
    house.store().watch(|_| {});
    // Ends this case, so that nobody is left at the table.
    let close = |reply| RoomMessage::Close { reply };
    house.ask(room, close).await;
}

fn check(faults: bool, watch: Watch) {
    let folder = std::env::temp_dir()
        .join(format!("croupier-room-property-{}-{faults}-{watch:?}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let store = SqliteStore::open(&folder, Settings::default()).expect("a store");
    let config = Config {
        bot_threads: 1,
        allow_bench: true,
        // A real millisecond is 1.5 seconds here: whoever is gone for twenty of them loses the
        // seat.
        time_scale: 1_500.0,
        retry_after: Duration::from_millis(1),
        ..Config::default()
    };
    let house = House::new(
        croupier_catalog::shipped(),
        Faulty::new(store.clone()),
        config,
        Millis(1_000_000),
    );
    let cases =
        ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() };
    let checked = TestRunner::new(cases).run(&vec(op(faults), 1..60), |ops| {
        runtime.block_on(case(&house, faults, watch, ops));
        Ok(())
    });
    runtime.block_on(async {
        house.stop().await;
        house.bots().close();
        store.shutdown().await;
    });
    let _ = std::fs::remove_dir_all(folder);
    checked.unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn everybody_is_answered_once_and_misses_nothing() {
    check(false, Watch::Link);
}

#[test]
fn so_they_are_in_a_room_that_nobody_may_watch() {
    check(false, Watch::Nobody);
}

#[test]
fn so_they_are_while_the_store_fails_and_hear_of_nothing_that_is_not_stored() {
    check(true, Watch::Link);
}

#[test]
fn so_they_are_in_a_room_that_nobody_may_watch_while_the_store_fails() {
    check(true, Watch::Nobody);
}
