//! The match that is being played in a room.

use serde_json::Value;

use super::bots::Bots;
use super::effect::RoomEffect;
use super::log::LogEvent;
use super::party::{Member, Status};
use super::quiet_inputs::QuietInputs;
use super::undo::PastActions;
use super::vocabulary::{Notice, RoomTrigger};
use super::waiting::Waiting;
use super::{Room, RoomReject};
use crate::Millis;
use crate::cards::fingerprint;
use crate::game::{By, Choice, Game, InputError, MAX_SEATS, Prompt, Seat, SeatSet};
use crate::matches::{Act, Input, Match, Memories, Setup};
use crate::text::TextLine;

/// What people are told when a bug in the game ends the match.
const CANNOT_CONTINUE: &str = "the game has a fault";

/// A running match, its start time, and what its seats remember.
pub(crate) struct LiveMatch<G: Game> {
    pub(crate) game: Match<G>,
    /// The room's time at which the match's time is 0.
    pub(crate) began: Millis,
    /// The room's time at which the match was paused.
    pub(crate) paused: Option<Millis>,
    /// The stage that the room's chart is in.
    pub(crate) stage: usize,
    /// What each seat remembers of what it was shown.
    pub(crate) memories: Memories<G>,
    /// The prompt that each seat has.
    pub(crate) questions: [PromptState; MAX_SEATS],
    /// The complete prompts by seat as of the last step. Empty after loading.
    pub(super) asked: Vec<Option<Asked<G::Action>>>,
    pub(crate) bots: Bots,
    /// The seed of the bots' dice: for their delays, and for the moves of random bots.
    pub(crate) bot_chance: u64,
    /// The actions that can be undone.
    pub(crate) past: PastActions<G>,
    /// The host's inputs and private actions since the last move, if they had an effect.
    pub(crate) quiet: Option<QuietInputs<G>>,
}

/// The identity of a seat's prompt, so that it keeps its id while others act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PromptState {
    /// The prompt's id; 0 before the first one.
    pub(crate) id: u64,
    /// A fingerprint of what is asked; 0 if nothing is.
    pub(crate) asks: u64,
    /// The deadline, in the match's time.
    pub(crate) until: Option<Millis>,
}

/// A complete prompt.
pub(super) struct Asked<A> {
    prompt: Prompt<A>,
    /// Whether it mentions players, whose names only the room knows.
    has_seats: bool,
}

impl<G: Game> LiveMatch<G> {
    /// A match that begins or continues at the room's time `now`.
    pub(super) fn new(game: Match<G>, memories: Memories<G>, now: Millis) -> Self {
        Self {
            began: now - game.now(),
            paused: None,
            stage: 0,
            memories,
            questions: [PromptState::default(); MAX_SEATS],
            asked: vec![],
            bots: Bots::default(),
            bot_chance: 0,
            past: PastActions::new(&game),
            quiet: None,
            game,
        }
    }

    /// A copy without the inputs. It can undo the same actions.
    #[cfg(any(test, doc, feature = "testing"))]
    pub(crate) fn twin(&self) -> Self {
        use crate::matches::Record;

        let mut game = self.game.fork();
        game.rules.recorder = Some(vec![]);
        game.record = self.game.record.as_ref().filter(|it| it.setup.undo).map(|record| {
            let checkpoints = record.checkpoints.iter().map(Match::fork).collect();
            Box::new(Record { checkpoints, ..Record::new(record.setup.clone()) })
        });
        Self {
            past: self.past.clone(),
            began: self.began,
            paused: self.paused,
            stage: self.stage,
            questions: self.questions,
            bots: self.bots.clone(),
            bot_chance: self.bot_chance,
            ..Self::new(game, self.memories.clone(), self.began)
        }
    }

    /// Converts the room's time to the match's.
    pub(crate) fn local(&self, now: Millis) -> Millis {
        (self.paused.unwrap_or(now) - self.began).max(self.game.now())
    }

