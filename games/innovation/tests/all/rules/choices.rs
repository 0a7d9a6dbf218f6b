//! Section 11: choices, their order, automatic ones, and listed answers.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{By, Game, Seat};
use innovation::action::{Answer, CardRef, Refs, Slot, SlotZone};
use innovation::answers::Expansion;
use innovation::choice::{Ask, Choice, Question};
use innovation::{Action, Card, Innovation, Reject};

use super::{answer, arranged, cards, check, dealt, dogma, play_until};

/// The answers that are listed for a seat.
fn listed(game: &croupier_kit::matches::Match<Innovation>, seat: Seat) -> Vec<Answer> {
    let choice = game.state().choice_of(seat).unwrap();
    Expansion::of(choice, game.state().world()).iter().collect()
}

#[test]
fn in_100_a_choice_names_its_player_its_source_and_its_kind() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"red":["Oars"]}},{"board":{"blue":["Pottery"]},"hand":["Sailing","Writing"]}]}"#,
    );
    game.act(Seat(0), dogma(Card::Oars)).unwrap();
    let choice = game.state().choices().next().unwrap();
    assert_eq!((choice.id, choice.player, choice.optional), (2, Seat(1), false));
    let source = choice.source.unwrap();
    assert_eq!((source.card, source.effect, source.depth), (Card::Oars, 1, 0));
    assert_eq!(source.executor, Seat(1));
    assert_eq!(
        (choice.ask.kind(), choice.prompt_key()),
        (Question::SelectCards, "innovation.oars.1".to_owned())
    );
}

#[test]
fn in_100_ids_increase() {
    let mut game = dealt(2, 8);
    let mut dice = Dice::new(Seed::from_number(8));
    let mut last = 1;
    play_until(&mut game, &mut dice, |game| {
        if let Some(choice) = game.state().choices().find(|choice| choice.source.is_some()) {
            assert!(choice.id > last, "{} after {last}", choice.id);
            last = choice.id;
        }
        false
    });
    assert!(last > 1);
}

/// IN-106: a question with a single answer is not asked.
#[test]
fn in_106_a_mandatory_choice_with_one_answer_is_not_asked() {
    // The only card, all cards, and an order that IN-104 still asks for.
    check(
        r#"{"players":2,
        "seats":[{"board":{"red":["Construction"]}},{"board":{"green":["Clothing"]},"hand":["Oars","Tools"]}],
        "decks":{"2":["Calendar"]},
        "steps":[{"act":"dogma","card":"Construction"}],
        "expect":{"seats":[{"hand":["Oars","Tools"]},{"hand":["Calendar"]}]}}"#,
    );
    check(
        r#"{"players":2,
        "seats":[{"board":{"purple":["Railroad"]},"hand":["Oars","Tools"]},{"board":{"red":["Archery"]}}],
        "steps":[{"act":"dogma","card":"Railroad"}],
        "expect":{"pending":{"kind":"OrderCards","cards":["Oars","Tools"],"optional":false}}}"#,
    );
}

#[test]
fn in_102_cards_go_in_the_order_of_the_answer() {
    check(
        r#"{"players":2,
        "seats":[{"board":{"yellow":["Masonry"]},"hand":["Archery","Metalworking","Oars"]},{"board":{"green":["Sailing"]}}],
        "steps":[{"act":"dogma","card":"Masonry"},{"cards":["Oars","Archery","Metalworking"]}],
        "expect":{"seats":[{"board":{"red":["Oars","Archery","Metalworking"]}}]}}"#,
    );
}

fn rocketry() -> croupier_kit::matches::Match<Innovation> {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"blue":["Rocketry"]}},{"board":{"red":["Archery"]},"score":["Coal","Tools","Banking"]}]}"#,
    );
    game.act(Seat(0), dogma(Card::Rocketry)).unwrap();
    game
}

/// IN-103, IN-86: backs are offered as slots, and only slots are accepted.
#[test]
fn in_103_hidden_cards_are_offered_and_answered_as_slots() {
    let mut game = rocketry();
    let slot = |index, age| Slot { owner: Seat(1), zone: SlotZone::Score, index, age };
    let offered: Vec<Answer> = listed(&game, Seat(0));
    let single = |slot: Slot| Answer::Cards([CardRef::Slot(slot)].into_iter().collect::<Refs>());
    assert_eq!(offered, [slot(0, 5), slot(1, 1), slot(2, 5)].map(single));
    let named = answer(&game, Seat(0), cards(&[Card::Coal]));
    let check = |action: &Action| Innovation::check(game.position(), By::Seat(Seat(0)), action);
    assert_eq!(check(&named), Err(Reject::NotACandidate));
    let wrong_age = answer(&game, Seat(0), single(slot(0, 4)));
    assert_eq!(check(&wrong_age), Err(Reject::NotACandidate));
    let beyond = answer(&game, Seat(0), single(slot(9, 5)));
    assert_eq!(check(&beyond), Err(Reject::NotACandidate));
    let taken = answer(&game, Seat(0), single(slot(2, 5)));
    game.act(Seat(0), taken).unwrap();
    let left: Vec<_> = game.state().world().score(Seat(1)).iter().collect();
    assert_eq!(left, [Card::Tools, Card::Coal]);
}

