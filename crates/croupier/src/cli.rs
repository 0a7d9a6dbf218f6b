//! The command line, and arguments that several commands share. Each command defines its own
//! arguments. The names are a contract: scripts rely on them.

use clap::{Args, Parser};
use croupier_bots::{LEVELS, bot_names};
use croupier_catalog::OptionChoice;
use serde_json::Value;

use crate::Command;

/// Write a card game's rules once; Croupier deals, referees, saves and replays
#[derive(Debug, Parser)]
#[command(
    name = "croupier",
    version,
    term_width = 100,
    after_help = "Examples:
  croupier games
  croupier play min-or-max
  croupier sim rush --games 100000 --seats 2 --seed 1
  croupier arena rush --bots greedy,random --games 1000
  croupier scenario docs/specs/scenarios

Results go to stdout, errors to stderr as `error[code]: sentence`.
With --json, stdout is always one JSON object; after an error it has an `error` with `code` and
`message`.
Exit status: 0 on success, 1 if a check failed, 2 if the request was invalid."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Game options
#[derive(Debug, Args)]
pub(crate) struct OptionArgs {
    /// Named set of options; defaults to the game's first, or at a table to its table preset
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Override one option of the preset; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, Value)>,
}

impl OptionArgs {
    pub(crate) fn choice(&self) -> OptionChoice {
        OptionChoice { preset: self.preset.clone(), set: self.set.iter().cloned().collect() }
    }
}

/// Parses `key=value`. The value is JSON if it parses as such, and a string otherwise.
fn key_and_value(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("it has no `=`")?;
    if key.is_empty() {
        return Err("it has no key".to_owned());
    }
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok((key.to_owned(), value))
}

/// The names of all bots.
pub(crate) fn bots_in_words() -> String {
    let names: Vec<_> = bot_names().collect();
    format!("{} for N iterations", names.join(", "))
}

/// The same, with descriptions.
pub(crate) fn bots_explained() -> String {
    let levels = LEVELS.iter().map(|level| format!("{} ({})", level.name, level.about));
    let levels: Vec<_> = levels.collect();
    format!("{}, or search:N (a search of N iterations)", levels.join(", "))
}

/// Output format
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Print exactly one JSON object; errors are reported in its `error` field
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_of_every_command_has_examples() {
        fn check(command: &mut clap::Command) -> usize {
            let name = command.get_name().to_owned();
            for help in [command.render_help(), command.render_long_help()] {
                let help = help.to_string();
                assert!(help.contains("Examples:\n  croupier "), "{name}: {help}");
            }
            let commands = command.get_subcommands_mut().filter(|it| it.get_name() != "help");
            1 + commands.map(check).sum::<usize>()
        }
        assert!(check(&mut Cli::command()) > 12);
    }

    #[test]
    fn values_are_json_or_words() {
        let read = |text| key_and_value(text).unwrap().1;
        assert_eq!(read("a=7"), json!(7));
        assert_eq!(read("a=flip"), json!("flip"));
        assert_eq!(read("a=[1,\"x\"]"), json!([1, "x"]));
        assert_eq!(read("a=b=c"), json!("b=c"));
        assert_eq!(read("a="), json!(""));
        assert!(key_and_value("a").is_err());
        assert!(key_and_value("=7").is_err());
    }
}
