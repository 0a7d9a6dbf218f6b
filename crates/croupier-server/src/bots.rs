//! Bots think on their own threads.
//!
//! Rooms take turns, so that one with many bots does not keep the others waiting. When more
//! decisions are queued than can be made soon, bots think less.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use croupier_catalog::BotTask;
use croupier_store::journal::RoomId;
use serde_json::Value;

/// A decision to be made, and where to report it.
pub(crate) struct Job {
    room: RoomId,
    is_hint: bool,
    task: Box<dyn BotTask>,
    done: Done,
}

impl Job {
    /// Creates a job. `done` is called in any case, because the room counts on it: with `None` if
    /// the bot fails.
    pub(crate) fn new(
        room: RoomId,
        task: Box<dyn BotTask>,
        done: impl FnOnce(Option<Value>) + Send + 'static,
    ) -> Self {
        Self { room, is_hint: false, task, done: Done(Some(Box::new(done))) }
    }

    /// Marks it as a hint: bots do not think less because people ask for hints.
    pub(crate) fn for_hint(mut self) -> Self {
        self.is_hint = true;
        self
    }

    /// Decides with `1 / times` of the usual effort.
    fn decide(mut self, times: u32) {
        self.task.hurry(times);
        let action = self.task.decide();
        self.done.tell(action);
    }
}

/// Where to report a decision. Dropping it unused, even by a panic, reports `None`: the bot waits.
struct Done(Option<Tell>);

type Tell = Box<dyn FnOnce(Option<Value>) + Send>;

impl Done {
    fn tell(&mut self, action: Option<Value>) {
        if let Some(tell) = self.0.take() {
            tell(action);
        }
    }
}

impl Drop for Done {
    fn drop(&mut self) {
        self.tell(None);
    }
}

/// The threads that bots think on.
#[derive(Clone)]
pub(crate) struct BotPool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    threads: usize,
}

#[derive(Default)]
struct Queue {
    /// The rooms that have jobs, in the order of their turns.
    turns: VecDeque<RoomId>,
    jobs: HashMap<RoomId, VecDeque<Job>>,
    waiting: usize,
    /// How many of them are hints.
    hints: usize,
    is_closed: bool,
}

impl Queue {
    fn push(&mut self, job: Job) {
        let jobs = self.jobs.entry(job.room).or_default();
        if jobs.is_empty() {
            self.turns.push_back(job.room);
        }
        self.waiting += 1;
        self.hints += usize::from(job.is_hint);
        jobs.push_back(job);
    }

    fn pop(&mut self) -> Option<Job> {
        let room = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&room)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&room);
        } else {
            self.turns.push_back(room);
        }
        self.waiting -= usize::from(job.is_some());
        self.hints -= usize::from(job.as_ref().is_some_and(|it| it.is_hint));
        job
    }
}

impl BotPool {
    /// Starts the threads. If some cannot be started, the pool works with fewer.
    pub(crate) fn start(threads: usize) -> Self {
        let threads = threads.max(1);
        let queue = Mutex::new(Queue::default());
        let pool = Self(Arc::new(Shared { queue, changed: Condvar::new(), threads }));
        for number in 0..threads {
            let shared = Arc::clone(&pool.0);
            let thread = thread::Builder::new().name(format!("bots-{number}"));
            if let Err(why) = thread.spawn(move || shared.work()) {
                tracing::error!(%why, "a thread for bots could not be started");
            }
        }
        pool
    }

    /// Queues a decision.
    pub(crate) fn ask(&self, job: Job) {
        self.0.lock().push(job);
        self.0.changed.notify_one();
    }

    /// How many decisions are queued.
    pub(crate) fn waiting(&self) -> usize {
        self.0.lock().waiting
    }

    /// Lets the threads end.
    pub(crate) fn close(&self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let (job, waiting) = {
                let mut queue = self.lock();
                loop {
                    if queue.is_closed {
                        return;
                    }
                    if let Some(job) = queue.pop() {
                        break (job, queue.waiting - queue.hints);
                    }
                    queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            };
            // With four queued decisions of bots per thread each gets half the effort, with eight a
            // third, and so on.
            let times = 1 + waiting / (4 * self.threads);
            let times = u32::try_from(times).unwrap_or(u32::MAX);
            let room = job.room;
            // A bug in a game's bot must not end the thread.
            let decide = std::panic::AssertUnwindSafe(|| job.decide(times));
            if std::panic::catch_unwind(decide).is_err() {
                tracing::error!(%room, "a bot has failed");
            }
        }
    }
}

