//! May I? at a table of the room.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::Seed;
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::room::{Call, Command, LogEvent, PlayerId, Room, RoomEffect, RoomOptions};
use croupier_kit::text::Show as _;
use may_i::{Event, MayI, Options};

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
