//! Runs a tree of sessions against one virtual clock.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::data::Data;
use crate::document::{Content, Document, StateIndex};
use crate::event::{Class, Event};
use crate::expression::Value;
use crate::fault::Fault;
use crate::mind::Visit;
use crate::post::{Due, Post, SessionId};
use crate::session::{Invocation, Manner, Session, SessionError};

/// How many events may be handled before the clock must advance.
const BUSY: u32 = 10_000;

const ROOT: SessionId = SessionId(1);

/// A tree of sessions.
pub struct Host {
    post: Rc<RefCell<Post>>,
    sessions: BTreeMap<SessionId, Session>,
    last: SessionId,
    manner: Manner,
}

impl Host {
    /// Starts a document and runs it until it is at rest.
    pub fn start(document: Document, manner: Manner) -> Result<Self, SessionError> {
        let mut host = Self { post: Rc::default(), sessions: BTreeMap::new(), last: ROOT, manner };
        host.open(ROOT, document, None, BTreeMap::new())?;
        host.rest()?;
        Ok(host)
    }

    /// Sends an event to the outermost session and runs until all are at rest.
    pub fn send(&mut self, event: Event) -> Result<(), SessionError> {
        self.post.borrow_mut().deliver(ROOT, event);
        self.rest()
    }

    /// Lets time pass. Everything that falls due happens at its own instant.
    pub fn advance(&mut self, milliseconds: u64) -> Result<(), SessionError> {
        let until = self.post.borrow().now().saturating_add(milliseconds);
        let mut steps = 0;
        while let Some((due, owner)) = self.next_due().filter(|(due, _)| due.0 <= until) {
            steps += 1;
            if steps > BUSY {
                return Err(SessionError::Endless);
            }
            self.post.borrow_mut().set_now(due.0);
            match owner {
                None => self.post.borrow_mut().deliver_next(),
                Some(id) => {
                    if let Some(session) = self.sessions.get_mut(&id) {
                        session.advance_to(due.0)?;
                    }
                    self.follow_up(id)?;
                }
            }
            self.rest()?;
        }
        self.post.borrow_mut().set_now(until);
        Ok(())
    }

    /// The active leaves of the outermost session, sorted; they stay available after its end.
    pub fn leaves(&self) -> Vec<String> {
        self.sessions.get(&ROOT).map(Session::leaves).unwrap_or_default()
    }

    /// What is due next: a delayed letter of the post, or a timer of a session.
    fn next_due(&self) -> Option<(Due, Option<SessionId>)> {
        let sessions = self.sessions.iter();
        let timers = sessions.filter_map(|(id, session)| Some((session.next_due()?, Some(*id))));
        let letter = self.post.borrow().next_due().map(|due| (due, None));
        timers.chain(letter).min_by_key(|(due, _)| *due)
    }

    fn rest(&mut self) -> Result<(), SessionError> {
        for _ in 0..BUSY {
            let next = self.post.borrow_mut().collect();
            let Some((id, event)) = next else { return Ok(()) };
            self.deliver(id, event)?;
        }
        Err(SessionError::Endless)
    }

    /// Hands an external event to a session.
    fn deliver(&mut self, id: SessionId, event: Event) -> Result<(), SessionError> {
        let Some(session) = self.sessions.get_mut(&id) else { return Ok(()) };
        session.finalize(&event);
        for child in &session.invocations {
            if session.invoke(child.state, child.number).forwards {
                self.post.borrow_mut().deliver(child.session, event.clone());
            }
        }
        session.handle(event)?;
        self.follow_up(id)
    }

    /// Handles the consequences of a finished step: stops and starts children, and ends the
    /// session.
    fn follow_up(&mut self, id: SessionId) -> Result<(), SessionError> {
        loop {
            let Some(session) = self.sessions.get_mut(&id) else { return Ok(()) };
            let visits = session.visits();
            if visits.is_empty() {
                break;
            }
            let mut entered: Vec<StateIndex> = Vec::new();
            for visit in visits {
                match visit {
                    Visit::Entered(state) => entered.push(state),
                    Visit::Left(state) => {
                        entered.retain(|other| *other != state);
                        self.stop_children(id, state);
                    }
                }
            }
            for state in entered {
                self.start_children(id, state)?;
            }
            if let Some(session) = self.sessions.get_mut(&id) {
                session.catch_up()?;
            }
        }
        let done = self.sessions.get(&id).is_some_and(Session::is_done);
        if done {
            self.close(id);
        }
        Ok(())
    }

