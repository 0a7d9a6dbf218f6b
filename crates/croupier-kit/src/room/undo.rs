//! Taking actions back in a room.
//!
//! A person takes back their own last action. At a table with one person, what bots did since goes
//! with it. Among several persons nobody may have acted since, no hidden card may have been shown to
//! anybody since, and no chance may have been used.

use std::collections::VecDeque;

use super::commands::{Checked, require};
use super::effect::RoomEffect;
use super::party::PlayerId;
use super::vocabulary::{Notice, RoomReject};
use super::{Room, bots::Bots};
use crate::game::{By, Game, InputError, Seat, Viewer};
use crate::matches::MOST_UNDOS;
use crate::matches::{Act, Input, Match, Memories};

/// An action that can be taken back.
#[derive(Debug, Clone)]
pub(crate) struct PastAction<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) by_person: bool,
    /// What every seat remembered before it.
    pub(crate) memories: Memories<G>,
}

/// The actions that can be taken back, the last one at the end. The match has a checkpoint for each.
#[derive(Debug, Clone)]
pub(crate) struct PastActions<G: Game> {
    pub(crate) actions: VecDeque<PastAction<G>>,
    /// So many of the first ones lie before something the host said.
    pub(crate) before_host: usize,
    /// So many of the first ones lie before something hidden came out.
    pub(crate) before_secret: usize,
    /// How much chance had been used when this was last looked at.
    pub(crate) chance: u64,
}

impl<G: Game> PastActions<G> {
    pub(crate) fn new(game: &Match<G>) -> Self {
        let chance = game.dice().position();
        Self { actions: VecDeque::new(), before_host: 0, before_secret: 0, chance }
    }

    pub(super) fn push(&mut self, action: PastAction<G>) {
        if self.actions.len() == MOST_UNDOS {
            self.actions.pop_front();
            self.before_host = self.before_host.saturating_sub(1);
            self.before_secret = self.before_secret.saturating_sub(1);
        }
        self.actions.push_back(action);
    }

    /// The host has said something.
    pub(super) fn host_spoke(&mut self) {
        self.before_host = self.actions.len();
    }

    /// Looks for something hidden that came out in a step.
    pub(super) fn look_at(&mut self, game: &Match<G>, events: &[G::Event]) {
        let viewers = || Seat::first(game.seats().len()).map(Viewer::Seat).chain([Viewer::Public]);
        let is_open =
            |event: &G::Event| viewers().all(|it| G::event_for(event, it).as_ref() == Some(event));
        let chance = std::mem::replace(&mut self.chance, game.dice().position());
        if chance != self.chance || !events.iter().all(is_open) {
            self.before_secret = self.actions.len();
        }
    }

    /// How many actions go back with the last one of a seat's person. None if it cannot be taken
    /// back.
    fn depth(&self, seat: Seat, alone: bool) -> Option<usize> {
        let first = if alone { self.before_host } else { self.before_host.max(self.before_secret) };
        for (at, action) in self.actions.iter().enumerate().skip(first).rev() {
            match action.by_person {
                true if action.seat == seat => return Some(self.actions.len() - at),
                false if alone => {}
                _ => return None,
            }
        }
        None
    }

    /// Forgets so many actions, and tells what was remembered before them.
    fn pop(&mut self, count: usize) -> Option<Memories<G>> {
        let gone = self.actions.split_off(self.actions.len() - count.min(self.actions.len()));
        self.before_secret = self.before_secret.min(self.actions.len());
        gone.into_iter().next().map(|action| action.memories)
    }
}

impl<G: Game> Room<G> {
    /// How many actions a person's undo takes back, if it is allowed.
    pub(super) fn undoes(&self, id: PlayerId) -> Checked<G, usize> {
        let seat = self.seated(id)?.seat;
        require(!self.is_paused(), RoomReject::Paused)?;
        let alone = self.party.humans().count() == 1;
        let past = &self.live()?.past;
        let depth = past.depth(seat, alone).filter(|_| self.party.options.undo);
        depth.ok_or(RoomReject::Match(InputError::NothingToUndo))
    }

    /// Takes a person's last action back. The match continues from the instant at which it was taken;
    /// the room's own time does not go back.
    pub(super) fn undo(
        &mut self,
        id: PlayerId,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let (count, seat, now) = (self.undoes(id)?, self.seated(id)?.seat, self.now());
        let Some(playing) = &mut self.playing else { return Err(RoomReject::WrongPhase) };
        for _ in 0..count {
            let at = playing.game.now();
            playing.game.input(Input { at, by: By::Seat(seat), act: Act::Undo })?;
        }
        if let Some(memories) = playing.past.pop(count) {
            playing.memories = memories;
        }
        playing.began = now - playing.game.now();
        playing.past.chance = playing.game.dice().position();
        // Every question is a new one, so bots that are thinking must start again.
        playing.bots = Bots::default();
        for question in &mut playing.questions {
            question.asks = 0;
        }
        effects.push(RoomEffect::Undone { seat });
        self.party.log(Notice::ActionUndone { seat });
        self.take_orders(effects)?;
        self.after_step(effects)
    }
}
