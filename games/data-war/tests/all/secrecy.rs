//! Who sees what (DW-150 to DW-157), and what can be known (DW-156).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, SeatKind, Viewer};
use croupier_kit::matches::{Match, Memories};
use data_war::memory::Spot;
use data_war::options::DataGrab;
use data_war::state::SEATS;
use data_war::strategy::Strategy;
use data_war::{Action, CardId, DataWar, Event, Memory, Options, State, View};

use crate::common::{self, exact, play, preset, setup};

const P1: Seat = Seat(0);
const P2: Seat = Seat(1);

fn viewers() -> [Viewer; 3] {
    [Viewer::Seat(P1), Viewer::Seat(P2), Viewer::Public]
}

fn tells(sent: &impl serde::Serialize, card: CardId) -> bool {
    serde_json::to_string(sent).unwrap().contains(&format!("\"{card}\""))
}

/// S-42 up to the choice.
fn tantrum() -> Match<DataWar> {
    let mut game = exact("TT C1 C1 C1 C2 C3", "PT L1 C2 C2 C5 C4", preset("headless"));
    while game.state().tantrum.is_none() {
        game.skip_waits().unwrap();
        if let Some(seat) = game.to_act().lowest()
            && game.state().tantrum.is_none()
        {
            game.act(seat, Action::Tap).unwrap();
        }
    }
    game
}

#[test]
fn dw_150_nobody_sees_decks() {
    let game = Match::<DataWar>::unrecorded(&setup(preset("bench"), common::bots(), 1)).unwrap();
    for viewer in viewers() {
        let view = game.view(viewer);
        assert_eq!(view.sides.each_ref().map(|side| side.deck), [33, 33]);
        assert!(CardId::standard_deck().all(|card| !tells(&view, card)));
    }
}

#[test]
fn dw_151_what_is_public_is_shown_to_everybody() {
    let game = tantrum();
    let public = game.view(Viewer::Public);
    assert_eq!(public.pile.len(), 10);
    assert_eq!(public.pile.iter().filter(|entry| entry.card.is_none()).count(), 6);
    assert_eq!((public.depth, public.winner, public.tantrum), (1, Some(P2), Some(P1)));
    assert_eq!(public.sides.each_ref().map(|side| side.value), [2, 5]);
    for viewer in [Viewer::Seat(P1), Viewer::Seat(P2)] {
        assert_eq!(View { seat: None, ..game.view(viewer) }, public, "nothing here is private");
    }
}

#[test]
fn dw_154_hidden_cards_are_slots_and_never_ids() {
    let mut game = tantrum();
    let stack: CardId = "ls-shadow-cabinet-01".parse().unwrap();
    let row: Vec<_> = game.state().tantrum_offer(P1).map(|(_, entry)| entry.face()).collect();
    let codes: Vec<_> = row.iter().map(|face| face.map(|card| card.row().code)).collect();
    assert_eq!(codes, [Some("PT"), None, None, None, Some("C5")]);
    for viewer in viewers() {
        assert!(!tells(&game.view(viewer), stack));
    }
    let offered = game.take_events();
    game.act(P1, Action::PickTantrum { slots: [1, 4].into_iter().collect() }).unwrap();
    let taken = game.take_events();
    for event in offered.iter().chain(&taken) {
        for viewer in viewers() {
            assert!(!tells(&DataWar::event_for(event, viewer), stack), "{event:?}");
        }
    }
    let public = taken.iter().find_map(|event| match event {
        Event::TantrumTaken { slots, cards, .. } => Some((slots.to_vec(), cards.to_vec())),
        _ => None,
    });
    let (slots, cards) = public.unwrap();
    assert_eq!((slots, cards[0]), (vec![1, 4], None));
    assert_eq!(cards[1].unwrap().row().code, "C5");
}

