//! Saves and replays: going on from a save equals never having stopped, and a save that is not
//! sound is refused with its own code.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use crate::tiny::{Action, Options, Tiny};
use croupier_kit::cards::{Dice, Seed, fingerprint};
use croupier_kit::game::{By, Game, InputError, Seat};
use croupier_kit::matches::{Act, Input, Match, SavePart, Setup, frames, replay, replay_until};
use croupier_kit::save::{Metadata, Save};
use croupier_kit::{Millis, UnixMillis};
use serde_json::{Value, json};

fn deal(number: u64, seats: usize, undo: bool) -> Match<Tiny> {
    let setup = Setup { undo, ..Setup::new(seats, Seed::from_number(number)) };
    Match::new(setup).unwrap()
}

fn saved(game: &Match<Tiny>) -> Save {
    game.save(UnixMillis(1_700_000_000_000), Metadata::default()).unwrap()
}

/// Through bytes and back, plain and compressed in turn.
fn reloaded(game: &Match<Tiny>, compressed: bool) -> Match<Tiny> {
    let save = saved(game);
    let bytes = if compressed { save.to_zstd() } else { save.to_json() };
    let read = Save::read(&bytes).unwrap();
    assert_eq!(read, save);
    Match::load(&read).unwrap()
}

/// What a seat does next, or how long nobody does anything.
#[derive(Debug, Clone)]
enum Next {
    Input(Input<Action>),
    Advance(Millis),
}

fn next(game: &Match<Tiny>, dice: &mut Dice) -> Next {
    let later = game.now() + Millis(u64::from(dice.below(3_000)));
    let undo = Input { at: later, by: By::Host, act: Act::Undo };
    match (dice.below(24), game.to_act().lowest()) {
        (0..=14, Some(seat)) => {
            let action = Tiny::random_action(game.position(), seat, dice).unwrap();
            Next::Input(Input::of(game.now() + Millis(u64::from(dice.below(100))), seat, action))
        }
        (15..=18, _) => Next::Input(undo),
        // InputError as often as not.
        (19..=20, _) => Next::Input(Input::of(later, Seat(0), Action::Resume)),
        (21, _) => Next::Advance(game.now() + Millis(25_000)),
        _ => Next::Advance(later),
    }
}

fn perform(game: &mut Match<Tiny>, next: Next) -> Result<(), InputError<Tiny>> {
    match next {
        Next::Input(input) => game.input(input),
        Next::Advance(instant) => game.advance_to(instant),
    }
}

/// Plays on at random until it is over, and tells what `each` is to see after every step.
fn play(game: &mut Match<Tiny>, number: u64, mut each: impl FnMut(&mut Match<Tiny>, &Next, bool)) {
    let mut dice = Dice::new(Seed::from_number(1_000 + number));
    for _ in 0..300 {
        let step = next(game, &mut dice);
        let taken = perform(game, step.clone()).is_ok();
        each(game, &step, taken);
        if game.outcome().is_some() {
            return;
        }
    }
    panic!("game {number} does not end");
}

#[test]
fn mi_231_going_on_from_a_save_equals_never_having_stopped() {
    let (mut timers, mut running, mut held, mut undone) = (0, 0, 0, 0);
    for number in 0..24 {
        let (seats, undo) = (2 + usize::try_from(number % 3).unwrap(), number % 2 == 1);
        let mut often = deal(number, seats, undo);
        let mut steps = 0;
        play(&mut deal(number, seats, undo), number, |whole, step, taken| {
            steps += 1;
            often = reloaded(&often, steps % 2 == 0);
            assert_eq!(perform(&mut often, step.clone()).is_ok(), taken, "{step:?}");
            assert_eq!(saved(&often), saved(whole), "game {number}, step {steps}: {step:?}");
            assert_eq!(often.outcome(), whole.outcome());
            assert_eq!(often.next_due(), whole.next_due());
            assert_eq!(often.take_events(), whole.take_events());
            let text = serde_json::to_value(saved(whole)).unwrap();
            timers += usize::from(text["snapshot"]["flow"]["root"].get("timers").is_some());
            match &text["snapshot"]["clock"] {
                Value::Null => {}
                clock if clock["deadline"].is_null() => held += 1,
                _ => running += 1,
            }
            let is_undo = matches!(step, Next::Input(Input { act: Act::Undo, .. }));
            undone += usize::from(is_undo && taken);
        });
    }
    assert!(timers.min(running).min(held).min(undone) > 20, "{timers} {running} {held} {undone}");
}

