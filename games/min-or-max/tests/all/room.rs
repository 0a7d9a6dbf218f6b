//! Min or Max in a room: its limits, its pace, and the log of MM-77, entry by entry.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use std::collections::BTreeSet;

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Viewer;
use croupier_kit::room::{
    BotLevel, Call, Command, Entry, Phase, PlayerId, Room, RoomEffect, RoomOptions,
};
use min_or_max::{Action, MinOrMax, Options};
use serde_json::{Map, Value, json};

const ANN: PlayerId = PlayerId(101);
const BEN: PlayerId = PlayerId(102);
const CAT: PlayerId = PlayerId(103);

/// A room, and all its output so far.
struct Table {
    room: Room<MinOrMax>,
    now: Millis,
    said: Vec<RoomEffect<MinOrMax>>,
}

impl Table {
    fn new(settings: RoomOptions, options: Options) -> Self {
        let room = Room::new(settings, options, Seed::from_number(77)).unwrap();
        Self { room, now: Millis::ZERO, said: vec![] }
    }

    fn call(&mut self, call: Call<MinOrMax>) -> Result<(), &'static str> {
        let handled = self.room.handle(call, self.now);
        self.said.extend(handled.effects);
        handled.answer.map_err(|why| why.code())
    }

    fn say(&mut self, id: PlayerId, command: Command<MinOrMax>) -> Result<(), &'static str> {
        self.call(Call::Person { id, command })
    }

    fn act(&mut self, id: PlayerId, action: Action) {
        self.say(id, Command::Act { action, prompt: None }).unwrap();
    }

    fn join(&mut self, id: PlayerId, name: &str) -> Result<(), &'static str> {
        self.say(id, Command::Join { name: name.to_owned() })
    }

    fn start(&mut self, people: &[(PlayerId, &str)]) {
        for (id, name) in people {
            self.join(*id, name).unwrap();
        }
        for (id, _) in people {
            self.say(*id, Command::Ready).unwrap();
        }
        self.say(people[0].0, Command::StartGame).unwrap();
    }

    fn wait_for_a_question(&mut self) {
        while self.room.waiting().is_empty() && self.room.phase() == Phase::Playing {
            self.now = self.room.next_due().unwrap();
            self.call(Call::Wake).unwrap();
        }
    }

    /// The log entries as a reader gets them: name and fields.
    fn log(&self, reader: Option<PlayerId>) -> Vec<(String, Value)> {
        let entries = self.said.iter().filter_map(|effect| match effect {
            RoomEffect::Log(record) => record.entry_for(reader),
            _ => None,
        });
        entries.map(|entry| fields(&entry)).collect()
    }
}

fn fields(entry: &Entry<MinOrMax>) -> (String, Value) {
    let event = serde_json::to_value(&entry.event).unwrap();
    let inner = event.as_object().unwrap().values().next().unwrap();
    match inner {
        Value::Object(fields) => {
            let (name, fields) = fields.iter().next().unwrap();
            (name.clone(), fields.clone())
        }
        name => (name.as_str().unwrap().to_owned(), Value::Null),
    }
}

fn names(log: &[(String, Value)]) -> Vec<&str> {
    log.iter().map(|(name, _)| name.as_str()).collect()
}

fn keys(fields: &Value) -> Vec<&str> {
    let mut keys: Vec<_> =
        fields.as_object().into_iter().flat_map(|it| it.keys().map(String::as_str)).collect();
    keys.sort_unstable();
    keys
}

