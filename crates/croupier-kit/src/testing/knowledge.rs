//! Checks that worlds resampled for a seat fit what the seat was told.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::cards::Dice;
use crate::game::{Game, Seat, Viewer};
use crate::testing::Suite;
use crate::testing::names::{names, places};
use crate::testing::trial::Trial;

/// After this many identical resampled worlds a seat is assumed to know everything. If two worlds
/// are equally likely, that is wrong once in sixteen million cases.
const CERTAIN: usize = 24;

/// Which seats know everything, in one match.
pub(super) struct Knowledge {
    knows_all: Vec<bool>,
}

impl Knowledge {
    /// Before the deal there is nothing to know, so everybody knows everything.
    pub(super) fn of<G: Game>(trial: &Trial<G>) -> Self {
        Self { knows_all: vec![true; trial.seats().count()] }
    }

    /// Checks, after a step, that a world resampled for a seat fits what the seat was just told.
    pub(super) fn check<G: Game>(
        &mut self,
        trial: &mut Trial<G>,
        seat: Seat,
        world: &G::State,
        suite: &Suite<G>,
    ) {
        self.follow(trial, seat, world);
        if !suite.passing {
            check_names(trial, seat, world);
        }
    }

    /// A seat that knew everything and is told every event in full still knows everything.
    fn follow<G: Game>(&mut self, trial: &mut Trial<G>, seat: Seat, world: &G::State) {
        let viewer = Viewer::Seat(seat);
        let sees_all = |event: &G::Event| G::event_for(event, viewer).as_ref() == Some(event);
        let should_know = self.knows_all[seat.at()] && trial.events.iter().all(sees_all);
        let real = trial.game.state().clone();
        assert!(
            !should_know || *world == real,
            "{seat} was told every event whole, and so knows all cards; but a world resampled for \
             it has others: `event_for` tells too much, or `resample` forgets it"
        );
        let mut knows = *world == real;
        for _ in 1..CERTAIN {
            knows = knows && resampled(trial, seat, &trial.memories[seat].clone()) == real;
        }
        self.knows_all[seat.at()] = knows;
    }
}

/// A card that an event named to a seat or to the public must be at its real place in the seat's
/// world.
fn check_names<G: Game>(trial: &Trial<G>, seat: Seat, world: &G::State) {
    let viewers = [Viewer::Seat(seat), Viewer::Public];
    let told = trial.events.iter().flat_map(|event| {
        let told = viewers.iter().filter_map(|viewer| G::event_for(event, *viewer));
        told.flat_map(|told| names(&told)).collect::<Vec<_>>()
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return;
    }
    let (real, other) = (places(trial.game.state()), places(world));
    for name in told {
        let Some(place) = real.get(&name) else { continue };
        assert_eq!(
            other.get(&name),
            Some(place),
            "{seat} was just told of {name}, but a world resampled for it has it elsewhere: \
             `event_for` tells too much, or `resample` forgets it; if the game may show something \
             in passing, say so with `shows_in_passing`"
        );
    }
}

fn resampled<G: Game>(trial: &mut Trial<G>, seat: Seat, memory: &G::Memory) -> G::State {
    let mut chance = Dice::new(trial.dice.split());
    let view = trial.game.view(Viewer::Seat(seat));
    G::resample(trial.game.position().observed_by(seat, &view, memory), &mut chance)
}

/// Whether memories are used: for every part of a memory, in how many positions it was tried, and
/// whether it ever made a difference to a resampled world.
#[derive(Default)]
pub(super) struct MemoryUse {
    parts: BTreeMap<String, (usize, bool)>,
}

/// A part of a memory that made no difference in this many positions counts as unused.
const OFTEN: usize = 200;

impl MemoryUse {
    /// Resamples a world for a seat with its memory, and once without each part of the memory.
    pub(super) fn check<G: Game>(&mut self, trial: &mut Trial<G>, seat: Seat) {
        let memory = trial.memories[seat].clone();
        let blank = G::Memory::default();
        if memory == blank {
            return;
        }
        for (part, without) in without_each_part(&memory, &blank) {
            let (tried, matters) = self.parts.entry(part).or_default();
            if !*matters {
                *tried += 1;
                *matters = makes_a_difference(trial, seat, &memory, &without);
            }
        }
    }

    /// Fails if a part of the memory is never used.
    pub(super) fn conclude(&self, ignored: &[&str]) {
        for (part, (tried, matters)) in &self.parts {
            assert!(
                *matters || *tried < OFTEN || ignored.contains(&part.as_str()),
                "seats remembered `{part}` in {tried} positions, and `resample` ignored it in all \
                 of them; if that is right, say so with `resample_ignores`"
            );
        }
    }
}

/// For each part of the memory that is not blank, the memory with that part blank. A memory that is
/// not an object in JSON is one part.
fn without_each_part<M>(memory: &M, blank: &M) -> Vec<(String, M)>
where
    M: Clone + serde::Serialize + serde::de::DeserializeOwned,
{
    let [full, empty] = [memory, blank].map(|memory| serde_json::to_value(memory).ok());
    let (Some(Value::Object(full)), Some(Value::Object(empty))) = (full, empty) else {
        return vec![("memory".to_owned(), blank.clone())];
    };
    let said = full.iter().filter(|(part, said)| empty.get(*part) != Some(*said));
    let without = said.filter_map(|(part, _)| {
        let mut less = full.clone();
        less.insert(part.clone(), empty.get(part)?.clone());
        Some((part.clone(), serde_json::from_value(Value::Object(less)).ok()?))
    });
    without.collect()
}

fn makes_a_difference<G: Game>(
    trial: &mut Trial<G>,
    seat: Seat,
    memory: &G::Memory,
    without: &G::Memory,
) -> bool {
    let view = trial.game.view(Viewer::Seat(seat));
    let chance = Dice::new(trial.dice.split());
    let at = trial.game.position();
    let world = |memory| G::resample(at.observed_by(seat, &view, memory), &mut chance.clone());
    let full = world(memory);
    // A game may panic on an impossible memory; then it has used that part.
    catch_unwind(AssertUnwindSafe(|| world(without) != full)).unwrap_or(true)
}
