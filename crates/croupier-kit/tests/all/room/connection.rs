//! People who drop out, come back or are replaced, and their reactions.

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::{Call, Command, Notice, Phase, RoomEffect, RoomOptions, Status};

use crate::room::{ANN, BEN, CAT, Salon, react, written};
use crate::tiny::Action;

#[test]
fn mm_62_the_clock_runs_on_while_somebody_is_away() {
    // SC-36.
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.call(Call::Lost { id: ANN }).unwrap();
    assert_eq!(salon.status(ANN), Some(Status::Reconnecting));
    salon.wait(20_000);
    assert!(salon.room.view(Some(BEN)).prompt.is_some(), "the clock has played for Ann");
    salon.wait(5_000);
    salon.say(ANN, Command::Reconnect).unwrap();
    let view = salon.room.view(Some(ANN));
    assert_eq!((view.seat, view.game.unwrap().hand.unwrap().len()), (Some(Seat(0)), 2));
}

#[test]
fn mm_63_hand_seat_and_vote_stay_while_away() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteRematch).unwrap();
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.wait(29_999);
    let ann = salon.room.view(None).players.remove(0);
    assert_eq!((ann.id, ann.vote, ann.status), (ANN, Some(true), Status::Reconnecting));
}

#[test]
fn mm_65a_a_lost_player_comes_back_to_everything() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    let before = salon.room.view(Some(BEN));
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(10_000);
    salon.say(BEN, Command::Reconnect).unwrap();
    let after = salon.room.view(Some(BEN));
    assert_eq!((after.seat, &after.game), (before.seat, &before.game));
    salon.wait(60_000);
    assert!(salon.status(BEN).is_some(), "the old grace period counts no more");
}

#[test]
fn mm_66_a_bot_takes_the_seat_when_the_grace_period_is_over() {
    // SC-37.
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(29_999);
    let before = salon.room.view(Some(ANN));
    salon.wait(1);
    let after = salon.room.view(Some(ANN));
    assert_eq!(after.game, before.game, "nothing in the match has changed");
    let (was, is) = (&before.players[1], &after.players[1]);
    assert!(was.id != is.id && was.name != is.name && is.seat == was.seat);
    assert_eq!(was.status, Status::Reconnecting);
    assert_eq!((is.wins, is.losses, is.status, is.bot), (0, 0, Status::Connected, false));
    assert!(salon.has_said(&Notice::SeatReplaced { seat: Seat(1), name: is.name.clone() }));
}

#[test]
fn mm_68a_in_a_strict_room_there_is_no_way_back() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("seat_replaced"));
    assert_eq!(
        salon.say(BEN, Command::Act { action: Action::Wait, prompt: None }),
        Err("not_seated")
    );
    assert_eq!(salon.room.view(Some(BEN)).seat, None, "Ben may watch");
}

#[test]
fn mm_68a_elsewhere_a_seat_can_be_reclaimed() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]).playing();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(30_000);
    assert_ne!(salon.names()[1], "Ben");
    salon.say(BEN, Command::Reconnect).unwrap();
    assert_eq!(salon.names()[1], "Ben");
    assert_eq!(salon.room.view(Some(BEN)).seat, Some(Seat(1)));
    assert!(salon.has_said(&Notice::SeatReclaimed { seat: Seat(1), name: "Ben".into() }));
}

#[test]
fn mm_67b_and_68a_whoever_leaves_has_left_for_good() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("seat_replaced"));
    let copy = croupier_kit::room::Room::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&salon.room));
    salon.room = copy;
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("seat_replaced"));
    // The next lobby is open to everybody.
    salon.play_out();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteLobby).unwrap();
    salon.say(BEN, Command::Join { name: "Ben".into() }).unwrap();
}

#[test]
fn mm_67a_leaving_on_purpose_needs_no_window() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    assert!(salon.notices().iter().any(|it| matches!(it, Notice::SeatReplaced { .. })));
    assert_eq!(salon.room.phase(), Phase::Playing);
}

