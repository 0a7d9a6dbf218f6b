//! Why a command failed.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use croupier_kit::game::Error;

use crate::words::on_one_line;

/// An error: a code for programs, one sentence for people, and the exit code of the process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CliError {
    /// Codes may be added, but never renamed.
    pub(crate) code: Cow<'static, str>,
    pub(crate) sentence: String,
    pub(crate) exit: u8,
}

impl CliError {
    /// The request was invalid.
    pub(crate) fn misuse(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { code: code.into(), sentence: one_line(&sentence.into()), exit: 2 }
    }

    /// A check failed.
    pub(crate) fn check(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { exit: 1, ..Self::misuse(code, sentence) }
    }

    /// An error of the engine about the request.
    pub(crate) fn asked(error: Error) -> Self {
        Self { code: error.code, sentence: one_line(&error.message), exit: 2 }
    }

    /// An error of the engine about what was checked.
    pub(crate) fn found(error: Error) -> Self {
        Self { exit: 1, ..Self::asked(error) }
    }

    /// The same, prefixed with the place it is about.
    pub(crate) fn at(self, place: impl Display) -> Self {
        Self { sentence: one_line(&format!("{place}: {}", self.sentence)), ..self }
    }

    /// A file that cannot be read.
    pub(crate) fn unreadable(file: &str, why: &io::Error) -> Self {
        match why.kind() {
            io::ErrorKind::NotFound => {
                Self::misuse("file_missing", format!("there is no file {file}"))
            }
            _ => Self::misuse("file_io", format!("cannot read {file}: {why}")),
        }
    }

    /// Invalid arguments.
    pub(crate) fn usage(misuse: &clap::Error) -> Self {
        if misuse.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return Self::misuse("usage", "no command was given; see --help");
        }
        // The first paragraph says what is wrong; usage and hints about help follow it.
        let text = misuse.render().to_string();
        let said: Vec<_> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
        let said = said.join(" ");
        let said = said.trim_start_matches("error: ");
        let hint = suggestion(misuse)
            .map_or("see --help".to_owned(), |near| format!("did you mean {near:?}?"));
        Self::misuse("usage", format!("{said}; {hint}"))
    }
}

/// What was probably meant.
fn suggestion(misuse: &clap::Error) -> Option<&str> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    let found = [SuggestedArg, SuggestedSubcommand, SuggestedValue]
        .into_iter()
        .find_map(|kind| misuse.get(kind))?;
    match found {
        ContextValue::String(near) => Some(near),
        ContextValue::Strings(near) => near.first().map(String::as_str),
        _ => None,
    }
}

impl From<io::Error> for CliError {
    fn from(why: io::Error) -> Self {
        Self::check("output", format!("the output cannot be written: {why}"))
    }
}

/// Puts an error on one line, whatever the file that it quotes contains.
fn one_line(text: &str) -> String {
    on_one_line(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