/// The entries listed in MM-77, with their fields in alphabetical order: those of the game, and
/// those that the room adds. `MatchFailed` needs a faulty game, and `Reacted` is not kept.
const LISTED: [(&str, &[&str]); 39] = [
    ("player_joined", &["bot", "name", "seat"]),
    ("player_dropped", &["name", "seat"]),
    ("player_ready", &["name", "seat"]),
    ("player_unready", &["name", "seat"]),
    ("game_starting", &["game_no", "options", "seats", "settings"]),
    ("cards_dealt", &["cards", "counts"]),
    ("thresholds_set", &["max", "min"]),
    ("wheel_spin_started", &["degrees", "force_milli", "from", "seat", "spin_ms"]),
    ("wheel_spun", &["angle", "mode"]),
    ("first_card_played", &["card", "played_value", "score"]),
    ("setup_complete", &[]),
    ("turn_started", &["deadline", "seat", "turn_seq"]),
    ("pile_reshuffled", &["count", "order"]),
    ("card_drawn", &["card", "left", "seat"]),
    ("card_chosen", &["auto", "card", "seat"]),
    ("effect_chosen", &["auto", "effect", "seat"]),
    ("card_played", &["auto", "card", "played_value", "score", "seat"]),
    ("spin_skipped", &["auto", "seat"]),
    ("card_forfeited", &["card", "seat"]),
    ("player_won", &["reason", "score", "seat", "timed_out"]),
    ("player_lost", &["reason", "score", "seat", "timed_out"]),
    ("turn_ended", &["next", "seat"]),
    ("game_over", &["counters", "outcome", "results"]),
    ("vote_cast", &["rematch", "seat"]),
    ("player_left", &["seat"]),
    ("all_voted_rematch", &[]),
    ("countdown_started", &["ms"]),
    ("rematch_starting", &[]),
    ("returned_to_lobby", &["cause"]),
    ("connection_changed", &["seat", "status"]),
    ("seat_replaced", &["name", "seat"]),
    ("host_changed", &["seat"]),
    ("options_changed", &[]),
    ("locked", &["locked"]),
    ("paused", &["seat"]),
    ("resumed", &[]),
    ("action_undone", &["seat"]),
    ("seat_reclaimed", &["name", "seat"]),
    ("removal_voted", &["by", "seat"]),
];

fn listed(name: &str) -> Option<&'static [&'static str]> {
    if name == "room_closed" {
        return Some(&[]);
    }
    LISTED.iter().find(|(it, _)| *it == name).map(|(_, fields)| *fields)
}

/// Records which entries a table has produced, with their fields.
fn note(seen: &mut BTreeSet<String>, table: &Table) {
    for reader in [None, Some(ANN)] {
        for (name, fields) in table.log(reader) {
            let listed = listed(&name).unwrap_or_else(|| panic!("MM-77 has no {name}"));
            assert_eq!(keys(&fields), listed, "{name}");
            seen.insert(name);
        }
    }
}

/// Plays on, sometimes too late, until the match is over.
fn play_out(table: &mut Table, dice: &mut Dice) {
    while table.room.phase() == Phase::Playing {
        let asked = table.room.waiting().first().and_then(|it| [ANN, BEN].get(it.seat.at()));
        let prompt = asked.and_then(|id| table.room.view(Some(*id)).prompt);
        let choice = prompt.and_then(|it| dice.pick(&it.choices).map(|it| it.action));
        match (asked, choice) {
            (Some(id), Some(action)) if dice.below(12) > 0 => table.act(*id, action),
            _ => {
                table.now = table.room.next_due().unwrap();
                table.call(Call::Wake).unwrap();
            }
        }
    }
}

