//! `croupier replay` and `croupier save`.

use std::fmt::Write as _;

use crate::common::{Answer, Folder};
use croupier_kit::save::Save;
use insta::assert_snapshot;

/// A folder with one good save, `nim.json`.
fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    let answer = folder.run("sim nim --games 1 --seed 3 --save DIR/nim.json");
    assert_eq!(answer.exit, 0, "{}", answer.err);
    folder
}

fn good(folder: &Folder) -> Save {
    Save::read(&folder.read("nim.json")).unwrap()
}

fn changed(folder: &Folder, file: &str, change: impl FnOnce(&mut Save)) {
    let mut save = good(folder);
    change(&mut save);
    folder.write(file, save.to_json());
}

#[test]
fn in_122_a_save_is_replayed() {
    let folder = folder("replay");
    let answers = [
        folder.run("replay DIR/nim.json"),
        folder.run("replay DIR/nim.json --verify --json"),
        folder.run("replay DIR/nim.json --until 2"),
        folder.run("replay DIR/nim.json --until 2 --json"),
        folder.run("replay DIR/nim.json --until 2 --verify"),
    ];
    assert_snapshot!(answers.map(|answer| answer.text()).join("\n"));
}

#[test]
fn in_122_a_save_is_inspected_and_verified() {
    let folder = folder("inspect");
    let answers = [
        folder.run("save inspect DIR/nim.json"),
        folder.run("save inspect DIR/nim.json --json"),
        folder.run("save verify DIR/nim.json"),
        folder.run("save verify DIR/nim.json --json"),
    ];
    assert!(answers.iter().all(|answer| answer.exit == 0));
    assert_snapshot!(answers.map(|answer| answer.text()).join("\n"));
}

#[test]
fn the_seed_is_not_told() {
    let folder = folder("secret");
    let seed = good(&folder).seed.to_string();
    for line in ["save inspect DIR/nim.json --json", "replay DIR/nim.json --json"] {
        assert!(!folder.run(line).out.contains(&seed));
    }
}

#[test]
fn in_134_migrating_writes_only_what_is_new_and_keeps_the_old() {
    let folder = folder("migrate");
    let canonical = folder.read("nim.json");
    let already = folder.run("save migrate DIR/nim.json");
    assert_eq!(folder.names(), ["nim.json"]);

    let value: serde_json::Value = serde_json::from_slice(&canonical).unwrap();
    let spread = serde_json::to_vec_pretty(&value).unwrap();
    folder.write("nim.json", &spread);
    let written = folder.run("save migrate DIR/nim.json --json");
    assert_eq!(folder.read("nim.json"), canonical);
    assert_eq!(folder.read("nim.json.bak"), spread);

    let elsewhere = folder.run("save migrate DIR/nim.json --output DIR/other.json");
    assert_eq!(folder.read("other.json"), canonical);
    folder.write("precious.txt", "a poem");
    let refused = folder.run("save migrate DIR/nim.json --output DIR/precious.txt");
    assert_eq!(folder.read("precious.txt"), b"a poem");
    assert_eq!(refused.exit, 2);

    let answers = [already, written, elsewhere, refused];
    assert_snapshot!(answers.map(|answer| answer.text()).join("\n"));
}

/// Every command that reads a save reports a bad one in one line and leaves all files unchanged.
#[test]
fn in_130_and_131_what_is_not_a_good_save_is_named_exactly() {
    let folder = folder("bad");
    let bytes = folder.read("nim.json");
    let text = String::from_utf8(bytes.clone()).unwrap();
    folder.write("empty.json", "");
    folder.write("poem.txt", "No save at all.");
    folder.write("other.json", "{\"format\": \"something else\"}");
    folder.write("half.json", &bytes[..bytes.len() / 2]);
    folder.write("half.zst", &good(&folder).to_zstd()[..100]);
    folder.write("flipped.json", text.replace("\"turn_count\":", "\"turn_count\":1"));
    folder.write("newer.json", text.replace("\"version\":1", "\"version\":2"));
    changed(&folder, "rules.json", |save| save.rules = 2);
    changed(&folder, "game.json", |save| save.game = "poker".to_owned());
    changed(&folder, "hash.json", |save| save.snapshot.hash ^= 1);
    changed(&folder, "seats.json", |save| save.seats.truncate(1));
    changed(&folder, "state.json", |save| save.snapshot.state["stones"] = "many".into());
    let before: Vec<_> = folder.names().iter().map(|name| folder.read(name)).collect();

    let mut all = String::new();
    let mut names = folder.names();
    names.retain(|name| name != "nim.json");
    names.push("gone.json".to_owned());
    for name in names {
        for command in ["replay", "save verify", "save migrate"] {
            let answer = folder.run(&format!("{command} DIR/{name}"));
            let Answer { exit, out, err } = &answer;
            // A replay uses seats and inputs; it does not load the snapshot.
            if *exit == 0 {
                assert!(command == "replay" && ["state.json", "hash.json"].contains(&&*name));
                continue;
            }
            assert_eq!((out.as_str(), err.lines().count()), ("", 1), "{err}");
            assert_eq!(*exit, if name == "gone.json" { 2 } else { 1 });
            let _ = write!(all, "$ croupier {command} DIR/{name}\n{err}");
        }
    }
    assert_snapshot!(all);
    let after: Vec<_> = folder.names().iter().map(|name| folder.read(name)).collect();
    assert_eq!(before, after);
}

