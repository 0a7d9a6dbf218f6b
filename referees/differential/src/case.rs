//! A random chart and what is done to it, by number.

use croupier_chart::define::Selection;

use crate::generate::generate;
use crate::machine::compile;
use crate::random::Random;
use crate::script::{Script, improvise};
use crate::sketch::Sketch;

/// How many steps a chart is driven through.
const STEPS: usize = 14;

/// A random chart and a script for it.
#[derive(Debug, Clone)]
pub struct Case {
    /// The number it is made from.
    pub seed: u64,
    /// The chart.
    pub sketch: Sketch,
    /// What is done to it.
    pub script: Script,
}

impl Case {
    /// Makes the case with this number.
    pub fn new(seed: u64, selection: Selection) -> Self {
        let sketch = generate(seed);
        let chart = compile(&sketch, selection)
            .unwrap_or_else(|faults| panic!("chart {seed} is not sound: {faults}"));
        let (script, _) = improvise(&chart, &mut Random::new(!seed), STEPS);
        Self { seed, sketch, script }
    }
}