#[test]
fn mm_69a_and_b_a_room_without_persons_closes() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(ANN, Command::Leave).unwrap();
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.room.phase(), Phase::Closed);
    let result = salon.room.view(None).result.unwrap();
    assert_eq!(
        (result.reason.as_ref(), result.winners.len(), result.losers.len()),
        ("abandoned", 0, 0)
    );
    assert_eq!(salon.say(ANN, Command::Join { name: "Ann".into() }), Err("room_closed"));
    // In the lobby it closes silently, and a room nobody has entered stays open.
    let mut salon = Salon::strict(&[ANN]);
    salon.say(ANN, Command::Leave).unwrap();
    assert_eq!((salon.room.phase(), salon.room.view(None).result), (Phase::Closed, None));
    assert_eq!(Salon::new(RoomOptions::strict()).room.phase(), Phase::Lobby);
}

#[test]
fn elsewhere_somebody_may_come_back_for_a_while() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN]);
    salon.say(ANN, Command::Leave).unwrap();
    salon.wait(599_999);
    assert_eq!(salon.room.phase(), Phase::Lobby);
    salon.say(BEN, Command::Join { name: "Ben".into() }).unwrap();
    salon.wait(1_000_000);
    assert_eq!(salon.room.phase(), Phase::Lobby, "somebody is there");
    salon.say(BEN, Command::Leave).unwrap();
    salon.wait(600_000);
    assert_eq!(salon.room.phase(), Phase::Closed);
}

#[test]
fn mm_70b_and_c_a_stand_in_cannot_be_told_from_a_person() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    salon.say(ANN, Command::Act { action: Action::Play { card: hand[0] }, prompt: None }).unwrap();
    let view = serde_json::to_string(&salon.room.view(Some(ANN)).players).unwrap();
    assert!(view.contains("\"bot\":false") && !view.contains("\"bot\":true"));
    let asked = salon.said.iter().find_map(|effect| match effect {
        RoomEffect::AskBot(request) => Some(request.due),
        _ => None,
    });
    let pace = asked.unwrap() - salon.now;
    assert!(
        (Millis(540)..=Millis(1_260)).contains(&pace),
        "900 ms, two fifths more or less, not {pace:?}"
    );
}

#[test]
fn a_bot_that_does_not_answer_is_acted_for() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]).playing();
    salon.say(ANN, Command::Leave).unwrap();
    let asked = salon.room.bots_owed();
    salon.wait(12_000);
    assert_eq!(asked.len(), 1);
    assert_ne!(salon.room.bots_owed(), asked, "it is not owed any more");
}

#[test]
fn mm_71_anybody_at_the_table_may_react_at_any_time() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    salon.say(BEN, react("😱")).unwrap();
    let reacted = RoomEffect::Reacted { seat: Seat(1), kind: "emoji".into(), value: "😱".into() };
    assert_eq!(salon.said.last(), Some(&reacted));
    assert_eq!(salon.say(CAT, react("😱")), Err("not_seated"));
    assert_eq!(salon.say(BEN, react("x")), Err("invalid_reaction"));
    let sound = Command::React { kind: "sound".into(), value: "😱".into() };
    assert_eq!(salon.say(BEN, sound), Err("invalid_reaction"));
}

#[test]
fn mm_72_reactions_are_limited() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    for _ in 0..5 {
        salon.say(ANN, react("😂")).unwrap();
        salon.wait(900);
    }
    assert_eq!(salon.say(ANN, react("😂")), Err("rate_limited"));
    salon.say(BEN, react("😂")).unwrap();
    salon.wait(500);
    salon.say(ANN, react("😂")).unwrap();
}

#[test]
fn mm_73_reactions_leave_no_trace() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    let written = |salon: &Salon| serde_json::to_string(&salon.room.save().unwrap()).unwrap();
    let before = written(&salon);
    salon.say(BEN, react("🧡")).unwrap();
    assert_eq!(written(&salon), before);
}
