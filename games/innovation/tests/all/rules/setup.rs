//! Section 2: setup.

use croupier_kit::UnixMillis;
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::Match;
use croupier_kit::save::Metadata;
use innovation::events::What;
use innovation::set::CardSet;
use innovation::state::Phase;
use innovation::world::{Achievement, Special};
use innovation::zones::{Location, Zone};
use innovation::{Card, Innovation, Reject};

use super::{answer, cards, check, dealt, heard, meld};

#[test]
fn in_4_every_card_is_in_exactly_one_zone_after_the_deal() {
    for players in 2..=4 {
        let game = dealt(players, 3);
        let world = game.state().world();
        let zones = world.zones();
        let decks: usize = (1..=10).map(|age| zones.len(Zone::deck(age))).sum();
        assert_eq!(decks + 9 + 2 * players, 105);
        let under: Vec<u8> = zones.cards(Zone::ACHIEVEMENTS).map(Card::age).collect();
        assert_eq!(under, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert!(innovation::invariants::validate(game.state()).is_empty());
    }
}

#[test]
fn in_9_a_save_waits_for_those_who_have_not_chosen() {
    let mut save = dealt(2, 1).save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    assert!(Match::<Innovation>::load(&save).is_ok());
    let active = &mut save.snapshot.flow.root.active;
    let place = active.iter().position(|leaf| leaf == "setup.seat1.choosing").unwrap();
    active[place] = "setup.seat1.chosen".to_owned();
    let why = Match::<Innovation>::load(&save).map(|_| ()).unwrap_err();
    assert!(why.to_string().contains("IN-9"), "{why}");
}

#[test]
fn in_5_clockwise_is_ascending_and_wraps() {
    let game = dealt(3, 1);
    let order: Vec<_> = game.state().clockwise(Seat(1)).collect();
    assert_eq!(order, [Seat(2), Seat(0), Seat(1)]);
}

#[test]
fn in_6_the_same_seed_gives_the_same_decks_and_another_seed_others() {
    let decks = |seed| {
        let game = dealt(2, seed);
        let world = *game.state().world();
        (1..=10)
            .map(|age| world.zones().cards(Zone::deck(age)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(decks(1), decks(1));
    assert_ne!(decks(1), decks(2));
    for (age, deck) in (1..).zip(decks(1)) {
        assert!(deck.iter().all(|card| card.age() == age));
    }
}

/// Also IN-97: nothing is random after the deal.
#[test]
fn in_97_no_chance_after_setup() {
    let mut game = dealt(2, 5);
    let mut dice = croupier_kit::cards::Dice::new(croupier_kit::cards::Seed::from_number(1));
    let used = game.dice().position();
    assert!(used > 0);
    super::play_until(&mut game, &mut dice, |_| false);
    assert_eq!(game.dice().position(), used);
}

#[test]
fn in_7_all_special_achievements_are_available() {
    let game = dealt(4, 1);
    let world = game.state().world();
    for special in Special::ALL {
        assert_eq!(world.owner(Achievement::Special(special)), None);
    }
    for age in 1..=9 {
        assert_eq!(world.owner(Achievement::Age(age)), None);
    }
}

#[test]
fn in_8_each_seat_gets_the_top_two_cards_of_deck_1_in_turn() {
    let mut game = dealt(3, 9);
    let hands = game.take_events().into_iter().filter_map(|event| match event.what {
        What::StartingHandDealt { seat, cards } => {
            Some((seat, cards.map(|card| card.card.unwrap())))
        }
        _ => None,
    });
    let hands: Vec<_> = hands.collect();
    assert_eq!(hands.iter().map(|hand| hand.0).collect::<Vec<_>>(), [Seat(0), Seat(1), Seat(2)]);
    for (seat, dealt) in hands {
        let hand: CardSet = dealt.into_iter().collect();
        assert_eq!(game.state().world().hand(seat), hand);
        assert!(dealt.iter().all(|card| card.age() == 1));
    }
}

/// IN-9: answers come in any order, are final, and stay secret until all are in.
#[test]
fn in_9_starting_choices_are_simultaneous_secret_and_final() {
    let mut game = dealt(2, 4);
    assert_eq!(game.to_act().len(), 2);
    game.take_events();
    let hand: Vec<_> = game.state().world().hand(Seat(1)).iter().collect();
    let before = game.view(Viewer::Seat(Seat(0)));
    let chosen = answer(&game, Seat(1), cards(&hand[..1]));
    game.act(Seat(1), chosen.clone()).unwrap();
    let told = heard(&game.take_events(), Viewer::Seat(Seat(0)));
    assert!(!format!("{told:?}").contains(hand[0].name()), "{told:?}");
    let after = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(before.players[1].hand, after.players[1].hand);
    assert_eq!(game.state().phase(), Phase::AwaitingChoice);
    // Final: the same seat cannot answer again, and gets `StaleChoice` rather than `WrongPlayer`
    // (IN-108).
    let again = Innovation::check(game.position(), croupier_kit::game::By::Seat(Seat(1)), &chosen);
    assert_eq!(again, Err(Reject::StaleChoice));
}

#[test]
fn in_12_starting_placements_are_no_melds() {
    let mut game = dealt(2, 4);
    for seat in [Seat(0), Seat(1)] {
        let hand: Vec<_> = game.state().world().hand(seat).iter().collect();
        let action = answer(&game, seat, cards(&hand[..1]));
        game.act(seat, action).unwrap();
    }
    let events = game.take_events();
    assert!(!events.iter().any(|event| matches!(event.what, What::Melded { .. })));
    let placed = |event: &innovation::Event| matches!(event.what, What::StartingCardsPlaced { .. });
    assert_eq!(events.iter().filter(|event| placed(event)).count(), 1);
    let view = game.view(Viewer::Public);
    assert!(view.players.iter().all(|player| player.scored == 0 && player.tucked == 0));
}

#[test]
fn in_10_the_wheel_sorts_before_tools_and_the_lowest_id_begins() {
    check(
        r#"{"players":3,"setup":{"dealt":[["Tools","Archery"],["The Wheel","Oars"],["Writing","Sailing"]]},
        "steps":[{"by":2,"cards":["Writing"]},{"by":1,"cards":["The Wheel"]},{"by":0,"cards":["Tools"]}],
        "expect":{"turn":1,"actions":1}}"#,
    );
}

#[test]
fn in_11_with_three_players_only_the_first_turn_is_short() {
    check(
        r#"{"players":3,"setup":{"dealt":[["Tools","Archery"],["The Wheel","Oars"],["Writing","Sailing"]]},
        "steps":[{"by":2,"cards":["Writing"]},{"by":1,"cards":["The Wheel"]},{"by":0,"cards":["Tools"]},{"act":"draw"}],
        "expect":{"turn":2,"actions":2}}"#,
    );
}

#[test]
fn in_9_no_action_is_taken_before_all_have_chosen() {
    let game = dealt(2, 4);
    let card = game.state().world().hand(Seat(0)).first().unwrap();
    let early =
        Innovation::check(game.position(), croupier_kit::game::By::Seat(Seat(0)), &meld(card));
    assert_eq!(early, Err(Reject::WrongPhase));
    assert_eq!(game.state().world().place(card), Location::Hand(Seat(0)));
}
