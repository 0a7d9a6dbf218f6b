//! What an inspector may light of the room's own machines.

use super::{Phase, Room};
use crate::game::Game;
use crate::matches::{Match, ShownStates};

impl<G: Game> Room<G> {
    /// The active states of the room's own machines, by machine, the room's first. While a match runs
    /// there are none: they would tell who stands in for whom.
    pub fn own_states(&self) -> Vec<ShownStates<'_>> {
        let phase = self.phase();
        if phase == Phase::Playing {
            return vec![];
        }
        // Stand-ins sit there until the vote (MM-53), and their connections would give them away (MM-66).
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

/// The paths of the states that the room's own machines are in while its match stands so. Only what
/// follows from the match is here: a save tells nothing of connections.
pub fn states_around<G: Game>(game: &Match<G>) -> Vec<String> {
    if game.outcome().is_some() {
        return vec!["flow.gameOver/gameOverMachine/showingResults".to_owned()];
    }
    let stage = G::STAGES.get(G::stage(game.position())).or(G::STAGES.first());
    stage.map(|stage| format!("flow.{stage}")).into_iter().collect()
}
