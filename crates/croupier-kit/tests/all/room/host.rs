//! What the host alone may do.

use croupier_kit::room::{Command, Phase, PlayerId, RoomOptions};

use crate::room::{ANN, BEN, CAT, HARD, Salon};

#[test]
fn the_host_locks_kicks_and_hands_over() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]);
    assert_eq!(salon.room.view(None).host, Some(ANN));
    assert_eq!(salon.say(BEN, Command::Lock { locked: true }), Err("not_host"));
    salon.say(ANN, Command::Lock { locked: true }).unwrap();
    assert_eq!(salon.say(CAT, Command::Join { name: "Cat".into() }), Err("locked"));
    salon.say(ANN, Command::Lock { locked: false }).unwrap();
    salon.say(CAT, Command::Join { name: "Cat".into() }).unwrap();
    salon.say(ANN, Command::Kick { player: CAT }).unwrap();
    assert_eq!(salon.say(CAT, Command::Join { name: "Cat".into() }), Err("banned"));
    salon.say(ANN, Command::HandOver { player: BEN }).unwrap();
    assert_eq!(salon.room.view(None).host, Some(BEN));
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.room.view(None).host, Some(ANN));
}

#[test]
fn a_kicked_player_is_replaced_for_good() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]).playing();
    salon.say(ANN, Command::Kick { player: BEN }).unwrap();
    assert_eq!(salon.names().len(), 2);
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("seat_replaced"));
    salon.play_out();
    salon.wait(5_000);
    assert_eq!(salon.room.phase(), Phase::Lobby);
    assert_eq!(salon.say(BEN, Command::Join { name: "Ben".into() }), Err("banned"));
    assert_eq!(salon.say(ANN, Command::Kick { player: ANN }), Err("no_such_player"));
}

#[test]
fn the_host_sets_options_before_the_start() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]);
    let changes = |text: &str| Command::SetOptions {
        preset: None,
        changes: serde_json::from_str(text).unwrap(),
    };
    assert_eq!(salon.say(BEN, changes("{}")), Err("not_host"));
    assert_eq!(salon.say(ANN, changes(r#"{"rounds": 0}"#)), Err("invalid_options"));
    assert_eq!(salon.say(ANN, changes(r#"{"colour": 1}"#)), Err("invalid_options"));
    salon.say(ANN, changes(r#"{"rounds": 2}"#)).unwrap();
    assert_eq!(salon.room.view(None).options.rounds, 2);
    let mut salon = salon.playing();
    assert_eq!(salon.say(ANN, changes("{}")), Err("wrong_phase"));
}

#[test]
fn the_list_of_those_who_are_kept_out_is_bounded_and_forgets_nobody() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN]);
    let join = || Command::Join { name: "Somebody".into() };
    for number in 1_000..2_000 {
        let player = PlayerId(number);
        salon.say(player, join()).unwrap();
        salon.say(ANN, Command::Kick { player }).unwrap();
    }
    assert_eq!(salon.say(PlayerId(1_000), join()), Err("banned"));
    assert_eq!(salon.say(PlayerId(1_999), join()), Err("banned"));
    salon.say(PlayerId(2_000), join()).unwrap();
    let kick = Command::Kick { player: PlayerId(2_000) };
    assert_eq!(salon.say(ANN, kick), Err("too_many_banned"));
    // Bots that are sent away are not remembered.
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let bot = salon.room.view(None).players[2].id;
    let before = salon.room.save().unwrap().to_json().len();
    salon.say(ANN, Command::Kick { player: bot }).unwrap();
    assert!(salon.room.save().unwrap().to_json().len() < before);
}
