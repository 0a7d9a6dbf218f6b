//! Converts schemas to TypeScript.
//!
//! Every definition becomes an interface or a type of the same name. The four definitions that
//! stand for a game's own types become type parameters: `Prompt` is `Prompt<A>`, where `A` is the
//! action.

mod print;
mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use croupier_kit::schema::Definitions;
use serde_json::Value;

use self::print::print_definition;
pub(crate) use self::print::quoted;
use self::shape::{Names, shape};
use crate::document::{Document, references};

/// The type parameters for the definitions that stand for a game's own types, in this order.
const PARAMETERS: [(&str, &str); 4] =
    [("AnyAction", "A"), ("AnyEvent", "E"), ("AnyView", "V"), ("AnyOptions", "O")];

/// The first line of every file.
pub(crate) const HEADER: &str = "// Written by `cargo xtask types`. Changes are lost.\n";

/// The files by name, without their extension.
pub(crate) fn modules(document: &Document) -> Vec<(String, String)> {
    let parameters = parameters(&document.definitions());
    let module = |about: &str, own: &Definitions, prefix: &str, places: &[(&str, &Definitions)]| {
        module(about, own, prefix, places, &parameters)
    };
    let (kit, none) = (&document.kit, Definitions::new());
    let mut modules = vec![
        ("kit".to_owned(), module("What every game and every table has.", kit, "", &[])),
        (
            "protocol".to_owned(),
            module(
                "What server and clients say to each other.",
                &document.protocol,
                "",
                &[("kit", kit)],
            ),
        ),
    ];
    for game in &document.games {
        let about = format!("{}: its options, views, actions and events.", game.name);
        let prefix = format!("{}.", game.id);
        let mut text = module(&about, &game.own, &prefix, &[("kit", kit), ("protocol", &none)]);
        for (role, root) in &game.roots {
            text.push_str(&alias(role, root, &prefix, &game.own, &parameters));
        }
        modules.push((game.id.to_owned(), text));
    }
    modules.push(("index".to_owned(), index(document)));
    modules
}

/// Adds aliases for a game whose four types are not called `Options`, `View`, `Action` and `Event`.
fn alias(
    role: &str,
    root: &Value,
    prefix: &str,
    own: &Definitions,
    parameters: &Parameters,
) -> String {
    let name: String = role[..1].to_uppercase() + &role[1..];
    if own.contains_key(&name) {
        return String::new();
    }
    let names = Names { prefix, parameters };
    format!("\n{}", print_definition(&name, "", None, &shape(root, &names)))
}

fn index(document: &Document) -> String {
    let mut text = HEADER.to_owned();
    for game in &document.games {
        let _ = writeln!(text, "import type * as {} from './{}';", namespace(game.id), game.id);
    }
    text.push_str("\nexport type * from './kit';\nexport type * from './protocol';\n");
    for game in &document.games {
        let _ = writeln!(text, "export type * as {} from './{}';", namespace(game.id), game.id);
    }
    text.push_str("\n/** What belongs to each game. */\nexport interface Games {\n");
    for game in &document.games {
        let key = print::key(game.id);
        let _ = writeln!(text, "  {key}: {{");
        for role in ["Options", "View", "Action", "Event"] {
            let _ = writeln!(text, "    {}: {}.{role};", role.to_lowercase(), namespace(game.id));
        }
        text.push_str("  };\n");
    }
    text.push_str("}\n\n/** The id of a game that comes with Croupier. */\nexport type GameId = keyof Games;\n");
    text
}

/// Converts `data-war` to an identifier: `dataWar`.
fn namespace(id: &str) -> String {
    let mut words = id.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

/// The type parameters of every definition.
pub(crate) type Parameters = BTreeMap<String, BTreeSet<usize>>;

fn parameters(all: &Definitions) -> Parameters {
    let mut found: Parameters = all.keys().map(|name| (name.clone(), BTreeSet::new())).collect();
    for (at, (stand_in, _)) in PARAMETERS.iter().enumerate() {
        found.entry((*stand_in).to_owned()).or_default().insert(at);
    }
    loop {
        let before = found.clone();
        for (name, schema) in all {
            let of_parts = references(schema).into_iter().filter_map(|it| before.get(it)).flatten();
            let of_parts: Vec<usize> = of_parts.copied().collect();
            found.entry(name.clone()).or_default().extend(of_parts);
        }
        if found == before {
            return found;
        }
    }
}

/// The letters of these parameters.
fn letters(parameters: &BTreeSet<usize>) -> Vec<&'static str> {
    parameters.iter().map(|at| PARAMETERS[*at].1).collect()
}

fn module(
    about: &str,
    own: &Definitions,
    prefix: &str,
    places: &[(&str, &Definitions)],
    parameters: &Parameters,
) -> String {
    let mut text = HEADER.to_owned();
    let _ = write!(text, "// {about}\n\n");
    let used: BTreeSet<&str> = own.values().flat_map(references).collect();
    let is_stand_in = |name: &str| PARAMETERS.iter().any(|(stand_in, _)| *stand_in == name);
    for (place, definitions) in places {
        let names: Vec<&str> = used
            .iter()
            .copied()
            .filter(|name| definitions.contains_key(*name) && !is_stand_in(name))
            .collect();
        if !names.is_empty() {
            text.push_str(&print::import(&names, place));
        }
    }
    let names = Names { prefix, parameters };
    for (name, schema) in own.iter().filter(|(name, _)| !is_stand_in(name)) {
        let full = format!("{prefix}{name}");
        let letters = letters(&parameters[&full]);
        let letters: Vec<String> = letters.iter().map(|it| format!("{it} = unknown")).collect();
        let letters =
            if letters.is_empty() { String::new() } else { format!("<{}>", letters.join(", ")) };
        let about = schema.get("description").and_then(Value::as_str);
        text.push_str(if text.ends_with("\n\n") { "" } else { "\n" });
        text.push_str(&print_definition(name, &letters, about, &shape(schema, &names)));
    }
    text
}
