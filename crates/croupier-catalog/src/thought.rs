//! What a bot thinks about, on whatever thread.

use std::any::Any;

use croupier_bots::Bot;
use croupier_chart::Snapshot;
use croupier_kit::{Dice, Heuristic, Observation, Seat, SeatKind};
use serde_json::Value;

/// Something to think about, taken from a table so that nobody has to wait for it. It holds what one
/// seat knows and nothing else.
///
/// A bot's thought goes back to its table with [`AnyTable::conclude`](crate::AnyTable::conclude);
/// advice is read from [`wish`](Self::wish) and dropped.
pub trait Thought: Any + Send {
    /// In whose place it is thought.
    fn seat(&self) -> Seat;

    /// Thinks. It may take a while.
    fn think(&mut self);

    /// What it came to. None if it is best to wait, and as long as nobody has thought.
    fn wish(&self) -> Option<Value>;
}

/// A bot with a question.
pub(crate) struct Pondering<G: Heuristic> {
    pub(crate) seat: Seat,
    pub(crate) bot: Box<dyn Bot<G>>,
    pub(crate) dice: Dice,
    /// How many deeds the bot has witnessed, so that it is known if it missed one meanwhile.
    pub(crate) deeds: u64,
    pub(crate) wish: Option<G::Action>,
    view: G::View,
    memory: G::Memory,
    options: G::Options,
    flow: Snapshot<G::Flow>,
    seats: Vec<SeatKind>,
}

impl<G: Heuristic> Pondering<G> {
    /// What a bot is to think about.
    pub(crate) fn new(
        known: Observation<'_, G>,
        bot: Box<dyn Bot<G>>,
        dice: Dice,
        deeds: u64,
    ) -> Self {
        Self {
            seat: known.seat,
            bot,
            dice,
            deeds,
            wish: None,
            view: known.view.clone(),
            memory: known.memory.clone(),
            options: known.options.clone(),
            flow: known.flow.clone(),
            seats: known.seats.to_vec(),
        }
    }
}

impl<G: Heuristic> Thought for Pondering<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn think(&mut self) {
        let Self { seat, bot, dice, view, memory, options, flow, seats, .. } = self;
        let known = Observation { seat: *seat, view, memory, options, flow, seats };
        self.wish = bot.choose(known, dice);
    }

    fn wish(&self) -> Option<Value> {
        let action = self.wish.as_ref()?;
        Some(serde_json::to_value(action).unwrap_or_default())
    }
}
