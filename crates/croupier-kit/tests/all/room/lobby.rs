//! People sit down.

use croupier_kit::game::Seat;
use croupier_kit::room::{BotLevel, Call, Command, Notice, Phase, Status};

use crate::room::{ANN, BEN, CAT, HARD, Salon};

#[test]
fn mm_6_seats_are_the_order_of_joining() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]);
    assert_eq!(salon.names(), ["Ann", "Ben", "Cat"]);
    salon.say(ANN, Command::Leave).unwrap();
    let seats: Vec<_> = salon.room.view(None).players.iter().map(|it| it.seat).collect();
    assert_eq!((salon.names(), seats), (vec!["Ben".into(), "Cat".into()], vec![Seat(0), Seat(1)]));
}

#[test]
fn mm_21_everybody_must_be_ready_and_there() {
    let mut salon = Salon::strict(&[ANN]);
    salon.say(ANN, Command::Ready).unwrap();
    assert_eq!(salon.say(ANN, Command::StartGame), Err("not_enough_players"));
    salon.say(BEN, Command::Join { name: "Ben".into() }).unwrap();
    assert_eq!(salon.say(BEN, Command::StartGame), Err("not_all_ready"));
    salon.say(BEN, Command::Ready).unwrap();
    // SC-39: a person who drops out is not ready any more.
    salon.call(Call::Lost { id: BEN }).unwrap();
    assert!(salon.has_said(&Notice::PlayerUnready { seat: Seat(1), name: "Ben".into() }));
    assert_eq!(salon.say(ANN, Command::StartGame), Err("not_all_ready"));
    salon.say(BEN, Command::Reconnect).unwrap();
    salon.say(BEN, Command::Ready).unwrap();
    salon.say(BEN, Command::StartGame).unwrap();
    assert_eq!(salon.room.phase(), Phase::Playing);
}

#[test]
fn mm_64_a_lost_player_in_the_lobby_is_dropped_after_the_grace_period() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(29_999);
    assert_eq!(salon.status(BEN), Some(Status::Reconnecting));
    salon.wait(1);
    assert_eq!(salon.names(), ["Ann"]);
    assert!(salon.has_said(&Notice::PlayerDropped { seat: Seat(1), name: "Ben".into() }));
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("seat_replaced"));
}

#[test]
fn mm_87_bots_come_and_go_in_the_lobby() {
    // SC-46.
    let mut salon = Salon::strict(&[ANN]);
    salon.say(ANN, Command::Ready).unwrap();
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    let bot = salon.room.view(None).players.remove(1);
    assert!(bot.bot && bot.ready);
    assert_eq!(salon.say(ANN, Command::RemoveBot { player: ANN }), Err("not_a_bot"));
    assert_eq!(salon.say(bot.id, Command::StartGame), Err("not_seated"), "bots do not speak");
    salon.say(ANN, Command::StartGame).unwrap();
    salon.play_out();
    salon.wait(5_000);
    assert_eq!((salon.room.phase(), salon.names()), (Phase::Lobby, vec!["Ann".to_owned()]));
    assert!(!salon.room.view(None).players[0].ready);
}

#[test]
fn mm_87_a_bot_is_sent_away_and_the_lobby_can_be_full() {
    let mut salon = Salon::strict(&[ANN]);
    for _ in 0..3 {
        salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    }
    assert_eq!(salon.say(ANN, Command::AddBot { level: HARD, name: None }), Err("lobby_full"));
    assert_eq!(salon.say(BEN, Command::Join { name: "Ben".into() }), Err("lobby_full"));
    let player = salon.room.view(None).players[2].id;
    salon.say(ANN, Command::RemoveBot { player }).unwrap();
    salon.say(BEN, Command::Join { name: "Ben".into() }).unwrap();
    assert_eq!(salon.names().len(), 4);
}