#[test]
fn dw_152_what_is_hidden_from_everybody_is_told_to_nobody() {
    let mut dice = Dice::new(Seed::from_number(152));
    let mut hidden = 0;
    for number in 0..40 {
        let mut game =
            Match::<DataWar>::new(setup(preset("headless"), common::bots(), number)).unwrap();
        for event in play(&mut game, &mut dice, usize::MAX) {
            for viewer in viewers() {
                let json = serde_json::to_value(DataWar::event_for(&event, viewer)).unwrap();
                let secret = match &event {
                    Event::FaceDownLaid { .. } => json["face_down_laid"]["cards"].clone(),
                    Event::StacksRecalled { .. } => json["stacks_recalled"]["deck"].clone(),
                    Event::PileSplit { .. } => json["pile_split"]["order"].clone(),
                    Event::OpenPicked { .. } => json["open_picked"]["rest"].clone(),
                    Event::GameStarted { .. } => json["game_started"]["deal"].clone(),
                    _ => continue,
                };
                assert_eq!(secret, serde_json::Value::Null, "{json}");
                hidden += 1;
            }
        }
    }
    assert!(hidden > 500);
}

#[test]
fn dw_153_an_offer_is_for_the_chooser_alone() {
    let mut game = exact("OW C1 C4 T1 C2", "C5 C2 C3 C3", preset("headless"));
    let mut events = vec![];
    while game.state().side(P1).offered.is_none() {
        game.skip_waits().unwrap();
        if game.state().side(P1).offered.is_none() {
            let seat = game.to_act().lowest().unwrap();
            game.act(seat, Action::Tap).unwrap();
        }
        events.append(&mut game.take_events());
    }
    let offer = |viewer| game.view(viewer).sides[0].offer.clone();
    assert_eq!(offer(Viewer::Seat(P1)).unwrap().len(), 3);
    assert_eq!((offer(Viewer::Seat(P2)), offer(Viewer::Public)), (None, None));
    assert_eq!(game.view(Viewer::Public).sides[0].offered, Some(3));
    let card = game.state().side(P1).deck.first().unwrap();
    let told = |viewer| events.iter().any(|event| tells(&DataWar::event_for(event, viewer), card));
    assert_eq!(
        (told(Viewer::Seat(P1)), told(Viewer::Seat(P2)), told(Viewer::Public)),
        (true, false, false)
    );
}

#[test]
fn dw_155_a_spectator_sees_the_public_part() {
    let game = tantrum();
    let spectator = game.view(Viewer::Public);
    assert_eq!(spectator.seat, None);
    assert!(spectator.sides.iter().all(|side| side.offer.is_none() && side.picked.is_none()));
}

/// Checks that everything a seat remembers is true.
fn check(memory: &Memory, state: &State) {
    for seat in SEATS {
        let (spots, deck) = (&memory.decks[seat.at()], state.side(seat).deck);
        assert_eq!(spots.len(), deck.len(), "the size of a deck is public");
        for (spot, card) in spots.iter().zip(deck.iter()) {
            if let Spot::Card(known) = spot {
                assert_eq!(*known, card);
            }
        }
    }
    for (at, group) in (0_u8..).zip(&memory.groups) {
        let mut places: Vec<CardId> = vec![];
        for seat in SEATS {
            let spots = memory.decks[seat.at()].iter().zip(state.side(seat).deck.iter());
            places
                .extend(spots.filter(|(spot, _)| **spot == Spot::Among(at)).map(|(_, card)| card));
        }
        for (spot, entry) in memory.pile.iter().zip(state.pile.iter()) {
            if *spot == Some(Spot::Among(at)) {
                places.push(entry.card);
            }
        }
        assert!(group.iter().all(|card| places.contains(card)), "{group:?} in {places:?}");
    }
}