    /// When the next timer is due, in the room's time.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        let due = self.game.next_due()?;
        match self.paused {
            // Timers due at the very instant of the pause still fire.
            Some(since) => Some(due + self.began).filter(|due| *due <= since),
            None => Some(due + self.began),
        }
    }

    pub(crate) fn advance(&mut self, now: Millis) -> Result<(), InputError<G>> {
        self.game.advance_to(self.local(now))
    }

    /// Performs an action in the match. `by_person` is recorded because it decides who may undo the
    /// action.
    pub(super) fn input(
        &mut self,
        now: Millis,
        by: By,
        action: G::Action,
        by_person: bool,
    ) -> Result<(), InputError<G>> {
        let at = self.local(now);
        let By::Seat(seat) = by else {
            self.input_quietly(Input { at, by, act: Act::Do(action) })?;
            self.past.host_spoke();
            return Ok(());
        };
        let kept = self.game.allows_undo().then(|| action.clone());
        if G::is_private(&action) {
            self.input_quietly(Input { at, by, act: Act::Do(action) })?;
        } else {
            self.game.input(Input { at, by, act: Act::Do(action) })?;
            self.quiet = None;
        }
        if let Some(action) = kept {
            self.past.note(seat, by_person, action, &self.memories);
        }
        // The answered prompt is over. If the next one is identical, it gets a new id.
        self.questions[seat.at()].asks = 0;
        Ok(())
    }

    /// Processes an input that is no move, and drops those that it has made superfluous.
    fn input_quietly(&mut self, input: Input<G::Action>) -> Result<(), InputError<G>> {
        self.game.advance_to(input.at)?;
        let before = self.game.fork();
        self.game.input(input)?;
        self.quiet = QuietInputs::settled(self.quiet.take(), &mut self.game, before);
        Ok(())
    }

    /// A seat's prompt, with the id that an answer has to name.
    pub(crate) fn prompt(&self, seat: Seat) -> Option<Prompt<G::Action>> {
        let mut prompt = self.game.prompt(seat)?;
        prompt.id = self.questions.get(seat.at())?.id;
        prompt.deadline = self.in_room_time(prompt.deadline);
        Some(prompt)
    }

    /// The same without computing it again, if it is stored and needs no names.
    pub(crate) fn kept_prompt(&self, seat: Seat) -> Option<&Prompt<G::Action>> {
        let Asked { prompt, has_seats } = self.asked.get(seat.at())?.as_ref()?;
        let is_on_time = prompt.deadline == self.in_room_time(self.questions[seat.at()].until);
        let kept = (is_on_time && !has_seats).then_some(prompt)?;
        debug_assert!(self.prompt(seat).as_ref() == Some(kept), "the question is another one now");
        Some(kept)
    }

    /// What a seat may do without being asked.
    pub(crate) fn offers(&self, seat: Seat) -> Vec<Choice<G::Action>> {
        let mut actions = self.game.offers(seat);
        actions.retain(|action| self.paused.is_none() || G::works_while_paused(action));
        actions.into_iter().map(|action| self.game.describe_action(seat, action)).collect()
    }

    /// Converts a deadline to the room's time. There are no deadlines while the match is paused.
    fn in_room_time(&self, until: Option<Millis>) -> Option<Millis> {
        until.filter(|_| self.paused.is_none()).map(|until| until + self.began)
    }

    /// The seats that are being asked, and until when.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = Waiting> + '_ {
        let asked = Seat::first(MAX_SEATS).zip(&self.questions).filter(|(_, it)| it.asks != 0);
        asked.map(|(seat, it)| Waiting { seat, until: self.in_room_time(it.until) })
    }

    /// Assigns ids to prompts that are new.
    fn number_questions(&mut self) {
        self.asked.clear();
        for seat in Seat::first(self.game.seats().len()) {
            let prompt = self.game.prompt(seat);
            let question = &mut self.questions[seat.at()];
            let asks = prompt.as_ref().map_or(0, question_of);
            if asks != 0 && asks != question.asks {
                question.id = question.id.wrapping_add(1);
            }
            question.asks = asks;
            question.until = prompt.as_ref().and_then(|prompt| prompt.deadline);
            let (id, until) = (question.id, question.until);
            let deadline = self.in_room_time(until);
            self.asked.push(prompt.map(|prompt| {
                let has_seats = prompt.lines().any(TextLine::has_seats);
                Asked { prompt: Prompt { id, deadline, ..prompt }, has_seats }
            }));
        }
    }

    pub(crate) fn to_act(&self) -> SeatSet {
        self.game.to_act()
    }
}

/// A fingerprint that distinguishes one prompt from another.
fn question_of<A: serde::Serialize>(prompt: &Prompt<A>) -> u64 {
    let Prompt { message, choices, forms, may_decline, .. } = prompt;
    fingerprint(&(message, choices, forms, may_decline)).max(1)
}

impl<G: Game> Room<G> {
    /// Deals a match to the seated players, or continues a loaded one.
    pub(super) fn deal(&mut self, effects: &mut Vec<RoomEffect<G>>) -> Result<(), RoomReject<G>> {
        let now = self.now();
        if let Some(loaded) = self.loaded.take() {
            self.announce_start(&loaded.game.position().options.clone(), effects);
            let bot_chance = fingerprint(&self.party.dice.split());
            self.playing = Some(LiveMatch { bot_chance, ..*loaded });
            return self.after_step(effects);
        }
        let seats = self.party.kinds();
        let memories = Memories::new(seats.len());
        let options = G::served(self.options.clone(), &seats);
        self.announce_start(&options, effects);
        let setup = Setup {
            options,
            seed: self.next_seed.take().unwrap_or_else(|| self.party.dice.split()),
            undo: self.party.options.undo,
            seats,
        };
        // The start of a match was checked before, but for a rematch the options may need more
        // seats.
        if let Err(why) = setup.check() {
            return self.send(&RoomTrigger::MatchFailed { why: why.message }, effects);
        }
        match Match::new(setup) {
            Ok(game) => {
                let bot_chance = fingerprint(&self.party.dice.split());
                let live = LiveMatch::new(game, memories, now);
                self.playing = Some(LiveMatch { bot_chance, ..live });
            }
            Err(why) => return self.fail(&InputError::Broken(why.message), effects),
        }
        self.after_step(effects)
    }

