//! Section 12: errors, their codes and their order. A refusal changes nothing.

use croupier_kit::game::{By, Error, ErrorKind, Game, InputError, Rejection, Seat};
use croupier_kit::matches::{Input, Match};
use innovation::action::{Answer, CardId, CardRef, Named, Opt, Unknown};
use innovation::world::{Achievement, Special};
use innovation::{Action, Card, Colour, Innovation, Reject};

use super::{achieve, answer, arranged, cards, dogma, meld};

const MIDDLE: &str = r#"{"seats":[{"board":{"green":["Currency"]},"hand":["Oars"],"score":["Optics"],"ach":[2]},
    {"board":{"red":["Archery"]},"hand":["Tools"]}]}"#;

/// Sends an action and checks the refusal, which must leave everything unchanged.
#[track_caller]
fn refused(game: &mut Match<Innovation>, seat: Seat, action: Action, with: Reject) {
    let (state, hash) = (game.state().clone(), game.hash());
    let checked = Innovation::check(game.position(), By::Seat(seat), &action);
    assert_eq!(checked, Err(with), "{action:?}");
    let input = Input::of(game.now(), seat, action);
    let answer = game.input(input).unwrap_err();
    assert_eq!(answer, InputError::Rules(with));
    assert_eq!((game.state(), game.hash()), (&state, hash), "IN-98: nothing has changed");
    assert!(game.take_events().is_empty(), "IN-116: nothing is logged");
}

#[test]
fn in_110_an_error_has_a_kind_a_code_a_sentence_and_says_whether_one_can_go_on() {
    for reject in [Reject::WrongPhase, Reject::StaleChoice] {
        let error = Error::from(InputError::<Innovation>::Rules(reject));
        assert_eq!((error.kind, &*error.code), (reject.kind(), reject.code()));
        assert!(error.is_recoverable() && !error.message.is_empty());
    }
    assert_eq!(Reject::WrongPhase.kind(), ErrorKind::IllegalAction);
    assert_eq!(Reject::NoPendingChoice.kind(), ErrorKind::InvalidChoice);
}

#[test]
fn in_111_actions_are_tested_in_order_phase_turn_existence_rule() {
    let mut game = arranged(2, MIDDLE);
    let stranger = Action::Meld { card: CardId(0) };
    let beyond = Action::Dogma { card: CardId(106) };
    refused(&mut game, Seat(1), Action::Draw, Reject::NotYourTurn);
    refused(&mut game, Seat(1), stranger.clone(), Reject::NotYourTurn);
    refused(&mut game, Seat(0), stranger, Reject::UnknownCard);
    refused(&mut game, Seat(0), beyond, Reject::UnknownCard);
    refused(&mut game, Seat(0), meld(Card::Tools), Reject::CardNotInHand);
    refused(&mut game, Seat(0), dogma(Card::Oars), Reject::NotATopCard);
    let age = |age| achieve(Achievement::Age(age));
    refused(&mut game, Seat(0), age(0), Reject::UnknownAchievement);
    refused(&mut game, Seat(0), age(10), Reject::UnknownAchievement);
    let word = Action::Achieve { achievement: Named::Unknown(Unknown) };
    refused(&mut game, Seat(0), word, Reject::UnknownAchievement);
    let special = achieve(Achievement::Special(Special::World));
    refused(&mut game, Seat(0), special, Reject::SpecialNotClaimable);
    refused(&mut game, Seat(0), age(2), Reject::AchievementTaken);
    refused(&mut game, Seat(0), age(1), Reject::ScoreTooLow);
    refused(&mut game, Seat(0), age(3), Reject::ScoreTooLow);
}

#[test]
fn in_111_the_phase_comes_first() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"yellow":["Agriculture"]},"hand":["Oars"]},{"board":{"red":["Archery"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Agriculture)).unwrap();
    game.take_events();
    refused(&mut game, Seat(1), Action::Meld { card: CardId(0) }, Reject::WrongPhase);
    let mut over = arranged(
        2,
        r#"{"seats":[{"board":{"yellow":["Stem Cells"]}},{"board":{"red":["Archery"]}}],"decks":{"10":[]}}"#,
    );
    over.act(Seat(0), Action::Draw).unwrap();
    over.take_events();
    refused(&mut over, Seat(1), Action::Draw, Reject::GameIsOver);
    let late = answer(&over, Seat(0), cards(&[]));
    refused(&mut over, Seat(0), late, Reject::NoPendingChoice);
}

/// IN-112: checked in this order. Each answer here also has the faults that are checked later.
#[test]
fn in_112_answers_are_tested_in_order() {
    let mut game = arranged(2, MIDDLE);
    let none = Action::Answer { choice: 9, answer: Answer::Yes(true) };
    refused(&mut game, Seat(1), none, Reject::NoPendingChoice);

    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"red":["Construction"]}},{"board":{"blue":["Pottery"]},"hand":["Oars","Tools","Sailing"]}]}"#,
    );
    game.act(Seat(0), dogma(Card::Construction)).unwrap();
    game.take_events();
    let id = game.state().choice_of(Seat(1)).unwrap().id;
    let stale = Action::Answer { choice: id + 1, answer: Answer::Yes(true) };
    refused(&mut game, Seat(0), stale.clone(), Reject::WrongPlayer);
    refused(&mut game, Seat(1), stale, Reject::StaleChoice);
    let mut say = |answer: Answer, with| {
        refused(&mut game, Seat(1), Action::Answer { choice: id, answer }, with);
    };
    say(Answer::Yes(true), Reject::WrongAnswerKind);
    say(Answer::Order([CardRef::from(Card::Oars)].into_iter().collect()), Reject::WrongAnswerKind);
    say(Answer::Player(None), Reject::WrongAnswerKind);
    say(Answer::Value(3), Reject::WrongAnswerKind);
    say(Answer::Option(None), Reject::WrongAnswerKind);
    say(Answer::Colours([Colour::Red].into_iter().collect()), Reject::WrongAnswerKind);
    say(cards(&[]), Reject::MayNotDecline);
    say(cards(&[Card::Archery, Card::Archery, Card::Oars]), Reject::Duplicate);
    say(cards(&[Card::Oars, Card::Tools, Card::Archery]), Reject::NotACandidate);
    say(cards(&[Card::Oars]), Reject::WrongCount);
    say(cards(&[Card::Oars, Card::Tools, Card::Sailing]), Reject::WrongCount);
}

