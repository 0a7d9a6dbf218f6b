//! The files of a new crate. The templates are files in `templates/`, in which `your-game` and its
//! other spellings are placeholders for the name.

use std::path::Path;

use clap::ValueEnum;

use super::checkout::Checkout;
use super::name::Name;
use crate::error::CliError;

/// The game that a new crate begins with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// Play a card that fits on the pile, or draw; the first player without cards wins
    #[default]
    Shedding,
    /// Lead a card, the others follow suit, the highest card takes the trick; most tricks win
    Tricks,
}

/// The name of a file, and its template.
type File = (&'static str, &'static str);

/// The files that all templates share.
const SHARED: [File; 7] = [
    (".gitignore", include_str!("../../templates/gitignore")),
    ("Cargo.toml", include_str!("../../templates/Cargo.toml.in")),
    ("README.md", include_str!("../../templates/README.md")),
    ("rustfmt.toml", include_str!("../../templates/rustfmt.toml")),
    ("src/main.rs", include_str!("../../templates/src/main.rs")),
    ("tests/conformance.rs", include_str!("../../templates/tests/conformance.rs")),
    ("tests/scenarios.rs", include_str!("../../templates/tests/scenarios.rs")),
];

/// A file of one template.
macro_rules! file {
    ($template:literal, $name:literal) => {
        ($name, include_str!(concat!("../../templates/", $template, "/", $name)))
    };
}

const SHEDDING: [File; 3] = [
    file!("shedding", "src/lib.rs"),
    file!("shedding", "scenarios/last-card.json"),
    file!("shedding", "scenarios/suit-or-rank.json"),
];

const TRICKS: [File; 3] = [
    file!("tricks", "src/lib.rs"),
    file!("tricks", "scenarios/following-suit.json"),
    file!("tricks", "scenarios/last-trick.json"),
];

impl Template {
    fn files(self) -> &'static [File] {
        match self {
            Self::Shedding => &SHEDDING,
            Self::Tricks => &TRICKS,
        }
    }
}

/// Files that are copied from the checkout, so that the crate is built with the same compiler and
/// with the same versions of its dependencies as Croupier.
const TAKEN_OVER: [&str; 2] = ["Cargo.lock", "rust-toolchain.toml"];

/// The files of a crate of this name.
pub(crate) fn files(
    template: Template,
    name: &Name,
    checkout: &Checkout,
) -> Result<Vec<(&'static str, String)>, CliError> {
    let path = checkout.path()?;
    let fill = |text: &str| {
        text.replace("your-game", name.kebab())
            .replace("your_game", &name.snake())
            .replace("YourGame", &name.pascal())
            .replace("Your Game", &name.title())
            .replace("CROUPIER", &path)
    };
    let made = SHARED.iter().chain(template.files()).map(|(file, text)| (*file, fill(text)));
    let taken = TAKEN_OVER.iter().filter_map(|file| Some((*file, checkout.read(file)?)));
    let mut files: Vec<_> = made.chain(taken).collect();
    files.sort_by_key(|(file, _)| *file);
    Ok(files)
}

/// Whether the code of a template uses this identifier, so that a game cannot have this name.
pub(crate) fn has_word(word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let templates = Template::value_variants().iter().flat_map(|template| template.files());
    let rules =
        templates.filter(|(file, _)| Path::new(file).extension().is_some_and(|it| it == "rs"));
    let code = rules
        .flat_map(|(_, text)| text.lines())
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(|c| !is_part(c))).any(|used| used == word)
}
