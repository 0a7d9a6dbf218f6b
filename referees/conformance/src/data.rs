//! Plain data: what events carry between sessions.
//!
//! Values live in the heap of one session and may be functions or share parts; data is a copy that
//! can be sent, stored and compared.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::expression::{Element, Heap, Value};

/// How deep a copy goes, because an object may contain itself.
const DEPTH: usize = 16;

/// A value without identity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub enum Data {
    /// Nothing.
    #[default]
    Undefined,
    /// The empty value.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// Any number.
    Number(f64),
    /// Text.
    Text(String),
    /// The items of an array.
    List(Vec<Data>),
    /// The properties of an object, in order.
    Record(Vec<(String, Data)>),
    /// The markup of one XML element.
    Element(String),
}

impl From<&str> for Data {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl Data {
    /// Copies a value out of its heap.
    pub fn of(value: &Value, heap: &Heap) -> Self {
        Self::copy(value, heap, DEPTH)
    }

    fn copy(value: &Value, heap: &Heap, depth: usize) -> Self {
        match value {
            Value::Undefined | Value::Native(_) => Self::Undefined,
            Value::Null => Self::Null,
            Value::Boolean(yes) => Self::Boolean(*yes),
            Value::Number(number) => Self::Number(*number),
            Value::Text(text) => Self::Text(text.to_string()),
            Value::Object(_) if depth == 0 || value.type_name(heap) == "function" => {
                Self::Undefined
            }
            Value::Object(_) => {
                if let Some(items) = heap.items(value) {
                    Self::List(items.iter().map(|item| Self::copy(item, heap, depth - 1)).collect())
                } else if let Some(element) = heap.as_element(value) {
                    Self::Element(element.source.clone())
                } else {
                    let properties = heap.properties(value).iter();
                    Self::Record(
                        properties
                            .map(|(key, item)| (key.to_string(), Self::copy(item, heap, depth - 1)))
                            .collect(),
                    )
                }
            }
        }
    }

    /// Creates a value with this data in a heap.
    pub fn import(&self, heap: &mut Heap) -> Value {
        match self {
            Self::Undefined => Value::Undefined,
            Self::Null => Value::Null,
            Self::Boolean(yes) => Value::Boolean(*yes),
            Self::Number(number) => Value::Number(*number),
            Self::Text(text) => Value::from(&**text),
            Self::List(items) => {
                let items = items.iter().map(|item| item.import(heap)).collect();
                heap.array(items)
            }
            Self::Record(properties) => {
                let properties: Vec<_> =
                    properties.iter().map(|(key, item)| (&**key, item.import(heap))).collect();
                heap.plain(properties)
            }
            Self::Element(source) => match roxmltree::Document::parse(source) {
                Ok(parsed) => heap.element(element(parsed.root_element())),
                Err(_) => Value::from(&**source),
            },
        }
    }

    /// Parses the text inside `<content>`, `<data>` and data files: as markup, otherwise as JSON,
    /// otherwise as text with its whitespace collapsed.
    pub fn from_text(text: &str) -> Self {
        let text = text.trim();
        if text.starts_with('<') && roxmltree::Document::parse(text).is_ok() {
            return Self::Element(text.into());
        }
        match serde_json::from_str(text) {
            Ok(json) => Self::from_json(&json),
            Err(_) => Self::Text(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    /// Converts from JSON.
    pub fn from_json(json: &serde_json::Value) -> Self {
        match json {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(yes) => Self::Boolean(*yes),
            serde_json::Value::Number(number) => Self::Number(number.as_f64().unwrap_or(f64::NAN)),
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(items) => {
                Self::List(items.iter().map(Self::from_json).collect())
            }
            serde_json::Value::Object(fields) => Self::Record(
                fields.iter().map(|(key, value)| (key.clone(), Self::from_json(value))).collect(),
            ),
        }
    }

    /// Converts to JSON; `None` means no value.
    pub fn to_json(&self) -> Option<serde_json::Value> {
        Some(match self {
            Self::Undefined => return None,
            Self::Null => serde_json::Value::Null,
            Self::Boolean(yes) => serde_json::Value::Bool(*yes),
            Self::Number(number) => serde_json::Number::from_f64(*number).into(),
            Self::Text(text) | Self::Element(text) => serde_json::Value::String(text.clone()),
            Self::List(items) => {
                items.iter().map(|item| item.to_json().unwrap_or_default()).collect()
            }
            Self::Record(fields) => fields
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), value.to_json()?)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        })
    }
}

fn element(node: roxmltree::Node<'_, '_>) -> Rc<Element> {
    Rc::new(Element {
        name: node.tag_name().name().into(),
        attributes: node.attributes().map(|a| (a.name().into(), a.value().into())).collect(),
        children: node.children().filter(roxmltree::Node::is_element).map(element).collect(),
        source: markup(node),
    })
}

/// The source text of one element, made self-contained: prefixes declared further out are declared
/// again.
pub fn markup(node: roxmltree::Node<'_, '_>) -> String {
    let source = &node.document().input_text()[node.range()];
    let name_end =
        source.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(source.len());
    let tag_end = source.find('>').unwrap_or(source.len());
    let mut out = source[..name_end].to_string();
    for namespace in node.namespaces() {
        let Some(prefix) = namespace.name().filter(|prefix| *prefix != "xml") else { continue };
        let declaration = format!(" xmlns:{prefix}=");
        if !source[..tag_end].contains(&declaration) {
            out.extend([declaration.as_str(), "\"", namespace.uri(), "\""]);
        }
    }
    out.push_str(&source[name_end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_markup_json_or_words() {
        assert_eq!(Data::from_text(" <a/> "), Data::Element("<a/>".into()));
        assert_eq!(Data::from_text("[1]"), Data::List(vec![Data::Number(1.0)]));
        assert_eq!(Data::from_text("\n this  is \n text "), Data::from("this is text"));
    }

    #[test]
    fn data_survives_a_heap() {
        let mut heap = Heap::new();
        let fields = vec![("a".into(), Data::List(vec![Data::Null, Data::Boolean(true)]))];
        let data = Data::Record(fields);
        let value = data.import(&mut heap);
        assert_eq!(Data::of(&value, &heap), data);
    }

    #[test]
    fn markup_that_is_cut_out_keeps_its_prefixes() {
        let xml = roxmltree::Document::parse("<a xmlns:p='urn:p'><p:b p:c='1'/></a>").unwrap();
        let inner = xml.root_element().first_element_child().unwrap();
        let alone = markup(inner);
        assert!(roxmltree::Document::parse(&alone).is_ok(), "{alone}");
    }
}
