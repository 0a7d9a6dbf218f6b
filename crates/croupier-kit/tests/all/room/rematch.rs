//! Results, the vote, and what follows.

use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::Seat;
use croupier_kit::room::{
    BotLevel, Call, Command, Notice, Phase, PlayerId, Return, RoomEffect, RoomOptions,
};

use crate::room::{ANN, BEN, CAT, Salon};

#[test]
fn mm_51_results_are_shown_for_their_time() {
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    assert_eq!(salon.room.view(None).deadline, Some(salon.now + Millis(5_000)));
    salon.wait(4_999);
    assert_eq!(salon.room.phase(), Phase::Results);
    salon.wait(1);
    assert_eq!(salon.room.phase(), Phase::Voting);
}

#[test]
fn mm_55_a_rematch_needs_everybody_and_one_can_end_it() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    salon.wait(5_000);
    for id in [ANN, BEN] {
        salon.say(id, Command::VoteRematch).unwrap();
    }
    assert_eq!(salon.room.phase(), Phase::Voting);
    // SC-31: counters stay, nobody is ready.
    let before: Vec<_> =
        salon.room.view(None).players.iter().map(|it| (it.wins, it.losses)).collect();
    salon.say(CAT, Command::VoteLobby).unwrap();
    let view = salon.room.view(None);
    assert_eq!(view.phase, Phase::Lobby);
    assert!(view.players.iter().all(|it| !it.ready));
    assert_eq!(view.players.iter().map(|it| (it.wins, it.losses)).collect::<Vec<_>>(), before);
    assert!(salon.has_said(&Notice::ReturnedToLobby { cause: Return::Vote }));
}

#[test]
fn mm_54_votes_are_public_once_each_and_can_be_revoked_in_the_countdown() {
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteRematch).unwrap();
    assert_eq!(salon.say(ANN, Command::VoteRematch), Err("already_voted"));
    assert_eq!(salon.room.view(None).players[0].vote, Some(true));
    salon.say(BEN, Command::VoteRematch).unwrap();
    assert_eq!(salon.room.phase(), Phase::Countdown);
    assert_eq!(salon.say(BEN, Command::VoteRematch), Err("wrong_step"));
    // SC-32.
    salon.say(ANN, Command::VoteLobby).unwrap();
    assert_eq!(salon.room.phase(), Phase::Lobby);
}

#[test]
fn mm_56_leaving_is_not_a_no() {
    // SC-30.
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteRematch).unwrap();
    salon.say(BEN, Command::VoteRematch).unwrap();
    salon.wait(15_000);
    salon.say(CAT, Command::Leave).unwrap();
    assert!(salon.has_said(&Notice::AllVotedRematch));
    salon.wait(2_999);
    assert_eq!(salon.room.phase(), Phase::Countdown);
    salon.wait(1);
    assert_eq!(
        (salon.room.phase(), salon.names()),
        (Phase::Playing, vec!["Ann".into(), "Ben".into()])
    );
    assert!(salon.has_started(2, 2));
}

#[test]
fn mm_59a_a_rematch_closes_the_gaps_and_asks_nobody_to_be_ready() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    salon.say(ANN, Command::Leave).unwrap();
    salon.wait(5_000);
    salon.say(BEN, Command::VoteRematch).unwrap();
    salon.say(CAT, Command::VoteRematch).unwrap();
    salon.wait(3_000);
    let seats: Vec<_> = salon.room.view(None).players.iter().map(|it| it.seat).collect();
    assert_eq!((salon.room.phase(), seats), (Phase::Playing, vec![Seat(0), Seat(1)]));
    assert!(salon.room.view(Some(BEN)).prompt.is_some(), "seat 0 begins");
}

