//! The first answers to what clients have said, so that a repeat does nothing.

use std::collections::VecDeque;

use croupier_proto::{ClientId, Refusal};
use serde::{Deserialize, Serialize};

/// How many clients are remembered in a room.
const CLIENTS: usize = 64;

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
    id: ClientId,
    /// The highest number that was answered.
    n: u64,
    /// The last answers. None was accepted.
    last: VecDeque<(u64, Option<Refusal>)>,
}

impl Answers {
    fn client(&self, id: &ClientId) -> Option<&Client> {
        self.0.iter().find(|client| client.id == *id)
    }

    /// The highest number of a client that was answered.
    pub(crate) fn highest(&self, id: &ClientId) -> u64 {
        self.client(id).map_or(0, |client| client.n)
    }

    pub(crate) fn known(&self, id: &ClientId, n: u64) -> Known<'_> {
        let Some(client) = self.client(id) else { return Known::New };
        match client.last.iter().find(|(it, _)| *it == n) {
            Some((_, answer)) => Known::Answered(answer.as_ref()),
            None if n > client.n => Known::New,
            None => Known::Forgotten,
        }
    }

    pub(crate) fn remember(&mut self, id: &ClientId, n: u64, answer: Option<Refusal>) {
        let at = self.0.iter().position(|client| client.id == *id);
        let mut client = match at.and_then(|at| self.0.remove(at)) {
            Some(client) => client,
            None => Client { id: id.clone(), n: 0, last: VecDeque::new() },
        };
        client.n = client.n.max(n);
        if client.last.len() == ANSWERS {
            client.last.pop_front();
        }
        client.last.push_back((n, answer));
        if self.0.len() == CLIENTS {
            self.0.pop_front();
        }
        self.0.push_back(client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeat_gets_its_first_answer_and_memory_is_bounded() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        assert_eq!(answers.known(&ada, 1), Known::New);
        answers.remember(&ada, 1, Some(Refusal::new("no", "no")));
        answers.remember(&ada, 2, None);
        assert_eq!(answers.known(&ada, 1), Known::Answered(Some(&Refusal::new("no", "no"))));
        assert_eq!(answers.known(&ada, 2), Known::Answered(None));
        assert_eq!(answers.known(&ada, 3), Known::New);
        for n in 3..100 {
            answers.remember(&ada, n, None);
        }
        assert_eq!(answers.known(&ada, 1), Known::Forgotten);
        assert_eq!(answers.highest(&ada), 99);
        for number in 0..1000 {
            answers.remember(&format!("client-{number}").parse().unwrap(), 1, None);
        }
        assert_eq!(answers.0.len(), CLIENTS);
        assert_eq!(answers.known(&ada, 99), Known::New, "forgotten");
    }
}
