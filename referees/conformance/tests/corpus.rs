//! The outside referee as a test: fails when a case starts failing, or starts passing unexpectedly.

use std::io::Write;

use croupier_conformance::corpus::{Case, cases, folder};
use croupier_conformance::report::{Report, known_exceptions};
use croupier_conformance::session::Manner;

/// The cases, or `None` if the corpus is neither installed nor required.
fn installed() -> Option<Vec<Case>> {
    let found = cases(&folder()).expect("an installed corpus can be read");
    if found.is_none() {
        let required = std::env::var("CROUPIER_REQUIRE_CORPUS").is_ok_and(|value| value == "1");
        assert!(!required, "CROUPIER_REQUIRE_CORPUS is set, but the corpus is not installed");
        // Bypasses the capture of the test harness, which hides the output of passing tests.
        let _ = writeln!(
            std::io::stderr(),
            "\nSKIPPED: the SCXML corpus is not installed, so nothing was judged here\n\
             (npm ci --ignore-scripts in referees/conformance installs it)"
        );
    }
    found
}

#[test]
fn the_chart_keeps_its_score() {
    let Some(cases) = installed() else { return };
    let report = Report::of(&cases, Manner::Straight);
    assert!(report.surprises.is_empty(), "{report}\n{}", report.surprises.join("\n"));
    let totals = [report.scion, report.w3c_mandatory, report.all].map(|score| score.total);
    assert_eq!(totals, [127, 160, 316]);
}

#[test]
fn saving_and_watching_change_no_verdict() {
    let Some(cases) = installed() else { return };
    let report = Report::of(&cases, Manner::Interrupted);
    assert!(report.surprises.is_empty(), "{report}\n{}", report.surprises.join("\n"));
}

#[test]
fn every_exception_has_a_reason() {
    for (case, why) in known_exceptions() {
        assert!(
            case.contains('/') && why.len() > 20,
            "{case} needs a reason that explains something"
        );
    }
}
