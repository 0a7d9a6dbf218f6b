//! Runs the built program with the shipped games.

#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn croupier(line: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(line.split_whitespace())
        .current_dir(root)
        .output()
        .expect("the program is built before its tests")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Requires one JSON object on stdout, nothing on stderr, and exit status 0.
fn json(line: &str) -> Value {
    let Output { status, stdout, stderr } = croupier(line);
    assert_eq!((status.code(), text(&stderr).as_str()), (Some(0), ""), "{line}");
    let object: Value = serde_json::from_slice(&stdout).unwrap();
    assert!(object.is_object());
    object
}

fn fails(line: &str, exit: i32, error: &str) {
    let Output { status, stdout, stderr } = croupier(line);
    assert_eq!((status.code(), text(&stdout).as_str()), (Some(exit), ""), "{line}");
    assert_eq!(text(&stderr), format!("{error}\n"), "{line}");
}

#[test]
fn games_are_listed() {
    let games = json("games --json");
    let ids: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, ["data-war", "rush", "may-i", "min-or-max", "innovation"]);
}

#[test]
fn a_pipe_gets_no_colours() {
    for line in [
        "games",
        "--help",
        "sim rush --games 10",
        "chart rush",
        "scenario docs/specs/scenarios/README.md",
    ] {
        let Output { status, stdout, stderr } = croupier(line);
        assert_eq!((status.code(), text(&stderr).as_str()), (Some(0), ""), "{line}");
        assert!(!stdout.is_empty() && !stdout.contains(&0x1b), "{line}");
    }
    assert!(!croupier("sim").stderr.contains(&0x1b));
}

#[test]
fn misuse_ends_with_2_and_one_line() {
    fails(
        "chart rash",
        2,
        "error[unknown_game]: there is no game \"rash\"; did you mean \"rush\"?",
    );
    fails(
        "sim data_war --games 1",
        2,
        "error[unknown_game]: there is no game \"data_war\"; did you mean \"data-war\"?",
    );
    fails(
        "sim rush --games 1 --seats 5",
        2,
        "error[wrong_seat_count]: Rush is played by 2 to 4, not by 5",
    );
    fails("replay no/such.json", 2, "error[file_missing]: there is no file no/such.json");
    fails("scenario no/such.json", 2, "error[file_missing]: there is no file no/such.json");
    fails("", 2, "error[usage]: no command was given; see --help");
}

