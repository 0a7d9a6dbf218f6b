//! What a prompt does not list can be entered in its form, and previews are correct.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{By, Filled, Game, Piece, PileId, Seat, SeatSet, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::testing::check_forms;
use innovation::action::{Answer, CardRef, SlotZone};
use innovation::effects::demands_of;
use innovation::events::What;
use innovation::view::DogmaPreview;
use innovation::{Action, Innovation};

fn named(action: &Action) -> Vec<Vec<Piece>> {
    let Action::Answer { answer: Answer::Cards(refs) | Answer::Order(refs), .. } = action else {
        panic!("{action:?} names no cards")
    };
    let piece = |one: &CardRef| match one {
        CardRef::Card(id) => Piece::card(id.card().expect("a card has a name")),
        CardRef::Slot(slot) => {
            let zone = if slot.zone == SlotZone::Hand { "hand" } else { "score" };
            Piece::Slot { pile: PileId::of(slot.owner, zone), at: usize::from(slot.index) }
        }
    };
    vec![refs.iter().map(piece).collect()]
}

#[test]
fn in_107_several_cards_and_orders_are_put_together() {
    let (mut composed, mut dice) = (0, Dice::new(Seed::from_number(1)));
    for seed in 0..40 {
        let seats = 2 + usize::try_from(seed % 3).unwrap();
        let mut game =
            Match::<Innovation>::new(Setup::new(seats, Seed::from_number(seed))).unwrap();
        while let Some(seat) = game.to_act().lowest() {
            composed += check_forms(&game, seat, named);
            check_any_order(&game, seat, &mut dice);
            let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
        }
    }
    assert!(composed > 1_000, "only {composed}");
}

/// Another order of the same cards is another answer, for which no list has room.
fn check_any_order(game: &Match<Innovation>, seat: Seat, dice: &mut Dice) {
    let prompt = game.prompt(seat).expect("whoever is to act is prompted");
    let Some(form) = prompt.forms.first() else { return };
    let mut places: Vec<usize> = (0..form.pieces.len()).collect();
    dice.shuffle(&mut places);
    places.truncate(form.groups[0].max);
    let action = game
        .compose(seat, &Filled { form: 0, groups: vec![places] })
        .expect("the form is filled in");
    assert!(Innovation::check(game.position(), By::Seat(seat), &action).is_ok());
}

#[test]
fn in_54_a_view_says_who_shares_and_whom_a_dogma_hits() {
    let (mut compared, mut dice) = (0, Dice::new(Seed::from_number(1)));
    for seed in 0..20 {
        let mut game = Match::<Innovation>::new(Setup::new(3, Seed::from_number(seed))).unwrap();
        game.take_events();
        while let Some(seat) = game.to_act().lowest() {
            let previews = game.view(Viewer::Seat(seat)).previews;
            let action = Innovation::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
            for event in game.take_events() {
                let What::DogmaActivated { card, counts, sharers, vulnerable, .. } = event.what
                else {
                    continue;
                };
                let preview = previews.iter().find(|it| it.card == card).unwrap();
                let demands = demands_of(card);
                let only = |seats: SeatSet, wanted: bool| {
                    if demands.contains(&wanted) { seats } else { SeatSet::NOBODY }
                };
                let expected = DogmaPreview {
                    card,
                    icon: card.featured(),
                    counts: counts[..3].to_vec(),
                    sharers: only(sharers, false),
                    victims: only(vulnerable, true),
                };
                assert_eq!(*preview, expected);
                compared += 1;
            }
        }
        assert!(game.view(Viewer::Public).previews.is_empty());
    }
    assert!(compared > 100, "only {compared}");
}
