//! What can be asked for. The names here are a contract: scripts rely on them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use croupier_bots::{LEVELS, bot_names};
use croupier_catalog::{Format, OptionChoice};
use serde_json::Value;

/// Write a card game's rules once; Croupier deals, referees, remembers and replays
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

Results go to the output, complaints to the error stream as `error[code]: sentence`.
Ends with 0, with 1 when a check failed, with 2 when it was asked for what cannot be done."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Games(GamesArgs),
    Chart(ChartArgs),
    Sim(SimArgs),
    Arena(ArenaArgs),
    Scenario(ScenarioArgs),
    Replay(ReplayArgs),
    /// Look at saves, check them, bring them up to date
    #[command(subcommand)]
    Save(SaveCommand),
    New(crate::new::NewArgs),
}

/// Play a game in the terminal, against bots
///
/// You sit at the first seat. In a terminal there is a screen: arrows or the mouse choose, ? helps.
/// Where input or output is no terminal, or with --plain, there are lines: what happened, the board
/// and numbered choices go out, one answer a line comes in. An answer is the number of a choice; `c`
/// and the numbers of cards for what is put together (`c 1 4 7 / 2 3 5 6`, a slash between groups);
/// an action as JSON; or b for the board, d N for what choice N means, h for a hint, u to take back,
/// w to wait, s to save, q to leave, ? for help. An answer that makes no sense is explained and asked
/// for again. When the input ends, so does the match, saved if --save or --load is given.
///
/// Ends with 0 when the match is over or left, also by the end of the input, with 1 when something
/// broke, with 2 when it was asked for what cannot be done.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier play min-or-max
  croupier play innovation --bots medium --save evening.json
  croupier play may-i --seats 4 --bots greedy,easy,medium
  croupier play innovation --load evening.json
  yes 1 | croupier play rush --seed 7")]
pub(crate) struct PlayArgs {
    /// The game's id, as `croupier games` lists it
    pub(crate) game: String,
    /// How many seats, yours included; one more than there are bots, or the game's fewest
    #[arg(long, value_name = "K", conflicts_with = "load")]
    pub(crate) seats: Option<usize>,
    #[arg(
        long,
        help = format!(
            "Who plays the other seats: {}, or house for a seat that the game plays itself; the \
             last name serves all seats that are left",
            bots_in_words()
        ),
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "greedy",
        conflicts_with = "load"
    )]
    pub(crate) bots: Vec<String>,
    /// Where chance comes from; another deal every time if it is not given
    #[arg(long, value_name = "S", conflicts_with = "load")]
    pub(crate) seed: Option<u64>,
    /// Go on with a saved match, and save it there again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "set"])]
    pub(crate) load: Option<PathBuf>,
    /// Save the match here whenever you leave, however you leave; compressed if it ends in .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Lines of text instead of a screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Bots act at once, and nobody waits for what comes by itself
    #[arg(long)]
    pub(crate) fast: bool,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

/// List the games with their seats, options and presets
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier games
  croupier games --json")]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Show a game's flow as a statechart
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier chart rush
  croupier chart rush --format mermaid > rush.mmd
  croupier chart rush --preset online --format xstate")]
pub(crate) struct ChartArgs {
    /// The game's id, as `croupier games` lists it
    pub(crate) game: String,
    /// Which of the game's machines; its own if none is named
    #[arg(long, value_name = "M")]
    pub(crate) machine: Option<String>,
    /// How it is written down
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ChartFormat::Text)]
    pub(crate) format: ChartFormat,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ChartFormat {
    /// A diagram for Markdown pages
    Mermaid,
    /// A diagram for Graphviz
    Dot,
    /// The W3C's XML
    Scxml,
    /// A configuration for XState v5, as JSON
    Xstate,
    /// An outline
    Text,
}

impl From<ChartFormat> for Format {
    fn from(format: ChartFormat) -> Self {
        match format {
            ChartFormat::Mermaid => Self::Mermaid,
            ChartFormat::Dot => Self::Dot,
            ChartFormat::Scxml => Self::Scxml,
            ChartFormat::Xstate => Self::Xstate,
            ChartFormat::Text => Self::Text,
        }
    }
}

/// Play many games and count what happens
///
/// Game i has a seed that follows from the seed and i, so the same command gives the same games
/// and the same hash on every machine and on any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier sim rush --games 100000 --seats 2 --bots random,random --seed 1 --json
  croupier sim data-war --games 20000 --preset bench --threads 1
  croupier sim rush --games 5000 --set hand_size=5
  croupier sim rush --games 1 --seed 7 --save seven.json")]
