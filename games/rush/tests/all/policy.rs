//! RU-81 and RU-82: the heuristic, and how much better it is than chance.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Card, Dice, Seed};
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::scenario::Scenario;
use rush::{Action, Options, PlayerSeen, Rush, View, heuristic_action};
use serde_json::json;

/// The heuristic's share of wins against a random player, with every deal played from both seats.
fn share(options: &Options, deals: u32) -> f64 {
    let mut dice = Dice::new(Seed::from_number(82));
    let mut won = 0.0;
    for deal in 0..deals {
        for clever in [Seat(0), Seat(1)] {
            let mut setup = Setup::<Rush>::new(2, Seed::from_number(u64::from(deal)));
            setup.options = options.clone();
            let mut game = Match::unrecorded(&setup).unwrap();
            loop {
                game.skip_waits().unwrap();
                let Some(seat) = game.to_act().lowest() else { break };
                let action = if seat == clever {
                    heuristic_action(&game.view(Viewer::Seat(seat)), seat)
                } else {
                    Rush::random_action(game.position(), seat, &mut dice)
                };
                game.act(seat, action.unwrap()).unwrap();
            }
            won += game.outcome().unwrap().value_for(clever);
        }
    }
    won / f64::from(deals * 2)
}

#[test]
fn ru_82_the_heuristic_beats_chance_a_little() {
    let share = share(&Options::bench(), 2000);
    assert!(share >= 0.515, "{share}");
}

#[test]
fn ru_82_with_the_flip_skill_counts_for_more() {
    let flip = Options { stall_rule: rush::StallRule::Flip, ..Options::bench() };
    let share = share(&flip, 1000);
    assert!(share >= 0.59, "{share}");
}

fn view_of(hand: &str, top: &str) -> View {
    let cards = |text: &str| -> Vec<Card> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    };
    let game = Match::<Rush>::new(Setup::new(2, Seed::from_number(0))).unwrap();
    let mut view = game.view(Viewer::Seat(Seat(0)));
    let hand = cards(hand);
    view.phase = rush::FlowState::PlayerTurn;
    view.discard = cards(top);
    let own = &mut view.players[0];
    *own = PlayerSeen { cards: hand.len(), hand: Some(hand), ..own.clone() };
    view.players[1].cards = 7;
    view
}

fn played(hand: &str, top: &str) -> String {
    match heuristic_action(&view_of(hand, top), Seat(0)) {
        Some(Action::PlayCards { cards, .. }) => {
            let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
            format!("Play {}", cards.join(" "))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn ru_81_a_play_that_empties_the_hand_is_made() {
    assert_eq!(played("7D 8S", "7C"), "Play 7D 8S");
}

#[test]
fn ru_81_high_cards_go_first_and_the_top_is_chosen() {
    // Both are played; five unseen cards follow a queen, seven follow a king.
    assert_eq!(played("QD KS 2H 3H", "QC"), "Play KS QD");
    // On 8S the player's own 9 follows; on 7D nothing would.
    assert_eq!(played("7D 8S 9H 2H", "7C"), "Play 7D 8S");
    assert_eq!(heuristic_action(&view_of("7D 8S", "7C"), Seat(1)), None);
}

#[test]
fn ru_81_what_the_own_hand_can_follow_counts() {
    let scenario = json!({
        "setup": {"state": "PLAYER_TURN", "pile": ["5C"], "hands": [["2H", "3D", "5S"], ["KS"]]},
        "expect": {"legal_sets": [["2H", "3D"], ["5S"]]},
    });
    serde_json::from_value::<Scenario>(scenario).unwrap().run::<Rush>().unwrap();
    // Five points either way; a 5 on top can be followed by 2 + 3.
    assert_eq!(played("2H 3D 5S", "5C"), "Play 5S");
}