    /// MM-77: the log says which options the match uses.
    fn announce_start(&mut self, options: &G::Options, effects: &mut Vec<RoomEffect<G>>) {
        let notice = Notice::GameStarting {
            game_no: self.party.game_no,
            seats: self.party.members.len(),
            options: serde_json::to_value(options).unwrap_or_default(),
            settings: Box::new(self.party.options.clone()),
        };
        let seating = self.party.seating();
        self.write(LogEvent::Room(notice), &seating, effects);
    }

    /// Fires the match's next timer.
    pub(super) fn fire_match(
        &mut self,
        due: Millis,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let Some(playing) = &mut self.playing else { return Ok(()) };
        match playing.game.fire_next(playing.local(due)) {
            Ok(()) => self.after_step(effects),
            Err(why) => self.fail(&why, effects),
        }
    }

    /// Performs a seat's action in the match.
    pub(super) fn input(
        &mut self,
        seat: Seat,
        action: G::Action,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let now = self.now();
        let by_person = self.party.at_seat(seat).is_some_and(Member::is_human);
        let playing = self.playing.as_mut().ok_or(RoomReject::WrongPhase)?;
        match playing.input(now, By::Seat(seat), action, by_person) {
            Ok(()) => {
                let told = effects.len();
                self.after_step(effects)?;
                // A secret action does not count as activity: others would notice that something
                // was done.
                if effects[told..].iter().any(RoomEffect::is_public)
                    && let Some(member) = self.party.member_at(seat)
                {
                    member.has_spoken();
                }
                Ok(())
            }
            Err(why @ InputError::Broken(_)) => {
                self.fail(&why, effects)?;
                Err(RoomReject::Match(InputError::Broken(CANNOT_CONTINUE.to_owned())))
            }
            Err(why) => Err(RoomReject::Match(why)),
        }
    }

    /// Tells the match who acts for a seat, if the game wants to know.
    pub(super) fn tell_match(
        &mut self,
        seat: Seat,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        self.resume_if_needed(effects)?;
        let now = self.now();
        let Some(member) = self.party.at_seat(seat) else { return Ok(()) };
        let (kind, connected) = (member.kind(), member.status == Status::Connected);
        let Some(playing) = self.playing.as_mut().filter(|it| it.game.outcome().is_none()) else {
            return Ok(());
        };
        if let Some(action) = G::seat_changed(playing.game.position(), seat, kind, connected)
            && let Err(why) = playing.input(now, By::Host, action, false)
        {
            return self.fail(&why, effects);
        }
        self.after_step(effects)
    }

    /// Ends a match that cannot continue; the room itself can. The reason may name hidden cards, so
    /// people are only told that the match failed.
    pub(super) fn fail(
        &mut self,
        why: &InputError<G>,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        effects.push(RoomEffect::MatchFailed { why: why.to_string() });
        self.send(&RoomTrigger::MatchFailed { why: CANNOT_CONTINUE.to_owned() }, effects)
    }

    /// Runs after every step of the match: logs and remembers its events, updates the room's chart,
    /// and asks the bots whose turn it is.
    pub(super) fn after_step(
        &mut self,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let Some(playing) = &mut self.playing else { return Ok(()) };
        let events = playing.memories.follow(&mut playing.game);
        if playing.game.allows_undo() {
            playing.past.look_at(&playing.game, &events);
        }
        playing.number_questions();
        let stage = G::stage(playing.game.position());
        let moved = std::mem::replace(&mut playing.stage, stage) != stage;
        let outcome = playing.game.outcome();
        if !events.is_empty() {
            let seating = self.party.seating();
            for event in events.into_iter().filter(G::is_logged) {
                self.write(LogEvent::Game(event), &seating, effects);
            }
        }
        if moved && self.is_playing() {
            self.send(&RoomTrigger::StageEntered { stage }, effects)?;
        }
        match outcome {
            Some(outcome) if self.is_playing() => {
                if let Some(save) = self.match_save() {
                    effects.push(RoomEffect::MatchEnded { save: save.map(Box::new) });
                }
                let over = self.playing.as_ref();
                let results = over.map_or(Value::Null, |it| G::results(it.game.position()));
                self.send(&RoomTrigger::MatchOver { outcome, results }, effects)
            }
            _ => {
                self.ask_bots(effects);
                Ok(())
            }
        }
    }
}