/// Together the scripts produce every entry, so that none exists only in the list.
#[test]
fn mm_77c_every_entry_that_is_listed_is_told() {
    let mut seen = BTreeSet::new();
    let people = [(ANN, "Ann"), (BEN, "Ben")];
    // In the lobby.
    let mut table = Table::new(RoomOptions::strict(), Options::default());
    for (id, name) in [(ANN, "Ann"), (BEN, "Ben"), (CAT, "Cat")] {
        table.join(id, name).unwrap();
    }
    table.say(BEN, Command::Ready).unwrap();
    table.say(BEN, Command::Unready).unwrap();
    table.say(CAT, Command::Leave).unwrap();
    table.say(ANN, Command::Lock { locked: true }).unwrap();
    let changes = json!({"hand_size": 4}).as_object().cloned().unwrap();
    table.say(ANN, Command::SetOptions { preset: None, changes }).unwrap();
    note(&mut seen, &table);
    // Connections, silence, and a return.
    let endless = Options { turn_ms: None, ..Options::default() };
    let mut table = Table::new(RoomOptions::default(), endless);
    table.start(&people);
    table.wait_for_a_question();
    table.call(Call::Lost { id: BEN }).unwrap();
    table.now += RoomOptions::default().grace_ms;
    table.call(Call::Wake).unwrap();
    table.say(BEN, Command::Reconnect).unwrap();
    table.now += RoomOptions::default().silent_ms;
    table.say(BEN, Command::VoteRemove { player: ANN }).unwrap();
    note(&mut seen, &table);
    // One person alone.
    let settings = RoomOptions { undo: true, ..RoomOptions::default() };
    let mut table = Table::new(settings, Options::default());
    table.join(ANN, "Ann").unwrap();
    table.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    table.say(ANN, Command::Ready).unwrap();
    table.say(ANN, Command::StartGame).unwrap();
    table.wait_for_a_question();
    table.act(ANN, Action::spin(min_or_max::Band::Soft));
    table.say(ANN, Command::Undo).unwrap();
    table.say(ANN, Command::Pause).unwrap();
    table.say(ANN, Command::Resume).unwrap();
    note(&mut seen, &table);
    // Whole matches, some with thresholds so far away that the draw pile runs out.
    let mut dice = Dice::new(Seed::from_number(1));
    for seed in 0..600 {
        if LISTED.iter().all(|(name, _)| seen.contains(*name)) {
            break;
        }
        let far = Options { min_range: (-900, -900), max_range: (900, 900), ..Options::default() };
        let options = if seed % 2 == 0 { far } else { Options::default() };
        let room = Room::new(RoomOptions::strict(), options, Seed::from_number(seed)).unwrap();
        let mut table = Table { room, now: Millis::ZERO, said: vec![] };
        table.start(&people);
        play_out(&mut table, &mut dice);
        table.now += RoomOptions::strict().results_ms;
        table.call(Call::Wake).unwrap();
        for id in [ANN, BEN] {
            table.say(id, Command::VoteRematch).unwrap();
        }
        if seed % 3 == 0 {
            table.say(BEN, Command::VoteLobby).unwrap();
        } else {
            table.now += RoomOptions::strict().countdown_ms;
            table.call(Call::Wake).unwrap();
            play_out(&mut table, &mut dice);
            table.say(BEN, Command::Leave).unwrap();
        }
        note(&mut seen, &table);
    }
    let missing: Vec<_> = LISTED.iter().filter(|(name, _)| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "nobody was ever told {missing:?}");
}

