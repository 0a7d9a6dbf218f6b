//! Why something is refused (DW-190).

use croupier_kit::Rejection;

/// Why not. Where several fit, the first of DW-190's order is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Reject {
    /// A flow event after the end.
    #[error("the flow has ended; a rematch is a new match")]
    MachineDone,
    /// An action after the end.
    #[error("the game is over")]
    GameOver,
    /// For whoever holds a paused match (DW-40).
    #[error("the game is paused")]
    Paused,
    /// An action that this phase does not know.
    #[error("this cannot be done now")]
    WrongPhase,
    /// A declared event that the present state does not handle.
    #[error("the flow does not react to this now")]
    Dropped,
    /// A name that is no event.
    #[error("there is no such event")]
    UnknownEvent,
    /// DW-171.
    #[error("there is no such character")]
    UnknownCharacter,
    /// DW-172.
    #[error("there is no such background")]
    UnknownBackground,
    /// The seat is not asked.
    #[error("this is not for you to do now")]
    NotYourAction,
    /// A repeated tap or dismissal.
    #[error("you have tapped already")]
    AlreadyTapped,
    /// A second pick for the same offer.
    #[error("you have picked already")]
    AlreadyPicked,
    /// Too few or too many.
    #[error("{given} were picked, {wanted} must be")]
    WrongPickCount {
        /// How many.
        given: usize,
        /// How many it should be.
        wanted: usize,
    },
    /// No such slot.
    #[error("there is no slot {0}")]
    SlotOutOfRange(u8),
    /// The same slot twice.
    #[error("slot {0} was picked twice")]
    DuplicateSlot(u8),
    /// Before the slot falls, or too soon after the last grab.
    #[error("slot {0} cannot be grabbed yet")]
    TooSoon(u8),
    /// After the slot has fallen.
    #[error("slot {0} is out of reach")]
    TooLate(u8),
    /// Somebody has it.
    #[error("slot {0} is taken")]
    SlotTaken(u8),
}

impl Rejection for Reject {
    fn code(&self) -> &'static str {
        match self {
            Self::MachineDone => "machine_done",
            Self::GameOver => "game_over",
            Self::Paused => "paused",
            Self::WrongPhase => "wrong_phase",
            Self::Dropped => "dropped",
            Self::UnknownEvent => "unknown_event",
            Self::UnknownCharacter => "unknown_character",
            Self::UnknownBackground => "unknown_background",
            Self::NotYourAction => "not_your_action",
            Self::AlreadyTapped => "already_tapped",
            Self::AlreadyPicked => "already_picked",
            Self::WrongPickCount { .. } => "wrong_pick_count",
            Self::SlotOutOfRange(_) => "slot_out_of_range",
            Self::DuplicateSlot(_) => "duplicate_slot",
            Self::TooSoon(_) => "too_soon",
            Self::TooLate(_) => "too_late",
            Self::SlotTaken(_) => "slot_taken",
        }
    }
}
