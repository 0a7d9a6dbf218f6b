//! Why something is refused, and in which order.

use croupier_kit::room::{Command, RoomReject};
use serde_json::json;

use crate::tiny::{Action, Tiny};
use crate::{ANN, BEN, CAT, Salon};

#[test]
fn mm_79_refusals_come_in_their_order() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    let read =
        |message: serde_json::Value| Command::<Tiny>::read(&message, ANN).map_err(|why| why.code());
    assert_eq!(read(json!({"fly": {}})), Err("malformed"));
    assert_eq!(read(json!("timeout")), Err("internal_event"));
    assert_eq!(read(json!({"SHOW_STATS": {}})), Err("internal_event"));
    assert_eq!(salon.say(CAT, Command::VoteLobby), Err("not_seated"));
    assert_eq!(salon.say(ANN, Command::VoteLobby), Err("wrong_phase"));
    assert_eq!(salon.say(ANN, Command::Join { name: "Ann".into() }), Err("already_seated"));
    assert_eq!(salon.say(CAT, Command::Join { name: "  ".into() }), Err("bad_name"));
    assert_eq!(salon.say(CAT, Command::Join { name: "x".repeat(21) }), Err("bad_name"));
    assert_eq!(salon.say(ANN, Command::Unready), Err("not_ready"));
    salon.say(ANN, Command::Ready).unwrap();
    assert_eq!(salon.say(ANN, Command::Ready), Err("already_ready"));
    assert_eq!(salon.say(ANN, Command::Reconnect), Err("already_connected"));
    let mut salon = salon.playing();
    assert_eq!(salon.say(CAT, Command::Join { name: "Cat".into() }), Err("wrong_phase"));
    assert_eq!(salon.say(ANN, Command::Ready), Err("wrong_phase"));
    assert_eq!(
        salon.say(BEN, Command::Act { action: Action::Wait, prompt: None }),
        Err("tiny.out_of_turn")
    );
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    assert_eq!(salon.say(ANN, Command::VoteRematch), Err("wrong_step"), "results are shown first");
    assert_eq!(salon.say(ANN, Command::PlayAgain), Err("wrong_step"));
}

#[test]
fn mm_78_nobody_speaks_for_another() {
    let read =
        |message: serde_json::Value| Command::<Tiny>::read(&message, ANN).map_err(|why| why.code());
    assert_eq!(read(json!({"ready": null, "player_id": 102})), Err("wrong_player"));
    assert_eq!(read(json!({"ready": null, "player_id": 101})), Ok(Command::Ready));
    assert_eq!(read(json!("ready")), Ok(Command::Ready));
}

#[test]
fn nobody_speaks_as_the_host_of_the_match() {
    let forged = json!({"act": {"action": "wait", "by": "host"}});
    assert!(matches!(Command::<Tiny>::read(&forged, ANN), Err(RoomReject::Malformed(_))));
}
