//! A path through a chart, step by step.

use std::fmt;

use serde_json::Value;

use crate::Millis;
use crate::check::graph::Configuration;
use crate::define::{Trigger, TriggerKind};

/// A step that moves a chart on from rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep<T> {
    /// A trigger is sent.
    Send(T),
    /// Time passes until the next timer. All timers due at that instant fire.
    Wait(Millis),
}

/// Steps from the start, and where they lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path<T> {
    /// What to send and how long to wait, in order; empty for the start itself.
    pub steps: Vec<PathStep<T>>,
    /// The configuration afterwards.
    pub end: Configuration,
}

/// `TOGGLE`, `DIM {"level":3}` or `wait 2000 ms`.
impl<T: Trigger> fmt::Display for PathStep<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait(span) => write!(f, "wait {span}"),
            Self::Send(trigger) => {
                f.write_str(trigger.kind().name())?;
                match data(trigger) {
                    Value::Null => Ok(()),
                    data => write!(f, " {data}"),
                }
            }
        }
    }
}

/// `→ TOGGLE → wait 2000 ms`; empty for a path without steps.
impl<T: Trigger> fmt::Display for Path<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            write!(f, "{}→ {step}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// A trigger's data, independent of how its enum is serialized.
fn data<T: Trigger>(trigger: &T) -> Value {
    match serde_json::to_value(trigger) {
        Ok(Value::Object(fields)) if fields.len() == 1 => {
            fields.into_iter().next().map_or(Value::Null, |(_, inner)| inner)
        }
        Ok(fields @ Value::Object(_)) => fields,
        _ => Value::Null,
    }
}
