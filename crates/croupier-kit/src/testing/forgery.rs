//! Forges JSON documents: a value is replaced, removed, repeated or moved. The caller corrects the
//! hashes afterwards, as an attacker who knows the format would.

use std::fmt::Write as _;

use serde_json::Value;

use crate::cards::Dice;

/// Changes a document in one or two places. Returns a description of each change, for failures.
pub(super) fn forge(document: &mut Value, dice: &mut Dice) -> Vec<String> {
    let original = document.clone();
    let changes = 1 + dice.below(4) / 2;
    (0..changes).map(|_| change_somewhere(document, &original, dice)).collect()
}

#[allow(clippy::cast_possible_truncation)] // No document has so many parts.
fn pick_index(dice: &mut Dice, len: usize) -> usize {
    dice.below(len as u32) as usize
}

/// How likely a part is chosen among its siblings. Larger parts are more likely, but only by the
/// logarithm of their size, so that a flag beside a deck is still chosen.
fn weight(value: &Value) -> u32 {
    fn count(value: &Value) -> u32 {
        1 + match value {
            Value::Array(list) => list.iter().map(count).sum::<u32>(),
            Value::Object(fields) => fields.values().map(count).sum(),
            _ => 0,
        }
    }
    count(value).ilog2() + 1
}

/// The index of one of these, chosen at random by weight.
fn pick_by_weight(weights: &[u32], dice: &mut Dice) -> Option<usize> {
    let all = weights.iter().sum();
    let mut left = if all == 0 { return None } else { dice.below(all) };
    weights.iter().position(|weight| {
        let found = left < *weight;
        left = left.saturating_sub(*weight);
        found
    })
}

/// Descends from the root to a random part and changes it.
fn change_somewhere(document: &mut Value, original: &Value, dice: &mut Dice) -> String {
    let (mut here, mut path) = (document, String::new());
    loop {
        let weights: Vec<u32> = match &*here {
            Value::Array(list) => list.iter().map(weight).collect(),
            Value::Object(fields) => fields.values().map(weight).collect(),
            _ => vec![],
        };
        // Half of the time all parts are equally likely, so that a counter next to a deck is found
        // as well.
        let weights = if dice.below(2) == 0 { vec![1; weights.len()] } else { weights };
        let stays = dice.below(10) == 0 && !path.is_empty();
        let Some(at) = pick_by_weight(&weights, dice).filter(|_| !stays) else { break };
        here = match here {
            Value::Array(list) => {
                let _ = write!(path, "/{at}");
                &mut list[at]
            }
            Value::Object(fields) => {
                let (key, part) = fields.iter_mut().nth(at).expect("it was counted");
                let _ = write!(path, "/{key}");
                part
            }
            _ => unreachable!("it has parts"),
        };
    }
    let before = here.to_string();
    change(here, original, dice);
    let after = here.to_string();
    let short = |text: &str| text.chars().take(80).collect::<String>();
    format!("{path}: {} became {}", short(&before), short(&after))
}

fn change(value: &mut Value, original: &Value, dice: &mut Dice) {
    if dice.below(12) == 0 {
        *value = if dice.below(3) == 0 { Value::Null } else { any_part(original, dice) };
        return;
    }
    match value {
        Value::Bool(yes) => *yes = !*yes,
        Value::Number(number) => *value = strange_number(number.as_u64().unwrap_or(0), dice),
        Value::String(text) => change_text(text, original, dice),
        Value::Array(list) => change_list(list, original, dice),
        Value::Null => *value = any_part(original, dice),
        Value::Object(fields) => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let (Some(one), Some(other)) = (dice.pick(&keys), dice.pick(&keys)) else { return };
            if dice.below(2) == 0 {
                fields.shift_remove(one);
            } else if let (Some(first), Some(second)) =
                (fields.get(one).cloned(), fields.get(other).cloned())
            {
                fields.insert(one.clone(), second);
                fields.insert(other.clone(), first);
            }
        }
    }
}

/// A boundary value of counters, indices, clocks or seats, or a neighbour of the number.
fn strange_number(number: u64, dice: &mut Dice) -> Value {
    // A third of the time a small one, which is valid in more places.
    let small = [0, 1, 2, 3, 7, 8, 51, 52, 161, 0xff];
    let large = [
        0x100,
        0x7fff,
        0xffff,
        0x1_0000,
        0x7fff_ffff,
        0xffff_ffff,
        0x1_0000_0000,
        1 << 62,
        (1 << 63) - 1,
        1 << 63,
        u64::MAX - 1,
        u64::MAX,
    ];
    let near = [number.wrapping_add(1), number.wrapping_sub(1), number.wrapping_mul(2)];
    let strange = match dice.below(12) {
        0 => return Value::from(-1),
        1 => return Value::from(i64::MIN),
        2..=5 => dice.pick(&large),
        6..=7 => dice.pick(&near),
        _ => dice.pick(&small),
    };
    strange.copied().map_or(Value::Null, Value::from)
}

fn change_text(text: &mut String, original: &Value, dice: &mut Dice) {
    let mut texts = vec![];
    collect_texts(original, &mut texts);
    match dice.below(8) {
        0 => text.clear(),
        1 => text.push('x'),
        2 => drop(text.pop()),
        _ => {
            if let Some(other) = dice.pick(&texts) {
                (*other).clone_into(text);
            }
        }
    }
}

fn change_list(list: &mut Vec<Value>, original: &Value, dice: &mut Dice) {
    if list.is_empty() {
        return list.push(any_part(original, dice));
    }
    let (one, other) = (pick_index(dice, list.len()), pick_index(dice, list.len()));
    match dice.below(7) {
        0 => drop(list.remove(one)),
        1 => list.insert(other, list[one].clone()),
        2 => list.swap(one, other),
        3 => list.truncate(one),
        4 => list[one] = list[other].clone(),
        5 => list.push(any_part(original, dice)),
        _ => list.extend(std::iter::repeat_n(list[one].clone(), 300)), // More than any pile holds.
    }
}

fn collect_texts<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(list) => list.iter().for_each(|part| collect_texts(part, texts)),
        Value::Object(fields) => fields.values().for_each(|part| collect_texts(part, texts)),
        _ => {}
    }
}

/// A random part of a document.
fn any_part(document: &Value, dice: &mut Dice) -> Value {
    let mut here = document;
    loop {
        let next = match here {
            Value::Array(list) => dice.pick(list),
            Value::Object(fields) => {
                let parts: Vec<&Value> = fields.values().collect();
                dice.pick(&parts).copied()
            }
            _ => None,
        };
        match next {
            Some(next) if dice.below(6) > 0 || here == document => here = next,
            _ => return here.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;
    use crate::cards::Seed;

    #[test]
    fn every_part_is_changed_in_every_way() {
        let original = json!({
            "flag": true, "step": 7, "list": [1, 2], "state": "open", "other": {"state": "closed"},
            "none": null,
        });
        let mut dice = Dice::new(Seed::from_number(1));
        let mut found = BTreeSet::new();
        for _ in 0..20_000 {
            let mut forged = original.clone();
            forge(&mut forged, &mut dice);
            for (key, part) in forged.as_object().unwrap() {
                found.insert(format!("{key}={part}"));
            }
        }
        for wanted in [
            "flag=false",
            "flag=null",
            "step=18446744073709551615",
            "step=-1",
            "step=8",
            "list=[2]",
            "list=[2,1]",
            "list=[1]",
            "list=[]",
            "list=[1,1,2]",
            "state=\"closed\"",
            "other={}",
            "none=7",
        ] {
            assert!(found.contains(wanted), "{wanted}");
        }
    }
}
