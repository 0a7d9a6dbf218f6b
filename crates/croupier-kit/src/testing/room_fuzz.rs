//! Makes random calls to rooms, and checks that the rooms stay sound.

use std::collections::BTreeMap;

use serde_json::Map;

use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{Game, Seat};
use crate::room::{
    Attempt, BotLevel, Call, Command, Handled, OpenCommand, Phase, PlayerId, Room, RoomEffect,
    RoomOptions, RoomRecord, RoomReject, SavedRoom, Takes,
};
use crate::testing::room_secrecy::twin;

/// What happened in rooms under random calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FuzzMix {
    /// How many calls were made.
    pub calls: u64,
    /// How many of them were accepted.
    pub taken: u64,
    /// How many rooms were used, one after another.
    pub rooms: u64,
    /// How many matches ended in them.
    pub matches: u64,
    /// How many times actions were undone.
    pub undone: u64,
    /// How many times a match was paused.
    pub pauses: u64,
    /// How many connections were lost.
    pub losses: u64,
    /// How many votes were cast: for a rematch or against it, and to remove a player.
    pub votes: u64,
    /// How many of them were to remove a player.
    pub removals: u64,
    /// How many dry runs were compared with the action itself.
    pub dry_runs: u64,
    /// How many times all commands were tried, both the open ones and the others.
    pub offers: u64,
    /// How many rooms were loaded from a save, given the later records, and compared.
    pub saves: u64,
    /// How many rooms were rebuilt from their records and compared.
    pub replays: u64,
}

/// How many people call a room, with or without a seat.
const PEOPLE: u32 = 11;
/// How many actions are kept, to be sent again by anybody at any time.
const SEEN: usize = 64;

/// Expensive checks, each done once in this many calls.
#[derive(Debug, Clone, Copy)]
struct Every {
    /// Compare the room byte by byte after a refused call.
    look: u64,
    /// Try all commands.
    offers: u64,
    /// Save the room.
    save: u64,
}

impl Every {
    /// Long runs can do them less often. Primes, so that they do not coincide.
    fn of(calls: u64) -> Self {
        if calls < 1_000_000 {
            Self { look: 97, offers: 211, save: 499 }
        } else {
            Self { look: 491, offers: 1_061, save: 2_503 }
        }
    }
}

const HARD: BotLevel = BotLevel::named("hard");

/// Makes random calls to rooms of a game: joins, lost connections, votes, actions in and out of
/// turn, undos, pauses, forged ids, and waits. After each call the room must be sound and not
/// stuck. A refused call must change nothing. Open commands must be accepted, and all others
/// refused. A dry run must give the same answer as the action. A room that is loaded from a save or
/// rebuilt from its records must be equal.
pub fn room_fuzz<G: Game>(calls: u64, seed: u64) -> FuzzMix {
    let mut fuzz = RoomFuzz::<G>::new(seed, Every::of(calls));
    for _ in 0..calls {
        fuzz.step();
    }
    fuzz.mix
}

/// A saved room after this many random calls.
pub(super) fn some_room<G: Game>(calls: u64, seed: u64) -> SavedRoom {
    let mut fuzz = RoomFuzz::<G>::new(seed, Every::of(calls));
    for _ in 0..calls {
        fuzz.step();
    }
    saved(&fuzz.room)
}

struct RoomFuzz<G: Game> {
    room: Room<G>,
    /// How the room was created. Together with `records` it reproduces the room.
    birth: Birth<G>,
    records: Vec<RoomRecord<G>>,
    /// A saved room, the index of the first record after it, and the call at which to compare.
    saved: Option<(SavedRoom, usize, u64)>,
    now: Millis,
    dice: Dice,
    seen: Vec<G::Action>,
    every: Every,
    mix: FuzzMix,
}

/// What is needed to create the same room again.
struct Birth<G: Game> {
    settings: RoomOptions,
    options: G::Options,
    seed: Seed,
}

