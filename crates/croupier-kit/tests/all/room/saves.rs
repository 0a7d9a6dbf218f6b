//! Rooms that were written down, rooms around a saved match, and rooms under random calls.

use croupier_kit::cards::Seed;
use croupier_kit::game::{Seat, SeatKind};
use croupier_kit::matches::{Match, Setup, replay};
use croupier_kit::room::{
    BotLevel, Call, Command, Occupant, Phase, PlayerId, ROOM_RULES, Room, RoomEffect, RoomOptions,
    SavedRoom,
};
use croupier_kit::save::Save;
use croupier_kit::{Millis, UnixMillis};

use crate::room::{ANN, BEN, CAT, HARD, Salon, written};
use crate::tiny::{Action, Options, Tiny};

#[test]
#[allow(clippy::large_stack_arrays)] // Four rooms.
fn a_saved_room_goes_on_alike_in_every_phase() {
    let lobby = Salon::strict(&[ANN, BEN]);
    let playing = Salon::strict(&[ANN, BEN]).playing();
    let mut grace = Salon::strict(&[ANN, BEN]).playing();
    grace.call(Call::Lost { id: BEN }).unwrap();
    let mut countdown = Salon::strict(&[ANN, BEN]).finished();
    countdown.wait(5_000);
    countdown.say(ANN, Command::VoteRematch).unwrap();
    countdown.say(BEN, Command::VoteRematch).unwrap();
    countdown.wait(1_000);
    assert_eq!(countdown.room.phase(), Phase::Countdown);
    for mut salon in [lobby, playing, grace, countdown] {
        let text = written(&salon.room);
        let mut copy = Room::<Tiny>::load(&SavedRoom::read(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(written(&copy), text);
        for _ in 0..40 {
            salon.wait(997);
            let again = copy.handle(Call::Wake, salon.now);
            assert!(again.answer.is_ok());
            assert_eq!(written(&copy), written(&salon.room));
        }
    }
}

#[cfg(feature = "testing")]
#[test]
fn rooms_of_small_games_survive_random_calls() {
    let tiny = croupier_kit::testing::room_fuzz::<Tiny>(100_000, 3);
    let pick = croupier_kit::testing::room_fuzz::<crate::room::pick::Pick>(100_000, 4);
    for mix in [tiny, pick] {
        assert!(mix.matches > 100 && mix.taken > 10_000 && mix.saves > 100, "{mix:?}");
        assert!(mix.undone > 50 && mix.dry_runs > 1_000 && mix.offers > 400, "{mix:?}");
        assert!(mix.replays > 10, "{mix:?}");
    }
}

#[test]
fn a_room_of_other_rules_is_refused_or_brought_forward_explicitly() {
    let saved = Salon::strict(&[ANN, BEN]).playing().room.save().unwrap();
    let code = |saved: &SavedRoom| Room::<Tiny>::load(saved).map(|_| ()).unwrap_err().code();
    let with = |change: fn(&mut SavedRoom)| {
        let mut changed = saved.clone();
        change(&mut changed);
        changed
    };
    let newer = with(|room| room.room_rules = ROOM_RULES + 1);
    assert_eq!(code(&newer), "save_newer_rules");
    let older = with(|room| room.game_rules -= 1);
    assert_eq!(code(&older), "save_not_updated");
    let other = with(|room| room.game = "bridge".to_owned());
    assert_eq!(code(&other), "save_other_game");
    let room = Room::<Tiny>::load_updated(&older, |room| {
        assert!(room.match_mut().is_some(), "the match can be brought forward too");
        room.game_rules += 1;
        Ok(())
    });
    assert_eq!(written(&room.unwrap()), String::from_utf8(saved.to_json()).unwrap());
}

/// Rooms of rules 1: a lobby, and a match with a stand-in that is about to vote.
const RULES_1: [&[u8]; 2] =
    [include_bytes!("rules-1/lobby.json"), include_bytes!("rules-1/pending-vote.json")];

#[test]
fn a_room_of_older_rules_of_rooms_goes_on_under_todays() {
    let [lobby, vote] = RULES_1.map(|bytes| SavedRoom::read(bytes).unwrap());
    assert_eq!(lobby.room_rules, 1);
    let mut room = Room::<Tiny>::load(&lobby).unwrap();
    assert_eq!((room.phase(), room.save().unwrap().room_rules), (Phase::Lobby, ROOM_RULES));
    let now = room.now();
    room.handle(Call::Person { id: ANN, command: Command::Ready }, now).answer.unwrap();
    let mut room = Room::<Tiny>::load(&vote).unwrap();
    let (asked, due) = (room.now(), room.next_due().unwrap());
    assert!((540..=1_260).contains(&(due - asked).get()), "it votes at its own pace: {due}");
    assert_eq!(room.seat_of(ANN), Some(Seat(0)));
    room.handle(Call::Wake, due).answer.unwrap();
    assert_eq!(room.seat_of(ANN), None, "the stand-in has followed Ben");
    Room::<Tiny>::load(&room.save().unwrap()).unwrap();
    let mut never = lobby;
    never.room_rules = 0;
    assert_eq!(Room::<Tiny>::load(&never).map(|_| ()).unwrap_err().code(), "save_not_updated");
}

/// Rules 3 of rooms did not ask stand-ins that came during a vote, and kept the votes of whoever was
/// gone.
#[test]
fn mm_67f_a_vote_under_way_in_a_room_of_rules_3_goes_on() {
    let options = Options { think_ms: 1_000_000_000, rounds: 1, ..Options::default() };
    let mut salon = Salon::<Tiny>::of(RoomOptions::default(), options);
    salon = salon.joined(&[ANN, BEN, CAT]).playing();
    salon.wait(500);
    salon.say(CAT, Command::Leave).unwrap();
    salon.wait(60_000);
    salon.say(BEN, Command::VoteRemove { player: ANN }).unwrap();
    let mut saved = serde_json::to_value(salon.room.save().unwrap()).unwrap();
    saved["room_rules"] = 3.into();
    saved["party"]["members"][0]["against"].as_array_mut().unwrap().push(CAT.0.into());
    let timers = saved["flow"]["root"]["timers"].as_array_mut().unwrap();
    let before = timers.len();
    timers.retain(|timer| !timer.to_string().contains("StandInVotes"));
    assert_eq!(timers.len(), before - 1);
    let mut room = Room::<Tiny>::load(&serde_json::from_value(saved).unwrap()).unwrap();
    assert_eq!(room.view(None).players[0].against, 1, "Cat's vote is void");
    room.handle(Call::Wake, salon.now + Millis(1_260)).answer.unwrap();
    assert_eq!(room.seat_of(ANN), None, "the stand-in has followed Ben");
    // A majority that was never counted can be voted for again.
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]);
    salon.wait(60_000);
    let mut saved = serde_json::to_value(salon.room.save().unwrap()).unwrap();
    saved["room_rules"] = 3.into();
    saved["party"]["members"][0]["against"] = serde_json::json!([BEN]);
    salon.room = Room::load(&serde_json::from_value(saved).unwrap()).unwrap();
    salon.say(BEN, Command::VoteRemove { player: ANN }).unwrap();
    assert_eq!(salon.names(), ["Ben"]);
}

