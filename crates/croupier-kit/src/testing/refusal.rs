//! Inputs are never trusted: every input, from anybody at any time, gets an answer.

use crate::Millis;
use crate::game::{By, Game, InputError, Seat, Viewer};
use crate::matches::{Act, Input};
use crate::testing::Suite;
use crate::testing::continuation::Continuation;
use crate::testing::mutation::{mutate, rename};
use crate::testing::trial::Trial;

/// How many actions of each kind (listed, seen earlier, mutated) are tried at one rest.
const SAID: usize = 10;

pub(super) fn check<G: Game>(trial: &mut Trial<G>, suite: &Suite<G>) {
    let lists: Vec<Vec<G::Action>> =
        trial.seats().map(|seat| trial.game.legal_actions(seat)).collect();
    let samples = samples(trial, &lists, suite);
    let before = Continuation::of(&trial.game);
    let inputs = trial.game.inputs().len();
    for action in samples {
        let by = trial.anybody();
        let listed = match by {
            By::Seat(seat) => lists[seat.at()].contains(&action),
            By::Host => false,
        };
        if let By::Seat(seat) = by {
            // Illegal actions must not make `describe_action` panic.
            let described = trial.game.describe_action(seat, action.clone());
            assert_eq!(described.action, action, "an action is described as another one");
        }
        match G::check(trial.game.position(), by, &action) {
            Ok(_) => {
                must_be_taken(trial, by, action.clone());
                let host = by == By::Host;
                assert!(
                    !(suite.complete)(&action) || listed || host,
                    "{action:?} of {by:?} is taken, not listed"
                );
            }
            Err(reject) => {
                assert!(!listed, "{action:?} of {by:?} is listed and refused: {reject}");
                must_be_refused(trial, by, action, &InputError::Rules(reject));
            }
        }
    }
    say_nonsense(trial, &lists);
    Continuation::of(&trial.game).must_be(&before, "after refused inputs");
    assert_eq!(trial.game.inputs().len(), inputs, "a refused input is recorded");
    assert!(trial.game.take_events().is_empty(), "a refused input emits events");
}

/// Actions of all seats, of earlier positions, and mutated ones.
fn samples<G: Game>(
    trial: &mut Trial<G>,
    lists: &[Vec<G::Action>],
    suite: &Suite<G>,
) -> Vec<G::Action> {
    let mut pool: Vec<G::Action> = lists.iter().flatten().cloned().collect();
    trial.dice.shuffle(&mut pool);
    pool.truncate(SAID);
    for action in &pool {
        trial.note(action);
    }
    for _ in 0..SAID {
        pool.extend(trial.dice.pick(&trial.seen).cloned());
        pool.extend(rename(&trial.seen, &mut trial.dice));
        pool.extend((suite.also_says)(&mut trial.dice));
    }
    for _ in 0..2 * SAID {
        pool.extend(mutate(&trial.seen, &mut trial.dice));
    }
    pool
}

/// An action that `check` accepts is also accepted by the chart, and keeps the invariants.
fn must_be_taken<G: Game>(trial: &mut Trial<G>, by: By, action: G::Action) {
    let mut fork = trial.game.fork();
    let input = Input { at: fork.now(), by, act: Act::Do(action) };
    trial.trying = Some(input.clone());
    if let Err(refused) = fork.input(input) {
        panic!("the rules pass what is then refused: {refused}");
    }
    if let Err(broken) = G::invariants(fork.position()) {
        panic!("an action that the rules pass breaks an invariant: {broken}");
    }
    trial.trying = None;
}

fn must_be_refused<G: Game>(trial: &mut Trial<G>, by: By, action: G::Action, why: &InputError<G>) {
    let input = Input { at: trial.game.now(), by, act: Act::Do(action) };
    refuse(trial, input, why);
}

fn refuse<G: Game>(trial: &mut Trial<G>, input: Input<G::Action>, why: &InputError<G>) {
    let (state, hash) = (trial.game.state().clone(), trial.game.hash());
    trial.trying = Some(input.clone());
    let answer = trial.game.input(input);
    assert_eq!(answer.as_ref(), Err(why), "the answer is not that of the rules");
    assert_eq!(trial.game.state(), &state, "a refused input changes the state");
    assert_eq!(trial.game.hash(), hash, "a refused input changes the hash");
    trial.trying = None;
}

/// An undo where there is none, and legal actions of a seat that does not exist or from the past.
fn say_nonsense<G: Game>(trial: &mut Trial<G>, lists: &[Vec<G::Action>]) {
    let now = trial.game.now();
    let undo = Input { at: now, by: By::Seat(Seat(0)), act: Act::Undo };
    refuse(trial, undo, &InputError::NothingToUndo);
    let Some(action) = lists.iter().flatten().next() else { return };
    for seat in [Seat(lists.len().try_into().unwrap_or(u8::MAX)), Seat(u8::MAX)] {
        let seen = trial.game.view(Viewer::Seat(seat));
        assert_eq!(seen, trial.game.view(Viewer::Public), "{seat} is not there, but sees more");
        let why = trial.game.check(By::Seat(seat), action).err();
        let why = why.unwrap_or_else(|| panic!("{seat} is not there, but may act"));
        refuse(trial, Input::of(now, seat, action.clone()), &why);
    }
    if !now.is_zero() {
        let at = now - Millis(1);
        let early = Input::of(at, Seat(0), action.clone());
        refuse(trial, early, &InputError::TooEarly { now, at });
    }
}
