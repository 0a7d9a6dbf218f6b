//! Validates what is really sent against the schemas.

use croupier_bots::Skill;
use croupier_catalog::{AnyCall, AnyGame, AnyRoom, OptionChoice, RoomPlan, shipped};
use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Private, Seed};
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::room::{PlayerId, RoomOptions};
use croupier_kit::save::FairDeal;
use croupier_kit::schema::Collector;
use croupier_proto::{
    Ask, ByeCode, ClientMessage, Hello, Part, PushWriter, Question, Refusal, Say, ServerMessage,
};
use serde_json::{Value, json};

use crate::document::Document;
use crate::files;
use crate::validator::Validator;

/// A match that takes more steps than this counts as endless.
const STEPS: usize = 20_000;

/// Everything is validated once every this many steps.
const EVERY: usize = 7;

#[test]
fn the_files_are_up_to_date() {
    files::check(&crate::root(), &files::all().unwrap()).unwrap();
}

fn judge() -> Validator {
    Validator::new(Document::new(&shipped()).unwrap().definitions())
}

impl Validator {
    fn must_be(&self, value: &Value, name: &str) {
        if let Err(why) = self.validate_as(value, name) {
            panic!("{why}");
        }
    }
}

/// A table where people play at random.
struct Table<'a> {
    game: &'a dyn AnyGame,
    judge: &'a Validator,
    room: Box<dyn AnyRoom>,
    people: Vec<PlayerId>,
    dice: Dice,
    now: Millis,
    pushes: u64,
}

impl<'a> Table<'a> {
    fn new(game: &'a dyn AnyGame, judge: &'a Validator, choice: OptionChoice, seed: u64) -> Self {
        let mut dice = Dice::new(Seed::from_number(seed));
        let settings =
            RoomOptions { undo: true, hints: true, idle_ms: None, ..RoomOptions::default() };
        let plan =
            RoomPlan { choice, settings, seed: Seed::from_number(seed), start: Millis::ZERO };
        let (fewest, most) = game.seats();
        let seats = fewest
            + usize::try_from(dice.below(u32::try_from(most - fewest + 1).unwrap())).unwrap();
        let people = (0..seats).map(|at| PlayerId(101 + u32::try_from(at).unwrap())).collect();
        let room = game.room(&plan).unwrap();
        let mut table = Self { game, judge, room, people, dice, now: Millis::ZERO, pushes: 0 };
        for id in table.people.clone() {
            table.say(id, json!({"join": {"name": format!("Guest {}", id.0)}}));
            table.look();
        }
        for id in table.people.clone() {
            table.say(id, json!("ready"));
        }
        table.say(table.people[0], json!("start_game"));
        table
    }

    fn is_played(&self) -> bool {
        self.room.phase().is_after_match()
    }

    /// Sends a command as a client would, and validates what happens against the schemas.
    fn say(&mut self, id: PlayerId, command: Value) {
        self.judge.must_be(&command, "Command");
        if let Some(action) = command.get("act").map(|act| &act["action"]) {
            self.must_be_of_game(action, "Action");
        }
        let message = ClientMessage::Say(Say::new(1, command.clone()));
        self.judge.must_be(&json!(message), "ClientMessage");
        let answer = self.call(&AnyCall::Person { id, command: command.clone() });
        if let Err(why) = answer {
            panic!("{}: {command}: {why}", self.game.id());
        }
    }

    fn call(&mut self, call: &AnyCall) -> Result<(), String> {
        let handled = self.room.handle(call, self.now);
        for reader in self.viewers() {
            for entry in handled.entries_for(reader) {
                let entry = json!(entry);
                self.judge.must_be(&entry, "Entry");
                if let Some(event) = entry["event"].get("game") {
                    self.must_be_of_game(event, "Event");
                }
            }
        }
        handled.answer.map_err(|why| why.to_string())
    }

    fn viewers(&self) -> Vec<Option<PlayerId>> {
        self.people.iter().copied().map(Some).chain([None]).collect()
    }

