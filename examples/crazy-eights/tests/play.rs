//! The rules at work, through the same door as everybody.

use crazy_eights::rules::{Action, Reject};
use crazy_eights::{CrazyEights, Options};
use croupier_kit::{Dice, Game, Match, Refused, Seat, Seed, Setup, Viewer};

fn dealt(options: Options) -> Match<CrazyEights> {
    let setup = Setup { options, ..Setup::new(3, Seed::from_number(7)) };
    Match::new(setup).expect("it can be dealt")
}

#[test]
fn a_match_from_the_deal_to_the_end() {
    let mut table = Match::<CrazyEights>::new(Setup::new(3, Seed::from_number(7))).unwrap();
    let mut dice = Dice::new(Seed::from_number(1));
    while let Some(seat) = table.asked().lowest() {
        let action = CrazyEights::random_action(table.position(), seat, &mut dice).unwrap();
        table.act(seat, action).unwrap();
    }
    assert_eq!(table.outcome().unwrap().scores.len(), 3);
}

#[test]
fn the_first_seat_begins_and_nobody_else_may() {
    let mut table = dealt(Options::default());
    assert_eq!(table.asked().lowest(), Some(Seat(0)));
    assert_eq!(table.act(Seat(1), Action::Draw), Err(Refused::Rules(Reject::NotYourTurn)));
}

#[test]
fn one_card_may_be_drawn_before_passing() {
    let mut table = dealt(Options::default());
    let first = Seat(0);
    assert_eq!(table.act(first, Action::Pass), Err(Refused::Rules(Reject::DrawFirst)));
    table.act(first, Action::Draw).unwrap();
    assert_eq!(table.act(first, Action::Draw), Err(Refused::Rules(Reject::NoMoreDrawing)));
    table.act(first, Action::Pass).unwrap();
    assert_eq!(table.asked().lowest(), Some(Seat(1)));
    assert_eq!(table.view(Viewer::Public).held, [6, 5, 5]);
}

#[test]
fn a_silent_player_draws_and_passes() {
    let mut table = dealt(Options { turn_ms: 20_000, ..Options::default() });
    table.advance_to(20_000).unwrap();
    assert_eq!(table.state().hands[0].len(), 6);
    table.advance_to(40_000).unwrap();
    assert_eq!(table.asked().lowest(), Some(Seat(1)));
}

#[test]
fn more_cards_than_there_are_cannot_be_dealt() {
    let options = Options { cards: 18, ..Options::default() };
    let setup = Setup::<CrazyEights> { options, ..Setup::new(3, Seed::from_number(7)) };
    assert_eq!(Match::new(setup).err().unwrap().code, "invalid_options");
}
