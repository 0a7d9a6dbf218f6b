//! Errors inside a document.

use crate::data::Data;
use crate::document::Site;
use crate::event::{Class, Event};

/// An error inside a document: it becomes an event there and is not a failure of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What went wrong, as text.
    pub reason: String,
    /// Where it went wrong.
    pub site: Option<Site>,
    /// The send that failed.
    pub send_id: Option<String>,
}

impl Fault {
    /// A fault whose place is not known yet.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), site: None, send_id: None }
    }

    /// Sets the place, unless an inner one was set already.
    pub fn at(mut self, site: &Site) -> Self {
        self.site.get_or_insert_with(|| site.clone());
        self
    }

    /// The event that reports it to the document.
    pub fn event(self, name: &str) -> Event {
        let mut fields = vec![("reason".to_string(), Data::Text(self.reason))];
        if let Some(site) = self.site {
            fields.push(("tagname".into(), Data::Text(site.tag)));
            fields.push(("line".into(), Data::Number(site.line.into())));
            fields.push(("column".into(), Data::Number(site.column.into())));
        }
        Event {
            send_id: self.send_id,
            ..Event::new(name, Class::Platform).with(Data::Record(fields))
        }
    }
}