/// MM-75: nobody is told a seed before its match is over, and then it is in the match's save.
#[test]
fn mm_59b_and_75b_every_match_has_a_fresh_seed_that_is_disclosed_once_it_is_over() {
    let seeds = || {
        let mut salon = Salon::strict(&[ANN, BEN]).playing();
        let mut seeds: Vec<Seed> = vec![];
        for number in 0..3 {
            let seed = salon.room.match_save().unwrap().unwrap().seed;
            let mut disclosed = vec![];
            salon.play_out();
            for effect in &salon.said {
                match effect {
                    RoomEffect::MatchEnded { save } => disclosed.push(save.as_ref().unwrap().seed),
                    RoomEffect::Log(record) => {
                        let entry = serde_json::to_string(&record.entry_for(Some(ANN))).unwrap();
                        assert!(!entry.contains(&seed.to_string()), "{entry}");
                    }
                    _ => {}
                }
            }
            assert!(!seeds.contains(&seed), "match {number} has the seed of another");
            seeds.push(seed);
            assert_eq!(disclosed, seeds);
            salon.wait(5_000);
            salon.say(ANN, Command::VoteRematch).unwrap();
            salon.say(BEN, Command::VoteRematch).unwrap();
            assert_eq!(salon.room.phase(), Phase::Countdown);
            for id in [None, Some(ANN)] {
                let view = serde_json::to_string(&salon.room.view(id)).unwrap();
                assert!(!view.contains(&seed.to_string()), "{view}");
            }
            salon.wait(3_000);
        }
        seeds
    };
    assert_eq!(seeds(), seeds(), "they come from the dice of the room");
}

#[test]
fn mm_57_silent_voters_are_removed_after_the_window() {
    // SC-35.
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteRematch).unwrap();
    salon.say(BEN, Command::VoteRematch).unwrap();
    salon.wait(60_000);
    assert_eq!(
        (salon.room.phase(), salon.names()),
        (Phase::Countdown, vec!["Ann".into(), "Ben".into()])
    );
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteRematch).unwrap();
    salon.wait(60_000);
    assert_eq!((salon.room.phase(), salon.names()), (Phase::Lobby, vec!["Ann".to_owned()]));
    assert!(salon.has_said(&Notice::ReturnedToLobby { cause: Return::TooFew }));
}

#[test]
fn mm_58_a_leaver_stops_the_countdown_only_if_too_few_remain() {
    let rematch = |salon: &mut Salon, people: &[PlayerId]| {
        salon.wait(5_000);
        for id in people {
            salon.say(*id, Command::VoteRematch).unwrap();
        }
        assert_eq!(salon.room.phase(), Phase::Countdown);
    };
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    rematch(&mut salon, &[ANN, BEN, CAT]);
    salon.say(CAT, Command::Leave).unwrap();
    assert_eq!(salon.room.phase(), Phase::Countdown);
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.room.phase(), Phase::Lobby);
}

#[test]
fn mm_53_bots_leave_before_a_rematch() {
    // SC-33: a stand-in leaves, the two persons can play on.
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).playing();
    salon.say(CAT, Command::Leave).unwrap();
    assert_eq!(salon.names().len(), 3);
    salon.play_out();
    salon.wait(5_000);
    assert!(salon.has_said(&Notice::PlayerLeft { seat: Seat(2) }));
    assert_eq!(
        (salon.room.phase(), salon.names()),
        (Phase::Voting, vec!["Ann".into(), "Ben".into()])
    );
    // SC-34: one person alone goes back to the lobby.
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    salon.play_out();
    salon.wait(5_000);
    assert_eq!((salon.room.phase(), salon.names()), (Phase::Lobby, vec!["Ann".to_owned()]));
}

#[test]
fn a_room_keeps_the_bots_it_was_asked_to_seat() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN]);
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    let mut salon = salon.finished();
    salon.wait(5_000);
    salon.say(ANN, Command::VoteRematch).unwrap();
    salon.wait(3_000);
    assert_eq!((salon.room.phase(), salon.names().len()), (Phase::Playing, 2));
}

#[test]
fn mm_61_leaving_the_results_changes_no_result() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]).finished();
    let before = salon.room.view(None).result;
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.room.view(None).result, before);
    assert!(salon.has_said(&Notice::PlayerLeft { seat: Seat(1) }));
    assert_eq!(salon.room.view(Some(CAT)).seat, Some(Seat(2)), "the result names old seats");
}

#[test]
fn mm_52_a_person_in_grace_still_counts() {
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(5_000);
    assert_eq!(salon.room.phase(), Phase::Voting, "two persons, one of them expected back");
}

#[test]
fn mm_60_everybody_is_back_in_the_lobby_unready_with_their_counters() {
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    let wins = |salon: &Salon| salon.room.view(None).players.iter().map(|it| it.wins).sum::<u32>();
    let before = wins(&salon);
    salon.wait(5_000);
    salon.say(ANN, Command::VoteLobby).unwrap();
    let view = salon.room.view(None);
    assert_eq!((view.phase, view.game.is_none(), wins(&salon)), (Phase::Lobby, true, before));
}