/// A table of two from the first join to the lobby after the match. Nobody acts except the clock.
#[test]
fn mm_77c_the_log_of_a_room_entry_by_entry() {
    let mut table = Table::new(RoomOptions::strict(), Options::default());
    table.start(&[(ANN, "Ann"), (BEN, "Ben")]);
    while table.room.phase() == Phase::Playing {
        table.now = table.room.next_due().unwrap();
        table.call(Call::Wake).unwrap();
    }
    table.now += Millis(5_000);
    for id in [ANN, BEN] {
        table.say(id, Command::VoteRematch).unwrap();
    }
    table.say(BEN, Command::VoteLobby).unwrap();
    let log = table.log(None);
    for (name, fields) in &log {
        let listed = listed(name).unwrap_or_else(|| panic!("MM-77 has no {name}"));
        assert_eq!(keys(fields), listed, "{name}");
    }
    let opening = [
        "player_joined",
        "host_changed",
        "player_joined",
        "player_ready",
        "player_ready",
        "game_starting",
        "cards_dealt",
        "thresholds_set",
        "wheel_spin_started",
        "wheel_spun",
        "first_card_played",
        "setup_complete",
        "turn_started",
        "card_drawn",
    ];
    assert_eq!(names(&log)[..opening.len()], opening);
    let ending = [
        "game_over",
        "vote_cast",
        "vote_cast",
        "all_voted_rematch",
        "countdown_started",
        "vote_cast",
        "returned_to_lobby",
    ];
    assert_eq!(names(&log)[log.len() - ending.len()..], ending);
    assert_eq!(names(&log).iter().filter(|name| **name == "game_over").count(), 1);
    assert!(matches!(names(&log)[log.len() - ending.len() - 1], "player_won" | "player_lost"));
    // A turn played by the clock, in order.
    let first = names(&log).iter().position(|name| *name == "card_drawn").unwrap();
    let turn: Vec<_> =
        names(&log)[first..].iter().take_while(|name| **name != "turn_ended").copied().collect();
    assert!(
        [
            "card_drawn card_chosen card_played spin_skipped",
            "card_drawn card_chosen effect_chosen card_played spin_skipped"
        ]
        .contains(&turn.join(" ").as_str()),
        "{turn:?}"
    );
    let find = |name: &str| &log.iter().find(|(it, _)| it == name).unwrap().1;
    let starting = find("game_starting");
    assert_eq!(starting["options"], serde_json::to_value(Options::default()).unwrap());
    assert_eq!(starting["settings"], serde_json::to_value(RoomOptions::strict()).unwrap());
    assert_eq!((&starting["game_no"], &starting["seats"]), (&json!(1), &json!(2)));
    assert_eq!(find("player_ready")["name"], "Ann");
    let over = find("game_over");
    let view = table.said.iter().find_map(|effect| match effect {
        RoomEffect::MatchEnded { save } => {
            let game =
                croupier_kit::matches::Match::<MinOrMax>::load(save.as_ref().unwrap()).unwrap();
            Some(game.view(Viewer::Public))
        }
        _ => None,
    });
    let view = view.unwrap();
    let hands: Vec<_> = view.players.iter().map(|it| it.hand.clone()).collect();
    assert_eq!(over["results"]["hands"], serde_json::to_value(hands).unwrap());
    assert_eq!(over["results"]["stats"], serde_json::to_value(view.result).unwrap());
    let counters: Vec<_> = [0, 1]
        .map(|seat| {
            let won =
                u32::from(over["outcome"]["winners"].as_array().unwrap().contains(&json!(seat)));
            let lost =
                u32::from(over["outcome"]["losers"].as_array().unwrap().contains(&json!(seat)));
            json!({"seat": seat, "wins": won, "losses": lost})
        })
        .into();
    assert_eq!(over["counters"], json!(counters));
}

/// Only the owner sees private parts: the cards of the deal and of a draw.
#[test]
fn mm_77b_private_parts_are_told_to_their_owner() {
    let mut table = Table::new(RoomOptions::strict(), Options::default());
    table.start(&[(ANN, "Ann"), (BEN, "Ben")]);
    table.wait_for_a_question();
    let [public, ann, ben] = [None, Some(ANN), Some(BEN)].map(|reader| table.log(reader));
    assert_eq!(names(&public), names(&ann));
    for (seat, log) in [(0, &ann), (1, &ben)] {
        let differ: Vec<_> = public
            .iter()
            .zip(log)
            .filter(|(one, other)| one != other)
            .map(|(one, _)| one.0.as_str())
            .collect();
        let own: &[&str] =
            if seat == 0 { &["cards_dealt", "card_drawn"] } else { &["cards_dealt"] };
        assert_eq!(differ, own);
    }
}

/// A choice of the player is not marked `auto`.
#[test]
fn mm_77_what_a_player_does_is_not_auto() {
    let mut table = Table::new(RoomOptions::strict(), Options::default());
    table.start(&[(ANN, "Ann"), (BEN, "Ben")]);
    table.wait_for_a_question();
    table.act(ANN, Action::spin(min_or_max::Band::Soft));
    let log = table.log(None);
    let (name, fields) = log.last().unwrap();
    assert_eq!(
        (name.as_str(), &fields["seat"], &fields["spin_ms"]),
        ("wheel_spin_started", &json!(0), &json!(1500))
    );
}

