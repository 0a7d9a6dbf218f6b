//! A game in the catalog, without its types.

use croupier_bots::{BATCH, SimPlan, Totals};
use croupier_catalog::{Catalog, Format, OptionChoice, RoomPlan, shipped};
use croupier_kit::Millis;
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::matches::FrameCause;
use serde_json::json;

use crate::nim::Nim;

fn plan(games: u64) -> SimPlan {
    SimPlan { players: vec!["random".to_owned(); 2], games, seed: 5 }
}

#[test]
fn a_game_is_added_in_one_line_and_an_id_counts_once() {
    let before = shipped().iter().count();
    let catalog = shipped().with::<Nim>().with::<Nim>();
    assert_eq!(catalog.iter().count(), before + 1);
    assert_eq!(catalog.find("nim").unwrap().name(), "Nim");
}

#[test]
fn a_slip_is_recognised_and_a_guess_is_not() {
    let catalog = Catalog::new().with::<Nim>();
    let why = |id| catalog.find(id).err().unwrap().message;
    assert_eq!(why("NIM"), "there is no game \"NIM\"; did you mean \"nim\"?");
    assert_eq!(why("poker"), "there is no game \"poker\"; there are nim");
}

#[test]
fn options_are_a_preset_and_what_differs() {
    let catalog = Catalog::new().with::<Nim>();
    let nim = catalog.find("nim").unwrap();
    let choice = |preset: Option<&str>, set: serde_json::Value| OptionChoice {
        preset: preset.map(str::to_owned),
        set: set.as_object().unwrap().clone(),
    };
    let options = nim.options(&choice(Some("bench"), json!({"stones": 3}))).unwrap();
    assert_eq!(options, json!({"stones": 3, "wait_ms": 0, "endless": false}));
    let code = |choice| nim.options(&choice).unwrap_err().code;
    assert_eq!(code(choice(Some("fast"), json!({}))), "unknown_preset");
    assert_eq!(code(choice(None, json!({"stones": -1}))), "invalid_options");
}

#[test]
fn ru_04d_a_table_that_chooses_nothing_plays_party() {
    let catalog = shipped();
    let rush = catalog.find("rush").unwrap();
    assert_eq!(rush.table_preset(), Some("party"));
    let seed = croupier_kit::cards::Seed::from_number(4);
    let at_table = |choice: OptionChoice| {
        let settings = croupier_kit::room::RoomOptions::default();
        let room = rush.room(&RoomPlan { choice, settings, seed, start: Millis::ZERO }).unwrap();
        serde_json::to_value(room.view(None)).unwrap()["options"].clone()
    };
    let named = |name: &str| OptionChoice { preset: Some(name.to_owned()), ..Default::default() };
    let party = rush.options(&named("party")).unwrap();
    assert_eq!(at_table(OptionChoice::default()), party);
    assert_eq!((&party["stall_rule"], &party["turn_limit_ms"]), (&json!("flip"), &json!(15_000)));
    let short = json!({"game_seconds": 60}).as_object().unwrap().clone();
    let changed = at_table(OptionChoice { preset: None, set: short });
    assert_eq!((&changed["game_seconds"], &changed["stall_rule"]), (&json!(60), &json!("flip")));
    // What is chosen is played, and simulations begin with the rules to the letter.
    let classic = rush.options(&OptionChoice::default()).unwrap();
    assert_eq!(
        (at_table(named("classic")), &classic["stall_rule"]),
        (classic.clone(), &json!("end"))
    );
    for game in catalog.iter().filter(|game| game.id() != "rush") {
        assert_eq!(game.table_preset(), game.presets().first().map(|first| first.name));
    }
}

#[test]
fn a_recorded_game_is_the_simulated_one() {
    let catalog = Catalog::new().with::<Nim>();
    let nim = catalog.find("nim").unwrap();
    let simulation = nim.simulation(&OptionChoice::default(), &plan(1)).unwrap();
    let save = simulation.record(0).unwrap();
    let mut hash = croupier_kit::cards::Fingerprint::default();
    hash.add(save.snapshot.hash);
    assert_eq!(simulation.play(0).unwrap().hash(), hash.finish());
    assert_eq!(nim.load(&save).unwrap().hash, save.snapshot.hash);
    let replayed = nim.replay(&save, None).unwrap();
    assert!(replayed.verified);
    assert_eq!(replayed.end, nim.load(&save).unwrap());
    assert_eq!(nim.migrate(&save).unwrap(), save);
}