#[test]
fn in_112_orders_colours_players_values_and_options() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"purple":["Railroad"]},"hand":["Oars","Tools","Sailing"]},{"board":{"red":["Coal"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Railroad)).unwrap();
    game.take_events();
    let order =
        |list: &[Card]| Answer::Order(list.iter().map(|card| CardRef::from(*card)).collect());
    for (said, with) in [
        (order(&[Card::Oars, Card::Oars, Card::Tools]), Reject::Duplicate),
        (order(&[Card::Oars, Card::Tools, Card::Archery]), Reject::NotACandidate),
        (order(&[Card::Oars, Card::Tools]), Reject::BadPermutation),
        (order(&[]), Reject::BadPermutation),
    ] {
        let action = answer(&game, Seat(0), said);
        refused(&mut game, Seat(0), action, with);
    }

    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"purple":["Philosophy"],"blue":["Tools","Writing"]}},{"board":{"red":["Coal"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Philosophy)).unwrap();
    game.take_events();
    let colours = |list: &[Colour]| Answer::Colours(list.iter().copied().collect());
    for (said, with) in [
        (colours(&[Colour::Red, Colour::Red]), Reject::Duplicate),
        (colours(&[Colour::Red]), Reject::NotACandidate),
        (Answer::Yes(false), Reject::WrongAnswerKind),
    ] {
        let action = answer(&game, Seat(0), said);
        refused(&mut game, Seat(0), action, with);
    }

    let mut game = arranged(
        3,
        r#"{"seats":[{"board":{"red":["Road Building"]},"hand":["Oars","Tools"]},{"board":{"green":["Sailing"]}},{"board":{"green":["Clothing"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::RoadBuilding)).unwrap();
    let both = answer(&game, Seat(0), cards(&[Card::Oars, Card::Tools]));
    game.act(Seat(0), both).unwrap();
    game.take_events();
    for seat in [0, 3, 200] {
        let action = answer(&game, Seat(0), Answer::Player(Some(Seat(seat))));
        refused(&mut game, Seat(0), action, Reject::NotACandidate);
    }

    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"green":["Mass Media"]},"hand":["Oars"]},{"board":{"red":["Coal"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::MassMedia)).unwrap();
    let card = answer(&game, Seat(0), cards(&[Card::Oars]));
    game.act(Seat(0), card).unwrap();
    game.take_events();
    for value in [0, 11, 255] {
        let action = answer(&game, Seat(0), Answer::Value(value));
        refused(&mut game, Seat(0), action, Reject::NotACandidate);
    }

    let mut game =
        arranged(2, r#"{"seats":[{"board":{"blue":["Evolution"]}},{"board":{"red":["Coal"]}}]}"#);
    game.act(Seat(0), dogma(Card::Evolution)).unwrap();
    game.take_events();
    let action = answer(&game, Seat(0), Answer::Option(Some(Opt::Unknown)));
    refused(&mut game, Seat(0), action, Reject::NotACandidate);
}

/// IN-111: here `BadPlayerCount` is the kit's error.
#[test]
fn in_111_two_to_four_players() {
    for players in [0, 1, 5, 9] {
        let setup = croupier_kit::matches::Setup::<Innovation>::new(
            players,
            croupier_kit::cards::Seed::from_number(0),
        );
        let error = Match::new(setup).err().unwrap();
        assert_eq!((error.kind, &*error.code), (ErrorKind::IllegalAction, "wrong_seat_count"));
        super::check(&format!(
            r#"{{"players":{players},"steps":[],"expect":{{"error":"IllegalAction/BadPlayerCount"}}}}"#
        ));
    }
}

/// Makes any renaming of a code visible.
#[test]
fn in_110_codes_stay() {
    let all = [
        Reject::GameIsOver,
        Reject::WrongPhase,
        Reject::NotYourTurn,
        Reject::UnknownCard,
        Reject::CardNotInHand,
        Reject::NotATopCard,
        Reject::UnknownAchievement,
        Reject::SpecialNotClaimable,
        Reject::AchievementTaken,
        Reject::ScoreTooLow,
        Reject::TopCardTooLow,
        Reject::NoPendingChoice,
        Reject::WrongPlayer,
        Reject::StaleChoice,
        Reject::WrongAnswerKind,
        Reject::MayNotDecline,
        Reject::Duplicate,
        Reject::NotACandidate,
        Reject::WrongCount,
        Reject::BadPermutation,
    ];
    let codes: Vec<_> = all.iter().map(Rejection::code).collect();
    assert_eq!(
        codes.join(" "),
        "GameIsOver WrongPhase NotYourTurn UnknownCard CardNotInHand NotATopCard \
         UnknownAchievement SpecialNotClaimable AchievementTaken ScoreTooLow TopCardTooLow \
         NoPendingChoice WrongPlayer StaleChoice WrongAnswerKind MayNotDecline Duplicate \
         NotACandidate WrongCount BadPermutation"
    );
}
