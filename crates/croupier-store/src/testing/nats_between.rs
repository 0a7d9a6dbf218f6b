//! A real NATS server with somebody in between, for tests of answers that are rare: a message that
//! is refused although nothing is wrong, an acknowledgement that is lost, a replica that lags
//! behind. It meddles only with the logs of rooms.
#![allow(clippy::disallowed_types, reason = "tests listen on loopback")]

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// What happens to a message that is to be stored in the log of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Meddling {
    /// It is refused with this code, and not stored.
    Refused(u64),
    /// It is stored, and refused with this code all the same.
    StoredAndRefused(u64),
    /// It is stored, and nobody says so.
    StoredAndSilent,
}

#[derive(Debug, Default)]
struct Plan {
    next: VecDeque<Meddling>,
    always: Option<Meddling>,
    /// Of how many reads how many of the last messages are kept back.
    lag: (usize, usize),
}

/// Passes everything on to a server, except what it is told not to. It runs until the test program
/// ends.
#[derive(Debug)]
pub struct MeddlingNats {
    addr: SocketAddr,
    plan: Arc<Mutex<Plan>>,
}

fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MeddlingNats {
    /// Stands before the server at this address, and passes everything on for now.
    pub fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let addr = listener.local_addr().unwrap();
        let plan = Arc::<Mutex<Plan>>::default();
        let between = Self { addr, plan: Arc::clone(&plan) };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(server) else { continue };
                Between::start(client, server, &plan);
            }
        });
        between
    }

    /// Its address.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// What happens to the next messages; later ones are passed on.
    pub fn meddle(&self, meddling: impl IntoIterator<Item = Meddling>) {
        lock(&self.plan).next.extend(meddling);
    }

    /// What happens to all messages for which there is no other plan, until it is replaced.
    pub fn meddle_always(&self, meddling: Option<Meddling>) {
        lock(&self.plan).always = meddling;
    }

    /// The next reads are answered as by a replica that does not have the last messages yet.
    pub fn lag(&self, reads: usize, messages: usize) {
        lock(&self.plan).lag = (reads, messages);
    }

    /// How many reads are still to be answered like that.
    pub fn lagging(&self) -> usize {
        lock(&self.plan).lag.0
    }
}

/// A line of the protocol, and the payload that follows some of them.
struct Frame {
    line: String,
    body: Vec<u8>,
}

impl Frame {
    fn read(from: &mut impl BufRead) -> Option<Self> {
        let mut line = vec![];
        from.read_until(b'\n', &mut line).ok()?;
        let line = String::from_utf8(line).ok().filter(|it| it.ends_with('\n'))?;
        let mut words = line.split_ascii_whitespace();
        let has_body = matches!(words.next(), Some("PUB" | "HPUB" | "MSG" | "HMSG"));
        let length = if has_body { words.next_back()?.parse::<usize>().ok()? + 2 } else { 0 };
        let mut body = vec![0; length];
        from.read_exact(&mut body).ok()?;
        Some(Self { line, body })
    }

    fn words(&self) -> Vec<&str> {
        self.line.split_ascii_whitespace().collect()
    }

    fn to_bytes(&self) -> Vec<u8> {
        [self.line.as_bytes(), &self.body].concat()
    }
}

/// What is to become of the answers to a request, by the subject that they are sent to.
#[derive(Debug, Clone, Copy)]
enum Answer {
    /// It is replaced by a refusal.
    Refused(u64),
    /// It is lost.
    Lost,
    /// The last messages are kept back.
    Lagging(usize),
}

/// One connection.
struct Between {
    to_client: Arc<Mutex<TcpStream>>,
    answers: Arc<Mutex<BTreeMap<String, Answer>>>,
    plan: Arc<Mutex<Plan>>,
    /// The client's subscriptions: patterns and their ids.
    subscriptions: Vec<(String, String)>,
}

impl Between {
    fn start(client: TcpStream, server: TcpStream, plan: &Arc<Mutex<Plan>>) {
        let to_client = Arc::new(Mutex::new(client.try_clone().unwrap()));
        let answers = Arc::<Mutex<BTreeMap<_, _>>>::default();
        let (down, out) = (Arc::clone(&answers), Arc::clone(&to_client));
        let from_server = server.try_clone().unwrap();
        thread::spawn(move || pass_down(from_server, &out, &down));
        let between = Self { to_client, answers, plan: Arc::clone(plan), subscriptions: vec![] };
        thread::spawn(move || between.pass_up(client, server));
    }

