//! The first answers to what clients have said, so that a repeat does nothing.

use std::collections::VecDeque;

use croupier_proto::{ClientId, Refusal};
use serde::{Deserialize, Serialize};

/// How many clients are remembered in a room.
const CLIENTS: usize = 64;

/// How many clients of one guest are, so that nobody makes the room forget the others.
const CLIENTS_OF_ONE: usize = 8;

/// How many answers are remembered of each.
const ANSWERS: usize = 32;

/// What is known of a number that a client says.
#[derive(Debug, PartialEq)]
pub(crate) enum Known<'a> {
    /// It is new.
    New,
    /// It was answered like this.
    Answered(Option<&'a Refusal>),
    /// It was answered so long ago that nobody knows how.
    Forgotten,
}

/// First answers by client. Who was quiet for longest is forgotten first.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Answers(VecDeque<Client>);

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Client {
    /// Whose client it is: another guest may call a client the same.
    #[serde(default)]
    guest: u64,
    id: ClientId,
    /// The highest number that was answered.
    n: u64,
    /// The last answers, by number. None was accepted; refusals are rare, and large.
    last: VecDeque<(u64, Option<Box<Refusal>>)>,
}

impl Answers {
    fn client(&self, guest: u64, id: &ClientId) -> Option<&Client> {
        self.0.iter().find(|client| client.guest == guest && client.id == *id)
    }

    /// The highest number of a client that was answered.
    pub(crate) fn highest(&self, guest: u64, id: &ClientId) -> u64 {
        self.client(guest, id).map_or(0, |client| client.n)
    }

    pub(crate) fn known(&self, guest: u64, id: &ClientId, n: u64) -> Known<'_> {
        let Some(client) = self.client(guest, id) else { return Known::New };
        match client.last.iter().find(|(it, _)| *it == n) {
            Some((_, answer)) => Known::Answered(answer.as_deref()),
            // A lower number that is not known was not stored the first time, or is long ago.
            None if client.last.len() == ANSWERS && client.last[0].0 > n => Known::Forgotten,
            None => Known::New,
        }
    }

    pub(crate) fn remember(&mut self, guest: u64, id: &ClientId, n: u64, answer: Option<Refusal>) {
        let at = self.0.iter().position(|client| client.guest == guest && client.id == *id);
        let mut client = match at.and_then(|at| self.0.remove(at)) {
            Some(client) => client,
            None => Client { guest, id: id.clone(), n: 0, last: VecDeque::new() },
        };
        client.n = client.n.max(n);
        if client.last.len() == ANSWERS {
            client.last.pop_front();
        }
        let at = client.last.partition_point(|(known, _)| *known < n);
        client.last.insert(at, (n, answer.map(Box::new)));
        let is_theirs = |client: &Client| client.guest == guest;
        if self.0.iter().filter(|it| is_theirs(it)).count() >= CLIENTS_OF_ONE
            && let Some(at) = self.0.iter().position(is_theirs)
        {
            self.0.remove(at);
        } else if self.0.len() == CLIENTS {
            self.0.pop_front();
        }
        self.0.push_back(client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_stored_can_be_said_again_after_what_came_later() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        answers.remember(7, &ada, 1, None);
        answers.remember(7, &ada, 3, None);
        assert_eq!(answers.known(7, &ada, 2), Known::New, "it was never answered");
        answers.remember(7, &ada, 2, None);
        for n in 4..100 {
            answers.remember(7, &ada, n, None);
        }
        assert_eq!(answers.highest(7, &ada), 99);
        for n in 1..68 {
            assert_eq!(answers.known(7, &ada, n), Known::Forgotten, "{n}");
        }
    }

    #[test]
    fn a_repeat_gets_its_first_answer_and_memory_is_bounded() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        assert_eq!(answers.known(7, &ada, 1), Known::New);
        answers.remember(7, &ada, 1, Some(Refusal::new("no", "no")));
        answers.remember(7, &ada, 2, None);
        assert_eq!(answers.known(7, &ada, 1), Known::Answered(Some(&Refusal::new("no", "no"))));
        assert_eq!(answers.known(7, &ada, 2), Known::Answered(None));
        assert_eq!(answers.known(7, &ada, 3), Known::New);
        assert_eq!(answers.known(8, &ada, 2), Known::New, "somebody else has said that");
        for n in 3..100 {
            answers.remember(7, &ada, n, None);
        }
        assert_eq!(answers.known(7, &ada, 1), Known::Forgotten);
        assert_eq!(answers.highest(7, &ada), 99);
        for number in 0..1000 {
            answers.remember(8, &format!("client-{number}").parse().unwrap(), 1, None);
        }
        assert_eq!(answers.highest(7, &ada), 99, "one guest pushes out their own clients only");
        for number in 0..1000 {
            answers.remember(number, &format!("client-{number}").parse().unwrap(), 1, None);
        }
        assert_eq!(answers.0.len(), CLIENTS);
        assert_eq!(answers.known(7, &ada, 99), Known::New, "forgotten");
    }
}
