//! What cargo knows about this workspace: which crates ship, and which third-party crates they
//! need.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};
use serde::Deserialize;

/// The part of `cargo metadata` that the chores use.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
    resolve: Resolve,
    pub(crate) target_directory: PathBuf,
}

/// A crate, ours or third-party.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) license_file: Option<PathBuf>,
    manifest_path: PathBuf,
    pub(crate) description: Option<String>,
    pub(crate) readme: Option<PathBuf>,
    pub(crate) keywords: Vec<String>,
    pub(crate) categories: Vec<String>,
    /// The registries that it may be published to: unset means any, an empty list means none.
    publish: Option<Vec<String>>,
    features: BTreeMap<String, Vec<String>>,
    dependencies: Vec<Dependency>,
}

/// A dependency as declared in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Dependency {
    name: String,
    rename: Option<String>,
    kind: Option<String>,
    optional: bool,
}

#[derive(Debug, Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

/// A crate with its enabled features and the crates that its dependencies were resolved to.
#[derive(Debug, Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
    features: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Edge {
    pkg: String,
}

impl Metadata {
    /// Runs `cargo metadata`. A build for one system does not download what only other systems
    /// need, so if the downloaded crates do not suffice, cargo may fetch the rest, as it would for
    /// a build.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let first = ask(root, &["--offline"], Stdio::null())?;
        let answer = match first {
            Some(answer) => answer,
            None => ask(root, &[], Stdio::inherit())?.context(
                "`cargo metadata` failed; run `cargo fetch --locked` once where there is a network",
            )?,
        };
        serde_json::from_slice(&answer).context("what `cargo metadata` answered")
    }

    /// Our crates that ship: those that may be published.
    pub(crate) fn shipped(&self) -> Vec<&Package> {
        let is_ours = |package: &&Package| self.workspace_members.contains(&package.id);
        let mut shipped: Vec<_> =
            self.packages.iter().filter(is_ours).filter(|package| package.ships()).collect();
        shipped.sort_by_key(|package| &package.name);
        shipped
    }

    /// The third-party crates that ours need to be built or run, on any system. Dependencies of
    /// tests do not count.
    pub(crate) fn foreign(&self) -> Result<Vec<&Package>> {
        let packages: BTreeMap<_, _> = self.packages.iter().map(|one| (&*one.id, one)).collect();
        let nodes: BTreeMap<_, _> = self.resolve.nodes.iter().map(|one| (&*one.id, one)).collect();
        let mut found = BTreeMap::new();
        let mut ahead = self.shipped();
        while let Some(package) = ahead.pop() {
            if found.insert(&*package.id, package).is_some() {
                continue;
            }
            let node = nodes.get(&*package.id);
            let node = node.with_context(|| format!("{} is not resolved", package.name))?;
            for edge in &node.deps {
                let other = packages.get(&*edge.pkg);
                let other = *other.with_context(|| format!("{} is not described", edge.pkg))?;
                if package.needs(other, &node.features) {
                    ahead.push(other);
                }
            }
        }
        let mut foreign: Vec<_> = found.into_values().collect();
        foreign.retain(|package| !self.workspace_members.contains(&package.id));
        foreign.sort_by_key(|package| (&package.name, &package.version));
        Ok(foreign)
    }
}

impl Package {
    /// The folder of its manifest.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    fn ships(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Whether it needs another crate when these features are enabled. Cargo resolves optional
    /// dependencies that are only mentioned (`palette?/std`) as if they were enabled; here they do
    /// not count.
    fn needs(&self, other: &Self, features: &[String]) -> bool {
        let values = features.iter().filter_map(|feature| self.features.get(feature)).flatten();
        let on: BTreeSet<_> = values.filter_map(|value| dependency_turned_on(value)).collect();
        let mut declared = self.dependencies.iter().filter(|one| one.name == other.name);
        declared.any(|one| {
            let name = one.rename.as_ref().unwrap_or(&one.name);
            one.kind.as_deref() != Some("dev") && (!one.optional || on.contains(&**name))
        })
    }
}

/// The dependency that one value of a feature enables, if any.
fn dependency_turned_on(value: &str) -> Option<&str> {
    match value.split_once('/') {
        Some((name, _)) => (!name.ends_with('?')).then_some(name),
        None => value.strip_prefix("dep:"),
    }
}

