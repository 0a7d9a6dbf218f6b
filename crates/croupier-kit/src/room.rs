//! A room: a table where people meet and play, independent of the game.
//!
//! People join, start a match, play, see the results, vote, and play again. A room is pure: it is
//! given calls and the current time, and returns the effects to carry out. Names live here; games
//! only know seats.
//!
//! | to find | look at |
//! |---|---|
//! | the only way to change a room | [`Room::handle`] and [`Call`] |
//! | what people can say | [`Command`], and why it is refused: [`RoomReject`] |
//! | when a command is allowed, and what it does | `commands.rs`: one rule per command |
//! | which commands a client can offer | [`Room::open_commands`] |
//! | the phases of a room | `flow.rs`, `lobby.rs`, `game_over.rs`, `connection.rs`: the charts |
//! | what the caller has to do | [`RoomEffect`]; who is told what: [`LogRecord`] |
//! | what is seen | [`RoomView`]; what an inspector lights: [`Room::shown_states`], [`Room::own_states`] |
//! | queries that change nothing | [`Room::dry_run`], [`Room::hint`] |
//! | bots | [`BotRequest`], [`Room::observation`] |
//! | settings | [`RoomOptions`] |
//! | what to store | [`RoomRecord`], [`SavedRoom`] |

mod about;
mod armed;
mod bots;
mod call;
mod code;
mod commands;
mod connection;
mod dry_run;
mod effect;
mod flow;
mod from_match;
mod game_over;
mod invariants;
mod level;
mod live_match;
mod lobby;
mod log;
mod name;
mod open_commands;
mod options;
mod own_states;
mod party;
mod pause;
mod quiet_inputs;
mod rule;
mod saved;
mod settings;
mod silence;
mod undo;
mod update;
mod view;
mod vocabulary;
mod waiting;

use std::fmt;

use croupier_chart::run::{Answer, AnyChart, Env, Snapshot};

use self::armed::{ArmedTimer, ArmedTimers};
pub use self::bots::{BotRequest, HintRequest};
pub use self::call::{Call, RoomRecord};
pub use self::code::{ParseRoomCodeError, RoomCode};
pub use self::dry_run::Attempt;
pub use self::effect::{Handled, RoomEffect};
pub use self::flow::ABANDONED;
use self::flow::{RoomChart, RoomFlow};
pub use self::from_match::Occupant;
pub use self::level::{BotLevel, ParseBotLevelError};
use self::live_match::LiveMatch;
pub use self::log::{Entry, LogEvent, LogRecord};
pub use self::name::player_name;
pub use self::open_commands::{OpenCommand, Takes};
use self::options::{check_options, seat_limits};
pub use self::own_states::states_around;
use self::party::{Order, Party};
pub use self::party::{PlayerId, Status};
pub use self::saved::{ROOM_RULES, SavedRoom};
pub use self::settings::{RoomOptions, RoomOptionsError};
pub use self::view::{Phase, PlayerView, RoomView, RoomViewOf, TableView};
use self::vocabulary::RoomTrigger;
pub use self::vocabulary::{Command, Counter, Notice, Return, RoomReject};
pub use self::waiting::Waiting;
use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{Error, Game, Seat};
use crate::matches::LONGEST_WAIT;

/// The most timers that fire in one call. An hour of a ticking match has about ten thousand of
/// them.
const MOST_STEPS: u32 = 5_000;

/// A table where matches happen one after another.
pub struct Room<G: Game> {
    pub(crate) chart: &'static RoomChart,
    pub(crate) flow: Snapshot<RoomFlow>,
    pub(crate) party: Party,
    /// The options for the next match.
    pub(crate) options: G::Options,
    /// The current match. It stays until the next deal or the return to the lobby.
    pub(crate) playing: Option<LiveMatch<G>>,
    /// A loaded match to continue instead of the next deal.
    pub(crate) loaded: Option<Box<LiveMatch<G>>>,
    /// The seed of the next match, if the server has supplied one.
    pub(crate) next_seed: Option<Seed>,
    /// The order in which the timers were armed.
    pub(crate) armed: ArmedTimers,
}

impl<G: Game> Room<G> {
    /// Creates an empty room whose time starts at 0. The seed is for bot names and bot delays, and
    /// for deals for which no other seed is supplied.
    pub fn new(settings: RoomOptions, options: G::Options, seed: Seed) -> Result<Self, Error> {
        Self::starting_at(Millis::ZERO, settings, options, seed)
    }

