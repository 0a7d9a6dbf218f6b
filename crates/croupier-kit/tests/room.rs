//! The room, rule by rule (min-or-max.md, sections 2 and 4), with a small game inside.
#![allow(clippy::unwrap_used)]

// Not every test file needs all of the small game.
#[allow(dead_code, unreachable_pub)]
mod tiny;

use croupier_kit::room::{
    BotLevel, Call, Command, Effect, Handled, Notice, Phase, PlayerId, Return, Room, RoomOptions,
    RoomReject, Status, Story,
};
use croupier_kit::{Seat, Seed, Viewer};
use serde_json::json;
use tiny::{Action, Options, Tiny};

const ANN: PlayerId = PlayerId(101);
const BEN: PlayerId = PlayerId(102);
const CAT: PlayerId = PlayerId(103);

/// A room under test, and all it has said.
struct Salon {
    room: Room<Tiny>,
    now: u64,
    said: Vec<Effect<Tiny>>,
}

type Answer = Result<(), &'static str>;

impl Salon {
    fn new(settings: RoomOptions) -> Self {
        let options =
            Options { rounds: 1, deal_ms: 0, show_ms: 0, think_ms: 20_000, ..Options::default() };
        let room = Room::new(settings, options, Seed::from_number(7)).unwrap();
        Self { room, now: 0, said: vec![] }
    }

    fn strict(people: &[PlayerId]) -> Self {
        Self::with(RoomOptions::strict(), people)
    }

    fn with(settings: RoomOptions, people: &[PlayerId]) -> Self {
        let mut salon = Self::new(settings);
        for id in people {
            salon.say(*id, Command::Join { name: name(*id).to_owned() }).unwrap();
        }
        salon
    }

    /// The same, with a match running.
    fn playing(mut self) -> Self {
        let people: Vec<_> =
            self.room.view(None).players.iter().map(|it| (it.id, it.ready)).collect();
        for (id, ready) in people {
            if !ready {
                self.say(id, Command::Ready).unwrap();
            }
        }
        self.say(ANN, Command::StartGame).unwrap();
        assert_eq!(self.room.phase(), Phase::Playing);
        self
    }

    /// The same, with the match just over.
    fn finished(self) -> Self {
        let mut salon = self.playing();
        salon.play_out();
        salon
    }

    /// Plays until the match is over. Whoever is asked plays what the clock would.
    fn play_out(&mut self) {
        while self.room.phase() == Phase::Playing {
            self.wait(self.room.next_due().unwrap() - self.now);
        }
    }

    fn call(&mut self, call: Call<Tiny>) -> Answer {
        let Handled { effects, answer } = self.room.handle(call, self.now);
        self.said.extend(effects);
        self.room.invariants().unwrap();
        answer.map_err(|why| why.code())
    }

    fn say(&mut self, id: PlayerId, command: Command<Tiny>) -> Answer {
        self.call(Call::Person { id, command })
    }

    fn wait(&mut self, ms: u64) {
        self.now += ms;
        self.call(Call::Wake).unwrap();
    }

    fn notices(&self) -> Vec<&Notice> {
        self.said
            .iter()
            .filter_map(|effect| match effect {
                Effect::Log(entry) => match &entry.story {
                    Story::Room(notice) => Some(notice),
                    _ => None,
                },
                _ => None,
            })
            .collect()
    }

    fn has_said(&self, notice: &Notice) -> bool {
        self.notices().contains(&notice)
    }

    fn names(&self) -> Vec<String> {
        self.room.view(None).players.into_iter().map(|it| it.name).collect()
    }

    fn leaf(&self, part: &str) -> bool {
        self.room.leaves().iter().any(|leaf| leaf.contains(part))
    }

    fn status(&self, id: PlayerId) -> Option<Status> {
        self.room.view(None).players.into_iter().find(|it| it.id == id).map(|it| it.status)
    }
}

fn name(id: PlayerId) -> &'static str {
    match id {
        ANN => "Ann",
        BEN => "Ben",
        _ => "Cat",
    }
}

fn react(value: &str) -> Command<Tiny> {
    Command::React { kind: "emoji".to_owned(), value: value.to_owned() }
}

// The lobby.

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
    // SC-39: whoever drops out is not ready any more.
    salon.call(Call::Lost { id: BEN }).unwrap();
    assert!(salon.has_said(&Notice::PlayerUnready { seat: Seat(1) }));
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
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("not_seated"));
}

#[test]
fn mm_87_bots_come_and_go_in_the_lobby() {
    // SC-46.
    let mut salon = Salon::strict(&[ANN]);
    salon.say(ANN, Command::Ready).unwrap();
    salon.say(ANN, Command::AddBot { level: BotLevel::Random }).unwrap();
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
        salon.say(ANN, Command::AddBot { level: BotLevel::Random }).unwrap();
    }
    assert_eq!(salon.say(ANN, Command::AddBot { level: BotLevel::Hard }), Err("lobby_full"));
    assert_eq!(salon.say(BEN, Command::Join { name: "Ben".into() }), Err("lobby_full"));
    let player = salon.room.view(None).players[2].id;
    salon.say(ANN, Command::RemoveBot { player }).unwrap();
    salon.say(BEN, Command::Join { name: "Ben".into() }).unwrap();
    assert_eq!(salon.names().len(), 4);
}

// The order of checks.

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

// Playing.

