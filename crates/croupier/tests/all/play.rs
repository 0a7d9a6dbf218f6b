//! `croupier play` without a terminal: one answer per line.

use std::fmt::Write as _;
use std::io::{self, BufReader, Cursor, Read};

use crate::common::{Answer, Folder, Stream};
use croupier::Console;
use croupier_catalog::{AnyCall, OptionChoice, RoomPlan, shipped};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::room::{PlayerId, RoomOptions};
use croupier_kit::save::Save;
use insta::assert_snapshot;
use serde_json::json;

/// Repeats the same lines forever, like `yes`.
struct Again {
    lines: &'static [u8],
    at: usize,
}

impl Read for Again {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.lines[self.at % self.lines.len()];
            self.at += 1;
        }
        Ok(buffer.len())
    }
}

fn play_with(line: &str, input: impl Read + 'static) -> Answer {
    let (out, err) = (Stream::default(), Stream::default());
    let mut console = Console::plain(out.clone(), err.clone()).reading(BufReader::new(input));
    let args = ["croupier", "play"].into_iter().chain(line.split_whitespace());
    let exit = croupier::run_with(&shipped(), args, &mut console);
    Answer { exit, out: out.text(), err: err.text() }
}

/// Plays with these answers, after which the input ends.
fn play(line: &str, answers: &str) -> Answer {
    play_with(line, Cursor::new(answers.as_bytes().to_vec()))
}

fn in_folder(folder: &Folder, line: &str, answers: &str) -> Answer {
    let path = folder.path().to_str().unwrap();
    let Answer { exit, out, err } = play(&line.replace("DIR", path), answers);
    Answer { exit, out: out.replace(path, "DIR"), err: err.replace(path, "DIR") }
}

/// Always answering 1 leads to the end of every game.
#[test]
fn every_game_can_be_scripted_to_its_end() {
    for game in shipped().iter() {
        for lines in [&b"1\n"[..], b"1\n2\n1\n3\n1\n1\n"] {
            let line = format!("{} --seed 7 --plain", game.id());
            let Answer { exit, out, err } = play_with(&line, Again { lines, at: 0 });
            assert_eq!((exit, err.as_str()), (0, ""), "{}", game.id());
            let last: Vec<&str> = out.lines().rev().take(2).collect();
            assert!(last.iter().any(|line| line.contains(" won.")), "{}: {last:?}", game.id());
        }
    }
}

#[test]
fn the_same_seed_and_answers_give_the_same_match() {
    let once = || play_with("rush --seed 3", Again { lines: b"1\n", at: 0 }).out;
    assert_eq!(once(), once());
    assert_ne!(once(), play_with("rush --seed 4", Again { lines: b"1\n", at: 0 }).out);
}

#[test]
fn a_match_in_lines() {
    assert_snapshot!(play("min-or-max --seed 7 --bots random", "d 1\n2\n1\n").text());
}

#[test]
fn answers_that_make_no_sense_are_explained() {
    let answers = "0\n99\nfly\n{\"fly\": 7}\n{\n\"surrender\"\nc 1 2\nu\nd 99\n?\n\nq\n";
    assert_snapshot!(play("min-or-max --seed 7 --bots random", answers).text());
}

#[test]
fn what_is_not_text_is_refused_like_the_rest() {
    let answer = play_with("min-or-max --seed 7", Cursor::new(b"\xff\xfe\nq\n".to_vec()));
    assert_eq!(answer.exit, 0);
    assert!(answer.out.contains("is not an answer"), "{}", answer.out);
}

#[test]
fn an_action_can_be_taken_back() {
    let Answer { exit, out, .. } = play("min-or-max --seed 7 --bots random", "2\nu\nq\n");
    assert_eq!(exit, 0);
    let boards: Vec<&str> = out.split("\n\n").skip(1).collect();
    assert_eq!(boards.len(), 3, "{out}");
    let numbers = |board: &str| board.lines().take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(numbers(boards[0]), numbers(boards[2]));
    assert_ne!(numbers(boards[0]), numbers(boards[1]));
}

