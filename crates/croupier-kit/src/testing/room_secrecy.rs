//! What a viewer of a room may not know must change nothing for that viewer: not one byte of the
//! view or the log, nor any number or instant in them.
//!
//! The room has people, bots, stand-ins and watchers. At every rest two properties are checked:
//!
//! - In a world that fits everything a seat knows, the room looks the same to that seat, and the
//!   same call tells it the same.
//! - An action that a viewer neither sees nor is told of leaves the room unchanged for that viewer,
//!   and does not change when the bots act.

use std::fmt::Debug;

use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{Game, Seat, Viewer};
use crate::matches::LONGEST_WAIT;
use crate::room::{
    BotLevel, BotRequest, Call, Command, Handled, Phase, PlayerId, Room, RoomEffect, RoomOptions,
};
use crate::testing::Suite;

/// How many steps of a match are checked.
const STEPS: usize = 120;
/// How many legal actions are tried as secrets at one rest.
const TRIED: usize = 6;

const BOT: BotLevel = BotLevel::named("hard");

/// How much was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Compared {
    /// Rooms that were compared with one in a resampled world.
    pub(super) worlds: usize,
    /// Steps in two worlds after which a viewer saw no difference.
    pub(super) steps: usize,
    /// The number of actions that a viewer was not told of, summed over viewers.
    pub(super) secrets: usize,
}

/// Plays one match in a room.
pub(super) fn check<G: Game>(suite: &Suite<G>, number: u64, compared: &mut Compared) {
    let Some(mut watched) = Watched::<G>::new(suite, number) else { return };
    for _ in 0..STEPS {
        if watched.room.phase() != Phase::Playing {
            return;
        }
        watched.compare_worlds(suite, compared);
        watched.try_secrets(compared);
        let (call, now) = watched.next_call();
        watched.room.handle(call, now);
    }
}

struct Watched<G: Game> {
    room: Room<G>,
    dice: Dice,
}

/// A viewer of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Looker {
    /// A person at the table, or a watcher.
    Person(Option<PlayerId>),
    /// An invited bot or a stand-in, with its seat.
    Bot(PlayerId, Seat),
}

impl<G: Game> Watched<G> {
    /// A room with people, and depending on the number also an invited bot or a stand-in for the
    /// last person. `None` if the options do not allow such a match.
    fn new(suite: &Suite<G>, number: u64) -> Option<Self> {
        let presets = (suite.presets)();
        let mut dice = Dice::new(Seed::from_number(9_000_000 + number));
        let options = dice.pick(&presets)?.options.clone();
        let settings = RoomOptions {
            bot_levels: vec![BotLevel::RANDOM, BOT],
            stand_in: BOT,
            undo: number % 4 >= 2,
            ..RoomOptions::default()
        };
        let room = Room::new(settings, options, dice.split()).ok()?;
        let mut watched = Self { room, dice };
        let (fewest, most) = watched.room.party.limits;
        let more = u32::try_from(most - fewest).unwrap_or(0);
        let seats = fewest + usize::try_from(watched.dice.below(more + 1)).unwrap_or(0);
        let bots = usize::from(number % 3 == 1);
        for person in 1..=seats - bots {
            let id = PlayerId(u32::try_from(person).unwrap_or(0));
            watched.say(id, Command::Join { name: format!("P{person}") })?;
            watched.say(id, Command::Ready)?;
        }
        for _ in 0..bots {
            let level = if number.is_multiple_of(2) { BotLevel::RANDOM } else { BOT };
            watched.say(PlayerId(1), Command::AddBot { level, name: None })?;
        }
        watched.say(PlayerId(1), Command::StartGame)?;
        if !number.is_multiple_of(3) && seats - bots > 1 {
            watched.say(PlayerId(u32::try_from(seats - bots).unwrap_or(0)), Command::Leave)?;
        }
        Some(watched)
    }

    fn say(&mut self, id: PlayerId, command: Command<G>) -> Option<()> {
        let now = self.room.now();
        self.room.handle(Call::Person { id, command }, now).answer.ok()
    }

    fn lookers(&self) -> Vec<Looker> {
        let members = self.room.party.members.iter();
        let at_table = members.map(|it| {
            if it.is_human() { Looker::Person(Some(it.id)) } else { Looker::Bot(it.id, it.seat) }
        });
        let watcher = Some(PlayerId(9_999));
        at_table.chain([Looker::Person(None), Looker::Person(watcher)]).collect()
    }

    /// The next call of the match: a seat acts, asked or not, a person loses the connection or
    /// reconnects, or time passes.
    fn next_call(&mut self) -> (Call<G>, Millis) {
        let now = self.room.now();
        let chosen = match self.dice.below(12) {
            0 => self.unasked(),
            1 => self.connection(),
            2 => None,
            _ => self.asked(),
        };
        let due = self.room.next_due().unwrap_or(now).min(now + LONGEST_WAIT);
        chosen.unwrap_or((Call::Wake, due))
    }

