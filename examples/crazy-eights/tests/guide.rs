//! The guide is true: what it quotes is what stands in the files it names.

use crazy_eights::{CrazyEights, Options};
use croupier_chart::export;
use croupier_kit::Game;

const GUIDE: &str = include_str!("../../../docs/write-a-game.md");

const FILES: [(&str, &str); 7] = [
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/lib.rs", include_str!("../src/lib.rs")),
    ("src/flow.rs", include_str!("../src/flow.rs")),
    ("src/rules.rs", include_str!("../src/rules.rs")),
    ("src/view.rs", include_str!("../src/view.rs")),
    ("tests/conformance.rs", include_str!("conformance.rs")),
    ("tests/play.rs", include_str!("play.rs")),
];

/// The fenced blocks: what stands behind the backticks, and what they fence.
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
        // The fence begins on a line of its own, so the last line has lost its end.
        assert!(source.contains(&format!("{text}\n")), "{name} does not say:\n{text}");
        quoted += 1;
    }
    assert!(quoted > 8, "the guide quotes {quoted} times");
}

#[test]
fn the_drawing_is_the_chart() {
    let chart = CrazyEights::flow(&Options::default());
    let drawn = blocks().find(|(info, _)| *info == "mermaid").expect("a drawing").1;
    assert_eq!(drawn.trim_end(), export::mermaid(chart.definition()).trim_end());
}
