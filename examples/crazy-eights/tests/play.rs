//! The rules in action, through the kit's public interface.

use crazy_eights::CrazyEights;
use crazy_eights::rules::{Action, Reject};
use croupier_kit::cards::PileView;
use croupier_kit::game::{InputError, TurnTime};
use croupier_kit::prelude::*;

fn dealt(number: u64, options: TurnTime) -> Match<CrazyEights> {
    let setup = Setup { options, ..Setup::new(3, Seed::from_number(number)) };
    Match::new(setup).expect("it can be dealt")
}

#[test]
fn a_match_from_the_deal_to_the_end() {
    let mut game = Match::<CrazyEights>::new(Setup::new(3, Seed::from_number(7))).unwrap();
    let mut dice = Dice::new(Seed::from_number(1));
    while let Some(seat) = game.to_act().lowest() {
        let action = CrazyEights::random_action(game.position(), seat, &mut dice).unwrap();
        game.act(seat, action).unwrap();
    }
    assert_eq!(game.outcome().unwrap().scores.len(), 3);
}

#[test]
fn the_first_seat_begins_and_nobody_else_may() {
    let mut game = dealt(7, TurnTime::default());
    assert_eq!(game.to_act().lowest(), Some(Seat(0)));
    assert_eq!(game.act(Seat(1), Action::Draw), Err(InputError::Rules(Reject::NotYourTurn)));
    assert!(game.legal_actions(Seat(1)).is_empty() && game.prompt(Seat(9)).is_none());
}

#[test]
fn one_card_may_be_drawn_before_passing() {
    let mut game = dealt(7, TurnTime::default());
    let first = Seat(0);
    assert_eq!(game.act(first, Action::Pass), Err(InputError::Rules(Reject::DrawFirst)));
    game.act(first, Action::Draw).unwrap();
    assert_eq!(game.act(first, Action::Draw), Err(InputError::Rules(Reject::NoMoreDrawing)));
    game.act(first, Action::Pass).unwrap();
    assert_eq!(game.to_act().lowest(), Some(Seat(1)));
    let held: Vec<_> = game.view(Viewer::Public).hands.iter().map(PileView::len).collect();
    assert_eq!(held, [6, 5, 5]);
}

#[test]
fn an_eight_fits_everything_and_names_the_suit_that_follows() {
    let eight = |game: &Match<CrazyEights>| {
        let hand = game.state().hands[Seat(0)];
        hand.iter().find(|card| card.rank() == Rank::EIGHT)
    };
    let games = (0..100).map(|number| dealt(number, TurnTime::default()));
    let mut with_eight = games.filter_map(|game| eight(&game).map(|card| (game, card)));
    let (mut game, card) = with_eight.next().expect("somebody is dealt an eight");
    let named = |suit| Action::Play { card, suit };
    let silent = game.act(Seat(0), named(None));
    assert_eq!(silent, Err(InputError::Rules(Reject::SuitOnlyWithEight)));
    game.act(Seat(0), named(Some(Suit::Spades))).unwrap();
    let fits = |card: Card| card.suit() == Suit::Spades || card.rank() == Rank::EIGHT;
    for action in game.legal_actions(Seat(1)) {
        assert!(
            matches!(action, Action::Play { card, .. } if fits(card)) || action == Action::Draw
        );
    }
}

#[test]
fn a_silent_player_draws_and_passes() {
    let mut game = dealt(7, TurnTime { turn_ms: Some(Millis(20_000)) });
    game.advance_to(Millis(20_000)).unwrap();
    assert_eq!(game.state().hands[Seat(0)].len(), 6);
    game.advance_to(Millis(40_000)).unwrap();
    assert_eq!(game.to_act().lowest(), Some(Seat(1)));
}

#[test]
fn a_hand_is_shown_to_its_owner_alone() {
    let game = dealt(7, TurnTime::default());
    let seen = |viewer| game.view(viewer).hands.iter().map(|hand| hand.cards().len()).sum();
    let counts: [usize; 2] = [seen(Viewer::Seat(Seat(2))), seen(Viewer::Public)];
    assert_eq!(counts, [5, 0]);
}