    fn asked(&mut self) -> Option<(Call<G>, Millis)> {
        let playing = self.room.playing.as_ref()?;
        let asked: Vec<Seat> = playing.to_act().iter().collect();
        let seat = *self.dice.pick(&asked)?;
        let action = G::random_action(playing.game.position(), seat, &mut self.dice)?;
        self.act(seat, action)
    }

    fn unasked(&mut self) -> Option<(Call<G>, Millis)> {
        let people: Vec<_> = self.room.persons().collect();
        let id = *self.dice.pick(&people)?;
        let offers = self.room.offers(id);
        let action = self.dice.pick(&offers)?.action.clone();
        self.act(self.room.seat_of(id)?, action)
    }

    fn connection(&mut self) -> Option<(Call<G>, Millis)> {
        let people: Vec<_> = self.room.persons().collect();
        let id = *self.dice.pick(&people)?;
        let command = Command::Reconnect;
        let back = self.room.check(id, &command).is_ok();
        let call = if back { Call::Person { id, command } } else { Call::Lost { id } };
        Some((call, self.room.now()))
    }

    /// The call by which a seat performs an action, and the earliest instant for it.
    fn act(&self, seat: Seat, action: G::Action) -> Option<(Call<G>, Millis)> {
        let member = self.room.party.at_seat(seat)?;
        let now = self.room.now();
        if member.is_human() {
            let command = Command::Act { action, prompt: None };
            return Some((Call::Person { id: member.id, command }, now));
        }
        let request = self.room.bots_owed().into_iter().find(|it| it.seat == seat)?;
        let BotRequest { prompt, due, .. } = request;
        Some((Call::Bot { seat, prompt, action: Some(action) }, due.max(now)))
    }

    /// Compares the room, for every seat, with one in a world that fits everything the seat knows.
    fn compare_worlds(&mut self, suite: &Suite<G>, compared: &mut Compared) {
        let (call, now) = self.next_call();
        for looker in self.lookers() {
            let Some(seat) = seat_of(&self.room, looker) else { continue };
            let Some(mut world) = self.another_world(seat) else { continue };
            let mut real = twin(&self.room);
            let [own, public] = [looker, Looker::Person(None)];
            for looker in [own, public] {
                must_be_same(&real, &world, looker, "in a world that fits what it knows");
            }
            compared.worlds += 1;
            if suite.passing {
                continue;
            }
            let told = [&mut real, &mut world].map(|room| room.handle(call.clone(), now));
            if told.iter().any(|it| it.answer.is_err()) {
                continue; // The action may be illegal with the cards of the other world.
            }
            for looker in [own, public] {
                // A viewer that lost its seat in this step is told less afterwards, so it cannot be
                // compared.
                let stays = seat_of(&real, looker) == seat_of(&self.room, looker);
                if stays && game_view(&real, looker) == game_view(&world, looker) {
                    let [one, other] = [&told[0], &told[1]].map(|it| entries(it, looker));
                    assert_eq!(one, other, "{looker:?} reads another log after {call:?}");
                    must_be_same(&real, &world, looker, &format!("after {call:?} in two worlds"));
                    compared.steps += 1;
                }
            }
        }
    }

    fn another_world(&mut self, seat: Seat) -> Option<Room<G>> {
        let mut world = twin(&self.room);
        let playing = world.playing.as_mut()?;
        let view = playing.game.view(Viewer::Seat(seat));
        let mut chance = Dice::new(self.dice.split());
        let observation =
            playing.game.position().observed_by(seat, &view, playing.memories.get(seat)?);
        let state = G::resample(observation, &mut chance);
        playing.game.rules.state = state;
        playing.game.rules.dice = Dice::new(chance.split());
        // The new dice are unused.
        playing.past.chance = playing.game.dice().position();
        Some(world)
    }

