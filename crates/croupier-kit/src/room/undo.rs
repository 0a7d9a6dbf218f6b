//! Taking actions back in a room.
//!
//! A person takes back their own last action. At a table with one person, what bots did since goes
//! with it. Among several persons nobody may have acted since, no hidden card may have been shown to
//! anybody since, and no chance may have been used. Time does not go back: clocks have run on.

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;
use serde_json::Value;

use super::commands::{Checked, require};
use super::effect::RoomEffect;
use super::party::PlayerId;
use super::vocabulary::{Notice, RoomReject};
use super::{Room, bots::Bots};
use crate::game::{By, Game, InputError, Seat, Viewer};
use crate::matches::{Act, Input, LONGEST_WAIT, MOST_UNDOS, Match, Memories};

/// How many private actions of one seat are kept beside an action, to be done again.
pub(super) const MOST_PRIVATE: usize = 64;

/// An action that can be taken back.
#[derive(Debug, Clone)]
pub(crate) struct PastAction<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) by_person: bool,
    /// What every seat remembered before it.
    pub(crate) memories: Memories<G>,
    /// What was done in private since, and is done again if this is taken back. What one seat does does
    /// not change what is kept of another.
    pub(crate) since: Vec<(Seat, G::Action)>,
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
    /// Who has just acted in private. What only they hear of has not come out.
    pub(super) private: Option<Seat>,
}

impl<G: Game> PastActions<G> {
    pub(crate) fn new(game: &Match<G>) -> Self {
        let chance = game.dice().position();
        Self { actions: VecDeque::new(), before_host: 0, before_secret: 0, chance, private: None }
    }

    /// A seat has acted.
    pub(super) fn note(
        &mut self,
        seat: Seat,
        by_person: bool,
        action: G::Action,
        memories: &Memories<G>,
    ) {
        if !G::is_private(&action) {
            let memories = memories.clone();
            self.push(PastAction { seat, by_person, memories, since: vec![] });
            return;
        }
        self.private = Some(seat);
        let Some(PastAction { since, .. }) = self.actions.back_mut() else { return };
        let of_seat = || since.iter().enumerate().filter(|(_, (other, _))| *other == seat);
        if of_seat().count() == MOST_PRIVATE
            && let Some((first, _)) = of_seat().next()
        {
            since.remove(first);
        }
        since.push((seat, action));
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
        let used_chance =
            std::mem::replace(&mut self.chance, game.dice().position()) != self.chance;
        let own = self.private.take().map(Viewer::Seat);
        let is_told = |event: &G::Event| {
            viewers().any(|it| Some(it) != own && G::event_for(event, it).is_some())
        };
        let told = || events.iter().filter(|event| own.is_none() || is_told(event));
        if self.before_secret == self.actions.len() || (told().next().is_none() && !used_chance) {
            return;
        }
        if used_chance || !told().all(is_open) || self.tell_news(game, told()) {
            self.before_secret = self.actions.len();
        }
    }

    /// Whether events name something, such as a card, that whoever acted last could not have known
    /// before: neither from their view and prompt nor from memory.
    fn tell_news<'a>(&self, game: &Match<G>, events: impl Iterator<Item = &'a G::Event>) -> bool {
        let Some((last, before)) = self.actions.back().zip(game.before_last(1)) else {
            return false;
        };
        let told: BTreeSet<String> = events.flat_map(told_by).collect();
        if told.is_empty() {
            return false;
        }
        let (seat, memory) = (last.seat, last.memories.get(last.seat));
        let view = before.view(Viewer::Seat(seat));
        let known = words_of(&(view, before.prompt(seat), before.offers(seat), memory));
        told.iter().any(|word| !known.contains(word))
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

    /// Forgets so many actions and gives them back, the earliest first.
    fn pop(&mut self, count: usize) -> VecDeque<PastAction<G>> {
        let gone = self.actions.split_off(self.actions.len() - count.min(self.actions.len()));
        self.before_secret = self.before_secret.min(self.actions.len());
        gone
    }
}

impl<G: Game> Room<G> {
    /// How many actions a person's undo takes back, if it is allowed.
    pub(super) fn undoes(&self, id: PlayerId) -> Checked<G, usize> {
        let seat = self.seated(id)?.seat;
        require(!self.is_paused(), RoomReject::Paused)?;
        let playing = self.live()?;
        let depth = playing.past.depth(seat, self.is_one_person());
        let depth = depth.filter(|_| self.party.options.undo);
        // Whose time would be up meanwhile does not get it back.
        let now = playing.local(self.now());
        let in_time = |before: &Match<G>| {
            now - before.now() <= LONGEST_WAIT
                && before.clocks.deadline().is_none_or(|deadline| deadline > now)
        };
        let depth = depth.filter(|count| playing.game.before_last(*count).is_some_and(in_time));
        depth.ok_or(RoomReject::Match(InputError::NothingToUndo))
    }

    /// Whether nobody but one person and invited bots sit there. A stand-in counts as the person it
    /// seems to be (MM-70).
    fn is_one_person(&self) -> bool {
        self.party.members.iter().filter(|it| !it.invited).count() == 1
    }

    /// Takes a person's last action back. Time does not go back with it: what would have happened by
    /// itself since happens at once, and clocks show what they would show.
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
        let mut gone = playing.past.pop(count);
        let private: Vec<_> =
            gone.iter_mut().flat_map(|it| std::mem::take(&mut it.since)).collect();
        if let Some(own) = gone.pop_front() {
            playing.memories = own.memories;
        }
        playing.past.chance = playing.game.dice().position();
        playing.words = None;
        // Every question is a new one, so bots that are thinking must start again.
        playing.bots = Bots::default();
        for question in &mut playing.questions {
            question.asks = 0;
        }
        effects.push(RoomEffect::Undone { seat });
        self.party.log(Notice::ActionUndone { seat });
        let caught_up = playing.advance(now);
        self.take_orders(effects)?;
        if let Err(why) = caught_up {
            return self.fail(&why, effects);
        }
        self.after_step(effects)?;
        // What was done in private has nothing to do with it, and is done again.
        for (seat, action) in private {
            let Some(playing) = &mut self.playing else { break };
            if playing.input(now, By::Seat(seat), action, false).is_ok() {
                self.after_step(effects)?;
            }
        }
        Ok(())
    }
}

/// The words in an event. One that is only a word itself has nothing to tell.
fn told_by<E: Serialize>(event: &E) -> BTreeSet<String> {
    let event = serde_json::to_value(event).unwrap_or_default();
    if event.is_string() { BTreeSet::new() } else { words_of(event) }
}

/// The words in what is told as data: cards, and names of what there is a list of.
fn words_of<T: Serialize>(told: T) -> BTreeSet<String> {
    fn collect(value: Value, words: &mut BTreeSet<String>) {
        match value {
            Value::String(word) => {
                words.insert(word);
            }
            Value::Array(parts) => parts.into_iter().for_each(|part| collect(part, words)),
            Value::Object(parts) => parts.into_values().for_each(|part| collect(part, words)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut words = BTreeSet::new();
    collect(serde_json::to_value(told).unwrap_or_default(), &mut words);
    words
}
