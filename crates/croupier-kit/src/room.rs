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
//! | when it may be said | `flow.rs`, `lobby.rs`, `game_over.rs`, `connection.rs`: the charts |
//! | what is to be done | [`RoomEffect`], [`Notice`] |
//! | what is seen | [`RoomView`] |
//! | what can be chosen | [`RoomOptions`] |

mod bots;
mod check;
mod code;
mod command;
mod connection;
mod effect;
mod flow;
mod game_over;
mod live_match;
mod lobby;
mod notice;
mod party;
mod saved;
mod settings;
mod trigger;
mod view;

use croupier_chart::{Answer, AnyChart, Env, Snapshot};

pub use self::code::{ParseRoomCodeError, RoomCode};
pub use self::command::{Call, Command, RoomReject};
pub use self::effect::{Entry, Handled, LogEvent, RoomEffect};
use self::flow::{RoomChart, RoomFlow};
use self::live_match::LiveMatch;
pub use self::notice::{Notice, Return};
use self::party::{Order, Party};
pub use self::party::{PlayerId, Status};
pub use self::saved::SavedRoom;
pub use self::settings::{BotLevel, RoomOptions};
use self::trigger::RoomTrigger;
pub use self::view::{Phase, PlayerView, RoomView};
use crate::{Act, By, Dice, Error, ErrorKind, Game, InputError, LONGEST_WAIT, Millis, Seat, Seed};

/// A table where matches happen one after another.
pub struct Room<G: Game> {
    pub(crate) chart: &'static RoomChart,
    pub(crate) flow: Snapshot<RoomFlow>,
    pub(crate) party: Party,
    /// What the next match is played with.
    pub(crate) options: G::Options,
    /// The match, from its deal until the next one or the lobby.
    pub(crate) playing: Option<LiveMatch<G>>,
    /// Where the chance of the next match comes from, if the server has said so.
    pub(crate) next_seed: Option<Seed>,
    /// The number of the next log entry.
    pub(crate) next_entry: u64,
}

impl<G: Game> Room<G> {
    /// An empty room. Its seed names bots and paces them, and deals where nobody else says how.
    pub fn new(settings: RoomOptions, options: G::Options, seed: Seed) -> Result<Self, Error> {
        let invalid = |why| Error::new(ErrorKind::IllegalAction, "invalid_options", why);
        settings.check().map_err(invalid)?;
        check_options::<G>(&options).map_err(invalid)?;
        let chart = flow::chart::<G>();
        let mut party = Party::new(G::SEATS, settings, Dice::new(seed));
        let flow = chart.chart.start(None, &mut Env::new(&mut party))?;
        Ok(Self { chart, flow, party, options, playing: None, next_seed: None, next_entry: 0 })
    }

    /// The virtual time.
    pub fn now(&self) -> Millis {
        self.flow.now()
    }

    /// Whether the room is closed. It answers every command with a refusal from then on.
    pub fn is_closed(&self) -> bool {
        self.flow.is_in(self.chart.closed)
    }

    /// Hears what is said at an instant: first time passes up to it, then the word counts.
    ///
    /// An instant before the present one counts as the present one: clocks of servers jump.
    pub fn handle(&mut self, call: Call<G>, now: Millis) -> Handled<G> {
        let mut effects = vec![];
        let now = now.clamp(self.now(), self.now() + LONGEST_WAIT);
        let answer = self
            .pass_time(now, &mut effects)
            .and_then(|()| self.answer(call, &mut effects))
            // What takes no time at all happens now.
            .and_then(|()| self.pass_time(now, &mut effects));
        Handled { effects, answer }
    }

