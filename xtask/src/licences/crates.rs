//! The third-party Rust crates that ship with ours.

use anyhow::{Context, Result};

use super::{
    part::{Part, Section},
    policy::Remark,
    texts,
};
use crate::metadata::{Metadata, Package};

/// All of them with their licence texts, and the problems with those.
pub(crate) fn section(metadata: &Metadata, remarks: &[Remark]) -> Result<(Section, Vec<String>)> {
    let mut faults = vec![];
    let mut parts = vec![];
    for package in metadata.foreign()? {
        let about: Vec<_> = remarks.iter().filter(|one| one.part == package.name).collect();
        parts.push(part(package, &about, &mut faults).with_context(|| package.name.clone())?);
    }
    faults.extend(texts::lend(&mut parts, remarks));
    let about = "Linked into the program, or used to build it, on at least one system.";
    Ok((Section { title: "Rust crates", about, parts }, faults))
}

fn part(package: &Package, remarks: &[&Remark], faults: &mut Vec<String>) -> Result<Part> {
    let Package { name, version, license, license_file, .. } = package;
    let folder = package.folder();
    let mut choice = texts::choose(&texts::files(folder)?, remarks);
    // A manifest may name any file as its licence text.
    choice.files.extend(license_file.as_ref().map(|file| file.display().to_string()));
    faults.extend(choice.faults.iter().map(|fault| format!("{name} {version}: {fault}")));
    Ok(Part {
        name: name.clone(),
        version: version.clone(),
        licence: license.clone(),
        texts: texts::read_all(folder, &choice, remarks)?,
    })
}
