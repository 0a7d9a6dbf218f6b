//! Bots at the table: they take time to act, but never block the match.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::effect::RoomEffect;
use super::level::BotLevel;
use super::live_match::LiveMatch;
use super::party::{Member, PlayerId, Status};
use super::rule::{Checked, require};
use super::vocabulary::RoomReject;
use super::{Phase, Room};
use crate::Millis;
use crate::cards::{Dice, Seed, fingerprint};
use crate::game::{Game, MAX_SEATS, OwnedObservation, Seat, SeatSet, Viewer};

/// How late a bot may be before the room acts for it.
const PATIENCE: Millis = Millis::from_secs(10);

/// A request for a bot's decision. [`Room::observation`] returns what its seat knows; send the
/// decision with [`Call::Bot`](super::Call::Bot).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BotRequest {
    /// The seat it plays.
    pub seat: Seat,
    /// The level at which it plays now.
    pub level: BotLevel,
    /// The prompt to name in the answer.
    pub prompt: u64,
    /// The earliest instant at which it may answer, so that it appears to think.
    pub due: Millis,
}

/// What a person's seat knows, for a bot that gives a hint.
pub struct HintRequest<G: Game> {
    /// The prompt that the hint is about. The hint is useless once that prompt is gone.
    pub prompt: u64,
    /// Everything that the person's seat knows, and nothing that it does not.
    pub observation: OwnedObservation<G>,
}

impl<G: Game> fmt::Debug for HintRequest<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { prompt, observation } = self;
        f.debug_struct("HintRequest")
            .field("prompt", prompt)
            .field("observation", observation)
            .finish()
    }
}

/// The bots that have been asked, by seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Bots([Option<Thinking>; MAX_SEATS]);

/// A bot that has been asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thinking {
    prompt: u64,
    /// The earliest instant at which it may act.
    due: Millis,
    /// The instant at which the room acts for it.
    given_up: Millis,
    /// It has decided to wait until its seat learns something new.
    waits: bool,
    /// How many log entries its seat had received when it decided to wait.
    #[serde(default, rename = "heard")]
    entries: u64,
}

impl Bots {
    fn get(&self, seat: Seat) -> Option<Thinking> {
        self.0.get(seat.at()).copied().flatten()
    }

    /// The seats whose bots are waiting.
    fn waiting(&self) -> SeatSet {
        let waits = |seat: &Seat| self.get(*seat).is_some_and(|it| it.waits);
        Seat::first(MAX_SEATS).filter(waits).collect()
    }

    /// Shifts all instants, because the match was paused for this long.
    pub(crate) fn delay(&mut self, by: Millis) {
        for thinking in self.0.iter_mut().flatten() {
            thinking.due += by;
            thinking.given_up += by;
        }
    }
}

impl<G: Game> LiveMatch<G> {
    /// The first bot that the room has to act for, and when. Bots that wait are left alone as long
    /// as something else can happen.
    pub(crate) fn next_bot(&self) -> Option<(Millis, Seat)> {
        if self.paused.is_some() {
            return None;
        }
        let waiting = self.bots.waiting();
        let stuck = !waiting.is_empty()
            && self.game.next_due().is_none()
            && self.to_act().is_subset_of(waiting);
        let acts = |seat: Seat| {
            let thinking = self.bots.get(seat).filter(|it| stuck || !it.waits)?;
            Some((thinking.given_up, seat))
        };
        Seat::first(MAX_SEATS).filter_map(acts).min()
    }
}

impl<G: Game> Room<G> {
    /// Asks the bots whose turn it is: once per prompt, and again after they have waited.
    pub(super) fn ask_bots(&mut self, effects: &mut Vec<RoomEffect<G>>) {
        let Some(playing) = &self.playing else { return };
        // A bot asked during a pause starts to think when the match resumes.
        let now = playing.paused.unwrap_or(self.now());
        let Some(playing) = &mut self.playing else { return };
        let asked = playing.to_act();
        for seat in Seat::first(MAX_SEATS) {
            // A stand-in that appears to be away does not act (MM-70).
            let here = self.party.at_seat(seat).filter(|it| it.status == Status::Connected);
            let bot = here.and_then(Member::bot).cloned();
            let Some(level) = bot.filter(|_| asked.contains(seat)) else {
                playing.bots.0[seat.at()] = None;
                continue;
            };
            let prompt = playing.questions[seat.at()].id;
            // Only news that the seat may know makes a bot think again. Otherwise its delay would
            // reveal that something hidden has happened (MM-70).
            let entries = self.party.at_seat(seat).map_or(0, |it| it.next_entry);
            let is_news = |it: Thinking| it.waits && it.entries != entries;
            if playing.bots.get(seat).is_some_and(|it| it.prompt == prompt && !is_news(it)) {
                continue;
            }
            let due = now
                + pace::<G>(self.party.options.bot_delay_ms, &mut playing.bot_dice(seat, "pace"));
            let is_random = level == BotLevel::RANDOM;
            let given_up = if is_random { due } else { due + PATIENCE };
            playing.bots.0[seat.at()] =
                Some(Thinking { prompt, due, given_up, waits: false, entries: 0 });
            if !is_random {
                effects.push(RoomEffect::AskBot(BotRequest { seat, level, prompt, due }));
            }
        }
    }

