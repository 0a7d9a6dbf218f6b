//! Undo in a room.
//!
//! A person undoes their own last action. If only one person plays, the bots' actions since then
//! are undone with it. With several people, undo is only possible if nobody has acted since, no
//! hidden card has been revealed to anybody since, and no randomness has been used. Time does not
//! go back: clocks keep running.

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;
use serde_json::Value;

use super::effect::RoomEffect;
use super::party::PlayerId;
use super::rule::{Checked, require};
use super::vocabulary::{Notice, RoomReject};
use super::{Room, bots::Bots};
use crate::game::{By, Game, InputError, Seat, Viewer};
use crate::matches::{Act, Input, LONGEST_WAIT, MOST_UNDOS, Match, Memories};

/// How many private actions per seat are kept with an action, to be repeated after an undo.
pub(super) const MOST_PRIVATE: usize = 64;

/// How many actions can be undone in a match. Each stays in its record, which has to end.
const MOST_UNDONE: usize = 5_000;

/// An action that can be undone.
#[derive(Debug, Clone)]
pub(crate) struct PastAction<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) by_person: bool,
    /// What every seat remembered before the action.
    pub(crate) memories: Memories<G>,
    /// The private actions since then, which are repeated if this one is undone. They are limited
    /// per seat, so that one seat cannot displace those of another.
    pub(crate) since: Vec<(Seat, G::Action)>,
}

/// The actions that can be undone, the latest last. The match has a checkpoint for each.
#[derive(Debug, Clone)]
pub(crate) struct PastActions<G: Game> {
    pub(crate) actions: VecDeque<PastAction<G>>,
    /// How many of the oldest entries predate the host's last input; those cannot be undone.
    pub(crate) before_host: usize,
    /// How many of the oldest entries predate the last reveal of hidden information; with several
    /// people those cannot be undone.
    pub(crate) before_secret: usize,
    /// How much randomness had been used at the last check.
    pub(crate) chance: u64,
    /// The seat that has just acted in private. Events that only this seat sees reveal nothing to
    /// others.
    pub(super) private: Option<Seat>,
    /// How many actions have been undone in this match.
    pub(super) undone: usize,
}

impl<G: Game> PastActions<G> {
    pub(crate) fn new(game: &Match<G>) -> Self {
        Self {
            actions: VecDeque::new(),
            before_host: 0,
            before_secret: 0,
            chance: game.dice().position(),
            private: None,
            undone: game.inputs().iter().filter(|input| input.act == Act::Undo).count(),
        }
    }

    /// Notes that a seat has acted.
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

    /// Notes an input of the host.
    pub(super) fn host_spoke(&mut self) {
        self.before_host = self.actions.len();
    }

    /// Checks whether a step has revealed something hidden.
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

    /// Whether events name something, such as a card, that the last seat to act could not have
    /// known before its action: not from its view, prompt or offers, nor from memory.
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

    /// How many actions an undo by the person in this seat undoes. `None` if undo is not possible.
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

    /// Removes the last `count` actions and returns them, the earliest first.
    fn pop(&mut self, count: usize) -> VecDeque<PastAction<G>> {
        let gone = self.actions.split_off(self.actions.len() - count.min(self.actions.len()));
        self.before_secret = self.before_secret.min(self.actions.len());
        gone
    }
}

/// An undo that is allowed.
pub(super) struct Undo {
    /// Who undoes.
    seat: Seat,
    /// How many actions are undone.
    count: usize,
}

impl<G: Game> Room<G> {
    /// What a person's undo undoes, if it is allowed.
    pub(super) fn check_undo(&self, id: PlayerId) -> Checked<G, Undo> {
        let seat = self.seated(id)?.seat;
        require(!self.is_paused(), RoomReject::Paused)?;
        let playing = self.live()?;
        let depth = playing.past.depth(seat, self.party.seems_alone());
        let may_undo = self.party.options.undo && playing.past.undone < MOST_UNDONE;
        let depth = depth.filter(|_| may_undo);
        // If a clock would have run out in the meantime, the action cannot be undone.
        let now = playing.local(self.now());
        let in_time = |before: &Match<G>| {
            now - before.now() <= LONGEST_WAIT
                && before.clocks.deadline().is_none_or(|deadline| deadline > now)
        };
        let depth = depth.filter(|count| playing.game.before_last(*count).is_some_and(in_time));
        let count = depth.ok_or(RoomReject::Match(InputError::NothingToUndo))?;
        Ok(Undo { seat, count })
    }

    /// Undoes a person's last action. Time does not go back with it: timers that would have fired
    /// since then fire at once, and clocks show what they would show by now.
    pub(super) fn undo(
        &mut self,
        undo: Undo,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let (Undo { seat, count }, now) = (undo, self.now());
        let Some(playing) = &mut self.playing else { return Err(RoomReject::WrongPhase) };
        for _ in 0..count {
            let at = playing.game.now();
            playing.game.input(Input { at, by: By::Seat(seat), act: Act::Undo })?;
        }
        playing.past.undone += count;
        let mut gone = playing.past.pop(count);
        let private: Vec<_> =
            gone.iter_mut().flat_map(|it| std::mem::take(&mut it.since)).collect();
        if let Some(own) = gone.pop_front() {
            playing.memories = own.memories;
        }
        playing.past.chance = playing.game.dice().position();
        playing.quiet = None;
        // All prompts are new, so bots that are thinking must start again.
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
        // Private actions are independent of the undo, so they are repeated.
        for (seat, action) in private {
            let Some(playing) = &mut self.playing else { break };
            if playing.input(now, By::Seat(seat), action, false).is_ok() {
                self.after_step(effects)?;
            }
        }
        Ok(())
    }
}

/// The words in an event. An event without data, which is only a word itself, has none.
fn told_by<E: Serialize>(event: &E) -> BTreeSet<String> {
    let event = serde_json::to_value(event).unwrap_or_default();
    if event.is_string() { BTreeSet::new() } else { words_of(event) }
}

/// All strings in serialized data, such as cards and names.
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
