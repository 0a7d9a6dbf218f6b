//! Rooms driven like a client drives them: only text goes in and comes out.

use croupier_bots::{SimPlan, Skill};
use croupier_catalog::{AnyCall, AnyChart, AnyGame, AnyRoom, Format, OptionChoice, shipped};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::room::{Attempt, BotRequest, Call, PlayerId, Room};
use serde_json::{Value, json};

use super::{ANN, STEPS, plan, settings};

/// The maximum size of a prompt, as JSON.
const LARGEST_PROMPT: usize = 16 * 1024;

/// A server without any knowledge of games.
struct Server {
    room: Box<dyn AnyRoom>,
    now: Millis,
}

impl Server {
    fn receive(&mut self, call: &str) -> Result<(), String> {
        let call: AnyCall = serde_json::from_str(call).map_err(|why| why.to_string())?;
        self.room.handle(&call, self.now).answer.map_err(|why| why.code.into_owned())
    }

    fn say(&mut self, command: &Value) -> Result<(), String> {
        let call = json!({"person": {"id": ANN, "command": command}});
        self.receive(&call.to_string())
    }

    fn view(&self) -> Value {
        serde_json::from_slice(&self.room.view(Some(ANN)).to_json()).unwrap()
    }

    /// Lets bots answer and time pass.
    fn go_on(&mut self) {
        let owed: Vec<BotRequest> = self.room.bots_owed();
        for request in owed {
            let Some(mut task) = self.room.bot_task(&request, Seed::from_number(1)) else {
                continue;
            };
            task.hurry(4);
            self.now = self.now.max(request.due);
            let BotRequest { seat, prompt, .. } = request;
            let call = json!({"bot": {"seat": seat, "prompt": prompt, "action": task.decide()}});
            let _ = self.receive(&call.to_string());
        }
        if let Some(due) = self.room.next_due() {
            self.now = self.now.max(due);
            self.receive("\"wake\"").unwrap();
        }
    }
}

/// What a client without any knowledge does next: it sits down, fills the table, and then takes the
/// first answer.
fn next_words(view: &Value, seats: usize) -> Option<Value> {
    let is_open = |name: &str| {
        let commands = view["commands"].as_array().unwrap();
        commands.iter().find(|it| it["name"] == name).map(|it| it["takes"].clone())
    };
    if is_open("join").is_some() {
        return Some(json!({"join": {"name": "Ann"}}));
    }
    if view["phase"] == "lobby" {
        let players = view["players"].as_array().unwrap().len();
        if let Some(takes) = is_open("add_bot").filter(|_| players < seats) {
            let level = takes["level"].as_array().unwrap().last().unwrap();
            return Some(json!({"add_bot": {"level": level}}));
        }
        let name = ["ready", "start_game"].into_iter().find(|name| is_open(name).is_some());
        return name.map(|name| json!(name));
    }
    let prompt = &view["prompt"];
    if let Some(choice) = prompt["choices"].as_array().and_then(|all| all.first()) {
        return Some(json!({"act": {"action": choice["action"], "prompt": prompt["id"]}}));
    }
    let suggestion = prompt["forms"].as_array()?.first()?["suggestions"].as_array()?.first()?;
    let filled = json!({"form": 0, "groups": suggestion["groups"]});
    Some(json!({"fill": {"filled": filled, "prompt": prompt["id"]}}))
}

#[test]
fn a_client_needs_nothing_but_json() {
    for game in shipped().iter() {
        let mut server = Server { room: game.room(&plan()).unwrap(), now: Millis::ZERO };
        let machines = game.machines(&OptionChoice::default()).unwrap();
        let chart = |it: &dyn AnyChart| serde_json::from_str(&it.export(Format::Xstate)).unwrap();
        let charts: Vec<(String, Value)> =
            machines.names().map(ToOwned::to_owned).zip(machines.iter().map(chart)).collect();
        let (mut steps, mut shown) = (0, 0);
        while !server.room.phase().is_after_match() {
            let view = server.view();
            let prompt = view["prompt"].to_string().len();
            assert!(prompt < LARGEST_PROMPT, "{}: a prompt of {prompt} bytes", game.id());
            shown += states_are_there(game, &*server.room, &charts);
            match next_words(&view, game.seats().0) {
                Some(words) => server.say(&words).unwrap_or_else(|why| panic!("{words}: {why}")),
                None => server.go_on(),
            }
            steps += 1;
            assert!(steps < STEPS, "{} does not end", game.id());
        }
        assert_eq!(server.view()["result"], json!(server.room.result()), "{}", game.id());
        assert!(shown > 0, "{} shows none of its states", game.id());
    }
}

