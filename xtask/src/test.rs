//! `cargo xtask test`: the checks that must pass before a change is merged. CI runs exactly this.

use std::path::Path;

use crate::{node, steps::Step};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    QuickOnly,
    FullOnly,
}

/// The program with the tests that build a crate outside this workspace.
pub(crate) const NEW_CRATE: &str = "new_crate";

/// What cargo builds. All steps use the same features, so that nothing is built twice.
const ALL: [&str; 2] = ["--workspace", "--all-features"];

/// The table: a new check is one more line here. Compilers and the tools of the web client run in
/// parallel.
fn table() -> Vec<(When, Step)> {
    use When::{Always, FullOnly, QuickOnly};
    let cargo = |name, verb: &'static str, args: &'static str| {
        let args = args.split_whitespace();
        Step::cargo(name, [verb].into_iter().chain(ALL).chain(args))
    };
    let web = |name, script| Step::script(name, &node::WEB, script).beside();
    vec![
        (FullOnly, Step::npm(&node::WEB).beside()),
        (FullOnly, web("web build", "build")),
        (FullOnly, Step::npm(&node::CORPUS).beside()),
        (FullOnly, Step::npm(&node::XSTATE).beside()),
        (FullOnly, web("web lint", "lint")),
        (FullOnly, web("web check", "check")),
        (FullOnly, web("web tests", "test")),
        // Crates are downloaded while the packages of the web client are being installed.
        (FullOnly, Step::cargo("fetch", ["fetch", "--locked"])),
        (Always, Step::cargo("format", ["fmt", "--all", "--check"])),
        (Always, Step::xtask("spec", "spec")),
        (Always, Step::xtask("licences", "licences --check").after(node::WEB.name)),
        // The server embeds the built web client.
        (Always, cargo("clippy", "clippy", "--all-targets -- -D warnings").after("web build")),
        // Examples are not built here: clippy has checked them, and building them takes a while.
        (QuickOnly, cargo("tests", "test", "--tests")),
        // Without the variable a missing corpus is only reported; with it, it is a failure.
        (
            FullOnly,
            cargo("tests", "test", "--tests")
                .env("CROUPIER_REQUIRE_CORPUS", "1")
                .after(node::CORPUS.name)
                .after(node::XSTATE.name),
        ),
        // A crate made by `croupier new` is built, tested and played outside this workspace.
        (FullOnly, Step::xtask("new", "special new_crate")),
        // Tests the programs built by these steps in a real browser.
        (
            FullOnly,
            web("web e2e", "e2e")
                .file("CROUPIER_BIN", "target/debug/croupier")
                .file("CROUPIER_EXAMPLES", "target/debug")
                .after("tests"),
        ),
        // Rooms in NATS: real servers, some of which are killed, both NATS's and ours.
        (FullOnly, Step::xtask("nats", "nats")),
        (FullOnly, Step::xtask("cluster", "special nats server cluster")),
        // The bot of docs/protocol.md plays every game.
        (FullOnly, Step::xtask("python bot", "bot")),
        (Always, cargo("doc tests", "test", "--doc")),
        // Every crate that ships can be packed. Building the packages takes minutes and is done
        // before a release: `cargo xtask package --verify`.
        (FullOnly, Step::xtask("package", "package")),
        (FullOnly, cargo("docs", "doc", "--no-deps").env("RUSTDOCFLAGS", "-D warnings")),
    ]
}

/// The steps of a full or a quick run. npm packages that this checkout does not have are left out;
/// tests that need one report that themselves.
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
    fn the_inner_loop_is_format_rules_licences_lints_and_tests() {
        let expected = ["format", "spec", "licences", "clippy", "tests", "doc tests"];
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
        assert!(
            ["cluster", "docs", "new", "package", "web e2e"].iter().all(|name| full.contains(name))
        );
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

    /// Otherwise the lanes would wait for each other.
    #[test]
    fn there_is_a_nats_server_before_it_is_needed() {
        let names = names(false);
        let place = |name| names.iter().position(|it| *it == name).unwrap();
        assert!(place("nats") < place("cluster"));
    }

    #[test]
    fn steps_wait_only_for_what_stands_above_them() {
        let steps = steps(&crate::root(), false);
        for (index, step) in steps.iter().enumerate() {
            for name in &step.after {
                assert!(steps[..index].iter().any(|other| other.name == *name), "{step:?}");
            }
        }
    }

    #[test]
    fn the_step_that_makes_crates_names_their_program() {
        let steps = steps(&crate::root(), false);
        let new = steps.iter().find(|step| step.name == "new").unwrap();
        assert!(new.command_line(Path::new(".")).ends_with(NEW_CRATE));
    }
}