#[test]
fn a_hint_names_a_choice() {
    for game in shipped().iter() {
        let game = game.id();
        // A match of Rush may end before there is any choice, so other seeds are tried.
        let hinted = (7..20).find_map(|seed| {
            let Answer { exit, out, .. } = play(&format!("{game} --seed {seed}"), "h\nq\n");
            assert_eq!(exit, 0);
            let hint = out.lines().find_map(|line| line.strip_prefix("Hint: "))?.to_owned();
            Some((hint, out))
        });
        let (hint, out) = hinted.unwrap_or_else(|| panic!("{game} gave no hint"));
        let (number, label) = hint.split_once(". ").unwrap();
        assert!(out.contains(&format!("{number:>3}. {label}")), "{hint}");
    }
}

#[test]
fn a_match_is_saved_when_the_input_ends_and_gone_on_with() {
    let folder = Folder::new("play-save");
    let first = in_folder(&folder, "min-or-max --seed 7 --save DIR/evening.json", "2\n");
    assert_snapshot!(first.out.lines().rev().take(2).collect::<Vec<_>>().join("\n"), @r"
    Saved as DIR/evening.json; go on with: croupier play min-or-max --load DIR/evening.json
    The input has ended, and so does the match.
    ");
    assert_eq!((first.exit, folder.names()), (0, vec!["evening.json".to_owned()]));
    let second = in_folder(&folder, "min-or-max --load DIR/evening.json", "");
    // The pending prompt is shown again, with the same board.
    let board = |out: &str| {
        out.split("\n\n").last().unwrap().lines().take(8).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(board(&first.out), board(&second.out));
    let verified =
        crate::common::run(&format!("save inspect {}/evening.json", folder.path().display()));
    assert!(verified.out.contains("you, greedy"), "{}", verified.text());
    // The file names its game, so the argument can be omitted.
    let third = in_folder(&folder, "--load DIR/evening.json", "u\nq\n");
    assert_eq!(third.exit, 0, "what was done before can be taken back after");
}

#[test]
fn every_game_is_saved_in_the_middle_and_ends_the_same() {
    let folder = Folder::new("play-middle");
    for game in shipped().iter() {
        let line = format!("{} --seed 7 --save DIR/{}.json", game.id(), game.id());
        let answers = "1\n".repeat(6);
        assert_eq!(in_folder(&folder, &line, &answers).exit, 0, "{}", game.id());
        let path = format!("{}/{}.json", folder.path().display(), game.id());
        let rest =
            play_with(&format!("{} --load {path}", game.id()), Again { lines: b"1\n", at: 0 });
        assert_eq!((rest.exit, rest.err.as_str()), (0, ""), "{}", game.id());
        assert!(rest.out.contains(" won."), "{}", game.id());
    }
}

/// A saved room of Min or Max with one person and a bot, in the middle of a match.
fn saved_room() -> Vec<u8> {
    let settings = RoomOptions { undo: true, hints: true, ..RoomOptions::default() };
    let seed = Seed::from_number(1);
    let plan = RoomPlan { choice: OptionChoice::default(), settings, seed, start: Millis::ZERO };
    let mut room = shipped().find("min-or-max").unwrap().room(&plan).unwrap();
    let id = PlayerId(40);
    let said = [
        json!({"join": {"name": "Ann"}}),
        json!({"add_bot": {"level": "random", "name": "Robin"}}),
        json!("ready"),
        json!("start_game"),
        json!("pause"),
    ];
    for command in said {
        let handled = room.handle(&AnyCall::Person { id, command }, Millis::ZERO);
        handled.answer.unwrap();
    }
    room.handle(&AnyCall::Lost { id }, Millis(10)).answer.unwrap();
    room.save().unwrap().to_zstd()
}

#[test]
fn a_saved_room_is_gone_on_with_and_stays_as_it_is() {
    let folder = Folder::new("play-room");
    let room = saved_room();
    folder.write("room.zst", &room);
    let answer = in_folder(&folder, "--load DIR/room.zst", "1\nu\nq\n");
    assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
    assert!(answer.out.contains("Robin"), "{}", answer.out);
    assert!(answer.out.contains("You take the last action back"), "{}", answer.out);
    assert_eq!(folder.read("room.zst"), room, "a match is not written in the place of a room");
    let line = "min-or-max --load DIR/room.zst --save DIR/match.json";
    let answer = in_folder(&folder, line, "1\nq\n");
    assert!(answer.out.contains("Saved as DIR/match.json"), "{}", answer.out);
    let rest = format!("min-or-max --load {}/match.json", folder.path().display());
    let rest = play_with(&rest, Again { lines: b"1\n", at: 0 });
    assert!(rest.out.contains(" won."), "{}", rest.out);
    let other = in_folder(&folder, "rush --load DIR/room.zst", "");
    assert_eq!(
        other.err,
        "error[other_game]: DIR/room.zst: it is a match of min-or-max, not of rush\n"
    );
}

#[test]
fn data_war_is_played_against_the_house() {
    let folder = Folder::new("play-house");
    let line = "data-war --bots house --seed 7 --save DIR/house.json";
    assert_eq!(in_folder(&folder, line, &"1\n".repeat(9)).exit, 0);
    let rest = format!("data-war --load {}/house.json", folder.path().display());
    let rest = play_with(&rest, Again { lines: b"1\n", at: 0 });
    assert_eq!((rest.exit, rest.err.as_str()), (0, ""));
    assert!(rest.out.contains(" won.") && rest.out.contains("House"), "{}", rest.out);
    let refused = play("rush --bots house", "");
    assert_eq!(refused.exit, 2, "only Data War has a house: {}", refused.err);
}

#[test]
fn what_may_be_done_unasked_is_listed_and_done() {
    let Answer { exit, out, .. } = play("may-i --seed 7", "o\no 9\no x\no 1\no\nq\n");
    assert_eq!(exit, 0);
    let offers = out.lines().filter(|line| line.starts_with("  o 1. ")).count();
    assert_eq!(offers, 2, "there is another order after the first: {out}");
    assert_eq!(out.matches("Refused: the offers are 1 to 2").count(), 2, "{out}");
    let none = play("min-or-max --seed 7", "o\no 1\nq\n").out;
    assert!(none.contains("There is nothing else you may do now."), "{none}");
    assert!(none.contains("Refused: there is nothing else you may do now"), "{none}");
}

#[test]
fn the_log_begins_with_the_match_and_not_with_its_lobby() {
    for game in shipped().iter() {
        let out = play(&format!("{} --seed 7", game.id()), "").out;
        for noise in ["sit down", "sits down", "the host", "are ready", "is ready", "Match 1"] {
            assert!(!out.contains(noise), "{}: {noise:?} in {out}", game.id());
        }
    }
}

#[test]
fn what_is_no_save_is_not_written_over() {
    let folder = Folder::new("play-other");
    folder.write("notes.json", "my notes");
    let answer = in_folder(&folder, "rush --save DIR/notes.json", "1\n");
    assert_eq!(answer.exit, 2);
    assert_eq!(answer.err, "error[file_exists]: DIR/notes.json already exists\n");
    assert_eq!(folder.read("notes.json"), b"my notes");
    in_folder(&folder, "rush --seed 1 --save DIR/rush.json", "q\n");
    let other = in_folder(&folder, "may-i --load DIR/rush.json", "");
    assert_eq!(other.exit, 2);
    assert_eq!(
        other.err,
        "error[other_game]: DIR/rush.json: it is a match of rush, not of may-i\n"
    );
}

#[test]
fn a_save_takes_nobodys_place() {
    let folder = Folder::new("play-place");
    in_folder(&folder, "rush --seed 1 --save DIR/rush.json", "1\n");
    let saved = folder.read("rush.json");
    for game in ["may-i", "rush"] {
        let answer = in_folder(&folder, &format!("{game} --save DIR/rush.json"), "1\n");
        assert_eq!((answer.exit, answer.out.as_str()), (2, ""));
        assert_eq!(answer.err, "error[file_exists]: DIR/rush.json already exists\n");
        assert_eq!((folder.read("rush.json"), folder.names().len()), (saved.clone(), 1));
    }
    // A backup whose file is missing or damaged must not be overwritten.
    folder.write("rush.json.bak", &saved);
    std::fs::remove_file(folder.path().join("rush.json")).unwrap();
    for content in [None, Some("{")] {
        if let Some(content) = content {
            folder.write("rush.json", content);
        }
        let answer = in_folder(&folder, "rush --save DIR/rush.json", "1\n");
        assert_eq!(answer.exit, 2);
        assert_eq!(folder.read("rush.json.bak"), saved);
    }
    let nowhere = in_folder(&folder, "rush --save DIR/no/such/rush.json", "1\n");
    assert_eq!((nowhere.exit, nowhere.out.as_str()), (2, ""), "it is said before the first move");
    assert!(nowhere.err.starts_with("error[file_io]: cannot write DIR/no/such/rush.json: "));
}

#[test]
fn the_file_that_was_loaded_is_saved_to_again() {
    let folder = Folder::new("play-again");
    in_folder(&folder, "min-or-max --seed 7 --save DIR/a.json", "2\n");
    let first = folder.read("a.json");
    for (line, file) in [
        ("--load DIR/a.json", "a.json"),
        ("--load DIR/a.json --save DIR/../play-again/a.json", "a.json"),
        ("--load DIR/a.json --save DIR/b.json", "b.json"),
    ] {
        let line = line.replace("play-again", folder.path().file_name().unwrap().to_str().unwrap());
        let before = folder.read("a.json");
        let answer = in_folder(&folder, &format!("min-or-max {line}"), "1\n");
        assert_eq!((answer.exit, answer.err.as_str()), (0, ""), "{line}");
        assert_ne!(folder.read(file), first, "{line}");
        if file == "a.json" {
            assert_eq!(folder.read("a.json.bak"), before);
        }
    }
    let other = in_folder(&folder, "min-or-max --load DIR/b.json --save DIR/a.json", "1\n");
    assert_eq!(other.err, "error[file_exists]: DIR/a.json already exists\n");
}

/// Returns one line per read, and calls `meddle` before the last one.
struct Meddler<F> {
    lines: Vec<&'static [u8]>,
    meddle: F,
}

impl<F: FnMut()> Read for Meddler<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.lines.len() == 1 {
            (self.meddle)();
        }
        let Some(line) = self.lines.pop() else { return Ok(0) };
        buffer[..line.len()].copy_from_slice(line);
        Ok(line.len())
    }
}

