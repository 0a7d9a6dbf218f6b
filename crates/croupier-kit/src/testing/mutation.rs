//! Makes well-formed actions that need not be legal.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cards::Dice;
use crate::testing::variants::variants;

/// One of these actions with one word, number or list changed, often to a value from another of
/// them. `None` if the result is not an action.
pub(super) fn mutate<A: Serialize + DeserializeOwned>(actions: &[A], dice: &mut Dice) -> Option<A> {
    let mut action = serde_json::to_value(dice.pick(actions)?).ok()?;
    let other = serde_json::to_value(dice.pick(actions)?).ok()?;
    let mut leaves = vec![];
    collect(&other, &mut leaves);
    let places = count(&action);
    let mut place = dice.below(places);
    change(&mut action, &mut place, &leaves, dice);
    serde_json::from_value(action).ok()
}

/// An action with the name of any variant, without content or with the content of one of these.
/// `None` if that is not an action.
pub(super) fn rename<A: Serialize + DeserializeOwned>(actions: &[A], dice: &mut Dice) -> Option<A> {
    let name = *dice.pick(variants::<A>())?;
    if let Ok(bare) = serde_json::from_value(Value::from(name)) {
        return Some(bare);
    }
    let other = serde_json::to_value(dice.pick(actions)?).ok()?;
    let content = other.as_object()?.values().next()?.clone();
    serde_json::from_value(serde_json::json!({ name: content })).ok()
}

/// The number of places at which a value can be changed.
fn count(value: &Value) -> u32 {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

fn collect(value: &Value, leaves: &mut Vec<Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|part| collect(part, leaves)),
        Value::Object(fields) => fields.values().for_each(|part| collect(part, leaves)),
        leaf => leaves.push(leaf.clone()),
    }
}

/// Changes the value at a place, counted from the outside. True if the place is inside this value.
fn change(value: &mut Value, place: &mut u32, leaves: &[Value], dice: &mut Dice) -> bool {
    if *place == 0 {
        change_here(value, leaves, dice);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(list) => list.iter_mut().any(|part| change(part, place, leaves, dice)),
        Value::Object(fields) => fields.values_mut().any(|part| change(part, place, leaves, dice)),
        _ => false,
    }
}

fn change_here(value: &mut Value, leaves: &[Value], dice: &mut Dice) {
    if let Value::Array(list) = value {
        return change_list(list, leaves, dice);
    }
    let replacement = match value {
        Value::Number(number) if dice.below(2) == 0 => strange_number(number.as_i64(), dice),
        Value::Bool(yes) => Value::Bool(!*yes),
        _ => dice.pick(leaves).cloned().unwrap_or(Value::Null),
    };
    *value = replacement;
}

#[allow(clippy::cast_possible_truncation)] // No action has such a list.
fn change_list(list: &mut Vec<Value>, leaves: &[Value], dice: &mut Dice) {
    let way = dice.below(5);
    match dice.below(list.len() as u32 + 1) as usize {
        place if place < list.len() => match way {
            0 => drop(list.remove(place)),
            1 => list.push(list[place].clone()),
            2 => list.swap(0, place),
            3 => list.clear(),
            _ => *list = vec![list[place].clone(); 300], // More than any pile holds.
        },
        _ => list.extend(dice.pick(leaves).cloned()),
    }
}

fn strange_number(number: Option<i64>, dice: &mut Dice) -> Value {
    let number = number.unwrap_or(0);
    let strange =
        [0, 1, 7, 52, 255, 256, -1, i64::from(u32::MAX), i64::MAX, number + 1, number - 1];
    Value::from(*dice.pick(&strange).expect("there are some"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cards::Seed;

    #[test]
    fn every_part_is_changed_at_some_time() {
        let actions = [json!({"play": {"cards": ["7H", "8H"], "as": 3}}), json!({"play": "KS"})];
        let mut dice = Dice::new(Seed::from_number(1));
        let changed: Vec<Value> = (0..2000).filter_map(|_| mutate(&actions, &mut dice)).collect();
        for wanted in [
            json!({"play": {"cards": ["8H"], "as": 3}}),
            json!({"play": {"cards": [], "as": 3}}),
            json!({"play": {"cards": ["KS", "8H"], "as": 3}}),
            json!({"play": {"cards": ["7H", "8H"], "as": 255}}),
            json!({"play": "7H"}),
        ] {
            assert!(changed.contains(&wanted), "{wanted}");
        }
    }
}
