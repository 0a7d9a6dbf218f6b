//! The built-in functions of the language.

#![expect(
    clippy::unnecessary_wraps,
    reason = "all of them share one signature, and most cannot fail"
)]

use std::rc::Rc;

use super::evaluator::{Evaluation, Run};
use super::heap::{Class, Heap};
use super::operator::count;
use super::value::Value;

/// A function written in Rust.
#[derive(Debug)]
pub struct Native {
    pub(super) name: &'static str,
    pub(super) call: fn(&mut Evaluation<'_>, &Value, &[Value]) -> Run<Value>,
}

macro_rules! natives {
    ($($table:ident: [$($name:literal => $call:expr),* $(,)?])*) => {
        $(static $table: &[Native] = &[$(Native { name: $name, call: $call }),*];)*
    };
}

natives! {
    GLOBALS: [
        "In" => is_in, "isNaN" => is_nan, "parseInt" => parse_int, "parseFloat" => to_number,
        "String" => to_text, "Number" => to_number, "Boolean" => to_boolean, "Array" => new_array,
        "Object" => new_object, "Error" => |e, _, a| error(e, "Error", a), "Function" => no_eval,
        "TypeError" => |e, _, a| error(e, "TypeError", a),
        "RangeError" => |e, _, a| error(e, "RangeError", a),
        "ReferenceError" => |e, _, a| error(e, "ReferenceError", a),
        "SyntaxError" => |e, _, a| error(e, "SyntaxError", a),
    ]
    MATH: [
        "pow" => |e, _, a| Ok(Value::Number(number(e, a, 0).powf(number(e, a, 1)))),
        "floor" => |e, _, a| Ok(Value::Number(number(e, a, 0).floor())),
        "ceil" => |e, _, a| Ok(Value::Number(number(e, a, 0).ceil())),
        "round" => |e, _, a| Ok(Value::Number((number(e, a, 0) + 0.5).floor())),
        "abs" => |e, _, a| Ok(Value::Number(number(e, a, 0).abs())),
        "sqrt" => |e, _, a| Ok(Value::Number(number(e, a, 0).sqrt())),
        "max" => |e, _, a| Ok(Value::Number(fold(e, a, f64::NEG_INFINITY, f64::max))),
        "min" => |e, _, a| Ok(Value::Number(fold(e, a, f64::INFINITY, f64::min))),
    ]
    JSON: ["stringify" => stringify, "parse" => parse]
    TEXT: [
        "slice" => text_slice, "substring" => text_slice, "indexOf" => text_index, "search" => text_index,
        "charAt" => char_at, "split" => split, "toString" => to_text_of_this,
        "toUpperCase" => |e, t, _| Ok(Value::Text(t.text(e.heap).to_uppercase().into())),
        "toLowerCase" => |e, t, _| Ok(Value::Text(t.text(e.heap).to_lowercase().into())),
        "trim" => |e, t, _| Ok(Value::from(t.text(e.heap).trim())),
    ]
    ARRAY: [
        "concat" => concat, "push" => push, "pop" => pop, "join" => join, "slice" => array_slice,
        "indexOf" => array_index, "map" => map, "forEach" => for_each, "toString" => to_text_of_this,
    ]
    FUNCTION: ["call" => call, "apply" => apply, "toString" => to_text_of_this]
    OBJECT: ["hasOwnProperty" => has_own, "toString" => to_text_of_this]
    ELEMENT: ["getElementsByTagName" => elements, "getAttribute" => attribute]
}

/// Adds the global names to a new heap.
pub(super) fn install(heap: &mut Heap) {
    let mut global = |name: &str, value| heap.declare_in(Heap::GLOBAL, name, value);
    for native in GLOBALS {
        global(native.name, Value::Native(native));
    }
    global("NaN", Value::Number(f64::NAN));
    global("Infinity", Value::Number(f64::INFINITY));
    heap.fix("undefined", Value::Undefined);
    for (name, table) in [("Math", MATH), ("JSON", JSON)] {
        let object = heap.plain(table.iter().map(|native| (native.name, Value::Native(native))));
        heap.declare_in(Heap::GLOBAL, name, object);
    }
}

fn method(table: &'static [Native], name: &str) -> Value {
    table.iter().find(|native| native.name == name).map_or(Value::Undefined, Value::Native)
}

pub(super) fn text_method(name: &str) -> Value {
    method(TEXT, name)
}

pub(super) fn array_method(name: &str) -> Value {
    method(ARRAY, name)
}

pub(super) fn function_method(name: &str) -> Value {
    method(FUNCTION, name)
}

pub(super) fn object_method(name: &str) -> Value {
    method(OBJECT, name)
}

pub(super) fn element_method(name: &str) -> Value {
    method(ELEMENT, name)
}

fn text(e: &Evaluation<'_>, arguments: &[Value], at: usize) -> Rc<str> {
    arguments.get(at).unwrap_or(&Value::Undefined).text(e.heap)
}

fn number(e: &Evaluation<'_>, arguments: &[Value], at: usize) -> f64 {
    arguments.get(at).unwrap_or(&Value::Undefined).number(e.heap)
}

fn fold(e: &Evaluation<'_>, arguments: &[Value], first: f64, step: fn(f64, f64) -> f64) -> f64 {
    arguments.iter().map(|value| value.number(e.heap)).fold(first, step)
}

fn is_in(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    let state = text(e, arguments, 0);
    Ok(Value::Boolean((e.is_in)(&state)))
}

fn is_nan(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    Ok(Value::Boolean(number(e, arguments, 0).is_nan()))
}

fn parse_int(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    let text = text(e, arguments, 0);
    let text = text.trim();
    let end = text
        .char_indices()
        .find(|&(at, c)| !(c.is_ascii_digit() || at == 0 && matches!(c, '-' | '+')));
    let digits = &text[..end.map_or(text.len(), |(at, _)| at)];
    Ok(Value::Number(digits.parse().unwrap_or(f64::NAN)))
}

fn to_number(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    Ok(Value::Number(if arguments.is_empty() { 0.0 } else { number(e, arguments, 0) }))
}

fn to_text(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    Ok(if arguments.is_empty() { Value::from("") } else { Value::Text(text(e, arguments, 0)) })
}

fn to_text_of_this(e: &mut Evaluation<'_>, this: &Value, _: &[Value]) -> Run<Value> {
    Ok(Value::Text(this.text(e.heap)))
}

fn to_boolean(_: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    Ok(Value::Boolean(arguments.first().is_some_and(Value::is_true)))
}

fn new_array(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    Ok(e.heap.array(arguments.to_vec()))
}

fn new_object(e: &mut Evaluation<'_>, _: &Value, _: &[Value]) -> Run<Value> {
    Ok(e.heap.plain::<&str>([]))
}

fn no_eval(e: &mut Evaluation<'_>, _: &Value, _: &[Value]) -> Run<Value> {
    Err(e.fail("TypeError", "functions are not made from text here"))
}

fn error(e: &mut Evaluation<'_>, name: &'static str, arguments: &[Value]) -> Run<Value> {
    let id = e.heap.create(Class::Error, None);
    e.heap.put(id, "name".into(), Value::from(name));
    let message = if arguments.is_empty() { "".into() } else { text(e, arguments, 0) };
    e.heap.put(id, "message".into(), Value::Text(message));
    Ok(Value::Object(id))
}

fn stringify(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    let value = arguments.first().unwrap_or(&Value::Undefined);
    let data = crate::data::Data::of(value, e.heap);
    Ok(data.to_json().map_or(Value::Undefined, |json| Value::Text(json.to_string().into())))
}

fn parse(e: &mut Evaluation<'_>, _: &Value, arguments: &[Value]) -> Run<Value> {
    let text = text(e, arguments, 0);
    match serde_json::from_str(&text) {
        Ok(json) => Ok(crate::data::Data::from_json(&json).import(e.heap)),
        Err(problem) => Err(e.fail("SyntaxError", &problem.to_string())),
    }
}

/// Turns the two bounds of a slice, which count from the end when negative, into a range.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the length first"
)]
fn bounds(e: &Evaluation<'_>, arguments: &[Value], length: usize) -> std::ops::Range<usize> {
    let Value::Number(end) = count(length) else { return 0..length };
    let bound = |at: usize, default: f64| match arguments.get(at) {
        None | Some(Value::Undefined) => default,
        Some(value) => {
            let number = value.number(e.heap);
            if number < 0.0 { (end + number).max(0.0) } else { number.min(end) }
        }
    };
    let (from, to) = (bound(0, 0.0) as usize, bound(1, end) as usize);
    from..to.max(from)
}

