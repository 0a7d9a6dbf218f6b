//! What an inspector may light of the room's own machines.

use croupier_kit::Millis;
use croupier_kit::room::{Command, Phase, RoomOptions};

use crate::room::{ANN, BEN, CAT, Salon};

/// Machines with their active states; places that nobody has are left out.
fn lit(salon: &Salon) -> Vec<String> {
    let machines = salon.room.own_states().into_iter();
    let lines = machines.map(|it| {
        let states = it.states.into_iter().filter(|path| !path.ends_with(".vacant"));
        format!("{}: {}", it.machine, states.collect::<Vec<_>>().join(" "))
    });
    lines.collect()
}

#[test]
fn the_machines_of_a_room_are_told_unless_a_match_runs() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]);
    let people = "connection.slot0.connected connection.slot1.connected";
    let lobby = format!("game: flow.lobby reactions.listening {people}");
    assert_eq!(lit(&salon), [lobby.as_str(), "lobby: waiting"]);
    salon = salon.playing();
    assert_eq!(lit(&salon), [] as [&str; 0]);
    salon.play_out();
    let results = "game: flow.gameOver reactions.listening";
    assert_eq!(lit(&salon), [results, "gameOver: showingResults"]);
    salon.now += RoomOptions::default().results_ms + Millis(1);
    salon.wait(0);
    assert_eq!(salon.room.phase(), Phase::Voting);
    let voting = format!("{results} {people}");
    assert_eq!(lit(&salon), [voting.as_str(), "gameOver: awaitingRematch.voting"]);
}

/// MM-66, MM-70: others are not told that a seat has a stand-in, and it sits there until the vote.
#[test]
fn results_do_not_tell_who_was_a_stand_in() {
    let with_three = || Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]).playing();
    let (mut persons, mut stand_in) = (with_three(), with_three());
    stand_in.say(BEN, Command::Leave).unwrap();
    for salon in [&mut persons, &mut stand_in] {
        salon.play_out();
        assert_eq!(salon.room.phase(), Phase::Results);
    }
    assert_eq!(persons.room.own_states(), stand_in.room.own_states());
}
