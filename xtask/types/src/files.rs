//! Writes the files, or checks whether the existing ones are up to date.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::document::Document;
use crate::{tables, typescript};

/// The folder for the TypeScript. It must not contain anything else.
const FOLDER: &str = "web/src/gen";

/// Texts by their paths from the root.
pub(crate) type Files = BTreeMap<String, String>;

/// All files with their expected content.
pub(crate) fn all() -> Result<Files, String> {
    let document = Document::new(&croupier_catalog::shipped())?;
    let mut files = Files::new();
    files.insert("docs/protocol.schema.json".to_owned(), document.to_json());
    let sources = typescript::modules(&document).into_iter().chain(tables::modules());
    for (name, text) in sources {
        files.insert(format!("{FOLDER}/{name}.ts"), text);
    }
    Ok(files)
}

/// Writes files that are missing or different, and removes superfluous ones.
pub(crate) fn write(root: &Path, files: &Files) -> Result<String, String> {
    let stale = stale(root, files).map_err(|why| why.to_string())?;
    for path in &stale {
        let there = root.join(path);
        let folder = there.parent().unwrap_or(root);
        let done = match files.get(path) {
            Some(text) => fs::create_dir_all(folder).and_then(|()| fs::write(&there, text)),
            None => fs::remove_file(&there),
        };
        done.map_err(|why| format!("{path}: {why}"))?;
    }
    Ok(match stale.as_slice() {
        [] => format!("{} files are up to date", files.len()),
        stale => format!("written: {}", stale.join(", ")),
    })
}

/// Checks that all files are up to date.
pub(crate) fn check(root: &Path, files: &Files) -> Result<String, String> {
    match stale(root, files).map_err(|why| why.to_string())?.as_slice() {
        [] => Ok(format!("{} files are up to date", files.len())),
        stale => Err(format!("out of date: {}; run `cargo xtask types`", stale.join(", "))),
    }
}

/// The paths of files that are missing, different or superfluous.
fn stale(root: &Path, files: &Files) -> io::Result<Vec<String>> {
    let mut stale = vec![];
    for (path, text) in files {
        match fs::read_to_string(root.join(path)) {
            Ok(there) if there == *text => {}
            Ok(_) => stale.push(path.clone()),
            Err(why) if why.kind() == io::ErrorKind::NotFound => stale.push(path.clone()),
            Err(why) => return Err(why),
        }
    }
    let folder = match fs::read_dir(root.join(FOLDER)) {
        Ok(folder) => folder,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(stale),
        Err(why) => return Err(why),
    };
    for entry in folder {
        let path = format!("{FOLDER}/{}", entry?.file_name().to_string_lossy());
        if !files.contains_key(&path) {
            stale.push(path);
        }
    }
    Ok(stale)
}
