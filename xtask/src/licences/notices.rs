//! The file of notices: who wrote what, and the licence texts that must be distributed with it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::part::{Section, Text};

/// The file's path from the root of the repository.
pub(crate) const FILE: &str = "NOTICES.md";

const HEAD: &str = "\
# Third-party notices

What others wrote and ships with Croupier, with the terms under which they offer it. Hand this file on with the program.

`cargo xtask licences` writes it; a change made by hand is overwritten.
";

/// The whole file. The same parts always give the same bytes.
pub(crate) fn write(sections: &[Section]) -> String {
    let mut page = HEAD.to_owned();
    for section in sections {
        write_section(&mut page, section);
    }
    page
}

fn write_section(page: &mut String, section: &Section) {
    let Section { title, about, parts } = section;
    let _ =
        write!(page, "\n## {title}\n\n{about}\n\n| Name | Version | Licence |\n|---|---|---|\n");
    for part in parts {
        let licence = part.licence.as_deref().unwrap_or("none");
        let _ = writeln!(page, "| {} | {} | {licence} |", part.name, part.version);
    }
    let texts = shared(section);
    if !texts.is_empty() {
        page.push_str(
            "\nThe texts. Each stands once, under the first that has it, with all whose text it is.\n",
        );
    }
    for (title, Shared { text, owners }) in texts {
        let owners: Vec<_> = owners.into_iter().collect();
        let fence = fence(&text.words);
        let _ = write!(page, "\n### {title}\n\nOf {}.\n\n", owners.join(", "));
        let _ = write!(page, "{fence}text\n{}\n{fence}\n", text.words);
    }
}

/// A text, and the parts it belongs to.
struct Shared<'s> {
    text: &'s Text,
    owners: BTreeSet<&'s str>,
}

/// The texts without duplicates. Line breaks and indentation are ignored in the comparison.
fn shared(section: &Section) -> Vec<(String, Shared<'_>)> {
    let mut order = vec![];
    let mut places = BTreeMap::new();
    for part in &section.parts {
        for text in &part.texts {
            let words: Vec<_> = text.words.split_whitespace().collect();
            let place = *places.entry(words).or_insert_with(|| {
                let title = format!("{}: {}", part.name, text.file);
                order.push((title, Shared { text, owners: BTreeSet::new() }));
                order.len() - 1
            });
            order[place].1.owners.insert(&*part.name);
        }
    }
    order
}

/// A code fence longer than any in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}

/// Where the existing file first differs from the expected one, if it does.
pub(crate) fn difference(there: Option<&str>, wanted: &str) -> Option<String> {
    let Some(there) = there else { return Some("it is missing".to_owned()) };
    if there == wanted {
        return None;
    }
    let (mut old, mut new) = (there.lines(), wanted.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                let said =
                    |line: Option<&str>| line.map_or("nothing".into(), |line| format!("`{line}`"));
                return Some(format!("line {number} is {}, not {}", said(old), said(new)));
            }
        }
    }
    Some("its line endings differ".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{super::part::tests::part, *};

    fn sections() -> [Section; 1] {
        let parts = vec![
            part("one", Some("MIT"), &[("LICENSE", "Copyright\n  somebody"), ("NOTICE", "Ours")]),
            part("two", Some("MIT OR Zlib"), &[("LICENSE-MIT", "Copyright somebody")]),
        ];
        [Section { title: "Crates", about: "Linked.", parts }]
    }

    #[test]
    fn parts_are_listed_and_equal_texts_stand_once() {
        let page = write(&sections());
        let body = page.strip_prefix(HEAD).unwrap();
        assert_eq!(
            body,
            "
## Crates

Linked.

| Name | Version | Licence |
|---|---|---|
| one | 1.0.0 | MIT |
| two | 1.0.0 | MIT OR Zlib |

The texts. Each stands once, under the first that has it, with all whose text it is.

### one: LICENSE

Of one, two.

```text
Copyright
  somebody
```

### one: NOTICE

Of one.

```text
Ours
```
"
        );
    }

    #[test]
    fn a_text_cannot_end_its_block() {
        assert_eq!(fence("plain"), "```");
        assert_eq!(fence("a ```` b ` c"), "`````");
    }

    #[test]
    fn a_stale_file_is_known_by_its_first_difference() {
        let wanted = write(&sections());
        assert_eq!(difference(Some(&wanted), &wanted), None);
        assert_eq!(difference(None, &wanted).unwrap(), "it is missing");

        let mut newer = sections();
        newer[0].parts[1].version = "1.0.1".to_owned();
        assert_eq!(
            difference(Some(&wanted), &write(&newer)).unwrap(),
            "line 14 is `| two | 1.0.0 | MIT OR Zlib |`, not `| two | 1.0.1 | MIT OR Zlib |`"
        );
        let longer = format!("{wanted}more\n");
        assert!(difference(Some(&longer), &wanted).unwrap().ends_with("is `more`, not nothing"));
        let windows = wanted.replace('\n', "\r\n");
        assert_eq!(difference(Some(&windows), &wanted).unwrap(), "its line endings differ");
    }
}
