//! Rooms of every shipped game without their types: calls, views, prompts, bots, saves and records.
#![allow(clippy::unwrap_used)] // Test helpers fail like tests.

mod json;
mod records;

use std::thread;

use croupier_bots::Skill;
use croupier_catalog::{
    AnyCall, AnyEffect, AnyGame, AnyHandled, AnyRecord, AnyRoom, LoadPlan, OptionChoice, RoomPlan,
    ViewParts, shipped,
};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{Filled, Seat};
use croupier_kit::room::{Attempt, BotLevel, Occupant, Phase, PlayerId, RoomOptions, SavedRoom};
use croupier_kit::save::Save;
use serde_json::{Value, json};

const ANN: PlayerId = PlayerId(7);
const ME: Seat = Seat(0);

/// More than any match here takes; one that needs more is stuck.
const STEPS: usize = 20_000;

fn settings() -> RoomOptions {
    let bot_levels = ["random", "greedy", "search:20"].map(BotLevel::named).to_vec();
    RoomOptions { bot_levels, undo: true, hints: true, ..RoomOptions::bench() }
}

fn load_plan() -> LoadPlan {
    LoadPlan { settings: settings(), seed: Seed::from_number(9), ..LoadPlan::default() }
}

fn plan() -> RoomPlan {
    let choice = OptionChoice { preset: Some("bench".to_owned()), ..OptionChoice::default() };
    RoomPlan { choice, settings: settings(), seed: Seed::from_number(1), start: Millis::ZERO }
}

/// A room with everything that it was told.
struct Table {
    room: Box<dyn AnyRoom>,
    records: Vec<AnyRecord>,
    /// The numbers of Ann's log entries.
    numbers: Vec<u64>,
    /// Ann's log entries as text.
    sentences: Vec<String>,
    ended: Option<Save>,
}

impl Table {
    fn empty(game: &dyn AnyGame) -> Self {
        let room = game.room(&plan()).unwrap();
        Self { room, records: vec![], numbers: vec![], sentences: vec![], ended: None }
    }

    /// Ann and bots of this level, in a match that has begun. Without delays a match of Rush may
    /// end before anyone is asked; then another one is dealt.
    fn new(game: &dyn AnyGame, level: &str) -> Self {
        let tables = (3..20).map(|seed| Self::dealt(game, level, game.seats().0, seed));
        let mut begun = tables.filter(|table| table.room.phase() == Phase::Playing);
        begun.next().expect("some match is not over at once")
    }

    fn dealt(game: &dyn AnyGame, level: &str, seats: usize, seed: u64) -> Self {
        let mut table = Self::empty(game);
        table.tell(AnyCall::Seed(Seed::from_number(seed)));
        table.say(json!({"join": {"name": "Ann"}})).unwrap();
        for number in 1..seats {
            let name = format!("Bot {number}");
            table.say(json!({"add_bot": {"level": level, "name": name}})).unwrap();
        }
        table.say(json!("ready")).unwrap();
        table.say(json!("start_game")).unwrap();
        table
    }

    fn tell_at(&mut self, call: AnyCall, at: Millis) -> Result<(), String> {
        let AnyHandled { effects, answer, changed, .. } = self.room.handle(&call, at);
        if changed {
            self.records.push(AnyRecord { at, call });
        }
        for effect in effects {
            match effect {
                AnyEffect::Log(record) => {
                    // What several readers are sent at once is the same as what each of them is
                    // told.
                    let readers = [Some(ANN), None];
                    record.write_entries(&mut readers.into_iter(), &mut |at, number, text| {
                        let entry = record.entry_for(readers[at]).unwrap();
                        assert_eq!(text, serde_json::to_string(&entry).unwrap());
                        assert_eq!(number, entry.number);
                    });
                    if let Some(entry) = record.entry_for(Some(ANN)) {
                        self.numbers.push(entry.number);
                        self.sentences.extend(entry.told.text.map(|text| text.to_string()));
                    }
                }
                AnyEffect::MatchEnded { save } => self.ended = Some(*save.unwrap()),
                _ => {}
            }
        }
        // A prompt that was dropped from the cache is rebuilt identically.
        let (mut kept, mut anew) = (ViewParts::default(), ViewParts::default());
        self.room.write_view(Some(ANN), &mut kept);
        self.room.forget_prompts();
        self.room.write_view(Some(ANN), &mut anew);
        assert_eq!(kept.prompt, anew.prompt);
        answer.map_err(|why| why.code.into_owned())
    }