/// IN-107: small choices are listed completely, large ones up to 512; orders of more than four
/// cards only in part.
#[test]
fn in_107_answers_are_listed_up_to_a_bound() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"green":["Currency"]},"hand":["Oars","Tools","Sailing"]},{"board":{"red":["Archery"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Currency)).unwrap();
    let all = listed(&game, Seat(0));
    assert_eq!(all.len(), 8);
    assert_eq!(all[0], cards(&[]));
    assert_eq!(all[1], cards(&[Card::Oars]));
    assert_eq!(all[7], cards(&[Card::Oars, Card::Sailing, Card::Tools]));

    let hand: Vec<String> = Card::all()
        .filter(|card| card.age() > 2 && (card.id() - 26) % 10 < 8)
        .take(40)
        .map(|card| format!("{:?}", card.name()))
        .collect();
    let layout = format!(
        r#"{{"seats":[{{"board":{{"green":["Currency"]}},"hand":[{}]}},{{"board":{{"red":["Archery"]}}}}]}}"#,
        hand.join(",")
    );
    let mut game = arranged(2, &layout);
    game.act(Seat(0), dogma(Card::Currency)).unwrap();
    let many = listed(&game, Seat(0));
    assert_eq!(many.len(), 513, "512 sets, and declining");
    let sizes: Vec<usize> = many
        .iter()
        .map(|answer| match answer {
            Answer::Cards(refs) => refs.len(),
            _ => 0,
        })
        .collect();
    assert_eq!(sizes.iter().filter(|size| **size == 1).count(), 40);
    assert_eq!(sizes.last(), Some(&40));
    let mut unique = many.iter().map(|answer| format!("{answer:?}")).collect::<Vec<_>>();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), 513);

    let order = |count: usize| {
        let hand: Vec<String> = Card::all()
            .filter(|card| card.age() == 1)
            .take(count)
            .map(|card| format!("{:?}", card.name()))
            .collect();
        let layout = format!(
            r#"{{"seats":[{{"board":{{"purple":["Railroad"]}},"hand":[{}]}},{{"board":{{"red":["Coal"]}}}}]}}"#,
            hand.join(",")
        );
        let mut game = arranged(2, &layout);
        game.act(Seat(0), dogma(Card::Railroad)).unwrap();
        listed(&game, Seat(0))
    };
    assert_eq!(order(2).len(), 2);
    assert_eq!(order(4).len(), 24);
    let six = order(6);
    assert_eq!(six.len(), 7, "the given order, its reverse, and five brought to the front");
    let given: Vec<Card> = Card::all().take(6).collect();
    let front = [given[1], given[0], given[2], given[3], given[4], given[5]];
    let as_order =
        |list: &[Card]| Answer::Order(list.iter().map(|card| CardRef::from(*card)).collect());
    assert_eq!(six[0], as_order(&given));
    assert_eq!(six[1], as_order(&given.iter().rev().copied().collect::<Vec<_>>()));
    assert_eq!(six[2], as_order(&front));
}

/// IN-156: every listed answer is accepted, and an unlisted answer is accepted only if it is
/// another order.
#[test]
fn in_107_everything_listed_is_accepted() {
    let mut game = dealt(3, 2);
    let mut dice = Dice::new(Seed::from_number(2));
    let mut seen = 0;
    play_until(&mut game, &mut dice, |game| {
        for seat in game.to_act().iter().collect::<Vec<_>>() {
            for action in game.legal_actions(seat) {
                Innovation::check(game.position(), By::Seat(seat), &action).unwrap();
                seen += 1;
            }
        }
        false
    });
    assert!(seen > 1000);
}

/// IN-108: a repeated answer is stale, or nothing is pending any more.
#[test]
fn in_108_a_late_answer_is_stale() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"blue":["Pottery"]},"hand":["Oars"]},{"board":{"yellow":["Agriculture"]},"hand":["Tools"]}]}"#,
    );
    game.act(Seat(0), dogma(Card::Pottery)).unwrap();
    let first = answer(&game, Seat(1), cards(&[]));
    game.act(Seat(1), first.clone()).unwrap();
    let late = |game: &croupier_kit::matches::Match<Innovation>, seat| {
        Innovation::check(game.position(), By::Seat(seat), &first)
    };
    assert_eq!(late(&game, Seat(1)), Err(Reject::WrongPlayer));
    assert_eq!(late(&game, Seat(0)), Err(Reject::StaleChoice));
    let second = answer(&game, Seat(0), cards(&[]));
    game.act(Seat(0), second).unwrap();
    assert_eq!(late(&game, Seat(1)), Err(Reject::NoPendingChoice));
}

#[test]
fn in_109_one_choice_during_play_one_per_seat_during_setup() {
    let mut game = dealt(4, 1);
    assert_eq!(game.state().choices().count(), 4);
    let mut dice = Dice::new(Seed::from_number(3));
    play_until(&mut game, &mut dice, |game| {
        assert!(game.state().is_setup() || game.state().choices().count() <= 1);
        false
    });
}

/// IN-101: every kind of question occurs in some games.
#[test]
fn in_101_all_seven_kinds_are_asked() {
    let mut kinds = vec![];
    for number in 0..60 {
        let mut game = dealt(2 + usize::try_from(number % 3).unwrap(), number);
        let mut dice = Dice::new(Seed::from_number(number));
        play_until(&mut game, &mut dice, |game| {
            let kind = game.state().choices().next().map(|choice: Choice| choice.ask.kind());
            kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
            let hidden =
                |choice: &Choice| matches!(choice.ask, Ask::SelectCards { hidden: true, .. });
            assert!(game.state().choices().all(|choice| choice.is_hidden() == hidden(&choice)
                || matches!(choice.ask, Ask::OrderCards { .. })));
            kinds.len() == 7
        });
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}
