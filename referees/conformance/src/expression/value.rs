//! Values and conversions between them.

use std::rc::Rc;

use super::builtin::Native;
use super::heap::{Class, Heap, ObjectId};

/// The result of an expression. Objects are in a [`Heap`], so a value is only valid with its own
/// heap.
#[derive(Debug, Clone)]
pub enum Value {
    /// No value.
    Undefined,
    /// The value `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// Any number.
    Number(f64),
    /// Text.
    Text(Rc<str>),
    /// A plain object, array, function or element.
    Object(ObjectId),
    /// A built-in function.
    Native(&'static Native),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl Value {
    /// Whether a condition with this value holds.
    pub fn is_true(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Boolean(yes) => *yes,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
            Self::Object(_) | Self::Native(_) => true,
        }
    }

    /// What `typeof` answers.
    pub fn type_name(&self, heap: &Heap) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Boolean(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::Native(_) => "function",
            Self::Object(id) if matches!(heap.object(*id).class, Class::Function { .. }) => {
                "function"
            }
            Self::Null | Self::Object(_) => "object",
        }
    }

    /// The value as text.
    pub fn text(&self, heap: &Heap) -> Rc<str> {
        match self {
            Self::Undefined => "undefined".into(),
            Self::Null => "null".into(),
            Self::Boolean(yes) => if *yes { "true" } else { "false" }.into(),
            Self::Number(number) => number_text(*number).into(),
            Self::Text(text) => Rc::clone(text),
            Self::Native(native) => format!("function {}", native.name).into(),
            Self::Object(id) => object_text(heap, *id, 0).into(),
        }
    }

    /// The value as a number.
    pub fn number(&self, heap: &Heap) -> f64 {
        match self {
            Self::Undefined | Self::Native(_) => f64::NAN,
            Self::Null => 0.0,
            Self::Boolean(yes) => f64::from(u8::from(*yes)),
            Self::Number(number) => *number,
            Self::Text(text) => text_number(text),
            Self::Object(_) => text_number(&self.text(heap)),
        }
    }

    /// The value as a 32-bit integer, as the bit operators need it.
    #[expect(clippy::cast_possible_truncation, reason = "wrapping is what the language asks for")]
    pub(super) fn bits(&self, heap: &Heap) -> i32 {
        let number = self.number(heap);
        if number.is_finite() { (number.trunc() % 4_294_967_296.0) as i64 as i32 } else { 0 }
    }

    /// Objects become text; everything else stays as it is.
    pub(super) fn primitive(&self, heap: &Heap) -> Self {
        match self {
            Self::Object(_) | Self::Native(_) => Self::Text(self.text(heap)),
            other => other.clone(),
        }
    }

    /// `===`
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Undefined, Self::Undefined) | (Self::Null, Self::Null) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            #[expect(clippy::float_cmp, reason = "the language compares numbers exactly")]
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Native(a), Self::Native(b)) => std::ptr::eq(*a, *b),
            _ => false,
        }
    }

    /// `==`
    pub fn is_equal(&self, other: &Self, heap: &Heap) -> bool {
        use Value::{Boolean, Native, Null, Number, Object, Text, Undefined};
        match (self, other) {
            (Undefined | Null, Undefined | Null) => true,
            (Undefined | Null, _) | (_, Undefined | Null) => false,
            (Number(_), Text(_)) | (Text(_), Number(_)) | (Boolean(_), _) | (_, Boolean(_))
                if std::mem::discriminant(self) != std::mem::discriminant(other) =>
            {
                let (a, b) = (self.primitive(heap), other.primitive(heap));
                Number(a.number(heap)).is_same(&Number(b.number(heap)))
            }
            (Object(_) | Native(_), Number(_) | Text(_)) => {
                self.primitive(heap).is_equal(other, heap)
            }
            (Number(_) | Text(_), Object(_) | Native(_)) => {
                self.is_equal(&other.primitive(heap), heap)
            }
            _ => self.is_same(other),
        }
    }
}

fn object_text(heap: &Heap, id: ObjectId, depth: usize) -> String {
    let object = heap.object(id);
    match &object.class {
        // An array may contain itself, so the text is cut at this depth.
        Class::Array(_) if depth > 8 => String::new(),
        Class::Array(items) => {
            let texts = items.iter().map(|item| match item {
                Value::Undefined | Value::Null => String::new(),
                Value::Object(inner) => object_text(heap, *inner, depth + 1),
                other => other.text(heap).to_string(),
            });
            texts.collect::<Vec<_>>().join(",")
        }
        Class::Error => {
            let part =
                |name| heap.own(id, name).map_or_else(|| "".into(), |value| value.text(heap));
            format!("{}: {}", part("name"), part("message"))
        }
        Class::Function { syntax, .. } => {
            format!("function {}", syntax.name.as_deref().unwrap_or(""))
        }
        Class::Element(element) => element.source.clone(),
        Class::Plain => "[object Object]".into(),
    }
}

/// A number in the language's notation, except for the exponents of very large and small ones.
pub(super) fn number_text(number: f64) -> String {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.into()
    } else if number == 0.0 {
        "0".into()
    } else {
        number.to_string()
    }
}

fn text_number(text: &str) -> f64 {
    let text = text.trim();
    match text {
        "" => 0.0,
        "Infinity" | "+Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        // Rust also parses words such as "inf", which the language does not.
        _ if text.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E')) => {
            f64::NAN
        }
        _ => text.parse().unwrap_or(f64::NAN),
    }
}
