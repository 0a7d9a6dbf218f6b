//! What people and bots are called, and by which numbers they go.

use croupier_kit::game::Seat;
use croupier_kit::room::{Call, Command, LogEvent, PlayerId, RoomEffect, RoomOptions};

use crate::room::pick::{self, Pick};
use crate::room::{ANN, BEN, CAT, HARD, Salon};

fn join(name: &str) -> Command<crate::tiny::Tiny> {
    Command::Join { name: name.to_owned() }
}

#[test]
fn mm_90a_to_c_names_are_clean_and_distinct_at_a_table() {
    let mut salon = Salon::new(RoomOptions::default());
    for name in ["", "  ", "A\u{7}", "\u{202e}nnA", "\u{200b}", "\u{3164}", &"x".repeat(21)] {
        assert_eq!(salon.say(ANN, join(name)), Err("bad_name"), "{name:?}");
    }
    salon.say(ANN, join("  Zoe\u{308} ")).unwrap();
    salon.say(BEN, join("ZO\u{cb}")).unwrap();
    let bot = Command::AddBot { level: HARD, name: Some("zo\u{eb}".to_owned()) };
    salon.say(ANN, bot).unwrap();
    let bad = Command::AddBot { level: HARD, name: Some("\u{2066}".to_owned()) };
    assert_eq!(salon.say(ANN, bad), Err("bad_name"));
    assert_eq!(salon.names(), ["Zo\u{eb}", "ZO\u{cb} 2", "zo\u{eb} 3"]);
}

#[test]
fn mm_70b_and_90d_a_stand_in_has_a_number_like_those_of_persons() {
    for (one, other) in [(7, 8), (101, 102), (70_001, 70_002), (4_000_000_001, 4_000_000_009)] {
        let mut salon = Salon::new(RoomOptions::default());
        for id in [one, other].map(PlayerId) {
            salon.say(id, join("Somebody")).unwrap();
            salon.say(id, Command::Ready).unwrap();
        }
        salon.say(PlayerId(one), Command::StartGame).unwrap();
        salon.say(PlayerId(other), Command::Leave).unwrap();
        let stand_in = salon.room.view(None).players[1].id.0;
        assert_eq!(stand_in.ilog10(), one.ilog10(), "{stand_in} beside {one}");
    }
}

#[test]
fn mm_90d_a_bot_makes_way_for_a_person_with_its_number() {
    let mut salon = Salon::new(RoomOptions::default());
    salon.say(PlayerId(1), join("Ann")).unwrap();
    salon.say(PlayerId(1), Command::AddBot { level: HARD, name: None }).unwrap();
    let bot = salon.room.view(None).players[1].id;
    salon.say(bot, join("Ben")).unwrap();
    let ids: Vec<_> = salon.room.view(None).players.iter().map(|it| it.id).collect();
    assert_eq!((ids.len(), ids[0], ids[2]), (3, PlayerId(1), bot));
    assert!(ids[1] != bot && ids[1] != ids[0]);
    assert_eq!(salon.room.seat_of(bot), Some(Seat(2)));
}

#[test]
fn mm_77b_the_number_of_a_bot_shows_what_the_public_sees() {
    let mut salon = Salon::<Pick>::of(RoomOptions::default(), pick::Options::default())
        .joined(&[ANN, BEN, CAT])
        .playing();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(30_000);
    let stand_in = salon.room.view(None).players[1].id;
    assert_eq!(salon.room.view(Some(stand_in)), salon.room.view(None));
    salon.said.clear();
    salon.wait(60_000);
    let mut heard = 0;
    for effect in &salon.said {
        if let RoomEffect::Log(record) = effect {
            assert_eq!(record.entry_for(Some(stand_in)), record.entry_for(None));
            let is_game = |event: &LogEvent<Pick>| matches!(event, LogEvent::Game(_));
            heard += usize::from(record.entry_for(None).is_some_and(|it| is_game(&it.event)));
        }
    }
    assert!(heard > 0);
}