impl std::fmt::Debug for BotPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotPool").field("threads", &self.0.threads).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use croupier_kit::game::Seat;

    use super::*;

    /// Generous: nothing here takes longer, even on a busy machine.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// A decision that waits for its sign, reports how much it was hurried, or fails.
    #[derive(Debug, Default)]
    struct Task {
        sign: Option<Mutex<mpsc::Receiver<()>>>,
        times: u32,
        fails: bool,
    }

    impl BotTask for Task {
        fn seat(&self) -> Seat {
            Seat(0)
        }

        fn prompt(&self) -> u64 {
            0
        }

        fn hurry(&mut self, times: u32) {
            self.times = times;
        }

        fn decide(&self) -> Option<Value> {
            if let Some(sign) = &self.sign {
                sign.lock().unwrap().recv_timeout(PATIENCE).unwrap();
            }
            assert!(!self.fails, "a bot that fails on purpose");
            Some(self.times.into())
        }
    }

    /// A pool with one thread that is busy until the sign, and the decisions it makes after that.
    struct Busy {
        pool: BotPool,
        sign: mpsc::Sender<()>,
        told: mpsc::Receiver<(u128, Option<Value>)>,
        tell: mpsc::Sender<(u128, Option<Value>)>,
    }

    impl Busy {
        fn new() -> Self {
            let (tell, told) = mpsc::channel();
            let (sign, waits) = mpsc::channel();
            let busy = Self { pool: BotPool::start(1), sign, told, tell };
            busy.ask(0, Task { sign: Some(Mutex::new(waits)), ..Task::default() });
            while busy.pool.waiting() > 0 {
                thread::yield_now(); // The thread has not taken it yet.
            }
            busy
        }

        fn ask(&self, room: u128, task: Task) {
            let tell = self.tell.clone();
            let done = move |action| tell.send((room, action)).unwrap();
            self.pool.ask(Job::new(RoomId::new(room), Box::new(task), done));
        }

        /// Which rooms got which decision, in order.
        fn told(self, count: usize) -> Vec<(u128, Option<Value>)> {
            self.sign.send(()).unwrap();
            let first = self.told.recv_timeout(PATIENCE).unwrap();
            assert_eq!(first.0, 0);
            let told = (0..count).map(|_| self.told.recv_timeout(PATIENCE).unwrap()).collect();
            self.pool.close();
            told
        }
    }

    #[test]
    fn a_bot_that_fails_waits_and_the_others_are_still_thought_for() {
        let busy = Busy::new();
        busy.ask(1, Task { fails: true, ..Task::default() });
        busy.ask(2, Task::default());
        assert_eq!(busy.told(2), [(1, None), (2, Some(1.into()))]);
    }

    #[test]
    fn a_decision_that_nobody_makes_any_more_is_told_too() {
        let (tell, told) = mpsc::channel();
        let done = move |action| tell.send(action).unwrap();
        drop(Job::new(RoomId::new(1), Box::new(Task::default()), done));
        assert_eq!(told.recv(), Ok(None));
        assert!(told.recv().is_err(), "once");
    }

    #[test]
    fn a_room_with_many_bots_does_not_keep_the_others_waiting() {
        let busy = Busy::new();
        for room in [1, 1, 1, 1, 2, 3, 2] {
            busy.ask(room, Task::default());
        }
        let rooms: Vec<_> = busy.told(7).into_iter().map(|(room, _)| room).collect();
        assert_eq!(rooms, [1, 2, 3, 1, 2, 1, 1]);
    }

    #[test]
    fn hints_do_not_make_bots_think_less() {
        let busy = Busy::new();
        busy.ask(21, Task::default());
        for room in 1..=20 {
            let job = Job::new(RoomId::new(room), Box::new(Task::default()), |_| {});
            busy.pool.ask(job.for_hint());
        }
        assert_eq!(busy.told(1), [(21, Some(1.into()))]);
    }

    #[test]
    fn bots_think_less_while_many_decisions_wait() {
        let busy = Busy::new();
        for room in 1..=13 {
            busy.ask(room, Task::default());
        }
        let times: Vec<_> = busy.told(13).into_iter().map(|(_, times)| times.unwrap()).collect();
        // Four queued decisions per thread halve the effort, eight leave a third of it.
        assert_eq!(times, [4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]);
    }
}
