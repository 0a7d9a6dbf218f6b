//! The individual operations: what each costs at moments taken from random matches.

use std::hint::black_box;

use croupier_benches::cpu_clock;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};

use crate::Plan;
use crate::rollouts::step;

/// Enough of them to exceed every cache.
const MOST: usize = 400;

/// A moment of a match, and what the first seat remembers at that point.
struct Moment<G: Game> {
    kind: &'static str,
    game: Match<G>,
    memory: G::Memory,
}

/// Prints the cost of each operation.
pub(crate) fn measure<G: Game>(plan: &Plan<G>, rounds: u32) {
    let (state, flow) = (size_of::<G::State>(), size_of::<Match<G>>());
    println!("  a state has {state} bytes, a match {flow} with its flow");
    let moments = collect(plan);
    let mut kinds: Vec<_> = moments.iter().map(|moment| moment.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let these: Vec<_> = moments.iter().filter(|moment| moment.kind == kind).collect();
        let costs = parts(&these, rounds).map(|(name, cost)| format!("{name} {cost:.0} ns"));
        println!("  {kind}: {}", costs.join(", "));
    }
}

fn collect<G: Game>(plan: &Plan<G>) -> Vec<Moment<G>> {
    let mut dice = Dice::new(Seed::from_number(5));
    let (mut found, mut list, mut steps) = (vec![], vec![], 0_u32);
    for number in 0.. {
        let setup = Setup::<G>::new(plan.seats, Seed::from_number(number));
        let setup = Setup { options: plan.options.clone(), ..setup };
        let mut game = Match::followed(&setup).expect("the setup is sound");
        let mut memories = Memories::new(plan.seats);
        loop {
            game.skip_waits().expect("time can pass");
            memories.follow(&mut game);
            steps += 1;
            // At intervals, so that they come from many matches and from all parts of a match.
            if steps.is_multiple_of(7) && !game.to_act().is_empty() {
                let kind = (plan.kind)(game.state());
                found.push(Moment { kind, game: game.fork(), memory: memories[Seat(0)].clone() });
            }
            if found.len() == MOST {
                return found;
            }
            if !step(&mut game, &mut dice, &mut list) {
                break;
            }
        }
    }
    found
}

fn parts<G: Game>(moments: &[&Moment<G>], rounds: u32) -> [(&'static str, f64); 6] {
    let mut list = vec![];
    let mut dice = Dice::new(Seed::from_number(6));
    let mut chance = Dice::new(Seed::from_number(7));
    [
        (
            "clone",
            cost(moments, rounds * 20, |at| {
                black_box(at.game.state().clone());
            }),
        ),
        (
            "fork",
            cost(moments, rounds * 20, |at| {
                black_box(at.game.fork());
            }),
        ),
        (
            "legal",
            cost(moments, rounds * 10, |at| {
                list.clear();
                if let Some(seat) = at.game.to_act().lowest() {
                    G::legal_actions(at.game.position(), seat, &mut list);
                }
                black_box(&list);
            }),
        ),
        (
            "fork and step",
            cost(moments, rounds * 10, |at| {
                let mut game = at.game.fork();
                let chosen = game.to_act().iter().find_map(|seat| {
                    Some((seat, G::random_action(game.position(), seat, &mut chance)?))
                });
                if let Some((seat, action)) = chosen {
                    game.act(seat, action).expect("a random player obeys the rules");
                }
                black_box(game);
            }),
        ),
        (
            "view",
            cost(moments, rounds * 2, |at| {
                black_box(at.game.view(Viewer::Seat(Seat(0))));
            }),
        ),
        (
            "view and resample",
            cost(moments, rounds * 2, |at| {
                let view = at.game.view(Viewer::Seat(Seat(0)));
                let observation = at.game.position().observed_by(Seat(0), &view, &at.memory);
                black_box(G::resample(observation, &mut dice));
            }),
        ),
    ]
}

/// Nanoseconds per moment.
#[allow(clippy::cast_precision_loss)] // Far below 2^52.
fn cost<G: Game>(moments: &[&Moment<G>], rounds: u32, mut work: impl FnMut(&Moment<G>)) -> f64 {
    let begun = cpu_clock::now();
    for _ in 0..rounds {
        for moment in moments {
            work(moment);
        }
    }
    let spent = cpu_clock::now().saturating_sub(begun).as_secs_f64();
    spent * 1e9 / (f64::from(rounds) * moments.len() as f64)
}
