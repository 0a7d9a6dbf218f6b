//! Matches that were played on a server: exported with their deal, and checked.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use bytes::Bytes;
use croupier_kit::cards::Seed;
use croupier_kit::game::{Game as _, Seat};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::save::{Contribution, FairDeal, Metadata, Save};
use croupier_server::{Config, Server};
use croupier_store::journal::{RoomId, UnixMillis};
use croupier_store::registry::{FinishedMatch, MatchId, Registry as _, SecretHash};
use croupier_store::sqlite::{Settings, SqliteStore};
use serde_json::{Value, json};

use crate::common::nim::Nim;
use crate::common::{Folder, catalog};

const MATCH: &str = "000000000000000000000000000000ab";

fn deal() -> FairDeal {
    let mut deal = FairDeal::new("room", 2, Seed::from_number(7));
    deal.contributions.push(Contribution { seat: Seat(0), chance: "ada".to_owned() });
    deal.contributions.push(Contribution { seat: Seat(1), chance: "bo".to_owned() });
    deal
}

/// Plays a fairly dealt match and saves it as `fair.json`.
fn fair_save(folder: &Folder) -> Save {
    let mut game = Match::new(Setup::<Nim>::new(2, deal().seed())).unwrap();
    loop {
        game.skip_waits().unwrap();
        let Some(seat) = game.to_act().lowest() else { break };
        let action = Nim::default_action(game.position(), seat).unwrap();
        game.act(seat, action).unwrap();
    }
    let turn_count = u64::from(Nim::length(game.position()).unwrap());
    let metadata = Metadata { turn_count, ..Metadata::default() };
    let save = game.save(UnixMillis::EPOCH, metadata).unwrap();
    folder.write("fair.json", save.to_json());
    save
}

/// Creates a store with one finished match.
async fn fill(data: &Path, save: &Save) -> SqliteStore {
    let store = SqliteStore::open(data, Settings::default()).unwrap();
    let finished = FinishedMatch {
        id: MatchId(0xab),
        room: RoomId::new(1),
        game: save.game.clone(),
        played_at: UnixMillis(u64::from(u32::MAX) * 1000),
        seats: vec![None, None],
        save: Bytes::from(save.to_zstd()),
        deal: json!(deal()).to_string(),
        link: SecretHash([7; 32]),
    };
    store.put_match(finished).await.unwrap();
    store
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

#[test]
fn a_match_is_exported_with_its_deal_and_both_are_checked() {
    let folder = Folder::new("export");
    let save = fair_save(&folder);
    let store = runtime().block_on(fill(&folder.path().join("data"), &save));
    drop(store);
    let line = format!("save export --match {MATCH} --data DIR/data --json");
    let answer = folder.run(&format!("{line} DIR/evening.json"));
    assert_eq!(answer.exit, 0, "{}", answer.text());
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((&report["match"], &report["game"]), (&json!(MATCH), &json!("nim")));
    assert_eq!(Save::read(&folder.read("evening.json")).unwrap().to_json(), save.to_json());
    let written: FairDeal = serde_json::from_slice(&folder.read("evening.json.deal.json")).unwrap();
    assert_eq!(written, deal());

    let answer = folder.run("replay DIR/evening.json --verify --json");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["verified"], true);
    let expected = json!({
        "commitment": deal().commitment,
        "secret": deal().secret,
        "contributions": [{"seat": 0, "chance": "ada"}, {"seat": 1, "chance": "bo"}],
        "room": "room",
        "match": 2,
        "verified": true,
    });
    assert_eq!(report["deal"], expected);
    let told = folder.run("replay DIR/evening.json --verify").out;
    assert!(told.contains(&format!("dealt as promised by {}", deal().commitment)), "{told}");

    // Existing files are not overwritten, and an unknown match is an error.
    for (file, other) in [("evening.json", "x.deal.json"), ("x", "x.deal.json")] {
        folder.write(other, "mine");
        let answer = folder.run(&format!("{line} DIR/{file}"));
        assert_eq!(answer.exit, 2, "{file}: {}", answer.text());
        assert!(answer.err.contains("already exists"), "{}", answer.err);
    }
    assert_eq!(folder.read("x.deal.json"), b"mine");
    assert!(!folder.names().contains(&"x".to_owned()));
    let lines = [(MATCH.replace('a', "c"), "match_missing"), ("evening".to_owned(), "usage")];
    for (name, code) in lines {
        let answer =
            folder.run(&format!("save export --match {name} --data DIR/data DIR/none.json"));
        assert_eq!(answer.exit, 2, "{}", answer.text());
        assert!(answer.err.starts_with(&format!("error[{code}]")), "{}", answer.err);
    }
    let answer = folder.run(&format!("save export --match {MATCH} --data DIR/gone DIR/none.json"));
    assert!(answer.err.starts_with("error[file_missing]"), "{}", answer.err);
    assert!(!folder.names().contains(&"gone".to_owned()));
}

