//! Players who say nothing, hosts who do nothing, tables where nobody acts: all of them come to an end.

use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::Seat;
use croupier_kit::room::{
    BotLevel, Call, Command, LogEvent, Notice, Phase, PlayerId, Room, RoomEffect, RoomOptions,
};

use crate::room::{ANN, BEN, CAT, HARD, Salon, written};
use crate::tiny::{Action, Options, Tiny};

fn no_clock() -> Salon {
    let options = Options { think_ms: 1_000_000_000, rounds: 1, ..Options::default() };
    Salon::of(RoomOptions::default(), options)
}

fn remove(player: PlayerId) -> Command<Tiny> {
    Command::VoteRemove { player }
}

#[test]
fn mm_67c_and_d_a_silent_player_is_voted_out_of_a_match() {
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.wait(500);
    assert_eq!(salon.say(BEN, remove(ANN)), Err("not_silent"));
    salon.wait(59_999);
    assert_eq!(salon.say(BEN, remove(ANN)), Err("not_silent"));
    let offered =
        |salon: &Salon| salon.room.open_commands(BEN).iter().any(|it| it.name == "vote_remove");
    assert!(!offered(&salon));
    assert_eq!(salon.room.next_late(), Some(Millis(60_500)), "then the vote is offered");
    salon.wait(1);
    assert!(offered(&salon));
    assert_eq!(salon.room.next_late(), None);
    assert_eq!(salon.say(BEN, remove(BEN)), Err("no_such_player"));
    assert_eq!(salon.say(BEN, remove(CAT)), Err("not_silent"), "nobody waits for Cat");
    salon.say(BEN, remove(ANN)).unwrap();
    assert!(salon.has_said(&Notice::RemovalVoted { seat: Seat(0), by: Seat(1) }));
    assert_eq!(salon.say(BEN, remove(ANN)), Err("already_voted"));
    assert_eq!(salon.room.view(None).players[0].against, 1);
    let copy = Room::<Tiny>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&salon.room), "votes are saved");
    salon.say(CAT, remove(ANN)).unwrap();
    assert_eq!(salon.room.seat_of(ANN), None);
    assert!(
        salon.notices().iter().any(|it| matches!(it, Notice::SeatReplaced { seat: Seat(0), .. }))
    );
    assert_eq!(salon.room.view(None).host, Some(BEN), "an idle host is no host any more");
    // There is a way back: silence is no offence.
    salon.say(ANN, Command::Reconnect).unwrap();
    assert_eq!(salon.room.seat_of(ANN), Some(Seat(0)));
}

#[test]
fn mm_67e_a_word_is_enough_to_stay() {
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.wait(60_500);
    salon.say(BEN, remove(ANN)).unwrap();
    // What nobody else is told of does not count: others would see that it was done.
    salon.say(ANN, Command::Act { action: Action::Wait, prompt: None }).unwrap();
    assert_eq!(salon.room.view(None).players[0].against, 1);
    salon.say(ANN, Command::HandOver { player: BEN }).unwrap();
    assert_eq!(salon.room.view(None).players[0].against, 0);
    assert_eq!(salon.say(CAT, remove(ANN)), Err("not_silent"));
    assert_eq!(salon.room.seat_of(ANN), Some(Seat(0)));
}

#[test]
fn mm_67c_an_idle_host_does_not_keep_the_lobby() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]);
    salon.say(BEN, Command::Ready).unwrap();
    salon.wait(60_000);
    assert_eq!(salon.say(ANN, remove(BEN)), Err("not_silent"), "Ben is ready");
    salon.wait(60_000);
    salon.say(BEN, remove(ANN)).unwrap();
    assert_eq!((salon.names(), salon.room.view(None).host), (vec!["Ben".to_owned()], Some(BEN)));
}

