//! With `--json`, stdout is one JSON object, whatever happens.

use crate::common::Folder;
use serde_json::{Value, json};

#[test]
fn a_failure_is_json_too() {
    let folder = Folder::new("json");
    folder.write("poem.txt", "No save at all.");
    let lines = [
        ("games rash --json", 2, "unknown_game"),
        ("sim rash --games 1 --json", 2, "unknown_game"),
        ("sim nim --games 0 --json", 2, "usage"),
        ("sim nim --json", 2, "usage"),
        ("sim nim --games 1 --threads 100000 --json", 2, "usage"),
        ("load --url http://[::1]:1 --rooms 1 --seconds 1 --threads 60000 --json", 2, "usage"),
        ("arena nim --bots clever,random --games 2 --json", 2, "unknown_bot"),
        ("scenario DIR/gone.json --json", 2, "file_missing"),
        ("scenario DIR/poem.txt --json", 2, "malformed_scenario"),
        ("replay DIR/gone.json --json", 2, "file_missing"),
        ("replay DIR/poem.txt --json", 1, "save_damaged"),
        ("save inspect DIR/poem.txt --json", 1, "save_damaged"),
        ("save verify DIR/poem.txt --json", 1, "save_damaged"),
        ("save migrate DIR/poem.txt --json", 1, "save_damaged"),
        ("new NIM --json", 2, "bad_name"),
        ("fly --json", 2, "usage"),
        ("--json", 2, "usage"),
    ];
    for (line, exit, code) in lines {
        let answer = folder.run(line);
        assert_eq!(answer.exit, exit, "{line}: {}", answer.text());
        let object: Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(object["error"]["code"], code, "{line}: {}", answer.text());
        let message = object["error"]["message"].as_str().unwrap();
        assert_eq!(object.as_object().unwrap().len(), 1, "{line}");
        // Stderr is the same as without `--json`.
        assert_eq!(answer.err, format!("error[{code}]: {message}\n"), "{line}");
    }
}

/// A report with an error is still one object.
#[test]
fn a_failed_check_is_in_its_report() {
    let folder = Folder::new("json-report");
    folder.write("nim.json", r#"{"setup": {"stones": 5}, "steps": [], "expect": {"stones": 1}}"#);
    let answer = folder.run("scenario DIR/nim.json --json");
    assert_eq!(answer.exit, 1);
    let object: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((&object["passed"], &object["failed"][0]["name"]), (&json!(0), &json!("nim")));
    assert_eq!(object["error"]["code"], "scenario_failed");
    assert_eq!(object["error"]["message"], "1 of 1 scenario failed");
}

#[test]
fn what_is_not_asked_for_in_json_is_not_given_in_json() {
    let folder = Folder::new("no-json");
    let answer = folder.run("replay DIR/gone.json");
    assert_eq!((answer.exit, answer.out.as_str()), (2, ""));
    assert_eq!(folder.run("replay -- --json").out, "");
}
