//! Golden replays: finished matches that every later version must replay to the same result.
//!
//! Files in `replays/` are added, never edited. A deliberate change of rules increases the game's
//! version and adds a migration; otherwise a failure here reveals an accidental change.

use std::path::{Path, PathBuf};

use croupier_catalog::shipped;
use croupier_kit::save::Save;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays");
    let mut files = vec![];
    for game in std::fs::read_dir(root).unwrap() {
        let game = game.unwrap().path();
        if game.is_dir() {
            files.extend(std::fs::read_dir(game).unwrap().map(|file| file.unwrap().path()));
        }
    }
    files.sort();
    files
}

#[test]
fn in_122_and_155_golden_replays_end_as_they_did() {
    let catalog = shipped();
    for file in files() {
        let name = file.display();
        let save = Save::read(&std::fs::read(&file).unwrap()).expect("a golden save is whole");
        let game = catalog.find(&save.game).unwrap();
        let folder = file.parent().and_then(Path::file_name).unwrap();
        assert_eq!(folder.to_str(), Some(game.id()), "{name} lies in another game's folder");
        let report = game.replay(&save, None).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(report.verified, "{name} ends differently now");
        assert!(report.end.outcome.is_some(), "{name} does not reach the end");
        game.load(&save).unwrap_or_else(|why| panic!("{name} no longer loads: {why}"));
    }
}

#[test]
fn every_game_has_golden_replays() {
    let files = files();
    for game in shipped().iter() {
        let count = files.iter().filter(|file| file.parent().unwrap().ends_with(game.id())).count();
        assert!(count >= 3, "{} has {count} golden replays", game.id());
    }
}
