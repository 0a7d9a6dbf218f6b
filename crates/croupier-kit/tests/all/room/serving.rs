//! What a server relies on: rooms that do not grow, calls that end, failures that tell no cards.

use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::Seat;
use croupier_kit::matches::replay;
use croupier_kit::room::{
    Call, Command, LogEvent, Notice, Phase, PlayerId, Room, RoomEffect, RoomOptions, Status,
};

use crate::room::pick::{self, Pick};
use crate::room::{ANN, BEN, CAT, HARD, Salon, written};
use crate::tiny::{Options, Tiny};

const LONGEST: Millis = croupier_kit::matches::LONGEST_WAIT;

fn picking() -> Salon<Pick> {
    let options = pick::Options { think_ms: Millis::ZERO, ..pick::Options::default() };
    Salon::of(RoomOptions::default(), options).joined(&[ANN, BEN]).playing()
}

#[test]
fn mm_2d_time_begins_where_the_maker_says() {
    let start = Millis(1_700_000_000_000);
    let room =
        Room::<Tiny>::starting_at(start, RoomOptions::default(), Options::default(), Seed([1; 32]));
    let mut room = room.unwrap();
    assert_eq!(room.now(), start);
    room.handle(Call::Wake, start + Millis(5));
    assert_eq!(room.now(), start + Millis(5));
    // So it does around a saved match, whose own time goes on where it was.
    let mut salon = picking();
    salon.wait(7_000);
    let save = salon.room.match_save().unwrap().unwrap();
    let occupants = croupier_kit::room::Occupant::of_save(&save, &RoomOptions::default());
    let room =
        Room::<Pick>::from_match_at(start, &save, RoomOptions::default(), occupants, Seed([1; 32]));
    let view = room.unwrap().view(None);
    assert_eq!((view.now, view.began), (start, Some(start - Millis(7_000))));
}

#[test]
fn mm_65b_losses_and_returns_leave_nothing_behind() {
    let mut salon = picking();
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.say(ANN, Command::Reconnect).unwrap();
    let size = |salon: &Salon<Pick>| salon.room.save().unwrap().to_json().len();
    let before = size(&salon);
    for _ in 0..40_000 {
        salon.now += Millis(10);
        salon.room.handle(Call::Lost { id: ANN }, salon.now);
        salon.now += Millis(10);
        salon.room.handle(Call::Person { id: ANN, command: Command::Reconnect }, salon.now);
    }
    let after = size(&salon);
    assert!(after < before + 100, "{before} bytes have become {after}");
    // What is left out is not missed.
    let save = salon.room.match_save().unwrap().unwrap();
    assert!(replay::<Pick>(&save).unwrap().verified);
    // What does change something stays.
    salon.call(Call::Lost { id: ANN }).unwrap();
    let inputs = |salon: &Salon<Pick>| salon.room.match_save().unwrap().unwrap().inputs.len();
    let away = inputs(&salon);
    let copy = Room::<Pick>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&salon.room));
    salon.room = copy;
    salon.say(ANN, Command::Reconnect).unwrap();
    assert_eq!(inputs(&salon), away - 1, "a room that was loaded leaves it out as well");
}

#[test]
fn mm_65b_losses_of_several_players_leave_nothing_behind() {
    let options = pick::Options { think_ms: Millis::ZERO, ..pick::Options::default() };
    let settings = RoomOptions { grace_ms: Millis::from_secs(3_600), ..RoomOptions::default() };
    let mut salon = Salon::of(settings, options).joined(&[ANN, BEN, CAT]).playing();
    let inputs = |salon: &Salon<Pick>| salon.room.match_save().unwrap().unwrap().inputs.len();
    let here = inputs(&salon);
    let lose = |salon: &mut Salon<Pick>, id| {
        salon.now += Millis(10);
        salon.call(Call::Lost { id }).unwrap();
    };
    let restore = |salon: &mut Salon<Pick>, id| {
        salon.now += Millis(10);
        salon.say(id, Command::Reconnect).unwrap();
    };
    lose(&mut salon, BEN);
    for _ in 0..500 {
        lose(&mut salon, ANN);
        restore(&mut salon, ANN);
    }
    assert_eq!(inputs(&salon), here + 1, "Ben is away");
    for _ in 0..500 {
        // All eight combinations, each only in passing.
        for id in [ANN, CAT, ANN, BEN, ANN, CAT, ANN, BEN] {
            match salon.status(id) {
                Some(Status::Connected) => lose(&mut salon, id),
                _ => restore(&mut salon, id),
            }
            assert!(inputs(&salon) <= here + 3);
        }
    }
    let copy = Room::<Pick>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&salon.room));
    salon.room = copy;
    restore(&mut salon, BEN);
    assert_eq!(inputs(&salon), here, "a room that was loaded leaves it out as well");
    let save = salon.room.match_save().unwrap().unwrap();
    assert!(replay::<Pick>(&save).unwrap().verified);
}

