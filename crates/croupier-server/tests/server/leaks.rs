//! Searches everything that clients are sent in whole games for what is hidden from them.
//!
//! The store reports what it stores, and from that the room is rebuilt beside the server, so that
//! it is known at every moment who may see what. What a viewer was sent must be what that viewer
//! may see at some moment, and nothing else in it may name a card that is hidden from them, a seed,
//! a secret or a token. The kit's own suites search the log entries; here each entry must be the
//! viewer's own.

// The games' own definitions of what is hidden.
#[path = "../../../../games/data-war/tests/all/out_of_sight.rs"]
mod hidden_in_data_war;
#[path = "../../../../games/innovation/tests/all/out_of_sight.rs"]
#[allow(dead_code)] // Some of it is for log entries.
mod hidden_in_innovation;
#[path = "../../../../games/may-i/tests/all/out_of_sight.rs"]
mod hidden_in_may_i;
#[path = "../../../../games/min-or-max/tests/all/out_of_sight.rs"]
mod hidden_in_min_or_max;
#[path = "../../../../games/rush/tests/all/out_of_sight.rs"]
mod hidden_in_rush;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, Mutex, OnceLock};

use croupier_catalog::{AnyRoom, Catalog, ViewParts};
use croupier_kit::game::Game;
use croupier_kit::room::{PlayerId, Room};
use croupier_kit::testing::{HiddenWords, hidden_in_room, tells};
use croupier_proto::ByeCode;
use croupier_server::testing::Shadow;
use croupier_store::journal::{Journal as _, Snapshot};
use croupier_store::testing::Stored;
use serde_json::{Value, json};

use crate::client::{Chance, Client, ask, guest, room};
use crate::player::Player;
use crate::{Folder, Running};

const GAMES: [&str; 5] = ["data-war", "rush", "may-i", "min-or-max", "innovation"];

/// What a viewer may know at a moment.
#[derive(Default)]
struct Sight {
    view: String,
    hidden: BTreeSet<String>,
}

/// A room after something was stored.
struct Moment {
    sights: BTreeMap<Option<PlayerId>, Sight>,
    secrets: Vec<String>,
}

/// Everything that has happened in a room.
#[derive(Default)]
struct Story {
    shadow: Option<Shadow>,
    moments: Vec<Moment>,
    entries: BTreeMap<(Option<PlayerId>, u64), Value>,
}

fn hidden_from(room: &dyn AnyRoom, viewer: Option<PlayerId>) -> BTreeSet<String> {
    fn of<G: Game>(
        room: &dyn AnyRoom,
        viewer: Option<PlayerId>,
        words: HiddenWords<G>,
    ) -> Option<BTreeSet<String>> {
        let room = room.typed().downcast_ref::<Room<G>>()?;
        Some(hidden_in_room(room, viewer, words))
    }
    let words = of::<rush::Rush>(room, viewer, hidden_in_rush::out_of_sight)
        .or_else(|| of::<data_war::DataWar>(room, viewer, hidden_in_data_war::out_of_sight))
        .or_else(|| of::<may_i::MayI>(room, viewer, hidden_in_may_i::out_of_sight))
        .or_else(|| of::<min_or_max::MinOrMax>(room, viewer, hidden_in_min_or_max::out_of_sight))
        .or_else(|| of::<innovation::Innovation>(room, viewer, hidden_in_innovation::out_of_sight))
        .expect("a game that has words for what is hidden");
    words.iter().map(|word| word.trim_matches('"').to_owned()).collect()
}

