//! Section 9: what each viewer sees of positions and events.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::scenario::Arrange;
use innovation::Card;
use innovation::choice::Ask;
use innovation::events::{Seen, What};
use innovation::zones::{Location, Zone};

use super::{answer, arranged, cards, check, dealt, dogma, heard, meld, play_until};

const ALL: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public];

#[test]
fn in_81_owners_see_cards_and_others_see_ages_in_slot_order() {
    let game = arranged(
        2,
        r#"{"seats":[{"board":{"red":["Oars","Archery"]},"hand":["Calendar","Tools"],"score":["Coal"]},{"board":{"blue":["Pottery"]}}]}"#,
    );
    let [own, other, public] = ALL.map(|viewer| game.view(viewer).players[0].clone());
    let seen = |card: Card| Seen::from(card);
    assert_eq!(own.hand, [seen(Card::Calendar), seen(Card::Tools)]);
    assert_eq!(own.score, [seen(Card::Coal)]);
    for stranger in [&other, &public] {
        let ages: Vec<_> = stranger.hand.iter().map(|card| (card.age, card.card)).collect();
        assert_eq!(ages, [(2, None), (1, None)]);
        assert_eq!((stranger.score[0].age, stranger.score[0].card), (5, None));
        assert_eq!(stranger.points, 5);
    }
    assert_eq!(own.board, other.board, "boards are open, covered cards included");
    assert_eq!(game.view(Viewer::Public).decks.len(), 10);
}

/// IN-88: a spectator is a seat that owns nothing.
#[test]
fn in_88_a_spectator_sees_what_a_seat_sees_of_others() {
    let game = arranged(
        3,
        r#"{"seats":[{"board":{"red":["Oars"]},"hand":["Tools"]},{"board":{"blue":["Pottery"]},"hand":["Sailing"]},{"board":{}}]}"#,
    );
    let (public, empty) = (game.view(Viewer::Public), game.view(Viewer::Seat(Seat(2))));
    assert_eq!(public, empty);
}

/// IN-82, IN-83, IN-150: over whole games nothing sent to a viewer names a card they may not know,
/// nor the seed.
#[test]
fn in_150_no_view_names_a_hidden_card() {
    for number in 0..6 {
        let mut game = dealt(2 + usize::try_from(number % 3).unwrap(), number);
        let seed = Seed::from_number(number).to_string();
        let mut dice = Dice::new(Seed::from_number(number));
        play_until(&mut game, &mut dice, |game| {
            let world = *game.state().world();
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public] {
                let view = game.view(viewer);
                let sent = serde_json::to_string(&view).unwrap();
                assert!(!sent.contains(&seed));
                // Collaboration lets the activator choose among revealed cards.
                let offered =
                    view.choices.iter().filter_map(|seen| seen.choice).find_map(|choice| {
                        match choice.ask {
                            Ask::SelectCards { candidates, .. } => Some(candidates),
                            _ => None,
                        }
                    });
                for card in !offered.unwrap_or_default() {
                    let secret = match world.place(card) {
                        Location::Hand(owner) | Location::Score(owner) => !viewer.is(owner),
                        Location::Deck | Location::Achievements => true,
                        Location::Board(_) | Location::Removed => false,
                    };
                    assert!(!secret || !sent.contains(&format!("\"{card}\"")), "{card}: {sent}");
                }
            }
            false
        });
    }
}

#[test]
fn in_82_the_age_of_every_card_is_public() {
    let mut game = dealt(2, 1);
    let mut dice = Dice::new(Seed::from_number(1));
    play_until(&mut game, &mut dice, |game| {
        let world = game.state().world();
        let view = game.view(Viewer::Public);
        for (seat, player) in (0..).map(Seat).zip(&view.players) {
            let ages = |zone| world.zones().cards(zone).map(Card::age).collect::<Vec<_>>();
            assert!(player.hand.iter().map(|card| card.age).eq(ages(Zone::hand(seat))));
            assert!(player.score.iter().map(|card| card.age).eq(ages(Zone::score(seat))));
        }
        game.state().turns() > 20
    });
}

