//! Scenarios in the form of section 19: a position, steps and expectations.

mod arrange;
mod expect;
mod step;

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Position, SeatKind};
use croupier_kit::matches::Setup;
use croupier_kit::scenario::{Arrange, Arrangement, Scenario, ScenarioError, options_of};
use serde::Deserialize;
use serde_json::{Map, Value};

use self::arrange::Layout;
use self::step::ScriptStep;
use crate::events::{Event, What};
use crate::{Innovation, Options};

/// A scenario as in section 19, with the fields that scenarios of all games may have.
struct Script {
    preset: Option<String>,
    options: Map<String, Value>,
    players: usize,
    layout: Layout,
    steps: Vec<Value>,
    expect: Map<String, Value>,
}

impl Script {
    fn read(scenario: &Value) -> Result<Self, String> {
        let mut fields = scenario.as_object().ok_or("a scenario is an object")?.clone();
        for word in ["name", "rules", "game"] {
            fields.remove(word);
        }
        let script = Self {
            preset: take(&mut fields, "preset")?,
            options: take(&mut fields, "options")?,
            players: take(&mut fields, "players")?,
            steps: take(&mut fields, "steps")?,
            expect: take(&mut fields, "expect")?,
            layout: Layout::deserialize(Value::Object(fields)).map_err(|why| why.to_string())?,
        };
        script.steps.iter().enumerate().try_for_each(|(at, step)| {
            ScriptStep::read(step).map(|_| ()).map_err(|why| format!("step {}: {why}", at + 1))
        })?;
        expect::check_words(&script.expect)?;
        Ok(script)
    }

    fn setup(&self) -> Result<Setup<Innovation>, String> {
        let options = options_of::<Innovation>(self.preset.as_deref(), &self.options)
            .map_err(|why| why.to_string())?;
        let seats = vec![SeatKind::Person; self.players.min(16)];
        Ok(Setup { options, seats, seed: Seed::from_number(0), undo: false })
    }

    fn run(&self) -> Result<(), String> {
        let (minimum, maximum) = Innovation::SEATS;
        if !(minimum..=maximum).contains(&self.players) {
            return expect::same_error(&self.expect, "IllegalAction/BadPlayerCount");
        }
        let setup = self.setup().map_err(|why| format!("options: {why}"))?;
        let state = self
            .layout
            .state(&setup.options, self.players)
            .map_err(|why| format!("setup: {why}"))?;
        let arrangement = arranged(state);
        let mut game = arrangement.start_recorded(setup).map_err(|why| why.to_string())?;
        game.take_events();
        let mut events = vec![];
        let expects_error = self.expect.contains_key("error");
        if expects_error && self.steps.is_empty() {
            return Err("nothing is done that could be refused".to_owned());
        }
        for (at, step) in self.steps.iter().enumerate() {
            let place = format!("step {}", at + 1);
            let may_fail = expects_error && at + 1 == self.steps.len();
            let step = ScriptStep::read(step).map_err(|why| format!("{place}: {why}"))?;
            let taken = step.take(&mut game, may_fail).map_err(|why| format!("{place}: {why}"))?;
            if let Some(error) = taken {
                expect::same_error(&self.expect, &error)
                    .map_err(|why| format!("{place}: {why}"))?;
            } else if may_fail {
                return Err(format!("{place} was taken, not refused"));
            }
            events.extend(game.take_events());
            Innovation::invariants(game.position()).map_err(|why| format!("{place}: {why}"))?;
        }
        expect::compare(&self.expect, &game, &events)
    }
}

/// Takes a field out of the map; the default value if it is missing.
fn take<T: Default + for<'de> Deserialize<'de>>(
    fields: &mut Map<String, Value>,
    word: &str,
) -> Result<T, String> {
    let Some(value) = fields.remove(word) else { return Ok(T::default()) };
    T::deserialize(value).map_err(|why| format!("{word}: {why}"))
}

/// A position with the flow in the state that matches.
fn arranged(state: crate::State) -> Arrangement<Innovation> {
    let flow = if state.is_setup() { None } else { Some("play.awaitingAction") };
    Arrangement { state, flow, context: (), dice: Dice::scripted() }
}

impl Arrange for Innovation {
    fn arrange(
        setup: &Value,
        options: &Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        let layout = Layout::deserialize(setup).map_err(|why| why.to_string())?;
        Ok(arranged(layout.state(options, seats.len())?))
    }

    fn describe(at: Position<'_, Self>) -> Value {
        expect::describe(at)
    }

    fn check_scenario(scenario: &Value) -> Result<(), ScenarioError> {
        if is_of_room(scenario) {
            return Scenario::read(scenario).map(|_| ());
        }
        Ok(Script::read(scenario).map(|_| ())?)
    }

    fn run_scenario(scenario: &Value) -> Result<(), ScenarioError> {
        if is_of_room(scenario) {
            return Scenario::read(scenario)?.run::<Self>();
        }
        Script::read(scenario)?.run().map_err(ScenarioError::Failed)
    }
}

/// Section 19 has no rooms; scenarios played in a room are written like those of other games.
fn is_of_room(scenario: &Value) -> bool {
    scenario.get("room").is_some()
}

/// Whether these events include a sharing bonus.
fn has_bonus(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, What::SharingBonus { .. }))
}
