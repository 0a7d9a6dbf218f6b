//! Data War in a room.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::Seed;
use croupier_kit::game::Seat;
use croupier_kit::room::{BotLevel, Call, Command, Phase, PlayerId, Room, RoomOptions};
use data_war::action::FlowEvent;
use data_war::screen::Character;
use data_war::{Action, DataWar};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);

/// A room with a person for every name, and the house in the other seat.
fn lobby(people: &[PlayerId]) -> Room<DataWar> {
    lobby_of("classic", people)
}

fn lobby_of(preset: &str, people: &[PlayerId]) -> Room<DataWar> {
    let seed = Seed::from_number(1);
    let options = crate::common::preset(preset);
    let mut room = Room::new(RoomOptions::default(), options, seed).unwrap();
    for id in people {
        say(&mut room, *id, Command::Join { name: format!("P{}", id.0) });
        say(&mut room, *id, Command::Ready);
    }
    if people.len() == 1 {
        say(&mut room, people[0], Command::AddBot { level: BotLevel::HOUSE, name: None });
    }
    say(&mut room, people[0], Command::StartGame);
    room
}

fn say(room: &mut Room<DataWar>, id: PlayerId, command: Command<DataWar>) {
    let now = room.now();
    room.handle(Call::Person { id, command }, now).answer.unwrap();
}

fn act(room: &mut Room<DataWar>, id: PlayerId, action: Action) {
    say(room, id, Command::Act { action, prompt: None });
}

fn wait(room: &mut Room<DataWar>, ms: u64) {
    let now = room.now() + Millis(ms);
    room.handle(Call::Wake, now).answer.unwrap();
}

fn pacing(room: &Room<DataWar>) -> serde_json::Value {
    room.match_save().unwrap().unwrap().options["pacing"].clone()
}

#[test]
fn dw_39a_and_f_two_persons_play_with_network_pacing() {
    let mut room = lobby(&[ANN, BEN]);
    assert_eq!(pacing(&room), "network");
    assert_eq!(
        room.view(None).options.pacing,
        data_war::options::Pacing::Local,
        "as it was chosen"
    );
    let waiting = room.waiting();
    assert_eq!(waiting.len(), 2, "nobody waits in `welcome`: both are asked to tap");
    assert_eq!(waiting[0].until, Some(Millis(15_000)));
    wait(&mut room, 15_000);
    assert_ne!(room.waiting(), waiting, "missing taps count as given");
}

/// DW-39: two persons always get network pacing, whatever was chosen.
#[test]
fn dw_39f_two_persons_keep_network_pacing_whatever_was_chosen() {
    for chosen in ["classic", "release", "network", "headless", "bench"] {
        assert_eq!(pacing(&lobby_of(chosen, &[ANN, BEN])), "network", "{chosen}");
    }
    assert_eq!(pacing(&lobby_of("headless", &[ANN])), "headless", "one person has what was chosen");
}

/// MM-79: internal commands are refused before the sender is checked.
#[test]
fn mm_79d_a_watcher_who_says_what_the_room_says() {
    const CAT: PlayerId = PlayerId(3);
    let refused = |room: &Room<DataWar>, id, action: &Action| {
        let command = Command::Act { action: action.clone(), prompt: None };
        room.check(id, &command).unwrap_err().code()
    };
    let options = crate::common::preset("classic");
    let empty =
        Room::<DataWar>::new(RoomOptions::default(), options, Seed::from_number(1)).unwrap();
    let room = lobby(&[ANN, BEN]);
    let seat = Seat(0);
    for action in [
        Action::SeatChanged { seat, person: true, connected: false },
        Action::ConcedeFor { seat },
        Action::CloseGrab,
    ] {
        assert_eq!(refused(&empty, CAT, &action), "internal_event", "{action:?} in the lobby");
        for id in [ANN, BEN, CAT] {
            assert_eq!(refused(&room, id, &action), "internal_event", "{action:?} of {id:?}");
        }
    }
    assert_eq!(refused(&room, CAT, &Action::Concede), "not_seated");
}