/// The environment overrides a file and is overridden by an argument.
#[test]
fn a_setting_of_a_server_can_be_given_in_the_environment() {
    let folder = std::env::temp_dir().join(format!("croupier-environment-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("croupier.toml");
    std::fs::write(&file, "max-rooms = 1\nmax-connections = 2\nkeep-matches = 3\n").unwrap();
    let check = |rooms: &str| {
        Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args("serve --check-config --json --max-connections 20 --data".split(' '))
            .arg(folder.join("data"))
            .env("CROUPIER_CONFIG", &file)
            .env("CROUPIER_MAX_ROOMS", rooms)
            .env("CROUPIER_MAX_CONNECTIONS", "10")
            .output()
            .unwrap()
    };
    let report: Value = serde_json::from_slice(&check("10").stdout).unwrap();
    let setting = |key: &str| {
        let it = &report["settings"][key];
        (it["value"].as_u64(), it["from"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(setting("max-rooms"), (Some(10), "environment".to_owned()));
    assert_eq!(setting("max-connections"), (Some(20), "argument".to_owned()));
    assert_eq!(setting("keep-matches"), (Some(3), "file".to_owned()));
    let bad = check("many");
    assert_eq!(bad.status.code(), Some(2));
    assert!(text(&bad.stderr).contains("invalid value 'many' for '--max-rooms <N>'"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_failed_check_ends_with_1() {
    let manifest = croupier("save verify README.md");
    assert_eq!(manifest.status.code(), Some(1));
    assert!(text(&manifest.stderr).starts_with("error[save_damaged]: README.md: "));
}

#[test]
fn every_scenario_of_every_specification_passes() {
    let Output { status, stdout, .. } = croupier("scenario docs/specs/scenarios --json");
    let report: Value = serde_json::from_slice(&stdout).unwrap();
    assert_eq!((status.code(), &report["failed"]), (Some(0), &serde_json::json!([])));
    assert!(report["passed"].as_u64().unwrap() >= 90, "{report}");
}

#[test]
fn the_example_in_the_scenarios_guide_passes() {
    let report = json("scenario docs/specs/scenarios/README.md --json");
    assert!(report["passed"].as_u64().unwrap() >= 1);
}

/// The hash must not depend on the number of threads.
#[test]
fn simulations_are_reproducible() {
    for game in ["rush", "data-war"] {
        let hash = |threads: u32| {
            let line = format!("sim {game} --games 600 --seed 1 --threads {threads} --json");
            json(&line)["hash"].clone()
        };
        assert_eq!(hash(1), hash(3), "{game}");
    }
}

fn share(report: &Value, reason: &str) -> f64 {
    report["outcomes"][reason].as_f64().unwrap_or(0.0) / report["games"].as_f64().unwrap()
}

#[track_caller]
fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} is not {expected} ± {by}");
}

/// RU-80's table, with its tolerance.
#[test]
fn ru_80_random_players_end_as_the_specification_counted() {
    for (seats, no_moves, plays) in [(2, 0.98, 3.8), (3, 0.92, 6.7), (4, 0.84, 10.6)] {
        let line = format!("sim rush --games 4000 --seats {seats} --preset bench --seed 1 --json");
        let report = json(&line);
        assert_eq!(report["finished"], 4000);
        near(share(&report, "no_valid_moves"), no_moves, 0.03);
        near(share(&report, "player_won"), 1.0 - no_moves, 0.03);
        near(report["length"]["mean"].as_f64().unwrap(), plays, 0.2);
    }
}

/// DW-146's figures: a result far from them means a bug in the rules.
#[test]
fn dw_146_random_players_end_as_the_specification_counted() {
    let report = json("sim data-war --games 4000 --preset bench --seed 1 --json");
    assert_eq!(report["finished"], 4000);
    near(share(&report, "launch_stacks"), 0.969, 0.015);
    near(report["length"]["mean"].as_f64().unwrap(), 19.9, 0.8);
    near(report["length"]["median"].as_f64().unwrap(), 17.0, 1.0);
    near(report["length"]["p99"].as_f64().unwrap(), 62.0, 8.0);
    near(report["wins"][0].as_f64().unwrap() / 4000.0, 0.5, 0.03);
}

/// A server that is killed when the test ends.
struct Served {
    process: std::process::Child,
    url: String,
    data: std::path::PathBuf,
}

impl Served {
    fn start(name: &str) -> Self {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&data);
        let mut process = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["serve", "--addr", "127.0.0.1:0", "--allow-bench", "--data"])
            .arg(&data)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = process.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
        let url = line.split_whitespace().last().unwrap().to_owned();
        Self { process, url, data }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// Connections are dropped after one in five messages; every affected match is compared with its
/// replay.
#[test]
fn a_load_with_lost_connections_loses_nothing_and_does_nothing_twice() {
    let server = Served::start("load");
    let (url, pid) = (&server.url, server.process.id());
    let line = format!("load --url {url} --rooms 4 --seats 3 --watchers 1 --seconds 4 --drop 20");
    let report = json(&format!("{line} --pid {pid} --json"));
    let number = |key: &str| report[key].as_u64().unwrap();
    assert_eq!((number("rooms"), number("sockets")), (4, 16), "{report}");
    for key in ["lost", "twice", "errors", "stuck"] {
        assert_eq!(number(key), 0, "{key}: {report}");
    }
    for key in ["acknowledged", "reconnects", "compared", "bytes_per_action"] {
        assert!(number(key) > 0, "{key}: {report}");
    }
    assert!(report["latency_ms"]["p99"].as_f64() >= report["latency_ms"]["p50"].as_f64());
    // Benchmarks read this, so a key must not go away.
    let keys = |object: &Value| -> Vec<String> {
        let mut keys: Vec<_> = object.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(
        keys(&report).join(" "),
        "acknowledged bytes_per_action compared complaints errors fsync_ms game latency_ms lost \
         matches per_second reconnect_ms reconnects rejected rooms seats seconds \
         server_cpu_us_per_action server_rss_bytes sockets standstill_ms stuck twice"
    );
    for times in ["latency_ms", "standstill_ms", "reconnect_ms"] {
        assert_eq!(keys(&report[times]), ["max", "p50", "p99"], "{times}");
    }
    assert_eq!(keys(&report["fsync_ms"]), ["p50", "p99"]);
    if cfg!(target_os = "linux") {
        assert!(report["server_cpu_us_per_action"].as_f64().unwrap() > 0.0, "{report}");
        assert!(number("server_rss_bytes") > 0, "{report}");
    }
}

#[test]
fn a_load_that_cannot_be_is_a_sentence() {
    fails(
        "load --url ftp://x --rooms 1 --seconds 1",
        2,
        "error[bad_url]: ftp://x is no address like http://127.0.0.1:8080",
    );
    fails(
        "load --url http://127.0.0.1:1 --rooms 1 --seconds 1 --drop 101",
        2,
        "error[bad_drop]: --drop takes a number from 0 to 100",
    );
}
