//! What every card game needs: seats, cards, dice, prompts, events, views, matches and saves.

mod card;
mod dice;
mod error;
mod fingerprint;
mod game;
mod outcome;
mod packs;
mod pile;
mod play;
mod private;
mod prompt;
mod replay;
mod save;
pub mod scenario;
mod seat;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod turn_clock;

pub use card::{BadCard, Card, Rank, Suit};
pub use dice::{Dice, Seed};
pub use error::{Error, ErrorKind, Refused};
pub use fingerprint::{Fingerprint, fingerprint};
pub use game::{Game, Position, Preset, Rejection, Table};
pub use outcome::{Outcome, TurnClock};
pub use packs::{PackCard, Packs};
pub use pile::Pile;
pub use play::{Act, Input, LONGEST_WAIT, Match, Setup};
pub use private::Private;
pub use prompt::{Ask, Choice, Prompt};
pub use replay::{ReplayError, Replayed, replay, replay_until};
pub use save::{Metadata, Save, SaveError, SavedMoment};
pub use seat::{By, MAX_SEATS, Seat, SeatKind, SeatSet, Viewer};
