//! `croupier arena`.

use std::fmt::Write as _;

use crate::common::run;
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The report without the time it took, which differs in every run.
fn report(line: &str) -> Value {
    let answer = run(&format!("{line} --json"));
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    let mut report: Value = serde_json::from_str(&answer.out).unwrap();
    assert!(report["seconds"].as_f64().unwrap() >= 0.0);
    report["seconds"] = json!("…");
    report
}

#[test]
fn a_report_for_programs() {
    let report = report("arena nim --bots search:50,random --games 60 --seed 7 --threads 2");
    assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
}

#[test]
fn a_report_for_people_and_one_for_tables() {
    let line = "arena nim --bots search:50,random,random --games 60 --seed 7";
    let answer = run(line);
    let timed = |line: &&str| !line.contains("It took");
    let text: Vec<_> = answer.out.lines().filter(timed).collect();
    let csv = run(&format!("{line} --csv"));
    assert_eq!((answer.exit, csv.exit), (0, 0));
    assert_snapshot!(format!("{}\n\n{}", text.join("\n"), csv.out));
}

#[test]
fn the_result_is_the_same_on_every_run_and_thread_count() {
    let line = "arena nim --bots search:20,greedy,random --games 45 --seed 3";
    let once = report(&format!("{line} --threads 1"));
    for threads in [1, 2, 5] {
        assert_eq!(once, report(&format!("{line} --threads {threads}")));
    }
    assert_ne!(once["bots"], report("arena nim --bots search:20,greedy,random --games 45")["bots"]);
}

/// Nim for two is solved, so a search must beat a random player almost always.
#[test]
fn a_search_plays_nim_well() {
    let report = report("arena nim --bots search:400,random --games 200");
    let low = report["bots"][0]["ci95"][0].as_f64().unwrap();
    assert!(low > 0.85, "{report}");
}

#[test]
fn more_bots_than_seats_play_in_pairs() {
    let report = report("arena nim --bots random,greedy,easy,search:5,search:9 --games 40");
    assert_eq!(report["seats"], 2);
    // Ten pairs, two rotations each, two deals: each bot plays four games against each of four.
    let games = |bot: &Value| bot["games"].as_u64().unwrap();
    assert!(report["bots"].as_array().unwrap().iter().all(|bot| games(bot) == 16), "{report}");
}

#[test]
fn games_that_do_not_end_are_a_failed_check() {
    let answer = run("arena nim --bots random,random --games 2 --set endless=true");
    assert_eq!(answer.exit, 1);
    assert_eq!(answer.err, "error[unfinished]: 2 games of Nim did not end\n");
}

#[test]
fn misuse_is_answered_in_one_line() {
    let lines = [
        "arena nin --bots random,random --games 5",
        "arena nim --games 5",
        "arena nim --bots random,random",
        "arena nim --bots random --games 5",
        "arena nim --bots random,random --games 0",
        "arena nim --bots random,house --games 5",
        "arena nim --bots random,gredy --games 5",
        "arena nim --bots random,search --games 5",
        "arena nim --bots random,search:0 --games 5",
        "arena nim --bots random,random --games 5 --seats 3",
        "arena nim --bots random,random --games 5 --seats 9",
        "arena nim --bots random,random --games 5 --preset fast",
        "arena nim --bots random,random --games 5 --json --csv",
        "sim nim --games 5 --bots medum",
    ];
    let mut text = String::new();
    for line in lines {
        let answer = run(line);
        assert_eq!(answer.exit, 2, "{line}");
        assert_eq!(answer.out.is_empty(), !line.contains("--json"), "{line}");
        let _ = write!(text, "$ croupier {line}\n{}", answer.err);
    }
    assert_snapshot!(text);
}
