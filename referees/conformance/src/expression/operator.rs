//! The unary and binary operators.

use std::cmp::Ordering;
use std::rc::Rc;

use super::evaluator::{Evaluation, Run};
use super::heap::Class;
use super::syntax::Binary;
use super::value::Value;

impl Evaluation<'_> {
    pub(super) fn binary(&mut self, operator: Binary, left: &Value, right: &Value) -> Run<Value> {
        let heap = &*self.heap;
        let (a, b) = (|| left.number(heap), || right.number(heap));
        let shift = || right.bits(heap).cast_unsigned() & 31;
        Ok(match operator {
            Binary::Add => return Ok(self.add(left, right)),
            Binary::Subtract => Value::Number(a() - b()),
            Binary::Multiply => Value::Number(a() * b()),
            Binary::Divide => Value::Number(a() / b()),
            Binary::Remainder => Value::Number(a() % b()),
            Binary::And => Value::Number(f64::from(left.bits(heap) & right.bits(heap))),
            Binary::Or => Value::Number(f64::from(left.bits(heap) | right.bits(heap))),
            Binary::Xor => Value::Number(f64::from(left.bits(heap) ^ right.bits(heap))),
            Binary::Left => Value::Number(f64::from(left.bits(heap) << shift())),
            Binary::Right => Value::Number(f64::from(left.bits(heap) >> shift())),
            Binary::RightUnsigned => {
                Value::Number(f64::from(left.bits(heap).cast_unsigned() >> shift()))
            }
            Binary::Equal => Value::Boolean(left.is_equal(right, heap)),
            Binary::NotEqual => Value::Boolean(!left.is_equal(right, heap)),
            Binary::Same => Value::Boolean(left.is_same(right)),
            Binary::NotSame => Value::Boolean(!left.is_same(right)),
            Binary::Less => Value::Boolean(self.orders(left, right, Ordering::is_lt)),
            Binary::LessOrEqual => Value::Boolean(self.orders(left, right, Ordering::is_le)),
            Binary::Greater => Value::Boolean(self.orders(left, right, Ordering::is_gt)),
            Binary::GreaterOrEqual => Value::Boolean(self.orders(left, right, Ordering::is_ge)),
            Binary::In => return self.contains(left, right),
            Binary::InstanceOf => return self.is_instance(left, right),
        })
    }

    fn add(&self, left: &Value, right: &Value) -> Value {
        let (left, right) = (left.primitive(self.heap), right.primitive(self.heap));
        if matches!(left, Value::Text(_)) || matches!(right, Value::Text(_)) {
            let text: String = [left.text(self.heap), right.text(self.heap)].concat();
            Value::Text(text.into())
        } else {
            Value::Number(left.number(self.heap) + right.number(self.heap))
        }
    }

    fn orders(&self, left: &Value, right: &Value, wanted: fn(Ordering) -> bool) -> bool {
        let (left, right) = (left.primitive(self.heap), right.primitive(self.heap));
        let order = match (&left, &right) {
            (Value::Text(a), Value::Text(b)) => Some(a.cmp(b)),
            _ => left.number(self.heap).partial_cmp(&right.number(self.heap)),
        };
        order.is_some_and(wanted)
    }

    fn contains(&mut self, left: &Value, right: &Value) -> Run<Value> {
        let Value::Object(id) = right else {
            return Err(self.fail("TypeError", "only objects have properties to look for"));
        };
        let key = left.text(self.heap);
        let found = match &self.heap.object(*id).class {
            Class::Array(items) => key.parse::<usize>().is_ok_and(|index| index < items.len()),
            _ => self.inherited(*id, &key).is_some(),
        };
        Ok(Value::Boolean(found))
    }

    fn is_instance(&mut self, left: &Value, right: &Value) -> Run<Value> {
        let found = match (left, right) {
            (Value::Object(id), Value::Native(native)) => match native.name {
                "Array" => matches!(self.heap.object(*id).class, Class::Array(_)),
                "Error" => matches!(self.heap.object(*id).class, Class::Error),
                "Function" => matches!(self.heap.object(*id).class, Class::Function { .. }),
                "Object" => true,
                name => {
                    matches!(self.heap.object(*id).class, Class::Error)
                        && self
                            .heap
                            .own(*id, "name")
                            .is_some_and(|own| &*own.text(self.heap) == name)
                }
            },
            (_, Value::Native(_)) => false,
            (_, Value::Object(class)) if right.type_name(self.heap) == "function" => {
                let model = self.heap.own(*class, "prototype").cloned();
                let mut at = match left {
                    Value::Object(id) => self.heap.object(*id).parent,
                    _ => None,
                };
                let mut found = false;
                while let (Some(id), Some(Value::Object(model))) = (at, &model) {
                    found |= id == *model;
                    at = self.heap.object(id).parent;
                }
                found
            }
            _ => {
                return Err(
                    self.fail("TypeError", "the right side of instanceof is not a function")
                );
            }
        };
        Ok(Value::Boolean(found))
    }

    /// A property of an object or of its prototypes.
    pub(super) fn inherited(&self, id: super::heap::ObjectId, name: &str) -> Option<Value> {
        let mut at = Some(id);
        while let Some(id) = at {
            if let Some(value) = self.heap.own(id, name) {
                return Some(value.clone());
            }
            at = self.heap.object(id).parent;
        }
        None
    }

    /// Reads `object[key]`.
    pub(super) fn get(&mut self, object: &Value, key: &Rc<str>) -> Run<Value> {
        match object {
            Value::Undefined | Value::Null => {
                let message = format!("cannot read {key} of {}", object.text(self.heap));
                Err(self.fail("TypeError", &message))
            }
            Value::Text(text) => Ok(match &**key {
                "length" => count(text.chars().count()),
                _ => match key.parse::<usize>() {
                    Ok(index) => text
                        .chars()
                        .nth(index)
                        .map_or(Value::Undefined, |c| Value::Text(c.to_string().into())),
                    Err(_) => super::builtin::text_method(key),
                },
            }),
            Value::Object(id) => {
                if let Some(value) = self.inherited(*id, key) {
                    return Ok(value);
                }
                Ok(match &self.heap.object(*id).class {
                    Class::Array(items) => match (&**key, key.parse::<usize>()) {
                        ("length", _) => count(items.len()),
                        (_, Ok(index)) => items.get(index).cloned().unwrap_or(Value::Undefined),
                        _ => super::builtin::array_method(key),
                    },
                    Class::Element(element) if &**key == "tagName" => Value::from(&*element.name),
                    Class::Element(_) => super::builtin::element_method(key),
                    Class::Function { .. } => super::builtin::function_method(key),
                    Class::Plain | Class::Error => super::builtin::object_method(key),
                })
            }
            Value::Number(_) | Value::Boolean(_) | Value::Native(_) => {
                Ok(super::builtin::object_method(key))
            }
        }
    }

    /// Writes `object[key]`.
    pub(super) fn set(&mut self, object: &Value, key: Rc<str>, value: Value) -> Run<()> {
        let Value::Object(id) = object else {
            let message = format!("cannot set {key} of {}", object.text(self.heap));
            return Err(self.fail("TypeError", &message));
        };
        if let (Class::Array(items), Ok(index)) =
            (&mut self.heap.object_mut(*id).class, key.parse::<usize>())
        {
            if index >= 100_000 {
                return Err(self.fail("RangeError", "the array would grow too long"));
            }
            if index >= items.len() {
                items.resize(index + 1, Value::Undefined);
            }
            items[index] = value;
        } else {
            self.heap.put(*id, key, value);
        }
        Ok(())
    }
}

/// A count as a number value.
#[expect(clippy::cast_precision_loss, reason = "counts here stay far below 2^52")]
pub(super) fn count(length: usize) -> Value {
    Value::Number(length as f64)
}
