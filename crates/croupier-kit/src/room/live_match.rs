//! The match in a room.

use super::bots::Bots;
use super::effect::{LogEvent, RoomEffect};
use super::party::Status;
use super::trigger::RoomTrigger;
use super::{Room, RoomReject};
use crate::fingerprint;
use crate::{
    Act, By, Game, Input, InputError, MAX_SEATS, Match, Millis, Prompt, Seat, SeatSet, Setup,
};

/// A match, since when it is played, and what its seats remember.
pub(crate) struct LiveMatch<G: Game> {
    pub(crate) game: Match<G>,
    /// The room's instant at which it was dealt: a match counts its own time from 0.
    pub(crate) began: Millis,
    /// Which part of the match the room's chart knows of.
    pub(crate) stage: usize,
    /// What each seat remembers of what it heard.
    pub(crate) memories: Vec<G::Memory>,
    /// Which question each seat is asked.
    pub(crate) questions: [PromptState; MAX_SEATS],
    pub(crate) bots: Bots,
}

/// A question and what it was, so that it keeps its number while others act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct PromptState {
    /// 0 before the first one.
    pub(crate) id: u64,
    /// The fingerprint of what was asked; 0 if nothing is.
    pub(crate) asks: u64,
}

impl<G: Game> LiveMatch<G> {
    /// What the match calls an instant of the room.
    fn local(&self, now: Millis) -> Millis {
        (now - self.began).max(self.game.now())
    }

    pub(crate) fn next_due(&self) -> Option<Millis> {
        self.game.next_due().map(|due| due + self.began)
    }

    pub(crate) fn next_bot(&self) -> Option<(Millis, Seat)> {
        self.bots.next()
    }

    pub(crate) fn advance(&mut self, now: Millis) -> Result<(), InputError<G>> {
        self.game.advance_to(self.local(now))
    }

    pub(crate) fn input(
        &mut self,
        now: Millis,
        by: By,
        act: Act<G::Action>,
    ) -> Result<(), InputError<G>> {
        let at = self.local(now);
        let is_undo = act == Act::Undo;
        self.game.input(Input { at, by, act })?;
        if is_undo && let Some(memories) = self.game.memories() {
            self.memories = memories;
        }
        if let By::Seat(seat) = by {
            // Whoever has answered is asked anew, were it with the same words.
            self.questions[seat.at()].asks = 0;
        }
        Ok(())
    }

    /// What a seat is asked, with the number that an answer names.
    pub(crate) fn prompt(&self, seat: Seat) -> Option<Prompt<G::Action>> {
        let mut prompt = self.game.prompt(seat)?;
        prompt.id = self.questions.get(seat.at())?.id;
        prompt.deadline = prompt.deadline.map(|due| due + self.began);
        Some(prompt)
    }

    /// Numbers the questions that are new.
    fn number_questions(&mut self) {
        for seat in Seat::first(self.game.seats().len()) {
            let asks = self.game.prompt(seat).map_or(0, |it| {
                fingerprint(&(&it.message, &it.choices, &it.forms, it.may_decline)).max(1)
            });
            let question = &mut self.questions[seat.at()];
            if asks != 0 && asks != question.asks {
                question.id += 1;
            }
            question.asks = asks;
        }
    }

    pub(crate) fn to_act(&self) -> SeatSet {
        self.game.to_act()
    }
}

impl<G: Game> Room<G> {
    /// Deals to those who are seated.
    pub(super) fn deal(&mut self, effects: &mut Vec<RoomEffect<G>>) -> Result<(), RoomReject<G>> {
        let seats = self.party.kinds();
        let setup = Setup {
            options: G::served(self.options.clone()),
            seed: self.next_seed.take().unwrap_or_else(|| self.party.dice.split()),
            undo: self.party.options.undo,
            seats,
        };
        let count = setup.seats.len();
        let game = match Match::new(setup) {
            Ok(game) => game,
            // Whoever starts is checked before; a rematch may find options that want more seats.
            Err(why) => return self.send(&RoomTrigger::MatchFailed { why: why.message }, effects),
        };
        self.playing = Some(LiveMatch {
            game,
            began: self.now(),
            stage: 0,
            memories: vec![G::Memory::default(); count],
            questions: [PromptState::default(); MAX_SEATS],
            bots: Bots::default(),
        });
        self.after_step(effects)
    }

    /// Lets the match pass the time up to one of its own instants.
    pub(super) fn advance_match(
        &mut self,
        due: Millis,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        self.advance_flow(due, effects)?;
        let Some(playing) = &mut self.playing else { return Ok(()) };
        match playing.advance(due) {
            Ok(()) => self.after_step(effects),
            Err(why) => self.fail(&why, effects),
        }
    }

    /// The match may want to know who acts for a seat.
    pub(super) fn tell_match(
        &mut self,
        seat: Seat,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let now = self.now();
        let Some(member) = self.party.at_seat(seat) else { return Ok(()) };
        let (kind, connected) = (member.kind(), member.status == Status::Connected);
        let Some(playing) = self.playing.as_mut().filter(|it| it.game.outcome().is_none()) else {
            return Ok(());
        };
        if let Some(action) = G::seat_changed(playing.game.position(), seat, kind, connected)
            && let Err(why) = playing.input(now, By::Host, Act::Do(action))
        {
            return self.fail(&why, effects);
        }
        self.after_step(effects)
    }

    /// The match cannot go on. The people can.
    pub(super) fn fail(
        &mut self,
        why: &InputError<G>,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        self.send(&RoomTrigger::MatchFailed { why: why.to_string() }, effects)
    }

    /// After something happened in the match: it is told and remembered, the room's chart follows,
    /// and whoever is asked now is asked.
    pub(super) fn after_step(
        &mut self,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let Some(playing) = &mut self.playing else { return Ok(()) };
        let events = playing.game.hear(&mut playing.memories);
        playing.number_questions();
        let stage = G::stage(playing.game.position());
        let moved = std::mem::replace(&mut playing.stage, stage) != stage;
        let outcome = playing.game.outcome();
        for event in events {
            self.write(LogEvent::Game(event), effects);
        }
        if moved && self.is_playing() {
            self.send(&RoomTrigger::StageEntered { stage }, effects)?;
        }
        match outcome {
            Some(outcome) if self.is_playing() => {
                effects.push(RoomEffect::MatchEnded);
                self.send(&RoomTrigger::MatchOver { outcome }, effects)
            }
            _ => {
                self.ask_bots(effects);
                Ok(())
            }
        }
    }
}