    fn must_be_of_game(&self, value: &Value, name: &str) {
        self.judge.must_be(value, &format!("{}.{name}", self.game.id()));
    }

    /// Validates everything that every viewer sees.
    fn look(&mut self) {
        for viewer in self.viewers() {
            let view = json!(self.room.view(viewer));
            self.judge.must_be(&view, "RoomView");
            self.must_be_of_game(&view["options"], "Options");
            if !view["game"].is_null() {
                self.must_be_of_game(&view["game"], "View");
            }
            let choices = view["prompt"]["choices"].as_array().into_iter().flatten();
            for choice in choices.chain(view["offers"].as_array().into_iter().flatten()) {
                self.must_be_of_game(&choice["action"], "Action");
            }
            let board = json!(self.room.board(viewer));
            if !board.is_null() {
                self.judge.must_be(&board, "TextBoard");
            }
            let mut states = String::new();
            self.room.write_states(viewer, &mut states);
            let states = serde_json::from_str(&states).expect("they are JSON");
            self.push(&view, &board, &states);
        }
    }

    /// Validates the view as the server sends it.
    fn push(&mut self, view: &Value, board: &Value, states: &Value) {
        self.pushes += 1;
        let mut writer = PushWriter::new(self.pushes, self.now, 0);
        for part in Part::ALL {
            let json = match part {
                Part::Table => {
                    let parts = [
                        "phase", "deadline", "game_no", "host", "locked", "result", "seat",
                        "began", "paused",
                    ];
                    parts.into_iter().map(|key| (key.to_owned(), view[key].clone())).collect()
                }
                Part::View => view["game"].clone(),
                Part::Board => board.clone(),
                Part::Watchers => json!(0),
                Part::States => states.clone(),
                Part::Deal | Part::Replay => Value::Null,
                part => view[part.key()].clone(),
            };
            writer.part(part, &json.to_string());
        }
        let push: Value = serde_json::from_str(&writer.finish()).unwrap();
        self.judge.must_be(&push, "ServerMessage");
    }

    /// Somebody who is asked answers, or time passes.
    fn step(&mut self) {
        let asked: Vec<PlayerId> =
            self.people.iter().copied().filter(|id| self.room.prompt(*id).is_some()).collect();
        let chosen = self.dice.pick(&asked).copied().filter(|_| !self.chance(12));
        if let Some(id) = chosen {
            self.answer(id);
        } else if let Some(due) = self.room.next_due() {
            self.now = self.now.max(due);
            self.call(&AnyCall::Wake).unwrap();
        } else {
            self.answer(*asked.first().expect("somebody is asked, or something falls due"));
        }
    }

    /// True once in `times` on average.
    fn chance(&mut self, times: u32) -> bool {
        self.dice.below(times) == 0
    }

    fn answer(&mut self, id: PlayerId) {
        let prompt = json!(self.room.prompt(id));
        self.judge.must_be(&prompt, "Prompt");
        let offers: Vec<Value> = self.room.offers(id).iter().map(|offer| json!(offer)).collect();
        if let Some(offer) = self.dice.pick(&offers).cloned().filter(|_| self.chance(200)) {
            self.say(id, json!({"act": {"action": offer["action"]}}));
            return;
        }
        if let Some(filled) = self.filled(&prompt) {
            self.dry_run(id, &json!({"form": filled}));
            self.say(id, json!({"fill": {"filled": filled, "prompt": prompt["id"]}}));
            return;
        }
        let choices = prompt["choices"].as_array().cloned().unwrap_or_default();
        let action = match self.dice.pick(&choices) {
            Some(choice) if !choices.is_empty() => choice["action"].clone(),
            _ => {
                let seed = Seed::from_number(self.dice.below(1_000_000).into());
                let task = self.room.hint(id, Skill::Random, seed).unwrap();
                task.decide().expect("a random player acts")
            }
        };
        self.dry_run(id, &json!({"action": action}));
        self.say(id, json!({"act": {"action": action, "prompt": prompt["id"]}}));
    }

