//! The usual imports for a file of game rules: `use croupier_kit::prelude::*;`.
//!
//! It has the macros and the names that nearly every game uses. Everything else is in the modules,
//! by topic: [`cards`](crate::cards), [`game`](crate::game), [`matches`](crate::matches),
//! [`room`](crate::room), [`save`](crate::save), [`text`](crate::text).

pub use crate::cards::{
    Card, CardSet, Cards, Dice, HandsAndStock, Pile, Private, Rank, Seed, Suit, Trick, Voids,
};
pub use crate::game::{
    ActionMachine, By, Checked, Choice, Filled, Form, FormPiece, Game, Heuristic, InvariantError,
    Observation, OptionDescription, OptionsError, Outcome, Piece, PileId, Position, Preset, Prompt,
    Rejection, RuleContext, Seat, SeatAction, SeatKind, SeatSet, Standing, TurnClock, Viewer,
};
pub use crate::matches::{Match, Setup};
pub use crate::text::{Board, Sentence, Show, TextLine, Tone};
pub use crate::{Millis, actions, events, flow, hands_and_stock, rejects, turn_time};
