//! Pausing a match.

use croupier_kit::Millis;
use croupier_kit::room::{Call, Command, Notice, Phase, Room, RoomOptions};

use crate::room::pick::{Action, Options, Pick};
use crate::room::{ANN, BEN, HARD, Salon, written};

/// Ann against a hard bot.
fn table() -> Salon<Pick> {
    let mut salon = Salon::<Pick>::of(RoomOptions::default(), Options::default()).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    salon.playing()
}

fn act(action: Action) -> Command<Pick> {
    Command::Act { action, prompt: None }
}

#[test]
fn dw_40_a_pause_keeps_what_is_left_of_every_delay() {
    let mut salon = table();
    salon.wait(300);
    let left = |salon: &Salon<Pick>| salon.room.waiting()[0].until.map(|until| until - salon.now);
    assert_eq!(left(&salon), Some(Millis(9_700)));
    let due = salon.room.bots_owed()[0].due;
    salon.say(ANN, Command::Pause).unwrap();
    assert!(
        salon.room.view(None).paused
            && salon.has_said(&Notice::Paused { seat: croupier_kit::game::Seat(0) })
    );
    assert_eq!(left(&salon), None, "nobody is waited for until anything");
    salon.wait(3_600_000);
    assert!(salon.room.view(None).game.unwrap().has_picked.is_empty());
    salon.say(ANN, Command::Resume).unwrap();
    assert_eq!(left(&salon), Some(Millis(9_700)));
    assert_eq!(salon.room.bots_owed()[0].due, due + Millis(3_600_000));
    assert!(salon.has_said(&Notice::Resumed));
    salon.wait(9_700);
    assert!(!salon.room.view(None).game.unwrap().has_picked.is_empty(), "the clock has run out");
}

#[test]
fn dw_40_while_paused_only_what_works_then_works() {
    let mut salon = table();
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    assert_eq!(salon.say(ANN, Command::Resume), Err("not_paused"));
    salon.say(ANN, Command::Pause).unwrap();
    assert_eq!(salon.say(ANN, Command::Pause), Err("paused"));
    assert_eq!(salon.say(ANN, act(Action::Pick { card: hand[0] })), Err("paused"));
    assert_eq!(salon.say(ANN, Command::Undo), Err("paused"));
    let request = salon.room.bots_owed().remove(0);
    salon.now = request.due;
    let bot = Call::Bot { seat: request.seat, prompt: request.prompt, action: None };
    assert_eq!(salon.call(bot), Err("paused"));
    let offers: Vec<_> =
        salon.room.view(Some(ANN)).offers.into_iter().map(|it| it.action).collect();
    assert_eq!(offers, [Action::Concede]);
    salon.say(ANN, act(Action::Concede)).unwrap();
    assert_eq!((salon.room.phase(), salon.room.view(None).paused), (Phase::Results, false));
}

#[test]
fn mm_70g_and_62a_a_match_of_several_persons_cannot_be_paused() {
    let options = Options { think_ms: Millis::ZERO, ..Options::default() };
    let mut salon =
        Salon::<Pick>::of(RoomOptions::default(), options).joined(&[ANN, BEN]).playing();
    assert_eq!(salon.say(ANN, Command::Pause), Err("several_persons"));
    // MM-70: a stand-in counts as the person it seems to be, or a pause would tell.
    salon.call(Call::Lost { id: BEN }).unwrap();
    salon.wait(30_000);
    assert_eq!(salon.say(ANN, Command::Pause), Err("several_persons"));
    salon.say(BEN, Command::Reconnect).unwrap();
    assert_eq!(salon.say(ANN, Command::Pause), Err("several_persons"));
}

#[test]
fn dw_40_a_paused_match_is_saved_as_it_is() {
    let mut salon = table();
    salon.wait(300);
    salon.say(ANN, Command::Pause).unwrap();
    salon.wait(5_000);
    let mut copy = Room::<Pick>::load(&salon.room.save().unwrap()).unwrap();
    salon.say(ANN, Command::Resume).unwrap();
    copy.handle(Call::Person { id: ANN, command: Command::Resume }, salon.now).answer.unwrap();
    assert_eq!(written(&copy), written(&salon.room));
    assert_eq!(copy.waiting()[0].until, Some(salon.now + Millis(9_700)));
}

/// What works while paused may ask a bot. It begins to think when the match goes on.
#[test]
fn dw_40_a_bot_that_is_asked_during_a_pause_thinks_after_it() {
    let mut salon = table();
    salon.say(ANN, Command::Pause).unwrap();
    salon.wait(60_000);
    // The person is away and back: the match hears of it, and the bot is asked again.
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.say(ANN, Command::Reconnect).unwrap();
    salon.say(ANN, Command::Resume).unwrap();
    let due = salon.room.bots_owed()[0].due;
    assert!(due > salon.now && due <= salon.now + Millis(1_260), "{due:?}");
}

#[test]
fn mm_62d_grace_periods_run_on_while_a_match_is_paused() {
    let mut salon = table();
    salon.say(ANN, Command::Pause).unwrap();
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.wait(29_999);
    assert!(salon.room.view(None).paused);
    salon.wait(1);
    assert!(!salon.room.view(None).paused, "nobody is left to end the pause");
    assert_ne!(salon.room.view(None).players[0].id, ANN);
}
