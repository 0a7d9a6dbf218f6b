//! The player of IN-163, which looks one action ahead in a few worlds that fit what it knows.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Game, Observation};
use croupier_kit::matches::Match;

use super::value;
use crate::action::Action;
use crate::{Innovation, legal};

/// The number of sampled worlds.
const WORLDS: usize = 3;
/// The maximum number of moves to consider.
const MOVES: usize = 64;
/// From this turn on it sometimes plays at random. Otherwise two such players can go on forever,
/// drawing and returning the same cards; most games are over after 40 turns.
const LONG: u32 = 200;

/// The move with the best resulting position. A dogma is over once all its choices are made, so
/// open choices of anybody are answered at random, once per world.
pub(crate) fn policy(observation: Observation<'_, Innovation>, dice: &mut Dice) -> Option<Action> {
    let seat = observation.seat;
    let mut world = Match::determinize(observation, dice);
    if observation.view.turns >= LONG && dice.below(4) == 0 {
        return legal::random_action(world.position(), seat, dice);
    }
    let mut moves = vec![];
    Innovation::search_actions(world.position(), seat, MOVES, &mut moves);
    if moves.len() < 2 {
        return moves.into_iter().next();
    }
    let mut values = vec![0; moves.len()];
    for round in 0..WORLDS {
        if round > 0 {
            world.determinize_again(observation, dice);
        }
        for (action, sum) in moves.iter().zip(&mut values) {
            let mut next = world.fork();
            // All worlds that fit what the seat knows have the same legal actions.
            if next.act_listed(seat, action).is_ok() && finish(&mut next, dice) {
                *sum += value::position(next.state(), seat);
            }
        }
    }
    let best = values.iter().max();
    let equals = moves.iter().zip(&values).filter(|(_, sum)| Some(*sum) == best);
    let equals: Vec<_> = equals.map(|(action, _)| action).collect();
    dice.pick(&equals).copied().cloned()
}

/// Answers choices at random until an action is due. Returns false if that is impossible.
fn finish(game: &mut Match<Innovation>, dice: &mut Dice) -> bool {
    while !game.state().choices_are_made() {
        let Some(seat) = game.to_act().lowest() else { return false };
        let action = Innovation::random_action(game.position(), seat, dice);
        let Some(action) = action else { return false };
        if game.act_listed(seat, &action).is_err() {
            return false;
        }
    }
    true
}