#[test]
fn mm_75b_a_match_that_ends_brings_its_save() {
    let mut salon = Salon::with(RoomOptions::bench(), &[ANN, BEN]).playing();
    salon.play_out();
    let saves: Vec<&Save> = salon
        .said
        .iter()
        .filter_map(|effect| match effect {
            RoomEffect::MatchEnded { save } => Some(&**save.as_ref().unwrap()),
            _ => None,
        })
        .collect();
    let [save] = saves[..] else { panic!("one match has ended, not {}", saves.len()) };
    assert_eq!(save.metadata.players, ["Ann", "Ben"]);
    let replayed = replay::<Tiny>(save).unwrap();
    assert!(replayed.verified && replayed.end.outcome().is_some());
}

/// A match of two that was saved after the first card.
fn saved_match(seats: [SeatKind; 2]) -> (Match<Tiny>, Save) {
    let mut setup = Setup::<Tiny>::new(2, Seed::from_number(3));
    setup.seats = seats.to_vec();
    setup.undo = true;
    let mut game = Match::new(setup).unwrap();
    game.advance_to(Millis(700)).unwrap();
    let card = game.state().hands[0][0];
    game.act(Seat(0), Action::Play { card }).unwrap();
    let metadata = croupier_kit::save::Metadata {
        players: vec!["Ann".to_owned(), "hard".to_owned()],
        ..Default::default()
    };
    let save = game.save(UnixMillis::EPOCH, metadata).unwrap();
    (game, save)
}