    fn pass_up(mut self, client: TcpStream, mut server: TcpStream) {
        let mut from = BufReader::new(client);
        while let Some(frame) = Frame::read(&mut from) {
            if self.is_passed_on(&frame) && server.write_all(&frame.to_bytes()).is_err() {
                break;
            }
        }
        let _ = (from.get_ref().shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
    }

    /// Decides about a frame of the client.
    fn is_passed_on(&mut self, frame: &Frame) -> bool {
        let answer = |to: &str, answer| {
            lock(&self.answers).insert(to.to_owned(), answer);
            true
        };
        match frame.words()[..] {
            ["SUB", pattern, .., id] => {
                self.subscriptions.push((pattern.to_owned(), id.to_owned()));
                true
            }
            ["HPUB" | "PUB", subject, reply, .., _] if subject.starts_with("cr.j.") => {
                let mut plan = lock(&self.plan);
                match plan.next.pop_front().or(plan.always) {
                    None => true,
                    Some(Meddling::Refused(code)) => {
                        self.refuse(reply, code);
                        false
                    }
                    Some(Meddling::StoredAndRefused(code)) => answer(reply, Answer::Refused(code)),
                    Some(Meddling::StoredAndSilent) => answer(reply, Answer::Lost),
                }
            }
            ["PUB", subject, reply, _] if subject.starts_with("$JS.API.DIRECT.GET.CRJ") => {
                match &mut lock(&self.plan).lag {
                    (0, _) => true,
                    (reads, messages) => {
                        *reads -= 1;
                        answer(reply, Answer::Lagging(*messages))
                    }
                }
            }
            _ => true,
        }
    }

    /// Answers a request in the server's place.
    fn refuse(&self, reply: &str, code: u64) {
        let fits = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => reply.starts_with(start),
            None => pattern == reply,
        };
        let found = self.subscriptions.iter().find(|(pattern, _)| fits(pattern));
        let (_, id) = found.expect("whoever asks listens to the answer");
        let _ = lock(&self.to_client).write_all(&refusal(reply, id, code));
    }
}

/// A refusal as JetStream would send it.
fn refusal(reply: &str, id: &str, code: u64) -> Vec<u8> {
    let why = format!(
        r#"{{"error":{{"code":400,"err_code":{code},"description":"a test wanted it"}},"stream":"CRJ0","seq":0}}"#
    );
    format!("MSG {reply} {id} {}\r\n{why}\r\n", why.len()).into_bytes()
}

fn pass_down(
    server: TcpStream,
    client: &Mutex<TcpStream>,
    answers: &Mutex<BTreeMap<String, Answer>>,
) {
    let mut from = BufReader::new(server);
    while let Some(frame) = Frame::read(&mut from) {
        let words = frame.words();
        let known = words.get(1).and_then(|subject| lock(answers).get(*subject).copied());
        let bytes = match (&words[..], known) {
            (["MSG" | "HMSG", subject, id, ..], Some(Answer::Refused(code))) => {
                refusal(subject, id, code)
            }
            (["MSG" | "HMSG", ..], Some(Answer::Lost)) => vec![],
            (["HMSG", ..], Some(Answer::Lagging(messages))) if is_last(&frame.body, messages) => {
                vec![]
            }
            _ => frame.to_bytes(),
        };
        if lock(client).write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = (from.get_ref().shutdown(Shutdown::Both), lock(client).shutdown(Shutdown::Both));
}

/// Whether the answer to a read is one of the last messages. The answer that ends it, which has a
/// status, is not.
fn is_last(body: &[u8], messages: usize) -> bool {
    let head = String::from_utf8_lossy(body);
    let mut lines = head.lines();
    let is_message = lines.next() == Some("NATS/1.0");
    let left = lines.find_map(|line| line.strip_prefix("Nats-Num-Pending:"));
    is_message
        && left.and_then(|it| it.trim().parse().ok()).is_some_and(|left: usize| left < messages)
}
