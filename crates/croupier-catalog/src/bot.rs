//! Who plays the seats of a simulation.

use croupier_kit::{Dice, Game, Match, Seat};

/// Somebody who plays a seat without being a person.
///
/// One is made for every seat of every match. The driver holds the whole table; an implementation
/// for a bot that plays fairly shows its bot the seat's view and nothing else.
pub trait Chooser<G: Game>: Send {
    /// What to do now, for a seat that is being asked. None waits for the clock.
    fn choose(&mut self, table: &Match<G>, seat: Seat, dice: &mut Dice) -> Option<G::Action>;
}

/// The random player of the game's specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Random;

impl<G: Game> Chooser<G> for Random {
    fn choose(&mut self, table: &Match<G>, seat: Seat, dice: &mut Dice) -> Option<G::Action> {
        G::random_action(table.position(), seat, dice)
    }
}

/// What makes a player for one match.
pub(crate) type Maker<G> = fn() -> Box<dyn Chooser<G>>;

/// The name of the seat that the game plays by its own rules.
pub(crate) const HOUSE: &str = "house";

/// Every name that `--bots` takes.
pub(crate) const NAMES: [&str; 2] = ["random", HOUSE];

/// The player of this name. A new kind of bot is one more line here and in [`NAMES`].
pub(crate) fn maker<G: Game>(name: &str) -> Option<Maker<G>> {
    match name {
        "random" => Some(|| Box::new(Random)),
        _ => None,
    }
}
