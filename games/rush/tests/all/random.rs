//! Random games with random noise: what holds after every input (RU-90), and what must not be seen
//! (RU-71, RU-72).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use std::borrow::Cow;

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Dice, Seed};
use croupier_kit::game::{By, Game, InputError, Position, Seat, SeatKind, Viewer};
use croupier_kit::matches::{Act, Input, Match, Memories, Setup};
use rush::{Action, EndGamePolicy, Event, Options, Rush, SeatChange, StallRule, State};

fn some_options(dice: &mut Dice) -> Options {
    let presets = Rush::presets();
    let base = dice.pick(&presets).unwrap().options.clone();
    let policies = [EndGamePolicy::AnyPlayer, EndGamePolicy::Host, EndGamePolicy::Unanimous];
    Options {
        hand_size: 7 - dice.below(3) as usize,
        end_game_policy: *dice.pick(&policies).unwrap(),
        turn_limit_ms: *dice
            .pick(&[None, Some(Millis(1)), Some(Millis(700)), Some(Millis(15_000))])
            .unwrap(),
        game_seconds: *dice.pick(&[180, 180, 5]).unwrap(),
        notification_cap: *dice.pick(&[10, 3, 0]).unwrap(),
        stall_rule: *dice.pick(&[StallRule::End, StallRule::Flip]).unwrap(),
        ..base
    }
}

fn some_setup(number: u64, dice: &mut Dice) -> Setup<Rush> {
    let options = some_options(dice);
    let seats = 2 + dice.below(3) as usize;
    let kinds = [SeatKind::Person, SeatKind::Person, SeatKind::Bot];
    let seats = (0..seats).map(|_| *dice.pick(&kinds).unwrap()).collect();
    Setup { options, seats, seed: Seed::from_number(number), undo: false }
}

fn some_card(dice: &mut Dice) -> Card {
    Card::from_index(u8::try_from(dice.below(52)).unwrap()).unwrap()
}

/// Any command that anybody might send.
fn noise(state: &State, dice: &mut Dice) -> (By, Action) {
    let seat = |dice: &mut Dice| Seat(u8::try_from(dice.below(4)).unwrap());
    let by = if dice.below(4) == 0 { By::Host } else { By::Seat(seat(dice)) };
    let player = (dice.below(3) == 0).then(|| seat(dice));
    let own = dice.pick(state.hand(state.current)).copied();
    let card = if dice.below(2) == 0 { own.unwrap_or_default() } else { some_card(dice) };
    let name = Cow::Borrowed(
        *dice.pick(&["Ann", "", "  ", "Zoë", "a name that is far too long"]).unwrap(),
    );
    let action = match dice.below(16) {
        0..3 => Action::CardSelected { card, player },
        3..5 => Action::CardDeselected { card, player },
        5..7 => {
            let cards = (0..dice.below(4)).map(|_| some_card(dice)).collect();
            Action::PlayCards { cards, player }
        }
        7 if dice.below(6) == 0 => Action::EndGame,
        8 => Action::PlayerJoin { name, player },
        9 => Action::StartGame,
        10 => Action::RestartGame,
        11 => Action::LeaveGame { player },
        12 => {
            let change = SeatChange {
                player: seat(dice),
                name: (dice.below(2) == 0).then_some(name),
                person: dice.below(2) == 0,
                connected: dice.below(2) == 0,
                stands_in: dice.below(2) == 0,
            };
            Action::SeatsChanged { seats: [change].into() }
        }
        13 => Action::AutoPlay { card },
        14 => Action::SkipTurn,
        _ => Action::TimerTick { remaining_time: dice.below(180) },
    };
    (by, action)
}

/// Items 2, 5 and 9, which compare several moments.
struct Checker {
    before: State,
    top: Option<Card>,
}

impl Checker {
    fn check(&mut self, game: &mut Match<Rush>) {
        Rush::invariants(game.position()).unwrap();
        for event in game.take_events() {
            match event {
                Event::CardsDealt { first, .. } => self.top = Some(first),
                Event::CardsPlayed { cards, .. } => self.top = cards.last(),
                Event::CardFlipped { card } => self.top = Some(card),
                Event::GameRestarted { .. } => self.top = None,
                _ => {}
            }
        }
        let (now, before) = (game.state(), &self.before);
        assert_eq!(now.top(), self.top, "item 9");
        let same_game = now.game == before.game && before.clock_start.is_some();
        if same_game {
            assert!(now.game_timer <= before.game_timer, "item 5");
            for (now, before) in now.hands.iter().zip(&before.hands) {
                assert!(now.iter().all(|card| before.contains(card)), "item 2");
            }
        }
        self.before = now.clone();
    }
}

