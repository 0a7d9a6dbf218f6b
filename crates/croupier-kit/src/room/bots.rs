//! Bots at the table: they take their time, and never keep the table waiting.

use serde::{Deserialize, Serialize};

use super::effect::RoomEffect;
use super::party::{Member, Party};
use super::settings::BotLevel;
use super::{Room, RoomReject};
use crate::{Act, Game, MAX_SEATS, Millis, Seat};

/// How long a bot may be late before the room acts for it.
const PATIENCE: Millis = Millis::from_secs(10);

/// The bots that are to act.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Bots([Option<Thinking>; MAX_SEATS]);

/// A bot that makes up its mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Thinking {
    prompt: u64,
    /// When it may act.
    due: Millis,
    /// When the room acts for it.
    given_up: Millis,
}

impl Bots {
    /// The first bot for which the room has to act, and when.
    pub(crate) fn next(&self) -> Option<(Millis, Seat)> {
        let thinking = self.0.iter().zip(Seat::first(MAX_SEATS));
        thinking.filter_map(|(it, seat)| Some((it.as_ref()?.given_up, seat))).min()
    }
}

impl<G: Game> Room<G> {
    /// Asks the bots whose turn it is, each once a question.
    pub(super) fn ask_bots(&mut self, effects: &mut Vec<RoomEffect<G>>) {
        let now = self.now();
        let Some(playing) = &mut self.playing else { return };
        let asked = playing.to_act();
        for seat in Seat::first(MAX_SEATS) {
            let bot = self.party.at_seat(seat).and_then(Member::bot);
            let thinking = &mut playing.bots.0[seat.at()];
            let Some(level) = bot.filter(|_| asked.contains(seat)) else {
                *thinking = None;
                continue;
            };
            let prompt = playing.questions[seat.at()].id;
            if thinking.is_some_and(|it| it.prompt == prompt) {
                continue;
            }
            let due = now + pace::<G>(&mut self.party);
            let patience = if level == BotLevel::Random { Millis::ZERO } else { PATIENCE };
            *thinking = Some(Thinking { prompt, due, given_up: due + patience });
            if level != BotLevel::Random {
                effects.push(RoomEffect::AskBot { seat, level, prompt, due });
            }
        }
    }

    /// Whether a bot may act for a seat now.
    pub(super) fn check_bot(&self, seat: Seat, prompt: u64) -> Result<(), RoomReject<G>> {
        if !self.is_playing() {
            return Err(RoomReject::WrongPhase);
        }
        let bot = self.party.at_seat(seat).and_then(Member::bot);
        bot.ok_or(RoomReject::NotABot)?;
        let playing = self.playing.as_ref().ok_or(RoomReject::WrongPhase)?;
        match playing.bots.0.get(seat.at()).copied().flatten() {
            Some(thinking) if thinking.prompt == prompt => Ok(()),
            _ => Err(RoomReject::StalePrompt),
        }
    }

    /// The room acts for a bot: any legal action, as the game's random player would.
    pub(super) fn let_bot_act(
        &mut self,
        seat: Seat,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let Some(playing) = &mut self.playing else { return Ok(()) };
        playing.bots.0[seat.at()] = None;
        let at = playing.game.position();
        let chosen = G::random_action(at, seat, &mut self.party.dice);
        let Some(action) = chosen.or_else(|| G::default_action(at, seat)) else { return Ok(()) };
        self.input(seat, Act::Do(action), effects)
    }
}

/// MM-70: nobody tells a bot by its pace, so it varies by two fifths.
fn pace<G: Game>(party: &mut Party) -> Millis {
    let delay = party.options.bot_delay_ms;
    let spread = Millis(delay.get() / 5 * 2);
    let (soon, late) = match G::BOT_PACE {
        Some(pace) if !delay.is_zero() => pace,
        _ => (delay - spread, delay + spread),
    };
    let within = |span: Millis| u32::try_from(span.get()).unwrap_or(u32::MAX);
    // Bots among themselves must not stop time.
    Millis(u64::from(party.dice.between(within(soon), within(late)))).max(Millis(1))
}
