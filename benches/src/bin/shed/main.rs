//! Compares tiny shed on our kit, on `turnbase` and written by hand: CPU nanoseconds per action
//! over whole random games, including the deal. `shed [--quick]`.

#![expect(clippy::print_stdout, reason = "printing is what this program does")]

use croupier_benches::cpu_clock;
use croupier_benches::tiny_shed::{ByHand, Luck, Ours, Shed, Turnbase};

/// One engine and its samples.
struct Lane {
    name: &'static str,
    play: Box<dyn FnMut(u32) -> u64>,
    samples: Vec<f64>,
    per_game: f64,
}

impl Lane {
    fn of<S: Shed + 'static>() -> Self {
        let (mut engine, mut luck) = (S::new(), Luck::new(1));
        let play = move |games| (0..games).map(|_| engine.play(&mut luck)).sum();
        Self { name: S::NAME, play: Box::new(play), samples: vec![], per_game: 0.0 }
    }

    #[allow(clippy::cast_precision_loss)] // Far fewer than 2^52 actions.
    fn sample(&mut self, games: u32) {
        let start = cpu_clock::now();
        let actions = (self.play)(games);
        let spent = cpu_clock::now().saturating_sub(start);
        self.samples.push(spent.as_secs_f64() * 1e9 / actions as f64);
        self.per_game = actions as f64 / f64::from(games);
    }
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (samples, games) = if quick { (7, 2_000) } else { (25, 20_000) };
    let mut lanes = [Lane::of::<Ours>(), Lane::of::<Turnbase>(), Lane::of::<ByHand>()];
    for lane in &mut lanes {
        (lane.play)(games);
    }
    // In turn, so that a busy moment affects all of them.
    for _ in 0..samples {
        for lane in &mut lanes {
            lane.sample(games);
        }
    }
    println!("tiny shed, {}", cpu_clock::UNIT.replace("transition", "action"));
    for lane in &mut lanes {
        lane.samples.sort_by(f64::total_cmp);
        let [min, median, max] = [0, samples / 2, samples - 1].map(|at| lane.samples[at]);
        let Lane { name, per_game, .. } = lane;
        println!("{name:9} {median:6.1} ({min:.1} to {max:.1}), {per_game:.1} actions a game");
    }
}
