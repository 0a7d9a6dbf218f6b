//! A stand-in cannot be told from a person (MM-70): the same table with either of them shows and
//! tells everybody else the same, byte by byte, and waits for the same seats.

use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{Game, Seat};
use crate::matches::LONGEST_WAIT;
use crate::room::{
    BotLevel, BotRequest, Call, Command, Handled, Phase, PlayerId, Room, RoomOptions, RoomReject,
};
use crate::testing::Suite;
use crate::testing::room_secrecy::{Looker, entries, must_be_same, twin};

/// How many steps of a match are compared.
const STEPS: usize = 150;

/// The number of viewers who do not play.
const WATCHERS: usize = 2;

const BOT: BotLevel = BotLevel::named("hard");

/// How much was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Alike {
    /// How often a viewer's views of both rooms were compared.
    pub(super) looks: usize,
    /// The number of actions of the seat that is a person in one room and a stand-in in the other.
    pub(super) moves: usize,
}

/// Plays one match in two rooms.
pub(super) fn check<G: Game>(suite: &Suite<G>, number: u64, alike: &mut Alike) {
    let Some(mut pair) = Pair::<G>::new(suite, number) else { return };
    pair.compare("at the beginning", alike);
    for _ in 0..STEPS {
        if !pair.step(suite, alike) {
            return;
        }
    }
}

struct Pair<G: Game> {
    /// The room with a person at the seat.
    person: Room<G>,
    /// The room with a stand-in at the seat.
    stand_in: Room<G>,
    /// The id and the seat, the same in both rooms.
    id: PlayerId,
    seat: Seat,
    dice: Dice,
}

impl<G: Game> Pair<G> {
    /// `None` if the options do not allow such a match.
    fn new(suite: &Suite<G>, number: u64) -> Option<Self> {
        let presets = (suite.presets)();
        let mut dice = Dice::new(Seed::from_number(11_000_000 + number));
        let options = dice.pick(&presets)?.options.clone();
        let settings = RoomOptions {
            bot_levels: vec![BOT],
            stand_in: BOT,
            undo: number.is_multiple_of(2),
            // A room closes without activity of a person, and a bot's moves do not count as such
            // (MM-69).
            idle_ms: None,
            ..RoomOptions::default()
        };
        let mut room = Room::new(settings, options, dice.split()).ok()?;
        let (fewest, most) = room.party.limits;
        let more = u32::try_from(most - fewest).unwrap_or(0);
        let seats = (fewest + usize::try_from(dice.below(more + 1)).unwrap_or(0)).max(2);
        let people: Vec<_> =
            (1..=seats).filter_map(|id| Some(PlayerId(id.try_into().ok()?))).collect();
        for id in &people {
            say(&mut room, *id, Command::Join { name: format!("P{}", id.0) })?;
            say(&mut room, *id, Command::Ready)?;
        }
        say(&mut room, people[0], Command::StartGame)?;
        let seat = room.seat_of(*dice.pick(&people)?)?;
        let leaves = room.party.at_seat(seat)?.id;
        say(&mut room, leaves, Command::Leave)?;
        let person = with_a_person(&room, seat)?;
        let id = room.party.at_seat(seat)?.id;
        let mut pair = Self { person, stand_in: room, id, seat, dice };
        pair.tell_both(&Call::Wake, pair.stand_in.now());
        (pair.stand_in.phase() == Phase::Playing).then_some(pair)
    }

    /// Compares the rooms for everybody except the seat itself.
    fn compare(&self, when: &str, alike: &mut Alike) {
        for looker in self.lookers() {
            must_be_same(&self.person, &self.stand_in, looker, &format!("with a stand-in {when}"));
            alike.looks += 1;
        }
        assert_eq!(self.person.waiting(), self.stand_in.waiting(), "with a stand-in {when}");
    }

    fn lookers(&self) -> Vec<Looker> {
        let people = self.stand_in.persons().map(Some);
        let watchers: [_; WATCHERS] = [None, Some(PlayerId(9_999))];
        people.chain(watchers).map(Looker::Person).collect()
    }

    /// Makes the same call to both rooms at the same instant. Both must answer the same and tell
    /// everybody else the same.
    fn tell_both(&mut self, call: &Call<G>, now: Millis) {
        let lookers = self.lookers();
        let same =
            [&mut self.person, &mut self.stand_in].map(|room| room.handle(call.clone(), now));
        self.must_agree(&lookers, &same, &format!("after {call:?}"));
    }

    fn must_agree(&self, lookers: &[Looker], [person, stand_in]: &[Handled<G>; 2], when: &str) {
        // If somebody else was replaced too, that stand-in's name and id are random.
        if self.stand_in.persons().count() + WATCHERS != lookers.len() {
            return;
        }
        let code = |answer: &Result<(), RoomReject<G>>| answer.as_ref().err().map(RoomReject::code);
        assert_eq!(code(&person.answer), code(&stand_in.answer), "with a stand-in {when}");
        for looker in lookers {
            let [one, other] = [person, stand_in].map(|told| entries(told, *looker));
            assert_eq!(one, other, "{looker:?} reads another log with a stand-in {when}");
        }
    }

