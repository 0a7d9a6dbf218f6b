//! `croupier new`: what it writes, and what it refuses.

use std::fs;
use std::path::Path;

use crate::common::{Folder, run};

const FILES: [&str; 12] = [
    ".gitignore",
    "Cargo.lock",
    "Cargo.toml",
    "README.md",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "scenarios/last-card.json",
    "scenarios/suit-or-rank.json",
    "src/lib.rs",
    "src/main.rs",
    "tests/conformance.rs",
    "tests/scenarios.rs",
];

const TRICKS: [&str; 3] =
    ["scenarios/following-suit.json", "scenarios/last-trick.json", "src/lib.rs"];

fn made(test: &str) -> Folder {
    let folder = Folder::new(test);
    let answer = folder.run("new lucky-sevens --folder DIR/sevens");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    folder
}

#[test]
fn a_crate_has_all_its_files_and_no_placeholders() {
    let folder = made("new-files");
    assert_eq!(folder.names(), ["sevens"], "nothing is left beside it");
    for file in FILES {
        let text = String::from_utf8(folder.read(&format!("sevens/{file}"))).unwrap();
        for left in ["your-game", "your_game", "YourGame", "Your Game", "CROUPIER"] {
            assert!(!text.contains(left), "{file} still says {left}");
        }
    }
    let rules = String::from_utf8(folder.read("sevens/src/lib.rs")).unwrap();
    assert!(rules.contains("impl Game for LuckySevens {"));
    assert!(rules.contains("const ID: &'static str = \"lucky-sevens\";"));
    assert!(rules.contains("const NAME: &'static str = \"Lucky Sevens\";"));
    assert!(rules.contains("pub enum Reject in \"lucky_sevens\" {"));
}