#[test]
fn what_somebody_else_saves_meanwhile_stays() {
    let folder = Folder::new("play-meddle");
    in_folder(&folder, "may-i --seed 1 --save DIR/theirs.json", "q\n");
    let theirs = folder.read("theirs.json");
    let path = folder.path().to_owned();
    for first in ["--save DIR/mine.json", "--load DIR/mine.json"] {
        let (target, content) = (path.join("mine.json"), theirs.clone());
        let meddle = move || std::fs::write(&target, &content).unwrap();
        let line = format!("min-or-max {first}").replace("DIR", path.to_str().unwrap());
        let answer = play_with(&line, Meddler { lines: vec![b"q\n", b"h\n"], meddle });
        assert_eq!(answer.exit, 0, "{}", answer.err);
        assert_eq!(folder.read("mine.json"), theirs, "{first}");
        let name = answer.out.lines().last().unwrap();
        let name = name.split("--load ").nth(1).unwrap();
        assert!(name.contains("mine-1") && name != path.join("mine.json").to_str().unwrap());
        let rest = play(&format!("min-or-max --load {name}"), "q\n");
        assert_eq!((rest.exit, rest.err.as_str()), (0, ""));
        std::fs::rename(name, path.join("mine.json")).unwrap();
    }
}

#[test]
fn what_was_taken_back_is_not_recalled() {
    let folder = Folder::new("play-recall");
    for game in shipped().iter() {
        let recalled = |answers: &str, file: &str| {
            let line = format!("{} --seed 7 --save DIR/{file}", game.id());
            in_folder(&folder, &line, answers);
            let out = in_folder(&folder, &format!("{} --load DIR/{file}", game.id()), "").out;
            let told = out.lines().filter(|line| line.starts_with("· "));
            told.map(str::to_owned).collect::<Vec<_>>()
        };
        let id = game.id();
        let straight = recalled("1\n1\n", &format!("{id}-straight.json"));
        let detours = recalled("1\nu\n1\n1\n1\nu\nu\n1\n", &format!("{id}-detours.json"));
        assert_eq!(straight, detours, "{id}");
        assert!(game.id() == "data-war" || !straight.is_empty(), "{id}");
    }
}

