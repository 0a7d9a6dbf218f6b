//! `cargo xtask licences`: lists the third-party parts that ship with ours and their licences, and
//! writes the file of notices that must be distributed with them.

mod crates;
mod expression;
mod notices;
mod npm;
mod part;
mod policy;
mod texts;

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::{Value, json};

use self::part::Section;
use crate::{metadata::Metadata, node, output::Output};

/// List the third-party parts that ship, check their licences, and write NOTICES.md
///
/// What ships are the crates that may be published, everything that they need to be built or run on
/// any system, and what the web client takes from npm; tests, benches and xtask do not count. If a
/// licence is not on the list in xtask/src/licences/policy.rs, this fails and writes nothing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask licences            # after a dependency has changed; then commit NOTICES.md
  cargo xtask licences --check
  cargo xtask licences --json | jq -r '.parts[].licence' | sort | uniq -c")]
pub(crate) struct LicencesArgs {
    /// Write nothing and fail if NOTICES.md is out of date
    #[arg(long)]
    check: bool,
    /// Print the list to stdout as one JSON object and write nothing
    #[arg(long)]
    json: bool,
}

/// Runs the chore.
pub(crate) fn main(root: &Path, args: &LicencesArgs) -> ExitCode {
    match run(root, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, args: &LicencesArgs) -> Result<()> {
    if !args.check && !args.json {
        node::set_up(root, &node::WEB, &mut Output::Terminal)
            .context("the texts of npm packages are needed")?;
    }
    let (sections, mut faults) = sections(root)?;
    if args.json {
        writeln!(io::stdout(), "{:#}", listed(&sections))?;
    } else if !args.check {
        list(&sections);
    }
    faults.extend(refused(&sections));
    report(&faults)?;

    let wanted = notices::write(&sections);
    let file = root.join(notices::FILE);
    let mut there = fs::read_to_string(&file).ok();
    if !npm::is_installed(root) {
        eprintln!(
            "the licences of npm packages are not checked: the web client's packages are not installed"
        );
        // The npm packages come last, so everything before them can still be compared with the
        // file.
        there = there.map(|text| text.chars().take(wanted.chars().count()).collect());
    }
    let difference = notices::difference(there.as_deref(), &wanted);
    for Section { title, parts, .. } in &sections {
        eprintln!("{title}: {}, all under licences that we accept", parts.len());
    }
    match difference {
        None => eprintln!("{} is up to date", notices::FILE),
        Some(difference) if args.check => {
            bail!("{} is stale: {difference}. Run `cargo xtask licences`", notices::FILE)
        }
        Some(_) if args.json => {}
        Some(_) => {
            fs::write(&file, wanted).context(notices::FILE)?;
            eprintln!("{} is written", notices::FILE);
        }
    }
    Ok(())
}

/// All parts by kind, and the problems with their licence texts.
fn sections(root: &Path) -> Result<(Vec<Section>, Vec<String>)> {
    let metadata = Metadata::read(root)?;
    let (crates, mut faults) = crates::section(&metadata, &policy::REMARKS)?;
    let (npm, more) = npm::section(root, &policy::NPM_REMARKS)?;
    faults.extend(more);
    Ok((vec![crates, npm], faults))
}

/// The parts whose licence is not accepted, and why.
fn refused(sections: &[Section]) -> Vec<String> {
    let parts = sections.iter().flat_map(|section| &section.parts);
    let refused = parts.filter_map(|part| Some((part, part.check(&policy::ALLOWED).err()?)));
    refused.map(|(part, why)| format!("{} {}: {why:#}", part.name, part.version)).collect()
}

fn report(faults: &[String]) -> Result<()> {
    let mut list = String::new();
    for fault in faults {
        let _ = write!(list, "\n  {fault}");
    }
    ensure!(
        faults.is_empty(),
        "not all of it may ship; xtask/src/licences/policy.rs says what we accept:{list}"
    );
    Ok(())
}

/// Prints the list for people.
fn list(sections: &[Section]) {
    for Section { title, parts, .. } in sections {
        eprintln!("{title}");
        let name = |part: &part::Part| format!("{} {}", part.name, part.version);
        let width = parts.iter().map(|part| name(part).len()).max().unwrap_or(0);
        for part in parts {
            let licence = part.licence.as_deref().unwrap_or("no licence");
            eprintln!("  {:width$}  {licence}", name(part));
        }
    }
}

/// The list as JSON.
fn listed(sections: &[Section]) -> Value {
    let mut parts = vec![];
    for section in sections {
        for part in &section.parts {
            parts.push(json!({
                "kind": section.title,
                "name": part.name,
                "version": part.version,
                "licence": part.licence,
                "allowed": part.check(&policy::ALLOWED).is_ok(),
                "texts": part.texts.iter().map(|text| &text.file).collect::<Vec<_>>(),
            }));
        }
    }
    json!({ "parts": parts })
}

#[cfg(test)]
mod tests {
    use super::{part::tests::part, *};

    fn with_licence(licence: &str) -> [Section; 1] {
        let parts = vec![
            part("good", Some("MIT"), &[("LICENSE", "text")]),
            part("odd", Some(licence), &[]),
        ];
        [Section { title: "Crates", about: "", parts }]
    }

    #[test]
    fn an_unknown_licence_fails_and_is_named_with_its_part() {
        assert!(report(&refused(&with_licence("Zlib"))).is_ok());
        let why = report(&refused(&with_licence("SSPL-1.0"))).unwrap_err().to_string();
        assert_eq!(
            why,
            "not all of it may ship; xtask/src/licences/policy.rs says what we accept:\n  \
             odd 1.0.0: its licence is `SSPL-1.0`, which is not allowed"
        );
    }

    #[test]
    fn the_list_for_programs_says_what_is_allowed() {
        let list = listed(&with_licence("SSPL-1.0"));
        assert_eq!(list["parts"][0]["texts"], json!(["LICENSE"]));
        assert_eq!(list["parts"][0]["allowed"], json!(true));
        assert_eq!(list["parts"][1]["licence"], json!("SSPL-1.0"));
        assert_eq!(list["parts"][1]["allowed"], json!(false));
    }
}
