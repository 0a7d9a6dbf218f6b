//! Time passes: clocks run out and act for their seats, and years go by.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use crate::tiny::{Action, Event, Options, Reject, Tiny};
use croupier_kit::cards::Seed;
use croupier_kit::game::{By, Error, ErrorKind, InputError, Seat};
use croupier_kit::matches::{Act, Input, LONGEST_WAIT, Match, Setup, replay};
use croupier_kit::save::{Metadata, Save};
use croupier_kit::{Millis, UnixMillis};

fn deal(options: Options) -> Match<Tiny> {
    let setup = Setup { options, ..Setup::new(2, Seed::from_number(1)) };
    Match::new(setup).unwrap()
}

fn saved(game: &Match<Tiny>) -> Save {
    game.save(UnixMillis::EPOCH, Metadata::default()).unwrap()
}

/// Plays out of time: the clock of the first seat runs out, then that of the second.
fn wait_for_both(options: Options) -> Vec<Event> {
    let mut game = deal(options);
    game.advance_to(Millis(500)).unwrap();
    game.take_events();
    let hands = game.state().hands;
    game.advance_to(Millis(10_500)).unwrap();
    game.advance_to(Millis(20_500)).unwrap();
    let events = game.take_events();
    let first = |seat: Seat| Event::Played { seat, card: hands[seat.at()].first().unwrap() };
    assert_eq!(events, [first(Seat(0)), first(Seat(1))]);
    assert!(game.inputs().is_empty(), "a clock that runs out is no input");
    assert!(replay::<Tiny>(&saved(&game)).unwrap().verified);
    events
}

#[test]
fn a_clock_runs_out_in_the_name_of_the_seat_or_of_the_host() {
    let by_seat = wait_for_both(Options::default());
    let by_host = wait_for_both(Options { host_calls_time: true, ..Options::default() });
    assert_eq!(by_seat, by_host);
}

#[test]
fn what_only_the_host_may_say_is_refused_from_a_seat() {
    let mut game = deal(Options { host_calls_time: true, ..Options::default() });
    game.advance_to(Millis(500)).unwrap();
    let refused = game.act(Seat(0), Action::TimeIsUp);
    assert_eq!(refused, Err(InputError::Rules(Reject::NotYours(By::Seat(Seat(0))))));
    let time = Input { at: Millis(600), by: By::Host, act: Act::Do(Action::TimeIsUp) };
    game.input(time).unwrap();
    assert_eq!(game.to_act().lowest(), Some(Seat(1)));
}

#[test]
fn a_refusal_brings_its_kind_and_its_details_along() {
    let mut game = deal(Options::default());
    game.advance_to(Millis(500)).unwrap();
    let card = game.state().hands[1].first().unwrap();
    let error = Error::from(game.act(Seat(0), Action::Play { card }).unwrap_err());
    assert_eq!((error.kind, &*error.code), (ErrorKind::InvalidChoice, "tiny.not_held"));
    assert_eq!(*error.details.unwrap(), serde_json::json!({ "card": card }));
}

#[test]
fn years_of_short_waits_are_replayed() {
    let month = Millis(LONGEST_WAIT.get() / 12);
    let mut game = deal(Options { think_ms: u64::MAX / 2, ..Options::default() });
    for years in 1..4 {
        for _ in 0..20 {
            game.advance_to(game.now() + month).unwrap();
        }
        assert!(replay::<Tiny>(&saved(&game)).unwrap().verified, "before an input, {years}");
        let seat = game.to_act().lowest().unwrap();
        let card = game.state().hands[seat.at()].first().unwrap();
        // Eleven months in one go, and the longest wait there is.
        game.input(Input::of(game.now() + Millis(11 * month.get()), seat, Action::Play { card }))
            .unwrap();
        game.advance_to(game.now() + LONGEST_WAIT).unwrap();
        assert!(replay::<Tiny>(&saved(&game)).unwrap().verified, "after an input, {years}");
        game = Match::load(&saved(&game)).unwrap();
    }
    let waits = game.inputs().iter().filter(|input| input.act == Act::Wait).count();
    assert!((6..=16).contains(&waits), "about once a year: {waits}");
}

#[test]
fn more_than_a_year_in_one_go_is_refused_everywhere() {
    let mut game = deal(Options::default());
    let far = LONGEST_WAIT + Millis(1);
    assert_eq!(game.advance_to(far), Err(InputError::TooFar));
    assert_eq!(game.input(Input::of(far, Seat(0), Action::Wait)), Err(InputError::TooFar));
    assert_eq!(game.now(), Millis::ZERO);
    game.advance_to(LONGEST_WAIT).unwrap();
}