    /// A form filled in as it suggests, if there is one and by chance.
    fn filled(&mut self, prompt: &Value) -> Option<Value> {
        let forms = prompt["forms"].as_array()?;
        let at = (0..forms.len()).find(|at| forms[*at]["suggestions"].is_array())?;
        let groups = self.dice.pick(forms[at]["suggestions"].as_array()?)?["groups"].clone();
        self.chance(2).then(|| json!({"form": at, "groups": groups}))
    }

    fn dry_run(&self, id: PlayerId, attempt: &Value) {
        self.judge.must_be(attempt, "Attempt");
        let read = serde_json::from_value(attempt.clone()).unwrap();
        let ask = ClientMessage::Ask(Ask { n: 2, question: Question::DryRun(read) });
        self.judge.must_be(&json!(ask), "ClientMessage");
        let read = serde_json::from_value(attempt.clone()).unwrap();
        let choice = json!(self.room.dry_run(id, &read).unwrap());
        self.judge.must_be(&choice, "Choice");
        self.must_be_of_game(&choice["action"], "Action");
    }

    /// Validates the frames of the finished match.
    fn look_back(&self) {
        let Some(save) = self.room.match_save() else { return };
        let names: Vec<String> = self.people.iter().map(|id| format!("Guest {}", id.0)).collect();
        let frames = self.game.frames(&save.unwrap(), 0, usize::MAX).unwrap();
        for frame in frames.frames.iter().step_by(EVERY) {
            for viewer in [Viewer::Public, Viewer::Seat(Seat(0))] {
                let frame = json!(frame.shown_to(viewer, &names));
                self.judge.must_be(&frame, "Frame");
                self.must_be_of_game(&frame["view"], "View");
                for event in frame["events"].as_array().unwrap() {
                    self.must_be_of_game(event, "Event");
                }
                if let Some(action) = frame["cause"]["input"]["act"].get("do") {
                    self.must_be_of_game(action, "Action");
                }
            }
        }
    }
}

/// Plays one match of every preset with these options changed, from sitting down to the result.
fn play(id: &str, changes: &Value, seed: u64) {
    let (catalog, judge) = (shipped(), judge());
    let game = catalog.find(id).unwrap();
    for preset in game.presets() {
        let set = changes.as_object().cloned().unwrap_or_default();
        let choice = OptionChoice { preset: Some(preset.name.to_owned()), set };
        let mut table = Table::new(game, &judge, choice, seed);
        table.must_be_of_game(&preset.options, "Options");
        let mut steps = 0;
        while !table.is_played() {
            if steps % EVERY == 0 {
                table.look();
            }
            table.step();
            steps += 1;
            assert!(steps < STEPS, "{id} {} does not end", preset.name);
        }
        table.look();
        table.look_back();
    }
    for option in game.describe_options() {
        judge.must_be(&json!(option), "OptionDescription");
    }
}

#[test]
fn data_war_is_sent_as_described() {
    (1..=4).for_each(|seed| play("data-war", &json!({}), seed));
}

#[test]
fn rush_is_sent_as_described() {
    (1..=8).for_each(|seed| play("rush", &json!({}), seed));
}

#[test]
fn may_i_is_sent_as_described() {
    // Only the last two of six rounds, because many players take long.
    play("may-i", &json!({"starting_round": 5}), 6);
}

#[test]
fn min_or_max_is_sent_as_described() {
    (1..=12).for_each(|seed| play("min-or-max", &json!({}), seed));
}

#[test]
fn innovation_is_sent_as_described() {
    (1..=2).for_each(|seed| play("innovation", &json!({}), seed));
}