#[test]
fn what_is_taken_back_after_a_load_leaves_the_log() {
    let folder = Folder::new("play-unread");
    in_folder(&folder, "innovation --seed 7 --save DIR/a.json", "1\n1\n");
    let out = in_folder(&folder, "innovation --load DIR/a.json", "u\nu\nu\nq\n").out;
    assert!(out.contains("· You take the last action back"), "{out}");
    assert!(out.contains("Refused: [nothing_to_undo]"), "{out}");
}

#[test]
fn an_input_that_is_refused_is_named() {
    let folder = Folder::new("play-refused");
    in_folder(&folder, "min-or-max --seed 7 --save DIR/good.json", "1\n1\n");
    let good = Save::read(&folder.read("good.json")).unwrap();
    let at = good.inputs.len() - 1;
    let mut bad = good.clone();
    bad.inputs.insert(at, bad.inputs[at].clone());
    folder.write("bad.json", bad.to_json());
    let answer = in_folder(&folder, "min-or-max --load DIR/bad.json", "1\n");
    assert_eq!((answer.exit, answer.out.as_str()), (1, ""));
    let said = format!("error[replay_refused]: DIR/bad.json: input {} is refused: ", at + 2);
    assert!(answer.err.starts_with(&said), "{}", answer.err);
    let mut short = good;
    short.inputs.pop();
    folder.write("short.json", short.to_json());
    let answer = in_folder(&folder, "min-or-max --load DIR/short.json", "1\n");
    assert!(answer.err.starts_with("error[replay_differs]: DIR/short.json: "), "{}", answer.err);
}

