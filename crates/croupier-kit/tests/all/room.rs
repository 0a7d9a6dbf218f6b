//! The room, rule by rule (min-or-max.md, sections 2 and 4), with a small game inside.
#![allow(clippy::unwrap_used)]

mod bots;
mod checks;
mod connection;
mod dry_run;
mod host;
mod instants;
mod lobby;
mod log;
mod names;
mod offers;
mod own_states;
mod pause;
mod pick;
mod playing;
mod records;
mod rematch;
mod saves;
mod serving;
mod silence;
mod stand_ins;
mod undo;
mod variants;
mod waiting;

use crate::tiny::{Options, Tiny};
use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::Game;
use croupier_kit::room::{
    BotLevel, Call, Command, Handled, LogEvent, Notice, Phase, PlayerId, Room, RoomEffect,
    RoomOptions, Status,
};

const ANN: PlayerId = PlayerId(101);
const BEN: PlayerId = PlayerId(102);
const CAT: PlayerId = PlayerId(103);
const HARD: BotLevel = BotLevel::named("hard");

/// A room under test, and all it has said.
struct Salon<G: Game = Tiny> {
    room: Room<G>,
    now: Millis,
    said: Vec<RoomEffect<G>>,
}

type Answer = Result<(), &'static str>;

impl Salon {
    fn new(settings: RoomOptions) -> Self {
        let options =
            Options { rounds: 1, deal_ms: 0, show_ms: 0, think_ms: 20_000, ..Options::default() };
        Self::of(settings, options)
    }

    fn strict(people: &[PlayerId]) -> Self {
        Self::with(RoomOptions::strict(), people)
    }

    fn with(settings: RoomOptions, people: &[PlayerId]) -> Self {
        Self::new(settings).joined(people)
    }
}

impl<G: Game> Salon<G> {
    fn of(mut settings: RoomOptions, options: G::Options) -> Self {
        settings.bot_levels = vec![BotLevel::RANDOM, HARD];
        settings.stand_in = HARD;
        let room = Room::new(settings, options, Seed::from_number(7)).unwrap();
        Self { room, now: Millis::ZERO, said: vec![] }
    }

    fn joined(mut self, people: &[PlayerId]) -> Self {
        for id in people {
            self.say(*id, Command::Join { name: name(*id).to_owned() }).unwrap();
        }
        self
    }

    /// The same, with a match running.
    fn playing(mut self) -> Self {
        let people: Vec<_> =
            self.room.view(None).players.iter().map(|it| (it.id, it.ready)).collect();
        for (id, ready) in people {
            if !ready {
                self.say(id, Command::Ready).unwrap();
            }
        }
        self.say(ANN, Command::StartGame).unwrap();
        assert_eq!(self.room.phase(), Phase::Playing);
        self
    }

    /// The same, with the match just over.
    fn finished(self) -> Self {
        let mut salon = self.playing();
        salon.play_out();
        salon
    }

    /// Plays until the match is over. A seat that is asked plays what the clock would.
    fn play_out(&mut self) {
        while self.room.phase() == Phase::Playing {
            self.now = self.room.next_due().unwrap();
            self.call(Call::Wake).unwrap();
        }
    }

    fn call(&mut self, call: Call<G>) -> Answer {
        let Handled { effects, answer, .. } = self.room.handle(call, self.now);
        self.said.extend(effects);
        self.room.invariants().unwrap();
        answer.map_err(|why| why.code())
    }

    fn say(&mut self, id: PlayerId, command: Command<G>) -> Answer {
        self.call(Call::Person { id, command })
    }

    fn wait(&mut self, ms: u64) {
        self.now += Millis(ms);
        self.call(Call::Wake).unwrap();
    }

    fn notices(&self) -> Vec<Notice> {
        self.said
            .iter()
            .filter_map(|effect| match effect {
                RoomEffect::Log(record) => match record.entry_for(None)?.event {
                    LogEvent::Room(notice) => Some(notice),
                    _ => None,
                },
                _ => None,
            })
            .collect()
    }

    fn has_said(&self, notice: &Notice) -> bool {
        self.notices().contains(notice)
    }

    /// Whether the log tells that this match began, with so many seats.
    fn has_started(&self, number: u32, table: usize) -> bool {
        let is_it = |notice: &Notice| match notice {
            Notice::GameStarting { game_no, seats, .. } => (*game_no, *seats) == (number, table),
            _ => false,
        };
        self.notices().iter().any(is_it)
    }

    fn names(&self) -> Vec<String> {
        self.room.view(None).players.into_iter().map(|it| it.name).collect()
    }

    fn leaf(&self, part: &str) -> bool {
        self.room.leaves().iter().any(|leaf| leaf.contains(part))
    }

    fn status(&self, id: PlayerId) -> Option<Status> {
        self.room.view(None).players.into_iter().find(|it| it.id == id).map(|it| it.status)
    }
}

/// The room as bytes: two rooms with the same are the same.
fn written<G: Game>(room: &Room<G>) -> String {
    String::from_utf8(room.save().unwrap().to_json()).unwrap()
}

fn name(id: PlayerId) -> &'static str {
    match id {
        ANN => "Ann",
        BEN => "Ben",
        _ => "Cat",
    }
}

fn react(value: &str) -> Command<Tiny> {
    Command::React { kind: "emoji".to_owned(), value: value.to_owned() }
}