impl<G: Game> Birth<G> {
    fn draw(dice: &mut Dice) -> Self {
        let mut settings = match dice.below(3) {
            0 => RoomOptions::strict(),
            1 => RoomOptions::bench(),
            _ => RoomOptions::default(),
        };
        let flags = dice.below(512);
        // Short time limits, so that some seats are too late and some rooms close.
        settings.silent_ms = if flags & 64 > 0 { Millis(20) } else { settings.silent_ms };
        settings.idle_ms = if flags & 128 > 0 { Some(Millis(90_000)) } else { settings.idle_ms };
        settings.test_options = flags & 256 > 0;
        settings.instant_rematch = flags & 1 > 0;
        settings.auto_ready = flags & 2 > 0;
        settings.stale_reset = flags & 4 > 0;
        settings.undo = flags & 8 > 0;
        settings.hints = flags & 16 > 0;
        settings.bot_levels = vec![BotLevel::RANDOM, HARD];
        settings.stand_in = if flags & 32 > 0 { HARD } else { BotLevel::RANDOM };
        let presets = G::presets();
        let options = dice.pick(&presets).map(|preset| preset.options.clone()).unwrap_or_default();
        Self { settings, options, seed: dice.split() }
    }

    fn room(&self) -> Room<G> {
        let room = Room::new(self.settings.clone(), self.options.clone(), self.seed);
        room.unwrap_or_else(|why| panic!("a room of {} cannot be made: {why}", G::ID))
    }
}

impl<G: Game> RoomFuzz<G> {
    fn new(seed: u64, every: Every) -> Self {
        let mut dice = Dice::new(Seed::from_number(seed));
        let birth = Birth::<G>::draw(&mut dice);
        let mix = FuzzMix { rooms: 1, ..FuzzMix::default() };
        let (room, now) = (birth.room(), Millis::ZERO);
        Self { room, birth, records: vec![], saved: None, now, dice, seen: vec![], every, mix }
    }

    fn step(&mut self) {
        if self.room.is_closed() || self.dice.below(4_000) == 0 {
            self.replay();
            self.birth = Birth::draw(&mut self.dice);
            self.room = self.birth.room();
            (self.now, self.saved) = (Millis::ZERO, None);
            self.records.clear();
            self.mix.rooms += 1;
        }
        let wait = self.wait();
        self.now += wait;
        let call = self.call();
        self.mix.calls += 1;
        let taken = if self.mix.calls.is_multiple_of(self.every.look) {
            self.catch_up();
            let before = written(&self.room);
            let taken = self.tell(call);
            if !taken {
                must_be_same(&before, &self.room, "a refused call changed the room");
            }
            taken
        } else {
            self.tell(call)
        };
        self.mix.taken += u64::from(taken);
        if self.mix.calls.is_multiple_of(self.every.offers) {
            self.try_offers();
        }
        self.compare_saved();
        if self.mix.calls.is_multiple_of(self.every.save) {
            let saved = saved(&self.room);
            self.saved = Some((saved, self.records.len(), self.mix.calls + 40));
        }
    }

    /// Fires everything that is due. A room of bots that act at once may be behind, because one
    /// call does a bounded amount of work; a refused call would then continue with the rest.
    fn catch_up(&mut self) {
        self.tell(Call::Wake);
        while self.room.next_due().is_some_and(|due| due <= self.now) {
            self.tell(Call::Wake);
        }
    }

    /// Makes a call and checks its results. Returns whether it was accepted.
    fn tell(&mut self, call: Call<G>) -> bool {
        let expected = self.dry_run(&call);
        let before = self.next_entries();
        let record = RoomRecord { at: self.now, call: call.clone() };
        let copy = self.mix.calls.is_multiple_of(self.every.look).then(|| fork(&self.room));
        let handled = self.room.handle(call, self.now);
        if let Some(mut copy) = copy.filter(|_| !handled.changed) {
            copy.handle(Call::Wake, self.now);
            must_be_same(&written(&copy), &self.room, &format!("{record:?} changed the room"));
        }
        self.check(&record.call, &handled, &before);
        self.count(&record.call, handled.answer.is_ok());
        let answer = handled.answer.as_ref().map_err(RoomReject::code);
        if let Some(expected) = expected {
            assert_eq!(expected, answer.copied(), "a dry run of {record:?} had another answer");
            self.mix.dry_runs += 1;
        }
        if handled.changed {
            self.records.push(record);
        }
        handled.answer.is_ok()
    }

