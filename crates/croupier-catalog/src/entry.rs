//! How a game loses its types.

use std::marker::PhantomData;

use croupier_kit::scenario::{Arrange, Failure, Scenario, Step};
use croupier_kit::{Error, ErrorKind, Match, Replayed, Save};
use serde::Deserialize as _;
use serde_json::Value;

use crate::sim::Playing;
use crate::{
    AnyGame, Choice, Drawing, Format, PresetCard, Retraced, SimPlan, Simulation, Standing, drawing,
};

/// A game in the catalog.
pub(crate) struct Entry<G>(PhantomData<fn() -> G>);

impl<G> Default for Entry<G> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<G: Arrange> AnyGame for Entry<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn seats(&self) -> (usize, usize) {
        G::SEATS
    }

    fn length_unit(&self) -> &'static str {
        G::LENGTH_UNIT
    }

    fn presets(&self) -> Vec<PresetCard> {
        let card = |preset: croupier_kit::Preset<G>| PresetCard {
            name: preset.name,
            about: preset.about,
            options: serde_json::to_value(&preset.options).unwrap_or_default(),
        };
        G::presets().into_iter().map(card).collect()
    }

    fn options(&self, choice: &Choice) -> Result<Value, Error> {
        serde_json::to_value(choice.options::<G>()?).map_err(|why| {
            Error::new(ErrorKind::SerializationError, "unwritable_options", why.to_string())
        })
    }

    fn charts(&self, choice: &Choice, format: Format) -> Result<Vec<Drawing>, Error> {
        Ok(drawing::draw(G::flow(&choice.options::<G>()?), format))
    }

    fn simulation(&self, plan: &SimPlan) -> Result<Box<dyn Simulation>, Error> {
        Ok(Box::new(Playing::<G>::new(plan)?))
    }

    fn check_scenario(&self, scenario: &Value) -> Result<(), Error> {
        read(scenario).map(|_| ())
    }

    fn run_scenario(&self, scenario: &Value) -> Result<(), Failure> {
        read(scenario).map_err(|why| Failure(why.to_string()))?.run::<G>()
    }

    fn load(&self, save: &Save) -> Result<Standing, Error> {
        Ok(standing(&Match::<G>::load(save)?))
    }

    fn replay(&self, save: &Save, until: Option<usize>) -> Result<Retraced, Error> {
        let replayed = match until {
            None => croupier_kit::replay::<G>(save),
            Some(until) => croupier_kit::replay_until::<G>(save, until),
        };
        let Replayed { end, inputs, verified, .. } = replayed
            .map_err(|why| Error::new(ErrorKind::CorruptState, why.code(), why.to_string()))?;
        Ok(Retraced { inputs, verified, end: standing(&end) })
    }

    fn migrate(&self, save: &Save) -> Result<Save, Error> {
        let loaded = Match::<G>::load(save)?;
        Ok(loaded.save(save.timestamp, save.metadata.clone())?)
    }
}

fn standing<G: Arrange>(table: &Match<G>) -> Standing {
    let at = table.position();
    Standing {
        now: table.now(),
        hash: table.hash(),
        outcome: table.outcome(),
        length: G::length(at),
        position: G::describe(at),
    }
}

fn read(scenario: &Value) -> Result<Scenario, Error> {
    Scenario::deserialize(scenario).map_err(|why| {
        let message = strange_step(scenario).unwrap_or_else(|| why.to_string());
        Error::new(ErrorKind::SerializationError, "malformed_scenario", message)
    })
}

/// Which step is no step, if one is not. What serde says of that helps nobody.
fn strange_step(scenario: &Value) -> Option<String> {
    let steps = scenario.get("steps")?.as_array()?;
    let at = steps.iter().position(|step| Step::deserialize(step).is_err())?;
    let kinds = r#"{"by", "do"}, {"by", "do", "reject"}, {"wait_ms"} or {"expect"}"#;
    Some(format!("step {} is not one of {kinds}: {}", at + 1, steps[at]))
}
