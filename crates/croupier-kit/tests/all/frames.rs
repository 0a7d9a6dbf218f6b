//! A match step by step.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use crate::tiny::Tiny;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{By, Game, Seat, Viewer};
use croupier_kit::matches::{Act, Frame, FrameCause, Input, Match, ReplayError, Setup, frames};
use croupier_kit::save::{Metadata, Save};
use croupier_kit::{Millis, UnixMillis};

/// A match that was played at random, with waits in between, and all that happened in it.
fn played(number: u64, undo: bool) -> (Match<Tiny>, Vec<<Tiny as Game>::Event>) {
    let setup = Setup { undo, ..Setup::new(3, Seed::from_number(number)) };
    let mut game = Match::<Tiny>::new(setup).unwrap();
    let mut dice = Dice::new(Seed::from_number(!number));
    let mut events = game.take_events();
    while game.outcome().is_none() {
        match game.to_act().lowest() {
            Some(seat) if dice.below(3) > 0 => {
                let action = Tiny::random_action(game.position(), seat, &mut dice).unwrap();
                game.act(seat, action).unwrap();
                if undo && dice.below(4) == 0 {
                    let input = Input { at: game.now(), by: By::Seat(seat), act: Act::Undo };
                    game.input(input).unwrap();
                }
            }
            _ => game.advance_to(game.next_due().unwrap() + Millis(5)).unwrap(),
        }
        events.extend(game.take_events());
    }
    (game, events)
}

fn saved(game: &Match<Tiny>) -> Save {
    game.save(UnixMillis::EPOCH, Metadata::default()).unwrap()
}

fn all(save: &Save) -> Vec<Frame<Tiny>> {
    frames::<Tiny>(save, 0, usize::MAX).unwrap().frames
}

#[test]
fn frames_tell_the_whole_match() {
    for number in 0..20 {
        let (game, events) = played(number, false);
        let frames = all(&saved(&game));
        assert_eq!(frames[0].cause, FrameCause::Deal);
        let told: Vec<_> = frames.iter().flat_map(|frame| frame.events.clone()).collect();
        assert_eq!(told, events, "match {number}");
        let done = frames.iter().filter_map(|frame| match &frame.cause {
            FrameCause::Input(input) => Some(input.clone()),
            _ => None,
        });
        assert_eq!(done.collect::<Vec<_>>(), game.inputs());
        assert!(frames.windows(2).all(|pair| pair[0].now() <= pair[1].now()));
        let end = frames.last().unwrap();
        assert_eq!(end.game().hash(), game.hash());
        assert_eq!(end.outcome(), game.outcome());
        assert_eq!(end.view(Viewer::Seat(Seat(1))), game.view(Viewer::Seat(Seat(1))));
        assert!(frames[..frames.len() - 1].iter().all(|frame| frame.outcome().is_none()));
        assert!(frames.iter().any(|frame| frame.cause == FrameCause::Time));
        for frame in &frames {
            let over = "flow.gameOver/gameOverMachine/showingResults";
            let place = if frame.outcome().is_some() { over } else { "flow.playing" };
            assert_eq!(frame.room_states(), [place]);
        }
    }
}

#[test]
fn what_is_taken_back_is_shown_and_then_gone() {
    for number in 0..20 {
        let (game, _) = played(number, true);
        let frames = all(&saved(&game));
        assert_eq!(frames.last().unwrap().game().hash(), game.hash());
        for pair in frames.windows(3) {
            let is_undo = |frame: &Frame<Tiny>| {
                matches!(&frame.cause, FrameCause::Input(Input { act: Act::Undo, .. }))
            };
            if is_undo(&pair[2]) && !is_undo(&pair[1]) {
                assert_eq!(pair[2].game().hash(), pair[0].game().hash());
            }
        }
    }
}

#[test]
fn pages_make_up_the_whole() {
    let (game, _) = played(7, true);
    let save = saved(&game);
    let whole = frames::<Tiny>(&save, 0, usize::MAX).unwrap();
    assert_eq!(whole.frames.len(), whole.total);
    let written = |frames: &[Frame<Tiny>]| {
        frames.iter().map(|frame| format!("{frame:?} {:?}", frame.states())).collect::<Vec<_>>()
    };
    let mut pages = vec![];
    for from in (0..whole.total + 3).step_by(4) {
        let page = frames::<Tiny>(&save, from, 4).unwrap();
        assert_eq!(page.total, whole.total);
        pages.extend(written(&page.frames));
    }
    assert_eq!(pages, written(&whole.frames));
}

#[test]
fn frames_show_what_the_charts_did_and_what_a_seat_may_know() {
    let (game, _) = played(3, false);
    for frame in all(&saved(&game)) {
        assert!(!frame.states().is_empty());
        assert!(!frame.trace.is_empty(), "{frame:?}");
        for viewer in [Viewer::Seat(Seat(2)), Viewer::Public] {
            let told = frame.events.iter().filter_map(|event| Tiny::event_for(event, viewer));
            assert_eq!(frame.events_for(viewer), told.collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_save_that_cannot_be_replayed_has_no_frames() {
    let (game, _) = played(1, false);
    let mut save = saved(&game);
    save.inputs.remove(0);
    let why = frames::<Tiny>(&save, 0, 1).unwrap_err();
    assert_eq!(why.code(), "replay_refused");
    save.dealt_under = 0;
    let why = frames::<Tiny>(&save, 0, 1).unwrap_err();
    assert!(matches!(why, ReplayError::OtherRules { found: 0, .. }));
}