#[test]
fn mm_70c_stand_ins_vote_at_their_own_pace() {
    let settings = RoomOptions { silent_ms: Millis(1_000), ..RoomOptions::default() };
    let options = Options { think_ms: 1_000_000_000, rounds: 1, ..Options::default() };
    let mut delays = vec![];
    for seed in 0..8 {
        let mut room =
            Room::<Tiny>::new(settings.clone(), options.clone(), Seed::from_number(seed)).unwrap();
        let say = |room: &mut Room<Tiny>, id, command| {
            let now = room.now();
            room.handle(Call::Person { id, command }, now).answer.unwrap();
        };
        let people = [ANN, BEN, CAT, PlayerId(104)];
        for id in people {
            say(&mut room, id, Command::Join { name: format!("P{}", id.0) });
            say(&mut room, id, Command::Ready);
        }
        say(&mut room, ANN, Command::StartGame);
        for id in &people[2..] {
            say(&mut room, *id, Command::Leave);
        }
        let later = room.now() + Millis(2_000);
        room.handle(Call::Wake, later).answer.unwrap();
        say(&mut room, BEN, remove(ANN));
        let asked = room.now();
        while room.seat_of(ANN).is_some() {
            let due = room.next_due().unwrap();
            let told = room.handle(Call::Wake, due).effects;
            let is_vote = |effect: &&RoomEffect<Tiny>| {
                let notice = match effect {
                    RoomEffect::Log(record) => record.entry_for(None).map(|it| it.event),
                    _ => None,
                };
                matches!(notice, Some(LogEvent::Room(Notice::RemovalVoted { .. })))
            };
            match told.iter().filter(is_vote).count() {
                0 => {}
                1 => delays.push((room.now() - asked).get()),
                _ => panic!("two stand-ins vote in the same instant"),
            }
        }
    }
    assert!(delays.iter().all(|delay| (540..=1_260).contains(delay)), "{delays:?}");
    delays.sort_unstable();
    delays.dedup();
    assert!(delays.len() > 4, "as varied as the pace of bots: {delays:?}");
}

#[test]
fn mm_69d_what_is_done_in_secret_does_not_move_the_end() {
    let limit = RoomOptions::default().idle_ms.unwrap();
    let closes = |secretly: bool| {
        let mut salon = no_clock().joined(&[ANN, BEN]).playing();
        salon.wait(1_000_000);
        if secretly {
            salon.say(ANN, Command::Act { action: Action::Wait, prompt: None }).unwrap();
        }
        let mut last = salon.now;
        while salon.room.phase() != Phase::Closed {
            last = salon.room.next_due().unwrap();
            salon.now = last;
            salon.call(Call::Wake).unwrap();
        }
        last
    };
    assert_eq!(closes(true), closes(false));
    assert!(closes(false) >= limit);
}

#[test]
fn mm_67d_and_70b_what_a_vote_needs_does_not_show_who_is_a_stand_in() {
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.wait(500);
    salon.say(CAT, Command::Leave).unwrap();
    salon.wait(60_000);
    salon.say(BEN, remove(ANN)).unwrap();
    assert_eq!(salon.room.seat_of(ANN), Some(Seat(0)), "two of the two others are needed");
    salon.wait(1_260);
    assert!(salon.has_said(&Notice::RemovalVoted { seat: Seat(0), by: Seat(2) }));
    assert_eq!(salon.room.seat_of(ANN), None);
    // A bot that was asked for has no voice, and nobody votes about it.
    let mut salon = no_clock().joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    let bot = salon.room.view(None).players[1].id;
    assert_eq!(salon.say(ANN, remove(bot)), Err("no_such_player"));
}

#[test]
fn mm_67f_and_70b_a_stand_in_that_comes_during_a_vote_is_asked_too() {
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.wait(40_000);
    salon.call(Call::Lost { id: CAT }).unwrap();
    salon.wait(25_000);
    salon.say(BEN, remove(ANN)).unwrap();
    salon.wait(5_000);
    assert_eq!(salon.room.seat_of(CAT), None, "her grace period is over");
    assert_eq!(salon.room.seat_of(ANN), Some(Seat(0)));
    salon.wait(1_260);
    assert!(salon.has_said(&Notice::RemovalVoted { seat: Seat(0), by: Seat(2) }));
    assert_eq!(salon.room.seat_of(ANN), None);
}