/// DW-39, DW-171: an offer to every person, for their own seat only.
#[test]
fn dw_39g_each_person_chooses_a_character_until_the_first_cards_are_revealed() {
    let choose = |billionaire| Action::SelectBillionaire { billionaire };
    let offered = |room: &Room<DataWar>, id| -> Vec<Character> {
        let offers = room.view(Some(id)).offers.into_iter();
        let chosen = offers.filter_map(|offer| match offer.action {
            Action::SelectBillionaire { billionaire } => Some(billionaire),
            _ => None,
        });
        chosen.collect()
    };
    let shown = |room: &Room<DataWar>| {
        let sides = room.view(None).game.unwrap().sides;
        sides.iter().map(|side| side.character.unwrap()).collect::<Vec<_>>()
    };
    let mut room = lobby(&[ANN, BEN]);
    let first = shown(&room);
    assert_eq!(offered(&room, ANN).len(), 5, "all but one's own");
    let chosen = offered(&room, BEN)[0];
    act(&mut room, BEN, choose(chosen));
    assert_eq!(shown(&room), [first[0], chosen]);
    assert!(!offered(&room, BEN).contains(&chosen));
    // Two players may use the same character, and it can be changed after tapping.
    act(&mut room, ANN, Action::Tap);
    act(&mut room, ANN, choose(chosen));
    assert_eq!(shown(&room), [chosen, chosen]);
    act(&mut room, BEN, Action::Tap);
    assert_eq!((offered(&room, ANN), offered(&room, BEN)), (vec![], vec![]), "cards are revealed");
    let now = room.now();
    let command = Command::Act { action: choose(first[0]), prompt: None };
    let late = room.handle(Call::Person { id: ANN, command }, now).answer.unwrap_err();
    assert_eq!(late.code(), "wrong_phase");
}

#[test]
fn dw_39f_one_person_against_the_house_plays_at_one_screen() {
    let mut room = lobby(&[ANN]);
    assert_eq!(pacing(&room), "local");
    assert_eq!(room.waiting().len(), 1);
    act(&mut room, ANN, Action::Event(FlowEvent::SkipToGame));
    act(&mut room, ANN, Action::Tap);
    wait(&mut room, 5_000);
    let view = room.view(Some(ANN));
    assert_eq!((view.phase, view.players[1].bot), (Phase::Playing, true));
    assert!(room.bots_owed().is_empty(), "the game plays the house");
}

#[test]
fn dw_40_the_one_person_pauses_the_game() {
    let mut room = lobby(&[ANN]);
    act(&mut room, ANN, Action::Event(FlowEvent::SkipToGame));
    act(&mut room, ANN, Action::Tap);
    wait(&mut room, 400);
    say(&mut room, ANN, Command::Pause);
    let idle = room.now() + RoomOptions::default().idle_ms.unwrap();
    assert!(room.next_due().is_some_and(|due| due + Millis(5_000) > idle), "no delay runs");
    let paused =
        |action| room.check(ANN, &Command::Act { action, prompt: None }).map_err(|it| it.code());
    assert_eq!(paused(Action::Tap), Err("paused"));
    assert_eq!(paused(Action::Event(FlowEvent::ResetGame)), Ok(()));
    assert_eq!(paused(Action::Event(FlowEvent::QuitGame)), Ok(()));
    wait(&mut room, 60_000);
    say(&mut room, ANN, Command::Resume);
    assert_eq!(room.next_due(), Some(room.now() + Millis(600)), "what was left is left");
    say(&mut room, ANN, Command::Pause);
    for event in [FlowEvent::QuitGame, FlowEvent::ResetGame] {
        act(&mut room, ANN, Action::Event(event));
        assert!(room.view(None).paused, "the pause is the room's");
        assert_eq!(refusal(&mut room, ANN, Action::Event(FlowEvent::SkipToGame)), "paused");
    }
    say(&mut room, ANN, Command::Resume);
    act(&mut room, ANN, Action::Event(FlowEvent::SkipToGame));
    let mut room = lobby(&[ANN, BEN]);
    let now = room.now();
    let answer = room.handle(Call::Person { id: ANN, command: Command::Pause }, now).answer;
    assert_eq!(answer.map_err(|why| why.code()), Err("several_persons"));
}

#[test]
fn dw_41_conceding_is_offered_at_any_time() {
    let mut room = lobby(&[ANN, BEN]);
    let offers = |room: &Room<DataWar>| -> Vec<Action> {
        room.view(Some(BEN)).offers.into_iter().map(|offer| offer.action).collect()
    };
    assert!(offers(&room).contains(&Action::Concede));
    act(&mut room, BEN, Action::Tap);
    act(&mut room, ANN, Action::Tap);
    assert_eq!(room.view(Some(BEN)).prompt, None, "cards are turned over");
    assert_eq!(offers(&room), [Action::Concede]);
    act(&mut room, BEN, Action::Concede);
    assert!(room.view(None).result.unwrap().winners.contains(Seat(0)));
}

fn refusal(room: &mut Room<DataWar>, id: PlayerId, action: Action) -> &'static str {
    let now = room.now();
    let command = Command::Act { action, prompt: None };
    room.handle(Call::Person { id, command }, now)
        .answer
        .map_or_else(|why| why.code(), |()| "taken")
}

