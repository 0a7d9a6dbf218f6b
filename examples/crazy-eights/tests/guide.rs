//! The quotations in the guide match the files they name.

use crazy_eights::CrazyEights;
use croupier_chart::export;
use croupier_kit::game::{Game, TurnTime};

const GUIDE: &str = include_str!("../../../docs/write-a-game.md");

const FILES: [(&str, &str); 14] = [
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/board.rs", include_str!("../src/board.rs")),
    ("src/lib.rs", include_str!("../src/lib.rs")),
    ("src/flow.rs", include_str!("../src/flow.rs")),
    ("src/rules.rs", include_str!("../src/rules.rs")),
    ("scenarios/an-eight.json", include_str!("../scenarios/an-eight.json")),
    ("tests/conformance.rs", include_str!("conformance.rs")),
    ("tests/play.rs", include_str!("play.rs")),
    ("hearts/src/board.rs", include_str!("../../hearts/src/board.rs")),
    ("hearts/src/flow.rs", include_str!("../../hearts/src/flow.rs")),
    ("hearts/src/rules.rs", include_str!("../../hearts/src/rules.rs")),
    ("hearts/src/lib.rs", include_str!("../../hearts/src/lib.rs")),
    ("hearts/src/main.rs", include_str!("../../hearts/src/main.rs")),
    ("hearts/src/policy.rs", include_str!("../../hearts/src/policy.rs")),
];

/// The fenced code blocks: the info string and the content.
fn blocks() -> impl Iterator<Item = (&'static str, &'static str)> {
    let fences = GUIDE.split("\n```").skip(1).step_by(2);
    fences.map(|block| block.split_once('\n').expect("a block has a first line"))
}

#[test]
fn every_quotation_stands_in_its_file() {
    let mut quoted = 0;
    for (info, text) in blocks() {
        let Some((_, name)) = info.split_once(' ') else { continue };
        let file = FILES.iter().find(|(file, _)| *file == name);
        let (_, source) = file.unwrap_or_else(|| panic!("the guide quotes {name}"));
        // The closing fence starts a new line, so the content has lost its final line break.
        assert!(source.contains(&format!("{text}\n")), "{name} does not say:\n{text}");
        quoted += 1;
    }
    assert!(quoted > 8, "the guide quotes {quoted} times");
}

/// Counts lines that are neither empty, nor comments, nor part of `use` declarations.
fn lines_of_code(source: &str) -> usize {
    let mut lines = source.lines().map(str::trim);
    let mut count = 0;
    while let Some(line) = lines.next() {
        if line.starts_with("use ") {
            let is_last = |line: &str| line.ends_with(';');
            let _ = is_last(line) || lines.any(is_last);
        } else if !line.is_empty() && !line.starts_with("//") {
            count += 1;
        }
    }
    count
}

/// The three files that make up the game.
fn game() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let files = ["src/flow.rs", "src/rules.rs", "src/lib.rs"];
    FILES.iter().filter(move |(name, _)| files.contains(name))
}

#[test]
fn the_game_is_as_short_as_the_guide_says() {
    let count: usize = game().map(|(_, source)| lines_of_code(source)).sum();
    assert!(GUIDE.contains(&format!("{count} lines of code")), "the game has {count} lines");
}

/// All of Hearts: rules, bots, boards and its command.
#[test]
fn hearts_is_as_short_as_the_guide_says() {
    let hearts = || FILES.iter().filter(|(name, _)| name.starts_with("hearts/"));
    let lines = |board: bool| -> usize {
        let files = hearts().filter(|(name, _)| name.ends_with("board.rs") == board);
        files.map(|(_, source)| lines_of_code(source)).sum()
    };
    let (game, boards) = (lines(false), lines(true));
    let count = game + boards;
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let all = hearts().flat_map(|(_, source)| source.lines().map(str::trim)).filter(is_code);
    assert!(count < 450, "Hearts has {count} lines");
    let guide = GUIDE.replace('\n', " ");
    for claim in [
        format!("in {count} lines of code"),
        format!("{game} are rules, views and bots, and {boards} are boards"),
        format!("with `use` declarations it has {}", all.count()),
    ] {
        assert!(guide.contains(&claim), "the guide does not say: {claim}");
    }
}

#[test]
fn the_guide_leaves_nothing_out() {
    for (name, source) in game() {
        let quoted =
            blocks().filter(|(info, _)| info.split_once(' ').is_some_and(|it| it.1 == *name));
        let left = quoted.fold((*source).to_owned(), |left, (_, text)| left.replacen(text, "", 1));
        assert_eq!(lines_of_code(&left), 0, "{name} has more than the guide says:\n{left}");
    }
}

#[test]
fn the_drawing_is_the_chart() {
    let chart = CrazyEights::flow(&TurnTime::default());
    let drawn = blocks().find(|(info, _)| *info == "mermaid").expect("a drawing").1;
    assert_eq!(drawn.trim_end(), export::mermaid(chart.definition()).trim_end());
}
