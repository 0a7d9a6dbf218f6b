//! Executable content: what `<onentry>`, `<transition>` and the like hold.

use croupier_chart::run::TimerId;

use crate::data::Data;
use crate::document::{
    Act, BlockIndex, Branch, Code, Foreach, Given, Instruction, Send, Site, StateIndex,
};
use crate::event::{Class, Event, SCXML_PROCESSOR};
use crate::expression::{Expression, Value, parse_location};
use crate::fault::Fault;
use crate::mind::{Configuration, IsIn, Mind};

/// Where content runs: inside a step of the chart, or beside it while the chart is at rest.
pub trait Stage: Configuration {
    /// Puts an event into the internal queue.
    fn raise(&mut self, event: Event);
    /// Raises an event after a delay.
    fn raise_later(&mut self, timer: TimerId, delay: u64, event: Event);
    /// Cancels such a delayed event.
    fn cancel(&mut self, timer: TimerId);
}

impl Mind {
    /// Raises the events that could not be raised where they occurred.
    pub fn catch_up(&self, stage: &mut dyn Stage) {
        for event in self.recall() {
            stage.raise(event);
        }
    }

    /// Runs a block; an error ends it and becomes an event.
    pub fn run(&self, stage: &mut dyn Stage, block: BlockIndex) {
        self.catch_up(stage);
        if let Err(fault) = self.steps(stage, &self.document.blocks[block.0]) {
            stage.raise(fault.event("error.execution"));
        }
    }

    /// Initialises variables and runs the document's scripts, before anything else.
    pub fn prepare(&self, stage: &mut dyn Stage, index: StateIndex) {
        let faults = self.initialise(index, &*stage);
        for fault in faults {
            stage.raise(fault.event("error.execution"));
        }
        if index.0 == 0
            && let Err(fault) = self.steps(stage, &self.document.scripts)
        {
            stage.raise(fault.event("error.execution"));
        }
    }

    /// Computes the data that a final state passes to its parent.
    pub fn conclude(&self, stage: &mut dyn Stage, index: StateIndex) {
        let last = self.document.state(index);
        let (Some(payload), Some(parent)) = (&last.done, last.parent) else { return };
        match self.payload(payload, &*stage) {
            Ok((data, left_out)) => {
                for fault in left_out {
                    stage.raise(fault.event("error.execution"));
                }
                self.hand_over(parent, data);
            }
            Err(fault) => stage.raise(fault.event("error.execution")),
        }
    }

    fn steps(&self, stage: &mut dyn Stage, steps: &[Instruction]) -> Result<(), Fault> {
        steps
            .iter()
            .try_for_each(|step| self.step(stage, step).map_err(|fault| fault.at(&step.site)))
    }

    fn step(&self, stage: &mut dyn Stage, step: &Instruction) -> Result<(), Fault> {
        match &step.act {
            Act::Raise(name) => stage.raise(Event::new(name, Class::Internal)),
            Act::Send(send) => self.send(stage, send, &step.site)?,
            Act::Cancel(id) => {
                let id = self.given(id, &*stage)?;
                self.post.borrow_mut().cancel(self.session, &id);
                for timer in self.stop_waits(&id) {
                    stage.cancel(timer);
                }
            }
            // The log is not read, but computing the entry may fail.
            Act::Log(code) => {
                if let Some(code) = code {
                    self.value(code, &*stage)?;
                }
            }
            Act::Assign(place, content) => {
                let value = self.content(content, &*stage)?;
                self.assign(place, value, &*stage)?;
            }
            Act::Script(code) => self.script(code, &*stage)?,
            Act::If(branches) => {
                for Branch { condition, steps } in branches {
                    let holds = match condition {
                        None => true,
                        Some(code) => self.branch_holds(stage, code, &step.site),
                    };
                    if holds {
                        return self.steps(stage, steps);
                    }
                }
            }
            Act::Foreach(each) => self.foreach(stage, each)?,
        }
        Ok(())
    }

    /// Evaluates a condition. One that fails counts as false, and raises an error event.
    fn branch_holds(&self, stage: &mut dyn Stage, code: &Code<Expression>, site: &Site) -> bool {
        match self.value(code, &*stage) {
            Ok(value) => value.is_true(),
            Err(fault) => {
                stage.raise(fault.at(site).event("error.execution"));
                false
            }
        }
    }

    fn foreach(&self, stage: &mut dyn Stage, each: &Foreach) -> Result<(), Fault> {
        let items = self.items(&each.array, &*stage)?;
        let place = |name: &str| Code { source: name.into(), parsed: parse_location(name) };
        let places = (place(&each.item), each.index.as_deref().map(place));
        for place in [Some(&places.0), places.1.as_ref()].into_iter().flatten() {
            place.parsed.as_ref().map_err(|error| Fault::new(error.to_string()))?;
            // The loop may declare its own variables, which stay declared afterwards.
            self.declare(&place.source);
        }
        for (index, item) in (0_u32..).zip(items) {
            self.assign(&places.0, item, &*stage)?;
            if let Some(place) = &places.1 {
                self.assign(place, Value::Number(index.into()), &*stage)?;
            }
            self.steps(stage, &each.body)?;
        }
        Ok(())
    }

