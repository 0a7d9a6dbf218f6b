//! What is told to whom, and under which number.

use croupier_kit::Millis;
use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::room::{
    Call, Command, Entry, LogEvent, Notice, PlayerId, RoomEffect, RoomOptions,
};

use crate::room::pick::{Action, Event, Options, Pick};
use crate::room::{ANN, BEN, CAT, Salon};

fn entries(salon: &Salon<Pick>, reader: Option<PlayerId>) -> Vec<Entry<Pick>> {
    let logged = salon.said.iter().filter_map(|effect| match effect {
        RoomEffect::Log(record) => record.entry_for(reader),
        _ => None,
    });
    logged.collect()
}

fn numbers(salon: &Salon<Pick>, reader: Option<PlayerId>) -> Vec<u64> {
    entries(salon, reader).iter().map(|entry| entry.number).collect()
}

fn act(action: Action) -> Command<Pick> {
    Command::Act { action, prompt: None }
}

#[test]
fn mm_77a_the_log_is_numbered_for_each_reader_without_gaps() {
    let mut salon =
        Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN, BEN]).playing();
    salon.say(ANN, act(Action::Sort)).unwrap();
    salon.say(ANN, act(Action::Sort)).unwrap();
    salon.say(BEN, act(Action::Sort)).unwrap();
    salon.play_out();
    for (reader, more) in [(None, 0), (Some(ANN), 2), (Some(BEN), 1)] {
        let numbers = numbers(&salon, reader);
        assert!(numbers.iter().copied().eq(0..numbers.len() as u64), "{reader:?}: {numbers:?}");
        assert_eq!(numbers.len(), self::numbers(&salon, None).len() + more);
        assert_eq!(salon.room.view(reader).next_entry, numbers.len() as u64);
    }
}

#[test]
fn mm_77a_what_a_reader_may_not_know_leaves_no_trace() {
    let table = || {
        Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN, BEN]).playing()
    };
    let (mut with, mut without) = (table(), table());
    with.say(ANN, act(Action::Sort)).unwrap();
    for salon in [&mut with, &mut without] {
        salon.play_out();
    }
    for reader in [None, Some(BEN), Some(CAT)] {
        let [with, without] = [&with, &without].map(|salon| {
            let view = serde_json::to_string(&salon.room.view(reader)).unwrap();
            (serde_json::to_string(&entries(salon, reader)).unwrap(), view)
        });
        assert_eq!(with, without, "{reader:?}");
    }
    assert!(entries(&with, Some(ANN)) != entries(&without, Some(ANN)), "Ann sees the difference");
}

#[test]
fn every_reader_is_told_what_they_may_know() {
    let salon =
        Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN, BEN]).playing();
    let known = |reader, seat| {
        let dealt = |entry: &Entry<Pick>| match entry.event {
            LogEvent::Game(Event::Dealt { seat: to, card }) if to == seat => Some(card),
            _ => None,
        };
        let cards: Vec<_> = entries(&salon, reader).iter().filter_map(dealt).collect();
        assert_eq!(cards.len(), 3, "everybody sees that cards are dealt");
        cards.iter().filter(|card| matches!(card, Private::Known(_))).count()
    };
    assert_eq!((known(Some(ANN), Seat(0)), known(Some(ANN), Seat(1))), (3, 0));
    assert_eq!((known(Some(BEN), Seat(0)), known(Some(BEN), Seat(1))), (0, 3));
    assert_eq!((known(None, Seat(0)), known(Some(CAT), Seat(1))), (0, 0));
}

#[test]
fn whoever_sits_down_counts_on_from_the_public_and_keeps_the_count_when_seats_move() {
    let mut salon = Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN]);
    let before = salon.room.view(Some(BEN)).next_entry;
    let mut salon = {
        salon.said.clear();
        salon.joined(&[BEN])
    };
    assert_eq!(numbers(&salon, Some(BEN)), [before]);
    let mut playing = {
        salon.say(CAT, Command::Join { name: "Cat".into() }).unwrap();
        salon.playing()
    };
    playing.say(CAT, act(Action::Sort)).unwrap();
    playing.play_out();
    let own = playing.room.view(Some(CAT)).next_entry;
    assert_eq!(own, playing.room.view(None).next_entry + 1);
    playing.said.clear();
    // Ann leaves, so Cat moves up to seat 1; her numbers go on.
    playing.say(ANN, Command::Leave).unwrap();
    playing.wait(5_000);
    playing.say(CAT, Command::VoteLobby).unwrap();
    assert_eq!(playing.room.view(Some(CAT)).seat, Some(Seat(1)));
    let numbers = numbers(&playing, Some(CAT));
    assert!(numbers.iter().copied().eq(own..own + numbers.len() as u64), "{numbers:?}");
}