    /// The same, with a time that starts at `now`.
    pub fn starting_at(
        now: Millis,
        settings: RoomOptions,
        options: G::Options,
        seed: Seed,
    ) -> Result<Self, Error> {
        settings.check()?;
        check_options::<G>(&options)?;
        let chart = flow::chart::<G>();
        let mut party = Party::new(seat_limits::<G>(&options), settings, Dice::new(seed));
        party.last_activity = now;
        let flow = chart.chart.start_at(now, None, &mut Env::new(&mut party))?;
        let (playing, loaded, next_seed) = (None, None, None);
        let armed = ArmedTimers::default();
        Ok(Self { chart, flow, party, options, playing, loaded, next_seed, armed })
    }

    /// The instant that the room has reached: that of the last call it handled.
    pub fn now(&self) -> Millis {
        self.flow.now()
    }

    /// Whether the room is closed. A closed room refuses every command.
    pub fn is_closed(&self) -> bool {
        self.flow.is_in(self.chart.closed)
    }

    /// Handles a call: first lets time pass up to `now`, then executes the call.
    ///
    /// A `now` before the room's own time counts as that time, because server clocks can jump.
    /// After a long silence one call does not fire all timers that are due. The room is then
    /// behind: [`next_due`](Self::next_due) is before `now`, and the next call continues from
    /// there. Until it has caught up it refuses what persons and bots send, so wake it first.
    pub fn handle(&mut self, call: Call<G>, now: Millis) -> Handled<G> {
        let mut effects = vec![];
        let now = now.clamp(self.now(), self.now() + LONGEST_WAIT);
        let leaves_no_trace = match &call {
            Call::Wake => true,
            Call::Person { command, .. } => matches!(command, Command::React { .. }),
            _ => false,
        };
        let mut steps = MOST_STEPS;
        let mut fired = false;
        let answer = self.pass_time(now, &mut steps, &mut effects).and_then(|()| {
            // MM-2e: a command comes after every timer that was due before it.
            let is_behind = steps == 0 && self.next_due().is_some_and(|due| due <= now);
            let is_command = matches!(call, Call::Person { .. } | Call::Bot { .. });
            let taken = if is_behind && is_command {
                Err(RoomReject::Behind)
            } else {
                self.take(call, &mut effects)
            };
            self.note_timers();
            taken?;
            self.note_silence();
            fired = !leaves_no_trace;
            // Fire what is due immediately.
            self.pass_time(now, &mut steps, &mut effects)
        });
        fired |= steps < MOST_STEPS;
        // A game that fails changes the room even though the call is refused.
        let changed = fired || matches!(&answer, Err(why) if why.code() == "broken");
        Handled { effects, answer, changed }
    }

    fn take(
        &mut self,
        call: Call<G>,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        match call {
            Call::Wake => Ok(()),
            _ if self.is_closed() => Err(RoomReject::Closed),
            Call::Seed(seed) => {
                self.next_seed = Some(seed);
                Ok(())
            }
            Call::Lost { id } => {
                let slot = self.lost(id)?;
                self.send(&RoomTrigger::PlayerDisconnected { slot }, effects)
            }
            Call::Restarted => {
                // Stand-ins appear to lose their connection like everybody else (MM-70).
                let members = self.party.members.iter();
                let slots: Vec<u8> = members.filter_map(|it| it.slot).collect();
                slots.into_iter().try_for_each(|slot| {
                    self.send(&RoomTrigger::PlayerDisconnected { slot }, effects)
                })
            }
            Call::Bot { seat, prompt, action } => self.take_bot(seat, prompt, action, effects),
            Call::Person { id, command } => self.obey(id, &command, effects),
        }
    }

    /// Sends a trigger to the chart. The caller has checked what the transitions require with
    /// `given`: in release builds it is not evaluated again. If the chart refuses the trigger, that
    /// is a bug in the room: it is reported and the room stays as it was.
    fn send(
        &mut self,
        trigger: &RoomTrigger,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let mut env = Env::new(&mut self.party);
        match self.chart.chart.send_checked(&mut self.flow, &mut env, trigger) {
            Ok(Answer::Taken) => self.take_orders(effects),
            Ok(Answer::Refused(_)) => {
                debug_assert!(false, "the room passed {trigger:?}, its chart did not");
                Err(RoomReject::WrongStep)
            }
            Err(_runaway) => Err(RoomReject::WrongStep),
        }
    }

    /// Lets time pass in the room and its match, in the order of instants, for at most `steps`
    /// timers.
    fn pass_time(
        &mut self,
        now: Millis,
        steps: &mut u32,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        while let Some((due, what)) = self.next().filter(|(due, _)| *due <= now) {
            if *steps == 0 {
                return Ok(());
            }
            *steps -= 1;
            self.let_happen(due, what, effects)?;
            // A stand-in may have returned to its seat.
            self.ask_bots(effects);
            self.note_timers();
            self.note_silence();
        }
        // Nothing more is due.
        self.keep_pace(now, effects)?;
        self.advance_flow(now, effects)
    }

