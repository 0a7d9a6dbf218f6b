//! What a seat is offered, it can do.

use crate::testing::trial::Trial;
use crate::{Ask, By, Game, Input, Seat, SeatSet};

/// How many listed actions of a seat are tried out at one rest.
const TRIED: usize = 24;

pub(super) fn check<G: Game>(trial: &mut Trial<G>) {
    let asked = trial.table.asked();
    let seats = trial.table.seats().len();
    assert!(asked.is_subset_of(SeatSet::first(seats)), "{asked:?} are asked at a table of {seats}");
    for seat in trial.seats() {
        check_list(trial, seat);
        check_prompt(trial, seat, asked.contains(seat));
        check_players(trial, seat, asked.contains(seat));
    }
}

fn check_list<G: Game>(trial: &mut Trial<G>, seat: Seat) {
    let mut legal = trial.table.legal(seat);
    assert_eq!(legal, trial.table.legal(seat), "two lists for {seat} at one moment");
    if legal.len() <= 2 * TRIED {
        for (at, action) in legal.iter().enumerate() {
            assert!(!legal[..at].contains(action), "{seat} is offered {action:?} twice");
        }
    }
    trial.dice.shuffle(&mut legal);
    for action in legal.into_iter().take(TRIED) {
        must_take(trial, seat, action, "is listed");
    }
}

fn check_prompt<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    let prompt = trial.table.prompt(seat);
    assert_eq!(prompt.is_some(), asked, "{seat} has a prompt if and only if it is asked");
    if let Some(Ask::Pick { choices }) = prompt.map(|prompt| prompt.ask) {
        assert!(!choices.is_empty(), "{seat} is asked to pick from nothing");
        for choice in choices.into_iter().take(TRIED) {
            must_take(trial, seat, choice.action, "is prompted");
        }
    }
}

/// The silent player and the random one.
fn check_players<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    if !asked {
        return;
    }
    let at = trial.table.position();
    let random = G::random_action(at, seat, &mut trial.dice);
    if let Some(action) = G::default_action(at, seat) {
        must_take(trial, seat, action, "is done by default");
    }
    if let Some(action) = random {
        must_take(trial, seat, action, "is drawn at random");
    }
}

fn must_take<G: Game>(trial: &mut Trial<G>, seat: Seat, action: G::Action, why: &str) {
    if let Err(reject) = G::check(trial.table.position(), By::Seat(seat), &action) {
        panic!("{action:?} of {seat} {why}, but the rules refuse it: {reject}");
    }
    let mut fork = trial.table.fork();
    let input = Input::of(fork.now(), seat, action);
    trial.trying = Some(input.clone());
    if let Err(refused) = fork.input(input) {
        panic!("what {seat} was offered ({why}) was refused: {refused}");
    }
    if let Err(broken) = G::invariants(fork.position()) {
        panic!("what {seat} was offered ({why}) breaks an invariant: {broken}");
    }
    trial.trying = None;
}
