//! Finds the licence texts in a part's own folder.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path},
};

use anyhow::{Context, Result};

use super::{
    part::{Part, Text},
    policy::{Remark, Saying},
};

/// Prefixes of the names of licence texts, ignoring case.
const NAMES: [&str; 6] = ["license", "licence", "unlicense", "copying", "copyright", "notice"];

/// Extensions of files that may mention licences but are not licence texts.
const CODE: [&str; 9] = ["rs", "toml", "json", "html", "js", "py", "sh", "c", "h"];

/// Which files of a folder are licence texts, and what is unclear about that.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) files: BTreeSet<String>,
    pub(crate) faults: Vec<String>,
}

/// Chooses the licence texts in a folder. Files at the top are the part's own. Files further down
/// belong to something that the part bundles, which its manifest need not mention, so a person has
/// to look at each once and add a remark.
pub(crate) fn choose(files: &BTreeSet<String>, remarks: &[&Remark]) -> Choice {
    let mut choice = Choice::default();
    let mut left = BTreeSet::new();
    for remark in remarks {
        let (file, list) = match remark.says {
            Saying::Take(file) | Saying::TakeUntil(file, _) => (file, &mut choice.files),
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

/// Whether a file looks like a licence text, by its name or its folder's.
fn is_text(file: &Path) -> bool {
    let begins = |name: Component<'_>| {
        let name = name.as_os_str().to_string_lossy().to_lowercase();
        NAMES.iter().any(|begin| name.starts_with(begin))
    };
    let is_code = file.extension().is_some_and(|end| CODE.iter().any(|code| end == *code));
    !is_code && file.components().rev().take(2).any(begins)
}

/// Whether it lies in the folder itself, or in a folder of licences directly inside it.
fn is_at_the_top(file: &Path) -> bool {
    match file.parent() {
        Some(folder) if folder != Path::new("") => {
            folder.components().count() == 1 && is_text(folder)
        }
        _ => true,
    }
}

/// Gives parts without a text the one of the part that a remark names. Afterwards every part must
/// have one, and no remark may refer to something missing.
pub(crate) fn lend(parts: &mut [Part], remarks: &[Remark]) -> Vec<String> {
    let mut faults = vec![];
    for Remark { part, says, why } in remarks {
        if !parts.iter().any(|one| one.name == *part) {
            faults.push(format!("{part}: it does not ship, but there is a remark: {why}"));
        }
        let Saying::SameAs(other) = says else { continue };
        let lent: Vec<_> = parts.iter().filter(|one| one.name == *other).cloned().collect();
        for one in parts.iter_mut().filter(|one| one.name == *part) {
            if one.texts.is_empty() {
                one.texts = lent.iter().flat_map(|lender| lender.texts.clone()).collect();
            } else {
                faults.push(format!("{part}: it has a text, so a remark is stale: {why}"));
            }
        }
    }
    for Part { name, version, .. } in parts.iter().filter(|part| part.texts.is_empty()) {
        faults.push(format!("{name} {version}: the text of its licence is not in its package"));
    }
    faults
}

/// All files below a folder, as relative paths with slashes.
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

/// Reads a text and normalises line ends and surrounding whitespace.
pub(crate) fn read(folder: &Path, file: &str) -> Result<Text> {
    let bytes = fs::read(folder.join(file)).with_context(|| format!("{file} cannot be read"))?;
    Ok(Text { file: file.to_owned(), words: tidy(&String::from_utf8_lossy(&bytes)) })
}

/// Reads all chosen files, as far as the remarks say. A remark about a missing file has already
/// been reported.
pub(crate) fn read_all(folder: &Path, choice: &Choice, remarks: &[&Remark]) -> Result<Vec<Text>> {
    let end = |file: &str| {
        remarks.iter().find_map(|remark| match remark.says {
            Saying::TakeUntil(of, line) if of == file => Some(line),
            _ => None,
        })
    };
    let there = choice.files.iter().filter(|file| folder.join(file).is_file());
    there
        .map(|file| {
            let mut text = read(folder, file)?;
            if let Some(end) = end(file) {
                let at = text.words.find(end).with_context(|| format!("{file} has no {end}"))?;
                text.words = tidy(&text.words[..at]);
            }
            Ok(text)
        })
        .collect()
}

fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{super::part::tests::part, *};

    const SAME: Remark = Remark { part: "sub", says: Saying::SameAs("main"), why: "it is so" };

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

    #[test]
    fn a_part_without_a_text_has_that_of_another_or_is_a_fault() {
        let text = [("LICENSE", "MIT")];
        let mut parts = [part("main", None, &text), part("sub", None, &[])];
        assert_eq!(
            lend(&mut parts.clone(), &[]),
            ["sub 1.0.0: the text of its licence is not in its package"]
        );
        assert_eq!(lend(&mut parts, &[SAME]), [""; 0]);
        assert_eq!(parts[1].texts, parts[0].texts);
    }

    #[test]
    fn a_remark_that_is_not_needed_is_a_fault() {
        let text = [("LICENSE", "MIT")];
        let mut parts = [part("main", None, &text), part("sub", None, &text)];
        assert_eq!(
            lend(&mut parts, &[SAME]),
            ["sub: it has a text, so a remark is stale: it is so"]
        );
        let mut parts = [part("main", None, &text)];
        assert_eq!(
            lend(&mut parts, &[SAME]),
            ["sub: it does not ship, but there is a remark: it is so"]
        );
    }
}
