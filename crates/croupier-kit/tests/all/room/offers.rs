//! What a client may offer: the commands that are open, and what can be done unasked.

use std::collections::BTreeSet;

use croupier_kit::room::{
    BotLevel, Call, Command, OpenCommand, PlayerId, RoomOptions, RoomReject, Takes,
};
use serde_json::json;

use crate::room::pick::{Action, Options, Pick};
use crate::room::{ANN, BEN, CAT, HARD, Salon, react};

fn names(salon: &Salon, id: PlayerId) -> Vec<String> {
    salon.room.open_commands(id).into_iter().map(|it| it.name.into_owned()).collect()
}

fn takes(salon: &Salon, id: PlayerId, name: &str) -> Option<Takes> {
    salon.room.open_commands(id).into_iter().find(|it| it.name == name).map(|it| it.takes)
}

#[test]
fn a_view_says_which_commands_are_open() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    assert_eq!(
        names(&salon, ANN),
        ["leave", "ready", "set_options", "lock", "add_bot", "react", "kick", "hand_over"]
    );
    assert_eq!(names(&salon, BEN), ["leave", "ready", "add_bot", "react"]);
    assert_eq!(names(&salon, CAT), ["join"]);
    assert_eq!(salon.room.view(Some(CAT)).commands, salon.room.open_commands(CAT));
    assert_eq!(salon.room.view(None).commands, vec![]);
    for id in [ANN, BEN] {
        salon.say(id, Command::Ready).unwrap();
    }
    assert_eq!(names(&salon, BEN), ["leave", "unready", "start_game", "add_bot", "react"]);
    let mut salon = salon.playing();
    assert_eq!(names(&salon, BEN), ["leave", "react"]);
    salon.play_out();
    salon.wait(5_000);
    assert_eq!(names(&salon, BEN), ["leave", "vote_rematch", "vote_lobby", "react"]);
}

#[test]
fn an_open_command_says_what_it_takes() {
    let mut salon = Salon::strict(&[ANN, BEN, CAT]);
    assert_eq!(takes(&salon, ANN, "kick"), Some(Takes::Player(vec![BEN, CAT])));
    assert_eq!(takes(&salon, ANN, "lock"), Some(Takes::Locked(true)));
    let levels = vec![BotLevel::RANDOM, HARD];
    assert_eq!(takes(&salon, BEN, "add_bot"), Some(Takes::Level(levels)));
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let bot = salon.room.view(None).players[3].id;
    assert_eq!(takes(&salon, BEN, "remove_bot"), Some(Takes::Player(vec![bot])));
    assert_eq!(takes(&salon, BEN, "add_bot"), None, "there is no seat left");
    assert_eq!(takes(&salon, ANN, "hand_over"), Some(Takes::Player(vec![BEN, CAT])));
    let open = salon.room.open_commands(ANN);
    let kick = open.iter().find(|it| it.name == "kick").unwrap();
    let wire = json!({"name": "kick", "takes": {"player": [102, 103, bot]}});
    assert_eq!(serde_json::to_value(kick).unwrap(), wire);
    assert_eq!(serde_json::from_value::<OpenCommand>(wire).unwrap(), *kick);
}

#[test]
fn mm_72_a_reaction_over_the_limit_is_not_open() {
    let mut salon = Salon::strict(&[ANN, BEN]);
    for _ in 0..5 {
        assert!(
            matches!(takes(&salon, ANN, "react"), Some(Takes::Reaction(all)) if all.len() == 4)
        );
        salon.say(ANN, react("😂")).unwrap();
    }
    assert_eq!(takes(&salon, ANN, "react"), None);
}

#[test]
fn mm_70_the_open_commands_do_not_tell_a_stand_in_from_a_person() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN, BEN, CAT]).playing();
    salon.say(CAT, Command::Leave).unwrap();
    let stand_in = salon.room.view(None).players[2].id;
    let both = Some(Takes::Player(vec![BEN, stand_in]));
    assert_eq!(takes(&salon, ANN, "kick"), both);
    assert_eq!(takes(&salon, ANN, "hand_over"), both);
    // A stand-in that is sent away is followed by another, and the person has lost the seat.
    salon.say(ANN, Command::Kick { player: stand_in }).unwrap();
    assert_ne!(salon.room.view(None).players[2].id, stand_in);
    assert_eq!(salon.say(CAT, Command::Reconnect), Err("seat_replaced"));
    let next = salon.room.view(None).players[2].id;
    salon.say(ANN, Command::HandOver { player: next }).unwrap();
    assert_eq!(salon.room.view(None).host, Some(next));
    // When it leaves, a person inherits.
    salon.play_out();
    salon.wait(5_000);
    assert_eq!(salon.room.view(None).host, Some(ANN));
}