impl Story {
    fn take(&mut self, catalog: &Catalog, stored: Stored<'_>) {
        match stored {
            // A later snapshot only repeats what the records have led to.
            Stored::Snapshot(_, snapshot) if self.shadow.is_none() => {
                self.shadow = Some(Shadow::new(catalog, snapshot).expect("a room"));
            }
            Stored::Records(_, records) => {
                let shadow = self.shadow.as_mut().expect("it was created");
                for record in records {
                    let handled = shadow.follow(record).expect("a record");
                    let guests = shadow.guests();
                    for viewer in guests.iter().map(|it| Some(it.1)).chain([None]) {
                        for entry in handled.entries_for(viewer) {
                            let entry = serde_json::to_value(&entry).expect("JSON");
                            let number = entry["number"].as_u64().expect("a number");
                            self.entries.insert((viewer, number), entry);
                        }
                    }
                }
            }
            _ => return,
        }
        let shadow = self.shadow.as_ref().expect("it was created");
        let (mut parts, mut sights) = (ViewParts::default(), BTreeMap::new());
        let guests = shadow.guests();
        for viewer in guests.iter().map(|it| Some(it.1)).chain([None]) {
            shadow.room().write_view(viewer, &mut parts);
            let view: Value = serde_json::from_str(&parts.game).expect("JSON");
            let hidden = hidden_from(shadow.room(), viewer);
            sights.insert(viewer, Sight { view: view.to_string(), hidden });
        }
        self.moments.push(Moment { sights, secrets: shadow.secrets() });
    }

    /// What someone may know at a moment. A guest without a seat counts as the public.
    fn sight(&self, at: usize, viewer: Option<PlayerId>) -> &Sight {
        let sights = &self.moments[at].sights;
        sights.get(&viewer).or_else(|| sights.get(&None)).expect("the public sees something")
    }

    /// Searches everything that someone has received. Returns the number of messages in which there
    /// was something to search for, or what was leaked.
    fn search(&self, heard: &[String]) -> Result<usize, String> {
        let (mut at, mut searched, mut viewer) = (0, 0, None);
        for text in heard {
            let mut message: Value = serde_json::from_str(text).map_err(|why| why.to_string())?;
            if let Some(welcome) = message.get("welcome") {
                // A player who was away when a match ended may have lost the seat, and watches from
                // now on.
                viewer =
                    serde_json::from_value(welcome["you"].clone()).expect("a player or nobody");
            }
            if let Some(Value::Object(push)) = message.get_mut("push") {
                for entry in
                    push.remove("entries").as_ref().and_then(Value::as_array).into_iter().flatten()
                {
                    let number = entry["number"].as_u64().unwrap_or(u64::MAX);
                    if self.entries.get(&(viewer, number)) != Some(entry) {
                        return Err(format!(
                            "{viewer:?} was told the entry of somebody else: {entry}"
                        ));
                    }
                }
                if let Some(view) = push.get("view") {
                    let view = view.to_string();
                    let fits = |at: &usize| self.sight(*at, viewer).view == view;
                    let found = (at..self.moments.len()).find(fits);
                    let found = found.ok_or_else(|| {
                        format!("{viewer:?} was shown what is not theirs: {view}")
                    })?;
                    at = found;
                }
            }
            // A question is answered from a moment before what is sent along with the answer.
            let begin = if message.get("push").is_some() { at } else { at.saturating_sub(1) };
            let end = (at..self.moments.len())
                .take_while(|it| self.sight(*it, viewer).view == self.sight(at, viewer).view)
                .last()
                .unwrap_or(at);
            let is_hidden = |word: &&String| {
                (begin..=end).all(|it| self.sight(it, viewer).hidden.contains(*word))
            };
            let hidden: Vec<_> = self.sight(at, viewer).hidden.iter().filter(is_hidden).collect();
            searched += usize::from(!hidden.is_empty());
            // Random texts may look as if they began with a card.
            for random in ["/welcome/life", "/push/replay/link"] {
                message.pointer_mut(random).map(Value::take);
            }
            let words = words_of(&message);
            if let Some(word) = hidden.into_iter().find(|word| words.contains(*word)) {
                return Err(format!("{viewer:?} was told {word}: {text}"));
            }
            let is_secret =
                |it: &&String| (begin..=end).all(|at| self.moments[at].secrets.contains(it));
            let mut secrets = self.moments[at].secrets.iter().filter(is_secret);
            if secrets.any(|secret| text.contains(secret)) {
                return Err(format!("{viewer:?} was told a secret: {text}"));
            }
        }
        Ok(searched)
    }
}

