//! `croupier chart`: a game's flow.

use std::fmt::Write as _;

use croupier_catalog::{Catalog, Format};

use crate::cli::ChartArgs;
use crate::console::{Console, FAINT};
use crate::fault::CliError;

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
