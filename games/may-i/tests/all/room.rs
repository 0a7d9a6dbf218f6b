//! May I? in a room.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::Seed;
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::room::{Call, Command, LogEvent, PlayerId, Room, RoomEffect, RoomOptions};
use croupier_kit::text::Show as _;
use may_i::{Action, Card, Event, MayI, Named, Options};

#[test]
fn mi_146_what_is_said_of_a_player_uses_the_name_at_the_table() {
    let names = ["Ada", "Bo", "Cy"];
    let ids: Vec<PlayerId> = (1..=3).map(PlayerId).collect();
    let seed = Seed::from_number(146);
    let mut room = Room::<MayI>::new(RoomOptions::default(), Options::online(), seed).unwrap();
    let (mut texts, mut players): (Vec<String>, _) = (vec![], None);
    let mut told = |room: &mut Room<MayI>, call: Call<MayI>, now| {
        let handled = room.handle(call, now);
        handled.answer.unwrap();
        for effect in handled.effects {
            let RoomEffect::Log(record) = effect else { continue };
            for reader in [None].into_iter().chain(ids.iter().copied().map(Some)) {
                let Some(entry) = record.entry_for(reader) else { continue };
                let text = entry.describe(record.viewer(reader), record.names()).text;
                texts.extend(text.map(|line| line.to_string()));
                if let LogEvent::Game(Event::GameStarted { players: ids, .. }) = entry.event {
                    players = Some(ids);
                }
            }
        }
        if let Some(game) = &room.view(Some(ids[0])).game {
            let names = names.map(str::to_owned);
            let board = MayI::board(game, Viewer::Seat(Seat(0)), &names).lines();
            texts.extend(board.iter().map(ToString::to_string));
        }
    };
    let now = room.now();
    for (id, name) in ids.iter().zip(names) {
        for command in [Command::Join { name: name.to_owned() }, Command::Ready] {
            told(&mut room, Call::Person { id: *id, command }, now);
        }
    }
    told(&mut room, Call::Person { id: ids[0], command: Command::StartGame }, now);
    for _ in 0..200 {
        let asked = ids.iter().find_map(|id| {
            let prompt = room.view(Some(*id)).prompt?;
            Some((*id, prompt.choices.first()?.action.clone()))
        });
        let now = room.now();
        if let Some((id, action)) = asked {
            let command = Command::Act { action, prompt: None };
            told(&mut room, Call::Person { id, command }, now);
        } else {
            let due = room.next_due().unwrap();
            told(&mut room, Call::Wake, due);
        }
    }
    let said = |name: &str| texts.iter().any(|text| text.contains(name));
    assert!(names.into_iter().all(said), "{texts:#?}");
    assert!(!["P1", "P2", "P3", "player-"].into_iter().any(said), "{texts:#?}");
    let ids = ["player-0", "player-1", "player-2"].map(str::to_owned);
    assert_eq!(players.unwrap(), ids);
}

/// A table of three that takes first choices until one of them may undo an action.
fn table_with_undo() -> (Room<MayI>, PlayerId) {
    let ids: Vec<PlayerId> = (1..=3).map(PlayerId).collect();
    let settings = RoomOptions { undo: true, ..RoomOptions::default() };
    let mut room = Room::<MayI>::new(settings, Options::online(), Seed::from_number(30)).unwrap();
    let say = |room: &mut Room<MayI>, id, command| {
        let now = room.now();
        room.handle(Call::Person { id, command }, now).answer.unwrap();
    };
    for id in &ids {
        say(&mut room, *id, Command::Join { name: format!("{id:?}") });
        say(&mut room, *id, Command::Ready);
    }
    say(&mut room, ids[0], Command::StartGame);
    for _ in 0..500 {
        let may_undo = |id: &PlayerId| room.open_commands(*id).iter().any(|it| it.name == "undo");
        if let Some(id) = ids.iter().copied().find(may_undo) {
            return (room, id);
        }
        let asked = ids.iter().find_map(|id| {
            let prompt = room.view(Some(*id)).prompt?;
            Some((*id, prompt.choices.first()?.action.clone()))
        });
        if let Some((id, action)) = asked {
            say(&mut room, id, Command::Act { action, prompt: None });
        } else {
            let due = room.next_due().unwrap();
            room.handle(Call::Wake, due);
        }
    }
    panic!("nobody could take anything back");
}

fn sort(room: &mut Room<MayI>, sorter: PlayerId, cards: &[Card]) {
    let cards = cards.iter().copied().map(Named::Known).collect();
    let command = Command::Act { action: Action::ReorderHand { cards }, prompt: None };
    let now = room.now();
    room.handle(Call::Person { id: sorter, command }, now).answer.unwrap();
}

