//! The files of a new crate. They are real files, in `templates/`, in which `your-game` and its
//! other spellings stand for the name.

use super::checkout::Checkout;
use super::name::Name;
use crate::fault::CliError;

const RULES: &str = include_str!("../../templates/src/lib.rs");

/// Every file: its name, and the template.
const FILES: [(&str, &str); 10] = [
    (".gitignore", include_str!("../../templates/gitignore")),
    ("Cargo.toml", include_str!("../../templates/Cargo.toml.in")),
    ("README.md", include_str!("../../templates/README.md")),
    ("rustfmt.toml", include_str!("../../templates/rustfmt.toml")),
    ("scenarios/last-card.json", include_str!("../../templates/scenarios/last-card.json")),
    ("scenarios/suit-or-rank.json", include_str!("../../templates/scenarios/suit-or-rank.json")),
    ("src/lib.rs", RULES),
    ("src/main.rs", include_str!("../../templates/src/main.rs")),
    ("tests/conformance.rs", include_str!("../../templates/tests/conformance.rs")),
    ("tests/scenarios.rs", include_str!("../../templates/tests/scenarios.rs")),
];

/// What is taken over from the checkout, so that the crate is built as Croupier is: with the same
/// compiler, and with versions of other crates that are known to go together.
const TAKEN_OVER: [&str; 2] = ["Cargo.lock", "rust-toolchain.toml"];

/// The files of a crate of this name.
pub(crate) fn files(
    name: &Name,
    checkout: &Checkout,
) -> Result<Vec<(&'static str, String)>, CliError> {
    let path = checkout.path()?;
    let fill = |template: &str| {
        template
            .replace("your-game", name.kebab())
            .replace("your_game", &name.snake())
            .replace("YourGame", &name.pascal())
            .replace("Your Game", &name.title())
            .replace("CROUPIER", &path)
    };
    let made = FILES.iter().map(|(file, template)| (*file, fill(template)));
    let taken = TAKEN_OVER.iter().filter_map(|file| Some((*file, checkout.read(file)?)));
    let mut files: Vec<_> = made.chain(taken).collect();
    files.sort_by_key(|(file, _)| *file);
    Ok(files)
}

/// Whether the rules use a word, so that nothing else can be called that.
pub(crate) fn has_word(word: &str) -> bool {
    let code = RULES.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.flat_map(|line| line.split(|c| !is_part(c))).any(|used| used == word)
}
