//! Compares searches of tiny shed by our bots, by `turnbase-bots` and by `ismcts`: iterations per
//! second of CPU time at the first decision of some games. `search [--quick]`.

#![expect(clippy::print_stdout, reason = "printing is what this program does")]

use croupier_benches::cpu_clock;
use croupier_benches::tiny_shed::search::{
    IsmctsSearch, OurSearch, Searcher, TurnbaseSearch, first_decision,
};

/// The number of iterations per decision.
const ITERATIONS: u32 = 20_000;

/// One search and its samples, in iterations per second.
struct Lane {
    name: &'static str,
    search: Box<dyn FnMut(u64) -> u64>,
    samples: Vec<f64>,
}

impl Lane {
    fn of<S: Searcher + 'static>() -> Self {
        let mut searcher = S::new();
        let search = move |number| searcher.search(&first_decision(number), ITERATIONS).iterations;
        Self { name: S::NAME, search: Box::new(search), samples: vec![] }
    }

    #[allow(clippy::cast_precision_loss)] // Far fewer than 2^52 iterations.
    fn sample(&mut self, number: u64) {
        let start = cpu_clock::now();
        let iterations = (self.search)(number);
        let spent = cpu_clock::now().saturating_sub(start);
        self.samples.push(iterations as f64 / spent.as_secs_f64());
    }
}

/// Whether there is more than one option.
fn has_choice(number: u64) -> bool {
    let game = first_decision(number);
    game.to_act().lowest().is_some_and(|seat| game.legal_actions(seat).len() > 1)
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let samples = if quick { 7 } else { 25_usize };
    let mut lanes =
        [Lane::of::<OurSearch>(), Lane::of::<TurnbaseSearch>(), Lane::of::<IsmctsSearch>()];
    // In turn, so that a busy moment affects all of them; the first round is for warming up.
    for number in (0..).filter(|number| has_choice(*number)).take(samples + 1) {
        for lane in &mut lanes {
            lane.sample(number);
        }
    }
    println!("tiny shed, iterations per second of CPU time, {ITERATIONS} a decision");
    for lane in &mut lanes {
        lane.samples.remove(0);
        lane.samples.sort_by(f64::total_cmp);
        let last = lane.samples.len() - 1;
        let [min, median, max] = [0, last / 2, last].map(|at| lane.samples[at]);
        println!("{:14} {median:9.0} ({min:.0} to {max:.0})", lane.name);
    }
}
