//! `croupier sim`.

use std::fmt::Write as _;

use crate::common::{Folder, run};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The report without the figures that differ in every run.
fn report(line: &str) -> Value {
    let answer = run(&format!("{line} --json"));
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    let mut report: Value = serde_json::from_str(&answer.out).unwrap();
    for field in ["seconds", "actions_per_second", "games_per_second"] {
        assert!(report[field].as_f64().unwrap() > 0.0, "{field}");
        report[field] = json!("…");
    }
    report
}

#[test]
fn a_report_for_programs() {
    let report = report("sim nim --games 1000 --seats 3 --seed 7 --threads 2");
    assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
}

#[test]
fn a_report_for_people() {
    let answer = run("sim nim --games 1000 --seed 7 --preset bench --threads 1");
    let timed = |line: &&str| !line.starts_with("  speed");
    assert_snapshot!(answer.out.lines().filter(timed).collect::<Vec<_>>().join("\n"));
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
}

#[test]
fn the_hash_is_the_same_on_every_run_and_thread_count() {
    let hash = |line: &str| report(line)["hash"].clone();
    let once = hash("sim nim --games 3000 --seed 1 --threads 1");
    for threads in [1, 2, 5] {
        assert_eq!(once, hash(&format!("sim nim --games 3000 --seed 1 --threads {threads}")));
    }
    assert_eq!(once, hash("sim nim --games 3000 --seed 1 --bots random,random"));
    assert_ne!(once, hash("sim nim --games 3000 --seed 2"));
    assert_ne!(once, hash("sim nim --games 2999 --seed 1"));
    assert_ne!(once, hash("sim nim --games 3000 --seed 1 --set stones=13"));
}

#[test]
fn games_that_do_not_end_are_a_failed_check() {
    let answer = run("sim nim --games 3 --set endless=true --json");
    assert_eq!(answer.exit, 1);
    assert_eq!(answer.err, "error[unfinished]: 3 games of Nim did not end\n");
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["finished"], 0);
}

#[test]
fn misuse_is_answered_in_one_line() {
    let lines = [
        "sim nin --games 5",
        "sim poker --games 5",
        "sim nim",
        "sim nim --games 0",
        "sim nim --games many",
        "sim nim --games 5 --seats 1",
        "sim nim --games 5 --seats 5",
        "sim nim --games 5 --seats 3 --bots random,random",
        "sim nim --games 5 --bots random,random,random,random,random",
        "sim nim --games 5 --bots clever",
        "sim nim --games 5 --preset fast",
        "sim nim --games 5 --set stone=4",
        "sim nim --games 5 --set stones=many",
        "sim nim --games 5 --set stones=0",
        "sim nim --games 5 --set stones",
        "sim nim --games 5 --threads 0",
        "sim nim --game 5",
    ];
    let mut all = String::new();
    for line in lines {
        let answer = run(line);
        assert_eq!((answer.exit, answer.out.as_str()), (2, ""), "{line}");
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        let _ = write!(all, "$ croupier {line}\n{}", answer.err);
    }
    assert_snapshot!(all);
}

#[test]
fn the_first_game_can_be_kept_and_nothing_is_overwritten() {
    let folder = Folder::new("keep");
    let line = "sim nim --games 2 --seed 3 --save DIR/first.json";
    assert_eq!(folder.run(line).exit, 0);
    let bytes = folder.read("first.json");
    let again = folder.run(line);
    assert_eq!((again.exit, again.out.as_str()), (2, ""));
    assert_eq!(again.err, "error[file_exists]: DIR/first.json already exists\n");
    assert_eq!(folder.read("first.json"), bytes);
    assert_eq!(folder.run("sim nim --games 2 --seed 3 --save DIR/first.zst").exit, 0);
    assert_eq!(folder.run("replay DIR/first.zst --verify").exit, 0);
    assert_eq!(folder.names(), ["first.json", "first.zst"]);
    let answer = folder.run("sim nim --games 1 --save DIR/no/such/folder.json");
    assert_eq!((answer.exit, answer.err.lines().count()), (2, 1), "{}", answer.err);
}