    fn open(
        &mut self,
        id: SessionId,
        document: Document,
        parent: Option<(SessionId, String)>,
        given: BTreeMap<String, Data>,
    ) -> Result<(), SessionError> {
        self.post.borrow_mut().open(id, parent);
        let session = Session::start(document, id, &self.post, given, self.manner)?;
        self.sessions.insert(id, session);
        self.follow_up(id)
    }

    /// Ends a session that is done: notifies its parent and stops its children.
    fn close(&mut self, id: SessionId) {
        let parent = self.post.borrow().parent(id).cloned();
        if let (Some((parent, invoke_id)), Some(session)) = (parent, self.sessions.get(&id)) {
            let outcome = session.mind.outcome(StateIndex(0));
            let name = format!("done.invoke.{invoke_id}");
            let event = Event::new(name, Class::External).with(outcome);
            self.post.borrow_mut().send(id, parent, 0, event);
        }
        self.remove(id);
    }

    /// Drops a session and all below it. The outermost one is kept for inspection.
    ///
    /// The exit content of a session that is cancelled does not run: a chart cannot be ended from
    /// outside, and only a case with a manual verdict would notice.
    fn remove(&mut self, id: SessionId) {
        self.post.borrow_mut().close(id);
        let children: Vec<SessionId> = match self.sessions.get_mut(&id) {
            Some(session) => session.invocations.drain(..).map(|child| child.session).collect(),
            None => return,
        };
        for child in children {
            self.remove(child);
        }
        if id != ROOT {
            self.sessions.remove(&id);
        }
    }

    fn stop_children(&mut self, id: SessionId, state: StateIndex) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        let (stopped, kept) = session.invocations.drain(..).partition(|child| child.state == state);
        session.invocations = kept;
        for Invocation { session: child, id: invoke_id, .. } in stopped {
            // The events of a cancelled child are dropped; those of a child that ended normally
            // still count.
            if self.sessions.contains_key(&child) {
                self.post.borrow_mut().discard(id, &invoke_id);
            }
            self.remove(child);
        }
    }

    fn start_children(&mut self, id: SessionId, state: StateIndex) -> Result<(), SessionError> {
        let count = self
            .sessions
            .get(&id)
            .map_or(0, |session| session.mind.document.state(state).invokes.len());
        for number in 0..count {
            let Some(session) = self.sessions.get(&id) else { return Ok(()) };
            match prepare(session, state, number) {
                Ok(order) => {
                    self.last = SessionId(self.last.0 + 1);
                    let child = self.last;
                    let parent = Some((id, order.id.clone()));
                    if let Some(session) = self.sessions.get_mut(&id) {
                        session.invocations.push(Invocation {
                            state,
                            number,
                            id: order.id,
                            session: child,
                        });
                    }
                    self.open(child, order.document, parent, order.given)?;
                }
                Err(fault) => {
                    let fault = fault.at(&session.invoke(state, number).site);
                    session.mind.remember(fault.event("error.execution"));
                }
            }
        }
        Ok(())
    }
}

/// An invocation with everything computed.
struct Order {
    id: String,
    document: Document,
    given: BTreeMap<String, Data>,
}

fn prepare(session: &Session, state: StateIndex, number: usize) -> Result<Order, Fault> {
    let mind = &session.mind;
    let invoke = session.invoke(state, number);
    let id = invoke.id.clone().unwrap_or_else(|| {
        let number = mind.post.borrow_mut().number();
        format!("{}.invoke{number}", mind.document.state(state).id)
    });
    if let Some(place) = &invoke.id_location {
        mind.assign(place, Value::from(&*id), session)?;
    }
    let service = mind.maybe_given(invoke.service.as_ref(), session)?.unwrap_or_default();
    if !matches!(service.trim_end_matches('/'), "" | "scxml" | "http://www.w3.org/TR/scxml") {
        return Err(Fault::new(format!("there is no service of type {service:?}")));
    }
    let source = match (mind.maybe_given(invoke.source.as_ref(), session)?, &invoke.payload.content)
    {
        (Some(name), _) => {
            mind.document.file(&name).map_err(|problem| Fault::new(format!("{name}: {problem}")))?
        }
        (None, Some(Content::Data(Data::Element(markup)))) => markup.clone(),
        (None, Some(Content::Code(code))) => match mind.data(code, session)? {
            Data::Element(text) | Data::Text(text) => text,
            _ => return Err(Fault::new("the content is no document")),
        },
        _ => return Err(Fault::new("there is no document to invoke")),
    };
    let document = Document::read(&source, &mind.document.folder)
        .map_err(|error| Fault::new(error.to_string()))?;
    let payload = &invoke.payload;
    let mut given = BTreeMap::new();
    for (name, code) in payload.names.iter().chain(&payload.parameters) {
        given.insert(name.clone(), mind.data(code, session)?);
    }
    Ok(Order { id, document, given })
}
