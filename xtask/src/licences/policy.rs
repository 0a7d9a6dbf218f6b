//! Which licences are accepted. A change here is a decision: give the reason in the row and in the
//! commit.

/// The licences that we accept for third-party parts, by their SPDX names, and what each requires.
/// We comply by distributing `NOTICES.md` with the program.
pub(crate) const ALLOWED: [(&str, &str); 10] = [
    ("MIT", "keep the notice"),
    ("Apache-2.0", "keep the notices and the text; it also grants patents"),
    ("Apache-2.0 WITH LLVM-exception", "like Apache-2.0, with less to keep in a program"),
    ("BSD-2-Clause", "keep the notice"),
    ("BSD-3-Clause", "keep the notice, and do not advertise with the authors' names"),
    ("BSL-1.0", "Boost's: keep the notice where sources are handed on"),
    ("ISC", "keep the notice"),
    ("OFL-1.1", "fonts: hand the text on with them, and do not sell them alone"),
    ("Unicode-3.0", "keep the notice with the tables that are made from Unicode's data"),
    ("Zlib", "do not claim to have written it"),
];

/// What a part's own folder does not say, or says in an unusual place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The part's name; applies to all its versions.
    pub(crate) part: &'static str,
    pub(crate) says: Saying,
    pub(crate) why: &'static str,
}

/// Where the licence text is, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Saying {
    /// This file is a licence text, too.
    Take(&'static str),
    /// This file is a licence text up to this line; the rest concerns things that are not embedded.
    TakeUntil(&'static str, &'static str),
    /// This file looks like a licence text but does not apply to us.
    Leave(&'static str),
    /// There is none; it is the text of this other part.
    SameAs(&'static str),
}

/// Files in a crate's subfolders belong to code that the crate bundles, so each must be mentioned
/// here; so must a crate without any licence text.
pub(crate) const REMARKS: [Remark; 13] = [
    Remark {
        part: "async-nats",
        says: Saying::SameAs("nkeys"),
        why: "packaged without the text; it is Apache-2.0, which nkeys has word for word",
    },
    Remark {
        part: "libmimalloc-sys",
        says: Saying::Leave("c_src/mimalloc/v2/LICENSE"),
        why: "an older version of the C library inside, which is not linked",
    },
    Remark {
        part: "libmimalloc-sys",
        says: Saying::Take("c_src/mimalloc/v3/LICENSE"),
        why: "the C library inside, which is linked into the program",
    },
    Remark {
        part: "r-efi",
        says: Saying::Take("AUTHORS"),
        why: "its licences and its copyright stand in the list of its authors",
    },
    Remark {
        part: "regex-syntax",
        says: Saying::Take("src/unicode_tables/LICENSE-UNICODE"),
        why: "the tables that it makes from Unicode's data",
    },
    Remark {
        part: "ring",
        says: Saying::Take("src/polyfill/once_cell/LICENSE-APACHE"),
        why: "a cell inside, offered under either licence",
    },
    Remark {
        part: "ring",
        says: Saying::Take("src/polyfill/once_cell/LICENSE-MIT"),
        why: "a cell inside, offered under either licence",
    },
    Remark {
        part: "ring",
        says: Saying::Take("third_party/fiat/LICENSE"),
        why: "the arithmetic of curves inside, which is linked into the program",
    },
    Remark {
        part: "tracing-core",
        says: Saying::Take("src/spin/LICENSE"),
        why: "a lock inside, for systems without the standard library",
    },
    Remark {
        part: "winapi-i686-pc-windows-gnu",
        says: Saying::SameAs("winapi"),
        why: "made from the same repository, packaged without the text",
    },
    Remark {
        part: "winapi-x86_64-pc-windows-gnu",
        says: Saying::SameAs("winapi"),
        why: "made from the same repository, packaged without the text",
    },
    Remark {
        part: "zstd-sys",
        says: Saying::Take("zstd/LICENSE"),
        why: "the C library inside, which is linked into the program",
    },
    Remark {
        part: "zstd-sys",
        says: Saying::Leave("zstd/COPYING"),
        why: "the C library is offered under BSD-3-Clause or GPL-2.0; we take the former",
    },
];

/// The same for npm packages.
pub(crate) const NPM_REMARKS: [Remark; 1] = [Remark {
    part: "vite",
    says: Saying::TakeUntil("LICENSE.md", "# Licenses of bundled dependencies"),
    why: "a few lines of its own load chunks; the rest of the file is about code that runs at build time",
}];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{super::expression::Expression, *};

    #[test]
    fn every_row_is_one_licence_with_a_reason_and_stands_once() {
        for (licence, why) in ALLOWED {
            let expression = Expression::parse(licence).unwrap();
            assert!(matches!(expression, Expression::Licence(_)), "{licence}");
            assert!(!why.is_empty(), "{licence}");
        }
        assert_eq!(
            ALLOWED.iter().map(|(name, _)| name).collect::<BTreeSet<_>>().len(),
            ALLOWED.len()
        );
    }

    #[test]
    fn remarks_have_reasons() {
        let all = REMARKS.iter().chain(&NPM_REMARKS);
        assert!(all.into_iter().all(|remark| !remark.why.is_empty()));
    }
}
