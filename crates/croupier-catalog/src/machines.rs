//! The machines of a game: its flow, and whatever runs inside or around it.

use croupier_chart::run::AnyChart;
use croupier_kit::game::{Error, ErrorKind, Game};
use croupier_kit::room;

/// The machines of a game by name, its own first. A machine is named after its chart's id; if that
/// is taken, the owner's name is prefixed: `room.game`.
#[derive(Debug)]
pub struct Machines {
    game: &'static str,
    list: Vec<Listed>,
}

#[derive(Debug)]
struct Listed {
    name: String,
    owner: &'static str,
    chart: &'static dyn AnyChart,
}

impl Machines {
    /// Every chart that a table of this game runs. Those of the platform come after the game's own,
    /// so that these get the plain names.
    pub(crate) fn of<G: Game>(options: &G::Options) -> Self {
        let flow: &'static dyn AnyChart = G::flow(options);
        Self::new(G::NAME, [("match", flow), ("room", room::machine::<G>())])
    }

    /// The charts of a game, each with the name of its owner and with everything it invokes. A
    /// machine that several of them run is listed once.
    pub fn new(
        game: &'static str,
        charts: impl IntoIterator<Item = (&'static str, &'static dyn AnyChart)>,
    ) -> Self {
        let mut machines = Self { game, list: vec![] };
        for (owner, chart) in charts {
            for machine in chart.machines() {
                machines.add(owner, machine);
            }
        }
        machines
    }

    fn add(&mut self, owner: &'static str, chart: &'static dyn AnyChart) {
        if self.name_of(chart).is_some() {
            return;
        }
        let mut name = chart.id().to_owned();
        while self.get(&name).is_some() {
            name = format!("{owner}.{name}");
        }
        self.list.push(Listed { name, owner, chart });
    }

    fn get(&self, name: &str) -> Option<&'static dyn AnyChart> {
        self.list.iter().find(|listed| listed.name == name).map(|listed| listed.chart)
    }

    /// The name of a machine, if it is listed.
    pub fn name_of(&self, chart: &dyn AnyChart) -> Option<&str> {
        let is_it = |it: &&Listed| it.chart.id() == chart.id() && it.chart.hash() == chart.hash();
        self.list.iter().find(is_it).map(|listed| listed.name.as_str())
    }

    /// The owner of each machine.
    pub fn owners(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.list.iter().map(|listed| listed.owner)
    }

    /// The names of the machines.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.list.iter().map(|listed| listed.name.as_str())
    }

    /// The charts, in the order of their [`names`](Self::names).
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static dyn AnyChart> {
        self.list.iter().map(|listed| listed.chart)
    }

    /// The machine with this name, or the game's own. If there is none, the error suggests a
    /// similar name and lists all.
    pub fn find(&self, name: Option<&str>) -> Result<&'static dyn AnyChart, Error> {
        // Every game has a flow.
        let Some(name) = name else { return Ok(self.list[0].chart) };
        self.get(name).ok_or_else(|| {
            let names = self.names().collect::<Vec<_>>().join(", ");
            let game = self.game;
            let message = match self.nearest(name) {
                Some(near) => {
                    format!("{game} has no machine {name:?}; did you mean {near:?}? It has {names}")
                }
                None => format!("{game} has no machine {name:?}; it has {names}"),
            };
            Error::new(ErrorKind::InvalidChoice, "unknown_machine", message)
        })
    }

    /// The name that `written` is probably a typo of, ignoring case and separators.
    fn nearest(&self, written: &str) -> Option<&str> {
        let bare = |name: &str| name.to_lowercase().replace(['-', '_', ' '], "");
        let written = bare(written);
        let rated =
            self.names().map(|name| (strsim::damerau_levenshtein(&written, &bare(name)), name));
        let (distance, name) = rated.min()?;
        (distance <= (written.len() / 3).max(1)).then_some(name)
    }
}