/// Four seats whose clocks run out every millisecond: some six thousand steps.
fn busy() -> Salon<Tiny> {
    let options =
        Options { rounds: 1_000, deal_ms: 1, show_ms: 1, think_ms: 1, host_calls_time: false };
    let mut salon = Salon::<Tiny>::of(RoomOptions::default(), options);
    for id in 1..=4 {
        let id = PlayerId(id);
        salon.say(id, Command::Join { name: "Somebody".into() }).unwrap();
        salon.say(id, Command::Ready).unwrap();
    }
    salon.say(PlayerId(1), Command::StartGame).unwrap();
    salon
}

#[test]
fn mm_2e_and_2b_a_room_that_is_behind_takes_no_command() {
    let lock = || Call::Person { id: PlayerId(1), command: Command::Lock { locked: true } };
    for call in [Call::Bot { seat: Seat(1), prompt: 1, action: None }, lock()] {
        let mut salon = busy();
        salon.now += Millis(7_000);
        assert_eq!(salon.call(call), Err("behind"));
        assert!(salon.room.now() < salon.now);
        while salon.room.next_due().is_some_and(|due| due <= salon.now) {
            salon.call(Call::Wake).unwrap();
        }
        assert!(!salon.room.view(None).locked);
        salon.call(lock()).unwrap();
        assert_eq!(salon.room.now(), salon.now);
        assert!(salon.room.view(None).locked);
    }
}

#[test]
fn mm_2c_one_call_after_a_long_silence_does_bounded_work() {
    let mut salon = busy();
    let far = salon.now + LONGEST;
    let handled = salon.room.handle(Call::Wake, far);
    assert!(handled.changed && handled.answer.is_ok());
    let events = handled.effects.len();
    assert!((5_000..25_000).contains(&events), "{events}");
    assert!(salon.room.now() < far && salon.room.next_due().unwrap() < far, "the room is behind");
    // A call that is refused brings what time brings, and nothing else.
    let mut refused = Room::<Tiny>::load(&salon.room.save().unwrap()).unwrap();
    let stranger = Call::Person { id: ANN, command: Command::Ready };
    assert!(refused.handle(stranger, far).answer.is_err());
    let mut calls = 1;
    while salon.room.now() < far && salon.room.phase() != Phase::Closed {
        salon.room.handle(Call::Wake, far);
        if calls == 1 {
            assert_eq!(written(&salon.room), written(&refused));
        }
        calls += 1;
        assert!(calls < 100);
    }
    assert!(calls > 1);
    // In small steps the same comes of it.
    let mut slowly = busy();
    while slowly.room.now() < salon.room.now() && slowly.room.phase() != Phase::Closed {
        let due = slowly.room.next_due().unwrap_or(far);
        slowly.room.handle(Call::Wake, due);
    }
    slowly.room.handle(Call::Wake, salon.room.now());
    assert_eq!(written(&slowly.room), written(&salon.room));
}

#[test]
fn mm_4b_every_wait_of_a_room_has_a_limit() {
    let good = RoomOptions::default;
    let long = LONGEST + Millis(1);
    for options in [
        RoomOptions { grace_ms: long, ..good() },
        RoomOptions { results_ms: long, ..good() },
        RoomOptions { vote_ms: Some(long), ..good() },
        RoomOptions { countdown_ms: long, ..good() },
        RoomOptions { bot_delay_ms: Millis::from_secs(3601), ..good() },
        RoomOptions { abandon_ms: Some(long), ..good() },
        RoomOptions { idle_ms: Some(long), ..good() },
        RoomOptions { idle_ms: Some(Millis::ZERO), ..good() },
        RoomOptions { silent_ms: Millis(u64::MAX), ..good() },
        RoomOptions { reaction_window_ms: Millis(u64::MAX), ..good() },
        RoomOptions { reaction_limit: usize::MAX, ..good() },
        RoomOptions { rematch_humans: usize::MAX, ..good() },
    ] {
        let why =
            Room::<Tiny>::new(options.clone(), Options::default(), Seed([0; 32])).unwrap_err();
        assert_eq!(why.code, "invalid_options", "{options:?}");
    }
    good().check().unwrap();
}