    fn tell(&mut self, call: AnyCall) {
        let now = self.room.now();
        self.tell_at(call, now).unwrap();
    }

    fn say(&mut self, command: Value) -> Result<(), String> {
        let now = self.room.now();
        self.tell_at(AnyCall::Person { id: ANN, command }, now)
    }

    /// Bots decide, Ann takes some answer, and time passes.
    fn step(&mut self, at: usize) {
        if let Some(request) = self.room.bots_owed().first().cloned() {
            let task = self.room.bot_task(&request, Seed::from_number(at as u64)).unwrap();
            assert_eq!((task.seat(), task.prompt()), (request.seat, request.prompt));
            let action = thread::spawn(move || task.decide()).join().unwrap();
            let call = AnyCall::Bot { seat: request.seat, prompt: request.prompt, action };
            self.tell_at(call, request.due).unwrap();
            return;
        }
        let prompt = self.room.prompt(ANN);
        let answer = prompt.and_then(|prompt| {
            let count = prompt.choices.len();
            prompt.choices.into_iter().nth(at.checked_rem(count)?)
        });
        match answer {
            Some(choice) => {
                let tried = Attempt::Action(choice.action.clone());
                assert_eq!(self.room.dry_run(ANN, &tried).unwrap().action, choice.action);
                self.say(json!({"act": {"action": choice.action}})).unwrap();
            }
            None => {
                if let Some((prompt, filled)) = self.suggestion() {
                    self.say(json!({"fill": {"filled": filled, "prompt": prompt}})).unwrap();
                } else {
                    let due = self.room.next_due().expect("somebody acts, or something is due");
                    self.tell_at(AnyCall::Wake, due).unwrap();
                }
            }
        }
    }

    fn suggestion(&self) -> Option<(u64, Filled)> {
        let prompt = self.room.prompt(ANN)?;
        let form = prompt.forms.first()?;
        let groups = form.suggestions.first()?.groups.clone();
        Some((prompt.id, Filled { form: 0, groups }))
    }

