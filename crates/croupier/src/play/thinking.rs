//! Bots that think on threads of their own, so that the screen never stands still.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::task::Poll;

use croupier_catalog::BotTask;
use croupier_kit::game::Seat;
use serde_json::Value;

use crate::fault::CliError;
use crate::workers::beside;

/// A decision that is being made. Whoever drops it lets the thread finish for nobody.
pub(super) struct Thinking {
    pub(super) seat: Seat,
    done: Receiver<Option<Value>>,
}

impl Thinking {
    pub(super) fn begin(task: Box<dyn BotTask>) -> Result<Self, CliError> {
        let (tell, done) = mpsc::channel();
        let seat = task.seat();
        beside(move || {
            // Nobody may be waiting any more.
            let _ = tell.send(task.decide());
        })?;
        Ok(Self { seat, done })
    }

    /// The decision, once it is made: an action, or to wait.
    pub(super) fn poll(&self) -> Result<Poll<Option<Value>>, CliError> {
        match self.done.try_recv() {
            Ok(decision) => Ok(Poll::Ready(decision)),
            Err(TryRecvError::Empty) => Ok(Poll::Pending),
            Err(TryRecvError::Disconnected) => {
                Err(CliError::check("bot_failed", format!("the bot of {} broke down", self.seat)))
            }
        }
    }
}