/// MM-4: the lobby enforces `min_players` and `max_players`.
#[test]
fn mm_04d_the_lobby_obeys_the_limits_of_the_options() {
    let options = Options { min_players: 3, max_players: 3, ..Options::default() };
    let mut table = Table::new(RoomOptions::default(), options);
    for (id, name) in [(ANN, "Ann"), (BEN, "Ben")] {
        table.join(id, name).unwrap();
        table.say(id, Command::Ready).unwrap();
    }
    assert_eq!(table.say(ANN, Command::StartGame), Err("not_enough_players"));
    table.join(CAT, "Cat").unwrap();
    assert_eq!(table.join(PlayerId(104), "Dan"), Err("lobby_full"));
    let bot = || Command::AddBot { level: BotLevel::RANDOM, name: None };
    assert_eq!(table.say(ANN, bot()), Err("lobby_full"));
    // The host may allow a fourth player, but not fewer than are already seated.
    let set = |changes: &Value| Command::SetOptions {
        preset: None,
        changes: changes.as_object().cloned().unwrap_or_else(Map::new),
    };
    let fewer = set(&json!({"min_players": 2, "max_players": 2}));
    assert_eq!(table.say(ANN, fewer), Err("invalid_options"));
    table.say(ANN, set(&json!({"max_players": 4}))).unwrap();
    table.say(ANN, bot()).unwrap();
    // The limits are saved with the room.
    let saved = table.room.save().unwrap();
    table.room = Room::load(&saved).unwrap();
    assert_eq!(table.join(PlayerId(104), "Dan"), Err("lobby_full"));
}

/// MM-4, MM-86: a rematch needs the minimum number of players.
#[test]
fn mm_04d_a_rematch_obeys_the_limits_of_the_options() {
    let options = Options { min_players: 3, ..Options::bench() };
    let settings = RoomOptions { vote_ms: Some(Millis(1_000)), ..RoomOptions::default() };
    let mut table = Table::new(settings, Options { turn_ms: Some(Millis(10)), ..options });
    table.start(&[(ANN, "Ann"), (BEN, "Ben"), (CAT, "Cat")]);
    while table.room.phase() != Phase::Voting {
        table.now = table.room.next_due().unwrap();
        table.call(Call::Wake).unwrap();
    }
    table.say(CAT, Command::Leave).unwrap();
    assert_eq!(table.room.phase(), Phase::Lobby);
}

/// MM-70: bots take the room's `bot_delay_ms`, plus or minus two fifths.
#[test]
fn mm_70c_bots_of_min_or_max_keep_to_bot_delay_ms() {
    let mut seen = vec![];
    for seed in 0..20 {
        let settings = RoomOptions { bot_delay_ms: Millis(5_000), ..RoomOptions::default() };
        let room = Room::new(settings, Options::default(), Seed::from_number(seed)).unwrap();
        let mut table = Table { room, now: Millis::ZERO, said: vec![] };
        table.join(ANN, "Ann").unwrap();
        table.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
        table.say(ANN, Command::Ready).unwrap();
        table.say(ANN, Command::StartGame).unwrap();
        table.wait_for_a_question();
        // Ann's time runs out; then the bot thinks.
        table.now += Millis(30_000);
        table.call(Call::Wake).unwrap();
        if table.room.phase() == Phase::Playing {
            seen.push((table.room.next_due().unwrap() - table.now).get());
        }
    }
    assert!(seen.len() > 10 && seen.iter().all(|pace| (3_000..=7_000).contains(pace)), "{seen:?}");
}

/// MM-79: internal events are refused before the sender is checked.
#[test]
fn mm_79_a_watcher_who_sends_an_internal_event() {
    let mut table = Table::new(RoomOptions::strict(), Options::default());
    let timeout = || Command::Act { action: Action::Timeout { turn_seq: 1 }, prompt: None };
    assert_eq!(table.say(CAT, timeout()), Err("internal_event"), "in the lobby");
    table.start(&[(ANN, "Ann"), (BEN, "Ben")]);
    for id in [ANN, BEN, CAT] {
        assert_eq!(table.say(id, timeout()), Err("internal_event"));
    }
    let end_turn = Command::Act { action: Action::EndTurn, prompt: None };
    assert_eq!(table.say(CAT, end_turn), Err("internal_event"));
    assert_eq!(
        table.say(CAT, Command::Act { action: Action::SkipSpin, prompt: None }),
        Err("not_seated")
    );
    let mut court = Table::new(RoomOptions::strict(), Options::court_cards());
    court.start(&[(ANN, "Ann"), (BEN, "Ben")]);
    // MM-C8: with that option it is a regular command.
    let end_turn = Command::Act { action: Action::EndTurn, prompt: None };
    assert_eq!(court.say(CAT, end_turn), Err("not_seated"));
}
