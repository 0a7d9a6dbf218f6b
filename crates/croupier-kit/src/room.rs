//! A room: the life of a table, for every game.
//!
//! People come and go, start, play, see the results, vote, and play again. A room is pure: it is
//! told what is said and what time it is, and answers with what is to be told and done. Names live
//! here; games know seats.
//!
//! | to find | look at |
//! |---|---|
//! | the one door | [`Room::handle`] and [`Call`] |
//! | what may be said | [`Command`], and why not: [`RoomReject`] |
//! | when it may be said, and what comes of it | `commands.rs`: one rule for each command |
//! | the life of a table | `flow.rs`, `lobby.rs`, `game_over.rs`, `connection.rs`: the charts |
//! | what is to be done | [`RoomEffect`]; what is told to whom: [`LogRecord`] |
//! | what is seen | [`RoomView`]; what an inspector lights: [`Room::shown_states`], [`Room::own_states`] |
//! | what can be asked without changing anything | [`Room::dry_run`], [`Room::hint`] |
//! | bots | [`BotRequest`], [`Room::observation`] |
//! | what can be chosen | [`RoomOptions`] |
//! | what is kept | [`RoomRecord`], [`SavedRoom`] |

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
mod host_words;
mod invariants;
mod level;
mod live_match;
mod lobby;
mod log;
mod name;
mod own_states;
mod party;
mod pause;
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
pub use self::commands::{OpenCommand, Takes};
pub use self::dry_run::Attempt;
pub use self::effect::{Handled, RoomEffect};
pub use self::flow::ABANDONED;
use self::flow::{RoomChart, RoomFlow};
pub use self::from_match::Occupant;
pub use self::level::{BotLevel, ParseBotLevelError};
use self::live_match::LiveMatch;
pub use self::log::{Entry, LogEvent, LogRecord};
pub use self::name::player_name;
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
use crate::game::{Error, Game, OptionsError, Seat};
use crate::matches::LONGEST_WAIT;

/// How many things that have fallen due happen in one call at most. A ticking match of an hour has
/// some ten thousand of them.
const MOST_STEPS: u32 = 5_000;

/// A table where matches happen one after another.
pub struct Room<G: Game> {
    pub(crate) chart: &'static RoomChart,
    pub(crate) flow: Snapshot<RoomFlow>,
    pub(crate) party: Party,
    /// What the next match is played with.
    pub(crate) options: G::Options,
    /// The match, from its deal until the next one or the lobby.
    pub(crate) playing: Option<LiveMatch<G>>,
    /// A loaded match that continues instead of the next deal.
    pub(crate) loaded: Option<Box<LiveMatch<G>>>,
    /// The seed of the next match, if the server has given one.
    pub(crate) next_seed: Option<Seed>,
    /// Which timers were armed first.
    pub(crate) armed: ArmedTimers,
}

impl<G: Game> Room<G> {
    /// An empty room whose time begins at 0. Its seed names bots and paces them, and deals where
    /// nobody else says how.
    pub fn new(settings: RoomOptions, options: G::Options, seed: Seed) -> Result<Self, Error> {
        Self::starting_at(Millis::ZERO, settings, options, seed)
    }

    /// The same, with a time that begins at this instant.
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
        party.heard = now;
        let flow = chart.chart.start_at(now, None, &mut Env::new(&mut party))?;
        let (playing, loaded, next_seed) = (None, None, None);
        let armed = ArmedTimers::default();
        Ok(Self { chart, flow, party, options, playing, loaded, next_seed, armed })
    }

    /// The virtual time.
    pub fn now(&self) -> Millis {
        self.flow.now()
    }

    /// Whether the room is closed. It answers every command with a refusal from then on.
    pub fn is_closed(&self) -> bool {
        self.flow.is_in(self.chart.closed)
    }

    /// Takes a call at an instant: first time passes up to it, then the call counts.
    ///
    /// An instant before the present one counts as the present one: clocks of servers jump. After a
    /// long silence one call does not do all that has fallen due meanwhile. The room is behind then:
    /// [`next_due`](Self::next_due) lies before the instant, and the next call goes on from there.
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
            let taken = self.take(call, &mut effects);
            self.note_timers();
            taken?;
            self.note_silence();
            fired = !leaves_no_trace;
            // What takes no time at all happens now.
            self.pass_time(now, &mut steps, &mut effects)
        });
        fired |= steps < MOST_STEPS;
        // A game that fails changes the room, although the call is refused.
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
                // Stand-ins seem to lose their connections like everybody else (MM-70).
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

    /// Lets the chart take what the checks have passed. If it does not, the room has a fault: it
    /// says so and continues as it was.
    fn send(
        &mut self,
        trigger: &RoomTrigger,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let mut env = Env::new(&mut self.party);
        match self.chart.chart.send(&mut self.flow, &mut env, trigger) {
            Ok(Answer::Taken) => self.take_orders(effects),
            Ok(Answer::Refused(_)) => {
                debug_assert!(false, "the room passed {trigger:?}, its chart did not");
                Err(RoomReject::WrongStep)
            }
            Err(_runaway) => Err(RoomReject::WrongStep),
        }
    }

    /// Lets time pass, in the room and in its match, in the order of the instants, for so many steps at
    /// most.
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
            // A stand-in may have come back to its seat.
            self.ask_bots(effects);
            self.note_timers();
            self.note_silence();
        }
        // Nothing is due any more.
        self.keep_pace(now, effects)?;
        self.advance_flow(now, effects)
    }

    /// Lets one thing happen that is due, in the room or in its match.
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
                // If this is the end of the match, the match ends at the same instant however time
                // was sliced. What was armed later and is due in it at this very instant does not
                // come first.
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

    /// Lets the match pass the time up to an instant before which nothing is due in it.
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

    /// Lets the room's time pass to an instant at which the match comes first: a timer of the room that
    /// is due at the same instant, and was armed later, waits.
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

    /// MM-2: of what falls due at one instant, what was armed first comes first. A bot's move is a
    /// command, so it comes after all that.
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

    /// Does what the charts have ordered.
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

/// The chart of the rooms in which a game is played, with the lobby and the game over inside.
pub fn machine<G: Game>() -> &'static dyn AnyChart {
    &flow::chart::<G>().chart
}

/// What falls due next.
enum Due {
    Room,
    Match,
    Bot(Seat),
}

/// Options must make a match for some number of seats.
fn check_options<G: Game>(options: &G::Options) -> Result<(), OptionsError> {
    let (min, max) = G::SEATS;
    let mut why = Ok(());
    for seats in min..=max {
        why = G::check_options(options, seats);
        if why.is_ok() {
            break;
        }
    }
    why
}

/// The fewest and the most seats with which these options can be played (MM-4).
fn seat_limits<G: Game>(options: &G::Options) -> (usize, usize) {
    let (min, max) = G::SEATS;
    let mut fitting = (min..=max).filter(|seats| G::check_options(options, *seats).is_ok());
    let fewest = fitting.next().unwrap_or(min);
    (fewest, fitting.last().unwrap_or(fewest))
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
