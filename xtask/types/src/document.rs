//! The schemas of the kit, the protocol and the games in one document.

use std::collections::BTreeSet;

use croupier_catalog::{AnyEntry, Catalog, FrameView};
use croupier_kit::schema::{self, Collector, Definitions, GameSchema};
use rush::Rush;
use serde_json::{Value, json};

/// All messages. All references are `#/$defs/NAME`; the definitions of a game are called
/// `GAME.NAME`.
#[derive(Debug)]
pub(crate) struct Document {
    /// The definitions of the kit.
    pub(crate) kit: Definitions,
    /// The additional definitions of the protocol.
    pub(crate) protocol: Definitions,
    /// The games in the order of the catalog.
    pub(crate) games: Vec<GameShapes>,
}

/// One game.
#[derive(Debug)]
pub(crate) struct GameShapes {
    /// Its id.
    pub(crate) id: &'static str,
    /// Its display name.
    pub(crate) name: &'static str,
    /// Its own definitions, by names without the game's prefix.
    pub(crate) own: Definitions,
    /// References to its four main types: options, view, action, event.
    pub(crate) roots: [(&'static str, Value); 4],
}

impl Document {
    /// Creates the document for these games.
    pub(crate) fn new(catalog: &Catalog) -> Result<Self, String> {
        let (mut sent, mut read) = (Collector::of_sent(), Collector::of_read());
        schema::from_servers(&mut sent);
        sent.add::<AnyEntry>();
        sent.add::<FrameView>();
        // Any game will do here, because its actions are replaced by `AnyAction`.
        schema::from_clients::<Rush>(&mut read);
        let kit = merged(sent.done(), read.done())?;

        let (mut sent, mut read) = (Collector::of_sent(), Collector::of_read());
        croupier_proto::schema::from_servers(&mut sent);
        croupier_proto::schema::from_clients(&mut read);
        let mut protocol = merged(sent.done(), read.done())?;
        for (name, schema) in &kit {
            if let Some(other) = protocol.remove(name)
                && other != *schema
            {
                return Err(format!(
                    "{name} means one thing in the kit and another in the protocol"
                ));
            }
        }

        let games =
            catalog.iter().map(|game| GameShapes::new(game.id(), game.name(), game.schema(), &kit));
        let games = games.collect();
        let document = Self { kit, protocol, games };
        document.check()?;
        Ok(document)
    }

    /// All definitions by their full names.
    pub(crate) fn definitions(&self) -> Definitions {
        let mut all = self.kit.clone();
        all.extend(self.protocol.clone());
        for game in &self.games {
            for (name, schema) in &game.own {
                all.insert(format!("{}.{name}", game.id), schema.clone());
            }
        }
        all
    }

    /// The text of the document.
    pub(crate) fn to_json(&self) -> String {
        let games: Vec<Value> = self.games.iter().map(|game| {
            let [options, view, action, event] = game.roots.each_ref().map(|(_, schema)| schema);
            json!({"id": game.id, "name": game.name, "options": options, "view": view, "action": action, "event": event})
        }).collect();
        let document = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("Messages of the protocol {}", croupier_proto::SUBPROTOCOL),
            "description": "Written by `cargo xtask types`. A message on the socket is a ClientMessage or a \
                ServerMessage; docs/protocol.md says which bodies requests have. What belongs to a game is called \
                GAME.NAME.",
            "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
            "x-games": games,
            "$defs": self.definitions(),
        });
        let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Checks that every referenced definition exists.
    fn check(&self) -> Result<(), String> {
        let all = self.definitions();
        let mut missing = BTreeSet::new();
        for schema in all
            .values()
            .chain(self.games.iter().flat_map(|game| game.roots.iter().map(|(_, root)| root)))
        {
            for name in references(schema) {
                if !all.contains_key(name) {
                    missing.insert(name);
                }
            }
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(format!("there is no definition of {missing:?}"))
        }
    }
}

impl GameShapes {
    fn new(id: &'static str, name: &'static str, schema: GameSchema, kit: &Definitions) -> Self {
        let GameSchema { options, view, action, event, mut definitions } = schema;
        // A definition belongs to the kit if it is identical there, and so are all that it refers
        // to.
        let mut of_kit: BTreeSet<String> = definitions
            .iter()
            .filter(|(name, schema)| kit.get(*name) == Some(schema))
            .map(|(name, _)| name.clone())
            .collect();
        loop {
            let is_settled = |name: &String| {
                references(&definitions[name]).iter().all(|it| of_kit.contains(*it))
            };
            let settled: BTreeSet<String> =
                of_kit.iter().filter(|name| is_settled(name)).cloned().collect();
            if settled.len() == of_kit.len() {
                break;
            }
            of_kit = settled;
        }
        definitions.retain(|name, _| !of_kit.contains(name));
        let mut roots =
            [("options", options), ("view", view), ("action", action), ("event", event)];
        let all = definitions.values_mut().chain(roots.iter_mut().map(|(_, root)| root));
        all.for_each(|schema| rename(schema, id, &of_kit));
        Self { id, name, own: definitions, roots }
    }
}

/// Merges what is sent and what is received. A type that is both must look the same in both
/// directions.
fn merged(mut sent: Definitions, read: Definitions) -> Result<Definitions, String> {
    for (name, schema) in read {
        match sent.get(&name) {
            Some(other) if *other != schema => {
                return Err(format!("{name} is not read as it is sent"));
            }
            _ => sent.insert(name, schema),
        };
    }
    Ok(sent)
}

const PREFIX: &str = "#/$defs/";

/// The name that a schema refers to, if it is a reference.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(PREFIX)
}

/// All names that a schema refers to.
pub(crate) fn references(schema: &Value) -> Vec<&str> {
    let mut found: Vec<&str> = reference(schema).into_iter().collect();
    match schema {
        Value::Object(fields) => found.extend(fields.values().flat_map(references)),
        Value::Array(items) => found.extend(items.iter().flat_map(references)),
        _ => {}
    }
    found
}

/// Renames references to a game's own definitions so that they include the game.
fn rename(schema: &mut Value, game: &str, of_kit: &BTreeSet<String>) {
    if let Some(name) = reference(schema).filter(|name| !of_kit.contains(*name)) {
        schema["$ref"] = format!("{PREFIX}{game}.{name}").into();
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(|inner| rename(inner, game, of_kit)),
        Value::Array(items) => items.iter_mut().for_each(|inner| rename(inner, game, of_kit)),
        _ => {}
    }
}
