//! The first answers to commands of clients, so that a repeated command does nothing.

use std::collections::VecDeque;

use croupier_proto::{ClientId, Refusal};
use serde::{Deserialize, Serialize};

/// How many clients are remembered in a room.
const CLIENTS: usize = 64;

/// How many of them may belong to one guest, so that nobody can make the room forget the others.
const CLIENTS_OF_ONE: usize = 8;

/// How many answers are remembered per client.
const ANSWERS: usize = 32;

/// How many bytes the refusals among them may have. Refusals of a usual length all fit.
const REFUSALS: usize = 4 * 1024;

/// What is known about a command number of a client.
#[derive(Debug, PartialEq)]
pub(crate) enum CommandStatus<'a> {
    /// It is new.
    New,
    /// It was accepted (`None`), or refused for this reason.
    Answered(Option<&'a Refusal>),
    /// It was answered too long ago: the answer is forgotten.
    Forgotten,
}

/// First answers by client. The client that has been silent for longest is forgotten first.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Answers(VecDeque<Client>);

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Client {
    /// The guest it belongs to: clients of different guests may use the same id.
    #[serde(default)]
    guest: u64,
    id: ClientId,
    /// The highest number that has been answered.
    n: u64,
    /// The latest answers, by number. `None` means accepted; refusals are rare and large, hence the
    /// box.
    last: VecDeque<(u64, Option<Box<Refusal>>)>,
}

impl Answers {
    fn client(&self, guest: u64, id: &ClientId) -> Option<&Client> {
        self.0.iter().find(|client| client.guest == guest && client.id == *id)
    }

    /// The highest number of a client that has been answered.
    pub(crate) fn highest(&self, guest: u64, id: &ClientId) -> u64 {
        self.client(guest, id).map_or(0, |client| client.n)
    }

    pub(crate) fn known(&self, guest: u64, id: &ClientId, n: u64) -> CommandStatus<'_> {
        let Some(client) = self.client(guest, id) else { return CommandStatus::New };
        match client.last.iter().find(|(it, _)| *it == n) {
            Some((_, answer)) => CommandStatus::Answered(answer.as_deref()),
            // An unknown lower number was either never stored, or its answer has been forgotten.
            None if client.last.len() == ANSWERS && client.last[0].0 > n => {
                CommandStatus::Forgotten
            }
            None => CommandStatus::New,
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
        let is_refused = answer.is_some();
        client.last.insert(at, (n, answer.map(Box::new)));
        if is_refused {
            client.forget_long_refusals();
        }
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

impl Answers {
    /// Forgets refusals that are too long. For snapshots of older versions, which had no limit.
    pub(crate) fn forget_long_refusals(&mut self) {
        self.0.iter_mut().for_each(Client::forget_long_refusals);
    }
}

impl Client {
    /// Forgets the wording of the oldest refusals that are too long to be remembered.
    fn forget_long_refusals(&mut self) {
        let mut left = REFUSALS;
        for refusal in self.last.iter_mut().rev().filter_map(|(_, answer)| answer.as_deref_mut()) {
            match left.checked_sub(size(refusal)) {
                Some(rest) => left = rest,
                None => *refusal = forgotten(),
            }
        }
    }
}

/// The answer to a repeated command whose first answer is forgotten.
pub(crate) fn forgotten() -> Refusal {
    Refusal::new("answered", "this was answered long ago")
}

/// About how many bytes a refusal has.
fn size(refusal: &Refusal) -> usize {
    let details = refusal.details.as_ref().map_or(0, |details| details.to_string().len());
    refusal.code.len() + refusal.sentence.len() + details
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_refusals_do_not_add_up() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        let long = |n: u64| {
            let details = serde_json::json!({"n": n, "long": "ä".repeat(500)});
            Refusal { details: Some(details), ..Refusal::new("no", "no") }
        };
        for n in 1..=32 {
            answers.remember(7, &ada, n, Some(long(n)));
        }
        assert_eq!(answers.known(7, &ada, 32), CommandStatus::Answered(Some(&long(32))));
        assert_eq!(
            answers.known(7, &ada, 1),
            CommandStatus::Answered(Some(&forgotten())),
            "not repeated"
        );
        for guest in 0..64 {
            for n in 1..=32 {
                let huge = serde_json::json!("ä".repeat(30_000));
                let huge = Refusal { details: Some(huge), ..Refusal::new("no", "no") };
                answers.remember(guest, &ada, n, Some(huge));
            }
        }
        let bytes = serde_json::to_vec(&answers).unwrap().len();
        assert!(bytes < 300_000, "{bytes}");
    }

    #[test]
    fn refusals_of_a_usual_length_are_all_remembered() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        let usual = Refusal::new("not_all_ready", "x".repeat(100));
        for n in 1..=32 {
            answers.remember(7, &ada, n, Some(usual.clone()));
        }
        for n in 1..=32 {
            assert_eq!(answers.known(7, &ada, n), CommandStatus::Answered(Some(&usual)), "{n}");
        }
    }

    #[test]
    fn what_was_not_stored_can_be_said_again_after_what_came_later() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        answers.remember(7, &ada, 1, None);
        answers.remember(7, &ada, 3, None);
        assert_eq!(answers.known(7, &ada, 2), CommandStatus::New, "it was never answered");
        answers.remember(7, &ada, 2, None);
        for n in 4..100 {
            answers.remember(7, &ada, n, None);
        }
        assert_eq!(answers.highest(7, &ada), 99);
        for n in 1..68 {
            assert_eq!(answers.known(7, &ada, n), CommandStatus::Forgotten, "{n}");
        }
    }

    #[test]
    fn a_repeat_gets_its_first_answer_and_memory_is_bounded() {
        let (ada, mut answers) = ("ada-ada-ada".parse::<ClientId>().unwrap(), Answers::default());
        assert_eq!(answers.known(7, &ada, 1), CommandStatus::New);
        answers.remember(7, &ada, 1, Some(Refusal::new("no", "no")));
        answers.remember(7, &ada, 2, None);
        assert_eq!(
            answers.known(7, &ada, 1),
            CommandStatus::Answered(Some(&Refusal::new("no", "no")))
        );
        assert_eq!(answers.known(7, &ada, 2), CommandStatus::Answered(None));
        assert_eq!(answers.known(7, &ada, 3), CommandStatus::New);
        assert_eq!(answers.known(8, &ada, 2), CommandStatus::New, "somebody else has said that");
        for n in 3..100 {
            answers.remember(7, &ada, n, None);
        }
        assert_eq!(answers.known(7, &ada, 1), CommandStatus::Forgotten);
        assert_eq!(answers.highest(7, &ada), 99);
        for number in 0..1000 {
            answers.remember(8, &format!("client-{number}").parse().unwrap(), 1, None);
        }
        assert_eq!(answers.highest(7, &ada), 99, "one guest pushes out their own clients only");
        for number in 0..1000 {
            answers.remember(number, &format!("client-{number}").parse().unwrap(), 1, None);
        }
        assert_eq!(answers.0.len(), CLIENTS);
        assert_eq!(answers.known(7, &ada, 99), CommandStatus::New, "forgotten");
    }
}