fn hand(room: &Room<MayI>, id: PlayerId) -> Vec<Card> {
    let seat = room.seat_of(id).unwrap();
    room.view(Some(id)).game.unwrap().players[seat.at()].hand.clone().unwrap()
}

fn undo(room: &mut Room<MayI>, id: PlayerId) {
    let now = room.now();
    room.handle(Call::Person { id, command: Command::Undo }, now).answer.unwrap();
}

#[test]
fn mi_30_mm_89_a_hand_sorted_in_secret_prevents_no_undo_and_stays_sorted() {
    let (mut room, undoer) = table_with_undo();
    let sorter = (1..=3).map(PlayerId).find(|id| *id != undoer).unwrap();
    let (before, mut cards) = (room.view(Some(undoer)), hand(&room, sorter));
    // More often than the undo limit allows.
    for times in 1..=99 {
        cards.reverse();
        sort(&mut room, sorter, &cards);
        assert_eq!(room.view(Some(undoer)), before, "after {times}");
    }
    // Also after a restart.
    let mut room = Room::<MayI>::load(&room.save().unwrap()).unwrap();
    assert_eq!(room.view(Some(undoer)), before);
    undo(&mut room, undoer);
    assert_eq!(hand(&room, sorter), cards);
    room.invariants().unwrap();
}

#[test]
fn mm_89_who_takes_a_move_back_keeps_their_own_order() {
    let (mut room, undoer) = table_with_undo();
    let mut cards = hand(&room, undoer);
    cards.reverse();
    sort(&mut room, undoer, &cards);
    let before = room.view(Some(undoer)).prompt;
    undo(&mut room, undoer);
    assert_ne!(room.view(Some(undoer)).prompt, before, "the move goes back, not the sorting");
    assert_eq!(hand(&room, undoer), cards);
    room.invariants().unwrap();
}

#[test]
fn mm_89i_a_hand_that_is_sorted_for_ever_leaves_one_order() {
    let (mut room, undoer) = table_with_undo();
    let other = (1..=3).map(PlayerId).find(|id| *id != undoer).unwrap();
    let inputs = |room: &Room<MayI>| room.match_save().unwrap().unwrap().inputs.len();
    let (before, first) = (inputs(&room), hand(&room, other));
    let mut hands = [undoer, other].map(|id| (id, hand(&room, id)));
    sort(&mut room, other, &first);
    assert_eq!(inputs(&room), before, "the order that it had already");
    for times in 0..40_000 {
        let (sorter, cards) = &mut hands[usize::from(times % 7 == 0)];
        cards.rotate_left(1 + times % 3);
        sort(&mut room, *sorter, cards);
    }
    assert_eq!(inputs(&room), before + 2);
    for (sorter, cards) in &hands {
        assert_eq!(hand(&room, *sorter), *cards);
    }
    sort(&mut room, other, &first);
    assert_eq!(inputs(&room), before + 1, "the order from before");
    let save = room.match_save().unwrap().unwrap();
    assert!(croupier_kit::matches::replay::<MayI>(&save).unwrap().verified);
    // A move stays, and with it the order in which the hand was then.
    undo(&mut room, undoer);
    let save = room.match_save().unwrap().unwrap();
    assert!(croupier_kit::matches::replay::<MayI>(&save).unwrap().verified);
}

/// Rules 2 of rooms kept secret actions among the moves, each with its own checkpoint.
#[test]
fn mm_89_a_room_of_rules_2_goes_on_with_its_moves_alone() {
    let (mut room, undoer) = table_with_undo();
    let sorter = (1..=3).map(PlayerId).find(|id| *id != undoer).unwrap();
    let seat = room.seat_of(sorter).unwrap();
    let checkpoint =
        serde_json::to_value(room.save().unwrap()).unwrap()["playing"]["save"]["snapshot"].take();
    let mut cards = hand(&room, sorter);
    cards.reverse();
    sort(&mut room, sorter, &cards);
    let today = room.save().unwrap();
    let mut saved = serde_json::to_value(&today).unwrap();
    saved["room_rules"] = 2.into();
    let playing = &mut saved["playing"];
    let past = playing["past"].as_array_mut().unwrap();
    let mut action = past.last().unwrap().clone();
    let move_before = past.last_mut().unwrap().as_object_mut().unwrap();
    let private = move_before.remove("since").unwrap()[0][1].take();
    action.as_object_mut().unwrap().remove("since");
    (action["seat"], action["secret"]) = (serde_json::json!(seat), private);
    past.push(action);
    playing["save"]["earlier"].as_array_mut().unwrap().push(checkpoint);
    let mut room = Room::<MayI>::load(&serde_json::from_value(saved).unwrap()).unwrap();
    assert_eq!(room.save().unwrap().to_json(), today.to_json());
    undo(&mut room, undoer);
    assert_eq!(hand(&room, sorter), cards);
}