#[test]
fn in_122_a_replay_ends_as_the_match_did_also_where_actions_were_taken_back() {
    for number in 0..24 {
        let undo = number % 2 == 1;
        let mut game = deal(number, 3, undo);
        let mut hashes = vec![game.hash()];
        play(&mut game, number, |game, step, taken| {
            if taken && matches!(step, Next::Input(_)) {
                hashes.push(game.hash());
            }
            let again = replay::<Tiny>(&saved(game)).unwrap();
            assert!(again.verified);
            assert_eq!(saved(&again.end), saved(game));
        });
        let save = saved(&game);
        assert_eq!(save.inputs.len() + 1, hashes.len());
        // Behind the last input comes the time until the match was saved.
        *hashes.last_mut().unwrap() = game.hash();
        for (until, hash) in hashes.iter().enumerate() {
            let part = replay_until::<Tiny>(&save, until).unwrap();
            assert_eq!((part.inputs, part.hash), (until, *hash));
            assert!(!part.verified || until == save.inputs.len());
        }
    }
}

#[test]
fn in_122_a_replayed_match_records_events_again_also_after_taking_back() {
    let mut game = deal(1, 2, true);
    game.skip_waits().unwrap();
    let wait = game.legal_actions(Seat(0)).pop().unwrap();
    game.act(Seat(0), wait).unwrap();
    let mut again = replay::<Tiny>(&saved(&game)).unwrap().end;
    again.input(Input { at: again.now(), by: By::Host, act: Act::Undo }).unwrap();
    let card = again.legal_actions(Seat(0))[0];
    again.act(Seat(0), card).unwrap();
    assert_eq!(again.take_events().len(), 1);
}

#[test]
fn mi_231_what_is_due_at_the_instant_of_a_save_has_happened_or_not() {
    let options = Options { deal_ms: 0, ..Options::default() };
    let mut game =
        Match::<Tiny>::new(Setup { options, ..Setup::new(2, Seed::from_number(3)) }).unwrap();
    let dealt = |game: &Match<Tiny>| !game.state().hands[0].is_empty();
    for happened in [false, true] {
        assert_eq!(dealt(&game), happened);
        let replayed = replay::<Tiny>(&saved(&game)).unwrap();
        assert!(replayed.verified && dealt(&replayed.end) == happened);
        game.advance_to(Millis::ZERO).unwrap();
    }
}

#[test]
fn in_122_a_replay_that_goes_wrong_says_where() {
    let mut game = deal(1, 2, false);
    play(&mut game, 1, |_, _, _| {});
    let save = saved(&game);
    let code = |save: &Save| replay::<Tiny>(save).map(|_| ()).unwrap_err().code();

    let mut forged = save.clone();
    forged.inputs[2].by = By::Seat(Seat(7));
    let error = replay::<Tiny>(&forged).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "input 3 is refused: there is no such seat at this table");
    assert_eq!(error.code(), "replay_refused");

    let mut forged = save.clone();
    forged.inputs[1].act = Act::Do(json!({"play": {"card": "1X"}}));
    assert_eq!(code(&forged), "save_bad_input");

    let mut older = save.clone();
    older.dealt_under = 1;
    assert_eq!(code(&older), "replay_other_rules");

    let mut other_seed = save.clone();
    other_seed.seed = Seed::from_number(2);
    assert!(replay::<Tiny>(&other_seed).map_or(true, |again| !again.verified));

    let mut other_end = save.clone();
    other_end.snapshot.flow.now = Millis::MAX;
    assert_eq!(code(&other_end), "replay_failed");

    let mut other_end = save;
    other_end.snapshot.hash ^= 1;
    assert!(!replay::<Tiny>(&other_end).unwrap().verified);
}

/// A save in the middle of a turn.
fn midway() -> Save {
    let mut game = deal(5, 2, false);
    game.skip_waits().unwrap();
    let card = game.legal_actions(Seat(0))[0];
    game.act(Seat(0), card).unwrap();
    saved(&game)
}

fn refusal(change: impl FnOnce(&mut Save)) -> &'static str {
    let mut save = midway();
    change(&mut save);
    // What is changed and sealed again is a sound file of an unsound match.
    let read = Save::read(&save.to_json()).unwrap();
    Match::<Tiny>::load(&read).map(|_| ()).unwrap_err().code()
}

