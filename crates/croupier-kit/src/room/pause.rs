//! Pausing a match (DW-40).
//!
//! Only a person who plays without other people may pause. A stand-in counts as the person it
//! appears to be (MM-70). The match's time and clocks stop; the room's own timers, such as a grace
//! period, keep running (MM-62).

use super::Room;
use super::effect::RoomEffect;
use super::party::PlayerId;
use super::rule::{Checked, require};
use super::vocabulary::{Notice, RoomReject};
use crate::game::{Game, Seat};

impl<G: Game> Room<G> {
    pub(crate) fn is_paused(&self) -> bool {
        self.is_playing() && self.playing.as_ref().is_some_and(|it| it.paused.is_some())
    }

    /// The seat of the person who may pause.
    pub(super) fn check_pause(&self, id: PlayerId) -> Checked<G, Seat> {
        require(self.party.seems_alone(), RoomReject::SeveralPersons)?;
        require(!self.is_paused(), RoomReject::Paused)?;
        Ok(self.seated(id)?.seat)
    }

    pub(super) fn pause(&mut self, seat: Seat, effects: &mut Vec<RoomEffect<G>>) -> Checked<G> {
        let now = self.now();
        if let Some(playing) = &mut self.playing {
            playing.paused = Some(now);
        }
        self.party.log(Notice::Paused { seat });
        self.take_orders(effects)
    }

    pub(super) fn resume(&mut self, effects: &mut Vec<RoomEffect<G>>) -> Checked<G> {
        let now = self.now();
        if let Some(playing) = &mut self.playing
            && let Some(since) = playing.paused.take()
        {
            playing.began += now - since;
            playing.bots.delay(now - since);
            self.party.log(Notice::Resumed);
        }
        self.take_orders(effects)
    }

    /// Ends a pause when no person is left to end it.
    pub(super) fn resume_if_needed(&mut self, effects: &mut Vec<RoomEffect<G>>) -> Checked<G> {
        if self.is_paused() && self.party.humans().next().is_none() {
            return self.resume(effects);
        }
        Ok(())
    }
}