pub(crate) struct SimArgs {
    /// The game's id, as `croupier games` lists it
    pub(crate) game: String,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// How many seats; as many as there are bots, or the game's fewest
    #[arg(long, value_name = "K")]
    pub(crate) seats: Option<usize>,
    #[arg(
        long,
        help = format!(
            "Who plays: {}, or house for a seat that the game plays itself; one name serves all",
            bots_in_words()
        ),
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "random"
    )]
    pub(crate) bots: Vec<String>,
    /// Where the games' seeds come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads; as many as there are cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Also write the first game as a save, to be looked at and replayed
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Compare bots: who wins how often
///
/// Every deal is played in all rotations of the seats. All bots sit at one table; if they are too
/// many for one, all pairs of them play. The same command gives the same result on every machine and
/// on any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier arena rush --bots greedy,random --games 4000
  croupier arena rush --bots medium,greedy,greedy,greedy --games 400 --json
  croupier arena data-war --bots random,greedy,easy,medium --games 600 --csv
  croupier arena rush --bots search:500,search:5000 --games 200 --preset flip")]
pub(crate) struct ArenaArgs {
    /// The game's id, as `croupier games` lists it
    pub(crate) game: String,
    #[arg(
        long,
        help = format!("Who plays; the same bot may be named several times: {}", bots_explained()),
        value_name = "A,B,…",
        value_delimiter = ',',
        required = true
    )]
    pub(crate) bots: Vec<String>,
    /// How many games in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// How many sit at a table; as many as there are bots, or two if they are too many
    #[arg(long, value_name = "K")]
    pub(crate) seats: Option<usize>,
    /// Where the games' seeds come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads; as many as there are cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Print a table of comma-separated values and nothing else
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

/// Run scenarios: an arrangement, steps, and what must come of them
///
/// A FILE is a JSON file with a scenario or a list of them, a Markdown file with scenarios in its
/// fenced json blocks, or a folder, which stands for all JSON files in it. A scenario that names no
/// game is of the game that the file or its folder is named after.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier scenario docs/specs/scenarios
  croupier scenario docs/specs/scenarios/rush/opening.json --json
  croupier scenario docs/specs/innovation.md")]
pub(crate) struct ScenarioArgs {
    /// What to run
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Play a saved match again from the deal
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier replay evening.json --verify
  croupier replay evening.json --until 12 --json
  croupier replay evening.json --until 12 --save before-the-mistake.json")]
pub(crate) struct ReplayArgs {
    /// The save
    pub(crate) file: PathBuf,
    /// Fail unless it ends as it was saved
    #[arg(long, conflicts_with = "until")]
    pub(crate) verify: bool,
    /// Stop after this many inputs and show the position
    #[arg(long, value_name = "N")]
    pub(crate) until: Option<usize>,
    /// Write the match as it then stands as a save, to be gone on with
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:
  croupier save inspect evening.json
  croupier save verify evening.json --json
  croupier save migrate evening.json")]
pub(crate) enum SaveCommand {
    /// Tell what a save says of itself
    Inspect(SaveArgs),
    /// Check that a save is whole, loads, and replays to where it says it stands
    Verify(SaveArgs),
    /// Write a save in today's format under today's rules; the old one is kept as FILE.bak
    Migrate(MigrateArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SaveArgs {
    /// The save
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// The save
    pub(crate) file: PathBuf,
    /// Write here instead, and leave FILE as it is
    #[arg(long = "output", value_name = "OUT")]
    pub(crate) output_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// What is chosen before the deal
#[derive(Debug, Args)]
pub(crate) struct OptionArgs {
    /// A named set of options; the game's first if none is named
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// An option that differs from it; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, Value)>,
}

impl OptionArgs {
    pub(crate) fn choice(&self) -> OptionChoice {
        OptionChoice { preset: self.preset.clone(), set: self.set.iter().cloned().collect() }
    }
}

/// A value is JSON where it can be read as such, and a word where it cannot.
fn key_and_value(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("it has no `=`")?;
    if key.is_empty() {
        return Err("it has no key".to_owned());
    }
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok((key.to_owned(), value))
}

/// The names of all bots.
fn bots_in_words() -> String {
    let names: Vec<_> = bot_names().collect();
    format!("{} for N iterations", names.join(", "))
}

/// The same, and what each of them does.
fn bots_explained() -> String {
    let levels = LEVELS.iter().map(|level| format!("{} ({})", level.name, level.about));
    let levels: Vec<_> = levels.collect();
    format!("{}, or search:N (a search of N iterations)", levels.join(", "))
}

/// How results are written
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Print one JSON object and nothing else
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
