//! What the games cost, on one core and through the public API: whole matches of random players
//! (chart, rules and the list of legal actions at every decision; nothing recorded), then the
//! individual operations at moments of such matches. `games [GAME …] [--quick]`.

#![expect(clippy::print_stdout, reason = "printing is what this program does")]

mod moments;
mod rollouts;

use croupier_kit::game::Game;
use data_war::DataWar;
use innovation::Innovation;
use may_i::MayI;
use min_or_max::MinOrMax;
use rush::Rush;

/// What to measure of one game.
struct Plan<G: Game> {
    /// The name of the preset.
    preset: &'static str,
    options: G::Options,
    seats: usize,
    matches: u64,
    /// Classifies moments; each kind is measured separately.
    kind: fn(&G::State) -> &'static str,
}

impl<G: Game> Plan<G> {
    /// The options of a preset.
    fn new(preset: &'static str, seats: usize, matches: u64) -> Self {
        let found = G::presets().into_iter().find(|known| known.name == preset);
        let options = found.expect("a preset of the game").options;
        Self { preset, options, seats, matches, kind: |_| "in a match" }
    }

    fn measure(&self, quick: bool) {
        let matches = if quick { self.matches.div_ceil(50) } else { self.matches };
        println!("{} ({}, {} seats)", G::NAME, self.preset, self.seats);
        rollouts::measure(self, matches);
        moments::measure(self, if quick { 1 } else { 20 });
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let is_wanted = |id: &str| {
        let mut named = arguments.iter().filter(|argument| !argument.starts_with("--")).peekable();
        named.peek().is_none() || named.any(|name| name == id)
    };
    if is_wanted(DataWar::ID) {
        Plan::<DataWar>::new("bench", 2, 100_000).measure(quick);
    }
    if is_wanted(Rush::ID) {
        Plan::<Rush>::new("classic", 2, 500_000).measure(quick);
    }
    if is_wanted(MinOrMax::ID) {
        Plan::<MinOrMax>::new("bench", 2, 300_000).measure(quick);
        Plan::<MinOrMax>::new("classic", 2, 300_000).measure(quick);
    }
    if is_wanted(MayI::ID) {
        Plan::<MayI>::new("bench", 4, 1_000).measure(quick);
    }
    if is_wanted(Innovation::ID) {
        let kind = |state: &innovation::State| {
            if state.dogma().is_some() { "inside an effect" } else { "at rest" }
        };
        Plan { kind, ..Plan::<Innovation>::new("classic", 2, 10_000) }.measure(quick);
    }
}