fn text_slice(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let text = this.text(e.heap);
    let range = bounds(e, arguments, text.chars().count());
    let piece: String = text.chars().skip(range.start).take(range.len()).collect();
    Ok(Value::Text(piece.into()))
}

fn text_index(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let (whole, part) = (this.text(e.heap), text(e, arguments, 0));
    Ok(match whole.find(&*part) {
        Some(at) => count(whole[..at].chars().count()),
        None => Value::Number(-1.0),
    })
}

fn char_at(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let key = text(e, arguments, 0);
    let index = key.parse::<usize>().unwrap_or(0);
    let found = this.text(e.heap).chars().nth(index);
    Ok(Value::Text(found.map(String::from).unwrap_or_default().into()))
}

fn split(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let (whole, separator) = (this.text(e.heap), text(e, arguments, 0));
    let parts = match (arguments.is_empty(), separator.is_empty()) {
        (true, _) => vec![Value::Text(whole)],
        (_, true) => whole.chars().map(|c| Value::Text(c.to_string().into())).collect(),
        _ => whole.split(&*separator).map(Value::from).collect(),
    };
    Ok(e.heap.array(parts))
}

/// The items of `this`, or a thrown error if it is no array.
fn items(e: &mut Evaluation<'_>, this: &Value) -> Run<Vec<Value>> {
    match e.heap.items(this) {
        Some(items) => Ok(items.to_vec()),
        None => Err(e.fail("TypeError", "this is not an array")),
    }
}