    /// Fires one timer, in the room or in its match.
    fn let_happen(
        &mut self,
        due: Millis,
        what: Due,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        match what {
            Due::Match => {
                self.pass_flow_to(due, effects)?;
                self.fire_match(due, effects)
            }
            Due::Bot(seat) => {
                self.advance_flow(due, effects)?;
                self.act_for_bot(seat, effects)
            }
            Due::Room => {
                // The match gets the time before this timer first. If the timer ends the match, the
                // match then ends at the same instant, however time was sliced. Timers of the match
                // that are due at this very instant but were armed later must not fire before it.
                self.keep_pace(due - Millis(1), effects)?;
                let mut env = Env::new(&mut self.party);
                let fired = self.chart.chart.fire_first(&mut self.flow, &mut env, due);
                if fired.is_err() {
                    debug_assert!(false, "the room's chart does not rest");
                    return Err(RoomReject::WrongStep);
                }
                self.take_orders(effects)
            }
        }
    }

    /// Advances the match to an instant before which none of its timers is due.
    fn keep_pace(
        &mut self,
        now: Millis,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        if self.is_playing()
            && let Some(playing) = &mut self.playing
            && let Err(why) = playing.advance(now)
        {
            return self.fail(&why, effects);
        }
        Ok(())
    }

    fn advance_flow(
        &mut self,
        now: Millis,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let mut env = Env::new(&mut self.party);
        if self.chart.chart.advance_to(&mut self.flow, &mut env, now).is_err() {
            debug_assert!(false, "the room's chart does not rest");
            return Err(RoomReject::WrongStep);
        }
        self.take_orders(effects)
    }

    /// Advances the room's time to an instant at which the match comes first: a timer of the room
    /// that is due at the same instant but was armed later has to wait.
    fn pass_flow_to(
        &mut self,
        now: Millis,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        if self.chart.chart.next_due(&self.flow).is_none_or(|due| due > now) {
            return self.advance_flow(now, effects);
        }
        self.chart.chart.wait_until(&mut self.flow, now);
        Ok(())
    }

    /// When the next timer is due.
    pub fn next_due(&self) -> Option<Millis> {
        self.next().map(|(due, _)| due)
    }

    /// MM-2: timers due at the same instant fire in the order in which they were armed. A bot's
    /// move is a command, so it comes after all of them.
    fn next(&self) -> Option<(Millis, Due)> {
        if self.is_closed() {
            return None;
        }
        let playing = self.playing.as_ref().filter(|_| self.is_playing());
        let room = self.chart.chart.next_timer(&self.flow).map(|(due, place)| {
            let place = self.armed.place(ArmedTimer::Room(place));
            (due.max(self.now()), place, Due::Room)
        });
        let game = playing.and_then(|playing| {
            let (due, timer) = (playing.next_due()?, playing.game.next_timer()?);
            let place = self.armed.place(ArmedTimer::Match(timer));
            Some((due.max(self.now()), place, Due::Match))
        });
        let first = [room, game].into_iter().flatten().min_by_key(|(due, place, _)| (*due, *place));
        let first = first.map(|(due, _, what)| (due, what));
        let bot = playing.and_then(LiveMatch::next_bot).map(|(due, seat)| (due, Due::Bot(seat)));
        [first, bot].into_iter().flatten().min_by_key(|(due, _)| *due)
    }

    /// Carries out the charts' orders.
    fn take_orders(&mut self, effects: &mut Vec<RoomEffect<G>>) -> Result<(), RoomReject<G>> {
        while !self.party.outbox.is_empty() {
            for order in std::mem::take(&mut self.party.outbox) {
                match order {
                    Order::Log(notice, seating) => {
                        self.write(LogEvent::Room(notice), &seating, effects);
                    }
                    Order::React { seat, kind, value } => {
                        effects.push(RoomEffect::Reacted { seat, kind, value });
                    }
                    Order::Deal => self.deal(effects)?,
                    Order::SeatChanged { seat } => self.tell_match(seat, effects)?,
                    Order::ClearBoard => self.playing = None,
                    Order::Close => effects.push(RoomEffect::Closed),
                }
            }
        }
        Ok(())
    }

    pub(crate) fn is_in_lobby(&self) -> bool {
        self.flow.is_in(self.chart.lobby)
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.chart.stages.iter().any(|stage| self.flow.is_in(*stage))
    }
}

/// The chart of this game's rooms, including the lobby and game-over charts.
pub fn machine<G: Game>() -> &'static dyn AnyChart {
    &flow::chart::<G>().chart
}

/// What is due next.
enum Due {
    Room,
    Match,
    Bot(Seat),
}

impl<G: Game> fmt::Debug for Room<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("game", &G::ID)
            .field("flow", &self.flow)
            .field("party", &self.party)
            .field("options", &self.options)
            .field("playing", &self.playing.as_ref().map(|playing| &playing.game))
            .finish_non_exhaustive()
    }
}