    fn answer(
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
            Call::Bot { seat, prompt, action } => {
                self.check_bot(seat, prompt)?;
                self.input(seat, Act::Do(action), effects)
            }
            Call::Person { id, command } => self.obey(id, command, effects),
        }
    }

    fn obey(
        &mut self,
        id: PlayerId,
        command: Command<G>,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        self.check(id, &command)?;
        let happens = match command {
            Command::Act { action, .. } => {
                let seat = self.seat_of(id)?;
                return self.input(seat, Act::Do(action), effects);
            }
            Command::Undo => {
                let seat = self.seat_of(id)?;
                return self.input(seat, Act::Undo, effects);
            }
            Command::SetOptions { preset, changes } => {
                self.options = self.changed_options(preset.as_deref(), &changes)?;
                self.party.log(Notice::OptionsChanged);
                return self.take_orders(effects);
            }
            Command::Lock { locked } => {
                self.party.locked = locked;
                self.party.log(Notice::Locked { locked });
                return self.take_orders(effects);
            }
            Command::HandOver { player } => {
                self.party.host = Some(player);
                if let Some(seat) = self.party.member(player).map(|it| it.seat) {
                    self.party.log(Notice::HostChanged { seat });
                }
                return self.take_orders(effects);
            }
            Command::Join { name } => {
                if !self.is_in_lobby() {
                    // Checked: everybody has left, and the table is set anew (MM-C14).
                    self.send(&RoomTrigger::RoomStale, effects)?;
                }
                RoomTrigger::PlayerJoined { id, name: name.trim().to_owned(), bot: None }
            }
            Command::AddBot { level } => {
                let (id, name) = (self.party.fresh_id(), self.party.fresh_name());
                RoomTrigger::PlayerJoined { id, name, bot: Some(level) }
            }
            Command::RemoveBot { player } => RoomTrigger::PlayerDropped { id: player },
            Command::Kick { player } => {
                self.party.banned.push(player);
                self.leave(player, true)
            }
            Command::Leave => self.leave(id, false),
            Command::Ready => RoomTrigger::PlayerReady { id },
            Command::Unready => RoomTrigger::PlayerUnready { id },
            Command::StartGame => RoomTrigger::StartGame,
            Command::VoteRematch => RoomTrigger::VoteRematch { id },
            Command::VoteLobby => RoomTrigger::VoteLobby { id },
            Command::PlayAgain => RoomTrigger::PlayAgain { id },
            Command::React { value, .. } => RoomTrigger::PlayerReacted { id, value },
            Command::Reconnect => self.reconnect(id)?,
        };
        self.send(&happens, effects)
    }

    /// What a room makes of somebody getting up.
    fn leave(&self, id: PlayerId, for_good: bool) -> RoomTrigger {
        match self.party.member(id).and_then(|member| member.slot) {
            Some(slot) => RoomTrigger::Leave { slot, for_good },
            None if self.is_in_lobby() => RoomTrigger::PlayerDropped { id },
            None => RoomTrigger::PlayerLeft { id },
        }
    }

    /// Lets the chart take what the checks have passed. If it does not, the room has a fault: it
    /// says so and goes on as it was.
    fn send(
        &mut self,
        happens: &RoomTrigger,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let mut env = Env::new(&mut self.party);
        match self.chart.chart.send(&mut self.flow, &mut env, happens) {
            Ok(Answer::Taken) => self.take_orders(effects),
            Ok(Answer::Refused(_)) => {
                debug_assert!(false, "the room passed {happens:?}, its chart did not");
                Err(RoomReject::WrongStep)
            }
            Err(_runaway) => Err(RoomReject::WrongStep),
        }
    }

    /// Lets time pass, in the room and in its match, in the order of the instants.
    fn pass_time(
        &mut self,
        now: Millis,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        while let Some((due, what)) = self.next().filter(|(due, _)| *due <= now) {
            match what {
                Due::Match => self.advance_match(due, effects)?,
                Due::Bot(seat) => {
                    self.advance_flow(due, effects)?;
                    self.let_bot_act(seat, effects)?;
                }
                Due::Room => self.advance_flow(due, effects)?,
            }
        }
        // Nothing is due any more; the clocks of match and room keep pace with each other.
        if self.is_playing()
            && let Some(playing) = &mut self.playing
            && let Err(why) = playing.advance(now)
        {
            self.fail(&why, effects)?;
        }
        self.advance_flow(now, effects)
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

    /// When something happens by itself next.
    pub fn next_due(&self) -> Option<Millis> {
        self.next().map(|(due, _)| due)
    }

    /// Of what falls due at one instant the room goes first, then the match, then bots.
    fn next(&self) -> Option<(Millis, Due)> {
        if self.is_closed() {
            return None;
        }
        let playing = self.playing.as_ref().filter(|_| self.is_playing());
        let room = self.chart.chart.next_due(&self.flow).map(|due| (due, Due::Room));
        let game = playing.and_then(LiveMatch::next_due).map(|due| (due, Due::Match));
        let bot = playing.and_then(LiveMatch::next_bot).map(|(due, seat)| (due, Due::Bot(seat)));
        [room, game, bot].into_iter().flatten().min_by_key(|(due, _)| *due)
    }

    /// Does what the charts have ordered.
    fn take_orders(&mut self, effects: &mut Vec<RoomEffect<G>>) -> Result<(), RoomReject<G>> {
        while !self.party.outbox.is_empty() {
            for order in std::mem::take(&mut self.party.outbox) {
                match order {
                    Order::Log(notice) => self.write(LogEvent::Room(notice), effects),
                    Order::React { seat, value } => {
                        effects.push(RoomEffect::Reacted { seat, value })
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

    fn write(&mut self, story: LogEvent<G>, effects: &mut Vec<RoomEffect<G>>) {
        let number = self.next_entry;
        self.next_entry += 1;
        effects.push(RoomEffect::Log(Entry { number, at: self.now(), story }));
    }

    pub(crate) fn is_in_lobby(&self) -> bool {
        self.flow.is_in(self.chart.lobby)
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.chart.stages.iter().any(|stage| self.flow.is_in(*stage))
    }

    /// The seat somebody has in the present match, or in the lobby.
    fn seat_of(&self, id: PlayerId) -> Result<Seat, RoomReject<G>> {
        self.party.member(id).map(|it| it.seat).ok_or(RoomReject::NotSeated)
    }

    /// Somebody whose seat a bot has and who wants it back, or whose connection is.
    fn reconnect(&self, id: PlayerId) -> Result<RoomTrigger, RoomReject<G>> {
        let slot_of = |own: bool| {
            let found = self.party.members.iter().find(|it| {
                if own { it.id == id } else { it.absent.as_ref().is_some_and(|gone| gone.id == id) }
            });
            found.and_then(|it| it.slot)
        };
        match (slot_of(true), slot_of(false)) {
            (Some(slot), _) => Ok(RoomTrigger::PlayerReconnected { slot }),
            (None, Some(slot)) => Ok(RoomTrigger::SeatReclaimed { slot }),
            (None, None) => Err(RoomReject::NotSeated),
        }
    }

    /// Does something in the match.
    fn input(
        &mut self,
        seat: Seat,
        act: Act<G::Action>,
        effects: &mut Vec<RoomEffect<G>>,
    ) -> Result<(), RoomReject<G>> {
        let now = self.now();
        let playing = self.playing.as_mut().ok_or(RoomReject::WrongPhase)?;
        match playing.input(now, By::Seat(seat), act) {
            Ok(()) => self.after_step(effects),
            Err(why @ InputError::Broken(_)) => {
                self.fail(&why, effects)?;
                Err(RoomReject::Match(why))
            }
            Err(why) => Err(RoomReject::Match(why)),
        }
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
fn check_options<G: Game>(options: &G::Options) -> Result<(), String> {
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
