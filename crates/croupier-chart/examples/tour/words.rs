//! The triggers of the charts. All four charts share them, so a trigger is sent to the room and
//! passed inward from there.

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

triggers! {
    /// What can be said at the table.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub(crate) enum Say: Word {
        /// Deal a round.
        Deal => "DEAL",
        /// Draw from the stock; while the window is open, close it.
        Draw => "DRAW",
        /// Take the top of the pile.
        Take => "TAKE",
        /// Call for the top of the pile out of turn.
        MayI { seat: usize } => "MAY_I",
        /// Put a pair down.
        Meld => "MELD",
        /// Put a card on the pile, by its place in the hand.
        Discard { place: usize } => "DISCARD",
        /// Leave the table.
        Leave => "LEAVE",
        /// Come back.
        Return => "RETURN",
        /// A bot sits in for Ann. Raised by the other region.
        SatIn => "SAT_IN",
        /// A second has passed. Raised by a timer.
        Tick => "TICK",
        /// The turn's clock has run out. Raised by a timer.
        TimeUp => "TIME_UP",
    }
}