#[test]
fn mm_67f_a_vote_goes_with_its_voter() {
    let against = |salon: &Salon| salon.room.view(None).players[0].against;
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.wait(60_500);
    salon.say(CAT, remove(ANN)).unwrap();
    salon.say(CAT, Command::Leave).unwrap();
    assert_eq!(against(&salon), 0);
    salon.wait(5_000);
    assert_eq!(against(&salon), 0, "a stand-in only follows");
    salon.say(BEN, remove(ANN)).unwrap();
    salon.wait(1_260);
    assert_eq!(salon.room.seat_of(ANN), None, "her place has a vote again");
    // Whoever takes the seat back has not voted, whatever the stand-in has done or was about to do.
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.call(Call::Lost { id: CAT }).unwrap();
    salon.wait(60_500);
    salon.say(BEN, remove(ANN)).unwrap();
    salon.say(CAT, Command::Reconnect).unwrap();
    salon.wait(5_000);
    assert_eq!(against(&salon), 1);
    salon.say(CAT, remove(ANN)).unwrap();
    assert_eq!(salon.room.seat_of(ANN), None);
}

#[test]
fn mm_67f_who_comes_after_a_silent_player_starts_anew() {
    let mut salon = no_clock().joined(&[ANN, BEN, CAT]).playing();
    salon.wait(60_500);
    salon.say(BEN, remove(ANN)).unwrap();
    salon.say(CAT, remove(ANN)).unwrap();
    let of_seat = |salon: &Salon| salon.room.view(None).players[0].clone();
    let stand_in = of_seat(&salon);
    assert_eq!(stand_in.against, 0);
    assert_eq!(salon.say(BEN, remove(stand_in.id)), Err("not_silent"));
    salon.say(ANN, Command::Reconnect).unwrap();
    assert_eq!(of_seat(&salon).against, 0);
    assert_eq!(salon.say(BEN, remove(ANN)), Err("not_silent"));
}

#[test]
fn mm_67g_votes_are_counted_again_when_somebody_has_gone() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]);
    salon.wait(60_000);
    salon.say(BEN, remove(ANN)).unwrap();
    assert_eq!(salon.names(), ["Ann", "Ben", "Cat"], "two votes are needed");
    salon.say(CAT, Command::Leave).unwrap();
    assert_eq!(salon.names(), ["Ben"], "now one is enough");
}

#[test]
#[allow(clippy::large_stack_arrays)] // Four rooms.
fn mm_69c_a_table_where_nobody_says_anything_is_closed() {
    let limit = RoomOptions::default().idle_ms.unwrap();
    // In a match without a clock, in the lobby, in a vote without an end, in a pause.
    let playing = no_clock().joined(&[ANN, BEN]).playing();
    let lobby = Salon::strict(&[ANN, BEN]);
    let endless = RoomOptions { vote_ms: None, ..RoomOptions::default() };
    let mut voting = Salon::with(endless, &[ANN, BEN]).finished();
    voting.wait(5_000);
    assert_eq!(voting.room.phase(), Phase::Voting);
    let mut paused = no_clock().joined(&[ANN]);
    paused.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let mut paused = paused.playing();
    paused.say(ANN, Command::Pause).unwrap();
    for mut salon in [playing, lobby, voting, paused] {
        let phase = salon.room.phase();
        // A word counts from when it is said; a refused one does not.
        salon.wait(1_000_000);
        salon.say(ANN, Command::Lock { locked: true }).unwrap();
        let said_at = salon.now;
        salon.wait(limit.get() / 2);
        assert!(salon.say(ANN, Command::Lock { locked: true }).is_err());
        let copy = Room::<Tiny>::load(&salon.room.save().unwrap()).unwrap();
        assert_eq!(written(&copy), written(&salon.room));
        salon.now = said_at + limit - Millis(1);
        salon.call(Call::Wake).unwrap();
        assert_eq!(salon.room.phase(), phase);
        salon.wait(1);
        assert_eq!(salon.room.phase(), Phase::Closed, "after {phase:?}");
    }
    let limitless = RoomOptions { idle_ms: None, ..RoomOptions::default() };
    let mut salon = Salon::with(limitless, &[ANN, BEN]);
    salon.wait(30_000_000_000);
    assert_eq!(salon.room.phase(), Phase::Lobby);
}
