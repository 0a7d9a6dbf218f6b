//! `croupier scenario`.

#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

mod common;

use std::fmt::Write as _;

use common::Folder;
use insta::assert_snapshot;

const GOOD: &str = r#"{
  "name": "the last stone wins", "game": "nim", "setup": {"stones": 5},
  "steps": [
    {"by": "P2", "do": {"take": 1}, "reject": "nim.not_your_turn"},
    {"by": "P1", "do": {"take": 4}, "reject": "nim.wrong_number"},
    {"by": "P1", "do": {"take": 3}},
    {"expect": {"stones": 2}},
    {"wait_ms": 500},
    {"by": "P2", "do": {"take": 2}},
    {"wait_ms": 500}
  ],
  "expect": {"over": true}
}"#;

const BAD: &str = r#"{"name": "a wrong hope", "setup": {"stones": 5},
  "steps": [{"by": "P1", "do": {"take": 3}}], "expect": {"stones": 1, "turn": "P2"}}"#;

#[test]
fn files_folders_lists_and_documents_are_run() {
    let folder = Folder::new("sources");
    folder.write("one.json", GOOD);
    folder.write("nim/deep/several.json", format!("[{GOOD}, {GOOD}]"));
    folder.write("nim/notes.txt", "not a scenario");
    let other = "```json\n{\"not\": \"a scenario\"}\n```";
    folder.write("nim/nim.md", format!("# Nim\n{other}\n## S-1 Two\n```json\n{BAD}\n```\n"));
    let answer = folder.run("scenario DIR/one.json DIR/nim --json");
    assert_eq!(answer.exit, 0, "{}", answer.err);
    assert_snapshot!(answer.text());
    assert_snapshot!(folder.run("scenario DIR/one.json DIR/nim/nim.md --json").text());
    assert_snapshot!(folder.run("scenario DIR/one.json DIR/nim/nim.md").text());
}

#[test]
fn a_scenario_without_a_game_is_of_the_one_its_file_or_folder_is_named_after() {
    let folder = Folder::new("named");
    let good =
        GOOD.replace("\"game\": \"nim\", ", "").replace("\"name\": \"the last stone wins\", ", "");
    folder.write("nim.json", &good);
    folder.write("nim/opening.json", good);
    let answer = folder.run("scenario DIR");
    assert_eq!((answer.exit, answer.out.as_str()), (0, "passed 2 scenarios\n"), "{}", answer.err);
}

#[test]
fn misuse_is_answered_in_one_line() {
    let folder = Folder::new("misuse");
    folder.write("empty/notes.txt", "");
    folder.write("cut.json", "{\n  \"game\": \"nim\",\n  \"steps\": [\n");
    folder.write("word.json", "nim");
    folder.write("number.json", "7");
    folder.write("list.json", "[]");
    folder.write("bytes.json", [0xff, 0xfe]);
    folder.write("nameless.json", GOOD.replace("\"game\": \"nim\", ", ""));
    folder.write("unknown.json", GOOD.replace("\"nim\"", "\"nin\""));
    folder.write("field.json", GOOD.replace("\"setup\"", "\"setupp\""));
    folder.write("step.json", GOOD.replace("\"wait_ms\"", "\"wait\""));
    folder.write("cut.md", "# A\n\n```json\n{\n  \"steps\": ]\n}\n```\n");
    folder.write("none.md", "# A\n\nNothing here.\n");
    folder.write("good.json", GOOD);
    let lines = [
        "scenario",
        "scenario DIR/gone.json",
        "scenario DIR/good.json DIR/gone.json",
        "scenario DIR/empty",
        "scenario DIR/cut.json",
        "scenario DIR/word.json",
        "scenario DIR/number.json",
        "scenario DIR/list.json",
        "scenario DIR/bytes.json",
        "scenario DIR/nameless.json",
        "scenario DIR/unknown.json",
        "scenario DIR/field.json",
        "scenario DIR/step.json",
        "scenario DIR/cut.md --json",
        "scenario DIR/none.md",
    ];
    let mut all = String::new();
    for line in lines {
        let answer = folder.run(line);
        assert_eq!((answer.exit, answer.out.as_str()), (2, ""), "{line}");
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        let _ = write!(all, "$ croupier {line}\n{}", answer.err);
    }
    assert_snapshot!(all);
}

#[test]
fn what_fails_says_where() {
    let folder = Folder::new("failures");
    let with = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        folder.write("nim.json", GOOD.replace(from, to));
        let answer = folder.run("scenario DIR/nim.json");
        assert_eq!(answer.exit, 1);
        answer.text()
    };
    let all = [
        with("\"take\": 3", "\"take\": 4"),
        with("\"take\": 3", "\"steal\": 3"),
        with("\"by\": \"P1\", \"do\": {\"take\": 3}", "\"by\": \"Ann\", \"do\": {\"take\": 3}"),
        with("nim.wrong_number", "nim.no_such_code"),
        with("{\"stones\": 2}", "{\"stones\": 4}"),
        with("{\"stones\": 5}", "{}"),
        with("\"setup\"", "\"seats\": 7, \"setup\""),
        with("\"setup\"", "\"preset\": \"fast\", \"setup\""),
        with("\"setup\"", "\"options\": {\"stone\": 1}, \"setup\""),
    ];
    assert_snapshot!(all.join("\n"));
}