/// A schema that accepts everything would prove nothing.
#[test]
fn what_is_changed_does_not_pass() {
    let (catalog, judge) = (shipped(), judge());
    for game in catalog.iter() {
        let mut table = Table::new(game, &judge, OptionChoice::default(), 5);
        for _ in 0..20 {
            if !table.is_played() {
                table.step();
            }
        }
        let name = format!("{}.View", game.id());
        let view = json!(table.room.view(Some(table.people[0])).game);
        assert_eq!(judge.validate_as(&view, &name), Ok(()));
        let fields = view.as_object().unwrap();
        for key in fields.keys() {
            let mut less = view.clone();
            less.as_object_mut().unwrap().remove(key);
            assert!(judge.validate_as(&less, &name).is_err(), "{name} without {key}");
            let mut other = view.clone();
            other[key] = json!({"no such": "thing"});
            assert!(judge.validate_as(&other, &name).is_err(), "{name} with another {key}");
        }
    }
}

#[test]
fn the_rest_of_the_protocol_is_as_described() {
    let judge = judge();
    let hello = Hello {
        token: "t".repeat(43),
        client: "a1b2c3d4".parse().unwrap(),
        room: "7K4J".to_owned(),
        last: None,
        board: true,
    };
    let said = [
        json!(ClientMessage::Hello(hello)),
        json!({"ask": {"n": 3, "hint": {}}}),
        json!({"say": {"n": 1, "command": "ready", "chance": "heads"}}),
        json!(ServerMessage::Bye(ByeCode::Restarting.into())),
        json!({"answer": {"n": 1, "ok": null}}),
        json!({"answer": {"n": 2, "error": Refusal::new("does_not_fit", "no")}}),
        json!({"welcome": {"life": "x", "you": null, "code": "7K4J", "game": "rush", "now": 5, "n": 0}}),
    ];
    let document: Value =
        serde_json::from_str(&Document::new(&shipped()).unwrap().to_json()).unwrap();
    let any_message = json!({"anyOf": document["anyOf"]});
    for message in &said {
        assert_eq!(judge.validate(message, &any_message), Ok(()), "{message}");
    }
    for wrong in [
        json!({"shout": 1}),
        json!({"say": {"n": -1, "command": "ready"}}),
        json!({"say": {"n": 1, "command": "fly"}}),
    ] {
        assert!(judge.validate(&wrong, &any_message).is_err(), "{wrong}");
    }
    let opened = FairDeal::new("room", 1, Seed::from_number(3));
    let playing = json!({"match": 2, "commitment": opened.commitment});
    let deal =
        json!({"match": 3, "commitment": opened.commitment, "playing": playing, "opened": opened});
    judge.must_be(&deal, "Deal");
    judge.must_be(&json!({"game": "rush"}), "NewRoom");
    judge.must_be(&json!(croupier_proto::http::NewRoom::of("rush")), "NewRoom");
    judge.must_be(
        &json!({"error": Refusal::new("room_missing", "there is no such room")}),
        "Refused",
    );
}

/// A game outside this repository, declared with the macros of the kit.
mod outside {
    use croupier_kit::cards::Card;
    use croupier_kit::game::Seat;
    use croupier_kit::{actions, events};

    actions! {
        /// What a player may ask for.
        pub(super) enum Action: Kind {
            Play { card: Card } => "PLAY",
            Pass => "PASS",
        }
    }

    events! {
        /// What happened.
        pub(super) enum Event {
            Drew { seat: Seat, card: Card => seat },
            Passed { seat: Seat },
        }
    }
}

#[test]
fn what_macros_declare_is_described() {
    let mut all = Collector::of_sent();
    let (action, event) = (all.add::<outside::Action>(), all.add::<outside::Event>());
    let judge = Validator::new(all.done());
    let fits = |value: Value, schema: &Value| judge.validate(&value, schema).is_ok();
    assert!(fits(json!(outside::Action::Play { card: "7H".parse().unwrap() }), &action));
    assert!(fits(json!(outside::Action::Pass), &action));
    assert!(!fits(json!({"play": {"card": "1H"}}), &action));
    let drew = outside::Event::Drew { seat: Seat(1), card: Private::Known("7H".parse().unwrap()) };
    assert!(fits(json!(drew.shown_to(Viewer::Public)), &event));
    assert!(fits(json!(drew), &event) && !fits(json!({"drew": {"seat": 1}}), &event));
}
