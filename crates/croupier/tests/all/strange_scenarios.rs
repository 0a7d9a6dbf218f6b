//! Scenarios are untrusted input: however malformed, each must pass or fail, never panic.

use std::path::{Path, PathBuf};

use croupier_catalog::shipped;
use croupier_kit::cards::{Dice, Seed};
use serde_json::{Value, json};

fn scenarios() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/specs/scenarios");
    let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let files =
        folders.filter(|path| path.is_dir()).flat_map(|path| std::fs::read_dir(path).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    files
}

/// Replaces one value somewhere inside.
fn disturb(value: &mut Value, dice: &mut Dice) {
    let inner = match value {
        Value::Object(fields) if !fields.is_empty() && dice.below(8) > 0 => {
            let at = dice.below(u32::try_from(fields.len()).unwrap()) as usize;
            fields.values_mut().nth(at)
        }
        Value::Array(items) if !items.is_empty() && dice.below(8) > 0 => {
            let at = dice.below(u32::try_from(items.len()).unwrap()) as usize;
            items.get_mut(at)
        }
        _ => None,
    };
    match inner {
        Some(inner) => disturb(inner, dice),
        None => *value = strange(value, dice),
    }
}

fn strange(value: &Value, dice: &mut Dice) -> Value {
    match (dice.below(10), value) {
        (0, _) => Value::Null,
        (1, _) => json!(-1),
        (2, _) => json!(u64::MAX),
        (3, _) => json!(0.5),
        (4, _) => json!("KH KH KH"),
        (5, _) => json!({"x": []}),
        (6, Value::Array(items)) => json!([items.clone(), items.clone()].concat()),
        (7, Value::Array(items)) => json!(items.iter().rev().collect::<Vec<_>>()),
        (6 | 7, Value::String(text)) => json!(text.repeat(3)),
        (8, Value::Number(number)) => json!(number.as_u64().unwrap_or(3).wrapping_mul(1000)),
        (8, Value::Bool(is)) => json!(!is),
        _ => json!("é"),
    }
}

#[test]
fn thousands_of_strange_scenarios_are_answered() {
    let catalog = shipped();
    let mut dice = Dice::new(Seed::from_number(5));
    let (mut passed, mut failed) = (0, 0);
    for file in scenarios() {
        let whole: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let game = catalog.find(whole["game"].as_str().unwrap()).unwrap();
        for _ in 0..25 {
            let mut scenario = whole.clone();
            for _ in 0..=dice.below(2) {
                disturb(&mut scenario, &mut dice);
            }
            match game.run_scenario(&scenario) {
                Ok(()) => passed += 1,
                Err(failure) => {
                    assert!(!failure.to_string().is_empty());
                    failed += 1;
                }
            }
        }
    }
    // Some changes have no effect (a name, a note), most do.
    assert!(passed > 100 && failed > 1000, "{passed} passed, {failed} failed");
}
