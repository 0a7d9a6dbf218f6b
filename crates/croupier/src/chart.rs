//! `croupier chart`: a game's flow.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use croupier_catalog::{Catalog, Format};

use crate::cli::OptionArgs;
use crate::console::{Console, FAINT};
use crate::error::CliError;

/// Show a game's flow as a statechart
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier chart rush
  croupier chart rush --format mermaid > rush.mmd
  croupier chart rush --preset online --format xstate")]
pub(crate) struct ChartArgs {
    /// Game id, as listed by `croupier games`
    game: String,
    /// Which of the game's machines to show; defaults to its main one
    #[arg(long, value_name = "M")]
    machine: Option<String>,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ChartFormat::Text)]
    format: ChartFormat,
    #[command(flatten)]
    options: OptionArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ChartFormat {
    /// Mermaid diagram, for Markdown pages
    Mermaid,
    /// Graphviz diagram
    Dot,
    /// SCXML, the W3C's XML format
    Scxml,
    /// XState v5 configuration, as JSON
    Xstate,
    /// Plain-text outline
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
    // Hints are for people; the other formats go to files and tools.
    if format == Format::Text && machines.names().len() > 1 {
        let shown = wanted.or(machines.names().next());
        let others: Vec<_> = machines.names().filter(|name| Some(*name) != shown).collect();
        let others = others.join(", ");
        let _ = writeln!(text, "{FAINT}Other machines: {others} (--machine NAME){FAINT:#}");
    }
    console.print(&text)
}
