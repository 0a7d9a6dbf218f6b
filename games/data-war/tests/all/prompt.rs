//! What a prompt does not list can be entered in its form.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Piece, PileId, Seat, SeatKind};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::check_forms;
use data_war::options::Pacing;
use data_war::state::other;
use data_war::{Action, DataWar, Options};

#[test]
fn dw_121_two_cards_of_a_tantrum_are_put_together() {
    let (mut composed, mut dice) = (0, Dice::new(Seed::from_number(1)));
    let bench = DataWar::presets().into_iter().find(|preset| preset.name == "bench").unwrap();
    for seed in 0..60 {
        let mut setup = Setup::<DataWar>::new(2, Seed::from_number(seed));
        setup.options = bench.options.clone();
        let mut game = Match::new(setup).unwrap();
        while game.outcome().is_none() {
            game.skip_waits().unwrap();
            for seat in game.to_act().iter() {
                composed += check_forms(&game, seat, |action| named(&game, seat, action));
                if let Some(action) = DataWar::random_action(game.position(), seat, &mut dice) {
                    game.act(seat, action).unwrap();
                }
            }
        }
    }
    assert!(composed > 50, "only {composed}");
}

/// The actions of the set-up screens are described in words, not by the names of events.
#[test]
fn dw_39_the_screens_are_left_in_words() {
    let local = Options { pacing: Pacing::Local, ..crate::common::preset("classic") };
    let mut setup = Setup::<DataWar>::new(2, Seed::from_number(1));
    (setup.options, setup.seats) = (local, vec![SeatKind::Person, SeatKind::House]);
    let mut game = Match::new(setup).unwrap();
    let mut told = vec![];
    for _ in 0..40 {
        let Some(prompt) = game.prompt(Seat(0)) else {
            game.skip_waits().unwrap();
            continue;
        };
        told.extend(prompt.choices.iter().map(|choice| choice.label.to_string()));
        let action = prompt.choices[0].action.clone();
        game.act(Seat(0), action).unwrap();
    }
    assert!(told.iter().any(|label| label == "Skip the instructions and deal"), "{told:#?}");
    let is_fit = |label: &String| label.starts_with(char::is_uppercase) && !label.contains('_');
    assert!(told.iter().all(is_fit), "{told:#?}");
}

/// The pieces of a tantrum: cards by their faces, backs by their places.
fn named(game: &Match<DataWar>, seat: Seat, action: &Action) -> Vec<Vec<Piece>> {
    let Action::PickTantrum { slots } = action else { panic!("{action:?} is no tantrum") };
    let offer: Vec<_> = game.state().row(other(seat)).collect();
    let piece = |slot: &u8| {
        let (place, entry) = offer[usize::from(*slot)];
        let back = || Piece::Slot { pile: PileId::shared("pile"), at: usize::from(place) };
        entry.face().map_or_else(back, Piece::card)
    };
    vec![slots.iter().map(piece).collect()]
}