fn replace_items(e: &mut Evaluation<'_>, this: &Value, items: Vec<Value>) {
    if let Value::Object(id) = this {
        e.heap.object_mut(*id).class = Class::Array(items);
    }
}

fn concat(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let mut all = items(e, this)?;
    for argument in arguments {
        match e.heap.items(argument) {
            Some(more) => all.extend_from_slice(more),
            None => all.push(argument.clone()),
        }
    }
    Ok(e.heap.array(all))
}

fn push(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let mut all = items(e, this)?;
    all.extend_from_slice(arguments);
    let length = count(all.len());
    replace_items(e, this, all);
    Ok(length)
}

fn pop(e: &mut Evaluation<'_>, this: &Value, _: &[Value]) -> Run<Value> {
    let mut all = items(e, this)?;
    let last = all.pop().unwrap_or(Value::Undefined);
    replace_items(e, this, all);
    Ok(last)
}

fn join(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let separator = if arguments.is_empty() { ",".into() } else { text(e, arguments, 0) };
    let texts: Vec<_> = items(e, this)?.iter().map(|item| item.text(e.heap)).collect();
    Ok(Value::Text(texts.join(&*separator).into()))
}

fn array_slice(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let all = items(e, this)?;
    let range = bounds(e, arguments, all.len());
    Ok(e.heap.array(all[range].to_vec()))
}

fn array_index(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let wanted = arguments.first().unwrap_or(&Value::Undefined);
    let found = items(e, this)?.iter().position(|item| item.is_same(wanted));
    Ok(found.map_or(Value::Number(-1.0), count))
}

fn map(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let function = arguments.first().unwrap_or(&Value::Undefined);
    let mut out = Vec::new();
    for (index, item) in items(e, this)?.into_iter().enumerate() {
        out.push(e.call(function, &Value::Undefined, &[item, count(index)])?);
    }
    Ok(e.heap.array(out))
}

fn for_each(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    map(e, this, arguments).map(|_| Value::Undefined)
}

fn call(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let (first, rest) =
        arguments.split_first().map_or((Value::Undefined, &[][..]), |(a, b)| (a.clone(), b));
    e.call(this, &first, rest)
}

fn apply(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let first = arguments.first().cloned().unwrap_or(Value::Undefined);
    let rest = arguments.get(1).and_then(|list| e.heap.items(list)).map(<[Value]>::to_vec);
    e.call(this, &first, &rest.unwrap_or_default())
}

fn has_own(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let name = text(e, arguments, 0);
    Ok(Value::Boolean(e.heap.properties(this).iter().any(|(key, _)| *key == name)))
}

fn elements(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let name = text(e, arguments, 0);
    let Some(element) = e.heap.as_element(this).cloned() else {
        return Err(e.fail("TypeError", "this is not an element"));
    };
    let found = element.descendants(&name);
    let found = found.into_iter().map(|element| e.heap.element(element)).collect();
    Ok(e.heap.array(found))
}

fn attribute(e: &mut Evaluation<'_>, this: &Value, arguments: &[Value]) -> Run<Value> {
    let name = text(e, arguments, 0);
    let Some(element) = e.heap.as_element(this) else {
        return Err(e.fail("TypeError", "this is not an element"));
    };
    let found = element.attributes.iter().find(|(key, _)| **key == *name);
    Ok(found.map_or(Value::Null, |(_, value)| Value::from(&**value)))
}
