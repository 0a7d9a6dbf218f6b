//! A random chart and a script for it, determined by a number.

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
    /// The seed it is generated from.
    pub seed: u64,
    /// The chart.
    pub sketch: Sketch,
    /// The script for it.
    pub script: Script,
}

impl Case {
    /// Generates the case with this seed.
    pub fn new(seed: u64, selection: Selection) -> Self {
        let sketch = generate(seed);
        let chart = compile(&sketch, selection)
            .unwrap_or_else(|faults| panic!("chart {seed} is not sound: {faults}"));
        let (script, _) = improvise(&chart, &mut Random::new(!seed), STEPS);
        Self { seed, sketch, script }
    }
}