#[test]
fn batches_make_up_the_whole_in_any_order() {
    let catalog = Catalog::new().with::<Nim>();
    let (choice, plan) = (OptionChoice::default(), plan(BATCH * 2 + 1));
    let simulation = catalog.find("nim").unwrap().simulation(&choice, &plan).unwrap();
    assert_eq!(simulation.batches(), 3);
    let sum = |order: [u64; 3]| {
        let mut totals = Totals::default();
        for batch in order {
            totals.add(batch, simulation.play(batch).unwrap());
        }
        (totals.sum().games, totals.sum().finished, totals.sum().hash())
    };
    assert_eq!(sum([0, 1, 2]), sum([2, 0, 1]));
    assert_eq!(sum([0, 1, 2]).1, BATCH * 2 + 1);
}

/// What every shipped game must offer to the commands.
#[test]
fn every_game_that_ships_can_be_listed_drawn_played_and_replayed() {
    for game in shipped().iter() {
        let id = game.id();
        let presets: Vec<_> = game.presets().into_iter().map(|preset| preset.name).collect();
        assert!(presets.contains(&"bench"), "{id} has no preset `bench`: {presets:?}");
        let machines = game.machines(&OptionChoice::default()).unwrap();
        for (name, machine) in machines.names().zip(machines.iter()) {
            assert_eq!(machines.find(Some(name)).unwrap().hash(), machine.hash(), "{id}: {name}");
            assert_eq!(machine.lints(), [], "{id}: {name}");
            for format in Format::ALL {
                assert!(machine.export(format).ends_with('\n'), "{id}: {name} as {format:?}");
            }
        }
        for preset in presets {
            for seats in game.seats().0..=game.seats().1 {
                let choice =
                    OptionChoice { preset: Some(preset.to_owned()), ..OptionChoice::default() };
                let players = vec!["random".to_owned(); seats];
                let plan = SimPlan { players, games: 3, seed: 1 };
                let simulation = game.simulation(&choice, &plan).unwrap();
                let tally = simulation.play(0).unwrap();
                assert_eq!(tally.finished, 3, "{id} {preset} with {seats} seats");
                let save = simulation.record(1).unwrap();
                assert!(game.replay(&save, None).unwrap().verified, "{id} {preset}");
            }
        }
    }
}

/// What a client that shows finished matches needs, for every shipped game.
#[test]
fn every_match_can_be_looked_at_step_by_step() {
    for game in shipped().iter() {
        let id = game.id();
        let players = vec!["random".to_owned(); game.seats().0];
        let plan = SimPlan { players: players.clone(), games: 1, seed: 3 };
        let choice = OptionChoice::default();
        let save = game.simulation(&choice, &plan).unwrap().record(0).unwrap();
        let end = game.load(&save).unwrap();
        let total = game.frames(&save, 0, 0).unwrap().total;
        assert!(total > save.inputs.len(), "{id}: the deal is a step too");
        let last = game.frames(&save, total - 1, 5).unwrap();
        let [last] = last.frames.as_slice() else { panic!("{id}: {last:?}") };
        assert_eq!((last.number(), last.hash()), (total - 1, end.hash), "{id}");
        assert_eq!(last.outcome(), end.outcome, "{id}");
        let machines = game.machines(&choice).unwrap();
        let at = machines.owners().position(|owner| owner == "room").unwrap();
        let room = machines.iter().nth(at).unwrap().export(Format::Xstate);
        let room: serde_json::Value = serde_json::from_str(&room).unwrap();
        let is_there = |path: &str| {
            let path = path.split('/').next().unwrap().replace('.', "/states/");
            room.pointer(&format!("/states/{path}")).is_some()
        };
        assert!(last.room_states().iter().all(|path| is_there(path)), "{id}");
        let mut shown = 0;
        for frame in game.frames(&save, 0, 20).unwrap().frames {
            assert!(!frame.states().is_empty() && !frame.trace().is_empty(), "{id}");
            assert!(frame.room_states().iter().all(|path| is_there(path)), "{id}");
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
                assert!(frame.view(viewer).is_object(), "{id}");
                assert!(!frame.board(viewer, &players).lines().is_empty(), "{id}");
                assert!(frame.events_for(viewer).len() <= frame.events().len(), "{id}");
            }
            shown += usize::from(matches!(frame.cause(), FrameCause::Input(_)));
        }
        assert!(shown > 0, "{id}");
    }
}