#[test]
fn another_template_has_another_game_and_the_same_rest() {
    let folder = Folder::new("new-tricks");
    let answer = folder.run("new high-clubs --template tricks --folder DIR/clubs");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    for file in TRICKS {
        let text = String::from_utf8(folder.read(&format!("clubs/{file}"))).unwrap();
        assert!(text.contains("high-clubs") && !text.contains("your-game"), "{file}");
    }
    let rules = String::from_utf8(folder.read("clubs/src/lib.rs")).unwrap();
    assert!(rules.contains("Trick") && rules.contains("impl Game for HighClubs {"));
    let answer = folder.run("new high-clubs --template bridge --folder DIR/bridge");
    assert_eq!((answer.exit, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("shedding, tricks"), "{}", answer.err);
}

#[test]
fn what_it_depends_on_is_there() {
    let folder = made("new-paths");
    let manifest = String::from_utf8(folder.read("sevens/Cargo.toml")).unwrap();
    let paths = manifest.split("path = \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let paths: Vec<&str> = paths.collect();
    assert!(paths.len() >= 4, "{manifest}");
    for path in paths {
        assert!(Path::new(path).join("Cargo.toml").is_file(), "there is no crate at {path}");
    }
    let readme = String::from_utf8(folder.read("sevens/README.md")).unwrap();
    let links = readme.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    for link in links {
        assert!(Path::new(link).is_file(), "the README links to {link}");
    }
}

#[test]
fn it_says_what_to_type_next() {
    let folder = Folder::new("new-told");
    let answer = folder.run("new lucky-sevens --folder DIR/sevens");
    assert!(answer.out.starts_with("Made DIR/sevens: a small game that works, with tests.\n"));
    for line in ["cd DIR/sevens", "cargo test", "cargo run -- play lucky-sevens"] {
        assert!(answer.out.contains(&format!("\n  {line}\n")), "{}", answer.out);
    }
}

#[test]
fn a_dry_run_lists_all_files_and_writes_none() {
    let folder = Folder::new("new-dry");
    let answer = folder.run("new lucky-sevens --folder DIR/sevens --dry-run");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    let listed: Vec<_> = answer.out.lines().skip(1).map(str::trim).collect();
    assert_eq!(listed, FILES);
    assert!(folder.names().is_empty());
    let answer = folder.run("new lucky-sevens --folder DIR/sevens --dry-run --json");
    let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["files"], serde_json::json!(FILES));
    assert_eq!(report["written"], false);
}

/// One line on stderr, nothing on stdout, exit status 2, and no new file.
#[track_caller]
fn refused(folder: &Folder, line: &str, error: &str) {
    let before = folder.names();
    let answer = folder.run(line);
    assert_eq!((answer.exit, answer.out.as_str()), (2, ""), "{line}");
    assert_eq!(answer.err, format!("{error}\n"), "{line}");
    assert_eq!(folder.names(), before, "{line} left something behind");
}

#[test]
fn names_that_will_not_do_are_refused() {
    let folder = Folder::new("new-names");
    let cases = [
        (
            "Sevens",
            "error[bad_name]: \"Sevens\" may contain only lower-case letters, digits and hyphens; how about sevens?",
        ),
        ("7up", "error[bad_name]: \"7up\" must begin with a letter"),
        (
            "sevens-",
            "error[bad_name]: \"sevens-\" has a hyphen at its end, or two in a row; how about sevens?",
        ),
        (
            "../sevens",
            "error[bad_name]: \"../sevens\" may contain only lower-case letters, digits and hyphens; how about sevens?",
        ),
        (
            "match",
            "error[reserved_name]: \"match\" is reserved by Rust or Cargo; how about match-game?",
        ),
        (
            "rush",
            "error[name_taken]: \"rush\" is the name of one of Croupier's own crates; how about rush-game?",
        ),
        ("nim", "error[name_taken]: a game named \"nim\" already exists"),
    ];
    for (name, error) in cases {
        refused(&folder, &format!("new {name} --folder DIR/sevens"), error);
    }
}

#[test]
fn what_is_there_stays() {
    let folder = Folder::new("new-there");
    folder.write("sevens/notes.txt", "mine");
    folder.write("file", "mine");
    let line = "new lucky-sevens --folder DIR/sevens";
    refused(&folder, line, "error[folder_exists]: DIR/sevens already exists");
    let line = "new lucky-sevens --folder DIR/file";
    refused(&folder, line, "error[folder_exists]: DIR/file already exists");
    assert_eq!(folder.read("sevens/notes.txt"), b"mine");
    let line = "new lucky-sevens --folder DIR/no/such";
    refused(&folder, line, "error[file_missing]: there is no folder DIR/no");
    refused(
        &folder,
        "new lucky-sevens --folder ..",
        "error[bad_folder]: .. does not name a folder",
    );
}

#[test]
fn croupier_is_where_it_is_said_to_be_or_nowhere() {
    let folder = Folder::new("new-checkout");
    let line = "new lucky-sevens --folder DIR/sevens --croupier DIR";
    refused(&folder, line, "error[no_checkout]: DIR is not a checkout of Croupier");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let line = format!("new lucky-sevens --folder DIR/sevens --croupier {}", root.display());
    assert_eq!(folder.run(&line).exit, 0);
}

#[test]
fn no_crate_is_made_inside_croupiers_own_folder() {
    // The tests run inside the checkout.
    let answer = run("new lucky-sevens");
    assert_eq!((answer.exit, answer.out.as_str()), (2, ""));
    let begun = "error[inside_checkout]: lucky-sevens would be inside Croupier's own folder; ";
    assert!(answer.err.starts_with(begun), "{}", answer.err);
    assert!(fs::symlink_metadata("lucky-sevens").is_err());
}

#[test]
fn a_folder_that_cannot_be_written_is_left_as_it_was() {
    let folder = Folder::new("new-unwritable");
    // Blocks the path of the temporary folder with a file.
    let draft = format!(".sevens.{}.draft", std::process::id());
    folder.write(&draft, "mine");
    let answer = folder.run("new lucky-sevens --folder DIR/sevens");
    assert_eq!((answer.exit, answer.out.as_str()), (2, ""));
    assert!(answer.err.starts_with("error[file_io]: cannot create DIR/sevens: "), "{}", answer.err);
    assert_eq!(folder.names(), [draft.as_str()]);
    assert_eq!(folder.read(&draft), b"mine");
}

#[test]
fn help_has_examples() {
    let answer = run("new --help");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    assert!(answer.out.contains("Examples:\n  croupier new lucky-sevens\n"), "{}", answer.out);
}
