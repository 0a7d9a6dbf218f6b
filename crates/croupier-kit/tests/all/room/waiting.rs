//! Whom the table waits for, and until when.

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::{Call, Command, RoomOptions, Waiting};

use crate::room::pick::{Options, Pick};
use crate::room::{ANN, BEN, CAT, Salon};
use crate::tiny::Action;

type Wait = (Seat, Option<Millis>);

fn waiting(seat: u8, until: Option<Millis>) -> Wait {
    (Seat(seat), until)
}

fn told(found: &[Waiting]) -> Vec<Wait> {
    found.iter().map(|it| (it.seat, it.until)).collect()
}

#[test]
fn the_table_waits_for_whoever_is_asked() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    assert_eq!(told(&salon.room.waiting()), [waiting(0, None), waiting(1, None)], "to be ready");
    salon.say(BEN, Command::Ready).unwrap();
    assert_eq!(told(&salon.room.view(None).waiting), [waiting(0, None)]);
    let mut salon = salon.playing();
    let deadline = salon.now + Millis(20_000);
    assert_eq!(told(&salon.room.waiting()), [waiting(0, Some(deadline))]);
    // While Ann's clock is held she is asked without a limit.
    salon.wait(5_000);
    salon.say(ANN, Command::Act { action: Action::Wait, prompt: None }).unwrap();
    assert_eq!(told(&salon.room.waiting()), [waiting(0, None)]);
    salon.wait(2_000);
    assert_eq!(told(&salon.room.waiting()), [waiting(0, Some(salon.now + Millis(15_000)))]);
    assert_eq!(salon.room.view(Some(ANN)).prompt.unwrap().deadline, salon.room.waiting()[0].until);
    salon.play_out();
    assert_eq!(told(&salon.room.waiting()), [], "results are shown");
    salon.wait(5_000);
    let ends = salon.room.view(None).deadline;
    assert_eq!(told(&salon.room.waiting()), [waiting(0, ends), waiting(1, ends)], "for votes");
    salon.say(ANN, Command::VoteRematch).unwrap();
    assert_eq!(told(&salon.room.waiting()), [waiting(1, ends)]);
}

#[test]
fn the_clocks_of_several_seats_run_at_once() {
    let mut salon = Salon::<Pick>::of(RoomOptions::strict(), Options::default());
    salon.wait(1_000);
    let mut salon = salon.joined(&[ANN, BEN, CAT]).playing();
    let start = salon.now;
    let until = |seconds| Some(start + Millis::from_secs(seconds));
    let all = [waiting(0, until(10)), waiting(1, until(11)), waiting(2, until(12))];
    assert_eq!(told(&salon.room.waiting()), all);
    assert_eq!(salon.room.view(Some(CAT)).prompt.unwrap().deadline, until(12));
    // One who answers does not stop the clocks of the others.
    salon.wait(4_000);
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let action = crate::room::pick::Action::Pick { card: hand[0] };
    salon.say(ANN, Command::Act { action, prompt: None }).unwrap();
    assert_eq!(told(&salon.room.waiting()), all[1..]);
    // Each runs out for itself, and the match acts for that seat.
    salon.wait(7_000);
    assert_eq!(told(&salon.room.waiting()), all[2..]);
    let copy = croupier_kit::room::Room::<Pick>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(told(&copy.waiting()), all[2..], "clocks are saved");
    assert_eq!(salon.room.view(None).game.unwrap().has_picked.len(), 2);
    salon.wait(1_000);
    assert_eq!(salon.room.view(None).game.unwrap().has_picked.len(), 3);
}

#[test]
fn mm_63_a_view_says_how_long_a_lost_player_is_waited_for() {
    let mut salon = Salon::strict(&[ANN, BEN]).playing();
    let away = |salon: &Salon| salon.room.view(None).players[1].away_until;
    assert_eq!(away(&salon), None);
    salon.wait(1_000);
    salon.call(Call::Lost { id: BEN }).unwrap();
    assert_eq!(away(&salon), Some(salon.now + Millis(30_000)));
    salon.say(BEN, Command::Reconnect).unwrap();
    assert_eq!(away(&salon), None);
}