#[test]
fn mm_86_the_games_own_chart_runs_inside() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    assert!(salon.leaf("flow.playing") && salon.leaf("reactions.listening"));
    assert!(salon.leaf("connection.slot0.connected"));
    assert!(salon.has_said(&Notice::GameStarting { game_no: 1, seats: 2 }));
    let prompt = salon.room.view(Some(ANN)).prompt.unwrap();
    assert_eq!(salon.room.view(Some(BEN)).prompt, None, "it is Ann's turn");
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let play = |prompt| Command::Act { action: Action::Play { card: hand[0] }, prompt };
    assert_eq!(salon.say(ANN, play(Some(prompt.id + 1))), Err("stale_prompt"));
    salon.say(ANN, play(Some(prompt.id))).unwrap();
    assert!(salon.room.view(Some(BEN)).prompt.is_some());
    salon.play_out();
    assert_eq!(salon.room.phase(), Phase::Results);
}

#[test]
fn mm_45_wins_and_losses_are_counted_while_a_player_stays() {
    let salon = Salon::strict(&[ANN, BEN]).finished();
    let view = salon.room.view(None);
    let result = view.result.unwrap();
    for player in view.players {
        assert_eq!(player.wins, u32::from(result.winners.contains(player.seat)));
        assert_eq!(player.losses, u32::from(result.losers.contains(player.seat)));
    }
}

// Results and rematch.

#[test]
fn mm_51_results_are_shown_for_their_time() {
    let mut salon = Salon::strict(&[ANN, BEN]).finished();
    assert_eq!(salon.room.view(None).deadline, Some(salon.now + 5_000));
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
    assert!(salon.has_said(&Notice::GameStarting { game_no: 2, seats: 2 }));
}

#[test]
fn mm_59_a_rematch_closes_the_gaps_and_asks_nobody_to_be_ready() {
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
    salon.say(ANN, Command::AddBot { level: BotLevel::Random }).unwrap();
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

// Connection.

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
fn mm_65_a_lost_player_comes_back_to_everything() {
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
fn mm_68_in_a_strict_room_there_is_no_way_back() {
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
fn elsewhere_a_seat_can_be_reclaimed() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    assert_ne!(salon.names()[1], "Ben");
    salon.say(BEN, Command::Reconnect).unwrap();
    assert_eq!(salon.names()[1], "Ben");
    assert_eq!(salon.room.view(Some(BEN)).seat, Some(Seat(1)));
    assert!(salon.has_said(&Notice::SeatReclaimed { seat: Seat(1), name: "Ben".into() }));
}

#[test]
fn mm_67_leaving_on_purpose_needs_no_window() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    assert!(salon.notices().iter().any(|it| matches!(it, Notice::SeatReplaced { .. })));
    assert_eq!(salon.room.phase(), Phase::Playing);
}

#[test]
fn mm_69_a_room_without_persons_closes() {
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
fn mm_70_a_stand_in_cannot_be_told_from_a_person() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    salon.say(ANN, Command::Act { action: Action::Play { card: hand[0] }, prompt: None }).unwrap();
    let view = serde_json::to_string(&salon.room.view(Some(ANN)).players).unwrap();
    assert!(view.contains("\"bot\":false") && !view.contains("\"bot\":true"));
    let asked = salon.said.iter().find_map(|effect| match effect {
        Effect::AskBot { due, .. } => Some(*due),
        _ => None,
    });
    let pace = asked.unwrap() - salon.now;
    assert!((540..=1_260).contains(&pace), "900 ms, two fifths more or less, not {pace}");
}

#[test]
fn a_bot_that_does_not_answer_is_acted_for() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]).playing();
    salon.say(ANN, Command::Leave).unwrap();
    salon.wait(12_000);
    assert!(salon.room.view(Some(BEN)).prompt.is_some() || salon.room.phase() != Phase::Playing);
}

// Reactions.

#[test]
fn mm_71_anybody_at_the_table_may_react_at_any_time() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    salon.say(BEN, react("😱")).unwrap();
    let reacted = Effect::Reacted { seat: Seat(1), value: "😱".into() };
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

// The host.

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
    assert_eq!(salon.say(BEN, Command::Reconnect), Err("not_seated"));
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

// The options of the room that Min or Max's later rules brought.

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

// Saves.

#[test]
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
        let written = |room: &Room<Tiny>| serde_json::to_string(&room.save().unwrap()).unwrap();
        let text = written(&salon.room);
        let mut copy = Room::<Tiny>::load(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(written(&copy), text);
        for _ in 0..40 {
            salon.wait(997);
            let again = copy.handle(Call::Wake, salon.now);
            assert!(again.answer.is_ok());
            assert_eq!(written(&copy), written(&salon.room));
        }
    }
}

#[test]
fn mm_77_the_log_is_numbered_and_tells_everybody_what_they_may_know() {
    let salon = Salon::strict(&[ANN, BEN]).finished();
    let entries = salon.said.iter().filter_map(|effect| match effect {
        Effect::Log(entry) => Some(entry),
        _ => None,
    });
    let mut hidden = 0;
    for (number, entry) in (0..).zip(entries) {
        assert_eq!(entry.number, number);
        let heard = entry.heard_by(Viewer::Seat(Seat(0)));
        hidden += u32::from(heard.story == Story::Hidden);
        assert_eq!((heard.number, heard.at), (entry.number, entry.at));
    }
    assert!(hidden > 0, "nobody hears the order of the deck");
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

#[test]
fn nobody_speaks_as_the_host_of_the_match() {
    let forged = json!({"act": {"action": "wait", "by": "host"}});
    assert!(matches!(Command::<Tiny>::read(&forged, ANN), Err(RoomReject::Malformed(_))));
}

#[cfg(feature = "testing")]
#[test]
fn rooms_of_a_small_game_survive_a_storm() {
    let weather = croupier_kit::testing::storm::<Tiny>(100_000, 3);
    assert!(weather.matches > 100 && weather.taken > 10_000 && weather.saves > 100, "{weather:?}");
}
