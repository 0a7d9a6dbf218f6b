//! What a seat is offered, it can do.

use crate::testing::trial::Trial;
use crate::{Act, Ask, By, Filled, Form, Game, Input, Seat, SeatSet};

/// How many listed actions of a seat are tried out at one rest.
const TRIED: usize = 24;

pub(super) fn check<G: Game>(trial: &mut Trial<G>) {
    let asked = trial.table.to_act();
    let seats = trial.table.seats().len();
    assert!(asked.is_subset_of(SeatSet::first(seats)), "{asked:?} are asked at a table of {seats}");
    for seat in trial.seats() {
        check_list(trial, seat);
        check_expansion(trial, seat);
        check_prompt(trial, seat, asked.contains(seat));
        check_random(trial, seat, asked.contains(seat));
        check_silent(trial, seat, asked.contains(seat));
    }
}

fn check_list<G: Game>(trial: &mut Trial<G>, seat: Seat) {
    let mut legal = trial.table.legal_actions(seat);
    assert_eq!(legal, trial.table.legal_actions(seat), "two lists for {seat} at one moment");
    if legal.len() <= 2 * TRIED {
        for (at, action) in legal.iter().enumerate() {
            assert!(!legal[..at].contains(action), "{seat} is offered {action:?} twice");
        }
    }
    trial.dice.shuffle(&mut legal);
    for action in legal.into_iter().take(TRIED) {
        must_take(trial, By::Seat(seat), action, "is listed");
    }
}

/// What a search is given to think about.
fn check_expansion<G: Game>(trial: &mut Trial<G>, seat: Seat) {
    let limit = trial.dice.between(1, 8) as usize;
    let (few, more) =
        (trial.table.search_actions(seat, limit), trial.table.search_actions(seat, TRIED));
    assert_eq!(
        few,
        trial.table.search_actions(seat, limit),
        "two expansions for {seat} at one moment"
    );
    assert!(few.len() <= limit, "{seat} is expanded to {} moves, not {limit}", few.len());
    assert!(more.starts_with(&few), "a greater limit gives {seat} other moves: {few:?}, {more:?}");
    let some = !trial.table.legal_actions(seat).is_empty();
    assert_eq!(few.is_empty(), !some, "{seat} has moves, and none to think about, or the reverse");
    for (at, action) in few.iter().enumerate() {
        assert!(!few[..at].contains(action), "{seat} has to think about {action:?} twice");
    }
    for action in few {
        must_take(trial, By::Seat(seat), action, "is to be thought about");
    }
}

fn check_prompt<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    let prompt = trial.table.prompt(seat);
    assert_eq!(prompt.is_some(), asked, "{seat} has a prompt if and only if it is asked");
    for (at, form) in prompt.iter().flat_map(|prompt| &prompt.forms).enumerate() {
        check_form(trial, seat, at, form);
    }
    if let Some(Ask::Pick { choices }) = prompt.map(|prompt| prompt.ask) {
        assert!(!choices.is_empty(), "{seat} is asked to pick from nothing");
        for choice in choices.into_iter().take(TRIED) {
            must_take(trial, By::Seat(seat), choice.action, "is prompted");
        }
    }
}

/// Whatever fits a form is an action, and the rules have an answer to it.
fn check_form<G: Game>(trial: &mut Trial<G>, seat: Seat, at: usize, form: &Form) {
    let mut places: Vec<usize> = (0..form.pieces.len()).collect();
    trial.dice.shuffle(&mut places);
    let fewest: usize = form.groups.iter().map(|group| group.min).sum();
    assert!(fewest <= places.len(), "{seat} cannot fill {form:?}");
    let mut spare = places.len() - fewest;
    let mut filled = Filled { form: at, groups: vec![] };
    for group in &form.groups {
        assert!(group.min <= group.max, "{seat} cannot fill {form:?}");
        let most = spare.min(group.max - group.min);
        let more = trial.dice.between(0, u32::try_from(most).unwrap_or(0)) as usize;
        spare -= more;
        filled.groups.push(places.split_off(places.len() - group.min - more));
    }
    let composed = trial.table.compose(seat, &filled);
    let Ok(action) = composed else {
        panic!("{seat} filled in {form:?} with {filled:?}, and it means nothing: {composed:?}")
    };
    if G::check(trial.table.position(), By::Seat(seat), &action).is_ok() {
        must_take(trial, By::Seat(seat), action, "is composed");
    }
}

fn check_random<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    if asked && let Some(action) = G::random_action(trial.table.position(), seat, &mut trial.dice) {
        must_take(trial, By::Seat(seat), action, "is drawn at random");
    }
}

/// A silent player's default is the player's or the host's to do.
fn check_silent<G: Game>(trial: &mut Trial<G>, seat: Seat, asked: bool) {
    let Some(action) = G::default_action(trial.table.position(), seat) else { return };
    if !asked {
        return;
    }
    let Some((by, action)) = trial.table.time_out(seat) else {
        panic!("{action:?} of {seat} is done by default, but neither {seat} nor the host may do it")
    };
    must_take(trial, by, action, "is done by default");
}

fn must_take<G: Game>(trial: &mut Trial<G>, by: By, action: G::Action, why: &str) {
    if let Err(reject) = G::check(trial.table.position(), by, &action) {
        panic!("{action:?} of {by:?} {why}, but the rules refuse it: {reject}");
    }
    let mut fork = trial.table.fork();
    let input = Input { at: fork.now(), by, act: Act::Do(action) };
    trial.trying = Some(input.clone());
    if let Err(refused) = fork.input(input) {
        panic!("what {by:?} was offered ({why}) was refused: {refused}");
    }
    if let Err(broken) = G::invariants(fork.position()) {
        panic!("what {by:?} was offered ({why}) breaks an invariant: {broken}");
    }
    trial.trying = None;
}