#[test]
fn dw_33e_nobody_resets_or_quits_the_game_of_two_persons() {
    let mut room = lobby(&[ANN, BEN]);
    for id in [ANN, BEN] {
        let reset = Action::Event(FlowEvent::ResetGame);
        assert_eq!(refusal(&mut room, id, reset), "not_your_action");
        for event in [FlowEvent::StartGame, FlowEvent::SkipToGame, FlowEvent::RevealCards] {
            assert_ne!(refusal(&mut room, id, Action::Event(event)), "taken");
        }
    }
    // Quitting concedes, so the other player wins.
    act(&mut room, BEN, Action::Event(FlowEvent::QuitGame));
    let result = room.view(None).result.unwrap();
    assert_eq!((result.reason.as_ref(), result.winners.contains(Seat(0))), ("concede", true));
}

#[test]
fn dw_39d_a_table_of_two_never_waits_in_welcome() {
    for preset in ["classic", "release"] {
        let mut room = lobby_of(preset, &[ANN, BEN]);
        assert_eq!(pacing(&room), "network", "{preset}");
        // Nobody does anything, and the game still ends.
        for _ in 0..20_000 {
            let Some(due) = room.next_due() else { break };
            if room.view(None).result.is_some() {
                break;
            }
            room.handle(Call::Wake, due).answer.unwrap();
        }
        assert!(room.view(None).result.is_some(), "{preset}");
    }
}

#[test]
fn dw_42f_the_match_is_told_of_lost_connections_and_stand_ins() {
    let mut room = lobby(&[ANN, BEN]);
    let kinds = |room: &Room<DataWar>| room.view(None).game.unwrap().sides.map(|side| side.kind);
    let before = kinds(&room);
    let now = room.now();
    room.handle(Call::Lost { id: BEN }, now).answer.unwrap();
    let away = |room: &Room<DataWar>| {
        let save = room.match_save().unwrap().unwrap();
        let inputs = serde_json::to_value(&save.inputs).unwrap().to_string();
        inputs.matches("seat_changed").count()
    };
    assert_eq!(away(&room), 1, "the match is told of the lost connection");
    let grace = RoomOptions::default().grace_ms;
    room.handle(Call::Wake, now + grace).answer.unwrap();
    assert_eq!(
        away(&room),
        0,
        "a stand-in is there as the person was: nothing is left of the loss"
    );
    assert_eq!(kinds(&room), before, "MM-70: nobody sees that it is a bot");
}

/// Effects are shown to both; with `leaves`, a stand-in has held the second seat for a while.
fn on_show(leaves: bool) -> Room<DataWar> {
    let deck = |codes| data_war::exact::Codes::parse(codes).unwrap();
    let decks = data_war::exact::Exact {
        p1: deck("OW C1 C4 T1 C2"),
        p2: deck("C5 C2 C3 C3"),
        ..data_war::exact::Exact::default()
    };
    let options =
        data_war::Options { exact: Some(Box::new(decks)), ..crate::common::preset("network") };
    let room = RoomOptions { stand_in: BotLevel::RANDOM, ..RoomOptions::default() };
    let mut room = Room::new(room, options, Seed::from_number(1)).unwrap();
    for id in [ANN, BEN] {
        say(&mut room, id, Command::Join { name: format!("P{}", id.0) });
        say(&mut room, id, Command::Ready);
    }
    say(&mut room, ANN, Command::StartGame);
    act(&mut room, BEN, Action::Tap);
    if leaves {
        say(&mut room, BEN, Command::Leave);
    }
    act(&mut room, ANN, Action::Tap);
    wait(&mut room, 2_500);
    room
}

#[test]
fn mm_70b_a_stand_in_is_asked_to_dismiss_like_the_person_it_seems_to_be() {
    let [mut person, mut stand_in] = [false, true].map(on_show);
    let game = |room: &Room<DataWar>| serde_json::to_value(room.view(None).game).unwrap();
    assert_eq!(game(&stand_in), game(&person));
    assert_eq!(stand_in.waiting(), person.waiting());
    assert_eq!(stand_in.waiting().len(), 2, "both have effects to read");
    // One player dismisses, and the table waits for the other, who takes some time.
    for room in [&mut person, &mut stand_in] {
        act(room, ANN, Action::Dismiss);
    }
    assert_eq!(stand_in.waiting(), person.waiting());
    assert_eq!(stand_in.waiting().len(), 1);
    let pace = RoomOptions::default().bot_delay_ms;
    wait(&mut stand_in, pace.get() * 7 / 5);
    assert_ne!(game(&stand_in), game(&person), "the stand-in has dismissed too");
}
