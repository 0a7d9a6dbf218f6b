//! Which match is played: a number determines the seed, the preset and the seats.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::cards::Seed;
use crate::game::{Game, Preset, SeatKind};
use crate::matches::{Act, Input, Match, Setup};

/// A match to play, identified by a number.
pub(super) struct Case<G: Game> {
    pub(super) number: u64,
    pub(super) preset: &'static str,
    pub(super) setup: Setup<G>,
}

impl<G: Game> Case<G> {
    /// Successive numbers go through all seat counts of a preset, then on to the next preset.
    /// Combinations that the game does not allow are skipped.
    pub(super) fn new(number: u64, presets: &[Preset<G>], houses: bool) -> Self {
        let (min, max) = G::SEATS;
        let counts = (max - min + 1) as u64;
        let combinations = presets.len() as u64 * counts;
        assert!(combinations > 0, "{} has no preset or no seats", G::ID);
        (0..combinations)
            .find_map(|shift| {
                let at = number.wrapping_add(shift) % combinations;
                #[allow(clippy::cast_possible_truncation)] // Presets and seats are few.
                let (preset, seats) = ((at / counts) as usize, min + (at % counts) as usize);
                Self::of(number, &presets[preset], seats, houses)
            })
            .unwrap_or_else(|| panic!("no preset of {} fits any number of seats", G::ID))
    }

    fn of(number: u64, preset: &Preset<G>, seats: usize, houses: bool) -> Option<Self> {
        // Every second match has house seats, in changing patterns; the first seat is always a
        // person.
        let pattern = if houses && number % 2 == 1 { number / 2 * 2 } else { 0 };
        let kind = |seat: usize| match pattern >> (seat % 64) & 1 {
            1 => SeatKind::House,
            _ => SeatKind::Person,
        };
        let setup = Setup {
            options: preset.options.clone(),
            seats: (0..seats).map(kind).collect(),
            seed: Seed::from_number(number),
            undo: false,
        };
        setup.check().is_ok().then_some(Self { number, preset: preset.name, setup })
    }
}

/// A match in the form in which a failure prints it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Report<A> {
    pub(super) game: String,
    pub(super) preset: String,
    pub(super) seats: Vec<SeatKind>,
    /// The number from which the seed is derived.
    pub(super) seed: u64,
    /// The instant of the failure.
    pub(super) now: Millis,
    /// The inputs accepted before the failure.
    pub(super) inputs: Vec<Input<A>>,
    /// The input that was being tried.
    pub(super) trying: Option<Input<A>>,
}

/// Plays the match of a report.
pub(super) fn retrace<G: Game>(report: &str, presets: &[Preset<G>]) -> Match<G> {
    let report: Report<G::Action> = serde_json::from_str(report).expect("a report of the suite");
    assert_eq!(report.game, G::ID, "the report is of another game");
    let preset = presets.iter().find(|preset| preset.name == report.preset);
    let options = preset.expect("a preset of the suite").options.clone();
    let seed = Seed::from_number(report.seed);
    let undo = report.inputs.iter().any(|input| input.act == Act::Undo);
    let setup = Setup { options, seats: report.seats, seed, undo };
    let mut game = super::agreement::replayed(&setup, &report.inputs, report.now);
    if let Some(input) = report.trying {
        let _ = game.input(input);
    }
    game
}