/// Cargo's output, or `None` if it fails.
fn ask(root: &Path, more: &[&str], complaints: Stdio) -> Result<Option<Vec<u8>>> {
    let output = Command::new(cargo())
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(more)
        .current_dir(root)
        .stderr(complaints)
        .output()
        .context("cargo could not be started")?;
    Ok(output.status.success().then_some(output.stdout))
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A minimal crate, to be modified.
    pub(crate) fn package(name: &str) -> Package {
        serde_json::from_value(described(name, &json!([]), &json!({}), &json!(null))).unwrap()
    }

    fn described(name: &str, needs: &Value, features: &Value, publish: &Value) -> Value {
        json!({
            "id": format!("id of {name}"), "name": name, "version": "1.0.0",
            "license": "MIT", "license_file": null, "manifest_path": format!("/x/{name}/Cargo.toml"),
            "description": null, "readme": null, "keywords": [], "categories": [],
            "publish": publish, "features": features, "dependencies": needs,
        })
    }

    fn on(name: &str, kind: Option<&str>, optional: bool) -> Value {
        json!({"name": name, "rename": null, "kind": kind, "optional": optional})
    }

    fn node(name: &str, needs: &[&str], features: &[&str]) -> Value {
        let edge = |name: &&str| json!({"pkg": format!("id of {name}")});
        let deps: Vec<_> = needs.iter().map(edge).collect();
        json!({"id": format!("id of {name}"), "deps": deps, "features": features})
    }

    /// A game that ships and a bench that does not, with their dependencies.
    fn workspace() -> Metadata {
        let nothing = (json!([]), json!({}));
        let crates = [
            (
                "game",
                json!([on("normal", None, false), on("test", Some("dev"), false)]),
                json!({}),
                json!(null),
            ),
            ("bench", json!([on("peer", None, false)]), json!({}), json!([])),
            (
                "normal",
                json!([
                    on("builder", Some("build"), false),
                    on("weak", None, true),
                    on("asked", None, true),
                    on("unasked", None, true)
                ]),
                json!({
                    "default": ["std", "asked"],
                    "std": ["weak?/std"],
                    "asked": ["dep:asked"],
                    "unasked": ["dep:unasked"]
                }),
                json!(null),
            ),
            ("builder", nothing.0.clone(), nothing.1.clone(), json!(null)),
            ("weak", nothing.0.clone(), nothing.1.clone(), json!(null)),
            ("asked", nothing.0.clone(), nothing.1.clone(), json!(null)),
            ("unasked", nothing.0.clone(), nothing.1.clone(), json!(null)),
            ("test", nothing.0.clone(), nothing.1.clone(), json!(null)),
            ("peer", nothing.0, nothing.1, json!(null)),
        ];
        let packages: Vec<_> = crates
            .iter()
            .map(|(name, needs, features, publish)| described(name, needs, features, publish))
            .collect();
        let mut nodes = vec![
            node("game", &["normal", "test"], &[]),
            node("bench", &["peer"], &[]),
            node("normal", &["builder", "weak", "asked"], &["default", "std", "asked"]),
        ];
        nodes.extend(
            ["builder", "weak", "asked", "unasked", "test", "peer"].map(|one| node(one, &[], &[])),
        );
        serde_json::from_value(json!({
            "packages": packages, "workspace_members": ["id of game", "id of bench"],
            "resolve": {"nodes": nodes}, "target_directory": "/x/target",
        }))
        .unwrap()
    }

    fn names(packages: &[&Package]) -> Vec<String> {
        packages.iter().map(|package| package.name.clone()).collect()
    }

    #[test]
    fn what_may_be_published_ships() {
        assert_eq!(names(&workspace().shipped()), ["game"]);
    }

    #[test]
    fn foreign_crates_are_those_that_a_build_of_what_ships_needs() {
        assert_eq!(names(&workspace().foreign().unwrap()), ["asked", "builder", "normal"]);
    }

    #[test]
    fn a_dependency_is_turned_on_by_name_or_by_one_of_its_features_but_not_weakly() {
        assert_eq!(dependency_turned_on("dep:serde"), Some("serde"));
        assert_eq!(dependency_turned_on("serde/std"), Some("serde"));
        assert_eq!(dependency_turned_on("serde?/std"), None);
        assert_eq!(dependency_turned_on("std"), None);
    }
}