/// All words of a message: its strings, and the words in them that look like cards. Titles of
/// Innovation are ordinary words, so they count as whole strings only.
fn words_of(message: &Value) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut open = vec![message];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                words.extend(fields.keys().cloned());
                open.extend(fields.values());
            }
            Value::String(text) => {
                let looks_like_a_card = |it: &&str| it.bytes().any(|it| it.is_ascii_digit());
                let parts = text.split(|it: char| !it.is_alphanumeric() && !"-#".contains(it));
                words.extend(parts.filter(looks_like_a_card).map(str::to_owned));
                words.insert(text.clone());
            }
            _ => {}
        }
    }
    words
}

/// Everything that this program has logged.
pub(crate) fn log_lines() -> Arc<Mutex<Vec<u8>>> {
    #[derive(Clone)]
    struct Lines(Arc<Mutex<Vec<u8>>>);
    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    static LINES: OnceLock<Arc<Mutex<Vec<u8>>>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let lines = Lines(Arc::default());
        let kept = Arc::clone(&lines.0);
        let _ = tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
            .with_ansi(false)
            .with_writer(move || lines.clone())
            .try_init();
        kept
    });
    Arc::clone(lines)
}

/// A game that was played, and what everyone has received.
struct Told {
    story: Story,
    heard: Vec<(Option<PlayerId>, Vec<String>)>,
    tokens: Vec<String>,
    code: String,
}

/// Two persons, a bot if there is a seat, and a watcher.
async fn play(game: &str, seed: u64, is_short: bool) -> Told {
    let folder = Folder::new();
    let running = Running::faulty(&folder, |config| {
        config.time_scale = 200.0;
        config.allow_bench = true;
    })
    .await;
    let (story, catalog) = (Arc::new(Mutex::new(Story::default())), croupier_catalog::shipped());
    let kept = Arc::clone(&story);
    running.store.watch(move |stored| kept.lock().expect("no panic").take(&catalog, stored));
    let addr = running.addr;
    let tokens = [guest(addr, "Ada").await, guest(addr, "Bo").await, guest(addr, "Eve").await];
    let set = if game == "may-i" && is_short { json!({"starting_round": 6}) } else { json!({}) };
    let settings = json!({"undo": true, "hints": true, "bot_delay_ms": 100, "grace_ms": 6_000_000});
    let wanted = json!({"game": game, "watch": "link", "set": set, "settings": settings});
    let code = room(addr, &tokens[0], wanted).await;
    let path = format!("/api/rooms/{code}/join");
    ask(addr, "POST", &path, Some(&tokens[1]), Some(json!({}))).await;
    let mut players = vec![];
    for (at, token) in tokens.iter().enumerate() {
        let mut player = Player::new(addr, token, &code, &format!("player-{at}"));
        (player.heard, player.board) = (Some(vec![]), at != 1);
        player.come().await;
        players.push(player);
    }
    let [ada, bo, eve] = &mut players[..] else { unreachable!("three were made") };
    for level in ["greedy", "random"] {
        // It is refused if there is no seat left.
        ada.say(json!({"add_bot": {"level": level}})).await;
        if game != "may-i" {
            break;
        }
    }
    for player in [&mut *ada, &mut *bo] {
        assert_eq!(player.say(json!("ready")).await.error, None);
    }
    assert_eq!(ada.say(json!("start_game")).await.error, None, "{game}");
    let watching = async {
        while !eve.is_over() {
            eve.hear().await;
        }
    };
    tokio::join!(mischief(ada, 2 * seed), mischief(bo, 2 * seed + 1), watching);
    let you = |it: &Player| it.welcome.as_ref().expect("it was welcome").you;
    let heard =
        players.iter_mut().map(|it| (you(it), it.heard.take().expect("all of it"))).collect();
    running.stop().await;
    let story = std::mem::take(&mut *story.lock().expect("no panic"));
    Told { story, heard, tokens: tokens.into(), code }
}

