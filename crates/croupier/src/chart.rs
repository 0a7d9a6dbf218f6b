//! `croupier chart`: a game's flow.

use croupier_catalog::Catalog;

use crate::cli::ChartArgs;
use crate::console::Console;
use crate::fault::Fault;

pub(crate) fn run(catalog: &Catalog, args: &ChartArgs, console: &mut Console) -> Result<(), Fault> {
    let game = catalog.find(&args.game).map_err(Fault::asked)?;
    let charts = game.charts(&args.options.choice(), args.format.into()).map_err(Fault::asked)?;
    let wanted = match &args.machine {
        None => charts.first(),
        Some(name) => charts.iter().find(|chart| chart.machine == *name),
    };
    let chart = wanted.ok_or_else(|| {
        let names: Vec<_> = charts.iter().map(|chart| chart.machine.as_str()).collect();
        let name = args.machine.as_deref().unwrap_or_default();
        let names = names.join(", ");
        Fault::misuse(
            "unknown_machine",
            format!("{} has no machine {name:?}; it has {names}", game.name()),
        )
    })?;
    let end = if chart.text.ends_with('\n') { "" } else { "\n" };
    console.print(&format!("{}{end}", chart.text))
}
