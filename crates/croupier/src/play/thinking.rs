//! Runs bots on separate threads, so that the screen does not freeze.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::task::Poll;

use croupier_catalog::BotTask;
use croupier_kit::game::Seat;
use serde_json::Value;

use crate::error::CliError;
use crate::workers::beside;

/// A decision that is being made. If this is dropped, the thread finishes and its result is
/// ignored.
pub(super) struct Thinking {
    pub(super) seat: Seat,
    done: Receiver<Option<Value>>,
}

impl Thinking {
    pub(super) fn begin(task: Box<dyn BotTask>) -> Result<Self, CliError> {
        let (tell, done) = mpsc::channel();
        let seat = task.seat();
        beside(move || {
            // The receiver may have been dropped.
            let _ = tell.send(task.decide());
        })?;
        Ok(Self { seat, done })
    }

    /// The decision, once it is made: an action, or None to wait.
    pub(super) fn poll(&self) -> Result<Poll<Option<Value>>, CliError> {
        match self.done.try_recv() {
            Ok(decision) => Ok(Poll::Ready(decision)),
            Err(TryRecvError::Empty) => Ok(Poll::Pending),
            Err(TryRecvError::Disconnected) => {
                Err(CliError::check("bot_failed", format!("the bot of {} has failed", self.seat)))
            }
        }
    }
}