    fn count(&mut self, call: &Call<G>, taken: bool) {
        let taken = u64::from(taken);
        match call {
            Call::Lost { .. } | Call::Restarted => self.mix.losses += taken,
            Call::Person { command: Command::Pause, .. } => self.mix.pauses += taken,
            Call::Person { command: Command::VoteRematch | Command::VoteLobby, .. } => {
                self.mix.votes += taken;
            }
            Call::Person { command: Command::VoteRemove { .. }, .. } => {
                self.mix.votes += taken;
                self.mix.removals += taken;
            }
            _ => {}
        }
    }

    /// The answer of a dry run, if the call is an action.
    fn dry_run(&mut self, call: &Call<G>) -> Option<Result<(), &'static str>> {
        let Call::Person { id, command: Command::Act { action, prompt: None } } = call else {
            return None;
        };
        // Fire what is due first, so that the dry run and the call see the same room.
        self.catch_up();
        let attempt = Attempt::Action(action.clone());
        Some(self.room.dry_run(*id, &attempt).map(|_| ()).map_err(|why| why.code()))
    }

    /// The number of everybody's next log entry, including people who can reclaim their seats.
    fn next_entries(&self) -> BTreeMap<Option<PlayerId>, u64> {
        let (members, reclaim) = (&self.room.party.members, self.birth.settings.reclaim);
        let people = members.iter().filter_map(|it| it.reader(reclaim)).map(Some).chain([None]);
        people.map(|id| (id, self.room.next_entry(id))).collect()
    }

    fn note(&mut self, handled: &Handled<G>) {
        for effect in &handled.effects {
            match effect {
                RoomEffect::MatchEnded { save } => {
                    assert!(save.is_ok(), "{}: a match cannot be saved: {save:?}", G::ID);
                    self.mix.matches += 1;
                }
                RoomEffect::Undone { .. } => self.mix.undone += 1,
                _ => {}
            }
        }
    }

    fn check(
        &mut self,
        call: &Call<G>,
        handled: &Handled<G>,
        before: &BTreeMap<Option<PlayerId>, u64>,
    ) {
        self.note(handled);
        let room = &self.room;
        if let Err(why) = room.invariants() {
            panic!("{}: after {call:?}: {why}", G::ID);
        }
        let stuck = room.phase() == Phase::Playing
            && room.next_due().is_none()
            && !room.is_paused()
            && room.playing.as_ref().is_some_and(|playing| playing.to_act().is_empty());
        assert!(!stuck, "{}: after {call:?} the room is stuck in {:?}", G::ID, room.leaves());
        // The numbers of a player who sits down start at the public's, even if the same call first
        // gave up another seat.
        let sat_down = match call {
            Call::Person { id, command: Command::Join { .. } } if handled.answer.is_ok() => {
                Some(*id)
            }
            _ => None,
        };
        for (reader, after) in self.next_entries() {
            let newcomer = reader.is_some() && reader == sat_down;
            let Some(first) = before.get(&reader).filter(|_| !newcomer) else { continue };
            let logged = handled.effects.iter().filter_map(|effect| match effect {
                RoomEffect::Log(record) => record.entry_for(reader).map(|entry| entry.number),
                _ => None,
            });
            let numbers: Vec<u64> = logged.collect();
            let expected: Vec<u64> = (*first..after).collect();
            assert_eq!(numbers, expected, "after {call:?} the log of {reader:?} has gaps");
        }
    }

    /// Every open command of a person is accepted, and every other one is refused.
    fn try_offers(&mut self) {
        self.catch_up();
        let id = self.somebody();
        let open = self.room.open_commands(id);
        // A loaded room must answer like the room itself, and copying it is faster than loading
        // again.
        let loaded = fork(&self.room);
        for (name, takes, command) in self.room.possible_commands() {
            let offered = open.iter().any(|it| it.name == name && includes(it, &takes));
            let answer = twin(&loaded).handle(Call::Person { id, command }, self.now).answer;
            assert_eq!(offered, answer.is_ok(), "{name} {takes:?} of {id:?}: {answer:?}");
        }
        for _ in 0..4 {
            let command = self.command();
            let allowed = self.room.check(id, &command).map_err(|why| why.code());
            let call = Call::Person { id, command: command.clone() };
            let answer = twin(&loaded).handle(call, self.now).answer.map_err(|why| why.code());
            assert_eq!(allowed, answer, "`check` and `handle` differ for {command:?} of {id:?}");
        }
        for offer in self.room.view(Some(id)).offers {
            let command = Command::Act { action: offer.action, prompt: None };
            let call = Call::Person { id, command };
            let answer = twin(&loaded).handle(call.clone(), self.now).answer;
            assert!(answer.is_ok(), "{call:?} is offered: {answer:?}");
        }
        let asked = self.room.view(Some(id)).prompt.is_some() && self.birth.settings.hints;
        let states = self.room.shown_states(Some(id));
        let is_hinted = self.room.hint(id).is_ok();
        assert_eq!(is_hinted, asked, "a person has a hint if and only if asked, in {states:?}");
        self.mix.offers += 1;
    }

    /// Compares the room with one that is loaded from a save and given the records since then.
    fn compare_saved(&mut self) {
        let Some((saved, from, at)) = self.saved.take() else { return };
        if self.mix.calls < at {
            self.saved = Some((saved, from, at));
            return;
        }
        let read = SavedRoom::read(&saved.to_zstd()).expect("a saved room can be read");
        let copy = Room::load(&read).unwrap_or_else(|why| panic!("{}: {why}", G::ID));
        self.must_become_the_same(copy, from, "a room that was loaded from a save differs");
        self.mix.saves += 1;
    }

    /// Compares the room with one that is rebuilt from its records.
    fn replay(&mut self) {
        self.must_become_the_same(
            self.birth.room(),
            0,
            "a room that was made from its records differs",
        );
        self.mix.replays += 1;
    }

    fn must_become_the_same(&self, mut copy: Room<G>, from: usize, what: &str) {
        for record in &self.records[from..] {
            let text = serde_json::to_string(record).expect("a record can be written");
            let record: RoomRecord<G> =
                serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
            copy.handle(record.call, record.at);
        }
        // Time that passed without any effect is not recorded. A copy that is still behind, because
        // one call does a bounded amount of work, must not get an extra wake-up.
        if copy.now() < self.room.now() {
            copy.handle(Call::Wake, self.room.now());
        }
        must_be_same(&written(&copy), &self.room, what);
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
            47 if self.dice.below(8) == 0 => Call::Restarted,
            48..=49 => self.open_command().unwrap_or(Call::Wake),
            _ => person(self.command()),
        }
    }

    /// An open command of a person in the room.
    fn open_command(&mut self) -> Option<Call<G>> {
        let people: Vec<_> = self.room.party.humans().map(|it| it.id).collect();
        let id = *self.dice.pick(&people)?;
        let mut open = self.room.possible_commands();
        open.retain(|(_, _, command)| self.room.check(id, command).is_ok());
        let (_, _, command) = self.dice.pick(&open)?.clone();
        Some(Call::Person { id, command })
    }

    /// A call that makes progress, so that matches start and end.
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
            Phase::Playing if self.room.is_paused() => {
                let id = self.room.party.humans().next()?.id;
                person(id, Command::Resume)
            }
            Phase::Playing if self.dice.below(16) == 0 => {
                let humans: Vec<_> = self.room.party.humans().map(|it| it.id).collect();
                let id = *self.dice.pick(&humans)?;
                let command = if self.dice.below(8) == 0 { Command::Pause } else { Command::Undo };
                person(id, command)
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
        if member.bot().is_some() {
            let owed = self.room.bots_owed().into_iter().find(|request| request.seat == seat);
            if let Some(request) = owed {
                assert_eq!(
                    request.prompt, prompt,
                    "a bot is asked for another prompt than its seat"
                );
                self.now = self.now.max(request.due);
            }
            let action = Some(action).filter(|_| self.dice.below(8) > 0);
            return Some(Call::Bot { seat, prompt, action });
        }
        let (id, prompt) = (member.id, Some(prompt).filter(|_| self.dice.below(4) > 0));
        Some(Call::Person { id, command: Command::Act { action, prompt } })
    }

    fn seen_action(&mut self) -> Option<G::Action> {
        self.dice.pick(&self.seen).cloned()
    }

    fn forged_bot(&mut self) -> Call<G> {
        let seat = self.dice.pick(&[0, 1, 2, 3, 7, 8, 255]).map_or(Seat(0), |at| Seat(*at));
        let prompt = u64::from(self.dice.below(6));
        Call::Bot { seat, prompt, action: self.seen_action() }
    }

    fn command(&mut self) -> Command<G> {
        let player = self.somebody();
        match self.dice.below(40) {
            0..=1 => Command::Leave,
            2..=3 => Command::Ready,
            4 => Command::Unready,
            5 => Command::StartGame,
            6 => Command::Undo,
            7..=8 => Command::VoteRematch,
            9 => Command::VoteLobby,
            10 => Command::PlayAgain,
            11..=12 => {
                let levels = [BotLevel::RANDOM, HARD, BotLevel::HOUSE, BotLevel::named("none")];
                let level = self.dice.pick(&levels).cloned().unwrap_or(HARD);
                let names = [None, Some("Bot".to_owned()), Some(String::new())];
                Command::AddBot { level, name: self.dice.pick(&names).cloned().flatten() }
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
                Command::SetOptions {
                    preset: self.dice.pick(&presets).cloned(),
                    changes: Map::new(),
                }
            }
            26 => Command::Kick { player },
            27 => Command::Lock { locked: self.dice.below(8) == 0 },
            28 => Command::HandOver { player },
            29 => Command::Join { name: String::new() },
            30 => Command::Pause,
            31 => Command::Resume,
            32..=33 => Command::VoteRemove { player },
            _ => Command::Join { name: format!("  Guest {} ", self.dice.below(9)) },
        }
    }
}