#[test]
fn in_122_a_replay_that_ends_otherwise_is_a_failed_check() {
    let folder = folder("differs");
    changed(&folder, "short.json", |save| {
        save.inputs.pop();
    });
    changed(&folder, "refused.json", |save| {
        let first = save.inputs[0].clone();
        save.inputs.insert(0, first);
    });
    let answers = [
        folder.run("replay DIR/short.json"),
        folder.run("replay DIR/short.json --verify"),
        folder.run("save verify DIR/short.json"),
        folder.run("replay DIR/refused.json"),
    ];
    assert_eq!(answers.each_ref().map(|answer| answer.exit), [0, 1, 1, 1]);
    assert_snapshot!(answers.map(|answer| answer.text()).join("\n"));
}

type Change = fn(&mut Save);

/// Any part of the save that differs from what the replay would write fails the check, and both
/// commands name it.
#[test]
fn in_122_a_save_that_says_more_than_its_inputs_is_not_verified() {
    let folder = folder("tampered");
    folder.run("replay DIR/nim.json --until 5 --save DIR/half.json");
    let half = Save::read(&folder.read("half.json")).unwrap();
    let changes: [(&str, Change); 4] = [
        ("dice", |save| save.snapshot.dice["position"] = 1_000_000.into()),
        ("step", |save| save.snapshot.step = u64::MAX),
        ("flow", |save| save.snapshot.flow.seq += 1),
        ("flow", |save| save.snapshot.flow.root.timers.clear()),
    ];
    assert!(!half.snapshot.flow.root.timers.is_empty(), "there is a timer to take away");
    for (part, change) in changes {
        let mut save = half.clone();
        change(&mut save);
        folder.write("forged.json", save.to_json());
        for command in ["replay DIR/forged.json --verify", "save verify DIR/forged.json"] {
            let Answer { exit, err, .. } = folder.run(command);
            assert_eq!(exit, 1, "{part}: {err}");
            assert!(err.starts_with("error[replay_differs]"), "{err}");
            assert!(err.contains(part), "{part}: {err}");
        }
    }
    let Answer { exit, .. } = folder.run("save verify DIR/half.json");
    assert_eq!(exit, 0);
}

/// A match that was dealt under older rules cannot be replayed, so its save cannot be verified.
#[test]
fn a_save_of_older_rules_is_unverifiable() {
    let folder = folder("older");
    changed(&folder, "older.json", |save| (save.rules, save.dealt_under) = (0, 0));
    let answers = [
        folder.run("save verify DIR/older.json"),
        folder.run("save verify DIR/older.json --json"),
        folder.run("replay DIR/older.json --verify"),
        folder.run("replay DIR/older.json --verify --json"),
    ];
    assert!(answers.iter().all(|answer| answer.exit == 1));
    assert_snapshot!(answers.map(|answer| answer.text()).join("\n"));
}

#[test]
fn in_134_a_good_backup_is_pointed_out() {
    let folder = folder("backup");
    folder.write("nim.json.bak", folder.read("nim.json"));
    folder.write("nim.json", "{");
    let answer = folder.run("save verify DIR/nim.json");
    assert_eq!(answer.exit, 1);
    assert!(answer.err.contains("DIR/nim.json.bak is intact"), "{}", answer.err);
}
