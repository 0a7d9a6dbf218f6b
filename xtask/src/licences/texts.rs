//! The texts of licences that a part's own folder holds.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path},
};

use anyhow::{Context, Result};

use super::{
    part::Text,
    policy::{Remark, Saying},
};

/// How the name of a licence's text begins, in upper or lower case.
const NAMES: [&str; 6] = ["license", "licence", "unlicense", "copying", "copyright", "notice"];

/// How the names of files end that may speak of licences and hold none.
const CODE: [&str; 9] = ["rs", "toml", "json", "html", "js", "py", "sh", "c", "h"];

/// Which files of a folder are texts, and what is unclear about that.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) files: BTreeSet<String>,
    pub(crate) faults: Vec<String>,
}

/// Chooses among the files of a folder. What lies at the top is the part's own. What lies deeper
/// belongs to something that it brings along, which its manifest need not mention, so a person
/// looks at it once and leaves a remark.
pub(crate) fn choose(files: &BTreeSet<String>, remarks: &[&Remark]) -> Choice {
    let mut choice = Choice::default();
    let mut left = BTreeSet::new();
    for remark in remarks {
        let (file, list) = match remark.says {
            Saying::Take(file) => (file, &mut choice.files),
            Saying::Leave(file) => (file, &mut left),
            Saying::SameAs(_) => continue,
        };
        list.insert(file.to_owned());
        if !files.contains(file) {
            let fault = format!("there is no {file}, of which a remark says: {}", remark.why);
            choice.faults.push(fault);
        }
    }
    for file in files {
        if left.contains(file) || choice.files.contains(file) || !is_text(Path::new(file)) {
            continue;
        }
        if is_at_the_top(Path::new(file)) {
            choice.files.insert(file.clone());
        } else {
            let fault = format!("{file} is the licence of something inside; take it or leave it");
            choice.faults.push(fault);
        }
    }
    choice
}

/// Whether a file looks like the text of a licence, by its name or its folder's.
fn is_text(file: &Path) -> bool {
    let begins = |name: Component<'_>| {
        let name = name.as_os_str().to_string_lossy().to_lowercase();
        NAMES.iter().any(|begin| name.starts_with(begin))
    };
    let is_code = file.extension().is_some_and(|end| CODE.iter().any(|code| end == *code));
    !is_code && file.components().rev().take(2).any(begins)
}

/// Whether it lies in the folder itself, or in a folder of licences there.
fn is_at_the_top(file: &Path) -> bool {
    match file.parent() {
        Some(folder) if folder != Path::new("") => {
            folder.components().count() == 1 && is_text(folder)
        }
        _ => true,
    }
}

/// All files below a folder, with slashes, from the folder on.
pub(crate) fn files(folder: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(files(&entry.path())?.into_iter().map(|file| format!("{name}/{file}")));
        } else {
            found.insert(name);
        }
    }
    Ok(found)
}

/// Reads a text. Line ends and what is blank around it are no part of it.
pub(crate) fn read(folder: &Path, file: &str) -> Result<Text> {
    let bytes = fs::read(folder.join(file)).with_context(|| format!("{file} cannot be read"))?;
    Ok(Text { file: file.to_owned(), words: tidy(&String::from_utf8_lossy(&bytes)) })
}

fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(files: &[&str]) -> BTreeSet<String> {
        files.iter().map(|file| (*file).to_owned()).collect()
    }

    fn remark(says: Saying) -> Remark {
        Remark { part: "it", says, why: "it is so" }
    }

    #[test]
    fn texts_are_known_by_their_names() {
        let texts = [
            "COPYING",
            "LICENSE",
            "LICENSE-Apache-2.0_WITH_LLVM-exception",
            "LICENSE.md",
            "LICENSES/MIT.txt",
            "NOTICE",
            "UNLICENSE",
            "license-mit",
        ];
        let others = ["Cargo.toml", "README.md", "src/license.rs", "license.html", "src/lib.rs"];
        let choice = choose(&set(&[texts.as_slice(), others.as_slice()].concat()), &[]);
        assert_eq!(choice, Choice { files: set(&texts), faults: vec![] });
    }

    #[test]
    fn what_a_part_brings_along_must_be_spoken_of() {
        let files = set(&["LICENSE", "c/COPYING", "c/LICENSE", "AUTHORS"]);
        let (take, leave) = (remark(Saying::Take("c/LICENSE")), remark(Saying::Leave("c/COPYING")));
        let choice = choose(&files, &[&take]);
        let fault = "c/COPYING is the licence of something inside; take it or leave it";
        assert_eq!(choice.faults, [fault]);
        let choice = choose(&files, &[&take, &leave]);
        assert_eq!(choice, Choice { files: set(&["LICENSE", "c/LICENSE"]), faults: vec![] });
    }

    #[test]
    fn a_remark_about_a_file_that_is_gone_is_a_fault() {
        let leave = remark(Saying::Leave("c/COPYING"));
        let fault = "there is no c/COPYING, of which a remark says: it is so";
        assert_eq!(choose(&set(&["LICENSE"]), &[&leave]).faults, [fault]);
    }

    #[test]
    fn line_ends_and_blank_lines_around_a_text_are_no_part_of_it() {
        assert_eq!(tidy("\u{feff}\r\n\n  MIT  \r\n\r\nCopyright\n\n"), "  MIT\n\nCopyright");
    }
}
