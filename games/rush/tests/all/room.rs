//! Rush in a room.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::Seed;
use croupier_kit::game::{Game, Seat};
use croupier_kit::room::{
    Call, Command, Handled, LogEvent, PlayerId, Room, RoomEffect, RoomOptions, RoomReject,
};
use croupier_kit::text::Show as _;
use rush::{Event, Options, Rush};

const ADA: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);

/// What two persons and the public are told about a table, as text and as data.
struct Table {
    room: Room<Rush>,
    texts: Vec<String>,
    events: Vec<Event>,
}

impl Table {
    fn new(options: Options, seed: u64) -> Self {
        let room = Room::new(RoomOptions::default(), options, Seed::from_number(seed)).unwrap();
        let mut table = Self { room, texts: vec![], events: vec![] };
        for (id, name) in [(ADA, "Ada"), (BO, "Bo")] {
            table.say(id, Command::Join { name: name.to_owned() }).unwrap();
            table.say(id, Command::Ready).unwrap();
        }
        table.say(ADA, Command::StartGame).unwrap();
        table
    }

    fn say(&mut self, id: PlayerId, command: Command<Rush>) -> Result<(), RoomReject<Rush>> {
        let now = self.room.now();
        self.handle(Call::Person { id, command }, now)
    }

    fn handle(
        &mut self,
        call: Call<Rush>,
        now: croupier_kit::Millis,
    ) -> Result<(), RoomReject<Rush>> {
        let Handled { answer, effects, .. } = self.room.handle(call, now);
        for effect in effects {
            let RoomEffect::Log(record) = effect else { continue };
            for reader in [None, Some(ADA), Some(BO)] {
                let Some(entry) = record.entry_for(reader) else { continue };
                let told = entry.describe(record.viewer(reader), record.names());
                self.texts.extend(told.text.map(|line| line.to_string()));
                if let LogEvent::Game(event) = entry.event {
                    self.events.push(event);
                }
            }
        }
        self.look();
        answer
    }

    /// The boards and prompts of everybody.
    fn look(&mut self) {
        let names = ["Ada".to_owned(), "Bo".to_owned()];
        for reader in [None, Some(ADA), Some(BO)] {
            let view = self.room.view(reader);
            let Some(game) = &view.game else { continue };
            assert!(game.players.iter().all(|player| player.name.is_none()), "{game:?}");
            assert!(game.notifications.iter().all(|made| made.name.is_none()), "{game:?}");
            assert!(game.final_scores.iter().all(|score| score.name.is_none()), "{game:?}");
            let viewer = reader.map_or(croupier_kit::game::Viewer::Public, |id| {
                croupier_kit::game::Viewer::Seat(Seat(u8::from(id == BO)))
            });
            let board = Rush::board(game, viewer, &names).lines();
            self.texts.extend(board.iter().map(ToString::to_string));
            let prompt = view.prompt.into_iter();
            self.texts.extend(prompt.map(|prompt| prompt.sentence.to_string()));
        }
    }

    /// Both take their first choice until the match is over.
    fn play_to_end(&mut self) {
        while self.room.view(None).result.is_none() {
            let asked = [ADA, BO].into_iter().find_map(|id| {
                let prompt = self.room.view(Some(id)).prompt?;
                Some((id, prompt.choices.first()?.action.clone()))
            });
            if let Some((id, action)) = asked {
                self.say(id, Command::Act { action, prompt: None }).unwrap();
            } else {
                let due = self.room.next_due().unwrap();
                self.handle(Call::Wake, due).unwrap();
            }
        }
    }
}