/// Plays a match to its end, and tries everything else on the way.
async fn mischief(player: &mut Player, seed: u64) {
    let mut chance = Chance(seed + 77);
    for _ in 0..30_000 {
        if player.is_over() {
            return;
        }
        let some = player.some_answer(chance.of(1_000));
        let action = some.as_ref().map(|it| it["act"]["action"].clone());
        match (chance.of(40), some) {
            (0, _) => {
                player.hang_up();
                if chance.of(2) == 0 {
                    player.forget();
                }
                player.come().await;
            }
            (1, _) => {
                player.say(json!("undo")).await;
            }
            (2, Some(_)) => {
                player.ask(json!({"hint": {}})).await;
            }
            (3, _) => {
                player.ask(json!({"dry_run": {"action": action}})).await;
            }
            (4, Some(mut command)) => {
                // An answer to an old prompt, or to someone else's.
                command["act"]["prompt"] = json!(chance.of(50));
                player.say(command).await;
            }
            (5, _) => {
                player.say(json!({"act": {"action": chance.of(3)}})).await;
            }
            (6, _) => {
                let offers = player.parts.get("offers").and_then(Value::as_array);
                // Not one that ends the match for everyone.
                let is_small = |it: &&Value| !it["action"].to_string().contains("oncede");
                let offers: Vec<_> = offers.into_iter().flatten().filter(is_small).collect();
                if !offers.is_empty() {
                    let action = offers[chance.of(offers.len())]["action"].clone();
                    player.say(json!({"act": {"action": action}})).await;
                }
            }
            (7, _) => {
                player.say(json!({"react": {"type": "emoji", "value": "😂"}})).await;
            }
            (_, Some(command)) => {
                player.say(command).await;
            }
            (_, None) => {
                player.hear().await;
            }
        }
    }
    panic!("the match does not end");
}

impl Told {
    /// Checks that nothing hidden was sent to anyone.
    fn check(&self) -> Result<usize, String> {
        let mut searched = 0;
        for (viewer, heard) in &self.heard {
            searched += self.story.search(heard)?;
            for text in heard {
                if self.tokens.iter().any(|token| text.contains(token.as_str())) {
                    return Err(format!("{viewer:?} was told a token: {text}"));
                }
            }
        }
        Ok(searched)
    }

    /// Everything that was hidden from anyone at any moment.
    fn ever_hidden(&self) -> BTreeSet<&String> {
        let sights = self.story.moments.iter().flat_map(|it| it.sights.values());
        sights.flat_map(|it| &it.hidden).collect()
    }

    /// Checks that no secret is in the log, revealed or not, and no card that was hidden.
    fn check_log(&self, lines: &str) -> Result<(), String> {
        let secrets = self.story.moments.iter().flat_map(|it| &it.secrets);
        for secret in secrets.chain(&self.tokens).collect::<BTreeSet<_>>() {
            if lines.contains(secret.as_str()) {
                return Err("a secret is in the log".to_owned());
            }
        }
        if tells(lines, &self.code) {
            return Err("the code of a room is in the log".to_owned());
        }
        if let Some(word) = self.ever_hidden().into_iter().find(|word| tells(lines, word)) {
            return Err(format!("{word}, which was hidden, is in the log"));
        }
        Ok(())
    }
}

