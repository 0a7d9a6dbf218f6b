//! The post between sessions: external queues, delayed letters, and addressing.

use std::collections::{BTreeMap, VecDeque};

use crate::event::Event;

/// The id of a session within a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionId(pub u32);

impl SessionId {
    /// What scripts see as `_sessionid`.
    pub fn text(self) -> String {
        format!("session{}", self.0)
    }

    /// The address to which other sessions can send events.
    pub fn location(self) -> String {
        format!("#_scxml_{}", self.text())
    }
}

/// The order of everything that is pending: by instant, then by sequence.
pub type Due = (u64, u64);

/// A session's place in the tree of invocations, and its queue.
#[derive(Debug, Default)]
struct Mailbox {
    queue: VecDeque<Event>,
    /// Who invoked it, and under which id.
    parent: Option<(SessionId, String)>,
}

#[derive(Debug)]
struct Letter {
    from: SessionId,
    to: SessionId,
    event: Event,
}

/// Delivers events between sessions, at once or after a delay.
#[derive(Debug, Default)]
pub struct Post {
    now: u64,
    counter: u64,
    boxes: BTreeMap<SessionId, Mailbox>,
    delayed: BTreeMap<Due, Letter>,
}

impl Post {
    /// The present instant, shared by all sessions.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Moves the clock; it never goes back.
    pub fn set_now(&mut self, now: u64) {
        self.now = self.now.max(now);
    }

    /// A number that has not been used before.
    pub fn number(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    /// Opens a mailbox for a new session.
    pub fn open(&mut self, session: SessionId, parent: Option<(SessionId, String)>) {
        self.boxes.insert(session, Mailbox { queue: VecDeque::new(), parent });
    }

    /// Closes the mailbox of an ended session. Its own delayed letters are dropped.
    pub fn close(&mut self, session: SessionId) {
        self.boxes.remove(&session);
        self.delayed.retain(|_, letter| letter.from != session && letter.to != session);
    }

    /// Who invoked a session, and under which id.
    pub fn parent(&self, session: SessionId) -> Option<&(SessionId, String)> {
        self.boxes.get(&session)?.parent.as_ref()
    }

    /// Resolves a target as written by `sender`; `None` if it cannot be reached.
    pub fn find(&self, sender: SessionId, target: &str) -> Option<SessionId> {
        let target = target.strip_prefix("#_")?;
        if target == "parent" {
            return self.parent(sender).map(|(parent, _)| *parent);
        }
        if let Some(text) = target.strip_prefix("scxml_") {
            return self.boxes.keys().copied().find(|session| session.text() == text);
        }
        let is_child = |parent: &(SessionId, String)| parent.0 == sender && parent.1 == target;
        let mut boxes = self.boxes.iter();
        boxes
            .find(|(_, mailbox)| mailbox.parent.as_ref().is_some_and(is_child))
            .map(|(session, _)| *session)
    }

    /// Puts an event into a session's external queue, now or later.
    pub fn send(&mut self, from: SessionId, to: SessionId, delay: u64, mut event: Event) {
        if let Some((parent, invoke_id)) = self.parent(from)
            && *parent == to
        {
            event.invoke_id = Some(invoke_id.clone());
        }
        if delay == 0 {
            self.deliver(to, event);
        } else {
            let due = (self.now.saturating_add(delay), self.number());
            self.delayed.insert(due, Letter { from, to, event });
        }
    }

    /// Puts an event into a session's external queue unchanged.
    pub fn deliver(&mut self, to: SessionId, event: Event) {
        if let Some(mailbox) = self.boxes.get_mut(&to) {
            mailbox.queue.push_back(event);
        }
    }

    /// Drops the queued events that a session received from one of its children.
    pub fn discard(&mut self, session: SessionId, invoke_id: &str) {
        if let Some(mailbox) = self.boxes.get_mut(&session) {
            mailbox.queue.retain(|event| event.invoke_id.as_deref() != Some(invoke_id));
        }
    }

    /// Cancels the letters that `from` sent under an id and that have not arrived yet.
    pub fn cancel(&mut self, from: SessionId, send_id: &str) {
        let is_meant = |letter: &Letter| {
            letter.from == from && letter.event.send_id.as_deref() == Some(send_id)
        };
        self.delayed.retain(|_, letter| !is_meant(letter));
    }

    /// Takes the next queued event, and returns the session it is for.
    pub fn collect(&mut self) -> Option<(SessionId, Event)> {
        let mut boxes = self.boxes.iter_mut();
        boxes.find_map(|(session, mailbox)| Some((*session, mailbox.queue.pop_front()?)))
    }

    /// When the next letter arrives.
    pub fn next_due(&self) -> Option<Due> {
        self.delayed.keys().next().copied()
    }

    /// Delivers the next delayed letter without waiting for the clock.
    pub fn deliver_next(&mut self) {
        if let Some((_, letter)) = self.delayed.pop_first() {
            self.deliver(letter.to, letter.event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;

    fn event(name: &str) -> Event {
        Event::new(name, Class::External)
    }

    fn family() -> (Post, SessionId, SessionId) {
        let (mut post, parent, child) = (Post::default(), SessionId(1), SessionId(2));
        post.open(parent, None);
        post.open(child, Some((parent, "kid".into())));
        (post, parent, child)
    }

    #[test]
    fn targets_are_found_from_both_sides() {
        let (post, parent, child) = family();
        assert_eq!(post.find(child, "#_parent"), Some(parent));
        assert_eq!(post.find(parent, "#_kid"), Some(child));
        assert_eq!(post.find(child, "#_scxml_session1"), Some(parent));
        assert_eq!(post.find(parent, "#_parent"), None);
        assert_eq!(post.find(parent, "#_scxml_session9"), None);
    }

    #[test]
    fn letters_arrive_by_time_then_by_order() {
        let (mut post, parent, _) = family();
        for (name, delay) in [("c", 20), ("a", 10), ("b", 10)] {
            post.send(parent, parent, delay, event(name));
        }
        let mut names = vec![];
        while let Some((instant, _)) = post.next_due() {
            post.set_now(instant);
            post.deliver_next();
            names.push(post.collect().map(|(_, event)| event.name).unwrap_or_default());
        }
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(post.now(), 20);
    }

    #[test]
    fn letters_die_with_their_sender_or_by_their_id() {
        let (mut post, parent, child) = family();
        post.send(child, parent, 5, event("late"));
        post.send(parent, parent, 5, Event { send_id: Some("x".into()), ..event("mine") });
        post.cancel(child, "x");
        assert!(post.next_due().is_some(), "nobody cancels another session's letters");
        post.cancel(parent, "x");
        post.close(child);
        assert_eq!(post.next_due(), None);
    }

    #[test]
    fn a_childs_events_bear_its_invoke_id() {
        let (mut post, parent, child) = family();
        post.send(child, parent, 0, event("hello"));
        let (to, arrived) = post.collect().unwrap();
        assert_eq!((to, arrived.invoke_id.as_deref()), (parent, Some("kid")));
    }
}