#[test]
fn in_130_every_fault_has_its_own_code() {
    assert_eq!(refusal(|save| save.game = "rush".to_owned()), "save_other_game");
    assert_eq!(refusal(|save| save.rules = 3), "save_newer_rules");
    assert_eq!(refusal(|save| save.dealt_under = 3), "save_newer_rules");
    assert_eq!(refusal(|save| save.options["rounds"] = 0.into()), "save_bad_options");
    assert_eq!(refusal(|save| save.options["jokers"] = 2.into()), "save_bad_options");
    assert_eq!(refusal(|save| save.seats.truncate(1)), "save_bad_seats");
    assert_eq!(refusal(|save| save.snapshot.state["next"] = "Ann".into()), "save_bad_state");
    assert_eq!(refusal(|save| save.snapshot.state["turn"] = 9.into()), "save_wrong_hash");
    assert_eq!(refusal(|save| save.snapshot.hash ^= 1 << 63), "save_wrong_hash");
    assert_eq!(refusal(|save| save.snapshot.flow.root.active.clear()), "save_bad_flow");
    assert_eq!(refusal(|save| save.snapshot.flow.root.hash.push('0')), "save_bad_flow");
    assert_eq!(refusal(|save| save.snapshot.flow.now = Millis::MAX), "save_malformed");
    assert_eq!(refusal(|save| save.snapshot.dice["key"] = "no".into()), "save_bad_dice");
    assert_eq!(refusal(|save| save.snapshot.dice["position"] = u64::MAX.into()), "save_bad_dice");
    assert_eq!(refusal(|save| save.inputs[0].act = Act::Do(json!("win"))), "save_bad_input");
    // The hash is right, the cards are not: seat 1 holds the first card of the deck a second time.
    let twice = refusal(|save| {
        let state = &mut save.snapshot.state;
        state["hands"][1][0] = state["deck"][0].clone();
        let state: crate::tiny::State = serde_json::from_value(state.clone()).unwrap();
        save.snapshot.hash = fingerprint(&state);
    });
    assert_eq!(twice, "save_broken_invariant");
    let earlier = refusal(|save| {
        save.earlier.push(save.snapshot.clone());
        save.earlier[0].hash += 1;
    });
    assert_eq!(earlier, "save_wrong_hash");
}

type Change = fn(&mut Save);

/// A replay compares all that decides how a match goes on, and names the part that is forged.
#[test]
fn in_122_what_a_replay_does_not_come_to_is_not_verified() {
    let mut game = deal(5, 2, true);
    game.skip_waits().unwrap();
    game.act(Seat(0), game.legal_actions(Seat(0))[0]).unwrap();
    game.act(Seat(1), game.legal_actions(Seat(1))[0]).unwrap();
    let honest = saved(&game);
    assert!(!honest.earlier.is_empty() && !honest.snapshot.flow.root.timers.is_empty());
    assert_eq!(replay::<Tiny>(&honest).unwrap().differing, []);
    let forgeries: [(SavePart, Change); 11] = [
        (SavePart::Rules, |save| save.rules = 1),
        (SavePart::State, |save| save.snapshot.state["large"] = 1.into()),
        (SavePart::State, |save| save.snapshot.hash ^= 1),
        (SavePart::Flow, |save| save.snapshot.flow.root.context = 1.into()),
        (SavePart::Flow, |save| save.snapshot.flow.root.timers.clear()),
        (SavePart::Flow, |save| save.snapshot.flow.seq = u64::MAX),
        (SavePart::Dice, |save| save.snapshot.dice["position"] = 0.into()),
        (SavePart::Step, |save| save.snapshot.step = u64::MAX),
        (SavePart::Earlier, |save| save.earlier.clear()),
        (SavePart::Earlier, |save| save.earlier[0].step += 1),
        (SavePart::Earlier, |save| save.earlier[1].flow.root.context = 7.into()),
    ];
    for (part, forge) in forgeries {
        let mut save = honest.clone();
        forge(&mut save);
        let replayed = replay::<Tiny>(&save).unwrap();
        assert_eq!(replayed.differing, [part]);
        assert!(!replayed.verified);
    }
    let mut clock = serde_json::to_value(midway()).unwrap();
    clock["snapshot"]["clock"]["deadline"] = u64::MAX.into();
    let clock: Save = serde_json::from_value(clock).unwrap();
    assert_eq!(replay::<Tiny>(&clock).unwrap().differing, [SavePart::Clocks]);
}