/// Ben comes back long after his grace period. A stand-in had his seat meanwhile, and what his seat
/// was told is resent under his own numbers, whether or not anybody woke the room in between.
#[test]
fn mm_65a_and_mm_77a_whoever_takes_a_seat_back_finds_no_gap_in_the_log() {
    let options = Options { think_ms: Millis(60_000), ..Options::default() };
    for woken in [false, true] {
        let mut salon = Salon::<Pick>::of(RoomOptions::default(), options.clone())
            .joined(&[ANN, BEN])
            .playing();
        salon.say(BEN, act(Action::Sort)).unwrap();
        salon.say(BEN, act(Action::Sort)).unwrap();
        salon.call(Call::Lost { id: BEN }).unwrap();
        salon.now += Millis(35_000);
        if woken {
            salon.call(Call::Wake).unwrap();
            let told = numbers(&salon, Some(BEN)).len() as u64;
            assert_eq!(salon.room.view(Some(BEN)).next_entry, told);
        }
        salon.say(BEN, Command::Reconnect).unwrap();
        let told = entries(&salon, Some(BEN));
        let numbers: Vec<u64> = told.iter().map(|entry| entry.number).collect();
        assert!(numbers.iter().copied().eq(0..numbers.len() as u64), "{numbers:?}");
        assert_eq!(salon.room.view(Some(BEN)).next_entry, numbers.len() as u64);
        let replaced = |entry: &Entry<Pick>| {
            matches!(&entry.event, LogEvent::Room(Notice::SeatReplaced { seat: Seat(1), .. }))
        };
        assert!(told.iter().any(replaced), "a stand-in had the seat");
    }
}

/// Where there is no way back, a person whose seat was given up reads what the public reads.
#[test]
fn mm_68b_whoever_has_lost_the_seat_for_good_reads_what_the_public_reads() {
    let mut salon =
        Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN, BEN]).playing();
    salon.say(BEN, act(Action::Sort)).unwrap();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(30_000);
    salon.said.clear();
    salon.wait(60_000);
    assert!(!salon.said.is_empty());
    assert_eq!(entries(&salon, Some(BEN)), entries(&salon, None));
    assert_eq!(salon.room.view(Some(BEN)).next_entry, salon.room.view(None).next_entry);
}

#[test]
fn mm_70b_the_number_of_a_bot_shows_what_anybody_sees() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    let stand_in = salon.room.view(None).players[1].id;
    let mut seen = salon.room.view(Some(stand_in));
    assert_eq!(seen.commands, vec![], "nobody speaks in its name");
    seen.commands = salon.room.view(None).commands;
    assert_eq!(seen, salon.room.view(None));
    assert!(salon.has_said(&Notice::SeatReplaced {
        seat: Seat(1),
        name: salon.room.view(None).players[1].name.clone()
    }));
}

#[test]
fn names_are_given_by_seat_even_where_a_seat_is_empty() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    assert_eq!(salon.room.names(), ["Ann", "Ben", "Cat"]);
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.room.names(), ["Ann", "P2", "Cat"], "the result still names seats");
}

/// Ann leaves a vote, which brings the room back to the lobby: Ben moves up to her seat at once. The
/// notice still speaks of Ann, and of Ben where he sat.
#[test]
fn a_notice_is_read_with_the_seats_of_its_moment() {
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    salon.wait(5_000);
    salon.said.clear();
    salon.say(ANN, Command::Leave).unwrap();
    assert_eq!(salon.room.view(Some(BEN)).seat, Some(Seat(0)));
    let left = salon.said.iter().find_map(|effect| match effect {
        RoomEffect::Log(record) => {
            let entry = record.entry_for(Some(BEN))?;
            let is_it = entry.event == LogEvent::Room(Notice::PlayerLeft { seat: Seat(0) });
            is_it.then_some(record)
        }
        _ => None,
    });
    let left = left.expect("it is told that Ann left");
    assert_eq!(left.names(), ["Ann", "Ben"]);
    assert_eq!(left.viewer(Some(BEN)), Viewer::Seat(Seat(1)));
    assert_eq!(left.viewer(Some(ANN)), Viewer::Public, "she has left");
}
