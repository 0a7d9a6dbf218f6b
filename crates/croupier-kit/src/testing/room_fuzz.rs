//! Anything at all is said to rooms, in any order, and they stand.

use crate::room::{
    BotLevel, Call, Command, Phase, PlayerId, Room, RoomEffect, RoomOptions, SavedRoom,
};
use crate::{Dice, Game, Millis, Seat, Seed};

/// What came of a storm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FuzzMix {
    /// How many calls were made.
    pub calls: u64,
    /// How many of them were taken.
    pub taken: u64,
    /// How many rooms there were, one after another.
    pub rooms: u64,
    /// How many matches ended in them.
    pub matches: u64,
    /// How many rooms were saved, read back, and went on alike.
    pub saves: u64,
}

/// How many people there are around a room, seats or no seats.
const PEOPLE: u32 = 11;
/// How many actions are kept, to be said again by anybody at any moment.
const SEEN: usize = 64;
/// How often a refusal is looked at bit by bit, and how often a room is saved and read back.
const LOOK_CLOSELY: u64 = 97;
const SAVE: u64 = 499;

/// Makes so many calls to rooms of a game: joins, drops, votes, moves in and out of turn, forged
/// numbers, and time. After each of them the room must be sound and not stuck; a refusal must have
/// changed nothing; a saved room must go on as if it had not been.
pub fn room_fuzz<G: Game>(calls: u64, seed: u64) -> FuzzMix {
    let mut storm = Storm::<G>::new(seed);
    for _ in 0..calls {
        storm.step();
    }
    storm.weather
}

struct Storm<G: Game> {
    room: Room<G>,
    /// A room that was saved and read back, and hears the same for a while.
    beside: Option<(Room<G>, u32)>,
    now: Millis,
    next_entry: u64,
    dice: Dice,
    seen: Vec<G::Action>,
    weather: FuzzMix,
}