/// Time goes back with every action that is taken back, so that a small file could hold years.
#[test]
fn a_replay_does_bounded_work() {
    let options = Options { rounds: 1_000, think_ms: 1, ..Options::default() };
    let setup = Setup { options, undo: true, ..Setup::new(4, Seed::from_number(1)) };
    let mut game = Match::<Tiny>::new(setup).unwrap();
    game.skip_waits().unwrap();
    game.act(Seat(0), game.legal_actions(Seat(0))[0]).unwrap();
    let mut save = saved(&game);
    let action = save.inputs.last().unwrap().clone();
    let undo = Input { at: action.at + Millis::from_days(300), act: Act::Undo, ..action.clone() };
    save.inputs.extend([undo, action].into_iter().cycle().take(500));
    let error = replay::<Tiny>(&save).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), "replay_too_long");
    let error = frames::<Tiny>(&save, 0, 1).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), "replay_too_long");
    assert!(Match::<Tiny>::load(&save).unwrap().memories().is_none());
}

#[test]
fn in_130_a_clock_of_nobody_is_refused() {
    let mut value = serde_json::to_value(midway()).unwrap();
    value["snapshot"]["clock"]["seat"] = 5.into();
    let save: Save = serde_json::from_value(value).unwrap();
    assert_eq!(Match::<Tiny>::load(&save).map(|_| ()).unwrap_err().code(), "save_bad_clock");
}

#[test]
fn a_save_of_older_rules_goes_on_from_where_it_stood() {
    let mut old = midway();
    (old.rules, old.dealt_under) = (1, 1);
    // As if the rules of then had counted turns under another name.
    let state = old.snapshot.state.as_object_mut().unwrap();
    let turn = state.remove("turn").unwrap();
    state.insert("turns".to_owned(), turn);
    let code = Match::<Tiny>::load(&old).map(|_| ()).unwrap_err().code();
    assert_eq!(code, "save_bad_state");

    let mut game = Match::<Tiny>::load_updated(&old, |save| {
        let state = save.snapshot.state.as_object_mut().ok_or("no state")?;
        let turn = state.remove("turns").ok_or("no turns")?;
        state.insert("turn".to_owned(), turn);
        Ok(())
    })
    .unwrap();
    assert_eq!(game.state(), Match::<Tiny>::load(&midway()).unwrap().state());
    game.act(Seat(1), game.legal_actions(Seat(1))[0]).unwrap();
    let new = saved(&game);
    assert_eq!((new.rules, new.dealt_under), (2, 1));
    assert!(Match::<Tiny>::load(&new).is_ok());
    let refused = replay::<Tiny>(&new).map(|_| ()).unwrap_err();
    assert_eq!(refused.code(), "replay_other_rules");

    let never = Match::<Tiny>::load_updated(&old, |_| Err("too old".into()));
    assert_eq!(never.map(|_| ()).unwrap_err().code(), "save_not_updated");
}

#[test]
fn only_a_match_that_remembers_can_be_saved() {
    let setup = Setup::<Tiny>::new(2, Seed::from_number(0));
    let unrecorded = Match::unrecorded(&setup).unwrap();
    let error = unrecorded.save(UnixMillis::EPOCH, Metadata::default()).unwrap_err();
    assert_eq!(error.code(), "not_recorded");
    let fork = Match::new(setup).unwrap().fork();
    assert_eq!(
        fork.save(UnixMillis::EPOCH, Metadata::default()).unwrap_err().code(),
        "not_recorded"
    );
}

#[test]
fn in_127_large_numbers_and_fractions_stay_exact() {
    let mut game = deal(3, 2, false);
    play(&mut game, 3, |_, _, _| {});
    let state = game.state();
    assert!(state.large > u64::MAX - 10 && state.fraction.fract() != 0.0);
    let loaded = reloaded(&game, false);
    assert_eq!(loaded.state().large, state.large);
    assert_eq!(loaded.state().fraction.to_bits(), state.fraction.to_bits());
}

#[test]
fn in_122_a_thousand_actions_replay_in_one_go() {
    let options = Options { rounds: 500, ..Options::default() };
    let setup = Setup { options, ..Setup::new(2, Seed::from_number(9)) };
    let mut game = Match::<Tiny>::new(setup).unwrap();
    while game.outcome().is_none() {
        game.skip_waits().unwrap();
        let Some(seat) = game.to_act().lowest() else { continue };
        game.act(seat, game.legal_actions(seat)[0]).unwrap();
    }
    let save = saved(&game);
    assert_eq!(save.inputs.len(), 1_000);
    assert!(replay::<Tiny>(&save).unwrap().verified);
    assert!(save.to_zstd().len() < 16_000, "{} bytes", save.to_zstd().len());
}