/// One match with noise, to its end. After a refused input nothing may have changed (item 12).
fn play(setup: &Setup<Rush>, dice: &mut Dice, restarts: bool) -> Match<Rush> {
    let mut game = Match::new(setup.clone()).unwrap();
    let before = game.state().clone();
    let mut checker = Checker { before, top: None };
    for step in 0_u32.. {
        checker.check(&mut game);
        if game.outcome().is_some() && (!restarts || step > 200) || step > 2000 {
            break;
        }
        match dice.below(4) {
            0 => {
                // RU-2: due timers fire before a command of the same instant.
                game.advance_to(game.now()).unwrap();
                checker.check(&mut game);
                if game.outcome().is_some() && !restarts {
                    continue; // Otherwise the host might restart a finished game.
                }
                let (by, act) = noise(game.state(), dice);
                let (hash, due) = (game.hash(), game.next_due());
                let input = Input { at: game.now(), by, act: Act::Do(act) };
                match game.input(input) {
                    Ok(()) => {}
                    Err(InputError::Broken(why)) => panic!("{why}"),
                    Err(_) => assert_eq!((game.hash(), game.next_due()), (hash, due), "item 12"),
                }
            }
            1 => {
                let wait = u64::from(dice.below(900));
                game.advance_to(game.now() + Millis(wait)).unwrap();
            }
            _ => match game.to_act().lowest() {
                Some(seat) => {
                    let action = Rush::random_action(game.position(), seat, dice).unwrap();
                    game.act(seat, action).unwrap();
                }
                None => game.advance_to(game.next_due().unwrap_or(game.now())).unwrap(),
            },
        }
    }
    game
}

#[test]
fn ru_90_invariants_hold_after_every_input() {
    let mut dice = Dice::new(Seed::from_number(90));
    for number in 0..1200 {
        let setup = some_setup(number, &mut dice);
        let game = play(&setup, &mut dice, false);
        assert!(game.outcome().is_some(), "every match ends");
    }
}

#[test]
fn ru_90_tables_go_on_after_the_end() {
    let mut dice = Dice::new(Seed::from_number(91));
    for number in 0..60 {
        let setup = some_setup(number, &mut dice);
        play(&setup, &mut dice, true);
    }
}

/// Item 11: replays are identical.
#[test]
fn ru_90_the_same_inputs_give_the_same_log() {
    let mut dice = Dice::new(Seed::from_number(92));
    for number in 0..100 {
        let setup = some_setup(number, &mut dice);
        let first = play(&setup, &mut dice, true);
        let opening = Rush::opening(&setup.options, &setup.seats).len();
        let mut logs = [vec![], vec![]];
        let mut hashes = [0; 2];
        for (log, hash) in logs.iter_mut().zip(&mut hashes) {
            let mut again = Match::new(setup.clone()).unwrap();
            for input in &first.inputs()[opening..] {
                again.input(input.clone()).unwrap();
            }
            again.advance_to(first.now()).unwrap();
            *log = again.take_events();
            *hash = again.hash();
        }
        assert_eq!(logs[0], logs[1]);
        assert_eq!(hashes, [first.hash(); 2]);
    }
}

fn text(card: Card) -> String {
    format!("\"{card}\"")
}

/// RU-71: nothing that is sent contains a card that its viewer may not see.
fn nothing_leaks(game: &Match<Rush>) {
    let state = game.state();
    let viewers = state.players.seats().map(Viewer::Seat).chain([Viewer::Public]);
    for viewer in viewers {
        let view = game.view(viewer);
        let sent = serde_json::to_string(&view).unwrap();
        let hands = state.players.seats().filter(|seat| !viewer.is(*seat));
        let hidden: Vec<Card> = hands.flat_map(|seat| state.hand(seat).to_vec()).collect();
        let open = view.end_reason.is_some();
        for card in hidden.iter().filter(|_| !open).chain(state.deck.as_slice()) {
            assert!(!sent.contains(&text(*card)), "{card} in {sent}");
        }
        if !viewer.is(state.current) {
            assert!(view.selected.is_empty());
        }
    }
}

#[test]
fn ru_71_hands_and_undealt_cards_are_not_sent() {
    let mut dice = Dice::new(Seed::from_number(71));
    for number in 0..150 {
        let setup = some_setup(number, &mut dice);
        let mut game = Match::new(setup).unwrap();
        while game.outcome().is_none() {
            nothing_leaks(&game);
            let due = game.next_due();
            match game.to_act().lowest() {
                Some(seat) => {
                    let card = game.state().hand(seat)[0];
                    let _ = game.act(seat, Action::CardSelected { card, player: None });
                    nothing_leaks(&game);
                    let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
                    game.act(seat, action).unwrap();
                }
                None => game.advance_to(due.unwrap()).unwrap(),
            }
        }
        nothing_leaks(&game);
    }
}

/// RU-72: a world that differs only in what a viewer cannot see looks the same and is possible.
#[test]
fn ru_72_other_worlds_look_the_same() {
    let mut dice = Dice::new(Seed::from_number(72));
    for number in 0..60 {
        let setup = some_setup(number, &mut dice);
        let mut game = Match::new(setup.clone()).unwrap();
        let seats: Vec<Seat> = Seat::first(setup.seats.len()).collect();
        let mut memories = Memories::new(seats.len());
        while game.outcome().is_none() {
            memories.follow(&mut game);
            for (seat, memory) in seats.iter().zip(memories.iter()) {
                let view = game.view(Viewer::Seat(*seat));
                let world =
                    Rush::resample(game.position().observed_by(*seat, &view, memory), &mut dice);
                let at = Position { state: &world, ..game.position() };
                assert_eq!(Rush::view(at, Viewer::Seat(*seat)), view);
                assert_eq!(Rush::to_act(at), game.to_act());
                Rush::invariants(at).unwrap();
            }
            match game.to_act().lowest() {
                Some(seat) if dice.below(5) > 0 => {
                    let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
                    game.act(seat, action).unwrap();
                }
                _ => game.advance_to(game.next_due().unwrap()).unwrap(),
            }
        }
    }
}