#[test]
fn ru_53g_and_62_what_is_said_of_a_seat_uses_the_name_at_the_table() {
    let mut notified = 0;
    for seed in 0..6 {
        let mut table = Table::new(Options::party(), seed);
        table.play_to_end();
        let said = |name: &str| table.texts.iter().any(|text| text.contains(name));
        assert!(said("Ada") && said("Bo"), "{:#?}", table.texts);
        for label in ["P1", "P2"] {
            assert!(!said(label), "{label} in {:#?}", table.texts);
        }
        let joined = |event: &&Event| matches!(event, Event::PlayerJoined { name: Some(_), .. });
        assert_eq!(table.events.iter().find(joined), None);
        notified += table.room.view(None).game.unwrap().notifications.len();
    }
    assert!(notified > 0, "the game has acted for somebody");
}

#[test]
fn ru_53_the_match_follows_connections_and_stand_ins() {
    let mut table = Table::new(Options::party(), 1);
    let seats = |table: &Table| {
        let save = table.room.match_save().unwrap().unwrap();
        let state: rush::State = serde_json::from_value(save.snapshot.state).unwrap();
        (state.persons.contains(Seat(1)), state.connected.contains(Seat(1)))
    };
    assert_eq!(seats(&table), (true, true));
    let now = table.room.now();
    table.handle(Call::Lost { id: BO }, now).unwrap();
    assert_eq!(seats(&table), (true, false), "the connection is lost");
    let before = table.room.view(Some(ADA)).game.unwrap().players;
    let grace = RoomOptions::default().grace_ms;
    table.handle(Call::Wake, now + grace).unwrap();
    assert_eq!(seats(&table), (false, true), "a bot stands in");
    let after = table.room.view(Some(ADA)).game.unwrap().players;
    assert!(before.iter().chain(&after).skip(1).step_by(2).all(|bo| bo.person.is_none()), "RU-71");
}

#[test]
fn mm_70i_persons_agree_to_end_without_a_stand_in() {
    let mut table = Table::new(Options::party(), 1);
    let due = table.room.next_due().unwrap();
    table.handle(Call::Wake, due).unwrap();
    let end = || Command::Act { action: rush::Action::EndGame, prompt: None };
    table.say(ADA, end()).unwrap();
    let ends = |table: &Table| {
        let has_ended = |event: &Event| matches!(event, Event::GameEnding { .. });
        table.events.iter().any(has_ended)
    };
    assert!(!ends(&table), "Bo has not agreed");
    table.say(BO, Command::Leave).unwrap();
    assert!(ends(&table), "nobody else is left to agree");
}

/// RU-55, MM-70: the right to end the game does not reveal that the host's seat is played by a bot.
#[test]
fn mm_70b_and_ru_55_a_stand_in_keeps_the_word_of_the_host() {
    let options = Options { end_game_policy: rush::EndGamePolicy::Host, ..Options::party() };
    let mut table = Table::new(options, 1);
    let due = table.room.next_due().unwrap();
    table.handle(Call::Wake, due).unwrap();
    let is_offered = |table: &Table, id| {
        table.room.view(Some(id)).offers.iter().any(|it| it.action == rush::Action::EndGame)
    };
    assert_eq!((is_offered(&table, ADA), is_offered(&table, BO)), (true, false));
    table.say(ADA, Command::Leave).unwrap();
    assert!(!is_offered(&table, BO), "Ada's seat is the host's, whoever plays it");
    let end = Command::Act { action: rush::Action::EndGame, prompt: None };
    assert_eq!(table.say(BO, end).unwrap_err().code(), "not_permitted");
}

