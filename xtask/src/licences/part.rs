//! Third-party parts that ship with ours: crates, fonts, data.

use anyhow::{Context, Result, ensure};

use super::expression::Expression;

/// All parts of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// A sentence for readers of the notices.
    pub(crate) about: &'static str,
    pub(crate) parts: Vec<Part>,
}

/// A third-party part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) version: String,
    /// Its licence expression, if it states one.
    pub(crate) licence: Option<String>,
    pub(crate) texts: Vec<Text>,
}

/// The text of a licence, or a notice that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    /// The path relative to the part's own folder.
    pub(crate) file: String,
    pub(crate) words: String,
}

impl Part {
    /// Checks whether its licence can be satisfied with the licences of this list; the error says
    /// why not.
    pub(crate) fn check(&self, list: &[(&str, &str)]) -> Result<()> {
        let licence = self.licence.as_deref().context("it names no licence")?;
        let expression = Expression::parse(licence).with_context(|| {
            format!("its licence is `{licence}`, which is not a valid SPDX expression")
        })?;
        ensure!(expression.is_allowed(list), "its licence is `{licence}`, which is not allowed");
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::licences::policy::ALLOWED;

    pub(crate) fn part(name: &str, licence: Option<&str>, texts: &[(&str, &str)]) -> Part {
        let text = |(file, words): &(&str, &str)| Text {
            file: (*file).to_owned(),
            words: (*words).to_owned(),
        };
        Part {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
            texts: texts.iter().map(text).collect(),
        }
    }

    fn fault(licence: Option<&str>) -> Option<String> {
        part("it", licence, &[]).check(&ALLOWED).err().map(|why| format!("{why:#}"))
    }

    #[test]
    fn a_licence_that_is_not_listed_is_a_fault() {
        assert_eq!(fault(Some("MIT OR Apache-2.0")), None);
        assert_eq!(
            fault(Some("AGPL-3.0-only")).unwrap(),
            "its licence is `AGPL-3.0-only`, which is not allowed"
        );
        assert_eq!(
            fault(Some("LicenseRef-Ours AND MIT")).unwrap(),
            "its licence is `LicenseRef-Ours AND MIT`, which is not allowed"
        );
    }

    #[test]
    fn no_licence_and_no_expression_are_faults() {
        assert_eq!(fault(None).unwrap(), "it names no licence");
        assert_eq!(
            fault(Some("MIT OR")).unwrap(),
            "its licence is `MIT OR`, which is not a valid SPDX expression: \
             it ends where a licence should stand"
        );
    }
}
