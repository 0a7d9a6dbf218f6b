//! The flow of May I?, only in our implementation: a tree of invoked charts, four deep.
//!
//! A game invokes a round, a round a turn, and a turn the window in which the others may call for
//! the discard. One pass is one turn with one call: five events, which start two fresh charts.

mod game;
mod round;
mod turn;
mod window;

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

pub use self::game::{CHART, Game, Ours, Rounds};
pub use self::round::Round;
pub use self::turn::Turn;
pub use self::window::Window;

triggers! {
    /// What can be sent, to the outermost chart always.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Event: Kind {
        /// The players are seated.
        StartGame => "START_GAME",
        /// Draw, or close the window by drawing.
        DrawFromStock => "DRAW_FROM_STOCK",
        /// Call for the discard.
        CallMayI { seat: u8 } => "CALL_MAY_I",
        /// Lay nothing down.
        SkipLayDown => "SKIP_LAY_DOWN",
        /// End the turn.
        Discard => "DISCARD",
        /// End the round.
        GoOut => "GO_OUT",
    }
}

/// One turn with one call.
pub const SCRIPT: &[Event] = &[
    Event::DrawFromStock,
    Event::CallMayI { seat: 2 },
    Event::DrawFromStock,
    Event::SkipLayDown,
    Event::Discard,
];

/// Rounds in a game.
const ROUNDS: u8 = 6;
/// Seats at the table.
const SEATS: u8 = 4;