/// IN-83: the content of the deal event stays inside the engine.
#[test]
fn in_83_deck_order_and_seed_never_leave() {
    let mut game = dealt(2, 77);
    let events = game.take_events();
    for viewer in ALL {
        let told = serde_json::to_string(&heard(&events[..1], viewer)).unwrap();
        assert_eq!(told, r#"[{"game_started":{"decks":null,"origin":null}}]"#);
    }
}

/// The card of a move as seen by the owner, another player and the public.
fn hears(what: &What) -> Option<Card> {
    match what {
        What::Drew { card, .. }
        | What::Scored { card, .. }
        | What::Returned { card, .. }
        | What::Transferred { card, .. } => card.card,
        What::Melded { card, .. } | What::Tucked { card, .. } | What::Revealed { card, .. } => {
            Some(*card)
        }
        _ => None,
    }
}

#[track_caller]
fn told(
    game: &mut croupier_kit::matches::Match<innovation::Innovation>,
    name: &str,
    expected: [bool; 3],
) {
    let events = game.take_events();
    for (viewer, knows) in ALL.into_iter().zip(expected) {
        let found = heard(&events, viewer).into_iter().find(|what| {
            let text = serde_json::to_string(what).unwrap();
            text.starts_with(&format!("{{\"{name}\""))
        });
        let found = found.unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(hears(&found).is_some(), knows, "{viewer:?} of {found:?}");
    }
}

/// IN-84, row by row.
#[test]
fn in_84_events_are_redacted_per_viewer() {
    const LAYOUT: &str = r#"{"seats":[
        {"board":{"green":["Sailing"],"purple":["Philosophy"],"blue":["Pottery"],"yellow":["Domestication"]},"hand":["Oars","Tools"]},
        {"board":{"red":["Fission"]},"hand":["Writing","Masonry"],"score":["Coal"]}]}"#;
    let fresh = || arranged(2, LAYOUT);
    let everybody = [true, true, true];
    let owner = [true, false, false];

    let mut game = fresh();
    game.act(Seat(0), innovation::Action::Draw).unwrap();
    told(&mut game, "drew", owner);
    let mut game = fresh();
    game.act(Seat(0), meld(Card::Oars)).unwrap();
    told(&mut game, "melded", everybody);
    let mut game = fresh();
    game.act(Seat(0), dogma(Card::Philosophy)).unwrap();
    let one = answer(&game, Seat(0), cards(&[Card::Tools]));
    game.act(Seat(0), one).unwrap();
    told(&mut game, "scored", owner);
    let mut game = fresh();
    game.act(Seat(0), dogma(Card::Pottery)).unwrap();
    game.take_events();
    let two = answer(&game, Seat(0), cards(&[Card::Oars, Card::Tools]));
    game.act(Seat(0), two).unwrap();
    told(&mut game, "returned", owner);
    let mut game = fresh();
    game.act(Seat(0), dogma(Card::Sailing)).unwrap();
    told(&mut game, "drew", everybody);

    // Between hands: giver and receiver know.
    let mut game = arranged(
        3,
        r#"{"seats":[{"board":{"red":["Archery"]}},{"board":{"green":["Sailing"]},"hand":["Calendar"]},{"board":{"red":["Metalworking"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Archery)).unwrap();
    let events = game.take_events();
    let knows = |viewer| {
        let all = heard(&events, viewer);
        let moved = all.iter().find(|what| matches!(what, What::Transferred { .. })).unwrap();
        hears(moved).is_some()
    };
    let third = Viewer::Seat(Seat(2));
    assert_eq!([ALL[0], ALL[1], third, Viewer::Public].map(knows), [true, true, false, false]);

    // From a board to a score pile: everybody knows.
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"red":["Gunpowder"]}},{"board":{"purple":["Mysticism"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Gunpowder)).unwrap();
    told(&mut game, "transferred", everybody);
}

/// IN-84: only the chooser sees the full choice and the answer.
#[test]
fn in_84_choices_and_answers_are_the_choosers() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"yellow":["Agriculture"]},"hand":["Oars","Tools"]},{"board":{"red":["Archery"]}}]}"#,
    );
    game.act(Seat(0), dogma(Card::Agriculture)).unwrap();
    let events = game.take_events();
    let view = |viewer| game.view(viewer).choices[0].clone();
    assert!(view(ALL[0]).choice.is_some());
    assert!(view(ALL[1]).choice.is_none());
    assert_eq!(view(ALL[1]).player, Seat(0));
    let text = |viewer| serde_json::to_string(&heard(&events, viewer)).unwrap();
    assert!(text(ALL[0]).contains("Oars"));
    assert!(!text(ALL[1]).contains("Oars") && text(ALL[1]).contains("choice_requested"));
    let one = answer(&game, Seat(0), cards(&[Card::Tools]));
    game.act(Seat(0), one).unwrap();
    let events = game.take_events();
    let text = |viewer| serde_json::to_string(&heard(&events, viewer)).unwrap();
    assert!(text(ALL[0]).contains("Tools"));
    assert!(!text(ALL[1]).contains("Tools"));
}

/// IN-86: a player who points at backs learns no titles.
#[test]
fn in_86_pointing_at_a_back_shows_nothing() {
    let mut game = arranged(
        2,
        r#"{"seats":[{"board":{"blue":["Rocketry"]}},{"board":{"red":["Archery"]},"score":["Coal","Tools"]}]}"#,
    );
    game.act(Seat(0), dogma(Card::Rocketry)).unwrap();
    let view = game.view(ALL[0]);
    let slots: Vec<_> = view.choices[0].slots.iter().map(|slot| (slot.index, slot.age)).collect();
    assert_eq!(slots, [(0, 5), (1, 1)]);
    assert!(!serde_json::to_string(&view).unwrap().contains("Coal"));
    assert!(!serde_json::to_string(&game.prompt(Seat(0))).unwrap().contains("Coal"));
    let first = game.legal_actions(Seat(0))[0].clone();
    game.act(Seat(0), first).unwrap();
    let events = game.take_events();
    let text = |viewer| serde_json::to_string(&heard(&events, viewer)).unwrap();
    assert!(!text(ALL[0]).contains("Coal"));
    assert!(text(ALL[1]).contains("Coal"), "the owner knows what was returned");
}

/// IN-85: an option turns proofs off; a proof does not count as sharing.
#[test]
fn in_85_proofs_can_be_turned_off() {
    let with = |options: &str, events: &str| {
        check(&format!(
            r#"{{"players":2,"options":{options},
            "seats":[{{"board":{{"red":["Oars"]}}}},{{"board":{{"blue":["Pottery"]}},"hand":["Tools"]}}],
            "decks":{{"1":["Mysticism"]}},
            "steps":[{{"act":"dogma","card":"Oars"}}],"expect":{{"bonus":false,"events":{events}}}}}"#
        ));
    };
    with("{}", r#"["hand_revealed"]"#);
    with(r#"{"proof_reveals":false}"#, "[]");
    let scenario = serde_json::json!({"players": 2, "options": {"proof_reveals": false},
        "seats": [{"board": {"red": ["Oars"]}}, {"board": {"blue": ["Pottery"]}, "hand": ["Tools"]}],
        "steps": [{"act": "dogma", "card": "Oars"}], "expect": {"events": ["hand_revealed"]}});
    assert!(innovation::Innovation::run_scenario(&scenario).is_err());
}
