//! The npm packages that are embedded in the program as part of the web client.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{
    part::{Part, Section},
    policy::Remark,
    texts,
};

/// Lists the packages that the built client contains; the client's build fails if the list is
/// wrong.
const LIST: &str = "web/embedded.json";
const LOCK: &str = "web/package-lock.json";
const INSTALLED: &str = "web/node_modules";
/// The prefix of a top-level package's name in the lock file.
const INSTALLED_AS: &str = "node_modules/";

/// Whether the packages are installed, so that their texts can be read.
pub(crate) fn is_installed(root: &Path) -> bool {
    root.join(INSTALLED).is_dir()
}

/// All of them, and the problems with their texts. Names, versions and licences come from the
/// repository; the texts are read from the installed packages.
pub(crate) fn section(root: &Path, remarks: &[Remark]) -> Result<(Section, Vec<String>)> {
    let names: Vec<String> = serde_json::from_value(json(root, LIST)?).context(LIST)?;
    let lock = json(root, LOCK)?;
    let mut faults = vec![];
    let mut parts = vec![];
    for name in names {
        let mut part = locked(&name, &lock).with_context(|| format!("{name} in {LOCK}"))?;
        if is_installed(root) {
            let about: Vec<_> = remarks.iter().filter(|one| one.part == name).collect();
            let folder = root.join(INSTALLED).join(&name);
            let mut files = texts::files(&folder)?;
            // A package's own dependencies are listed as packages of their own.
            files.retain(|file| !file.starts_with("node_modules/"));
            let choice = texts::choose(&files, &about);
            faults.extend(choice.faults.iter().map(|fault| format!("{name}: {fault}")));
            part.texts = texts::read_all(&folder, &choice, &about)?;
        }
        parts.push(part);
    }
    if is_installed(root) {
        faults.extend(texts::lend(&mut parts, remarks));
    }
    let about = "Embedded in the program with the web client: code, or fonts.";
    Ok((Section { title: "npm packages", about, parts }, faults))
}

fn json(root: &Path, file: &str) -> Result<Value> {
    let text = fs::read_to_string(root.join(file)).context(file.to_owned())?;
    serde_json::from_str(&text).context(file.to_owned())
}

/// A package as described in the lock file.
fn locked(name: &str, lock: &Value) -> Result<Part> {
    let entry = &lock["packages"][format!("{INSTALLED_AS}{name}")];
    let text = |key: &str| entry[key].as_str().map(str::to_owned);
    Ok(Part {
        name: name.to_owned(),
        version: text("version").context("it has no version")?,
        licence: text("license"),
        texts: vec![],
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn version_and_licence_come_from_the_lock_file() {
        let lock =
            json!({"packages": {"node_modules/@a/b": {"version": "1.2.3", "license": "MIT"}}});
        let part = locked("@a/b", &lock).unwrap();
        assert_eq!((part.version.as_str(), part.licence.as_deref()), ("1.2.3", Some("MIT")));
        assert!(locked("elsewhere", &lock).is_err());
    }

    #[test]
    fn the_fonts_and_the_runtime_are_among_what_is_embedded() {
        let (section, _) = section(&crate::root(), &super::super::policy::NPM_REMARKS).unwrap();
        let names: Vec<_> = section.parts.iter().map(|part| part.name.as_str()).collect();
        for name in ["svelte", "@fontsource-variable/fraunces", "@fontsource-variable/figtree"] {
            assert!(names.contains(&name), "{names:?}");
        }
    }
}
