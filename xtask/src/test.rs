//! `cargo xtask test`: what must hold before a change goes in. CI runs exactly this.

use std::path::Path;

use crate::{node, steps::Step, types};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    QuickOnly,
    FullOnly,
}

/// The table: a new check is one more line here.
fn table() -> Vec<(When, Step)> {
    use When::{Always, FullOnly, QuickOnly};
    vec![
        (FullOnly, Step::npm(&node::CORPUS)),
        (FullOnly, Step::npm(&node::XSTATE)),
        (FullOnly, Step::npm(&node::WEB)),
        // Before anything is compiled: the server embeds what is built here.
        (FullOnly, Step::script("web build", &node::WEB, "build")),
        (FullOnly, Step::script("web lint", &node::WEB, "lint")),
        (FullOnly, Step::script("web check", &node::WEB, "check")),
        (FullOnly, Step::script("web tests", &node::WEB, "test")),
        (Always, Step::cargo("format", ["fmt", "--all", "--check"])),
        (
            Always,
            Step::cargo(
                "clippy",
                ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
            ),
        ),
        (Always, Step::cargo("spec", ["run", "-q", "-p", "xtask", "--", "spec"])),
        (
            Always,
            Step::cargo("licences", ["run", "-q", "-p", "xtask", "--", "licences", "--check"]),
        ),
        // Examples are not built here: clippy has looked at them, and they would take a while.
        (QuickOnly, Step::cargo("tests", ["test", "--workspace", "--tests"])),
        // Without the variable a missing corpus is only reported; with it, it is a failure.
        (
            FullOnly,
            Step::cargo("tests", ["test", "--workspace", "--tests"])
                .env("CROUPIER_REQUIRE_CORPUS", "1"),
        ),
        // The program that the tests have built, in a real browser.
        (
            FullOnly,
            Step::script("web e2e", &node::WEB, "e2e")
                .file("CROUPIER_BIN", "target/debug/croupier"),
        ),
        // What is sent is as the schemas say, and the files made of them are up to date.
        (FullOnly, types::test()),
        (Always, Step::cargo("doc tests", ["test", "--workspace", "--doc"])),
        // A crate made by `croupier new` is built, tested and played, outside this workspace.
        (
            FullOnly,
            Step::cargo(
                "new",
                "test -p croupier --no-default-features --test new_crate -- --ignored"
                    .split_whitespace(),
            ),
        ),
        // Every crate that ships can be packed. Building the packages takes minutes and is done
        // before a release: `cargo xtask package --verify`.
        (FullOnly, Step::cargo("package", ["run", "-q", "-p", "xtask", "--", "package"])),
        (
            FullOnly,
            Step::cargo("docs", ["doc", "--workspace", "--no-deps"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        ),
    ]
}

/// The steps of a full or a quick run. npm packages that this checkout does not have are left out;
/// the tests that need one say so themselves.
pub(crate) fn steps(root: &Path, quick: bool) -> Vec<Step> {
    let other = if quick { When::FullOnly } else { When::QuickOnly };
    table()
        .into_iter()
        .filter(|(when, step)| {
            *when != other && step.package().is_none_or(|package| package.is_in(root))
        })
        .map(|(_, step)| step)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::steps::Work;

    fn names(quick: bool) -> Vec<&'static str> {
        steps(&crate::root(), quick).iter().map(|step| step.name).collect()
    }

    #[test]
    fn the_inner_loop_is_format_lints_rules_licences_and_tests() {
        let expected = ["format", "clippy", "spec", "licences", "tests", "doc tests"];
        assert_eq!(names(true), expected);
    }

    #[test]
    fn the_inner_loop_needs_no_node() {
        assert!(steps(&crate::root(), true).iter().all(|step| step.package().is_none()));
    }

    #[test]
    fn a_full_run_does_all_that_a_quick_one_does() {
        let full = names(false);
        assert!(names(true).iter().all(|name| full.contains(name)));
        assert!(["docs", "new", "package", "types"].iter().all(|name| full.contains(name)));
    }

    #[test]
    fn no_two_steps_of_a_run_share_a_name() {
        for quick in [true, false] {
            let names = names(quick);
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn a_full_run_may_not_skip_the_corpus() {
        let steps = steps(&crate::root(), false);
        let tests = steps.iter().find(|step| step.name == "tests").unwrap();
        let Work::Cargo { env, .. } = &tests.work else { panic!("{tests:?}") };
        assert_eq!(env.as_slice(), [("CROUPIER_REQUIRE_CORPUS", "1")]);
    }

    #[test]
    fn packages_are_set_up_before_anything_that_may_need_them() {
        let first_cargo = table().iter().position(|(_, step)| step.package().is_none()).unwrap();
        assert!(table()[first_cargo..].iter().all(|(_, step)| step.package().is_none()));
    }
}
