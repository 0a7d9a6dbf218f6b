//! A room is what it was told: its records, from the start or from a save, make it again.

use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::room::{
    BotLevel, Call, Command, Phase, PlayerId, Room, RoomOptions, RoomRecord, Status,
};

use crate::room::{ANN, BEN, CAT, HARD, Salon, react, written};
use crate::tiny::{Action, Options, Tiny};

fn settings() -> RoomOptions {
    let bot_levels = vec![BotLevel::RANDOM, HARD];
    RoomOptions { bot_levels, stand_in: HARD, undo: true, ..RoomOptions::default() }
}

fn fresh() -> Room<Tiny> {
    let options = Options { rounds: 1, ..Options::default() };
    Room::new(settings(), options, Seed::from_number(5)).unwrap()
}

/// What happens at a table, with instants: everything that leaves a record, refusals included.
fn life() -> Vec<(u64, Call<Tiny>)> {
    let person = |id, command| Call::Person { id, command };
    let join = |id: PlayerId, name: &str| person(id, Command::Join { name: name.to_owned() });
    vec![
        (0, join(ANN, "Ann")),
        (10, join(BEN, "Ben")),
        (20, join(BEN, "Ben again")),
        (30, person(ANN, Command::AddBot { level: HARD, name: None })),
        (40, person(ANN, Command::Ready)),
        (50, person(BEN, Command::Ready)),
        (60, Call::Seed(Seed::from_number(9))),
        (70, person(BEN, Command::StartGame)),
        (80, person(BEN, react("😂"))),
        (5_000, Call::Wake),
        (6_000, person(ANN, Command::Act { action: Action::Wait, prompt: None })),
        (6_100, Call::Lost { id: BEN }),
        (9_000, person(CAT, Command::VoteLobby)),
        (40_000, Call::Wake),
        (41_000, Call::Restarted),
        (42_000, person(ANN, Command::Reconnect)),
        (42_500, Call::Bot { seat: croupier_kit::game::Seat(2), prompt: 1, action: None }),
        (90_000, Call::Wake),
    ]
}

#[test]
fn the_records_of_a_room_make_it_again_from_the_start_and_from_any_save() {
    let mut room = fresh();
    let mut records: Vec<RoomRecord<Tiny>> = vec![];
    let mut moments = vec![(room.save().unwrap().to_zstd(), 0)];
    for (at, call) in life() {
        let at = Millis(at);
        let handled = room.handle(call.clone(), at);
        if handled.changed {
            records.push(RoomRecord { at, call });
        }
        moments.push((room.save().unwrap().to_zstd(), records.len()));
    }
    assert_eq!(room.view(None).game_no, 1);
    let text = serde_json::to_string(&records).unwrap();
    let records: Vec<RoomRecord<Tiny>> = serde_json::from_str(&text).unwrap();
    for (bytes, known) in moments {
        let saved = croupier_kit::room::SavedRoom::read(&bytes).unwrap();
        let mut copy = Room::<Tiny>::load(&saved).unwrap();
        for RoomRecord { at, call } in records[known..].iter().cloned() {
            copy.handle(call, at);
        }
        copy.handle(Call::Wake, room.now());
        assert_eq!(written(&copy), written(&room), "from record {known}");
    }
}

#[test]
fn only_what_changes_a_room_is_to_be_recorded() {
    let mut room = fresh();
    let mut changed = |at, call| room.handle(call, Millis(at)).changed;
    let person = |id, command| Call::Person { id, command };
    assert!(!changed(5, Call::Wake), "nothing was due");
    assert!(!changed(6, person(ANN, Command::Ready)), "it was refused");
    assert!(changed(7, person(ANN, Command::Join { name: "Ann".into() })));
    assert!(!changed(8, person(ANN, react("😂"))), "MM-73");
    assert!(changed(9, Call::Lost { id: ANN }));
    assert!(!changed(10_000, Call::Wake));
    assert!(changed(40_000, person(BEN, Command::Ready)), "the grace period is over meanwhile");
}

#[test]
fn a_record_is_written_like_this() {
    let record = RoomRecord::<Tiny> {
        at: Millis(1_200),
        call: Call::Person { id: ANN, command: Command::AddBot { level: HARD, name: None } },
    };
    let wire = serde_json::json!({
        "at": 1_200,
        "call": {"person": {"id": 101, "command": {"add_bot": {"level": "hard"}}}},
    });
    assert_eq!(serde_json::to_value(&record).unwrap(), wire);
    assert_eq!(serde_json::from_value::<RoomRecord<Tiny>>(wire).unwrap(), record);
}

#[test]
fn after_a_restart_every_person_has_a_full_grace_period() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).playing();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(25_000);
    salon.call(Call::Restarted).unwrap();
    for id in [ANN, BEN, CAT] {
        assert_eq!(salon.status(id), Some(Status::Reconnecting));
    }
    let until: Vec<_> = salon.room.view(None).players.iter().map(|it| it.away_until).collect();
    assert_eq!(until, [Some(salon.now + Millis(30_000)); 3]);
    salon.wait(29_999);
    salon.say(ANN, Command::Reconnect).unwrap();
    salon.say(BEN, Command::Reconnect).unwrap();
    salon.wait(1);
    assert_eq!([ANN, BEN].map(|id| salon.status(id)), [Some(Status::Connected); 2]);
    assert_eq!(salon.status(CAT), None, "a stand-in has Cat's seat");
    assert_ne!(salon.room.phase(), Phase::Closed);
}

#[test]
fn mm_64_a_restart_finds_the_lobby_unready() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    salon.say(ANN, Command::Ready).unwrap();
    salon.call(Call::Restarted).unwrap();
    assert!(!salon.room.view(None).players[0].ready);
    salon.say(ANN, Command::Reconnect).unwrap();
    salon.say(ANN, Command::Ready).unwrap();
}
