//! Timers of room and match that are due at the same instant fire in the order in which they were
//! armed (MM-2).

use croupier_kit::room::{Call, Command, LogEvent, Notice, Room, RoomEffect, RoomOptions};

use crate::room::{ANN, BEN, CAT, Salon};
use crate::tiny::{Action, Event, Options, Tiny};

fn table(think_ms: u64) -> Salon {
    let options = Options { rounds: 2, deal_ms: 0, show_ms: 0, think_ms, ..Options::default() };
    Salon::of(RoomOptions::default(), options).joined(&[ANN, BEN, CAT]).playing()
}

fn play(salon: &mut Salon) {
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let action = Action::Play { card: hand[0] };
    salon.say(ANN, Command::Act { action, prompt: None }).unwrap();
}

/// What the log tells of a seat that was given up, and of a card that the clock played.
fn told(salon: &Salon) -> Vec<&'static str> {
    let told = salon.said.iter().filter_map(|effect| match effect {
        RoomEffect::Log(record) => match record.entry_for(None)?.event {
            LogEvent::Room(Notice::SeatReplaced { .. }) => Some("replaced"),
            LogEvent::Game(Event::Played { .. }) => Some("played"),
            _ => None,
        },
        _ => None,
    });
    told.collect()
}

/// The same with a save in between, and with time in two slices.
fn at_the_instant(mut salon: Salon, wait: u64) -> Vec<&'static str> {
    salon.said.clear();
    let saved = salon.room.save().unwrap();
    let copies = [0, wait / 2].map(|slice| {
        let room = Room::<Tiny>::load(&saved).unwrap();
        let mut copy = Salon { room, now: salon.now, said: vec![] };
        copy.wait(slice);
        copy.wait(wait - slice);
        told(&copy)
    });
    salon.wait(wait);
    let told = told(&salon);
    assert_eq!(copies, [told.clone(), told.clone()]);
    told
}

#[test]
fn mm_02a_a_clock_that_was_armed_first_runs_out_first() {
    let mut salon = table(40_000);
    salon.wait(10_000);
    salon.call(Call::Lost { id: CAT }).unwrap();
    // Ann's clock was armed at 0, Cat's grace period at 10000; both end at 40000.
    assert_eq!(at_the_instant(salon, 30_000), ["played", "replaced"]);
}

#[test]
fn mm_02a_a_grace_period_that_was_armed_first_ends_first() {
    let mut salon = table(20_000);
    salon.wait(5_000);
    salon.call(Call::Lost { id: CAT }).unwrap();
    salon.wait(10_000);
    play(&mut salon);
    // Cat's grace period was armed at 5000, Ben's clock at 15000; both end at 35000.
    assert_eq!(at_the_instant(salon, 20_000), ["replaced", "played"]);
}

/// A clock between two grace periods.
#[test]
fn mm_02a_timers_of_room_and_match_fire_one_by_one() {
    let mut salon = table(30_000);
    salon.wait(1_000);
    salon.call(Call::Lost { id: CAT }).unwrap();
    play(&mut salon);
    salon.call(Call::Lost { id: ANN }).unwrap();
    assert_eq!(at_the_instant(salon, 30_000), ["replaced", "played", "replaced"]);
}