    /// An attribute's text, computed if necessary.
    pub fn given(&self, given: &Given, is_in: IsIn<'_>) -> Result<String, Fault> {
        match given {
            Given::Text(text) => Ok(text.clone()),
            Given::Code(code) => self.text(code, is_in),
        }
    }

    /// The same for an optional attribute.
    pub fn maybe_given(
        &self,
        given: Option<&Given>,
        is_in: IsIn<'_>,
    ) -> Result<Option<String>, Fault> {
        given.map(|given| self.given(given, is_in)).transpose()
    }

    fn send(&self, stage: &mut dyn Stage, send: &Send, site: &Site) -> Result<(), Fault> {
        let send_id = match (&send.id, &send.id_location) {
            (Some(id), _) => Some(id.clone()),
            (None, Some(place)) => {
                let id = format!("send{}", self.post.borrow_mut().number());
                self.assign(place, Value::from(&*id), &*stage)?;
                Some(id)
            }
            (None, None) => None,
        };
        // Failures from here on carry the id.
        let blame = |fault: Fault| Fault { send_id: send_id.clone(), ..fault };
        let (letter, left_out) = self.letter(&*stage, send).map_err(blame)?;
        for fault in left_out {
            stage.raise(blame(fault).at(site).event("error.execution"));
        }
        let Letter { name, target, delay, data } = letter;
        let event =
            Event { send_id: send_id.clone(), ..Event::new(name, Class::External).with(data) };
        if target.as_deref() == Some("#_internal") {
            let event = Event { class: Class::Internal, ..event };
            if delay == 0 {
                stage.raise(event);
            } else {
                stage.raise_later(self.start_wait(delay, send_id), delay, event);
            }
            return Ok(());
        }
        let event = Event {
            origin: Some(self.session.location()),
            origin_type: Some(SCXML_PROCESSOR.into()),
            ..event
        };
        let receiver = match &target {
            None => Some(self.session),
            Some(target) if !target.starts_with("#_") => {
                return Err(blame(Fault::new(format!("{target:?} is no place to send to"))));
            }
            Some(target) => self.post.borrow().find(self.session, target),
        };
        match receiver {
            None => {
                let fault =
                    blame(Fault::new(format!("{} cannot be reached", target.unwrap_or_default())));
                stage.raise(fault.at(site).event("error.communication"));
            }
            // What a session sends to itself goes through the chart's own clock, so that the corpus
            // also tests the clock. Sessions that forward every event to a child need the post
            // instead.
            Some(receiver) if receiver == self.session && delay > 0 && !self.forwards() => {
                stage.raise_later(self.start_wait(delay, send_id), delay, event);
            }
            Some(receiver) => self.post.borrow_mut().send(self.session, receiver, delay, event),
        }
        Ok(())
    }

    fn forwards(&self) -> bool {
        self.document.states.iter().flat_map(|state| &state.invokes).any(|invoke| invoke.forwards)
    }

    fn letter(&self, stage: &dyn Stage, send: &Send) -> Result<(Letter, Vec<Fault>), Fault> {
        let is_in: IsIn<'_> = stage;
        let processor = self.maybe_given(send.processor.as_ref(), is_in)?;
        if let Some(processor) = processor.filter(|name| name != SCXML_PROCESSOR && name != "scxml")
        {
            return Err(Fault::new(format!("there is no event processor {processor:?}")));
        }
        let delay = match self.maybe_given(send.delay.as_ref(), is_in)? {
            None => 0,
            Some(text) => {
                milliseconds(&text).ok_or_else(|| Fault::new(format!("{text:?} is no delay")))?
            }
        };
        let name = self.maybe_given(send.event.as_ref(), is_in)?.unwrap_or_default();
        let target = self.maybe_given(send.target.as_ref(), is_in)?;
        let (data, left_out) = self.payload(&send.payload, is_in)?;
        Ok((Letter { name, target, delay, data }, left_out))
    }
}

/// A `<send>` with everything computed.
struct Letter {
    name: String,
    target: Option<String>,
    delay: u64,
    data: Data,
}

/// Reads a time such as `1.5s`, `.5s`, `20ms` or a bare number of milliseconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be finite and positive"
)]
fn milliseconds(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, factor) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1.0),
        (None, Some(number)) => (number, 1_000.0),
        (None, None) => (text, 1.0),
    };
    let number: f64 = number.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then(|| (number * factor).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn delays_are_read_in_all_their_spellings() {
        let cases =
            [("1s", 1_000), (".5s", 500), ("1.5s", 1_500), ("20ms", 20), ("0s", 0), ("7", 7)];
        for (text, expected) in cases {
            assert_eq!(milliseconds(text), Some(expected), "{text}");
        }
        for text in ["", "soon", "-1s", "s"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
