//! Why something is refused, and in which order.

use croupier_kit::game::Seat;
use croupier_kit::room::{Call, Command, PlayerId, RoomOptions, RoomReject};
use serde_json::json;

use crate::room::pick::{self, Pick};
use crate::room::{ANN, BEN, CAT, Salon};
use crate::tiny::Action;

#[test]
fn mm_79_refusals_come_in_their_order() {
    let mut salon = Salon::strict(&[ANN, BEN]);
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

/// `malformed`, `internal_event`, `not_seated`, `wrong_player`.
#[test]
fn mm_79_the_words_are_judged_before_the_sender() {
    let salon = Salon::strict(&[ANN, BEN]);
    let read = |message: serde_json::Value, sender| {
        salon.room.read(&message, sender).map(|_| ()).map_err(|why| why.code())
    };
    for sender in [ANN, CAT] {
        assert_eq!(read(json!({"fly": {}}), sender), Err("malformed"));
        assert_eq!(read(json!({"fly": {}, "player_id": 1}), sender), Err("malformed"));
        assert_eq!(read(json!({"ready": 5, "player_id": 1}), sender), Err("malformed"));
        assert_eq!(read(json!({"ready": null, "leave": null}), sender), Err("malformed"));
        assert_eq!(read(json!({"timeout": {}, "leave": null}), sender), Err("malformed"));
        assert_eq!(read(json!([]), sender), Err("malformed"));
        assert_eq!(read(json!({"player_id": sender.0}), sender), Err("malformed"));
        assert_eq!(read(json!("timeout"), sender), Err("internal_event"));
        assert_eq!(read(json!({"SHOW_STATS": {}}), sender), Err("internal_event"));
        assert_eq!(read(json!({"TIMEOUT": {}, "player_id": 1}), sender), Err("internal_event"));
    }
    assert_eq!(read(json!({"ready": null, "player_id": 102}), CAT), Err("not_seated"));
    assert_eq!(read(json!({"ready": null, "player_id": 102}), ANN), Err("wrong_player"));
    // Whoever sits down or comes back need not be seated, but speaks for nobody else either.
    assert_eq!(read(json!({"join": {"name": "Cat"}}), CAT), Ok(()));
    assert_eq!(read(json!({"join": {"name": "Cat"}, "player_id": 102}), CAT), Err("wrong_player"));
    assert_eq!(read(json!({"reconnect": null, "player_id": 102}), CAT), Err("wrong_player"));
}

/// An action that only the match itself takes is no secret of those who play.
#[test]
fn mm_79_an_internal_action_is_refused_from_everybody() {
    let mut salon = Salon::<Pick>::of(RoomOptions::strict(), pick::Options::default());
    let mark = || Command::Act {
        action: pick::Action::SeatAway { seat: Seat(0), away: true },
        prompt: None,
    };
    assert_eq!(salon.say(CAT, mark()), Err("internal_event"), "in an empty lobby");
    let mut salon = salon.joined(&[ANN, BEN]).playing();
    assert_eq!(salon.say(ANN, mark()), Err("internal_event"));
    assert_eq!(salon.say(CAT, mark()), Err("internal_event"));
    let concede = Command::Act { action: pick::Action::Concede, prompt: None };
    assert_eq!(salon.say(CAT, concede), Err("not_seated"));
}

#[test]
fn mm_79_a_seated_player_cannot_join_a_match() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    let join = || Command::Join { name: "Ann".into() };
    assert_eq!(salon.say(ANN, join()), Err("wrong_phase"));
    salon.play_out();
    assert_eq!(salon.say(ANN, join()), Err("wrong_phase"));
    assert_eq!(Salon::strict(&[ANN]).say(ANN, join()), Err("already_seated"));
}

/// Whoever had a seat is told that it is gone; a stranger never had one.
#[test]
fn mm_68_a_seat_that_was_given_up_is_replaced() {
    let back = |salon: &mut Salon, id| salon.say(id, Command::Reconnect);
    // In the lobby, on purpose, by the host, or because the grace period was over.
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]);
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(back(&mut salon, BEN), Err("seat_replaced"));
    salon.call(Call::Lost { id: CAT }).unwrap();
    salon.wait(30_000);
    assert_eq!(back(&mut salon, CAT), Err("seat_replaced"));
    assert_eq!(back(&mut salon, PlayerId(104)), Err("not_seated"));
    salon.say(BEN, Command::Join { name: "Ben".into() }).unwrap();
    assert_eq!(back(&mut salon, BEN), Err("already_connected"));
    // In a match, by the host.
    let mut salon = salon.playing();
    salon.say(ANN, Command::Kick { player: BEN }).unwrap();
    assert_eq!(back(&mut salon, BEN), Err("seat_replaced"));
    // The stand-in of somebody who could have come back is sent away, or leaves with the results.
    for sent_away in [true, false] {
        let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]).playing();
        salon.call(Call::Lost { id: BEN }).unwrap();
        salon.wait(30_000);
        assert_eq!(salon.room.check(BEN, &Command::Reconnect), Ok(()));
        let player = salon.room.view(None).players[1].id;
        if sent_away {
            salon.say(ANN, Command::Kick { player }).unwrap();
        } else {
            salon.play_out();
            assert_eq!(back(&mut salon, BEN), Err("seat_replaced"), "the match is over");
            salon.wait(5_000);
        }
        assert_eq!(back(&mut salon, BEN), Err("seat_replaced"), "{sent_away}");
        // After the results, and as a silent voter.
        if !sent_away {
            salon.say(CAT, Command::Leave).unwrap();
            assert_eq!(back(&mut salon, CAT), Err("seat_replaced"));
        }
    }
}

#[test]
fn mm_78_nobody_speaks_for_another() {
    let salon = Salon::strict(&[ANN, BEN]);
    let read =
        |message: serde_json::Value| salon.room.read(&message, ANN).map_err(|why| why.code());
    assert_eq!(read(json!({"ready": null, "player_id": 102})), Err("wrong_player"));
    assert_eq!(read(json!({"ready": null, "player_id": 101})), Ok(Command::Ready));
    assert_eq!(read(json!("ready")), Ok(Command::Ready));
}

#[test]
fn nobody_speaks_as_the_host_of_the_match() {
    let forged = json!({"act": {"action": "wait", "by": "host"}});
    let salon = Salon::strict(&[ANN]);
    assert!(matches!(salon.room.read(&forged, ANN), Err(RoomReject::Malformed(_))));
}
