//! Random games with random noise: what holds after every input (MM-85).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Dice, Rank, Seed};
use croupier_kit::game::{By, Game, InputError, Seat};
use croupier_kit::matches::{Act, Input, Match, Setup};
use min_or_max::{
    Action, DeclaredEffect, Event, FlowState, Force, MinOrMax, Options, Reason, Slay, State, turn,
};

use crate::common::{self, here};

/// Any subset of the flags, with any parameters.
fn some_options(dice: &mut Dice) -> Options {
    let flag = |dice: &mut Dice| dice.below(3) == 0;
    let wide = flag(dice);
    Options {
        hand_size: *dice.pick(&[1, 3, 3, 3, 5, 7]).unwrap(),
        min_range: if wide { (-120, -100) } else { (-20, -10) },
        max_range: if wide { (100, 120) } else { (30, 50) },
        start_angle: u16::try_from(dice.below(360)).unwrap(),
        setup_force: u16::try_from(dice.below(1001)).unwrap(),
        setup_step_ms: Millis(*dice.pick(&[0, 600]).unwrap()),
        spin_ms: Millis(*dice.pick(&[0, 1, 1500]).unwrap()),
        turn_ms: *dice
            .pick(&[None, Some(Millis(1)), Some(Millis(2000)), Some(Millis(30_000))])
            .unwrap(),
        strict_order: flag(dice),
        one_way_tally: flag(dice),
        court_effects: flag(dice),
        may_pass: flag(dice),
        surrender: flag(dice),
        previous_wins: flag(dice),
        ..Options::default()
    }
}

fn some_setup(number: u64, dice: &mut Dice) -> Setup<MinOrMax> {
    let options = some_options(dice);
    let seats = 2 + dice.below(3) as usize;
    common::setup(&options, seats, number)
}

fn some_card(state: &State, dice: &mut Dice) -> Card {
    let any = Card::from_index(u8::try_from(dice.below(52)).unwrap()).unwrap();
    let held = dice.pick(state.current_hand()).copied();
    if dice.below(2) == 0 { held.unwrap_or(any) } else { any }
}

/// Any command that anybody might send.
fn noise(game: &Match<MinOrMax>, dice: &mut Dice) -> (By, Action) {
    let state = game.state();
    let seat = |dice: &mut Dice| Seat(u8::try_from(dice.below(5)).unwrap());
    let by = match dice.below(4) {
        0 => By::Host,
        1 => By::Seat(state.current),
        _ => By::Seat(seat(dice)),
    };
    let card = some_card(state, dice);
    let action = match dice.below(20) {
        0..3 => Action::SpinWheel(Force::from_unit(f64::from(dice.int(-200, 1200)) / 1000.0)),
        3..7 => Action::ChooseCard { card },
        7 => Action::ChooseCardEffect(DeclaredEffect::AceValue(dice.int(-1, 12))),
        8 => Action::ChooseCardEffect(DeclaredEffect::Slay(Slay { seat: seat(dice), card })),
        9 => Action::ChooseCardEffect(DeclaredEffect::Bodyguard(card)),
        10 => Action::ChooseCardEffect(DeclaredEffect::FindRank(
            Rank::new(u8::try_from(dice.int(1, 13)).unwrap()).unwrap(),
        )),
        11 => Action::ChooseCardEffect(DeclaredEffect::Unclear),
        12 | 13 => Action::SkipSpin,
        14 => Action::EndTurn,
        15 if dice.below(8) == 0 => Action::Surrender,
        16 => {
            let seq = turn(game.position().flow).map_or(0, |turn| turn.seq);
            Action::Timeout { turn_seq: seq + dice.below(2) }
        }
        17 => Action::WheelSpinComplete,
        18 => Action::CardsDealt,
        _ => Action::TurnStarted,
    };
    (by, action)
}

/// Checks that compare several moments: items 6, 7, 9 and 12, and that the log is complete.
struct Checker {
    told: State,
    seats: usize,
    options: Options,
    turn: u32,
    spins: u32,
    cards: u32,
    ended: bool,
}

impl Checker {
    fn new(setup: &Setup<MinOrMax>) -> Self {
        let told = State::new(&setup.options);
        let (seats, options) = (setup.seats.len(), setup.options.clone());
        Self { told, seats, options, turn: 0, spins: 0, cards: 0, ended: false }
    }

