//! Why something is refused (DW-190).

use croupier_kit::rejects;

rejects! {
    /// Why an action is refused. If several reasons apply, the first in the order of DW-190 is
    /// given.
    #[derive(Copy)]
    pub enum Reject {
        MachineDone => "machine_done": "the flow has ended; a rematch is a new match",
        GameOver => "game_over": "the game is over",
        /// For hosts that pause matches (DW-40).
        Paused => "paused": "the game is paused",
        WrongPhase => "wrong_phase": "this cannot be done now",
        /// A known event that the current state does not handle.
        Dropped => "dropped": "the flow does not react to this now",
        /// Not the name of an event.
        UnknownEvent => "unknown_event": "there is no such event",
        /// DW-171.
        UnknownCharacter => "unknown_character": "there is no such character",
        /// DW-172.
        UnknownBackground => "unknown_background": "there is no such background",
        NotYourAction => "not_your_action": "you cannot do this now",
        AlreadyTapped => "already_tapped": "you have already tapped",
        AlreadyPicked => "already_picked": "you have already picked",
        WrongPickCount { given: usize, wanted: usize }
            => "wrong_pick_count": "{given} picked, {wanted} needed",
        SlotOutOfRange(slot: u8) => "slot_out_of_range": "there is no such card",
        DuplicateSlot(slot: u8) => "duplicate_slot": "the same card was picked twice",
        /// Before the slot falls, or too soon after the last grab.
        TooSoon(slot: u8) => "too_soon": "that card cannot be grabbed yet",
        /// After the slot has fallen.
        TooLate(slot: u8) => "too_late": "that card is out of reach",
        SlotTaken(slot: u8) => "slot_taken": "that card is taken",
    }
}