async fn search_games(game: &str, seeds: std::ops::Range<u64>, is_short: bool) {
    let (log, mut total) = (log_lines(), 0);
    for seed in seeds {
        let from = log.lock().expect("no panic").len();
        let told = play(game, seed, is_short).await;
        total += told.check().unwrap_or_else(|why| panic!("{game} {seed}: {why}"));
        // Its secrets cannot have been logged before.
        let lines = String::from_utf8_lossy(&log.lock().expect("no panic")[from..]).into_owned();
        assert_eq!(told.check_log(&lines), Ok(()), "{game} {seed}");
    }
    assert!(total > 100, "{game}: in only {total} messages there was something to search for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_hidden_is_sent_to_anybody_in_whole_games() {
    let mut games = tokio::task::JoinSet::new();
    for game in GAMES {
        games.spawn(search_games(game, 0..10, true));
    }
    games.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "soak: a thousand games of each kind"]
async fn soak_nothing_hidden_is_sent_to_anybody_in_a_thousand_games_of_each_kind() {
    let mut games = tokio::task::JoinSet::new();
    for game in GAMES {
        games.spawn(search_games(game, 1_000..2_000, false));
    }
    games.join_all().await;
}

/// The search works: it finds leaks that are planted in what was received.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leak_would_be_found() {
    let told = play("rush", 4, true).await;
    let searched = told.check().expect("nothing was told");
    let [(ada, heard), (bo, others), _] = &told.heard[..] else { panic!() };
    let finds = |planted: &dyn Fn(&mut Vec<String>)| {
        let mut heard = heard.clone();
        planted(&mut heard);
        told.story.search(&heard).is_err()
    };
    assert!(!finds(&|_| {}), "{searched} messages are clean");
    // The view of another player.
    let message = |text: &String| serde_json::from_str::<Value>(text).expect("JSON");
    let in_play = |it: &&String| message(it)["push"]["view"].is_object();
    let theirs = others.iter().rfind(|it| {
        let view = message(it)["push"]["view"].to_string();
        !told.story.moments.iter().any(|at| at.sights[ada].view == view)
            && message(it)["push"]["view"].is_object()
    });
    assert!(finds(&|heard| heard.push(theirs.expect("hands differ").clone())));
    // A card of another player, in an answer.
    let first = heard.iter().filter(in_play).nth(2).expect("a match");
    let view = message(first)["push"]["view"].to_string();
    let at = told.story.moments.iter().position(|it| it.sights[ada].view == view).unwrap();
    let card = told.story.moments[at].sights[ada].hidden.first().expect("something is hidden");
    let place = heard.iter().position(|it| it == first).unwrap() + 1;
    let answer =
        json!({"answer": {"n": 1, "error": {"code": "x", "sentence": format!("not {card}")}}});
    assert!(finds(&|heard| heard.insert(place, answer.to_string())));
    // An entry that only they may read.
    let own = told.story.entries.iter().find(|((reader, number), entry)| {
        reader == bo && told.story.entries.get(&(*ada, *number)) != Some(entry)
    });
    let entry = own.expect("a hand that was dealt").1;
    assert!(finds(
        &|heard| heard.push(json!({"push": {"v": 1, "now": 1, "entries": [entry]}}).to_string())
    ));
    // The seed, in an unrelated part.
    let seed = &told.story.moments[at].secrets[4];
    assert!(finds(&|heard| heard.insert(place, json!({"bye": {"code": seed}}).to_string())));
    // A token, a code or a card in the log.
    assert_eq!(told.check_log("all is well"), Ok(()));
    for word in [&told.tokens[0], &told.code, seed, card] {
        assert!(told.check_log(&format!("a line with {word} in it")).is_err());
    }
}

/// The error of a reader quotes what it cannot read, and that may be anything in a room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_cannot_be_loaded_does_not_show_the_log_what_is_in_it() {
    let log = log_lines();
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let token = guest(running.addr, "Ada").await;
    let code = room(running.addr, &token, json!({"game": "rush"})).await;
    running.stop().await;
    let store = folder.store();
    let id = store.find(&code).await.expect("it reads").expect("a room").entry.room;
    let mut opened = store.open(id).await.expect("it reads");
    let hidden = "the card under the table";
    let bytes = json!({"about": hidden}).to_string().into();
    let snapshot = Snapshot { bytes, ..opened.snapshot };
    store.snapshot(&mut opened.held, snapshot).await.expect("it is stored");
    store.shutdown().await;

    let running = Running::start(&folder, 1.0).await;
    let refused = Client::enter_again(running.addr, &token, &code, "ada", None).await.err();
    assert_eq!(refused.map(|bye| bye.code), Some(ByeCode::RoomDamaged));
    let lines = String::from_utf8_lossy(&log.lock().expect("no panic")).into_owned();
    let of_room = |line: &&str| line.contains(&id.to_string());
    assert!(lines.lines().filter(of_room).any(|it| it.contains("cannot be loaded")), "{lines}");
    assert!(!lines.contains(hidden));
    running.stop().await;
}
