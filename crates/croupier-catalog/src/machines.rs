//! The machines of a game: its flow, and whatever runs inside or around it.

use croupier_chart::AnyChart;
use croupier_kit::game::{Error, ErrorKind};

/// The machines of a game by name, its own first. A machine is called by its chart's id; where that
/// is taken by another one, by its owner's name as well: `room.game`.
#[derive(Debug)]
pub struct Machines {
    game: &'static str,
    list: Vec<Listed>,
}

#[derive(Debug)]
struct Listed {
    name: String,
    chart: &'static dyn AnyChart,
}

impl Machines {
    /// The charts of a game, each with the name of its owner and with all that it
    /// invokes. However many of them run a machine, it is listed once.
    pub(crate) fn new(
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

    fn add(&mut self, owner: &str, chart: &'static dyn AnyChart) {
        let is_same =
            |known: &dyn AnyChart| known.id() == chart.id() && known.hash() == chart.hash();
        if self.list.iter().any(|listed| is_same(listed.chart)) {
            return;
        }
        let mut name = chart.id().to_owned();
        while self.get(&name).is_some() {
            name = format!("{owner}.{name}");
        }
        self.list.push(Listed { name, chart });
    }

    fn get(&self, name: &str) -> Option<&'static dyn AnyChart> {
        self.list.iter().find(|listed| listed.name == name).map(|listed| listed.chart)
    }

    /// What the machines are called.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.list.iter().map(|listed| listed.name.as_str())
    }

    /// The machines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static dyn AnyChart> {
        self.list.iter().map(|listed| listed.chart)
    }

    /// The machine of this name, or the game's own. The error for one that is not there names what
    /// may have been meant, and what there is.
    pub fn find(&self, name: Option<&str>) -> Result<&'static dyn AnyChart, Error> {
        // A game has a flow, whatever else it has.
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

    /// The name that `written` is a slip of, if there is one. How it is spaced does not count.
    fn nearest(&self, written: &str) -> Option<&str> {
        let bare = |name: &str| name.to_lowercase().replace(['-', '_', ' '], "");
        let written = bare(written);
        let rated =
            self.names().map(|name| (strsim::damerau_levenshtein(&written, &bare(name)), name));
        let (distance, name) = rated.min()?;
        (distance <= (written.len() / 3).max(1)).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use croupier_chart::{
        Actor, ChildDef, Definition, Machine, Millis, Never, Wiring, final_state, slot, state,
    };

    use super::*;

    struct Leaf;
    impl Machine for Leaf {
        type Trigger = Never;
        type Context = ();
        type Children = ();
        type Rules = ();
        type Emit = ();
        type Output = ();
    }

    struct Tree;
    #[derive(Debug, Clone, Default)]
    struct Leaves {
        leaf: Option<Actor<Leaf>>,
    }
    impl Machine for Tree {
        type Trigger = Never;
        type Context = ();
        type Children = Leaves;
        type Rules = ();
        type Emit = ();
        type Output = ();
    }

    /// A chart that invokes one of this id, which waits for so long.
    fn tree(id: &'static str, leaf: &'static str, span: Millis) -> &'static dyn AnyChart {
        let root =
            state("leaf").initial("a").child(state("a").after(span, "z")).child(final_state("z"));
        let leaf = Definition::<Leaf>::new(leaf, root).compile().expect("sound");
        let leaf = ChildDef::<Tree, Leaf>::new("leaf", leaf, slot!(leaf), Wiring::shared(), |_| ());
        let root = state("tree").initial("a").child(state("a").invoke(leaf));
        Box::leak(Box::new(Definition::new(id, root).compile().expect("sound")))
    }

    fn names(machines: &Machines) -> Vec<&str> {
        machines.names().collect()
    }

    #[test]
    fn machines_of_several_charts_make_one_list() {
        let game = ("match", tree("chess", "turn", Millis(5)));
        let machines = Machines::new("Chess", [game, ("room", tree("game", "lobby", Millis(5)))]);
        assert_eq!(names(&machines), ["chess", "turn", "game", "lobby"]);
        assert_eq!(machines.find(None).unwrap().id(), "chess");
        assert_eq!(machines.find(Some("lobby")).unwrap().id(), "lobby");
        let ids: Vec<_> = machines.iter().map(AnyChart::id).collect();
        assert_eq!(ids, names(&machines));
    }

    #[test]
    fn what_two_charts_share_is_listed_once_and_what_only_sounds_alike_twice() {
        let game = ("match", tree("game", "turn", Millis(5)));
        let machines = Machines::new("Chess", [game, ("room", tree("room", "turn", Millis(5)))]);
        assert_eq!(names(&machines), ["game", "turn", "room"]);
        let machines = Machines::new("Chess", [game, ("room", tree("game", "turn", Millis(7)))]);
        assert_eq!(names(&machines), ["game", "turn", "room.game", "room.turn"]);
        let text = |name| machines.find(Some(name)).unwrap().export(crate::Format::Text);
        assert!(text("turn").contains("after 5 ms") && text("room.turn").contains("after 7 ms"));
    }

    #[test]
    fn a_slip_is_recognised_and_a_guess_is_not() {
        let machines = Machines::new("Chess", [("match", tree("chess", "mayIWindow", Millis(5)))]);
        let why = |name| machines.find(Some(name)).unwrap_err().message;
        for slip in ["mayiwindow", "may-i-window", "MayIWindw"] {
            let expected = format!(
                "Chess has no machine {slip:?}; did you mean \"mayIWindow\"? It has chess, mayIWindow"
            );
            assert_eq!(why(slip), expected);
        }
        assert_eq!(why("lobby"), "Chess has no machine \"lobby\"; it has chess, mayIWindow");
    }
}