    /// Tries actions that are legal now. For a viewer that neither sees an action nor is told of
    /// it, the room must look as without the action. If that holds for all viewers, bots must act
    /// at the same times.
    fn try_secrets(&mut self, compared: &mut Compared) {
        for (actor, action) in self.possible_secrets() {
            let Some((call, now)) = self.act(actor, action.clone()) else { continue };
            let (mut without, mut with) = (twin(&self.room), twin(&self.room));
            for room in [&mut without, &mut with] {
                room.handle(Call::Wake, now);
            }
            let told = with.handle(call.clone(), now);
            if told.answer.is_err() || with.phase() != without.phase() {
                continue;
            }
            let others: Vec<_> = self
                .lookers()
                .into_iter()
                .filter(|looker| seat_of(&self.room, *looker) != Some(actor))
                .collect();
            let knows = |looker: Looker| {
                !entries(&told, looker).is_empty()
                    || game_view(&with, looker) != game_view(&without, looker)
            };
            for looker in others.iter().filter(|looker| !knows(**looker)) {
                must_be_same(&without, &with, *looker, &format!("after {call:?} in secret"));
                assert_eq!(
                    without.party.last_activity, with.party.last_activity,
                    "{call:?} in secret moved the instant at which the room closes"
                );
                compared.secrets += 1;
            }
            if others.iter().any(|looker| knows(*looker)) {
                assert!(!G::is_private(&action), "others know of {call:?}, which `is_private`");
            } else {
                let pace = |room: &Room<G>| -> Vec<BotRequest> {
                    room.bots_owed().into_iter().filter(|it| it.seat != actor).collect()
                };
                assert_eq!(pace(&without), pace(&with), "{call:?} changed when bots act");
                assert_eq!(
                    without.party.dice, with.party.dice,
                    "{call:?} used dice that decide what everybody sees later"
                );
            }
        }
    }

    /// Some of the actions that are possible now.
    fn possible_secrets(&mut self) -> Vec<(Seat, G::Action)> {
        let Some(playing) = self.room.playing.as_ref() else { return vec![] };
        let mut possible = vec![];
        for seat in Seat::first(playing.game.seats().len()) {
            let actions =
                playing.game.offers(seat).into_iter().chain(playing.game.legal_actions(seat));
            possible.extend(actions.map(|action| (seat, action)));
        }
        self.dice.shuffle(&mut possible);
        possible.truncate(TRIED);
        possible
    }
}

fn seat_of<G: Game>(room: &Room<G>, looker: Looker) -> Option<Seat> {
    match looker {
        Looker::Person(id) => id.and_then(|id| room.seat_of(id)),
        Looker::Bot(_, seat) => Some(seat),
    }
}

/// The match as the viewer sees it.
fn game_view<G: Game>(room: &Room<G>, looker: Looker) -> Option<G::View> {
    let viewer = seat_of(room, looker).map_or(Viewer::Public, Viewer::Seat);
    room.playing.as_ref().map(|playing| playing.game.view(viewer))
}

/// The log entries of a viewer. A bot reads no log, but its seat is told of events.
pub(super) fn entries<G: Game>(told: &Handled<G>, looker: Looker) -> Vec<String> {
    let logged = told.effects.iter().filter_map(|effect| match effect {
        RoomEffect::Log(record) => Some(record),
        _ => None,
    });
    match looker {
        Looker::Person(id) => {
            logged.filter_map(|it| it.entry_for(id)).map(|it| text(&it)).collect()
        }
        Looker::Bot(id, seat) => {
            let told = logged.filter_map(|record| {
                let [own, public] = [Some(id), None].map(|reader| record.entry_for(reader));
                assert_eq!(own, public, "the id of a bot reads more than the public");
                record.shown_to(Viewer::Seat(seat))
            });
            told.map(|it| text(&it)).collect()
        }
    }
}

fn text<T: serde::Serialize + Debug>(thing: &T) -> String {
    serde_json::to_string(thing).unwrap_or_else(|why| panic!("{thing:?} cannot be written: {why}"))
}

/// Fails if two rooms do not look the same to a viewer.
pub(super) fn must_be_same<G: Game>(one: &Room<G>, other: &Room<G>, looker: Looker, when: &str) {
    let shown = |room: &Room<G>| match looker {
        Looker::Person(id) => text(&(room.view(id), room.shown_states(id), room.own_states())),
        Looker::Bot(id, seat) => {
            assert_eq!(
                room.view(Some(id)),
                room.view(None),
                "the id of a bot sees more than the public"
            );
            let memory = room.playing.as_ref().and_then(|playing| playing.memories.get(seat));
            text(&(game_view(room, looker), memory, room.view(None), room.shown_states(None)))
        }
    };
    let [one, other] = [one, other].map(shown);
    if one != other {
        let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let around = |text: &str| {
            let bytes = text.as_bytes();
            let (from, to) = (same.saturating_sub(120), (same + 80).min(bytes.len()));
            String::from_utf8_lossy(&bytes[from.min(to)..to]).into_owned()
        };
        let (one, other) = (around(&one), around(&other));
        panic!("{looker:?} sees a difference in a room {when}:\n{one}\n{other}");
    }
}

/// An independent copy of a room with its match.
pub(super) fn twin<G: Game>(room: &Room<G>) -> Room<G> {
    #[allow(clippy::redundant_closure_for_method_calls)] // The type is private to the room.
    let playing = room.playing.as_ref().map(|playing| playing.twin());
    Room {
        chart: room.chart,
        flow: room.flow.clone(),
        party: room.party.clone(),
        options: room.options.clone(),
        playing,
        loaded: None,
        next_seed: room.next_seed,
        armed: room.armed.clone(),
    }
}