#[test]
fn a_host_who_comes_back_is_the_host_again_if_nobody_else_could_be() {
    let mut salon = Salon::with(RoomOptions::default(), &[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let mut salon = salon.playing();
    salon.call(Call::Lost { id: ANN }).unwrap();
    salon.wait(30_000);
    assert_ne!(salon.room.view(None).host, Some(ANN));
    salon.say(ANN, Command::Reconnect).unwrap();
    assert_eq!(salon.room.view(None).host, Some(ANN));
}

/// Every command there is has a place in the list of what can be open. `act` and `fill` are the
/// match's: its prompt and its offers tell them.
#[test]
fn no_command_is_forgotten() {
    let why = Salon::strict(&[ANN]).room.read(&json!("nothing_like_it"), ANN).unwrap_err();
    let RoomReject::Malformed(why) = why else { panic!("{why}") };
    let known: BTreeSet<&str> = why.split('`').skip(3).step_by(2).collect();
    assert!(known.contains("join") && known.len() > 15, "{known:?}");
    let mut open = BTreeSet::from(["act".to_owned(), "fill".to_owned()]);
    let mut look = |salon: &Salon| {
        for id in [ANN, BEN, CAT] {
            open.extend(names(salon, id));
        }
    };
    let settings = || RoomOptions { undo: true, ..RoomOptions::default() };
    let mut salon = Salon::with(settings(), &[ANN, BEN]);
    look(&salon);
    salon.wait(60_000);
    look(&salon);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    salon.say(ANN, Command::Ready).unwrap();
    look(&salon);
    salon.say(BEN, Command::Ready).unwrap();
    look(&salon);
    let mut salon = salon.playing();
    salon.call(Call::Lost { id: BEN }).unwrap();
    look(&salon);
    salon.say(BEN, Command::Leave).unwrap();
    look(&salon);
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let action = crate::tiny::Action::Play { card: hand[0] };
    salon.say(ANN, Command::Act { action, prompt: None }).unwrap();
    look(&salon);
    salon.play_out();
    salon.wait(5_000);
    look(&salon);
    let mut salon = Salon::with(settings(), &[ANN]);
    salon.say(ANN, Command::AddBot { level: HARD, name: None }).unwrap();
    let mut salon = salon.playing();
    look(&salon);
    salon.say(ANN, Command::Pause).unwrap();
    look(&salon);
    let instant = RoomOptions { instant_rematch: true, ..settings() };
    look(&Salon::with(instant, &[ANN, BEN]).finished());
    assert_eq!(open.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

#[test]
fn a_view_offers_what_can_be_done_unasked() {
    let mut salon =
        Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN, BEN]).playing();
    let offers = |salon: &Salon<Pick>, id| {
        let view = salon.room.view(id);
        view.offers.into_iter().map(|offer| offer.action).collect::<Vec<_>>()
    };
    assert_eq!(offers(&salon, Some(ANN)), [Action::Sort, Action::Concede]);
    assert_eq!(offers(&salon, None), []);
    assert_eq!(offers(&salon, Some(CAT)), []);
    // Who has picked is asked for nothing, and may still concede.
    let hand = salon.room.view(Some(ANN)).game.unwrap().hand.unwrap();
    let act = |action| Command::Act { action, prompt: None };
    salon.say(ANN, act(Action::Pick { card: hand[0] })).unwrap();
    assert_eq!(salon.room.view(Some(ANN)).prompt, None);
    salon.say(ANN, act(Action::Sort)).unwrap();
    salon.say(ANN, act(Action::Sort)).unwrap();
    assert_eq!(offers(&salon, Some(ANN)), [Action::Concede]);
    salon.say(ANN, act(Action::Concede)).unwrap();
    assert_eq!(salon.room.view(Some(ANN)).result.unwrap().reason, "conceded");
}

#[test]
fn mm_87_only_the_levels_of_the_room_can_be_seated() {
    let mut salon = Salon::strict(&[ANN]);
    let unknown = Command::AddBot { level: BotLevel::named("brilliant"), name: None };
    assert_eq!(salon.say(ANN, unknown), Err("unknown_level"));
    let house = Command::AddBot { level: BotLevel::HOUSE, name: None };
    assert_eq!(salon.say(ANN, house.clone()), Err("unknown_level"), "Tiny has no house");
    let mut salon = Salon::<Pick>::of(RoomOptions::strict(), Options::default()).joined(&[ANN]);
    salon.say(ANN, Command::AddBot { level: BotLevel::HOUSE, name: None }).unwrap();
    let salon = salon.playing();
    let view = salon.room.view(Some(ANN));
    assert!(view.players[1].bot && view.waiting.len() == 1, "the house waits for nobody");
    assert_eq!(view.game.unwrap().has_picked.len(), 1);
    assert_eq!(
        salon.room.match_save().unwrap().unwrap().seats[1],
        croupier_kit::game::SeatKind::House
    );
}

#[test]
fn settings_that_name_no_bot_are_refused() {
    let check = |settings: RoomOptions| settings.check();
    assert!(check(RoomOptions::default()).is_ok());
    assert!(check(RoomOptions { stand_in: HARD, ..RoomOptions::default() }).is_err());
    let house = vec![BotLevel::RANDOM, BotLevel::HOUSE];
    assert!(check(RoomOptions { bot_levels: house, ..RoomOptions::default() }).is_err());
}
