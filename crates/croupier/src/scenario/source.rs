//! Where scenarios come from: JSON files, folders of them, and blocks in Markdown files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use croupier_catalog::{AnyGame, Catalog};
use serde_json::Value;

use crate::error::CliError;
use crate::file;
use crate::markdown;

/// A limit for folders such as `/`, which are surely not meant.
const MOST_FOLDERS: usize = 10_000;

/// A scenario that can be run.
pub(crate) struct Case<'c> {
    pub(crate) name: String,
    /// The file, and the line if it is only a part of one.
    pub(crate) place: String,
    pub(crate) game: &'c dyn AnyGame,
    pub(crate) scenario: Value,
}

/// All scenarios of a file or a folder.
pub(crate) fn read<'c>(catalog: &'c Catalog, path: &Path) -> Result<Vec<Case<'c>>, CliError> {
    let mut files = vec![];
    collect(path, &mut HashSet::new(), &mut files)?;
    let mut cases = vec![];
    for file in &files {
        cases.extend(File { catalog, path: file }.cases()?);
    }
    if cases.is_empty() {
        let place = path.display();
        return Err(CliError::misuse("no_scenario", format!("there is no scenario in {place}")));
    }
    Ok(cases)
}

/// A file stands for itself; a folder for all JSON files in it and its subfolders, by name. A
/// folder that is reachable several ways through links, even from within itself, is visited once.
fn collect(
    path: &Path,
    known: &mut HashSet<PathBuf>,
    files: &mut Vec<PathBuf>,
) -> Result<(), CliError> {
    let unreadable = |why| CliError::unreadable(&path.display().to_string(), &why);
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    if !known.insert(path.canonicalize().map_err(unreadable)?) {
        return Ok(());
    }
    if known.len() > MOST_FOLDERS {
        let sentence = format!("more than {MOST_FOLDERS} folders would have to be searched");
        return Err(CliError::misuse("too_many_folders", sentence));
    }
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let mut inside = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    inside.sort();
    for path in inside {
        if path.is_dir() || is_named(&path, "json") {
            collect(&path, known, files)?;
        }
    }
    Ok(())
}

fn is_named(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

struct File<'c, 'p> {
    catalog: &'c Catalog,
    path: &'p Path,
}

impl<'c> File<'c, '_> {
    fn cases(&self) -> Result<Vec<Case<'c>>, CliError> {
        let place = self.path.display().to_string();
        let text = file::read_text(self.path)?;
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !is_named(self.path, "md") {
            return match parse(&place, 1, &text)? {
                Value::Array(list) => {
                    let number = |at: usize| format!("{stem} {}", at + 1);
                    let cases = list.into_iter().enumerate();
                    cases.map(|(at, one)| self.case(number(at), place.clone(), one)).collect()
                }
                one => Ok(vec![self.case(stem, place, one)?]),
            };
        }
        let mut cases = vec![];
        for block in markdown::json_blocks(&text) {
            let scenario = parse(&place, block.line, &block.text)?;
            // Documents contain other JSON too. Blocks without steps and expectations are not
            // scenarios.
            if scenario.get("steps").is_some() || scenario.get("expect").is_some() {
                let place = format!("{place}:{}", block.line);
                cases.push(self.case(block.heading, place, scenario)?);
            }
        }
        Ok(cases)
    }

    fn case(&self, name: String, place: String, scenario: Value) -> Result<Case<'c>, CliError> {
        if !scenario.is_object() {
            return Err(
                CliError::misuse("malformed_scenario", "a scenario is a JSON object").at(&place)
            );
        }
        let given = scenario.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = given.map_or(name, str::to_owned);
        let game = match scenario.get("game").and_then(Value::as_str) {
            Some(id) => self.catalog.find(id).map_err(|why| CliError::asked(why).at(&place))?,
            None => self.game_of_path().ok_or_else(|| {
                let sentence = "neither the scenario nor the file's name says which game is meant";
                CliError::misuse("unknown_game", sentence).at(&place)
            })?,
        };
        game.check_scenario(&scenario).map_err(|why| CliError::asked(why).at(&place))?;
        Ok(Case { name, place, game, scenario })
    }

    /// The game that the file or its folder is named after.
    fn game_of_path(&self) -> Option<&'c dyn AnyGame> {
        let stem = self.path.file_stem();
        let folder = self.path.parent().and_then(Path::file_name);
        let names = [stem, folder].into_iter().flatten().filter_map(|name| name.to_str());
        names.into_iter().find_map(|name| self.catalog.find(name).ok())
    }
}

/// Parses JSON that begins on a line of a file.
fn parse(file: &str, line: usize, text: &str) -> Result<Value, CliError> {
    serde_json::from_str(text).map_err(|why| {
        let (line, column) = (line + why.line().saturating_sub(1), why.column());
        let said = why.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        CliError::misuse("malformed_scenario", format!("{file}:{line}:{column}: {said}"))
    })
}
