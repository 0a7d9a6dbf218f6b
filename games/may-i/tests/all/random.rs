//! Random games with random noise, for every number of players: what holds after every command
//! (MI-243), and that the same commands produce the same game (MI-231).
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{By, Game, InputError, Seat};
use croupier_kit::matches::{Act, Input, Match, Setup};
use may_i::meld::End;
use may_i::{
    Action, Card, FirstDealer, FlowState, LaydownSize, MayI, MayIHold, MayITiming, MeldId,
    MeldKind, Named, Options, Proposal, State, Switch, WindowTake, flow_state,
};

/// Random options, mostly for short games.
fn some_options(dice: &mut Dice) -> Options {
    Options {
        starting_round: *dice.pick(&[1, 2, 3, 4, 5, 5, 6, 6]).unwrap(),
        window_take: *dice.pick(&[WindowTake::KeepBoth, WindowTake::Forbidden]).unwrap(),
        laydown_size: *dice.pick(&[LaydownSize::Exact, LaydownSize::AtLeast]).unwrap(),
        same_suit_gap: *dice.pick(&[Switch::On, Switch::Off]).unwrap(),
        may_i_hold: *dice.pick(&[MayIHold::Off, MayIHold::MaxMs(Millis(400))]).unwrap(),
        implicit_skip: dice.below(2) == 0,
        first_dealer: *dice
            .pick(&[FirstDealer::LastSeat, FirstDealer::Seat(2), FirstDealer::HighCard])
            .unwrap(),
        max_turns_per_round: *dice.pick(&[Some(400), Some(60), Some(9)]).unwrap(),
        may_i_timing: *dice
            .pick(&[MayITiming::Window, MayITiming::Window, MayITiming::Exposed])
            .unwrap(),
        turn_limit_ms: *dice.pick(&[None, None, Some(Millis(300))]).unwrap(),
    }
}

fn some_setup(number: u64, dice: &mut Dice) -> Setup<MayI> {
    let seats = 3 + usize::try_from(number % 6).unwrap();
    Setup { options: some_options(dice), ..Setup::new(seats, Seed::from_number(number)) }
}

fn some_card(state: &State, seat: Seat, dice: &mut Dice) -> Card {
    let own = dice.pick(state.hand(seat)).copied();
    let any = Card::from_index(dice.below(162) as usize).unwrap();
    own.filter(|_| dice.below(5) > 0).unwrap_or(any)
}

fn some_cards(state: &State, seat: Seat, most: u32, dice: &mut Dice) -> Vec<Card> {
    (0..dice.below(most + 1)).map(|_| some_card(state, seat, dice)).collect()
}

/// Any command that anybody might send.
fn noise(state: &State, dice: &mut Dice) -> (By, Action) {
    let number = |dice: &mut Dice, below| u8::try_from(dice.below(below)).unwrap();
    let seat = if dice.below(2) == 0 { state.current } else { Seat(number(dice, 8)) };
    let by = if dice.below(12) == 0 { By::Host } else { By::Seat(seat) };
    let meld = MeldId { owner: Seat(number(dice, 4)), index: number(dice, 12) };
    let card = some_card(state, seat, dice);
    let action = match dice.below(16) {
        0 => Action::DrawFromStock,
        1 => Action::DrawFromDiscard,
        2 => Action::CallMayI,
        3 => Action::PassMayI,
        4 => Action::SkipLayDown,
        5 | 6 => {
            let melds = (0..dice.below(4)).map(|_| {
                let kind = *dice.pick(&[MeldKind::Set, MeldKind::Run]).unwrap();
                Proposal { kind, cards: some_cards(state, seat, 6, dice) }.into()
            });
            Action::LayDown { melds: melds.collect() }
        }
        7 | 8 => {
            let end = *dice.pick(&[None, Some(End::Start), Some(End::End)]).unwrap();
            Action::LayOff { card: card.into(), meld: meld.into(), end }
        }
        9 => {
            let joker = some_card(state, seat, dice).into();
            Action::SwapJoker { meld: meld.into(), joker, card: card.into() }
        }
        10 => Action::Discard { card: card.into() },
        11 => {
            let mut cards = state.hand(seat).to_vec();
            dice.shuffle(&mut cards);
            cards.truncate(cards.len() - usize::from(dice.below(8) == 0).min(cards.len()));
            Action::ReorderHand { cards: cards.into_iter().map(Named::Known).collect() }
        }
        12 => Action::AllowMayI,
        13 => Action::ClaimMayI,
        14 => Action::AddPlayer { name: "Zoe".into() },
        _ => Action::StartGame,
    };
    (by, action)
}

