//! Requirements that no rule of a game states: a table in `docs/specs/README.md` names their tests.

use std::collections::BTreeSet;

/// The heading of the section with the table.
const HEADING: &str = "## Requirements without a rule";

/// The tests that the table names and that do not exist, and its rows without a test.
pub(super) fn faults(document: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let section = document.split_once(HEADING).map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    // The first two rows are the heads of the columns and the line below them.
    let rows: Vec<_> = section.lines().filter_map(row).skip(2).collect();
    let mut faults = vec![];
    if rows.is_empty() {
        faults.push("requirements: there is no table of them".to_owned());
    }
    for (requirement, named) in rows {
        let named: Vec<_> = named.split('`').skip(1).step_by(2).collect();
        if named.is_empty() {
            faults.push(format!("requirement {requirement:?}: no test is named"));
        }
        let missing = named.into_iter().filter(|name| !tests.contains(*name));
        faults.extend(
            missing
                .map(|name| format!("requirement {requirement:?}: there is no test named {name}")),
        );
    }
    faults
}

/// The first and the last cell of a table's row.
fn row(line: &str) -> Option<(&str, &str)> {
    let cells = line.strip_prefix('|')?.strip_suffix('|')?;
    let (first, last) = (cells.split('|').next()?, cells.rsplit('|').next()?);
    Some((first.trim(), last.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &str) -> Vec<String> {
        let text =
            format!("# A\n\n{HEADING}\n\n| what | tests |\n|---|---|\n{rows}\n## B\n| x | y |\n");
        faults(&text, &BTreeSet::from(["it_ends".to_owned(), "it_saves".to_owned()]))
    }

    #[test]
    fn every_test_that_is_named_exists() {
        assert_eq!(found("| `SIGINT` ends it | `it_ends`, `it_saves` |\n"), [""; 0]);
        assert_eq!(
            found("| it ends | `it_ends`, `it_stops` |\n| it saves | somewhere |\n"),
            [
                "requirement \"it ends\": there is no test named it_stops",
                "requirement \"it saves\": no test is named",
            ]
        );
    }

    #[test]
    fn there_is_a_table() {
        let missing = ["requirements: there is no table of them"];
        assert_eq!(found(""), missing);
        assert_eq!(faults("# A\n", &BTreeSet::new()), missing);
    }
}