    /// One step of the match in both rooms. Returns false when there is nothing more to compare.
    fn step(&mut self, suite: &Suite<G>, alike: &mut Alike) -> bool {
        let now = self.stand_in.now();
        let chosen = match self.dice.below(12) {
            0 => self.unasked(suite),
            1 => self.connection(),
            2 => None,
            _ => self.asked(),
        };
        match chosen {
            Some(Chosen::Stand(due)) => self.act_at_the_seat(due, alike),
            Some(Chosen::Say(call)) => self.tell_both(&call, now),
            None => {
                let due = [&self.person, &self.stand_in].into_iter().filter_map(Room::next_due);
                let due = due.min().unwrap_or(now).min(now + LONGEST_WAIT);
                match self.request().filter(|it| it.due <= due) {
                    Some(request) => self.act_at_the_seat(request.due, alike),
                    None => self.tell_both(&Call::Wake, due.max(now)),
                }
            }
        }
        let phases = [&self.person, &self.stand_in].map(Room::phase);
        assert_eq!(
            phases[0], phases[1],
            "the match ends with a stand-in only, or without one only"
        );
        let humans = self.stand_in.party.humans().count();
        // Once there is another stand-in, both rooms ask a bot that this check does not play.
        if phases[0] != Phase::Playing || humans + 1 != self.stand_in.party.members.len() {
            return false;
        }
        self.compare("in a match", alike);
        true
    }

    /// The pending request for the bot at the seat.
    fn request(&self) -> Option<BotRequest> {
        self.stand_in.bots_owed().into_iter().find(|it| it.seat == self.seat)
    }

    /// Lets the seat act in both rooms, once its bot may.
    fn act_at_the_seat(&mut self, due: Millis, alike: &mut Alike) {
        let now = due.max(self.stand_in.now());
        self.tell_both(&Call::Wake, now);
        let Some(request) = self.request().filter(|it| it.due <= now) else { return };
        let Some(playing) = self.stand_in.playing.as_ref() else { return };
        let chosen = G::random_action(playing.game.position(), self.seat, &mut self.dice);
        let Some(action) = chosen else { return };
        let lookers = self.lookers();
        let when = format!("after {action:?} at the seat");
        let command = Command::Act { action: action.clone(), prompt: None };
        let said = self.person.handle(Call::Person { id: self.id, command }, now);
        let BotRequest { seat, prompt, .. } = request;
        let played = self.stand_in.handle(Call::Bot { seat, prompt, action: Some(action) }, now);
        self.must_agree(&lookers, &[said, played], &when);
        alike.moves += 1;
    }

    fn asked(&mut self) -> Option<Chosen<G>> {
        let playing = self.stand_in.playing.as_ref()?;
        let asked: Vec<Seat> = playing.to_act().iter().collect();
        let seat = *self.dice.pick(&asked)?;
        if seat == self.seat {
            return self.request().map(|it| Chosen::Stand(it.due));
        }
        let action = G::random_action(playing.game.position(), seat, &mut self.dice)?;
        self.speak(seat, action)
    }

    fn unasked(&mut self, suite: &Suite<G>) -> Option<Chosen<G>> {
        let people: Vec<_> = self.stand_in.persons().collect();
        let id = *self.dice.pick(&people)?;
        let mut offers = self.stand_in.offers(id);
        offers.retain(|offer| !(suite.agreements)(&offer.action));
        let action = self.dice.pick(&offers)?.action.clone();
        self.speak(self.stand_in.seat_of(id)?, action)
    }

    fn speak(&self, seat: Seat, action: G::Action) -> Option<Chosen<G>> {
        let id = self.stand_in.party.at_seat(seat)?.id;
        Some(Chosen::Say(Call::Person { id, command: Command::Act { action, prompt: None } }))
    }

    fn connection(&mut self) -> Option<Chosen<G>> {
        let people: Vec<_> = self.stand_in.persons().collect();
        let id = *self.dice.pick(&people)?;
        let command = Command::Reconnect;
        let back = self.stand_in.check(id, &command).is_ok();
        Some(Chosen::Say(if back { Call::Person { id, command } } else { Call::Lost { id } }))
    }
}

/// What happens next.
enum Chosen<G: Game> {
    /// The compared seat acts, at this instant or later.
    Stand(Millis),
    /// The same call is made to both rooms.
    Say(Call<G>),
}

fn say<G: Game>(room: &mut Room<G>, id: PlayerId, command: Command<G>) -> Option<()> {
    let now = room.now();
    room.handle(Call::Person { id, command }, now).answer.ok()
}

/// The same room with a person instead of the stand-in, with the same name and id.
fn with_a_person<G: Game>(room: &Room<G>, seat: Seat) -> Option<Room<G>> {
    let mut twin = twin(room);
    let member = twin.party.member_at(seat)?;
    let (id, name) = (member.id, member.name.clone());
    let gone = member.absent.as_mut()?;
    (gone.id, gone.name, gone.for_good) = (id, name, false);
    say(&mut twin, id, Command::Reconnect)?;
    // In this room nobody was away, so no entry was logged and no randomness was used.
    let before = room.party.clone();
    (twin.party.next_entry, twin.party.host) = (before.next_entry, before.host);
    (twin.party.last_activity, twin.party.dice) = (before.last_activity, before.dice);
    for (member, before) in twin.party.members.iter_mut().zip(&before.members) {
        (member.next_entry, member.asked) = (before.next_entry, before.asked);
    }
    Some(twin)
}
