//! The state of a session: its document, its variables, and how to reach others.
//!
//! A mind is lent to the chart with each step as its rules data. Guards may only read it, yet a
//! condition of a document may modify a variable or fail, so the mutable parts are in cells.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use croupier_chart::compile::StateId;
use croupier_chart::define::Machine;
use croupier_chart::run::TimerId;

use crate::data::Data;
use crate::document::{Binding, Code, ConditionIndex, Content, Document, Payload, StateIndex};
use crate::event::{Arrival, Event, SCXML_PROCESSOR, Vocabulary};
use crate::expression::{Evaluation, Expression, Heap, Program, Thrown, Value};
use crate::fault::Fault;
use crate::post::{Due, Post, SessionId};

/// The machine of every SCXML document.
#[derive(Debug)]
pub struct Scxml;

impl Machine for Scxml {
    type Trigger = Arrival;
    type Context = ();
    type Children = ();
    type Rules = Rc<Mind>;
    type Emit = ();
    type Output = ();
}

/// Which states are active.
pub trait Configuration {
    /// Whether a state is active, by the document's id.
    fn is_in(&self, state: &str) -> bool;
}

impl<F: Fn(&str) -> bool> Configuration for F {
    fn is_in(&self, state: &str) -> bool {
        self(state)
    }
}

/// Answers expressions that ask about active states.
pub type IsIn<'a> = &'a dyn Configuration;

/// A delayed send in the chart's own clock.
#[derive(Debug)]
struct Wait {
    timer: TimerId,
    send_id: Option<String>,
    due: Due,
}

/// The state of a session.
pub struct Mind {
    /// The document it runs.
    pub document: Document,
    /// The event names that the document distinguishes.
    pub vocabulary: Vocabulary,
    /// Its own id.
    pub session: SessionId,
    /// The post, shared by all sessions of a host.
    pub post: Rc<RefCell<Post>>,
    /// Initial values from the session that invoked this one.
    given: BTreeMap<String, Data>,
    states: OnceCell<BTreeMap<String, StateId<Scxml>>>,
    heap: RefCell<Heap>,
    /// The serial number of the arrival that `_event` shows.
    bound: Cell<u64>,
    /// Errors that occurred where nothing can be raised; the next block or the host raises them.
    faults: RefCell<Vec<Event>>,
    /// The data that final states passed to their parents.
    outcomes: RefCell<BTreeMap<StateIndex, Data>>,
    /// States whose late-bound variables have been initialised.
    settled: RefCell<BTreeSet<StateIndex>>,
    /// States with invocations that were entered or left, in order.
    pub visits: RefCell<Vec<Visit>>,
    waits: RefCell<Vec<Wait>>,
    timers: Cell<u16>,
}

/// A state with invocations that was entered or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// Entered: its sessions start when the step is over, if it is still active.
    Entered(StateIndex),
    /// Left: its sessions stop.
    Left(StateIndex),
}

impl Mind {
    /// The mind of a session that is about to start.
    pub fn new(
        document: Document,
        vocabulary: Vocabulary,
        session: SessionId,
        post: Rc<RefCell<Post>>,
        given: BTreeMap<String, Data>,
    ) -> Self {
        let mut heap = Heap::new();
        heap.fix("_sessionid", Value::from(&*session.text()));
        heap.fix("_name", Value::from(&*document.name));
        let here = heap.plain([("location", Value::from(&*session.location()))]);
        let processors = heap.plain([(SCXML_PROCESSOR, here.clone()), ("scxml", here)]);
        heap.fix("_ioprocessors", processors);
        Self {
            document,
            vocabulary,
            session,
            post,
            given,
            states: OnceCell::new(),
            heap: RefCell::new(heap),
            bound: Cell::new(0),
            faults: RefCell::default(),
            outcomes: RefCell::default(),
            settled: RefCell::default(),
            visits: RefCell::default(),
            waits: RefCell::default(),
            timers: Cell::new(0),
        }
    }

    /// Sets the chart's handles for the document's states.
    pub fn meet(&self, states: BTreeMap<String, StateId<Scxml>>) {
        self.states.set(states).expect("a chart is compiled once");
    }

    /// The chart's handle for a state of the document.
    pub fn state(&self, id: &str) -> Option<StateId<Scxml>> {
        self.states.get()?.get(id).copied()
    }

