//! Golden saves: unfinished matches that every later version must be able to continue.
//!
//! The save format is frozen as version 1. Files in `saves/` are added, never edited; a change of
//! the format increases its version and adds a migration that these files go through.

use std::path::{Path, PathBuf};

use croupier_catalog::shipped;
use croupier_kit::save::Save;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saves");
    let games = std::fs::read_dir(root).unwrap().map(|game| game.unwrap().path());
    let folders = games.filter(|game| game.is_dir());
    let mut files: Vec<_> = folders
        .flat_map(|game| std::fs::read_dir(game).unwrap().map(|file| file.unwrap().path()))
        .collect();
    files.sort();
    files
}

#[test]
fn golden_saves_load_and_stand_where_they_stood() {
    let catalog = shipped();
    for file in files() {
        let name = file.display();
        let save = Save::read(&std::fs::read(&file).unwrap()).expect("a golden save is whole");
        let game = catalog.find(&save.game).unwrap();
        let loaded = game.load(&save).unwrap_or_else(|why| panic!("{name} no longer loads: {why}"));
        assert_eq!(loaded.hash, save.snapshot.hash, "{name}");
        assert_eq!(loaded.outcome, None, "{name} is over");
        // The chart may have gained transitions since, which changes its fingerprint.
        let written = game.migrate(&save).unwrap();
        let mut expected = save.clone();
        expected.snapshot.flow.root.hash.clone_from(&written.snapshot.flow.root.hash);
        // The game may have gained options since; they are null in an old match.
        if let (Some(now), Some(then)) =
            (written.options.as_object(), expected.options.as_object_mut())
        {
            for (key, value) in now.iter().filter(|(_, value)| value.is_null()) {
                then.entry(key).or_insert_with(|| value.clone());
            }
        }
        assert_eq!(written, expected, "{name} is written otherwise now");
        let report = game.replay(&save, None).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(report.verified, "{name} comes to stand elsewhere when it is replayed");
    }
}

#[test]
fn every_game_has_a_golden_save() {
    let files = files();
    for game in shipped().iter() {
        let has_one = files.iter().any(|file| file.parent().unwrap().ends_with(game.id()));
        assert!(has_one, "{} has no golden save", game.id());
    }
}
