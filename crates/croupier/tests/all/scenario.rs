//! `croupier scenario`.

use std::fmt::Write as _;

use crate::common::Folder;
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
        "scenario DIR/cut.md",
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

const ROOM: &str = r#"{
  "name": "a table of Nim", "game": "nim",
  "room": {"people": ["Ann", "Ben", "Dan"], "playing": ["Ann", "Ben"], "options": {"grace_ms": 9000}},
  "setup": {"stones": 5},
  "steps": [
    {"by": "Dan", "do": {"take": 3}, "reject": {"code": "not_seated", "message": "you do not sit at this table"}},
    {"by": "Ann", "say": {"react": {"type": "emoji", "value": "😂"}}, "unnoticed_by": ["Ben", "Dan", "public"]},
    {"at": 500, "by": "Ann", "do": {"take": 3}, "log": {"Ben": [{"at": 500, "event": {"game": {"taken": 3}}}]}},
    {"at": 600, "lost": "Ben", "log": {"Ann": ["connection_changed"]}},
    {"save_and_load": true},
    {"at": 9599, "sees": {"Dan": {"seat": null, "players": [{"name": "Ann"}, {"name": "Ben", "status": "reconnecting"}]}}},
    {"by": "Ben", "say": "reconnect", "hides": {"Dan": ["Cleo"]}},
    {"by": "Ben", "do": {"take": 2}},
    {"wait_ms": 500}
  ],
  "expect": {"over": true}
}"#;

#[test]
fn a_scenario_is_played_in_a_room() {
    let folder = Folder::new("room");
    folder.write("nim.json", ROOM);
    let answer = folder.run("scenario DIR/nim.json");
    assert_eq!((answer.exit, answer.out.as_str()), (0, "passed 1 scenario\n"), "{}", answer.out);
}

#[test]
fn what_fails_in_a_room_says_where() {
    let folder = Folder::new("room-failures");
    let with = |from: &str, to: &str| {
        assert!(ROOM.contains(from), "{from}");
        folder.write("nim.json", ROOM.replace(from, to));
        let answer = folder.run("scenario DIR/nim.json");
        assert_ne!(answer.exit, 0, "{to}");
        let text = answer.text();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("---")).collect();
        format!("{to}\n{}", lines.join("\n"))
    };
    let all = [
        with("you do not sit", "you never sit"),
        with(
            "\"say\": {\"react\": {\"type\": \"emoji\", \"value\": \"😂\"}}",
            "\"say\": \"leave\"",
        ),
        with("[{\"at\": 500, \"event\"", "[{\"at\": 501, \"event\""),
        with("[\"connection_changed\"]", "[\"seat_replaced\"]"),
        with("[\"connection_changed\"]", "[]"),
        with("\"seat\": null", "\"place\": null"),
        with("[{\"name\": \"Ann\"}, ", "["),
        with("\"status\": \"reconnecting\"", "\"status\": \"connected\""),
        with("\"at\": 9599", "\"at\": 9600"),
        with("\"at\": 9599", "\"at\": 599"),
        with("[\"Cleo\"]", "[\"Ben\"]"),
        with("\"lost\": \"Ben\"", "\"lost\": \"Bob\""),
        with("\"lost\": \"Ben\"", "\"lost\": \"Ben\", \"reject\": \"not_seated\""),
        with("\"lost\": \"Ben\"", "\"lost\": \"Ben\", \"seed\": 7"),
        with("[\"Ann\", \"Ben\"], \"options\"", "[\"random\", \"Ann\"], \"options\""),
        with("[\"Ann\", \"Ben\"], \"options\"", "[\"Ann\", \"hard\"], \"options\""),
        with("\"playing\": [\"Ann\", \"Ben\"], ", ""),
        with("\"grace_ms\"", "\"grace\""),
        with("\"room\"", "\"seats\": 2, \"rooms\""),
    ];
    assert_snapshot!(all.join("\n"));
}

#[test]
fn a_room_is_asked_only_where_there_is_one() {
    let folder = Folder::new("no-room");
    folder.write("nim.json", GOOD.replace("\"wait_ms\": 500}\n", "\"lost\": \"P1\"}\n"));
    let answer = folder.run("scenario DIR/nim.json");
    assert_eq!(answer.exit, 2);
    assert!(answer.err.contains("step 7: there is no room in this scenario"), "{}", answer.err);
}
