//! Canonical JSON: sorted keys and no whitespace, so that equal content gives equal bytes.
//!
//! It is written in one pass. The entries of an object are sorted when it ends, so that no tree of
//! values has to be built.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The content as canonical JSON. `None` if it is not plain data with string keys.
pub(super) fn to_json(content: &impl Serialize) -> Option<Vec<u8>> {
    let text = Rc::new(RefCell::new(Text::default()));
    let (sink, sorted) = (Sink(Rc::clone(&text)), Sorted(Rc::clone(&text)));
    content.serialize(&mut Serializer::with_formatter(sink, sorted)).ok()?;
    Some(text.take().bytes)
}

/// The output so far, and the positions of the entries of unfinished objects.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// The entries of all unfinished objects, the outermost first.
    entries: Vec<Entry>,
    /// For each unfinished object, the index of its first entry.
    open: Vec<usize>,
    scratch: Vec<u8>,
}

struct Entry {
    /// The key as written, with its quotes.
    key: Range<usize>,
    end: usize,
}

impl Entry {
    /// The key without quotes and escapes.
    fn key<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let written = &bytes[self.key.clone()];
        if written.contains(&b'\\')
            && let Ok(key) = serde_json::from_slice::<String>(written)
        {
            return Cow::Owned(key.into_bytes());
        }
        Cow::Borrowed(&written[1..written.len() - 1])
    }
}

impl Text {
    /// Changes the entry that was begun last. Entries of objects nested in its value have been
    /// removed by the time it ends.
    fn with_last(&mut self, change: impl FnOnce(&mut Entry, usize)) {
        let here = self.bytes.len();
        if let Some(last) = self.entries.last_mut() {
            change(last, here);
        }
    }

    /// Sorts the entries of the object that ends.
    fn sort(&mut self) {
        let Self { bytes, entries, open, scratch } = self;
        let before = open.pop().unwrap_or(0);
        let own = &mut entries[before..];
        if let Some(start) = own.first().map(|it| it.key.start)
            && !own.is_sorted_by(|one, next| one.key(bytes) <= next.key(bytes))
        {
            own.sort_by(|one, other| one.key(bytes).cmp(&other.key(bytes)));
            scratch.clear();
            for entry in own.iter() {
                if !scratch.is_empty() {
                    scratch.push(b',');
                }
                scratch.extend_from_slice(&bytes[entry.key.start..entry.end]);
            }
            bytes.truncate(start);
            bytes.extend_from_slice(scratch);
        }
        entries.truncate(before);
    }
}

/// The writer of the serializer.
struct Sink(Rc<RefCell<Text>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Notes where the entries of objects begin and end.
struct Sorted(Rc<RefCell<Text>>);

impl Formatter for Sorted {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"{")?;
        let mut text = self.0.borrow_mut();
        let before = text.entries.len();
        text.open.push(before);
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.borrow_mut().sort();
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        let mut text = self.0.borrow_mut();
        let here = text.bytes.len();
        text.entries.push(Entry { key: here..here, end: here });
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.borrow_mut().with_last(|entry, here| entry.key.end = here);
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.borrow_mut().with_last(|entry, here| entry.end = here);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::vec(("[a-c\"\\\\\n\u{1}é]{0,3}", inner), 0..8)
                    .prop_map(|entries| Value::from(entries.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        #[test]
        fn keys_are_in_order_at_every_depth(mut value in values()) {
            let json = to_json(&value).unwrap();
            value.sort_all_objects();
            prop_assert_eq!(String::from_utf8(json).unwrap(), value.to_string());
        }
    }

    #[test]
    fn what_is_no_json_is_not_written() {
        let odd = std::collections::BTreeMap::from([(vec![1], 1)]);
        assert_eq!(to_json(&odd), None, "a list is no key");
    }
}