/// RU-74: system commands are refused before the sender is checked.
#[test]
fn ru_74_and_mm_79d_a_watcher_who_says_what_the_table_says() {
    const CAT: PlayerId = PlayerId(3);
    let room = RoomOptions::default;
    let mut empty = Room::<Rush>::new(room(), Options::party(), Seed::from_number(1)).unwrap();
    let mut table = Table::new(Options::party(), 1);
    let seats = [rush::SeatChange {
        player: Seat(0),
        name: None,
        person: false,
        connected: true,
        stands_in: false,
    }];
    for action in [
        rush::Action::AutoPlay { card: croupier_kit::cards::Card::default() },
        rush::Action::SkipTurn,
        rush::Action::TimerTick { remaining_time: 0 },
        rush::Action::SeatsChanged { seats: seats.into() },
        rush::Action::StartGame,
    ] {
        let command = || Command::Act { action: action.clone(), prompt: None };
        let call = Call::Person { id: CAT, command: command() };
        let answer = empty.handle(call, croupier_kit::Millis::ZERO).answer;
        assert_eq!(answer.unwrap_err().code(), "system_only", "{action:?} in the lobby");
        for id in [ADA, BO, CAT] {
            let why = table.say(id, command()).unwrap_err();
            assert_eq!(why.code(), "system_only", "{action:?} of {id:?}");
        }
    }
    let end = Command::Act { action: rush::Action::EndGame, prompt: None };
    assert_eq!(table.say(CAT, end).unwrap_err().code(), "not_seated");
}

#[test]
fn ru_73b_the_start_tells_the_parameters() {
    let table = Table::new(Options::party(), 2);
    let params = table.events.iter().find_map(|event| match event {
        Event::GameStarting { params, .. } => Some((**params).clone()),
        _ => None,
    });
    assert_eq!(params, Some(Rush::served(Options::party(), &[])));
}

fn inputs(table: &Table) -> usize {
    table.room.match_save().unwrap().unwrap().inputs.len()
}

fn is_verified(table: &Table) -> bool {
    let save = table.room.match_save().unwrap().unwrap();
    croupier_kit::matches::replay::<Rush>(&save).unwrap().verified
}

#[test]
fn mm_89i_selections_that_are_taken_back_leave_nothing() {
    let mut table = Table::new(Options::party(), 1);
    let asked = loop {
        let is_asked = |id: &PlayerId| table.room.view(Some(*id)).prompt.is_some();
        if let Some(id) = [ADA, BO].into_iter().find(is_asked) {
            break id;
        }
        let due = table.room.next_due().unwrap();
        table.handle(Call::Wake, due).unwrap();
    };
    let seat = table.room.seat_of(asked).unwrap();
    let hand = table.room.view(Some(asked)).game.unwrap().players[seat.at()].hand.clone().unwrap();
    let select = |table: &mut Table, card| {
        let action = rush::Action::CardSelected { card, player: None };
        table.say(asked, Command::Act { action, prompt: None }).unwrap();
    };
    let deselect = |table: &mut Table, card| {
        let action = rush::Action::CardDeselected { card, player: None };
        table.say(asked, Command::Act { action, prompt: None }).unwrap();
    };
    let before = inputs(&table);
    select(&mut table, hand[0]);
    for _ in 0..100 {
        select(&mut table, hand[1]);
        select(&mut table, hand[2]);
        deselect(&mut table, hand[1]);
        deselect(&mut table, hand[2]);
    }
    assert_eq!(inputs(&table), before + 1);
    assert!(is_verified(&table));
    deselect(&mut table, hand[0]);
    assert_eq!(inputs(&table), before);
    assert!(is_verified(&table));
}

#[test]
fn mm_65b_a_stand_in_leaves_nothing_behind_when_others_come_and_go() {
    let mut table = Table::new(Options::party(), 1);
    let now = table.room.now();
    table.handle(Call::Lost { id: BO }, now).unwrap();
    table.handle(Call::Wake, now + RoomOptions::default().grace_ms).unwrap();
    assert_eq!(table.room.seat_of(BO), None, "a bot stands in");
    let before = inputs(&table);
    // Not so long that the stand-in plays.
    for _ in 0..400 {
        let now = table.room.now() + croupier_kit::Millis(1);
        table.handle(Call::Lost { id: ADA }, now).unwrap();
        table.say(ADA, Command::Reconnect).unwrap();
    }
    assert_eq!(inputs(&table), before);
    assert!(is_verified(&table));
}