    /// The bots that have been asked and have not answered. Ask them again after loading a room.
    pub fn bots_owed(&self) -> Vec<BotRequest> {
        let Some(playing) = self.playing.as_ref().filter(|_| self.is_playing()) else {
            return vec![];
        };
        let owed = |seat| {
            let Thinking { prompt, due, .. } = playing.bots.get(seat).filter(|it| !it.waits)?;
            let level = self.party.at_seat(seat)?.bot()?.clone();
            Some(BotRequest { seat, level, prompt, due })
        };
        let requests = Seat::first(MAX_SEATS).filter_map(owed);
        requests.filter(|request| request.level != BotLevel::RANDOM).collect()
    }

    /// Takes the decision of a bot.
    pub(super) fn take_bot(
        &mut self,
        seat: Seat,
        prompt: u64,
        action: Option<G::Action>,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Checked<G> {
        require(self.is_playing(), RoomReject::WrongPhase)?;
        let is_bot = self.party.at_seat(seat).and_then(Member::bot).is_some();
        require(is_bot, RoomReject::NotABot)?;
        let now = self.now();
        let Some(playing) = &mut self.playing else { return Err(RoomReject::WrongPhase) };
        let thinking = playing.bots.get(seat).filter(|it| it.prompt == prompt && !it.waits);
        let thinking = thinking.ok_or(RoomReject::StalePrompt)?;
        require(playing.paused.is_none(), RoomReject::Paused)?;
        require(thinking.due <= now, RoomReject::TooSoon)?;
        let Some(action) = action else {
            let given_up = now + PATIENCE;
            let entries = self.party.at_seat(seat).map_or(0, |it| it.next_entry);
            playing.bots.0[seat.at()] =
                Some(Thinking { waits: true, given_up, entries, ..thinking });
            return Ok(());
        };
        self.input(seat, action, effects)
    }

    /// Acts for a bot with any legal action, like the game's random player.
    pub(super) fn act_for_bot(
        &mut self,
        seat: Seat,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Checked<G> {
        let now = self.now();
        let Some(playing) = &mut self.playing else { return Ok(()) };
        playing.bots.0[seat.at()] = None;
        // What is legal may depend on the time.
        if let Err(why) = playing.advance(now) {
            return self.fail(&why, effects);
        }
        let at = playing.game.position();
        let chosen = G::random_action(at, seat, &mut playing.bot_dice(seat, "action"));
        let Some(action) = chosen.or_else(|| G::default_action(at, seat)) else { return Ok(()) };
        match self.input(seat, action, effects) {
            // A bug in the game. The call being handled is not refused because of it.
            Err(RoomReject::Match(why)) => {
                debug_assert!(why.code() == "broken", "a random action was refused: {why}");
                Ok(())
            }
            answer => answer,
        }
    }

    /// What a seat knows of the current match, if there is one. A bot there may use nothing else.
    /// It can be sent to another thread.
    pub fn observation(&self, seat: Seat) -> Option<OwnedObservation<G>> {
        let playing = self.playing.as_ref()?;
        let memory = playing.memories.get(seat)?;
        let view = playing.game.view(Viewer::Seat(seat));
        Some(playing.game.position().observed_by(seat, &view, memory).to_owned())
    }

    /// What a person's seat knows, for a bot that gives a hint. The room does not change, and
    /// nobody else is told.
    pub fn hint(&self, id: PlayerId) -> Result<HintRequest<G>, RoomReject<G>> {
        let seat = self.seated(id)?.seat;
        require(self.phase() == Phase::Playing, RoomReject::WrongPhase)?;
        require(self.party.options.hints, RoomReject::NoHints)?;
        // In some games what is legal depends on time alone, so the prompt is computed again.
        let prompt = self.live()?.prompt(seat).ok_or(RoomReject::NotAsked)?.id;
        let observation = self.observation(seat).ok_or(RoomReject::NotAsked)?;
        Ok(HintRequest { prompt, observation })
    }
}

impl<G: Game> LiveMatch<G> {
    /// The dice of a bot for its current prompt. Every seat and every prompt has its own, so that a
    /// secret action of one bot does not change the delay of another. Delay and action have
    /// separate dice, so that neither reveals the other.
    fn bot_dice(&self, seat: Seat, purpose: &str) -> Dice {
        let question = self.questions[seat.at()].id;
        let number = fingerprint(&(self.bot_chance, seat, question, purpose));
        Dice::new(Seed::from_number(number))
    }
}

/// MM-70: a bot must not be recognised by its pace, so it varies.
fn pace<G: Game>(delay: Millis, dice: &mut Dice) -> Millis {
    match G::BOT_PACE {
        Some((soon, late)) if !delay.is_zero() => between(soon, late, dice),
        _ => varied(delay, dice),
    }
}

/// Varies a delay by up to two fifths either way (MM-70).
pub(super) fn varied(delay: Millis, dice: &mut Dice) -> Millis {
    let spread = Millis(delay.get() * 2 / 5);
    between(delay - spread, delay + spread, dice)
}

fn between(soon: Millis, late: Millis, dice: &mut Dice) -> Millis {
    let within = |span: Millis| u32::try_from(span.get()).unwrap_or(u32::MAX);
    // At least 1 ms: with no delay at all, bots playing each other would stop time.
    Millis(u64::from(dice.between(within(soon), within(late)))).max(Millis(1))
}