/// One match with noise, to its end. After a refused command nothing may have changed (MI-160), and
/// a listed command is never refused (MI-233).
fn play(setup: &Setup<MayI>, dice: &mut Dice) -> Match<MayI> {
    let mut game = Match::new(setup.clone()).unwrap();
    let mut lengths = vec![];
    for _ in 0..200_000 {
        MayI::invariants(game.position()).unwrap();
        lengths = melds_only_grow(game.state(), &lengths);
        if game.outcome().is_some() {
            return game;
        }
        match dice.below(8) {
            0 | 1 => {
                let (by, act) = noise(game.state(), dice);
                let before = (game.state().clone(), game.next_due(), game.dice().position());
                let input = Input { at: game.now(), by, act: Act::Do(act) };
                match game.input(input) {
                    Ok(()) => {}
                    Err(InputError::Broken(why)) => panic!("{why}"),
                    Err(_) => {
                        let after = (game.state().clone(), game.next_due(), game.dice().position());
                        assert_eq!(after, before, "MI-160");
                    }
                }
            }
            2 if game.next_due().is_some() => {
                let wait = u64::from(dice.below(250));
                game.advance_to(game.now() + Millis(wait)).unwrap();
            }
            3 => {
                let asked: Vec<_> = game.to_act().iter().collect();
                let seat = *dice.pick(&asked).unwrap();
                let legal = game.legal_actions(seat);
                game.act(seat, dice.pick(&legal).unwrap().clone()).unwrap();
            }
            _ => {
                let at = game.position();
                let chosen = game.to_act().iter().find_map(|seat| {
                    MayI::random_action(at, seat, dice).map(|action| (seat, action))
                });
                match chosen {
                    Some((seat, action)) => game.act(seat, action).unwrap(),
                    None => game.advance_to(game.next_due().unwrap()).unwrap(),
                }
            }
        }
    }
    panic!("the game does not end")
}

/// MI-224: no meld gets shorter during a round.
fn melds_only_grow(state: &State, before: &[usize]) -> Vec<usize> {
    let now: Vec<usize> = state.table().map(|(_, _, cards)| cards.len()).collect();
    let same_round = now.len() >= before.len() && state.turn > 1;
    assert!(!same_round || now.iter().zip(before).all(|(now, before)| now >= before));
    now
}

#[test]
fn mi_243_invariants_hold_after_every_command_of_a_thousand_games() {
    let mut dice = Dice::new(Seed::from_number(243));
    let mut turns = 0;
    for number in 0..1_002 {
        let setup = some_setup(number, &mut dice);
        let game = play(&setup, &mut dice);
        assert_eq!(flow_state(game.position()), FlowState::GameEnd);
        turns += game.state().turns;
    }
    assert!(turns > 30_000, "only {turns} turns were played");
}

#[test]
fn mi_231_the_same_commands_give_the_same_events() {
    let mut dice = Dice::new(Seed::from_number(231));
    for number in 0..36 {
        let setup = some_setup(number, &mut dice);
        let first = play(&setup, &mut dice);
        let opening = MayI::opening(&setup.options, &setup.seats).len();
        let mut logs = [vec![], vec![]];
        for log in &mut logs {
            let mut again = Match::new(setup.clone()).unwrap();
            for input in &first.inputs()[opening..] {
                again.input(input.clone()).unwrap();
            }
            again.advance_to(first.now()).unwrap();
            *log = again.take_events();
            assert_eq!(again.hash(), first.hash());
        }
        assert_eq!(logs[0], logs[1]);
    }
}

/// Lists are sound at every decision, and complete where 14.6 says so: anything else that is
/// accepted is another copy of a listed face, another laydown, sorting, or the other way of
/// passing.
#[test]
fn mi_233_what_is_not_listed_is_not_accepted_but_for_what_is_said() {
    let mut dice = Dice::new(Seed::from_number(233));
    for number in 0..12 {
        let setup = some_setup(number, &mut dice);
        let mut game = Match::new(setup).unwrap();
        for _ in 0..600 {
            if game.outcome().is_some() {
                break;
            }
            for _ in 0..20 {
                let (by, action) = noise(game.state(), &mut dice);
                let By::Seat(seat) = by else { continue };
                if seat.at() >= game.seats().len() {
                    continue;
                }
                if MayI::check(game.position(), by, &action).is_ok() {
                    let listed = game.legal_actions(seat);
                    assert!(is_meant_by(&action, &listed), "{action:?} is not among {listed:?}");
                }
            }
            let at = game.position();
            let chosen = game.to_act().iter().find_map(|seat| {
                MayI::random_action(at, seat, &mut dice).map(|action| (seat, action))
            });
            match chosen {
                Some((seat, action)) => game.act(seat, action).unwrap(),
                None => game.advance_to(game.next_due().unwrap()).unwrap(),
            }
        }
    }
}

fn is_meant_by(action: &Action, listed: &[Action]) -> bool {
    let face = |card: &Named<Card>| card.known().map(Card::face);
    let alike = |one: &Named<Card>, other: &Named<Card>| face(one) == face(other);
    match action {
        Action::ReorderHand { .. } => true,
        Action::PassMayI => {
            listed.contains(&Action::DrawFromStock) || listed.contains(&Action::PassMayI)
        }
        Action::LayDown { .. } => listed.iter().any(|it| matches!(it, Action::LayDown { .. })),
        Action::Discard { card } => listed.iter().any(|it| match it {
            Action::Discard { card: other } => alike(card, other),
            _ => false,
        }),
        Action::LayOff { card, meld, .. } => listed.iter().any(|it| match it {
            Action::LayOff { card: other, meld: place, .. } => alike(card, other) && meld == place,
            _ => false,
        }),
        Action::SwapJoker { meld, joker, card } => listed.iter().any(|it| match it {
            Action::SwapJoker { meld: place, joker: wild, card: other } => {
                alike(card, other) && meld == place && joker == wild
            }
            _ => false,
        }),
        other => listed.contains(other),
    }
}
