//! Everything that determines how a match continues, for comparing copies.

use croupier_chart::run::Saved;

use crate::cards::fingerprint;
use crate::game::Game;
use crate::matches::Clocks;
use crate::matches::Match;

/// The complete state of a match: cards, flow, dice and clocks.
#[derive(Debug, PartialEq)]
pub(super) struct Continuation<G: Game> {
    state: G::State,
    hash: u64,
    flow: Saved,
    /// A fingerprint of the dice and their position.
    dice: u64,
    clocks: Clocks,
}

impl<G: Game> Continuation<G> {
    pub(super) fn of(game: &Match<G>) -> Self {
        Self {
            state: game.state().clone(),
            hash: game.hash(),
            flow: game.chart.save(&game.flow),
            dice: fingerprint(&game.rules.dice),
            clocks: game.clocks.clone(),
        }
    }

    /// Fails and names the part that differs.
    pub(super) fn must_be(&self, other: &Self, what: &str) {
        assert_eq!(self.state, other.state, "{what}: the states differ");
        assert_eq!(self.flow, other.flow, "{what}: the flows differ");
        assert_eq!(self.clocks, other.clocks, "{what}: the turn clocks differ");
        assert_eq!(self.dice, other.dice, "{what}: the dice differ");
        assert_eq!(self.hash, other.hash, "{what}: equal states have different hashes");
    }
}