    fn check(&mut self, game: &mut Match<MinOrMax>) {
        MinOrMax::invariants(game.position()).unwrap();
        for event in game.take_events() {
            MinOrMax::fold(&mut self.told, &event);
            assert!(!self.ended, "nothing happens after the end");
            match event {
                Event::TurnStarted { seat, turn_seq, .. } => {
                    let closed = self.turn == 0 || self.cards == 1 || self.options.may_pass;
                    assert!(closed, "item 6: a finished turn has a card");
                    assert_eq!(turn_seq, self.turn + 1, "item 12");
                    assert_eq!(seat.at(), self.turn as usize % self.seats, "items 9 and 12");
                    (self.turn, self.spins, self.cards) = (turn_seq, 0, 0);
                }
                Event::WheelSpinStarted { seat: Some(_), .. } => self.spins += 1,
                Event::CardPlayed { .. } => self.cards += 1,
                Event::GameOver { ending } => {
                    self.ended = true;
                    let abandoned = ending.losers.is_empty() && ending.winner.is_none();
                    assert_eq!(abandoned, ending.reason == Reason::Stalemate, "item 8");
                }
                _ => {}
            }
            assert!(self.spins <= 1 && self.cards <= 1, "item 6");
        }
        assert_eq!(&self.told, game.state(), "the events are all there is");
    }
}

/// One match with noise, to its end. After a refused input nothing may have changed (item 10).
fn play(setup: &Setup<MinOrMax>, dice: &mut Dice, refused: &mut u32) -> Match<MinOrMax> {
    let mut game = Match::new(setup.clone()).unwrap();
    let mut checker = Checker::new(setup);
    let is_lazy = dice.below(4) == 0;
    for step in 0_u32.. {
        checker.check(&mut game);
        if game.outcome().is_some() {
            break;
        }
        assert!(step < 20_000, "the match does not end");
        let noise_too = if is_lazy { 100 } else { 4 };
        match dice.below(noise_too) {
            0 => {
                game.advance_to(game.now()).unwrap();
                checker.check(&mut game);
                let (by, act) = noise(&game, dice);
                let (hash, due, drawn) = (game.hash(), game.next_due(), game.dice().position());
                match game.input(Input { at: game.now(), by, act: Act::Do(act) }) {
                    Ok(()) => {}
                    Err(InputError::Broken(why)) => panic!("{why}"),
                    Err(_) => {
                        *refused += 1;
                        let after = (game.hash(), game.next_due(), game.dice().position());
                        assert_eq!(after, (hash, due, drawn), "item 10");
                    }
                }
            }
            1 => {
                let wait = u64::from(dice.below(900));
                game.advance_to(game.now() + Millis(wait)).unwrap();
            }
            _ => match game.to_act().lowest() {
                // Where passing is allowed, some players always pass.
                Some(seat) if is_lazy && game.legal_actions(seat).contains(&Action::EndTurn) => {
                    game.act(seat, Action::EndTurn).unwrap();
                }
                Some(seat) => {
                    let action = MinOrMax::random_action(game.position(), seat, dice).unwrap();
                    game.act(seat, action).unwrap();
                }
                None => game.advance_to(game.next_due().unwrap_or(game.now())).unwrap(),
            },
        }
    }
    assert_eq!(here(&game), FlowState::Finished);
    game
}

#[test]
fn mm_85_invariants_hold_after_every_input() {
    let mut dice = Dice::new(Seed::from_number(85));
    let mut reasons = std::collections::BTreeMap::<&str, u32>::new();
    let mut refused = 0;
    for number in 0..1500 {
        let setup = some_setup(number, &mut dice);
        let game = play(&setup, &mut dice, &mut refused);
        *reasons.entry(game.state().ending.unwrap().reason.as_str()).or_default() += 1;
    }
    assert!(refused > 3000, "{refused}");
    assert_eq!(reasons.len(), 5, "every end came about: {reasons:?}");
}

/// Item 11: a match replayed from its inputs, or saved and loaded at any point, is the same match.
#[test]
fn mm_85_the_same_inputs_give_the_same_log() {
    let mut dice = Dice::new(Seed::from_number(86));
    for number in 0..100 {
        let setup = some_setup(number, &mut dice);
        let first = play(&setup, &mut dice, &mut 0);
        let replay = || {
            let mut again = Match::new(setup.clone()).unwrap();
            for input in first.inputs() {
                again.input(input.clone()).unwrap();
            }
            again.advance_to(first.now()).unwrap();
            (serde_json::to_string(&again.take_events()).unwrap(), again.hash())
        };
        let (log, hash) = replay();
        assert_eq!((log, hash), replay());
        assert_eq!(hash, first.hash());
    }
}
