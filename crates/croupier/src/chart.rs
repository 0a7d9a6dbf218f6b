//! `croupier chart`: a game's flow.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use croupier_catalog::{Catalog, Format};

use crate::cli::OptionArgs;
use crate::console::{Console, FAINT};
use crate::fault::CliError;

/// Show a game's flow as a statechart
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier chart rush
  croupier chart rush --format mermaid > rush.mmd
  croupier chart rush --preset online --format xstate")]
pub(crate) struct ChartArgs {
    /// The game's id, as `croupier games` lists it
    game: String,
    /// Which of the game's machines; its own if none is named
    #[arg(long, value_name = "M")]
    machine: Option<String>,
    /// How it is written down
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ChartFormat::Text)]
    format: ChartFormat,
    #[command(flatten)]
    options: OptionArgs,
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

pub(crate) fn run(
    catalog: &Catalog,
    args: &ChartArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let machines = game.machines(&args.options.choice()).map_err(CliError::asked)?;
    let wanted = args.machine.as_deref();
    let machine = machines.find(wanted).map_err(CliError::asked)?;
    let format = args.format.into();
    let mut text = machine.export(format);
    // Only people read hints; the other formats go into files and other tools.
    if format == Format::Text && machines.names().len() > 1 {
        let shown = wanted.or(machines.names().next());
        let others: Vec<_> = machines.names().filter(|name| Some(*name) != shown).collect();
        let others = others.join(", ");
        let _ = writeln!(text, "{FAINT}Other machines: {others} (--machine NAME){FAINT:#}");
    }
    console.print(&text)
}