#[test]
fn dw_15b_options_for_tests_are_not_the_hosts_to_change() {
    let persons = || Command::SetOptions {
        preset: None,
        changes: serde_json::from_str(r#"{"persons": 3}"#).unwrap(),
    };
    let both = || Command::SetOptions {
        preset: Some("classic".to_owned()),
        changes: serde_json::from_str(r#"{"persons": 3, "show_ms": 9}"#).unwrap(),
    };
    let think = || Command::SetOptions {
        preset: None,
        changes: serde_json::from_str(r#"{"think_ms": 1, "persons": 0}"#).unwrap(),
    };
    let mut salon =
        Salon::<Pick>::of(RoomOptions::default(), pick::Options::default()).joined(&[ANN]);
    assert_eq!(salon.say(ANN, persons()), Err("invalid_options"));
    assert_eq!(salon.say(ANN, both()), Err("invalid_options"));
    salon.say(ANN, think()).unwrap();
    // A room that was made for tests takes them.
    let settings = RoomOptions { test_options: true, ..RoomOptions::default() };
    let mut salon = Salon::<Pick>::of(settings, pick::Options::default()).joined(&[ANN]);
    salon.say(ANN, both()).unwrap();
    assert_eq!(salon.room.view(None).options.persons, 3);
}

#[test]
fn dw_15b_a_host_has_the_presets_for_players_and_not_the_one_that_waits_for_nothing() {
    let set = |preset: Option<&str>, changes: &str| Command::SetOptions {
        preset: preset.map(str::to_owned),
        changes: serde_json::from_str(changes).unwrap(),
    };
    let refused = |salon: &mut Salon<Pick>, command| {
        let before = salon.room.view(None).options;
        let call = Call::Person { id: ANN, command };
        let why = salon.room.handle(call, salon.now).answer.unwrap_err().to_string();
        assert_eq!(salon.room.view(None).options, before);
        why
    };
    let mut salon =
        Salon::<Pick>::of(RoomOptions::default(), pick::Options::default()).joined(&[ANN]);
    let why = refused(&mut salon, set(Some("bench"), "{}"));
    assert!(why.contains("the preset \"bench\" is for tests only"), "{why}");
    refused(&mut salon, set(Some("bench"), r#"{"show_ms": 9}"#));
    for preset in [None, Some("classic"), Some("full")] {
        let why = refused(&mut salon, set(preset, r#"{"show_ms": 0}"#));
        assert!(why.contains("\"show_ms\" of 0 is for tests only"), "{why}");
    }
    // What another preset for players has is theirs, also if they could not set it one by one, and zero
    // is no delay left out where such a preset has it.
    salon.say(ANN, set(Some("full"), "{}")).unwrap();
    assert_eq!(salon.room.view(None).options.persons, 2);
    salon.say(ANN, set(None, r#"{"think_ms": 0}"#)).unwrap();
    salon.say(ANN, set(Some("classic"), r#"{"show_ms": 9}"#)).unwrap();
    // A room that was made for tests takes all of it.
    let settings = RoomOptions { test_options: true, ..RoomOptions::default() };
    let mut salon = Salon::<Pick>::of(settings, pick::Options::default()).joined(&[ANN]);
    salon.say(ANN, set(Some("bench"), "{}")).unwrap();
    assert_eq!(salon.room.view(None).options.show_ms, Millis::ZERO);
}

#[test]
fn mm_75a_a_failure_tells_people_no_cards() {
    let mut salon = picking();
    let card = salon.room.view(Some(BEN)).game.unwrap().hand.unwrap().as_slice()[0];
    let action = pick::Action::Break { card };
    let call = Call::Person { id: ANN, command: Command::Act { action, prompt: None } };
    let handled = salon.room.handle(call, salon.now);
    let why = handled.answer.unwrap_err();
    assert_eq!(why.code(), "broken");
    assert!(!why.to_string().contains(&card.to_string()), "{why}");
    let mut told = vec![];
    let mut for_the_server = vec![];
    for effect in handled.effects {
        match effect {
            RoomEffect::Log(record) => told.extend(record.entry_for(None)),
            RoomEffect::MatchFailed { why } => for_the_server.push(why),
            _ => {}
        }
    }
    let failed = |event: &LogEvent<Pick>| matches!(event, LogEvent::Room(Notice::MatchFailed { why }) if !why.contains(&card.to_string()));
    assert!(told.iter().any(|entry| failed(&entry.event)));
    assert!(for_the_server[0].contains("Break"), "{for_the_server:?}");
    assert_eq!(salon.room.phase(), Phase::Lobby);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
}
