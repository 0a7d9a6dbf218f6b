//! Positions written as JSON fields, for games whose specification has no notation of its own.

use serde_json::{Map, Value};

use super::{Arrange, Arrangement, ScenarioError};
use crate::cards::Dice;
use crate::game::merge;
use crate::game::{Game, Position, SeatKind, SeatSet};

/// The field of a position for the state of the flow.
const FLOW: &str = "state";

/// A new state with the fields in `setup` replaced. The field `state` names the state in which the
/// flow starts; without it, the match starts from the deal.
pub(super) fn arrange<G: Arrange>(
    setup: &Value,
    options: &G::Options,
    seats: &[SeatKind],
) -> Result<Arrangement<G>, ScenarioError> {
    let mut state = G::new(options, seats);
    let context = G::context(options);
    let fields = match setup {
        Value::Null => &Map::new(),
        Value::Object(fields) => fields,
        other => return Err(format!("it has no fields: {other}").into()),
    };
    let Some(flow) = fields.get(FLOW) else {
        return match fields.keys().next() {
            None => Ok(Arrangement { state, flow: None, context, dice: Dice::scripted() }),
            Some(field) => {
                Err(format!("{field:?} needs {FLOW:?}: the deal would replace it").into())
            }
        };
    };
    let chart = G::flow(options);
    let path = flow.as_str().ok_or_else(|| format!("{FLOW} is not a name: {flow}"))?;
    let flow = chart.path(chart.state(path).map_err(|why| why.to_string())?);
    replace::<G>(&mut state, fields)?;
    G::complete(&mut state);
    Ok(Arrangement { state, flow: Some(flow), context, dice: Dice::scripted() })
}

fn replace<G: Game>(
    state: &mut G::State,
    fields: &Map<String, Value>,
) -> Result<(), ScenarioError> {
    let mut value = serde_json::to_value(&*state).map_err(|why| why.to_string())?;
    let known = value.as_object_mut().ok_or("the game's state has no fields")?;
    for (name, change) in fields.iter().filter(|(name, _)| *name != FLOW) {
        let Some(field) = known.get_mut(name) else {
            let names: Vec<_> = known.keys().cloned().collect();
            return Err(
                format!("there is no {name:?}; there are {FLOW}, {}", names.join(", ")).into()
            );
        };
        merge(field, change);
    }
    *state = serde_json::from_value(value).map_err(|why| why.to_string())?;
    Ok(())
}

/// The fields of the state, the state of the flow, and the outcome if the match is over.
pub(super) fn describe<G: Game>(at: Position<'_, G>) -> Value {
    let mut fields = match serde_json::to_value(at.state) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let leaves = G::flow(at.options).leaves(at.flow);
    fields.insert(FLOW.to_owned(), leaves.join(" ").into());
    if let Some(outcome) = G::outcome(at) {
        let names = |seats: SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>();
        fields.insert("reason".to_owned(), outcome.reason.clone().into());
        fields.insert("winners".to_owned(), names(outcome.winners).into());
        fields.insert("scores".to_owned(), outcome.scores.to_vec().into());
    }
    Value::Object(fields)
}
