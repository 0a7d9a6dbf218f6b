//! The options of the room that Min or Max's later rules brought.

use croupier_kit::room::{Call, Command, Notice, Phase, PlayerId, Return, RoomOptions};

use crate::room::{ANN, BEN, CAT, Salon};

#[test]
fn mm_c11_an_instant_rematch_needs_no_vote() {
    let settings = RoomOptions { instant_rematch: true, ..RoomOptions::strict() };
    let mut salon = Salon::with(settings, &[ANN, BEN]).finished();
    salon.wait(100_000);
    assert_eq!(salon.room.phase(), Phase::Results);
    assert_eq!(salon.say(ANN, Command::VoteRematch), Err("wrong_step"));
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.say(ANN, Command::PlayAgain), Err("not_enough_players"));
    let settings = RoomOptions { instant_rematch: true, ..RoomOptions::strict() };
    let mut salon = Salon::with(settings, &[ANN, BEN]).finished();
    salon.say(BEN, Command::PlayAgain).unwrap();
    assert_eq!(salon.room.phase(), Phase::Playing);
}

#[test]
fn mm_c12_players_can_be_ready_by_themselves() {
    let settings = RoomOptions { auto_ready: true, ..RoomOptions::strict() };
    let mut salon = Salon::with(settings, &[ANN, BEN]);
    salon.say(ANN, Command::StartGame).unwrap();
    assert_eq!(salon.room.phase(), Phase::Playing);
}

#[test]
fn mm_c13_a_room_is_listed_while_there_is_room() {
    let settings = RoomOptions { quickplay: true, ..RoomOptions::strict() };
    let mut salon = Salon::new(settings);
    assert!(!salon.room.is_listed(), "nobody is there");
    for (id, listed) in [(ANN, true), (BEN, true), (CAT, true), (PlayerId(104), false)] {
        salon.say(id, Command::Join { name: "Somebody".into() }).unwrap();
        assert_eq!((salon.room.is_listed(), salon.room.is_joinable()), (listed, listed));
    }
    let salon = salon.playing();
    assert!(!salon.room.is_listed() && !salon.room.is_joinable());
    // One that is not open to strangers can be joined by whoever has its code.
    let mut salon = Salon::strict(&[ANN]);
    assert!(!salon.room.is_listed() && salon.room.is_joinable());
    salon.say(ANN, Command::Lock { locked: true }).unwrap();
    assert!(!salon.room.is_joinable());
}

#[test]
fn mm_c14_a_stale_room_is_set_anew() {
    let settings = RoomOptions { stale_reset: true, ..RoomOptions::default() };
    let mut salon = Salon::with(settings, &[ANN, BEN]).playing();
    let join = || Command::Join { name: "Cat".into() };
    assert_eq!(salon.say(CAT, join()), Err("wrong_phase"));
    salon.call(Call::Restarted).unwrap();
    assert_eq!(salon.say(CAT, join()), Err("wrong_phase"), "Ann and Ben are expected back");
    salon.wait(30_000);
    salon.say(CAT, join()).unwrap();
    assert_eq!((salon.room.phase(), salon.names()), (Phase::Lobby, vec!["Cat".to_owned()]));
    assert!(salon.has_said(&Notice::ReturnedToLobby { cause: Return::Stale }));
}