#[cfg(unix)]
#[test]
fn a_match_is_exported_while_the_server_runs() {
    let folder = Folder::new("export-running");
    let save = fair_save(&folder);
    let data = folder.path().join("data");
    let runtime = runtime();
    let (server, store) = runtime.block_on(async {
        let store = fill(&data, &save).await;
        let mut config = Config::default();
        config.addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let server = Server::start(catalog(), store.clone(), config).await.unwrap();
        let (drain, _) = tokio::sync::watch::channel(false);
        let (house, folder) = (std::sync::Arc::clone(server.house()), data.clone());
        tokio::spawn(async move { croupier_server::admin::serve(house, &folder, drain).await });
        while !data.join(croupier_server::admin::SOCKET).exists() {
            tokio::task::yield_now().await;
        }
        (server, store)
    });
    let line = format!("save export --match {MATCH} --data DIR/data DIR/evening.json.zst");
    let answer = folder.run(&line);
    assert_eq!(answer.exit, 0, "{}", answer.text());
    assert_eq!(Save::read(&folder.read("evening.json.zst")).unwrap().to_json(), save.to_json());
    assert_eq!(folder.run("replay DIR/evening.json.zst --verify").exit, 0);
    let missing = line.replace(MATCH, &MATCH.replace('a', "c")).replace("evening", "none");
    assert!(folder.run(&missing).err.starts_with("error[match_missing]"));
    runtime.block_on(async {
        server.stop().await;
        store.shutdown().await;
    });
}

type Tamper = fn(&mut FairDeal, Seed);

#[test]
fn a_tampered_deal_fails_and_says_what_does_not_fit() {
    let folder = Folder::new("tampered");
    let save = fair_save(&folder);
    let (other, seed) = (Seed::from_number(8), "the match was not dealt from this secret");
    let secret = "the secret is not the one that was promised";
    let change: [(&str, Tamper, &str, &str); 8] = [
        ("room", |it, _| it.room = "another".to_owned(), "other_seed", seed),
        ("match", |it, _| it.match_no = 3, "other_seed", seed),
        ("commitment", |it, other| it.commitment = other, "other_secret", secret),
        ("secret", |it, other| it.secret = other, "other_secret", secret),
        (
            "secret and commitment",
            |it, other| {
                it.secret = other;
                it.commitment = FairDeal::commitment_of(other);
            },
            "other_seed",
            seed,
        ),
        ("words", |it, _| it.contributions[1].chance = "bob".to_owned(), "other_seed", seed),
        ("seats", |it, _| it.contributions[1].seat = Seat(2), "other_seed", seed),
        ("one less", |it, _| drop(it.contributions.pop()), "other_seed", seed),
    ];
    for (name, change, code, why) in change {
        let mut tampered = deal();
        change(&mut tampered, other);
        folder.write("fair.json.deal.json", json!(tampered).to_string());
        let answer = folder.run("replay DIR/fair.json --verify --json");
        assert_eq!(answer.exit, 1, "{name}: {}", answer.text());
        let report: Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(report["deal"]["verified"], false, "{name}");
        assert_eq!(report["verified"], true, "{name}: the match itself is as it was saved");
        assert_eq!(report["error"]["code"], code, "{name}");
        assert!(report["error"]["message"].as_str().unwrap().contains(why), "{name}");
        assert!(folder.run("replay DIR/fair.json --verify").out.contains("unfair"), "{name}");
    }
    // The genuine deal passes from any path; a match with another seed does not.
    folder.write("genuine.json", json!(deal()).to_string());
    assert_eq!(folder.run("replay DIR/fair.json --verify --deal DIR/genuine.json").exit, 0);
    let mut reseeded = save;
    reseeded.seed = other;
    folder.write("other.json", reseeded.to_json());
    assert_eq!(folder.run("replay DIR/other.json --verify --deal DIR/genuine.json").exit, 1);
    // A file that is no deal, and `--deal` without `--verify` or with a missing file.
    folder.write("poem.json", "no deal");
    let answer = folder.run("replay DIR/fair.json --verify --deal DIR/poem.json");
    assert!(answer.exit == 1 && answer.err.starts_with("error[bad_deal]"), "{}", answer.err);
    assert_eq!(folder.run("replay DIR/fair.json --deal DIR/genuine.json").exit, 2);
    assert_eq!(folder.run("replay DIR/fair.json --verify --deal DIR/gone.json").exit, 2);
    assert_eq!(folder.run("replay DIR/fair.json").exit, 0);
}