#[test]
fn an_input_without_end_or_sense_is_bounded() {
    let folder = Folder::new("play-endless");
    for (number, (game, lines, code)) in (1..).zip([
        ("min-or-max", &b"\0"[..], "input_too_long"),
        ("min-or-max", b"fly\n", "no_answer"),
        ("may-i", b"o 1\n", "no_answer"),
        ("may-i", b"o 1\nu\no 2\n", "no_answer"),
    ]) {
        let save = folder.path().join(format!("{number}.json"));
        let line = format!("{game} --seed 7 --save {}", save.display());
        let answer = play_with(&line, Again { lines, at: 0 });
        assert_ne!(answer.exit, 0, "{number}");
        assert!(answer.err.starts_with(&format!("error[{code}]: ")), "{}", answer.err);
        assert!(save.exists(), "the match is saved all the same");
    }
}

/// MI-203: only the best laydowns are listed; any other is entered as card numbers.
#[test]
fn melds_are_put_together_in_lines() {
    let Answer { exit, out, .. } = play(
        "may-i --seed 7",
        "1\n1\nc 1 2\nc 1 2 3 / 4 5\nc 1 2 3 / 4 5 x\nc 1 2 3 / 3 4 5\nc 1 2 99 / 3 4 5\nc 1 2 3 / 4 5 6\nq\n",
    );
    assert_eq!(exit, 0);
    let refused: Vec<&str> = out.lines().filter(|line| line.starts_with("Refused")).collect();
    assert_snapshot!(refused.join("\n"));
}

#[test]
fn misuse_is_answered_in_one_line() {
    let lines = [
        "rash",
        "rush --seats 5",
        "rush --seats 2 --bots greedy,random",
        "rush --bots clever",
        "rush --bots you",
        "rush --load no/such.json",
        "rush --load x --seed 3",
        "rush --preset fast",
    ];
    let mut all = String::new();
    for line in lines {
        let answer = play(line, "");
        assert_eq!((answer.exit, answer.out.as_str()), (2, ""), "{line}");
        let _ = write!(all, "$ croupier play {line}\n{}", answer.err);
    }
    assert_snapshot!(all);
}

#[test]
fn help_has_examples() {
    assert_snapshot!(crate::common::run("play --help").text());
}

/// A game from another crate is playable even without a board and sentences.
#[test]
fn a_game_without_a_board_is_playable() {
    let (out, err) = (Stream::default(), Stream::default());
    let again = BufReader::new(Again { lines: b"1\n", at: 0 });
    let mut console = Console::plain(out.clone(), err.clone()).reading(again);
    let args = ["croupier", "play", "nim", "--seed", "1"];
    assert_eq!(croupier::run_with(&crate::common::catalog(), args, &mut console), 0);
    let text = out.text();
    assert!(text.contains(" won."), "{text}");
}
