//! Hostile files: pipes and devices must not hang a command, and control characters in texts must
//! not reach the terminal.

use crate::common::{Answer, Folder};
use croupier::Console;
use croupier_catalog::{AnyCall, OptionChoice, RoomPlan, shipped};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::room::{PlayerId, RoomOptions, SavedRoom};
use croupier_kit::save::Save;
use serde_json::json;

const SCENARIO: &str = r#"{"name": "NAME", "game": "nim", "setup": {"stones": 5},
  "steps": [{"by": "P1", "do": {"take": 3}}], "expect": {"stones": 1}}"#;

/// What terminals act on: clearing the screen, the window title, overwriting a line, an escape
/// sequence that starts with a single C1 character, right-to-left text.
const EVIL: &str = "a\u{1b}[2Jb\u{1b}]0;c\u{7}d\re\nf\u{9b}2Jg\u{202e}h\u{7f}";

#[track_caller]
fn is_harmless(Answer { out, err, .. }: &Answer) {
    for text in [out, err] {
        let bad = text.chars().find(|it| (it.is_control() && *it != '\n') || *it == '\u{202e}');
        assert_eq!(bad, None, "{text}");
    }
}

#[test]
fn texts_of_saves_are_printed_without_control_characters() {
    let folder = Folder::new("evil-save");
    folder.run("sim nim --games 1 --seed 3 --save DIR/nim.json");
    let mut save = Save::read(&folder.read("nim.json")).unwrap();
    save.metadata.match_id = EVIL.to_owned();
    save.metadata.players = vec![EVIL.to_owned(); 2];
    folder.write("names.json", save.to_json());
    save.game = EVIL.to_owned();
    folder.write("game.json", save.to_json());
    for command in ["save inspect", "save verify", "save migrate", "replay", "play nim --load"] {
        for file in ["names.json", "game.json"] {
            for json in ["", "--json"] {
                let answer = folder.run(&format!("{command} DIR/{file} {json}"));
                is_harmless(&answer);
                if answer.exit > 0 && json.is_empty() {
                    assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
                }
            }
        }
    }
    let Answer { out, .. } = folder.run("save inspect DIR/names.json");
    assert!(out.contains(r"a\u{1b}[2Jb"), "what was there can be seen: {out}");
}

#[test]
fn texts_of_scenarios_are_printed_without_control_characters() {
    let folder = Folder::new("evil-scenario");
    let written = serde_json::to_string(EVIL).unwrap();
    folder.write("nim.json", SCENARIO.replace("\"NAME\"", &written));
    folder.write("key.json", SCENARIO.replace("\"stones\": 1", &format!("{written}: 1")));
    folder.write("field.json", SCENARIO.replace("\"expect\"", &written));
    folder.write("game.json", SCENARIO.replace("\"nim\"", &written));
    folder.write("code.json", SCENARIO.replace("\"P1\"", &written));
    for file in folder.names() {
        for json in ["", "--json"] {
            let answer = folder.run(&format!("scenario DIR/{file} {json}"));
            assert!(answer.exit > 0, "{file}");
            is_harmless(&answer);
        }
    }
    let Answer { out, .. } = folder.run("scenario DIR/nim.json");
    assert_eq!(out.lines().count(), 2, "a name makes no lines: {out}");
}

#[cfg(unix)]
#[test]
fn names_of_files_are_printed_without_control_characters() {
    let folder = Folder::new("evil-name");
    folder.write("\u{1b}[2J\u{9b}.json", "{");
    for line in ["scenario DIR", "scenario DIR --json"] {
        let answer = folder.run(line);
        assert_eq!(answer.exit, 2);
        is_harmless(&answer);
    }
}

/// The name comes from a file; a room would refuse it.
#[test]
fn names_at_the_table_are_printed_without_control_characters() {
    let folder = Folder::new("evil-room");
    let plan = RoomPlan {
        choice: OptionChoice::default(),
        settings: RoomOptions::default(),
        seed: Seed::from_number(1),
        start: Millis::ZERO,
    };
    let mut room = shipped().find("min-or-max").unwrap().room(&plan).unwrap();
    let said = [
        json!({"join": {"name": "Ann"}}),
        json!({"add_bot": {"level": "random", "name": "Robin"}}),
        json!("ready"),
        json!("start_game"),
    ];
    for command in said {
        let call = AnyCall::Person { id: PlayerId(1), command };
        room.handle(&call, Millis::ZERO).answer.unwrap();
    }
    let saved = serde_json::to_string(&room.save().unwrap()).unwrap();
    let written = serde_json::to_string(EVIL).unwrap();
    let evil: SavedRoom = serde_json::from_str(&saved.replace("\"Robin\"", &written)).unwrap();
    folder.write("room.json", evil.to_json());
    let (out, err) = (crate::common::Stream::default(), crate::common::Stream::default());
    let input = std::io::Cursor::new(&b"1\nh\no\nd 1\n1\nq\n"[..]);
    let mut console = Console::plain(out.clone(), err.clone()).reading(input);
    let file = folder.path().join("room.json");
    let args = ["croupier", "play", "min-or-max", "--load", file.to_str().unwrap()];
    let exit = croupier::run_with(&shipped(), args, &mut console);
    is_harmless(&Answer { exit, out: out.text(), err: err.text() });
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_refused() {
    let folder = Folder::new("endless");
    let pipe = folder.path().join("pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let commands =
        ["scenario", "replay", "save inspect", "save verify", "save migrate", "play nim --load"];
    for (file, what) in [("/dev/zero", "device"), ("DIR/pipe.json", "pipe")] {
        for command in commands {
            let answer = folder.run(&format!("{command} {file}"));
            let sentence = format!("error[file_not_regular]: {file} is not a file but a {what}\n");
            assert_eq!((answer.exit, answer.err), (2, sentence), "{command}");
        }
    }
    // Also if it is found in a folder.
    assert_eq!(folder.run("scenario DIR").exit, 2);
}

#[cfg(unix)]
#[test]
fn a_folder_that_contains_itself_is_looked_into_once() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new("itself");
    folder.write("nim/a.json", SCENARIO.replace("\"stones\": 1", "\"stones\": 2"));
    for name in ["again", "and-again", "once-more"] {
        symlink(folder.path(), folder.path().join("nim").join(name)).unwrap();
    }
    symlink("itself", folder.path().join("itself")).unwrap();
    let answer = folder.run("scenario DIR");
    assert_eq!((answer.exit, answer.out.as_str()), (0, "passed 1 scenario\n"), "{}", answer.err);
    assert_eq!(folder.run("scenario DIR/itself").exit, 2);
}
