//! The active states of the room's own machines that an inspector may show.

use super::{Phase, Room};
use crate::game::Game;
use crate::matches::{Match, ShownStates};

impl<G: Game> Room<G> {
    /// The active states of the room's own machines, grouped by machine, the room's first. Empty
    /// while a match runs, because they would reveal which players are stand-ins.
    pub fn own_states(&self) -> Vec<ShownStates<'_>> {
        let phase = self.phase();
        if phase == Phase::Playing {
            return vec![];
        }
        // Stand-ins keep their seats until the vote (MM-53), and their connections would reveal
        // them (MM-66).
        let connections_are_told = matches!(phase, Phase::Lobby | Phase::Voting | Phase::Countdown);
        let mut shown = Vec::<ShownStates<'_>>::new();
        self.chart.chart.each_leaf(&self.flow, &mut |machine, path| {
            if !connections_are_told && path.starts_with("connection.") {
                return;
            }
            match shown.last_mut().filter(|last| last.machine == machine) {
                Some(last) => last.states.push(path),
                None => shown.push(ShownStates { machine, states: vec![path] }),
            }
        });
        shown
    }
}

/// The paths of the active states of the room's machines for a match in this position. Only what
/// the match determines is included: a save contains nothing about connections.
pub fn states_around<G: Game>(game: &Match<G>) -> Vec<String> {
    if game.outcome().is_some() {
        return vec!["flow.gameOver/gameOverMachine/showingResults".to_owned()];
    }
    let stage = G::STAGES.get(G::stage(game.position())).or(G::STAGES.first());
    stage.map(|stage| format!("flow.{stage}")).into_iter().collect()
}