/// Whether an open command takes this value.
fn includes(open: &OpenCommand, takes: &Takes) -> bool {
    match (&open.takes, takes) {
        (Takes::Player(open), Takes::Player(some)) => some.iter().all(|it| open.contains(it)),
        (Takes::Level(open), Takes::Level(some)) => some.iter().all(|it| open.contains(it)),
        (Takes::Reaction(open), Takes::Reaction(some)) => some.iter().all(|it| open.contains(it)),
        (open, takes) => open == takes,
    }
}

fn saved<G: Game>(room: &Room<G>) -> SavedRoom {
    room.save().unwrap_or_else(|why| panic!("a room of {} cannot be saved: {why}", G::ID))
}

fn written<G: Game>(room: &Room<G>) -> String {
    serde_json::to_string(&saved(room)).expect("a saved room can be written")
}

/// Fails and shows the first place where two rooms differ.
fn must_be_same<G: Game>(expected: &str, room: &Room<G>, why: &str) {
    let found = written(room);
    if *expected == found {
        return;
    }
    let same = expected.bytes().zip(found.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        let bytes = text.as_bytes();
        let (from, to) = (same.saturating_sub(150), (same + 100).min(bytes.len()));
        String::from_utf8_lossy(&bytes[from.min(to)..to]).into_owned()
    };
    panic!("{}: {why}:\n{}\n{}", G::ID, around(expected), around(&found));
}

/// An independent copy. The party is cloned, not serialized, so recent reactions are kept.
fn fork<G: Game>(room: &Room<G>) -> Room<G> {
    Room::load(&saved(room)).unwrap_or_else(|why| panic!("{}: {why}", G::ID))
}