    fn play(&mut self, steps: usize) {
        for at in 0..steps {
            if self.room.phase() != Phase::Playing {
                break;
            }
            self.step(at);
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_in_a_room_without_types() {
    for game in shipped().iter() {
        for level in ["random", "greedy"] {
            let mut table = Table::new(game, level);
            table.play(STEPS);
            let id = game.id();
            assert!(table.room.phase().is_after_match(), "{id} does not end");
            assert!(table.room.result().is_some(), "{id}");
            assert!(!table.sentences.is_empty(), "{id} tells nothing");
            let first = table.numbers[0];
            let gapless = (first..).zip(&table.numbers).all(|(wanted, found)| wanted == *found);
            assert!(gapless, "{id}: {:?}", table.numbers);
            let save = table.ended.expect("the end brings the save");
            assert!(game.replay(&save, None).unwrap().verified, "{id}");
        }
    }
}

#[test]
fn mm_77d_the_end_of_a_match_is_told_once() {
    for game in shipped().iter() {
        let id = game.id();
        for (level, seed) in ["greedy", "random"].into_iter().zip([3, 4]) {
            for seats in [game.seats().0, game.seats().1.min(3)] {
                let mut table = Table::dealt(game, level, seats, seed);
                table.play(STEPS);
                assert!(table.room.phase().is_after_match(), "{id} does not end");
                let outcome = table.room.result().unwrap();
                let why = format!("({})", outcome.reason.replace('_', " "));
                let is_end = |line: &&String| {
                    let winner = line.contains(" win") && !line.contains("win the turn");
                    let winner = winner && !line.contains("wins the turn");
                    winner
                        || line.contains("obody wins")
                        || line.contains("others survive")
                        || line.contains("draw") && line.contains("game ends")
                };
                let from = table.sentences.len().saturating_sub(8);
                let last = &table.sentences[from..];
                let ends: Vec<_> = last.iter().filter(is_end).collect();
                assert_eq!(ends.len(), 1, "{id} tells its end {ends:?} in {last:#?}");
                assert!(!ends[0].contains(&why) && !ends[0].contains('_'), "{}", ends[0]);
                let end = last.last().unwrap();
                assert_eq!(ends[0], end, "{id}: nothing is told after the end: {last:#?}");
            }
        }
    }
}

/// Rooms of all games, saved in the middle of a match under rules 1 of rooms.
const RULES_1: [(&str, &[u8]); 5] = [
    ("data-war", include_bytes!("room/rules-1/data-war.zst")),
    ("innovation", include_bytes!("room/rules-1/innovation.zst")),
    ("may-i", include_bytes!("room/rules-1/may-i.zst")),
    ("min-or-max", include_bytes!("room/rules-1/min-or-max.zst")),
    ("rush", include_bytes!("room/rules-1/rush.zst")),
];

#[test]
fn rooms_of_older_rules_are_played_to_their_end() {
    let catalog = shipped();
    for (id, bytes) in RULES_1 {
        assert_eq!(SavedRoom::read(bytes).unwrap().room_rules, 1, "{id}");
        let game = catalog.find(id).unwrap();
        let room = game.load_room(bytes, &load_plan()).unwrap();
        assert_eq!(room.phase(), Phase::Playing, "{id}");
        let (records, numbers, sentences) = (vec![], vec![], vec![]);
        let mut table = Table { room, records, numbers, sentences, ended: None };
        table.play(STEPS);
        assert!(table.room.phase().is_after_match(), "{id} does not end");
        let save = table.ended.expect("the end brings the save");
        assert!(game.replay(&save, None).unwrap().verified, "{id}");
    }
}

#[test]
fn a_saved_room_goes_on_where_it_stood() {
    for game in shipped().iter() {
        let mut table = Table::new(game, "greedy");
        table.play(40);
        let saved = table.room.save().unwrap();
        let mut loaded = game.load_room(&saved.to_zstd(), &load_plan()).unwrap();
        assert_eq!(loaded.view(Some(ANN)), table.room.view(Some(ANN)), "{}", game.id());
        assert_eq!(loaded.bots_owed(), table.room.bots_owed(), "{}", game.id());
        assert_eq!(loaded.save().unwrap().to_json(), saved.to_json(), "{}", game.id());
        table.play(10);
        loaded.restore(&table.room.save().unwrap()).unwrap();
        assert_eq!(loaded.view(Some(ANN)), table.room.view(Some(ANN)), "{}", game.id());
    }
}

#[test]
fn a_saved_match_goes_on_in_a_room_of_its_own() {
    for game in shipped().iter() {
        let mut table = Table::new(game, "greedy");
        table.play(25);
        let save = table.room.match_save().unwrap().unwrap();
        let bot = |at: usize| Occupant::Bot {
            level: BotLevel::named("greedy"),
            name: Some(format!("Guest {at}")),
        };
        let person = Occupant::Person { id: ANN, name: "Ann".to_owned() };
        let bots = (1..game.seats().0).map(bot);
        let occupants = Some(std::iter::once(person).chain(bots).collect());
        let plan = LoadPlan { occupants, ..load_plan() };
        let room = game.load_room(&save.to_json(), &plan).unwrap();
        let match_of = |room: &dyn AnyRoom| room.view(Some(ANN)).game;
        assert_eq!(match_of(room.as_ref()), match_of(table.room.as_ref()), "{}", game.id());
        let names: Vec<String> = room.players().into_iter().map(|it| it.name).collect();
        assert_eq!(names[..2], ["Ann", "Guest 1"], "{}", game.id());
        let mut gone_on =
            Table { room, records: vec![], numbers: vec![], sentences: vec![], ended: None };
        gone_on.play(STEPS);
        assert!(gone_on.room.phase().is_after_match(), "{} does not end", game.id());
        // Without occupants the save says who sat there; a person gets the number of the seat as
        // id.
        let room = game.load_room(&save.to_json(), &load_plan()).unwrap();
        assert_eq!(room.seat_of(PlayerId(1)), Some(ME), "{}", game.id());
    }
}

#[test]
fn what_is_no_save_is_named_exactly() {
    let catalog = shipped();
    let rush = catalog.find("rush").unwrap();
    let code = |bytes: &[u8]| rush.load_room(bytes, &load_plan()).unwrap_err().code;
    assert_eq!(code(b"{}"), "not_a_save");
    assert_eq!(code(b"my notes"), "save_damaged");
    let other = Table::new(catalog.find("may-i").unwrap(), "random");
    assert_eq!(code(&other.room.save().unwrap().to_json()), "save_other_game");
    assert_eq!(code(&other.room.match_save().unwrap().unwrap().to_json()), "save_other_game");
    assert!(SavedRoom::read(&other.room.save().unwrap().to_json()).is_ok());
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    for game in shipped().iter() {
        let mut table = Table::new(game, "greedy");
        let before = table.room.save().unwrap().to_json();
        let id = game.id();
        assert_eq!(table.say(json!({"fly": 7})), Err("malformed".to_owned()), "{id}");
        assert_eq!(table.say(json!("undo")), Err("nothing_to_undo".to_owned()), "{id}");
        let nonsense = Attempt::Action(json!({"fly": 7}));
        assert_eq!(table.room.dry_run(ANN, &nonsense).unwrap_err().code, "malformed_action");
        let stale = AnyCall::Bot { seat: Seat(1), prompt: 999, action: None };
        assert!(table.tell_at(stale, table.room.now()).is_err(), "{id}");
        assert_eq!(table.room.save().unwrap().to_json(), before, "{id}");
    }
}

#[test]
fn a_hint_is_something_that_can_be_done() {
    for game in shipped().iter() {
        let mut table = Table::new(game, "greedy");
        while table.room.prompt(ANN).is_none() {
            table.step(0);
        }
        let asked = table.room.prompt(ANN).unwrap().id;
        let before = table.room.save().unwrap().to_json();
        let hint = table.room.hint(ANN, Skill::Search(30), Seed::from_number(5)).unwrap();
        assert_eq!((hint.seat(), hint.prompt()), (ME, asked), "{}", game.id());
        if let Some(action) = hint.decide() {
            assert_eq!(hint.decide(), Some(action.clone()), "the same task, the same decision");
            table.room.dry_run(ANN, &Attempt::Action(action)).unwrap();
        }
        assert_eq!(table.room.save().unwrap().to_json(), before, "{}", game.id());
    }
}

#[test]
fn what_does_not_fit_a_form_is_refused_with_the_reason() {
    let catalog = shipped();
    let mut table = Table::new(catalog.find("may-i").unwrap(), "random");
    let mut steps = 0;
    while table.room.prompt(ANN).is_none_or(|prompt| prompt.forms.is_empty()) {
        table.step(0);
        steps += 1;
        assert!(steps < STEPS, "no form is ever asked for");
    }
    let tried = |form, groups: &[&[usize]]| {
        let groups = groups.iter().map(|group| group.to_vec()).collect();
        let attempt = Attempt::Form(Filled { form, groups });
        table.room.dry_run(ANN, &attempt).map(|choice| choice.action).map_err(|why| why.message)
    };
    let refused = |words: &str| Err(words.to_owned());
    assert_eq!(tried(1, &[]), refused("there is no such form to fill in now"));
    assert_eq!(tried(0, &[&[0, 1, 2]]), refused("the form has 2 groups"));
    assert_eq!(tried(0, &[&[0, 1], &[2, 3, 4]]), refused("set 1 needs 3, not 2"));
}

#[test]
fn everybody_sees_a_board_and_what_they_may_say() {
    for game in shipped().iter() {
        let mut table = Table::new(game, "random");
        for at in 0..20 {
            for viewer in [Some(ANN), None] {
                let board = table.room.board(viewer).unwrap();
                assert!(!board.lines().is_empty(), "{} shows nothing", game.id());
            }
            if table.room.phase() != Phase::Playing {
                break;
            }
            let commands = table.room.commands(ANN);
            assert!(commands.iter().any(|it| it.name == "leave"), "{commands:?}");
            table.step(at);
        }
        let players = table.room.players();
        assert_eq!(players[1].level, Some(BotLevel::RANDOM), "{}", game.id());
        assert_eq!(players[0].level, None, "{}", game.id());
    }
}

#[test]
fn the_house_plays_data_war() {
    let catalog = shipped();
    let mut table = Table::new(catalog.find("data-war").unwrap(), "house");
    table.play(STEPS);
    assert!(table.room.phase().is_after_match(), "it does not end");
    let rush = Table::empty(catalog.find("rush").unwrap());
    assert_eq!(rush.room.phase(), Phase::Lobby);
}
