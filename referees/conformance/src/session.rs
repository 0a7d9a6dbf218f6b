//! One running document: a chart, its snapshot and its mind.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use croupier_chart::prelude::*;
use croupier_chart::run::{Moment, RestoreError, RunawayError};

use crate::content::Stage;
use crate::data::Data;
use crate::document::{Document, Invoke, StateIndex};
use crate::event::{Event, TooManyEventsError, Vocabulary};
use crate::load::{introduce, load, paths};
use crate::mind::{Configuration, Mind, Scxml, Visit};
use crate::post::{Due, Post, SessionId};

/// How a chart is treated between its steps. The verdict must not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Nothing is done between steps.
    Straight,
    /// Saved, restored and observed at every step.
    Interrupted,
}

/// Why a session cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The document has more events than the loader can tell apart.
    #[error(transparent)]
    Events(#[from] TooManyEventsError),
    /// The chart's compiler refused the document.
    #[error(transparent)]
    Chart(#[from] croupier_chart::define::DefinitionError),
    /// The chart did not come to rest.
    #[error(transparent)]
    Runaway(#[from] RunawayError),
    /// A snapshot could not be written or read as text.
    #[error(transparent)]
    Text(#[from] serde_json::Error),
    /// The chart refused a snapshot that it had saved itself.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// The sessions kept each other busy for too long.
    #[error("the sessions do not come to rest")]
    Endless,
}

/// A session that a state of this one invoked.
#[derive(Debug)]
pub struct Invocation {
    /// The state it belongs to.
    pub state: StateIndex,
    /// Its index among the state's invocations.
    pub number: usize,
    /// Its id.
    pub id: String,
    /// The session; it may have ended.
    pub session: SessionId,
}

/// One running document.
pub struct Session {
    chart: Chart<Scxml>,
    snapshot: Snapshot<Scxml>,
    manner: Manner,
    /// The state of the session.
    pub mind: Rc<Mind>,
    /// The sessions that its active states invoked.
    pub invocations: Vec<Invocation>,
}

impl Session {
    /// Starts a document and runs it until it waits for events.
    pub fn start(
        document: Document,
        id: SessionId,
        post: &Rc<RefCell<Post>>,
        given: BTreeMap<String, Data>,
        manner: Manner,
    ) -> Result<Self, SessionError> {
        let vocabulary = Vocabulary::of(&document)?;
        let chart = load(&document, &vocabulary)?;
        let mut mind = Rc::new(Mind::new(document, vocabulary, id, Rc::clone(post), given));
        introduce(&mind, &chart);
        let now = post.borrow().now();
        let snapshot = chart.start_at(Millis(now), (), &mut Env::new(&mut mind))?;
        let mut session = Self { chart, snapshot, mind, manner, invocations: Vec::new() };
        session.catch_up()?;
        Ok(session)
    }

    /// Handles an event.
    pub fn handle(&mut self, event: Event) -> Result<(), SessionError> {
        let arrival = self.mind.arrival(event);
        // Even an event that nothing reacts to is what `_event` shows from now on.
        self.mind.bind(Some(&arrival));
        self.step(|chart, snapshot, env| chart.send(snapshot, env, &arrival).map(|_| ()))
    }

    /// Fires the timers that are due by an instant.
    pub fn advance_to(&mut self, instant: u64) -> Result<(), SessionError> {
        self.mind.end_waits(instant);
        self.step(|chart, snapshot, env| {
            chart.advance_to(snapshot, env, Millis(instant)).map(|_| ())
        })
    }

    fn step(
        &mut self,
        run: impl FnOnce(
            &Chart<Scxml>,
            &mut Snapshot<Scxml>,
            &mut Env<'_, Scxml>,
        ) -> Result<(), RunawayError>,
    ) -> Result<(), SessionError> {
        let mut mind = Rc::clone(&self.mind);
        let mut onlooker = |_: Moment<'_>| {};
        let mut env = Env::new(&mut mind);
        if self.manner == Manner::Interrupted {
            self.snapshot = reload(&self.chart, &self.snapshot)?;
            env = env.observed_by(&mut onlooker);
        }
        run(&self.chart, &mut self.snapshot, &mut env)?;
        self.catch_up()
    }

    /// When the chart's next timer falls due.
    pub fn next_due(&self) -> Option<Due> {
        let instant = self.chart.next_due(&self.snapshot)?;
        Some((instant.get(), self.mind.place_at(instant.get())))
    }

    /// Raises the errors of conditions, which cannot be raised while conditions are evaluated.
    pub fn catch_up(&mut self) -> Result<(), SessionError> {
        let faults = self.mind.recall();
        faults.into_iter().try_for_each(|event| self.handle(event))
    }

    /// Runs an invocation's `<finalize>` content before one of its events is handled.
    pub fn finalize(&mut self, event: &Event) {
        let Some(id) = &event.invoke_id else { return };
        let Some(invocation) = self.invocations.iter().find(|invocation| invocation.id == *id)
        else {
            return;
        };
        let invoke = &self.mind.document.state(invocation.state).invokes[invocation.number];
        if let Some(block) = invoke.finalize {
            let arrival = self.mind.arrival(event.clone());
            self.mind.bind(Some(&arrival));
            self.mind.run(&mut AtRest(self), block);
        }
    }

    /// The states with invocations that were entered or left since the last call, in order.
    pub fn visits(&self) -> Vec<Visit> {
        self.mind.visits.take()
    }

    /// The description of an invocation.
    pub fn invoke(&self, state: StateIndex, number: usize) -> &Invoke {
        &self.mind.document.state(state).invokes[number]
    }

    /// Whether the session has reached its end.
    pub fn is_done(&self) -> bool {
        self.snapshot.is_done()
    }

    /// The ids of the active states without children, sorted.
    pub fn leaves(&self) -> Vec<String> {
        let document = &self.mind.document;
        let ids: BTreeMap<_, _> = paths(document)
            .into_iter()
            .zip(document.states.iter().map(|state| &state.id))
            .collect();
        let paths = self.chart.leaves(&self.snapshot);
        let mut leaves: Vec<String> =
            paths.iter().filter_map(|path| ids.get(path)).map(|id| (*id).clone()).collect();
        leaves.sort();
        leaves
    }
}

impl Configuration for Session {
    fn is_in(&self, state: &str) -> bool {
        self.mind.state(state).is_some_and(|state| self.snapshot.is_in(state))
    }
}

/// The snapshot after a round trip through its saved form.
fn reload(
    chart: &Chart<Scxml>,
    snapshot: &Snapshot<Scxml>,
) -> Result<Snapshot<Scxml>, SessionError> {
    let text = serde_json::to_string(&chart.save(snapshot))?;
    Ok(chart.restore(&serde_json::from_str(&text)?)?)
}

/// Content that runs while the chart is at rest.
struct AtRest<'a>(&'a Session);

impl Configuration for AtRest<'_> {
    fn is_in(&self, state: &str) -> bool {
        self.0.is_in(state)
    }
}

impl Stage for AtRest<'_> {
    fn raise(&mut self, event: Event) {
        self.0.mind.remember(event);
    }

    // The chart cannot be sent anything while it is at rest, so the post delivers the event
    // instead.
    fn raise_later(&mut self, _: TimerId, delay: u64, event: Event) {
        let mind = &self.0.mind;
        mind.post.borrow_mut().send(mind.session, mind.session, delay, event);
    }

    fn cancel(&mut self, _: TimerId) {}
}
