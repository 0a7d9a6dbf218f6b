//! The Rust crates of others that ship with ours.

use anyhow::{Context, Result};

use super::{
    part::{Part, Section},
    policy::{Remark, Saying},
    texts,
};
use crate::metadata::{Metadata, Package};

/// All of them with their texts, and what is wrong about those.
pub(crate) fn section(metadata: &Metadata, remarks: &[Remark]) -> Result<(Section, Vec<String>)> {
    let mut faults = vec![];
    let mut parts = vec![];
    for package in metadata.foreign()? {
        let about: Vec<_> = remarks.iter().filter(|one| one.part == package.name).collect();
        parts.push(part(package, &about, &mut faults).with_context(|| package.name.clone())?);
    }
    faults.extend(lend_texts(&mut parts, remarks));
    let about = "Linked into the program, or used to build it, on at least one system.";
    Ok((Section { title: "Rust crates", about, parts }, faults))
}

fn part(package: &Package, remarks: &[&Remark], faults: &mut Vec<String>) -> Result<Part> {
    let Package { name, version, license, license_file, .. } = package;
    let folder = package.folder();
    let mut choice = texts::choose(&texts::files(folder)?, remarks);
    // A manifest may name a file of any name as its licence text.
    choice.files.extend(license_file.as_ref().map(|file| file.display().to_string()));
    faults.extend(choice.faults.iter().map(|fault| format!("{name} {version}: {fault}")));
    Ok(Part {
        name: name.clone(),
        version: version.clone(),
        licence: license.clone(),
        texts: choice
            .files
            .iter()
            // A remark about a file that is gone is a fault already.
            .filter(|file| folder.join(file).is_file())
            .map(|file| texts::read(folder, file))
            .collect::<Result<_>>()?,
    })
}

/// Gives parts without a text the one of the part that a remark names. Then all must have one, and
/// no remark may be about what is not there.
fn lend_texts(parts: &mut [Part], remarks: &[Remark]) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::{super::part::tests::part, *};

    const SAME: Remark = Remark { part: "sub", says: Saying::SameAs("main"), why: "it is so" };

    #[test]
    fn a_part_without_a_text_has_that_of_another_or_is_a_fault() {
        let text = [("LICENSE", "MIT")];
        let mut parts = [part("main", None, &text), part("sub", None, &[])];
        assert_eq!(
            lend_texts(&mut parts.clone(), &[]),
            ["sub 1.0.0: the text of its licence is not in its package"]
        );
        assert_eq!(lend_texts(&mut parts, &[SAME]), [""; 0]);
        assert_eq!(parts[1].texts, parts[0].texts);
    }

    #[test]
    fn a_remark_that_is_not_needed_is_a_fault() {
        let text = [("LICENSE", "MIT")];
        let mut parts = [part("main", None, &text), part("sub", None, &text)];
        assert_eq!(
            lend_texts(&mut parts, &[SAME]),
            ["sub: it has a text, so a remark is stale: it is so"]
        );
        let mut parts = [part("main", None, &text)];
        assert_eq!(
            lend_texts(&mut parts, &[SAME]),
            ["sub: it does not ship, but there is a remark: it is so"]
        );
    }
}