/// Checks that the states shown to a player and to the public are states of the machines that
/// clients are given, by name. Returns how many there are.
fn states_are_there(game: &dyn AnyGame, room: &dyn AnyRoom, charts: &[(String, Value)]) -> usize {
    let mut count = 0;
    for viewer in [Some(ANN), None] {
        let mut text = String::new();
        room.write_states(viewer, &mut text);
        let shown: Vec<Value> = serde_json::from_str(&text).unwrap();
        for it in shown {
            let chart = charts.iter().find(|(name, _)| it["machine"] == *name);
            let (_, chart) = chart.unwrap_or_else(|| panic!("{} has no {it}", game.id()));
            for path in it["states"].as_array().unwrap() {
                let step = |state: &Value, name: &str| state["states"][name].clone();
                let found = path
                    .as_str()
                    .unwrap()
                    .split('.')
                    .fold(chart.clone(), |it, name| step(&it, name));
                assert!(
                    found.is_object(),
                    "{}: there is no {path} in {}",
                    game.id(),
                    it["machine"]
                );
                count += 1;
            }
        }
    }
    count
}

#[test]
fn what_is_no_call_is_refused() {
    let catalog = shipped();
    let room = catalog.find("rush").unwrap().room(&plan()).unwrap();
    let mut server = Server { room, now: Millis::ZERO };
    for words in ["", "{}", "\"fly\"", "{\"person\": {\"id\": 7}}", "{\"wake\": 1, \"seed\": 2}"] {
        assert!(server.receive(words).is_err(), "{words}");
    }
    assert_eq!(server.say(&json!("ready")), Err("not_seated".to_owned()));
    let forged = json!({"join": {"name": "Ben"}, "player_id": 9});
    assert_eq!(server.say(&forged), Err("wrong_player".to_owned()));
}

/// The erased view lists its parts by hand; it must contain everything that the typed one does.
#[test]
fn a_view_without_types_is_written_like_one_with_types() {
    let choice = OptionChoice { preset: Some("classic".to_owned()), ..OptionChoice::default() };
    let options = choice.options::<rush::Rush>().unwrap();
    let mut typed = Room::<rush::Rush>::new(settings(), options, Seed::from_number(1)).unwrap();
    let plan = croupier_catalog::RoomPlan { choice, ..plan() };
    let mut any = shipped().find("rush").unwrap().room(&plan).unwrap();
    let said = [
        json!({"join": {"name": "Ann"}}),
        json!({"add_bot": {"level": "greedy"}}),
        json!("ready"),
        json!("start_game"),
    ];
    for (at, command) in said.into_iter().enumerate() {
        let now = Millis(at as u64 * 2_000);
        let words = typed.read(&command, ANN).unwrap();
        typed.handle(Call::Person { id: ANN, command: words }, now).answer.unwrap();
        any.handle(&AnyCall::Person { id: ANN, command }, now).answer.unwrap();
        for viewer in [Some(ANN), None, Some(PlayerId(99))] {
            let wire = serde_json::to_string(&typed.view(viewer)).unwrap();
            assert_eq!(String::from_utf8(any.view(viewer).to_json()).unwrap(), wire);
        }
    }
}

/// A hint, a dry run and a page of a replay, all as a server forwards them.
#[test]
fn questions_and_replays_go_over_the_wire() {
    let catalog = shipped();
    let game = catalog.find("may-i").unwrap();
    let mut table = super::Table::new(game, "random");
    while table.room.prompt(ANN).is_none() {
        table.step(0);
    }
    let hint = table.room.hint(ANN, Skill::Greedy, Seed::from_number(1)).unwrap().decide();
    let asked = json!({"action": hint.unwrap()}).to_string();
    let attempt: Attempt<Value> = serde_json::from_str(&asked).unwrap();
    let answer = serde_json::to_value(table.room.dry_run(ANN, &attempt).unwrap()).unwrap();
    assert!(answer["label"].is_array() || answer["label"].is_string(), "{answer}");
    frames_of(game);
}

fn frames_of(game: &dyn AnyGame) {
    let players = vec!["random".to_owned(); game.seats().0];
    let plan = SimPlan { players: players.clone(), games: 1, seed: 3 };
    let save = game.simulation(&OptionChoice::default(), &plan).unwrap().record(0).unwrap();
    let page = game.frames(&save, 0, 10).unwrap();
    let frames = page.frames.iter().map(|it| it.shown_to(Viewer::Seat(Seat(0)), &players));
    let wire = serde_json::to_value(frames.collect::<Vec<_>>()).unwrap();
    assert_eq!((&wire[0]["cause"], &wire[0]["number"]), (&json!("deal"), &json!(0)));
    let input = wire.as_array().unwrap().iter().find(|it| it["cause"].get("input").is_some());
    assert!(input.unwrap()["cause"]["input"]["act"].get("do").is_some(), "{input:?}");
}
