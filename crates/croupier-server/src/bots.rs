//! Bots think on threads of their own.
//!
//! Rooms wait in turn: one with many bots does not keep the others waiting. When more decisions wait
//! than can be made soon, bots think less.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use croupier_catalog::BotTask;
use croupier_store::journal::RoomId;
use serde_json::Value;

/// A decision that is to be made, and where it goes.
pub(crate) struct Job {
    pub(crate) room: RoomId,
    pub(crate) task: Box<dyn BotTask>,
    pub(crate) done: Box<dyn FnOnce(Option<Value>) + Send>,
}

/// The threads that think.
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
    is_closed: bool,
}

impl Queue {
    fn push(&mut self, job: Job) {
        let jobs = self.jobs.entry(job.room).or_default();
        if jobs.is_empty() {
            self.turns.push_back(job.room);
        }
        jobs.push_back(job);
        self.waiting += 1;
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
        job
    }
}

impl BotPool {
    /// Starts the threads. Those that cannot be had are done without.
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

    /// Has a decision made.
    pub(crate) fn ask(&self, job: Job) {
        self.0.lock().push(job);
        self.0.changed.notify_one();
    }

    /// How many decisions wait.
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
            let (mut job, waiting) = {
                let mut queue = self.lock();
                loop {
                    if queue.is_closed {
                        return;
                    }
                    if let Some(job) = queue.pop() {
                        break (job, queue.waiting);
                    }
                    queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            };
            // With four decisions waiting for every thread, each gets half the time, and so on.
            let times = 1 + waiting / (4 * self.threads);
            job.task.hurry(u32::try_from(times).unwrap_or(u32::MAX));
            let Job { task, done, .. } = job;
            // A fault in a game's bot must not end the thread: the room acts for a bot that is silent.
            let decided = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task.decide()));
            match decided {
                Ok(action) => done(action),
                Err(_) => tracing::error!(seat = ?task.seat(), "a bot has failed"),
            }
        }
    }
}

impl std::fmt::Debug for BotPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotPool").field("threads", &self.0.threads).finish_non_exhaustive()
    }
}