#[test]
fn dw_156_what_is_remembered_is_true_and_fits_every_resampled_world() {
    let mut known = 0;
    for number in 0..150 {
        let mut dice = Dice::new(Seed::from_number(number));
        let options = Options {
            data_grab: if number % 3 == 0 { DataGrab::Scramble } else { DataGrab::Split },
            mirror_decks: number % 4 == 1,
            owyw_in_war: number % 2 == 0,
            p1_strategy: if number % 5 == 0 { Strategy::OwywFirst } else { Strategy::Random },
            ..preset("bench")
        };
        let seats =
            vec![SeatKind::Bot, if number % 2 == 0 { SeatKind::Bot } else { SeatKind::House }];
        let mut game = Match::<DataWar>::new(setup(options.clone(), seats, number)).unwrap();
        let mut memories = Memories::<DataWar>::new(2);
        while game.outcome().is_none() {
            for event in play(&mut game, &mut dice, 1) {
                memories.tell(&event);
            }
            for seat in SEATS {
                let memory = &memories[seat];
                check(memory, game.state());
                known +=
                    memory.decks.iter().flatten().filter(|spot| **spot != Spot::Unknown).count();
                let view = game.view(Viewer::Seat(seat));
                let observation = game.position().observed_by(seat, &view, memory);
                let world = DataWar::resample(observation, &mut dice);
                check(memory, &world);
            }
        }
    }
    assert!(known > 100_000, "much is known of decks: {known}");
}

#[test]
fn dw_156_a_swap_moves_what_is_known_and_a_recall_loses_the_order() {
    let mut memory = Memory::default();
    let mut game = exact("C5 FE MR C1 C1", "C3 L1 C2 C4 C4 C4", preset("bench"));
    let mut dice = Dice::new(Seed::from_number(1));
    let mut swapped = false;
    while game.outcome().is_none() && game.state().turns_completed < 4 {
        for event in play(&mut game, &mut dice, 1) {
            let before = memory.clone();
            DataWar::remember(
                &mut memory,
                P1,
                &DataWar::event_for(&event, Viewer::Seat(P1)).unwrap(),
            );
            if matches!(event, Event::DecksSwapped { .. }) {
                swapped = true;
                assert_eq!(memory.decks[0], before.decks[1]);
                assert!(before.decks[0].contains(&Spot::Card("common-5-01".parse().unwrap())));
            }
        }
        check(&memory, game.state());
    }
    assert!(swapped);
}

#[test]
fn dw_157a_the_log_tells_a_turn_in_order() {
    let mut game = exact("L1 C4 C1", "C3 C1", preset("bench"));
    let events = common::one_turn(&mut game);
    let names: Vec<String> = events
        .iter()
        .map(|event| {
            let json = serde_json::to_value(event).unwrap();
            match json {
                serde_json::Value::String(name) => name,
                other => other.as_object().unwrap().keys().next().unwrap().clone(),
            }
        })
        .collect();
    let told: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| *name != "tapped").collect();
    assert_eq!(
        told,
        [
            "game_started",
            "turn_started",
            "card_revealed",
            "card_revealed",
            "effect_queued",
            "another_play_owed",
            "values_changed",
            "card_revealed",
            "values_changed",
            "turn_won",
            "stack_collected",
            "cards_collected",
            "turn_ended",
            "turn_started",
        ]
    );
}

#[test]
fn dw_157b_and_189_no_hidden_id_is_ever_sent() {
    let mut dice = Dice::new(Seed::from_number(189));
    for number in 0..30 {
        let mut game =
            Match::<DataWar>::new(setup(preset("headless"), common::bots(), number)).unwrap();
        let mut down = std::collections::BTreeSet::new();
        let mut shown = std::collections::BTreeSet::new();
        for event in play(&mut game, &mut dice, usize::MAX) {
            match &event {
                Event::CardRevealed { card, .. } => {
                    shown.insert(*card);
                }
                Event::FaceDownLaid { cards, .. } => {
                    down.extend(cards.open().unwrap().iter().copied());
                }
                _ => {}
            }
            let heard = DataWar::event_for(&event, Viewer::Public).unwrap();
            for card in down.difference(&shown) {
                assert!(!tells(&heard, *card), "{card} was never seen, but is told in {heard:?}");
            }
        }
    }
}