#[test]
fn a_room_goes_on_with_a_match_that_was_saved_alone() {
    let (game, save) = saved_match([SeatKind::Person, SeatKind::Bot]);
    let levels = vec![BotLevel::RANDOM, HARD];
    let settings = RoomOptions { bot_levels: levels, undo: true, ..RoomOptions::default() };
    let occupants = Occupant::of_save(&save, &settings);
    let ann = PlayerId(1);
    assert_eq!(
        occupants,
        [
            Occupant::Person { id: ann, name: "Ann".to_owned() },
            Occupant::Bot { level: HARD, name: None }
        ]
    );
    let seed = Seed::from_number(1);
    let mut room = Room::<Tiny>::from_match(&save, settings, occupants, seed).unwrap();
    room.invariants().unwrap();
    let view = room.view(Some(ann));
    assert_eq!((view.phase, view.seat, view.now), (Phase::Playing, Some(Seat(0)), game.now()));
    assert_eq!(view.game, Some(game.view(croupier_kit::game::Viewer::Seat(Seat(0)))));
    let owed = room.bots_owed();
    assert_eq!((owed.len(), owed[0].seat, &owed[0].level), (1, Seat(1), &HARD));
    // What was done before the save can be taken back.
    let undo = Call::Person { id: ann, command: Command::Undo };
    room.handle(undo, game.now()).answer.unwrap();
    assert_eq!(room.view(Some(ann)).game.unwrap().hand.unwrap().len(), 3);
    assert!(room.view(Some(ann)).prompt.is_some());
    // And the room works like any other.
    let copy = Room::<Tiny>::load(&room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&room));
}

/// What a timer raises passes no check: a forged room cannot bring in words of people that way.
#[test]
fn a_timer_of_a_saved_room_says_what_timers_say() {
    let (_, save) = saved_match([SeatKind::Person; 2]);
    let settings = RoomOptions::default();
    let occupants = Occupant::of_save(&save, &settings);
    let room = Room::<Tiny>::from_match(&save, settings, occupants, Seed::from_number(1)).unwrap();
    let mut saved = serde_json::to_value(room.save().unwrap()).unwrap();
    assert!(Room::<Tiny>::load(&serde_json::from_value(saved.clone()).unwrap()).is_ok());
    let chart = saved.pointer_mut("/flow/root").expect("the room's chart");
    let timer = serde_json::json!({"own": {
        "id": 1, "trigger": {"PlayerLeft": {"id": 1}}, "due": 500, "seq": 0,
    }});
    chart["timers"] = serde_json::json!([timer]);
    let why = Room::<Tiny>::load(&serde_json::from_value(saved).unwrap()).map(|_| ()).unwrap_err();
    assert!(why.to_string().contains("does not raise PLAYER_LEFT"), "{why}");
}

#[test]
fn a_saved_match_needs_an_occupant_for_every_seat() {
    let (_, save) = saved_match([SeatKind::Person; 2]);
    let settings = RoomOptions::default();
    let mut occupants = Occupant::of_save(&save, &settings);
    assert!(matches!(&occupants[1], Occupant::Person { id: PlayerId(2), name } if name == "hard"));
    occupants.pop();
    let room = Room::<Tiny>::from_match(&save, settings, occupants, Seed::from_number(1));
    assert_eq!(room.map(|_| ()).unwrap_err().code, "wrong_occupants");
    // Nobody sits on two seats.
    let twice = vec![Occupant::Person { id: PlayerId(1), name: "Ann".to_owned() }; 2];
    let settings = RoomOptions::default();
    let room = Room::<Tiny>::from_match(&save, settings, twice, Seed::from_number(1));
    assert_eq!(room.map(|_| ()).unwrap_err().message, "you sit here already");
}

/// The phase of a room is the one of its machines: a lobby in which nobody can sit down, or results
/// that never end, are not loaded.
#[test]
fn a_room_whose_phase_has_lost_its_machine_is_refused() {
    for salon in [Salon::strict(&[ANN]), Salon::strict(&[ANN, BEN]).finished()] {
        let mut saved = salon.room.save().unwrap();
        assert!(Room::<Tiny>::load(&saved).is_ok());
        assert_eq!(saved.flow.root.children.len(), 1);
        saved.flow.root.children.clear();
        assert_eq!(Room::<Tiny>::load(&saved).map(|_| ()).unwrap_err().code(), "save_bad_flow");
    }
}

#[test]
fn a_forged_count_of_wins_does_not_overflow() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    let mut saved = serde_json::to_value(salon.room.save().unwrap()).unwrap();
    for member in saved["party"]["members"].as_array_mut().unwrap() {
        (member["wins"], member["losses"]) = (u32::MAX.into(), u32::MAX.into());
    }
    salon.room = Room::load(&serde_json::from_value(saved).unwrap()).unwrap();
    salon.play_out();
    assert_eq!(salon.room.view(None).players[0].wins, u32::MAX);
}

#[test]
fn a_forged_room_in_which_two_players_share_a_connection_is_refused() {
    let salon = Salon::strict(&[ANN, BEN]).playing();
    let mut saved = serde_json::to_value(salon.room.save().unwrap()).unwrap();
    saved["party"]["members"][1]["slot"] = 0.into();
    let why = Room::<Tiny>::load(&serde_json::from_value(saved).unwrap()).map(|_| ()).unwrap_err();
    assert!(why.to_string().contains("two players share a connection"), "{why}");
}
