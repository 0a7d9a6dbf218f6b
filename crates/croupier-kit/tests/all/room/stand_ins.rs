//! A stand-in cannot be told from a person (MM-70), its announcement aside.

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::{
    BotLevel, Call, Command, LogEvent, Notice, OpenCommand, PlayerId, RoomEffect, RoomOptions,
    Status, Takes,
};

use crate::room::pick::{Action, Options, Pick};
use crate::room::{ANN, BEN, CAT, HARD, Salon};

/// Ann, Ben and Cat play; a stand-in has Ben's seat.
fn table() -> Salon {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]).playing();
    salon.say(BEN, Command::Leave).unwrap();
    salon
}

fn at(salon: &Salon, seat: usize) -> PlayerId {
    salon.room.view(None).players[seat].id
}

fn players_of(commands: &[OpenCommand], name: &str) -> Vec<PlayerId> {
    commands
        .iter()
        .filter(|it| it.name == name)
        .filter_map(|it| match &it.takes {
            Takes::Player(players) => Some(players.clone()),
            _ => None,
        })
        .flatten()
        .collect()
}

/// What is open to the host is open with the stand-in as with the person.
#[test]
fn mm_70e_and_f_the_host_treats_a_stand_in_like_a_person() {
    let mut salon = table();
    let (stand_in, commands) = (at(&salon, 1), salon.room.open_commands(ANN));
    for name in ["kick", "hand_over"] {
        assert_eq!(players_of(&commands, name), [stand_in, CAT], "{name}");
    }
    assert_eq!(players_of(&commands, "remove_bot"), []);
    for player in [stand_in, CAT] {
        assert_eq!(salon.say(ANN, Command::RemoveBot { player }), Err("wrong_phase"));
    }
    salon.say(ANN, Command::HandOver { player: stand_in }).unwrap();
    assert_eq!(salon.room.view(None).host, Some(stand_in));
    assert!(salon.has_said(&Notice::HostChanged { seat: Seat(1) }));
}

/// A person and a stand-in that are sent away leave the same entries.
#[test]
fn mm_70e_a_stand_in_is_sent_away_like_a_person() {
    let sent_away = |seat: usize| {
        let mut salon = table();
        let player = at(&salon, seat);
        salon.said.clear();
        salon.say(ANN, Command::Kick { player }).unwrap();
        assert_ne!(at(&salon, seat), player, "somebody else has the seat");
        let names = salon.names();
        let entries = salon.notices().into_iter().map(|notice| match notice {
            Notice::SeatReplaced { seat, name } => {
                assert_eq!(name, names[seat.at()]);
                "SeatReplaced"
            }
            other => panic!("{other:?}"),
        });
        entries.collect::<Vec<_>>()
    };
    assert_eq!(sent_away(1), sent_away(2));
    assert_eq!(sent_away(1), ["SeatReplaced"]);
}

/// The host's seat is taken over: the next in turn order is the host, person or not.
#[test]
fn mm_70f_the_next_in_turn_order_becomes_the_host() {
    let mut salon = table();
    let stand_in = at(&salon, 1);
    salon.say(ANN, Command::Leave).unwrap();
    assert_eq!(salon.room.view(None).host, Some(stand_in), "Ben's stand-in comes before Cat");
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]).playing();
    salon.say(ANN, Command::Leave).unwrap();
    assert_eq!(salon.room.view(None).host, Some(BEN), "Ben comes before Cat");
}

/// After a restart everybody is away, stand-ins too. They are back within some seconds, and do not
/// act before.
#[test]
fn mm_70h_a_restart_looks_the_same_for_stand_ins() {
    let mut salon = Salon::<Pick>::of(RoomOptions::default(), Options::default())
        .joined(&[ANN, BEN, CAT])
        .playing();
    salon.say(BEN, Command::Leave).unwrap();
    assert_eq!(salon.room.bots_owed().len(), 1);
    salon.said.clear();
    salon.call(Call::Restarted).unwrap();
    let statuses = |salon: &Salon<Pick>| -> Vec<Status> {
        salon.room.view(None).players.iter().map(|it| it.status).collect()
    };
    assert_eq!(statuses(&salon), [Status::Reconnecting; 3]);
    let until: Vec<_> = salon.room.view(None).players.iter().map(|it| it.away_until).collect();
    assert_eq!(until, [Some(salon.now + Millis(30_000)); 3]);
    assert_eq!(salon.room.bots_owed(), [], "whoever is away does not act");
    salon.say(ANN, Command::Reconnect).unwrap();
    salon.wait(799);
    assert_eq!(statuses(&salon)[1], Status::Reconnecting);
    salon.wait(4_001);
    assert_eq!(statuses(&salon)[1], Status::Connected);
    assert_eq!(salon.room.bots_owed().len(), 1);
    let seat = Seat(1);
    for status in [Status::Reconnecting, Status::Connected] {
        assert!(salon.has_said(&Notice::ConnectionChanged { seat, status }));
    }
}

/// The pace is the room's, two fifths more or less.
#[test]
fn mm_70_bots_keep_to_bot_delay_ms() {
    for delay in [100, 900, 7_000] {
        let settings = RoomOptions { bot_delay_ms: Millis(delay), ..RoomOptions::default() };
        let mut salon = Salon::<Pick>::of(settings, Options::default()).joined(&[ANN]);
        for level in [HARD, BotLevel::RANDOM, HARD] {
            salon.say(ANN, Command::AddBot { level, name: None }).unwrap();
        }
        let salon = salon.playing();
        for request in salon.room.bots_owed() {
            let pace = (request.due - salon.now).get();
            assert!((delay * 3 / 5..=delay * 7 / 5).contains(&pace), "{pace} of {delay}");
        }
    }
}

/// The number of a stand-in, which everybody sees, opens nothing that its seat knows.
#[test]
fn mm_70_the_number_of_a_bot_reads_what_the_public_reads() {
    let mut salon = Salon::<Pick>::of(RoomOptions::default(), Options::default())
        .joined(&[ANN, BEN, CAT])
        .playing();
    salon.say(BEN, Command::Leave).unwrap();
    let stand_in = salon.room.view(None).players[1].id;
    let asked = salon.room.bots_owed().remove(0);
    let card = salon.room.observation(Seat(1)).unwrap().get().view.hand.unwrap()[0];
    salon.now = asked.due;
    salon.said.clear();
    let action = Some(Action::Pick { card });
    salon.call(Call::Bot { seat: asked.seat, prompt: asked.prompt, action }).unwrap();
    let told = |reader| -> Vec<_> {
        let logged = salon.said.iter().filter_map(|effect| match effect {
            RoomEffect::Log(record) => record.entry_for(reader),
            _ => None,
        });
        logged.map(|entry| (entry.number, entry.event)).collect()
    };
    assert!(matches!(told(None)[..], [(_, LogEvent::Game(_))]));
    assert_eq!(told(Some(stand_in)), told(None));
}
