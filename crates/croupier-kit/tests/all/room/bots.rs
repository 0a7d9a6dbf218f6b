//! Bots: what they are asked, what they know, and how they answer.

use croupier_kit::Millis;
use croupier_kit::game::{OwnedObservation, Seat};
use croupier_kit::room::{BotLevel, BotRequest, Call, Command, Room, RoomEffect, RoomOptions};

use crate::room::pick::{Action, Options, Pick};
use crate::room::{ANN, BEN, HARD, Salon, written};

/// Ann against a hard bot.
fn table(settings: RoomOptions) -> Salon<Pick> {
    let mut salon = Salon::<Pick>::of(settings, Options::default()).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    salon.playing()
}

fn requests(salon: &Salon<Pick>) -> Vec<BotRequest> {
    let asked = salon.said.iter().filter_map(|effect| match effect {
        RoomEffect::AskBot(request) => Some(request.clone()),
        _ => None,
    });
    asked.collect()
}

fn answer(request: &BotRequest, action: Option<Action>) -> Call<Pick> {
    Call::Bot { seat: request.seat, prompt: request.prompt, action }
}

fn first_card(room: &Room<Pick>, seat: Seat) -> Action {
    let observation = room.observation(seat).unwrap();
    Action::Pick { card: observation.get().view.hand.unwrap()[0] }
}

fn pick(salon: &mut Salon<Pick>) {
    let action = first_card(&salon.room, Seat(0));
    salon.say(ANN, Command::Act { action, prompt: None }).unwrap();
}

#[test]
fn a_bot_answers_not_before_its_time() {
    let mut salon = table(RoomOptions::default());
    let asked = requests(&salon);
    let [request] = &asked[..] else { panic!("one bot is asked, not {asked:?}") };
    assert_eq!((request.seat, &request.level), (Seat(1), &HARD));
    let action = first_card(&salon.room, Seat(1));
    assert_eq!(salon.call(answer(request, Some(action))), Err("too_soon"));
    assert_eq!(salon.call(answer(request, None)), Err("too_soon"), "nor may it wait");
    salon.now = request.due;
    let (mut stale, mut person) = (request.clone(), request.clone());
    stale.prompt += 1;
    assert_eq!(salon.call(answer(&stale, Some(action))), Err("stale_prompt"));
    person.seat = Seat(0);
    assert_eq!(salon.call(answer(&person, Some(action))), Err("not_a_bot"));
    salon.call(answer(request, Some(action))).unwrap();
    assert!(salon.room.view(None).game.unwrap().has_picked.contains(Seat(1)));
}

#[test]
fn a_bot_that_waits_is_asked_again_when_something_happens() {
    let mut salon = table(RoomOptions::default());
    let request = requests(&salon).remove(0);
    salon.now = request.due;
    salon.call(answer(&request, None)).unwrap();
    assert_eq!(salon.room.bots_owed(), vec![], "it has answered");
    assert_eq!(salon.call(answer(&request, None)), Err("stale_prompt"), "once is enough");
    salon.wait(8_000);
    assert!(salon.room.view(None).game.unwrap().has_picked.is_empty(), "nobody acts for it");
    salon.said.clear();
    pick(&mut salon);
    let again = requests(&salon);
    let [again] = &again[..] else { panic!("it is asked again, not {again:?}") };
    assert_eq!((again.seat, again.prompt), (request.seat, request.prompt));
    assert!(again.due > salon.now, "it thinks anew");
    salon.now = again.due;
    let action = first_card(&salon.room, Seat(1));
    salon.call(answer(again, Some(action))).unwrap();
}

#[test]
fn bots_that_all_wait_do_not_keep_the_table_waiting() {
    // Without a clock nothing but the bot can move the match on.
    let options = Options { think_ms: Millis::ZERO, ..Options::default() };
    let mut salon = Salon::<Pick>::of(RoomOptions::default(), options).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let mut salon = salon.playing();
    let request = salon.room.bots_owed().remove(0);
    salon.now = request.due;
    salon.call(answer(&request, None)).unwrap();
    salon.wait(100_000);
    assert!(salon.room.view(None).game.unwrap().has_picked.is_empty(), "Ann can act");
    pick(&mut salon);
    let request = salon.room.bots_owed().remove(0);
    salon.now = request.due;
    salon.call(answer(&request, None)).unwrap();
    salon.wait(9_999);
    assert_eq!(salon.room.view(None).game.unwrap().has_picked.len(), 1);
    salon.wait(1);
    assert_eq!(salon.room.view(None).game.unwrap().has_picked.len(), 2, "the room has acted");
}

#[test]
fn the_bots_that_are_owed_are_listed_after_a_load() {
    let salon = table(RoomOptions::default());
    let asked = requests(&salon);
    assert_eq!(salon.room.bots_owed(), asked);
    let loaded = Room::<Pick>::load(&salon.room.save().unwrap()).unwrap();
    assert_eq!(loaded.bots_owed(), asked);
    // The room plays the level `random` itself, so it asks for no answers.
    let mut salon = Salon::<Pick>::of(RoomOptions::default(), Options::default()).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: BotLevel::RANDOM, name: None }).unwrap();
    let mut salon = salon.playing();
    assert_eq!((salon.room.bots_owed(), requests(&salon)), (vec![], vec![]));
    salon.wait(1_300);
    assert!(salon.room.view(None).game.unwrap().has_picked.contains(Seat(1)));
}

#[test]
fn what_a_seat_knows_crosses_threads_and_holds_no_secrets() {
    fn sendable<T: Send>(it: T) -> T {
        it
    }
    let mut salon = table(RoomOptions::default());
    let observation: OwnedObservation<Pick> = sendable(salon.room.observation(Seat(1)).unwrap());
    let hand = std::thread::spawn(move || observation.get().view.hand).join().unwrap();
    assert_eq!(hand.unwrap().len(), 3);
    assert!(salon.room.observation(Seat(2)).is_none(), "nobody sits there");
    // It remembers what its seat was told.
    pick(&mut salon);
    salon.wait(12_000);
    assert_eq!(salon.room.observation(Seat(1)).unwrap().get().memory.len(), 2);
}

#[test]
fn a_hint_is_what_the_own_seat_knows_and_changes_nothing() {
    let allowed = RoomOptions { hints: true, ..RoomOptions::default() };
    let mut salon = table(allowed.clone());
    let before = written(&salon.room);
    let hint = salon.room.hint(ANN).unwrap();
    assert_eq!(hint.observation.get().seat, Seat(0));
    assert_eq!(hint.prompt, salon.room.view(Some(ANN)).prompt.unwrap().id);
    assert_eq!(written(&salon.room), before);
    let code = |salon: &Salon<Pick>, id| salon.room.hint(id).map(|_| ()).unwrap_err().code();
    assert_eq!(code(&salon, BEN), "not_seated");
    pick(&mut salon);
    assert_eq!(code(&salon, ANN), "not_asked");
    assert_eq!(code(&table(RoomOptions::default()), ANN), "no_hints");
    let lobby = Salon::<Pick>::of(allowed, Options::default()).joined(&[ANN]);
    assert_eq!(code(&lobby, ANN), "wrong_phase");
}
