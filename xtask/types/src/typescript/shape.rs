//! A schema in TypeScript's terms.

use serde_json::{Map, Value};

use super::{PARAMETERS, Parameters, letters};
use crate::document::reference;

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// A keyword, a literal or a name with its arguments.
    Word(String),
    Array(Box<Shape>),
    Tuple(Vec<Shape>),
    Record(Box<Shape>),
    Object(Vec<Field>),
    Union(Vec<Member>),
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) optional: bool,
    pub(super) about: Option<String>,
    pub(super) shape: Shape,
}

/// One of several shapes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub(super) about: Option<String>,
    pub(super) shape: Shape,
}

/// How names are resolved in a file.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// The prefix of the full names of the file's own definitions.
    pub(super) prefix: &'a str,
    pub(super) parameters: &'a Parameters,
}

impl Names<'_> {
    fn of(&self, full: &str) -> Shape {
        if let Some((_, letter)) = PARAMETERS.iter().find(|(stand_in, _)| *stand_in == full) {
            return word(letter);
        }
        let name = full.strip_prefix(self.prefix).unwrap_or(full);
        let letters = self.parameters.get(full).map(letters).unwrap_or_default();
        if letters.is_empty() {
            word(name)
        } else {
            word(&format!("{name}<{}>", letters.join(", ")))
        }
    }
}

/// Arrays of a fixed length up to this become tuples.
const LONGEST_TUPLE: u64 = 4;

/// Converts a schema.
pub(super) fn shape(schema: &Value, names: &Names<'_>) -> Shape {
    let Value::Object(fields) = schema else { return word("unknown") };
    if let Some(full) = reference(schema) {
        return names.of(full);
    }
    if let Some(value) = fields.get("const") {
        return literal(value);
    }
    if let Some(Value::Array(values)) = fields.get("enum") {
        return union(
            values.iter().map(|value| Member { about: None, shape: literal(value) }).collect(),
        );
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(choices)) = fields.get(key) {
            return one_of(fields, choices, names);
        }
    }
    match fields.get("type") {
        Some(Value::String(kind)) => of_type(kind, fields, names),
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            let members =
                kinds.map(|kind| Member { about: None, shape: of_type(kind, fields, names) });
            union(members.collect())
        }
        _ => word("unknown"),
    }
}

/// A union of alternatives. Fields that all have in common are added to each.
fn one_of(schema: &Map<String, Value>, choices: &[Value], names: &Names<'_>) -> Shape {
    let common = match schema.get("properties") {
        Some(_) => object(schema, names),
        None => vec![],
    };
    let member = |choice: &Value| {
        let mut found = shape(choice, names);
        if let (Shape::Object(own), false) = (&mut found, common.is_empty()) {
            own.splice(0..0, common.iter().cloned());
        }
        Member { about: about(choice), shape: found }
    };
    union(choices.iter().map(member).collect())
}

fn of_type(kind: &str, schema: &Map<String, Value>, names: &Names<'_>) -> Shape {
    match kind {
        "string" => word("string"),
        "integer" | "number" => word("number"),
        "boolean" => word("boolean"),
        "null" => word("null"),
        "array" => array(schema, names),
        "object" => {
            let fields = object(schema, names);
            if !fields.is_empty() {
                return Shape::Object(fields);
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => Shape::Record(Box::new(word("never"))),
                Some(values) => Shape::Record(Box::new(shape(values, names))),
                // A variant without fields.
                None if schema.contains_key("properties") => Shape::Record(Box::new(word("never"))),
                None => Shape::Record(Box::new(word("unknown"))),
            }
        }
        other => word(other),
    }
}

fn array(schema: &Map<String, Value>, names: &Names<'_>) -> Shape {
    if let Some(Value::Array(items)) = schema.get("prefixItems") {
        return Shape::Tuple(items.iter().map(|item| shape(item, names)).collect());
    }
    let item = schema.get("items").map_or_else(|| word("unknown"), |item| shape(item, names));
    let bound = |key| schema.get(key).and_then(Value::as_u64);
    match (bound("minItems"), bound("maxItems")) {
        (Some(min), Some(max)) if min == max && max <= LONGEST_TUPLE => {
            Shape::Tuple((0..max).map(|_| item.clone()).collect())
        }
        _ => Shape::Array(Box::new(item)),
    }
}

fn object(schema: &Map<String, Value>, names: &Names<'_>) -> Vec<Field> {
    let Some(Value::Object(properties)) = schema.get("properties") else { return vec![] };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|it| it == name));
    let field = |(name, schema): (&String, &Value)| Field {
        name: name.clone(),
        optional: !is_required(name),
        about: about(schema),
        shape: shape(schema, names),
    };
    properties.iter().map(field).collect()
}

fn about(schema: &Value) -> Option<String> {
    schema.get("description").and_then(Value::as_str).map(str::to_owned)
}

/// A flat union without duplicates.
fn union(members: Vec<Member>) -> Shape {
    let mut flat: Vec<Member> = vec![];
    for member in members {
        let parts = match member.shape {
            Shape::Union(inner) => inner,
            _ => vec![member],
        };
        for part in parts {
            if !flat.iter().any(|known| known.shape == part.shape) {
                flat.push(part);
            }
        }
    }
    if flat.iter().any(|member| member.shape == word("unknown")) {
        return word("unknown");
    }
    match flat.as_slice() {
        [only] if only.about.is_none() => only.shape.clone(),
        _ => Shape::Union(flat),
    }
}

fn literal(value: &Value) -> Shape {
    match value {
        Value::String(text) => word(&super::print::quoted(text)),
        other => word(&other.to_string()),
    }
}

fn word(text: &str) -> Shape {
    Shape::Word(text.to_owned())
}
