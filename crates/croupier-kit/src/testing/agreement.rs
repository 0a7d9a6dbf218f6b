//! Checks that copies of a match (saves, replays and forks) are equal to it.

use crate::game::{By, Game};
use crate::matches::Record;
use crate::matches::{Act, Input, Match, Setup, replay};
use crate::save::{Metadata, Save};
use crate::testing::continuation::Continuation;
use crate::testing::trial::Trial;
use crate::{Millis, UnixMillis};

/// Up to this step every step is saved and replayed; after it only every eighth, because both get
/// slower with every input.
const CLOSELY: usize = 40;

/// Replays the match from its inputs.
pub(super) fn replayed<G: Game>(
    setup: &Setup<G>,
    inputs: &[Input<G::Action>],
    now: Millis,
) -> Match<G> {
    let mut copy = Match::start(setup, true).expect("it could be dealt before");
    copy.record = Some(Box::new(Record::new(setup.clone())));
    for input in inputs {
        follow(&mut copy, input);
    }
    wait(&mut copy, now);
    copy
}

/// Loads the match from the bytes of a save, and replays it from them. Both must equal the match.
/// The bytes are compressed if the number of inputs is odd.
fn through_bytes<G: Game>(game: &Match<G>, before: &Continuation<G>) -> [Match<G>; 2] {
    let save = game
        .save(UnixMillis::EPOCH, Metadata::default())
        .unwrap_or_else(|error| panic!("the match cannot be saved: {error}"));
    let packed = game.inputs().len() % 2 == 1;
    let bytes = if packed { save.to_zstd() } else { save.to_json() };
    let save =
        Save::read(&bytes).unwrap_or_else(|error| panic!("the save cannot be read: {error}"));
    let loaded =
        Match::load(&save).unwrap_or_else(|error| panic!("the save cannot be loaded: {error}"));
    before.must_be(&Continuation::of(&loaded), "saved and loaded");
    assert_eq!(loaded.inputs(), game.inputs(), "the loaded match has other inputs");
    let replayed =
        replay(&save).unwrap_or_else(|error| panic!("the save cannot be replayed: {error}"));
    before.must_be(&Continuation::of(&replayed.end), "replayed");
    assert!(replayed.verified, "the replay does not lead to what was saved");
    [loaded, replayed.end]
}

/// Compares a match that has ended with its copies.
pub(super) fn compare_end<G: Game>(trial: &Trial<G>) {
    for copy in through_bytes(&trial.game, &Continuation::of(&trial.game)) {
        assert_eq!(copy.outcome(), trial.game.outcome(), "a copy has another outcome");
    }
}

/// Plays a match. Before every step copies are made, which then take the same step and must still
/// equal the match. Returns the number of steps.
pub(super) fn play_beside<G: Game>(trial: &mut Trial<G>) -> usize {
    let mut step = 0;
    loop {
        let before = Continuation::of(&trial.game);
        let mut copies = vec![trial.game.fork()];
        before.must_be(&Continuation::of(&copies[0]), "a fork");
        if step < CLOSELY || step % 8 == 0 {
            copies.extend(through_bytes(&trial.game, &before));
        }
        let known = trial.game.inputs().len();
        if !trial.step() {
            break;
        }
        let after = Continuation::of(&trial.game);
        for copy in &mut copies {
            for input in &trial.game.inputs()[known..] {
                follow(copy, input);
            }
            wait(copy, trial.game.now());
            after.must_be(&Continuation::of(copy), "a copy, a step later");
        }
        step += 1;
    }
    take_back(trial);
    step
}

/// Plays the match again with undo on, and undoes and repeats every input of a seat once.
fn take_back<G: Game>(trial: &Trial<G>) {
    let setup = Setup { undo: true, ..trial.case.setup.clone() };
    let mut game = replayed(&setup, &[], Millis::ZERO);
    for input in trial.game.inputs() {
        wait(&mut game, input.at);
        let before = Continuation::of(&game);
        follow(&mut game, input);
        if matches!(input.by, By::Seat(_)) {
            let undo = Input { at: game.now(), by: input.by, act: Act::Undo };
            follow(&mut game, &undo);
            before.must_be(&Continuation::of(&game), "taken back");
            follow(&mut game, input);
        }
    }
    wait(&mut game, trial.game.now());
    let end = Continuation::of(&trial.game);
    end.must_be(&Continuation::of(&game), "every input taken back once");
    assert_eq!(game.memories().as_ref(), Some(&trial.memories), "a seat remembers what was undone");
    through_bytes(&game, &end);
}

fn follow<G: Game>(copy: &mut Match<G>, input: &Input<G::Action>) {
    if let Err(refused) = copy.input(input.clone()) {
        panic!("a copy refuses {input:?}, which the match took: {refused}");
    }
}

fn wait<G: Game>(copy: &mut Match<G>, until: Millis) {
    if let Err(refused) = copy.advance_to(until) {
        panic!("a copy cannot wait until {until}: {refused}");
    }
}
