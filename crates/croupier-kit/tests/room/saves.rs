//! Rooms that were written down, and rooms in a storm.

use croupier_kit::room::{Call, Command, LogEvent, Phase, Room, RoomEffect};
use croupier_kit::{Seat, Viewer};

use crate::tiny::Tiny;
use crate::{ANN, BEN, Salon};

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
        RoomEffect::Log(entry) => Some(entry),
        _ => None,
    });
    let mut hidden = 0;
    for (number, entry) in (0..).zip(entries) {
        assert_eq!(entry.number, number);
        let heard = entry.heard_by(Viewer::Seat(Seat(0)));
        hidden += u32::from(heard.story == LogEvent::Hidden);
        assert_eq!((heard.number, heard.at), (entry.number, entry.at));
    }
    assert!(hidden > 0, "nobody hears the order of the deck");
}

#[cfg(feature = "testing")]
#[test]
fn rooms_of_a_small_game_survive_a_storm() {
    let weather = croupier_kit::testing::room_fuzz::<Tiny>(100_000, 3);
    assert!(weather.matches > 100 && weather.taken > 10_000 && weather.saves > 100, "{weather:?}");
}
