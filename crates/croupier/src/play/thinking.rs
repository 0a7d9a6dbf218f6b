//! Thoughts that are thought beside the screen, so that it never stands still.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use croupier_catalog::Thought;
use croupier_kit::Seat;

use crate::fault::CliError;

/// A thought on a thread of its own. Whoever drops it lets the thread finish for nobody.
pub(super) struct Thinking {
    pub(super) seat: Seat,
    done: Receiver<Box<dyn Thought>>,
}

impl Thinking {
    pub(super) fn begin(mut thought: Box<dyn Thought>) -> Self {
        let (tell, done) = mpsc::channel();
        let seat = thought.seat();
        thread::spawn(move || {
            thought.think();
            // Nobody may be waiting any more.
            let _ = tell.send(thought);
        });
        Self { seat, done }
    }

    /// The thought, once it is finished.
    pub(super) fn poll(&self) -> Result<Option<Box<dyn Thought>>, CliError> {
        match self.done.try_recv() {
            Ok(thought) => Ok(Some(thought)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                Err(CliError::check("bot_failed", format!("the bot of {} broke down", self.seat)))
            }
        }
    }
}