impl<G: Game> Storm<G> {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(Seed::from_number(seed));
        let room = fresh_room::<G>(&mut dice);
        let weather = FuzzMix { rooms: 1, ..FuzzMix::default() };
        Self { room, beside: None, now: Millis::ZERO, next_entry: 0, dice, seen: vec![], weather }
    }

    fn step(&mut self) {
        if self.room.is_closed() || self.dice.below(4_000) == 0 {
            self.room = fresh_room::<G>(&mut self.dice);
            self.beside = None;
            (self.now, self.next_entry) = (Millis::ZERO, 0);
            self.weather.rooms += 1;
        }
        let wait = self.wait();
        self.now += wait;
        let call = self.call();
        self.weather.calls += 1;
        if self.weather.calls.is_multiple_of(LOOK_CLOSELY) {
            self.hear(Call::Wake);
            let before = written(&self.room);
            if !self.hear(call) {
                assert_eq!(before, written(&self.room), "a refused call changed the room");
            }
        } else {
            self.hear(call);
        }
        if self.weather.calls.is_multiple_of(SAVE) {
            let saved: SavedRoom =
                serde_json::from_str(&written(&self.room)).expect("a saved room can be read");
            let beside = Room::load(&saved).unwrap_or_else(|why| panic!("{}: {why}", G::ID));
            self.beside = Some((beside, 40));
        }
    }

    /// Lets the room hear something, and whoever runs beside it.
    fn hear(&mut self, call: Call<G>) -> bool {
        let what = call.clone();
        if let Some((beside, left)) = &mut self.beside {
            beside.handle(call.clone(), self.now);
            *left -= 1;
        }
        let handled = self.room.handle(call, self.now);
        for effect in &handled.effects {
            match effect {
                RoomEffect::Log(entry) => {
                    assert_eq!(entry.number, self.next_entry, "the log has no gaps");
                    self.next_entry += 1;
                }
                RoomEffect::MatchEnded => self.weather.matches += 1,
                _ => {}
            }
        }
        self.check(&what);
        if self.beside.as_ref().is_some_and(|(_, left)| *left == 0)
            && let Some((beside, _)) = self.beside.take()
        {
            assert_eq!(written(&beside), written(&self.room), "a saved room went its own way");
            self.weather.saves += 1;
        }
        self.weather.taken += u64::from(handled.answer.is_ok());
        handled.answer.is_ok()
    }

    fn check(&self, what: &Call<G>) {
        let room = &self.room;
        if let Err(why) = room.invariants() {
            panic!("{}: after {what:?}: {why}", G::ID);
        }
        let stuck = room.phase() == Phase::Playing
            && room.next_due().is_none()
            && room.playing.as_ref().is_some_and(|playing| playing.to_act().is_empty());
        assert!(!stuck, "{}: after {what:?} the room is stuck in {:?}", G::ID, room.leaves());
    }

    fn wait(&mut self) -> Millis {
        Millis(u64::from(match self.dice.below(40) {
            0 => self.dice.below(120_000),
            1..=4 => self.dice.below(5_000),
            5..=19 => self.dice.below(50),
            _ => 0,
        }))
    }

    fn somebody(&mut self) -> PlayerId {
        let anybody = PlayerId(1 + self.dice.below(PEOPLE));
        match self.dice.below(8) {
            0 => PlayerId(self.dice.below(u32::MAX)),
            1..=2 => self.dice.pick(&self.room.party.members).map_or(anybody, |it| it.id),
            _ => anybody,
        }
    }

    fn call(&mut self) -> Call<G> {
        let id = self.somebody();
        let person = |command| Call::Person { id, command };
        match self.dice.below(64) {
            0..=1 => Call::Lost { id },
            2 => Call::Seed(self.dice.split()),
            3 => Call::Wake,
            4..=5 => self.forged_bot(),
            6..=40 => self.sensible().unwrap_or(Call::Wake),
            41..=46 => match self.seen_action() {
                Some(action) => person(Command::Act { action, prompt: None }),
                None => Call::Wake,
            },
            _ => person(self.command()),
        }
    }

    /// Something that leads on, so that the storm gets around.
    fn sensible(&mut self) -> Option<Call<G>> {
        let person = |id, command| Some(Call::Person { id, command });
        match self.room.phase() {
            Phase::Lobby => {
                let party = &self.room.party;
                let unready = party.humans().find(|it| !it.ready).map(|it| it.id);
                match (unready, party.humans().next().map(|it| it.id)) {
                    (Some(id), _) => person(id, Command::Ready),
                    (None, Some(id)) if party.has_minimum_players() => {
                        person(id, Command::StartGame)
                    }
                    _ => {
                        let id = PlayerId(1 + self.dice.below(PEOPLE));
                        person(id, Command::Join { name: format!("P{}", id.0) })
                    }
                }
            }
            Phase::Playing => self.sensible_move(),
            Phase::Closed => None,
            _ => {
                let humans: Vec<_> = self.room.party.humans().map(|it| it.id).collect();
                let id = *self.dice.pick(&humans)?;
                person(id, Command::VoteRematch)
            }
        }
    }

    fn sensible_move(&mut self) -> Option<Call<G>> {
        let playing = self.room.playing.as_ref()?;
        let asked: Vec<Seat> = playing.to_act().iter().collect();
        let seat = *self.dice.pick(&asked)?;
        let at = playing.game.position();
        let action = G::random_action(at, seat, &mut self.dice)?;
        if self.seen.len() == SEEN {
            self.dice.shuffle(&mut self.seen);
            self.seen.truncate(SEEN / 2);
        }
        self.seen.push(action.clone());
        let prompt = playing.questions[seat.at()].id;
        let member = self.room.party.at_seat(seat)?;
        Some(match member.bot() {
            Some(_) => Call::Bot { seat, prompt, action },
            None => Call::Person {
                id: member.id,
                command: Command::Act { action, prompt: Some(prompt) },
            },
        })
    }

    fn seen_action(&mut self) -> Option<G::Action> {
        self.dice.pick(&self.seen).cloned()
    }

    fn forged_bot(&mut self) -> Call<G> {
        let seat = self.dice.pick(&[0, 1, 2, 3, 7, 8, 255]).map_or(Seat(0), |at| Seat(*at));
        let prompt = u64::from(self.dice.below(6));
        match self.seen_action() {
            Some(action) => Call::Bot { seat, prompt, action },
            None => Call::Wake,
        }
    }

    fn command(&mut self) -> Command<G> {
        let player = self.somebody();
        match self.dice.below(34) {
            0..=1 => Command::Leave,
            2..=3 => Command::Ready,
            4 => Command::Unready,
            5 => Command::StartGame,
            6 => Command::Undo,
            7..=8 => Command::VoteRematch,
            9 => Command::VoteLobby,
            10 => Command::PlayAgain,
            11..=12 => {
                let levels = [BotLevel::Random, BotLevel::Greedy, BotLevel::Hard];
                Command::AddBot {
                    level: self.dice.pick(&levels).copied().unwrap_or(BotLevel::Easy),
                }
            }
            13 => Command::RemoveBot { player },
            14..=15 => {
                let value = if self.dice.below(3) == 0 { "x" } else { "😱" };
                let kind = if self.dice.below(9) == 0 { "sound" } else { "emoji" };
                Command::React { kind: kind.to_owned(), value: value.to_owned() }
            }
            16..=24 => Command::Reconnect,
            25 => {
                let presets: Vec<_> = G::presets().iter().map(|it| it.name.to_owned()).collect();
                let changes = serde_json::Map::new();
                Command::SetOptions { preset: self.dice.pick(&presets).cloned(), changes }
            }
            26 => Command::Kick { player },
            27 => Command::Lock { locked: self.dice.below(8) == 0 },
            28 => Command::HandOver { player },
            29 => Command::Join { name: String::new() },
            _ => Command::Join { name: format!("  Guest {} ", self.dice.below(9)) },
        }
    }
}

fn fresh_room<G: Game>(dice: &mut Dice) -> Room<G> {
    let (mut settings, flags) = match dice.below(3) {
        0 => (RoomOptions::strict(), dice.below(16)),
        1 => (RoomOptions::bench(), dice.below(16)),
        _ => (RoomOptions::default(), dice.below(16)),
    };
    settings.instant_rematch = flags & 1 > 0;
    settings.auto_ready = flags & 2 > 0;
    settings.stale_reset = flags & 4 > 0;
    settings.undo = flags & 8 > 0;
    let presets = G::presets();
    let options = dice.pick(&presets).map(|preset| preset.options.clone()).unwrap_or_default();
    let room = Room::new(settings, options, dice.split());
    room.unwrap_or_else(|why| panic!("a room of {} cannot be made: {why}", G::ID))
}

fn written<G: Game>(room: &Room<G>) -> String {
    let saved =
        room.save().unwrap_or_else(|why| panic!("a room of {} cannot be saved: {why}", G::ID));
    serde_json::to_string(&saved).expect("a saved room can be written")
}
