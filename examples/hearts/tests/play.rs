//! The rules in action, through the kit's public interface.

use croupier_bots::{Players, Skill};
use croupier_kit::UnixMillis;
use croupier_kit::cards::fingerprint;
use croupier_kit::game::TurnTime;
use croupier_kit::matches::Memories;
use croupier_kit::prelude::*;
use croupier_kit::save::Metadata;
use hearts::Hearts;
use hearts::rules::{Action, SEATS, State};
use serde::Deserialize as _;

fn dealt(number: u64) -> Match<Hearts> {
    Match::new(Setup::new(SEATS, Seed::from_number(number))).expect("it can be dealt")
}

#[test]
fn three_cards_are_chosen_in_a_form() {
    let mut game = dealt(7);
    let hand: Vec<_> = game.view(Viewer::Seat(Seat(2))).hand.iter().collect();
    let prompt = game.prompt(Seat(2)).unwrap();
    assert!(prompt.choices.is_empty() && prompt.forms[0].pieces.len() == 13);
    let short = Filled { form: 0, groups: vec![vec![0, 5]] };
    assert!(game.compose(Seat(2), &short).is_err());
    let filled = Filled { form: 0, groups: vec![vec![0, 5, 12]] };
    let action = game.compose(Seat(2), &filled).unwrap();
    let cards: CardSet = [hand[0], hand[5], hand[12]].into_iter().collect();
    assert_eq!(action, Action::Pass { cards });
    game.act(Seat(2), action).unwrap();
    assert!(game.prompt(Seat(2)).is_none() && game.to_act().len() == 3);
}

#[test]
fn everybody_has_a_clock_while_cards_are_passed() {
    let options = TurnTime { turn_ms: Some(Millis(20_000)) };
    let setup = Setup { options, ..Setup::new(SEATS, Seed::from_number(7)) };
    let mut game = Match::<Hearts>::new(setup).unwrap();
    let lowest = game.legal_actions(Seat(1))[0].clone();
    game.advance_to(Millis(5_000)).unwrap();
    game.act(Seat(1), lowest).unwrap();
    game.advance_to(Millis(19_999)).unwrap();
    assert_eq!(game.to_act().len(), 3);
    game.advance_to(Millis(20_000)).unwrap();
    assert_eq!(game.view(Viewer::Public).open.trick.cards().len(), 0);
    assert_eq!(game.to_act().len(), 1, "all have passed, and somebody leads");
}

#[test]
fn a_resampled_world_fits_what_a_seat_passed_and_saw() {
    let mut dice = Dice::new(Seed::from_number(1));
    for number in 0..8 {
        let mut game = dealt(number);
        let mut memories = Memories::<Hearts>::new(SEATS);
        while game.outcome().is_none() && game.state().open.round == 0 {
            memories.follow(&mut game);
            let seat = game.to_act().lowest().unwrap();
            for seat in Seat::first(SEATS) {
                let (view, memory) = (game.view(Viewer::Seat(seat)), &memories[seat]);
                let known = game.position().observed_by(seat, &view, memory);
                let world = Hearts::resample(known, &mut dice);
                assert_eq!(world.hands[seat.at()], view.hand);
                for (holder, hand) in Seat::first(SEATS).zip(world.hands) {
                    let fits = hand.iter().all(|card| memory.voids.may_hold(holder, card));
                    assert!(fits, "{hand:?} has what it lacks");
                }
                if !view.have_chosen.contains(seat) {
                    let left = world.hands[seat.next(SEATS).at()];
                    assert!(memory.given.is_subset_of(left), "what went to the left is there");
                }
            }
            let action = Hearts::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
        }
    }
}

#[test]
fn greedy_players_beat_random_ones() {
    let mut won = 0.0;
    for number in 0..40 {
        let greedy = Seat::first(SEATS).cycle().nth(number).unwrap();
        let number = number as u64;
        let mut game = Match::followed(&Setup::new(SEATS, Seed::from_number(number / 4))).unwrap();
        let bots = Seat::first(SEATS).map(|seat| {
            let skill = if seat == greedy { Skill::Greedy } else { Skill::Random };
            Some(skill.bot::<Hearts>())
        });
        let finished = Players::new(bots, Seed::from_number(number)).finish(&mut game).unwrap();
        won += finished.outcome.expect("it ends").value_for(greedy);
    }
    assert!(won > 30.0, "it won only {won} of 40 games against three");
}

/// After cards are passed somebody leads, and no timer plays a card.
#[test]
fn rule_3_a_save_in_which_nobody_can_begin_is_refused() {
    let mut save = dealt(7).save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let flow = &mut save.snapshot.flow;
    flow.seq += 1;
    let play = serde_json::json!({"seat": 0, "action": {"play": {"card": "2C"}}});
    let timer = serde_json::json!({"own": {"id": 1, "trigger": play, "due": 5, "seq": flow.seq}});
    flow.root.timers.push(serde_json::from_value(timer).unwrap());
    let Err(why) = Match::<Hearts>::load(&save) else { panic!("a timer plays") };
    assert_eq!(why.code(), "save_bad_flow", "{why}");
    save.snapshot.flow.root.timers.clear();
    let mut state = State::deserialize(&save.snapshot.state).unwrap();
    let first: Card = "2C".parse().unwrap();
    for hand in &mut state.hands {
        hand.remove(first);
    }
    state.open.taken[0].insert(first);
    (save.snapshot.state, save.snapshot.hash) =
        (serde_json::to_value(state).unwrap(), fingerprint(&state));
    let Err(why) = Match::<Hearts>::load(&save) else { panic!("nobody can begin") };
    assert!(why.to_string().contains("rule 3"), "{why}");
}

/// A trick cannot hold more cards than there are players.
#[test]
fn rule_7_a_save_with_a_whole_trick_that_nobody_took_is_refused() {
    let mut save = dealt(7).save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    let mut state = State::deserialize(&save.snapshot.state).unwrap();
    for hand in &mut state.hands {
        let card = hand.iter().next().unwrap();
        hand.remove(card);
        state.open.trick.play(card);
    }
    (save.snapshot.state, save.snapshot.hash) =
        (serde_json::to_value(state).unwrap(), fingerprint(&state));
    let Err(why) = Match::<Hearts>::load(&save) else { panic!("nobody took it") };
    assert!(why.to_string().contains("rule 7"), "{why}");
}

/// A save cannot contain a number of rounds or a score that no match can have.
#[test]
fn rule_8_rounds_and_scores_fit_each_other() {
    let save = dealt(7).save(UnixMillis::EPOCH, Metadata::default()).unwrap();
    for (path, forged) in
        [("/open/round", 1_i64 << 31), ("/open/scores/0", -1), ("/open/scores/3", 126)]
    {
        let mut save = save.clone();
        *save.snapshot.state.pointer_mut(path).unwrap() = forged.into();
        let state = State::deserialize(&save.snapshot.state).unwrap();
        save.snapshot.hash = fingerprint(&state);
        let Err(why) = Match::<Hearts>::load(&save) else { panic!("{path} is taken") };
        let why = why.to_string();
        assert!(why.contains("rule 8"), "{path}: {why}");
    }
}
