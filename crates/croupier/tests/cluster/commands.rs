//! `croupier cluster`: what it prints, and how it ends.

use std::time::{Duration, Instant};

use croupier_store::journal::Journal as _;
use croupier_store::journal::Snapshot;
use croupier_store::sqlite::{Settings, SqliteStore};
use croupier_store::testing::contract::new_entry;
use croupier_store::testing::nats::{Nats, Servers, free_port};
use croupier_store::testing::process::Process;
use serde_json::{Value, json};

use crate::alone;
use crate::common::{Answer, Folder, run};
use crate::house::croupier;

/// How long a server may take to be heard of.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs a command of `croupier cluster` on a house.
fn cluster(line: &str, nats: &Nats) -> Answer {
    run(&format!("cluster {line} --cluster {}", nats.url()))
}

/// The same, for the one object that it prints.
fn in_json(line: &str, nats: &Nats) -> (u8, Value) {
    let answer = cluster(&format!("{line} --json"), nats);
    let object = serde_json::from_str(&answer.out);
    (answer.exit, object.unwrap_or_else(|why| panic!("{line}: {why}: {}", answer.text())))
}

fn init(nats: &Nats) {
    let (exit, made) = in_json("init --streams 1 --replicas 1", nats);
    assert_eq!((exit, &made["streams"], &made["replicas"]), (0, &json!(1), &json!(1)), "{made}");
}

#[test]
#[ignore = "needs nats-server"]
fn without_a_house_every_command_says_how_to_make_one() {
    let _alone = alone();
    let (nats, folder) = (Nats::start(1), Folder::new("no-house"));
    let file = folder.path().join("house.db");
    for line in ["nodes", "drain s1", &format!("export {}", file.display())] {
        let answer = cluster(line, &nats);
        assert_eq!(answer.exit, 1, "{line}: {}", answer.text());
        assert!(answer.err.starts_with("error[no_house]: "), "{line}: {}", answer.err);
        assert!(answer.err.contains("`croupier cluster init` creates one"), "{line}");
    }
    assert!(!file.exists());
}

#[test]
#[ignore = "needs nats-server"]
fn a_check_that_finds_something_wrong_ends_with_1_and_one_that_does_not_with_0() {
    let _alone = alone();
    let nats = Nats::start(1);
    let line = format!("check --monitor {}", nats.monitors()[0]);
    let (exit, report) = in_json(&line, &nats);
    assert_eq!((exit, &report["house"]), (1, &Value::Null), "{report}");
    assert_eq!(report["error"]["code"], "cluster", "{report}");
    init(&nats);
    let (exit, report) = in_json(&line, &nats);
    assert_eq!((exit, &report["problems"]), (0, &json!([])), "{report}");
    assert!(report["error"].is_null(), "{report}");
    assert_eq!(report["house"]["streams"], 1, "{report}");
    assert_eq!(report["servers"][0]["sync_always"], true, "{report}");
    assert_eq!(report["streams"][0]["name"], "CRJ0", "{report}");
    let answer = cluster(&line, &nats);
    assert_eq!(answer.exit, 0, "{}", answer.text());
    assert!(answer.out.ends_with("good\n"), "{}", answer.out);
    // A server that nobody has looked at is no good news.
    let answer = cluster("check --monitor http://127.0.0.1:1", &nats);
    assert_eq!(answer.exit, 1, "{}", answer.text());
    assert!(answer.out.contains("the server n0 was not checked"), "{}", answer.out);
    drop(nats);

    let mut careless = Servers::new(1);
    careless.sync_interval = Some("2m".to_owned());
    let nats = careless.start();
    init(&nats);
    let line = format!("check --monitor {}", nats.monitors()[0]);
    let (exit, report) = in_json(&line, &nats);
    assert_eq!(exit, 1, "{report}");
    let problem = report["problems"][0].as_str().unwrap_or_default();
    assert!(problem.contains("a power cut loses what was acknowledged"), "{report}");
    assert_eq!(report["servers"][0]["sync_always"], false, "{report}");
    let why = json!({"code": "cluster", "message": "the house has 1 problem"});
    assert_eq!(report["error"], why, "{report}");
    let answer = cluster(&line, &nats);
    assert_eq!(answer.exit, 1, "{}", answer.text());
    assert!(answer.out.contains(problem) && !answer.out.contains("good"), "{}", answer.out);
    assert_eq!(answer.err, "error[cluster]: the house has 1 problem\n");
}

