//! Taking actions back.

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::{BotLevel, Call, Command, Notice, Room, RoomEffect, RoomOptions};

use crate::room::pick::{self, Pick};
use crate::room::{ANN, BEN, CAT, HARD, Salon, written};
use crate::tiny::{Action, Tiny};

fn settings() -> RoomOptions {
    RoomOptions { undo: true, ..RoomOptions::default() }
}

fn play(salon: &mut Salon, id: croupier_kit::room::PlayerId) {
    let hand = salon.room.view(Some(id)).game.unwrap().hand.unwrap();
    let action = Action::Play { card: hand[0] };
    salon.say(id, Command::Act { action, prompt: None }).unwrap();
}

#[test]
fn mm_89a_an_undo_is_told_and_asks_a_new_question() {
    let mut salon = Salon::with(settings(), &[ANN, BEN]).playing();
    let before = salon.room.view(Some(ANN));
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"));
    play(&mut salon, ANN);
    salon.say(ANN, Command::Undo).unwrap();
    assert!(salon.said.contains(&RoomEffect::Undone { seat: Seat(0) }));
    assert!(salon.has_said(&Notice::ActionUndone { seat: Seat(0) }));
    let after = salon.room.view(Some(ANN));
    assert_eq!(after.game, before.game);
    let id = before.prompt.unwrap().id;
    let hand = after.game.unwrap().hand.unwrap();
    let action = Action::Play { card: hand[0] };
    let late = Command::Act { action, prompt: Some(id) };
    assert_eq!(salon.say(ANN, late), Err("stale_prompt"));
}

#[test]
fn mm_89b_among_several_persons_only_the_very_last_action_goes_back() {
    let mut salon = Salon::with(settings(), &[ANN, BEN, CAT]).playing();
    play(&mut salon, ANN);
    assert_eq!(salon.say(BEN, Command::Undo), Err("nothing_to_undo"), "it was not Ben's");
    play(&mut salon, BEN);
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"), "Ben has acted");
    // Where it is not allowed, nothing is.
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN]).playing();
    play(&mut salon, ANN);
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"));
}

#[test]
fn mm_89c_among_several_persons_nothing_hidden_may_have_come_out() {
    let mut salon =
        Salon::<Pick>::of(settings(), pick::Options::default()).joined(&[ANN, BEN]).playing();
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let action = pick::Action::Pick { card: hand[0] };
    salon.say(ANN, Command::Act { action, prompt: None }).unwrap();
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"), "Ann alone knows the card");
}

#[test]
fn mm_89e_nothing_goes_back_before_the_hosts_word() {
    let mut salon = Salon::<Pick>::of(settings(), pick::Options::default()).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let mut salon = salon.playing();
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let pick = |salon: &mut Salon<Pick>, card| {
        let action = pick::Action::Pick { card };
        salon.say(ANN, Command::Act { action, prompt: None })
    };
    pick(&mut salon, hand[0]).unwrap();
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.say(ANN, Command::Reconnect).unwrap();
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"));
}

#[test]
fn mm_89d_one_person_takes_back_what_bots_did_since_as_well() {
    let mut salon = Salon::with(settings(), &[ANN]);
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    let mut salon = salon.playing();
    salon.wait(3_000);
    let before = salon.room.view(Some(ANN));
    let knows = |salon: &Salon| salon.room.observation(Seat(1)).unwrap().get().view.clone();
    let bot = knows(&salon);
    play(&mut salon, ANN);
    while knows(&salon) == bot {
        salon.wait(100);
    }
    let copy = croupier_kit::room::Room::<Tiny>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&salon.room), "what can be taken back is saved");
    let undone_at = salon.now;
    salon.say(ANN, Command::Undo).unwrap();
    let after = salon.room.view(Some(ANN));
    assert_eq!((&after.game, knows(&salon)), (&before.game, bot));
    assert_eq!((after.now, salon.now), (undone_at, undone_at), "the room's time goes on");
    // Ann's clock has run on.
    let until = |view: &croupier_kit::room::RoomViewOf<Tiny>| view.waiting[0].until.unwrap();
    assert_eq!((until(&after), until(&before)), (Millis(20_000), Millis(20_000)));
}

#[test]
fn mm_89f_an_undo_gives_nobody_time_back() {
    let mut salon = Salon::with(settings(), &[ANN, BEN]).playing();
    salon.wait(3_000);
    play(&mut salon, ANN);
    salon.wait(16_999);
    salon.say(ANN, Command::Undo).unwrap();
    assert_eq!(salon.room.waiting()[0].until, Some(Millis(20_000)), "one moment is left to Ann");
    play(&mut salon, ANN);
    assert_eq!(salon.room.waiting()[0].until, Some(salon.now + Millis(20_000)));
    salon.wait(1);
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"), "her time would be up");
    let copy = croupier_kit::room::Room::<Tiny>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(written(&copy), written(&salon.room));
}

#[test]
fn mm_89c_and_d_what_others_were_shown_is_not_taken_back() {
    let room = || Salon::<Pick>::of(settings(), pick::Options::default());
    let peek = || Command::Act { action: pick::Action::Peek, prompt: None };
    let mut salon = room().joined(&[ANN, BEN]).playing();
    salon.say(ANN, peek()).unwrap();
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"), "she has seen Ben's card");
    // Alone with bots that is her own affair.
    let mut salon = room().joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let mut salon = salon.playing();
    salon.say(ANN, peek()).unwrap();
    salon.say(ANN, Command::Undo).unwrap();
}

#[test]
fn mm_89g_so_many_actions_go_back_and_no_more() {
    let options = crate::tiny::Options {
        rounds: 100,
        deal_ms: 0,
        show_ms: 0,
        think_ms: 1_000_000_000,
        ..crate::tiny::Options::default()
    };
    let mut salon = Salon::<Tiny>::of(settings(), options).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    let mut salon = salon.playing();
    let mut played = 0;
    while played < 60 {
        if salon.room.view(Some(ANN)).prompt.is_some() {
            play(&mut salon, ANN);
            played += 1;
        }
        salon.wait(100);
    }
    let save = salon.room.match_save().unwrap().unwrap();
    assert_eq!(save.earlier.len(), 64, "the save does not grow for ever");
    let mut undone = 0;
    while salon.say(ANN, Command::Undo).is_ok() {
        undone += 1;
    }
    assert!((20..=64).contains(&undone), "{undone}");
}

#[test]
fn mm_89h_undo_comes_to_an_end() {
    let mut salon = Salon::with(settings(), &[ANN, BEN]).playing();
    for _ in 0..5_000 {
        play(&mut salon, ANN);
        salon.say(ANN, Command::Undo).unwrap();
    }
    salon.room = Room::load(&salon.room.save().unwrap()).unwrap();
    play(&mut salon, ANN);
    assert_eq!(salon.say(ANN, Command::Undo), Err("nothing_to_undo"));
    assert!(salon.room.open_commands(ANN).iter().all(|it| it.name != "undo"));
}
