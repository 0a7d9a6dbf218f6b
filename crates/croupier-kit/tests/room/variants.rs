//! The options of the room that Min or Max's later rules brought.

use croupier_kit::room::{Call, Command, Notice, Phase, PlayerId, Return, RoomOptions};

use crate::{ANN, BEN, CAT, Salon};

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
        assert_eq!(salon.room.is_listed(), listed);
    }
    assert!(!salon.playing().room.is_listed());
    assert!(!Salon::strict(&[ANN]).room.is_listed());
}

#[test]
fn mm_c14_a_stale_room_is_set_anew() {
    let settings = RoomOptions { stale_reset: true, ..RoomOptions::strict() };
    let mut salon = Salon::with(settings, &[ANN, BEN]).playing();
    assert_eq!(salon.say(CAT, Command::Join { name: "Cat".into() }), Err("wrong_phase"));
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.say(CAT, Command::Join { name: "Cat".into() }).unwrap();
    assert_eq!((salon.room.phase(), salon.names()), (Phase::Lobby, vec!["Cat".to_owned()]));
    assert!(salon.has_said(&Notice::ReturnedToLobby { cause: Return::Stale }));
}