/// Waits until this many servers are listed, and returns them.
fn until_listed(count: usize, nats: &Nats) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        let (exit, list) = in_json("nodes", nats);
        assert_eq!(exit, 0, "{list}");
        if list["nodes"].as_array().is_some_and(|it| it.len() == count) {
            return list["nodes"].clone();
        }
        assert!(Instant::now() < until, "{list}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
#[ignore = "needs nats-server"]
fn servers_are_listed_and_drained_by_their_names() {
    let _alone = alone();
    let (nats, folder) = (Nats::start(1), Folder::new("nodes"));
    init(&nats);
    assert_eq!(until_listed(0, &nats), json!([]));
    assert_eq!(cluster("nodes", &nats).out, "0 servers\n");
    let addr = format!("127.0.0.1:{}", free_port());
    let own = folder.path().join("s1");
    std::fs::create_dir_all(&own).unwrap();
    let line =
        format!("serve --cluster {} --node s1 --addr {addr} --data {}", nats.url(), own.display());
    let mut server = Process::start(&folder.path().join("log"), &own, croupier(&line));
    let listed = until_listed(1, &nats);
    let expected = json!([{
        "node": "s1", "addr": format!("http://{addr}"), "rooms": 0, "sockets": 0, "draining": false,
        "version": env!("CARGO_PKG_VERSION"),
    }]);
    assert_eq!(listed, expected);
    let answer = cluster("nodes", &nats);
    assert_eq!(answer.exit, 0, "{}", answer.text());
    assert!(
        answer.out.starts_with("s1 ") && answer.out.ends_with("\n1 server\n"),
        "{}",
        answer.out
    );
    // A name that nobody has, perhaps misspelt, stops nobody.
    let (exit, refused) = in_json("drain s2", &nats);
    let why = json!({"code": "no_such_node", "message": "no server is called s2"});
    assert_eq!((exit, &refused["error"]), (2, &why), "{refused}");
    assert_eq!(cluster("drain s2", &nats).exit, 2);
    assert_eq!(until_listed(1, &nats)[0]["draining"], false);
    let answer = cluster("drain s1", &nats);
    assert_eq!((answer.exit, answer.out.as_str()), (0, "asked\n"), "{}", answer.text());
    assert_eq!(server.wait(), Some(0));
    assert_eq!(until_listed(0, &nats), json!([]));
    assert_eq!(cluster("drain s1", &nats).exit, 2, "it is gone");
}

#[test]
#[ignore = "needs nats-server"]
fn a_folder_is_imported_once_and_not_while_its_server_runs() {
    let _alone = alone();
    let (nats, folder) = (Nats::start(1), Folder::new("import"));
    init(&nats);
    let data = folder.path().join("data");
    let line = format!("import {}", data.display());
    let (exit, refused) = in_json(&line, &nats);
    assert_eq!((exit, &refused["error"]["code"]), (2, &json!("file_missing")), "{refused}");
    assert!(!data.exists(), "a misspelt name makes no folder");

    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = runtime.block_on(async {
        let store = SqliteStore::open(&data, Settings::default()).unwrap();
        for _ in 0..2 {
            let plan = Snapshot { versions: "1".to_owned(), bytes: "plan".into() };
            let mut opened = store.create(new_entry(), plan).await.unwrap();
            store.append(&mut opened.held, vec!["a".into(), "b".into()]).await.unwrap();
            store.release(opened.held).await;
        }
        store
    });
    let (exit, refused) = in_json(&line, &nats);
    assert_eq!((exit, &refused["error"]["code"]), (1, &json!("store")), "{refused}");
    runtime.block_on(store.shutdown());
    drop(store);

    let (exit, moved) = in_json(&line, &nats);
    let expected = json!({
        "rooms": 2, "skipped": 0, "code_taken": [], "damaged": [], "records": 4, "guests": 0, "matches": 0, "bans": 0, "settings": 0,
    });
    assert_eq!((exit, moved), (0, expected));
    let again = cluster(&line, &nats);
    assert_eq!(again.exit, 0, "{}", again.text());
    assert!(again.out.starts_with("copied 0 rooms, "), "{}", again.out);
    assert!(again.out.ends_with("2 rooms were there already\n"), "{}", again.out);
}