    /// Wraps an event for the chart.
    pub fn arrival(&self, event: Event) -> Arrival {
        let serial = self.post.borrow_mut().number();
        Arrival { kind: self.vocabulary.kind(&event.name), serial, event }
    }

    /// Makes `_event` show an arrival, until the next one.
    pub fn bind(&self, arrival: Option<&Arrival>) {
        let Some(arrival) = arrival.filter(|arrival| arrival.serial != self.bound.get()) else {
            return;
        };
        self.bound.set(arrival.serial);
        let heap = &mut *self.heap.borrow_mut();
        let event = &arrival.event;
        let optional =
            |text: &Option<String>| text.as_deref().map_or(Value::Undefined, Value::from);
        let data = event.data.import(heap);
        let shown = heap.plain([
            ("name", Value::from(&*event.name)),
            ("type", Value::from(event.class.word())),
            ("sendid", optional(&event.send_id)),
            ("origin", optional(&event.origin)),
            ("origintype", optional(&event.origin_type)),
            ("invokeid", optional(&event.invoke_id)),
            ("data", data),
        ]);
        heap.fix("_event", shown);
    }

    fn evaluate<T, R>(
        &self,
        code: &Code<T>,
        is_in: IsIn<'_>,
        run: impl FnOnce(&mut Evaluation<'_>, &T) -> Result<R, Thrown>,
    ) -> Result<R, Fault> {
        let parsed = code
            .parsed
            .as_ref()
            .map_err(|error| Fault::new(format!("{error} in {:?}", code.source)))?;
        let heap = &mut *self.heap.borrow_mut();
        let ask = |state: &str| is_in.is_in(state);
        let mut evaluation = Evaluation::new(heap, &ask);
        run(&mut evaluation, parsed).map_err(|thrown| Fault::new(evaluation.describe(&thrown)))
    }

    /// Computes an expression.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the bare method is bound to one lifetime"
    )]
    pub fn value(&self, code: &Code<Expression>, is_in: IsIn<'_>) -> Result<Value, Fault> {
        self.evaluate(code, is_in, |evaluation, expression| evaluation.value(expression))
    }

    /// Computes an expression as data.
    pub fn data(&self, code: &Code<Expression>, is_in: IsIn<'_>) -> Result<Data, Fault> {
        let value = self.value(code, is_in)?;
        Ok(Data::of(&value, &self.heap.borrow()))
    }

    /// Computes an expression as text.
    pub fn text(&self, code: &Code<Expression>, is_in: IsIn<'_>) -> Result<String, Fault> {
        let value = self.value(code, is_in)?;
        Ok(value.text(&self.heap.borrow()).to_string())
    }

    /// Computes the items of an array.
    pub fn items(&self, code: &Code<Expression>, is_in: IsIn<'_>) -> Result<Vec<Value>, Fault> {
        let value = self.value(code, is_in)?;
        let heap = self.heap.borrow();
        let items = heap.items(&value).map(<[Value]>::to_vec);
        items.ok_or_else(|| Fault::new(format!("{} is not an array", code.source)))
    }

    /// Runs a script.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the bare method is bound to one lifetime"
    )]
    pub fn script(&self, code: &Code<Program>, is_in: IsIn<'_>) -> Result<(), Fault> {
        self.evaluate(code, is_in, |evaluation, program| evaluation.run(program))
    }

    /// Writes to an existing location.
    pub fn assign(
        &self,
        place: &Code<Expression>,
        value: Value,
        is_in: IsIn<'_>,
    ) -> Result<(), Fault> {
        self.evaluate(place, is_in, |evaluation, location| evaluation.assign(location, value))
    }

    /// Declares a variable.
    pub fn declare(&self, name: &str) {
        self.heap.borrow_mut().declare(name);
    }

    /// Evaluates a value given in the document.
    pub fn content(&self, content: &Content, is_in: IsIn<'_>) -> Result<Value, Fault> {
        match content {
            Content::Code(code) => self.value(code, is_in),
            Content::Data(data) => Ok(data.import(&mut self.heap.borrow_mut())),
            Content::Missing(problem) => Err(Fault::new(problem)),
        }
    }

    /// Evaluates a payload. Also returns the errors of parameters that had to be left out.
    pub fn payload(&self, payload: &Payload, is_in: IsIn<'_>) -> Result<(Data, Vec<Fault>), Fault> {
        let mut left_out = Vec::new();
        if let Some(content) = &payload.content {
            let value = self.content(content, is_in)?;
            return Ok((Data::of(&value, &self.heap.borrow()), left_out));
        }
        let mut fields = Vec::new();
        for (name, code) in &payload.names {
            fields.push((name.clone(), self.data(code, is_in)?));
        }
        for (name, code) in &payload.parameters {
            match self.data(code, is_in) {
                Ok(data) => fields.push((name.clone(), data)),
                Err(fault) => left_out.push(fault),
            }
        }
        Ok((if fields.is_empty() { Data::Undefined } else { Data::Record(fields) }, left_out))
    }

    /// Whether a transition's condition holds. One that fails does not hold, and raises an error
    /// event.
    pub fn holds(
        &self,
        condition: ConditionIndex,
        arrival: Option<&Arrival>,
        is_in: IsIn<'_>,
    ) -> bool {
        self.bind(arrival);
        match self.value(&self.document.conditions[condition.0], is_in) {
            Ok(value) => value.is_true(),
            Err(fault) => {
                self.remember(fault.event("error.execution"));
                false
            }
        }
    }

    /// Keeps an event that cannot be raised now.
    pub fn remember(&self, event: Event) {
        self.faults.borrow_mut().push(event);
    }

    /// Takes the events that could not be raised.
    pub fn recall(&self) -> Vec<Event> {
        self.faults.take()
    }

    /// Initialises variables: all of them for the root if they are bound early, otherwise those of
    /// `state`. Returns what went wrong; the affected variables stay undefined.
    pub fn initialise(&self, state: StateIndex, is_in: IsIn<'_>) -> Vec<Fault> {
        let is_root = state.0 == 0;
        if is_root {
            for variable in self.document.states.iter().flat_map(|state| &state.variables) {
                self.declare(&variable.name);
            }
        }
        if !self.settled.borrow_mut().insert(state) {
            return Vec::new();
        }
        let states = match (self.document.binding, is_root) {
            (Binding::Early, true) => &self.document.states[..],
            (Binding::Early, false) => &[],
            (Binding::Late, _) => &self.document.states[state.0..=state.0],
        };
        let mut faults = Vec::new();
        for variable in states.iter().flat_map(|state| &state.variables) {
            let value = match self.given.get(&variable.name) {
                Some(data) if is_root => Ok(data.import(&mut self.heap.borrow_mut())),
                _ => self.content(&variable.value, is_in),
            };
            let place = Code {
                source: variable.name.clone(),
                parsed: crate::expression::parse_location(&variable.name),
            };
            let assigned = value.and_then(|value| self.assign(&place, value, is_in));
            faults.extend(assigned.err().map(|fault| fault.at(&variable.site)));
        }
        faults
    }

    /// Keeps the data that a final state passes to its parent.
    pub fn hand_over(&self, parent: StateIndex, data: Data) {
        self.outcomes.borrow_mut().insert(parent, data);
    }

    /// The data that was passed to a state when it was done.
    pub fn outcome(&self, parent: StateIndex) -> Data {
        self.outcomes.borrow_mut().remove(&parent).unwrap_or_default()
    }

    /// Allocates a timer of the chart for a delayed send.
    pub fn start_wait(&self, delay: u64, send_id: Option<String>) -> TimerId {
        let timer = TimerId(self.timers.get());
        self.timers.set(self.timers.get().wrapping_add(1));
        let mut post = self.post.borrow_mut();
        let due = (post.now().saturating_add(delay), post.number());
        self.waits.borrow_mut().push(Wait { timer, send_id, due });
        timer
    }

    /// Removes the delayed sends with an id, and returns their timers.
    pub fn stop_waits(&self, send_id: &str) -> Vec<TimerId> {
        let mut stopped = Vec::new();
        self.waits.borrow_mut().retain(|wait| {
            let is_meant = wait.send_id.as_deref() == Some(send_id);
            if is_meant {
                stopped.push(wait.timer);
            }
            !is_meant
        });
        stopped
    }

    /// The sequence number of the chart's timers of one instant among everything due at that
    /// instant.
    pub fn place_at(&self, instant: u64) -> u64 {
        let waits = self.waits.borrow();
        let places = waits.iter().filter(|wait| wait.due.0 == instant).map(|wait| wait.due.1);
        places.min().unwrap_or_default()
    }

    /// Removes the timers that have fired by this instant.
    pub fn end_waits(&self, instant: u64) {
        self.waits.borrow_mut().retain(|wait| wait.due.0 > instant);
    }
}
